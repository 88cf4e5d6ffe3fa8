"""One game stepped from Python: decisions listed and taken one at a time, with the told events and views of the state."""

import numpy as np

from libc.stdint cimport int16_t
from libc.string cimport memset

from mkbalance._mageknight.attacking cimport attack_need, attack_total
from mkbalance._mageknight.blocking cimport block_need, block_total
from mkbalance._mageknight.content cimport Env, Tables
from mkbalance._mageknight.dummy cimport dummy_share, is_proxy
from mkbalance._mageknight.engine cimport advance, apply, is_legal
from mkbalance._mageknight.hexmap cimport mine_colours, terrain_at, tile_row
from mkbalance._mageknight.hexmap import axial
from mkbalance._mageknight.factions cimport tokens_held
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.invariants cimport check, count_all
from mkbalance._mageknight.knowledge cimport garrison_known, token_known, top_known
from mkbalance._mageknight.quests cimport everybodys, on_offer, own_markers, reached, shield_on, token_hidden
from mkbalance._mageknight.players.digest cimport build_digest
from mkbalance._mageknight.players.candidates cimport Plans
from mkbalance._mageknight.players.hidden cimport forget, permute_hidden
from mkbalance._mageknight.players.memory cimport Memory
from mkbalance._mageknight.players.planner cimport weigh
from mkbalance._mageknight.players.policy cimport Policy
from mkbalance._mageknight.players.travel cimport Roads
from mkbalance._mageknight.players.appraise cimport by_rules
from mkbalance._mageknight.players.features cimport describe
from mkbalance._mageknight.players.features import FEATURES
from mkbalance._mageknight.players.lands cimport Lands, roads_of
from mkbalance._mageknight.players.nets cimport MAX_FEATURES
from mkbalance._mageknight.players.seating cimport seated
from mkbalance._mageknight.players.value cimport foreseen
from mkbalance._mageknight.record cimport KeptRow, ResultRow, fill_kept, fill_row
from mkbalance._mageknight.record import ROW_DTYPE
from mkbalance._mageknight.scoring cimport Score, score_seat
from mkbalance._mageknight.setup cimport set_up
from mkbalance._mageknight.state cimport QUEST_SEAT, SP_LOOKED, Action, City, Combat, Foe, GameState, Player, Space
from mkbalance._mageknight.trace cimport Event


EVENT_DTYPE = np.dtype([("kind", "h"), ("a", "h"), ("b", "h"), ("c", "h"), ("d", "h"), ("seat", "B"), ("round", "B")])
if EVENT_DTYPE.itemsize != sizeof(Event):
    raise TypeError("EVENT_DTYPE does not mirror Event")


