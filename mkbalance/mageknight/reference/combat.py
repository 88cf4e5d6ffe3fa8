"""Enemies, attacks and blocks by the rules (R9.2, R9.3, R9.6, A.3, A.7), written for reading, not for speed.

Nothing here knows the compiled core: names are words, sets are sets, and every function states the rule it follows.
``damage`` continues with what enemies do to Units and the Hero.
"""

from dataclasses import dataclass, field

PHYSICAL, FIRE, ICE, COLD_FIRE, PSYCHIC = "physical", "fire", "ice", "cold fire", "psychic"
MELEE, RANGED, SIEGE = "melee", "ranged", "siege"
RANGED_PHASE, ATTACK_PHASE = "ranged and siege phase", "attack phase"
OFFENSIVE = frozenset({"swift", "brutal", "poison", "paralyze", "assassination", "cumbersome", "vampiric"})

EFFICIENT_BLOCKS = {  # R9.3.2, A.3.2
    PHYSICAL: {PHYSICAL, FIRE, ICE, COLD_FIRE},
    FIRE: {ICE, COLD_FIRE},
    ICE: {FIRE, COLD_FIRE},
    COLD_FIRE: {COLD_FIRE},
    PSYCHIC: {PSYCHIC},
}


@dataclass(frozen=True)
class Points:
    """Attack or Block points of one element; the kind matters for attacks only."""

    amount: int
    element: str = PHYSICAL
    kind: str = MELEE


@dataclass
class Attack:
    """One printed attack of an enemy."""

    value: int
    element: str = PHYSICAL
    gained: frozenset = frozenset()  # abilities this attack has beyond those of its enemy (R11.2)
    summons: str | None = None  # colour of the token it draws instead of striking (R9.3.1)
    possessed: bool = False  # the token it draws is (A.7.4)
    blocked: bool = False
    dealt: bool = False  # its damage was assigned


@dataclass
class Enemy:
    """An enemy token, or a dragon head with levels to lose."""

    armor: int
    attacks: list = field(default_factory=list)
    high_armor: int | None = None  # Elusive only
    resistances: frozenset = frozenset()
    abilities: frozenset = frozenset()
    fame: int = 0
    at_fortified_site: bool = False
    behind_wall: bool = False
    attackable: bool = True  # the control head is not (A.7.3)
    levels: int = 0  # of a head; 0 = an ordinary enemy
    marked: int = 0  # levels marked in this combat
    struck_at: str | None = None  # phase in which a head was last attacked
    defeated: bool = False
    replaced: bool = False  # by what it summoned
    gone: bool = False  # a summoned token whose strikes are over
    summoned: bool = False
    token_attack: int = 0  # what a possessed token adds to the topmost attack of what it summons (A.2.1)
    city: str | None = None  # colour of the city it defends

    @property
    def is_head(self):
        return self.levels > 0


def abilities_of(enemy, attack):
    """Offensive abilities of one attack; psychic attacks never have any (A.3.1)."""
    if attack.element == PSYCHIC:
        return frozenset()
    return (enemy.abilities & OFFENSIVE) | attack.gained


def wholly_blocked(enemy):
    """R9.3.5: an enemy counts as blocked only if all its attacks are."""
    return bool(enemy.attacks) and all(attack.blocked for attack in enemy.attacks)


def armor_of(enemy, phase):
    """Armor an attack meets; Elusive is high but in the Attack phase once all is blocked (R9.6.2)."""
    if "elusive" not in enemy.abilities:
        return enemy.armor
    if phase == ATTACK_PHASE and wholly_blocked(enemy):
        return enemy.armor
    return enemy.high_armor


def fortifications(enemy):
    """R9.2.2, L.2.1: by icon, by site, by a wall; Unfortified ignores all that comes from the site (R9.7)."""
    own = int("fortified" in enemy.abilities)
    if "unfortified" in enemy.abilities:
        return own
    return own + int(enemy.at_fortified_site) + int(enemy.behind_wall)


def can_be_targeted(enemy, phase):
    """Whether an attack of the phase may aim at it (R9.2.2, R9.3.1, A.7.3)."""
    if enemy.defeated or enemy.replaced or enemy.gone or not enemy.attackable:
        return False
    if enemy.is_head and (enemy.struck_at == phase or enemy.marked >= enemy.levels):
        return False
    return phase == ATTACK_PHASE or fortifications(enemy) < 2


def halved_elements(targets):
    """Elements some target resists; Cold Fire needs one target that resists both Fire and Ice (R9.2.3)."""
    halved = set()
    for target in targets:
        halved |= target.resistances
        if {FIRE, ICE} <= target.resistances:
            halved.add(COLD_FIRE)
    return halved


def attack_total(points, targets, phase):
    """What played points are worth against the targets together (R9.2.2, R9.2.3, R9.6.1)."""
    siege_only = phase == RANGED_PHASE and any(fortifications(target) for target in targets)
    halved = halved_elements(targets)
    efficient = inefficient = 0
    for p in points:
        if siege_only and p.kind != SIEGE:
            continue
        if phase == RANGED_PHASE and p.kind == MELEE:
            continue
        if p.element in halved:
            inefficient += p.amount
        else:
            efficient += p.amount
    return efficient + inefficient // 2


def attack_needed(targets, phase):
    """Sum of the targets' Armor; a head counts once, for the first of its levels (R9.2.3, A.7.3)."""
    return sum(armor_of(target, phase) for target in targets)


