"""Told games stay as recorded. After an intended change of play run `make golden` and read what it changes."""

import difflib

import pytest
from games import FOLDER, LATER, NUMBER, PLAYERS, SCENARIOS, games, told

SHOWN = 60  # lines of a difference
FILE_LIMIT, LIMIT = 150_000, 2_000_000


@pytest.mark.parametrize("name", games())
def test_game_is_told_as_recorded(name):
    recorded = (FOLDER / name).read_text(encoding="utf-8").splitlines()
    now = told(*games()[name]).splitlines()
    changes = list(difflib.unified_diff(recorded, now, f"recorded/{name}", f"now/{name}", n=2, lineterm=""))
    if changes:
        more = len(changes) - SHOWN
        rest = [f"… {more} more lines"] if more > 0 else []
        pytest.fail("\n".join([*changes[:SHOWN], *rest, "intended? make golden"]), pytrace=False)


def test_the_transcripts_are_those_of_the_list():
    files = {file.name: file.stat().st_size for file in FOLDER.glob("*.txt")}
    assert set(files) == set(games())
    assert len(files) == NUMBER
    assert max(files.values()) <= FILE_LIMIT
    assert sum(files.values()) <= LIMIT
    for part in (*PLAYERS, *(scenario.partition("/")[0] for scenario in (*SCENARIOS, *LATER))):
        assert any(part in name for name in files)
