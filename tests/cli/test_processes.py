"""The command line as a process of its own: signals, closed and full outputs, start-up."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ATD = "against_the_dragon/solo"
RUN = (  # a shell without job control lets what it starts in the background ignore Ctrl-C
    "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
    "import sys, fakegame; fakegame.install(); from mkbalance.cli.app import main; sys.exit(main())"
)
EXPERIMENT = f"""
schema = 1
name = "slow"
seed = 5
games = {{ per_cell = 400 }}
[baseline]
scenario = "{ATD}"
players = ["tovak"]
set = {{ "scenario.slow_us" = SLOW }}
[[factors]]
name = "skill"
skills = ["novice", "expert"]
"""


def environment():
    path = os.pathsep.join([str(ROOT), str(ROOT / "tests" / "study")])
    return {**os.environ, "PYTHONPATH": path}


def start(*words, **options):
    return subprocess.Popen(
        [sys.executable, "-c", RUN, *words],
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        **options,
    )


def parts(folder):
    return sorted(path.name for path in folder.glob("parts/*/*.parquet"))


@pytest.mark.slow
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_keeps_parts_and_resumes(tmp_path, jobs):
    (tmp_path / "e.toml").write_text(EXPERIMENT.replace("SLOW", "8000"))
    words = ("run", "e.toml", "-o", "out", "-j", jobs)
    process = start(*words, cwd=tmp_path)
    deadline = time.monotonic() + 60
    while len(parts(tmp_path / "out")) < 3 and time.monotonic() < deadline and process.poll() is None:
        time.sleep(0.02)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: the whole group
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    assert out == ""
    assert "finished parts are kept in out" in err
    assert "Traceback" not in err
    kept = parts(tmp_path / "out")
    assert kept
    assert not list(tmp_path.rglob("*.tmp"))
    assert json.loads((tmp_path / "out" / "provenance.json").read_text())["complete"] is False
    again = start(*words, "--resume", "--json", cwd=tmp_path)
    out, err = again.communicate(timeout=120)
    assert again.returncode == 0, err
    found = json.loads(out)
    assert found["games_kept"] > 0
    assert found["games_kept"] + found["games_played"] == 800
    one_go = start("simulate", ATD, "-p", "tovak:novice", "-n", "400", "--seed", "5", "--json")
    assert found["cells"][0]["checksum"] == json.loads(one_go.communicate(timeout=60)[0])["checksum"]


@pytest.mark.slow
def test_kill_keeps_parts_and_resumes(tmp_path):
    (tmp_path / "e.toml").write_text(EXPERIMENT.replace("SLOW", "3000"))
    words = ("run", "e.toml", "-o", "out", "-j", "1")
    process = start(*words, cwd=tmp_path)
    deadline = time.monotonic() + 60
    while len(parts(tmp_path / "out")) < 2 and time.monotonic() < deadline and process.poll() is None:
        time.sleep(0.02)
    process.kill()
    process.communicate(timeout=60)
    again = start(*words, "--json", cwd=tmp_path)
    out, err = again.communicate(timeout=120)
    assert again.returncode == 0, err
    assert json.loads(out)["games_kept"] > 0
    assert json.loads(out)["games_kept"] + json.loads(out)["games_played"] == 800


def test_ctrl_c_of_simulate(tmp_path, monkeypatch):
    started = tmp_path / "started"
    monkeypatch.setenv("FAKEGAME_STARTED", str(started))
    words = ("simulate", ATD, "-n", "100000", "--set", "scenario.slow_us=2000", "--seed", "1", "--json")
    process = start(*words, cwd=tmp_path)
    deadline = time.monotonic() + 60
    while not started.exists() and time.monotonic() < deadline and process.poll() is None:
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    assert "Traceback" not in err
    assert json.loads(out)["error"]["exit_code"] == 130


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_full_stdout():
    with Path("/dev/full").open("w") as full:
        process = subprocess.run(
            [sys.executable, "-c", RUN, "scenarios"],
            env=environment(),
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert process.returncode == 3
    assert process.stderr == "error: standard output: No space left on device\n"


def test_closed_stdout():
    process = start("scenarios")
    process.stdout.close()
    error = process.stderr.read()
    assert process.wait(timeout=60) == 0
    assert error == ""


def test_help_imports_nothing_heavy():
    code = (
        "import sys; from mkbalance.cli.app import main; main(['simulate', '--help']); main(['--help']); "
        "heavy = {'numpy', 'pandas', 'scipy', 'joblib', 'pydantic', 'rich', 'jinja2'} & set(sys.modules); "
        "sys.exit(repr(heavy) if heavy else 0)"
    )
    process = subprocess.run(
        [sys.executable, "-c", code], env=environment(), capture_output=True, text=True, check=False
    )
    assert process.returncode == 0, process.stderr


def test_simulate_imports_neither_pandas_nor_scipy():
    code = RUN.replace(
        "sys.exit(main())",
        (
            "main(['simulate', 'against_the_dragon/solo', '-n', '20', '--seed', '1']); "
            "heavy = {'pandas', 'scipy', 'matplotlib', 'jinja2', 'pydantic', 'pyarrow'} & set(sys.modules); "
            "sys.exit(repr(heavy) if heavy else 0)"
        ),
    )
    process = subprocess.run(
        [sys.executable, "-c", code], env=environment(), capture_output=True, text=True, check=False
    )
    assert process.returncode == 0, process.stderr
