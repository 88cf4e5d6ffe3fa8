"""One sentence for each told event of the core; empty where the event says nothing a reader needs."""

from __future__ import annotations

from collections.abc import Callable

from mkbalance._mageknight import ids
from mkbalance._mageknight.trace import ProxyTold, Told
from mkbalance.mageknight.labels import PAY_TURNED, SOURCES, source_of_mana
from mkbalance.mageknight.names import (
    ABILITIES,
    HEADS,
    KINDS,
    NONE,
    RESISTANCES,
    bits,
    colour,
    colours,
    element,
    signed,
    site,
    token_colour,
)
from mkbalance.mageknight.situation import Situation, place

__all__ = ["FIELDS", "KIND", "foe_line", "named", "sentence"]

KIND = {int(value): name.removeprefix("TOLD_").lower() for name, value in Told.__members__.items()}
FIELDS = {  # names of a, b, c, d in the JSON events
    "round": ("number", "night"),
    "action": ("act", "a", "b", "c"),
    "order": ("actor", "tactic"),
    "turn": ("actor", "extra"),
    "draw": ("card",),
    "gain": ("card", "to"),
    "throw": ("card",),
    "discard": ("card",),
    "paid": ("colour", "source", "actual"),
    "mana": ("colour", "n"),
    "crystal": ("colour", "n"),
    "roll": ("face",),
    "source": ("die", "face"),
    "fame": ("change", "now"),
    "rep": ("change", "now"),
    "level": ("level",),
    "tile": ("tile", "x", "y", "slot"),
    "token": ("space", "enemy", "face_up"),
    "move": ("space", "cost", "jump"),
    "provoked": ("directions",),
    "combat": ("space", "site", "flags"),
    "foe": ("foe", "row", "source", "possessed"),
    "phase": ("step",),
    "attack": ("total", "need", "success", "targets"),
    "defeated": ("foe", "row", "fame", "source"),
    "head": ("head", "levels", "marks_or_left", "settled"),
    "block": ("foe", "attack", "total", "need"),
    "damage": ("foe", "attack", "damage"),
    "wound": ("to_hand", "to_discard"),
    "unit_wound": ("slot", "unit", "wounds"),
    "unit_lost": ("unit",),
    "unit_absorb": ("slot", "unit"),
    "site": ("space", "site", "what"),
    "withdraw": ("space",),
    "recruit": ("unit",),
    "dummy": ("flipped", "colours", "extra", "card"),
    "dragon": ("what", "target", "tied"),
    "announced": ("actor",),
    "heal": ("on_unit", "slot"),
    "ready": ("slot", "unit"),
    "cancel": ("foe",),
    "change": ("foe", "what", "amount", "attack"),
    "over": ("won",),
    "offer": ("kind", "row"),
    "shuffle": ("seat",),
    "drawn_artifact": ("card",),
    "summon": ("summoner", "enemy"),
    "faction": ("faction_token", "gained"),
    "floor": ("floor",),
    "task": ("task", "a", "b", "c"),
    "horseman": ("horseman", "what", "value", "extra"),
    "proxy": ("proxy", "what", "value", "extra"),
    "ruler": ("city", "hero", "defender", "moved"),
    "shown": ("owner", "card"),
    "claim": ("die", "face", "how"),
    "spent": ("owner", "unit"),
    "quest": ("quest", "what", "value", "points"),
    "skill": ("skill",),
    "card_row": ("space", "what", "possessed", "destroyed"),
    "restored": ("space", "site", "tokens", "gained"),
    "teleport": ("space", "cost"),
}
PILES = ("discard pile", "hand", "top of the Deed deck", "bottom of the Deed deck")
DUMMY, DRAGON = 4, 7  # actors beyond the seats: up to three dummies from DUMMY on
ACTORS = {DRAGON: "the dragon", 8: "the Horsemen"}
CB_ASSAULT, CB_NIGHT, CB_NO_UNITS, CB_AIR, CB_LAIR, CB_PARTIAL, CB_MONASTERY = 1, 2, 4, 16, 32, 128, 4096
SWIFT, BRUTAL = 1, 2
FOE_GARRISON = 64


def actor(s: Situation, number: int) -> str:
    """Return who acts."""
    if number == s.seat:
        return s.names.hero(s.player["hero"])
    if DUMMY <= number < DRAGON:
        return opponent(s, number - DUMMY)
    return ACTORS.get(number, f"seat {number}")


