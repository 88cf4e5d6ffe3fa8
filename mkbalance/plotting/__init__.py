"""Figures; every function takes `ax=None` and returns the Axes, and nothing is ever shown or saved here.

`cells`        win rate, score distribution, means of a group of columns, games not yet won, for the cells of a study
`factors`      what factors do: lines over levels, maps of two, interactions, the difficulty surface with iso lines
`contrasts`    paired differences, also over the levels of a factor, what entries are worth, ranks, variance shares
`progress`     what happens in the course of the games, as fans over rounds
`style`        the look that all of them share

A cell is a dict as in ``summary.json``. Results and studies have the same figures as methods: ``results.plot.score()``.
"""

from mkbalance.plotting.cells import groups, not_yet_won, score, win_rate
from mkbalance.plotting.contrasts import changes, differences, ranking, variance_shares, worth
from mkbalance.plotting.contrasts import paired as paired_differences
from mkbalance.plotting.factors import effect, effects, factorial, interaction, members, surface
from mkbalance.plotting.progress import fan
from mkbalance.plotting.shown import ResultsPlots, StudyPlots
from mkbalance.plotting.style import COLOURS

__all__ = [
    "COLOURS",
    "ResultsPlots",
    "StudyPlots",
    "changes",
    "differences",
    "effect",
    "effects",
    "factorial",
    "fan",
    "groups",
    "interaction",
    "members",
    "not_yet_won",
    "paired_differences",
    "ranking",
    "score",
    "surface",
    "variance_shares",
    "win_rate",
    "worth",
]
