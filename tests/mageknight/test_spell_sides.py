"""One line for each side of a Spell or Artifact and each Unit ability that does more than give points (R6, R7)."""

import pytest
from laboratory import HERO, Act, Step, card, enemy, fight, game, space, tables, unit
from test_card_sides import battle, block, blocking, choose, crystals, melee, peace, points, quiet, ranged, siege, take
from test_familiars import recruited

PREVENTED = 2  # state of an attack that does not happen (R9.6.2)
WEAK = {"attacks": [(1, "physical")], "armor": 3, "fame": 2}


def night(lab):
    lab.set_time(night=True)
    lab.settle()
    return lab


def attacking(lab, *hand):
    """The Attack phase with one enemy as target and these cards in hand."""
    lab.to_attack_phase()
    return lab.hand(*hand, wounds=0).do(Act.ACT_TARGET, 0)


def states(lab, foe=0):
    return {attack[2] for attack in lab.foes()[foe]["attacks"]}


def defeated(lab):
    return [bool(foe["flags"] & 1) for foe in lab.foes()]


# ---------------------------------------------------------------- Spells


def test_burning_shield():
    """Fire Block 4; if the block succeeds a Fire Attack of 4 follows in the Attack phase."""
    lab = blocking(battle("burning_shield", red=1)).play("burning_shield")
    assert points(lab) == block(4, 1)
    lab.do(Act.ACT_RESOLVE).do(Act.ACT_TARGET, 0)
    lab.do(Act.ACT_CONVERT, *lab.options(Act.ACT_CONVERT)[0])
    assert points(lab) == melee(4, 1)


def test_exploding_shield():
    """The enemy whose block it helped is destroyed, with its Fame."""
    lab = battle(
        "burning_shield", foes=("prowlers", "diggers"), enemies={"prowlers": {**WEAK, "armor": 30}}, red=1, black=1
    )
    fame = lab.player()["fame"]
    blocking(night(lab)).play("burning_shield", powered=True).do(Act.ACT_RESOLVE)
    assert (defeated(lab)[0], lab.player()["fame"]) == (True, fame + 2)


@pytest.mark.parametrize("name", ["demolish", "whirlwind"])
def test_one_enemy_is_destroyed(name):
    """Disintegrate, Tornado: only in the Attack phase; Disintegrate takes 1 Armor off the others."""
    colour = {"demolish": "red", "whirlwind": "white"}[name]
    lab = night(battle(name, foes=("prowlers", "cursed_hags"), enemies={}, black=1, **{colour: 1}))
    assert not lab.can(Act.ACT_PLAY, card(name), 1)
    lab.block_all()
    lab.play(name, powered=True)
    take(lab)
    assert defeated(lab) == [True, False]
    assert lab.foes()[1]["armor"] == (4 if name == "demolish" else 5)


def test_whirlwind_stops_an_enemy():
    lab = battle("whirlwind", white=1)
    take(lab.play("whirlwind"))
    assert states(lab) == {PREVENTED}


def test_lethal_chill():
    """No attack, and Armor -4, 1 at least."""
    for name, armor in (("guardsmen", 3), ("prowlers", 1)):
        lab = night(battle("chill", foes=(name,), enemies={}, blue=1, black=1))
        take(lab.play("chill", powered=True))
        assert (states(lab), lab.foes()[0]["armor"]) == ({PREVENTED}, armor)


def test_earthquake():
    """One enemy -3, a fortified one -6; or every enemy -2, a fortified one -4; 1 at least."""
    for foe, armor in (("swordsmen", 2), ("guardsmen", 1)):
        lab = night(battle("tremor", foes=(foe,), enemies={}, green=1, black=1))
        take(lab.play("tremor", powered=True, option=0))
        assert lab.foes()[0]["armor"] == armor
    lab = night(battle("tremor", foes=("swordsmen", "guardsmen"), enemies={}, green=1, black=1))
    take(lab.play("tremor", powered=True, option=1))
    assert [foe["armor"] for foe in lab.foes()] == [3, 3]


@pytest.mark.parametrize(("option", "armor"), [(0, [2, 7]), (1, [3, 5])])
def test_tremor(option, armor):
    """One enemy -3, or every enemy -2."""
    lab = battle("tremor", foes=("swordsmen", "guardsmen"), enemies={}, green=1)
    take(lab.play("tremor", option=option))
    assert [foe["armor"] for foe in lab.foes()] == armor


