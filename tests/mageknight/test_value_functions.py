"""Value functions: what they see, that the core reckons as the tool that learned them, and their files."""

import importlib.util
import tomllib
from pathlib import Path

import numpy as np
import pytest

from mkbalance._mageknight import batch
from mkbalance._mageknight.ids import Act, Step
from mkbalance._mageknight.lab import Lab
from mkbalance._mageknight.players import learning
from mkbalance._mageknight.players.features import FEATURES
from mkbalance._mageknight.players.weights import NET_DTYPE
from mkbalance.errors import ContentError, UsageError
from mkbalance.mageknight import valuefiles
from mkbalance.mageknight.game import GAME
from mkbalance.mageknight.playerfiles import PLAYER_DIR, load
from mkbalance.study import plan, seeds

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def learner():
    pytest.importorskip("sklearn")
    spec = importlib.util.spec_from_file_location("learn_values", ROOT / "verification" / "learn_values.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def document():
    return tomllib.loads((ROOT / "experiments" / "learn_values.toml").read_text())


def lab(scenario="solo_conquest/solo", players=("tovak:competent",), game=0):
    made = GAME.prepare(GAME.scenario(scenario), list(players))
    return Lab(made.core, made.setup, seeds.experiment_key(11), game)


def some_net(seed=3):
    rng = np.random.default_rng(seed)
    net = np.zeros((), NET_DTYPE)
    net["scale"][: len(FEATURES)] = rng.integers(20, 300, len(FEATURES))
    net["first"] = rng.integers(-300, 300, net["first"].shape)
    net["bias"] = rng.integers(-50000, 50000, net["bias"].shape)
    net["second"] = rng.integers(-300, 300, net["second"].shape)
    net["bias2"] = rng.integers(-50000, 50000, net["bias2"].shape)
    net["last"] = rng.integers(-3000, 3000, net["last"].shape)
    net["bias3"] = 20000
    net["owned"][: len(valuefiles.possessions())] = rng.integers(-90, 90, len(valuefiles.possessions()))
    return net


def without_owned(net):
    """The same networks of a player without experience of cards, Units and Skills."""
    net = net.copy()
    net["owned"] = 0
    return net


def with_nets(nets, learned=100):
    weights = load("competent")
    weights["nets"] = nets
    weights["learned"] = learned
    return weights


def at_first_move(game):
    while not game.over and Act.ACT_END_TURN not in [action[0] for action in game.actions()]:
        game.apply(game.suggest(load("quick")))
    return game


def test_features_say_what_the_table_shows():
    game = at_first_move(lab())
    game.set_seat(fame=20, level=4, rep=-2, crystals=[0, 2, 1, 0], units=[(0, 1, 0), (1, 0, 1)], wounds=2)
    game.settle()
    seen, worth, _ = game.foresight(load("competent"))
    assert len(FEATURES) == len(set(FEATURES)) == len(seen)
    assert (seen["fame"], seen["level"], seen["reputation"]) == (20, 4, -2)
    assert [seen[name] for name in ("red", "blue", "green", "white", "crystals", "fewest")] == [0, 2, 1, 0, 3, 0]
    assert (seen["units"], seen["unit_wounds"], seen["hand_wounds"], seen["hand_wounds_2"]) == (2, 1, 2, 4)
    assert (seen["rounds"], seen["rounds_left_5"], seen["for_cities"], seen["for_dragon"]) == (6, 1, 1, 0)
    assert seen["tiles"] == len(game.spaces()) // 7
    assert seen["worth"] == worth


def test_a_deck_is_seen_as_a_set_of_cards():
    game = at_first_move(lab())
    before = game.foresight(load("competent"))
    game.shuffle_hidden(77)
    assert game.foresight(load("competent")) == before


def test_the_core_reckons_as_the_tool(learner):
    net = without_owned(some_net())
    said = set()
    for number in range(6):
        game = at_first_move(lab(game=number))
        nets = np.zeros(len(valuefiles.KINDS), NET_DTYPE)
        nets[0] = net
        seen, _, foreseen = game.foresight(with_nets(nets))
        x = np.array([[seen[name] for name in FEATURES]])
        assert foreseen == round(float(learner.said(net, x)[0]) * 10)
        said.add(foreseen)
    assert len(said) > 3


def test_each_goal_has_its_own_network_and_others_none():
    nets = np.zeros(len(valuefiles.KINDS), NET_DTYPE)
    nets["bias3"] = [[1024 * n] * valuefiles.MEMBERS for n in (10, 20, 30, 40, 50)]
    nets["scale"][:, 0] = 1
    wanted = {
        "solo_conquest/solo": 10,
        "against_the_dragon/solo": 20,
        "apocalypse_is_here/solo": 50,
        "against_the_horsemen/solo": 30,
        "first_reconnaissance/solo": 40,
    }
    for scenario, tenths in wanted.items():
        assert at_first_move(lab(scenario)).foresight(with_nets(nets))[2] == tenths, scenario
    apocalypse = at_first_move(lab("against_the_apocalypse/solo"))  # restoring: a goal that nobody has learned
    assert apocalypse.foresight(with_nets(nets))[2] == 0
    nets["scale"][4] = 0  # the dragon's goes for both where nothing was learned with the Horsemen
    assert at_first_move(lab("apocalypse_is_here/solo")).foresight(with_nets(nets))[2] == 20


def test_without_its_share_the_value_function_changes_nothing():
    made = GAME.prepare(GAME.scenario("against_the_dragon/solo"), ["tovak:competent"])
    nets = np.zeros(len(valuefiles.KINDS), NET_DTYPE)
    nets[1] = some_net()
    key = seeds.experiment_key(12)
    plain, mute, loud = (
        batch.run(made.core, made.setup, [weights], key, 0, 4)
        for weights in (with_nets(np.zeros_like(nets), 0), with_nets(nets, 0), with_nets(nets, 100))
    )
    assert np.array_equal(plain, mute)
    assert not np.array_equal(plain, loud)


def test_what_is_owned_counts_with_the_turns_left():
    """A card, a Unit and a Skill of known worth, at two Rounds; the networks say nothing."""
    names = valuefiles.possessions()
    nets = np.zeros(len(valuefiles.KINDS), NET_DTYPE)
    nets["scale"][:, 0] = 1
    worths = {"cards.stamina": 64, "units.peasants": 320, "units.foresters": 32, "skills.tovak_motivation": 96}
    for entry, worth in worths.items():
        nets[0]["owned"][names.index(entry)] = worth
    game = at_first_move(lab())
    game.set_seat(units=[(0, 1, 0), (0, 0, 1), (2, 1, 0)])
    seen, _, foreseen = game.foresight(with_nets(nets))
    assert (seen["units"], seen["skills"]) == (3, 0)
    total = 2 * 64 + 2 * 320 + 32
    assert foreseen == total * min(seen["turns_left"], 32) // 32


def test_rewards_are_chosen_by_what_experience_says():
    """Of the Spells on offer (R12.5) the one is taken that experience praises; without it the rules of thumb choose."""
    names = valuefiles.possessions()
    offer = [names.index(f"cards.{name}") for name in ("fireball", "restoration", "expose")]
    takes = {}
    for liked in (None, 0, 1, 2):
        game = at_first_move(lab(game=4))
        game.set_offers(spells=offer)
        game.set_rewards(spells=1)
        game.go_to(Step.STEP_END_TURN)
        game.settle()
        nets = np.zeros(len(valuefiles.KINDS), NET_DTYPE)
        if liked is not None:
            nets["scale"][:, 0] = 1
            nets[0]["owned"][offer[liked]] = 1000
        takes[liked] = game.actions()[game.suggest(with_nets(nets))][1]
    assert {liked: takes[liked] for liked in range(3)} == {0: 0, 1: 1, 2: 2}
    assert takes[None] in (0, 1, 2)


def test_what_is_owned_is_learned(learner, document, tmp_path):
    """Outcomes that hang on which of three is gained on the way, a Unit or a Spell, in pieces that differ."""
    rng = np.random.default_rng(6)
    names = valuefiles.possessions()
    unit, spell, dud = (names.index(name) for name in ("units.peasants", "cards.fireball", "cards.expose"))
    games, turns = 4000, 4
    x = np.zeros((games, turns, len(FEATURES)), np.int16)
    x[..., 0] = 500
    x[..., FEATURES.index("turns_left")] = 32
    owned = np.zeros((games, turns, len(names)), np.uint8)
    when, which = rng.integers(1, turns, games), rng.integers(0, 3, games)
    for k, row in enumerate((unit, spell, dud)):
        owned[..., row] = (np.arange(turns) >= when[:, None]) & (which == k)[:, None]
    piece = np.repeat(np.arange(games // 20), 20)
    score = 50 + 8 * owned[:, -1, unit] - 5.0 * owned[:, -1, spell] + rng.normal(0, 6, games) + 20 * (piece % 2)
    np.savez(
        tmp_path / "cities-0.npz",
        names=FEATURES,
        x=x.reshape(-1, len(FEATURES)),
        y=np.repeat(score, turns),
        w=np.zeros(games * turns),
        g=np.repeat(np.arange(games), turns),
        p=np.repeat(piece, turns),
        o=owned.reshape(-1, len(names)),
    )
    document["fit"] |= {"epochs": 1, "rounds": 0, "trace": 1.0}
    net, _ = learner.fit(document, [tmp_path / "cities-0.npz"])
    found = net["owned"][[unit, spell, dud]] / 10
    assert found - found[2] == pytest.approx([8, -5, 0], abs=1.5)
    assert np.count_nonzero(net["owned"]) == 3


def test_the_built_in_players_have_learned():
    for skill in ("novice", "competent", "expert"):
        record = load(skill)
        assert record["learned"] > 0
        assert record["nets"]["scale"].any(axis=1).tolist() == [True, True, True, False, True]
    assert not load("quick")["nets"]["scale"].any()


def test_a_file_comes_back_as_it_was(tmp_path):
    nets = valuefiles.load(PLAYER_DIR / "values.toml")
    valuefiles.save(tmp_path / "again.toml", nets, dict.fromkeys(valuefiles.heads(PLAYER_DIR / "values.toml"), "again"))
    assert np.array_equal(valuefiles.load(tmp_path / "again.toml"), nets)
    assert not list(tmp_path.glob("*.part"))


@pytest.mark.parametrize(("layer", "most"), [("first", 2865), ("second", 2047), ("last", 32767)])
def test_sums_stay_within_32_bits(tmp_path, layer, most):
    net = np.zeros((), NET_DTYPE)
    net["scale"] = 1
    net[layer] = most
    if layer == "last":
        net["bias3"][2] = (1 << 31) - 1
    nets = np.zeros(len(valuefiles.KINDS), NET_DTYPE)
    nets[0] = net
    heads = {"cities": "large"}
    if layer != "last":
        valuefiles.save(tmp_path / "most.toml", nets, heads)
        valuefiles.load(tmp_path / "most.toml")
        nets[0][layer] = 32767
    valuefiles.save(tmp_path / "more.toml", nets, heads)
    with pytest.raises(ContentError, match=f"cities.{layer}"):
        valuefiles.load(tmp_path / "more.toml")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("[cities]", "[citys]", "cities"),
        ("bias3 = ", "bias4 = ", "bias4: unknown key"),
        ('fame = "', 'fam = "', "fame"),
        ('fame = "', 'fame = "99999 ', "257 whole numbers"),
        ('bias3 = "', 'bias3 = "1.5 ', "whole numbers"),
        ('bias3 = "', "bias3 = 1.5 # ", "whole numbers"),
        ('bias3 = "', 'bias3 = "1 1 1 1 1 1 1 99999999999" # ', "between"),
        ('worth = "', '# worth = "', "first.worth: is missing"),  # without it the core would take it for unlearned
        ('"cards.refreshing_walk" = ', '"cards.refreshing_wok" = ', "refreshing_walk"),
        ('"cards.refreshing_walk" = ', '"cards.refreshing_walk" = 2001 # ', "-2000 to 2000"),
        ('"cards.refreshing_walk" = ', '"cards.refreshing_walk" = true # ', "whole number"),
        ("[cities]", "[cities", "cannot be read"),
    ],
)
def test_a_wrong_file_is_named(tmp_path, old, new, said):
    text = (PLAYER_DIR / "values.toml").read_text()
    assert old in text
    (tmp_path / "mine.toml").write_text(text.replace(old, new, 1))
    with pytest.raises(ContentError, match=said):
        valuefiles.load(tmp_path / "mine.toml")


def test_a_study_knows_its_player_files(tmp_path):
    """What a player file says belongs to what a study is: it is not resumed with another."""
    text = (
        'schema = 1\nname = "one"\nquestion = "How far?"\nseed = 1\n[games]\nper_cell = 1\n[baseline]\n'
        f'scenario = "first_reconnaissance/solo"\nplayers = ["tovak:{tmp_path}/me.toml"]\n'
    )
    (tmp_path / "me.toml").write_text('base = "quick"\n')
    first, same = (plan.plan_text(text, tmp_path / "one.toml", GAME).identity for _ in range(2))
    (tmp_path / "me.toml").write_text('base = "quick"\n[weights]\nwound = 31\n')
    other = plan.plan_text(text, tmp_path / "one.toml", GAME).identity
    assert first == same
    assert [line.split(":")[0] for line in plan.changes(first, other)] == ["players of 'baseline'"]


def test_a_player_file_names_its_own(tmp_path):
    nets = np.zeros(len(valuefiles.KINDS), NET_DTYPE)
    nets[0] = some_net()
    valuefiles.save(tmp_path / "mine.toml", nets, {"cities": "nothing"})
    (tmp_path / "me.toml").write_text('base = "competent"\nvalue = "mine.toml"\n')
    assert load(tmp_path / "me.toml")["nets"][0]["bias3"].tolist() == [20000] * valuefiles.MEMBERS
    (tmp_path / "me.toml").write_text('base = "competent"\nvalue = "yours.toml"\n')
    with pytest.raises(UsageError, match=r"yours\.toml"):
        load(tmp_path / "me.toml")
    (tmp_path / "me.toml").write_text('base = "competent"\nvalue = 3\n')
    with pytest.raises(ContentError, match="value"):
        load(tmp_path / "me.toml")
    (tmp_path / "me.toml").write_text('base = "competent"\n')
    assert np.array_equal(load(tmp_path / "me.toml")["nets"], load("competent")["nets"])


def test_turns_are_recorded_as_they_end():
    made = GAME.prepare(GAME.scenario("solo_conquest/solo"), ["tovak:quick"])
    judge = load("competent")
    seen, owned, rows = learning.play(made.core, made.setup, load("quick"), judge, seeds.experiment_key(13), 0, 2)
    again = batch.run(made.core, made.setup, [load("quick")], seeds.experiment_key(13), 0, 2)
    assert np.array_equal(rows, again)
    names = valuefiles.possessions()
    for turns, has, row in zip(seen, owned, rows, strict=True):
        assert has.shape == (len(turns), len(names))
        assert (has[:, names.index("cards.stamina")] == 2).all()  # two of the basic Actions (R2.1)
        units = [i for i, name in enumerate(names) if name.startswith("units.")]
        skills = [i for i, name in enumerate(names) if name.startswith("skills.")]
        assert (has[:, units].sum(1) == turns[:, FEATURES.index("units")]).all()
        assert (has[:, skills].sum(1) == turns[:, FEATURES.index("skills")]).all()
        assert (has[:, : names.index("units.peasants")].sum(1) == turns[:, FEATURES.index("cards")]).all()
        assert turns.shape[1] == len(FEATURES)
        tiles = turns[:, FEATURES.index("explores")].sum()
        assert tiles == row["tiles"]
        assert len(turns) - tiles <= row["turns"]
        assert (np.diff(turns[:, FEATURES.index("rounds_left_5")]) <= 0).all()


def test_returns_mix_the_outcome_and_what_was_foreseen(learner):
    """By hand, trace 0.5: two games of three and two turns."""
    first = np.array([True, False, False, True, False])
    outcome = np.array([8.0, 8, 8, 2, 2])
    foreseen = np.array([0.0, 4, 6, 0, 10])
    told = learner.returns(outcome, first, foreseen, 0.5)
    assert told.tolist() == [5.5, 7.0, 8.0, 6.0, 2.0]
    assert learner.returns(outcome, first, foreseen, 1.0).tolist() == outcome.tolist()


def test_what_can_be_foreseen_is_learned(learner, document, tmp_path):
    """An outcome that hangs on one feature beyond the rules of thumb."""
    rng = np.random.default_rng(5)
    turns = 12000
    x = np.zeros((turns, len(FEATURES)), np.int16)
    x[:, 0] = rng.integers(0, 1000, turns)
    x[:, FEATURES.index("crystals")] = rng.integers(0, 10, turns)
    y = x[:, 0] / 10 + 3.0 * x[:, FEATURES.index("crystals")] + rng.normal(0, 1, turns)
    np.savez(tmp_path / "cities-0.npz", names=FEATURES, x=x, y=y, w=np.zeros(turns), g=np.arange(turns) // 4)
    document["fit"] |= {"epochs": 12, "rounds": 0, "trace": 1.0}
    net, line = learner.fit(document, [tmp_path / "cities-0.npz"])
    assert line.startswith("3000 games, 12000 turns")
    assert not net["owned"].any()  # nobody said what was owned
    probe = np.zeros((2, len(FEATURES)), np.int16)
    probe[:, 0] = 500
    probe[1, FEATURES.index("crystals")] = 8
    assert np.diff(learner.said(net, probe))[0] == pytest.approx(24, abs=3)


def test_a_network_is_read_as_it_was_written(learner):
    net = some_net()
    again = np.zeros((), NET_DTYPE)
    again["scale"], again["owned"] = net["scale"], net["owned"]
    for number in range(valuefiles.MEMBERS):
        learner.round_member(again, number, *learner.layers_of(net, number))
    net["first"][:, len(FEATURES) :] = 0  # which nothing is seen of
    assert np.array_equal(again, net)


def test_learning_on_keeps_some_networks_and_what_was_known(learner, document, tmp_path):
    """After games in which a crystal brought 3 points, games in which it brings 5; the first four networks stay."""
    rng = np.random.default_rng(8)
    turns = 12000
    probe = np.zeros((2, len(FEATURES)), np.int16)
    probe[:, 0] = 500
    probe[1, FEATURES.index("crystals")] = 8
    shards, found = [], []
    for gain in (3.0, 5.0):
        x = np.zeros((turns, len(FEATURES)), np.int16)
        x[:, 0] = rng.integers(0, 1000, turns)
        x[:, FEATURES.index("crystals")] = rng.integers(0, 10, turns)
        y = x[:, 0] / 10 + gain * x[:, FEATURES.index("crystals")] + rng.normal(0, 1, turns)
        shards.append(tmp_path / f"cities-{gain}.npz")
        np.savez(shards[-1], names=FEATURES, x=x, y=y, w=np.zeros(turns), g=np.arange(turns) // 4)
    document["fit"] |= {"epochs": 12, "rounds": 0, "trace": 1.0}
    document["fit"]["rate_on"] = document["fit"]["rate"]  # few games
    before, _ = learner.fit(document, shards[:1])
    before["owned"][5] = 70
    after, _ = learner.fit(document, shards[1:], before)
    kept = document["fit"]["kept"] * valuefiles.HIDDEN
    assert 0 < kept < valuefiles.UNITS
    assert np.array_equal(after["first"][:kept], before["first"][:kept])
    assert (after["first"][kept:] != before["first"][kept:]).any(axis=1).mean() > 0.5
    assert np.array_equal(after["scale"], before["scale"])
    assert after["owned"][5] == 70  # of which the new games say nothing
    found = [np.diff(learner.said(net, probe))[0] for net in (before, after)]
    assert found == pytest.approx([24, 32], abs=3)  # four networks say 24, four 40


def test_a_run_goes_on_from_a_file(learner, document, tmp_path):
    """The Horsemen's networks of the file stay, the cities' learn on, and the file says from what."""
    document["play"] |= {"pieces": 1, "games": 2, "generations": 1}
    document["fit"] |= {"epochs": 1, "rounds": 0}
    for kind in ("dragon", "horsemen", "apocalypse"):
        del document[kind]
    origin = PLAYER_DIR / "values.toml"
    learner.learn(document, tmp_path / "values.toml", tmp_path / "work", origin, say=len)
    before, after = valuefiles.load(origin), valuefiles.load(tmp_path / "values.toml")
    assert np.array_equal(after[1:], before[1:])
    assert not np.array_equal(after[0], before[0])
    assert valuefiles.heads(tmp_path / "values.toml")["cities"].startswith(valuefiles.heads(origin)["cities"])
    assert "from there on 2 games" in valuefiles.heads(tmp_path / "values.toml")["cities"]


def test_a_small_run_writes_a_file_that_plays(learner, document, tmp_path):
    document["play"] |= {"pieces": 2, "games": 2, "generations": 2}
    document["fit"] |= {"epochs": 1, "rounds": 1}
    document["player"]["base"] = "competent"
    for kind in ("dragon", "horsemen", "apocalypse"):
        del document[kind]
    said = []
    learner.learn(document, tmp_path / "values.toml", tmp_path / "work", say=said.append)
    assert sorted(path.name for path in (tmp_path / "work").iterdir()) == ["cities-0.npz", "cities-1.npz"]
    assert said[-1].startswith("generation 2, cities: 8 games")
    assert valuefiles.load(tmp_path / "values.toml")["scale"].any(axis=1).tolist() == [True, False, False, False, False]
    document["held_out"] |= {"games": 1, "heroes": ["tovak"]}
    measured = list(learner.measure(document, valuefiles.load(tmp_path / "values.toml")))
    assert [len(after) for _, _, after in measured] == [1] * len(document["cities"])


def test_learning_and_measuring_use_other_seeds(document):
    used = {document["play"]["seed"] + k for k in range(len(valuefiles.KINDS))}
    assert document["held_out"]["seed"] not in used | {1}
