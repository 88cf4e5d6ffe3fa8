"""The commands on Mage Knight itself."""

import subprocess
import sys

import pytest

from mkbalance import games

ATD = "against_the_dragon/solo"


@pytest.fixture(autouse=True)
def game(monkeypatch):
    """Play the real game, not the small one of this folder."""
    monkeypatch.setattr(games, "_LOADED", {})
    return games.get_game()


def test_same_checksum_for_any_workers_another_for_another_seed(document):
    words = ["simulate", ATD, "-p", "tovak:random", "-n", "300"]
    one = document(*words, "--seed", "7")
    for more in (["-j", "2"], ["-j", "2", "--backend", "threading"]):
        assert document(*words, "--seed", "7", *more)["checksum"] == one["checksum"]
    assert document(*words, "--seed", "8")["checksum"] != one["checksum"]
    assert document(*words, "--seed", "7", "--set", "scenario.dragon.heads.war=9")["checksum"] != one["checksum"]
    assert set(one["heads"]) == {"war", "famine", "death", "pestilence"}


def test_play_is_a_game_of_simulate(document, cli, tmp_path):
    import pyarrow.parquet as pq

    target = tmp_path / "games.parquet"
    assert cli("simulate", ATD, "-p", "goldyx:random", "-n", "5", "--seed", "3", "-o", str(target), "-q")[0] == 0
    table = pq.read_table(target).to_pylist()
    found = document("play", ATD, "-p", "goldyx:random", "--seed", "3", "--game", "4", "--map", str(tmp_path / "m.svg"))
    row = found["events"][-1]["row"]
    assert {name: table[4][name] for name in row if name in table[4] and isinstance(table[4][name], int)} == {
        name: row[name] for name in row if name in table[4] and isinstance(table[4][name], int)
    }
    assert row["score"] == table[4]["score"]
    assert (tmp_path / "m.svg").stat().st_size > 1000


def test_exercise_prints_counts_and_what_is_under_the_bar(document, cli):
    """With fewer games than the bars are for what falls short is listed and no failure; bad arguments are refused."""
    found = document("check", "--exercise", "-n", "60", "--scenario", "solo_blitz/solo", "--seed", "2")
    assert found["games"] == 60
    assert found["faults"] == []
    assert found["counts"]["actions"]["end_turn"] > 60
    assert found["bars"]["cards"] == 50
    assert "Skills: tovak_double_time" in found["under"] or found["counts"]["Skills"]["tovak_double_time"] >= 50
    code, out, _ = cli("check", "--exercise", "-n", "60", "--scenario", "solo_blitz/solo", "-q")
    assert code == 0
    assert "under the bar:" in out
    assert "deck and discard pile" in out
    assert cli("check", "--exercise", "--scenario", "solo_blits/solo")[0] == 2
    assert cli("check", "--exercise", "-n", "0")[0] == 2


def test_one_scenario_with_its_switches(document, cli):
    shown = document("scenarios", "first_reconnaissance")["scenario"]
    assert (shown["id"], shown["parameters"]["edition"]) == ("first_reconnaissance/solo", "apocalypse_dragon")
    assert shown["rules"]["reward_order"] == "player"
    assert "p. 2" in shown["source"]
    code, out, _ = cli("scenarios", "against_the_dragon/solo")
    assert "--set scenario.dragon.heads.pestilence=4" in out.splitlines()[-2]
    assert "true and false" in out.splitlines()[-1]
    code, out, err = cli("scenarios", "solo_conquets")
    assert (code, out) == (2, "") and "solo_conquest" in err


def test_rulings_as_a_table(document, cli):
    rows = document("show", "rules")["facts"]
    assert {"number", "id", "kind", "default", "values", "reading"} <= set(rows[0])
    code, out, _ = cli("show", "rules")
    assert code == 0
    assert len(out.splitlines()) == len(rows) + 1
    assert document("show", "rules", "night_costs")["facts"]["values"] == ["forest_and_desert", "all_land"]
    code, _, err = cli("simulate", ATD, "-n", "1", "--set", "rules.night_costs=all_lands")
    assert code == 3 and "all_land" in err
    code, _, err = cli("simulate", ATD, "-n", "1", "--set", "rules.night_cost=all_land")
    assert code == 2 and "night_costs" in err


