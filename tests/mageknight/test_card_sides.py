"""One line for each side of an Action card that does more than give points: situation and printed result (R6).

The plain sides are in test_printed_effects.py, the odd corners of the others in test_effects_cards.py.
"""

import pytest
from laboratory import (
    BLACK,
    GOLD,
    GREEN,
    HERO,
    RED,
    Act,
    Step,
    card,
    fight,
    game,
    space,
    unit,
)

HARMLESS = {"prowlers": {"attacks": [(1, "physical")], "armor": 9}}


def quiet(lab, *hand, wounds=None, **tokens):
    """No dice; these cards in hand and these tokens."""
    lab.set_source([])
    lab.set_seat(deck=[card("march")] * 8)
    lab.tokens(**tokens)
    return lab.hand(*hand, wounds=wounds)


def peace(*hand, wounds=None, field=None, **tokens):
    return quiet(game(field=field), *hand, wounds=wounds, **tokens)


def battle(*hand, foes=("prowlers",), enemies=HARMLESS, units=(), flags=(), **tokens):
    return quiet(fight(list(foes), enemies=dict(enemies), units=units, flags=flags), *hand, **tokens)


def blocking(lab):
    return lab.end_phase().do(Act.ACT_BLOCK, 0, 0)


def choose(lab, *answer):
    return lab.do(Act.ACT_CHOOSE, *answer)


def take(lab, *, prefer=()):
    """Answer what is asked: an option of `prefer` where there is one, else the first."""
    while lab.task is not None and not lab.over:
        found = lab.options(Act.ACT_CHOOSE) + lab.options(Act.ACT_DISCARD)
        if not found:
            return lab
        wanted = next((o for o in found if o[0] in prefer), found[0])
        lab.do(Act.ACT_CHOOSE if lab.options(Act.ACT_CHOOSE) else Act.ACT_DISCARD, *wanted)
    return lab


def crystals(lab):
    return lab.player()["crystals"]


def points(lab):
    """Attack points by kind and element, Block by element, those that are not 0."""
    combat = lab.combat()
    return {i: n for i, n in enumerate([*combat["points"], *combat["block"]]) if n}


def melee(n, element=0):
    return {element: n}


def ranged(n, element=0):
    return {4 + element: n}


def siege(n, element=0):
    return {8 + element: n}


def block(n, element=0):
    return {12 + element: n}


# ---------------------------------------------------------------- mana and crystals


@pytest.mark.parametrize(
    ("name", "powered", "rights"), [("mana_draw", 0, 2), ("mana_pull", 0, 2), ("mana_storm", 1, 4)]
)
def test_extra_dice(name, powered, rights):
    """R5.4, R5.5: one die more this turn; Mana Storm three more, after all were rolled."""
    lab = peace(name, white=1)
    lab.set_source([RED, RED, GREEN])
    lab.settle()
    lab.play(name, powered=bool(powered))
    assert lab.turn()["dice_rights"] == rights


@pytest.mark.parametrize(("name", "powered"), [("mana_pull", False), ("mana_storm", True)])
def test_a_black_die_by_day(name, powered):
    """Mana Pull: an extra black die is mana of any colour; Mana Storm: so are all gold and black ones."""
    lab = peace(name, "rage", "march", white=1)
    lab.set_source([BLACK] * 3)
    lab.settle()
    assert not lab.can(Act.ACT_PLAY, card("rage"), 1)
    lab.play(name, powered=powered)
    lab.set_source([BLACK] * 3)
    lab.tokens()
    assert lab.can(Act.ACT_PLAY, card("march"), 1)
    lab.play("march", powered=True)
    take(lab)
    assert lab.turn()["move"] == 4


@pytest.mark.parametrize(("name", "dice", "mana"), [("mana_draw", 1, 2), ("mana_pull", 2, 2)])
def test_dice_set_to_a_colour(name, dice, mana):
    """Powered: one die gives two mana of a chosen colour, or two dice one each; depleted ones too."""
    lab = peace(name, white=1)
    lab.set_source([BLACK, BLACK, BLACK])
    lab.settle()
    lab.play(name, powered=True)
    take(lab)
    assert sum(lab.turn()["mana"]) == mana
    assert lab.turn()["mana"][GOLD] == 0


def test_mana_storm_takes_a_crystal_of_a_die():
    """A basic die: crystal of its colour; the die is rolled again and stays in the Source."""
    lab = peace("mana_storm")
    lab.set_source([GOLD, GREEN, BLACK])
    lab.settle()
    take(lab.play("mana_storm"))
    assert crystals(lab) == [0, 0, 1, 0]
    assert len(lab.table()["dice"]) == 3


