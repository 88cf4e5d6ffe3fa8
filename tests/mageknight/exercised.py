"""What the running test exercises of the content, as `table.id` or `table.id.side`.

The laboratory notes what a test plays through the core: the side of a card, the ability of a Unit, a Skill, a Tactic,
an enemy token that stands in a fight with its printed values, the site of an action or a fight, a tile laid unchanged.
A table that is only read (levels, garrisons …) is noted by the test that reads it in the core. `conftest` writes it
down (`make coverage`) and fails a test that no longer exercises what the shipped coverage says it does.
"""

from __future__ import annotations

from functools import lru_cache

from mkbalance._mageknight.ids import Act, Site, Source, Step
from mkbalance.mageknight.compile import compile_tables

ON_SITE = {
    Act.ACT_INTERACT,
    Act.ACT_ENTER,
    Act.ACT_BURN,
    Act.ACT_ALTAR,
    Act.ACT_PLUNDER,
    Act.ACT_BUY_UNIT,
    Act.ACT_BUY_SPELL,
    Act.ACT_BUY_ACTION,
    Act.ACT_BUY_HEAL,
    Act.ACT_BUY_ARTIFACT,
    Act.ACT_BUY_ELITE,
    Act.ACT_BUY_CRYSTAL,
    Act.ACT_SELL_CRYSTAL,
    Act.ACT_END_TURN,
}
FIGHT = {Step.STEP_RANGED, Step.STEP_BLOCK, Step.STEP_DAMAGE, Step.STEP_ATTACK}
noted: set[str] = set()


@lru_cache(maxsize=1)
def tables():
    """The content as it is."""
    return compile_tables()


@lru_cache(maxsize=1)
def names() -> dict[str, dict[int, str]]:
    """Entry of each row, by kind of row."""
    found = {kind: {row: id_ for id_, row in rows.items()} for kind, rows in tables().index.items()}
    cards = tables().content.cards()
    found["cards"] = {row: f"{cards[id_][0]}.{id_}" for row, id_ in found["cards"].items() if id_ in cards}
    return found


def note(entry: str) -> None:
    """Say that the running test exercises an entry."""
    noted.add(entry)


def action(lab, kind: int, a: int, b: int, c: int) -> None:
    """Note the entry that an action uses, and passive Skills; called before it is taken."""
    for row in lab.player(lab.seat)["skills"]:
        if tables().content["skills"][names()["skills"][row]].frequency == "passive":
            note(f"skills.{names()['skills'][row]}")
    if kind == Act.ACT_PLAY:
        note(f"{names()['cards'][a]}.{('basic', 'powered')[b]}")
    elif kind == Act.ACT_BANNER:
        note(f"{names()['cards'][a]}.basic")
    elif kind == Act.ACT_UNIT:
        row = lab.player(lab.seat)["units"][a]["kind"]
        arrays = tables().arrays
        if row not in lab.changed["units"]:
            ability = arrays["options"][int(arrays["units"][row]["options"]) + b]["group"]
            note(f"units.{names()['units'][row]}.{int(ability) + 1}")
    elif kind == Act.ACT_SKILL:
        owner = c - 1 if c else lab.seat  # one that lies in the common centre
        note(f"skills.{names()['skills'][lab.player(owner)['skills'][a]]}")
    elif kind == Act.ACT_TACTIC:
        note(f"tactics.{names()['tactics'][a]}")
    elif kind == Act.ACT_TACTIC_USE:
        note(f"tactics.{names()['tactics'][lab.player(lab.seat)['tactic']]}")
    elif kind == Act.ACT_QUEST:
        card = lab.table()["quests"][a]["row"]
        note(f"quests.{names()['quest_steps'][int(tables().arrays['quests'][card]['first']) + b]}")
    elif kind in ON_SITE or kind == Act.ACT_CHALLENGE:
        space = lab.player(lab.seat)["space"]
        if kind == Act.ACT_CHALLENGE:
            space = lab.neighbour(space, a)
        site(next((s["site"] for s in lab.spaces() if s["space"] == space), 0))


def fight(lab) -> None:
    """Note the enemies of a fight that have their printed values, and where it is."""
    if lab.over or lab.step not in FIGHT:
        return
    site(lab.combat()["site"])
    for foe in lab.foes():
        if foe["levels"] or foe["source"] == Source.FROM_TRAP:
            continue
        if foe["row"] in names()["enemies"] and foe["row"] not in lab.changed["enemies"]:
            note(f"enemies.{names()['enemies'][foe['row']]}")


def site(number: int) -> None:
    """Note a site by its number in the core."""
    if number:
        note(f"sites.{Site(number).name.lower()}")
