"""Switches of content/rules.toml: each value where the others would do otherwise, and in random games."""

import pytest
from laboratory import (
    BLUE,
    CENTRE,
    GREEN,
    RED,
    WHITE,
    Act,
    Step,
    Task,
    at_space,
    card,
    enemy,
    fight,
    game,
    space,
    tables,
    tactic,
)
from test_banners import assigned
from test_cities import city
from test_combat_block import attack_of, token
from test_dragon_air import attacked, destroyed, dragon
from test_exploring import everywhere, wedge

from mkbalance._mageknight import content, ids
from mkbalance._mageknight.exercise import exercise
from mkbalance.mageknight.game import compiled
from mkbalance.mageknight.model import scenario, scenarios, switches

PEACE = "first_reconnaissance/solo"
LAKES = {direction: "lake" for direction in ("E", "SE", "SW", "W", "NW")}


def _block_all(lab):
    while lab.step == Step.STEP_BLOCK:
        foe, attack, _ = lab.options(Act.ACT_BLOCK)[0]
        lab.block(foe, attack, coldfire=20)
    return lab


def rethink(rules):
    """1: with an empty deck the discarded card comes back or not."""
    lab = game(start_tactic=None, rules=rules)
    lab.set_seat(hand=[card("rage")], deck=[], wounds=0)
    lab.settle()
    lab.do(Act.ACT_TACTIC, tactic("rethink")).do(Act.ACT_DISCARD, card("rage"))
    return len(lab.player()["hand"])


def healed_wound(rules):
    """2: after healing one Wound, or giving one to a glade, must a card be discarded."""
    free = []
    for site, heal in (("no_site", 1), ("glade", 0)):
        lab = game(field={"C": {"site": site}}, rules=rules)
        lab.hand("rage", "swiftness", wounds=1)
        lab.set_turn(heal=heal)
        lab.settle()
        if heal:
            lab.do(Act.ACT_HEAL_HAND)
        lab.do(Act.ACT_END_TURN)
        if not heal:
            lab.do(Act.ACT_CHOOSE, 0)
        assert lab.step == Step.STEP_DISCARD
        free.append(lab.can(Act.ACT_DONE))
    return free


def rest_forced(rules):
    """3."""
    lab = game(rules=rules)
    lab.hand(wounds=2)
    lab.set_turn(move=2)
    lab.settle()
    return lab.can(Act.ACT_MOVE)


def spawning_grounds(rules):
    """5: dwellers after one of two was beaten."""
    lab = game(field={"C": {"site": "spawning_grounds"}}, rules=rules)
    lab.put(CENTRE, [enemy("gargoyle"), enemy("minotaur")])
    lab.set_space(CENTRE, flags=["drawn"])
    lab.settle()
    lab.do(Act.ACT_ENTER).block_all().attack(0, melee=[(30, "physical")]).end_phase()
    return [up for _, up in at_space(lab)["tokens"]]


def night_costs(rules):
    """7b: plains, hills, wasteland, forest, desert, swamp by Night."""
    found = []
    for terrain in ("plains", "hills", "wasteland", "forest", "desert", "swamp"):
        lab = game(field={"E": terrain}, rules=rules)
        day = lab.cost(1)
        lab.set_time(night=True)
        found.append((day, lab.cost(1)))
    return found


def late_token(rules):
    """13: a green crystal spent, its place taken, then returned by Crystal Mastery."""
    lab = game(PEACE, rules=rules)
    lab.hand("crystal_mastery", "march")
    lab.set_seat(crystals=[0, 0, 3, 0])
    lab.tokens(blue=1)
    lab.set_source([WHITE] * 3)
    lab.settle()
    lab.play("crystal_mastery", powered=True)
    lab.play("march", powered=True)
    lab.set_seat(crystals=[0, 0, 3, 0])
    lab.settle()
    lab.end_turn()
    assert lab.step == Step.STEP_MOVE
    assert lab.player()["crystals"] == [0, 0, 3, 0]
    return lab.turn()["mana"][GREEN]


def reward_order(rules):
    """14: kinds of reward to choose among."""
    lab = game(rules=rules)
    lab.set_rewards(artifacts=1, spells=1)
    lab.hand("swiftness").play("swiftness").do(Act.ACT_END_TURN)
    return lab.task == Task.DO_REWARDS and [o[0] for o in lab.options(Act.ACT_CHOOSE)]


