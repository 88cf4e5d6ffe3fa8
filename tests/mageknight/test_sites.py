"""Sites (R10, R9.8): assaults, adventure sites, what stays behind, rewards; interaction (R14)."""

import pytest
from laboratory import (
    BLACK,
    BLUE,
    GOLD,
    GREEN,
    RED,
    WHITE,
    Act,
    Step,
    Task,
    card,
    enemy,
    game,
    space,
    tables,
    unit,
)

from mkbalance._mageknight.ids import Purpose
from mkbalance._mageknight.trace import Told

E = space("E")


def before(site, tokens=(), face_up=False, **kwargs):
    """The Hero next to a fortified site with these tokens, Move 9 in hand."""
    lab = game(field={"E": {"site": site}}, **kwargs)
    lab.put(E, [enemy(name) for name in tokens], face_up)
    lab.set_turn(move=9)
    lab.settle()
    return lab


def on(site, tokens=None, drawn=True, extra=None, **kwargs):
    """The Hero on an adventure site, whose dwellers were drawn before."""
    lab = game(field={"C": {"site": site}}, **kwargs)
    if tokens is not None:
        lab.put(7, [enemy(name) for name in tokens])
        lab.set_space(7, flags=["drawn"] if drawn else [])
    if extra is not None:
        lab.set_space(7, extra=tables().index["ruins"][extra])
    lab.settle()
    return lab


def at(lab, where):
    return next(s for s in lab.spaces() if s["space"] == where)


def win(lab):
    lab.block_all()
    foes = [foe for foe, _, _ in lab.options(Act.ACT_TARGET)]
    lab.attack(*foes, melee=[(99, "coldfire")])
    return lab


@pytest.mark.parametrize("site", ["keep", "mage_tower"])
def test_assault_won(site):
    """R8.3, R9.8.3, R10.3, R10.4: Reputation -1, site fortification, Shield, the Hero stays."""
    lab = before(site, ["swordsmen"])
    lab.move("E")
    assert lab.player()["reputation"] == 2 - 1
    assert (lab.foes()[0]["fort_site"], lab.turn()["move"]) == (1, 0)
    assert at(lab, E)["tokens"][0][1] is True
    win(lab)
    here = at(lab, E)
    assert (lab.player()["space"], here["shields"], here["tokens"]) == (E, 1, [])
    assert lab.step == Step.STEP_AFTER
    lab.hand()
    spells = lab.table()["spells"]
    lab.do(Act.ACT_END_TURN)
    assert (lab.task == Task.DO_REWARD_SPELL) is (site == "mage_tower")
    assert lab.table()["spells"] == spells
    lab.finish()
    assert (lab.player()["space"], lab.player()["wounds"]) == (E, 0)


def test_assault_failed():
    """R9.8.4: back to the space it came from, no Wound; survivors stay face up, beaten ones stay beaten."""
    lab = before("keep", ["swordsmen", "golems"])
    lab.move("E")
    lab.block_all()
    lab.attack(0, melee=[(5, "physical")])
    lab.end_phase()
    assert lab.player()["space"] == 7
    assert at(lab, E)["tokens"] == [(enemy("golems"), True)]
    assert at(lab, E)["shields"] == 0
    lab.end_turn()
    assert (lab.player()["space"], lab.player()["wounds"]) == (7, 0)


def test_assault_failed_from_an_unsafe_space():
    """R9.8.4 (ruling 20): back there, and from there Forced Withdrawal, one Wound."""
    lab = game(field={"SE": "lake", "E": {"site": "keep"}})
    lab.put(E, [enemy("swordsmen")])
    lab.set_turn(move=9)
    lab.pass_over("lake", cost=1)
    lab.settle()
    lab.move("SE").move("NE")
    assert lab.step == Step.STEP_RANGED
    lab.block_all()
    lab.end_phase()
    assert lab.player()["space"] == space("SE")
    lab.end_turn()
    assert (lab.player()["space"], lab.player()["wounds"]) == (7, 1)


def test_provoked_rampagers_join_an_assault():
    """R9.1.2, R9.1.3: not fortified, and not needed for the conquest."""
    lab = game(field={"E": {"site": "keep"}, "NE": {"site": "marauding_orcs"}})
    lab.put(E, [enemy("swordsmen")])
    lab.put(space("NE"), [enemy("prowlers")])
    lab.set_turn(move=2)
    lab.settle()
    lab.move("E")
    assert [(f["row"], f["fort_site"]) for f in lab.foes()] == [(enemy("swordsmen"), 1), (enemy("prowlers"), 0)]
    lab.block_all()
    lab.attack(0, melee=[(5, "physical")])
    lab.end_phase()
    assert (lab.player()["space"], at(lab, E)["shields"]) == (E, 1)
    assert at(lab, space("NE"))["tokens"] == [(enemy("prowlers"), True)]


def test_assault_across_a_wall():
    """L.2.1: the garrison is fortified twice, out of reach of the first phase."""
    lab = game(field={"C": {"walls": 1 << 1}, "E": {"site": "keep", "walls": 1 << 4}})
    lab.put(E, [enemy("swordsmen")])
    lab.set_turn(move=3)
    lab.settle()
    lab.move("E")
    foe = lab.foes()[0]
    assert foe["fort"] + foe["fort_site"] == 2


