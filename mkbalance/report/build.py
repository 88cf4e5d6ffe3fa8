"""Write ``report.html`` of a finished study: one file, no network, light and dark."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from mkbalance import plotting
from mkbalance.errors import InvalidFile
from mkbalance.report import figures
from mkbalance.report.answer import answer, interval, points
from mkbalance.study import files, reading
from mkbalance.study.experiment import SECTIONS
from mkbalance.study.store import Store
from mkbalance.study.study import Study

__all__ = ["build", "render"]

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
        page = render(summary, document, experiment)
    except (*BROKEN, jinja2.TemplateError) as error:  # a file that was altered by hand
        raise InvalidFile(f"is not a summary that can be shown ({type(error).__name__})", str(store.summary)) from error
    files.write_text(output, page)
    return output


def render(summary: dict, document: dict, experiment: str) -> str:
    """Return the page as text."""
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
    return environment.get_template("report.html.j2").render(
        study=summary,
        provenance=document,
        experiment=experiment,
        answer=answer(summary),
        figures=_figures(summary) if "figures" in sections else [],
        ratios=_ratios(summary),
        sections=sections,
        games=_games(summary),
    )


def _games(summary: dict) -> str:
    """Return how many games the cells played, as text."""
    counts = sorted({cell["games"] for cell in summary["cells"]})
    return f"{counts[0]:,}" if len(counts) == 1 else f"{counts[0]:,} to {counts[-1]:,}"


def _figures(summary: dict) -> list[dict[str, str]]:
    cells = summary["cells"]
    rates = "; ".join(f"{cell['name']} {100 * cell['win_rate']['value']:.1f} %" for cell in cells)
    middles = "; ".join(f"{cell['name']} median {cell['score']['q50']:.0f}" for cell in cells)
    out = [
        {
            "title": "Win rate",
            "svg": figures.svg(partial(plotting.win_rate, cells), cells, "win", f"Win rate by cell: {rates}."),
            "caption": "Share of games won in each cell; the bar is the 95 % Wilson interval.",
        },
        {
            "title": "Score",
            "svg": figures.svg(
                partial(plotting.score, cells), cells, "score", f"Distribution of scores by cell: {middles}.", row=0.7
            ),
            "caption": "How scores spread in each cell. Dot: median. Thick bar: middle half of the games. "
            "Thin bar: from 5 % to 95 %.",
        },
    ]
    for group, about in summary["groups"].items():
        means = "; ".join(
            f"{cell['name']}: " + ", ".join(f"{name} {value:.2f}" for name, value in cell[group].items())
            for cell in cells
        )
        out.append(
            {
                "title": about["label"],
                "svg": figures.svg(
                    partial(plotting.groups, cells, group, about["label"]),
                    cells,
                    group,
                    f"{about['label']}, mean by cell: {means}.",
                    row=0.6,
                ),
                "caption": f"{about['label']}: mean over all games of a cell, won or lost.",
            }
        )
    return out


def _ratios(summary: dict) -> str | None:
    """Return what pairing bought over all comparisons, as text."""
    found = [item[name]["variance_ratio"] for item in summary["comparisons"] for name in ("win_rate", "score")]
    found = [ratio for ratio in found if ratio is not None]
    if not found:
        return None
    low, high = f"{min(found):.2f}", f"{max(found):.2f}"
    return low if low == high else f"{low} to {high}"
