"""Every command: exit codes, stdout against stderr, JSON documents, messages."""

import io
import json

import pandas as pd
import pyarrow.parquet as pq
import pytest

from mkbalance.cli.output import override
from mkbalance.errors import UsageError

ATD = "against_the_dragon/solo"
KEYS = {
    "schema_version",
    "scenario",
    "players",
    "overrides",
    "games",
    "seed",
    "key",
    "win_rate",
    "score",
    "rounds",
    "heads",
    "actions",
    "seconds",
    "games_per_second",
    "checksum",
    "content",
    "notes",
}


def test_simulate_json(document):
    found = document("simulate", ATD, "-p", "tovak:expert", "-n", "200", "--seed", "7")
    assert set(found) >= KEYS
    assert {"value", "low", "high"} <= set(found["win_rate"])
    assert {"mean", "low", "high", "sd", "q05", "q25", "q50", "q75", "q95", "method"} <= set(found["score"])
    assert set(found["heads"]) == {"war", "famine", "death", "pestilence"}
    assert set(found["content"]) == {"hash", "estimated"}
    assert len(found["checksum"]) == 64
    assert (found["games"], found["seed"], found["players"]) == (200, 7, ["tovak:expert"])


def test_same_seed_same_rows_for_any_workers(document):
    base = ("simulate", ATD, "-n", "400", "--seed", "7")
    one = document(*base)
    for more in (("-j", "2"), ("-j", "2", "--backend", "threading")):
        assert document(*base, *more)["checksum"] == one["checksum"]
    assert document("simulate", ATD, "-n", "400", "--seed", "0")["checksum"] != one["checksum"]


def test_text_goes_to_stdout_and_notes_to_stderr(cli):
    code, out, err = cli("simulate", ATD, "-n", "50", "--set", "scenario.dragon.heads.war=7")
    assert (code, err) == (0, "")
    assert "win rate" in out
    assert "scenario.dragon.heads.war = 7" in out
    assert "(seed " in out
    code, out, err = cli("play", ATD)
    assert code == 0
    assert err.startswith("seed ")
    assert "seed" not in out
    assert cli("play", ATD, "--quiet")[2] == ""


def test_output_file(cli, tmp_path):
    path = tmp_path / "games.parquet"
    code, _, err = cli("simulate", ATD, "-n", "150", "--seed", "7", "-o", str(path))
    assert code == 0
    assert f"wrote {path}" in err
    frame = pd.read_parquet(path)
    assert frame.game.tolist() == list(range(150))
    assert set(frame.hero) == {"tovak"}
    provenance = json.loads(pq.read_schema(path).metadata[b"mkbalance.provenance"])
    assert provenance["complete"] is True
    assert provenance["parameters"]["seed"] == 7
    assert [item.name for item in tmp_path.iterdir()] == ["games.parquet"]
    assert "replacing" in cli("simulate", ATD, "-n", "10", "--seed", "7", "-o", str(path))[2]
    assert len(pd.read_parquet(path)) == 10


@pytest.mark.parametrize("name", ["no/such/folder/x.parquet", "folder.parquet", "/dev/null/x.parquet"])
def test_unwritable_output_is_found_before_playing(cli, tmp_path, monkeypatch, name):
    import fakegame

    (tmp_path / "folder.parquet").mkdir()
    monkeypatch.setattr(fakegame.FakePrepared, "run", lambda *_: pytest.fail("played first"))
    code, out, err = cli("simulate", ATD, "-n", "10", "-o", str(tmp_path / name))
    assert (code, out) == (3, "")
    assert err.startswith("error: -o/--output")


def test_failed_write_leaves_the_old_file(cli, tmp_path, monkeypatch):
    path = tmp_path / "games.parquet"
    path.write_bytes(b"old")

    def broken(table, where, **_):
        where.write_bytes(b"half")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(pq, "write_table", broken)
    code, _, err = cli("simulate", ATD, "-n", "10", "--seed", "1", "-o", str(path))
    assert code == 3
    assert "No space left on device" in err
    assert path.read_bytes() == b"old"
    assert [item.name for item in tmp_path.iterdir()] == ["games.parquet"]


