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
# # Apocalypse is Here: hunt the Horsemen or race to the dragon?
#
# Each Horseman that destroys a site raises a head of the dragon. Does it pay to hunt them? Styles of play bend the same player:
# the fighter seeks fights, the objective player the goal.

# %%
from asking import both, clear, pair, play, rate

styles = {
    style: play("apocalypse_is_here/solo", 400, f"tovak:competent/{style}")
    for style in ("balanced", "fighter", "objective")
}
for style, results in styles.items():
    frame = results.frame
    print(
        f"{style:10} won {rate(results)}, score {frame.score.mean():.1f}, "
        f"Horsemen defeated {frame.horsemen_defeated.mean():.2f}, levels removed "
        f"{frame[[f'{h}_removed' for h in ('war', 'famine', 'death', 'pestilence')]].sum(axis=1).mean():.2f}"
    )

# %% [markdown]
# Within one style, games with more Horsemen defeated can be compared with those with fewer. That is not an experiment: a good
# start brings both. It bounds what hunting can be worth from above.

# %%
frame = styles["balanced"].frame
by = frame.groupby("horsemen_defeated")["score"].agg(["mean", "sem", "count"]).round(1)
by

# %%
fight = pair(
    "apocalypse_is_here/solo", "apocalypse_is_here/solo", 400, "tovak:competent/objective", "tovak:competent/fighter"
)
score = fight.summary()["difference"]["score"]
better = (
    "neither style is clearly ahead"
    if not clear(score)
    else (
        "fighting pays more than racing" if score["difference"] > 0 else "racing to the dragon pays more than fighting"
    )
)
print(f"Verdict: {better} for a competent player: fighter less objective, {both(fight)}.")
