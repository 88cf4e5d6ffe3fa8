"""Random games with every conservation law checked after each decision, for every Hero of every scenario and variant.

    python verification/random_games.py [--games N] [--variant-games N] [--scenario ID]... [--variant NAME]...
                                        [--hero ID]... [--seed S] [--table FILE.md]

Each scenario is played as printed and with every switch below; a combination that the rules exclude is refused and
its reason listed. Prints one line per scenario, variant and Hero, writes the table of games, decisions and faults, and
exits with 1 if a game broke a law: the line under it names what plays it again. `make random-games` does the whole on
the build that checks every bound; docs/background/coverage.md holds the table of the last whole run.
"""

import argparse
import random
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

from mkbalance._kernel import build
from mkbalance._mageknight import content, ids
from mkbalance._mageknight.exercise import exercise
from mkbalance._mageknight.ids import Fault
from mkbalance.errors import ContentError, MkbalanceError
from mkbalance.mageknight.compile import compile_tables
from mkbalance.mageknight.estimates import SWITCH
from mkbalance.mageknight.model import scenario, scenarios, switches

BLOCK = 500  # games of one setup, played in one call: a curious game depends on those before it in the call
QUESTS = {"scenario.quests.present": True}
RULERS = {"scenario.city.rulers": True}
CRYSTALS = {"scenario.random_crystals.when": ["full_colour", "all_full", "black"]}
FACTIONS = ["apocalypse_cult", "council_of_the_void"]
TILES = ["base", "lost_legion", "shades_of_tezla", "apocalypse_dragon"]
WIDE = {"scenario.tiles.expansions": TILES, "scenario.tokens.expansions": TILES[:3]}
HEADS = ("war", "famine", "death", "pestilence")
CAMPAIGN = "campaign"  # the character is made of cards and Units kept from a scenario before

VARIANTS = {  # name: paths set together, or what draws them for a block
    "printed": {},
    "quests": QUESTS,
    "proxy": {"scenario.opponents": "proxy"},
    "proxy, floors left": {"scenario.opponents": "proxy", "scenario.proxy_floors": False, **QUESTS},
    "three dummies": {"scenario.opponents": "dummy+dummy+dummy"},
    "dummy and two proxies": {"scenario.opponents": "proxy+dummy+proxy", "scenario.extra_dice": 0, **QUESTS},
    "rulers": RULERS,
    "dragon in the last city": {"scenario.city.dragon": "last"},
    "dragon by the die": {"scenario.city.dragon": "die", **RULERS},
    "randomized heads": {"scenario.dragon.random_heads": True},
    "horses": {"scenario.horsemen.horses": True},
    "other random crystals": {**CRYSTALS, "scenario.random_crystals.instead": ["reroll", "faction_token"]},
    "quests for crystals": {**QUESTS, **CRYSTALS, "scenario.random_crystals.instead": ["quest"]},
    "Fame for faction tokens": {
        "rules.just_fame": True,
        "scenario.higher_level.tokens": FACTIONS,
        "scenario.start_level": 6,
        **CRYSTALS,
        "scenario.random_crystals.instead": ["faction_token"],
    },
    "every expansion": WIDE,
    "head levels": lambda chance: {f"scenario.dragon.heads.{head}": chance.randint(1, 12) for head in HEADS},
    "Horseman level": lambda chance: {"scenario.horsemen.level": chance.randint(1, 6)},
    "higher level": lambda chance: {
        "scenario.start_level": chance.randint(1, 10),
        "scenario.higher_level.tokens": chance.sample(FACTIONS, chance.randint(0, 2)),
    },
    CAMPAIGN: lambda chance: {"scenario.start_level": chance.randint(1, 10), CAMPAIGN: chance.random()},
    "rulings": lambda chance: {
        f"rules.{id_}": chance.choice(rule.choices) for id_, rule in switches().items() if chance.random() < 0.5
    },
    "estimates left out": {"rules.estimates": "leave_out"},
    "all together": lambda chance: _together(chance),
}
NEAR = {"scenario.countryside": 2, "scenario.cores": 1}  # so that random players come to a city or a lair
NEEDS = {  # what a scenario must have for a variant to change anything
    "quests": lambda p: not p.quests.present,
    "rulers": lambda p: p.city.rulers,
    "dragon in the last city": lambda p: p.city.dragon != "none",
    "dragon by the die": lambda p: p.city.dragon != "none",
    "randomized heads": lambda p: p.dragon.present or p.city.dragon != "none",
    "head levels": lambda p: p.dragon.present,
    "horses": lambda p: p.horsemen.present,
    "Horseman level": lambda p: p.horsemen.present,
}


