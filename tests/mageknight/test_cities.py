"""Cities (R11): assault, bonuses, Shields, leader, interaction."""

import pytest
from laboratory import BLUE, GREEN, RED, WHITE, Act, Step, card, enemy, game, space, tables, unit

E = space("E")


def city(colour, garrison, conquered=False, **kwargs):
    """The Hero next to a city, Move 2 in hand; its garrison by name."""
    lab = game(
        field={"E": {"terrain": "hills", "site": "city", "city": colour}},
        city_mode=0,
        city_levels=[4, 0, 0, 0],
        **kwargs,
    )
    lab.set_garrison(0, [] if conquered else [enemy(name) for name in garrison])
    if conquered:
        lab.set_shields(0, [0, 0, 0])
        lab.set_space(E, flags=["conquered"], shields=1)
    lab.set_turn(move=2)
    lab.settle()
    return lab


BONUS = {
    # id: city, defender, attacks as (value, traits), Armor (R11.2)
    "R11.2-white-armor": (WHITE, "swordsmen", [(6, 0)], 6),
    "R11.2-blue-fire": (BLUE, "fire_mages", [(8, 0)], 5),
    "R11.2-blue-ice": (BLUE, "ice_mages", [(7, 0)], 6),
    "R11.2-blue-cold-fire": (BLUE, "altem_mages", [(5, 2 | 4)], 8),
    "R11.2-blue-not-physical": (BLUE, "swordsmen", [(6, 0)], 5),
    "R11.2-blue-each-attack": (BLUE, "heroes_fire", [(4, 0), (4, 0)], 4),
    "R11.2-red-brutal": (RED, "swordsmen", [(6, 2)], 5),
    "R11.2-red-not-fire": (RED, "fire_mages", [(6, 0)], 5),
    "R11.2-green-poison": (GREEN, "swordsmen", [(6, 4)], 5),
    "R11.2-green-not-ice": (GREEN, "ice_mages", [(5, 0)], 6),
}


@pytest.mark.parametrize("case", BONUS.values(), ids=BONUS)
def test_bonus(case):
    colour, name, attacks, armor = case
    lab = city(colour, [name])
    lab.move("E")
    foe = lab.foes()[0]
    assert [(value, traits) for value, _, _, traits in foe["attacks"]] == attacks
    assert (foe["armor"], foe["fort_site"]) == (armor, 1)
    assert lab.player()["reputation"] == 2 - 1


def test_bonus_reaches_what_a_defender_summons():
    """R9.3.1, R11.2: the summoned enemy gets it too, and is not fortified."""
    lab = city(RED, ["illusionists"])
    lab.next_token(enemy("gargoyle"))
    lab.move("E")
    lab.end_phase()
    summoned = lab.foes()[1]
    assert (summoned["attacks"][0][3], summoned["fort_site"]) == (2, 0)


def test_bonus_is_not_for_rampagers():
    """R11.2, R9.1.3."""
    lab = game(
        field={"E": {"site": "city", "city": WHITE}, "NE": {"site": "marauding_orcs"}},
        city_mode=0,
        city_levels=[4, 0, 0, 0],
    )
    lab.set_garrison(0, [enemy("swordsmen")])
    lab.put(space("NE"), [enemy("prowlers")])
    lab.set_turn(move=2)
    lab.settle()
    lab.move("E")
    assert [(f["armor"], f["fort_site"]) for f in lab.foes()] == [(6, 1), (3, 0)]


@pytest.mark.case("B40")
def test_a_shield_for_each_defender():
    """B40, R11.3, R11.4: a Shield per token beaten; with some left the Hero goes back and they stay, face up."""
    lab = city(BLUE, ["swordsmen", "fire_mages", "golems"])
    lab.move("E")
    lab.block_all()
    lab.attack(0, 2, melee=[(99, "coldfire")])
    lab.end_phase()
    left = lab.cities()[0]
    assert (left["shields"], left["garrison"], left["face_up"]) == ([0, 0], [enemy("fire_mages")], 1)
    assert (lab.player()["space"], lab.table()["won"]) == (7, 0)
    lab.go_to(Step.STEP_MOVE)
    lab.set_turn(move=2, action=0)
    lab.settle()
    lab.move("E")
    lab.block_all()
    lab.attack(0, melee=[(99, "coldfire")])
    assert lab.cities()[0]["shields"] == [0, 0, 0]
    assert (lab.player()["space"], lab.cities()[0]["garrison"]) == (E, [])


