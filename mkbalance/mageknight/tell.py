"""One game told turn by turn, so that somebody who knows the rules can follow it and agree with it.

A line for a reader is a str, the same event with names is a dict. Coordinates are (q,r): q to the east, r to the
south-east, (0,0) is the centre of the starting tile.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from mkbalance._mageknight import ids
from mkbalance._mageknight.session import Session
from mkbalance.errors import InvalidFile
from mkbalance.mageknight.game import Prepared
from mkbalance.mageknight.labels import ACTS, Action, answer, label
from mkbalance.mageknight.names import HEADS, Names, colour, listed, signed
from mkbalance.mageknight.paths import Track
from mkbalance.mageknight.sentences import DRAGON, DUMMY, KIND, actor, named, sentence
from mkbalance.mageknight.situation import TASKS, Situation, place

__all__ = ["TRACE", "Teller", "tell"]

TRACE = 200_000
NEUTRAL = 5  # QUEST_NEUTRAL
ROUND_END = int(ids.Step.STEP_ROUND_END)
BLOCKS = {  # events with a line of their own: its indent
    "dummy": 1,
    "dragon": 1,
    "horseman": 1,
    "proxy": 1,
    "ruler": 2,
    "quest": 2,
    "announced": 1,
    "combat": 2,
    "tile": 2,
    "site": 2,
    "phase": 3,
    "foe": 4,
    "summon": 4,
}
SILENT = {"end_phase", "forfeit"}  # decisions that show in what comes next
BY_EVENT = {"move", "resolve", "pay"}  # decisions that the events after them tell
ROUND_DETAILS = {"source", "offer", "draw", "shuffle"}
OWN_TASKS = {  # answers taken for want of another that no event tells
    *("boost", "do_attend", "do_rest_card", "unit_resist", "do_disband", "fly", "tunnel"),
}
SCORE_LINES = {
    "fame": "Fame",
    "knowledge": "Greatest Knowledge (Spells, Advanced Actions)",
    "loot": "Greatest Loot (Artifacts, crystals)",
    "leader": "Greatest Leader (Units)",
    "conqueror": "Greatest Conqueror (Shields on keeps and towers)",
    "adventurer": "Greatest Adventurer (Shields on adventure sites)",
    "beating": "Greatest Beating (Wounds)",
    "heads": "dragon heads",
    "horsemen": "Horsemen",
    "cities": "cities",
    "goal": "goal of the scenario",
    "rounds": "Rounds left",
    "dummy": "cards of the dummy not flipped",
    "unannounced": "End of the last Round not announced",
    "tokens": "Faction tokens",
    "quests": "Greatest Quester (quest points)",
    "challenge": "the Hero's challenge",
    "restored": "Destroyed Site tokens",
    "ascended": "ziggurats and pyramids",
    "reputation": "Reputation",
}


def tell(prepared: Prepared, key: int, game: int, map_path: str | None = None) -> Iterator[str | dict]:
    """Play one game and tell it.

    Parameters
    ----------
    prepared : Prepared
    key, game : int
        The game of `Prepared.run` with these numbers.
    map_path : str, optional
        Where the map at the end is drawn, as SVG.

    Yields
    ------
    str or dict
        Lines, and events with names.
    """
    teller = Teller(prepared, prepared.session(key, game, TRACE), game)
    yield from teller.whole()
    if map_path is not None:
        from mkbalance.mageknight.board import Board

        try:
            board = Board.of(teller.session, teller.names, teller.track.steps)
            Path(map_path).write_text(board.svg(), encoding="utf-8")
        except OSError as error:
            raise InvalidFile(f"cannot be written: {error.strerror}", "--map", given=map_path) from error


class Teller:
    """Plays and tells a session from where it stands.

    Parameters
    ----------
    prepared : Prepared
        Who plays, and the names.
    session : Session
        Made with room for told events.
    game : int
        Its number, for the title.
    """

    def __init__(self, prepared: Prepared, session: Session, game: int = 0):
        self.prepared, self.session, self.game = prepared, session, game
        self.names = Names(prepared.tables)
        self.turns = 0
        self.decks = [dummy["deck"] for dummy in self.session.table()["dummies"]]
        self.acting: int | None = None  # the dummy whose turn it is
        self.line, self.indent = "", 2  # the line of a decision, before what came of it
        self.parts: list[str] = []
        self.points: list[str] = []
        self.track = Track()

    def look(self) -> Situation:
        """Take the state as it is now."""
        return Situation(self.session, self.names)

    def whole(self) -> Iterator[str | dict]:
        """Tell the rest of the game."""
        prepared = self.prepared
        now = self.look()
        yield f"{prepared.scenario_id}, game {self.game}: {', '.join(prepared.players)}"
        for path, value in prepared.overrides.items():
            yield f"  set {path} = {value}"
        yield {"event": "game", "scenario": prepared.scenario_id, "game": self.game, "players": list(prepared.players)}
        yield from self.events(now, now)
        while not self.session.over:
            before = now
            index = prepared.choose(self.session)
            action = self.session.actions()[index]
            yield from self.decision(before, action, len(self.session.actions()))
            self.session.apply(index)
            self.track.note(self.session)
            now = self.look()
            yield from self.events(now, before, action)
        yield from self.end(now)

    # ---------------------------------------------------------------- one decision

    def decision(self, before: Situation, action: Action, options: int) -> Iterator[str | dict]:
        """Note what was chosen; its line is finished once it is known what came of it."""
        act = ACTS[action[0]]
        text = label(before, action)
        yield {
            "event": "decision",
            "seat": before.seat,
            "step": ids.Step(before.step).name.removeprefix("STEP_").lower(),
            "task": before.task,
            "act": act,
            "a": action[1],
            "b": action[2],
            "c": action[3],
            "options": options,
            "text": text,
        }
        self.line = "" if act in BY_EVENT | SILENT else text
        self.indent = 4 if ids.Step.STEP_RANGED <= before.step <= ids.Step.STEP_ATTACK else 2

    def events(self, now: Situation, before: Situation, action: Action | None = None) -> Iterator[str | dict]:
        """Tell what one decision led to: on its own line, or on lines of their own for what is longer."""
        told = [(KIND[int(e["kind"])], tuple(int(e[f]) for f in "abcd"), int(e["seat"])) for e in self.session.events()]
        last_told = {values[:2]: i for i, (kind, values, _) in enumerate(told) if kind == "foe"}  # again when possessed
        told = [e for i, e in enumerate(told) if e[0] != "foe" or last_told[e[1][:2]] == i]
        last_turn = max((i for i, (kind, _, _) in enumerate(told) if kind == "turn"), default=-1)
        over = now.over or now.step == ROUND_END or any(kind == "round" for kind, _, _ in told[last_turn + 1 :])
        started = action is None
        task: tuple[int, ...] | None = None
        in_round = False
        for i, (kind, values, seat) in enumerate(told):
            if kind in ("task", "action") and not started:
                started = kind == "action"
                continue
            if kind == "task":
                task = values
            elif kind == "action":
                text = self.forced(now, before, task, values)
                task = None
                if text:
                    self.parts.append(text)
                    yield {"event": "forced", "seat": seat, "act": ACTS[values[0]], "text": text}
            elif kind == "round":
                yield from self.flush()
                yield from self.round(now, values)
                in_round = True
            elif kind == "turn":
                yield from self.flush()
                in_round = False
                yield from self.turn(now, values, whole=i == last_turn and not over)
            elif not (in_round and kind in ROUND_DETAILS):
                now.acting = self.acting
                text = sentence(kind, now, before, values)
                if kind == "dummy" and self.acting is not None:
                    self.decks[self.acting - DUMMY] -= values[0]
                    text += f"; {self.decks[self.acting - DUMMY]} left"
                yield {"event": kind, "seat": seat, **named(kind, now, values), "text": text}
                if kind in BLOCKS:
                    yield from self.flush()
                    yield "  " * BLOCKS[kind] + _capital(text)
                elif text and not (kind == "discard" and self.parts and self.parts[-1] == f"{text} to rest"):
                    self.parts.append(text)
        self.gains(now, before, last_turn >= 0)
        yield from self.flush()

    def flush(self) -> Iterator[str]:
        """Finish the line of the decision."""
        parts = _merged(self.parts)
        if self.line.startswith("discards ") and parts and self.line.startswith(parts[0]):
            parts = parts[1:]
        text = ": ".join(filter(None, (self.line, "; ".join(parts))))
        if self.points:
            text = f"{text} → {', '.join(self.points)}" if text else ", ".join(self.points)
        if text:
            yield "  " * self.indent + _capital(text)
        self.line, self.parts, self.points = "", [], []

    def forced(self, now: Situation, before: Situation, task: tuple[int, ...] | None, action: tuple) -> str:
        """Return the words for an answer that was the only one."""
        if task is None:
            return ""
        name = TASKS.get(task[0], "")
        if name not in OWN_TASKS:
            return ""
        return answer(before, name, (*task, 0), action)

    def gains(self, now: Situation, before: Situation, new_turn: bool) -> None:
        """Add the points that changed: Move, Influence, Healing, Attack and Block in the making."""
        if now.over or before.table["round"] != now.table["round"]:
            return
        for name in ("move", "influence", "heal"):
            value = now.turn[name]
            if value != before.turn[name] and (value or (now.step == before.step and not new_turn)):
                spent = before.turn[name] - value
                note = f" ({spent} spent)" if name == "influence" and spent > 0 and not new_turn else ""
                self.points.append(f"{'Healing' if name == 'heal' else name.capitalize()} {value}{note}")
        if sum(now.combat["points"]) > sum(before.combat["points"]):
            self.points.append(f"Attack {now.combat['attack_total']} of {now.combat['attack_need']}")
        if now.combat["blocking"] and now.combat["block"] != before.combat["block"]:
            self.points.append(f"Block {now.combat['block_total']} of {now.combat['block_need']}")

    # ---------------------------------------------------------------- headers

    def round(self, s: Situation, values: tuple[int, ...]) -> Iterator[str | dict]:
        """Tell how a Round begins."""
        number, night = values[:2]
        self.decks = [dummy["deck"] for dummy in s.table["dummies"]]
        table, names = s.table, self.names
        facts = {
            "dice": [colour(die) for die in table["dice"]],
            "units": [names.unit(row) for row in table["units"]],
            "monastery_actions": [names.card(row) for row in table["monastery_actions"]],
            "actions": [names.card(row) for row in table["actions"]],
            "spells": [names.card(row) for row in table["spells"]],
            "hand": [names.card(row) for row in s.player["hand"]],
            "wounds": s.player["wounds"],
        }
        yield {"event": "round", "number": number, "night": bool(night), **facts}
        yield ""
        yield f"ROUND {number}, {'Night' if night else 'Day'}"
        yield f"  Source: {', '.join(facts['dice'])}"
        yield f"  Units: {listed(facts['units'])}" + (
            f"; at monasteries {', '.join(facts['monastery_actions'])}" if facts["monastery_actions"] else ""
        )
        yield f"  Advanced Actions: {', '.join(facts['actions'])}"
        yield f"  Spells: {', '.join(facts['spells'])}"
        if any(table["heads"]):
            shown = ", ".join(
                f"{n} {v}" for n, v in zip(HEADS, table["heads"], strict=False)
            )
            yield f"  Dragon heads: {shown}"
        riding = [(kind, h) for kind, h in enumerate(table["horsemen"]) if h["space"] is not None]
        if riding:
            where = {k: place({**s.spaces[h["space"]], "horsemen": [], "proxies": []}) for k, h in riding}
            shown = ", ".join(f"{HEADS[k]} level {h['level']} at {where[k]}" for k, h in riding)
            yield f"  Horsemen: {shown}"
        if table["quests"]:
            yield f"  Quests: {', '.join(_quest(names, card) for card in table['quests'])}"
        for dummy in table["dummies"]:
            kind = "Proxy" if dummy["proxy"] else "Dummy"
            at = dummy["space"]
            where = "" if at is None else f", at {place({**s.spaces[at], 'proxies': []})}"
            crystals = _crystals(dummy["crystals"])
            yield f"  {kind}: {names.hero(dummy['hero'])}, {dummy['deck']} cards, crystals {crystals}{where}"
        yield f"  Hand: {names.cards(s.player['hand'], s.player['wounds'])}"

    def turn(self, s: Situation, values: tuple[int, ...], whole: bool) -> Iterator[str | dict]:
        """Tell whose turn begins; `whole` = the state still is that of its start."""
        who = _capital(actor(s, values[0]))
        self.indent = 2
        self.acting = values[0] if DUMMY <= values[0] < DRAGON else None
        if values[0] >= DUMMY:
            yield {"event": "turn", "actor": who}
            return
        if values[1] == 2:
            yield {"event": "turn", "actor": who, "skipped": True}
            yield f"  {who} skips this turn (taken in advance against the dragon)"
            return
        self.turns += 1
        p = s.player
        if not whole:
            yield {"event": "turn", "actor": who, "number": self.turns}
            yield f"  Turn {self.turns}, {who}: no cards left, forfeited"
            return
        units = [_unit(self.names.unit(u["kind"]), u) for u in p["units"]]
        facts = {
            "space": p["space"],
            "fame": p["fame"],
            "level": p["level"],
            "reputation": p["reputation"],
            "hand": [self.names.card(row) for row in p["hand"]],
            "wounds": p["wounds"],
            "deck": p["deck"],
            "discard": len(p["discard"]),
            "crystals": p["crystals"],
            "units": units,
            "skills": [self.names.skill(row) for row in p["skills"]],
            "dice": [colour(die) for die in s.table["dice"]],
        }
        if s.table["quests"]:
            facts["quests"] = [self.names.quest(card["row"]) for card in s.table["quests"]]
        yield {"event": "turn", "actor": who, "number": self.turns, **facts}
        yield ""
        modifier = self.names.modifier(p["reputation"])
        yield (
            f"  Turn {self.turns}, {who} at {s.place(p['space'])}; Fame {p['fame']} (level {p['level']}),"
            f" Reputation {signed(p['reputation'])} (Influence {modifier})"
        )
        hand = self.names.cards(p["hand"], p["wounds"])
        yield f"    hand: {hand}; deck {p['deck']}, discard pile {len(p['discard'])}"
        yield f"    crystals: {_crystals(p['crystals'])}; Source: {', '.join(facts['dice'])}"
        if units:
            yield f"    Units: {', '.join(units)}"
        if s.table["quests"]:
            shown = ", ".join(_quest(self.names, card) for card in s.table["quests"])
            yield f"    quests: {shown}; {p['quest_points']} quest points"
        if facts["skills"]:
            yield f"    Skills: {', '.join(facts['skills'])}"

    def end(self, s: Situation) -> Iterator[str | dict]:
        """Tell the outcome and every line of the score."""
        row, score = self.session.row(), self.session.score()
        yield ""
        won = f"won in Round {row['round_won']}" if row["win"] else "not won"
        if not self.prepared.metrics.winnable:
            won = "no victory is to be had here"
        yield f"THE END: {won}, {row['rounds']} Rounds, {row['turns']} turns taken, {self.session.decisions} decisions"
        for name, text in SCORE_LINES.items():
            if score[name]:
                yield f"  {text}: {signed(score[name])}"
        yield f"  Score: {score['total']}"
        if self.session.fault:
            yield f"  FAULT {self.session.fault}"
        yield {
            "event": "end",
            "win": int(row["win"]),
            "rounds": int(row["rounds"]),
            "score": score,
            "fault": self.session.fault,
            "row": {name: int(row[name]) for name in row.dtype.names},
        }


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _crystals(crystals: list[int]) -> str:
    return ", ".join(f"{n} {colour(i)}" for i, n in enumerate(crystals) if n) or "none"


def _quest(names: Names, card: dict) -> str:
    """Return a card of the quest offer, or a private one: whose it is, and the steps done."""
    done = max(card["reached"], default=0)
    notes = [f"step {done} done"] if done else []
    notes += ["private"] if not card["open"] else []
    notes += ["own"] if 0 < card["shield"] < NEUTRAL else ["abandoned"] if card["shield"] == NEUTRAL else []
    return names.quest(card["row"]) + (f" ({', '.join(notes)})" if notes else "")


def _unit(name: str, unit: dict) -> str:
    wounds = {0: "", 1: ", wounded", 2: ", wounded twice"}[unit["wounds"]]
    return f"{name} ({'ready' if unit['ready'] else 'spent'}{wounds})"


def _merged(parts: list[str]) -> list[str]:
    """Join draws and discards of several cards into one part each, in place of the first."""
    for verb in ("draws ", "discards "):
        cards = [
            part.removeprefix(verb) for part in parts if part.startswith(verb) and not part.startswith("draws the ")
        ]
        if len(cards) > 1:
            at = next(i for i, part in enumerate(parts) if part.startswith(verb))
            parts = [part for part in parts if not part.startswith(verb) or part.startswith("draws the ")]
            parts.insert(at, verb + listed(cards))
    return parts
