"""Made-up fights and purses, in the words of the model.

Each is a function of a ``random.Random`` alone, so a situation is named by its seed and number. Values lie around the
printed ones, combinations go far beyond them.
"""

from dataclasses import dataclass, field

from mkbalance.mageknight.reference import combat as c
from mkbalance.mageknight.reference import damage as d
from mkbalance.mageknight.reference.mana import BASIC, COLOURS, Purse

ELEMENTS = (c.PHYSICAL, c.PHYSICAL, c.FIRE, c.ICE, c.COLD_FIRE)
RESISTANCES = (c.PHYSICAL, c.FIRE, c.ICE)
LEVELS = {1: (2, 5), 3: (3, 5), 5: (3, 6), 7: (4, 6), 9: (4, 7)}  # level: Armor, Hand limit (R1.1)
BROWN_TOKENS = 8  # different ones among those in play
CITIES = ("red", "blue", "green", "white")


@dataclass
class Possession:
    """Values of a possessed token, for the enemy with this index; in the lair, of a token in the pile."""

    enemy: int
    armor: int
    attack: int
    psychic: int
    fame: int


@dataclass
class Fight:
    """A fight about to begin."""

    kind: str  # "field", "city" or "lair"
    enemies: list
    hero: d.Hero
    level: int = 1
    heads: list = field(default_factory=list)
    rampagers: int = 0  # of a city fight: the last enemies are provoked, not defenders
    city: str | None = None
    wall: bool = False
    tokens: list = field(default_factory=list)  # values of the brown tokens
    number: int = 0  # of the game, which decides what is drawn
    possessions: list = field(default_factory=list)
    control_bonus: int = 0


def some(rng, words, chance):
    """Each word with the same chance."""
    return frozenset(word for word in words if rng.random() < chance)


def attacks(rng, psychic=0.08):
    """One to three attacks."""
    n = rng.choice((1, 1, 1, 2, 3))
    return [
        c.Attack(rng.randint(1, 9 if n == 1 else 5), c.PSYCHIC if rng.random() < psychic else rng.choice(ELEMENTS))
        for _ in range(n)
    ]


def enemy(rng, abilities=True):
    """An enemy token that strikes itself."""
    found = c.Enemy(rng.randint(1, 9), attacks(rng), fame=rng.randint(0, 9), resistances=some(rng, RESISTANCES, 0.25))
    gifts = set()
    if abilities:
        gifts |= some(rng, sorted(c.OFFENSIVE), 0.2)
        gifts |= some(rng, ("elusive", "arcane immunity"), 0.2)
        gifts |= {rng.choice(("fortified", "unfortified"))} if rng.random() < 0.35 else set()
    found.abilities = frozenset(gifts)
    if "elusive" in gifts:
        found.high_armor = found.armor + rng.randint(0, 6)
    return found


def make_summoner(rng, found, fight):
    """Let an enemy draw one or two tokens instead of striking."""
    found.attacks = [c.Attack(0, summons="brown") for _ in range(rng.choice((1, 1, 2)))]
    fight.number = rng.randrange(10_000)
    fill_tokens(rng, fight)


def fill_tokens(rng, fight):
    """Values of the brown tokens; a few of them summon as well."""
    while len(fight.tokens) < BROWN_TOKENS:
        fight.tokens.append(enemy(rng))
        if rng.random() < 0.06:
            fight.tokens[-1].attacks = [c.Attack(0, summons="brown")]


def unit(rng):
    """A Unit, ready or spent, wounded or not."""
    return d.Unit(
        rng.randint(1, 7),
        rng.randint(1, 4),
        some(rng, RESISTANCES, 0.35),
        price=2 if rng.random() < 0.15 else 0,
        ready=rng.random() < 0.6,
        wounds=int(rng.random() < 0.15),
    )


def hero(rng):
    """A Hero with up to four Units; the first is ready and unwounded. Returns it and its level."""
    level = rng.choice(sorted(LEVELS))
    armor, hand_limit = LEVELS[level]
    units = [unit(rng) for _ in range(rng.choice((1, 1, 2, 3, 4)))]
    units[0].ready, units[0].wounds = True, 0
    return d.Hero(armor, hand_limit, ["rage"] * rng.randint(1, 6), rng.randint(0, 3), units), level


