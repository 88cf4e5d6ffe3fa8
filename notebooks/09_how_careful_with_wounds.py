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
# # How careful should one be with Wounds?
#
# The player files hold what a Wound costs in the player's eyes. Here the price goes from a quarter to four times what the
# competent player thinks, over the same games. Intervals of differences hold together at 95 % over all pairs of prices (Bonferroni).

# %%
import tempfile
import tomllib
from itertools import combinations
from pathlib import Path

import matplotlib.pyplot as plt
from asking import both, clear, differences, games, play

import mkbalance as mk
import mkbalance.mageknight

players = Path(mkbalance.mageknight.__file__).parent / "players"
prices = tomllib.loads((players / "competent.toml").read_text())["weights"]
folder = Path(tempfile.mkdtemp())
names = ("wound", "wound_deck", "fear")


def careful(factor):
    lines = [f"{name} = {round(prices[name] * factor)}" for name in names]
    path = folder / f"careful-{factor}.toml"
    path.write_text(
        'name = "Careful"\ndescription = "x"\nscripted = true\nbase = "competent"\n[weights]\n' + "\n".join(lines)
    )
    return f"tovak:{path}"


factors = (0.25, 0.5, 1, 2, 4)
results = {factor: play("against_the_dragon/solo", 800, careful(factor)) for factor in factors}
for factor, found in results.items():
    frame = found.frame
    print(
        f"price x {factor}: score {frame.score.mean():5.1f}, Wounds taken {frame.wounds_taken.mean():4.1f}, Fame {frame.fame.mean():4.1f}"
    )

# %%
scores = [results[factor].summary()["score"] for factor in factors]
fig, ax = plt.subplots(figsize=(7, 3.2), layout="constrained")
ax.fill_between(factors, [s["low"] for s in scores], [s["high"] for s in scores], alpha=0.2)
ax.plot(factors, [s["mean"] for s in scores], "o-")
ax.set_xscale("log", base=2)
_ = ax.set(
    xlabel=f"price of a Wound, times the competent player's (n = {games(800):,} each)", ylabel="mean score, each 95 % alone"
)

# %% [markdown]
# Where do the Wounds come from? The careful and the bold player, Round by Round (middle half of the games):

# %%
from mkbalance import plotting

rounds = [(f"price x {factor}", results[factor].by_round(games(150))) for factor in (0.25, 4)]
_ = plotting.fan(rounds, "wounds")

# %%
pairs = list(combinations(factors, 2))
steps = {(a, b): mk.Comparison(results[a], results[b]) for a, b in pairs}
best = max(factors, key=lambda factor: results[factor].summary()["score"]["mean"])
ties = [
    other
    for other in factors
    if other != best and not clear(differences(steps[min(best, other), max(best, other)], len(pairs))["score"])
]
apart = f", not told apart from {', '.join(map(str, ties))}" if ties else ", clear of all others"
print(
    f"Verdict: the highest mean score comes with {best} times the usual price{apart} ({len(pairs)} pairs, 95 % together). "
    f"From the usual price to four times: {both(steps[1, 4], len(pairs))}. From a quarter to the usual: "
    f"{both(steps[0.25, 1], len(pairs))}."
)
