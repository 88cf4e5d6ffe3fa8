"""Experiment files: every mistake at once, and the cells they make."""

import re
from pathlib import Path

import pytest

from mkbalance.errors import InvalidFile
from mkbalance.study.design import cells, contrasts
from mkbalance.study.plan import plan
from mkbalance.study.reading import load, loads

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
set = { "a.b" = [[]] }
[[factors]]
name = "q"
values = [1]
""",
            "bad.toml",
        )
    text = str(caught.value)
    for part in (
        "bad.toml: 9 mistakes",
        "schema: is not one of the choices (given 2); allowed: 1",
        "name: is not written as it must be, not 'a b'; allowed: letters, digits",
        "seed: must be 0 or more, not -1",
        "baseline.players: must not be empty",
        "schema:",
        "name:",
        "seed:",
        "games: needs exactly one of per_cell, precision and decide",
        "games.per_cel: unknown key; did you mean 'per_cell'?",
        "baseline.players:",
        "variants[0].sett: unknown key; did you mean 'set'?",
        'variants[1].set."a.b":',
        "factors[0]:",
    ):
        assert part in text
    assert caught.value.exit_code == 3
    assert "Input" not in text  # pydantic's own words
    assert len(caught.value.document()["mistakes"]) == 9


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("schema = ", "not TOML"),
        (BASE + '[[variants]]\nname = "a"\n[[variants]]\nname = "a"', "variants[1].name: is the name of variants[0]"),
        (BASE + '[[variants]]\nname = "baseline"', "may not be called"),
        (BASE + '[[factors]]\nname = "f"\nskills = ["novice", "novice"]', "factors[0].skills[1]: names the level"),
        (BASE + '[[factors]]\nname = "f"\nskills = ["novice"]\nheroes = ["tovak"]', "exactly one"),
        (BASE + '[[factors]]\nname = "f"\nskills = []', "factors[0].skills"),
        (BASE.replace("per_cell = 10", "per_cell = 0"), "games.per_cell"),
        (BASE.replace("per_cell = 10", 'per_cell = "10"'), "games.per_cell"),
    ],
)
def test_refused(text, message):
    with pytest.raises(InvalidFile, match=re.escape(message)):
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


def test_words_and_names_are_wrong_at_once(game, tmp_path):
    path = tmp_path / "e.toml"
    path.write_text(
        BASE.replace("per_cell = 10", 'per_cell = "ten"')
        + """
metrics = ["win", "scor"]
set = { "scenario.rounds" = 99, "scenario.dragon.heads.war" = 5 }
[[variants]]
nam = "a"
[[variants]]
name = "b"
set = { "scenario.rond" = 5 }
[[factors]]
name = "war"
path = "scenario.dragon.heads.war"
values = [4, 99]
"""
    )
    text = path.read_text().replace('metrics = ["win", "scor"]\n', "")
    path.write_text(text.replace("schema = 1", 'schema = 1\nmetrics = ["scor"]'))
    with pytest.raises(InvalidFile) as caught:
        plan(path, game)
    lines = str(caught.value).splitlines()[1:]
    assert sorted(line.strip().split(": ")[0] for line in lines) == [
        'baseline.set."scenario.rounds"',
        "factors[0].values[1]",
        "games.per_cell",
        "metrics[0]",
        "variants[0].nam",
        "variants[0].name",
        'variants[1].set."scenario.rond"',
    ]
    assert any("factors[0].values[1]: is out of range (given 99); allowed: 1 to 12" in line for line in lines)
    assert any("did you mean 'score'" in line for line in lines)


@pytest.mark.parametrize("kind", ["grid", "one_at_a_time", "latin_hypercube", "sobol"])
def test_designs(game, kind):
    spread = kind in ("latin_hypercube", "sobol")
    text = (
        BASE
        + f"""