def attack_succeeds(points, targets, phase):
    """All or nothing (R9.2.3)."""
    return attack_total(points, targets, phase) >= attack_needed(targets, phase)


def marks_allowed(marks, wishes, total, targets, phase):
    """Whether a split of a successful attack over head levels is within A.7.3.

    Each head loses between one level and all it has left, for its Armor each; the points pay for that and no further
    level could have been paid; and if the points suffice for what was aimed at, every head loses at least that much.
    """
    cost = 0
    for target in targets:
        cost += armor_of(target, phase) * (marks[id(target)] if target.is_head else 1)
    if cost > total:
        return False
    wanted = 0
    for target in targets:
        wanted += armor_of(target, phase) * (wishes[id(target)] if target.is_head else 1)
    for target in targets:
        if not target.is_head:
            continue
        taken, left = marks[id(target)], target.levels - target.marked
        if not 1 <= taken <= left:
            return False
        if taken < left and total - cost >= armor_of(target, phase):
            return False
        if wanted <= total and taken < wishes[id(target)]:
            return False
    return True


def strikes(enemy, enemies):
    """Whether an enemy attacks in the Block and Assign Damage phases (R9.3.1, A.7.4)."""
    if enemy.defeated or enemy.replaced or enemy.gone:
        return False
    if enemy.is_head:
        if enemy.attackable:
            return enemy.marked < enemy.levels
        return any(e.is_head and e.attackable and e.marked < e.levels for e in enemies)
    return True


def block_needed(enemy, attack):
    """Attack value, twice if Swift (R9.3.2)."""
    return attack.value * (2 if "swift" in abilities_of(enemy, attack) else 1)


def block_total(points, attack):
    """Efficient points in full, the others halved over their sum; psychic Block only against psychic (A.3.2)."""
    efficient = inefficient = 0
    for p in points:
        if p.element in EFFICIENT_BLOCKS[attack.element]:
            efficient += p.amount
        elif p.element != PSYCHIC:
            inefficient += p.amount
    return efficient + inefficient // 2


def block_succeeds(points, enemy, attack):
    """R9.3.2."""
    return block_total(points, attack) >= block_needed(enemy, attack)


def can_be_reduced(enemy, attack):
    """Cumbersome: one Move point per point of attack (R9.3.4)."""
    return "cumbersome" in abilities_of(enemy, attack) and attack.value > 0 and not attack.blocked


def give_city_bonus(enemy, colour):
    """Bonus of a city's colour to a defender or what it summons (R11.2)."""
    enemy.city = colour
    if colour == "white":
        enemy.armor += 1
        if enemy.high_armor is not None:
            enemy.high_armor += 1
    for attack in enemy.attacks:
        if attack.summons:
            continue
        if colour == "blue":
            attack.value += {FIRE: 2, ICE: 2, COLD_FIRE: 1}.get(attack.element, 0)
        if colour == "red" and attack.element == PHYSICAL:
            attack.gained |= {"brutal"}
        if colour == "green" and attack.element == PHYSICAL:
            attack.gained |= {"poison"}


def possess(enemy, armor=0, attack=0, psychic=0, fame=0):
    """A possessed token under an enemy (A.2.1, A.2.3); Armor stays at least 1, Fame at least 0.

    If its topmost attack is a summon, the attack of what it draws there changes instead.
    """
    enemy.armor = max(1, enemy.armor + armor)
    if enemy.high_armor is not None:
        enemy.high_armor = max(1, enemy.high_armor + armor)
    enemy.fame = max(0, enemy.fame + fame)
    if enemy.attacks[0].summons:
        enemy.token_attack = attack
    else:
        change_attack(enemy.attacks[0], attack)
    if psychic:
        enemy.attacks.append(Attack(psychic, PSYCHIC))


def change_attack(attack, amount):
    """Raise or lower an attack; one of nothing counts as blocked, like one worn down to 0 (R9.3.4)."""
    attack.value = max(0, attack.value + amount)
    if attack.value == 0:
        attack.blocked = True


def summon(enemies, tokens):
    """Start of the Block phase: undefeated summoners are replaced by what they draw, one per summoning attack (R9.3.1).

    A drawn summoner draws in turn. Drawn tokens give no Fame, are unfortified and take the city bonus of their
    summoner; they join the enemies at the end.
    """
    tokens = iter(tokens)
    for enemy in enemies:  # goes on through those that join
        if not strikes(enemy, enemies):
            continue
        for attack in enemy.attacks:
            if not attack.summons:
                continue
            enemy.replaced = True
            token = next(tokens)
            token.summoned, token.fame = True, 0
            token.at_fortified_site = token.behind_wall = False
            if enemy.city:
                give_city_bonus(token, enemy.city)
            if attack is enemy.attacks[0] and enemy.token_attack and not token.attacks[0].summons:
                change_attack(token.attacks[0], enemy.token_attack)
            enemies.append(token)


def give_control_bonus(enemies, bonus):
    """A bonus of the control head to each attack of the other heads (A.7.4)."""
    for enemy in enemies:
        if enemy.is_head and enemy.attackable:
            for attack in enemy.attacks:
                attack.value += bonus


def end_of_damage(enemies):
    """Summoned tokens are discarded, their summoners stand there again (R9.3.1)."""
    for enemy in enemies:
        if enemy.summoned:
            enemy.gone = True
        enemy.replaced = False
