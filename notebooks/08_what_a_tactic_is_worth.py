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
# # What is a Tactic worth beyond acting first?
#
# Each Tactic in turn keeps its number, hence its place in the order, and loses its effect; the same games are played again. What
# the score loses is what the effect was worth to a player who picks as this one does.

# %%
import tempfile
from pathlib import Path

from asking import JOBS, PLAYER, SEED, games

import mkbalance as mk

study = mk.knockout(
    "against_the_dragon/solo",
    players=PLAYER,
    kinds=["tactics"],
    games=games(600),
    seed=SEED,
    output=Path(tempfile.mkdtemp()) / "out",
    n_jobs=JOBS,
)
_ = study.plot.worth("score")

# %%
import matplotlib.pyplot as plt

rounds = mk.simulate("against_the_dragon/solo", players=PLAYER, games=games(200), seed=SEED).by_round(games(200))
picks = rounds["tactic"].value_counts(normalize=True)
picks.plot.barh(figsize=(6, 3.2), xlabel="share of the Rounds in which it was taken")
plt.tight_layout()

# %%
items = [(c["b"].removeprefix("without tactics."), c["score"]) for c in study.summary()["comparisons"]]
clear = [(name, -s["difference"]) for name, s in items if s["low"] is not None and not s["low"] <= 0 <= s["high"]]
clear.sort(key=lambda one: -one[1])
if clear:
    print(
        "Verdict: effects worth more or less than nothing: "
        + ", ".join(f"{name} ({worth:+.1f})" for name, worth in clear)
        + "."
    )
else:
    widest = max(s["high"] - s["low"] for _, s in items) / 2
    print(
        f"Verdict: no effect is told apart from nothing; each is worth less than about {widest:.1f} points to this player."
    )
