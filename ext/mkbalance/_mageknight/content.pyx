"""Ownership of the content tables: numpy arrays in, const pointers out.

``DTYPES`` are read off the C structs, so a layout is typed once, in content.pxd.
"""

import re

import numpy as np


def _dtype(view):
    """Structured dtype of a packed struct, read off the buffer format that Cython gives it."""
    fields = re.findall(r"\^(?:\((\d+)\))?([bBhHiIqQ]):(\w+):", memoryview(view).format)
    dtype = np.dtype([(name, code, (int(count),)) if count else (name, code) for count, code, name in fields])
    if dtype.itemsize != view.itemsize:
        raise TypeError(f"cannot mirror {memoryview(view).format}")
    return dtype


cdef dict _dtypes():
    cdef Instr instr
    cdef OptionRow option
    cdef CardRow card
    cdef UnitRow unit
    cdef EnemyRow enemy
    cdef PossessedRow possessed
    cdef PreferenceRow preference
    cdef RuinsRow ruins
    cdef HexRow hexrow
    cdef TileRow tile
    cdef TacticRow tactic
    cdef HeroRow hero
    cdef LevelRow level
    cdef CityRow city
    cdef SiteRow site
    cdef SkillRow skill
    cdef FactionRow faction
    cdef FloorRow floor
    cdef RulerRow ruler
    cdef QuestRow quest
    cdef StepRow step
    cdef ChallengeRow challenge
    cdef RestoreRow restore
    cdef Setup setup
    return {
        "instrs": _dtype(<Instr[:1]> &instr),
        "options": _dtype(<OptionRow[:1]> &option),
        "cards": _dtype(<CardRow[:1]> &card),
        "units": _dtype(<UnitRow[:1]> &unit),
        "enemies": _dtype(<EnemyRow[:1]> &enemy),
        "heads": _dtype(<EnemyRow[:1]> &enemy),
        "horsemen": _dtype(<EnemyRow[:1]> &enemy),
        "preferences": _dtype(<PreferenceRow[:1]> &preference),
        "possessed": _dtype(<PossessedRow[:1]> &possessed),
        "ruins": _dtype(<RuinsRow[:1]> &ruins),
        "hexes": _dtype(<HexRow[:1]> &hexrow),
        "tiles": _dtype(<TileRow[:1]> &tile),
        "tactics": _dtype(<TacticRow[:1]> &tactic),
        "heroes": _dtype(<HeroRow[:1]> &hero),
        "levels": _dtype(<LevelRow[:1]> &level),
        "cities": _dtype(<CityRow[:1]> &city),
        "sites": _dtype(<SiteRow[:1]> &site),
        "skills": _dtype(<SkillRow[:1]> &skill),
        "faction_tokens": _dtype(<FactionRow[:1]> &faction),
        "challenges": _dtype(<ChallengeRow[:1]> &challenge),
        "floors": _dtype(<FloorRow[:1]> &floor),
        "rulers": _dtype(<RulerRow[:1]> &ruler),
        "traps": _dtype(<EnemyRow[:1]> &enemy),
        "quests": _dtype(<QuestRow[:1]> &quest),
        "quest_steps": _dtype(<StepRow[:1]> &step),
        "restoration": _dtype(<RestoreRow[:1]> &restore),
        "reputation": np.dtype(np.int8),
        "numbers": np.dtype(np.int8),
        "terrain": np.dtype(np.uint8),
        "Setup": _dtype(<Setup[:1]> &setup),
    }


DTYPES = _dtypes()


def _turned(hexes, sixths):
    """Rows of every tile turned clockwise by so many sixths: the space to the north-east shows what lay before it."""
    from_ = [0] + [1 + (d - sixths) % 6 for d in range(6)]
    rows = hexes.reshape(-1, 7)[:, from_].reshape(-1)
    walls = rows["walls"].astype(int)
    rows["walls"] = (walls << sixths | walls >> (6 - sixths)) & 63
    return rows