def test_disease():
    """Every enemy blocked has Armor 1."""
    lab = night(battle("cure", foes=("swordsmen", "guardsmen"), enemies={}, green=1, black=1))
    blocking(lab).block_with(40, 3)
    lab.do(Act.ACT_RESOLVE).end_phase().assign(HERO, 1)
    lab.play("cure", powered=True)
    assert [foe["armor"] for foe in lab.foes()] == [1, 7]


@pytest.mark.parametrize(("option", "left"), [(0, "resist"), (1, "fort")])
def test_mass_expose(option, left):
    """All lose their fortifications, or all their resistances; Ranged Attack 3."""
    lab = night(battle("expose", foes=("diggers", "ironclads"), enemies={}, white=1, black=1))
    lab.do(Act.ACT_TARGET, 1)
    lab.play("expose", powered=True, option=option)
    assert points(lab) == ranged(3)
    for name in ("resist", "fort"):
        assert bool(sum(foe[name] for foe in lab.foes())) is (name == left)


def test_mist_form():
    """Move 4; every terrain costs 2, lakes too; no hills and mountains from then on."""
    lab = peace("mist_form", field={"NE": "swamp", "E": "lake", "SE": "hills", "SW": "mountain"}, blue=1)
    lab.play("mist_form")
    assert lab.turn()["move"] == 4
    assert [lab.cost(n) for n in range(4)] == [2, 2, 255, 255]
    assert not lab.safe(space("E"))


def test_underground_travel():
    """Up to three spaces for nothing, never through swamp or lake, ending safe."""
    lab = peace("underground_travel", field={"NE": "swamp", "E": "mountain", "SE": "lake"}, green=1)
    lab.play("underground_travel")
    ends = {o[0] for o in lab.options(Act.ACT_CHOOSE)}
    assert space("W") in ends
    assert not ends & {space("NE"), space("E"), space("SE")}
    choose(lab, *next(o for o in lab.options(Act.ACT_CHOOSE) if o[0] == space("W")))
    assert (lab.player()["space"], lab.turn()["move"]) == (space("W"), 0)


def test_underground_attack():
    """Ends on a fortified site, which is assaulted without its fortification."""
    lab = peace("underground_travel", "swiftness", field={"E": {"terrain": "hills", "site": "keep"}})
    lab.put(space("E"), [enemy("crossbowmen")])
    night(lab).tokens(green=1, black=1, white=1).play("underground_travel", powered=True)
    take(lab, prefer=(space("E"),))
    assert lab.step == Step.STEP_RANGED
    assert [foe["row"] for foe in lab.foes()] == [enemy("crossbowmen")]
    lab.do(Act.ACT_TARGET, 0).play("swiftness", powered=True)
    assert points(lab) == ranged(3)
    assert lab.combat()["attack_need"] == 4


@pytest.mark.parametrize(("terrain", "healed"), [("plains", 3), ("forest", 5)])
def test_restoration(terrain, healed):
    lab = peace("restoration", field={"C": terrain}, wounds=5, green=1)
    assert lab.play("restoration").turn()["heal"] == healed


@pytest.mark.parametrize("powered", [False, True])
def test_meditation(powered):
    """Two cards of the discard pile back to the deck, random or chosen; two more at the next draw."""
    lab = peace("meditation", "rage", green=1, black=1 if powered else 0)
    lab.set_seat(discard=[card("fire_bolt"), card("ice_bolt"), card("swift_bolt")])
    lab.set_time(night=powered)
    lab.settle()
    take(lab.play("meditation", powered=powered))
    assert lab.player()["deck"] == 8 + 2
    assert len(lab.player()["discard"]) == 1
    assert lab.limit() == 5 + 2


def test_trance_names_each_card_once():
    """A chosen card by its name: any of equal ones will do, however many Wounds lie among them."""
    lab = peace("meditation", green=1, black=1)
    lab.set_seat(discard=[card("wound")] * 270 + [card("fire_bolt"), card("ice_bolt")])
    lab.set_time(night=True)
    lab.settle()
    choose(lab.play("meditation", powered=True), 1)
    assert {o[0] for o in lab.options(Act.ACT_CHOOSE)} == {card("wound"), card("fire_bolt"), card("ice_bolt")}
    choose(choose(lab, card("ice_bolt")), card("wound"))
    assert lab.player()["discard"] == [card("wound")] * 269 + [card("fire_bolt")]
    assert lab.deck()[-2:] == [card("ice_bolt"), card("wound")]