@pytest.mark.parametrize(
    ("words", "code", "parts"),
    [
        (["simulat"], 2, ["'simulat'", "did you mean 'simulate'"]),
        (["--jso"], 2, ["--jso"]),
        ([ATD], 2, ["no such choice"]),
        (["simulate"], 2, ["SCENARIO"]),
        (["simulate", ATD, "--sed", "3"], 2, ["--sed", "did you mean '--seed'"]),
        (["simulate", ATD, "--seed", "x"], 2, ["--seed", "'x'"]),
        (["simulate", ATD, "--seed", "-1"], 2, ["seed", "-1"]),
        (["simulate", ATD, "-n", "0"], 2, ["-n/--games", "0", "1 to"]),
        (["simulate", ATD, "-n", "1.5"], 2, ["-n/--games", "1.5"]),
        (["simulate", ATD, "-j", "0"], 2, ["jobs", "0"]),
        (["simulate", ATD, "--backend", "lokey"], 2, ["backend", "did you mean 'loky'"]),
        (["simulate", ATD, "-o", "x.csv"], 2, ["-o/--output", ".parquet"]),
        (["simulate", "against_the_dragn/solo"], 2, [f"did you mean '{ATD}'"]),
        (["simulate", ATD, "-p", "tovac"], 2, ["tovac", "did you mean 'tovak'"]),
        (["simulate", ATD, "-p", "tovak:expret"], 2, ["did you mean 'expert'"]),
        (["simulate", ATD, "--set", "scenario.dragon.heads.wra=7"], 2, ["did you mean 'scenario.dragon.heads.war'"]),
        (["simulate", ATD, "--set", "scenario.dragon.heads.war=99"], 3, ["99", "1 to 12"]),
        (["simulate", ATD, "--set", "scenario.dragon.heads.war=seven"], 3, ["seven"]),
        (["simulate", ATD, "--set", "scenario.dragon.heads.war"], 2, ["PATH=VALUE"]),
        (["simulate", ATD, "--set", "scenario.dragon.heads.war=1.2.3"], 2, ["is not a value", "1.2.3"]),
        (["compare", ATD], 2, ["--set-a, --set-b"]),
        (["play", ATD, "--game", "-1"], 2, ["--game", "-1"]),
        (["play", ATD, "--map", "/no/such/x.svg"], 3, ["--map"]),
        (["show", "enemis"], 2, ["did you mean 'enemies'"]),
        (["show", "enemies", "prowler"], 2, ["did you mean 'prowlers'"]),
        (["run", "/no/such.toml"], 3, ["/no/such.toml", "cannot be read"]),
        (["report", "/no/such"], 3, ["/no/such", "no study"]),
        (["bench", "--repeat", "0"], 2, ["--repeat"]),
    ],
)
def test_refused(cli, words, code, parts):
    found, out, err = cli(*words)
    assert (found, out) == (code, "")
    assert err.startswith("error: ")
    assert err.count("\n") == 1
    for part in parts:
        assert part in err
    found, out, err = cli(*words, "--json")
    assert found == code
    assert json.loads(out)["error"]["exit_code"] == code
    assert err.startswith("error: ")


def test_fault_exits_1_with_the_replay_command(cli):
    code, out, err = cli("simulate", ATD, "-n", "300", "--seed", "7", "--set", "scenario.fault_at=123")
    assert (code, out) == (1, "")
    assert f"mkbalance play {ATD} -p tovak:competent --set scenario.fault_at=123 --seed 7 --game 123" in err


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("a.b=7", 7),
        ("a=-1", -1),
        ("a=1.5", 1.5),
        ("a=true", True),
        ("a=friendly", "friendly"),
        ('a="x y"', "x y"),
        ("a=[1, 2]", [1, 2]),
        ("a = 7", 7),
        ("a=tovak:expert/fighter", "tovak:expert/fighter"),
        ("a=x=y", None),
        ("a=1\nb=2", None),
        ("a={}", None),
        ("=1", None),
        ("a=", None),
        ("a='open", None),
    ],
)
def test_override_values(text, value):
    if value is None:
        with pytest.raises(UsageError):
            override(text)
    else:
        found = override(text)[1]
        assert (found, type(found)) == (value, type(value))


