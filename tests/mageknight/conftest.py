"""Writes down what each rule test exercises of the content, and holds the tests to the shipped coverage."""

import json
import os
from pathlib import Path

import exercised
import pytest

from mkbalance.mageknight.coverage import played_by

COLLECTED = pytest.StashKey[set[str]]()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config, items):
    """Keep the ids of all that was collected, before any is deselected."""
    config.stash[COLLECTED] = {item.nodeid for item in items}


@pytest.fixture
def collected(request):
    """Ids of the collected tests where whole files were collected."""
    if any("::" in arg for arg in request.config.args):
        pytest.skip("part of a file")
    return request.config.stash[COLLECTED]


@pytest.fixture(autouse=True)
def _exercised(request):
    """Fail a test that does not play what the shipped coverage says it plays."""
    exercised.noted.clear()
    yield
    directory = os.environ.get("MKBALANCE_EXERCISED")
    if directory:
        line = json.dumps([request.node.nodeid, sorted(exercised.noted)])
        with (Path(directory) / f"{os.getpid()}.jsonl").open("a", encoding="utf-8") as file:
            file.write(line + "\n")
        return
    missing = {entry for entry, test in played_by().items() if test == request.node.nodeid} - exercised.noted
    assert not missing, f"no longer exercises {sorted(missing)}: run `make coverage`"