def test_wings_of_wind():
    """One space a Move over anything, five at most, ending safe."""
    lab = peace("wings_of_wind", field={"NE": "lake", "E": "mountain"}, white=1)
    lab.set_turn(move=2)
    lab.settle()
    lab.play("wings_of_wind")
    ends = {o[0] for o in lab.options(Act.ACT_CHOOSE)}
    assert space("W") in ends
    assert not ends & {space("NE"), space("E")}
    choose(lab, *next(o for o in lab.options(Act.ACT_CHOOSE) if o[0] == space("W")))
    assert (lab.player()["space"], lab.turn()["move"]) == (space("W"), 1)


def test_call_to_glory():
    """A Unit of the offer for nothing."""
    lab = night(peace("call_to_arms", white=1, black=1))
    lab.set_offers(units=[unit("altem_guardians")])
    lab.settle()
    take(lab.play("call_to_arms", powered=True))
    assert [u["kind"] for u in lab.player()["units"]] == [unit("altem_guardians")]


def test_offering():
    """Red crystal; up to three cards become crystals of their colours."""
    lab = peace("offering", "march", "swiftness", red=1)
    lab.play("offering")
    while lab.task is not None:
        found = lab.options(Act.ACT_DISCARD)
        lab.do(Act.ACT_DISCARD, *found[0]) if found else choose(lab, *lab.options(Act.ACT_CHOOSE)[-1])
    assert crystals(lab) == [1, 0, 1, 1]
    assert lab.player()["hand"] == []


# ---------------------------------------------------------------- Artifacts


def test_banner_of_fear_powered():
    """Up to three enemies do not attack; the Banner leaves the game."""
    lab = battle("banner_of_fear", foes=("prowlers", "diggers", "cursed_hags"), enemies={})
    lab.play("banner_of_fear", powered=True)
    for foe in range(3):
        if lab.can(Act.ACT_CHOOSE, foe):
            choose(lab, foe)
    take(lab)
    assert [states(lab, foe) for foe in range(3)] == [{PREVENTED}] * 3
    assert lab.out() == 1
    assert card("banner_of_fear") not in lab.player()["discard"] + lab.player()["hand"] + lab.player()["played"]


def test_banners_of_courage_and_fortitude_powered():
    """All Units ready; all Units healed."""
    for name, expected in (("banner_of_courage", [(1, 1), (1, 2)]), ("banner_of_fortitude", [(0, 0), (0, 0)])):
        lab = peace(name)
        lab.set_seat(units=[(unit("peasants"), 0, 1), (unit("altem_guardians"), 0, 2)])
        lab.settle()
        lab.play(name, powered=True)
        assert [(u["ready"], u["wounds"]) for u in lab.player()["units"]] == expected


RINGS = {"ruby_ring": "fireball", "sapphire_ring": "snowstorm", "diamond_ring": "expose", "emerald_ring": "tremor"}


@pytest.mark.parametrize("name", RINGS)
def test_rings_powered(name):
    """Any number of mana of the colour and black this turn; Fame 1 per Spell of the colour."""
    spell = RINGS[name]
    lab = night(battle(name, spell, "rage"))
    lab.play(name, powered=True)
    fame = lab.player()["fame"]
    if lab.can(Act.ACT_TARGET, 0):
        lab.do(Act.ACT_TARGET, 0)
    take(lab.play(spell, powered=True, option=0))
    assert lab.player()["fame"] == fame + 1


def test_sword_of_justice():
    """Attack 3 a card discarded, Fame 1 per enemy defeated; powered: physical doubled, no physical resistance."""
    lab = attacking(battle(enemies={"prowlers": {**WEAK, "armor": 6}}), "sword_of_justice", "rage", "rage")
    lab.play("sword_of_justice")
    while lab.options(Act.ACT_DISCARD):
        lab.do(Act.ACT_DISCARD, *lab.options(Act.ACT_DISCARD)[0])
    take(lab)
    assert points(lab) == melee(6)
    fame = lab.player()["fame"]
    assert lab.do(Act.ACT_RESOLVE).player()["fame"] == fame + 2 + 1
    lab = battle(enemies={"prowlers": {**WEAK, "armor": 8, "resist": ["physical"]}}).to_attack_phase()
    lab.hand("sword_of_justice", "rage", wounds=0).tokens(red=1)
    lab.play("sword_of_justice", powered=True).do(Act.ACT_TARGET, 0).play("rage", powered=True)
    assert lab.combat()["attack_total"] == 8


