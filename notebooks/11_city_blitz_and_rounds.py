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
# # Friendly city, Blitz rules, number of Rounds: what does each do?
#
# Against the Dragon has a friendly city, the Blitz rules (one die and one Unit more, one Fame more for each enemy and level, a
# better start) and four Rounds. Each is taken away or changed alone, heads at level 2. All intervals on this page hold together at
# 95 % (Bonferroni).

# %%
from asking import both, clear, differences, pair

import mkbalance as mk

base = mk.scenario("against_the_dragon/solo").set("scenario.dragon.heads.all", 2)
changes = {
    "a city that is closed": {"scenario.city.mode": "closed"},
    "no extra die": {"scenario.extra_dice": 0},
    "no extra Unit": {"scenario.extra_units": 0},
    "no extra Fame": {"scenario.fame_per_level": 0},
    "the ordinary start": {"scenario.start.fame": 0, "scenario.start.reputation": 0},
    "three Rounds": {"scenario.rounds": 3},
    "five Rounds": {"scenario.rounds": 5},
    "six Rounds": {"scenario.rounds": 6},
}
answers = {}
for name, change in changes.items():
    answers[name] = pair(base, base.set_all(change), 600)
    print(f"{name}: {both(answers[name], len(changes))}")

# %%
from mkbalance import plotting

items = [
    {
        "what": name,
        "a": "as printed",
        "b": name,
        "games": len(answer.a),
        "metrics": {},
        **differences(answer, len(answers)),
    }
    for name, answer in answers.items()
]
_ = plotting.differences(items, "win_rate")

# %%
largest = max(items, key=lambda item: abs(item["win_rate"]["difference"]))
told_apart = [item["what"] for item in items if clear(item["win_rate"])]
plain = [item["what"] for item in items if not clear(item["win_rate"])]
print(
    f"Verdict: the win rate clearly changes with {', '.join(told_apart) or 'none of these'}; the largest change in these games is "
    f"that of {largest['what']} ({100 * largest['win_rate']['difference']:+.1f} points); no clear change: "
    f"{', '.join(plain) or 'none'}. ({2 * len(items)} intervals, 95 % together.)"
)
