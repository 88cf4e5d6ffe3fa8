"""What stands on the page of a report: figures by design, downloads, who played, what was shaken."""

import base64
import csv
import io
import json
import re

import numpy as np
import pytest

from mkbalance.cli.app import main
from mkbalance.report.answer import answer
from mkbalance.report.build import build, render
from mkbalance.report.pictures import pictures
from mkbalance.report.tables import downloads
from mkbalance.report.trust import by_strength, estimates, players
from mkbalance.study import course, shaking


def opened(file):
    kind, _, data = file["link"].partition(";base64,")
    assert kind.startswith("data:")
    return base64.b64decode(data).decode()


def test_every_figure_says_what_n_and_which_interval(study):
    found = pictures(study().summary())
    assert len({picture.name for picture in found}) == len(found)
    for picture in found:
        assert "n = 120" in picture.about, picture.title
        assert re.search(r"interval|band|quantile", picture.about), picture.title
        assert len(picture.alt) > 30, picture.title
        assert picture.caption.endswith("."), picture.title
    titles = [picture.title for picture in found]
    assert "Win rate by war: competent" in titles
    assert "war and rounds: competent" in titles
    assert "Not yet won" in titles


def test_one_at_a_time_is_a_line_for_each(study, alone):
    titles = [picture.title for picture in pictures(study(alone).summary())]
    assert {"Win rate by level", "Score by level", "Differences of win rate"} <= set(titles)


def test_downloads_hold_the_numbers(study):
    summary = study().summary()
    files = {file["name"]: opened(file) for file in downloads(summary)}
    assert json.loads(files["summary.json"]) == summary
    cells = list(csv.DictReader(io.StringIO(files["cells.csv"])))
    assert [line["cell"] for line in cells] == [cell["name"] for cell in summary["cells"]]
    assert float(cells[3]["win_rate"]) == summary["cells"][3]["win_rate"]["value"]
    assert cells[0]["war"] == "war 1"
    scores = list(csv.DictReader(io.StringIO(files["scores.csv"])))
    first = [line for line in scores if line["cell"] == cells[0]["cell"]]
    assert sum(int(line["games"]) for line in first) == 120
    mean = np.average([int(line["score"]) for line in first], weights=[int(line["games"]) for line in first])
    assert mean == pytest.approx(summary["cells"][0]["score"]["mean"])
    differences = list(csv.DictReader(io.StringIO(files["differences.csv"])))
    assert len(differences) == 3 * len(summary["comparisons"])
    assert {"ranks.csv", "groups.csv", "victory.csv"} <= set(files)


def test_tables_of_strangers_are_no_formulas(study):
    summary = study().summary()
    summary["cells"][0]["name"] = "=1+1"
    text = opened(downloads(summary)[0])
    assert "'=1+1" in text
    assert "\n=1+1" not in text


def test_crossing_of_one_half_is_read_between_levels():
    def cell(at, value, hero):
        rate = {"value": value, "low": value - 0.1, "high": value + 0.1}
        score = {"mean": 1.0, "low": 1.0, "high": 1.0}
        levels = {"heads": f"heads {at}", "hero": hero}
        return {"name": f"{at} {hero}", "variant": "baseline", "levels": levels, "win_rate": rate, "wins": 1} | {
            "games": 100,
            "score": score,
        }

    cells = [cell(1, 0.8, "a"), cell(3, 0.4, "a"), cell(1, 0.4, "b"), cell(3, 0.1, "b")]
    sentences = answer({"cells": cells, "comparisons": [], "factors": ["heads", "hero"], "design": {"kind": "grid"}})
    assert any("with a near 2.5 (2.0 to 3.0)." in sentence for sentence in sentences)


def rated(name, value, half=0.05, wins=1, **levels):
    rate = {"value": value, "low": value - half, "high": value + half}
    score = {"mean": 100 * value, "low": 100 * value - 2, "high": 100 * value + 2}
    told = {key: f"{key} {at}" for key, at in levels.items()}
    return {"name": name, "variant": "baseline", "levels": told, "games": 100, "wins": wins} | {
        "win_rate": rate,
        "score": score,
    }


