"""The command that plays a game again."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterable, Mapping

__all__ = ["command"]


def command(
    verb: str,
    scenario: str,
    players: Iterable[str],
    overrides: Mapping[str, object],
    seed: int,
    *rest: str,
) -> str:
    """Return a shell command: ``mkbalance play SCENARIO -p … --set … --seed S --game I``."""
    words = ["mkbalance", verb, scenario]
    for player in players:
        words += ["-p", player]
    for path, value in overrides.items():
        words += ["--set", f"{path}={value if isinstance(value, str) else json.dumps(value)}"]
    words += ["--seed", str(seed), *rest]
    return shlex.join(words)
