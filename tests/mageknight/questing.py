"""Quests for the rule tests: a field with a quest offer of chosen cards, steps by their printed number."""

from laboratory import Act, Step, game, tables

from mkbalance._mageknight.trace import Told

SETUP = {"quests": 4, "quest_first": 0, "quest_leave": 2, "quest_fame": 1, "start_fame": 0, "start_rep": 0}
SETUP |= {"dragon": 0, "ends": 0}  # nothing but the Hero destroys a site
POTENT = [(99, "coldfire")]
COLOURS = ("green", "grey", "brown", "violet", "white", "red")
VILLAGE = {"C": {"site": "village"}}


def quest(name):
    """Row of a quest card."""
    return tables().index["quests"][name]


def card(name, **where):
    """A card of the offer for `Lab.set_quests`."""
    return {"row": quest(name), **where}


def questing(*cards, **kwargs):
    """The Hero in the field with these cards in the offer, leftmost first, and mana of every basic colour."""
    lab = game(**SETUP, **kwargs)
    lab.set_quests([card(c) if isinstance(c, str) else c for c in cards])
    lab.tokens(red=3, blue=3, green=3, white=3)
    return lab


def slot_of(lab, name):
    """Place of a card in the offer, None if it is not there."""
    rows = [c["row"] for c in lab.table()["quests"]]
    return rows.index(quest(name)) if quest(name) in rows else None


def there(lab, name):
    """What lies on a card of the offer."""
    return lab.table()["quests"][slot_of(lab, name)]


def index_of(name, step):
    return [s.id for s in tables().content["quests"][name].steps].index(step)


def can(lab, name, step):
    """Whether a step of a card can be done now."""
    slot = slot_of(lab, name)
    return slot is not None and any(o[:2] == (slot, index_of(name, step)) for o in lab.options(Act.ACT_QUEST))


def choices(lab, name, step):
    """What the step lets choose now."""
    return [c for a, b, c in lab.options(Act.ACT_QUEST) if (a, b) == (slot_of(lab, name), index_of(name, step))]


def do(lab, name, step, choice=None):
    """Do a step; what it asks for is paid with tokens."""
    found = choices(lab, name, step)
    assert found, (name, step, lab.listed())
    lab.do(Act.ACT_QUEST, slot_of(lab, name), index_of(name, step), found[0] if choice is None else choice)
    while lab.options(Act.ACT_PAY):
        lab.do(Act.ACT_PAY, *lab.options(Act.ACT_PAY)[0])
    return lab


def interact(lab, influence=9):
    """Begin an interaction with so much Influence."""
    lab.do(Act.ACT_INTERACT)
    lab.set_turn(influence=influence)
    lab.settle()
    return lab


def win(lab):
    """Defeat every enemy of the fight in the Attack phase, everything blocked."""
    lab.block_all()
    lab.attack(*dict.fromkeys(foe for foe, _, _ in lab.options(Act.ACT_TARGET)), melee=POTENT)
    return lab


def lose(lab):
    """Block everything and let the enemies be."""
    lab.block_all()
    if lab.can(Act.ACT_END_PHASE):
        lab.end_phase()
    return lab


def points(lab):
    return lab.player()["quest_points"]


def colour(row):
    """Colour of an enemy token."""
    return COLOURS[int(tables().arrays["enemies"]["colour"][row])]


def colours(lab):
    """Colours of the enemies of the fight."""
    return [colour(foe["row"]) for foe in lab.foes()]


def last_roll(lab):
    """The face of the die rolled last."""
    return [int(e["a"]) for e in lab.events() if e["kind"] == int(Told.TOLD_ROLL)][-1]


def again(lab):
    """The action of the turn is free again."""
    lab.go_to(Step.STEP_MOVE)
    lab.set_turn(action=0)
    lab.settle()
    return lab


def next_turn(lab):
    """End the turn; the next one of the seat begins."""
    lab.hand("rage", "rage", "rage")
    lab.set_turn(played=1)
    lab.end_turn()
    while lab.step != Step.STEP_MOVE or lab.task is not None:
        lab.apply([i for i, o in enumerate(lab.actions()) if o[0] != int(Act.ACT_FORFEIT)][0])
    return lab
