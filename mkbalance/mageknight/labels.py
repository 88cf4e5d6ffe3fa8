"""What an action means, in words: the ordinary actions of a turn, and the answers to what a card or a rule asks."""

from __future__ import annotations

from collections.abc import Callable

from mkbalance._mageknight import ids
from mkbalance.mageknight.names import (
    HERO,
    NONE,
    RESISTANCES,
    Names,
    bits,
    colour,
    colours,
    direction,
    element,
    site,
    words,
)
from mkbalance.mageknight.situation import STEPS, Situation, ring

__all__ = ["answer", "label"]

Action = tuple[int, int, int, int]
ACTS = {int(value): name.removeprefix("ACT_").lower() for name, value in ids.Act.__members__.items()}
HORSEMAN_BIT = int(ids.Horsemen.HORSEMAN_BIT)
SIDEWAYS = ("Move 1", "Influence 1", "Attack 1", "Block 1")
SOURCES = ("token", "crystal", "Source die", "unlimited mana", "stored die", "card",
           "open die", "open die, not rerolled")
PAY_CARD, PAY_TURNED = 5, 8
_OTHER_CRYSTAL = {
    int(ids.CrystalElse.ELSE_REROLL): "rolls again",
    int(ids.CrystalElse.ELSE_FACTION): "takes a faction token instead",
    int(ids.CrystalElse.ELSE_QUEST): "turns up a quest card instead",
}


def label(s: Situation, action: Action) -> str:
    """Return what an action means at the decision `s`."""
    kind, a, b, c = action
    act = ACTS[kind]
    if s.pending:
        return answer(s, s.task, s.pending, action)
    if act == "done" and s.step in _DONE:
        return _DONE[s.step]
    if act == "forfeit" and s.table["announced"]:
        return "forfeits the turn"
    if act == "enter" and a:
        return f"takes the path for {2 * a} Move"
    if act in _PLAIN:
        return _PLAIN[act]
    return _ORDINARY[act](s, a, b, c) if act in _ORDINARY else f"{words(act)} {a} {b} {c}"


_PLAIN = {
    "take_turn": "takes the turn",
    "forfeit": "forfeits the turn and announces the End of the Round",
    "interact": "interacts with the locals",
    "enter": "enters the site",
    "altar": "pays at the altar",
    "rest": "rests",
    "end_turn": "ends the turn",
    "buy_heal": "buys a Healing point",
    "buy_artifact": "buys an Artifact",
    "buy_elite": "adds an Elite Unit to the offer",
    "heal_hand": "heals a Wound from hand",
    "resolve": "resolves",
    "end_phase": "ends the phase",
    "mana_search": "uses Mana Search",
    "done": "is done",
    "decline": "passes",
}


def _number(s: Situation, id_: str) -> int:
    """Return a number of the rules as played."""
    return int(s.names.tables.arrays["numbers"][s.names.tables.index["numbers"][id_]])


def _plunder(s: Situation, a: int, b: int, c: int) -> str:
    lost, drawn = _number(s, "plunder_reputation"), _number(s, "plunder_cards")
    return f"plunders the village (Reputation {lost:+}, draws {drawn})"


_DONE = {
    int(ids.Step.STEP_INTERACT): "takes leave of the locals",
    int(ids.Step.STEP_DISCARD): "discards no more",
    int(ids.Step.STEP_MAZE): "turns back",
    int(ids.Step.STEP_BEFORE_TURN): "begins the turn",
}


def _move(s: Situation, a: int, b: int, c: int) -> str:
    kept = " and keeps the cheaper space for later" if b else ""
    return f"moves {direction(a) + ' ' if a < len(STEPS) else ''}to {s.beside(a)}{kept}"


def _play(s: Situation, a: int, b: int, c: int) -> str:
    side = ("basic", "powered")[b]
    if s.names.card_kind(a) == int(ids.CardKind.ARTIFACT) and b:
        side = "thrown away"
    if a == s.table["shown"]:
        return f"uses the Artifact shown, {s.names.card(a)}, {side}: {s.names.effect(a, b, c)}"
    return f"plays {s.names.card(a)}, {side}: {s.names.effect(a, b, c)}"


def _unit_offer(s: Situation, slot: int) -> str:
    offer = s.table["units"]
    return s.names.unit(offer[slot]) if slot < len(offer) else f"Unit {slot}"


