"""Every plain effect of a card side, a Unit ability or a Skill gives what is printed, and nothing else.

What is expected comes from the second table (tests/content/retyped), not from the content (R6, R7.3, R13.3): each
option of it that is made of points, cards, mana, crystals, Fame, Reputation, Wounds and readied Units is played through
the core, by Day and by Night where that matters, and everything the player can see is compared before and after.
"""

from __future__ import annotations

from collections import Counter

import pytest
from laboratory import PAY, Act, Colour, Element, card, fight, game, tables, unit
from statements import NUMBER, read, rows, shown

COLOURS = {c.name.lower(): int(c) for c in Colour}
ELEMENTS = {e.name.lower(): int(e) for e in Element}
KINDS = ("melee", "ranged", "siege")
POINTS = {"move", "influence", "heal", "draw", "fame", "rep", "wound"}
PLAIN = POINTS | {
    "attack",
    "block",
    "mana",
    "mana_any",
    "crystal",
    "crystal_any",
    "crystal_paid",
    "pay",
    "discard",
    "ready",
}
GOVERNED = {
    "if day": "day",
    "if night": "night",
    "if interaction": True,
    "if peace": True,
    "if unwounded": True,
    "if lowest": False,
    "if forest": False,
    "if elsewhere": True,
    "if at_other": True,
    "if at_fortified": False,
    "if at_glade": False,
    "per wound": 3,
    "per foe": 2,
    "per blocked": 2,
    "per set": 2,
    "per colour": 4,
    "per ready": 1,
}
WORDS = {*PLAIN, *COLOURS, *ELEMENTS, "ranged", "siege", "swift", "basic", "all", "wounds_only"}
LEVELS = {1: "peasants", 2: "utem_swordsmen", 3: "fire_golems", 4: "altem_guardians"}
DISCARDED = {"red": "rage", "green": "march", "blue": "stamina", "white": "swiftness"}


def leaves(option):
    """Terms of an option with what governs each."""
    for words, inside in option:
        if inside:
            for governor, leaf in leaves(inside):
                yield (words, *governor), leaf
        else:
            yield (), words.split()


def plain(option) -> bool:
    return all(
        PLAIN.intersection(words)
        and all(w in WORDS or NUMBER.fullmatch(w) for w in words)
        and governors <= GOVERNED.keys()
        for governors, words in ((set(governors), words) for governors, words in leaves(option))
    )


def effects():
    """Every plain option of the second table: (entry, side or ability, option as typed, mana it costs)."""
    content = tables().content
    for row in rows("card_effects"):
        table, entry = content.cards()[row["id"]]
        colours = list(getattr(entry, "colours", []))
        for night in (False, True):
            mana = [] if table == "artifacts" else colours[:1]
            if row["side"] == "basic":
                mana = mana if table == "spells" else []
            elif table == "spells":
                mana = [*mana, "black"]
            if night or row["side"] == "basic" or table != "spells":  # black mana is for the Night (R5.2)
                yield from cases(f"{table}.{row['id']}.{row['side']}", row["effect"], mana, night)
    for row in rows("unit_effects"):
        for night in (False, True):
            yield from cases(f"units.{row['unit']}.{row['ability']}", row["effect"], row["mana"].split(), night)
    for row in rows("skill_effects"):
        for night in (False, True):
            yield from cases(f"skills.{row['id']}", row["effect"], [], night)


def cases(entry, effect, mana, night):
    if effect == "?":
        return
    for n, option in enumerate(read(effect)):
        timed = any(g in ("if day", "if night") for governors, _ in leaves(option) for g in governors)
        if plain(option) and (not night or timed or "black" in mana):
            name = f"{entry}-{n}" + ("-night" if night else "")
            yield pytest.param(entry, option, mana, night, id=name)


def place(option) -> str:
    """Where the option can be played."""
    words = Counter(word for _, leaf in leaves(option) for word in leaf)
    if words["attack"]:
        return "ranged" if words["ranged"] or words["siege"] else "attack"
    if words["block"]:
        return "block"
    return "interact" if words["influence"] and not words["move"] else "move"


def stage(option, mana, night):
    """A game where the option can be played, with exactly the mana it needs."""
    where = place(option)
    if where in ("move", "interact"):
        lab = game(field={"C": {"terrain": "plains", "site": "village"}})
        if where == "interact":
            lab.do(Act.ACT_INTERACT)
    else:
        lab = fight(["prowlers", "diggers"])
        if where == "block":
            lab.end_phase().do(Act.ACT_BLOCK, 0, 0)
        elif where == "attack":
            lab.block_all()
        if where != "block":
            lab.do(Act.ACT_TARGET, 0)
    governors = {g for gs, _ in leaves(option) for g in gs}
    words = [leaf for _, leaf in leaves(option)]
    needed = Counter(mana)
    for leaf in words:
        if "pay" in leaf:
            needed[next(w for w in (*leaf, "red") if w in COLOURS)] += 1
    levels = [min(int(leaf[-1]), 4) for leaf in words if "ready" in leaf]
    others = [(unit(LEVELS[n]), 0, 0) for level in levels for n in (level, level + 1) if n in LEVELS]
    others += [(unit("peasants"), 1, 0)] if "per ready" in governors else []
    lab.set_time(night=night)
    lab.set_source([])
    lab.set_seat(
        deck=[card("march")] * 8,
        crystals=[2, 2, 2, 3] if governors & {"per set", "per colour"} else [0] * 4,
        wounds=3 if "per wound" in governors else 0,
        rep=0,
    )
    lab.tokens(**needed)
    return lab, others