def _together(chance):
    """Draw any switches; what does not fit the scenario is dropped by `settle`."""
    found = {}
    for name, paths in VARIANTS.items():
        if name not in ("printed", "all together") and chance.random() < 0.4:
            found |= paths(chance) if callable(paths) else paths
    return found


class NoMatter(MkbalanceError):
    """A variant that changes nothing in a scenario."""


def settle(chosen, paths, every):
    """Return the scenario with the paths set; where not every one is asked for, without those it refuses."""
    if every:
        return chosen.set_all(paths)
    for path, value in paths.items():
        try:
            chosen = chosen.set(path, value)
        except MkbalanceError:
            continue
    return chosen


def keep(record, tables, chance, share):
    """Let the character be made of a share of what a Hero may have kept (A.14)."""
    cards, units = tables.arrays["cards"], tables.arrays["units"]
    kinds = (ids.CardKind.ADVANCED_ACTION, ids.CardKind.SPELL, ids.CardKind.ARTIFACT)
    dealt = [i for i, card in enumerate(cards) if card["kind"] in kinds and card["flags"] & ids.CardFlag.CARD_DEALT]
    hired = [i for i, unit in enumerate(units) if unit["flags"] & ids.UnitFlag.UNIT_DEALT]
    kept = chance.sample(dealt, round(share * 24))
    troops = chance.sample(hired, round(share * 8))
    record["campaign"] = 1
    record["n_kept"], record["n_kept_units"] = len(kept), len(troops)
    record["kept"][: len(kept)], record["kept_units"][: len(troops)] = kept, troops
    record["start_rep"] = chance.randint(-7, 7)


@dataclass
class Sum:
    """What was played of a scenario and variant."""

    games: int = 0
    decisions: int = 0
    faults: int = 0
    heroes: set = field(default_factory=set)


class Walk:
    """Random games of any scenario, variant and Hero."""

    def __init__(self, seed):
        self.seed, self.compiled = seed, {}

    def tables(self, overrides):
        """Return tables and core tables for the content that these overrides give."""
        wanted = overrides.get(SWITCH)  # the only path among the variants that changes the content
        if wanted not in self.compiled:
            tables = compile_tables(overrides={SWITCH: wanted} if wanted else None)
            self.compiled[wanted] = tables, content.Tables(dict(tables.arrays))
        return self.compiled[wanted]

    def block(self, id_, variant, hero, first, count):
        """Play some games of one setup; return faults and decisions.

        Raises
        ------
        MkbalanceError
            The rules exclude the combination.
        """
        chance = random.Random(f"{self.seed}:{id_}:{variant}:{hero}:{first}")
        paths = VARIANTS[variant]
        paths = dict(paths(chance) if callable(paths) else paths)
        share = paths.pop(CAMPAIGN, None)
        chosen = settle(scenario(id_), paths, every=variant != "all together")
        plain = scenario(id_) if variant == "quests" else chosen
        if variant in NEEDS and not NEEDS[variant](plain.resolve()):
            raise NoMatter("changes nothing here")
        if any(path.startswith(("scenario.city.", "scenario.dragon.")) for path in chosen.overrides):
            chosen = settle(chosen, NEAR, every=False)
        tables, core = self.tables(chosen.overrides)
        record = chosen.expand([hero], tables).copy()
        if share is not None and record["start_level"]:
            keep(record, tables, chance, share)
        seasoned = variant != "printed" and not record["start_level"] and first // BLOCK % 2 == 1
        faults, ledger = exercise(core, record, self.seed, first, count, seasoned)
        return faults, int(ledger["decisions"])