def _buy_action(s: Situation, a: int, b: int, c: int) -> str:
    if a == NONE:
        return "buys the top Advanced Action of the deck"
    offer = s.table["monastery_actions" if b == 0 else "actions"]
    return f"buys the Advanced Action {s.names.card(offer[a])}"


def _convert(s: Situation, a: int, b: int, c: int) -> str:
    if a == 3:
        kind = {5: " (the duel)", 6: " (lightning)", 7: " (the charge)"}.get(b, "")
        return "uses the points set aside" + (f" ({element(b)})" if b < 4 else kind)
    return {
        0: "turns 1 Move into Attack 1",
        1: "turns 2 Move into Ranged Attack 1",
        2: f"turns 1 Influence into Block 1 {element(b)}",
        4: "strikes with the attack of the possessed enemy",
        5: "uses a part of the divided Block",
        6: f"adds to the {element(b)} Block",
    }[a]


def _assign(s: Situation, a: int, b: int, c: int) -> str:
    shielded = 128 <= c < HERO  # Banner of Fortitude ignores the Wound
    if shielded:
        c -= 128
    if c == HERO:
        armor = int(s.names.tables.arrays["levels"][s.player["level"] - 1]["armor"])
        who = f"the Hero (Armor {armor})"
    else:
        row = s.names.tables.arrays["units"][s.player["units"][c]["kind"]]
        resist = ", ".join(bits(int(row["resist"]), RESISTANCES))
        who = f"{s.unit(c)} (Armor {row['armor']}{', resists ' + resist if resist else ''})"
    what = "what is left of the attack" if s.combat["damage"] else f"the {s.attack(a, b)}"
    return f"lets {who} take {what} of {s.foe(a)}" + ("; its Banner ignores the Wound" if shielded else "")


def _restore(s: Situation, a: int, b: int, c: int) -> str:
    here = s.spaces[s.player["space"]]
    row = next(r for r in s.names.tables.arrays["restoration"] if int(r["sites"]) >> here["site"] & 1)
    if a:
        how = f"{row['crystals']} crystal{'' if row['crystals'] == 1 else 's'}"
    elif row["influence"]:
        how = f"{row['influence']} Influence"
    else:
        how = "a fight" if row["fight"] != NONE else f"{colours(int(row['mana']))} mana"
    return f"restores the {site(here['site'])} with {how}"


def _orient(s: Situation, a: int, b: int, pending: tuple) -> str:
    turned = f"turned by {60 * a}°" if a else "as printed"
    return f"lays {s.names.tile(s.spaces[7 * pending[1]]['tile'])} {turned}"


def _tactic(s: Situation, a: int, b: int, c: int) -> str:
    row = s.player["tactic"]
    if row is None:
        return "uses the Tactic"
    name = s.names.tactic(row)
    if int(s.names.tables.arrays["tactics"][row]["behaviour"]) == int(ids.Tactic.TACTIC_SPARING_POWER):
        return f"takes the cards under {name}" if a else f"puts the top card of the deck under {name}"
    return f"uses the Tactic {name}"


def source_of_mana(names: Names, source: int, actual: int) -> str:
    """Return where a mana comes from: `actual` is its own colour, or the card discarded for it (255 = a Wound)."""
    turned = ", turned" if source >= PAY_TURNED else ""
    source %= PAY_TURNED
    if source == PAY_CARD:
        return f"card discarded ({'Wound' if actual == 255 else names.card(actual)}){turned}"
    return f"{colour(actual)} {SOURCES[source]}{turned}"


def _quest_name(s: Situation, slot: int) -> str:
    offer = s.table["quests"]
    return s.names.quest(offer[slot]["row"]) if slot < len(offer) else f"{slot}"


_QUEST_CHOICES: dict[str, Callable[[Situation, int], str]] = {
    "goblins": lambda s, c: f"{c} Goblins and those the die brings",
    "new_mine": lambda s, c: f"a {colour(c)} mine",
    "mine": lambda s, c: f"the {colour(c)} mine",
    "crystal": lambda s, c: f"a {colour(c)} crystal",
    "assault": lambda s, c: f"assaults {s.place(c)}",
    "recruit": lambda s, c: f"recruits {_unit_offer(s, c)}",
    "unit": lambda s, c: f"takes {_unit_offer(s, c)}",
    "pass": lambda s, c: f"to seat {c}",
}