def look(lab) -> dict[str, object]:
    """What a player can see of an effect."""
    player, turn, combat = lab.player(), lab.turn(), lab.combat()
    return {
        **{name: turn[name] for name in ("move", "influence", "heal")},
        "mana": turn["mana"],
        "crystals": player["crystals"],
        "hand": len(player["hand"]),
        "wounds": player["wounds"],
        "fame": player["fame"],
        "rep": player["reputation"],
        "ready": [u["ready"] for u in player["units"]],
        "points": combat["points"],
        "block": combat["block"],
        "swift": combat["block_swift"],
    }


def expect(seen, option, night):
    """Change what was seen by what the option says."""
    costs = [words for _, words in leaves(option) if {"pay", "discard"} & {*words}]
    paid = next((COLOURS[w] for words in costs for w in (*words, "red") if w in COLOURS), 0)
    for governors, words in leaves(option):
        times = 1
        for governor in governors:
            found = GOVERNED[governor]
            times *= (found == ("night" if night else "day")) if isinstance(found, str) else int(found)
        n = times * next((int(w) for w in reversed(words) if w.lstrip("-+").isdigit()), 1)
        element = next((ELEMENTS[w] for w in words if w in ELEMENTS), 0)
        colour = min((COLOURS[w] for w in words if w in COLOURS), default=None)
        if "attack" in words:
            kind = next((KINDS.index(w) for w in words if w in KINDS), 0)
            seen["points"][kind * 4 + element] += n
        elif "block" in words:
            seen["block"][element] += n
            seen["swift"][element] += n * ("swift" in words)
        elif simple := {"move", "influence", "heal", "fame", "rep"} & {*words}:
            seen[simple.pop()] += n
        elif "draw" in words:
            seen["hand"] += n
        elif "wound" in words:
            seen["wounds"] += n
        elif {"mana", "mana_any"} & {*words}:
            seen["mana"][colour or 0] += n  # of several colours the first is taken
        elif {"crystal", "crystal_any", "crystal_paid"} & {*words}:
            seen["crystals"][paid if colour is None else colour] += n
        elif "ready" in words:
            seen["ready"][0] = 1
        elif "discard" in words:
            if "wounds_only" in words:
                seen["wounds"] -= n
            else:
                seen["hand"] -= n


@pytest.mark.parametrize(("entry", "option", "mana", "night"), list(effects()))
def test_plain_effect(entry, option, mana, night):
    """R6.2-R6.4, R7.3, R13.3."""
    table, id_, *rest = entry.split(".")
    lab, units = stage(option, mana, night)
    number = number_of(table, id_, rest, option)
    discards = [leaf for _, leaf in leaves(option) if "discard" in leaf]
    others = [
        next((DISCARDED[c] for c in COLOURS if c in leaf), "march") for leaf in discards if "wounds_only" not in leaf
    ]
    if any("wounds_only" in leaf for leaf in discards):
        lab.set_seat(wounds=1)
    if table == "units":
        lab.set_seat(units=[*units, (unit(id_), 1, 0)])
        lab.hand(*others)
    elif table == "skills":
        lab.set_seat(units=units, skills=[tables().index["skills"][id_]])
        lab.hand(*others)
    else:
        lab.set_seat(units=units)
        lab.hand(id_, *others)
    expected = look(lab)
    expected["mana"] = [0] * 6
    if table == "units":
        expected["ready"][-1] = 0
        lab.do(Act.ACT_UNIT, len(units), number)
    elif table == "skills":
        lab.do(Act.ACT_SKILL, 0, number)
    else:
        expected["hand"] -= 1
        lab.do(Act.ACT_PLAY, card(id_), int(rest[0] == "powered"), number)
    answer(lab)
    expect(expected, option, night)
    assert look(lab) == expected


def number_of(table, id_, rest, option):
    """Number of the option in the content."""
    content = tables().content
    if table == "units":
        notations = [ability.effect for ability in content["units"][id_].abilities]
        first = sum(len(shown(text)) for text in notations[: int(rest[0]) - 1])
        return first + _at(notations[int(rest[0]) - 1], option)
    if table == "skills":
        return _at(content["skills"][id_].effect, option)
    return _at(getattr(content[table][id_], rest[0]), option)


def _at(notation, option):
    return shown(notation, in_order=True).index(option)


def answer(lab):
    """Pay with tokens, discard what is there, take the first of what is asked."""
    for _ in range(20):
        if lab.over:
            return
        pays = [o for o in lab.options(Act.ACT_PAY) if o[1] == PAY.token]
        if pays:
            lab.do(Act.ACT_PAY, *pays[0])
        elif lab.can(Act.ACT_DISCARD) and lab.task is not None:
            lab.do(Act.ACT_DISCARD, *lab.options(Act.ACT_DISCARD)[0])
        elif lab.can(Act.ACT_CHOOSE) and lab.task is not None:
            lab.do(Act.ACT_CHOOSE, *lab.options(Act.ACT_CHOOSE)[0])
        else:
            return