cdef class Tables:
    """The compiled content of one study, shared read-only by every game.

    Parameters
    ----------
    arrays : dict of str to numpy.ndarray
        One structured array per table, dtypes as in ``DTYPES``; ``reputation`` int8 of 15, ``numbers`` int8, ``terrain`` uint8 (9, 3).
    """

    def __init__(self, dict arrays):
        self.arrays = {name: np.ascontiguousarray(array) for name, array in arrays.items()}
        for name, array in self.arrays.items():
            if array.dtype != DTYPES[name]:
                raise ValueError(f"table {name}: dtype {array.dtype}, expected {DTYPES[name]}")
            array.setflags(write=False)
        cdef const Instr[::1] instrs = self.arrays["instrs"]
        cdef const OptionRow[::1] options = self.arrays["options"]
        cdef const CardRow[::1] cards = self.arrays["cards"]
        cdef const UnitRow[::1] units = self.arrays["units"]
        cdef const EnemyRow[::1] enemies = self.arrays["enemies"]
        cdef const EnemyRow[::1] heads = self.arrays["heads"]
        cdef const EnemyRow[::1] horsemen = self.arrays["horsemen"]
        cdef const PreferenceRow[::1] preferences = self.arrays["preferences"]
        cdef const PossessedRow[::1] possessed = self.arrays["possessed"]
        cdef const RuinsRow[::1] ruins = self.arrays["ruins"]
        self.turned = np.concatenate([_turned(self.arrays["hexes"], sixths) for sixths in range(6)])
        cdef const HexRow[::1] hexes = self.turned
        cdef const RestoreRow[::1] restoration = self.arrays["restoration"]
        cdef const TileRow[::1] tiles = self.arrays["tiles"]
        cdef const TacticRow[::1] tactics = self.arrays["tactics"]
        cdef const HeroRow[::1] heroes = self.arrays["heroes"]
        cdef const LevelRow[::1] levels = self.arrays["levels"]
        cdef const CityRow[::1] cities = self.arrays["cities"]
        cdef const SiteRow[::1] sites = self.arrays["sites"]
        cdef const SkillRow[::1] skills = self.arrays["skills"]
        cdef const FactionRow[::1] factions = self.arrays["faction_tokens"]
        cdef const ChallengeRow[::1] challenges = self.arrays["challenges"]
        cdef const FloorRow[::1] floors = self.arrays["floors"]
        cdef const EnemyRow[::1] traps = self.arrays["traps"]
        cdef const RulerRow[::1] rulers = self.arrays["rulers"]
        cdef const QuestRow[::1] quests = self.arrays["quests"]
        cdef const StepRow[::1] quest_steps = self.arrays["quest_steps"]
        cdef const int8_t[::1] reputation = self.arrays["reputation"].reshape(-1)
        cdef const int8_t[::1] numbers = self.arrays["numbers"].reshape(-1)
        cdef const uint8_t[::1] terrain = self.arrays["terrain"].reshape(-1)
        cdef int i
        if heads.shape[0] != 5 * HEAD_LEVELS or levels.shape[0] != 10 or cities.shape[0] != 44 or reputation.shape[0] != 15:
            raise ValueError("heads, levels, cities and reputation have 60, 10, 44 and 15 rows")
        if horsemen.shape[0] != 4 * HORSEMAN_LEVELS or preferences.shape[0] != 4:
            raise ValueError("horsemen and preferences have 24 and 4 rows")
        if numbers.shape[0] != N_NUMBERS:
            raise ValueError(f"numbers has {N_NUMBERS} rows")
        if terrain.shape[0] != 27 or hexes.shape[0] != 42 * tiles.shape[0] or sites.shape[0] != N_SITES:
            raise ValueError("terrain, hexes and sites do not fit the other tables")
        if cards.shape[0] >= HERO or units.shape[0] >= HERO or enemies.shape[0] >= HERO:
            raise ValueError("a table has more rows than an 8-bit id can name")
        if floors.shape[0] != 6 or traps.shape[0] != 12:
            raise ValueError("floors and traps have 6 and 12 rows")
        if rulers.shape[0] != heroes.shape[0]:
            raise ValueError("rulers have a row for each Hero")
        if quests.shape[0] > QUEST_CARDS or quest_steps.shape[0] > 254:
            raise ValueError("a mask of 32 bits holds 30 quest cards, an 8-bit row names their steps")
        if challenges.shape[0] != heroes.shape[0]:
            raise ValueError("each Hero has a challenge")
        if restoration.shape[0] != N_CARD_ROWS:
            raise ValueError(f"restoration has {N_CARD_ROWS} rows")
        if 6 * tiles.shape[0] > NONE:
            raise ValueError("an 8-bit id names a tile in six orientations: 42 tiles at most")
        if factions.shape[0] > 32:
            raise ValueError("two bits of 64 count the faction tokens of a row: 32 rows at most")
        self.env.instrs = &instrs[0]
        self.env.options = &options[0]
        self.env.cards = &cards[0]
        self.env.units = &units[0]
        self.env.enemies = &enemies[0]
        self.env.heads = &heads[0]
        self.env.horsemen = &horsemen[0]
        self.env.preferences = &preferences[0]
        self.env.possessed = &possessed[0]
        self.env.ruins = &ruins[0]
        self.env.hexes = &hexes[0]
        self.env.tiles = &tiles[0]
        self.env.tactics = &tactics[0]
        self.env.heroes = &heroes[0]
        self.env.levels = &levels[0]
        self.env.city_rows = &cities[0]
        self.env.sites = &sites[0]
        self.env.skills = &skills[0] if skills.shape[0] else NULL
        self.env.factions = &factions[0] if factions.shape[0] else NULL
        self.env.challenges = &challenges[0]
        self.env.floors = &floors[0]
        self.env.traps = &traps[0]
        self.env.rulers = &rulers[0]
        self.env.quests = &quests[0] if quests.shape[0] else NULL
        self.env.quest_steps = &quest_steps[0] if quest_steps.shape[0] else NULL
        self.env.restoration = &restoration[0]
        self.env.reputation = &reputation[0]
        self.env.numbers = &numbers[0]
        self.env.terrain = &terrain[0]
        self.env.n_cards = <int> cards.shape[0]
        self.env.n_units = <int> units.shape[0]
        self.env.n_enemies = <int> enemies.shape[0]
        self.env.n_possessed = <int> possessed.shape[0]
        self.env.n_ruins = <int> ruins.shape[0]
        self.env.n_tiles = <int> tiles.shape[0]
        self.env.n_tactics = <int> tactics.shape[0]
        self.env.n_heroes = <int> heroes.shape[0]
        self.env.n_skills = <int> skills.shape[0]
        self.env.n_factions = <int> factions.shape[0]
        self.env.n_quests = <int> quests.shape[0]
        self.env.trace = NULL
        self.env.wound = -1
        for i in range(self.env.n_cards):
            if cards[i].kind == WOUND:
                self.env.wound = i
        if self.env.wound < 0:
            raise ValueError("table cards has no Wound")

    cdef Env with_setup(self, object setup):
        """``Env`` of one scenario: a copy of the pointers plus the setup record."""
        cdef const Setup[::1] view = np.ascontiguousarray(np.asarray(setup, dtype=DTYPES["Setup"]).reshape(1))
        cdef Env env = self.env
        env.setup = view[0]
        return env

    def orientations(self):
        """Rows of "hexes" that games read: those of the table, then all tiles turned by a sixth, by two, …; shape (42 tiles,)."""
        return self.turned

    def __reduce__(self):
        return Tables, (dict(self.arrays),)
