"""The words of the effect notation: one word for each opcode, with the arguments it takes.

Every argument fills one field (``a`` to ``d``) of an instruction. The parser and the printer both read this table, so
an effect that prints always parses back to itself. What each word means stands in docs/effect-notation.md.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from mkbalance._mageknight import ids

FIELD_RANGES = {"a": (-32768, 32767), "b": (0, 255), "c": (-128, 127), "d": (-128, 127)}

_ENUMS = (
    ids.Colour, ids.Element, ids.AttackKind, ids.Terrain, ids.Resistance, ids.Effect, ids.Op, ids.Cond, ids.Counter,
    ids.Banner,
)
_MEMBERS = {
    name: int(member)
    for enum in _ENUMS
    for name, member in enum.__members__.items()
}


def _id(name: str) -> int:
    return _MEMBERS[name.upper()]


COLOURS = {name: _id(name) for name in ("red", "blue", "green", "white", "gold", "black")}
BASIC_COLOURS = {name: value for name, value in COLOURS.items() if name not in ("gold", "black")}
ELEMENTS = {name: _id(name) for name in ("physical", "fire", "ice", "coldfire")}
BLOCKS = ELEMENTS | {"psychic": _id("psychic")}
KINDS = {name: _id(name) for name in ("melee", "ranged", "siege")}
TERRAINS = {
    name: _id(name)
    for name in ("plains", "hills", "forest", "wasteland", "desert", "swamp", "lake", "mountain", "ocean")
}
RESISTANCES = {name: _id(f"resist_{name}") for name in ("physical", "fire", "ice")}
CONDITIONS = {
    name: _id(f"if_{name}")
    for name in ("day", "night", "interaction", "forest", "unwounded", "combat", "peace", "elsewhere", "lowest", "paid")
} | {f"carries_{name}": _id(f"if_on_{name}") for name in BASIC_COLOURS} | {
    "at_fortified": _id("if_fortified_site"), "at_glade": _id("if_glade"), "at_other": _id("if_other_site")
}
COUNTERS = {
    name: _id(f"per_{name}")
    for name in ("wound", "blocked", "foe", "set", "discard", "colour", "ready", "adventure", "stronghold")
}
WINDOWS = {
    name: _id(f"win_{name}")
    for name in ("move", "interact", "ranged", "block", "damage", "attack", "after", "rest",
                 "before", "always", "others", "home", "spent", "beaten")
}
BY_ITSELF = ("before", "always", "others", "home", "spent", "beaten")  # no moments of one's own turn
BANNERS = {name: _id(f"banner_{name}") for name in ("glory", "fear", "protection", "courage", "fortitude")}

DURING = "during"
WINDOW_GROUPS = {
    "any": sum(value for name, value in WINDOWS.items() if name not in BY_ITSELF),
    "combat": sum(WINDOWS[name] for name in ("ranged", "block", "damage", "attack")),
}
COMBAT_START = "combat_start"


def bits(values: dict[str, int]) -> dict[str, int]:
    """Turn ordinals into bits of a mask."""
    return {name: 1 << value for name, value in values.items()}


@dataclass(frozen=True)
class Number:
    """A whole number, in order of appearance or behind a ``keyword``.

    ``wrapped`` numbers are stored in an unsigned field as two's complement.
    """

    field: str
    default: int | None = None
    keyword: str = ""
    low: int = 0
    wrapped: bool = False

    def words(self) -> tuple[str, ...]:
        """Return the words that belong to this argument."""
        return (self.keyword,) if self.keyword else ()

    def show(self, value: int) -> list[str]:
        """Return the words that say `value`."""
        if self.wrapped and value > 127:
            value -= 256
        return [self.keyword, str(value)] if self.keyword else [str(value)]


@dataclass(frozen=True)
class Choice:
    """One word out of a list."""

    field: str
    values: dict[str, int] = field(hash=False)
    default: int | None = None

    def words(self) -> tuple[str, ...]:
        """Return the words that belong to this argument."""
        return tuple(self.values)

    def show(self, value: int) -> list[str]:
        """Return the words that say `value`."""
        return [next(name for name, known in self.values.items() if known == value)]


@dataclass(frozen=True)
class Mask:
    """Several words, each one bit; a group word stands for several bits."""

    field: str
    values: dict[str, int] = field(hash=False)
    groups: dict[str, int] = field(default_factory=dict, hash=False)
    default: int | None = None

    def words(self) -> tuple[str, ...]:
        """Return the words that belong to this argument."""
        return (*self.values, *self.groups)

    def show(self, value: int) -> list[str]:
        """Return the words that say `value`."""
        for name, known in self.groups.items():
            if known == value:
                return [name]
        return [name for name, bit in self.values.items() if value & bit]


@dataclass(frozen=True)
class Word:
    """One word of the notation: its opcode, its arguments, and whether a parenthesis must follow."""

    name: str
    op: int
    args: tuple[Number | Choice | Mask, ...] = ()
    block: bool = False


_COLOUR_GROUPS = {"basic": 15, "all": 63}
_TERRAIN_GROUPS = {"all": (1 << len(TERRAINS)) - 1}
_PILES = {"discard": 0, "hand": 1, "deck": 2}
_NUMBER = Number("a", low=1)
_ONE = Number("a", default=1, low=1)
_SIGNED = Number("a", low=-100)


def _colours(default: int | None = None) -> Mask:
    return Mask("b", bits(COLOURS), _COLOUR_GROUPS, default)


def _element(name: str) -> Choice:
    return Choice(name, ELEMENTS, 0)


def _flag(name: str, word: str, value: int = 1) -> Choice:
    return Choice(name, {word: value}, 0)


_ARGUMENTS: dict[str, tuple] = {
    # points and simple gains
    "nop": (),
    "move": (_NUMBER,),
    "influence": (_NUMBER,),
    "attack": (_NUMBER, Choice("b", KINDS, 0), _element("c")),
    "block": (_NUMBER, Choice("b", BLOCKS, 0), _flag("c", "swift")),
    "heal": (_NUMBER,),
    "draw": (_NUMBER,),
    "fame": (_NUMBER,),
    "rep": (_SIGNED,),
    "wound": (_NUMBER, _flag("b", "pile")),
    "mana": (_ONE, Choice("b", COLOURS)),
    "mana_any": (_NUMBER, _colours()),
    "crystal": (_ONE, Choice("b", BASIC_COLOURS)),
    "crystal_any": (_NUMBER, Mask("b", bits(BASIC_COLOURS), {"basic": 15}, 15)),
    "crystal_paid": (_NUMBER,),
    "crystal_others": (),
    "crystal_owned": (_NUMBER,),
    "crystal_unowned": (_NUMBER,),
    "crystal_offer": (_NUMBER,),
    "crystal_random": (_NUMBER,),
    "die_crystal": (_flag("a", "keep"),),
    "hand_limit": (_NUMBER,),
    # costs and control
    "pay": (_colours(),),
    "discard": (_NUMBER, _colours(0), Choice("c", {"wounds": 1, "wounds_only": 2}, 0)),
    "discard_upto": (_NUMBER, _flag("b", "wound")),
    "sideways": (_NUMBER, Mask("b", {"wound": 1, "better": 2, "match": 4, "no_source": 8, "command": 16}, default=0)),
    "throw_wound": (_NUMBER,),
    "throw": (Mask("b", bits(BASIC_COLOURS), {"basic": 15}, 15),),
    # dice and mana rules
    "extra_die": (_SIGNED, _flag("b", "wild")),
    "set_die": (_NUMBER, Number("b", default=1, low=1)),
    "unlimited": (_colours(),),
    "rules": (Mask("a", {"gold": 1, "black": 2, "forest": 4, "desert": 8, "wild": 16, "sight": 32}),),
    "crystals_return": (),
    "dice_wounds": (_NUMBER,),
    "reroll_source": (),
    # Units
    "ready": (_NUMBER,),
    "ready_total": (_NUMBER,),
    "ready_all": (),
    "ready_for_influence": (_NUMBER, Number("b", low=1)),
    "units_bonus": (_SIGNED, _flag("b", "attacks")),
    "units_armor": (_NUMBER,),
    "units_fame": (_NUMBER,),
    "units_safe": (),
    "units_resist": (Mask("a", RESISTANCES),),
    "unit_resist": (Mask("a", RESISTANCES),),
    "unit_wound": (),
    "recruit_discount": (_NUMBER, Number("b", default=0, keyword="rep", low=-7, wrapped=True)),
    "heal_unit": (),
    "no_recruit": (),
    "gain_unit": (),
    "borrow_unit": (),
    "heal_units_all": (),
    "redirect": (),
    "command": (),
    "rep_per_recruit": (Number("a"), Number("b", default=0)),
    # movement
    "terrain": (
        Mask("a", bits(TERRAINS), _TERRAIN_GROUPS),
        _flag("b", "set"),
        Number("c", low=-9),
        Number("d", default=0, keyword="min"),
    ),
    "cheap_space": (Number("c", low=-9), Number("d", default=0, keyword="min")),
    "pass": (Mask("a", bits(TERRAINS), _TERRAIN_GROUPS), _flag("b", "safe")),
    "no_provoke": (),
    "next_move": (_NUMBER, _flag("b", "each")),
    "fly": (_NUMBER, _flag("b", "free"), _flag("c", "coast")),
    "tunnel": (_NUMBER, _flag("b", "assault")),
    "bend": (),
    "harvest": (Choice("a", {"once": 0, "each": 1}, 0),),
    "mountain_lore": (_NUMBER, Number("b", default=0)),
    "mist": (),
    "swift_scout": (),
    "temporal": (_NUMBER, Number("b", default=0)),
    # enemies
    "foe_cancel": (_NUMBER, _flag("b", "upto"), _flag("c", "unfortified"), _flag("d", "move")),
    "foe_attack": (_SIGNED, Number("b", default=1, low=1), _flag("d", "any")),
    "foe_armor": (_SIGNED, _flag("b", "all"), Number("c", default=0, keyword="fortified", low=-100),
                  Choice("d", {"resistances": 1, "reachable": 2}, 0)),
    "foe_destroy": (_flag("a", "blocked"),),
    "foe_strip": (Mask("a", {"fortifications": 1, "resistances": 2, "fire": 4, "ice": 8}), _flag("b", "all")),
    "foe_blocked_armor1": (),
    "foe_cumbersome": (),
    "prey": (),
    "foe_attack_strip": (),
    "site_unfortify": (),
    "possess": (),
    # blocks and attacks with a tail
    "block_armor": (_SIGNED,),
    "block_destroy": (),
    "block_then_attack": (_NUMBER, _element("c")),
    "later_attack": (_NUMBER, Choice("b", KINDS, 0), _element("c")),
    "block_icons": (_NUMBER, _element("b")),
    "block_terrain": (),
    "divide_block": (_NUMBER, Number("b", low=1), _element("c")),
    "shield_bash": (),
    "ambush": (_NUMBER, Number("b", low=1)),
    "convert": (
        Choice("a", {"move_attack": 0, "move_ranged": 1, "influence_block": 2}),
        _element("b"),
    ),
    "fame_per_defeat": (_NUMBER, _flag("b", "phase")),
    "double_attack": (),
    "all_coldfire": (Choice("a", {"coldfire": 0, "siege": 1}),),
    "altem": (_NUMBER, Choice("b", {"attack": 0, "block": 1})),
    "chivalry": (_NUMBER, Number("b", default=0)),
    "explosive": (),
    "harvester": (_flag("a", "each"),),
    "starsdawn": (),
    "sacrifice": (
        Choice("a", {"siege": COLOURS["green"], "ranged": COLOURS["white"]}),
        Choice("b", {"fire": COLOURS["red"], "ice": COLOURS["blue"]}),
    ),
    # cards
    "boost": (_NUMBER,),
    "maximal": (Number("a"), Number("b")),
    "to_deck": (Choice("a", {"bottom": 0, "top": 1}),),
    "return_swap": (_flag("a", "wounds"),),
    "learn": (_NUMBER, Choice("b", {"discard": 0, "hand": 1})),
    "gain_action": (Choice("b", _PILES),),
    "gain_spell": (Choice("b", _PILES),),
    "cast_offer": (Choice("a", {"basic": 0, "powered": 1}), _flag("b", "free")),
    "offer_power": (),
    "recall": (_NUMBER, Choice("b", {"random": 0, "chosen": 1})),
    "time_bend": (),
    "spell_fame": (Choice("b", BASIC_COLOURS),),
    "banner": (Choice("a", BANNERS),),
    "banner_forget": (),
    "box": (),
    "peek": (),
    "proficiency": (Choice("a", {"use": 0, "gain": 1}),),
    # healing and Wounds
    "heal_forest": (_NUMBER, Number("b", low=1)),
    "fame_per_heal": (),
    "draw_per_heal": (_flag("a", "units"),),
    "influence_heal": (_NUMBER, _flag("b", "ready")),
    "veil": (),
    "adrenaline": (_NUMBER, _flag("b", "throw")),
    "energy": (_NUMBER, _flag("b", "heal")),
    "interact_bonus": (_NUMBER,),
    # rivals
    "rivals_lose_crystal": (),
    "wound_per_crystal": (Choice("b", BASIC_COLOURS),),
    "claim_die": (_NUMBER, _flag("b", "curse")),
    "rivals_discard": (Mask("b", bits(BASIC_COLOURS), {"basic": 15}), Choice("a", {"steal": 1}, 0)),
    # Skills
    "soak": (_NUMBER, Mask("b", bits(ELEMENTS)), Number("c", keyword="other")),
    "explore": (_NUMBER,),
    "see": (_NUMBER,),
    "aim": (_NUMBER, Number("b", low=1)),
    "block_bonus": (_NUMBER,),
    "lead": (_NUMBER, Number("b", low=1), Number("c", low=1)),
    "fork": (_NUMBER,),
    "duel": (_NUMBER,),
    "shapeshift": (),
    "chaos": (Choice("a", {"blue": 0, "green": 1, "black": 2, "white": 3, "red": 4, "gold": 5, "any": 6}),),
    "ignore_rep": (),
    "card_mana": (Mask("a", bits(COLOURS) | {f"wound_{name}": 64 << value for name, value in COLOURS.items()}),),
    "opposite": (_flag("a", "depleted"),),
    "centre": (Choice("a", {name: 1 + value for name, value in COLOURS.items()} | {"paid": 7}, 0),),
    "claim": (_flag("a", "alone"),),
    "surge": (_NUMBER,),
    "reroll_die": (),
    "open_die": (),
    "give_wound": (),
    "surcharge": (),
    "exploit": (),
    "dearer": (_NUMBER, Number("b", keyword="max", low=1)),
    "foes_attack": (_NUMBER,),
    "mana_paid": (),
    "keep_foe": (),
    "puppet": (Choice("a", {"attack": 0, "block": 1}),),
    "bond": (),
    "coordinate": (),
    "prevent": (),
    # faction tokens
    "martyr": (),
    "no_regulars": (),
    "dominate": (),
    "shadows": (),
    "spend_crystal": (),
    "mind": (),
    "impersonate": (),
    "seek": (),
    "trade_card": (),
    "shown": (Choice("b", BASIC_COLOURS),),
    "fury": (_NUMBER, Number("b", low=1)),
    "charge": (_NUMBER, Number("b", low=1)),
    # rewards
    "reward": (_NUMBER, Choice("b", {"artifact": 0, "spell": 1, "action": 2})),
    "flip": (),
    "turn_up": (Choice("a", {"action": 1, "rest": 2}, 0),),
}

_GOVERNING = {
    "if": (Choice("b", CONDITIONS),),
    "per": (Choice("b", COUNTERS),),
    "optional": (),
}


WORDS: dict[str, Word] = {name: Word(name, _id(f"op_{name}"), args) for name, args in _ARGUMENTS.items()}
WORDS |= {name: Word(name, _id(f"op_{name}"), args, block=True) for name, args in _GOVERNING.items()}
BY_OP: dict[int, Word] = {word.op: word for word in WORDS.values()}
