"""Random games over Heroes, scenarios and starts, with every conservation law checked, and a count of what was met.

`play` plays them, `report` says what happened how often and what fell short of the bar. The starts are setups that
the scenario parameters allow: as printed; seasoned ones with a Hero some way into its career; maps on which cities,
lair and core tiles are near; Nights; friendly cities; every expansion's tiles and tokens. Steered games begin well on
and go for what was met least: quest steps, floors, the dragon's lair, Horsemen, at every level these can have.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise

import numpy as np

from mkbalance._mageknight import content as core_content
from mkbalance._mageknight import exercise as core
from mkbalance._mageknight import ids
from mkbalance.errors import UsageError, nearest_name
from mkbalance.mageknight import playerfiles
from mkbalance.mageknight.compile import Tables, compile_tables
from mkbalance.mageknight.model import scenario, scenarios
from mkbalance.mageknight.names import ABILITIES, ELEMENTS, HEADS, RESISTANCES

__all__ = ["BAR", "SCENARIOS", "Block", "blocks", "play", "report"]

SCENARIOS = (
    *("first_reconnaissance/solo", "solo_conquest/solo", "solo_blitz/solo", "against_the_dragon/solo"),
    *("against_the_apocalypse/solo", "fractured_lands/solo", "against_the_horsemen/solo", "apocalypse_is_here/solo"),
)
BAR = 50  # for 100,000 games: times each thing has to be met; an action has to be taken once
STARTS = {  # and how many games of each to those of another
    **dict.fromkeys(("printed", "seasoned", "near", "night", "lair", "friendly", "wide", "quests"), 1),
    "steered": 3,
    "steered far": 3,
}
HORSEMAN_LEVELS = 6  # A.8.2
LEVELS = 12  # blocks of a steered start, each with dragon heads and Horsemen of another level
FIGHTER = "competent"  # who fights in steered games
HOSTILE, FRIENDLY = 0, 1
EVERY_EXPANSION = 15
QUESTS = {"quests": 4, "quest_first": 2, "quest_leave": 2, "quest_fame": 1}
PASSIVE = {  # first opcodes of Skills that work by being owned: they count by the games they were owned in
    "OP_BOND",
}
COLOURS = ("green", "grey", "brown", "violet", "white", "red")


@dataclass(frozen=True)
class Block:
    """Games of one scenario, Hero and start, played in one call of the core."""

    scenario: str
    hero: str
    start: str
    first: int
    count: int
    level: int = 0  # of the dragon's heads in a steered game

    @property
    def steered(self) -> bool:
        """Whether the games go for what was met least."""
        return self.start.startswith("steered")

    def setup(self, tables: Tables, seed: int) -> np.void:
        """Return the setup record; what a start leaves open is drawn from the seed."""
        record = scenario(self.scenario).expand([self.hero], tables).copy()
        chance = random.Random(f"{seed}:{self.scenario}:{self.hero}:{self.start}")
        if self.start in ("near", "night", "lair", "friendly"):
            record["countryside"], record["cities"] = 2, 4
            record["city_mode"] = FRIENDLY if self.start == "friendly" else HOSTILE
            record["city_levels"] = [chance.randint(1, 11) for _ in range(4)]
            if record["dragon"]:
                record["heads"] = [chance.randint(1, 12) for _ in range(4)]
        if self.start in ("night", "lair", "wide"):
            record["first_night"] = 1
        if self.start == "lair":
            record["cores"], record["cities"] = (1, 0) if record["dragon"] else (4, 1)
        if self.start == "quests":
            for name, value in QUESTS.items():
                record[name] = value
        if self.steered:
            for name, value in QUESTS.items():
                record[name] = value
            record["heads"] = self.level
            record["horseman_level"] = (self.level - 1) % HORSEMAN_LEVELS + 1
            if record["shape"] != int(ids.Shape.PREDEFINED) and not record["challenge"]:
                record["tile_expansions"] = EVERY_EXPANSION
                record["cities"] = min(int(record["cities"]), 2)
                if self.start == "steered":
                    record["countryside"], record["cores"] = 2, min(int(record["cores"]), 1)
        if self.start == "friendly":
            record["cores"] = min(int(record["cores"]), 1)
        if self.start in ("friendly", "wide"):
            record["tile_expansions"], record["expansions"] = EVERY_EXPANSION, EVERY_EXPANSION >> 1
        return record

    def play(
        self, tables: core_content.Tables, names: Tables, seed: int, known: np.void | None = None
    ) -> tuple[list, np.void]:
        """Play the games; return the faults and the ledger. A steered block depends on what those before it met."""
        seasoned = self.start != "printed"
        fighter = playerfiles.load(FIGHTER) if self.steered else None
        return core.exercise(tables, self.setup(names, seed), seed, self.first, self.count, seasoned, fighter, known)


def blocks(games: int, chosen: Sequence[str] = (), heroes: Sequence[str] = ()) -> list[Block]:
    """Return the blocks of at least one game each that make up this many games.

    Raises
    ------
    UsageError
        An unknown scenario.
    """
    known = [id_ for id_, info in scenarios().items() if info.playable]
    for id_ in chosen:
        if id_ not in known:
            raise UsageError(
                f"no such scenario: {id_!r}", "--scenario", given=id_, allowed=known, nearest=nearest_name(id_, known)
            )
    cells = [
        (id_, hero, start)
        for id_ in chosen or SCENARIOS
        for hero in heroes or compile_tables().names["heroes"]
        for start in STARTS
    ]
    found, first = [], 0
    for cell, count in zip(cells, _shares(games, [STARTS[start] for _, _, start in cells]), strict=True):
        if cell[2].startswith("steered"):
            for level, part in enumerate(_shares(count, [1] * LEVELS), 1):
                found.append(Block(*cell, first, part, level))
                first += part
        else:
            found.append(Block(*cell, first, count))
            first += count
    return [block for block in found if block.count]


def _shares(games: int, weights: Sequence[int]) -> list[int]:
    """Divide the games by the weights; every weight gets its share, rounded."""
    ends = [games * sum(weights[:i]) // sum(weights) for i in range(len(weights) + 1)]
    return [b - a for a, b in pairwise(ends)]


def play(
    todo: Iterable[Block], seed: int, moved: Callable[[int, str], object] | None = None
) -> Iterator[tuple[Block, list, np.void]]:
    """Play blocks; yield each with its faults and its ledger. Steered ones know what the earlier of their start met."""
    tables = compile_tables()
    loaded = core_content.Tables(dict(tables.arrays))
    known: dict[str, np.void] = {}
    for block in todo:
        faults, ledger = block.play(loaded, tables, seed, known.get(block.start))
        if block.steered:
            known[block.start] = core.merge([known[block.start], ledger] if block.start in known else [ledger])
        if moved is not None:
            moved(block.count, block.scenario)
        yield block, faults, ledger


def report(played: Iterable[tuple[Block, list, np.void]], seed: int) -> dict[str, object]:
    """Sum up what was played.

    Returns
    -------
    dict
        `games`, `decisions`, `faults` (how to play each again), `counts` (by group and name), `bars` (by group),
        `under` (what fell short, as `group: name`), `most` (largest number seen and capacity).
    """
    tables = compile_tables()
    faults, ledgers, games, used = [], [], 0, []
    for block, found, ledger in played:
        games += block.count
        used.append(block)
        ledgers.append(ledger)
        faults += [_fault(block, seed, *facts) for facts in found]
    total = core.merge(ledgers)
    met = _counts(tables, total, used, seed)
    counts = {group: {name: int(n) for name, n in names.items()} for group, names in met.items()}
    bars = {group: 1 if group == "actions" else BAR for group in counts}
    return {
        "seed": seed,
        "games": games,
        "decisions": int(total["decisions"]),
        "fights": int(total["fights"]),
        "faults": faults,
        "counts": counts,
        "bars": bars,
        "under": [f"{group}: {name}" for group in counts for name, n in counts[group].items() if n < bars[group]],
        "most": {
            name: {"seen": int(total["most"][i]), "capacity": capacity}
            for i, (name, capacity) in enumerate(core.LIMITS.items())
        },
    }


def _fault(
    block: Block, seed: int, game: int, fault: int, decisions: int, round_: int, last: list
) -> dict[str, object]:
    """Say what broke where, with all that `Block.play` needs to come there again, and the last actions."""
    acts = [" ".join((ids.Act(kind).name.removeprefix("ACT_").lower(), *map(str, abc))) for kind, *abc in last]
    return {
        "fault": ids.Fault(fault).name,
        "game": game,
        "round": round_,
        "decisions": decisions,
        "seed": seed,
        **asdict(block),
        "last": acts,
    }


def _counts(tables: Tables, total: np.void, used: Sequence[Block], seed: int) -> dict[str, dict[str, int]]:
    """Return how often everything was met that these games can meet."""
    heroes = {tables.index["heroes"][block.hero] for block in used}
    records = [block.setup(tables, seed) for block in used]
    acts = {act.name: int(total["acts"][int(act)]) for act in ids.Act if act.name not in ("ACT_NONE", "N_ACTS")}
    del acts["ACT_QUEST_OPEN"]  # waits for another player
    if not any(record["quests"] for record in records):
        acts = {name: n for name, n in acts.items() if not name.startswith("ACT_QUEST")}
    groups = {
        "actions": {name.removeprefix("ACT_").lower(): n for name, n in acts.items()},
        "cards": dict(_cards(tables, total, heroes)),
        "Skills": dict(_skills(tables, total, heroes)),
        "Units": dict(_units(tables, total)),
        "Tactics": {tables.names["tactics"][i]: int(total["tactics"][i]) for i in range(len(tables.names["tactics"]))},
        "sites": dict(_sites(tables, total, records)),
        "enemies": dict(_enemies(tables, total, records)),
    }
    if any(record["cities"] and record["city_mode"] == HOSTILE for record in records):
        groups["cities"] = {ids.Colour(c).name.lower(): int(total["cities"][c]) for c in range(4)}
    if any(record["quests"] for record in records):
        groups["quests"] = dict(_quests(tables, total))
    if any(record["dragon"] for record in records):
        heads = total["heads"][:60].reshape(5, 12).sum(axis=1)
        groups["dragon"] = {name: int(n) for name, n in zip(HEADS, heads, strict=True)}
        groups["dragon"] |= {"in the air": int(total["air"]), "in its lair": int(total["lair"])}
        groups["head levels"] = dict(_levels("heads", tables, total["heads"]))
    if any(record["horsemen"] for record in records):
        groups["Horsemen"] = dict(_levels("horsemen", tables, total["horsemen"]))
    groups["faction tokens"] = {
        name: int(total["factions"][i]) for i, name in enumerate(tables.names["faction_tokens"])
    }
    groups["possessed"] = {name: int(total["possessed"][i]) for i, name in enumerate(tables.names["possessed"])}
    there = groups["sites"]
    if "ziggurat entered" in there or "pyramid entered" in there:
        groups["traps"] = {name: int(total["traps"][i]) for i, name in enumerate(tables.names["traps"])}
        groups["floors"] = {name: int(total["floors"][i]) for i, name in enumerate(tables.names["floors"])}
    return groups


def _cards(tables: Tables, total: np.void, heroes: set[int]) -> Iterator[tuple[str, int]]:
    """Sides of the cards that are dealt without competition, and each played sideways."""
    for row, card in enumerate(tables.arrays["cards"]):
        if not card["flags"] & ids.CardFlag.CARD_DEALT or card["flags"] & ids.CardFlag.CARD_COMPETITIVE:
            continue
        if card["hero"] != 255 and int(card["hero"]) not in heroes:
            continue
        for side, there in enumerate((card["n_basic"], card["n_powered"], 1)):
            if there:
                name = f"{tables.names['cards'][row]} {('basic', 'powered', 'sideways')[side]}"
                yield name, total["plays"][row, side]


def _skills(tables: Tables, total: np.void, heroes: set[int]) -> Iterator[tuple[str, int]]:
    """Uses of each Skill of these Heroes; of a Skill that is never used, the games in which it was owned."""
    for row, skill in enumerate(tables.arrays["skills"]):
        if not skill["flags"] & 4 or skill["flags"] & 2 or int(skill["hero"]) not in heroes:
            continue
        first = tables.arrays["instrs"]["op"][tables.arrays["options"]["first"][skill["options"]]]
        passive = ids.Op(int(first)).name in PASSIVE
        yield tables.names["skills"][row], total["owned"][row] if passive else total["skills"][row].sum()


def _units(tables: Tables, total: np.void) -> Iterator[tuple[str, int]]:
    """Abilities of the Units that are dealt, numbered as they are printed."""
    for row, unit in enumerate(tables.arrays["units"]):
        if unit["flags"] & ids.UnitFlag.UNIT_DEALT:
            for option in range(unit["n_options"]):
                yield f"{tables.names['units'][row]} {option + 1}", total["units"][row, option]


def _sites(tables: Tables, total: np.void, records: Sequence[np.void]) -> Iterator[tuple[str, int]]:
    """Sites on the tiles in play: entered, fought over, used for an interaction, conquered."""
    expansions = 0
    for record in records:
        expansions |= int(record["tile_expansions"])
    tiles = tables.arrays["tiles"]
    there = np.flatnonzero((expansions >> tiles["expansion"]) & 1 & (tiles["kind"] != int(ids.TileKind.TILE_CAMP)))
    standing = set(tables.arrays["hexes"]["site"][(7 * there[:, None] + np.arange(7)).ravel()].tolist())
    for site in sorted(standing - {int(ids.Site.NO_SITE)}):
        name, row = ids.Site(site).name.lower(), tables.arrays["sites"][site]
        if f"sites.{name}" in tables.unimplemented or name in ("marauding_orcs", "draconum"):
            continue
        yield f"{name} entered", total["entered"][site]
        if row["adventure"] or row["fortified"]:
            yield f"{name} fought over", total["fought"][site]
        if row["inhabited"]:
            yield f"{name} interacted at", total["interacted"][site]


def _levels(table: str, tables: Tables, met: np.ndarray) -> Iterator[tuple[str, int]]:
    """Heads or Horsemen by their level."""
    for row, name in enumerate(tables.names[table]):
        yield name, int(met[row])


def _quests(tables: Tables, total: np.void) -> Iterator[tuple[str, int]]:
    """Quest cards revealed, and steps begun; what is passed to another player waits for one (A.9)."""
    arrays = tables.arrays
    for row, id_ in enumerate(tables.names["quests"]):
        yield f"{id_} revealed", total["quests"][row]
        first, n = int(arrays["quests"]["first"][row]), int(arrays["quests"]["n_steps"][row])
        for step in range(first, first + n):
            feat = ids.Feat(int(arrays["quest_steps"]["feat"][step]))
            if feat == ids.Feat.FEAT_LEAVE:
                yield f"{id_} failed", total["quest_ends"][row, 1]
            elif feat != ids.Feat.FEAT_PASS:
                name = tables.names["quest_steps"][step].replace(".", " step ")
                yield name, max(total["quest_tries"][step], total["quest_steps"][step])


def _enemies(tables: Tables, total: np.void, records: Sequence[np.void]) -> Iterator[tuple[str, int]]:
    """Enemy tokens met by colour, and by colour with each ability, resistance and kind of attack there is."""
    expansions = 0
    for record in records:
        expansions |= int(record["expansions"])
    found: dict[str, int] = {}
    for row, enemy in enumerate(tables.arrays["enemies"]):
        if not expansions >> int(enemy["expansion"]) & 1:
            continue
        colour = COLOURS[enemy["colour"]]
        kinds = [name for bit, name in ABILITIES.items() if enemy["abilities"] & bit]
        kinds += [f"{name} resistance" for bit, name in RESISTANCES.items() if enemy["resist"] & bit]
        kinds += {f"{ELEMENTS[e]} attack" for e in enemy["element"][: enemy["n_attacks"]]}
        for name in (colour, *(f"{colour}, {kind}" for kind in sorted(set(kinds)))):
            found[name] = found.get(name, 0) + int(total["enemies"][row])
    yield from sorted(found.items())