def test_compare_margin(document, cli):
    words = ("compare", ATD, "--set-b", "scenario.dragon.heads.war=8", "-n", "300", "--margin", "win=0.9")
    assert document(*words, "--json")["equivalence"]["win"]["equivalent"]
    code, out, _ = cli(*words)
    assert code == 0 and "no difference beyond 90" in out
    code, out, err = cli(*words[:-1], "wn=0.9")
    assert (code, out) == (2, "") and "did you mean 'win'?" in err


def test_compare(document, cli):
    words = ("compare", ATD, "--set-b", "scenario.dragon.heads.war=8", "-n", "300", "--seed", "7")
    found = document(*words)
    for name in ("win_rate", "score", "rounds"):
        assert {"a", "b", "difference", "low", "high", "variance_ratio", "method"} <= set(found["difference"][name])
    assert found["difference"]["win_rate"]["high"] < 0
    assert found["a"]["overrides"] == {}
    assert found["b"]["overrides"] == {"scenario.dragon.heads.war": 8}
    code, out, _ = cli(*words)
    assert code == 0
    assert "variance ratio" in out
    same = document(
        "compare",
        ATD,
        "--set",
        "scenario.rounds=5",
        "--set-a",
        "scenario.dragon.heads.war=4",
        "--set-b",
        "scenario.dragon.heads.war=4",
        "-n",
        "50",
        "--seed",
        "7",
    )
    assert same["difference"]["identical"] is True
    assert same["difference"]["win_rate"]["difference"] == 0


def test_play(document, cli, tmp_path):
    found = document("play", ATD, "--seed", "7", "--game", "3", "--map", str(tmp_path / "map.svg"))
    assert found["events"][-1]["event"] == "end"
    assert (tmp_path / "map.svg").exists()
    rows = document("simulate", ATD, "--seed", "7", "-n", "4")
    assert rows["seed"] == found["seed"]
    code, out, _ = cli("play", ATD, "--seed", "7", "--game", "3")
    assert code == 0
    assert out.startswith("Game 3: ")


def test_lists(document, cli):
    assert [item["id"] for item in document("scenarios")["scenarios"]] == [ATD, "other/solo"]
    assert "tovak" in document("players")["heroes"]
    assert document("show")["facts"] == ["enemies"]
    assert document("show", "enemies")["facts"] == ["prowlers"]
    assert document("show", "enemies", "prowlers")["facts"]["armor"] == 3
    assert document("info")["game"]["state_bytes"] == 64
    for words in (["scenarios"], ["players"], ["show"], ["show", "enemies"], ["show", "enemies", "prowlers"], ["info"]):
        code, out, err = cli(*words)
        assert (code, err) == (0, "")
        assert out.strip()


def test_check(document, cli, game, monkeypatch):
    assert document("check")["entries"] == 1
    assert cli("check")[0] == 0
    report = {**game.check(), "unimplemented": ["skills.x"]}
    monkeypatch.setattr(type(game), "check", lambda self: report)
    assert cli("check")[0] == 0
    code, _, err = cli("check", "--strict")
    assert code == 4
    assert "skills.x" in err
    report["failed"] = ["count of enemies"]
    code, out, _ = cli("check", "--json")
    assert code == 4
    assert "count of enemies" in json.loads(out)["error"]["message"]


