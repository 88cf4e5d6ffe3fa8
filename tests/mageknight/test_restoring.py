"""Against the Apocalypse (A.12.2): the card strikes new tiles; restoring, possessed rampagers, goal and score."""

import exercised
import pytest
from laboratory import (
    BLACK,
    CENTRE,
    DIRECTIONS,
    GOLD,
    RED,
    SIDE,
    Act,
    Game,
    Site,
    Step,
    Task,
    at_space,
    content,
    enemy,
    game,
    space,
    tables,
)

import mkbalance as mk
from mkbalance.errors import MkbalanceError
from mkbalance.mageknight.model import scenario

NAME = "against_the_apocalypse/solo"
ROWS = ("village", "oasis", "refugee_camp", "keep", "mage_tower", "glade", "rampagers", "mine", "monastery")
DESTROYED, CONQUERED = 1, 4
CULT = 3


def start(number=0, hero="tovak", **setup):
    """A game on the printed content, Tactics to be chosen."""
    record = scenario(NAME).expand([hero], tables()).copy()
    for name, value in setup.items():
        record[name] = value
    return Game(content.Tables(dict(tables().arrays)), record, 1, number, 0)


def struck(lab):
    """Spaces that the card struck, by tile slot."""
    found = {}
    for s in lab.spaces():
        possessed = s["site"] in (Site.MARAUDING_ORCS, Site.DRACONUM) and s["extra"] is not None
        if s["flags"] & DESTROYED or possessed:
            found.setdefault(s["space"] // 7, []).append(s)
    return found


# ---------------------------------------------------------------- the card (p. 26)


def test_the_shield_starts_on_a_row_with_a_die_symbol():
    """Rows 1, 4, 5, 6, 7, 9, each for one face of the die (ruling 27)."""
    rows = [start(n, countryside=0, cores=0, cities=0, kept_site=0).table()["card_row"] for n in range(300)]
    assert set(rows) == {0, 3, 4, 5, 6, 8}
    assert all(rows.count(row) > 25 for row in set(rows))


FIELDS = [
    # row of the card, the tile, space struck, row of the card afterwards
    pytest.param(0, {"NE": "village", "SW": "village"}, "SW", 1, id="leftmost of two"),
    pytest.param(0, {"C": "village", "NW": "village"}, "NW", 1, id="the west comes before the middle"),
    pytest.param(0, {"C": "village", "NE": "village"}, "C", 1, id="the middle before the east"),
    pytest.param(1, {"NE": "village", "E": "keep"}, "E", 4, id="down to the row that is there"),
    pytest.param(8, {"NE": "village"}, "NE", 1, id="from the last row to the first"),
    pytest.param(8, {"E": "monastery"}, "E", 0, id="after the last row the first"),
    pytest.param(6, {"E": "draconum", "SE": "marauding_orcs"}, "SE", 7, id="leftmost rampager"),
    pytest.param(7, {"E": "mine", "SE": "village"}, "E", 8, id="mine"),
    pytest.param(5, {"E": "glade", "SE": "village"}, "E", 6, id="glade"),
    pytest.param(2, {"E": "refugee_camp", "SE": "keep"}, "E", 3, id="refugee camp"),
    pytest.param(1, {"E": "oasis", "SE": "keep"}, "E", 2, id="oasis"),
    pytest.param(4, {"E": "mage_tower", "SE": "keep"}, "E", 5, id="mage tower"),
    pytest.param(3, {"E": "dungeon", "SE": "ziggurat"}, None, 3, id="nothing that the card knows"),
]


@pytest.mark.parametrize(("row", "sites", "hit", "then"), FIELDS)
def test_a_new_tile_is_struck(row, sites, hit, then):
    """The row's site on the tile is destroyed, its leftmost rampager possessed; else further down (p. 26)."""
    lab = game(NAME, side={d: {"site": site} for d, site in sites.items()}, start_tactic=None)
    lab.set_restoration(row=row)
    tiles = tables().index["tiles"]
    lab.lay([(tiles["start_a"], 0, 0), (tiles[SIDE], 0, 1)])
    found = struck(lab)
    assert [s["hex"] for s in found.get(1, [])] == ([] if hit is None else [("C", *DIRECTIONS).index(hit)])
    assert 0 not in found
    assert lab.table()["card_row"] == then


def test_every_tile_of_the_stack_has_one_and_the_tokens_are_counted():
    """Each newly revealed tile has one destroyed site or one possessed rampager (p. 26)."""
    for number in range(40):
        lab = start(number)
        found = struck(lab)
        assert {slot: len(spaces) for slot, spaces in found.items()} == {1: 1, 2: 1}
        destroyed = sum(s["flags"] & DESTROYED for spaces in found.values() for s in spaces)
        assert lab.table()["destroyed_left"] == 16 - destroyed
        assert lab.row()["sites_destroyed"] == destroyed


def test_nothing_stands_on_a_destroyed_site():
    """No garrison is drawn, no Advanced Action comes for a destroyed monastery (p. 26)."""
    lab = game(NAME, side={"E": {"site": "keep"}, "W": {"site": "monastery"}}, start_tactic=None)
    tiles = tables().index["tiles"]
    for row, drawn, actions in ((3, 0, 1), (8, 1, 0)):
        lab.set_restoration(row=row)
        lab.lay([(tiles["start_a"], 0, 0), (tiles[SIDE], 0, 1)])
        assert len(lab.spaces()[7 + 2]["tokens"]) == drawn
        assert len(lab.table()["monastery_actions"]) == actions


def test_tiles_that_fill_holes_are_not_struck():
    """Not after the stack has run out (p. 26)."""
    rows = tables().index["tiles"]
    laid = [("start_a", 0, 0), *((f"countryside_{n}", *at) for n, at in enumerate(((0, 1), (1, 0), (0, 2), (2, 0)), 1))]
    for stack, fillers in (([], [rows["countryside_9"]]), ([rows["countryside_9"]], [])):
        lab = game(NAME)
        lab.lay([(rows[name], x, y) for name, x, y in laid], stack, filler_country=fillers)
        before = lab.table()["card_row"]
        lab.set_seat(space=7 + 1 + DIRECTIONS.index("E"))
        lab.set_turn(move=2)
        lab.settle()
        lab.do(Act.ACT_EXPLORE, *lab.options(Act.ACT_EXPLORE)[0])
        assert lab.spaces()[-1]["tile"] == rows["countryside_9"]
        assert (5 in struck(lab)) == bool(stack)
        assert (lab.table()["card_row"] != before) == bool(stack)


def test_one_ziggurat_and_one_pyramid():
    """Exactly one of the four countryside tiles has a ziggurat, the core tile a pyramid (p. 28)."""
    first = []
    for number in range(60):
        lab = start(number)
        sites = [s["printed_site"] for s in lab.spaces()]
        first.append(sites.count(Site.ZIGGURAT))
        while lab.table()["stack"]:
            lab.go_to(Step.STEP_MOVE)
            for s in lab.spaces():
                lab.set_seat(space=s["space"])
                lab.set_turn(move=9)
                lab.settle()
                if lab.options(Act.ACT_EXPLORE):
                    lab.do(Act.ACT_EXPLORE, *lab.options(Act.ACT_EXPLORE)[0])
                    break
        sites = [s["printed_site"] for s in lab.spaces()]
        assert (sites.count(Site.ZIGGURAT), sites.count(Site.PYRAMID)) == (1, 1)
    assert 15 < sum(first) < 45, "it lies anywhere among the four"


# ---------------------------------------------------------------- restoring (p. 26)


def ruin(site, **keywords):
    """The Hero on a destroyed site, nothing else near."""
    lab = game(NAME, field={"C": {"site": site, "mines": 1}}, **keywords)
    lab.clear(CENTRE)
    lab.set_space(CENTRE, flags=["destroyed"])
    lab.set_seat(rep=0)
    lab.settle()
    return lab


def bargain(lab, influence):
    """Interact with who is left, with this much Influence."""
    lab.do(Act.ACT_INTERACT)
    assert lab.turn()["influence"] == 0
    lab.set_turn(influence=influence)
    lab.settle()
    return lab


@pytest.mark.parametrize(("site", "cost"), [("village", 3), ("oasis", 3), ("refugee_camp", 3), ("monastery", 6)])
def test_restoring_with_influence(site, cost):
    """Influence in an interaction in which nothing else is sold; the token goes to the Inventory."""
    lab = bargain(ruin(site), cost - 1)
    assert not lab.can(Act.ACT_RESTORE)
    assert not lab.options(Act.ACT_BUY_UNIT)
    lab = bargain(ruin(site), cost + 1)
    lab.set_turn(move=3)
    lab.settle()
    left = lab.table()["destroyed_left"]
    lab.do(Act.ACT_RESTORE)
    assert not at_space(lab)["flags"] & DESTROYED
    assert (lab.player()["site_tokens"], lab.player()["restored"]) == (1, 1)
    assert lab.table()["destroyed_left"] == left
    assert lab.player()["reputation"] == (0 if site == "monastery" else 1)
    assert len(lab.table()["monastery_actions"]) == (site == "monastery")
    assert lab.step == Step.STEP_AFTER, "it was the action of the turn"
    assert (lab.turn()["move"], lab.turn()["influence"]) == (0, 0), "what was left over is lost (R4.6.3)"
    exercised.note(f"restoration.{site}")


def test_nobody_talks_to_the_worst():
    """At X Reputation there is no interaction, so no restoring by Influence (R14.1)."""
    lab = ruin("village")
    lab.set_seat(rep=-7)
    lab.settle()
    assert not lab.can(Act.ACT_INTERACT)


@pytest.mark.parametrize(("site", "colour"), [("keep", "grey"), ("mage_tower", "violet")])
def test_restoring_by_a_fight(site, colour):
    """One enemy of the row's colour, not fortified; won: own Shield, Fame 1, no Spell (pp. 26-28)."""
    lab = ruin(site, enemies={})
    lab.do(Act.ACT_RESTORE)
    (foe,) = lab.foes()
    assert tables().content["enemies"][exercised.names()["enemies"][foe["row"]]].colour == colour
    assert foe["fort_site"] == 0
    fame = lab.player()["fame"]
    lab.block_all()
    lab.attack(0, melee=[(99, "coldfire")])
    assert at_space(lab)["flags"] & (DESTROYED | CONQUERED) == CONQUERED
    assert at_space(lab)["shields"] == 1
    assert lab.player()["fame"] == fame + foe["fame"] + 1
    assert lab.player()["site_tokens"] == 1
    lab.hand()
    lab.do(Act.ACT_END_TURN)
    assert lab.task != Task.DO_REWARD_SPELL
    exercised.note(f"restoration.{site}")


def test_a_fight_that_is_lost_restores_nothing():
    """The token drawn is discarded, the site stays destroyed."""
    lab = ruin("keep", enemies={})
    before = sum(lab.token_piles(1))
    lab.do(Act.ACT_RESTORE)
    lab.to_attack_phase()
    lab.end_phase()
    assert at_space(lab)["flags"] & DESTROYED
    assert lab.player()["site_tokens"] == 0
    assert sum(lab.token_piles(1)) == before
    assert lab.player()["space"] == CENTRE


@pytest.mark.parametrize(("night", "colour"), [(0, GOLD), (1, BLACK)])
def test_restoring_a_glade_with_mana(night, colour):
    """One gold or black mana where it may be used (R5.3)."""
    lab = ruin("glade")
    lab.set_time(night=night)
    lab.tokens()
    lab.set_source([RED] * 4)
    lab.settle()
    assert not lab.can(Act.ACT_RESTORE)
    lab.tokens(**{"gold" if colour == GOLD else "black": 1})
    lab.do(Act.ACT_RESTORE, 0)
    assert not at_space(lab)["flags"] & DESTROYED
    assert lab.player()["site_tokens"] == 1
    assert sum(lab.turn()["mana"]) == 0
    exercised.note("restoration.glade")


def test_restoring_a_glade_with_a_green_crystal():
    lab = ruin("glade")
    lab.tokens()
    lab.set_source([RED] * 4)
    lab.set_seat(crystals=[1, 1, 0, 1])
    lab.settle()
    assert not lab.can(Act.ACT_RESTORE)
    lab.set_seat(crystals=[1, 1, 2, 1])
    lab.settle()
    lab.do(Act.ACT_RESTORE, 1)
    assert lab.player()["crystals"] == [1, 1, 1, 1]
    assert lab.player()["site_tokens"] == 1


def test_restoring_a_mine():
    """Two crystals of different colours; the mine gives its crystal again (R10.11)."""
    lab = ruin("mine")
    lab.set_seat(crystals=[0, 3, 0, 0])
    lab.settle()
    assert not lab.can(Act.ACT_RESTORE)
    lab.set_seat(crystals=[0, 2, 1, 1])
    lab.settle()
    lab.do(Act.ACT_RESTORE, 1)
    lab.do(Act.ACT_CHOOSE, 1)
    assert [a for a, _, _ in lab.options(Act.ACT_CHOOSE)] == [2, 3], "not the same colour twice"
    lab.do(Act.ACT_CHOOSE, 3)
    assert lab.player()["crystals"] == [0, 1, 1, 0]
    assert lab.player()["site_tokens"] == 1
    lab.hand()
    lab.end_turn()
    assert lab.player()["crystals"] == [1, 1, 1, 0]
    exercised.note("restoration.mine")


def test_what_stands_is_not_restored():
    lab = game(NAME, field={"C": {"site": "village"}})
    lab.set_space(CENTRE, flags=[])
    lab.settle()
    lab.do(Act.ACT_INTERACT)
    lab.set_turn(influence=20)
    lab.settle()
    assert not lab.can(Act.ACT_RESTORE)


# ---------------------------------------------------------------- possessed rampagers (p. 26)


def beside_rampager(site, token, **keywords):
    """The Hero next to a rampager; Destroyed Site tokens as at the start."""
    lab = game(NAME, field={"E": {"site": site}}, **keywords)
    lab.put(space("E"), [enemy(token)])
    return lab


@pytest.mark.parametrize(("site", "token", "gain"), [("marauding_orcs", "prowlers", 1), ("draconum", "fire_dragon", 2)])
def test_possessed_rampagers_give_destroyed_site_tokens(site, token, gain):
    """One for a green enemy, two for a red one, besides a token of the Cult (A.2.1)."""
    for possessed in (None, 0):
        lab = beside_rampager(site, token)
        lab.set_space(space("E"), extra=255 if possessed is None else possessed)
        lab.settle()
        left = lab.table()["destroyed_left"]
        lab.do(Act.ACT_CHALLENGE, DIRECTIONS.index("E"))
        while lab.task == Task.DO_ADD_RAMPAGERS:
            lab.do(Act.ACT_DONE)
        lab.block_all()
        lab.attack(0, melee=[(99, "coldfire")])
        expected = 0 if possessed is None else gain
        assert lab.player()["site_tokens"] == expected
        assert lab.table()["destroyed_left"] == left - expected
        assert lab.player()["possessed_beaten"] == (expected > 0)
        assert sum(lab.player()["faction_tokens"].values()) == (expected > 0)
        assert lab.player()["restored"] == 0
    exercised.note("restoration.rampagers")


def test_a_possessed_rampager_that_stands_gives_nothing():
    """Only those defeated (p. 26)."""
    lab = beside_rampager("marauding_orcs", "prowlers")
    lab.set_space(space("E"), extra=0)
    lab.settle()
    lab.do(Act.ACT_CHALLENGE, DIRECTIONS.index("E"))
    while lab.task == Task.DO_ADD_RAMPAGERS:
        lab.do(Act.ACT_DONE)
    lab.block_all()
    lab.end_phase()
    assert lab.step == Step.STEP_AFTER
    assert (lab.player()["site_tokens"], lab.player()["possessed_beaten"]) == (0, 0)


def test_the_supply_of_tokens_is_limited():
    lab = beside_rampager("draconum", "fire_dragon")
    lab.set_space(space("E"), extra=0)
    lab.set_dragon(tokens=1)
    lab.settle()
    lab.do(Act.ACT_CHALLENGE, DIRECTIONS.index("E"))
    while lab.task == Task.DO_ADD_RAMPAGERS:
        lab.do(Act.ACT_DONE)
    lab.block_all()
    lab.attack(0, melee=[(99, "coldfire")])
    assert lab.player()["site_tokens"] == 1
    assert lab.table()["destroyed_left"] == 0


# ---------------------------------------------------------------- goal and score (p. 28)


def near_the_goal(tokens=2, ziggurat=1, pyramid=1, side="pyramid", **setup):
    lab = game(NAME, field={"C": {"site": "ziggurat"}}, side={"C": {"site": side}}, **setup)
    lab.clear(CENTRE)
    lab.set_space(CENTRE, extra=ziggurat, shields=1 if ziggurat else 0, flags=[])
    lab.set_space(14, extra=pyramid, shields=1 if pyramid else 0, flags=[])
    lab.set_restoration(tokens=tokens)
    lab.settle()
    lab.hand("rage")
    lab.end_turn()
    return lab


@pytest.mark.parametrize(("tokens", "ziggurat", "pyramid"), [(1, 1, 1), (2, 0, 1), (2, 1, 0)])
def test_no_part_of_the_goal_may_be_missing(tokens, ziggurat, pyramid):
    assert near_the_goal(tokens, ziggurat, pyramid).row()["win"] == 0


def test_floors_and_pyramid_are_asked_for_each_by_itself():
    """p. 28: two floors without the pyramid are not enough, nor is one of either where more floors are asked for."""
    assert near_the_goal(side="ziggurat").row()["win"] == 0
    assert near_the_goal(side="ziggurat", end_pyramids=0).row()["win"] == 1
    assert near_the_goal(end_floors=3).row()["win"] == 0


def test_the_goal_and_one_last_turn():
    """2 tokens, a floor of the ziggurat and one of the pyramid: won, one more turn, the dummy has none (p. 28)."""
    lab = near_the_goal()
    assert lab.row()["win"] == 1
    assert not lab.over
    dummy = lab.table()["dummy_deck"]
    while lab.step == Step.STEP_BEFORE_TURN and lab.can(Act.ACT_DONE):
        lab.do(Act.ACT_DONE)
    lab.end_turn()
    assert lab.over
    assert lab.table()["dummy_deck"] == dummy


def test_score_lines():
    """3 a token, 5 a ziggurat or pyramid, 15 for the goal, 30 a Round early, 1 a dummy card, 5 unannounced (p. 28)."""
    lab = near_the_goal(tokens=4, ziggurat=2, pyramid=3)
    score = lab.score()
    assert (score["restored"], score["ascended"], score["goal"]) == (12, 10, 15)
    assert score["adventurer"] == 4
    assert score["rounds"] == 60
    assert score["dummy"] == lab.table()["dummy_deck"]
    assert score["unannounced"] == 5
    lines = [n for name, n in score.items() if name != "total"]
    assert score["total"] == sum(lines)
    row = lab.row()
    assert (row["score_restored"], row["score_ascended"]) == (12, 10)
    assert (row["site_tokens"], row["floors_conquered"]) == (4, 2)
    assert near_the_goal(tokens=4, pyramid=0).score()["ascended"] == 5


def test_parameters_of_the_scenario():
    """pp. 26-28: three Rounds, Blitz start, a friendly city."""
    p = scenario(NAME).resolve()
    assert (p.rounds, p.countryside, p.cores, p.cities) == (3, 4, 1, 1)
    assert p.city.mode == "friendly"
    assert p.tiles.shape == "wedge"
    assert (p.start.fame, p.start.reputation, p.fame_per_level, p.extra_dice, p.extra_units) == (1, 2, 1, 1, 1)
    assert p.remove_tactics
    r = p.restoration
    assert (r.destroyed_tokens, r.tokens, r.floors, r.ziggurats, r.pyramids) == (16, 2, 2, 1, 1)


def test_order_of_the_rows():
    assert tuple(tables().names["restoration"]) == ROWS


@pytest.mark.parametrize(
    ("path", "value", "word"),
    [
        ("scenario.restoration.present", False, "restoration"),
        ("scenario.tiles.countryside.number", 3, "ziggurat"),
        ("scenario.tiles.core.number", 2, "pyramid"),
        ("scenario.tiles.forced_core", "core_3", "forced_core"),
        ("scenario.tiles.top", "pyramid", "countryside"),
        ("content.restoration.village.fight", "grey", "Influence"),
    ],
)
def test_what_does_not_fit_is_refused(path, value, word):
    with pytest.raises(MkbalanceError, match=word):
        scenario(NAME).set(path, value).expand(["tovak"], tables())


def test_costs_are_swept_by_overrides():
    """The unknown costs are numbers of the content."""
    s = mk.scenario(NAME).set("content.restoration.village.influence", 1)
    result = mk.simulate(s, players="tovak:random", games=5, seed=3).summary()
    assert "restoration.village" in result["content"]["estimated"]


def test_estimates_are_named_only_where_they_matter():
    named = [
        mk.simulate(mk.scenario(name), players="tovak:random", games=5, seed=3).summary()["content"]["estimated"]
        for name in (NAME, "against_the_dragon/solo")
    ]
    assert sum(entry.startswith("restoration.") for entry in named[0]) == 8
    assert not any(entry.startswith("restoration.") for entry in named[1])


def test_players_aim_at_the_goal():
    """Scripted players restore and ascend, the stronger ones more; all score above random play."""
    frames = {
        player: mk.simulate(mk.scenario(NAME), players=f"tovak:{player}", games=60, seed=3).frame
        for player in ("random", "quick", "competent")
    }
    means = {player: frame[["score", "sites_restored", "floors_conquered"]].mean() for player, frame in frames.items()}
    for weaker, stronger in (("random", "quick"), ("quick", "competent")):
        assert (means[weaker] < means[stronger]).all(), (weaker, means)
    assert means["competent"]["sites_restored"] > 1
