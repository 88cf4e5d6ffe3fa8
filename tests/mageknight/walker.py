"""A Python player that walks and explores until it stands in the lair; it never fights back."""


def _far(space, others):
    return min(
        max(abs(space["q"] - o["q"]), abs(space["r"] - o["r"]), abs(space["q"] + space["r"] - o["q"] - o["r"]))
        for o in others
    )


STEPS = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))


def walker(view, options):
    """Explore where possible, otherwise walk towards the lair, or away from the start."""
    found = {}
    for option in options:
        found.setdefault(option.act, []).append(option)
    if view.pending or view.step != "move":
        for act in ("done", "end_phase", "end_turn", "resolve"):
            if act in found and not view.pending:
                return found[act][0].index
        return 0
    if "explore" in found:
        return found["explore"][-1].index
    if "move" in found:
        spaces = view.spaces()
        here = next(s for s in spaces if s["space"] == view.player()["space"])
        at = {(s["q"], s["r"]): s for s in spaces}
        lair = [s for s in spaces if s["lair"]]
        start = [{"q": 0, "r": 0}]

        def worth(option):
            q, r = STEPS[option.a]
            there = at[here["q"] + q, here["r"] + r]
            return -_far(there, lair) if lair else _far(there, start)

        best = max(found["move"], key=worth)
        now = -_far(here, lair) if lair else _far(here, start)
        if worth(best) >= now:
            return best.index
    for option in found.get("play", []):
        if option.b == 0 and ": move" in option.text:
            return option.index
    if "sideways" in found:
        return found["sideways"][0].index
    return (found.get("end_turn") or found.get("rest"))[0].index
