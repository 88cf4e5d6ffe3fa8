"""Figures as SVG text for a page: live text, colours of the page's theme, no fixed size."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from html import escape

from mkbalance import plotting

__all__ = ["THEME", "svg"]

THEME = {  # colour in the figure -> variable of the page
    plotting.COLOURS["ink"]: "--ink",
    plotting.COLOURS["faint"]: "--faint",
    plotting.COLOURS["grid"]: "--grid",
    **{colour: f"--series-{number}" for number, colour in enumerate(plotting.COLOURS["series"], 1)},
}


def svg(draw: Callable, name: str, alt: str, height: float) -> str:
    """Draw into a fresh figure and return it as inline SVG.

    Parameters
    ----------
    draw : callable
        Takes an Axes as `ax`.
    name : str
        Keeps the ids of the figure apart from those of others on the page.
    alt : str
        What the figure shows, for readers who cannot see it.
    height : float
        In inches; the width is eight.
    """
    import matplotlib as mpl
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    with mpl.rc_context({"svg.fonttype": "none", "svg.hashsalt": name, "font.sans-serif": ["DejaVu Sans"]}):
        figure = Figure(figsize=(8, height), layout="constrained")
        FigureCanvasSVG(figure)
        figure.patch.set_alpha(0)
        ax = figure.add_subplot()
        ax.patch.set_alpha(0)
        draw(ax=ax)
        out = io.StringIO()
        figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None})
    return _themed(out.getvalue(), name, alt)


def _themed(text: str, name: str, alt: str) -> str:
    text = text[text.index("<svg") :]
    text = re.sub(r"<metadata>.*?</metadata>", "", text, flags=re.S)
    text = re.sub(r'(<svg[^>]*?) height="[^"]*"', r"\1", text, count=1)
    text = re.sub(r'(<svg[^>]*?) width="[^"]*"', r"\1", text, count=1)
    text = re.sub(r"<svg ", f'<svg role="img" aria-label="{escape(alt)}" ', text, count=1)
    text = re.sub(r'\bid="([^"]+)"', f'id="{name}-\\1"', text)
    text = re.sub(r'(url\(#|href="#)', f"\\1{name}-", text)
    for colour, variable in THEME.items():
        text = re.sub(re.escape(colour), f"var({variable})", text, flags=re.I)
    return text.strip()
