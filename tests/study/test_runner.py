"""Workers that die, batches that fault, and a cluster."""

import os
from pathlib import Path

import numpy as np
import pytest

from mkbalance.errors import KernelFault, UsageError
from mkbalance.study.rows import in_game_order
from mkbalance.study.runner import Setting, play_all
from mkbalance.study.seeds import experiment_key


@pytest.fixture(autouse=True)
def fresh_workers():
    """Workers live on between tests and keep the environment they started with."""
    from joblib.externals.loky import get_reusable_executor

    get_reusable_executor().shutdown(wait=True, kill_workers=True)


@pytest.fixture
def run(game):
    def play(changes, games=400, **options):
        scenario = game.scenario("against_the_dragon/solo")
        for path, value in changes.items():
            scenario = scenario.set(path, value)
        prepared = game.prepare(scenario, ["tovak"])
        setting = Setting(prepared, 5, experiment_key(5), dict(scenario.overrides))
        notes, parts = [], []
        error = None
        try:
            for _, rows in play_all([(setting, [(0, games)])], note=notes.append, **options):
                parts.append(rows)
        except KernelFault as caught:
            error = caught
        return in_game_order(parts) if parts else np.zeros(0), notes, error

    return play


@pytest.fixture
def once(monkeypatch, tmp_path):
    monkeypatch.setenv("FAKEGAME_ONCE", str(tmp_path / "once"))


def test_dead_worker_is_reported_and_its_batch_played_again(run, once):
    whole, *_ = run({})
    rows, notes, error = run({"scenario.die_at": 100}, jobs=2)
    assert error is None
    assert rows.tobytes() == whole.tobytes()
    assert any("a worker died" in note for note in notes)


def test_game_that_kills_twice_is_named_and_the_rest_is_kept(run):
    rows, notes, error = run({"scenario.die_at": 71}, games=136, jobs=2)
    assert "game 71 of seed 5 ended its worker twice" in str(error)
    assert "--set scenario.die_at=71 --seed 5 --game 71" in str(error)
    assert error.exit_code == 1
    assert set(range(64)) <= set(rows["game"].tolist())
    assert 71 not in rows["game"]


@pytest.mark.parametrize("what", ["scenario.fault_at", "scenario.raise_at"])
@pytest.mark.parametrize("options", [{"jobs": 1}, {"jobs": 2}, {"jobs": 2, "backend": "threading"}])
def test_fault_once_is_played_again(run, once, what, options):
    whole, *_ = run({})
    rows, notes, error = run({what: 150}, **options)
    assert error is None
    assert rows.tobytes() == whole.tobytes()
    assert any("played again" in note for note in notes)


@pytest.mark.parametrize("options", [{"jobs": 1}, {"jobs": 2}])
def test_fault_twice_stops_and_keeps_the_rest(run, options):
    rows, notes, error = run({"scenario.raise_at": 10}, **options)
    assert "RuntimeError: the dice fell off the table in games 0 to 63" in str(error)
    assert "--game 0" in str(error)
    assert len(rows) == 400 - 64
    rows, notes, error = run({"scenario.fault_at": 70}, **options)
    assert "--game 70" in str(error)
    assert set(range(64)) <= set(rows["game"].tolist())


def test_refusals_of_the_game_keep_their_words(game, monkeypatch):
    import fakegame

    def refuse(self, key, first, count):
        raise UsageError("the player must return the index of an option", "tovak")

    monkeypatch.setattr(fakegame.FakePrepared, "run", refuse)
    prepared = game.prepare(game.scenario("against_the_dragon/solo"), ["tovak"])
    with pytest.raises(UsageError, match="index of an option"):
        list(play_all([(Setting(prepared, 5, 5), [(0, 10)])]))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"backend": "dask"}, "needs the address of a scheduler"),
        ({"backend": "loky", "scheduler": "tcp://127.0.0.1:1"}, "belongs to the dask backend"),
        ({"backend": "dusk", "scheduler": "x"}, "did you mean 'dask'"),
        ({"backend": "dask", "scheduler": "nonsense://x"}, "no scheduler answers there"),
    ],
)
def test_refused(run, options, message):
    with pytest.raises(UsageError, match=message):
        run({}, **options)


@pytest.mark.slow
def test_cluster(run, monkeypatch):
    """Two worker processes on the loopback interface play the same rows."""
    distributed = pytest.importorskip("distributed")
    whole, *_ = run({})
    here = str(Path(__file__).parent)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([here, os.environ.get("PYTHONPATH", "")]))
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=None, worker_dashboard_address=None
    ) as cluster:
        rows, _, error = run({}, jobs=2, backend="dask", scheduler=cluster.scheduler_address)
        assert error is None
        assert rows.tobytes() == whole.tobytes()
        with distributed.Client(cluster.scheduler_address, set_as_default=False) as client:
            assert len(client.scheduler_info()["workers"]) == 2