def opponent(s: Situation, number: int) -> str:
    """Return a dummy or proxy player, by its Hero where there are several."""
    dummies = s.table["dummies"]
    if number >= len(dummies):
        return "the dummy"
    kind = "proxy" if dummies[number]["proxy"] else "dummy"
    return f"the {kind}" + (f" {s.names.hero(dummies[number]['hero'])}" if len(dummies) > 1 else "")


def foe_line(s: Situation, index: int) -> str:
    """Return an enemy of the fight with everything that matters: Armor, attacks, abilities, resistances, Fame."""
    foe = s.foes[index]
    level = f" at level {foe['levels']}" if foe["source"] == int(ids.Source.FROM_HEAD) else ""
    armor = f"Armor {foe['armor']}" if foe["armor"] else "cannot be attacked"
    if foe["armor_high"] > foe["armor"] > 0:
        armor = f"Armor {foe['armor_high']} ({foe['armor']} once wholly blocked)"
    attacks = []
    for value, kind, state, traits in foe["attacks"]:
        if kind >= int(ids.Element.SUMMON):
            text = f"summons {token_colour(value)}" + (" possessed" if kind > int(ids.Element.SUMMON) else "")
        else:
            text = f"{value}" + ("" if kind == 0 else f" {element(kind)}")
        own = [word for word in bits(traits, ABILITIES) if word != "Fortified"]
        attacks.append(text + (f" {' '.join(own)}" if own else "") + (" (does not happen)" if state == 2 else ""))
    bonus = int(s.names.tables.arrays["heads"][foe["row"]]["bonus"]) if level else 0
    passive = bits(foe["abilities"] & ~127, ABILITIES)
    forts = foe["fort"] + foe["fort_site"]
    parts = [
        armor,
        f"attack{'s' if len(attacks) > 1 else ''} {', '.join(attacks)}" if attacks else "no attack",
        f"resists {', '.join(bits(foe['resist'], RESISTANCES))}" if foe["resist"] else "",
        ", ".join(passive),
        ("behind walls" if forts == 1 else "behind double walls") if forts else "",
        f"adds {bonus} to each attack of the others" if bonus else "",
        f"Fame {foe['fame']}" if not level else "",
    ]
    name = s.foe(index)
    possessed = " (possessed)" if foe["possessed"] is not None else ""
    return f"{name}{level}{possessed}: {', '.join(filter(None, parts))}"


def points(s: Situation) -> str:
    """Return the Attack points of the attack in the making, by kind and element."""
    found = []
    for i, n in enumerate(s.combat["points"]):
        if n:
            kind, what = divmod(i, 4)
            found.append(
                " ".join(filter(None, (str(n), "" if kind == 0 else KINDS[kind], "" if what == 0 else element(what))))
            )
    return " + ".join(found) or "0"


def _attack(s: Situation, before: Situation, e: tuple) -> str:
    total, need, success, _ = e
    targets = before.combat["targets"]
    names = ", ".join(before.foe(i) for i in targets)
    resist = 0
    for i in targets:
        resist |= before.foes[i]["resist"]
    raw = sum(before.combat["points"])
    notes = []
    if raw > total:
        if resist:
            notes.append(f"resists {', '.join(bits(resist, RESISTANCES))}: halved")
        if before.step == int(ids.Step.STEP_RANGED):
            notes.append("only what may strike in this phase counts")
    note = f" ({points(before)}{'; ' + '; '.join(notes) if notes else ''})" if raw else ""
    return f"attacks {names}: {total} of {need} needed{note}: {'enough' if success else 'not enough'}"


def _block(s: Situation, before: Situation, e: tuple) -> str:
    foe, attack, total, need = e
    made = before.combat["block"]
    swift = sum(before.combat["block_swift"])  # Block that counts twice against Swift
    traits = before.foes[foe]["attacks"][attack][3]
    notes = [" + ".join(f"{n}" + ("" if i == 0 else f" {element(i)}") for i, n in enumerate(made) if n)]
    if traits & SWIFT:
        notes.append("Swift: twice the Block is needed" + (f", {swift} of it count twice" if swift else ""))
    if total < sum(made):
        notes.append("inefficient points halved")
    note = f" ({'; '.join(filter(None, notes))})" if sum(made) else ""
    end = "blocked" if total >= need else "not blocked"
    return f"blocks the {before.attack(foe, attack)} of {before.foe(foe)}: {total} of {need} needed{note}: {end}"


