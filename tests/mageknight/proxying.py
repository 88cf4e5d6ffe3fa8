"""The proxy player for the rule tests: its turn is next, with a chosen objective."""

from laboratory import BLACK, CENTRE, Step, Task, card, game

from mkbalance._mageknight.trace import ProxyTold, Told

CONQUERED, BURNED = 4, 2
SHIELD = 2  # the proxy's bit on a space: the seat after the only one
RED_CARD, BLUE_CARD, GREEN_CARD, WHITE_CARD = "rage", "crystallize", "march", "swiftness"
RED_UNIQUE = "battle_versatility"
AWAY = 3  # a space of the starting tile, for the player's Hero


def proxy(objective, *, at=CENTRE, shields=0, dice=(BLACK,), crystals=(0, 0, 0, 0), night=False, deck=9, **kwargs):
    """The proxy's turn is next; its objective as given, nothing in the Source that lengthens its way."""
    kwargs.setdefault("place", AWAY)
    scenario_id = kwargs.pop("scenario_id", "solo_conquest")
    lab = game(scenario_id, proxies=1, trace=4000, **kwargs)
    lab.set_time(night=night)
    lab.set_source(list(dice))
    lab.set_dummy(deck=[card("stamina")] * deck, crystals=list(crystals), space=at)
    if objective:
        lab.set_dummy(objective=card(objective), shields=shields)
    lab.go_to(Step.STEP_NEXT)
    return lab


def acts(lab):
    """Let the proxy act, ties by the first answer, up to the player's turn."""
    lab.events()
    lab.settle()
    while lab.task is not None and Task.DO_PROXY_OVER <= lab.task <= Task.DO_PROXY_CARD:
        lab.apply(0)
    return told(lab)


def told(lab):
    return [
        (ProxyTold(int(e["b"])).name, int(e["c"]), int(e["d"]))
        for e in lab.events()
        if e["kind"] == Told.TOLD_PROXY and e["b"] != ProxyTold.HEADS_FOR
    ]


def named(found, name):
    return [values for what, *values in found if what == name]


def it(lab):
    return lab.table()["dummies"][0]


def at(lab, index):
    return next(s for s in lab.spaces() if s["space"] == index)


def sites(lab):
    lab.events()
    lab.settle()
    return {int(e["c"]) for e in lab.events() if e["kind"] == Told.TOLD_PROXY and e["b"] == ProxyTold.HEADS_FOR}


def distances(lab):
    """Steps of every space from the portal."""
    found, queue = {0: 0}, [0]
    while queue:
        here = queue.pop(0)
        for d in range(6):
            n = lab.neighbour(here, d)
            if n < 250 and n not in found:
                found[n] = found[here] + 1
                queue.append(n)
    return found