def test_bench(document):
    found = document("bench", "-p", "tovak:random", "-n", "50", "--repeat", "2")
    assert [case["scenario"] for case in found["cases"]] == [ATD, "first_reconnaissance/solo"]
    assert found["state_bytes"] <= 8192
    for case in found["cases"]:
        assert {
            "scenario",
            "player",
            "games",
            "games_per_second",
            "actions_per_second",
            "ns_per_action",
            "checksum",
        } <= set(case)


def test_check_and_info(document):
    found = document("check")
    assert found["entries"] == sum(table["entries"] for table in found["tables"].values())
    assert all("." in name for name in found["unimplemented"])
    assert document("info")["game"]["build"] in ("release", "debug", "sanitize", "gcov")


@pytest.mark.parametrize(
    ("words", "code", "parts"),
    [
        (["simulate", "against_the_dragn/solo"], 2, ["against_the_dragon/solo"]),
        (["simulate", "against_the_dragon/coop", "-p", "tovak", "-p", "goldyx"], 2, ["cannot be played yet"]),
        (["simulate", ATD, "-p", "tovk"], 2, ["did you mean 'tovak'"]),
        (["simulate", ATD, "-p", "tovak:compitent"], 2, ["did you mean 'competent'"]),
        (["simulate", ATD, "-n", "0"], 2, ["-n/--games"]),
        (["simulate", ATD, "--set", "scenario.dragon.heads.wor=3"], 2, ["did you mean 'war'"]),
        (["simulate", ATD, "--set", "scenario.rounds=99"], 3, ["scenario.rounds", "99"]),
        (["simulate", ATD, "--set", "content.enemies.prowlers.armor=x"], 3, ["prowlers.armor"]),
        (["simulate", ATD, "--set", "content.enemies.prowler.armor=4"], 2, ["did you mean 'prowlers'"]),
        (["play", ATD, "--map", "/nowhere/at/all/map.svg"], 3, ["--map"]),
        (["play", ATD, "--game", "-1"], 2, ["--game"]),
        (["show", "enemies", "prowler"], 2, ["did you mean 'prowlers'"]),
        (["show", "enemy"], 2, ["did you mean 'enemies'"]),
        (["bench", "against_the_dragon/sole"], 2, ["against_the_dragon/solo"]),
    ],
)
def test_refused(cli, words, code, parts):
    found, out, err = cli(*words)
    assert found == code
    assert out == ""
    for part in parts:
        assert part in err
    assert "Traceback" not in err


def test_broken_player_file(cli, tmp_path):
    broken = tmp_path / "bad.toml"
    broken.write_text("x = [")
    for path in (broken, tmp_path / "missing.toml"):
        code, out, err = cli("simulate", ATD, "-n", "5", "-p", f"tovak:{path}")
        assert code in (2, 3)
        assert path.name in err
        assert out == ""


def test_told_game_as_a_program():
    words = [sys.executable, "-m", "mkbalance", "play", ATD, "-p", "tovak:random", "--seed", "7"]
    runs = [subprocess.run(words, capture_output=True, text=True, timeout=60, check=True) for _ in range(2)]
    assert runs[0].stdout == runs[1].stdout
    assert runs[0].stdout.startswith(f"{ATD}, game 0: tovak:random\n")
    assert runs[0].stderr == ""


def test_check_lists_every_entry_with_rule_and_test(cli):
    code, out, _ = cli("check", "--entries")
    assert code == 0
    lines = [line.split() for line in out.splitlines() if line.startswith("spells.fireball.powered ")]
    assert len(lines) == 1
    assert "R6.3," in lines[0]
    assert lines[0][-1].startswith("tests/mageknight/")


def test_a_scenario_without_victory_has_no_win_rate(document, cli):
    """The Fractured Lands are played for the score alone (A.12.7)."""
    words = ["fractured_lands/solo", "-p", "tovak:random", "-n", "20", "--seed", "3"]
    assert document("simulate", *words)["win_rate"] is None
    code, out, _ = cli("simulate", *words, "-q")
    assert code == 0
    assert "no victory" in out and "0.0%" not in out
    code, out, _ = cli("compare", *words, "--set-b", "scenario.rounds=3", "-q")
    assert code == 0
    assert "win rate" not in out and "score" in out