def test_bench(document, tmp_path):
    history = tmp_path / "bench" / "history.jsonl"
    found = document("bench", "-n", "40", "--repeat", "2", "--history", str(history))
    assert [case["player"] for case in found["cases"]] == ["tovak:novice", "tovak:competent", "tovak:expert"]
    for case in found["cases"]:
        assert case["repeatable"]
        assert len(case["checksum"]) == 64
        assert case["scenario"] == ATD
        assert case["ns_per_action"] == pytest.approx(1e9 / case["actions_per_second"], rel=0.01)
    assert found["state_bytes"] == 64
    document("bench", "-n", "40", "--repeat", "1", "--history", str(history))
    lines = [json.loads(line) for line in history.read_text().splitlines()]
    assert [line["cases"][0]["checksum"] for line in lines] == [found["cases"][0]["checksum"]] * 2


EXPERIMENT = f"""
schema = 1
name = "tiny"
seed = 5
games = {{ per_cell = 100 }}
[baseline]
scenario = "{ATD}"
players = ["tovak"]
[[factors]]
name = "skill"
skills = ["novice", "expert"]
"""


def test_run_and_report(document, cli, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "e.toml").write_text(EXPERIMENT)
    planned = document("run", "e.toml", "--dry-run")
    assert (len(planned["cells"]), planned["games"]) == (2, 200)
    assert planned["forecast"]["games"] == 200
    assert planned["forecast"]["seconds"] > 0
    assert planned["forecast"]["bytes"] > 0
    code, out, _ = cli("run", "e.toml", "--dry-run")
    assert code == 0
    assert "2 cells x 100 games = 200 games, seed 5, 1 comparisons" in out
    assert "on disk" in out
    assert not (tmp_path / "results").exists()
    code, out, err = cli("run", "e.toml", "-j", "1")
    assert code == 0
    assert "report: results/tiny/report.html" in out
    assert "novice" in out
    assert "2 cells of 100 games" in err
    found = document("run", "e.toml", "-j", "1", "--resume")
    assert (found["games_played"], found["games_kept"]) == (0, 200)
    code, out, _ = cli("report", "results/tiny", "-o", "other.html")
    assert (code, out.strip()) == (0, "other.html")
    assert (tmp_path / "other.html").read_text() == (tmp_path / "results/tiny/report.html").read_text()
    (tmp_path / "e.toml").write_text(EXPERIMENT.replace("skills", "skils"))
    code, _, err = cli("run", "e.toml")
    assert code == 3
    assert "factors[0].skils: unknown key; did you mean 'skills'?" in err


