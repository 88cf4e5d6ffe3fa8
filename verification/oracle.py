"""Scripted players against the best that could have been done, in small fights, interactions and walks.

    python verification/oracle.py [--cases N] [--seed S] [-p PLAYER]... [--family F] [--states N] [-j N]
    python verification/oracle.py --seed S --case I [-p PLAYER]

Prints for each player in how many cases it loses nothing, and how much it loses of what is at stake: by family of
situations, and by the first decision that loses something. `--case` tells the lines of one case side by side.
"""

import argparse
import collections
import sys
import time
from itertools import zip_longest

import joblib

from mkbalance._mageknight.ids import Act, CardKind, Step
from mkbalance._mageknight.oracle import Oracle
from mkbalance._mageknight.state import Task
from mkbalance.mageknight.labels import label
from mkbalance.mageknight.names import Names
from mkbalance.mageknight.playerfiles import load
from mkbalance.mageknight.situation import Situation as Seen
from mkbalance.mageknight.situations import FAMILIES, FIGHTS, printed, situation

PLAYERS = ("novice", "competent", "expert")
LIMIT = 150_000
BLOCK = 50
NOT_THERE = 50  # tenths of a point that a walk not paid for counts as
PHASES = {
    int(Step.STEP_MOVE): "walk",
    int(Step.STEP_RANGED): "ranged",
    int(Step.STEP_BLOCK): "block",
    int(Step.STEP_DAMAGE): "damage",
    int(Step.STEP_ATTACK): "attack",
    int(Step.STEP_INTERACT): "interaction",
    int(Step.STEP_AFTER): "afterwards",
}
WAYS = {int(Act.ACT_PLAY): "a card", int(Act.ACT_UNIT): "a Unit", int(Act.ACT_SIDEWAYS): "a card sideways"}
VERBS = {"ranged": "shoot", "attack": "attack", "block": "block"}


def blunder(step, task, taken, best):
    """Phase and kind of a decision that lost something: what was done, and what should have been."""
    phase = PHASES.get(step, "other")
    a, b = taken[0], best[0]
    if task == int(Task.DO_ADD_RAMPAGERS):
        return "start", "challenges too many" if a != int(Act.ACT_DONE) else "challenges too few"
    if int(Act.ACT_PAY) in (a, b):
        return phase, "pays with the wrong mana"
    if task is not None:
        return phase, "answers a card wrongly"
    if phase in VERBS:
        verb = VERBS[phase]
        begin = {int(Act.ACT_TARGET), int(Act.ACT_BLOCK)}
        if a in begin and b in begin:
            return phase, f"{verb}s the wrong enemy"
        if a in begin:
            leave = b == int(Act.ACT_END_PHASE)
            return phase, f"{verb}s what it should leave" if leave else f"{verb}s before a useful play"
        if b in begin:
            return phase, f"does not {verb} (enough)"
        if a == int(Act.ACT_RESOLVE):
            return phase, "resolves too early"
        if a == int(Act.ACT_END_PHASE):
            return phase, f"leaves {WAYS.get(b, 'something')} unused"
    if phase == "damage" and a == b == int(Act.ACT_ASSIGN):
        if (taken[1], taken[2]) != (best[1], best[2]):
            return phase, "assigns the wrong attack first"
        if taken[3] == 254:
            return phase, "Hero takes what a Unit should"
        return phase, "Unit takes what the Hero should" if best[3] == 254 else "wrong Unit takes damage"
    if a in WAYS and b in WAYS:
        if a == b:
            return phase, f"plays the wrong {WAYS[a].removeprefix('a ')}"
        return phase, f"{WAYS[a]} where {WAYS[b]} is better"
    if a in WAYS:
        return phase, f"plays {WAYS[a]} needlessly"
    if b in WAYS:
        return phase, f"leaves {WAYS[b]} unused"
    names = {int(v): n.removeprefix("ACT_").lower().replace("_", " ") for n, v in Act.__members__.items()}
    return phase, f"{names[a]} where {names[b]} is better"


