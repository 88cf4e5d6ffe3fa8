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
# # Which hero is best, and how many games does it take to know?
#
# All heroes play the same games of Against the Dragon, heads at level 2, under the same player. Ranks that the games leave open
# are shown as ties.

# %%
import tempfile
from pathlib import Path

from asking import JOBS, games

import mkbalance as mk
from mkbalance.games import get_game
from mkbalance.stats.power import games_for_difference

heroes = list(get_game().heroes())
text = f"""
schema = 1
name = "heroes"
seed = 11
games = {{ per_cell = {games(600)} }}
metrics = ["score", "win"]
[baseline]
scenario = "against_the_dragon/solo"
players = ["tovak:competent"]
set = {{ "scenario.dragon.heads.all" = 2 }}
[[factors]]
name = "hero"
heroes = {heroes}
"""
folder = Path(tempfile.mkdtemp())
(folder / "study.toml").write_text(text.replace("'", '"'))
study = mk.run(folder / "study.toml", folder / "out", n_jobs=JOBS)
_ = study.plot.ranking("score")

# %% [markdown]
# Why does it take so many games, when all Heroes play the same ones? Because luck is mostly interplay. Each source of chance is dealt
# anew here while all others stay: the bars are what it accounts for by itself, the diamonds all that it takes part in. (A quick player plays,
# for the games it takes; the intervals hold together at 95 %.)

# %%
luck = mk.chance(
    mk.scenario("against_the_dragon/solo").set("scenario.dragon.heads.all", 2),
    players="tovak:quick",
    games=games(2000),
    seed=11,
    output=folder / "luck",
    n_jobs=JOBS,
)
_ = luck.plot.chance("score")

# %%
ranked = sorted(study.summary()["rankings"][0]["cells"], key=lambda cell: cell["rank"])
first, second = ranked[0]["name"], ranked[1]["name"]
pair = study.compare(first, second, ["score"]).loc["score"]
sd = study.rows(first, ["score"])["score"].std()
gap = max(abs(pair["difference"]), 0.1)
need = games_for_difference(gap, sd, pair["variance_ratio"], 0.9, 0.05)
settled = [cell["name"] for cell in ranked if cell["best"] == cell["worst"]]
print(
    f"Verdict: {first} leads with {ranked[0]['mean']:.1f} points, ranks {ranked[0]['best']} to {ranked[0]['worst']} open; settled: "
    f"{settled or 'none'}. To tell {first} from {second} ({gap:.1f} points apart) with 90 % certainty takes about {need:,} games each."
)
