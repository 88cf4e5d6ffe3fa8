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
# # Solo Conquest: how much harder are cities of level 11 and 11 than 5 and 8?

# %%
from asking import play, rate

import mkbalance as mk

base = mk.scenario("solo_conquest/solo")
levels = [(1, 1), (3, 4), (5, 8), (8, 11), (11, 11)]
results = {pair: play(base.set("scenario.city.levels", list(pair)), 250) for pair in levels}
for pair, found in results.items():
    frame = found.frame
    print(f"{pair}: won {rate(found)}, score {frame.score.mean():6.1f}, cities {frame.cities_conquered.mean():.2f}")

# %%
from mkbalance import plotting
from mkbalance.study.summary import Tally

cells = [
    {**found.summary(), "name": f"{pair[0]}/{pair[1]}", "score_counts": {"values": [], "counts": []}}
    for pair, found in results.items()
]
for cell, found in zip(cells, results.values(), strict=True):
    counts = found.frame["score"].value_counts().sort_index()
    cell["score_counts"] = {"values": counts.index.tolist(), "counts": counts.tolist()}
    cell["score_parts"] = Tally(found.prepared).add(found.rows).score_parts()
_ = plotting.score(cells)

# %%
low, high = results[(5, 8)].summary(), results[(11, 11)].summary()
gap = low["score"]["mean"] - high["score"]["mean"]
print(
    f"Verdict: from 5/8 to 11/11 the mean score moves by {-gap:+.1f} points and the win rate from "
    f"{rate(results[(5, 8)])} to {rate(results[(11, 11)])}."
)