def withdrawal(rules):
    """18: five Wounds on the way back over lakes; cards in hand then."""
    lab = game(field=LAKES, rules=rules)
    lab.hand(*["rage"] * 5)
    lab.set_turn(move=6)
    lab.pass_over("lake", cost=0)
    lab.settle()
    lab.sideways("rage", "move")
    for direction in ("E", "SW", "W", "NW", "NE"):
        lab.move(direction)
    lab.do(Act.ACT_END_TURN)
    assert (lab.player()["space"], lab.player()["wounds"]) == (CENTRE, 5)
    return len(lab.player()["hand"])


def knockout(rules):
    """21: five Wounds beside an own keep; cards in hand then."""
    lab = game(field={"E": {"site": "keep"}}, enemies=attack_of((10, "physical")), rules=rules)
    lab.clear(space("E"))
    lab.set_space(space("E"), flags=["conquered"], shields=1)
    lab.fight([enemy("prowlers")])
    lab.settle()
    lab.to_attack_phase()
    assert lab.player()["wounds"] == 5
    return len(lab.player()["hand"])


def refugees(rules):
    """22: Influence left after a Healing point, None = not for sale."""
    lab = game(field={"C": {"site": "refugee_camp"}}, rules=rules)
    lab.hand("rage", wounds=1)
    lab.do(Act.ACT_INTERACT)
    lab.set_turn(influence=4)
    lab.settle()
    return lab.do(Act.ACT_BUY_HEAL).turn()["influence"] if lab.can(Act.ACT_BUY_HEAL) else None


def vampiric(rules):
    """36: Armor 3 after one Wound to hand and one to the discard pile."""
    lab = fight(
        ["prowlers"],
        enemies={"prowlers": {"attacks": [(2, "physical")], "abilities": ["vampiric", "poison"], "armor": 3}},
        rules=rules,
    )
    return lab.to_attack_phase().foes()[0]["armor"]


def swift(rules):
    """37: Block needed after one Move against a Swift attack of 3, then after a second one."""
    lab = fight(["prowlers"], enemies=attack_of((3, "physical"), abilities=["swift", "cumbersome"]), rules=rules)
    lab.end_phase()
    lab.set_turn(move=2)
    lab.settle()
    needs = []
    for _ in range(2):
        lab.do(Act.ACT_REDUCE, 0, 0)
        other = lab.copy()
        other.apply_action(int(Act.ACT_BLOCK), 0, 0)
        needs.append(other.combat()["block_need"])
    return needs


def summoned(rules):
    """39: abilities of what a red city's defender summons (2 = Brutal)."""
    lab = city(RED, ["illusionists"], rules=rules)
    lab.next_token(enemy("gargoyle"))
    return lab.move("E").end_phase().foes()[1]["attacks"][0][3]


def leftover_move(rules):
    """43: Move in the fight after a challenge with 3 left."""
    lab = game(field={"NE": {"site": "marauding_orcs"}}, rules=rules)
    lab.put(space("NE"), [enemy("orc_stonethrowers")])
    lab.set_turn(move=3)
    lab.settle()
    return lab.do(Act.ACT_CHALLENGE, 0).turn()["move"]


def zero_attack(rules):
    """46: Armor needed against an Elusive enemy whose attack was worn down to 0."""
    lab = fight(
        ["prowlers"],
        enemies={
            "prowlers": {
                "attacks": [(1, "physical")],
                "abilities": ["cumbersome", "elusive"],
                "armor": 2,
                "armor_high": 6,
            }
        },
        rules=rules,
    )
    lab.end_phase()
    lab.set_turn(move=1)
    lab.settle()
    lab.do(Act.ACT_REDUCE, 0, 0)
    assert (lab.step, lab.player()["wounds"]) == (Step.STEP_ATTACK, 0)
    return lab.do(Act.ACT_TARGET, 0).combat()["attack_need"]


def banner_underground(rules):
    """48: Fear where Units are forbidden."""
    lab = fight(["prowlers"], units=["peasants"], flags=["no_units"], enemies=attack_of((3, "physical")), rules=rules)
    return assigned(lab, "banner_of_fear").end_phase().can(Act.ACT_BANNER)


