"""Turn the parameters of a scenario into the `Setup` record of the core."""

from __future__ import annotations

import importlib
from collections.abc import Mapping, Sequence

import numpy as np

from mkbalance.errors import ContentError, UsageError, nearest_name
from mkbalance.mageknight.scenario_schema import HEADS, Parameters
from mkbalance.mageknight.vocabulary import DIRECTIONS

NONE, RANDOM = 255, 254  # sentinels of ids.pxd; HERO = the dummy's Hero is drawn among the unused
EXPANSIONS = ("base", "lost_legion", "shades_of_tezla", "apocalypse_dragon")
SHAPES = {"wedge": "WEDGE", "open": "OPEN_FULLY", "open_4": "OPEN_4", "open_3": "OPEN_3", "predefined": "PREDEFINED"}
CITY_MODES = {"hostile": 0, "friendly": 1, "closed": 2}
HORSEMEN = {"destroy": 1, "ritual": 2}  # HORSEMEN_RIDE, HORSEMEN_GATHER
DICE = 7  # mana dice
SEATS = 4  # of a game, dummies included
CITY_DRAGON = {"none": 0, "last": 2, "die": 3}  # DragonPlace
BASES = ("fame", "quests")
NO_GOAL = -128  # NO_INTERACTION of progress.pxd
DRAGON_ACTIONS = {"none": 0, "destroy": 1, "attack": 2}
CRYSTAL_WHEN = {"full_colour": "WHEN_FULL", "all_full": "WHEN_ALL_FULL", "black": "WHEN_BLACK"}
CRYSTAL_ELSE = {"reroll": "ELSE_REROLL", "faction_token": "ELSE_FACTION", "quest": "ELSE_QUEST"}
FACTIONS = ("apocalypse_cult", "council_of_the_void")
START_DRAWS = ("actions", "units", "spells", "artifacts", "tokens")  # START_ and PRICE_ of character.pxd
START_PRICES = ("action", "spell", "spell_with_crystal", "artifact", "token", "crystal")
PLAIN = (
    "rounds",
    "countryside",
    "cores",
    "cities",
    "extra_dice",
    "extra_units",
    "fame_per_level",
    "fame_per_tile",
    "remove_tactics",
    "teleport",
    "competitive",
    "challenge",
    "start_level",
)


def _row(tables: object, table: str, id_: str, path: str) -> int:
    index = tables.index[table]
    if id_ not in index:
        raise ContentError(
            f"no such entry {id_!r} in {table}", path, given=id_, nearest=nearest_name(id_, index), allowed=list(index)
        )
    return index[id_]


def _bits(enum: type, words: Sequence[str], names: Mapping[str, str]) -> int:
    return sum(int(enum[names[word]]) for word in dict.fromkeys(words))


def _check_tiles(id_: str, p: Parameters, tables: object) -> None:
    """Refuse more tiles of a kind than the chosen expansions have."""
    kinds = importlib.import_module("mkbalance._mageknight.ids").TileKind
    tiles = tables.arrays["tiles"]
    chosen = np.isin(tiles["expansion"], [EXPANSIONS.index(name) for name in p.tiles.expansions])
    for name, kind in (("countryside", "COUNTRYSIDE"), ("cores", "CORE"), ("cities", "CITY")):
        there = int(np.sum(chosen & (tiles["kind"] == int(kinds[f"TILE_{kind}"]))))
        wanted = getattr(p, name)
        if wanted > there:
            where = f"{id_}: scenario.{name}"
            raise ContentError(f"{wanted} tiles, the expansions chosen have {there}", where, given=wanted)
    if p.tiles.forced_core:
        row = tiles[_row(tables, "tiles", p.tiles.forced_core, "scenario.tiles.forced_core")]
        if row["kind"] != int(kinds.TILE_CORE) or EXPANSIONS[row["expansion"]] not in p.tiles.expansions or not p.cores:
            raise ContentError(
                f"{p.tiles.forced_core} is not among the core tiles without a city",
                "scenario.tiles.forced_core",
                given=p.tiles.forced_core,
            )
    _check_sites(p, tables, chosen)
    if p.dragon.present and p.dragon.place == "lair" and p.tiles.forced_core != p.dragon.lair_tile:
        raise ContentError("the lair's tile must be the forced core tile", "scenario.dragon.lair_tile")


