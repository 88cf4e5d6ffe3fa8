"""Numbers of the rules (content/numbers.toml): each is read where its rule is played, and an override changes play."""

import pytest
from laboratory import CENTRE, RED, Act, Step, Task, card, enemy, fight, game, space, tables

from mkbalance._mageknight import ids
from mkbalance.errors import ContentError, UsageError
from mkbalance.mageknight.compile import compile_tables
from mkbalance.mageknight.loading import load
from mkbalance.mageknight.model import scenario

HERE = "apocalypse_is_here/solo"
FAMINE = 1


def test_the_core_knows_each():
    """The ids of the file are those of the core, in its order."""
    names = [member.name for member in ids.Number][:-1]
    assert [f"NUMBER_{id_.upper()}" for id_ in tables().index["numbers"]] == names
    assert set(load()["numbers"]) == set(tables().index["numbers"])
    assert list(tables().arrays["numbers"]) == [load()["numbers"][id_].value for id_ in tables().index["numbers"]]


def test_an_override_reaches_the_core():
    path = "content.numbers.explore_move.value"
    changed = compile_tables(overrides={path: 3})
    assert changed.arrays["numbers"][ids.Number.NUMBER_EXPLORE_MOVE] == 3
    assert changed.hash != tables().hash
    assert scenario("first_reconnaissance/solo").set(path, 3).overrides[path] == 3


def test_bounds():
    with pytest.raises(ContentError, match="from 1 to 16"):
        compile_tables(overrides={"content.numbers.dummy_flips.value": 0})
    with pytest.raises(UsageError):
        compile_tables(overrides={"content.numbers.dummy_flips.least": 0})


@pytest.mark.parametrize("move", [2, 3])
def test_explore_move(move):
    """R8.7."""
    lab = game(HERE, numbers={"explore_move": move}, stack=["countryside_3"], shape=1)
    for where in lab.spaces():
        lab.set_seat(space=where["space"])
        lab.set_turn(move=move)
        lab.settle()
        if lab.options(Act.ACT_EXPLORE):
            break
    lab.set_turn(move=move - 1)
    lab.settle()
    assert not lab.can(Act.ACT_EXPLORE)
    lab.set_turn(move=9)
    lab.settle()
    lab.do(Act.ACT_EXPLORE, *lab.options(Act.ACT_EXPLORE)[0])
    assert lab.turn()["move"] == 9 - move


@pytest.mark.parametrize("limit", [2, 3, 4])
def test_crystal_limit(limit):
    """R5.7: one above it becomes a token."""
    lab = game(numbers={"crystal_limit": limit})
    lab.hand("crystallize").tokens(red=1)
    lab.set_seat(crystals=[limit - 1, 0, 0, 0])
    lab.settle()
    lab.play("crystallize", pay=(RED, 0))
    assert (lab.player()["crystals"][RED], lab.turn()["mana"][RED]) == (limit, 0)
    lab = game(numbers={"crystal_limit": limit})
    lab.hand("crystallize").tokens(red=1)
    lab.set_seat(crystals=[limit, 0, 0, 0])
    lab.settle()
    lab.play("crystallize", pay=(RED, 0))
    assert (lab.player()["crystals"][RED], lab.turn()["mana"][RED]) == (limit, 1)


@pytest.mark.parametrize("flips", [1, 3, 5])
def test_dummy_flips(flips):
    """R16.3."""
    lab = game(numbers={"dummy_flips": flips})
    lab.set_dummy(deck=[card("march")] * 9, crystals=[0, 0, 0, 0])
    lab.settle()
    lab.play("swiftness").end_turn()
    assert lab.table()["dummy_deck"] == 9 - flips


@pytest.mark.parametrize("score", [-2, -1, 0])
def test_wound_score(score):
    """R17.1."""
    lab = game(numbers={"wound_score": score})
    lab.set_seat(wounds=3)
    assert lab.score()["beating"] == 3 * score


