"""Where the Hero went, drawn on the map: a line for each Round, its number where the Round ended."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby

__all__ = ["Track", "path_svg"]

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#aa4499", "#7a5c00", "#333333")
DASHES = ("", "9 4", "2 4", "12 4 2 4", "6 3", "1 3")


class Track:
    """Notes the space of a seat's Hero as a game goes on; feed it after each decision.

    Attributes
    ----------
    steps : list of (int, int)
        Round and space, one entry for each change of either.
    """

    def __init__(self) -> None:
        self.steps: list[tuple[int, int]] = []

    def note(self, session, seat: int = 0) -> None:
        """Add where the Hero stands now."""
        space = session.player(seat)["space"]
        if space is not None:
            step = (int(session.table()["round"]), space)
            if not self.steps or self.steps[-1] != step:
                self.steps.append(step)


def path_svg(steps: Sequence[tuple[int, int]], place: Callable[[int], tuple[float, float] | None]) -> str:
    """Return the lines of a track.

    Parameters
    ----------
    steps : sequence of (int, int)
        Round and space.
    place : callable
        Centre of a space on the drawing, None for one that is not on the map.
    """
    out, last = [], None
    for round_, items in groupby(steps, key=lambda step: step[0]):
        number = (round_ - 1) % len(COLOURS)
        shift = 4.0 * ((round_ - 1) % 4) - 6.0  # rounds that go the same way lie side by side
        spaces = ([] if last is None else [last]) + [space for _, space in items]
        last = spaces[-1]
        points = [(x + shift, y + shift) for x, y in filter(None, map(place, spaces))]
        if not points:
            continue
        line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        dash = f' stroke-dasharray="{DASHES[number]}"' if DASHES[number] else ""
        out.append(
            f'<polyline points="{line}" fill="none" stroke="{COLOURS[number]}" stroke-width="4" stroke-opacity="0.8"'
            f' stroke-linejoin="round"{dash}><title>way in Round {round_}</title></polyline>'
        )
        x, y = points[-1]
        y += 8 * ((round_ - 1) % 3)
        out.append(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="8" fill="{COLOURS[number]}" stroke="#ffffff" stroke-width="1.5"/>'
            f'<text x="{x:.1f}" y="{y + 3.5:.1f}" font-size="10" fill="#ffffff" text-anchor="middle"'
            f' font-weight="bold">{round_}</text>'
        )
    return "".join(out)
