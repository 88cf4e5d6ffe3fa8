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
# # Tune a variant to a target
#
# A house rule gives the hero a closed city and a fifth Round. At which start level of the heads is it as hard as the printed
# scenario with heads at level 2?

# %%
import tempfile
from pathlib import Path

from asking import FAST, PLAYER, games, play, rate

import mkbalance as mk

printed = play(mk.scenario("against_the_dragon/solo").set("scenario.dragon.heads.all", 2), 1000)
target = round(printed.summary()["win_rate"]["value"], 3)
print(f"as printed, heads at 2: {rate(printed)}")
text = f"""
schema = 1
name = "house-rule"
seed = 12
games = {{ per_cell = 100 }}
[baseline]
scenario = "against_the_dragon/solo"
players = ["{PLAYER}"]
set = {{ "scenario.city.mode" = "closed", "scenario.rounds" = 5 }}
[tune]
target = {target}
games = {max(100, games(800))}
points = {3 if FAST else 6}
parameters = [{{ name = "all heads", path = "scenario.dragon.heads.all", low = 1, high = 8 }}]
"""
path = Path(tempfile.mkdtemp()) / "house-rule.toml"
path.write_text(text)
found = mk.tune(path, n_jobs=2)
for point in found["points"]:
    print(point)

# %%
print(f"Verdict: {found['says']}.")
