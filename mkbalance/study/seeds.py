"""From a seed to the key of an experiment.

Every variant and every player of one experiment shares one key, so game `i` of two settings meets the same tiles,
tokens, decks and dice as far as both use them: common random numbers. The game number is the pairing.
"""

from __future__ import annotations

import secrets

from mkbalance.errors import UsageError

__all__ = ["as_seed", "experiment_key", "fresh_seed"]

_SEED_BITS = 48  # short enough to type again and exact in JSON


def fresh_seed() -> int:
    """Draw a seed from the operating system."""
    return secrets.randbits(_SEED_BITS)


def as_seed(seed: int | None) -> int:
    """Return `seed`, or a fresh one for None; 0 is a seed like any other."""
    if seed is None:
        return fresh_seed()
    if isinstance(seed, bool) or not isinstance(seed, int) or seed < 0:
        raise UsageError("the seed must be a whole number, 0 or more", "seed", given=seed, allowed="0, 1, 2, …")
    return seed


def experiment_key(seed: int) -> int:
    """Return the 64-bit key of a seed."""
    import numpy as np

    return int(np.random.SeedSequence(as_seed(seed)).generate_state(1, np.uint64)[0])
