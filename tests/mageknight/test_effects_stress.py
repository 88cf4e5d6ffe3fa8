"""Every dealt card, Unit and Skill in random hands, fights and places: no fault, nothing lost, whatever is chosen."""

import random

import pytest
from laboratory import BLACK, BLUE, GOLD, GREEN, RED, WHITE, Act, game, tables

DEALT = 8
DEALT_SKILL = 4


def dealt_cards():
    cards = tables().arrays["cards"]
    return [i for i in range(len(cards)) if cards[i]["flags"] & DEALT and not cards[i]["flags"] & 1]


def arrange(seed):
    """A situation drawn at random: a big hand, Units, Skills, crystals, mana, by Day or Night, in a fight or not."""
    chance = random.Random(seed)
    field = {
        d: chance.choice(("plains", "hills", "forest", "swamp", "desert", "lake", "mountain"))
        for d in ("NE", "E", "SE", "SW")
    }
    field["W"] = {"terrain": "plains", "site": chance.choice(("keep", "village", "glade", "mage_tower"))}
    lab = game(hero=chance.choice(("tovak", "arythea", "braevalar", "krang")), field=field, number=seed)
    lab.set_time(night=chance.random() < 0.5)
    units = tables().arrays["units"]
    pool = [i for i in range(len(units)) if units[i]["flags"] & 2]
    cards = chance.sample(dealt_cards(), 70)
    kinds = tables().arrays["cards"]["kind"]
    hand, rest = cards[:14], cards[14:]
    actions, spells, artifacts = ([c for c in rest if kinds[c] == kind] for kind in (1, 2, 3))
    lab.set_offers(actions=actions[:3], spells=spells[:3], monastery=[])
    lab.set_decks(actions=actions[3:], spells=spells[3:], artifacts=artifacts)
    lab.set_seat(
        hand=hand,
        wounds=chance.randrange(4),
        crystals=[chance.randrange(4) for _ in range(4)],
        units=[(chance.choice(pool), chance.random() < 0.7, chance.random() < 0.2) for _ in range(4)],
        level=7,
        fame=50,
        skills=chance.sample([i for i, s in enumerate(tables().arrays["skills"]) if s["flags"] & 6 == DEALT_SKILL], 6),
    )
    lab.set_turn(mana=[4, 4, 4, 4, 2, 4], move=6)
    lab.set_source([RED, BLUE, GREEN, WHITE, GOLD, BLACK])
    if chance.random() < 0.7:
        rows = tables().index["enemies"]
        table = tables().arrays["enemies"]
        names = [name for name in rows if table[rows[name]]["count"] > 1 and table[rows[name]]["expansion"] < 2]
        foes = chance.sample(names, 3)
        lab.fight([rows[name] for name in foes], chance.choice(((), ("assault",), ("night",), ("no_units",))))
    lab.settle()
    return lab, chance


@pytest.mark.parametrize("part", range(8))
def test_random_play_of_everything(part):
    for seed in range(part * 60, part * 60 + 60):
        lab, chance = arrange(seed)
        for _ in range(150):
            if lab.over or lab.fault:
                break
            acts = lab.actions()
            plays = [
                i
                for i, a in enumerate(acts)
                if a[0] in (Act.ACT_PLAY, Act.ACT_UNIT, Act.ACT_TARGET, Act.ACT_BLOCK, Act.ACT_SKILL)
            ]
            lab.apply(chance.choice(plays) if plays and chance.random() < 0.6 else chance.randrange(len(acts)))
        assert lab.fault == 0, (seed, lab.fault, lab.step, lab.task)
