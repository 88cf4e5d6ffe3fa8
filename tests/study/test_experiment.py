"""Experiment files: every mistake at once, and the cells they make."""

from pathlib import Path

import pytest

from mkbalance.errors import InvalidFile
from mkbalance.study.design import cells, contrasts
from mkbalance.study.experiment import load, loads

HEAD = """
schema = 1
name = "t"
seed = 5
games = { per_cell = 10 }
"""
BASE = (
    HEAD
    + """
[baseline]
scenario = "against_the_dragon/solo"
players = "tovak:novice"
"""
)


def test_shipped_experiment(game):
    experiment = load(Path(__file__).parents[2] / "experiments" / "against_the_dragon.toml")
    made = cells(experiment, game)
    assert [cell.name for cell in made] == [
        f"{hero}, {skill}" for hero in ("tovak", "arythea", "goldyx") for skill in ("novice", "competent")
    ]
    assert len({cell.slug for cell in made}) == 6
    assert len({cell.setting(experiment.seed).key for cell in made}) == 1  # common random numbers
    assert len(contrasts(experiment, made)) == 7


def test_every_mistake_at_once():
    with pytest.raises(InvalidFile) as caught:
        loads(
            """
schema = 2
name = "a b"
seed = -1
[games]
per_cel = 3
[baseline]
scenario = "x"
players = []
[[variants]]
name = "z"
sett = {}
[[variants]]
name = "y"
set = { "a.b" = [] }
[[factors]]
name = "q"
values = [1]
""",
            "bad.toml",
        )
    text = str(caught.value)
    for part in (
        "bad.toml: 9 mistakes",
        "schema:",
        "name:",
        "seed:",
        "games.per_cell: is missing",
        "games.per_cel: unknown key; did you mean 'per_cell'?",
        "baseline.players:",
        "variants[0].sett: unknown key; did you mean 'set'?",
        'variants[1].set."a.b":',
        "factors[0]:",
    ):
        assert part in text
    assert caught.value.exit_code == 3


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("schema = ", "not TOML"),
        (BASE + '[[variants]]\nname = "a"\n[[variants]]\nname = "a"', "name twice: a"),
        (BASE + '[[variants]]\nname = "baseline"', "may not be called"),
        (BASE + '[[factors]]\nname = "f"\nskills = ["novice", "novice"]', "level twice"),
        (BASE + '[[factors]]\nname = "f"\nskills = ["novice"]\nheroes = ["tovak"]', "exactly one"),
        (BASE + '[[factors]]\nname = "f"\nskills = []', "factors[0].skills"),
        (BASE.replace("per_cell = 10", "per_cell = 0"), "games.per_cell"),
        (BASE.replace("per_cell = 10", 'per_cell = "10"'), "games.per_cell"),
    ],
)
def test_refused(text, message):
    with pytest.raises(InvalidFile, match="(?s)" + message.replace("[", r"\[")):
        loads(text)


def test_unknown_names_and_values_at_once(game):
    experiment = loads(
        BASE
        + """
[[variants]]
name = "v"
set = { "scenario.dragon.heads.wra" = 7 }
[[variants]]
name = "w"
set = { "scenario.dragon.heads.war" = 99 }
[[factors]]
name = "hero"
heroes = ["tovak", "tovka"]
"""
    )
    with pytest.raises(InvalidFile) as caught:
        cells(experiment, game)
    text = str(caught.value)
    assert 'variants[0].set."scenario.dragon.heads.wra"' in text
    assert "did you mean 'scenario.dragon.heads.war'?" in text
    assert "1 to 12" in text
    assert "factors[0].heroes[1]" in text


def test_nested_overrides_are_paths(game):
    experiment = loads(BASE + '[[variants]]\nname = "v"\nset.scenario.dragon.heads.war = 7')
    made = cells(experiment, game)
    assert [dict(cell.scenario.overrides) for cell in made] == [{}, {"scenario.dragon.heads.war": 7}]
    assert [(a.name, b.name, what) for a, b, what in contrasts(experiment, made)] == [
        ("baseline", "v", "v against baseline")
    ]


def test_variants_cross_factors(game):
    experiment = loads(
        BASE
        + """
[[variants]]
name = "war7"
set = { "scenario.dragon.heads.war" = 7 }
players = ["goldyx"]
[[factors]]
name = "rounds"
path = "scenario.rounds"
values = [5, 6]
[[factors]]
name = "who"
players = ["tovak:expert", ["arythea"]]
"""
    )
    made = cells(experiment, game)
    assert len(made) == 8
    assert made[0].name == "baseline, rounds 5, tovak:expert"
    assert made[-1].players == ["arythea"]
    assert dict(made[-1].scenario.overrides) == {"scenario.dragon.heads.war": 7, "scenario.rounds": 6}
    pairs = contrasts(experiment, made)
    assert len(pairs) == 4
    assert all(a.levels == b.levels for a, b, _ in pairs)
