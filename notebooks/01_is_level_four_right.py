# ---
# jupyter:
#   jupytext:
#     formats: py:percent
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # Is level 4 right for one player Against the Dragon?
#
# The scenario starts all four heads at level 4 for a lone hero. What do other levels do to the score, to the heads that
# fall, and to the chance to win? Every setting below plays the same games: the same maps, tokens, decks and dice as far
# as both use them, so the differences are paired.

# %%
import os

import pandas as pd

import mkbalance as mk

GAMES = 100 if os.environ.get("MKBALANCE_FAST") else 2000
PLAYER = "tovak:competent"
base = mk.scenario("against_the_dragon/solo")

# %%
rows = []
for level in (1, 2, 4, 6, 8):
    results = mk.simulate(base.set("scenario.dragon.heads.all", level), players=PLAYER, games=GAMES, seed=11)
    frame = results.frame
    removed = frame[["war_removed", "famine_removed", "death_removed", "pestilence_removed"]].sum(axis=1)
    rows.append(
        {
            "start level": level,
            "games": len(frame),
            "won, %": 100 * frame["win"].mean(),
            "score, mean": frame["score"].mean(),
            "levels removed, mean": removed.mean(),
            "games with a hit, %": 100 * (removed > 0).mean(),
        }
    )
table = pd.DataFrame(rows).set_index("start level").round(2)
print(table)

# %% [markdown]
# The paired difference between two of these settings, with its interval:

# %%
print(mk.compare(base.set("scenario.dragon.heads.all", 2), base, players=PLAYER, games=GAMES, seed=11))

# %% [markdown]
# The answer holds for this scripted player. `docs/players.md` says how strong it is.