def main(argv=None):
    """Play the games and report; the exit code is 0 if all laws held."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=20_000, help="games per scenario and Hero as printed")
    parser.add_argument("--variant-games", type=int, default=2_000, help="games per scenario, variant and Hero")
    parser.add_argument("--scenario", action="append", help="scenario id; default: every playable one")
    parser.add_argument("--variant", action="append", choices=list(VARIANTS), help="default: all of them")
    parser.add_argument("--hero", action="append", help="default: all of them")
    parser.add_argument("--seed", type=int, default=7, help="experiment key")
    parser.add_argument("--table", type=Path, help="write the table to this file")
    args = parser.parse_args(argv)
    walk, began, sums, refused = Walk(args.seed), time.perf_counter(), {}, {}
    heroes = args.hero or list(compile_tables().names["heroes"])
    chosen = args.scenario or [id_ for id_ in scenarios() if scenario(id_).playable]
    for variant in args.variant or VARIANTS:
        for id_ in chosen:
            for hero in heroes:
                try:
                    _play(walk, id_, variant, hero, args, sums)
                except NoMatter:
                    continue
                except MkbalanceError as error:
                    refused.setdefault((id_, variant), {})[hero] = _reason(error)
    lines = table(sums, refused, heroes)
    games, faults = sum(s.games for s in sums.values()), sum(s.faults for s in sums.values())
    seconds = time.perf_counter() - began
    lines += ["", f"{build.VARIANT} build, seed {args.seed}: {games:,} games, {faults} faults, {seconds:.0f} s."]
    print("\n".join(lines))
    if args.table:
        args.table.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return 1 if faults else 0


def _play(walk, id_, variant, hero, args, sums):
    """Play one scenario, variant and Hero; say what came of it."""
    number = args.games if variant == "printed" else args.variant_games
    began, found, decisions = time.perf_counter(), [], 0
    for first in range(0, number, BLOCK):
        faults, more = walk.block(id_, variant, hero, first, min(BLOCK, number - first))
        found += [(first, *fault) for fault in faults]
        decisions += more
    seconds = time.perf_counter() - began
    played = f"{number} games, {decisions} decisions, {seconds:.0f} s, {len(found)} faults"
    print(f"{id_}, {variant}, {hero}: {played}", flush=True)
    for first, game, fault, *_ in found[:5]:
        print(f"    seed {walk.seed}, game {game} of the block from {first}: {Fault(fault).name}", flush=True)
    total = sums.setdefault((id_, variant), Sum())
    total.games, total.decisions = total.games + number, total.decisions + decisions
    total.faults += len(found)
    total.heroes.add(hero)


def _reason(error):
    problems = getattr(error, "problems", None) if isinstance(error, ContentError) else None
    return "; ".join(problem.message for problem in problems) if problems else str(error)


def table(sums, refused, heroes):
    """Return the lines of the table: one per scenario and variant, then what was refused and why."""
    lines = ["| Scenario | Variant | Heroes | Games | Decisions | Faults |", "|---|---|--:|--:|--:|--:|"]
    for (id_, variant), s in sorted(sums.items(), key=lambda item: item[0][0]):
        cells = (id_, variant, len(s.heroes), f"{s.games:,}", f"{s.decisions:,}", s.faults)
        lines.append("| " + " | ".join(map(str, cells)) + " |")
    if refused:
        lines += ["", "| Refused | Reason |", "|---|---|"]
    for (id_, variant), reasons in sorted(refused.items()):
        by_reason = {}
        for hero, reason in reasons.items():
            by_reason.setdefault(reason, []).append(hero)
        for reason, whom in by_reason.items():
            who = "" if len(whom) == len(heroes) else f", {', '.join(whom)}"
            lines.append(f"| {id_}, {variant}{who} | {reason} |")
    return lines


if __name__ == "__main__":
    sys.exit(main())