def test_crystals_by_what_is_owned():
    """Crystal Mastery: a colour held; Power of Crystals: a colour not held."""
    for name, expected in (("crystal_mastery", [0, 2, 0, 0]), ("power_of_crystals", [1, 1, 0, 0])):
        lab = peace(name)
        lab.set_seat(crystals=[0, 1, 0, 0])
        lab.settle()
        take(lab.play(name))
        assert crystals(lab) == expected


def test_spell_forge():
    """The colour of one Spell of the offer, or of two different Spells."""
    for powered, expected in ((False, [1, 0, 0, 0]), (True, [2, 0, 0, 0])):
        lab = peace("spell_forge", blue=1)
        lab.set_offers(spells=[card("fireball"), card("demolish")])
        lab.settle()
        take(lab.play("spell_forge", powered=powered))
        assert crystals(lab) == expected


def test_decompose_gives_two_of_its_colour():
    lab = peace("decompose", "march")
    take(lab.play("decompose"))
    assert crystals(lab) == [0, 0, 2, 0]
    assert lab.out() == 1
    assert card("march") not in lab.player()["discard"] + lab.player()["hand"]


def test_crystal_joy_comes_back_for_a_card():
    """Crystal of the colour paid; at the end of the turn a card is discarded and this one is in hand again."""
    lab = peace("crystal_joy", "rage", green=1)
    lab.play("crystal_joy")
    assert crystals(lab) == [0, 0, 1, 0]
    lab.do(Act.ACT_END_TURN)
    while lab.task is not None and not lab.can(Act.ACT_DISCARD, card("rage")):
        lab.apply(0)
    lab.do(Act.ACT_DISCARD, card("rage"))
    lab.finish()
    assert card("crystal_joy") in lab.player()["hand"]
    assert card("rage") in lab.player()["discard"]


def test_blood_ritual():
    """Powered: Wound, three mana of any colours, and one basic mana may become a crystal."""
    lab = peace("blood_ritual", red=1)
    lab.play("blood_ritual", powered=True)
    for colour in (GOLD, BLACK, GREEN):
        choose(lab, colour)
    assert lab.player()["wounds"] == 1
    take(lab, prefer=(1,))
    while lab.options(Act.ACT_PAY):
        lab.do(Act.ACT_PAY, *next(o for o in lab.options(Act.ACT_PAY) if o[0] == GREEN))
    assert crystals(lab) == [0, 0, 1, 0]
    assert lab.turn()["mana"] == [0, 0, 0, 0, 1, 1]


# ---------------------------------------------------------------- one card through another


@pytest.mark.parametrize(("name", "bonus"), [("concentration", 2), ("will_focus", 3)])
def test_boost(name, bonus):
    """Another Action card powered for nothing, and more of what it gives (R6.9)."""
    lab = peace(name, "march", green=1)
    take(lab.play(name, powered=True))
    assert lab.turn()["move"] == 4 + bonus
    assert lab.turn()["mana"] == [0] * 6


def test_maximal_effect_powered():
    """The powered effect twice, free of its mana; the card leaves the game."""
    lab = peace("maximal_effect", "march", red=1)
    take(lab.play("maximal_effect", powered=True))
    assert lab.turn()["move"] == 8
    assert lab.out() == 1
    assert card("march") not in lab.player()["discard"] + lab.player()["hand"]


RITUAL = {  # colour thrown away: basic, powered
    "rage": (melee(5), melee(6, 1)),
    "stamina": (melee(3, 2), melee(4, 3)),
    "swiftness": (ranged(3), ranged(4, 1)),
    "march": (siege(2), siege(3, 1)),
}


@pytest.mark.parametrize("thrown", RITUAL)
def test_ritual_attack(thrown):
    for powered in (False, True):
        lab = battle("ritual_attack", thrown, red=1).to_attack_phase().do(Act.ACT_TARGET, 0)
        lab.hand("ritual_attack", thrown, wounds=0)
        option = next(o for o in lab.options(Act.ACT_PLAY) if o[:2] == (card("ritual_attack"), int(powered)))
        take(lab.do(Act.ACT_PLAY, *option))
        assert points(lab) == RITUAL[thrown][powered]


@pytest.mark.parametrize(("powered", "pile"), [(False, "discard"), (True, "hand")])
def test_training(powered, pile):
    """An Action thrown away for one of its colour from the offer; powered: to hand."""
    lab = peace("training", "rage", green=1)
    lab.set_offers(actions=[card("ice_bolt"), card("fire_bolt"), card("swift_bolt")])
    lab.settle()
    take(lab.play("training", powered=powered))
    assert card("fire_bolt") in lab.player()[pile]
    assert lab.out() == 1
    assert card("rage") not in lab.player()["discard"] + lab.player()["hand"]


