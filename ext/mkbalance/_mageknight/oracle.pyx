"""The best that could have been done: every legal line from here to the end of the turn's action, by full search.

Scripted players are measured against it. It sees what they see as long as nothing is drawn or rolled on the way; ``chance``
tells that something was. Worths are the players' own appraisals of where a line ends (appraise.pyx), one for each player
asked about, and behind them a plain one that depends on no weights. All are carried through one search, so that a state
holds the best of each. States are remembered by what matters in them: neither the order of a hand, nor that of the cards
in play, nor how many decisions led there.
"""

import numpy as np

from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memset

from mkbalance._mageknight.content cimport Env
from mkbalance._mageknight.deeds cimport count_wounds
from mkbalance._mageknight.engine cimport advance, apply
from mkbalance._mageknight.hexmap cimport neighbour
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.players.appraise cimport appraise
from mkbalance._mageknight.players.lands cimport Lands, roads_of
from mkbalance._mageknight.players.digest cimport Digest, build_digest
from mkbalance._mageknight.players.likeness cimport state_key
from mkbalance._mageknight.players.memory cimport *
from mkbalance._mageknight.players.policy cimport Policy
from mkbalance._mageknight.players.seating cimport seated
from mkbalance._mageknight.session cimport Session
from mkbalance._mageknight.state cimport Action, GameState, Options, Player

cdef enum:
    WORTHS = 4            # three players and the plain worth
    DEEPEST = 140         # decisions of a line
    NOWHERE = -(1 << 24)  # worth of a line that ends nowhere

cdef enum Failure:
    TOO_MANY = 1          # more states than asked for
    TOO_DEEP = 2
    BROKEN = 3            # the game reported a fault

cdef struct Entry:
    uint64_t key
    int32_t worth[4]
    uint32_t stamp        # search it belongs to
    uint32_t pad

cdef struct Search:
    Env env
    Policy policies[3]
    Lands lands[3]        # of each player
    Entry *table
    uint64_t mask
    uint32_t draws[N_PURPOSES]
    uint32_t stamp
    int players
    int limit             # states
    int states
    int failure           # Failure
    bint memo
    bint chance           # something was drawn or rolled
    uint8_t path[24]      # walk to be paid for, directions
    uint8_t spaces[24]    # where each is gone from
    uint8_t walk          # its steps, 0 = a fight or an interaction
    uint8_t target        # space it ends on
    uint8_t origin

FAILURES = {int(TOO_MANY): "states", int(TOO_DEEP): "depth", int(BROKEN): "fault"}


cdef int plain_worth(const Env *e, const GameState *g) noexcept nogil:
    """Tenths of a point of score: what the score sheet counts, 2 a Wound, halves for a card, a crystal and a level of a Unit."""
    cdef const Player *p = &g.players[g.seat]
    cdef int v = 10 * p.fame - 20 * count_wounds(e, p) + 5 * p.n_hand
    cdef int i
    for i in range(p.n_units):
        v += e.units[p.units[i].kind].level * (10 + 5 * p.units[i].ready - 10 * p.units[i].wounds)
    for i in range(4):
        v += 5 * p.crystals[i]
    v += 20 * (g.turn.reward_spells + p.tally.spells + g.turn.reward_artifacts + p.tally.artifacts)
    v += 10 * (g.turn.reward_actions + p.tally.actions + g.turn.reward_units)
    v += 5 * (g.turn.reward_crystals + 4 * g.turn.reward_sets) + 10 * p.rep
    for i in range(g.n_tiles * 7):
        if (g.spaces[i].shields >> g.seat) & 1:
            v += 20
    return v + 20 * p.cities


cdef void _worths(Search *s, const GameState *g, int32_t *out) noexcept nogil:
    """What it is worth to stop here, to each player and plainly."""
    cdef int i
    for i in range(s.players):
        out[i] = appraise(&s.env, g, &s.policies[i], roads_of(&s.env, g, &s.policies[i], &s.lands[i]))
    out[s.players] = plain_worth(&s.env, g)


cdef int _next_step(const Search *s, const GameState *g) noexcept nogil:
    """Direction of the next step of the walk, which leads over each space once; NONE at its end."""
    cdef int i
    for i in range(s.walk):
        if s.spaces[i] == g.players[g.seat].space:
            return s.path[i]
    return NONE


cdef bint _allowed(const Search *s, const GameState *g, Action act) noexcept nogil:
    """Whether an option belongs to the question; where a walk is to be paid for, only steps of it and what may pay."""
    if act.kind == ACT_END_TURN:
        return False
    if not s.walk or g.n_pending:
        return True
    if act.kind == ACT_MOVE:
        return act.a == _next_step(s, g)
    return act.kind not in (ACT_EXPLORE, ACT_INTERACT, ACT_ENTER, ACT_CHALLENGE, ACT_BURN, ACT_ALTAR, ACT_REST, ACT_PLUNDER)


