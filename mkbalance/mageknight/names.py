"""Names for the numbers of the core: rows of the content tables and the enumerations, as a reader knows them."""

from __future__ import annotations

from functools import cache, lru_cache

from mkbalance._mageknight import ids
from mkbalance.mageknight import notation
from mkbalance.mageknight.compile import Tables

__all__ = ["NONE", "HERO", "Names", "colour", "direction", "element", "site", "signed", "terrain", "words"]

NONE, HERO = 255, 254
DIRECTIONS = ("NE", "E", "SE", "SW", "W", "NW")
HEADS = ("War", "Famine", "Death", "Pestilence", "Control")
SITES = {
    "no_site": "",
    "mine": "mine",
    "glade": "magical glade",
    "ruins": "ancient ruins",
    "marauding_orcs": "marauding orcs",
    "volkares_camp": "Volkare's camp",
    "tomb": "tomb",
}
ABILITIES = {
    1: "Swift",
    2: "Brutal",
    4: "Poison",
    8: "Paralyze",
    16: "Assassination",
    32: "Cumbersome",
    64: "Vampiric",
    128: "Fortified",
    256: "Unfortified",
    512: "Elusive",
    1024: "Arcane Immunity",
}
RESISTANCES = {1: "physical", 2: "fire", 4: "ice"}
KINDS = ("melee", "ranged", "siege")
ELEMENTS = ("physical", "fire", "ice", "cold fire", "psychic", "summon", "summon possessed")


def words(text: str) -> str:
    """Return an id as words: ``mage_tower`` is `mage tower`."""
    return text.replace("_", " ")


@cache
def _members(enum: str) -> dict[int, str]:
    return {int(value): name.lower() for name, value in getattr(ids, enum).__members__.items()}


def member(enum: str, value: int) -> str:
    """Return the lower-case name of a member of an enumeration of the core, or the number."""
    return _members(enum).get(value, str(value))


def colour(value: int) -> str:
    """Return a mana colour."""
    return member("Colour", value)


def colours(mask: int) -> str:
    """Return the colours of a mask."""
    return " or ".join(colour(i) for i in range(6) if (mask >> i) & 1)


def terrain(value: int) -> str:
    """Return a terrain."""
    return member("Terrain", value)


def site(value: int) -> str:
    """Return a site, empty for none."""
    name = member("Site", value)
    return SITES.get(name, words(name))


def token_colour(value: int) -> str:
    """Return the colour of a token's back."""
    return member("TokenColour", value).removeprefix("token_")


def direction(value: int) -> str:
    """Return one of the six directions."""
    return DIRECTIONS[value]


def element(value: int) -> str:
    """Return the element of an attack."""
    return ELEMENTS[value]


def signed(value: int) -> str:
    """Return a number with its sign."""
    return f"{value:+d}"


def bits(mask: int, table: dict[int, str]) -> list[str]:
    """Return the words of a mask."""
    return [word for bit, word in table.items() if mask & bit]


def listed(items: list[str]) -> str:
    """Return names with equal ones counted: `2 March, Rage`."""
    counts: dict[str, int] = {}
    for item in items:
        counts[item] = counts.get(item, 0) + 1
    return ", ".join(f"{n} {name}" if n > 1 else name for name, n in counts.items())


@lru_cache(maxsize=4096)
def _options(text: str, healing: bool) -> tuple[str, ...]:
    if text == notation.UNIMPLEMENTED:
        return ()
    return tuple(notation.unparse([option]) for option in notation.parse(text, healing=healing))