def judge(oracle, made, names):
    """What each player loses in a situation; None if the search was given up or chance played a part."""
    found = oracle.solve(made.lab, made.path)
    if found["failure"] or found["chance"] or found["best"][0] is None:
        return found["failure"] or ("chance" if found["chance"] else "out of reach"), []
    rows = []
    kinds = printed().arrays["cards"]["kind"]
    basics = all(kinds[card] == CardKind.BASIC_ACTION for card in made.lab.player(0)["hand"])
    for k, name in enumerate(names):
        best = found["best"][k]
        stake = 0 if made.path else best - oracle.line(k, "passive")[1][k]
        steps, worths = oracle.line(k, "player")
        if worths is None:
            regret, plain = NOT_THERE, NOT_THERE
            lost = [(("walk", "does not get there"), NOT_THERE, None)]
        else:
            regret, plain = best - worths[k], found["best"][-1] - worths[-1]
            lost = [(blunder(*step[:4]), step[4], step[3]) for step in steps if step[4] > 0]
        told = {"player": name, "family": made.family, "basics": basics, "stake": stake}
        rows.append({**told, "regret": regret, "plain": plain, "lost": lost})
    return "solved", rows


def block(seed, first, count, names, family, limit):
    """Judge a run of cases."""
    oracle = Oracle([load(name) for name in names], limit)
    kept, rows, states = collections.Counter(), [], 0
    for case in range(first, first + count):
        made = situation(seed, case, family)
        if made is None:
            kept["nothing to decide"] += 1
            continue
        told, found = judge(oracle, made, names)
        kept[told] += 1
        states += oracle.states
        rows += [{**row, "case": case} for row in found]
    return kept, rows, states


def group(rows, player, what):
    """Rows of a player: a family, all fights, or the fights with nothing but Basic Actions in hand."""
    fights = [r for r in rows if r["player"] == player and r["family"] in FIGHTS]
    if what == "fights":
        return fights
    if what == "basics":
        return [r for r in fights if r["basics"]]
    return [r for r in rows if r["player"] == player and r["family"] == what]


def table(rows, names):
    """Print how much each player loses, by family."""
    heads = ("cases", "at stake", "optimal", "95 %", "regret", "of stake", "worst", "plain")
    print("\n" + f"{'player':<11} {'family':<10}" + "".join(f"{head:>14}" for head in heads))
    for name in names:
        for what in ("fights", "basics", *FAMILIES):
            chosen = group(rows, name, what)
            if not chosen:
                continue
            n = len(chosen)
            stake, regret, plain = (sum(r[key] for r in chosen) for key in ("stake", "regret", "plain"))
            share, low, high = wilson(sum(r["regret"] == 0 for r in chosen), n)
            cells = (
                n,
                f"{stake / n / 10:.2f}",
                f"{share:.1%}",
                f"{low:.1%} {high:.1%}",
                f"{regret / n / 10:.3f}",
                f"{regret / stake:.2%}" if stake else "",
                f"{max(r['regret'] for r in chosen) / 10:.1f}",
                f"{plain / n / 10:.3f}",
            )
            print(f"{name:<11} {what:<10}" + "".join(f"{cell:>14}" for cell in cells))


def wilson(k, n, z=1.959964):
    """Share with Wilson's interval."""
    p = k / n
    middle, half = (p + z * z / 2 / n), z * (p * (1 - p) / n + z * z / 4 / n / n) ** 0.5
    return p, (middle - half) / (1 + z * z / n), (middle + half) / (1 + z * z / n)


def missed(best, names):
    """A card that should have been played, and which side of it; None for anything else."""
    if best is None or best[0] != int(Act.ACT_PLAY):
        return None
    return f"{names.card(best[1])}, {('basic', 'powered')[best[2]]}: {names.effect(best[1], best[2], best[3])}"


def blunders(rows, name, shown=16):
    """Print what the first loss of each case was, what all losses of a kind cost, and the cards behind them."""
    first, cost, cards = collections.Counter(), collections.Counter(), collections.Counter()
    words = Names(printed())
    lost = [r for r in rows if r["player"] == name and r["lost"]]
    total = sum(r["regret"] for r in lost) or 1
    for r in lost:
        first[r["lost"][0][0]] += 1
        for kind, worth, best in r["lost"]:
            cost[kind] += worth
            cards[missed(best, words)] += worth
    print(f"\n{name}: where it is lost (cases whose first loss it is, share of all that is lost)")
    for kind, worth in cost.most_common(shown):
        print(f"  {kind[0]:<12} {kind[1]:<44} {first[kind]:>5} {worth / total:>7.1%}")
    del cards[None]
    print("  cards that should have been played then:")
    for text, worth in cards.most_common(shown):
        print(f"    {worth / total:>6.1%}  {text}")
    worst = sorted(lost, key=lambda r: -r["regret"])[:10]
    told = (f"{r['case']} ({r['regret'] / 10:.1f} of {r['stake'] / 10:.1f})" for r in worst)
    print("  worst cases: " + ", ".join(told))


