"""The numbers of a page as files inside it: CSV tables and the summary, as ``data:`` links."""

from __future__ import annotations

import base64
import csv
import io
import json
from collections.abc import Iterable, Sequence

__all__ = ["downloads"]


def downloads(
    summary: dict,
    course: dict | None = None,
    factorial: Sequence[dict] | None = None,
    chance: dict | None = None,
) -> list[dict[str, str]]:
    """Return name, content and link of each file; a table without lines is left out."""
    columns = course["columns"] if course else {}
    groups = [(cell, group) for cell in summary["cells"] for group in summary["groups"]]
    made = [
        ("cells.csv", "one line for each cell", _cells(summary)),
        (
            "differences.csv",
            "one line for each comparison and quantity",
            _differences(summary),
        ),
        (
            "ranks.csv",
            "one line for each metric and cell",
            ({"metric": found["metric"], **cell} for found in summary["rankings"] for cell in found["cells"]),
        ),
        (
            "scores.csv",
            "how many games of each cell ended with each score, by round of victory",
            (
                {"cell": cell["name"], "round_won": part["round"] or "", "score": value, "games": count}
                for cell in summary["cells"]
                for part in (cell.get("score_parts") or [{"round": None, **cell["score_counts"]}])
                for value, count in zip(part["values"], part["counts"], strict=True)
            ),
        ),
        (
            "victory.csv",
            "share of games won by the end of each round",
            (
                {"cell": cell["name"], **step}
                for cell in summary["cells"]
                for step in (cell.get("survival") or {"rounds": []})["rounds"]
            ),
        ),
        (
            "groups.csv",
            "means of the groups of columns",
            (
                {"cell": cell["name"], "group": group, "member": member, "mean": value}
                for cell, group in groups
                for member, value in cell[group].items()
            ),
        ),
    ]
    terms = ({"metric": found["metric"], **term} for found in factorial or () for term in found["terms"])
    made.append(("interactions.csv", "main effects and interactions", terms))
    shares = (chance or {"shares": {}})["shares"].items()
    sources = ({"source": name, "share": kind, **one[kind]} for name, one in shares for kind in one)
    made.append(("chance.csv", "shares of the variance of the score by source of chance", sources))
    rounds = [dict(zip(columns, line, strict=True)) for line in zip(*columns.values(), strict=True)]
    made.append(("rounds.csv", "games followed round by round", rounds))
    out = []
    for name, about, lines in made:
        lines = list(lines)
        if lines:
            out.append(_file(name, f"{about}; {len(lines):,} lines", _csv(lines), "text/csv"))
    whole = json.dumps(summary, ensure_ascii=False)
    out.append(_file("summary.json", "everything this page is made of", whole, "application/json"))
    return out


def _cells(summary: dict) -> Iterable[dict]:
    for cell in summary["cells"]:
        rate, score = cell["win_rate"], cell["score"]
        yield {
            "cell": cell["name"],
            "variant": cell["variant"],
            **cell["levels"],
            "scenario": cell.get("scenario", ""),
            "players": " ".join(cell.get("players", [])),
            "games": cell["games"],
            **dict.fromkeys(("wins", "win_rate", "win_low", "win_high"), ""),
            **(
                {"wins": cell["wins"], "win_rate": rate["value"], "win_low": rate["low"], "win_high": rate["high"]}
                if cell.get("winnable", True)
                else {}
            ),
            "score": score["mean"],
            "score_low": score["low"],
            "score_high": score["high"],
            **{q: score.get(q) for q in ("sd", "q05", "q25", "q50", "q75", "q95")},
            "rounds": cell["rounds"]["mean"],
            **{name: value["mean"] for name, value in cell["metrics"].items()},
            "checksum": cell["checksum"],
        }


def _differences(summary: dict) -> Iterable[dict]:
    for item in summary["comparisons"]:
        for name, value in ({k: item[k] for k in ("win_rate", "score", "rounds")} | item["metrics"]).items():
            yield {
                "what": item["what"],
                "a": item["a"],
                "b": item["b"],
                "games": item["games"],
                "metric": name,
                "mean_a": value.get("a"),
                "mean_b": value.get("b"),
                **{key: value.get(key) for key in ("difference", "low", "high", "variance_ratio", "p_holm")},
            }


def _csv(lines: Sequence[dict]) -> str:
    columns = list(dict.fromkeys(key for line in lines for key in line))
    out = io.StringIO()
    writer = csv.DictWriter(out, columns, restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows({key: _safe(value) for key, value in line.items()} for line in lines)
    return out.getvalue()


def _safe(value: object) -> object:
    """Keep a text of strangers from being a formula where a spreadsheet opens it."""
    return f"'{value}" if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t") else value


def _file(name: str, about: str, text: str, kind: str) -> dict[str, str]:
    data = base64.b64encode(text.encode()).decode()
    return {"name": name, "about": about, "link": f"data:{kind};charset=utf-8;base64,{data}"}
