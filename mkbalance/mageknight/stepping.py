"""One game stepped by hand or by a Python player: options with their meaning, what the seat may see, the map."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from mkbalance._mageknight import ids
from mkbalance._mageknight.session import Session
from mkbalance.errors import UsageError
from mkbalance.mageknight.labels import label
from mkbalance.mageknight.names import Names
from mkbalance.mageknight.paths import Track
from mkbalance.mageknight.situation import Situation

if TYPE_CHECKING:
    from mkbalance.mageknight.board import Board
    from mkbalance.mageknight.game import Prepared
    from mkbalance.mageknight.model import Scenario

__all__ = ["Option", "StepGame", "View", "list_options"]


@dataclass(frozen=True)
class Option:
    """One legal action.

    Attributes
    ----------
    index : int
        What `StepGame.apply` takes and a Python player returns.
    act : str
        Kind of action, as ``play``, ``move``, ``end_turn``.
    a, b, c : int
        Its parameters; their meaning stands with `Act` in ``mkbalance._mageknight.ids``.
    """

    index: int
    act: str
    a: int
    b: int
    c: int
    _where: tuple[Session, Prepared] = field(repr=False, compare=False, hash=False)

    @property
    def text(self) -> str:
        """What the option means, in words; read it before the game moves on."""
        session, prepared = self._where
        kind = int(ids.Act[f"ACT_{self.act.upper()}"])
        return label(Situation(session, Names(prepared.tables)), (kind, self.a, self.b, self.c))

    def __str__(self) -> str:
        return self.text


def list_options(session: Session, prepared: Prepared) -> list[Option]:
    """Return the legal actions of the decision at hand."""
    acts = [name.removeprefix("ACT_").lower() for name in ids.Act.__members__]
    where = (session, prepared)
    return [Option(i, acts[kind], a, b, c, where) for i, (kind, a, b, c) in enumerate(session.actions())]


class View:
    """What a seat at the table may see: its own hand, everything that lies open, and how many cards are hidden.

    Cards, Units and tokens are row numbers; ``Names`` has their names. Hidden tokens are None.
    """

    def __init__(self, session: Session, seat: int):
        self._session = session
        self.seat = seat

    @property
    def step(self) -> str:
        """Where the turn stands, as ``move``, ``block``, ``tactic``."""
        return ids.Step(self._session.step).name.removeprefix("STEP_").lower()

    @property
    def pending(self) -> tuple[int, ...] | None:
        """The effect that asks, as (opcode or task, a, b, c, d)."""
        return self._session.pending()

    def player(self) -> dict[str, Any]:
        """The seat's own Hero: Fame, Reputation, hand, discard pile, crystals, Units; its unseen cards in one list."""
        found = self._session.player(self.seat)
        found["deck_cards"] = sorted(found["deck_cards"] + found.pop("stored_cards"))
        return found

    def turn(self) -> dict[str, Any]:
        """Points and mana of the turn going on."""
        return self._session.turn()

    def table(self) -> dict[str, Any]:
        """Round, dice, offers, dragon heads, the dummy."""
        return self._session.table()

    def combat(self) -> dict[str, Any]:
        """The fight going on."""
        return self._session.combat()

    def foes(self) -> list[dict[str, Any]]:
        """The enemies of the fight going on."""
        return self._session.foes()

    def spaces(self) -> list[dict[str, Any]]:
        """The revealed map; a face-down token is (None, False)."""
        found = self._session.spaces()
        for space in found:
            space["tokens"] = [(row if up else None, up) for row, up in space["tokens"]]
            if not space["flags"] & RUIN_UP and space["site"] == int(ids.Site.RUINS):
                space["extra"] = None
        return found

    def score(self) -> dict[str, int]:
        """Every line of the score as the game stands."""
        return self._session.score(self.seat)


RUIN_UP = 8


class StepGame:
    """One game, stepped by hand.

    Parameters
    ----------
    scenario : Scenario or str
    players : str, callable, mapping or sequence of these
        ``HERO[:PLAYER]`` for each seat; who `suggest` and `play` ask.
    seed : int, optional
        Drawn when left out.
    game : int
        Game number: the same game as in `simulate` with this seed.

    Examples
    --------
    >>> g = StepGame("against_the_dragon/solo", players="tovak:random", seed=7)
    >>> g.options()[0].act
    'tactic'
    >>> g.apply(0)
    """

    def __init__(
        self, scenario: Scenario | str, *, players: Any = None, seed: int | None = None, game: int = 0
    ) -> None:
        from mkbalance.mageknight.game import GAME
        from mkbalance.study import seeds

        if players is None:
            players = GAME.default_players
        elif isinstance(players, str | Mapping) or callable(players):
            players = [players]
        scenario = GAME.scenario(scenario) if isinstance(scenario, str) else scenario
        if isinstance(game, bool) or not isinstance(game, int) or game < 0:
            raise UsageError("must be a game number", "game", given=game, allowed="0, 1, 2, …")
        self.seed = seeds.as_seed(seed)
        self.game = game
        self.prepared = GAME.prepare(scenario, list(players))
        self.session = self.prepared.session(seeds.experiment_key(self.seed), game)
        self.track = Track()

    @property
    def over(self) -> bool:
        """The game is over."""
        return bool(self.session.over)

    @property
    def view(self) -> View:
        """What the seat at turn may see."""
        return View(self.session, self.session.seat)

    def options(self) -> list[Option]:
        """Return the legal actions; none once the game is over."""
        return list_options(self.session, self.prepared)

    def apply(self, index: int) -> None:
        """Take one of the options."""
        self.session.apply(index)
        self.track.note(self.session)

    def suggest(self) -> int:
        """Return the index that the player of this seat would take."""
        return self.prepared.choose(self.session)

    def play(self) -> StepGame:
        """Let the players finish the game."""
        while not self.over:
            self.apply(self.suggest())
        return self

    def row(self) -> np.void:
        """Return the result row as the game stands."""
        return self.session.row()

    def score(self) -> dict[str, int]:
        """Return every line of the score as the game stands."""
        return self.session.score()

    def board(self) -> Board:
        """Return the map with the way of the Hero on it: text, and a picture in a notebook."""
        from mkbalance.mageknight.board import Board

        return Board.of(self.session, Names(self.prepared.tables), self.track.steps)

    def __repr__(self) -> str:
        where = "over" if self.over else f"{len(self.session.actions())} options"
        return f"<Game {self.game} of seed {self.seed}, {self.prepared.scenario_id}: {where}>"