def differed(what, b, value, half=0.05, games=100):
    found = {"difference": value, "low": value - half, "high": value + half}
    return {"what": what, "a": "base", "b": b, "games": games, "identical": 0, "win_rate": found, "score": found}


def test_a_variant_is_answered_first_and_only_clear_changes_one_by_one():
    cells = [rated("baseline, 1", 0.5), {**rated("easy, 1", 0.7), "variant": "easy"}]
    clear = differed("easy against baseline", "easy, war 1", 0.2)
    unclear = differed("easy against baseline", "easy, war 2", 0.01)
    summary = {"cells": cells, "comparisons": [clear, unclear], "factors": []}
    first, second, *_ = answer(summary)
    assert first.startswith(
        "Easy against baseline changes the win rate in some of the cells only (percentage points): "
    )
    assert "war 1 +20.0 (+15.0 to +25.0); not clear in the other cell: +1.0 (−4.0 to +6.0)" in first
    assert second.startswith("Baseline, 1 wins 50.0 % of 100 games (95 % interval 45.0 to 55.0 %)")
    never = {**summary, "cells": [{**cell, "wins": 0} for cell in cells]}
    assert answer(never)[0].startswith("No game was won")
    assert "raises the score: +0.2 (+0.2 to +0.2) points" in answer({**never, "comparisons": [clear]})[1]
    seldom = {
        **never,
        "cells": [{**cell, "wins": 4, "win_rate": {**cell["win_rate"], "value": 0.04}} for cell in cells],
    }
    assert "raises the score" in answer({**seldom, "comparisons": [clear]})[0]


def test_levels_of_a_factor_share_a_sentence():
    cells = [rated("baseline", 0.5), rated("war 4", 0.3, war=4), rated("war 12", 0.1, war=12)]
    same = {**differed("war 2 against baseline", "war 2", 0), "identical": True}
    twelve = differed("war 12 against baseline", "war 12", -0.4)
    four = differed("war 4 against baseline", "war 4", -0.02)
    summary = {"cells": cells, "comparisons": [same, twelve, four], "factors": ["war"]}
    first = answer({**summary, "design": {"kind": "one_at_a_time"}})[0]
    assert first == (
        "War, against the baseline, win rate in percentage points at 4: −2.0 (−7.0 to +3.0), not clear; "
        "at 12: −40.0 (−45.0 to −35.0)."
    )
    apart = {**summary, "design": {"kind": "one_at_a_time"}}
    none = answer({**apart, "comparisons": [four, {**four, "what": "war 12 against baseline", "b": "war 12"}]})
    told = "no clear change of the win rate at any level: −2.0 (−7.0 to +3.0) percentage points."
    assert none[0] == f"War, against the baseline: {told}"


def test_of_many_variants_those_that_show_something_are_told_first():
    names = [f"skills.a{k}: harder" for k in range(9)]
    cells = [rated("baseline", 0.5), *({**rated(name, 0.5), "variant": name} for name in names)]
    sizes = dict.fromkeys(names, 0.01) | {names[4]: 0.04, names[7]: 0.2, names[8]: -0.3}
    found = [differed(f"{name} against baseline", name, size) for name, size in sizes.items()]
    told = answer({"cells": cells, "comparisons": found, "factors": []})
    starts = [f"{names[8]} against baseline lowers", f"{names[7]} against baseline raises", f"{names[4]} against"]
    assert all(sentence.startswith(start) for sentence, start in zip(told, starts, strict=False))
    few = answer({"cells": cells, "comparisons": found[:5], "factors": []})
    assert few[0].startswith(names[0])


def test_ranks_of_one_kind_come_first_and_name_ties():
    cells = [rated(name, value, hero=name) for name, value in (("a", 0.5), ("b", 0.4), ("c", 0.1))]
    ranked = [
        {"name": name, "rank": place, "best": best, "worst": worst, "mean": mean, "low": mean - 1, "high": mean + 1}
        for place, (name, best, worst, mean) in enumerate([("a", 1, 2, 50.0), ("b", 1, 2, 40.0), ("c", 3, 3, 10.0)], 1)
    ]
    summary = {"cells": cells, "comparisons": [], "factors": ["hero"]}
    found = answer({**summary, "rankings": [{"metric": "score", "games": 100, "cells": ranked}]})
    assert found[0].startswith("A does best by score, not told apart from b: 50.0 points of score (49.0 to 51.0)")
    assert "c is last with 10.0" in found[0]