def _damage(s: Situation, before: Situation, e: tuple) -> str:
    foe, attack, damage, _ = e
    brutal = before.foes[foe]["attacks"][attack][3] & BRUTAL if foe < len(before.foes) else 0
    return f"{damage} damage" + (" (Brutal: doubled)" if brutal else "")


def _fight_in_the_open(s: Situation) -> str:
    """Who is met where no site is fought over."""
    sources = {foe["source"] for foe in s.foes}
    horsemen, on_map = int(ids.Source.FROM_HORSEMAN), int(ids.Source.FROM_MAP)
    if sources == {horsemen}:
        return "Fight with a Horseman" if len(s.foes) == 1 else "Fight with Horsemen"
    return "Fight with rampaging enemies" if not sources or on_map in sources else "Fight for a quest"


def _combat(s: Situation, before: Situation, e: tuple) -> str:
    space, where, flags, _ = e
    if flags & CB_AIR:
        title = f"The dragon attacks from the air, heads at level {s.table['round']}" + (
            " (attended in part)" if flags & CB_PARTIAL else ""
        )
    elif flags & CB_LAIR:
        title = f"Fight in the lair at {s.place(space)}"
    elif flags & CB_ASSAULT:
        title = f"Assault on the {site(where)} at {s.place(space)}"
    elif flags & CB_MONASTERY:
        title = f"Fight for the monastery at {s.place(space)}"
    elif where:
        title = f"Fight in the {site(where)} at {s.place(space)}"
    else:
        title = _fight_in_the_open(s)
    notes = [word for bit, word in ((CB_NIGHT, "Night rules"), (CB_NO_UNITS, "no Units")) if flags & bit]
    return title + (f" ({', '.join(notes)})" if notes else "")


def _change(s: Situation, before: Situation, e: tuple) -> str:
    foe, what, amount, attack = e
    if what == 0:
        return f"Armor of {s.foe(foe)} {signed(amount)}"
    if what == 1:
        left = f", now {s.foes[foe]['attacks'][attack][0]}" if foe < len(s.foes) else ""
        return f"attack of {s.foe(foe)} {signed(amount)}{left}"
    names = [
        name
        for bit, name in ((1, "fortifications"), (2, "all resistances"), (4, "fire resistance"), (8, "ice resistance"))
        if amount & bit
    ]
    return f"{s.foe(foe)} loses {', '.join(names) or 'what it had'}"


def _site(s: Situation, before: Situation, e: tuple) -> str:
    space, where, what, _ = e
    where_text = (
        f"the {site(where)} at ({s.spaces[space]['q']},{s.spaces[space]['r']})"
        if space < len(s.spaces)
        else site(where)
    )
    if not where:
        where_text = s.place(space)
    return {
        1: f"conquered: {where_text}, a Shield is placed",
        2: f"burned down: {where_text}",
        3: f"destroyed: {where_text}",
        4: f"{where_text} holds, the Hero goes back",
        5: "Fame only",
        6: f"restored: {where_text}",
        7: f"new: {where_text}",
    }.get(what, "")


def _paid(s: Situation, before: Situation, e: tuple) -> str:
    counts, source, actual, _ = e
    what = source_of_mana(s.names, source, actual)
    return f"pays with a {what}" + (f" as {colour(counts)}" if counts != actual else "")


def _dummy(s: Situation, before: Situation, e: tuple) -> str:
    flipped, mask, _, card = e
    more = f", {flipped - 3} more for its {colours(mask)} crystals" if flipped > 3 else ""
    third = "third" if flipped > 2 else "last"
    plural = "" if flipped == 1 else "s"
    who = actor(s, DUMMY if s.acting is None else s.acting)
    return f"{who} flips {flipped} card{plural}; {third} card {s.names.card(card)} ({colours(mask)}){more}"


def _announced(s: Situation, before: Situation, e: tuple) -> str:
    why = "has no cards left" if DUMMY <= e[0] < DRAGON else "forfeits the turn"
    return f"{actor(s, e[0])} {why} and announces the End of the Round"


