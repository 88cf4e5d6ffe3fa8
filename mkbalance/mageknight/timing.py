"""When an effect may be played, and what it is good for, read off its instructions (R4.5.1, R6.6).

The timing of a whole option follows its main instruction: the first group of ``_GROUPS`` it holds anything of. An
effect printed with another timing says so in the notation (``during ...``).
"""

from __future__ import annotations

from mkbalance.mageknight.words import COLOURS, KINDS, WINDOW_GROUPS, WINDOWS, WORDS

FLAG_NEEDS = 1
FLAG_ATTACK = 2
FLAG_BLOCK = 4
FLAG_MOVE = 8
FLAG_INFLUENCE = 16
FLAG_ACTION = 32
FLAG_COMBAT_START = 64
FLAG_SIEGE = 128
FLAG_FIRST = 256
FLAG_SPENDS_MOVE = 512
FLAG_BORROWS = 1024

ANY = WINDOW_GROUPS["any"]
COMBAT = WINDOW_GROUPS["combat"]
PEACE = ANY & ~COMBAT

Instr = tuple[int, int, int, int, int]


def _ops(names: str) -> frozenset[int]:
    return frozenset(WORDS[name].op for name in names.split())


def _windows(names: str) -> int:
    return sum(WINDOWS[name] for name in names.split())


_ATTACKS = _ops("attack")
_ALTEM = WORDS["altem"].op
_IF = WORDS["if"].op
_OPTIONAL = WORDS["optional"].op
_GROUPS: tuple[tuple[frozenset[int], int], ...] = (
    (_ops("temporal influence_heal charge"), _windows("move")),
    (_ops("move"), _windows("move block")),
    (_ops("influence interact_bonus recruit_discount rep_per_recruit"), _windows("interact block damage")),
    (_ops("impersonate"), 0),
    (_ops("martyr shadows"), _windows("damage")),
    (_ops("dominate"), _windows("ranged")),
    (_ops("seek"), _windows("move interact")),
    (_ops("trade_card"), PEACE),
    (_ops("fury"), _windows("attack")),
    (_ATTACKS, _windows("attack")),
    (_ops("sacrifice"), _windows("ranged attack")),
    (_ops("block block_terrain block_icons divide_block"), _windows("block")),
    (
        _ops("heal heal_forest ready ready_total ready_all ready_for_influence heal_units_all heal_unit throw_wound"
             " energy fame_per_heal"
             " draw_per_heal"),
        PEACE,
    ),
    (
        _ops("terrain cheap_space pass no_provoke fly tunnel bend mist mountain_lore next_move harvest swift_scout"
             " explore"),
        _windows("move"),
    ),
    (
        _ops("foe_attack foe_attack_strip block_armor block_destroy block_then_attack shield_bash later_attack"
             " redirect foe_cumbersome"),
        _windows("block"),
    ),
    (_ops("foe_cancel possess"), _windows("ranged block")),
    (_ops("foe_destroy explosive chivalry harvester"), _windows("attack")),
    (_ops("foe_blocked_armor1"), _windows("block damage attack")),
    (_ops("foe_armor foe_strip site_unfortify double_attack starsdawn all_coldfire convert units_bonus"
          " units_armor units_fame prey"), COMBAT),
    (_ops("soak"), _windows("damage")),
    (_ops("aim fork"), _windows("ranged attack")),
    (_ops("lead"), _windows("ranged block attack")),
    (_ops("shapeshift"), _windows("move block attack")),
    (_ops("ignore_rep"), _windows("move")),
    (_ops("prevent"), COMBAT),
    (_ops("units_safe units_resist unit_resist veil"), _windows("ranged block damage")),
    (_ops("ambush"), _windows("ranged block attack")),
)

_NEEDS = _ops(
    "pay discard throw boost maximal crystal_owned crystal_unowned crystal_offer set_die die_crystal gain_action"
    " gain_spell gain_unit cast_offer offer_power borrow_unit unit_resist banner proficiency sacrifice fly tunnel"
    " possess foe_destroy foe_attack foe_attack_strip time_bend sideways throw_wound no_recruit"
    " shapeshift chaos prey foe_cumbersome martyr dominate shadows spend_crystal seek trade_card shown fury"
    " reroll_die open_die puppet energy claim_die box charge prevent"
)
_ONE_FOE = _ops("foe_armor foe_strip")  # b = 0: one enemy has to be chosen
_FOE_CANCEL = WORDS["foe_cancel"].op
_PUPPET = WORDS["puppet"].op
_SACRIFICE = _ops("sacrifice")
_TURN_UP = WORDS["turn_up"].op
_CHANGES = _ops("foe_armor foe_strip")
_GIVES = (
    (_ops("attack sacrifice fury"), FLAG_ATTACK),
    (_ops("block block_terrain divide_block"), FLAG_BLOCK),
    (_ops("move charge"), FLAG_MOVE),
    (_ops("influence"), FLAG_INFLUENCE),
    (_ops("temporal influence_heal"), FLAG_ACTION),
    (_ops("boost maximal cast_offer offer_power borrow_unit"), FLAG_BORROWS),
)


def infer_windows(instrs: tuple[Instr, ...]) -> int:
    """Return the windows of an option by its main instruction; a special effect has all of them (R6.6)."""
    held = {instr[0] for instr in instrs}
    if any(op == _ALTEM for op in held):
        return _windows("block") if any(i[0] == _ALTEM and i[2] for i in instrs) else _windows("attack")
    if _PUPPET in held:
        return _windows("block") if any(i[0] == _PUPPET and i[1] for i in instrs) else _windows("attack")
    for ops, windows in _GROUPS:
        if not held & ops:
            continue
        if ops is _ATTACKS and any(i[0] in ops and i[2] != KINDS["melee"] for i in instrs):
            return _windows("ranged attack")
        return windows
    return ANY


def infer_flags(instrs: tuple[Instr, ...]) -> int:
    """Return the ``OptionRow.flags`` that follow from the instructions."""
    flags = 0
    governed = 0
    changed = False
    for op, a, b, _c, d in instrs:
        for ops, flag in _GIVES:
            if op in ops:
                flags |= flag
        if (op in _ATTACKS and b == KINDS["siege"]) or (op in _SACRIFICE and a == COLOURS["green"]):
            flags |= FLAG_SIEGE
        if op in _CHANGES:
            changed = True
        if op in _ATTACKS and changed:
            flags |= FLAG_FIRST
        if op == _TURN_UP and a == 1:
            flags |= FLAG_ACTION
        if op == _FOE_CANCEL and d:
            flags |= FLAG_SPENDS_MOVE
        if op in (_ALTEM, _PUPPET):
            flags |= FLAG_BLOCK if (a if op == _PUPPET else b) else FLAG_ATTACK
        if op in (_IF, _OPTIONAL):
            governed = max(governed - 1, a)
            continue
        needs = op in _NEEDS or (op in _ONE_FOE and b == 0) or (op == _FOE_CANCEL and b == 0)
        if needs and governed == 0:
            flags |= FLAG_NEEDS
        governed = max(governed - 1, 0)
    return flags