def test_new_writes_a_file_that_runs(document, cli, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code, out, err = cli("new", "war-head")
    assert (code, out) == (0, "war-head.toml\n")
    assert "mkbalance run war-head.toml --dry-run" in err
    planned = document("run", "war-head.toml", "--dry-run")
    assert [cell["name"] for cell in planned["cells"]] == ["baseline", "war7"]
    text = (tmp_path / "war-head.toml").read_text()
    # every commented key is a valid one: uncomment the factors, the design, the metrics and the report
    keys = ("[[fac", "[des", "kind", "met", "rep", "name", "path", "values", "skills")
    commented = tuple(f"# {key}" for key in keys)
    shown = "\n".join(line[2:] if line.startswith(commented) else line for line in text.splitlines())
    top = [line for line in shown.splitlines() if line.startswith(("metrics", "report"))]
    body = "\n".join(line for line in shown.splitlines() if line not in top)
    (tmp_path / "full.toml").write_text(body.replace("[games]", "\n".join(top) + "\n[games]", 1))
    assert len(document("run", "full.toml", "--dry-run")["cells"]) == 2 * 2 * 2
    assert cli("new", "war-head")[0] == 3
    assert (tmp_path / "war-head.toml").read_text() == text
    for name in ("../x", "a/b", "", ".x", "x" * 100):
        code, _, err = cli("new", name)
        assert code == 2
        assert "is not the name of a study" in err
    assert cli("new", "x", "-o", "nowhere")[0] == 3


@pytest.mark.parametrize(
    ("words", "games"),
    [
        (["--half-width", "0.01"], 9600),
        (["--half-width", "0.01", "--rate", "0.1"], 3461),
        (["--difference", "0.5", "--sd", "1", "--power", "0.8"], 63),
        (["--win-difference", "0.05", "--changed", "0.15"], 627),
    ],
)
def test_power(document, cli, words, games):
    found = document("power", *words)
    assert found["games"] == pytest.approx(games, rel=0.01)
    assert f"{found['games']:,} games of each setting" in cli("power", *words)[1]


@pytest.mark.parametrize(
    ("words", "part"),
    [
        ([], "exactly one question"),
        (["--half-width", "0.1", "--difference", "1"], "exactly one question"),
        (["--difference", "1"], "--sd: is missing"),
        (["--win-difference", "0.1"], "--changed: is missing"),
        (["--win-difference", "0.1", "--changed", "0.05"], "--win-difference: changed lies between"),
        (["--half-width", "0"], "--half-width: half_width lies between"),
        (["--half-width", "x"], "--half-width: must be a number"),
        (["--half-width", "nan"], "--half-width: must be a number"),
        (["--half-width", "0.1", "--alpha", "1"], "--alpha: must lie between 0 and 1"),
    ],
)
def test_power_refused(cli, words, part):
    code, out, err = cli("power", *words)
    assert (code, out) == (2, "")
    assert part in err


SEARCH = """
[tune]
target = 0.5
games = 500
points = 8
parameters = [{ name = "war", path = "scenario.dragon.heads.war", low = 1, high = 12 }]
[sensitivity]
points = 4
games = 100
parameters = [
  { name = "war", path = "scenario.dragon.heads.war", low = 1, high = 12 },
  { path = "scenario.rounds", low = 1, high = 12 },
]
"""


def test_tune_and_sensitivity(document, cli, tmp_path, monkeypatch):
    pytest.importorskip("SALib")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "e.toml").write_text(EXPERIMENT + SEARCH)
    code, out, err = cli("tune", "e.toml", "-j", "1", "-o", "t.json")
    assert code == 0
    assert "win meets 0.5 at war = " in out
    assert "war = 12: win" in err
    assert json.loads((tmp_path / "t.json").read_text())["target"] == 0.5
    assert document("tune", "e.toml", "-j", "1")["parameter"] == "war"
    code, out, err = cli("sensitivity", "e.toml", "-j", "1")
    assert code == 0
    assert "Morris, 12 points, 100 games each" in out
    assert "rounds" in out
    found = document("sensitivity", "e.toml", "-j", "1")
    assert set(found["metrics"]) == {"win", "score", "rounds"}
    assert cli("tune", "e.toml", "-o", "no/such/t.json")[0] == 3
    (tmp_path / "e.toml").write_text(EXPERIMENT)
    assert cli("tune", "e.toml")[0] == 3