cdef bint _may_stop(const Search *s, const GameState *g, const Options *o) noexcept nogil:
    """The action of the turn is over, or the walk."""
    cdef int i
    if g.n_pending or (s.walk and g.players[g.seat].space != s.target):
        return False
    for i in range(o.n):
        if o.items[i].kind == ACT_END_TURN:
            return True
    return False


cdef void _visit(Search *s, GameState *g, int depth, int32_t *out) noexcept nogil:
    """The best worths that can be reached from a state in which a decision was just taken."""
    cdef Options o
    cdef GameState h
    cdef int32_t found[4]
    cdef Entry *entry = NULL
    cdef uint64_t key = 0
    cdef int i, k
    for i in range(WORTHS):
        out[i] = NOWHERE
    if s.failure:
        return
    if depth > DEEPEST:
        s.failure = TOO_DEEP
        return
    if not advance(&s.env, g, &o):
        if g.fault:
            s.failure = BROKEN
        else:
            _worths(s, g, out)
        return
    for i in range(<int> N_PURPOSES):
        s.chance = s.chance or g.draws[i] != s.draws[i]
    if s.memo:
        key = state_key(g)
        entry = &s.table[key & s.mask]
        while entry.stamp == s.stamp:
            if entry.key == key:
                for i in range(WORTHS):
                    out[i] = entry.worth[i]
                return
            entry += 1
            if entry > &s.table[s.mask]:
                entry = s.table
    s.states += 1
    if s.states > s.limit:
        s.failure = TOO_MANY
        return
    if s.memo:
        entry.stamp = s.stamp
        entry.key = key
        for i in range(WORTHS):
            entry.worth[i] = NOWHERE
    if _may_stop(s, g, &o):
        _worths(s, g, out)
    for k in range(o.n):
        if not _allowed(s, g, o.items[k]):
            continue
        h = g[0]
        apply(&s.env, &h, o.items[k])
        _visit(s, &h, depth + 1, found)
        for i in range(WORTHS):
            if found[i] > out[i]:
                out[i] = found[i]
    if s.memo:
        for i in range(WORTHS):
            entry.worth[i] = out[i]


