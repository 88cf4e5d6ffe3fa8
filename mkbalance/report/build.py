"""Write ``report.html`` of a finished study: one file, no network, light and dark, on paper and on a phone."""

from __future__ import annotations

from pathlib import Path

from mkbalance.errors import InvalidFile, UsageError
from mkbalance.games import get_game
from mkbalance.report import trust
from mkbalance.report.answer import answer, interval, number, points
from mkbalance.report.pictures import one_kind, pictures
from mkbalance.report.tables import downloads
from mkbalance.study import course, files, reading, shaking
from mkbalance.study.experiment import SECTIONS
from mkbalance.study.store import Store
from mkbalance.study.study import Study

__all__ = ["build", "factorial_of", "render"]

MOST_ROWS = 2_000_000  #: rows read for the shares of the variance
BROKEN = (KeyError, TypeError, ValueError, AttributeError, IndexError, ArithmeticError, RuntimeError)


def build(folder: Path, output: Path | None = None) -> Path:
    """Write the report of the study in `folder`; return its path.

    Parameters
    ----------
    folder : Path
        Folder of a complete study.
    output : Path, optional
        ``report.html`` in the folder by default.
    """
    import jinja2

    study, store = Study(folder), Store(Path(folder))
    output = Path(output) if output else store.folder / "report.html"
    files.check_writable(output, "-o/--output")
    summary, document = study.summary(), study.provenance
    experiment = reading.read_text(store.experiment) if store.experiment.exists() else ""
    try:
        beside = {"shaken": shaking.read(store.folder), "course": course.read(store.folder)}
        beside |= {"shares": _shares(study), "factorial": factorial_of(study), "chance": chance_of(study)}
        page = render(summary, document, experiment, **beside)
    except (*BROKEN, jinja2.TemplateError) as error:  # a file that was altered by hand
        raise InvalidFile(f"is not a summary that can be shown ({type(error).__name__})", str(store.summary)) from error
    files.write_text(output, page)
    return output


def render(
    summary: dict,
    document: dict,
    experiment: str,
    *,
    shaken: dict | None = None,
    shares: dict | None = None,
    course: dict | None = None,
    factorial: list[dict] | None = None,
    chance: dict | None = None,
) -> str:
    """Return the page as text.

    Parameters
    ----------
    summary, document : dict
        ``summary.json`` and the provenance.
    experiment : str
        The experiment file.
    shaken : dict, optional
        What `mkbalance.study.shaking` measured.
    shares : dict, optional
        Shares of the variance of the score by factor.
    course : dict, optional
        Games followed round by round, as `mkbalance.study.course` keeps them.
    factorial : list of dict, optional
        Main effects and interactions by metric, as `mkbalance.Study.factorial` returns them.
    chance : dict, optional
        What each source of chance accounts for, as `mkbalance.Study.chance` returns it.
    """
    import jinja2

    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("mkbalance.report"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
    )
    sections = summary.get("sections", SECTIONS)
    environment.filters["interval"] = interval
    environment.filters["points"] = points
    environment.filters["number"] = number
    environment.filters["breaking"] = _breaking
    game = get_game()
    strength = getattr(game, "strength", lambda: None)()
    return environment.get_template("report.html.j2").render(
        study=summary,
        provenance=document,
        experiment=experiment,
        answer=answer(summary, factorial, chance),
        figures=_figures(summary, shares, course, factorial, chance) if "figures" in sections else [],
        ratios=_ratios(summary),
        sections=sections,
        games=_games(summary),
        players=trust.players(summary, game.players(), strength, document["build"].get("core_hash")),
        strengths=trust.by_strength(summary),
        shaken=trust.estimates(shaken, summary),
        files=downloads(summary, course, factorial, chance),
        ranked=one_kind(summary),
        scenarios=sorted({cell["scenario"] for cell in summary["cells"]}),
    )


def _breaking(text: str) -> str:
    """Return an id that may be broken behind its underscores and slashes."""
    from markupsafe import Markup, escape

    return escape(text).replace("_", Markup("_<wbr>")).replace("/", Markup("/<wbr>"))


def _games(summary: dict) -> str:
    """Return how many games the cells played, as text."""
    counts = sorted({cell["games"] for cell in summary["cells"]})
    return f"{counts[0]:,}" if len(counts) == 1 else f"{counts[0]:,} to {counts[-1]:,}"


def _figures(summary: dict, *beside: object) -> list[dict[str, str]]:
    return [picture.shown() for picture in pictures(summary, *beside)]


def factorial_of(study: Study) -> list[dict] | None:
    """Return main effects and interactions; None where the design is another one or the rows cannot be read."""
    summary = study.summary()
    if sum(cell["games"] for cell in summary["cells"]) > MOST_ROWS:
        return None
    metrics = ["win"] * any(cell["wins"] for cell in summary["cells"]) + ["score"]
    try:
        return [study.factorial(metric) for metric in metrics]
    except (InvalidFile, UsageError, ValueError):
        return None


def _shares(study: Study) -> dict[str, float] | None:
    """Return the share of each factor in the variance of the score; None where design or rows do not tell."""
    from mkbalance.stats.shares import variance_shares

    summary = study.summary()
    cells, score = summary["cells"], summary["columns"]["score"]
    factors = [name for name in summary.get("factors", ()) if len({cell["levels"].get(name) for cell in cells}) > 1]
    kinds = len({cell["variant"] for cell in cells})
    rows = sum(cell["games"] for cell in cells)
    if summary.get("design", {}).get("kind") != "grid" or not factors or kinds > 1 or rows > MOST_ROWS:
        return None
    if len({cell["games"] for cell in cells}) > 1:
        return None
    try:
        frame = study.rows(columns=["cell", "game", score])
        for name in factors:
            frame[f"factor {name}"] = frame["cell"].map({cell["name"]: cell["levels"].get(name) for cell in cells})
        found = variance_shares(frame, score, [f"factor {name}" for name in factors])
    except (InvalidFile, UsageError, ValueError):  # the page can do without
        return None
    return {name.removeprefix("factor "): share for name, share in found.items()}


def chance_of(study: Study) -> dict | None:
    """Return what each source of chance accounts for; None where that is not what the study asks."""
    if sum(cell["games"] for cell in study.summary()["cells"]) > MOST_ROWS:
        return None
    try:
        return study.chance("score")
    except (InvalidFile, UsageError, ValueError):
        return None


def _ratios(summary: dict) -> str | None:
    """Return what pairing bought over all comparisons, as text."""
    found = [item[name]["variance_ratio"] for item in summary["comparisons"] for name in ("win_rate", "score")]
    found = [ratio for ratio in found if ratio is not None]
    if not found:
        return None
    low, high = f"{min(found):.2f}", f"{max(found):.2f}"
    return low if low == high else f"{low} to {high}"