def underground(rules):
    """49: Ranged Attack of a Skill, 1 by Day and 2 by Night, underground by Day; black mana either way."""
    lab = fight(["prowlers"], flags=["night"], rules=rules)
    lab.set_seat(skills=[tables().index["skills"]["tovak_night_sharpshooting"]])
    lab.tokens(black=1)
    assert lab.payable() & 1 << 5
    lab.do(Act.ACT_TARGET, 0).do(Act.ACT_SKILL, 0)
    return lab.combat()["attack_total"]


def garrison(rules):
    """50: a keep's token after the move beside it, and when the turn is over."""
    lab = game(PEACE, field={"E": {"site": "keep"}}, place=space("W"), rules=rules)
    lab.put(space("E"), [enemy("swordsmen")], face_up=False)
    lab.set_turn(move=2)
    lab.settle()

    def seen():
        return next(s for s in lab.spaces() if s["space"] == space("E"))["tokens"][0][1]

    assert not seen()
    lab.move("E")
    at_once = seen()
    lab.hand("rage").sideways("rage", "move").do(Act.ACT_END_TURN)
    lab.finish()
    return at_once, seen()


def ruins_at_dawn(rules):
    """51."""
    lab = game(field={"NE": {"site": "ruins"}}, rules=rules)
    lab.set_space(space("NE"), flags=[])
    lab.set_time(night=True)
    lab.go_to(Step.STEP_ROUND_END)
    lab.settle()
    assert not lab.table()["night"]
    return bool(next(s for s in lab.spaces() if s["space"] == space("NE"))["flags"] & 8)


def tile_support(rules):
    """54: beyond a tile that touches one other."""
    lab = wedge(extra=[("countryside_4", (0, 2))], at=(1, 0), stack=["countryside_3"], rules=rules)
    return (0, 3) in everywhere(lab)


def two_colours(rules):
    """56: cards left of eight after three and those of counts 1 and 2."""
    rows = tables().arrays["cards"]
    two = next(i for i, row in enumerate(rows) if row["kind"] == 1 and bin(row["colours"]).count("1") == 2)
    colours = [c for c in (RED, BLUE, GREEN, WHITE) if rows[two]["colours"] >> c & 1]
    found = set()
    for counts in ((1, 2), (2, 1)):
        crystals = [0, 0, 0, 0]
        crystals[colours[0]], crystals[colours[1]] = counts
        lab = game(rules=rules)
        lab.set_dummy(deck=[card("march")] * 5 + [two] * 3, crystals=crystals)
        lab.settle()
        lab.play("swiftness").end_turn()
        found.add(lab.table()["dummy_deck"])
    assert len(found) == 1
    return found.pop()


def dummy_after(rules):
    """58: unflipped cards of nine once the player announced after the dummy's first turn."""
    lab = game(rounds=1, rules=rules)
    lab.set_seat(hand=[card("swiftness")], deck=[])
    lab.set_dummy(deck=[card("march")] * 9, crystals=[0, 0, 0, 0])
    lab.settle()
    lab.play("swiftness").end_turn()
    return lab.score()["dummy"]


def rounds_early(rules):
    """59: a city conquered in the first of four Rounds, 30 points a Round."""
    lab = city(BLUE, ["swordsmen"], ends=4, cities=1, rules=rules)
    lab.move("E").block_all().attack(0, melee=[(9, "coldfire")])
    lab.hand()
    lab.do(Act.ACT_END_TURN).finish()
    assert (lab.table()["won"], lab.table()["round"]) == (1, 1)
    return lab.score()["rounds"]


def possessed_zero(rules):
    """71: Armor needed against an Elusive enemy whose attack a possessed token took away."""
    elusive = {"attacks": [(1, "physical")], "abilities": ["elusive"], "armor": 2, "armor_high": 6}
    lab = fight(["prowlers"], enemies={"prowlers": elusive}, rules=rules)
    lab.possess(0, token(attack=-1))
    lab.settle()
    lab.end_phase()
    assert (lab.step, lab.player()["wounds"]) == (Step.STEP_ATTACK, 0)
    return lab.do(Act.ACT_TARGET, 0).combat()["attack_need"]