class Names:
    """Names of the rows of compiled content.

    Parameters
    ----------
    tables : compile.Tables
    """

    def __init__(self, tables: Tables):
        self.tables = tables
        self.content = tables.content
        self._cards = self.content.cards()

    def _entry(self, table: str, row: int) -> object:
        return self.content[table][self.tables.names[table][row]]

    def _name(self, table: str, row: int) -> str:
        id_ = self.tables.names[table][row]
        return self.content[table][id_].name or words(id_)

    def card_id(self, row: int) -> str:
        """Return the id of a card row."""
        return self.tables.names["cards"][row]

    def card(self, row: int) -> str:
        """Return the printed name of a card."""
        id_ = self.card_id(row)
        if id_ == "wound":
            return "Wound"
        return self._cards[id_][1].name or words(id_)

    def cards(self, rows: list[int], wounds: int = 0) -> str:
        """Return a hand: equal cards counted, Wounds last."""
        shown = listed(sorted(self.card(row) for row in rows))
        wound = "" if not wounds else "1 Wound" if wounds == 1 else f"{wounds} Wounds"
        return ", ".join(filter(None, (shown, wound))) or "no cards"

    def card_kind(self, row: int) -> int:
        """Return the CardKind of a card row."""
        return int(self.tables.arrays["cards"][row]["kind"])

    def effect(self, row: int, side: int, option: int) -> str:
        """Return what one way to play a side does, in the effect notation."""
        entry = self._cards[self.card_id(row)][1]
        found = _options(entry.powered if side else entry.basic, entry.healing)
        return found[option] if option < len(found) else ""

    def unit(self, row: int) -> str:
        """Return the name of a Unit."""
        return self._name("units", row)

    def ability(self, row: int, option: int) -> str:
        """Return what one ability of a Unit does and the mana it asks."""
        for ability in self._entry("units", row).abilities:
            found = _options(ability.effect, False)
            if option < len(found):
                return found[option] + (f" (for {ability.mana} mana)" if ability.mana else "")
            option -= len(found)
        return ""

    def skill(self, row: int) -> str:
        """Return the name of a Skill."""
        return self._name("skills", row)

    def skill_effect(self, row: int, option: int) -> str:
        """Return what one way to use a Skill does, in the effect notation."""
        entry = self._entry("skills", row)
        found = _options(entry.effect, entry.healing)
        return found[option] if option < len(found) else ""

    def faction_token(self, row: int) -> str:
        """Return the name of a faction token."""
        return self._name("faction_tokens", row)

    def faction_effect(self, row: int, option: int) -> str:
        """Return what one way to use a faction token does, in the effect notation."""
        entry = self._entry("faction_tokens", row)
        found = _options(entry.effect, entry.healing)
        return found[option] if option < len(found) else ""

    def quest(self, row: int) -> str:
        """Return the name of a quest card."""
        return self._name("quests", row)

    def quest_step(self, row: int) -> str:
        """Return the number of a step, as printed."""
        return self.tables.names["quest_steps"][row].split(".")[1]

    def quest_words(self, row: int) -> str:
        """Return what a step asks and brings, in short."""
        id_, _, number = self.tables.names["quest_steps"][row].partition(".")
        step = next(step for step in self.content["quests"][id_].steps if step.id == number)
        asks = [
            f"{n} {word}"
            for word, n in (("Influence", step.influence), ("mana", step.mana), ("Wound", step.wounds))
            if n
        ]
        asks += [f"Reputation {step.rep}"] if step.rep else []
        parts = []
        if step.foes and "lays" not in step.flags:
            parts.append("fights " + " or ".join(" and ".join(band) for band in step.foes))
        parts += [f"for {' and '.join(asks)}"] if asks else []
        return ", ".join(parts)

    def enemy(self, row: int) -> str:
        """Return the name of an enemy token."""
        return self._name("enemies", row)

    def possessed(self, row: int) -> str:
        """Return what a possessed token changes."""
        entry = self._entry("possessed", row)
        found = [(signed(entry.armor), "Armor"), (signed(entry.attack), "attack"), (signed(entry.fame), "Fame")]
        words_ = [f"{name} {n}" for n, name in found if n not in ("0", "+0")]
        if entry.psychic:
            words_.append(f"psychic attack {entry.psychic}")
        return ", ".join(words_) or "nothing changes"

    def enemy_back(self, row: int) -> str:
        """Return the colour of an enemy token's back."""
        return token_colour(int(self.tables.arrays["enemies"][row]["colour"]))

    def head(self, slot: int) -> str:
        """Return the name of a dragon head."""
        return f"{HEADS[slot]} head"

    def foe(self, foe: dict) -> str:
        """Return the name of somebody in a fight."""
        if foe["source"] == int(ids.Source.FROM_HEAD):
            return f"{HEADS[foe['row'] // 12]} head"
        if foe["source"] == int(ids.Source.FROM_HORSEMAN):
            return self.horseman(foe["slot"])
        if foe["source"] == int(ids.Source.FROM_TRAP):
            return self._name("traps", foe["row"])
        return self.enemy(foe["row"])

    def horseman(self, slot: int) -> str:
        """Return the name of a Horseman."""
        return f"Horseman {HEADS[slot]}"

    def tile(self, row: int) -> str:
        """Return a tile: kind and printed number."""
        id_ = self.tables.names["tiles"][row]
        entry = self.content["tiles"][id_]
        if entry.kind == "start":
            return f"starting tile {id_[-1].upper()}"
        city = next((hex_.city for _, hex_ in entry.hexes if hex_.city), None)
        return f"{entry.kind} tile {entry.number}" + (f" ({city} city)" if city else "")

    def tile_sites(self, row: int, turned: int = 0) -> str:
        """Return the sites of a tile by direction, as it lies: turned clockwise by so many sixths."""
        found = []
        for name, hex_ in self._entry("tiles", row).hexes:
            name = name if name == "C" else DIRECTIONS[(DIRECTIONS.index(name) + turned) % 6]
            if hex_.site:
                label = SITES.get(hex_.site, words(hex_.site))
                detail = "/".join(hex_.mines) or hex_.city or ""
                found.append(f"{name} {detail + ' ' if detail else ''}{label}")
        return ", ".join(found) or "no sites"

    def tactic(self, row: int) -> str:
        """Return the name of a Tactic."""
        return self._name("tactics", row)

    def hero(self, row: int) -> str:
        """Return the name of a Hero."""
        return self._name("heroes", row)

    def ruins(self, row: int) -> str:
        """Return what a ruins token shows."""
        entry = self._entry("ruins", row)
        if entry.altar:
            cost = ", ".join(f"{n} {name}" for name, n in entry.altar.model_dump().items() if n)
            return f"altar ({cost}: Fame {entry.fame})"
        rewards = [
            f"{amount} {word}"
            for word, amount in (
                ("Artifact", entry.artifacts),
                ("Spell", entry.spells),
                ("Advanced Action", entry.actions),
                ("Unit", entry.units),
                ("crystal set", entry.crystals),
            )
            if amount
        ]
        return f"enemies {' and '.join(entry.enemies)} for {', '.join(rewards)}"

    def modifier(self, reputation: int) -> str:
        """Return the Influence modifier of a Reputation position."""
        value = int(self.tables.arrays["reputation"][reputation + 7])
        return "X" if value == -128 else signed(value)
