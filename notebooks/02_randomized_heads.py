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
# # Do randomized heads make the game slightly more difficult?
#
# The variant lowers every head by one and raises one at random four times (A.13.3): the sum stays, the spread grows. The book
# says that this is slightly more difficult. Is it? Three start levels are asked; all intervals on this page hold together at 95 %
# (Bonferroni), so that a "yes" at one of them is not the luck of having asked three times.

# %%
from asking import both, clear, differences, pair

import mkbalance as mk
from mkbalance import plotting

levels = (2, 3, 4)
answers = {}
for level in levels:
    base = mk.scenario("against_the_dragon/solo").set("scenario.dragon.heads.all", level)
    answers[level] = pair(base, base.set("scenario.dragon.random_heads", True), 1500)
    print(f"heads at {level}: {both(answers[level], len(levels))}")

# %%
middle = answers[2]
_ = plotting.paired_differences(middle.a.rows["score"], middle.b.rows["score"])

# %%
found = {level: differences(answer, len(levels))["win_rate"] for level, answer in answers.items()}
harder = [level for level, difference in found.items() if clear(difference) and difference["difference"] < 0]
easier = [level for level, difference in found.items() if clear(difference) and difference["difference"] > 0]
if harder and not easier:
    print(f"Verdict: yes, win rates fall where there is something to lose (start levels {harder}).")
elif easier and not harder:
    print(f"Verdict: no, the variant raises the win rate at start levels {easier}.")
else:
    print(
        "Verdict: these games show no clear change of the win rate in one direction; the intervals say how far it could go."
    )