cdef class Session:
    """A game in progress.

    Parameters
    ----------
    tables : Tables
    setup : numpy record of ``DTYPES["Setup"]``
    key, game : int
        Experiment key and game number: the same game as in a batch.
    trace : int
        Room for that many told events; 0 = tracing off.
    """

    def __init__(self, Tables tables, setup, unsigned long long key, unsigned long long game, int trace=0):
        self.tables = tables
        self.env = tables.with_setup(setup)
        self.events_array = np.zeros(max(trace, 1), dtype=EVENT_DTYPE)
        if trace:
            self.buffer.events = <Event *> <size_t> self.events_array.ctypes.data
            self.buffer.capacity = trace
            self.buffer.n = 0
            self.env.trace = &self.buffer
        set_up(&self.env, &self.g, key, game)
        count_all(&self.env, &self.g, &self.start)
        self.over = not advance(&self.env, &self.g, &self.o)

    def __reduce__(self):
        raise TypeError("a game in progress cannot be pickled; replay it from its key and number")

    @property
    def seat(self):
        """Seat whose decision it is."""
        return self.g.seat

    @property
    def step(self):
        """``Step`` of the state machine."""
        return self.g.step

    @property
    def task(self):
        """Opcode or task that asks, None at an ordinary step."""
        return self.g.pending[self.g.n_pending - 1].op if self.g.n_pending else None

    @property
    def fault(self):
        return self.g.fault

    @property
    def decisions(self):
        """Decisions taken so far."""
        return self.g.n_actions

    def actions(self):
        """Legal actions as (kind, a, b, c), in the order of their index."""
        cdef int i
        if self.over:
            return []
        return [(self.o.items[i].kind, self.o.items[i].a, self.o.items[i].b, self.o.items[i].c) for i in range(self.o.n)]

    def apply(self, int index):
        """Take the option with this index.

        Raises
        ------
        IndexError
            If there is no such option or the game is over.
        """
        if self.over or index < 0 or index >= self.o.n:
            raise IndexError(f"option {index}: {0 if self.over else self.o.n} options, numbered from 0")
        self.remember()
        apply(&self.env, &self.g, self.o.items[index])
        check(&self.env, &self.g, &self.start)
        self.over = not advance(&self.env, &self.g, &self.o)

    def apply_action(self, int kind, int a=0, int b=0, int c=0):
        """Take an action by its meaning; False if it is not legal now (nothing changes then)."""
        cdef Action act
        act.kind = <unsigned char> kind
        act.a = <unsigned char> a
        act.b = <unsigned char> b
        act.c = <unsigned char> c
        if self.over or not is_legal(&self.o, act):
            return False
        self.remember()
        apply(&self.env, &self.g, act)
        check(&self.env, &self.g, &self.start)
        self.over = not advance(&self.env, &self.g, &self.o)
        return True

    def suggest(self, weights):
        """Index that a player with these weights would choose."""
        cdef object _held
        cdef Policy policy
        if self.over:
            raise IndexError("the game is over")
        if self.digest.n == 0 and build_digest(&self.env, len(self.tables.arrays["options"]), &self.digest) < 0:
            raise ValueError("the content has more options than the players can read")
        _held = seated(weights, &self.digest, &policy)
        self.thought = self.memory[self.g.seat]  # kept when an option is taken: asking twice gives the same answer
        self.suggested = True
        return policy.choose(&self.env, &self.g, &self.o, &policy, &self.thought)

    cdef void remember(self) noexcept:
        """The seat remembers what it thought when it was asked for this decision."""
        if self.suggested:
            self.memory[self.g.seat] = self.thought
        self.suggested = False

    def plans(self, weights):
        """Plans that a scripted player with these weights sees now, best first: (kind, target space, steps, worth in tenths)."""
        cdef object _held
        cdef Policy policy
        cdef Env quiet = self.env
        cdef GameState base = self.g
        cdef Plans plans
        cdef Roads roads
        cdef int i
        if self.over or self.g.step != STEP_MOVE or self.g.n_pending:
            return []
        if self.digest.n == 0 and build_digest(&self.env, len(self.tables.arrays["options"]), &self.digest) < 0:
            raise ValueError("the content has more options than the players can read")
        _held = seated(weights, &self.digest, &policy)
        quiet.trace = NULL
        forget(&quiet, &base, 0)
        weigh(&quiet, &self.g, &base, &policy, &roads, &plans)
        found = [(plans.goals[i].kind, plans.goals[i].target, plans.goals[i].n, plans.worth[i]) for i in range(plans.n)]
        return sorted(found, key=lambda plan: -plan[3])

    def foresight(self, weights):
        """What the value function of these weights sees if the turn ended here, and what it says.

        Returns
        -------
        seen : dict of str to int
            The features by name (features.pyx).
        rules, foreseen : int
            The appraisal by the rules of thumb, and what the value function adds to it, in tenths of a point.
        """
        cdef Policy policy
        cdef Lands lands
        cdef int16_t x[MAX_FEATURES]
        cdef int n, worth
        if self.g.players[self.g.seat].space == NONE:
            raise ValueError("the Hero is not on the map")
        if self.digest.n == 0 and build_digest(&self.env, len(self.tables.arrays["options"]), &self.digest) < 0:
            raise ValueError("the content has more options than the players can read")
        _held = seated(weights, &self.digest, &policy)
        policy.weights.learned = 100
        lands.n = 0
        worth = by_rules(&self.env, &self.g, &policy, roads_of(&self.env, &self.g, &policy, &lands))
        n = describe(&self.env, &self.g, &policy, roads_of(&self.env, &self.g, &policy, &lands), worth, False, &x[0])
        seen = {name: x[i] for i, name in enumerate(FEATURES)}
        if n != len(FEATURES):
            raise ValueError(f"{n} features, {len(FEATURES)} names")
        return seen, worth, foreseen(&self.env, &self.g, &policy, roads_of(&self.env, &self.g, &policy, &lands), worth, False)

    def forget_plans(self):
        """Drop what players asked with ``suggest`` remember of the turn going on; they plan anew."""
        memset(&self.memory[0], 0, 4 * sizeof(Memory))
        self.suggested = False

    def shuffle_hidden(self, unsigned long long salt):
        """Permute everything that the seat at turn cannot see; a test of honest sight."""
        permute_hidden(&self.env, &self.g, salt)

    def events(self):
        """Told events since the last call, as an array of ``EVENT_DTYPE``."""
        cdef int first = self.told_from
        self.told_from = self.buffer.n
        return self.events_array[first:self.buffer.n].copy()

    def row(self, int seat=0):
        """Result row of a seat as the game stands."""
        rows = np.zeros(1, dtype=ROW_DTYPE)
        cdef ResultRow[::1] view = rows
        fill_row(&self.env, &self.g, seat, 0, &view[0])
        return rows[0]

    def copy(self):
        """An independent copy, without told events."""
        cdef Session other = Session.__new__(Session)
        cdef int i
        other.tables = self.tables
        other.env = self.env
        other.env.trace = NULL
        other.g = self.g
        other.o = self.o
        other.start = self.start
        other.digest = self.digest
        for i in range(4):
            other.memory[i] = self.memory[i]
        other.thought = self.thought
        other.suggested = self.suggested
        other.over = self.over
        other.events_array = np.zeros(1, dtype=EVENT_DTYPE)
        other.told_from = 0
        return other

    def state_bytes(self):
        """The state as bytes, for equality tests."""
        return (<unsigned char *> &self.g)[:sizeof(GameState)]

    @property
    def n_seats(self):
        """Number of players."""
        return self.g.n_seats

    def player(self, int seat=0):
        """What the seat holds, as a dict of plain numbers and lists; cards are card rows."""
        cdef Player *p = &self.g.players[seat]
        cdef int i
        return {
            "hero": p.hero, "fame": p.fame, "reputation": p.rep, "level": p.level, "space": None if p.space == NONE else p.space,
            "flags": p.flags, "hand": [p.hand[i] for i in range(p.n_hand)], "wounds": p.hand_wounds,
            "deck": p.n_deck, "discard": [p.cards[MAX_CARDS - 1 - i] for i in range(p.n_discard)],
            "deck_cards": sorted(p.cards[i] for i in range(p.n_deck)),
            "stored_cards": sorted(p.stored[i] for i in range(p.n_stored)),
            "played": [p.played[i] for i in range(p.n_played)], "crystals": [p.crystals[i] for i in range(4)],
            "units": [{"kind": p.units[i].kind, "ready": p.units[i].ready, "wounds": p.units[i].wounds} for i in range(p.n_units)],
            "tactic": None if p.tactic == NONE else p.tactic, "tactic_used": p.tactic_used,
            "tactic_die": None if p.tactic_die == NONE else p.tactic_die, "stored": p.n_stored,
            "set_aside": None if p.set_aside == NONE else p.set_aside,
            "skills": [p.skills[i] for i in range(p.n_skills)], "skill_used": [p.skill_used[i] for i in range(p.n_skills)],
            "conquests": [p.conquests[0], p.conquests[1]], "chaos": p.chaos, "exploited": p.exploited,
            "quest_points": p.tally.quest_points,
            "site_tokens": self.g.site_tokens[seat], "restored": self.g.restored[seat],
            "possessed_beaten": self.g.possessed_beaten[seat], "teleports": self.g.teleports[seat],
            "faction_tokens": {i: tokens_held(p, i) for i in range(self.env.n_factions) if tokens_held(p, i)},
        }

    def table(self):
        """What lies open on the table: Round, dice, offers, heads, the dummy; ``tops``: the topmost enemy tokens by colour
        that the seat at turn has looked at."""
        cdef GameState *g = &self.g
        cdef int i, k
        return {
            "round": g.round, "night": g.night, "dice": [g.dice[i] for i in range(g.n_dice)],
            "order": [g.order[i] for i in range(g.n_order)], "announced": g.announced,
            "units": [g.offer_units[i] for i in range(g.n_offer_units)],
            "monastery_actions": [g.offer_actions[i] for i in range(g.n_offer_actions)],
            "actions": [g.actions[i] for i in range(g.n_actions_offer)],
            "spells": [g.spells[i] for i in range(g.n_spells_offer)],
            "heads": [g.heads[i] for i in range(4)], "lair": None if g.lair == NONE else g.lair,
            "dummy_deck": g.dummies[0].n_deck, "dummy_crystals": [g.dummies[0].crystals[i] for i in range(4)],
            "dummy_hero": g.dummies[0].hero if g.n_dummies else None,
            "dummies": [{
                "hero": g.dummies[i].hero, "proxy": bool(is_proxy(&self.env, i)), "deck": g.dummies[i].n_deck,
                "discard": [g.dummy_cards[(i + 1) * dummy_share(g) - 1 - k] for k in range(g.dummies[i].n_flipped)],
                "crystals": [g.dummies[i].crystals[k] for k in range(4)],
                "tactic": None if g.dummies[i].tactic == NONE else g.dummies[i].tactic,
                "space": None if g.dummies[i].space == NONE else g.dummies[i].space,
                "objective": None if g.dummies[i].objective == NONE else g.dummies[i].objective,
                "shields": g.dummies[i].shields,
            } for i in range(g.n_dummies)],
            "proxied": g.proxied,
            "horsemen": [{
                "level": g.horsemen[i].level, "space": None if g.horsemen[i].space == NONE else g.horsemen[i].space,
                "horse": None if g.horsemen[i].horse == NONE else g.horsemen[i].horse, "sites": g.horsemen[i].sites,
                "round": g.horsemen[i].round, "start": g.horsemen[i].start,
            } for i in range(4)] if self.env.setup.horsemen else [],
            "riders": [(g.rider_q[i], g.rider_r[i]) for i in range(4)] if self.env.setup.horsemen == HORSEMEN_GATHER else [],
            "card_row": g.card_row if self.env.setup.restoration else None, "ritual": bool(g.ritual),
            "stack": g.n_stack, "destroyed_left": g.destroyed_left, "won": g.won, "ending": g.ending,
            "tops": [g.tokens[g.token_first[i] + g.token_draw[i] - 1] if top_known(g, i, g.seat) else None
                     for i in range(<int> N_TOKEN_COLOURS)],
            "quests": [{
                "row": g.quests[i].row, "marker": None if g.quests[i].marker >= HERO else g.quests[i].marker,
                "shield": shield_on(&g.quests[i]) if self.env.quests[g.quests[i].row].kind == QUEST_PERSONAL else 0,
                "reached": [reached(&self.env.quests[g.quests[i].row], &g.quests[i], k) for k in range(g.n_seats)],
                "markers": [g.quests[i].held[k] for k in range(own_markers(&self.env, &g.quests[i]))],
                "held": [None if g.quests[i].held[k] == NONE or token_hidden(&self.env, &g.quests[i], k) else g.quests[i].held[k]
                         for k in range(4)],
                "hidden": [bool(token_hidden(&self.env, &g.quests[i], k)) for k in range(4)],
                "owner": None if i < on_offer(g) else g.quest_owner[i - on_offer(g)] & QUEST_SEAT,
                "open": bool(everybodys(g, i)),
            } for i in range(g.n_quests)],
            "sites_restored": g.sites_restored,
            "claims": [g.claims[i] for i in range(g.n_dice)], "shown": None if g.turn.box == NONE else g.turn.box,
        }

    def turn(self):
        """Points and mana of the turn going on."""
        cdef GameState *g = &self.g
        cdef int i
        return {"move": g.turn.move, "influence": g.turn.influence, "heal": g.turn.heal,
                "mana": [g.turn.mana[i] for i in range(6)], "dice_rights": g.turn.dice_rights, "played": g.turn.played}

    def combat(self):
        """The fight going on: where, what is played into the attack or block in the making, and what it needs."""
        cdef Combat *k = &self.g.combat
        cdef int i
        blocking = k.block_foe != NONE and self.g.step == STEP_BLOCK
        return {
            "space": None if k.space == NONE else k.space, "site": k.site, "flags": k.flags,
            "points": [k.points[i] for i in range(12)], "block": [k.block[i] for i in range(5)], "block_swift": k.block_swift,
            "later": [k.later[i] for i in range(4)], "targets": [i for i in range(k.n) if (k.targets >> i) & 1],
            "attack_total": attack_total(&self.g), "attack_need": attack_need(&self.g),
            "blocking": (k.block_foe, k.block_attack) if blocking else None,
            "block_total": block_total(&self.g) if blocking else 0,
            "block_need": block_need(&self.g, k.block_foe, k.block_attack) if blocking else 0,
            "damage": None if k.damage_foe == NONE else (k.damage_foe, k.damage_attack, k.damage_left),
            "wounds": k.wounds, "defeated": k.defeated,
        }

    def pending(self):
        """The task that asks, as (opcode or task, a, b, c, d); None at an ordinary step."""
        if not self.g.n_pending:
            return None
        p = self.g.pending[self.g.n_pending - 1]
        return (p.op, p.a, p.b, p.c, p.d)

    def drawn(self):
        """Cards on show for the pending choice of an Artifact."""
        cdef int i
        return [self.g.drawn.items[i] for i in range(self.g.drawn.size)]

    def foes(self):
        """The enemies of the fight going on."""
        cdef GameState *g = &self.g
        cdef int i, j
        cdef Foe *f
        found = []
        for i in range(g.combat.n):
            f = &g.combat.foes[i]
            found.append({
                "row": f.row, "source": f.source, "slot": f.slot, "flags": f.flags, "armor": f.armor, "armor_high": f.armor_high,
                "resist": f.resist, "abilities": f.abilities, "fort": f.fort, "fort_site": f.fort_site,
                "attacks": [(f.value[j], f.element[j], f.state[j], f.traits[j]) for j in range(f.n_attacks)],
                "levels": f.levels, "marks": f.marks, "fame": f.fame,
                "possessed": None if f.possessed == NONE else f.possessed,
            })
        return found

    def spaces(self):
        """The revealed map: one dict per space with axial coordinates and what lies there; tokens with whether the seat at turn
        knows them, face up or looked at."""
        cdef GameState *g = &self.g
        cdef int t, h, s, i
        cdef Space *sp
        found = []
        for t in range(g.n_tiles):
            for h in range(7):
                s = t * 7 + h
                sp = &g.spaces[s]
                q, r = axial(g.tiles[t].x, g.tiles[t].y, h)
                row = self.env.hexes[g.tiles[t].id * 7 + h]
                found.append({
                    "space": s, "tile": tile_row(&self.env, g, t), "turned": g.tiles[t].id // self.env.n_tiles,
                    "hex": h, "q": q, "r": r, "terrain": terrain_at(&self.env, g, s), "site": sp.site,
                    "printed_site": row.site, "mines": mine_colours(&self.env, g, s), "walls": row.walls, "flags": sp.flags & (SP_LOOKED - 1),
                    "shields": sp.shields & 15,
                    "extra": None if sp.extra == NONE else sp.extra,
                    "horsemen": [i for i in range(4) if self.env.setup.horsemen and g.horsemen[i].space == s],
                    "proxies": [i for i in range(g.n_dummies) if g.dummies[i].space == s],
                    "tokens": [(sp.tokens[i], bool(token_known(g, s, i, g.seat))) for i in range(sp.n_tokens)],
                    "lair": g.lair == t and h in (self.env.setup.lair_hexes[0], self.env.setup.lair_hexes[1],
                                                  self.env.setup.lair_hexes[2]) and any(g.heads[i] for i in range(4)),
                })
        return found

    def cities(self):
        cdef GameState *g = &self.g
        cdef City *c
        cdef int i, k
        found = []
        for i in range(g.n_cities):
            c = &g.cities[i]
            found.append({"space": c.space, "colour": c.colour, "second": None if c.second == NONE else c.second,
                          "level": c.level, "face_up": c.face_up,
                          "ruler": None if c.ruler == NONE else c.ruler,
                          "marked": None if c.marked == NONE else c.marked,
                          "known": [bool(garrison_known(g, i, k, g.seat)) for k in range(c.n_garrison)],
                          "garrison": [c.garrison[k] for k in range(c.n_garrison)],
                          "shields": [c.shields[k] for k in range(c.n_shields)]})
        return found

    def keeps(self, int seat=0):
        """What a campaign may keep of the seat (A.14.1): card rows, Unit rows, Reputation, level."""
        cdef KeptRow row
        fill_kept(&self.env, &self.g, seat, &row)
        return {"cards": sorted(row.cards[i] for i in range(row.n)), "units": sorted(row.units[i] for i in range(row.n_units)),
                "reputation": row.reputation, "level": row.level}

    def score(self, int seat=0):
        """Every line of the score as the game stands."""
        cdef Score s
        score_seat(&self.env, &self.g, seat, &s)
        return {"fame": s.fame, "knowledge": s.knowledge, "loot": s.loot, "leader": s.leader, "conqueror": s.conqueror,
                "adventurer": s.adventurer, "beating": s.beating, "heads": s.heads, "horsemen": s.horsemen, "cities": s.cities, "goal": s.goal,
                "rounds": s.rounds, "dummy": s.dummy, "unannounced": s.unannounced, "tokens": s.tokens, "quests": s.quests, "challenge": s.challenge,
                "restored": s.restored, "ascended": s.ascended, "reputation": s.reputation, "total": s.total}