def field_fight(rng):
    """Up to three enemies in the open or behind the walls of a site, possessed ones and summoners among them."""
    who, level = hero(rng)
    fight = Fight("field", [enemy(rng) for _ in range(rng.choice((1, 1, 2, 3)))], who, level)
    who.units_allowed = rng.random() > 0.1
    fortified = rng.random() < 0.3
    for i, foe in enumerate(fight.enemies):
        foe.at_fortified_site = fortified and rng.random() < 0.7
        if rng.random() < 0.15:
            make_summoner(rng, foe, fight)
        if rng.random() < 0.2:
            # the psychic attack of a replaced summoner is a question the rules leave open
            psychic = 0 if foe.attacks[0].summons else rng.choice((0, 0, 1, 2, 3))
            fight.possessions.append(Possession(i, rng.randint(-2, 2), rng.randint(-2, 2), psychic, rng.randint(-2, 2)))
    return fight


def city_fight(rng):
    """Defenders of a city with the bonus of its colour, provoked rampagers beside them, perhaps across a wall."""
    who, level = hero(rng)
    fight = Fight("city", [enemy(rng) for _ in range(rng.choice((1, 2, 3)))], who, level)
    fight.city, fight.wall = rng.choice(CITIES), rng.random() < 0.3
    for foe in fight.enemies:
        if rng.random() < 0.2:
            make_summoner(rng, foe, fight)
        foe.at_fortified_site, foe.behind_wall = True, fight.wall
    if rng.random() < 0.4:
        fight.rampagers = 1
        fight.enemies.append(enemy(rng))
    return fight


def lair_fight(rng):
    """The dragon's heads at some levels, the control head last, and perhaps an enemy beside them (A.7)."""
    who, level = hero(rng)
    fight = Fight("lair", [enemy(rng) for _ in range(rng.choice((0, 0, 1)))], who, level)
    levels = [rng.choice((0, 1, 2, 3, 5)) for _ in range(4)]
    if not any(levels):
        levels[rng.randrange(4)] = 2
    for n in levels:
        head = enemy(rng)
        head.abilities = (head.abilities - {"elusive", "fortified", "unfortified"}) | {"arcane immunity"}
        head.high_armor, head.fame, head.armor = None, 0, rng.randint(1, 4)
        head.levels = n
        fight.heads.append(head)
    control = c.Enemy(0, attacks(rng, 0.4), abilities=some(rng, sorted(c.OFFENSIVE), 0.2) | {"arcane immunity"})
    control.levels, control.attackable = max(levels), False
    if rng.random() < 0.3:
        fight.control_bonus, control.attacks = rng.randint(1, 3), []
    elif rng.random() < 0.3:
        make_summoner(rng, control, fight)
        for attack in control.attacks:
            attack.possessed = True
        chained = any(token.attacks[0].summons for token in fight.tokens)
        fight.possessions = [
            Possession(
                i, rng.randint(-2, 2), rng.randint(-2, 2), 0 if chained else rng.randint(0, 3), rng.randint(0, 3)
            )
            for i in range(4)
        ]
    fight.heads.append(control)
    return fight


def purse(rng):
    """Tokens, crystals and dice by Day, by Night or underground."""
    return Purse(
        [rng.choice(COLOURS) for _ in range(rng.choice((0, 0, 1, 2, 3)))],
        [colour for colour in BASIC for _ in range(rng.choice((0, 0, 0, 1, 2)))],
        [rng.choice(COLOURS) for _ in range(rng.randint(0, 4))],
        rng.choice((0, 1, 1, 1, 2)),
        rng.choice(BASIC) if rng.random() < 0.15 else None,
        rng.random() < 0.4,
        rng.random() < 0.2,
    )


def demand(rng):
    """Colours of which one mana is asked."""
    if rng.random() < 0.6:
        return {rng.choice(COLOURS)}
    return set(rng.sample(COLOURS, rng.randint(1, 4)))
