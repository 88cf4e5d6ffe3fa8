"""Rows do not depend on chunks, jobs or backends; the seed decides."""

import numpy as np
import pytest

from mkbalance.errors import KernelFault, UsageError
from mkbalance.study import runner
from mkbalance.study.comparison import Comparison
from mkbalance.study.results import simulate
from mkbalance.study.rows import Checksum, from_table, in_game_order, packed, to_table
from mkbalance.study.seeds import as_seed, experiment_key

GAMES = 700


@pytest.fixture
def scenario(game):
    return game.scenario("against_the_dragon/solo")


def run(game, scenario, **options):
    return simulate(game, scenario, ["tovak:competent"], **{"games": GAMES, "seed": 7, **options})


def test_key_is_numpys_seed_sequence():
    assert experiment_key(7) == int(np.random.SeedSequence(7).generate_state(1, np.uint64)[0])
    assert experiment_key(0) != experiment_key(1)
    assert as_seed(0) == 0
    assert as_seed(None) != as_seed(None)


@pytest.mark.parametrize("seed", [-1, 1.5, True, "7"])
def test_bad_seed(seed):
    with pytest.raises(UsageError, match="seed"):
        as_seed(seed)


@pytest.mark.parametrize(("jobs", "backend"), [(2, "loky"), (3, "loky"), (2, "threading")])
def test_jobs_and_backends(game, scenario, jobs, backend):
    one, many = run(game, scenario), run(game, scenario, jobs=jobs, backend=backend)
    assert many.rows.tobytes() == one.rows.tobytes()
    assert many.summary()["checksum"] == one.summary()["checksum"]


@pytest.mark.parametrize(("probe", "largest"), [(1, 1), (13, 37), (64, 20_000)])
def test_chunks(game, scenario, monkeypatch, probe, largest):
    expected = run(game, scenario).rows
    monkeypatch.setattr(runner, "PROBE", probe)
    monkeypatch.setattr(runner, "MAX_CHUNK", largest)
    sizes = []
    found = run(game, scenario, progress=lambda games, label: sizes.append(games)).rows
    assert found.tobytes() == expected.tobytes()
    assert sum(sizes) == GAMES
    assert max(sizes) <= max(probe, largest)


def test_fewer_games_are_the_first_games(game, scenario):
    assert run(game, scenario, games=50).rows.tobytes() == run(game, scenario).rows[:50].tobytes()


def test_seeds_differ(game, scenario):
    assert run(game, scenario).summary()["checksum"] != run(game, scenario, seed=8).summary()["checksum"]


def test_fault_stops_with_the_replay_command(game, scenario):
    broken = scenario.set("scenario.fault_at", 333)
    for jobs in (1, 2):
        with pytest.raises(KernelFault) as caught:
            run(game, broken, jobs=jobs)
        assert (
            "mkbalance play against_the_dragon/solo -p tovak:competent --set scenario.fault_at=333 --seed 7 --game 333"
            in str(caught.value)
        )
        assert caught.value.exit_code == 1


def test_placebo_comparison_is_zero(game, scenario):
    found = Comparison(run(game, scenario), run(game, scenario, jobs=2)).summary()["difference"]
    assert found["identical"]
    assert [found[name]["difference"] for name in ("win_rate", "score", "rounds")] == [0, 0, 0]


def test_comparison_is_paired(game, scenario):
    found = Comparison(run(game, scenario), run(game, scenario.set("scenario.dragon.heads.war", 7))).summary()
    assert found["difference"]["win_rate"]["high"] < 0
    assert found["difference"]["score"]["variance_ratio"] < 0.5
    with pytest.raises(UsageError, match="seed"):
        Comparison(run(game, scenario), run(game, scenario, seed=8))
    with pytest.raises(UsageError, match="games"):
        Comparison(run(game, scenario), run(game, scenario, games=10))


def test_rows_survive_parquet_and_padding(game, scenario):
    rows = run(game, scenario).rows
    assert from_table(to_table(rows)).tobytes() == rows.tobytes()
    padded = np.zeros(
        len(rows),
        dtype=np.dtype(
            {"names": rows.dtype.names, "formats": [rows.dtype[name] for name in rows.dtype.names]}, align=True
        ),
    )
    assert padded.dtype.itemsize > rows.dtype.itemsize
    for name in rows.dtype.names:
        padded[name] = rows[name]
    assert packed(padded).tobytes() == rows.tobytes()
    shuffled = [rows[300:], rows[:100], rows[100:300]]
    assert in_game_order(shuffled).tobytes() == rows.tobytes()
    assert Checksum().add(rows[:9]).add(rows[9:]).hexdigest() == Checksum().add(padded).hexdigest()


@pytest.mark.parametrize("games", [0, -1, 1.5, True, 10**10])
def test_bad_number_of_games(game, scenario, games):
    with pytest.raises(UsageError, match="number of games"):
        run(game, scenario, games=games)


@pytest.mark.parametrize("options", [{"jobs": 0}, {"jobs": -2}, {"backend": "lokey"}])
def test_bad_jobs_and_backends(game, scenario, options):
    with pytest.raises(UsageError):
        run(game, scenario, **options)