@pytest.mark.parametrize(
    ("shields", "bonus"),
    [([0, 0], 2), ([1, 0], 1), ([0, 1], 2), ([1, 0, 0], 2), ([1, 1], 0)],
    ids=["alone", "tie-to-the-earliest", "tie-own-first", "most", "none"],
)
def test_leader(shields, bonus):
    """B40, R11.4, R12.8.2: the leader has most Shields, the earliest on a tie: limit +2, others with a Shield +1."""
    lab = city(BLUE, [], conquered=True)
    lab.set_shields(0, shields)
    assert lab.limit() == 5 + bonus


def inside(colour, influence):
    lab = city(colour, [], conquered=True)
    lab.move("E")
    lab.do(Act.ACT_INTERACT)
    assert lab.turn()["influence"] == 1 + 3  # Reputation +2 counts 1, three own Shields (R11.5)
    lab.set_turn(influence=influence)
    lab.settle()
    return lab


def test_white_city():
    """R11.5: any Unit; 2 Influence add an Elite Unit to the offer, again and again (ruling 10)."""
    lab = inside(WHITE, 4)
    lab.set_offers(units=[unit("peasants"), unit("illusionists")])
    elites = lab.decks()["elites"]
    lab.settle()
    assert [o[0] for o in lab.options(Act.ACT_BUY_UNIT)] == [0]
    lab.do(Act.ACT_BUY_ELITE).do(Act.ACT_BUY_ELITE)
    assert lab.table()["units"][2:] == [elites[-1], elites[-2]]
    assert not lab.can(Act.ACT_BUY_ELITE)


def test_blue_city():
    """R11.5: Spells as in a mage tower; nothing else of the other cities."""
    lab = inside(BLUE, 30)
    lab.set_offers(spells=[card("fireball"), card("snowstorm"), card("tremor")])
    lab.set_source([RED, RED, RED, RED])
    lab.settle()
    assert [o[0] for o in lab.options(Act.ACT_BUY_SPELL)] == [0]
    for kind in (Act.ACT_BUY_ELITE, Act.ACT_BUY_ARTIFACT, Act.ACT_BUY_ACTION, Act.ACT_BUY_HEAL):
        assert not lab.can(kind)


def test_red_city():
    """R11.5 (ruling 11): 12 Influence an Artifact, drawn at the end of the turn, N + 1 for all of them."""
    lab = inside(RED, 25)
    lab.do(Act.ACT_BUY_ARTIFACT).do(Act.ACT_BUY_ARTIFACT)
    assert lab.turn()["influence"] == 1
    before = lab.decks()["artifacts"]
    lab.do(Act.ACT_DONE)
    lab.hand()
    lab.do(Act.ACT_END_TURN)
    assert sorted(o[0] for o in lab.options(Act.ACT_CHOOSE)) == sorted(before[-3:])


def test_green_city():
    """R11.5: 6 Influence for a card of the offer, which refills, or for the top card of the deck."""
    lab = inside(GREEN, 12)
    offer, deck = lab.table()["actions"], lab.decks()["actions"]
    assert [o[0] for o in lab.options(Act.ACT_BUY_ACTION)] == [0, 1, 2, 255]
    lab.do(Act.ACT_BUY_ACTION, 0, 1)
    assert lab.table()["actions"] == [*offer[1:], deck[-1]]
    lab.do(Act.ACT_BUY_ACTION, 255, 1)
    assert {offer[0], deck[-2]} <= set(lab.player()["deck_cards"])


def test_city_units_need_their_icon_elsewhere():
    """R14.3: only the white city recruits everything."""
    lab = inside(RED, 30)
    names = [unit("peasants"), unit("altem_mages")]
    lab.set_offers(units=names)
    lab.settle()
    wanted = [i for i, u in enumerate(names) if tables().arrays["units"][u]["sites"] >> 6 & 1]
    assert [o[0] for o in lab.options(Act.ACT_BUY_UNIT)] == wanted == [1]


def test_city_scoring_and_end():
    """R17.3, R17.4, R3.3.3: points per city conquered; the trigger gives the lone player one last turn."""
    lab = city(BLUE, ["swordsmen"], ends=4, cities=1, score_city=10)
    lab.move("E")
    lab.block_all()
    lab.attack(0, melee=[(9, "coldfire")])
    lab.hand()
    lab.do(Act.ACT_END_TURN)
    lab.finish()
    assert (lab.table()["won"], lab.over) == (1, False)
    assert lab.score()["cities"] == 10
    while not lab.over:
        lab.apply(len(lab.actions()) - 1)
    assert lab.table()["round"] == 1
