"""Games played for a value function to learn from: what it sees at the end of each turn, what the player owns then, and what
came of the game."""

import numpy as np

from libc.stdint cimport int16_t, uint8_t
from libc.string cimport memset

from mkbalance._mageknight.content cimport Env, Tables
from mkbalance._mageknight.engine cimport advance, apply
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.players.appraise cimport by_rules, new_tile
from mkbalance._mageknight.players.digest cimport Digest, build_digest
from mkbalance._mageknight.players.features cimport describe
from mkbalance._mageknight.players.lands cimport Lands, roads_of
from mkbalance._mageknight.players.memory cimport Memory
from mkbalance._mageknight.players.nets cimport MAX_FEATURES, MAX_OWNED
from mkbalance._mageknight.players.owned cimport count_owned
from mkbalance._mageknight.players.policy cimport Policy
from mkbalance._mageknight.players.seating cimport seated
from mkbalance._mageknight.record cimport ResultRow, fill_row
from mkbalance._mageknight.setup cimport set_up
from mkbalance._mageknight.state cimport Action, GameState, Options

from mkbalance._mageknight.players.features import FEATURES
from mkbalance._mageknight.players.owned import OWNED
from mkbalance._mageknight.record import ROW_DTYPE

cdef enum:
    MOST_TURNS = 160      # ends of turns of a game that are kept, tiles turned up among them


cdef bint _turn_over(const GameState *g, Action act) noexcept nogil:
    """Whether the search of a turn (lines.pyx) would stop here and appraise."""
    return g.n_pending == 0 and (act.kind == ACT_END_TURN or act.kind == ACT_EXPLORE) and g.players[0].space != NONE


cdef int _play(const Env *e, GameState *g, Options *o, const Policy *p, const Policy *judge, unsigned long long key,
               unsigned long long game, int16_t *x, uint8_t *owned) noexcept nogil:
    """Play a game; features and possessions at each end of a turn are written below each other. Returns how many there are."""
    cdef Memory memory
    cdef Lands lands
    cdef Action act
    cdef int worth
    cdef int n = 0
    memset(&memory, 0, sizeof(Memory))
    set_up(e, g, key, game)
    while advance(e, g, o):
        act = o.items[p.choose(e, g, o, p, &memory)]
        if n < MOST_TURNS and _turn_over(g, act):
            lands.n = 0
            worth = by_rules(e, g, judge, roads_of(e, g, judge, &lands))
            if act.kind == ACT_EXPLORE:
                worth += new_tile(e, g, judge)
            describe(e, g, judge, roads_of(e, g, judge, &lands), worth, act.kind == ACT_EXPLORE, x + n * MAX_FEATURES)
            count_owned(e, g, owned + n * MAX_OWNED)
            n += 1
        apply(e, g, act)
        if g.n_actions > MAX_DECISIONS:
            break
    return n


def play(Tables tables, setup, weights, judge, unsigned long long key, unsigned long long first, int count):
    """Play games for one seat and keep what a value function would see at the end of each turn.

    Parameters
    ----------
    tables : Tables
    setup : numpy record of ``DTYPES["Setup"]``
        Of one seat.
    weights : numpy record of ``WEIGHTS_DTYPE``
        Who plays.
    judge : numpy record of ``WEIGHTS_DTYPE``
        By whose rules of thumb the turns' ends are appraised; ``learned`` above 0.
    key : int
        Experiment key (64 bits).
    first, count : int
        Games ``first`` to ``first + count - 1``.

    Returns
    -------
    seen : list of numpy.ndarray of int16, shape (ends of turns, features)
        One a game, in the order of the turns; the first 160 of each game.
    owned : list of numpy.ndarray of uint8, shape (ends of turns, cards + units + skills)
        How many of each the player had then, by row of the tables of ``OWNED`` one after the other.
    rows : numpy.ndarray of ``ROW_DTYPE``, shape (count,)
    """
    cdef Env env = tables.with_setup(setup)
    cdef Policy policy, other
    cdef Digest digest
    cdef GameState g
    cdef Options o
    cdef int i, n
    if env.setup.seats != 1:
        raise ValueError(f"value functions are learned from games of one seat, got {env.setup.seats}")
    if build_digest(&env, len(tables.arrays["options"]), &digest) < 0:
        raise ValueError("the content has more options than the players can read")
    _held = [seated(weights, &digest, &policy), seated(judge, &digest, &other)]
    rows = np.zeros(count, dtype=ROW_DTYPE)
    cdef ResultRow[::1] out = rows
    table = np.zeros((MOST_TURNS, MAX_FEATURES), np.int16)
    cdef int16_t[:, ::1] x = table
    possessions = np.zeros((MOST_TURNS, MAX_OWNED), np.uint8)
    cdef uint8_t[:, ::1] has = possessions
    entries = sum(len(tables.arrays[name]) for name in OWNED)
    seen = []
    owned = []
    for i in range(count):
        with nogil:
            n = _play(&env, &g, &o, &policy, &other, key, first + i, &x[0, 0], &has[0, 0])
            fill_row(&env, &g, 0, 0, &out[i])
        seen.append(table[:n, :len(FEATURES)].copy())
        owned.append(possessions[:n, :entries].copy())
    return seen, owned, rows