def _dragon(s: Situation, before: Situation, e: tuple) -> str:
    what, target, tied, _ = e
    if what == 1:
        return "the dragon comes to destroy a site" + (f" (a tie of {tied})" if tied > 1 else "")
    return {
        0: "the dragon does nothing",
        2: f"the dragon attacks {actor(s, target)} at {s.place(s.player['space'])}",
        3: f"the dragon marks {actor(s, target)}, who is not on the map",
    }[what]


def _horseman(s: Situation, before: Situation, e: tuple) -> str:
    kind, what, value, extra = e
    name = s.names.horseman(kind)
    level = s.table["horsemen"][kind]["level"]
    where = place({**s.spaces[value], "horsemen": [], "proxies": []}) if what in (0, 1) else ""
    if what == 0:
        horse = f", its horse {s.names.enemy(extra)}" if extra != NONE else ""
        return f"{name} (level {level}) comes to {where}{horse}"
    if what == 1:
        return f"{name} rides to {where}"
    if what == 2:
        return f"the {HEADS[kind]} head is now at level {value}, {name} at level {extra}"
    return {
        3: f"{name} leaves the map",
        4: f"{name} is gone for good",
        5: f"{name} finds nothing left to destroy and stays",
        6: "the Horsemen hold the glade: the portal is closed",
    }[what]


PROXY = {int(value): name.lower() for name, value in ProxyTold.__members__.items()}
AIMS = ("", " to explore", ", there being nothing to explore", "")


def _proxy(s: Situation, before: Situation, e: tuple) -> str:
    number, what, value, extra = e
    what = PROXY[what]
    who = opponent(s, number)
    if what == "takes_objective":
        if extra:
            return f"{who} keeps its objective {s.names.card(value)} ({_colours_of(s, value)}), Shields on it: {extra}"
        return f"{who} takes {s.names.card(value)} ({_colours_of(s, value)}) as its objective"
    if what == "sets_out":
        die = ", one for a die of the Source" if extra else ""
        return f"{who} may move {value} space{'' if value == 1 else 's'}{die}"
    if what == "takes":
        card = s.names.unit(value) if extra == 0 else s.names.card(value)
        return f"{who} takes {card} from the offer"
    if what == "explores":
        return f"{who} explores towards {('N', 'NE', 'SE', 'S', 'SW', 'NW')[value]}"
    where = ""
    if value < len(s.spaces):  # as it was found: the state told from is that of the end of the turn
        where = place({**s.spaces[value], "horsemen": [], "proxies": [], "flags": s.spaces[value]["flags"] & 1})
    steps, aim = divmod(extra, 4)
    return {
        "heads_for": f"{who} {f'heads for {where}, {steps} away' if steps else f'is at {where}'}{AIMS[aim]}",
        "goes": f"{who} goes to {where}",
        "fights": f"{who} meets {s.names.enemy(extra)} at {where} and discards it" if what == "fights" else "",
        "discards": f"{who} discards {s.names.enemy(extra)} at {where}" if what == "discards" else "",
        "conquers": f"{who} {'burns' if extra == 2 else 'conquers'} {where}, a Shield is placed",
        "falls_back": f"{who} falls back to {where}",
        "waits": f"{who} finds nothing to go for",
        "off_map": f"{who} leaves the map by the portal",
        "takes_keep": f"another player's Shield comes off {where}",
    }[what]


def _colours_of(s: Situation, card: int) -> str:
    return colours(int(s.names.tables.arrays["cards"][card]["colours"]))


def _ruler(s: Situation, before: Situation, e: tuple) -> str:
    city, hero, defender, moved = e
    garrison = s.cities[city]["garrison"] if city < len(s.cities) else []
    who = f" and stands by {s.names.enemy(garrison[defender])}" if defender < len(garrison) else ""
    return f"{s.names.hero(hero)} {'goes on ruling' if moved else 'rules'} the city{who}"


def _card_row(s: Situation, before: Situation, e: tuple) -> str:
    space, what, possessed, destroyed = e
    where = s.place(space)
    if destroyed:
        return f"the scenario card: {where}"
    if possessed == NONE:
        return f"the scenario card: no possessed token is left for the rampager at {where}"
    return f"the scenario card: {s.names.enemy(what)} at {where} is possessed ({s.names.possessed(possessed)})"


def _restored(s: Situation, before: Situation, e: tuple) -> str:
    space, where, tokens, gained = e
    held = f"{tokens} Destroyed Site token{'' if tokens == 1 else 's'} in the Inventory"
    if gained:
        return f"gains {gained} for the possessed rampager: {held}"
    return f"restored: {s.place(space)}: {held}"


