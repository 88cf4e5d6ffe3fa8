"""Campaigns (A.14, AD pp. 6, 21): what is kept, how Reputation drifts, and that a campaign repeats exactly."""

import numpy as np
import pytest
from laboratory import card, game, unit

import mkbalance as mk
from mkbalance._mageknight.record import KEPT_DTYPE
from mkbalance.errors import InvalidFile, UsageError
from mkbalance.mageknight.campaign import Chain
from mkbalance.mageknight.game import GAME
from mkbalance.mageknight.model import scenario
from mkbalance.study import campaign

TWO = ["first_reconnaissance/solo", {"scenario": "solo_blitz/solo", "level": 2}]
RANDOM = "norowas:random"


def chain(*levels, players=RANDOM, go_on=True, id_="solo_blitz/solo"):
    stages = [GAME.prepare(scenario(id_).set("scenario.start_level", level), [players]) for level in levels]
    return Chain(stages, go_on)


def kept(cards=(), units=(), rep=0):
    row = np.zeros(1, KEPT_DTYPE)
    row["n"], row["n_units"], row["reputation"] = len(cards), len(units), rep
    row["cards"][0, : len(cards)] = [card(name) for name in cards]
    row["units"][0, : len(units)] = [unit(name) for name in units]
    return row


# ---- what is kept


def test_every_zone_is_kept_and_nothing_else():
    """A.14.1: cards in hand, deck and discard pile, Units; no Wounds, no Basic Actions; Banners leave their Units."""
    lab = game()
    lab.set_seat(
        hand=[card("fireball"), card("rage")],
        deck=[card("fire_bolt"), card("march"), card("wound")],
        discard=[card("ruby_ring"), card("wound")],
        wounds=2,
        units=[(unit("peasants"), 0, 1), (unit("altem_mages"), 1, 0)],
        rep=-4,
    )
    assert lab.keeps() == {
        "cards": sorted(card(name) for name in ("fireball", "fire_bolt", "ruby_ring")),
        "units": sorted(unit(name) for name in ("peasants", "altem_mages")),
        "reputation": -4,
        "level": 1,
    }


def test_what_was_thrown_away_is_lost():
    """A.14.1: an Artifact used for its strong effect goes back to its deck."""
    lab = game()
    lab.hand("ruby_ring", "rage")
    assert lab.keeps()["cards"] == [card("ruby_ring")]
    lab.play("ruby_ring", powered=True)
    assert lab.keeps()["cards"] == []


def test_the_next_scenario_chooses_from_what_was_kept():
    """A.14.1: not drawn but chosen; Units come ready and unwounded, Banners as cards."""
    stages = chain(0, 4).stages
    setups = Chain._next(stages[1].setup, kept(["fire_bolt", "fireball", "banner_of_glory"], ["peasants"]))
    session = GAME.prepare(scenario("solo_blitz/solo"), [RANDOM]).session(5, 0)
    from mkbalance._mageknight.session import Session

    session = Session(stages[1].core, setups[0], 5, 0)
    while session.step == 0 and not session.player()["hand"]:
        session.apply(0)
    while session.task is not None and session.pending()[0] != 189:
        session.apply(0)
    assert set(session.player()["hand"]) <= {card("fire_bolt"), card("fireball"), card("banner_of_glory")}
    assert session.table()["units"] == [unit("peasants")]


@pytest.mark.parametrize(
    ("rep", "start", "after"), [(5, 0, 2), (2, 0, 0), (-1, 0, 0), (-7, 0, -4), (7, 2, 6), (-2, 2, 2), (0, 0, 0)]
)
def test_reputation_drifts_three_spaces(rep, start, after):
    """AD p.21: three spaces towards the middle, stopping there; then what the scenario gives."""
    changes = {"scenario.start.reputation": start, "scenario.start_level": 2}
    stage = GAME.prepare(scenario("solo_conquest/solo").set_all(changes), [RANDOM])
    assert Chain._next(stage.setup, kept(rep=rep))["start_rep"].tolist() == [after]


def test_wounds_are_gone_and_basics_are_back():
    """A.14.1: the deck of the next scenario is sixteen Basic Actions and what was chosen."""
    from mkbalance._mageknight.session import Session

    stages = chain(0, 2).stages
    setups = Chain._next(stages[1].setup, kept(["fire_bolt"]))
    session = Session(stages[1].core, setups[0], 5, 0)
    while session.step == 0:
        session.apply(0)
    player = session.player()
    assert player["wounds"] == 0
    deed = player["hand"] + player["deck_cards"]
    assert card("wound") not in deed and len(deed) >= 17


# ---- the chain


