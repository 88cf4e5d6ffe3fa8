"""The folder of a study: joined parts, streams of blocks, kills at any moment, and what a changed study says."""

import json
import os
import random
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest

from mkbalance.errors import InvalidFile
from mkbalance.study import provenance
from mkbalance.study.conduct import conduct
from mkbalance.study.plan import plan
from mkbalance.study.store import Store

ROOT = Path(__file__).parents[2]
TEXT = """
schema = 1
name = "s"
seed = 5
games = { per_cell = 700 }
[baseline]
scenario = "against_the_dragon/solo"
players = ["tovak:competent"]
set = { "scenario.slow_us" = 0 }
[[variants]]
name = "hard"
set = { "scenario.dragon.heads.war" = 8 }
"""


@pytest.fixture
def planned(game, tmp_path):
    def make(text=TEXT):
        (tmp_path / "e.toml").write_text(text)
        return plan(tmp_path / "e.toml", game)

    return make


def test_parts_are_joined(planned, tmp_path, monkeypatch):
    from mkbalance.study import runner, store

    monkeypatch.setattr(runner, "MAX_CHUNK", 100)
    monkeypatch.setattr(store, "BLOCK", 64)
    made = planned()
    study = conduct(made, tmp_path / "out", jobs=1)
    folder = Store(tmp_path / "out")
    for cell in made.cells:
        assert [path.name for *_, path in folder.parts(cell)] == ["000000000000-700.parquet"]
        pieces = list(folder._pieces(cell, 700, 0))
        assert max(map(len, pieces)) <= 64  # read back in pieces, whatever was joined
    assert conduct(made, tmp_path / "out", jobs=1).content_hash == study.content_hash
    more = planned(TEXT.replace("700", "900"))
    assert conduct(more, tmp_path / "out", jobs=1).played == 400
    fewer = conduct(made, tmp_path / "out", jobs=1)
    assert (fewer.played, fewer.content_hash) == (0, study.content_hash)
    columns = [pq.ParquetFile(path).metadata.row_group(0).column(0) for path in tmp_path.rglob("*.parquet")]
    assert {column.compression for column in columns} == {"ZSTD"}


def test_a_kill_while_joining_loses_nothing(planned, tmp_path, monkeypatch):
    from mkbalance.study import runner

    monkeypatch.setattr(runner, "MAX_CHUNK", 100)
    made = planned()
    whole = conduct(made, tmp_path / "whole", jobs=1).content_hash
    unlink, left = Path.unlink, [4]

    def broken(self, missing_ok=False):
        if self.suffix == ".parquet":
            left[0] -= 1
            if left[0] < 0:
                raise KeyboardInterrupt
        return unlink(self, missing_ok)

    monkeypatch.setattr(Path, "unlink", broken)
    with pytest.raises(KeyboardInterrupt):
        conduct(made, tmp_path / "out", jobs=1)
    monkeypatch.setattr(Path, "unlink", unlink)
    again = conduct(made, tmp_path / "out", jobs=1)
    assert (again.played, again.content_hash) == (0, whole)


def test_blocks_from_the_middle(planned, tmp_path):
    made = planned()
    conduct(made, tmp_path / "out", jobs=1)
    store, cell = Store(tmp_path / "out"), made.cells[0]
    found = list(store.blocks(cell, 650, size=128, start=130))
    assert [len(rows) for rows in found] == [128, 128, 128, 128, 8]
    assert np.concatenate(found)["game"].tolist() == list(range(130, 650))
    assert list(store.blocks(cell, 0)) == []


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("seed = 5", "seed = 6"), "the seed was 5 and is 6"),
        (("= 8", "= 9"), "settings of 'hard': {'scenario.slow_us': 0, 'scenario.dragon.heads.war': 8} became"),
        (("tovak", "goldyx"), "players of 'baseline': ['tovak:competent'] became ['goldyx:competent']"),
        (('"hard"', '"harder"'), "it no longer has the cell 'hard'; it now has the cell 'harder'"),
    ],
)
def test_a_changed_study_says_what_changed(planned, tmp_path, change, said):
    conduct(planned(), tmp_path / "out", jobs=1)
    before = {path: path.read_bytes() for path in (tmp_path / "out").rglob("*") if path.is_file()}
    with pytest.raises(InvalidFile) as caught:
        conduct(planned(TEXT.replace(*change)), tmp_path / "out", jobs=1, resume=True)
    assert said in str(caught.value)
    assert {path: path.read_bytes() for path in (tmp_path / "out").rglob("*") if path.is_file()} == before


def test_study_id(planned):
    first = planned().study_id
    assert len(first) == 16
    assert planned("# a comment\n" + TEXT.replace("[baseline]", "question = ''\n[baseline]", 0)).study_id == first
    for change in (("seed = 5", "seed = 6"), ("700", "701"), ("= 8", "= 7")):
        assert planned(TEXT.replace(*change)).study_id != first


def test_provenance_schema(planned, tmp_path):
    study = conduct(planned(), tmp_path / "out", jobs=1)
    document = provenance.read(tmp_path / "out" / "provenance.json")
    assert document["study_id"] == study.summary()["study_id"]
    assert document["rows_hash"] == study.content_hash
    inside = json.loads(pq.read_schema(tmp_path / "out" / "results.parquet").metadata[b"mkbalance.provenance"])
    assert inside == document
    kept = json.loads((ROOT / "docs" / "provenance.schema.json").read_text())
    assert kept == provenance.schema(), "write docs/provenance.schema.json again: it is a copy of the schema"
    for broken in ({**document, "software": 3}, {k: v for k, v in document.items() if k != "environment"}):
        (tmp_path / "p.json").write_text(json.dumps(broken))
        with pytest.raises(InvalidFile, match="is not a provenance file: (software|environment)"):
            provenance.read(tmp_path / "p.json")


RUN = "import sys, fakegame; fakegame.install(); from mkbalance.cli.app import main; sys.exit(main())"


@pytest.mark.slow
def test_kill_at_any_moment(tmp_path):
    """Five kills at moments drawn over the whole run, then one run to the end: the rows of one go."""
    path = os.pathsep.join([str(ROOT), str(ROOT / "tests" / "study")])
    environment = {**os.environ, "PYTHONPATH": path}
    (tmp_path / "e.toml").write_text(TEXT.replace('"scenario.slow_us" = 0', '"scenario.slow_us" = 1000'))

    def start(folder, jobs, pipe=subprocess.PIPE):
        words = [sys.executable, "-c", RUN, "run", "e.toml", "-o", folder, "-j", jobs, "--json", "-q"]
        return subprocess.Popen(words, cwd=tmp_path, env=environment, stdout=pipe, stderr=pipe, text=True)

    whole = json.loads(start("whole", "1").communicate(timeout=120)[0])
    draw = random.Random(3)
    for attempt in range(5):
        process = start("out", str(1 + attempt % 2), subprocess.DEVNULL)  # its workers outlive it by a second
        deadline = time.monotonic() + 10
        while not (tmp_path / "out" / ".lock").exists() and time.monotonic() < deadline:
            time.sleep(0.01)
        time.sleep(draw.uniform(0, 2.5))
        process.kill()
        process.wait(timeout=60)
    out, err = start("out", "1").communicate(timeout=120)
    found = json.loads(out)
    assert found["rows_hash"] == whole["rows_hash"]
    assert found["cells"] == whole["cells"]
    assert not [path for path in (tmp_path / "out").rglob("*.tmp")]