def possessed_summoner(rules):
    """71b: foes whose attacks may be blocked."""
    lab = fight(["illusionists"], rules=rules)
    lab.possess(0, token(psychic=1))
    lab.next_token(enemy("gargoyle"))
    lab.settle()
    lab.end_phase()
    return {option[0] for option in lab.options(Act.ACT_BLOCK)}


def psychic_influence(rules):
    """72: Block from two Influence at Reputation +4 (+2), at -4 (-2), and at X."""
    found = []
    for rep in (4, -4, -7):
        lab = fight(["prowlers"], enemies=attack_of((5, "psychic")), rules=rules)
        lab.set_seat(rep=rep)
        lab.end_phase()
        lab.set_turn(influence=2)
        lab.settle()
        lab.do(Act.ACT_BLOCK, 0, 0)
        for _ in range(2):
            if lab.can(Act.ACT_CONVERT, 2, 4):
                lab.do(Act.ACT_CONVERT, 2, 4)
        found.append(lab.combat()["block_total"])
    return found


def deep_mine(rules):
    """75: whether a mine of two colours, and one of one, offer protection."""
    return [
        attacked(1, field={"C": {"site": "mine", "mines": mines}}, rules=rules).task == Task.DO_PROTECT
        for mines in (1 << GREEN | 1 << RED, 1 << GREEN)
    ]


def air_fame(rules):
    """75: Fame with every head kept off by a glade, and with two of them."""
    gained = []
    for heads in (4, 2):
        lab = dragon(
            2,
            settle=False,
            field={"C": {"site": "glade"}},
            first_night=1,
            start_tactic="from_the_dusk",
            rules=rules,
        )
        lab.set_seat(crystals=[1, 1, 1, 1])
        lab.settle()
        lab.do(Act.ACT_CHOOSE, 0)
        fame = lab.player()["fame"]
        for _ in range(heads):
            lab.do(Act.ACT_CHOOSE, lab.options(Act.ACT_CHOOSE)[0][0])
        if lab.task == Task.DO_HEAD_MANA:
            lab.do(Act.ACT_DECLINE)
        _block_all(lab)
        gained.append(lab.player()["fame"] - fame)
    return gained


def protecting_site(rules):
    """78: crystal of a mine that kept off a head, at the end of the turn it was destroyed in; destroyed afterwards."""
    lab = attacked(1, field={"C": {"site": "mine", "mines": 1 << GREEN}}, rules=rules)
    lab.do(Act.ACT_CHOOSE, 0).do(Act.ACT_DECLINE)
    _block_all(lab)
    assert lab.step == Step.STEP_AFTER
    lab.end_turn()
    assert CENTRE in destroyed(lab)
    return lab.player()["crystals"][GREEN]


def just_fame(rules):
    """A.6.1: Fame and tokens that a possessed enemy gives beside its own Fame."""
    lab = fight(["prowlers"], rules=rules)
    lab.possess(0, 0, 3)
    lab.settle()
    before = lab.player()["fame"] + lab.foes()[0]["fame"]
    lab.attack(0, ranged=[(40, "coldfire")])
    return lab.player()["fame"] - before, sum(lab.player()["faction_tokens"].values())


def oasis_prices(rules):
    """90: healing, a crystal bought, a crystal sold at the oasis, whose prices are not known."""
    site = compiled({f"rules.{id_}": value for id_, value in (rules or {}).items()}).arrays["sites"][ids.Site.OASIS]
    return [int(site[name]) for name in ("heal_cost", "crystal_cost", "crystal_price")]