def test_blood_of_ancients_takes_a_card():
    """Wound, a mana, and a card of its colour to hand."""
    lab = peace("blood_of_ancients", blue=1)
    lab.set_offers(actions=[card("ice_bolt"), card("fire_bolt"), card("swift_bolt")])
    lab.settle()
    take(lab.play("blood_of_ancients"))
    assert lab.player()["wounds"] == 1
    assert card("ice_bolt") in lab.player()["hand"]
    assert lab.turn()["mana"] == [0] * 6


def test_magic_talent_buys_a_spell():
    """A basic mana beside the blue one: a Spell of its colour to the discard pile."""
    lab = peace("magic_talent", blue=1, red=1)
    lab.set_offers(spells=[card("chill"), card("fireball"), card("cure")])
    lab.settle()
    lab.play("magic_talent", powered=True)
    while lab.options(Act.ACT_PAY):
        lab.do(Act.ACT_PAY, *next((o for o in lab.options(Act.ACT_PAY) if o[0] == RED), lab.options(Act.ACT_PAY)[0]))
    take(lab)
    assert card("fireball") in lab.player()["discard"]


def test_learning_to_hand_for_nine():
    lab = peace("learning", white=1)
    lab.set_offers(actions=[card("ice_bolt"), card("fire_bolt"), card("swift_bolt")])
    lab.play("learning", powered=True)
    assert lab.turn()["influence"] == 4
    lab.set_turn(influence=8)
    lab.settle()
    assert not lab.can(Act.ACT_BUY_ACTION)
    lab.set_turn(influence=9)
    lab.settle()
    lab.do(Act.ACT_BUY_ACTION, *lab.options(Act.ACT_BUY_ACTION)[0][:2])
    assert {card("ice_bolt"), card("fire_bolt"), card("swift_bolt")} & {*lab.player()["hand"]}
    assert lab.turn()["influence"] == 0


def test_steady_tempo_to_the_top():
    lab = peace("steady_tempo", "rage", blue=1)
    lab.play("steady_tempo", powered=True)
    assert lab.turn()["move"] == 4
    lab.do(Act.ACT_END_TURN)
    if lab.can(Act.ACT_CHOOSE):
        lab.do(Act.ACT_CHOOSE, *lab.options(Act.ACT_CHOOSE)[0])
    lab.finish()
    assert card("steady_tempo") in lab.player()["hand"], "drawn at once"


# ---------------------------------------------------------------- movement

TERRAIN_COSTS = {
    # card side: what is played, Move it gives, terrain of the space to the NE and its cost then (R1.3)
    "frost_bridge.basic": (0, 2, {"swamp": 1, "lake": 255, "hills": 3}),
    "frost_bridge.powered": (1, 4, {"swamp": 1, "lake": 1, "hills": 3}),
    "song_of_wind.powered": (1, 2, {"plains": 0, "desert": 3, "wasteland": 2, "lake": 0, "hills": 3}),
    "path_finding.powered": (
        1,
        4,
        {"plains": 2, "forest": 2, "wasteland": 2, "swamp": 2, "lake": 255, "mountain": 255},
    ),
    "mountain_lore.powered": (1, 5, {"mountain": 5, "lake": 255, "hills": 3}),
    "mountain_lore.basic": (0, 3, {"mountain": 255, "hills": 3}),
    "druidic_paths.powered": (1, 4, {"hills": 2, "forest": 3}),
}


@pytest.mark.parametrize("side", TERRAIN_COSTS)
def test_terrain(side):
    name, (powered, move, costs) = side.split(".")[0], TERRAIN_COSTS[side]
    for terrain, cost in costs.items():
        lab = peace(name, field={"NE": terrain}, blue=2, white=1, green=1)
        lab.do(Act.ACT_PLAY, card(name), powered, 0)
        while lab.options(Act.ACT_PAY):
            lab.do(Act.ACT_PAY, *lab.options(Act.ACT_PAY)[0])
        take(lab, prefer=(1,))
        while lab.options(Act.ACT_PAY):
            lab.do(Act.ACT_PAY, *lab.options(Act.ACT_PAY)[0])
        assert (lab.turn()["move"], lab.cost(0)) == (move, cost), terrain


