# ---
# jupyter:
#   jupytext:
#     formats: ipynb,py:percent
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # Which head of the dragon hurts most, level by level?
#
# Three heads stay at level 2, the fourth goes from 1 to 12. The heads have different attacks and resistances at each level; the
# highest of the four also sets the level of the control head, which adds its bonus from levels 4, 8 and 12.

# %%
import tempfile
from pathlib import Path

from asking import FAST, JOBS, PLAYER, both, games, pair, together

import mkbalance as mk
from mkbalance import plotting

HEADS = ("war", "famine", "death", "pestilence")
factors = "".join(
    f'[[factors]]\nname = "{head}"\npath = "scenario.dragon.heads.{head}"\nvalues = {[1, 4, 8, 12]}\n' for head in HEADS
)
text = f'''
schema = 1
name = "head-by-head"
seed = 11
games = {{ per_cell = {games(600)} }}
metrics = ["win", "score", "{'", "'.join(f"{head}_removed" for head in HEADS)}"]
design = {{ kind = "one_at_a_time" }}
[baseline]
scenario = "against_the_dragon/solo"
players = ["{PLAYER}"]
set = {{ "scenario.dragon.heads.all" = 2 }}
{factors}'''
folder = Path(tempfile.mkdtemp())
(folder / "study.toml").write_text(text)
study = mk.run(folder / "study.toml", folder / "out", n_jobs=JOBS)
study.cells[["win_rate", "win_low", "win_high", "score"]].round(3)

# %%
_ = plotting.effects(study.summary()["cells"], HEADS, marks={4: "control", 8: "control", 12: "control"})

# %%
_ = plotting.effects(study.summary()["cells"], HEADS, "score")

# %% [markdown]
# Do two heads add up, or does one hide the other? War and Death together, with lines of equal win rate:

# %%
grid = (
    text.replace("head-by-head", "two-heads")
    .partition("[[factors]]")[0]
    .replace('kind = "one_at_a_time"', 'kind = "grid"')
)
grid = grid.replace(f"per_cell = {games(600)}", f"per_cell = {games(200)}")
for head in ("war", "death"):
    grid += f'[[factors]]\nname = "{head}"\npath = "scenario.dragon.heads.{head}"\nvalues = {[1, 2] if FAST else [1, 2, 3, 4, 6]}\n'
(folder / "grid.toml").write_text(grid)
two = mk.run(folder / "grid.toml", folder / "grid", n_jobs=JOBS)
_ = two.plot.surface("war", "death")

# %% [markdown]
# And the fifth, the control head? Its level is that of the highest head. Here its attack, or its bonus at level 4, is taken away;
# the intervals of the four start levels hold together at 95 %:

# %%
control = {}
for level in (1, 2, 3, 4):
    base = mk.scenario("against_the_dragon/solo").set("scenario.dragon.heads.all", level)
    less = {"content.heads.control_4.bonus": 0} if level == 4 else {f"content.heads.control_{level}.attacks": []}
    control[level] = pair(base, base.set_all(less), 600)
    print(f"without control, heads at {level}: {both(control[level], 4)}")

# %% [markdown]
# Which head is worst? At each of three levels the lowest of four is picked after the games were seen, so every pair of heads at every
# level counts: eighteen intervals that hold together at 95 % (Bonferroni).

# %%
levels = (4, 8, 12)
pairs = len(levels) * len(HEADS) * (len(HEADS) - 1) // 2
verdicts = []
for level in levels:
    cells = study.cells.loc[[f"{head} {level}" for head in HEADS]]
    lowest = cells["score"].idxmin()
    gaps = {name: study.compare(lowest, name, ["score"], together(pairs)).loc["score"] for name in cells.index if name != lowest}
    ties = [lowest, *(name for name, gap in gaps.items() if not gap["low"] > 0)]  # the same games, subtracted
    head = lowest.split()[0]
    verdicts.append(
        f"at level {level} {head}"
        if len(ties) == 1
        else f"at level {level} {head}, not told apart from {', '.join(t.split()[0] for t in ties if t != lowest)}"
    )
print("Verdict: the lowest mean score comes " + "; ".join(verdicts) + f". ({pairs} pairs of heads, 95 % together.)")
