"""Files from strangers: five hundred mangled ones give a refusal or an answer, never a traceback or half a file."""

import contextlib
import io
import json
import shutil
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mkbalance import games
from mkbalance.cli.app import main
from mkbalance.errors import MkbalanceError
from mkbalance.report import build
from mkbalance.study.conduct import conduct
from mkbalance.study.plan import plan

TEXT = """
schema = 1
name = "strange"
question = "Is <b>war</b> $hard$?"
seed = 5
metrics = ["win", "score"]
[games]
per_cell = 40
[baseline]
scenario = "against_the_dragon/solo"
players = ["tovak:competent"]
set = { "scenario.rounds" = 6 }
[[variants]]
name = "war $7"
set = { "scenario.dragon.heads.war" = 7 }
[[factors]]
name = "skill"
skills = ["novice"]
[[factors]]
name = "rounds"
path = "scenario.rounds"
low = 5
high = 7
levels = 2
[design]
kind = "grid"
[tune]
target = 0.5
parameters = [{ path = "scenario.dragon.heads.war", low = 1, high = 12 }]
"""
ROUGH = [
    b"", b"\x00", b"\xff\xfe", b"[", b"]]", b"{", b"}", b'"', b"'''", b"=", b"\n", b"nan", b"-inf", b"1e999",
    b"9" * 4400, b"1979-05-27T07:32:00Z", b"true", b"[[", b"[[variants]]\n", b"\xe2\x80\xae", b"\\u001b[31m",
    b"../../../etc/passwd", b"__import__('os')", b"\x80\x04\x95", b"<script>alert(1)</script>", b"null", b"{}", b"[]",
    b"-1", b"0", b"99999999999", b'"a"', b"[" * 3000, b"a.b.c.d = 1\n", b"$\\frac$", b"%s%n", b"{{7*7}}",
]  # fmt: skip
few = settings(
    max_examples=1,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
edits = st.lists(
    st.tuples(
        st.floats(0, 1),
        st.integers(0, 40),
        st.one_of(st.sampled_from(ROUGH), st.binary(max_size=12), st.floats(0, 1)),
    ),
    min_size=1,
    max_size=4,
)


def mangled(data: bytes, changes) -> bytes:
    """Cut bytes out here and there and put something else in: rough pieces, noise, or bytes from elsewhere."""
    for place, length, piece in changes:
        at = int(place * len(data))
        if isinstance(piece, float):
            source = int(piece * len(data))
            piece = data[source : source + length]
        data = data[:at] + piece + data[at + length :]
    return data


@pytest.fixture
def no_play(monkeypatch):
    """Let nothing be played: a mangled file may ask for a thousand million games."""
    import fakegame

    play = fakegame.FakePrepared.run
    monkeypatch.setattr(
        fakegame.FakePrepared, "run", lambda self, key, first, count: play(self, key, first, min(count, 1))
    )


def ran(*words):
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main(list(words))
    assert "Traceback" not in err.getvalue()
    assert "\x1b" not in err.getvalue()
    assert (code == 0) == ("error: " not in err.getvalue()), err.getvalue()
    assert code in (0, 2, 3)
    return code, out.getvalue()


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A finished study to be mangled."""
    import fakegame

    kept = dict(games._LOCATIONS), dict(games._LOADED)
    games._LOADED.clear()
    fakegame.install()
    folder = tmp_path_factory.mktemp("made")
    (folder / "e.toml").write_text(TEXT)
    conduct(plan(folder / "e.toml", games.get_game()), folder / "out", jobs=1)
    assert main(["report", str(folder / "out"), "-q"]) == 0  # with its figures, whose names hold dollar signs
    (folder / "out" / "report.html").unlink()
    games._LOCATIONS, games._LOADED = kept
    return folder / "out"


@settings(few, max_examples=250)
@given(changes=edits)
def test_experiments(changes, tmp_path, no_play):
    path = tmp_path / "e.toml"
    path.write_bytes(mangled(TEXT.encode(), changes))
    try:
        planned = plan(path, games.get_game())
        json.dumps(planned.document())
    except MkbalanceError as error:
        assert error.exit_code in (2, 3)
        assert str(error)
        json.dumps(error.document())
    assert [item.name for item in tmp_path.iterdir()] == ["e.toml"]


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"\x00" * 100,
        b"\xff" * 100,
        b"schema = 1",
        b"x = " + b"[" * 20000,
        b"x = " + b"9" * 5000,
        b"[a]\n" * 3,
        TEXT.encode() * 2,
        TEXT.replace("[games]\nper_cell = 40", "games = 3").encode(),
        TEXT.replace("[[variants]]", "[variants]").encode(),
        TEXT.replace('players = ["tovak:competent"]', "players = [[1]]").encode(),
        TEXT.replace("set = {", "set = [").encode(),
        TEXT.replace("skills = [", "skills = 5 # [").encode(),
        TEXT.replace('name = "war $7"', 'name = "\\u0000"').encode(),
        TEXT.replace("low = 5", "low = 1979-05-27").encode(),
        TEXT.replace("low = 5", "low = " + "9" * 400).encode(),
        TEXT.replace("seed = 5", "seed = 1e3").encode(),
        TEXT.replace("per_cell = 40", "per_cell = 99999999999999999999999").encode(),
        TEXT.replace('"scenario.rounds" = 6', '"scenario.rounds" = { x = { y = 1 } }').encode(),
        TEXT.replace('"against_the_dragon/solo"', '"../../etc/passwd"').encode(),
        TEXT.replace('"strange"', '"../../strange"').encode(),
        b"#" * 2_000_000,
    ],
)
def test_experiments_by_hand(text, tmp_path):
    path = tmp_path / "e.toml"
    path.write_bytes(text)
    code, out = ran("run", str(path), "-o", str(tmp_path / "out"), "--json")
    assert code in (2, 3)
    assert json.loads(out)["error"]["exit_code"] == code
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("name", ["nowhere.toml", ".", "\x00", "a" * 5000, "/dev/null"])
def test_paths_that_are_no_experiments(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert ran("run", name)[0] == 3
    assert list(tmp_path.iterdir()) == []


FILES = ("experiment.toml", "provenance.json", "summary.json", "results.parquet", "parts")


@settings(few, max_examples=100)
@given(name=st.sampled_from(FILES), changes=edits)
def test_results(name, changes, made, tmp_path_factory, monkeypatch):
    """A mangled file of a finished study: report, reading and going on refuse it, or give whole files."""
    from mkbalance.study.study import Study

    folder = tmp_path_factory.mktemp("strange") / "out"
    shutil.copytree(made, folder)
    path = next(folder.glob("parts/*/*")) if name == "parts" else folder / name
    path.write_bytes(mangled(path.read_bytes(), changes))
    monkeypatch.setattr(build, "_figures", lambda *given: [])  # slow, and read what the table of cells reads
    code, _ = ran("report", str(folder))
    page = folder / "report.html"
    assert page.exists() == (code == 0)
    if page.exists():
        text = page.read_text()
        assert text.rstrip().endswith("</html>")
        assert "<script" not in text
        assert "<b>" not in text
    try:
        study = Study(folder)
        study._repr_html_()
        a, b = [cell["name"] for cell in study.summary()["cells"]][:2]
        study.compare(a, b)
        _ = study.frame
    except MkbalanceError as error:
        assert error.exit_code in (2, 3)
    (folder.parent / "e.toml").write_text(TEXT)
    if name in ("provenance.json", "parts"):
        with contextlib.suppress(MkbalanceError):
            conduct(plan(folder.parent / "e.toml", games.get_game()), folder, jobs=1)
    assert not [item for item in folder.rglob("*.tmp")]
    assert sorted(item.name for item in folder.parent.iterdir()) == ["e.toml", "out"]
    shutil.rmtree(folder.parent)


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("summary.json", b"{}"),
        ("summary.json", b"[1, 2]"),
        ("summary.json", b"[" * 100_000),
        ("summary.json", b'{"schema_version": 1}'),
        ("summary.json", b'{"schema_version": 1, "cells": [{}]}'),
        ("summary.json", b'{"schema_version": 1, "cells": 7}'),
        ("summary.json", b'{"schema_version": true, "cells": [1]}'),
        ("provenance.json", b"null"),
        ("provenance.json", b'{"schema_version": 99}'),
        ("provenance.json", b'{"schema_version": 1, "complete": true}'),
        ("results.parquet", b"PAR1"),
        ("results.parquet", b"\x80\x04\x95\x00"),
        ("experiment.toml", b"\xff\xff"),
    ],
)
def test_results_by_hand(name, data, made, tmp_path):
    folder = tmp_path / "out"
    shutil.copytree(made, folder)
    (folder / name).write_bytes(data)
    code, _ = ran("report", str(folder))
    assert code == (0 if name == "results.parquet" else 3)
    assert (folder / "report.html").exists() == (code == 0)


@pytest.mark.parametrize(
    "name", [".lock", "summary.json", "report.html", "parts", "parts/0000-baseline-novice-rounds-5"]
)
def test_links_are_not_followed(name, made, tmp_path, game):
    folder, outside = tmp_path / "out", tmp_path / "outside"
    shutil.copytree(made, folder)
    path = folder / name
    if path.is_dir():
        shutil.rmtree(path)
        outside.mkdir()
    else:
        path.unlink(missing_ok=True)
        outside.write_text("mine")
    path.symlink_to(outside)
    before = outside.stat().st_mtime_ns
    assert ran("report", str(folder))[0] == 3
    (tmp_path / "e.toml").write_text(TEXT)
    assert ran("run", str(tmp_path / "e.toml"), "-o", str(folder))[0] == 3
    assert outside.stat().st_mtime_ns == before
    assert outside.is_dir() or outside.read_text() == "mine"


def test_results_are_never_unpickled():
    package = Path(__file__).parents[2] / "mkbalance"
    for layer in ("study", "stats", "report", "cli"):
        for file in (package / layer).rglob("*.py"):
            text = file.read_text()
            for word in ("import pickle", "pickle.load", "read_pickle", "allow_pickle=True", "eval(", "exec(", "yaml"):
                assert word not in text, f"{word} in {file.name}"
