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
# # Write your own player
#
# A player is a function of what the seat may see and of the legal options; it returns the index of one. Hidden things are not in
# the view.

# %%
from asking import games

import mkbalance as mk


def impatient(view, options):
    """Take what fights, else what moves, else what plays a card, else the first option."""
    for act in ("attack", "challenge", "enter", "explore", "move", "play"):
        for option in options:
            if option.act == act:
                return option.index
    return 0


game = mk.Game("first_reconnaissance/solo", players={"tovak": impatient}, seed=7)
for option in game.options()[:6]:
    print(option.index, option.act, "|", option)

# %%
game.play()
print(game, game.score())
game.board()

# %% [markdown]
# The same function plays as many games as you like, paired with the built-in players:

# %%
n = games(200)
mine = mk.simulate("first_reconnaissance/solo", players={"tovak": impatient}, games=n, seed=7)
others = {
    name: mk.simulate("first_reconnaissance/solo", players=f"tovak:{name}", games=n, seed=7)
    for name in ("random", "novice")
}
for name, results in {"mine": mine, **others}.items():
    print(f"{name:8} {results}")

# %% [markdown]
# Most players are better written as weights: a TOML file with `base = "competent"` and what differs (docs/players.md).

# %%
gap = mk.Comparison(others["random"], mine).summary()["difference"]["score"]
word = "beats" if gap["low"] > 0 else "loses to" if gap["high"] < 0 else "is not told apart from"
print(
    f"Verdict: twelve lines {word if gap['low'] is not None else 'against'} random play: {gap['difference']:+.1f} points ({gap['low']:+.1f} to {gap['high']:+.1f})."
)
