"""A game put into a chosen situation, for tests of single rules.

``Lab`` is a ``Session`` whose state can be set from Python: hands, crystals, mana, dice, Units, the map, enemies on it, a
fight. What it sets stays as legal play could have left it as far as piles go: enemy tokens come out of their piles.
After a change ``settle`` runs the engine to the next decision and counts anew what the game may not lose.
"""

from libc.stdint cimport uint16_t, uint32_t
from libc.string cimport memset

from mkbalance._mageknight.attacking cimport add_attack
from mkbalance._mageknight.chance cimport chance_of, deal_of
from mkbalance._mageknight.combat cimport combat_begin, open_phase
from mkbalance._mageknight.content cimport QuestRow
from mkbalance._mageknight.damage cimport remove_unit
from mkbalance._mageknight.dummy cimport dummy_card, dummy_share
from mkbalance._mageknight.effects cimport random_crystal
from mkbalance._mageknight.engine cimport advance, fits
from mkbalance._mageknight.factions cimport gain_faction_token
from mkbalance._mageknight.fights cimport join_combat
from mkbalance._mageknight.foes cimport add_foe
from mkbalance._mageknight.hexmap cimport add_tile, neighbour, safe_space, step_cost
from mkbalance._mageknight.ids cimport *
from mkbalance._mageknight.invariants cimport count_all
from mkbalance._mageknight.knowledge cimport take_tokens_off
from mkbalance._mageknight.mana cimport can_pay, payable
from mkbalance._mageknight.possessed cimport possess
from mkbalance._mageknight.revealing cimport reveal_tile
from mkbalance._mageknight.rulers cimport look_for
from mkbalance._mageknight.quests cimport holds_token, quests_refresh, set_reached, set_shield
from mkbalance._mageknight.session cimport Session
from mkbalance._mageknight.state cimport (
    CB_ASSAULT,
    CB_LAIR,
    CB_MOVED,
    CB_NIGHT,
    CB_NO_UNITS,
    FOE_GARRISON,
    FOE_RAMPAGING,
    QUEST_OPENED,
    SP_BURNED,
    SP_CONQUERED,
    SP_DESTROYED,
    SP_DRAWN,
    SP_RUIN_UP,
    Dummy,
    GameState,
    Options,
    Pile,
    Player,
    QuestCard,
    ShortPile,
    Space,
    add_option,
)
from mkbalance._mageknight.handlimit cimport hand_limit
from mkbalance._mageknight.units cimport command_limit
from mkbalance._mageknight.tokens cimport discard_token, keep_token, kept_token

FIGHT_FLAGS = {"assault": CB_ASSAULT, "night": CB_NIGHT, "no_units": CB_NO_UNITS}
FOE_FLAGS = {"garrison": FOE_GARRISON, "rampaging": FOE_RAMPAGING}
SPACE_FLAGS = {"destroyed": SP_DESTROYED, "burned": SP_BURNED, "conquered": SP_CONQUERED, "ruin_up": SP_RUIN_UP, "drawn": SP_DRAWN}


cdef void _fill(Pile *pile, object cards) except *:
    cdef int i = 0
    if len(cards) > 64:
        raise ValueError(f"{len(cards)} cards do not fit a pile")
    for card in cards:
        pile.items[i] = card
        i += 1
    pile.size = <unsigned char> i


cdef void _fill_short(ShortPile *pile, object cards) except *:
    if len(cards) > 15:
        raise ValueError(f"{len(cards)} tokens do not fit a short pile")
    for i in range(len(cards)):
        pile.items[<int> i] = cards[i]
    pile.size = <unsigned char> len(cards)


cdef list _pile(const Pile *pile):
    return [pile.items[i] for i in range(pile.size)]