def test_bow_of_starsdawn():
    """Ranged Attack 2 a card discarded, Fame 1 per enemy beaten in the phase."""
    lab = battle("bow_of_starsdawn", "rage", "march", enemies={"prowlers": {**WEAK, "armor": 4}}).do(Act.ACT_TARGET, 0)
    lab.play("bow_of_starsdawn")
    while lab.options(Act.ACT_DISCARD):
        lab.do(Act.ACT_DISCARD, *lab.options(Act.ACT_DISCARD)[0])
    take(lab)
    assert points(lab) == ranged(4)
    fame = lab.player()["fame"]
    assert lab.do(Act.ACT_RESOLVE).player()["fame"] == fame + 2 + 1


@pytest.mark.parametrize("option", range(6))
def test_horn_of_wrath(option):
    """Siege Attack 5, powered up to 5 more; a die for each, and one for the basic side: a Wound on black or red."""
    wounds, n = 0, 40
    for number in range(n):
        lab = quiet(fight(["prowlers"], number=number), "horn_of_wrath")
        lab.do(Act.ACT_TARGET, 0).play("horn_of_wrath", powered=bool(option), option=option)
        assert points(lab) == siege(5 + option)
        wounds += lab.player()["wounds"]
    assert 0 < wounds < n * max(option, 1)
    lab = quiet(fight(["prowlers"]), "horn_of_wrath").do(Act.ACT_TARGET, 0).play("horn_of_wrath", powered=True)
    assert (points(lab), lab.player()["wounds"]) == (siege(5), 0)


def test_endless_gem_pouch():
    """Two dice: a crystal of each colour rolled, a chosen one for gold, Fame 1 for black."""
    gained = [0, 0]
    for number in range(30):
        lab = quiet(game(number=number), "endless_gem_pouch")
        fame = lab.player()["fame"]
        take(lab.play("endless_gem_pouch"))
        gems, glory = sum(crystals(lab)), lab.player()["fame"] - fame
        assert gems + glory == 2
        gained = [gained[0] + gems, gained[1] + glory]
    assert min(gained) > 0


@pytest.mark.parametrize(("powered", "heal", "fame", "drawn"), [(False, 2, 1, 0), (True, 6, 0, 1)])
def test_golden_grail(powered, heal, fame, drawn):
    """Heal 2 with Fame 1 for each point spent; powered: heal 6 and draw for each Wound healed."""
    lab = peace("golden_grail", wounds=2)
    before = lab.player()["fame"]
    lab.play("golden_grail", powered=powered)
    assert lab.turn()["heal"] == heal
    lab.do(Act.ACT_HEAL_HAND)
    assert (lab.player()["fame"] - before, len(lab.player()["hand"])) == (fame, drawn)


@pytest.mark.parametrize("powered", [False, True])
def test_book_of_wisdom(powered):
    """An Action thrown away for one of its colour; powered: for a Spell and a crystal of that colour; to hand."""
    lab = peace("book_of_wisdom", "rage")
    lab.set_offers(actions=[card("ice_bolt"), card("fire_bolt")], spells=[card("chill"), card("fireball")])
    lab.settle()
    take(lab.play("book_of_wisdom", powered=powered))
    assert card("fireball" if powered else "fire_bolt") in lab.player()["hand"]
    assert crystals(lab) == [int(powered), 0, 0, 0]
    assert lab.out() == (2 if powered else 1)  # the strong side throws the book away too
    assert card("rage") not in lab.player()["discard"] + lab.player()["hand"] + lab.player()["played"]


@pytest.mark.parametrize("powered", [False, True])
def test_amulets(powered):
    """Darkness: mana of any colour, by Day desert 3 and black usable; Sun: gold, by Night forest 3 and gold usable."""
    mana = 3 if powered else 1
    lab = peace("amulet_of_darkness", field={"NE": "desert"})
    lab.play("amulet_of_darkness", powered=powered)
    for _ in range(mana):
        choose(lab, 5)
    assert (lab.turn()["mana"][5], lab.cost(0)) == (mana, 3)
    lab = night(peace("amulet_of_the_sun", "rage", field={"NE": "forest"}))
    assert lab.cost(0) == 5
    lab.play("amulet_of_the_sun", powered=powered)
    assert (lab.turn()["mana"][4], lab.cost(0)) == (mana, 3)


