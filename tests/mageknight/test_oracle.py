"""The full search that scripted players are measured against: right, complete, and never beaten."""

import pytest
from laboratory import Act, Step, fight

from mkbalance._mageknight.oracle import Oracle
from mkbalance.mageknight.playerfiles import load
from mkbalance.mageknight.situations import FAMILIES, situation

PLAYERS = ("novice", "competent", "expert")


def weights():
    return [load(name) for name in PLAYERS]


def solved(oracle, family, count, seed=3):
    """Situations of a family that the oracle gets to the end of, with what it found."""
    for case in range(count):
        made = situation(seed, case, family)
        if made is None:
            continue
        found = oracle.solve(made.lab, made.path)
        if not found["failure"] and not found["chance"] and found["best"][0] is not None:
            yield made, found


@pytest.mark.parametrize("family", FAMILIES)
def test_no_player_does_better(family):
    """Whatever a player does ends in a worth that the search knew of."""
    oracle = Oracle(weights(), 4000)
    played = 0
    for made, found in solved(oracle, family, 40):
        for k in range(len(PLAYERS)):
            worths = oracle.line(k, "player")[1]
            if worths is not None:
                played += 1
                assert all(worth <= best for worth, best in zip(worths, found["best"], strict=True)), made
    assert played > 20


@pytest.mark.parametrize("family", FAMILIES)
def test_memory_changes_nothing(family):
    """Every order of everything, tried without remembering a state, comes to the same."""
    quick, slow = Oracle(weights(), 4000), Oracle(weights(), 20_000, memo=False)
    compared = 0
    for made, found in solved(quick, family, 60, seed=4):
        if found["states"] > 600:
            continue
        other = slow.solve(made.lab, made.path)
        if other["failure"] is None:
            compared += 1
            assert other["best"] == found["best"], made
            assert other["states"] >= found["states"]
    assert compared >= 5


@pytest.mark.parametrize("family", [family for family in FAMILIES if family != "walk"])
def test_a_line_gone_through_is_never_worse(family):
    """Every other option at every decision (lines.pyx): never less than the rules of thumb alone, and often more."""
    plain, searching = load("competent").copy(), load("competent").copy()
    for weights_ in (plain, searching):
        weights_["manners"], weights_["stances"] = 0, 0
    plain["search"], searching["search"] = 0, 1
    oracle = Oracle([plain, searching], 4000)
    before = after = 0
    for made, found in solved(oracle, family, 120 if family == "city" else 60, seed=6):
        worths = [oracle.line(k, "player")[1][k] for k in range(2)]
        assert worths[0] <= worths[1] <= found["best"][1], made
        before += found["best"][0] - worths[0]
        after += found["best"][1] - worths[1]
    assert after < 0.7 * before


def test_best_line_leads_to_the_best_worth():
    """The line shown is as good as the search says, for each player and plainly."""
    oracle = Oracle(weights(), 4000)
    for made, found in solved(oracle, "rampagers", 25):
        for k in range(len(PLAYERS) + 1):
            steps, worths = oracle.line(k, "best")
            assert worths[k] == found["best"][k], made
            assert not any(step[4] for step in steps)


def test_search_repeats_and_leaves_the_game_alone():
    """The same situation twice, in a fresh oracle and in a used one."""
    used = Oracle(weights(), 4000)
    for made, found in solved(used, "site", 15):
        before = made.lab.state_bytes()
        assert Oracle(weights(), 4000).solve(made.lab, made.path) == found
        assert used.solve(made.lab, made.path) == found
        used.line(2, "player")
        assert made.lab.state_bytes() == before


def test_situations_repeat():
    """The case of a seed is always the same."""
    for family in FAMILIES:
        one, two = situation(5, 8, family), situation(5, 8, family)
        assert (one is None) == (two is None)
        assert one is None or one.lab.state_bytes() == two.lab.state_bytes()


def test_a_fight_solved_by_hand():
    """Attack 4 and Armor 3 against two cards of Attack 2 or Block 2 and Armor 2: both block, at half a point a card."""
    lab = fight(["prowlers"], enemies={"prowlers": {"attacks": [(4, "physical")], "armor": 3, "fame": 2}})
    lab.hand("rage", "rage", wounds=0)
    lab.set_seat(crystals=[0, 0, 0, 0])
    lab.set_source([0])
    lab.set_turn(dice_rights=0)
    lab.settle()
    found = Oracle([load("expert")]).solve(lab)
    assert found["best"][-1] == found["now"][-1] - 2 * 5


def test_bad_questions_are_refused():
    with pytest.raises(ValueError, match="one to three players"):
        Oracle([])
    with pytest.raises(ValueError, match="fewer than 24 steps"):
        Oracle([load("expert")]).solve(fight(["prowlers"]), [0] * 24)


def test_players_attack_with_points_set_aside():
    """A Block that left Attack points for the Attack phase: they beat the enemy, without another card."""
    lab = fight(["prowlers"], enemies={"prowlers": {"attacks": [(2, "physical")], "armor": 3, "fame": 2}})
    lab.hand("tempered_steel", wounds=0).tokens(gold=1)
    lab.end_phase()
    lab.do(Act.ACT_BLOCK, 0, 0).play("tempered_steel", powered=True, option=1)
    while lab.can(Act.ACT_PAY):
        lab.do(Act.ACT_PAY, *lab.options(Act.ACT_PAY)[0])
    lab.do(Act.ACT_RESOLVE)
    assert lab.step == Step.STEP_ATTACK
    oracle = Oracle(weights())
    best = oracle.solve(lab)["best"]
    for k in range(len(PLAYERS)):
        assert oracle.line(k, "player")[1][k] == best[k]