def test_a_campaign_repeats_for_any_number_of_workers():
    one, two, again = (mk.campaign(TWO, players=RANDOM, games=70, seed=7, n_jobs=jobs) for jobs in (1, 2, 1))
    for a, b, c in zip(one.rows, two.rows, again.rows, strict=True):
        assert np.array_equal(a, b) and np.array_equal(a, c)
    other = mk.campaign(TWO, players=RANDOM, games=70, seed=8)
    assert not np.array_equal(one.rows[0], other.rows[0])


def test_the_first_scenario_is_the_simulated_one():
    """The key of the first scenario is the seed's own."""
    found = mk.campaign(TWO, players="tovak:quick", games=40, seed=7)
    plain = mk.simulate("first_reconnaissance/solo", players="tovak:quick", games=40, seed=7)
    assert np.array_equal(found.rows[0], plain.rows)


def test_another_scenario_leaves_the_luck_of_the_others():
    """Scenario k has a key of its own: with other scenarios before it the k-th draws the same map."""
    keys = campaign.keys(7, 3)
    assert len(set(keys)) == 3 and campaign.keys(7, 2) == keys[:2]
    assert set(campaign.keys(8, 3)).isdisjoint(keys)


def test_kept_cards_make_the_next_scenario_easier():
    """Norowas at level 5 with the cards of a whole conquest scores more than the same level with nothing kept."""
    long = chain(0, 5, players="norowas:competent", id_="solo_conquest/solo").run(campaign.keys(3, 2), 0, 40)
    assert not any(rows["fault"].any() for rows in long)
    bare = Chain._next(chain(0, 5, players="norowas:competent", id_="solo_conquest/solo").stages[1].setup, kept())
    from mkbalance._mageknight import batch

    stage = chain(0, 5, players="norowas:competent", id_="solo_conquest/solo").stages[1]
    alone, _ = batch.run_each(stage.core, np.repeat(bare, 40), stage.weights, campaign.keys(3, 2)[1], np.arange(40))
    assert long[1]["score"].mean() > alone["score"].mean() + 5


def test_a_loss_may_end_it():
    asked = campaign.load([*TWO, {"scenario": "solo_conquest/solo", "level": 3}])
    ended = asked.model_copy(update={"on_loss": "end"})
    found = campaign.play(ended, GAME, players=["tovak:quick"], games=40, seed=3)
    won = found.rows[0]["game"][found.rows[0]["win"] > 0]
    assert 0 < len(won) < 40
    assert np.array_equal(found.rows[1]["game"], won)
    table = found.campaigns
    assert (table["played"] >= 1).all() and (table["won"] <= table["played"]).all()
    assert table["played"].sum() == sum(map(len, found.rows)) == len(found.frame)
    assert set(found.frame["stage"]) <= {1, 2, 3}


def test_summary():
    found = mk.campaign(TWO, players=RANDOM, games=30, seed=7)
    told = found.summary()
    assert [stage["scenario"] for stage in told["scenarios"]] == ["first_reconnaissance/solo", "solo_blitz/solo"]
    assert [stage["games"] for stage in told["scenarios"]] == [30, 30]
    assert told["score"]["low"] <= told["score"]["mean"] <= told["score"]["high"]
    assert told["score"]["mean"] == pytest.approx(sum(rows["score"].mean() for rows in found.rows))
    assert {"sites.oasis"} <= set(told["content"]["estimated"])


@pytest.mark.parametrize(
    ("scenarios", "message"),
    [
        (["first_reconnaissance/solo", "solo_blitz/solo"], "needs the level"),
        (["first_reconnaissance/solo", {"scenario": "solo_blitzz/solo", "level": 2}], "did you mean 'solo_blitz/solo'"),
        (["first_reconnaissance/solo", {"scenario": "solo_blitz/solo", "level": 12}], "scenarios[1].level"),
        ([{"scenario": "solo_blitz/solo", "set": {"scenario.round": 3}}], "did you mean 'rounds'"),
        ([{"scenario": "solo_blitz/solo", "levels": 2}], "scenarios[0].levels"),
        ([], "scenarios"),
    ],
)
def test_mistakes_are_named(scenarios, message):
    with pytest.raises((InvalidFile, UsageError)) as caught:
        mk.campaign(scenarios, players=RANDOM, games=2, seed=1)
    assert message in str(caught.value)


def test_one_scripted_player(tmp_path):
    with pytest.raises(UsageError, match="one scripted player"):
        Chain([GAME.prepare(scenario("solo_blitz/solo"), [{"tovak": lambda view, options: 0}])])
    with pytest.raises(InvalidFile, match="TOML"):
        (tmp_path / "broken.toml").write_text("scenarios = [")
        mk.campaign(tmp_path / "broken.toml")


def test_the_shipped_campaign_can_be_played():
    from pathlib import Path

    found = mk.campaign(Path(__file__).parents[2] / "experiments" / "campaign.toml", games=2)
    assert [len(rows) for rows in found.rows] == [2, 2, 2, 2]