def _claim(s: Situation, before: Situation, e: tuple) -> str:
    die, face, how, _ = e
    parts = [f"keeps die {die + 1} ({colour(face)}) for the Round"]
    if how & 1:
        parts.append("1 mana at each later turn")
    if how & 2:
        parts.append("a Wound for rivals who spend that mana")
    return ", ".join(parts)


QUEST = ("offered", "taken", "step", "completed", "failed", "abandoned", "discarded", "marker", "private", "opened")


def _quest(s: Situation, before: Situation, e: tuple) -> str:
    row, what, value, points = e
    name = s.names.quest(row)
    if QUEST[what] == "step":
        plural = "" if points == 1 else "s"
        done = f"step {s.names.quest_step(value)} of {name} done"
        return done + (f", {points} quest point{plural}" if points else "")
    if QUEST[what] == "marker":
        return f"Quest marker of {name} at {s.place(value)}"
    return {
        "offered": f"quest {name} joins the offer",
        "taken": f"takes the quest {name}",
        "completed": f"quest {name} completed",
        "failed": f"quest {name} failed",
        "abandoned": f"quest {name} lies open with a neutral Shield",
        "discarded": f"quest {name} leaves the offer",
        "private": f"quest {name} is turned up for {s.names.hero(s.player['hero'])} alone",
        "opened": f"quest {name} is open to everybody",
    }[QUEST[what]]


def named(kind: str, s: Situation, values: tuple[int, ...]) -> dict[str, object]:
    """Return the fields of an event, rows and colours as names, a space with its coordinates."""
    names = s.names
    known = {
        "card": names.card,
        "enemy": names.enemy,
        "faction_token": names.faction_token,
        "unit": names.unit,
        "tile": names.tile,
        "tactic": names.tactic,
        "colour": colour,
        "actual": lambda value: colour(value) if value < 6 else "card",
        "face": colour,
        "site": site,
        "quest": names.quest,
        "skill": names.skill,
        "what": lambda value: QUEST[value] if kind == "quest" else value,
        "source": lambda value: SOURCES[value % PAY_TURNED] if kind == "paid" else value,
    }
    found: dict[str, object] = {}
    for name, value in zip(FIELDS.get(kind, ()), values, strict=False):
        found[name] = known[name](value) if name in known else value
        if name == "space" and value < len(s.spaces):
            found["at"] = [s.spaces[value]["q"], s.spaces[value]["r"]]
    return found


def centre(s: Situation, slot: int) -> str:
    """Return the coordinates of the middle of a tile."""
    return f"({s.spaces[7 * slot]['q']},{s.spaces[7 * slot]['r']})"


def _gain(s: Situation, before: Situation, e: tuple) -> str:
    return f"{s.names.card(e[0])} to the {PILES[e[1]]}"


def _wound(s: Situation, before: Situation, e: tuple) -> str:
    found = [
        f"{n} Wound{'' if n == 1 else 's'} to the {where}" for n, where in ((e[0], "hand"), (e[1], "discard pile")) if n
    ]
    return ", ".join(found)


def _head(s: Situation, before: Situation, e: tuple) -> str:
    head, levels, rest, settled = e
    plural = "" if levels == 1 else "s"
    if settled:
        return f"{HEADS[head]} head: {levels} level{plural} removed, {rest} left"
    return f"{levels} level{plural} of the {HEADS[head]} head marked ({rest} in this fight)"