def test_banner_of_command_powered():
    """Fame 2 and a Unit of the offer for nothing."""
    lab = peace("banner_of_command")
    lab.set_offers(units=[unit("altem_guardians")])
    lab.settle()
    fame = lab.player()["fame"]
    take(lab.play("banner_of_command", powered=True))
    assert lab.player()["fame"] == fame + 2
    assert [u["kind"] for u in lab.player()["units"]] == [unit("altem_guardians")]


def test_soul_harvester_powered():
    """Attack 8; a crystal for each enemy beaten in this phase."""
    lab = battle(foes=("prowlers", "diggers"), enemies={"prowlers": WEAK, "diggers": WEAK}).to_attack_phase()
    lab.hand("soul_harvester", wounds=0).do(Act.ACT_TARGET, 0).do(Act.ACT_TARGET, 1)
    lab.play("soul_harvester", powered=True)
    assert points(lab) == melee(8)
    take(lab.do(Act.ACT_RESOLVE))
    assert sum(crystals(lab)) == 2


def test_tome_of_all_spells():
    """A card discarded: the basic side of a Spell of its colour in the offer, without mana."""
    lab = battle("tome_of_all_spells", "rage", enemies={"prowlers": WEAK})
    lab.set_offers(spells=[card("fireball")])
    lab.settle()
    lab.do(Act.ACT_TARGET, 0)
    take(lab.play("tome_of_all_spells"))
    assert points(lab) == ranged(5, 1)
    assert lab.table()["spells"] == [card("fireball")]


# ---------------------------------------------------------------- Units


def act(lab, ability, slot=0, option=0):
    """Use an ability of a Unit: the option of that ability."""
    arrays = tables().arrays
    first = int(arrays["units"][lab.player()["units"][slot]["kind"]]["options"])
    groups = [int(arrays["options"][first + n]["group"]) for n in range(12)]
    return lab.do(Act.ACT_UNIT, slot, groups.index(ability - 1) + option)


def with_unit(name, *hand, field=None, **tokens):
    lab = peace(*hand, field=field, **tokens)
    lab.set_seat(units=[(unit(name), 1, 0)])
    lab.settle()
    return lab


def test_foresters():
    """Move 2; forest, hills and swamp cost 1 less this turn."""
    lab = act(with_unit("foresters", field={"NE": "forest", "E": "hills", "SE": "swamp", "SW": "wasteland"}), 1)
    assert lab.turn()["move"] == 2
    assert [lab.cost(n) for n in range(4)] == [2, 2, 4, 4]


@pytest.mark.parametrize("option", [0, 1])
def test_utem_swordsmen_wound_themselves(option):
    """Attack 6 or Block 6, and the Unit is wounded."""
    lab = battle(units=("utem_swordsmen",))
    lab = blocking(lab) if option else lab.block_all().do(Act.ACT_TARGET, 0)
    act(lab, 2, option=option)
    assert points(lab) == (block(6) if option else melee(6))
    assert lab.player()["units"][0]["wounds"] == 1


def test_scouts_explore_from_afar():
    """Move 2; a tile two spaces away may be revealed."""
    lab = game(stack=["countryside_3", "countryside_4"])
    lab.set_seat(units=[(unit("scouts"), 1, 0)])
    lab.set_turn(move=2)
    lab.settle()
    assert not lab.can(Act.ACT_EXPLORE)
    act(lab, 3)
    assert lab.turn()["move"] == 4
    assert lab.can(Act.ACT_EXPLORE)


def test_shocktroops_lead():
    """Ranged Attack 1, and every attack of another Unit this turn is worth 1 more."""
    lab = battle(units=("shocktroops", "utem_crossbowmen")).do(Act.ACT_TARGET, 0)
    act(lab, 1)
    assert points(lab) == ranged(1)
    act(lab, 2, slot=1)
    assert points(lab) == ranged(1 + 2 + 1)


def test_shocktroops_weaken():
    """An enemy's Armor -1 and one of its attacks -1."""
    lab = battle(units=("shocktroops",), foes=("swordsmen",), enemies={}).end_phase()
    take(act(lab, 2))
    assert (lab.foes()[0]["armor"], lab.foes()[0]["attacks"][0][0]) == (4, 5)


AMOTEP = {"guardsmen": (True, 4), "ice_mages": (False, 6), "sorcerers": (False, 6)}


