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
# # What do the horses change?
#
# In the horses variant of Apocalypse is Here the Horsemen ride (A.12.5). Same games, with and without.

# %%
from asking import both, pair

import mkbalance as mk
from mkbalance import plotting

base = mk.scenario("apocalypse_is_here/solo")
answer = pair(base, base.set("scenario.horsemen.horses", True), 500)
print(answer)

# %%
_ = plotting.paired_differences(answer.a.rows["score"], answer.b.rows["score"])

# %%
sites = [
    side.frame[[f"{h}_horseman_sites" for h in ("war", "famine", "death", "pestilence")]].sum(axis=1).mean()
    for side in (answer.a, answer.b)
]
print(
    f"Verdict: with horses, {both(answer)}; the Horsemen destroy {sites[1]:.2f} sites a game in place of {sites[0]:.2f}."
)
