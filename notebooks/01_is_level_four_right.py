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
# # Is level 4 right for one player Against the Dragon?
#
# The scenario starts all four heads at level 4 for a lone hero. Which level gives a competent player an even chance? Every
# setting plays the same games: the same maps, tokens and decks as far as both use them.

# %%
import tempfile
from pathlib import Path

import matplotlib.pyplot as plt
from asking import FAST, PLAYER, games, play, rate

import mkbalance as mk

base = mk.scenario("against_the_dragon/solo")
results = {level: play(base.set("scenario.dragon.heads.all", level), 1000) for level in (1, 2, 3, 4, 5, 6)}
for level, found in results.items():
    print(f"heads at {level}: won {rate(found)}, mean score {found.summary()['score']['mean']:.1f}")

# %%
levels = list(results)
rates = [results[level].summary()["win_rate"] for level in levels]
fig, ax = plt.subplots(figsize=(7, 3.5), layout="constrained")
ax.fill_between(levels, [r["low"] for r in rates], [r["high"] for r in rates], alpha=0.2)
ax.plot(levels, [r["value"] for r in rates], "o-")
ax.axhline(0.5, color="grey", linestyle=":")
_ = ax.set(xlabel=f"start level of all heads ({PLAYER}, n = {games(1000):,} each)", ylabel="win rate, 95 % band")

# %% [markdown]
# `tune` looks for the level itself, with an interval of its own:

# %%
experiment = f"""
schema = 1
name = "even-odds"
seed = 11
games = {{ per_cell = 100 }}
[baseline]
scenario = "against_the_dragon/solo"
players = ["{PLAYER}"]
[tune]
target = 0.5
games = {max(100, games(1000))}
points = {3 if FAST else 6}
parameters = [{{ name = "all heads", path = "scenario.dragon.heads.all", low = 1, high = 6 }}]
"""
with tempfile.TemporaryDirectory() as folder:
    path = Path(folder) / "even-odds.toml"
    path.write_text(experiment)
    found = mk.tune(path, n_jobs=2)
print(found["says"])

# %%
four = results[4].summary()["win_rate"]
side = "too hard" if four["high"] < 0.5 else "too easy" if four["low"] > 0.5 else "about even"
print(f"Verdict: level 4 is {side} for this player, who wins {rate(results[4])}. {found['says'].capitalize()}.")

# %% [markdown]
# The answer holds for this scripted player; `docs/players.md` says how strong it is. A stronger one has its even chance at a
# higher level.