def _set_opponents(record: np.void, id_: str, p: Parameters, seats: int) -> None:
    """Who plays beside the seats: dummy and proxy players, and how Tactics are chosen."""
    if seats + len(p.opponents) > SEATS:
        raise ContentError(
            f"{seats} players leave room for {SEATS - seats} opponents",
            f"{id_}: scenario.opponents",
            given="+".join(p.opponents),
        )
    if seats == 1 and not p.opponents:
        raise ContentError(
            "who is alone plays against a dummy or a proxy player, who brings the Rounds to their end (R16, A.11)",
            f"{id_}: scenario.opponents",
            given="none",
            allowed="dummy, proxy, or up to three of them joined by +",
        )
    dice = seats + p.opponents.count("proxy") + 2 + p.extra_dice
    if dice > DICE:
        raise ContentError(
            f"{dice} dice in the Source, the box has {DICE}", f"{id_}: scenario.extra_dice", given=p.extra_dice
        )
    if p.tactic_order == "passing" and seats < 2:
        raise ContentError(
            "who is alone has nobody to wait for",
            f"{id_}: scenario.tactic_order",
            given="passing",
            allowed=["lowest_fame"],
        )
    record["dummy_hero"] = RANDOM if p.opponents else NONE
    record["dummies"] = len(p.opponents)
    record["proxies"] = sum(1 << k for k, kind in enumerate(p.opponents) if kind == "proxy")
    record["proxy_floors"], record["pass_tactics"] = p.proxy_floors, p.tactic_order == "passing"


def _check_challenge(hero: str, p: Parameters, tables: object) -> None:
    """Refuse a challenge whose tiles are not among those chosen from (A.12.8)."""
    asked = [name for choice in tables.content["challenges"][hero].tiles for name in choice]
    rows = tables.arrays["tiles"][[tables.index["tiles"][name] for name in asked]] if asked else ()
    chosen = [EXPANSIONS.index(name) for name in p.tiles.expansions]
    out = [name for name, row in zip(asked, rows, strict=True) if row["expansion"] not in chosen]
    if out:
        message = f"the challenge of {hero} needs {', '.join(out)}"
        raise ContentError(message, "scenario.tiles.expansions", given=list(p.tiles.expansions))


def _check_sites(p: Parameters, tables: object, chosen: np.ndarray) -> None:
    """Refuse a choice of tiles by their sites that the tiles of the expansions cannot meet."""
    ids = importlib.import_module("mkbalance._mageknight.ids")
    sites = tables.arrays["hexes"]["site"].reshape(-1, 7)
    kinds = tables.arrays["tiles"]["kind"]
    for name, kind, wanted, kept in (
        ("countryside", ids.TileKind.TILE_COUNTRYSIDE, p.countryside, p.tiles.countryside),
        ("core", ids.TileKind.TILE_CORE, p.cores, p.tiles.core),
    ):
        if not kept.site:
            continue
        of_kind = chosen & (kinds == int(kind))
        with_ = of_kind & (sites == int(ids.Site[kept.site.upper()])).any(axis=1)
        if kept.number > wanted or kept.number > with_.sum() or wanted - kept.number > of_kind.sum() - with_.sum():
            there = f"{int(with_.sum())} of the {int(of_kind.sum())} {name} tiles"
            message = f"{kept.number} of {wanted} tiles with a {kept.site}, but {there} have one"
            raise ContentError(message, f"scenario.tiles.{name}.number", given=kept.number)
    if p.tiles.top:
        of_kind = chosen & (kinds == int(ids.TileKind.TILE_COUNTRYSIDE))
        if not p.countryside or not (of_kind & (sites == int(ids.Site[p.tiles.top.upper()])).any(axis=1)).any():
            raise ContentError("no countryside tile has this site", "scenario.tiles.top", given=p.tiles.top)


