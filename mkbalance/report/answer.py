"""The findings of a study in sentences, each with its uncertainty.

What the study was made for comes first: the variants where there are some, interactions where the design gives them,
the factors that were moved alone, a ranking where the cells differ in one thing, else the baseline and where half of
the games are won.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from mkbalance.study.levels import level, levels

__all__ = ["answer", "interval", "number", "points"]

MOST = 6  #: sentences about differences
RARE = 0.1  #: where no cell wins more, scores tell more than win rates
LISTED = 6  #: comparisons that are told one by one


def interval(value: dict, scale: float = 1.0, digits: int = 1, unit: str = "") -> str:
    """Return ``low to high`` of an interval, or that there is none."""
    if value["low"] is None:
        return "unknown"
    low, high = (number(scale * value[end], digits) for end in ("low", "high"))
    return f"{low} to {high}{unit}"


def points(value: float, digits: int = 1) -> str:
    """Return a signed number with a true minus sign, and zero without one."""
    text = f"{value:+.{digits}f}"
    return f"{0:.{digits}f}" if float(text) == 0 else text.replace("-", "−")


def number(value: float, digits: int = 1) -> str:
    """Return a number with a true minus sign, and zero without one."""
    return points(value, digits).lstrip("+")


def answer(summary: dict, factorial: Sequence[dict] | None = None, chance: dict | None = None) -> list[str]:
    """Return the sentences that answer the study's question as far as its numbers go.

    Parameters
    ----------
    summary : dict
        ``summary.json``.
    factorial : sequence of dict, optional
        Main effects and interactions by metric, as `mkbalance.Study.factorial` returns them.
    chance : dict, optional
        What each source of chance accounts for, as `mkbalance.Study.chance` returns it.
    """
    cells = summary["cells"]
    if chance:
        return [*_sources(chance), *_rates(cells)[:1]]
    told = _differences(summary)
    left = len(told) - MOST
    if left > 0:
        told = [*told[:MOST], f"{left} more kinds of differences stand in the results."]
    ranked = _ranked(summary)
    first = _factorial(factorial) + ranked
    alone = summary.get("design", {}).get("kind") == "one_at_a_time"
    if len({cell.get("variant") for cell in cells}) > 1 or alone:
        rates = _rates(cells)
        none = all(cell["wins"] == 0 for cell in cells)
        return [*first, *rates[:none], *told, *rates[none:], *_crossings(summary)]
    if factorial and len(factorial[0]["factors"]) > 2:
        return [*first, *_rates(cells)]
    if ranked:
        told = []  # each against the first: the ranking has said it
    rates = _rates(cells)
    return [*first, *rates[:1], *_crossings(summary), *rates[1:], *told]


def _sources(chance: dict) -> list[str]:
    """Return what each source of chance accounts for, by itself and with others."""
    *sources, (_, rest) = chance["shares"].items()

    def text(name: str, kind: str) -> str:
        share = chance["shares"][name][kind]
        return f"{name} {number(100 * share['value'], 0)} % ({interval(share, 100, 0)})"

    def order(kind: str) -> list[str]:
        return sorted((name for name, _ in sources), key=lambda name: -chance["shares"][name][kind]["value"])

    alone = [name for name, one in sources if one["first"]["low"] > 0]
    most, *others = order("total")
    lowest = chance["shares"][most]["total"]["low"]
    tied = [name for name in others if chance["shares"][name]["total"]["high"] >= lowest]
    apart = f", not told apart from {_listed(tied)}" if tied else ""
    return [
        f"Luck of one kind matters because of luck of another: {number(100 * rest['first']['value'], 0)} % "
        f"({interval(rest['first'], 100, 0)}) of the variance of the {chance['metric']} is the interplay of sources of "
        f"chance; {most} takes part in the most{apart}.",
        "By itself each source accounts for: "
        + "; ".join(text(name, "first") for name in order("first"))
        + (f". Clearly more than nothing: {_listed(alone)}." if alone else ". None is told apart from nothing."),
        "Dealt anew while all else stays, each moves: "
        + "; ".join(text(name, "total") for name in order("total"))
        + ". These overlap. (95 % together.)",
    ]


def _factorial(factorial: Sequence[dict] | None) -> list[str]:
    if not factorial:
        return []
    found = factorial[0]
    scale, unit = (100, "percentage points of games won") if found["metric"] == "win" else (1, "points of score")

    def text(term: dict) -> str:
        ends = f"{points(scale * term['low'])} to {points(scale * term['high'])}"
        name = f"{term['a']} with {term['b']}" if term["b"] else term["a"]
        return f"{name} {points(scale * term['value'])} ({ends})"

    mains = sorted((t for t in found["terms"] if not t["b"]), key=lambda t: -abs(t["value"]))
    pairs = sorted((t for t in found["terms"] if t["b"]), key=lambda t: -abs(t["value"]))
    ends = {name: f"{low} to {high}".replace(".0", "") for name, (low, high) in found["factors"].items()}
    every = set(ends.values())
    moved = f"each from {every.pop()}" if len(every) == 1 else ", ".join(f"{n} from {e}" for n, e in ends.items())
    clear = [term for term in pairs if not term["low"] <= 0 <= term["high"]]
    out = [f"Moved {moved}, over all levels of the others, in {unit}: {'; '.join(map(text, mains))}."]
    if clear:
        rest = len(pairs) - len(clear)
        out.append(
            "They do not simply add up. Where the other is high as well, the effect changes by: "
            + "; ".join(map(text, clear[:LISTED]))
            + (f"; no clear interplay in the other {rest} pairs." if rest else ".")
        )
    else:
        widest = scale * max(term["high"] - term["low"] for term in pairs) / 2
        out.append(f"No interplay of two is told apart from none; the intervals reach {widest:.1f} to either side.")
    return out


def _ranked(summary: dict) -> list[str]:
    """Return the order of the cells where they differ in one thing that is not a number."""
    cells = summary["cells"]
    varied = [name for name in summary.get("factors", ()) if len(levels(cells, name)) > 1]
    variants = len({cell.get("variant") for cell in cells}) > 1
    if variants or len(varied) != 1 or len(cells) < 3 or not summary.get("rankings"):
        return []
    if all(isinstance(one, float) for one in levels(cells, varied[0])):
        return []
    out = []
    for found in summary["rankings"]:
        win = found["metric"] in ("win", "win_rate")
        scale, digits, unit = (100, 1, " % of games won") if win else (1, 1, f" points of {found['metric']}")
        order = sorted(found["cells"], key=lambda cell: cell["rank"])
        best, last = order[0], order[-1]
        tied = [cell["name"] for cell in order[1:] if cell["best"] == 1]
        ahead = f"{_capital(best['name'])} does best by {'win rate' if win else found['metric']}"
        ahead += f", not told apart from {_listed(tied)}" if tied else ", clear of all others"
        out.append(
            f"{ahead}: {scale * best['mean']:.{digits}f}{unit} ({interval(best, scale)}); "
            f"{last['name']} is last with {scale * last['mean']:.{digits}f} ({interval(last, scale)})."
        )
    return out


def _rates(cells: list[dict]) -> list[str]:
    def share(cell: dict) -> str:
        rate = cell["win_rate"]
        return (
            f"{100 * rate['value']:.1f} % of {cell['games']:,} games (95 % interval {interval(rate, 100, unit=' %')})"
        )

    base = cells[0]
    score = base["score"]
    winnable = any(cell.get("winnable", True) for cell in cells)
    wins = f"wins {share(base)}; " if winnable else "can only be scored, the scenario knows no victory; "
    first = [
        f"{_capital(base['name'])} {wins}"
        f"the mean score is {number(score['mean'])} points (95 % interval {interval(score)})."
    ]
    if len(cells) == 1:
        return [
            *first,
            f"Half of the games end between {number(score['q25'], 0)} and {number(score['q75'], 0)} points.",
        ]
    by_score = sorted(cells, key=lambda cell: cell["score"]["mean"])
    worst, best = by_score[0], by_score[-1]
    spread = (
        f"Mean scores run from {number(worst['score']['mean'])} points ({worst['name']}, 95 % interval "
        f"{interval(worst['score'])}) to {number(best['score']['mean'])} ({best['name']}, {interval(best['score'])})."
    )
    if not winnable:
        return [*first, spread]
    if all(cell["wins"] == 0 for cell in cells):
        high = max(cell["win_rate"]["high"] for cell in cells)
        return [
            f"No game was won in any of the {len(cells)} cells; the win rates lie below {100 * high:.2f} % "
            f"(95 % interval of one cell).",
            spread,
        ]
    ordered = sorted(cells, key=lambda cell: cell["win_rate"]["value"])
    low, high = ordered[0], ordered[-1]
    ends = f"Win rates run from {share(low)}, with {low['name']}, to {share(high)}, with {high['name']}."
    return [*first, ends, spread]


def _crossings(summary: dict, target: float = 0.5, most: int = 6) -> list[str]:
    """Return where the win rate passes one half along factors with numbers as levels, one sentence for each factor.

    In brackets where the two ends of the 95 % intervals pass it, as far as the levels played reach.
    """
    if summary.get("design", {}).get("kind", "grid") != "grid":
        return []
    out = []
    for factor in summary.get("factors", ()):
        lines: dict[tuple, list[tuple]] = {}
        for cell in summary["cells"]:
            at, rate = level(cell, factor), cell["win_rate"]
            if isinstance(at, float):
                others = [text for name, text in cell["levels"].items() if name != factor]
                others += [cell["variant"]] * (cell["variant"] != "baseline")
                lines.setdefault(tuple(others), []).append((at, rate["value"], rate["low"], rate["high"]))
        found = {}
        for others, line in lines.items():
            line.sort()
            middle, *ends = ([_crossing([(one[0], one[place]) for one in line], target)] for place in (1, 2, 3))
            if middle[0] is not None:
                found[others] = (middle[0], *(end for (end,) in ends))
        if not found:
            continue
        text = f"Half of the games are won, read between the levels of {factor} that were played,"
        if len(found) <= most:
            several = len({cell["variant"] for cell in summary["cells"]}) > 1
            told = [
                f"with {', '.join(others) or ('the baseline' if several else 'this player')} near {at:.1f}"
                + _around(low, high)
                for others, (at, low, high) in found.items()
            ]
            out.append(f"{text} {'; '.join(told)}.")
        else:
            out.append(f"{text} {_together(summary, factor, found)}.")
    return out


def _crossing(line: list[tuple[float, float]], target: float) -> float | None:
    for (a, x), (b, y) in zip(line, line[1:], strict=False):
        if x != y and min(x, y) <= target <= max(x, y):
            return a + (x - target) / (x - y) * (b - a)
    return None


def _around(*ends: float | None) -> str:
    if None in ends:
        return ""
    low, high = sorted(ends)
    return f" ({low:.1f} to {high:.1f})"


def _together(summary: dict, factor: str, found: dict[tuple, tuple]) -> str:
    """Return the crossings of many lines as ranges, by the factor whose levels they differ in most."""
    others = [name for name in summary["factors"] if name != factor and len(levels(summary["cells"], name)) > 1]
    best, ranges = None, {}
    for name in others:
        texts = {cell["levels"][name] for cell in summary["cells"]}
        by: dict[str, list[float]] = {}
        for line, (at, *_) in found.items():
            by.setdefault(next(text for text in line if text in texts), []).append(at)
        within = sum(max(one) - min(one) for one in by.values()) / len(by)
        if best is None or within < best:
            best, ranges = within, by
    told = []
    for text, at in ranges.items():
        ends = f"{min(at):.1f} to {max(at):.1f}" if f"{min(at):.1f}" != f"{max(at):.1f}" else f"{at[0]:.1f}"
        told.append(f"with {text} near {ends}" + (f" ({len(at)} settings)" if len(at) > 1 else ""))
    played = dict.fromkeys(cell["levels"][name] for name in others for cell in summary["cells"])
    never = [text for text in played if not any(text in line for line in found)]
    return "; ".join(told) + (f"; never with {_listed(never)}" if never else "")


def _differences(summary: dict) -> list[str]:
    """Return one sentence for each kind of difference; levels of one factor share a sentence.

    More of them than are told stand in the order of what they show: clear ones first, the largest first.
    """
    comparisons = summary["comparisons"]
    win = any(cell["wins"] and cell["win_rate"]["value"] >= RARE for cell in summary["cells"])
    metric, scale, what = ("win_rate", 100, "win rate") if win else ("score", 1, "score")
    unit = "percentage points" if win else "points"
    kinds: dict[str, list[dict]] = {}
    for item in comparisons:
        kinds.setdefault(item["what"], []).append(item)
    out, by_factor = [], {}
    for kind, items in kinds.items():
        factor, at, base = _moved(summary, kind)
        if factor is not None:
            by_factor.setdefault((factor, base), []).append((at, items))
            continue
        rates = [item[metric] for item in items]
        out.append((rates, _kind(kind, rates, items, scale, what, unit)))
    if len(out) > MOST:
        out.sort(key=lambda one: (_sign(one[0]) == "none", -max(abs(rate["difference"]) for rate in one[0])))
    grouped = []
    for (factor, base), found in by_factor.items():
        parts = []
        for at, items in sorted(found, key=lambda one: one[0]):
            rates = [item[metric] for item in items]
            if all(item.get("identical") for item in items):
                continue  # the baseline met itself
            mark = "" if _sign(rates) in ("up", "down") else ", not clear" if _sign(rates) == "none" else ", mixed"
            parts.append((rates, f"at {at:g}: {_span(rates, scale)}{mark}"))
        every = [rate for rates, _ in parts for rate in rates]
        if len(parts) > 1 and _sign(every) == "none":
            told = f"no clear change of the {what} at any level: {_span(every, scale)} {unit}"
            grouped.append(f"{_capital(factor)}, against {base}: {told}.")
        elif parts:
            told = "; ".join(text for _, text in parts)
            grouped.append(f"{_capital(factor)}, against {base}, {what} in {unit} {told}.")
    return grouped + [text for _, text in out]


def _moved(summary: dict, kind: str) -> tuple[str | None, float | None, str]:
    """Return the numeric factor that a kind of difference moves, its level, and what it is compared with."""
    text, _, base = kind.partition(" against ")
    for factor in summary.get("factors", ()):
        if text.startswith(f"{factor} "):
            try:
                at = float(text.removeprefix(factor))
            except ValueError:
                continue
            base = base.removeprefix(factor).strip() or base
            return factor, at, "the baseline" if base == "baseline" else base
    return None, None, base


def _sign(rates: Iterable[dict]) -> str:
    clear = {rate["low"] is not None and not rate["low"] <= 0 <= rate["high"] for rate in rates}
    if clear != {True}:
        return "mixed" if True in clear else "none"
    signs = {rate["low"] > 0 for rate in rates}
    return "mixed" if len(signs) > 1 else "up" if True in signs else "down"


def _span(rates: list[dict], scale: float) -> str:
    """Return the differences as one number or a range, and in brackets how far their intervals reach."""
    values = sorted(rate["difference"] for rate in rates)
    change = points(scale * values[0])
    if len(values) > 1 and points(scale * values[-1]) != change:
        change += f" to {points(scale * values[-1])}"
    lows = [rate["low"] for rate in rates if rate["low"] is not None]
    highs = [rate["high"] for rate in rates if rate["high"] is not None]
    return f"{change} ({points(scale * min(lows))} to {points(scale * max(highs))})" if lows else change


def _kind(kind: str, rates: list[dict], items: list[dict], scale: float, what: str, unit: str) -> str:
    sign = _sign(rates)
    if sign in ("up", "down"):
        verb = f"{'raises' if sign == 'up' else 'lowers'} the {what}"
    elif sign == "none":
        verb = f"shows no clear change of the {what}"
    else:
        verb = f"changes the {what} in some of the cells only"
    head = f"{_capital(kind)} {verb}"
    if len(items) == 1:
        return f"{head}: {_span(rates, scale)} {unit}."
    both = list(zip(items, rates, strict=True))
    clear = [pair for pair in both if _sign([pair[1]]) != "none"]
    if sign == "mixed" and len(clear) <= LISTED:
        told = "; ".join(f"{_where(item, kind)} {_span([rate], scale)}" for item, rate in clear)
        rest = [rate for _, rate in both if _sign([rate]) == "none"]
        others = f"; not clear in the other {len(rest)} cells: {_span(rest, scale)}" if len(rest) > 1 else ""
        others = f"; not clear in the other cell: {_span(rest, scale)}" if len(rest) == 1 else others
        return f"{head} ({unit}): {told}{others}."
    if len(items) <= LISTED:
        told = [f"{_where(item, kind)} {_span([rate], scale)}" for item, rate in both]
        return f"{head} ({unit}): {'; '.join(told)}."
    return f"{head}: {_span(rates, scale)} {unit}, over {len(items)} comparisons."


def _where(item: dict, kind: str) -> str:
    """Return at which levels of the other factors a comparison was made."""
    changed = kind.partition(" against ")[0]
    return ", ".join(part for part in item["b"].split(", ") if part != changed) or item["b"]


def _listed(names: Sequence[str]) -> str:
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]])) if names else ""


def _capital(text: str) -> str:
    """Return a sentence's beginning; the path of an entry is left as it is typed."""
    return text if re.match(r"\w+\.\w", text) else text[:1].upper() + text[1:]
