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
# # Proxy player or dummy player?
#
# The proxy player of the Apocalypse Dragon walks the map and takes what it reaches (A.11); the dummy player is only a clock. Which
# makes a lone game harder? Same games, with one or the other, in two scenarios; all intervals hold together at 95 % (Bonferroni).

# %%
from asking import both, clear, differences, pair

import mkbalance as mk
from mkbalance import plotting

scenarios = {
    "Against the Dragon, heads at 2": mk.scenario("against_the_dragon/solo").set("scenario.dragon.heads.all", 2),
    "Solo Conquest": mk.scenario("solo_conquest/solo"),
}
answers = {name: pair(base, base.set("scenario.opponents", "proxy"), 600) for name, base in scenarios.items()}
for name, answer in answers.items():
    print(f"{name}: proxy less dummy, {both(answer, len(answers))}")

# %%
taken = [name for name in answers["Solo Conquest"].b.frame if name.startswith("proxy_")]
answers["Solo Conquest"].b.frame[taken].mean().round(2)

# %%
middle = answers["Against the Dragon, heads at 2"]
_ = plotting.paired_differences(middle.a.rows["score"], middle.b.rows["score"])

# %%
found = {name: differences(answer, len(answers))["score"] for name, answer in answers.items()}
words = []
for name, score in found.items():
    word = (
        "no clear change of the score"
        if not clear(score)
        else "the proxy costs"
        if score["difference"] < 0
        else "the proxy gives"
    )
    words.append(f"{name}: {word} ({score['difference']:+.1f} points, {score['low']:+.1f} to {score['high']:+.1f})")
print("Verdict: " + "; ".join(words) + ".")