def _quest(s: Situation, a: int, b: int, c: int) -> str:
    offer = s.table["quests"]
    if a >= len(offer):
        return f"does step {b} of quest {a}"
    row = int(s.names.tables.arrays["quests"][offer[a]["row"]]["first"]) + b
    does = ids.Feat(int(s.names.tables.arrays["quest_steps"][row]["feat"])).name.removeprefix("FEAT_").lower()
    chosen = _QUEST_CHOICES[does](s, c) if does in _QUEST_CHOICES else ""
    if does == "one":
        chosen = s.names.enemy(offer[a]["held"][c])
    detail = ", ".join(filter(None, (s.names.quest_words(row), chosen)))
    return f"does step {s.names.quest_step(row)} of the quest {_quest_name(s, a)}" + (f" ({detail})" if detail else "")


def _challenged(s: Situation, a: int) -> str:
    """Who is challenged: a rampager in a direction, or a Horseman on the Hero's space."""
    if a >= HORSEMAN_BIT:
        return f"the {s.names.horseman(a - HORSEMAN_BIT)}"
    return f"the rampager at {s.beside(a)}"


_ORDINARY: dict[str, Callable[[Situation, int, int, int], str]] = {
    "tactic_use": _tactic,
    "burn": lambda s, a, b, c: f"burns the monastery (Reputation {_number(s, 'burning_reputation'):+})",
    "plunder": _plunder,
    "tactic": lambda s, a, b, c: f"takes the Tactic {s.names.tactic(a)}",
    "play": _play,
    "sideways": lambda s, a, b, c: f"plays {s.names.card(a)} sideways: {SIDEWAYS[b]}",
    "unit": lambda s, a, b, c: f"activates {s.unit(a)}: {s.names.ability(s.player['units'][a]['kind'], b)}",
    "move": _move,
    "explore": lambda s, a, b, c: f"explores towards {('N', 'NE', 'SE', 'S', 'SW', 'NW')[b]}",
    "restore": _restore,
    "teleport": lambda s, a, b, c: f"teleports to {s.place(a)} for {b} Move",
    "challenge": lambda s, a, b, c: f"challenges {_challenged(s, a)}",
    "buy_unit": lambda s, a, b, c: f"recruits {_unit_offer(s, a)}" + (" and keeps a discount" if c else ""),
    "buy_spell": lambda s, a, b, c: f"buys the Spell {s.names.card(s.table['spells'][a])}",
    "buy_action": _buy_action,
    "buy_crystal": lambda s, a, b, c: f"buys a {colour(a)} crystal",
    "sell_crystal": lambda s, a, b, c: f"sells a {colour(a)} crystal",
    "heal_unit": lambda s, a, b, c: f"heals {s.unit(a)}",
    "target": lambda s, a, b, c: f"aims at {'one more level of ' if a in s.combat['targets'] else ''}{s.foe(a)}",
    "block": lambda s, a, b, c: f"sets out to block the {s.attack(a, b)} of {s.foe(a)}",
    "reduce": lambda s, a, b, c: f"spends 1 Move on the {s.attack(a, b)} of {s.foe(a)} (Cumbersome)",
    "assign": _assign,
    "convert": _convert,
    "disband": lambda s, a, b, c: f"disbands {s.unit(a)}",
    "discard": lambda s, a, b, c: f"discards {s.names.card(a)}",
    "banner": lambda s, a, b, c: f"gives {s.names.card(a)} to {s.unit(b)}",
    "faction": lambda s, a, b, c: f"uses the faction token {s.names.faction_token(a)}: {s.names.faction_effect(a, b)}",
    "trade_in": lambda s, a, b, c: (
        f"hands over the faction token {s.names.faction_token(a)} for {'Influence 3' if b else 'Fame 1'}"
    ),
    "quest": _quest,
    "quest_leave": lambda s, a, b, c: f"abandons the quest {_quest_name(s, a)} (Reputation -1)",
    "quest_take": lambda s, a, b, c: f"continues the abandoned quest {_quest_name(s, a)}",
    "quest_open": lambda s, a, b, c: f"opens the quest {_quest_name(s, a)} to everybody",
    "skill": lambda s, a, b, c: f"uses the Skill {s.skill(a, c)}: {s.skill_effect(a, b, c)}",
}


