"""Content packs and player files from strangers: mangled ones are refused in words."""

import shutil
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mkbalance.errors import MkbalanceError
from mkbalance.mageknight import playerfiles
from mkbalance.mageknight.loading import CONTENT_DIR, read_content
from tests.study.test_strangers import edits, few, mangled

PLAYER = (playerfiles.PLAYER_DIR / "competent.toml").read_bytes()
NAMES = sorted(file.name for file in CONTENT_DIR.glob("*.toml"))


@settings(few, max_examples=60)
@given(name=st.sampled_from(NAMES), changes=edits)
def test_content(name, changes, tmp_path_factory):
    folder = tmp_path_factory.mktemp("content")
    for file in CONTENT_DIR.glob("*.toml"):
        shutil.copy(file, folder)
    (folder / name).write_bytes(mangled((folder / name).read_bytes(), changes))
    try:
        read_content([folder])
    except MkbalanceError as error:
        assert error.exit_code in (2, 3)
        assert str(error)
    shutil.rmtree(folder)


@settings(few, max_examples=60)
@given(changes=edits)
def test_players(changes, tmp_path_factory):
    path = tmp_path_factory.mktemp("player") / "p.toml"
    path.write_bytes(mangled(PLAYER, changes))
    try:
        playerfiles.load(path)
    except MkbalanceError as error:
        assert error.exit_code in (2, 3)


@pytest.mark.parametrize(
    "data", [b"", b"\x00", b"x = " + b"[" * 9999, b"weights = 3", b"base = []", b"weights.plans = 1e9"]
)
def test_players_by_hand(data, tmp_path):
    path = Path(tmp_path) / "p.toml"
    path.write_bytes(data)
    with pytest.raises(MkbalanceError):
        playerfiles.load(path)