@pytest.mark.parametrize("foe", AMOTEP)
def test_amotep_freezers(foe):
    """No attack and Armor -3; nothing against Ice resistance or Arcane Immunity (R9.1.6, R9.7)."""
    lab = battle(units=("amotep_freezers",), foes=(foe,), enemies={}, blue=1)
    works, armor = AMOTEP[foe]
    if works:
        take(act(lab, 2))
    else:
        assert len(lab.options(Act.ACT_UNIT)) == 0
    assert (states(lab) == {PREVENTED}, lab.foes()[0]["armor"]) == (works, armor)


@pytest.mark.parametrize(("tokens", "n"), [({}, 5), ({"red": 1}, 7), ({"blue": 1}, 7), ({"red": 1, "blue": 1}, 9)])
def test_altem_mages(tokens, n):
    """Cold Fire Attack or Block 5; a red mana 2 more, a blue one too."""
    lab = battle(units=("altem_mages",), **tokens)
    blocking(lab)
    act(lab, 2, option=1)
    take(lab, prefer=(1, 3))
    while lab.task is not None:
        take(lab, prefer=(1,))
    assert points(lab) == block(n, 3)


@pytest.mark.parametrize(("option", "expected"), [(0, melee(4, 3)), (1, siege(4))])
def test_altem_mages_change_all_attacks(option, expected):
    """For a black mana: own attacks are Cold Fire, or Siege, this combat."""
    lab = night(battle("rage", units=("altem_mages",), red=1, black=1)).block_all()
    lab.hand("rage")
    act(lab, 3, option=option)
    lab.do(Act.ACT_TARGET, 0).play("rage", powered=True)
    assert points(lab) == expected


def test_altem_guardians_protect_all():
    """Every own Unit resists everything this turn: Peasants (Armor 3) take 3 unharmed."""
    lab = battle(units=("altem_guardians", "peasants"), enemies={"prowlers": {"attacks": [(3, "coldfire")]}}, green=1)
    act(lab, 3)
    lab.end_phase().end_phase().assign(1)
    assert lab.player()["units"][1]["wounds"] == 0
    assert lab.step == Step.STEP_ATTACK


@pytest.mark.parametrize(("ability", "left"), [(2, "resist"), (3, "fort")])
def test_sorcerers(ability, left):
    """An enemy loses all fortifications, or all resistances; Ranged Attack 3."""
    lab = battle(
        units=("sorcerers",),
        foes=("crypt_worm",),
        enemies={
            "crypt_worm": {"armor": 6, "attacks": [(6, "physical")], "abilities": ["fortified"], "resist": ["fire"]}
        },
        white=1,
        green=1,
    )
    take(act(lab, ability))
    lab.do(Act.ACT_TARGET, 0) if lab.can(Act.ACT_TARGET, 0) else None
    assert points(lab) == ranged(3)
    for name in ("resist", "fort"):
        assert bool(lab.foes()[0][name]) is (name == left)


def test_delphana_masters():
    """Blue: no attack; red: a blocked enemy is destroyed; white: neither fortification nor resistance."""
    lab = battle(units=("delphana_masters",), foes=("diggers",), enemies={}, blue=1)
    take(act(lab, 1))
    assert states(lab) == {PREVENTED}
    lab = battle("rage", units=("delphana_masters",), foes=("gargoyle",), enemies={}, red=1).block_all()
    fame = lab.player()["fame"]
    take(act(lab, 2))
    assert lab.player()["fame"] == fame + 4
    lab = battle(units=("delphana_masters",), foes=("diggers", "ironclads"), enemies={}, white=1)
    take(act(lab, 4), prefer=(1,))
    assert [foe["fort"] for foe in lab.foes()] == [1, 0]
    assert [foe["resist"] for foe in lab.foes()] == [0, 0]


@pytest.mark.parametrize("colour", ["red", "blue", "white"])
def test_magic_familiars(colour):
    """Attack 3, or 5 with a red crystal on the card; Block 4, or 7 with a blue one; Influence 3, 5 with a white one."""
    lab = recruited(colour)
    influence = lab.turn()["influence"]
    if colour == "white":
        act(lab, 3, option=1)
        assert lab.turn()["influence"] == influence + 5
        return
    for ability, matching, plain in ((2, block(7), block(4)), (1, melee(5), melee(3))):
        lab = recruited(colour).do(Act.ACT_DONE).hand("rage")
        lab.fight([enemy("prowlers")])
        lab.settle()
        blocking(lab) if ability == 2 else lab.block_all().do(Act.ACT_TARGET, 0)
        act(lab, ability)
        assert points(lab) == (matching if colour == {1: "red", 2: "blue"}[ability] else plain)