def setup_record(id_: str, p: Parameters, rules: Mapping[str, int], heroes: Sequence[str], tables: object) -> np.void:
    """Return the record of `DTYPES["Setup"]` for these parameters, switches (place of the value) and Heroes.

    Raises
    ------
    UsageError
        An unknown Hero.
    ContentError
        Parameters that the content cannot satisfy.
    """
    ids = importlib.import_module("mkbalance._mageknight.ids")
    dtype = importlib.import_module("mkbalance._mageknight.content").DTYPES["Setup"]
    record = np.zeros((), dtype=dtype)
    _check_tiles(id_, p, tables)
    known = tables.index["heroes"]
    record["seats"], record["heroes"] = len(heroes), NONE
    for seat, hero in enumerate(heroes):
        if hero not in known:
            raise UsageError(
                f"no such hero {hero!r}", "players", given=hero, allowed=list(known), nearest=nearest_name(hero, known)
            )
        record["heroes"][seat] = known[hero]
        if p.challenge:
            _check_challenge(hero, p, tables)
    _set_opponents(record, id_, p, len(heroes))
    for name in PLAIN:
        record[name] = getattr(p, name)
    record["first_night"] = p.first == "night"
    record["shape"] = int(ids.Shape[SHAPES[p.tiles.shape]])
    record["core_on_coast"], record["sorted_tiles"] = p.tiles.core_on_coast, p.tiles.sorted
    first = p.tiles.first
    record["first_tile"] = _row(tables, "tiles", first, "scenario.tiles.first") if first else NONE
    record["n_layout"] = len(p.tiles.layout)
    for number, place in enumerate(p.tiles.layout):
        record["layout_x"][number], record["layout_y"][number] = place.x, place.y
        record["layout_kind"][number] = int(ids.TileKind[f"TILE_{place.kind.upper()}"])
    forced = p.tiles.forced_core
    record["forced_core"] = _row(tables, "tiles", forced, "scenario.tiles.forced_core") if forced else NONE
    for place, kept in enumerate((p.tiles.countryside, p.tiles.core)):
        record["kept_site"][place] = int(ids.Site[kept.site.upper()]) if kept.site else int(ids.Site.NO_SITE)
        record["kept_number"][place] = kept.number
    record["top_site"] = int(ids.Site[p.tiles.top.upper()]) if p.tiles.top else int(ids.Site.NO_SITE)
    record["free_tiles"] = p.tiles.free
    record["restoration"] = p.restoration.present
    if p.restoration.present:
        record["destroyed_tokens"] = p.restoration.destroyed_tokens
        for name in ("tokens", "floors", "ziggurats", "pyramids"):
            record[f"end_{name}"] = getattr(p.restoration, name)
    record["start_fame"], record["start_rep"] = p.start.fame, p.start.reputation
    record["elites"], record["village_units"] = p.units.elites, p.units.village
    record["city_mode"] = CITY_MODES[p.city.mode]
    record["city_levels"][: len(p.city.levels)] = p.city.levels
    record["dragon"], record["lair_tile"], record["lair_hexes"] = p.dragon.present, NONE, NONE
    if p.dragon.present:
        record["dragon_place"] = p.dragon.place == "last_city"
        if p.dragon.lair_tile:
            record["lair_tile"] = _row(tables, "tiles", p.dragon.lair_tile, "scenario.dragon.lair_tile")
        record["lair_hexes"] = [DIRECTIONS.index(name) for name in p.dragon.lair_hexes]
        record["heads"] = [getattr(p.dragon.heads, head) for head in HEADS]
        record["dragon_turns"] = [DRAGON_ACTIONS[name] for name in p.dragon.turns]
        record["destroyed_tokens"] = p.dragon.destroyed_tokens
        record["random_heads"] = p.dragon.random_heads
    record["rulers"] = p.city.rulers
    if p.city.dragon != "none":  # its heads come with the city's level (A.13.2)
        record["dragon"], record["dragon_place"] = 1, CITY_DRAGON[p.city.dragon]
        record["lair_hexes"] = [DIRECTIONS.index(name) for name in ("C", "NE", "NW")]
        record["random_heads"] = p.dragon.random_heads
    record["horsemen"] = p.horsemen.present * HORSEMEN[p.horsemen.goal]
    record["horseman_level"] = p.horsemen.level
    record["horseman_tiles"], record["horses"] = p.horsemen.tiles, p.horsemen.horses
    if p.quests.present:
        record["quests"] = p.quests.offer or (len(heroes) + 2 if len(heroes) > 1 else 4)
        record["quest_first"], record["quest_leave"] = p.quests.first, p.quests.leave
        record["quest_fame"] = p.quests.fame
        record["quest_title"], record["quest_tied"] = p.quests.title, p.quests.title_tied
    higher = p.higher_level
    record["start_influence"] = higher.influence
    record["start_draws"] = [getattr(higher.draws, name) for name in START_DRAWS]
    record["start_prices"] = [getattr(higher.prices, name) for name in START_PRICES]
    record["start_tokens"] = sum(1 << FACTIONS.index(name) for name in dict.fromkeys(higher.tokens))
    crystals = p.random_crystals
    record["crystal_when"] = _bits(ids.CrystalElse, crystals.when, CRYSTAL_WHEN)
    record["crystal_else"] = _bits(ids.CrystalElse, crystals.instead, CRYSTAL_ELSE)
    record["crystal_factions"] = sum(1 << FACTIONS.index(name) for name in dict.fromkeys(crystals.factions))
    record["ends"] = sum(int(ids.Ends[f"END_{name.upper()}"]) for name in dict.fromkeys(p.ends))
    for name, points in p.scoring.model_dump().items():
        record[f"score_{name}"] = BASES.index(points) if name == "base" else points
    asked = p.victory.reputation
    record["goal_reputation"] = NO_GOAL if asked is None else asked
    record["expansions"] = sum(1 << EXPANSIONS.index(name) for name in dict.fromkeys(p.tokens.expansions))
    record["tile_expansions"] = sum(1 << EXPANSIONS.index(name) for name in dict.fromkeys(p.tiles.expansions))
    for source, deal in p.chance.model_dump().items():
        record["chance"][int(ids.Chance[f"CHANCE_{source.upper()}"])] = deal
    for rule, value in rules.items():
        record["rules"][int(ids.Rule[f"RULE_{rule.upper()}"])] = value
    return record[()]