def test_own_keep_serves_and_is_no_assault():
    """R10.3, R14.1: interaction after the conquest, not in the turn of it (R4.6.3)."""
    lab = before("keep")
    lab.clear(E)
    lab.set_space(E, flags=["conquered"], shields=1)
    lab.set_offers(units=[unit("utem_guardsmen"), unit("foresters")])
    lab.settle()
    lab.move("E")
    assert lab.step == Step.STEP_MOVE
    lab.do(Act.ACT_INTERACT)
    lab.set_turn(influence=9)
    lab.settle()
    assert [o[0] for o in lab.options(Act.ACT_BUY_UNIT)] == [0]


def test_unconquered_sites_do_not_trade():
    """R14.1: nor does anybody at Reputation X."""
    lab = game(field={"C": {"site": "village"}})
    assert lab.can(Act.ACT_INTERACT)
    lab.set_seat(rep=-7)
    lab.settle()
    assert not lab.can(Act.ACT_INTERACT)
    lab.set_seat(rep=0)
    lab.set_space(7, site=5, flags=[])
    lab.settle()
    assert not lab.can(Act.ACT_INTERACT)


def test_dungeon():
    """R10.5, R5.3, R9.5.9: one brown, night rules, no Units; the die gives a Spell (gold, black) or an Artifact."""
    prizes = {}
    for number in range(60):
        lab = on("dungeon", number=number, trace=2000)
        lab.next_token(enemy("gargoyle"))
        lab.do(Act.ACT_ENTER)
        assert [f["row"] for f in lab.foes()] == [enemy("gargoyle")]
        assert lab.combat()["flags"] & (2 | 4) == 2 | 4
        before_ = lab.draws()[Purpose.DRAW_DICE]
        lab.events()
        win(lab)
        assert lab.draws()[Purpose.DRAW_DICE] == before_ + 1
        faces = [int(event["a"]) for event in lab.events() if event["kind"] == Told.TOLD_ROLL]
        lab.hand()
        lab.do(Act.ACT_END_TURN)
        assert len(faces) == 1
        assert at(lab, 7)["shields"] == 1
        prizes.setdefault(faces[0], set()).add(lab.task)
    artifact, spell = {Task.DO_REWARD_ARTIFACT}, {Task.DO_REWARD_SPELL}
    assert prizes == {RED: artifact, BLUE: artifact, GREEN: artifact, WHITE: artifact, GOLD: spell, BLACK: spell}


def test_conquered_dungeon_gives_fame_only():
    """R10.5: it may be entered again."""
    lab = on("dungeon")
    lab.set_space(7, flags=["conquered"], shields=1)
    lab.next_token(enemy("gargoyle"))
    lab.settle()
    lab.do(Act.ACT_ENTER)
    win(lab)
    assert lab.player()["fame"] == 1 + 4
    lab.hand()
    lab.do(Act.ACT_END_TURN)
    assert lab.task not in (Task.DO_REWARD_SPELL, Task.DO_REWARD_ARTIFACT)


@pytest.mark.case("B39")
@pytest.mark.parametrize(("site", "name"), [("dungeon", "gargoyle"), ("tomb", "fire_dragon")])
def test_undefeated_dwellers_of_the_deep_are_discarded(site, name):
    """B39, R9.8.5: another one is drawn next time."""
    lab = on(site)
    lab.next_token(enemy(name))
    colour = int(tables().arrays["enemies"][enemy(name)]["colour"])
    draw, gone = lab.token_piles(colour)
    lab.do(Act.ACT_ENTER)
    lab.block_all().end_phase()
    assert lab.token_piles(colour) == (draw - 1, gone + 1)
    assert (at(lab, 7)["tokens"], at(lab, 7)["shields"]) == ([], 0)


def test_tomb():
    """R10.6: one red; a Spell and an Artifact."""
    lab = on("tomb")
    lab.next_token(enemy("fire_dragon"))
    lab.do(Act.ACT_ENTER)
    win(lab)
    lab.hand()
    lab.do(Act.ACT_END_TURN)
    asked = set()
    while lab.step == Step.STEP_END_TURN and lab.task is not None:
        asked.add(lab.task)
        lab.apply(0)
    assert {Task.DO_REWARD_SPELL, Task.DO_REWARD_ARTIFACT} <= asked


def test_monster_den_keeps_its_monster():
    """R10.7, R9.8.5: drawn when first entered, face up afterwards, the same one next time."""
    lab = on("monster_den")
    lab.next_token(enemy("medusa"))
    lab.do(Act.ACT_ENTER)
    lab.block_all().end_phase()
    assert at(lab, 7)["tokens"] == [(enemy("medusa"), True)]
    lab = on("monster_den", ["medusa"])
    draw = lab.token_piles(2)
    lab.do(Act.ACT_ENTER)
    assert ([f["row"] for f in lab.foes()], lab.token_piles(2)) == ([enemy("medusa")], draw)
    win(lab)
    assert not lab.can(Act.ACT_ENTER)
    assert at(lab, 7)["shields"] == 1