[design]
kind = "{kind}"
{"points = 8" if spread else ""}
[[factors]]
name = "war"
path = "scenario.dragon.heads.war"
low = 1
high = 8
{"" if spread else "levels = 3"}
[[factors]]
name = "skill"
skills = ["novice", "expert"]
"""
    )
    made = cells(loads(text), game)
    names = [cell.name for cell in made]
    wars = [cell.scenario.overrides.get("scenario.dragon.heads.war") for cell in made]
    if kind == "grid":
        assert names == [f"war {war}, {skill}" for war in (1, 4, 8) for skill in ("novice", "expert")]
        assert len(contrasts(loads(text), made)) == 4 + 3
    elif kind == "one_at_a_time":
        assert names == ["baseline", "war 1", "war 4", "war 8", "novice", "expert"]
        assert {a.name for a, *_ in contrasts(loads(text), made)} == {"baseline"}
    else:
        assert sorted(wars) == list(range(1, 9))  # each slice once, in both designs
        assert sum("expert" in name for name in names) == 4
        assert contrasts(loads(text), made) == []
        assert names == [cell.name for cell in cells(loads(text), game)]
        assert names != [cell.name for cell in cells(loads(text.replace("seed = 5", "seed = 6")), game)]


FACTOR = '[[factors]]\nname = "f"\npath = "scenario.rounds"\n'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (BASE + '[design]\nkind = "sobol"\npoints = 12\n' + FACTOR + "low = 1\nhigh = 5", "allowed: 8 or 16"),
        (BASE + '[design]\nkind = "sobol"\n' + FACTOR + "low = 1\nhigh = 5", "design.points: is missing"),
        (BASE + '[design]\nkind = "latin_hypercube"\npoints = 4', "design.kind: needs factors"),
        (BASE + "[design]\npoints = 4", "design.points: has no meaning for grid"),
        (BASE + '[design]\nkind = "gird"', "did you mean 'grid'"),
        (BASE + FACTOR + "low = 5\nhigh = 1\nlevels = 3", "factors[0].high: must be more than low"),
        (BASE + FACTOR + "low = 1\nhigh = 5", "factors[0].levels: is missing"),
        (BASE + FACTOR + "low = 1", "factors[0].high: is missing"),
        (BASE + FACTOR + "low = nan\nhigh = 5\nlevels = 3", "factors[0].low: must be a finite number"),
        (BASE + FACTOR + "values = [inf]", "factors[0].values[0]: must be a finite number"),
        (BASE.replace("per_cell = 10", "per_cell = 10, precision = {}"), "games.precision.metric: is missing"),
        (
            BASE.replace("per_cell = 10", 'precision = { metric = "win", half_width = 0.1, max = 1000, min = 2000 }'),
            "games.precision.max: must be min or more",
        ),
        (BASE.replace("per_cell = 10", 'decide = { metric = "win", max = 2000 }'), "needs variants"),
        (BASE.replace('"t"', '"t"\nquestion = "a\\u001b[31mb"'), "question: must not hold control characters"),
        (BASE.replace('"t"', '"t"\nreport = { sections = ["cels"] }'), "did you mean 'cells'"),
        (BASE.replace('"t"', '"t"\nmetrics = ["win", "win"]'), "metrics[1]: is named twice"),
        (BASE.replace('"t"', '"t"\nmargins = { fame = 2 }'), "margins.fame: is no metric of the study"),
        (BASE.replace('"t"', '"t"\nmargins = { win = 0 }'), "margins.win: must be more than 0"),
        (BASE + "x = " + "[" * 5000, "nested too deep"),
        (BASE + "x = " + "9" * 5000, "out of all bounds"),
    ],
)
def test_refused_designs_and_rules(text, message):
    with pytest.raises(InvalidFile, match=re.escape(message)):
        loads(text)


def test_too_many_cells(game):
    levels = "".join(FACTOR.replace('"f"', f'"f{i}"') + "low = 1\nhigh = 12\nlevels = 12\n" for i in range(9))
    with pytest.raises(InvalidFile, match=r"factors: make too many cells \(given '5,159,780,352'\)"):
        cells(loads(BASE + levels), game)


def test_combination_that_is_refused_together(game, monkeypatch):
    import fakegame

    prepare = fakegame.FakeGame.prepare

    def refuse(self, scenario, players):
        if scenario.overrides.get("scenario.rounds") == 5 and players[0].endswith("expert"):
            raise InvalidFile("experts need six rounds", "scenario")
        return prepare(self, scenario, players)

    monkeypatch.setattr(fakegame.FakeGame, "prepare", refuse)
    text = BASE + FACTOR + 'values = [5, 6]\n[[factors]]\nname = "s"\nskills = ["novice", "expert"]'
    with pytest.raises(InvalidFile, match="the cell 'f 5, expert': experts need six rounds"):
        cells(loads(text), game)


def test_factor_out_of_range_in_the_real_game():
    from mkbalance.mageknight.game import GAME

    factor = '[[factors]]\nname = "h"\npath = "scenario.dragon.heads.all"\nvalues = [2, 99]'
    text = BASE.replace("novice", "random") + factor
    with pytest.raises(InvalidFile) as caught:
        cells(loads(text), GAME)
    assert str(caught.value) == "experiment: factors[0].values[1]: must be 12 or less, got 99"


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


# ---- estimates


class Guessing:
    """The small game with two numbers that are estimates."""

    def __init__(self, game):
        self.game = game

    def __getattr__(self, name):
        return getattr(self.game, name)

    def estimates(self, prepared):
        """Return the overrides of each alternative."""
        war, rounds = "scenario.dragon.heads.war", "scenario.rounds"
        return {
            "heads.war": {"easier": {war: 3}, "harder": {war: 5}},
            "scenarios.length": {"easier": {rounds: 5}, "short": {rounds: 3}},
        }


ESTIMATES = BASE + "\n[estimates]\n"


def test_each_alternative_of_each_estimate_is_a_variant(game, tmp_path):
    (tmp_path / "e.toml").write_text(ESTIMATES)
    found = plan(tmp_path / "e.toml", Guessing(game))
    assert [(cell.name, dict(cell.scenario.overrides)) for cell in found.cells] == [
        ("baseline", {}),
        ("heads.war: easier", {"scenario.dragon.heads.war": 3}),
        ("heads.war: harder", {"scenario.dragon.heads.war": 5}),
        ("scenarios.length: easier", {"scenario.rounds": 5}),
        ("scenarios.length: short", {"scenario.rounds": 3}),
        ("all: easier", {"scenario.dragon.heads.war": 3, "scenario.rounds": 5}),
    ]
    assert {a.name for a, _, _ in found.contrasts} == {"baseline"}
    assert len(found.contrasts) == 5


@pytest.mark.parametrize(
    ("section", "names"),
    [
        ("each = false", ["baseline", "all: easier", "all: harder", "all: short"]),
        (
            "together = false",
            [
                "baseline",
                *(f"{e}: {n}" for e, n in [("heads.war", "easier"), ("heads.war", "harder")]),
                "scenarios.length: easier",
                "scenarios.length: short",
            ],
        ),
    ],
)
def test_one_at_a_time_or_together(game, tmp_path, section, names):
    (tmp_path / "e.toml").write_text(ESTIMATES + section)
    assert [cell.name for cell in plan(tmp_path / "e.toml", Guessing(game)).cells] == names


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (ESTIMATES + "each = false\ntogether = false", "has an alternative"),
        (ESTIMATES + "eac = false", "did you mean 'each'"),
        (ESTIMATES + "each = 1", "estimates.each"),
        (ESTIMATES + '[[variants]]\nname = "all: easier"\n', "is the name of a variant too"),
    ],
)
def test_estimates_that_cannot_be(game, tmp_path, text, message):
    (tmp_path / "e.toml").write_text(text)
    with pytest.raises(InvalidFile, match=re.escape(message)):
        plan(tmp_path / "e.toml", Guessing(game))


def test_a_game_without_estimates(game, tmp_path):
    (tmp_path / "e.toml").write_text(ESTIMATES)
    with pytest.raises(InvalidFile, match="does not say what it estimates"):
        plan(tmp_path / "e.toml", game)


# ---- knockout


class Takeable:
    """The small game with three entries that can be taken out."""

    def __init__(self, game):
        self.game = game

    def __getattr__(self, name):
        return getattr(self.game, name)

    def removable(self, prepared):
        """Return the overrides that take each entry out."""
        heads = {name: {"scenario.dragon.heads.war": level} for name, level in (("weak", 1), ("strong", 9))}
        return {"heads": heads, "rounds": {"last": {"scenario.rounds": 3}}}


KNOCKOUT = BASE + "\n[knockout]\n"


@pytest.mark.parametrize(
    ("section", "names"),
    [
        ("", ["without heads.weak", "without heads.strong", "without rounds.last"]),
        ('kinds = ["rounds"]', ["without rounds.last"]),
    ],
)
def test_each_entry_is_taken_out_in_turn(game, tmp_path, section, names):
    (tmp_path / "e.toml").write_text(KNOCKOUT + section)
    found = plan(tmp_path / "e.toml", Takeable(game))
    assert [cell.name for cell in found.cells] == ["baseline", *names]
    assert dict(found.cells[-1].scenario.overrides) == {"scenario.rounds": 3}
    assert [(a.name, b.name) for a, b, _ in found.contrasts] == [("baseline", name) for name in names], section


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (KNOCKOUT + 'kinds = ["head"]', "knockout.kinds: nothing of this kind can be removed (given 'head')"),
        (KNOCKOUT + 'kinds = ["head"]', "did you mean 'heads'"),
        (KNOCKOUT + "kinds = []", "knockout.kinds"),
        (KNOCKOUT + "kind = 1", "did you mean 'kinds'"),
        (KNOCKOUT + '[[variants]]\nname = "without rounds.last"\n', "is the name of a variant too"),
    ],
)
def test_a_knockout_that_cannot_be(game, tmp_path, text, message):
    (tmp_path / "e.toml").write_text(text)
    with pytest.raises(InvalidFile, match=re.escape(message)):
        plan(tmp_path / "e.toml", Takeable(game))


def test_a_game_that_takes_nothing_out(tmp_path):
    class Fixed:
        name = "fixed"

        def __init__(self, game):
            self.game = game

        def __getattr__(self, name):
            if name == "removable":
                raise AttributeError(name)
            return getattr(self.game, name)

    from mkbalance.mageknight.game import GAME

    (tmp_path / "e.toml").write_text(KNOCKOUT)
    with pytest.raises(InvalidFile, match="fixed does not say what can be removed"):
        plan(tmp_path / "e.toml", Fixed(GAME))


def test_the_shipped_card_values_take_out_what_is_in_play():
    """experiments/card_values.toml: every entry of its kinds, for each Hero, against the same Hero with all of them."""
    from mkbalance.mageknight.game import GAME

    found = plan(Path(__file__).parents[2] / "experiments" / "card_values.toml", GAME)
    table = GAME.removable(found.cells[0].prepared)
    kinds = found.experiment.knockout.kinds
    assert len(found.cells) == 4 * (1 + sum(len(table[kind]) for kind in kinds))
    assert all(a.variant == "baseline" and a.levels == b.levels for a, b, _ in found.contrasts)


def test_the_shipped_estimates_are_those_of_the_game():
    """experiments/estimates.toml: every estimate its baseline touches is changed, alone and with all others."""
    from mkbalance.mageknight.game import GAME

    found = plan(Path(__file__).parents[2] / "experiments" / "estimates.toml", GAME)
    base = found.cells[0]
    names = {cell.name.split(": ")[0] for cell in found.cells[1:]}
    assert names == {*base.prepared.estimated, "all"}
    out = next(cell for cell in found.cells if cell.name == "all: left_out")
    assert out.prepared.estimated == []
