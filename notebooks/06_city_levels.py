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
#
# Five pairs of levels play the same games, so each step is a paired difference. The intervals of the five win rates hold together at
# 95 %, and so do those of the differences (Bonferroni).

# %%
from asking import both, differences, play, rate, told

import mkbalance as mk

base = mk.scenario("solo_conquest/solo")
levels = [(1, 1), (3, 4), (5, 8), (8, 11), (11, 11)]
results = {pair: play(base.set("scenario.city.levels", list(pair)), 250) for pair in levels}
for pair, found in results.items():
    frame = found.frame
    print(f"{pair}: won {rate(found, len(levels))}, score {frame.score.mean():6.1f}, cities {frame.cities_conquered.mean():.2f}")

# %%
asked = [*zip(levels, levels[1:], strict=False), ((5, 8), (11, 11))]
steps = {(a, b): mk.Comparison(results[a], results[b]) for a, b in asked}
for (a, b), found in steps.items():
    print(f"from {a[0]}/{a[1]} to {b[0]}/{b[1]}: {both(found, len(asked))}")

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
found = differences(steps[(5, 8), (11, 11)], len(asked))
print(
    f"Verdict: 11/11 instead of 5/8 brings {told(found['score'], word='95 % together')} and "
    f"{told(found['win_rate'], 'percentage points of wins', 100, '95 % together')}; won at 5/8: "
    f"{rate(results[(5, 8)], len(levels))}, at 11/11: {rate(results[(11, 11)], len(levels))}."
)