@pytest.mark.parametrize(("orc", "draconum"), [(1, 2), (0, 3)])
def test_reputation_for_rampagers(orc, draconum):
    """R9.8.1."""
    numbers = {"orc_reputation": orc, "draconum_reputation": draconum}
    for name, gained in (("prowlers", orc), ("fire_dragon", draconum)):
        lab = fight([(name, "rampaging")], numbers=numbers)
        before = lab.player()["reputation"]
        lab.block_all().attack(0, melee=[(99, "coldfire")])
        assert lab.player()["reputation"] == before + gained


@pytest.mark.parametrize("lost", [-1, -2])
def test_assault_reputation(lost):
    """R8.3."""
    lab = game(field={"E": {"site": "keep"}}, numbers={"assault_reputation": lost})
    lab.put(space("E"), [enemy("swordsmen")], False)
    lab.set_turn(move=9)
    lab.settle()
    before = lab.player()["reputation"]
    lab.move("E")
    assert lab.player()["reputation"] == before + lost


@pytest.mark.parametrize(("lost", "cards"), [(-1, 2), (-2, 3)])
def test_plunder(lost, cards):
    """R10.1.3."""
    numbers = {"plunder_reputation": lost, "plunder_cards": cards}
    lab = game(field={"C": {"site": "village"}}, numbers=numbers)
    lab.set_seat(hand=[card("rage")], deck=[card("march")] * 5)
    lab.set_dragon(attacked=1)
    lab.go_to(Step.STEP_NEXT)
    lab.settle()
    before = lab.player()["reputation"]
    lab.do(Act.ACT_PLUNDER)
    assert (lab.player()["reputation"], len(lab.player()["hand"])) == (before + lost, 1 + cards)


@pytest.mark.parametrize("lost", [-3, -1])
def test_burning_reputation(lost):
    """R10.2."""
    lab = game(field={"C": {"site": "monastery"}}, numbers={"burning_reputation": lost})
    lab.settle()
    before = lab.player()["reputation"]
    lab.do(Act.ACT_BURN)
    assert lab.player()["reputation"] == before + lost


def riding(where, sites=0, **kwargs):
    """The Horsemen's turn is over; one was on this space."""
    lab = game(HERE, field={"NE": {"site": "village"}}, **kwargs)
    lab.set_horseman(FAMINE, space=where, level=4, sites=sites)
    lab.go_to(Step.STEP_NEXT)
    lab.settle()
    return lab


@pytest.mark.parametrize(("ride", "there"), [(1, False), (2, True)])
def test_horseman_ride(ride, there):
    """A.12.5: the village is two spaces from the other side of the field."""
    lab = riding(space("SW"), numbers={"horseman_ride": ride})
    if lab.task == Task.DO_HORSEMAN_STEP:
        lab.do(Act.ACT_CHOOSE, CENTRE)
    assert (lab.table()["horsemen"][FAMINE]["space"] == space("NE")) is there


@pytest.mark.parametrize(("leaves", "gone"), [(4, True), (5, False)])
def test_horseman_sites(leaves, gone):
    """A.12.5."""
    lab = riding(CENTRE, sites=3, numbers={"horseman_sites": leaves})
    assert (lab.table()["horsemen"][FAMINE]["space"] is None) is gone


@pytest.mark.parametrize(
    ("round_", "first", "last", "comes"),
    [(2, 2, 5, True), (2, 3, 5, False), (2, 2, 2, True), (4, 2, 5, True), (4, 2, 3, False)],
)
def test_horseman_first_and_last_round(round_, first, last, comes):
    """A.12.5: after the Tactics of these Rounds a tile is turned up for one that is late."""
    numbers = {"horseman_first_round": first, "horseman_last_round": last}
    lab = game(HERE, stack=["countryside_3"], start_tactic=None, shape=1, place=space("SW"), numbers=numbers)
    lab.set_time(round_=round_, night=True)
    lab.settle()
    lab.do(Act.ACT_TACTIC, tables().index["tactics"]["long_night"])
    if lab.task == Task.DO_HORSEMAN_TILE:
        lab.apply(0)
    assert (len(lab.spaces()) == 28) is comes
