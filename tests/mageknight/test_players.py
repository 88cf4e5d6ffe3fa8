"""Scripted players: files, determinism, order of strength, sane habits."""

from functools import cache

import numpy as np
import pytest

from mkbalance._mageknight import batch
from mkbalance._mageknight.players.weights import WEIGHTS_DTYPE
from mkbalance.errors import ContentError, UsageError
from mkbalance.mageknight import playerfiles
from mkbalance.mageknight.game import GAME
from mkbalance.mageknight.playerfiles import load
from mkbalance.mageknight.seats import SKILLS, STYLES

ATD, RECON, CONQUEST = "against_the_dragon/solo", "first_reconnaissance/solo", "solo_conquest/solo"
GAMES = 160
FEWER = {CONQUEST: 60}  # long games


@cache
def rows(scenario, player, games=None, key=5):
    games = games or FEWER.get(scenario, GAMES)
    return GAME.prepare(GAME.scenario(scenario), [player]).run(key, 0, games)


def test_every_skill_and_style_has_weights():
    assert set(playerfiles.available()) == set(SKILLS)
    for skill in SKILLS:
        for style in STYLES:
            record = playerfiles.load(skill, style)
            assert record.dtype == WEIGHTS_DTYPE
            assert bool(record["scripted"]) == (skill != "random")
    assert playerfiles.load("competent", "explorer")["explore"] > playerfiles.load("competent")["explore"]


def test_unknown_names_get_the_nearest_one():
    with pytest.raises(UsageError, match="competent"):
        playerfiles.load("competant")
    with pytest.raises(UsageError, match="fighter"):
        playerfiles.load("novice", "figther")