def test_spawning_grounds():
    """R10.8 (ruling 5): two brown; one beaten is replaced, face down; both beaten: Artifact, 3 crystals."""
    lab = on("spawning_grounds")
    lab.do(Act.ACT_ENTER)
    assert len(lab.foes()) == 2
    lab = on("spawning_grounds", ["medusa", "gargoyle"])
    lab.next_token(enemy("minotaur"))
    lab.do(Act.ACT_ENTER)
    lab.block_all()
    lab.attack(1, melee=[(9, "coldfire")])
    lab.end_phase()
    assert at(lab, 7)["tokens"] == [(enemy("medusa"), True), (enemy("minotaur"), False)]
    lab = on("spawning_grounds", ["medusa", "gargoyle"])
    lab.do(Act.ACT_ENTER)
    before_ = lab.draws()[Purpose.DRAW_DICE]
    win(lab)
    lab.hand()
    lab.do(Act.ACT_END_TURN)
    seen = []
    while lab.step == Step.STEP_END_TURN and lab.task is not None:
        seen.append(lab.task)
        lab.apply(0)
    assert Task.DO_REWARD_ARTIFACT in seen
    assert lab.draws()[Purpose.DRAW_DICE] == before_ + 3


@pytest.mark.case("B38")
def test_ruins_enemies_stay():
    """B38, R9.8.5, R10.17: the same tokens, face up, next time."""
    lab = on("ruins", extra="ruin_green_red")
    lab.next_token(enemy("diggers"))
    lab.next_token(enemy("fire_dragon"))
    lab.do(Act.ACT_ENTER)
    assert [f["row"] for f in lab.foes()] == [enemy("diggers"), enemy("fire_dragon")]
    assert [f["fort_site"] for f in lab.foes()] == [0, 0]
    lab.block_all()
    lab.attack(0, melee=[(3, "physical")])
    lab.end_phase()
    assert at(lab, 7)["tokens"] == [(enemy("fire_dragon"), True)]
    lab.go_to(Step.STEP_MOVE)
    lab.set_seat(hand=[card("rage")] * 5)
    lab.set_turn(action=0)
    lab.settle()
    draws = lab.draws()
    lab.do(Act.ACT_ENTER)
    assert [f["row"] for f in lab.foes()] == [enemy("fire_dragon")]
    assert lab.draws() == draws
    win(lab)
    here = at(lab, 7)
    assert (here["shields"], here["extra"]) == (1, None)


def test_altar():
    """R10.9: three mana of the colour in one action, Fame 7, Shield; no fight."""
    lab = on("ruins", extra="altar_green")
    lab.tokens(green=2)
    lab.set_source([RED, BLUE])
    lab.settle()
    assert not lab.can(Act.ACT_ALTAR)
    assert not lab.can(Act.ACT_ENTER)
    lab.set_source([GOLD, BLUE])
    lab.settle()
    lab.do(Act.ACT_ALTAR)
    while lab.task is not None:
        lab.apply(0)
    assert (lab.player()["fame"], at(lab, 7)["shields"], lab.turn()["dice_rights"]) == (1 + 7, 1, 0)
    assert lab.step == Step.STEP_AFTER


def test_altar_of_four_colours():
    """R10.9: one mana of each colour, Fame 10."""
    lab = on("ruins", extra="altar_four_colours")
    lab.tokens(red=1, blue=1, green=1)
    lab.set_source([BLACK, RED])
    lab.settle()
    assert not lab.can(Act.ACT_ALTAR)
    lab.set_seat(crystals=[0, 0, 0, 1])
    lab.settle()
    lab.do(Act.ACT_ALTAR)
    while lab.task is not None:
        lab.apply(0)
    assert lab.player()["fame"] == 1 + 10
    assert lab.turn()["mana"] == [0] * 6


def test_burning_a_monastery():
    """R10.2: Reputation -3, a violet enemy without walls, no Units; then an Artifact, a Shield, and an empty space."""
    lab = on("monastery")
    lab.next_token(enemy("fire_mages"))
    lab.do(Act.ACT_BURN)
    assert lab.player()["reputation"] == 2 - 3
    assert [(f["row"], f["fort_site"]) for f in lab.foes()] == [(enemy("fire_mages"), 0)]
    assert lab.combat()["flags"] & 4
    win(lab)
    assert at(lab, 7)["shields"] == 1
    assert at(lab, 7)["flags"] & 2
    lab.hand()
    lab.do(Act.ACT_END_TURN)
    assert lab.task == Task.DO_REWARD_ARTIFACT
    lab.finish()
    assert not lab.can(Act.ACT_INTERACT)
    assert not lab.can(Act.ACT_BURN)


def test_monastery_not_burned():
    """R10.2, R9.8.5: the enemy is discarded; the monastery stands."""
    lab = on("monastery")
    lab.next_token(enemy("fire_mages"))
    draw, gone = lab.token_piles(3)
    lab.do(Act.ACT_BURN)
    lab.block_all().end_phase()
    assert lab.token_piles(3) == (draw - 1, gone + 1)
    assert at(lab, 7)["flags"] & 2 == 0