def test_interplay_is_told_where_it_is_clear():
    terms = [{"a": "war", "b": None, "value": -0.2, "low": -0.3, "high": -0.1}]
    terms += [{"a": "death", "b": None, "value": -0.1, "low": -0.2, "high": 0.05}]
    both = {"a": "war", "b": "death", "value": 0.1, "low": 0.02, "high": 0.18}
    found = {"metric": "win", "games": 100, "factors": {"war": [1.0, 3.0], "death": [1.0, 3.0]}}
    summary = {"cells": [rated("x", 0.5), rated("y", 0.4)], "comparisons": [], "factors": []}
    told = answer(summary, [{**found, "terms": [*terms, both]}])
    assert told[0].startswith("Moved each from 1 to 3, ")
    assert "war −20.0 (−30.0 to −10.0); death −10.0 (−20.0 to +5.0)." in told[0]
    assert "war with death +10.0 (+2.0 to +18.0)." in told[1]
    none = answer(summary, [{**found, "terms": [*terms, {**both, "low": -0.02}]}])
    assert "No interplay of two is told apart from none" in none[1]


def test_grid_of_two_levels_gets_its_map(study):
    made = study()
    found = made.factorial("win")
    assert [term["b"] for term in found["terms"]] == [None, None, None, "rounds", "skill", "skill"]
    assert found["factors"]["war"] == [1.0, 12.0]
    high, low = (made.frame[made.frame["cell"].str.contains(f"war {at},")]["win"].mean() for at in (12, 1))
    assert found["terms"][0]["value"] == pytest.approx(high - low)
    text = build(made.folder).read_text()
    assert "Main effects and interactions: win rate" in text
    files = {file["name"]: opened(file) for file in downloads(made.summary(), None, [found])}
    assert files["interactions.csv"].splitlines()[0] == "metric,a,b,value,low,high"
    assert "Main effects" not in [picture.title for picture in pictures(made.summary())]


def test_other_designs_have_no_map(study, alone):
    from mkbalance.errors import UsageError

    with pytest.raises(UsageError, match="two levels each"):
        study(alone).factorial()


def test_variant_over_levels_and_groups_by_level(study):
    text = ALONE_VARIANT
    summary = study(text).summary()
    titles = [picture.title for picture in pictures(summary)]
    assert titles[:4] == ["Change of win rate by war", "Change of score by war", "Win rate by war", "Score by war"]
    assert "Levels removed per head by war" in titles
    assert "Differences of win rate" not in titles  # the same numbers as the first figure
    assert "Ranks by score" not in titles  # cells that differ in two things


ALONE_VARIANT = """
schema = 1
name = "variant"
seed = 5
games = { per_cell = 60 }
[baseline]
scenario = "against_the_dragon/solo"
players = ["tovak:competent"]
[[variants]]
name = "short"
set = { "scenario.rounds" = 3 }
[[factors]]
name = "war"
path = "scenario.dragon.heads.war"
values = [1, 4, 8]
"""


def test_strengths_agree_or_do_not():
    def cell(name, player):
        return {"name": name, "players": [f"tovak:{player}"]}

    def item(what, a, b, low, high):
        return {"what": what, "a": a, "b": b, "win_rate": {"difference": 0.0}} | {
            "score": {"difference": (low + high) / 2, "low": low, "high": high}
        }

    cells = [cell("a1", "novice"), cell("b1", "novice"), cell("a2", "expert"), cell("b2", "expert")]
    same = [item("war", "a1", "b1", 1, 2), item("war", "a2", "b2", 3, 4)]
    assert "rises for every strength" in by_strength({"cells": cells, "comparisons": same})["sentences"][0]
    against = [item("war", "a1", "b1", 1, 2), item("war", "a2", "b2", -4, -3)]
    assert "depends on the player" in by_strength({"cells": cells, "comparisons": against})["sentences"][0]
    partly = [item("war", "a1", "b1", 1, 2), item("war", "a2", "b2", -4, 3)]
    assert "some strengths only" in by_strength({"cells": cells, "comparisons": partly})["sentences"][0]
    none = [item("war", "a1", "b1", -1, 2), item("war", "a2", "b2", -4, 3)]
    assert "no strength shows" in by_strength({"cells": cells, "comparisons": none})["sentences"][0]
    one = by_strength({"cells": cells[:2], "comparisons": same[:1]})
    assert "one kind of player" in one["sentences"][0]
    across = [item("skill", "a1", "a2", 1, 2)]
    assert "more than one strength" in by_strength({"cells": cells, "comparisons": across})["sentences"][0]