def answer(s: Situation, task: str, pending: tuple[int, ...], action: Action) -> str:
    """Return what an action means as the answer to a pending task."""
    kind, a, b, c = action
    act = ACTS[kind]
    if act == "pay":
        counted = source_of_mana(s.names, b, c)
        return f"pays {colour(a)} with a {counted}" if a != c else f"pays with a {counted}"
    if act == "decline":
        return _DECLINED.get(task, "declines")
    if act == "disband":
        return f"disbands {s.unit(a)}"
    if act == "done":
        return {"do_add_rampagers": "challenges nobody else"}.get(task, "is done")
    if act == "discard":
        slow = task == "do_rest_card" and s.names.card_id(a) == "wound"
        return (
            "discards a Wound (Slow Recovery)" if slow else _DISCARDS.get(task, "discards {}").format(s.names.card(a))
        )
    if act in _ORDINARY and act != "discard":  # something else that may be done before the answer
        return _ORDINARY[act](s, a, b, c)
    if act in _PLAIN:
        return _PLAIN[act]
    if task in _ANSWERS:
        return _ANSWERS[task](s, a, b, pending)
    return f"chooses {a}" + (f", {b}" if b else "") + f" ({words(task.removeprefix('do_'))})"


def _card_of(offer: str) -> Callable[[Situation, int, int, tuple], str]:
    def name(s: Situation, a: int, b: int, pending: tuple) -> str:
        rows = s.table[offer]
        return f"takes {s.names.card(rows[a])}" if a < len(rows) else f"takes card {a}"

    return name


def _die(s: Situation, a: int) -> str:
    return f"the {colour(s.table['dice'][a])} die"


def _foe_answer(text: str) -> Callable[[Situation, int, int, tuple], str]:
    return lambda s, a, b, pending: f"chooses {s.foe(a)}{text}"


def _attack_answer(s: Situation, a: int, b: int, pending: tuple) -> str:
    return f"chooses the {s.attack(a, b)} of {s.foe(a)}"


def _peek(s: Situation, a: int, b: int, pending: tuple) -> str:
    return f"looks at a token at {s.place(a)}"


def _unit_answer(text: str) -> Callable[[Situation, int, int, tuple], str]:
    return lambda s, a, b, pending: text.format(s.unit(a))


def _recall(s: Situation, a: int, b: int, pending: tuple) -> str:
    if pending[3] == 0:
        return f"chooses the {('bottom', 'top')[a]} of the Deed deck"
    return f"takes {s.names.card(a if pending[2] else s.drawn[a])} of the discard pile"


def _march(s: Situation, a: int, b: int, pending: tuple) -> str:
    """Where a Horseman goes whose name may not be known yet."""
    (q, r), (dq, dr) = s.table["riders"][pending[1]], ring(a)
    return f"has the Horseman at ({q},{r}) march to ({q + dq},{r + dr})"


def _artifact(s: Situation, a: int, b: int, pending: tuple) -> str:
    first = pending[3] == 1 and pending[1] > 0
    return f"puts {s.names.card(a)} back" if first else f"puts the Artifact {s.names.card(a)} on the Deed deck"


def _proxy_token(s: Situation, a: int, b: int, pending: tuple) -> str:
    space = s.spaces[pending[1]]
    if space["site"] == int(ids.Site.CITY):
        row = s.cities[space["extra"]]["garrison"][a]
    else:
        row = space["tokens"][a][0]
    return f"has the proxy discard {s.names.enemy(row)}"


def _proxy_card(s: Situation, a: int, b: int, pending: tuple) -> str:
    what = pending[1]
    if what == 3:
        return f"has the proxy {'deal with the monks' if a else 'burn the monastery'}"
    if what == 0:
        return f"has the proxy take {_unit_offer(s, a)}"
    offer = s.table["monastery_actions" if what == 1 else "spells"]
    return f"has the proxy take {s.names.card(offer[a])}"


