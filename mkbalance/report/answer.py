"""The findings of a study in sentences, each with its uncertainty."""

from __future__ import annotations

__all__ = ["answer", "interval", "points"]

MOST = 6  #: kinds of differences that are told


def interval(value: dict, scale: float = 1.0, digits: int = 1, unit: str = "") -> str:
    """Return ``low to high`` of an interval, or that there is none."""
    if value["low"] is None:
        return "unknown"
    return f"{scale * value['low']:.{digits}f} to {scale * value['high']:.{digits}f}{unit}"


def points(value: float, digits: int = 1) -> str:
    """Return a signed number with a true minus sign, and zero without one."""
    text = f"{value:+.{digits}f}"
    return f"{0:.{digits}f}" if float(text) == 0 else text.replace("-", "−")


def answer(summary: dict) -> list[str]:
    """Return the sentences that answer the study's question as far as its numbers go."""
    cells = summary["cells"]
    told = _differences(summary["comparisons"])
    left = len(told) - MOST
    if left > 0:
        told = [*told[:MOST], f"{left} more kinds of differences stand in the results."]
    return _crossings(summary) + _rates(cells) + told


def _crossings(summary: dict, target: float = 0.5, most: int = 6) -> list[str]:
    """Return where the win rate passes one half along factors with numbers as levels, one sentence for each factor."""
    from mkbalance.plotting.factors import level

    if summary.get("design", {}).get("kind", "grid") != "grid":
        return []
    out = []
    for factor in summary.get("factors", ()):
        lines: dict[tuple, list[tuple[float, float]]] = {}
        for cell in summary["cells"]:
            at = level(cell, factor)
            if isinstance(at, float):
                others = [text for name, text in cell["levels"].items() if name != factor]
                others += [cell["variant"]] * (cell["variant"] != "baseline")
                lines.setdefault(tuple(others), []).append((at, cell["win_rate"]["value"]))
        found = []
        for others, line in lines.items():
            line.sort()
            for (a, x), (b, y) in zip(line, line[1:], strict=False):
                if x != y and min(x, y) <= target <= max(x, y):
                    found.append(
                        f"{', '.join(others) or 'this player'} near {a + (x - target) / (x - y) * (b - a):.1f}"
                    )
                    break
        if found and len(found) <= most:
            text = f"Half of the games are won, read between the levels of {factor} that were played, by "
            out.append(text + "; ".join(found) + ".")
    return out


def _rates(cells: list[dict]) -> list[str]:
    def share(cell: dict) -> str:
        rate = cell["win_rate"]
        return (
            f"{100 * rate['value']:.1f} % of {cell['games']:,} games (95 % interval {interval(rate, 100, unit=' %')})"
        )

    if len(cells) == 1:
        cell = cells[0]
        score = cell["score"]
        return [
            f"{_capital(cell['name'])} wins {share(cell)}.",
            f"The mean score is {score['mean']:.1f} points (95 % interval {interval(score)}); "
            f"half of the games end between {score['q25']:.0f} and {score['q75']:.0f} points.",
        ]
    if all(cell["wins"] == 0 for cell in cells):
        high = max(cell["win_rate"]["high"] for cell in cells)
        best = max(cells, key=lambda cell: cell["score"]["mean"])
        return [
            f"No game was won in any of the {len(cells)} cells; the win rates lie below {100 * high:.2f} % "
            f"(95 % interval of one cell).",
            f"The highest mean score is {best['score']['mean']:.1f} points, with {best['name']} "
            f"(95 % interval {interval(best['score'])}).",
        ]
    ordered = sorted(cells, key=lambda cell: cell["win_rate"]["value"])
    low, high = ordered[0], ordered[-1]
    return [
        f"The lowest win rate is {share(low)}, with {low['name']}; the highest is {share(high)}, with {high['name']}.",
        f"Mean scores run from {min(c['score']['mean'] for c in cells):.1f} to "
        f"{max(c['score']['mean'] for c in cells):.1f} points.",
    ]


def _differences(comparisons: list[dict]) -> list[str]:
    """Return one sentence for each kind of difference, over every cell where it was measured."""
    kinds: dict[str, list[dict]] = {}
    for item in comparisons:
        kinds.setdefault(item["what"], []).append(item["win_rate"])
    out = []
    for what, rates in kinds.items():
        low, high = min(rate["low"] for rate in rates), max(rate["high"] for rate in rates)
        values = sorted(rate["difference"] for rate in rates)
        change = points(100 * values[0])
        if len(values) > 1 and points(100 * values[-1]) != change:
            change += f" to {points(100 * values[-1])}"
        if all(rate["low"] > 0 for rate in rates):
            verb = "raises the win rate by"
        elif all(rate["high"] < 0 for rate in rates):
            verb = "lowers the win rate by"
        elif all(rate["low"] <= 0 <= rate["high"] for rate in rates):
            verb = "shows no clear change of the win rate:"
        else:
            verb = "changes the win rate in some of the cells only:"
        change = change.replace("−", "").replace("+", "") if "by" in verb.split() else change
        out.append(
            f"{_capital(what)} {verb} {change} percentage points "
            f"(intervals reach from {points(100 * low)} to {points(100 * high)}"
            + (f"; {len(rates)} comparisons)." if len(rates) > 1 else ").")
        )
    return out


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