cdef class Lab(Session):
    """A game whose situation can be chosen. Parameters as for ``Session``; seats are numbered from 0."""

    def settle(self):
        """Run to the next decision after the situation was changed; conservation is counted from here on.

        Returns
        -------
        bool
            Whether there is a decision.
        """
        count_all(&self.env, &self.g, &self.start)
        self.over = not advance(&self.env, &self.g, &self.o)
        count_all(&self.env, &self.g, &self.start)
        return not self.over

    def crowd(self, int n):
        """List n more actions, and say whether the engine finds that all of them fit."""
        cdef Options o = self.o
        cdef int _i
        for _i in range(n):
            add_option(&o, ACT_DONE, 0, 0, 0)
        return fits(&self.g, &o)

    def go_to(self, int step):
        """Drop what is pending and stand at this step of the state machine."""
        self.g.n_pending = 0
        self.g.step = <unsigned char> step
        if step == STEP_END_TURN:
            self.g.turn.stage = 0

    def draws(self):
        """Random events so far, by purpose."""
        cdef int i
        return [self.g.draws[i] for i in range(<int> N_PURPOSES)]

    def deal_anew(self, int source, unsigned int deal):
        """Take what is still to come of a source of chance (Chance) from another deal."""
        cdef int i
        for i in range(<int> N_PURPOSES):
            if chance_of(i) == source:
                self.g.draws[i] += (deal << DEALT_BITS) - deal_of(&self.g, i)

    def set_time(self, round_=None, night=None):
        """Set Round number and half of the day."""
        if round_ is not None:
            self.g.round = round_
        if night is not None:
            self.g.night = bool(night)

    def set_seat(self, int seat=0, hand=None, deck=None, discard=None, wounds=None, crystals=None, fame=None, level=None,
                 rep=None, units=None, space=None, tactic=None, tactic_die=None, skills=None, set_aside=None, conquests=None):
        """Set what a seat holds; decks and discard piles bottom first, Units as (row, ready, Wounds)."""
        cdef Player *p = &self.g.players[seat]
        cdef int i
        if hand is not None:
            p.n_hand = <unsigned char> len(hand)
            for i in range(p.n_hand):
                p.hand[i] = hand[i]
        if deck is not None:
            p.n_deck = <uint16_t> len(deck)
            for i in range(p.n_deck):
                p.cards[i] = deck[i]
        if discard is not None:
            p.n_discard = <uint16_t> len(discard)
            for i in range(p.n_discard):
                p.cards[MAX_CARDS - 1 - i] = discard[i]
        if wounds is not None:
            p.hand_wounds = wounds
        if crystals is not None:
            for i in range(4):
                p.crystals[i] = crystals[i]
        if fame is not None:
            p.fame = fame
        if level is not None:
            p.level = level
        if rep is not None:
            p.rep = rep
        if units is not None:
            p.n_units = <unsigned char> len(units)
            for i in range(p.n_units):
                memset(&p.units[i], 0, sizeof(p.units[i]))
                p.units[i].kind, p.units[i].ready, p.units[i].wounds = units[i]
                p.units[i].banner = NONE
        if space is not None:
            p.space = space
        if space is not None and seat == self.g.seat:
            self.g.turn.path[0] = p.space
            self.g.turn.n_path = 1
        if tactic is not None:
            p.tactic = tactic
            p.tactic_used = 0
        if tactic_die is not None:
            p.tactic_die = tactic_die
        if set_aside is not None:
            p.set_aside = set_aside
        if conquests is not None:
            p.conquests[0], p.conquests[1] = conquests
        if skills is not None:
            p.n_skills = <unsigned char> len(skills)
            for i in range(p.n_skills):
                p.skills[i] = skills[i]
                p.skill_used[i] = 0

    def set_turn(self, move=None, influence=None, heal=None, mana=None, dice_rights=None, played=None, moved=None,
                 action=None):
        """Set points and mana tokens of the turn going on; mana in the order of ``Colour``."""
        cdef int i
        if move is not None:
            self.g.turn.move = move
        if influence is not None:
            self.g.turn.influence = influence
        if heal is not None:
            self.g.turn.heal = heal
        if mana is not None:
            for i in range(6):
                self.g.turn.mana[i] = mana[i]
        if dice_rights is not None:
            self.g.turn.dice_rights = dice_rights
        if played is not None:
            self.g.turn.played = played
        if moved is not None:
            self.g.turn.moved = moved
        if action is not None:
            self.g.turn.action = action

    def set_rewards(self, artifacts=0, spells=0, actions=0, units=0, crystals=0):
        """Set what the turn's fights have won so far."""
        self.g.turn.reward_artifacts = artifacts
        self.g.turn.reward_spells = spells
        self.g.turn.reward_actions = actions
        self.g.turn.reward_units = units
        self.g.turn.reward_crystals = crystals

    def set_passable(self, terrains, cost=None):
        """Let the Hero enter these terrains this turn, at this Move cost."""
        for terrain in terrains:
            self.g.turn.passable |= <unsigned short> (1 << <int> terrain)
            if cost is not None:
                self.g.turn.cost_set[<int> terrain] = cost

    def set_skill(self, slot, used, int seat=0):
        """Set whether a Skill was used this turn (1) and lies face down (2)."""
        self.g.players[seat].skill_used[<int> slot] = used

    def ready(self, int slot, int seat=0):
        """Ready a Unit, as an effect would."""
        self.g.players[seat].units[slot].ready = 1
        self.settle()

    def set_bond(self, slot=None, int seat=0):
        """Give the seat the slot of OP_BOND, with one of its Units on it."""
        self.g.players[seat].bond = 1
        if slot is not None:
            self.g.players[seat].units[<int> slot].bonded = 1

    def set_hero(self, int hero, int seat=0):
        """Let the seat be another Hero, its cards as they are."""
        self.g.players[seat].hero = <unsigned char> hero

    def set_won(self, int round_):
        """The scenario's goal was reached in this Round."""
        self.g.won = 1
        self.g.round_won = <unsigned char> round_

    def roll_crystal(self, bint or_token=False):
        """Gain a random crystal (R1.7, A.13.7), up to what it asks."""
        random_crystal(&self.env, &self.g, or_token)
        self.settle()

    def set_chaos(self, position, int seat=0):
        """Put the marker of the Skill that has one (OP_CHAOS)."""
        self.g.players[seat].chaos = position

    def set_factions(self, rows=None, cult=None, council=None, int seat=0):
        """Set the faction tokens a seat holds, by row, and the draw piles, bottom first."""
        if rows is not None:
            self.g.players[seat].faction_tokens = sum(1 << 2 * row for row in rows)
        if cult is not None:
            _fill_short(&self.g.faction_piles[<int> FACTION_CULT - 1], cult)
        if council is not None:
            _fill_short(&self.g.faction_piles[<int> FACTION_COUNCIL - 1], council)

    def faction_piles(self):
        """Draw piles of the Apocalypse Cult and the Council of the Void, bottom first."""
        cdef int i, k
        return [[self.g.faction_piles[i].items[k] for k in range(self.g.faction_piles[i].size)] for i in range(2, 4)]

    def gain_faction(self, int faction):
        """Gain a token of a faction."""
        gain_faction_token(&self.env, &self.g, faction)

    def set_common(self, skills):
        """Set the common Skill area."""
        _fill(&self.g.common_skills, skills)

    def set_source(self, dice):
        """Set the faces of the Source dice, all of them in the Source."""
        cdef int i
        self.g.n_dice = <unsigned char> len(dice)
        for i in range(self.g.n_dice):
            self.g.dice[i] = dice[i]
        self.g.dice_out = 0
        self.g.turn.dice_used = 0
        self.g.turn.dice_kept = 0

    def set_dummy(self, deck=None, crystals=None, discard=None, space=None, objective=None, shields=None, int k=0):
        """Set what a dummy or proxy player has: its deck, bottom first, crystals, where a proxy stands, its objective."""
        cdef Dummy *d = &self.g.dummies[k]
        cdef int share = dummy_share(&self.g)
        if len(deck or ()) + len(discard or ()) > share:
            raise ValueError(f"a dummy has room for {share} cards")
        if deck is not None:
            d.n_deck = <unsigned char> len(deck)
            for i in range(d.n_deck):
                self.g.dummy_cards[k * share + <int> i] = deck[i]
        if discard is not None:
            d.n_flipped = <unsigned char> len(discard)
            for i in range(d.n_flipped):
                self.g.dummy_cards[(k + 1) * share - 1 - <int> i] = discard[i]
        if crystals is not None:
            for i in range(4):
                d.crystals[i] = crystals[i]
        if space is not None:
            d.space = space
        if objective is not None:
            d.objective = objective
        if shields is not None:
            d.shields = shields

    def set_offers(self, units=None, monastery=None, actions=None, spells=None):
        """Set the Unit offer, its Advanced Actions, and the two card offers, lowest card first."""
        cdef int i
        if units is not None:
            self.g.n_offer_units = <unsigned char> len(units)
            for i in range(self.g.n_offer_units):
                self.g.offer_units[i] = units[i]
        if monastery is not None:
            self.g.n_offer_actions = <unsigned char> len(monastery)
            for i in range(self.g.n_offer_actions):
                self.g.offer_actions[i] = monastery[i]
        if actions is not None:
            self.g.n_actions_offer = <unsigned char> len(actions)
            for i in range(self.g.n_actions_offer):
                self.g.actions[i] = actions[i]
        if spells is not None:
            self.g.n_spells_offer = <unsigned char> len(spells)
            for i in range(self.g.n_spells_offer):
                self.g.spells[i] = spells[i]

    def set_decks(self, artifacts=None, actions=None, spells=None, regulars=None, elites=None, possessed=None, ruins=None):
        """Set the shared decks, bottom first."""
        if artifacts is not None:
            _fill(&self.g.deck_artifacts, artifacts)
        if actions is not None:
            _fill(&self.g.deck_actions, actions)
        if spells is not None:
            _fill(&self.g.deck_spells, spells)
        if regulars is not None:
            _fill(&self.g.deck_regulars, regulars)
        if elites is not None:
            _fill(&self.g.deck_elites, elites)
        if possessed is not None:
            self.g.possessed_discard = 0
            _fill_short(&self.g.deck_possessed, possessed)
        if ruins is not None:
            _fill_short(&self.g.deck_ruins, ruins)

    def decks(self):
        """Shared decks, bottom first; of the possessed tokens the discard pile too."""
        cdef int i
        return {"artifacts": _pile(&self.g.deck_artifacts), "actions": _pile(&self.g.deck_actions),
                "spells": _pile(&self.g.deck_spells), "regulars": _pile(&self.g.deck_regulars),
                "elites": _pile(&self.g.deck_elites), "possessed": [self.g.deck_possessed.items[i] for i in range(self.g.deck_possessed.size)],
                "dummy": [dummy_card(&self.g, 0, i) for i in range(self.g.dummies[0].n_deck)],
                "possessed_discard": [self.g.deck_possessed.items[14 - i] for i in range(self.g.possessed_discard)]}

    def out(self):
        """Number of Deed cards that left the game."""
        return self.g.n_out

    def set_heads(self, levels):
        """Set the level markers of the four heads; zero = defeated."""
        cdef int i
        if len(levels) != 4:
            raise ValueError(f"four head levels are needed, got {len(levels)}")
        for i in range(4):
            self.g.heads[i] = levels[i]

    def deck(self, int seat=0):
        """Deed deck of a seat, bottom first."""
        cdef int i
        return [self.g.players[seat].cards[i] for i in range(self.g.players[seat].n_deck)]

    def set_dragon(self, turn=None, attacked=None, tokens=None):
        """Set how often the dragon acted this Round, whether it was attacked in its lair, Destroyed Site tokens left."""
        if turn is not None:
            self.g.dragon_turn = turn
        if attacked is not None:
            self.g.lair_attacked = attacked
        if tokens is not None:
            self.g.destroyed_left = tokens

    def set_quests(self, cards, deck=None, points=None):
        """Replace the quest offer, leftmost first; tokens and cards of the old one go back.

        Parameters
        ----------
        cards : sequence of dict
            ``row``, and where they are not as on a new card ``marker``, ``reached`` (a number, or one for each seat), ``shield``
            (1 + seat, 5 neutral), ``held`` (four, None = empty; enemy tokens come out of their piles), ``flags`` (bits of the
            progress), ``owner`` (the seat whose private card it is; these come last) and ``open``.
        deck : sequence of int, optional
            Rows left in the deck; default: all others.
        points : int, optional
            Quest points of seat 0.
        """
        cdef GameState *g = &self.g
        cdef QuestCard *q
        cdef const QuestRow *row
        cdef int i, k
        for i in range(g.n_quests):
            for k in range(4):
                if holds_token(&self.env.quests[g.quests[i].row], &g.quests[i], k):
                    discard_token(&self.env, g, g.quests[i].held[k])
        g.n_quests = 0
        g.n_private = 0
        g.quest_discard = 0
        g.quests_revealed = 255
        g.quest_deck = (1 << self.env.n_quests) - 1
        for card in cards:
            q = &g.quests[g.n_quests]
            g.n_quests += 1
            if card.get("owner") is not None:
                g.quest_owner[g.n_private] = <int> card["owner"] | (QUEST_OPENED if card.get("open") else 0)
                g.n_private += 1
            row = &self.env.quests[<int> card["row"]]
            q.row = card["row"]
            g.quest_deck &= ~(<uint32_t> 1 << q.row)
            q.marker = card.get("marker", NONE)
            q.progress = card.get("flags", 0)
            done = card.get("reached", 0)
            for i in range(g.n_seats):
                set_reached(&self.env, q, i, done if isinstance(done, int) else done[i])
            if row.kind != QUEST_INDEPENDENT:
                set_shield(q, card.get("shield", 0))
            for k in range(4):
                held = card.get("held", (None,) * 4)[k]
                q.held[k] = NONE if held is None else held
                if holds_token(row, q, k):
                    self.take_token(q.held[k])
        if deck is not None:
            g.quest_deck = 0
            for i in deck:
                g.quest_deck |= <uint32_t> 1 << i
        if points is not None:
            g.players[0].tally.quest_points = points

    def quest_piles(self):
        """Rows of the quest deck and of its discard pile."""
        return [[i for i in range(self.env.n_quests) if mask >> i & 1] for mask in (self.g.quest_deck, self.g.quest_discard)]

    def quest_flags(self, int slot):
        """Bits of a card's progress above the steps."""
        return self.g.quests[slot].progress

    def set_quest_points(self, int seat, int points):
        """Set the quest points of a seat."""
        self.g.players[seat].tally.quest_points = <unsigned char> points

    def refresh_quests(self):
        """Refresh the quest offer as before a Round."""
        quests_refresh(&self.env, &self.g)
        self.settle()

    def lose_unit(self, int slot, int seat=0):
        """Have a Unit leave the game."""
        remove_unit(&self.g, &self.g.players[seat], slot)
        self.settle()

    def command(self, int seat=0):
        """Command tokens of a seat."""
        return command_limit(&self.env, &self.g.players[seat])

    def set_kills(self, int kills=0, taken=None):
        """Set what was defeated in the turn going on (quests.pxd), and the space conquered."""
        self.g.turn.kills = <unsigned char> kills
        self.g.turn.taken = 0 if taken is None else taken + 1

    def set_restoration(self, row=None, tokens=None, int seat=0):
        """Set the row of the scenario card with the neutral Shield, and the Destroyed Site tokens of a seat (A.12.2)."""
        if row is not None:
            self.g.card_row = row
        if tokens is not None:
            self.g.site_tokens[seat] = tokens

    def set_stage(self, int stage):
        """Set how far the sequence at the end of a turn or Round has come."""
        self.g.turn.stage = <unsigned char> stage

    def set_horseman(self, int kind, space=None, level=None, horse=None, sites=None, round_=None):
        """Put a Horseman on the map, with a horse out of its pile; an unrevealed card counts as revealed."""
        cdef GameState *g = &self.g
        cdef int i
        cdef int at = 0
        for i in range(4):
            if g.horsemen_order[i] == kind:
                at = i
        if at >= g.n_horsemen:
            g.horsemen_order[at] = g.horsemen_order[g.n_horsemen]
            g.horsemen_order[g.n_horsemen] = <unsigned char> kind
            g.n_horsemen += 1
        if space is not None:
            g.horsemen[kind].space = space
        if level is not None:
            g.horsemen[kind].level = level
        if sites is not None:
            g.horsemen[kind].sites = sites
        if round_ is not None:
            g.horsemen[kind].round = round_
            g.horsemen[kind].space = NONE
        if horse is not None:
            self.take_token(horse)
            g.horsemen[kind].horse = horse

    def lay(self, tiles, stack=(), filler_country=(), filler_core=()):
        """Replace the map: tiles as (row, x, y) on the lattice, the first with the portal; then the stack, bottom first.

        Tokens of the old map go to the discard piles; every seat stands on the portal.
        """
        cdef GameState *g = &self.g
        cdef int s, i
        for s in range(g.n_tiles * 7):
            self.clear(s)
        for i in range(g.n_cities):
            for s in range(g.cities[i].n_garrison):
                discard_token(&self.env, g, g.cities[i].garrison[s])
        g.n_cities = 0
        g.n_conquered = 0
        g.n_tiles = 0
        g.core_revealed = 0
        g.lair = NONE
        g.n_offer_actions = 0
        memset(&g.spaces[0], 0, sizeof(g.spaces))
        for row, x, y in tiles:
            s = add_tile(&self.env, g, row, x, y)
            reveal_tile(&self.env, g, s, False, True)
        g.portal = 0
        g.n_stack = <unsigned char> len(stack)
        for i in range(g.n_stack):
            g.stack[i] = stack[i]
        g.country_at = g.n_stack
        g.n_country = <unsigned char> len(filler_country)
        for i in range(g.n_country):
            g.stack[g.country_at + i] = filler_country[i]
        g.core_at = g.country_at + g.n_country
        g.n_cores = <unsigned char> len(filler_core)
        for i in range(g.n_cores):
            g.stack[g.core_at + i] = filler_core[i]
        for i in range(g.n_seats):
            self.set_seat(i, space=g.portal)

    def clear(self, int space):
        """Take the tokens off a space."""
        cdef Space *s = &self.g.spaces[space]
        cdef int i
        for i in range(s.n_tokens):
            discard_token(&self.env, &self.g, s.tokens[i])
        take_tokens_off(s)

    def put(self, int space, rows, bint face_up=True):
        """Replace the tokens of a space; they come out of their piles."""
        cdef Space *s = &self.g.spaces[space]
        self.clear(space)
        for row in rows:
            self.take_token(row)
            s.tokens[s.n_tokens] = row
            if face_up:
                s.face_up |= <unsigned char> (1 << s.n_tokens)
            s.n_tokens += 1

    def set_space(self, int space, site=None, flags=None, shields=None, extra=None):
        """Set site, flags (names of ``SPACE_FLAGS``), mask of Shields and ruins row of a space."""
        cdef Space *s = &self.g.spaces[space]
        if site is not None:
            s.site = site
        if flags is not None:
            s.flags = 0
            for name in flags:
                s.flags |= <unsigned char> SPACE_FLAGS[name]
        if shields is not None:
            s.shields = <unsigned char> (s.shields & 240 | <int> shields)
        if extra is not None:
            s.extra = extra

    def set_garrison(self, int city, rows, bint face_up=False):
        """Replace the garrison of a city."""
        cdef int i
        for i in range(self.g.cities[city].n_garrison):
            discard_token(&self.env, &self.g, self.g.cities[city].garrison[i])
        self.g.cities[city].n_garrison = 0
        self.g.cities[city].face_up = face_up
        for row in rows:
            self.take_token(row)
            self.g.cities[city].garrison[self.g.cities[city].n_garrison] = row
            self.g.cities[city].n_garrison += 1

    def rule(self, int city, int hero):
        """Let this Hero rule a city, as when its garrison is first seen (A.13.4)."""
        self.g.cities[city].ruler = <unsigned char> hero
        self.g.cities[city].marked = NONE
        look_for(&self.env, &self.g, city)
        self.settle()

    def set_shields(self, int city, seats):
        """Set the Shields on a city, in order."""
        cdef int i
        self.g.cities[city].n_shields = <unsigned char> len(seats)
        for i in range(len(seats)):
            self.g.cities[city].shields[i] = seats[i]

    def take_token(self, int row):
        """Take an enemy token out of its draw or discard pile.

        Raises
        ------
        ValueError
            If no such token is left in the piles.
        """
        cdef GameState *g = &self.g
        cdef int colour = self.env.enemies[row].colour
        cdef int first = g.token_first[colour]
        cdef int last = first + g.token_total[colour]
        cdef int i
        for i in range(first, first + g.token_draw[colour]):
            if g.tokens[i] == row:
                g.token_draw[colour] -= 1
                g.tokens[i] = g.tokens[first + g.token_draw[colour]]
                return
        for i in range(last - g.token_discard[colour], last):
            if g.tokens[i] == row:
                g.tokens[i] = g.tokens[last - g.token_discard[colour]]
                g.tokens[last - g.token_discard[colour]] = g.tokens[last - g.token_discard[colour] - g.token_kept[colour]]
                g.token_discard[colour] -= 1
                return
        raise ValueError(f"no token of enemy row {row} is left in the piles")

    def keep(self, rows):
        """Have tokens of these rows kept by a Skill; they come out of their piles."""
        for row in rows:
            self.take_token(row)
            discard_token(&self.env, &self.g, row)
            keep_token(&self.env, &self.g, row)

    def kept(self):
        """Rows of the tokens that a Skill keeps."""
        rows = []
        while kept_token(&self.g, <int> len(rows)) != NONE:
            rows.append(kept_token(&self.g, <int> len(rows)))
        return rows

    def next_token(self, int row):
        """Put a token of this row on top of its draw pile."""
        cdef GameState *g = &self.g
        cdef int colour = self.env.enemies[row].colour
        self.take_token(row)
        g.tokens[g.token_first[colour] + g.token_draw[colour]] = <unsigned char> row
        g.token_draw[colour] += 1

    def token_piles(self, int colour):
        """Numbers of tokens in the draw and in the discard pile of a colour."""
        return self.g.token_draw[colour], self.g.token_discard[colour]

    def fight(self, foes, flags=()):
        """Begin a fight with enemies of the given rows and open its first phase.

        Parameters
        ----------
        foes : sequence of int or (int, name)
            Enemy rows, with a name of ``FOE_FLAGS`` or without.
        flags : names of ``FIGHT_FLAGS``
            An assault fortifies the enemies flagged "garrison"; nothing is conquered here.
        """
        cdef int bits = 0
        cdef int index
        for name in flags:
            bits |= FIGHT_FLAGS[name]
        self.g.n_pending = 0
        self.g.turn.action = 1
        combat_begin(&self.env, &self.g, self.g.players[self.g.seat].space, NO_SITE, bits)
        self.g.combat.from_space = self.g.players[self.g.seat].space
        for foe in foes:
            row, kind = foe if isinstance(foe, tuple) else (foe, None)
            self.take_token(row)
            index = add_foe(&self.env, &self.g, row, FROM_DRAW, 0, self.g.players[self.g.seat].space,
                            0 if kind is None else FOE_FLAGS[kind])
            if index < 0:
                raise ValueError("too many enemies")
        open_phase(&self.env, &self.g, STEP_RANGED)

    def fight_dragon(self, levels, foes=()):
        """Begin a fight in the lair with heads at these levels, and enemies of the given rows beside them."""
        self.set_heads(levels)
        self.g.n_pending = 0
        self.g.turn.action = 1
        combat_begin(&self.env, &self.g, self.g.players[self.g.seat].space, NO_SITE, CB_LAIR | CB_MOVED)
        for row in foes:
            self.take_token(row)
            add_foe(&self.env, &self.g, row, FROM_DRAW, 0, self.g.players[self.g.seat].space, 0)
        join_combat(&self.env, &self.g)

    def possess(self, int foe, int token, int faction=0):
        """Lay the possessed token of this row under an enemy of the fight, which gives a faction's token then."""
        self.g.combat.foes[foe].faction = <unsigned char> faction
        self.g.possessed_discard = 0
        _fill_short(&self.g.deck_possessed, [token])
        possess(&self.env, &self.g, &self.g.combat.foes[foe])

    def possess_from_pile(self, int foe):
        """Lay a token of the pile under an enemy; none if all are in use."""
        possess(&self.env, &self.g, &self.g.combat.foes[foe])

    def attack_with(self, int points, int kind, int element):
        """Attack points played into the attack in the making."""
        add_attack(&self.g, points, kind, element)
        self.settle()

    def block_with(self, int points, int element):
        """Block points played into the block in the making."""
        self.g.combat.block[element] += <short> points
        self.g.combat.block_played = 1
        self.settle()

    def limit(self, int seat=0):
        """Hand limit as it would count for a draw now (R12.8)."""
        return hand_limit(&self.env, &self.g, seat)

    def cost(self, int direction):
        """Move cost of the step in a direction; 255 = impossible. The space must be revealed."""
        cdef int target = neighbour(&self.g, self.g.players[self.g.seat].space, direction)
        return step_cost(&self.env, &self.g, self.g.players[self.g.seat].space, direction, target)

    def neighbour(self, int space, int direction):
        """Space in a direction, 255 = not revealed."""
        return neighbour(&self.g, space, direction)

    def safe(self, int space, int seat=0):
        """Whether the seat's turn may end there (R8.9)."""
        return safe_space(&self.env, &self.g, space, seat)

    def payable(self):
        """Mask of colours that can be paid."""
        return payable(&self.g)

    def can_pay(self, masks):
        """Whether these demands can be met together."""
        cdef unsigned char wanted[6]
        cdef int i
        for i in range(len(masks)):
            wanted[i] = masks[i]
        return can_pay(&self.g, wanted, <int> len(masks))