_DECLINED = {
    "optional": "leaves the optional part",
    "discard_upto": "discards no more",
    "do_glade": "heals nothing",
    "do_swap": "takes no card back",
    "do_react": "leaves the Skill for later",
    "do_reward_unit": "takes no Unit",
    "do_protect": "keeps off no more heads",
    "do_head_mana": "keeps off no more heads",
    "do_draw": "draws from the deck",
    "do_deck_end": "leaves the card played as it is",
    "do_familiar": "pays no crystal for Magic Familiars, which leave",
    "altem": "adds no more mana",
    "do_spend_unit": "spends no Unit of that seat",
    "do_steal": "takes no card",
}
_DISCARDS = {
    "do_rest_card": "discards {} to rest",
    "do_rethink": "discards {}",
    "do_meditation": "shuffles {} into the deck",
    "do_yield": "discards {} for a rival",
    "do_swap": "discards {} to take the played card back",
}
_ANSWERS: dict[str, Callable[[Situation, int, int, tuple], str]] = {
    "mana_any": lambda s, a, b, p: f"chooses {colour(a)} mana",
    "crystal_any": lambda s, a, b, p: f"chooses a {colour(a)} crystal",
    "crystal_owned": lambda s, a, b, p: f"chooses a {colour(a)} crystal",
    "crystal_unowned": lambda s, a, b, p: f"chooses a {colour(a)} crystal",
    "crystal_offer": lambda s, a, b, p: f"chooses the colour of {s.names.card(s.table['spells'][a])}",
    "optional": lambda s, a, b, p: "takes the optional part",
    "throw": lambda s, a, b, p: f"throws {s.names.card(a)} away",
    "claim_die": lambda s, a, b, p: f"keeps {_die(s, a)}: {'1 mana at each later turn' if b else f'{p[1]} mana now'}",
    "energy": _unit_answer("readies {}"),
    "peek": _peek,
    "ready": _unit_answer("readies {}"),
    "ready_total": _unit_answer("readies {}"),
    "ready_for_influence": _unit_answer("readies {} for Influence"),
    "unit_resist": _unit_answer("chooses {}"),
    "set_die": lambda s, a, b, p: f"sets {_die(s, a)} to {colour(b)}",
    "die_crystal": lambda s, a, b, p: f"takes {_die(s, a)} for a crystal",
    "boost": lambda s, a, b, p: f"plays {s.names.card(a)} with it, powered: {s.names.effect(a, 1, b)}",
    "reroll_die": lambda s, a, b, p: f"rerolls {_die(s, a)}",
    "give_wound": lambda s, a, b, p: f"hands a Wound to seat {a + 1}",
    "puppet": lambda s, a, b, p: f"spends the kept token of {s.names.enemy(a)}",
    "do_react": lambda s, a, b, p: f"uses the Skill {s.skill(p[1])}: {s.skill_effect(p[1], p[2], 0)}",
    "do_surge": lambda s, a, b, p: "adds the points to that effect",
    "foe_cancel": _foe_answer(": does not attack"),
    "foe_destroy": _foe_answer(": destroyed"),
    "foe_armor": _foe_answer(""),
    "foe_strip": _foe_answer(""),
    "foe_attack": _attack_answer,
    "foe_attack_strip": _attack_answer,
    "gain_action": _card_of("actions"),
    "gain_spell": _card_of("spells"),
    "gain_unit": lambda s, a, b, p: f"takes {_unit_offer(s, a)}",
    "recall": _recall,
    "fly": lambda s, a, b, p: f"flies to {s.place(a)} for {b} Move",
    "tunnel": lambda s, a, b, p: f"goes underground to {s.place(a)}",
    "altem": lambda s, a, b, p: f"adds {colour(a)} mana",
    "martyr": _unit_answer("lets {} take damage once more"),
    "dominate": _foe_answer(": does not attack"),
    "shadows": _foe_answer(": its damage is ignored"),
    "charge": lambda s, a, b, p: f"charges at the rampager at {s.place(a)}",
    "do_quest_space": lambda s, a, b, p: f"puts the Quest marker at {s.place(a)}",
    "spend_crystal": lambda s, a, b, p: f"gives up a {colour(a)} crystal",
    "trade_card": lambda s, a, b, p: f"gives {s.names.card(a)} to the offer",
    "do_impersonate": lambda s, a, b, p: "loses less Reputation" + ("" if a == NONE else f", seat {a} loses 1"),
    "do_trap": lambda s, a, b, p: f"meets the {colour(a)} trap",
    "do_floor": lambda s, a, b, p: "ascends to the next floor" if a else "fights the enemy of this floor",
    "do_guest": _unit_answer("takes {} along"),
    "do_level_skill": lambda s, a, b, p: (
        f"takes the Skill {s.names.skill(a)}" + (" of the common area" if b else "")
    ),
    "do_start_buy": lambda s, a, b, p: (
        f"starts with {s.names.card(a)}" + (", paying with a crystal too" if b else "")
    ),
    "sideways": lambda s, a, b, p: f"plays {s.names.card(a)} sideways for {SIDEWAYS[b].split()[0]}",
    "maximal": lambda s, a, b, p: f"throws {s.names.card(a)} away",
    "temporal": lambda s, a, b, p: f"steps to {s.place(a)}",
    "shapeshift": lambda s, a, b, p: f"plays {s.names.card(a)} as something else",
    "do_command": lambda s, a, b, p: f"puts the Unit under {'the Banner' if a else 'a Command token'}",
    "do_forget": lambda s, a, b, p: f"throws away {a} Wounds of the hand and {b} of the discard pile",
    "do_deck_end": lambda s, a, b, p: "puts a card played back into the Deed deck",
    "do_familiar": lambda s, a, b, p: f"keeps {s.unit(p[1])} for a {colour(a)} crystal",
    "do_other_crystal": lambda s, a, b, p: _OTHER_CRYSTAL[a],
    "prevent": _unit_answer("prevents the Wound of {}"),
    "proficiency": lambda s, a, b, p: f"uses the common Skill {s.names.skill(a)}",
    "do_skill_again": lambda s, a, b, p: "uses the Skill again",
    "do_rest_wounds": lambda s, a, b, p: f"discards {a} Wound{'' if a == 1 else 's'} with it",
    "do_glade": lambda s, a, b, p: f"throws away a Wound from the {('hand', 'discard pile')[a]} (glade)",
    "do_mine": lambda s, a, b, p: f"takes a {colour(a)} crystal of the mine",
    "do_rewards": lambda s, a, b, p: f"takes {('crystals', 'Artifacts', 'Spells', 'Advanced Actions')[a]} next",
    "do_withdraw": lambda s, a, b, p: f"withdraws to {s.place(a)}",
    "do_reward_crystal": lambda s, a, b, p: f"chooses a {colour(a)} crystal",
    "do_reward_artifact": _artifact,
    "do_reward_spell": _card_of("spells"),
    "do_reward_action": _card_of("actions"),
    "do_reward_unit": lambda s, a, b, p: f"takes {_unit_offer(s, a)} as a reward",
    "do_mana_steal": lambda s, a, b, p: f"takes {_die(s, a)} onto the Tactic",
    "do_preparation": lambda s, a, b, p: f"searches the deck for {s.names.card(a)}",
    "do_draw": lambda s, a, b, p: "takes the card lying beside the deck",
    "do_attend": lambda s, a, b, p: (
        "fights off the dragon in full (the next turn in advance)" if a else "attends in part"
    ),
    "do_protect": lambda s, a, b, p: f"lets the site keep off the {s.foe(a)}",
    "do_head_mana": lambda s, a, b, p: f"pays the glade to keep off the {s.foe(a)}",
    "do_mana_search": lambda s, a, b, p: f"rerolls {_die(s, a)}",
    "do_destroy_tie": lambda s, a, b, p: f"lets the dragon take {s.place(a)}",
    "do_spend_unit": lambda s, a, b, p: f"spends Unit {a + 1} of seat {p[2]}",
    "do_steal": lambda s, a, b, p: f"takes {s.names.card(a)} from seat {b}",
    "do_restore": lambda s, a, b, p: f"gives up a {colour(a)} crystal",
    "do_orient": _orient,
    "do_add_rampagers": lambda s, a, b, p: f"challenges {_challenged(s, a)} too",
    "do_horseman_goal": lambda s, a, b, p: f"lets {s.names.horseman(p[1])} ride for {s.place(a)}",
    "do_horseman_step": lambda s, a, b, p: f"lets {s.names.horseman(p[1])} ride by {s.place(a)}",
    "do_horseman_march": _march,
    "do_proxy_step": lambda s, a, b, p: f"has the proxy go to {s.place(a)}",
    "do_proxy_tile": lambda s, a, b, p: f"has the proxy explore towards {('N', 'NE', 'SE', 'S', 'SW', 'NW')[a]}",
    "do_proxy_token": _proxy_token,
    "do_proxy_card": _proxy_card,
    "do_ruler": lambda s, a, b, p: f"puts the ruler's Shield on {s.names.enemy(s.cities[p[1]]['garrison'][a])}",
    "do_krang": lambda s, a, b, p: f"has the like of {s.foe(a)} summoned",
    "do_horseman_tile": lambda s, a, b, p: "has the tile laid there",
}