_SENTENCES: dict[str, Callable[[Situation, Situation, tuple], str]] = {
    "order": lambda s, b, e: f"{actor(s, e[0])} gets the Tactic {s.names.tactic(e[1])}",
    "draw": lambda s, b, e: f"draws {s.names.card(e[0])}",
    "gain": _gain,
    "throw": lambda s, b, e: f"{s.names.card(e[0])} leaves the game",
    "discard": lambda s, b, e: f"discards {s.names.card(e[0])}",
    "paid": _paid,
    "mana": lambda s, b, e: f"gains {e[1]} {colour(e[0])} mana",
    "crystal": lambda s, b, e: f"{signed(e[1])} {colour(e[0])} crystal",
    "roll": lambda s, b, e: f"rolls {colour(e[0])}",
    "source": lambda s, b, e: f"die {e[0] + 1} now {colour(e[1])}",
    "fame": lambda s, b, e: f"Fame {signed(e[0])} (now {e[1]})" if e[0] else "",
    "rep": lambda s, b, e: f"Reputation {signed(e[0])} (now {signed(e[1])})" if e[0] else "",
    "level": lambda s, b, e: f"reaches level {e[0]}",
    "tile": lambda s, b, e: (
        f"{s.names.tile(e[0])} at {centre(s, e[3])}: {s.names.tile_sites(e[0], s.spaces[7 * e[3]]['turned'])}"
        + ("; the lair of the dragon" if s.table["lair"] == e[3] else "")
    ),
    "token": lambda s, b, e: f"{s.names.enemy(e[1])} ({s.names.enemy_back(e[1])}) at {s.place(e[0])}",
    "move": lambda s, b, e: f"moves to {s.place(e[0])}, cost {e[1]}",
    "provoked": lambda s, b, e: "provokes rampaging enemies",
    "combat": _combat,
    "foe": lambda s, b, e: foe_line(s, e[0]) if e[0] < len(s.foes) else "",
    "phase": lambda s, b, e: {6: "Ranged and Siege phase", 7: "Block phase", 8: "Assign Damage", 9: "Attack phase"}[
        e[0]
    ],
    "attack": _attack,
    "defeated": lambda s, b, e: f"{s.foe(e[0])} defeated",
    "head": _head,
    "block": _block,
    "damage": _damage,
    "wound": _wound,
    "unit_wound": lambda s, b, e: f"{s.names.unit(e[1])} wounded" + (" twice" if e[2] > 1 else ""),
    "unit_lost": lambda s, b, e: f"{s.names.unit(e[0])} destroyed",
    "unit_absorb": lambda s, b, e: f"{s.names.unit(e[1])} takes it without a Wound",
    "knocked_out": lambda s, b, e: "the Hero is knocked out, the hand is discarded",
    "paralyzed": lambda s, b, e: "paralyzed: the hand is discarded",
    "site": _site,
    "withdraw": lambda s, b, e: f"withdraws to {s.place(e[0])}",
    "recruit": lambda s, b, e: f"{s.names.unit(e[0])} joins",
    "dummy": _dummy,
    "dragon": _dragon,
    "announced": _announced,
    "heal": lambda s, b, e: "",  # the decision says it
    "ready": lambda s, b, e: f"{s.names.unit(e[1])} is ready",
    "cancel": lambda s, b, e: f"{s.foe(e[0])} does not attack",
    "change": _change,
    "offer": lambda s, b, e: f"{s.names.unit(e[1]) if e[0] == 0 else s.names.card(e[1])} joins the offer",
    "shuffle": lambda s, b, e: "the Deed deck is shuffled",
    "drawn_artifact": lambda s, b, e: f"draws the Artifact {s.names.card(e[0])}",
    "horseman": _horseman,
    "proxy": _proxy,
    "ruler": _ruler,
    "faction": lambda s, b, e: f"gains the faction token {s.names.faction_token(e[0])}" if e[1] else "",
    "floor": lambda s, b, e: f"reaches floor {e[0]}",
    "shown": lambda s, b, e: f"{actor(s, e[0])} shows {s.names.card(e[1])}",
    "claim": _claim,
    "card_row": _card_row,
    "restored": _restored,
    "teleport": lambda s, b, e: f"teleports to {s.place(e[0])}, cost {e[1]}",
    "spent": lambda s, b, e: f"{s.names.unit(e[1])} of {actor(s, e[0])} is spent",
    "quest": _quest,
    "skill": lambda s, b, e: f"gains the Skill {s.names.skill(e[0])}, set aside for it",
    "summon": lambda s, b, e: (
        f"the ruler of the city summons {s.names.enemy(e[1])}"
        if e[2]
        else f"{s.foe(e[0])} summons {s.names.enemy(e[1])}"
    ),
}


def sentence(kind: str, s: Situation, before: Situation, values: tuple[int, ...]) -> str:
    """Return an event in words.

    Parameters
    ----------
    kind : str
        As in `KIND`.
    s, before : Situation
        The state after the events of the decision, and before it.
    values : tuple of int
        a, b, c, d of the event.
    """
    return _SENTENCES[kind](s, before, values) if kind in _SENTENCES else ""