def test_players_show_their_measured_strength():
    row = {"skill": "novice", "scenario": "x/solo"}
    summary = {"cells": [{"players": ["tovak:novice/fighter"]}, {"players": ["tovak:mine.toml"]}]}
    found = players(summary, {"novice": "a beginner"}, {"core_hash": "c", "rows": [row, {"skill": "expert"}]}, "c")
    assert [line["about"] for line in found["lines"]] == ["the author's own player", "a beginner"]
    assert found["measured"] == [row]
    assert found["current"]
    assert not players(summary, {}, {"core_hash": "old", "rows": [row]}, "c")["current"]
    assert players(summary, {}, None, "c")["measured"] == []


def test_shaken_estimates_come_to_the_page(study, alone, game, monkeypatch, capsys):
    folder = study(alone).folder
    assert "Not measured here" in build(folder).read_text()
    monkeypatch.setattr(
        type(game), "estimates", lambda self, p: {"x.y": {"fewer rounds": {"scenario.rounds": 2}}}, raising=False
    )
    assert main(["report", str(folder), "--shake", "100", "-q"]) == 0
    kept = shaking.read(folder)
    assert kept["games"] == 100
    text = (folder / "report.html").read_text()
    assert "fewer rounds" in text
    assert estimates(kept)["sentence"] in text.replace("&#39;", "'")
    (folder / "estimates.json").write_text('{"cell": 1}')
    capsys.readouterr()
    assert main(["report", str(folder)]) == 3
    assert "estimates.json" in capsys.readouterr().err
    assert main(["report", str(folder), "--shake", "1"]) == 2


def test_page_of_an_older_summary(study):
    made = study()
    summary = json.loads(json.dumps(made.summary()))
    for cell in summary["cells"]:
        del cell["score_parts"]
    assert "</html>" in render(summary, made.provenance, "")


def test_grid_shows_where_the_spread_comes_from(study):
    made = study()
    text = build(made.folder).read_text()
    assert "Where the spread of the scores comes from" in text
    assert "the deal (map, decks, dice)" in text
    (made.folder / "results.parquet").write_bytes(b"PAR1")
    assert "Where the spread" not in build(made.folder).read_text()


def test_followed_games_come_to_the_page(study, alone, game, monkeypatch):
    import fakegame
    import pandas as pd

    def by_round(self, key, first, count):
        lines = [(g, r, 2 * r + g, g % 2 == 0) for g in range(first, first + count) for r in (1, 2, 3)]
        return pd.DataFrame(lines, columns=["game", "round", "fame", "won"])

    folder = study(alone).folder
    assert main(["report", str(folder), "--follow", "9", "-q"]) == 0  # the game cannot: nothing is added
    assert course.read(folder) is None
    monkeypatch.setattr(fakegame.FakePrepared, "by_round", by_round, raising=False)
    assert main(["report", str(folder), "--follow", "9", "-q"]) == 0
    kept = course.read(folder)
    assert kept["games"] == 9
    assert kept["columns"]["fame"][:3] == [2, 4, 6]
    text = (folder / "report.html").read_text()
    assert "Fame by round" in text
    assert "n = 9 games followed" in text
    assert "Median of fame by round: 1: 6; 2: 8; 3: 10." in text
    files = {file["name"]: opened(file) for file in downloads(study_summary(folder), kept)}
    assert files["rounds.csv"].splitlines()[:2] == ["game,round,fame,won", "0,1,2,1"]
    for broken in ("[]", '{"cell": "x"}', json.dumps({**kept, "columns": {"game": [1], "round": []}})):
        (folder / "course.json").write_text(broken)
        assert main(["report", str(folder), "-q"]) == 3


def study_summary(folder):
    return json.loads((folder / "summary.json").read_text())