SCENES = {  # switch: situation, what is seen of it by value
    "rethink_order": (rethink, {"draw_then_shuffle": 0, "shuffle_then_draw": 1}),
    "healed_wound_counts": (healed_wound, {False: [False, False], True: [True, True]}),
    "rest_forced": (rest_forced, {True: False, False: True}),
    "spawning_grounds_refill": (spawning_grounds, {True: [True, False], False: [True]}),
    "night_costs": (
        night_costs,
        {
            "forest_and_desert": [(2, 2), (3, 3), (4, 4), (3, 5), (5, 3), (5, 5)],
            "all_land": [(2, 3), (3, 4), (4, 5), (3, 5), (5, 3), (5, 5)],
        },
    ),
    "late_token": (late_token, {"lost": 0, "kept": 1}),
    "reward_order": (reward_order, {"player": [1, 2], "fixed": False}),
    "withdrawal_knocks_out": (withdrawal, {False: 4, True: 0}),
    "knockout_limit": (knockout, {"level_token": 0, "with_bonuses": 5}),
    "refugee_healing": (refugees, {False: None, True: 1}),
    "vampiric_discard": (vampiric, {False: 4, True: 5}),
    "swift_reduction": (swift, {"reduce_then_double": [4, 2], "double_then_reduce": [5, 4]}),
    "summoned_city_bonus": (summoned, {True: 2, False: 0}),
    "leftover_move_in_combat": (leftover_move, {False: 0, True: 3}),
    "zero_attack_is_blocked": (zero_attack, {True: 2, False: 6}),
    "banners_without_units": (banner_underground, {False: False, True: True}),
    "underground_night": (underground, {"all_effects": 2, "mana_only": 1}),
    "garrison_reveal": (garrison, {"at_once": (True, True), "end_of_turn": (False, True)}),
    "ruins_at_dawn": (ruins_at_dawn, {True: True, False: False}),
    "tile_support": (tile_support, {"without_new_tile": False, "with_new_tile": True}),
    "dummy_two_colours": (two_colours, {"larger_count": 3, "sum": 2, "smaller_count": 4}),
    "dummy_after_announcement": (dummy_after, {True: 3, False: 6}),
    "rounds_early": (rounds_early, {"not_begun": 90, "with_present": 120}),
    "possessed_zero_is_blocked": (possessed_zero, {True: 2, False: 6}),
    "possessed_summoner_strikes": (possessed_summoner, {True: {0, 1}, False: {1}}),
    "psychic_block_reputation": (psychic_influence, {False: [2, 2, 2], True: [4, 0, 0]}),
    "deep_mine_protects": (deep_mine, {True: [True, True], False: [False, True]}),
    "air_fame_when_stopped": (air_fame, {True: [1, 1], False: [0, 1]}),
    "protecting_site_lost": (protecting_site, {"after_combat": 0, "end_of_turn": 1}),
    "estimates": (oasis_prices, {"use": [3, 3, 2], "leave_out": [0, 0, 0]}),
    "just_fame": (just_fame, {False: (0, 1), True: (1, 0)}),
}
VALUES = [(id_, value) for id_, rule in switches().items() for value in rule.choices]


def test_every_switch_has_its_situation():
    """Each value is tried, and each shows something else than the others."""
    assert {id_: set(expected) for id_, (_, expected) in SCENES.items()} == {
        id_: set(rule.choices) for id_, rule in switches().items()
    }
    for id_, (_, expected) in SCENES.items():
        seen = list(expected.values())
        assert all(a != b for i, a in enumerate(seen) for b in seen[:i]), id_


def test_the_core_knows_every_switch_and_no_other():
    assert {f"RULE_{id_.upper()}" for id_ in switches()} == {r.name for r in ids.Rule} - {"N_RULES"}


@pytest.mark.parametrize(("id_", "value"), VALUES, ids=[f"{id_}-{value}" for id_, value in VALUES])
def test_switch(id_, value):
    scene, expected = SCENES[id_]
    assert scene({id_: value}) == expected[value]


@pytest.mark.parametrize("id_", switches())
def test_default(id_):
    """The recommended ruling is what is played unasked."""
    scene, expected = SCENES[id_]
    assert scene(None) == expected[switches()[id_].default]


GAMES = 120
PLAYABLE = [id_ for id_ in scenarios() if scenario(id_).playable]


@pytest.fixture(scope="module")
def core():
    return content.Tables(dict(tables().arrays))


@pytest.mark.parametrize(("id_", "value"), VALUES, ids=[f"{id_}-{value}" for id_, value in VALUES])
def test_random_games_keep_every_law(core, id_, value):
    """Random players on every scenario, half of them with Fame and a good name at the start."""
    for number, name in enumerate(PLAYABLE):
        record = scenario(name).set(f"rules.{id_}", value).expand(["tovak"], tables()).copy()
        for fame, rep in ((record["start_fame"], record["start_rep"]), (60, 7)):
            record["start_fame"], record["start_rep"] = fame, rep
            faults, ledger = exercise(core, record, 21 + number, 0, GAMES)
            assert faults == []
            assert ledger["acts"][int(Act.ACT_END_TURN)] > GAMES