@pytest.mark.parametrize(
    ("powered", "terrain", "more"), [(0, "hills", 1), (1, "hills", 1), (1, "mountain", 2), (0, "plains", 0)]
)
def test_mountain_lore_draws_more(powered, terrain, more):
    """The turn ends in hills: one more at the next draw; powered: two in mountains, where one is safe."""
    lab = peace("mountain_lore", "rage", field={"NE": terrain}, green=1)
    lab.play("mountain_lore", powered=bool(powered)).move("NE").end_turn()
    assert lab.player()["space"] == space("NE")
    assert len(lab.player()["hand"]) == 5 + more


def test_tirelessness_helps_the_next_card_only():
    lab = peace("tirelessness", "march", "march")
    lab.play("tirelessness").play("march")
    assert lab.turn()["move"] == 2 + 2 + 1
    lab.play("march")
    assert lab.turn()["move"] == 2 + 2 + 1 + 2


def test_savage_harvesting_powered_at_each_space():
    lab = peace("savage_harvesting", "rage", "swiftness", green=1)
    lab.play("savage_harvesting", powered=True)
    lab.move("NE").do(Act.ACT_DISCARD, card("rage"))
    lab.move("SE").do(Act.ACT_DISCARD, card("swiftness"))
    assert crystals(lab) == [1, 0, 0, 1]


@pytest.mark.parametrize(("option", "more"), [(0, 1), (1, 2)])
def test_temporal_portal_powered(option, more):
    """Two spaces and one card more, or one space and two more."""
    lab = peace("temporal_portal", blue=1)
    lab.play("temporal_portal", powered=True, option=option)
    far = {o[0] for o in lab.options(Act.ACT_CHOOSE)}
    assert (len(far) > 7) is (option == 0)
    choose(lab, space("E"), *lab.options(Act.ACT_CHOOSE)[0][1:2])
    lab.end_turn()
    assert len(lab.player()["hand"]) == 5 + more


# ---------------------------------------------------------------- Influence and Units


def at_village(*hand, **tokens):
    lab = peace(*hand, field={"C": {"terrain": "plains", "site": "village"}}, **tokens)
    lab.set_seat(rep=0)
    lab.set_offers(units=[unit("peasants"), unit("foresters")])
    lab.settle()
    return lab.do(Act.ACT_INTERACT)


@pytest.mark.parametrize(("powered", "influence", "fame"), [(False, 3, 0), (True, 6, 1)])
def test_heroic_tale(powered, influence, fame):
    """Reputation 1 per Unit recruited this turn; powered: Fame 1 as well."""
    lab = at_village("heroic_tale", white=1)
    lab.play("heroic_tale", powered=powered)
    assert lab.turn()["influence"] == influence
    lab.set_turn(influence=9)
    lab.settle()
    before = lab.player()
    lab.do(Act.ACT_BUY_UNIT, 0)
    after = lab.player()
    assert (after["reputation"] - before["reputation"], after["fame"] - before["fame"]) == (1, fame)


def test_ruthless_coercion():
    """A recruit for 2 less costs Reputation 1; powered: 2 Influence a level ready Units of levels 1 and 2."""
    lab = at_village("ruthless_coercion")
    lab.play("ruthless_coercion")
    assert lab.turn()["influence"] == 2
    lab.do(Act.ACT_BUY_UNIT, *next(o for o in lab.options(Act.ACT_BUY_UNIT) if o[0] == 0))
    assert lab.turn()["influence"] == 0  # Peasants cost 4
    assert lab.player()["reputation"] == -1
    lab = peace("ruthless_coercion", red=1)
    lab.set_seat(rep=0, units=[(unit("fire_golems"), 0, 0), (unit("utem_swordsmen"), 0, 0)], level=5)
    lab.settle()
    lab.play("ruthless_coercion", powered=True)
    assert 0 not in [o[0] for o in lab.options(Act.ACT_CHOOSE)]
    choose(lab, 1)
    assert [u["ready"] for u in lab.player()["units"]] == [0, 1]
    assert (lab.turn()["influence"], lab.player()["reputation"]) == (6 - 4, -1)


@pytest.mark.parametrize(("powered", "bonus"), [(False, 2), (True, 3)])
def test_into_the_heat(powered, bonus):
    """At the start of combat: own Units attack and block for more, and take no damage."""
    lab = battle("into_the_heat", units=("peasants", "foresters"), red=1)
    lab.play("into_the_heat", powered=powered)
    blocking(lab).do(Act.ACT_UNIT, 1, 1)
    assert points(lab) == block(3 + bonus)
    lab = battle("into_the_heat", units=("peasants",), enemies={"prowlers": {"attacks": [(3, "physical")]}}, red=1)
    lab.play("into_the_heat", powered=powered).end_phase().end_phase()
    assert {o[2] for o in lab.options(Act.ACT_ASSIGN)} == {HERO}


