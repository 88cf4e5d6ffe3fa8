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


def together(intervals: int) -> float:
    """Return the level of each of several intervals that makes all of them hold together at 95 % (Bonferroni)."""
    return 1 - 0.05 / intervals


def differences(comparison, of: int = 1) -> dict:
    """Return the differences of a comparison that is one of several: win rates and scores of all hold together."""
    return comparison.summary(together(2 * of))["difference"]


def clear(difference: dict) -> bool:
    """Whether an interval leaves zero out."""
    return difference["low"] is not None and not difference["low"] <= 0 <= difference["high"]


def told(difference: dict, what: str = "points of score", scale: float = 1, word: str = "95 % interval") -> str:
    """Return a difference in words, with its interval."""
    low, value, high = (scale * difference[end] for end in ("low", "difference", "high"))
    if not clear(difference):
        return f"no clear change ({value:+.1f} {what}, {word} {low:+.1f} to {high:+.1f})"
    more = "more" if value > 0 else "fewer"
    ends = sorted((abs(low), abs(high)))
    return f"{abs(value):.1f} {what} {more} ({word} {ends[0]:.1f} to {ends[1]:.1f})"


def both(comparison, of: int = 1) -> str:
    """Return the differences of win rate and score in words; of several comparisons, all intervals hold together."""
    found = differences(comparison, of)
    return "; ".join(
        (
            told(found["win_rate"], "percentage points of wins", 100, "95 % together"),
            told(found["score"], word="95 % together"),
        )
    )


def rate(results, of: int = 1) -> str:
    """Return a win rate with its interval, which holds together with those of `of` settings."""
    from mkbalance.stats.proportions import wilson

    win = wilson(int(results.rows["win"].sum()), len(results), together(of))
    word = "95 % interval" if of == 1 else "95 % together"
    return f"{win.value:.1%} ({word} {win.low:.1%} to {win.high:.1%}, {len(results):,} games)"