def test_knockout(document, cli, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    words = ("knockout", ATD, "-n", "200", "--seed", "3", "-j", "1")
    code, out, _ = cli(*words)
    assert code == 0
    assert "without heads.war" in out
    assert "same games" in out
    found = document(*words, "--metric", "win", "--kind", "heads", "-o", "out")
    assert [item["b"] for item in found["comparisons"]] == ["without heads.none", "without heads.war"]
    assert (tmp_path / "out" / "results.parquet").exists()
    assert cli(*words, "--kind", "head")[0] == 2
    assert cli(*words, "--metric", "scor", "-o", "other")[0] == 3


def test_chance(document, cli, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    words = ("chance", ATD, "-n", "1500", "--seed", "3", "-j", "1")
    code, out, _ = cli(*words)
    assert code == 0
    assert "BY ITSELF" in out
    assert "variance of score, 1,500 games" in out
    found = document(*words, "--metric", "win", "-o", "out")
    assert (found["metric"], found["games"], found["seed"]) == ("win", 1500, 3)
    assert set(found["shares"]) == {"coin", "deal", "interplay of sources"}
    printed = [line.split()[0] for line in out.splitlines()[1:4]]
    assert sorted(printed[:2]) == ["coin", "deal"]
    assert printed[2] == "interplay"
    assert (tmp_path / "out" / "results.parquet").exists()
    assert cli(*words, "--metric", "scor", "-o", "other")[0] == 3


def test_verify(document, cli, monkeypatch):
    from mkbalance.study import verification

    monkeypatch.setattr(verification, "GAMES", 200)
    found = document("verify", "-c", "placebo", "-j", "1")
    assert [check["passed"] for check in found["checks"]] == [True]
    code, out, err = cli("verify", "-c", "placebo", "-j", "1")
    assert code == 0
    assert "placebo" in out
    assert err.startswith("ok ")
    failing = verification.Check("placebo", False, "3", "0")
    monkeypatch.setitem(verification.CHECKS, "placebo", lambda bench: [failing])
    code, out, err = cli("verify", "-c", "placebo", "--json")
    assert code == 4
    assert json.loads(out)["error"]["message"] == "1 of 1 failed: placebo"
    assert cli("verify", "-c", "placeb")[0] == 2


def test_strange_text_does_not_move_the_cursor(cli, tmp_path):
    path = tmp_path / "e.toml"
    path.write_text('schema = 1\n"\\u001b[31mred\\u202e" = 1\n')
    code, out, err = cli("run", str(path))
    assert (code, out) == (3, "")
    assert "\x1b[31mred\u202e" not in err
    assert "\\x1b[31mred\\u202e" in err


def test_mistakes_are_listed_in_json(cli, tmp_path):
    path = tmp_path / "e.toml"
    path.write_text(EXPERIMENT.replace("seed = 5", "seed = -5").replace('"expert"', '"expret"'))
    code, out, _ = cli("run", str(path), "--json")
    assert code == 3
    found = json.loads(out)["error"]["mistakes"]
    assert [(item["where"], item["given"], item["nearest"]) for item in found] == [
        ("seed", -5, None),
        ("factors[0].skills[1]", "tovak:expret", "expert"),
    ]


def test_interrupt_keeps_what_finished(cli, tmp_path, monkeypatch):
    import fakegame

    play = fakegame.FakePrepared.run

    def run(self, key, first, count):
        if first >= 64:
            raise KeyboardInterrupt
        return play(self, key, first, count)

    monkeypatch.setattr(fakegame.FakePrepared, "run", run)
    code, out, err = cli("simulate", ATD, "-n", "500", "--seed", "7", "-o", str(tmp_path / "games.parquet"))
    assert (code, out) == (130, "")
    assert "interrupted after 64 of 500 games of seed 7" in err
    assert [item.name for item in tmp_path.iterdir()] == ["games.partial.parquet"]
    kept = tmp_path / "games.partial.parquet"
    assert len(pd.read_parquet(kept)) == 64
    assert json.loads(pq.read_schema(kept).metadata[b"mkbalance.provenance"])["complete"] is False


def test_help_and_version(cli):
    code, out, _ = cli("--help")
    assert code == 0
    assert "simulate" in out
    assert cli()[0] == 0
    for command in (
        "simulate",
        "play",
        "compare",
        "run",
        "report",
        "check",
        "bench",
        "info",
        "show",
        "new",
        "power",
        "tune",
        "sensitivity",
    ):
        assert cli(command, "-h")[0] == 0
    assert cli("--version")[1].startswith("mkbalance ")


def test_progress_only_on_a_terminal(monkeypatch):
    from mkbalance.cli import output

    class Terminal(io.StringIO):
        def isatty(self):
            return True

    plain = io.StringIO()
    monkeypatch.setattr("sys.stderr", plain)
    with output.progress(1000) as moved:
        moved(10, "cell")
        assert plain.getvalue() == ""  # a short run says nothing
        moved._next = 0.0
        moved._started -= 40
        moved(240, "cell")
        moved(250, "cell")
    assert plain.getvalue() == "250 of 1,000 games (25 %), about 2 minutes left\n".replace("25 %", "25%")
    screen = Terminal()
    monkeypatch.setattr("sys.stderr", screen)
    monkeypatch.setenv("TERM", "xterm")
    with output.progress(10) as moved:
        moved(10, "cell")
    with output.progress(10, quiet=True) as moved:
        assert moved is None
