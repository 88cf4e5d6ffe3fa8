"""What the notebooks share: how many games, who plays, and sentences made from differences."""

from __future__ import annotations

import os

import mkbalance as mk

FAST = bool(os.environ.get("MKBALANCE_FAST"))
SCALE = float(os.environ.get("MKBALANCE_SCALE", "1"))
PLAYER = "tovak:competent"
SEED = 11
JOBS = None if FAST else 2


def games(real: int) -> int:
    """Return the number of games: `real` times MKBALANCE_SCALE, or a few where MKBALANCE_FAST is set."""
    return min(real, 24) if FAST else max(24, round(real * SCALE))


def play(scenario, n: int, player: str = PLAYER):
    """Play `n` games of a scenario."""
    return mk.simulate(scenario, players=player, games=games(n), seed=SEED, n_jobs=JOBS)


def pair(a, b, n: int, player: str = PLAYER, player_b: str | None = None):
    """Play the same games of two settings."""
    return mk.compare(a, b, players=player, players_b=player_b, games=games(n), seed=SEED, n_jobs=JOBS)


def clear(difference: dict) -> bool:
    """Whether an interval leaves zero out."""
    return difference["low"] is not None and not difference["low"] <= 0 <= difference["high"]


def told(difference: dict, what: str = "points of score", scale: float = 1) -> str:
    """Return a difference in words, with its interval."""
    low, value, high = (scale * difference[end] for end in ("low", "difference", "high"))
    if not clear(difference):
        return f"no clear change ({value:+.1f} {what}, 95 % interval {low:+.1f} to {high:+.1f})"
    word = "more" if value > 0 else "fewer"
    ends = sorted((abs(low), abs(high)))
    return f"{abs(value):.1f} {what} {word} (95 % interval {ends[0]:.1f} to {ends[1]:.1f})"


def both(comparison) -> str:
    """Return the differences of win rate and score of a comparison in words."""
    found = comparison.summary()["difference"]
    return f"{told(found['win_rate'], 'percentage points of wins', 100)}; {told(found['score'])}"


def rate(results) -> str:
    """Return a win rate with its interval."""
    win = results.summary()["win_rate"]
    return f"{win['value']:.1%} (95 % interval {win['low']:.1%} to {win['high']:.1%}, {len(results):,} games)"