cdef class Oracle:
    """Full search from situations.

    Parameters
    ----------
    weights : list
        Weights of one to three players, for whose worths the search is made.
    limit : int
        States after which a search is given up.
    memo : bool
        Whether states met before are remembered; without it every order of everything is tried.
    """

    cdef Search s
    cdef Digest digest
    cdef object table
    cdef list held
    cdef Session at
    cdef readonly int states

    def __init__(self, weights, int limit=400_000, bint memo=True):
        self.held = []
        cdef int i
        cdef int size = 1
        if not 1 <= len(weights) <= 3:
            raise ValueError(f"one to three players can be asked about, got {len(weights)}")
        while size < 2 * limit:
            size *= 2
        self.table = np.zeros(size * sizeof(Entry) if memo else sizeof(Entry), dtype=np.uint8)
        self.s.table = <Entry *> <size_t> self.table.ctypes.data
        self.s.mask = size - 1
        self.s.limit = limit
        self.s.memo = memo
        self.s.players = <int> len(weights)
        for i in range(self.s.players):
            self.held.append(seated(weights[i], &self.digest, &self.s.policies[i]))

    def solve(self, Session game, path=()):
        """Search from the present decision of a game.

        Parameters
        ----------
        game : Session
            Left as it is.
        path : sequence of int
            Directions of a walk to be paid for; empty for a fight or an interaction.

        Returns
        -------
        dict
            ``best``: the best worth for each player, then the plain one, in tenths of a point; None where the walk cannot
            be paid for. ``now``: the same of the situation as it is. ``states``, ``failure`` (None, "states", "depth" or
            "fault") and ``chance``.
        """
        cdef int i
        cdef int32_t best[4]
        cdef int32_t now[4]
        cdef GameState h = game.g
        if build_digest(&game.env, len(game.tables.arrays["options"]), &self.digest) < 0:
            raise ValueError("the content has more options than the players can read")
        if len(path) >= PATH:
            raise ValueError(f"a walk has fewer than {PATH} steps, got {len(path)}")
        self.at = game
        self.s.env = game.env
        self.s.env.trace = NULL
        self.s.stamp += 1
        self.s.states = 0
        self.s.failure = 0
        self.s.chance = False
        self.s.walk = <uint8_t> len(path)
        self.s.origin = h.players[h.seat].space
        self.s.target = self.s.origin
        for i in range(<int> N_PURPOSES):
            self.s.draws[i] = h.draws[i]
        for i in range(self.s.walk):
            self.s.path[i] = path[i]
            self.s.spaces[i] = self.s.target
            self.s.target = <uint8_t> neighbour(&h, self.s.target, path[i])
        for i in range(self.s.players):
            self.s.policies[i].digest = &self.digest
            self.s.lands[i].n = 0
        _worths(&self.s, &h, now)
        with nogil:
            _visit(&self.s, &h, 0, best)
        self.states = self.s.states
        return {"best": self._list(best), "now": self._list(now), "states": self.s.states,
                "failure": FAILURES.get(self.s.failure), "chance": bool(self.s.chance)}

    cdef list _list(self, const int32_t *worths):
        return [worths[i] if worths[i] > NOWHERE else None for i in range(self.s.players + 1)]

    def line(self, int k, str who):
        """A line from the situation solved last.

        Parameters
        ----------
        k : int
            Whose worths count: number of a player, or their number for the plain worth.
        who : {"best", "passive", "player"}
            A best line, the line that lets everything happen, or that of player k in the manner it would choose.

        Returns
        -------
        (list of tuple, list of int)
            Decisions as (step, task, action taken, best action, worth lost by it), and the worths where it ends, as in
            ``best``; None if the walk was not paid for.
        """
        if self.at is None:
            raise RuntimeError("no situation was solved")
        if who == "player":
            return self._line(k, who, self._manner(k))
        return self._line(k, who, 0)

    def _manner(self, int k):
        """The manner in which a planner would carry the fight out: the best of those it tries on a copy."""
        best, pick = None, 0
        if self.s.walk:
            return 0
        for manner in range(1 + self.s.policies[k].weights.manners):
            worth = self._line(k, "copy", manner)[1][k]
            if best is None or worth > best:
                best, pick = worth, manner
        return pick

    cdef tuple _line(self, int k, str who, int manner):
        cdef GameState g = self.at.g
        cdef Options o
        cdef Memory m
        cdef Policy p
        cdef Action act
        cdef int32_t worths[4]
        cdef int i, index, best, _k
        cdef bint stop
        cdef list steps = []
        cdef list after
        cdef bint judged = who == "player" or who == "best"
        self.s.states = 0
        memset(&m, 0, sizeof(Memory))
        m.goal.manner = <uint8_t> manner
        m.simulated = who == "copy" or self.s.walk
        if self.s.walk:
            m.goal.kind = GOAL_END
            m.goal.target = self.s.target
            m.goal.origin = self.s.origin
            m.goal.n = self.s.walk
            for i in range(self.s.walk):
                m.goal.path[i] = self.s.path[i]
        p = self.s.policies[k if k < self.s.players else 0]
        for _k in range(DEEPEST):
            if not advance(&self.s.env, &g, &o):
                break
            state_key(&g)
            stop = _may_stop(&self.s, &g, &o)
            after = []
            best = -1
            if judged:
                after = [self._after(&g, o.items[i], k, stop) for i in range(o.n)]
                for i in range(o.n):
                    if best < 0 or after[i] > after[best]:
                        best = i
            if who == "best":
                index = best
            elif who == "passive":
                index = self._pass(&o)
            else:
                index = p.choose(&self.s.env, &g, &o, &p, &m)
            act = o.items[index]
            if judged:
                steps.append((g.step, g.pending[g.n_pending - 1].op if g.n_pending else None, self._tuple(act),
                              self._tuple(o.items[best]), after[best] - after[index]))
            if act.kind == ACT_END_TURN:
                break
            apply(&self.s.env, &g, act)
        if self.s.failure:
            raise RuntimeError("nothing was solved, or the search could not be gone on with")
        if g.players[g.seat].space != self.s.target and self.s.walk:
            return steps, None
        _worths(&self.s, &g, worths)
        return steps, self._list(worths)

    cdef tuple _tuple(self, Action act):
        return act.kind, act.a, act.b, act.c

    cdef int _after(self, const GameState *g, Action act, int k, bint stop):
        """The best worth once an option is taken."""
        cdef GameState h = g[0]
        cdef int32_t worths[4]
        if act.kind == ACT_END_TURN:
            if not stop:
                return NOWHERE
            _worths(&self.s, g, worths)
            return worths[k]
        if not _allowed(&self.s, g, act):
            return NOWHERE
        apply(&self.s.env, &h, act)
        _visit(&self.s, &h, 0, worths)
        return worths[k]

    cdef int _pass(self, const Options *o):
        """The option that does least."""
        cdef int i
        for kind in (ACT_END_TURN, ACT_END_PHASE, ACT_DONE, ACT_DECLINE, ACT_RESOLVE):
            for i in range(o.n):
                if o.items[i].kind == kind:
                    return i
        for i in range(o.n):
            if o.items[i].kind == ACT_ASSIGN and o.items[i].c == HERO:
                return i
        return 0