def test_force_of_nature_gives_a_unit_physical_resistance():
    """Foresters (Armor 4) take 4 of a physical attack unharmed (R9.5.4)."""
    lab = battle("force_of_nature", units=("foresters",), enemies={"prowlers": {"attacks": [(4, "physical")]}})
    take(lab.play("force_of_nature"))
    lab.end_phase().end_phase().assign(0)
    assert lab.player()["units"][0]["wounds"] == 0
    assert lab.step == Step.STEP_ATTACK


# ---------------------------------------------------------------- combat


def test_cold_toughness_counts_icons():
    """Ice Block 5, and 1 per ability, attack colour and resistance: Brutal, fire, two resistances."""
    lab = blocking(battle("cold_toughness", foes=("fire_golems",), enemies={}, blue=1))
    lab.play("cold_toughness", powered=True)
    assert points(lab) == block(5 + 4, 2)


def test_ice_shield_lowers_armor():
    """Ice Block 3; the enemy blocked with it has Armor -3 for the combat."""
    lab = blocking(battle("ice_shield", blue=1)).play("ice_shield", powered=True)
    assert points(lab) == block(3, 2)
    lab.do(Act.ACT_RESOLVE)
    assert lab.foes()[0]["armor"] == 9 - 3


@pytest.mark.parametrize(("powered", "move", "kind"), [(False, 2, 0), (True, 4, 0), (True, 4, 1)])
def test_agility(powered, move, kind):
    """Move is Attack in combat, 1 for 1; powered also Ranged Attack, 2 for 1."""
    lab = battle("agility", enemies={"prowlers": {"attacks": [(1, "physical")], "armor": 9}}, white=1)
    lab.end_phase().play("agility", powered=powered).end_phase().assign()
    assert lab.turn()["move"] == move
    lab.do(Act.ACT_TARGET, 0)
    assert lab.can(Act.ACT_CONVERT, 1) is powered
    lab.do(Act.ACT_CONVERT, kind)
    assert points(lab) == (ranged(1) if kind else melee(1))
    assert lab.turn()["move"] == move - (2 if kind else 1)


@pytest.mark.parametrize(("powered", "influence", "element"), [(False, 2, 0), (True, 4, 1), (True, 4, 2)])
def test_diplomacy(powered, influence, element):
    """Influence is Block, powered of ice or fire."""
    lab = blocking(battle("diplomacy", white=1))
    options = [o for o in lab.options(Act.ACT_PLAY) if o[:2] == (card("diplomacy"), int(powered))]
    lab.do(Act.ACT_PLAY, *(options[element - 1] if powered else options[0]))
    assert lab.turn()["influence"] == influence
    lab.do(Act.ACT_CONVERT, 2, *lab.options(Act.ACT_CONVERT)[0][1:])
    assert points(lab) == block(1, element)


@pytest.mark.parametrize(("powered", "attack", "blocked"), [(False, 1, 2), (True, 2, 4)])
def test_ambush(powered, attack, blocked):
    """The first Attack or Block card is worth more, whichever comes first."""
    lab = quiet(game(field={"NE": {"terrain": "plains", "site": "marauding_orcs"}}), "ambush", "rage", "rage", green=1)
    lab.play("ambush", powered=powered)
    assert lab.turn()["move"] == (4 if powered else 2)
    lab.fight([0])
    lab.settle()
    lab.end_phase().do(Act.ACT_BLOCK, 0, 0)
    lab.play("rage", option=1)
    assert points(lab) == block(2 + blocked)
    lab = quiet(game(), "ambush", "rage", "rage", green=1)
    lab.play("ambush", powered=powered)
    lab.fight([0])
    lab.settle()
    lab.block_all().do(Act.ACT_TARGET, 0)
    lab.play("rage").play("rage")
    assert points(lab) == melee(2 + attack + 2)


def test_rush_of_adrenaline_powered():
    """The first Wound to hand leaves the game and draws; the next three draw."""
    lab = peace("rush_of_adrenaline", "blood_ritual", "blood_ritual", red=1)
    lab.set_seat(deck=[card("stamina")] * 6)
    lab.settle()
    lab.play("rush_of_adrenaline", powered=True)
    for wounds, drawn in ((0, 1), (1, 2)):
        lab.play("blood_ritual")
        take(lab)
        assert (lab.player()["wounds"], lab.player()["hand"].count(card("stamina"))) == (wounds, drawn)
