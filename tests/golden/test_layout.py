"""Layout of the state: sizes and offsets as recorded, so that no change of it goes unseen.

After an intended change `python tests/golden/test_layout.py` writes the record anew; read the difference first.
"""

import json
from pathlib import Path

import pytest

from mkbalance._mageknight import state

RECORD = Path(__file__).with_name("layout.json")
LIMIT = 8 * 1024


def layout():
    return {"sizes": state.sizes(), "offsets": state.offsets()}


@pytest.mark.parametrize("part", ["sizes", "offsets"])
def test_layout(part):
    assert layout()[part] == json.loads(RECORD.read_text())[part]


def test_the_state_fits_its_limit():
    assert state.sizes()["GameState"] <= LIMIT


if __name__ == "__main__":
    RECORD.write_text(json.dumps(layout(), indent=2, sort_keys=True) + "\n")