def tell(lab, steps, names):
    """Return a line in words; what loses something is marked."""
    game, told = lab.copy(), []
    for _step, _task, taken, best, lost in steps:
        seen = Seen(game, names)
        if len(game.actions()) > 1:
            told.append(label(seen, taken) + (f"  [-{lost / 10:.1f}: {label(seen, best)}]" if lost > 0 else ""))
        if taken[0] == int(Act.ACT_END_TURN):
            break
        game.apply_action(*taken)
    return told


def show(seed, case, player, family):
    """Tell one case."""
    made, names = situation(seed, case, family), Names(printed())
    if made is None:
        print("nothing to decide")
        return
    seen = Seen(made.lab, names)
    hero = made.lab.player(0)
    half = "night" if seen.table["night"] else "day"
    print(f"case {case} of seed {seed}: {made.family}, {made.facts}, {half}, level {hero['level']}")
    hand = ", ".join(names.card(card) for card in hero["hand"])
    print(f"hand: {hand}; Wounds {hero['wounds']}; crystals {hero['crystals']}; dice {seen.table['dice']}")
    for unit in hero["units"]:
        state = ("" if unit["ready"] else ", spent") + (", wounded" if unit["wounds"] else "")
        print(f"Unit: {names.unit(unit['kind'])}{state}")
    for i, foe in enumerate(made.lab.foes()):
        attacks = ", ".join(seen.attack(i, k) for k in range(len(foe["attacks"])))
        print(f"enemy: {seen.foe(i)}: Armor {foe['armor']}, resist {foe['resist']}, {attacks}, Fame {foe['fame']}")
    oracle = Oracle([load(player)], LIMIT)
    found = oracle.solve(made.lab, made.path)
    print({key: found[key] for key in ("states", "failure", "chance")})
    if found["failure"] or found["best"][0] is None:
        return
    ours, worth = oracle.line(0, "player")
    theirs, most = oracle.line(0, "best")
    left, right = tell(made.lab, ours, names), tell(made.lab, theirs, names)
    print(f"\n{player}: {worth} in tenths, the second plainly; best: {most}; idle: {oracle.line(0, 'passive')[1]}\n")
    width = max([40, *map(len, left)])
    for a, b in zip_longest(left, right, fillvalue=""):
        print(f"{a:<{width}} | {b}")


def main(argv=None):
    """Measure, or tell one case."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cases", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("-p", "--player", action="append", help="player name or file; up to three")
    parser.add_argument("--family", choices=FAMILIES)
    parser.add_argument("--case", type=int, help="tell this case")
    parser.add_argument("--states", type=int, default=LIMIT, help="states after which a case is given up")
    parser.add_argument("-j", "--jobs", type=int, default=1)
    args = parser.parse_args(argv)
    names = tuple(args.player or PLAYERS)
    if args.case is not None:
        show(args.seed, args.case, names[-1], args.family)
        return 0
    began = time.perf_counter()
    jobs = [(first, min(BLOCK, args.cases - first)) for first in range(0, args.cases, BLOCK)]
    done = joblib.Parallel(args.jobs)(
        joblib.delayed(block)(args.seed, first, n, names, args.family, args.states) for first, n in jobs
    )
    kept = sum((part[0] for part in done), collections.Counter())
    rows = [row for part in done for row in part[1]]
    states = sum(part[2] for part in done)
    print(
        f"{args.cases} cases of seed {args.seed}, {time.perf_counter() - began:.0f} s, {states} states: "
        + ", ".join(f"{kind} {n}" for kind, n in kept.most_common())
    )
    table(rows, names)
    beaten = sorted({row["case"] for row in rows if row["regret"] < 0 or row["plain"] < 0})
    for name in names:
        blunders(rows, name)
    if beaten:
        print(f"a player did better than the oracle in {len(beaten)} cases: {beaten[:20]}")
    return 1 if beaten else 0


if __name__ == "__main__":
    sys.exit(main())