def test_player_file(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text('base = "competent"\n[weights]\nfear = 10\n')
    record = playerfiles.load(file)
    assert record["fear"] == 10
    assert record["fame"] == playerfiles.load("competent")["fame"]
    file.write_text('base = "competent"\ncolour = "red"\n[weights]\nfaer = 10\nblock = 3\nplans = 90\n')
    with pytest.raises(ContentError) as caught:
        playerfiles.load(file)
    for word in ("colour", "fear", "block", "plans", "1 and 7"):
        assert word in str(caught.value)
    file.write_text("[weights]\nfear = 1\n")
    with pytest.raises(ContentError, match="missing"):
        playerfiles.load(file)
    with pytest.raises(UsageError):
        playerfiles.load(tmp_path / "none.toml")


@pytest.mark.parametrize("scenario", [ATD, RECON, CONQUEST])
@pytest.mark.parametrize("hero", ["tovak", "goldyx"])
def test_strength_is_in_order(scenario, hero):
    """Paired by game number: the mean difference of score lies four standard errors above zero."""
    scores = [rows(scenario, f"{hero}:{skill}")["score"].astype(float) for skill in ("random", "novice", "competent")]
    for weaker, stronger in zip(scores, scores[1:], strict=False):
        difference = stronger - weaker
        assert difference.mean() > 4 * difference.std(ddof=1) / np.sqrt(len(difference))


@pytest.mark.parametrize(
    ("player", "games"),
    [("tovak:novice", 60), ("krang:competent", 40), ("norowas:expert", 3), ("arythea:competent/fighter", 30)],
)
def test_games_end_without_faults(player, games):
    for scenario in (ATD, RECON, CONQUEST):
        prepared = GAME.prepare(GAME.scenario(scenario), [player])
        found = batch.run(prepared.core, prepared.setup, prepared.weights, 3, 0, games, True)
        assert not found["fault"].any()
        assert found["actions"].max() < 2000


def test_rows_do_not_depend_on_the_split():
    prepared = GAME.prepare(GAME.scenario(ATD), ["tovak:competent"])
    whole = prepared.run(9, 0, 30)
    assert np.array_equal(whole, np.concatenate([prepared.run(9, 0, 11), prepared.run(9, 11, 19)]))


def test_stepping_and_batch_play_the_same_game():
    prepared = GAME.prepare(GAME.scenario(ATD), ["tovak:competent"])
    batch_rows = prepared.run(9, 0, 4)
    for game in range(4):
        row = prepared.play(prepared.session(9, game)).row()
        assert row["score"] == batch_rows[game]["score"]
        assert row["actions"] == batch_rows[game]["actions"]


def test_competent_plays_the_whole_game():
    """It fights, recruits, explores and gains cards: each in the mean of many games."""
    found = rows(ATD, "tovak:competent")
    assert found["tiles"].mean() > 2
    assert found["recruits"].mean() > 0.5
    assert found["combats"].mean() > 4
    assert found["actions_gained"].mean() > 1.5
    assert rows(RECON, "tovak:competent")["win"].mean() > 0.8


COLOURS = ("green", "grey", "brown", "violet", "white", "red")


def tokens(found):
    return sum(found[f"defeated_{colour}"].astype(int) for colour in COLOURS)


def test_competent_grows_strong_enough_to_meet_the_cities():
    """Solo Conquest: more than two tokens a Round, both cities found in most games, some of their defenders beaten."""
    found = rows(CONQUEST, "tovak:competent")
    assert tokens(found).mean() > 11
    assert found["score"].mean() > 110
    assert found["tiles"].mean() > 7
    assert (found["cities_conquered"] > 0).mean() > 0.3


@pytest.mark.parametrize(
    ("weaker", "stronger", "games"),
    [
        ({"search": 0}, {"search": 1}, 30),  # a line through the turn
        (  # the next turn, played on from plans
            {"search": 0, "learned": 0},
            {"search": 0, "learned": 0, "deep": 5, "turns": 1, "guesses": 3, "close": 150, "ahead": 90},
            60,
        ),
        (  # the next turn, played on from lines
            {"search": 2, "beam": 1, "wide": 0, "doubt": 0},
            {"search": 2, "beam": 1, "wide": 0, "doubt": 0, "deep": 3, "guesses": 4, "close": 150, "ahead": 80},
            40,
        ),
        ({"beam": 1, "wide": 0, "doubt": 0}, {}, 50),  # a beam wider than one state, lucky lines doubted
        ({"learned": 0}, {}, 30),  # what games have taught
    ],
    ids=["search", "plans ahead", "lines ahead", "beam", "value function"],
)
def test_thinking_pays(weaker, stronger, games):
    """Solo Conquest, the competent player on the same games with and without: two standard errors above zero."""
    prepared = GAME.prepare(GAME.scenario(CONQUEST), ["tovak:competent"])
    scores = []
    for changes in (weaker, stronger):
        weights = prepared.weights[0].copy()
        for name, value in changes.items():
            weights[name] = value
        found = batch.run(prepared.core, prepared.setup, [weights], 3, 0, games)
        scores.append(found["score"].astype(float))
    difference = scores[1] - scores[0]
    assert difference.mean() > 2 * difference.std(ddof=1) / np.sqrt(len(difference))


def test_the_look_ahead_counts_by_its_share():
    """With no share of it guesses do not matter, with some they do; a line far behind the best one is not looked at."""
    prepared = GAME.prepare(GAME.scenario(CONQUEST), ["tovak:quick"])

    def played(**changes):
        weights = prepared.weights[0].copy()
        weights["plans"], weights["deep"] = 3, 4
        for name, value in changes.items():
            weights[name] = value
        return batch.run(prepared.core, prepared.setup, [weights], 5, 0, 4)

    assert np.array_equal(played(ahead=0, guesses=1), played(ahead=0, guesses=3))
    assert not np.array_equal(played(ahead=80, guesses=1), played(ahead=80, guesses=3))
    assert not np.array_equal(played(ahead=80, turns=1), played(ahead=80, turns=2))
    assert np.array_equal(played(ahead=80, close=0, guesses=1), played(ahead=80, close=0, guesses=3))
    assert not np.array_equal(played(ahead=80, close=0), played(ahead=80, close=500))


def test_rivals_are_tried_where_lines_are_doubted():
    """Without doubt nothing is tried on other guesses; with it the second best chance is taken now and then."""
    prepared = GAME.prepare(GAME.scenario(CONQUEST), ["tovak:competent"])

    def played(doubt, rivals):
        weights = prepared.weights[0].copy()
        weights["doubt"], weights["rivals"] = doubt, rivals
        return batch.run(prepared.core, prepared.setup, [weights], 5, 0, 4)

    assert np.array_equal(played(0, 1), played(0, 4))
    assert not np.array_equal(played(2, 1), played(2, 4))


def burnings(doubt, worlds=40):
    """Worlds alike to the eye in which a Hero with three cards burns the monastery, its defender unknown (R10.2)."""
    from laboratory import Act, Step, game

    weights = load("competent")
    weights["doubt"] = doubt
    burnt = 0
    for world in range(worlds):
        lab = game(CONQUEST, field={"C": {"site": "monastery"}}, number=world)
        lab.set_seat(level=1, rep=0)
        lab.hand("rage", "rage", "swiftness")
        while lab.step == Step.STEP_MOVE or lab.task is not None:
            kind, *_ = lab.actions()[lab.suggest(weights)]
            if kind in (Act.ACT_BURN, Act.ACT_END_TURN):
                burnt += kind == Act.ACT_BURN
                break
            lab.apply(lab.suggest(weights))
    return burnt


def test_a_lucky_guess_is_doubted():
    """A line good on one guess at what is hidden is tried on others: fewer gambles, though some are worth it."""
    assert 0 < burnings(6) <= burnings(0) - 6


def altar_worths(samples, worlds=40):
    """Worth of walking to ruins not turned up for an altar, over worlds alike to the eye in which one is imagined."""
    from laboratory import game, space, tables

    weights = load("competent")
    weights["samples"] = samples
    enemies = tables().index["ruins"]["ruin_green_green"]
    found = []
    for world in range(worlds):
        lab = game(CONQUEST, field={"NE": {"site": "ruins"}}, number=world)
        lab.set_time(2, night=True)
        lab.set_space(space("NE"), extra=enemies, flags=["drawn"])
        lab.set_seat(level=2, crystals=[3, 3, 3, 3])
        lab.hand("march", "stamina", "swiftness")
        altar = [worth for kind, target, _, worth in lab.plans(weights) if (kind, target) == (ALTAR_PLAN, space("NE"))]
        found += [worth - min(plan[3] for plan in lab.plans(weights)) for worth in altar]
    return np.array(found)


ALTAR_PLAN = 8  # GOAL_ALTAR of players/memory.pxd


def test_ruins_are_not_taken_for_an_altar_on_one_guess():
    """At Night ruins lie face down (R10.9): what an altar would bring counts as often as one is imagined."""
    once, often = altar_worths(1), altar_worths(4)
    assert len(once) == len(often) > 3
    assert often.mean() < 0.8 * once.mean()


def way_to_cities(near, games=12):
    """Spaces to the nearest city still to be conquered at the ends of turns in Rounds 4 to 6, by the rules of thumb."""
    from mkbalance._mageknight import ids

    prepared = GAME.prepare(GAME.scenario(CONQUEST), ["tovak:competent"])
    weights = load("competent")
    weights["learned"] = 0
    ways = []
    for game in range(games):
        session = prepared.session(5, game)
        while not session.over:
            late = session.table()["round"] > 3
            weights["near"] = near if late else 3
            index = session.suggest(weights)
            if late and session.actions()[index][0] == ids.Act.ACT_END_TURN and session.task is None:
                spaces, cities = session.spaces(), session.cities()
                here = next(s for s in spaces if s["space"] == session.player()["space"])
                away = [
                    max(abs(s["q"] - here["q"]), abs(s["r"] - here["r"]), abs(s["q"] + s["r"] - here["q"] - here["r"]))
                    for s in spaces
                    if s["site"] == ids.Site.CITY and s["extra"] is not None and cities[s["extra"]]["garrison"]
                ]
                ways += [min(away)] if away else []
            session.apply(index)
    return np.array(ways)


def test_the_hero_seeks_the_cities_in_the_last_rounds():
    """The same games to the fourth Round; whom each Move point to a city costs ends its turns nearer to one."""
    drawn, careless = way_to_cities(15), way_to_cities(0)
    assert min(len(drawn), len(careless)) > 50
    assert drawn.mean() < careless.mean() - 0.5


def late_rests(rounds, games=15):
    """Rests in last turns of a Round by the rules of thumb: hands are shuffled into the deck then (R3.1.7)."""
    from mkbalance._mageknight import ids

    prepared = GAME.prepare(GAME.scenario(CONQUEST), ["tovak:competent"])
    weights = load("competent")
    weights["learned"] = 0
    weights["rounds"] = rounds
    rests = 0
    for game in range(games):
        session = prepared.session(5, game)
        while not session.over:
            index = session.suggest(weights)
            rests += session.table()["announced"] > 0 and session.actions()[index][0] == ids.Act.ACT_REST
            session.apply(index)
    return rests


def test_nobody_rests_in_the_last_turn_of_a_round():
    """What is thrown away then would be shuffled anyhow; who does not reckon with it rests for the Wounds in hand."""
    assert late_rests(1) < late_rests(0) / 3


def test_mana_of_a_skill_is_not_wasted():
    """A Skill that gives mana for nothing is used before the plan is carried out, or not at all."""
    from mkbalance._mageknight import ids

    prepared = GAME.prepare(GAME.scenario(CONQUEST), ["tovak:competent"])
    overload = prepared.tables.index["skills"]["tovak_mana_overload"]
    used = late = 0
    for game in range(40):
        session = prepared.session(5, game)
        while not session.over:
            index = prepared.choose(session)
            kind, slot, option, _ = session.actions()[index]
            if kind == ids.Act.ACT_SKILL and session.player()["skills"][slot : slot + 1] == [overload] and option < 5:
                used += 1
                session.apply(index)
                late += session.actions()[prepared.choose(session)][0] == ids.Act.ACT_END_TURN
            else:
                session.apply(index)
    assert used
    assert not late


def test_novice_band_of_first_reconnaissance():
    """Players' accounts of a first game name 20 to 31 Fame."""
    assert 20 < rows(RECON, "tovak:novice")["fame"].mean() < 31


HEADS = ("war", "famine", "death", "pestilence")


def dragon_rows(player, level, games=GAMES):
    scenario = GAME.scenario(ATD).set("scenario.dragon.heads.all", level)
    return GAME.prepare(scenario, [player]).run(5, 0, games)


def removed(found):
    return sum(found[f"{head}_removed"].astype(int) for head in HEADS)


def test_competent_beats_weak_dragons():
    """The lair is looked for and attacked: wins against heads at level 1, fewer against level 2."""
    weak, middling, strong = (dragon_rows("tovak:competent", level) for level in (1, 2, 4))
    assert weak["win"].mean() > 0.45
    assert 0.2 < middling["win"].mean() < weak["win"].mean()
    assert removed(strong).mean() > 1.5
    assert removed(weak).mean() > removed(dragon_rows("tovak:novice", 1)).mean()


def test_the_first_attack_in_the_lair_ends_the_air_attacks():
    """A.12.4: whoever goes there before the last Round suffers fewer of them."""
    found = dragon_rows("tovak:competent", 1)
    rounds = np.stack([found[f"{head}_round"] for head in HEADS])
    first = np.where(rounds == 0, 99, rounds).min(axis=0)
    assert found["air_attacks"][first < 4].mean() < found["air_attacks"][first == 99].mean()



@pytest.mark.parametrize("hero, skill", [("tovak", "tovak_i_dont_give_a_damn"), ("arythea", "arythea_power_of_pain")])
def test_skills_make_more_of_sideways_cards(hero, skill):
    """OP_SIDEWAYS: a Skill that makes more of a card played sideways, or of a Wound, is used once it is there."""
    from mkbalance._mageknight import ids

    prepared = GAME.prepare(GAME.scenario(CONQUEST), [f"{hero}:competent"])
    row = prepared.tables.index["skills"][skill]
    held = used = 0
    for game in range(60):
        session = prepared.session(5, game)
        while not session.over:
            index = prepared.choose(session)
            kind, slot, *_ = session.actions()[index]
            used += kind == ids.Act.ACT_SKILL and session.player()["skills"][slot : slot + 1] == [row]
            session.apply(index)
        held += row in session.player()["skills"]
    assert held
    assert used > 2 * held
