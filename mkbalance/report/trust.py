"""What a reader must weigh: who played, how strong they are, and whether the answer holds for others."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from mkbalance.report.answer import points

__all__ = ["by_strength", "estimates", "players"]


def skill_of(player: str) -> str:
    """Return how a seat is played, without who."""
    return player.partition(":")[2] or "the default player"


def players(summary: dict, known: Mapping[str, str], strength: Mapping | None, core: object) -> dict:
    """Return the players of the study: what each is, and how it does in the measured scenarios.

    Parameters
    ----------
    known : mapping
        Players of the game and what each is.
    strength : mapping, optional
        As ``game.strength()`` gives it: ``core_hash``, ``games``, ``rows``.
    core : object
        Identity of the compiled core that played the study.
    """
    used = sorted({skill_of(player) for cell in summary["cells"] for player in cell["players"]})
    lines = [{"player": name, "about": known.get(name.partition("/")[0], "the author's own player")} for name in used]
    measured = [
        row for row in (strength or {}).get("rows", ()) if any(name.partition("/")[0] == row["skill"] for name in used)
    ]
    return {
        "lines": lines,
        "measured": measured,
        "current": bool(measured) and (strength or {}).get("core_hash") == core,
    }


def by_strength(summary: dict) -> dict:
    """Say for each kind of difference whether players of another strength show it too.

    Returns
    -------
    dict
        ``sentences``, and ``lines`` with what changes, player, number of comparisons, lowest and highest difference of
        the win rate and the score.
    """
    cells = {cell["name"]: cell for cell in summary["cells"]}
    found: dict[str, dict[str, list[dict]]] = {}
    for item in summary["comparisons"]:
        a, b = (tuple(skill_of(p) for p in cells[item[side]]["players"]) for side in ("a", "b"))
        if a == b:
            found.setdefault(item["what"], {}).setdefault(", ".join(a), []).append(item)
    found = {what: by for what, by in found.items() if len(by) > 1}
    strengths = {skill_of(player) for cell in summary["cells"] for player in cell["players"]}
    if not found:
        if len(strengths) < 2:
            text = "All cells were played by one kind of player, so this study cannot say whether others would agree."
        else:
            text = "No difference of this study was measured at more than one strength."
        return {"sentences": [text], "lines": []}
    lines, sentences = [], []
    for what, by in found.items():
        verdicts = {player: _verdict(items) for player, items in by.items()}
        for player, items in by.items():
            lines.append(
                {
                    "what": what,
                    "player": player,
                    "n": len(items),
                    "win": _range(100 * item["win_rate"]["difference"] for item in items),
                    "score": _range(item["score"]["difference"] for item in items),
                    "verdict": verdicts[player],
                }
            )
        clear = {verdict for verdict in verdicts.values() if verdict in ("up", "down")}
        names = ", ".join(f"{player} ({_WORDS[verdict]})" for player, verdict in verdicts.items())
        if len(clear) > 1:
            sentences.append(f"{_capital(what)}: the direction depends on the player: {names}.")
        elif len(clear) == 1 and len(set(verdicts.values())) == 1:
            sentences.append(f"{_capital(what)}: the score {_WORDS[clear.pop()]} for every strength that played.")
        elif clear:
            sentences.append(f"{_capital(what)}: clear for some strengths only: {names}.")
        else:
            sentences.append(f"{_capital(what)}: no strength shows a clear change of the score.")
    return {"sentences": sentences, "lines": lines}


_WORDS = {"up": "rises", "down": "falls", "none": "no clear change", "mixed": "differs between cells"}


def _verdict(items: Iterable[dict]) -> str:
    signs = {
        0
        if item["score"]["low"] is None or item["score"]["low"] <= 0 <= item["score"]["high"]
        else (1 if item["score"]["difference"] > 0 else -1)
        for item in items
    }
    if signs == {0}:
        return "none"
    if signs <= {0, 1}:
        return "up" if signs == {1} else "mixed"
    return "down" if signs == {-1} else "mixed"


def _range(values: Iterable[float]) -> str:
    values = sorted(values)
    low, high = points(values[0]), points(values[-1])
    return low if low == high else f"{low} to {high}"


def estimates(document: dict | None, summary: dict | None = None) -> dict | None:
    """Return what shaking the estimated content did, as sentence and lines; None where nobody tried.

    Parameters
    ----------
    document : dict, optional
        What `mkbalance.study.shaking` measured.
    summary : dict, optional
        The study, whose own variants of ``[estimates]`` serve where there is no document.
    """
    if not document and summary is not None:
        mine = [item for item in summary["comparisons"] if item["what"].startswith("all: ")]
        mine = [item for item in mine if item["what"].endswith("against baseline") and item["score"]["low"] is not None]
        if mine:
            lines = [{**item, "what": item["b"].removeprefix("all: ")} for item in mine]
            document = {"cell": mine[0]["a"], "games": mine[0]["games"], "seed": summary["seed"], "comparisons": lines}
    if not document:
        return None
    lines = document["comparisons"]
    clear = [line["what"] for line in lines if not line["score"]["low"] <= 0 <= line["score"]["high"]]
    largest = max((abs(line["score"]["difference"]) for line in lines), default=0)
    if clear:
        text = f"The score is sensitive to {', '.join(clear)}; the largest change is {largest:.1f} points."
    else:
        text = (
            f"No clear change of the score in {document['games']:,} games of {document['cell']} when the estimates are "
            f"shaken; the largest measured change is {largest:.1f} points."
        )
    return {**document, "sentence": text, "lines": lines}


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
