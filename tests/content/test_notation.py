"""The effect notation: what it reads, what it prints, how it refuses."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mkbalance._mageknight import ids
from mkbalance.mageknight.notation import UNIMPLEMENTED, NotationError, Option, ops_used, parse, unparse
from mkbalance.mageknight.timing import FLAG_ATTACK, FLAG_COMBAT_START, FLAG_MOVE, FLAG_NEEDS, infer_flags
from mkbalance.mageknight.words import BY_ITSELF, BY_OP, FIELD_RANGES, WORDS, Choice, Mask, Number

DOCS = Path(__file__).parents[2] / "docs" / "effect-notation.md"
OP = {member.name: int(member) for member in ids.Op}
WIN = {member.name.removeprefix("WIN_").lower(): int(member) for member in ids.Effect}
ALL_WINDOWS = sum(value for name, value in WIN.items() if name not in BY_ITSELF)


def windows(names: str) -> int:
    return sum(WIN[name] for name in names.split())


def instrs(text: str) -> list[tuple]:
    return [option.instrs for option in parse(text)]


def test_every_opcode_has_one_word_and_every_word_is_documented():
    assert set(BY_OP) == set(OP.values()) - {OP["N_OPS"]}
    assert len(BY_OP) == len(WORDS)
    described = set(re.findall(r"`([a-z_0-9]+)`", DOCS.read_text(encoding="utf-8")))
    missing = {name for name in WORDS if name not in described} | {
        name for word in WORDS.values() for arg in word.args for name in arg.words()
        if not re.search(rf"\b{name}\b", DOCS.read_text(encoding="utf-8"))
    }
    assert missing == set()


def test_alternatives_multiply_out_in_order():
    assert instrs("(move 1 | heal 2) + (draw 1 | fame 1)") == [
        ((OP["OP_MOVE"], 1, 0, 0, 0), (OP["OP_DRAW"], 1, 0, 0, 0)),
        ((OP["OP_MOVE"], 1, 0, 0, 0), (OP["OP_FAME"], 1, 0, 0, 0)),
        ((OP["OP_HEAL"], 2, 0, 0, 0), (OP["OP_DRAW"], 1, 0, 0, 0)),
        ((OP["OP_HEAL"], 2, 0, 0, 0), (OP["OP_FAME"], 1, 0, 0, 0)),
    ]


def test_blocks_count_what_they_govern():
    text = "optional (pay basic + if night (rep 1 + per wound (fame 2)))"
    assert instrs(text) == [(
        (OP["OP_OPTIONAL"], 6 - 1, 0, 0, 0),
        (OP["OP_PAY"], 0, 0b1111, 0, 0),
        (OP["OP_IF"], 3, int(ids.Cond.IF_NIGHT), 0, 0),
        (OP["OP_REP"], 1, 0, 0, 0),
        (OP["OP_PER"], 0, int(ids.Counter.PER_WOUND), 0, 0),
        (OP["OP_FAME"], 2, 0, 0, 0),
    )]
    assert unparse(parse(text)) == text


def test_alternatives_inside_a_block_choose_outside():
    assert instrs("if day (draw 1 | fame 2 + rep 1)") == [
        ((OP["OP_IF"], 1, 0, 0, 0), (OP["OP_DRAW"], 1, 0, 0, 0)),
        ((OP["OP_IF"], 2, 0, 0, 0), (OP["OP_FAME"], 2, 0, 0, 0), (OP["OP_REP"], 1, 0, 0, 0)),
    ]


@pytest.mark.parametrize(("text", "expected"), [
    ("attack 3 ranged fire", (OP["OP_ATTACK"], 3, int(ids.AttackKind.RANGED), int(ids.Element.FIRE), 0)),
    ("attack 3 fire ranged", (OP["OP_ATTACK"], 3, int(ids.AttackKind.RANGED), int(ids.Element.FIRE), 0)),
    ("block 4 ice", (OP["OP_BLOCK"], 4, int(ids.Element.ICE), 0, 0)),
    ("block 4 swift", (OP["OP_BLOCK"], 4, 0, 1, 0)),
    ("terrain forest hills -1 min 2", (OP["OP_TERRAIN"], 0b110, 0, -1, 2)),
    ("terrain swamp set 1", (OP["OP_TERRAIN"], 1 << 5, 1, 1, 0)),
    ("mana gold", (OP["OP_MANA"], 1, int(ids.Colour.GOLD), 0, 0)),
    ("mana 3 gold", (OP["OP_MANA"], 3, int(ids.Colour.GOLD), 0, 0)),
    ("mana_any 2 all", (OP["OP_MANA_ANY"], 2, 63, 0, 0)),
    ("recruit_discount 2 rep -1", (OP["OP_RECRUIT_DISCOUNT"], 2, 255, 0, 0)),
    ("foe_armor -3 fortified -3", (OP["OP_FOE_ARMOR"], -3, 0, -3, 0)),
])
def test_arguments_fill_their_fields(text, expected):
    assert instrs(text) == [(expected,)]


@pytest.mark.parametrize(("text", "when"), [
    ("move 2", "move block"),  # R9.3.4
    ("influence 2", "interact block damage"),
    ("attack 2", "attack"),  # R6.6
    ("attack 2 siege", "ranged attack"),
    ("block 3", "block"),
    ("heal 1", "move interact after rest"),  # R6.6: never in combat
    ("ready 2", "move interact after rest"),
    ("foe_cancel 1", "ranged block"),
    ("foe_attack -2", "block"),
    ("foe_armor -1 all", "ranged block damage attack"),
    ("foe_destroy", "attack"),
    ("pass lake", "move"),
    ("draw 1", " ".join(name for name in WIN if name not in BY_ITSELF)),  # R6.6: special effects at any time
    ("wound 1 + attack 5", "attack"),
    ("foe_cancel 1 + fame 1", "ranged block"),
    ("altem 5 block", "block"),
    ("during after rest + draw 1", "after rest"),
])
def test_windows(text, when):
    (option,) = parse(text)
    assert option.windows == windows(when)


def test_a_healing_icon_bars_combat():
    assert parse("draw 1")[0].windows == ALL_WINDOWS
    assert parse("draw 1", healing=True)[0].windows == windows("move interact after rest")


def test_flags():
    assert parse("attack 3")[0].flags == FLAG_ATTACK
    assert parse("pay red + move 3")[0].flags == FLAG_NEEDS | FLAG_MOVE
    assert parse("move 3 + optional (pay red + fame 1) + fame 1")[0].flags == FLAG_MOVE
    assert parse("optional (optional (pay red)) + discard 1")[0].flags == FLAG_NEEDS
    assert parse("foe_cancel 3 upto")[0].flags == 0
    start = parse("during combat_start + units_safe")[0]
    assert (start.windows, start.flags) == (windows("ranged"), FLAG_COMBAT_START)


@pytest.mark.parametrize(("text", "position", "words"), [
    ("atack 3", 0, ["unknown word 'atack'", "did you mean 'attack'"]),
    ("move 2 + attack 3 fyre", 18, ["unknown argument 'fyre' of 'attack'", "did you mean 'fire'"]),
    ("attack", 0, ["'attack' needs a number"]),
    ("mana", 0, ["'mana' needs one of", "gold"]),
    ("attack 3 fire ice", 14, ["after another word of its kind"]),
    ("move 2 3", 7, ["takes no number here"]),
    ("move -1", 5, ["out of range", "1 to 32767"]),
    ("foe_armor -3 fortified", 22, ["expected a number behind 'fortified'"]),
    ("terrain all 500", 12, ["out of range", "-9 to 127"]),
    ("move 2 +", 8, ["expected a word"]),
    ("move 2 )", 7, ["expected '|', '+' or the end"]),
    ("(move 2", 7, ["close the parenthesis"]),
    ("if nite (draw 1)", 3, ["did you mean 'night'"]),
    ("per wound draw 1", 10, ["unknown argument 'draw'"]),
    ("per wound (heal 1 + draw 1)", 0, ["exactly one part"]),
    ("per wound (if day (heal 1))", 0, ["exactly one part"]),
    ("if day (during rest + draw 1)", 0, ["whole option"]),
    ("during evening + draw 1", 7, ["unknown window 'evening'"]),
    ("during + draw 1", 0, ["needs a window"]),
    ("move 2; draw 1", 6, ["unexpected ';'"]),
    ("", 0, ["expected a word"]),
    (UNIMPLEMENTED, 0, ["no options"]),
])
def test_errors_say_where_and_what_instead(text, position, words):
    with pytest.raises(NotationError) as caught:
        parse(text, where="spells.toml: chill.basic")
    message = str(caught.value)
    assert message.startswith("spells.toml: chill.basic: ")
    assert caught.value.position == position
    assert f"character {position}" in message
    for part in words:
        assert part in message
    assert caught.value.exit_code == 3


def test_ops_used():
    assert ops_used(parse("move 2 | if day (draw 1)")) == {OP["OP_MOVE"], OP["OP_IF"], OP["OP_DRAW"]}


def argument(arg) -> st.SearchStrategy[int]:
    if isinstance(arg, Number):
        low, high = FIELD_RANGES[arg.field]
        return st.integers(max(low, arg.low), high) if not arg.wrapped else st.integers(-7, 127).map(lambda n: n & 255)
    if isinstance(arg, Choice):
        values = set(arg.values.values()) | ({arg.default} if arg.default is not None else set())
        return st.sampled_from(sorted(values))
    assert isinstance(arg, Mask)
    return st.integers(1, sum(arg.values.values()))


@st.composite
def parts(draw, depth: int = 2) -> tuple:
    word = draw(st.sampled_from([w for w in WORDS.values() if depth or not w.block]))
    values = dict.fromkeys("abcd", 0) | {arg.field: draw(argument(arg)) for arg in word.args}
    inner: tuple = ()
    if word.name == "per":
        inner = draw(parts(depth=0))
    elif word.block:
        inner = sum(draw(st.lists(parts(depth=depth - 1), min_size=1, max_size=3)), ())
        values["a"] = len(inner)
    return ((word.op, *values.values()), *inner)


@given(
    st.lists(st.lists(parts(), min_size=1, max_size=3).map(lambda found: sum(found, ())), min_size=1, max_size=3),
    st.integers(1, ALL_WINDOWS),
)
def test_what_prints_parses_back(programs, when):
    options = [Option(program, when, infer_flags(program)) for program in programs]
    assert parse(unparse(options)) == options
