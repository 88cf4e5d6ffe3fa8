"""Exploring (R8.7, R18): cost, where a tile may go, fillers, what a new tile brings."""

from laboratory import BLUE, NONE, Act, game, tables

TILES = tables().index["tiles"]
NORTH, NORTH_EAST, SOUTH_EAST = 0, 1, 2  # lattice directions


def lattice(lab):
    """Places of the tiles on the lattice of tiles."""
    import math

    spots = set()
    for s in lab.spaces():
        if s["hex"] == 0:
            # q = 3x + y, r = -2x - 3y
            x = (3 * s["q"] + s["r"]) / 7
            y = (-2 * s["q"] - 3 * s["r"]) / 7
            assert math.isclose(x, round(x))
            spots.add((round(x), round(y)))
    return spots


def wedge(extra=(), at=None, stack=(), country=(), core=(), **kwargs):
    """Start tile, two initial tiles and more of them; the Hero stands on the hex ``at`` = (slot, hex)."""
    lab = game(**kwargs)
    rows = [TILES["start_a"], TILES["countryside_1"], TILES["countryside_2"]]
    places = [(0, 0), (0, 1), (1, 0), *[place for _, place in extra]]
    rows += [TILES[name] for name, _ in extra]
    lab.lay(
        [(row, *place) for row, place in zip(rows, places, strict=True)],
        [TILES[name] for name in stack],
        [TILES[name] for name in country],
        [TILES[name] for name in core],
    )
    slot, where = at
    lab.set_seat(space=slot * 7 + where)
    lab.set_turn(move=2)
    lab.settle()
    return lab


def places(lab):
    """Lattice places that may be explored from here."""
    slot = lab.player()["space"] // 7
    steps = [(0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1)]
    centre = next(s for s in lab.spaces() if s["space"] == slot * 7)
    x, y = round((3 * centre["q"] + centre["r"]) / 7), round((-2 * centre["q"] - 3 * centre["r"]) / 7)
    return {(x + steps[o[1]][0], y + steps[o[1]][1]) for o in lab.options(Act.ACT_EXPLORE)}


NE_HEX, E_HEX, NW_HEX, W_HEX = 1, 2, 6, 5


def everywhere(lab):
    """All places that may be explored from any hex of any tile."""
    found = set()
    for s in [s["space"] for s in lab.spaces()]:
        lab.set_seat(space=s)
        lab.set_turn(move=2)
        lab.settle()
        found |= places(lab)
    return found


def test_countryside_tiles_at_the_start_of_a_wedge():
    """R8.7.1, R18.1: beside two tiles, or beside a tile that touches two others; never beyond the coast."""
    lab = wedge(at=(1, 0), stack=["countryside_3"])
    assert everywhere(lab) == {(1, 1), (0, 2), (2, 0)}


def test_a_tile_that_touches_one_other_supports_nothing():
    """R8.7.1 (ruling 54)."""
    lab = wedge(extra=[("countryside_4", (0, 2))], at=(1, 0), stack=["countryside_3"])
    assert (0, 3) not in everywhere(lab)
    lab = wedge(extra=[("countryside_4", (0, 2)), ("countryside_5", (1, 1))], at=(1, 0), stack=["countryside_3"])
    assert {(0, 3), (1, 2), (2, 0), (2, 1)} <= everywhere(lab)


def test_core_tiles_touch_two_and_keep_off_the_coast_lanes():
    """R8.7.2, R18.1."""
    lab = wedge(extra=[("countryside_4", (0, 2)), ("countryside_5", (1, 1))], at=(1, 0), stack=["core_1"])
    assert everywhere(lab) == {(1, 2)}
    lab = wedge(
        extra=[("countryside_4", (0, 2)), ("countryside_5", (1, 1))], at=(1, 0), stack=["core_1"], core_on_coast=1
    )
    assert everywhere(lab) == {(1, 2), (2, 0)}


def test_fillers_touch_three():
    """R8.7.3: with the stack empty, unused countryside tiles first, only where three tiles touch."""
    lab = wedge(at=(1, 0), country=["countryside_6"], core=["core_1"])
    assert everywhere(lab) == set()
    lab = wedge(
        extra=[("countryside_4", (0, 2)), ("countryside_5", (2, 0))],
        at=(1, 0),
        country=["countryside_6"],
        core=["core_1"],
    )
    assert everywhere(lab) == {(1, 1)}
    lab.set_seat(space=1 * 7 + E_HEX)
    lab.settle()
    lab.do(Act.ACT_EXPLORE, *lab.options(Act.ACT_EXPLORE)[0])
    assert [s["tile"] for s in lab.spaces()][-1] == TILES["countryside_6"]


def test_no_tile_left_no_exploring():
    """R8.7.3 (ruling 55)."""
    lab = wedge(extra=[("countryside_4", (0, 2)), ("countryside_5", (2, 0))], at=(1, 0))
    assert everywhere(lab) == set()


def test_exploring_costs_two_and_movement_goes_on():
    """R8.7, R1.3, R8.1; the Hero must stand beside the free place."""
    lab = wedge(at=(1, NE_HEX), stack=["countryside_3"])
    lab.set_turn(move=1)
    lab.settle()
    assert not lab.can(Act.ACT_EXPLORE)
    lab.set_turn(move=5)
    lab.settle()
    before = lattice(lab)
    lab.do(Act.ACT_EXPLORE, *lab.options(Act.ACT_EXPLORE)[0])
    assert len(lattice(lab) - before) == 1
    assert lab.turn()["move"] == 3
    assert lab.can(Act.ACT_MOVE)
    lab = wedge(at=(1, 0), stack=["countryside_3"])
    assert not lab.can(Act.ACT_EXPLORE)


def test_what_a_new_tile_brings():
    """R8.7.5, R10.2, R10.9: rampagers face up, garrisons face down, a card for a monastery, a ruins token."""
    sites = {
        "C": {"site": "mage_tower"},
        "NE": {"site": "marauding_orcs"},
        "E": {"site": "draconum"},
        "SE": {"site": "monastery"},
        "SW": {"site": "ruins"},
        "W": {"site": "keep"},
    }
    for night in (False, True):
        lab = wedge(at=(1, NE_HEX), stack=["countryside_3"], tiles={"countryside_3": sites})
        lab.set_time(night=night)
        lab.settle()
        action = lab.decks()["actions"][-1]
        lab.do(Act.ACT_EXPLORE, *lab.options(Act.ACT_EXPLORE)[0])
        new = {s["hex"]: s for s in lab.spaces() if s["space"] >= 21}
        colour = {h: [int(tables().arrays["enemies"][row]["colour"]) for row, _ in new[h]["tokens"]] for h in new}
        assert colour == {0: [3], 1: [0], 2: [5], 3: [], 4: [], 5: [1], 6: []}
        up = {h: [seen for _, seen in new[h]["tokens"]] for h in (1, 2)}
        assert up == {1: [True], 2: [True]}
        assert [seen for _, seen in new[0]["tokens"]] == [False]
        assert lab.table()["monastery_actions"] == [action]
        assert new[4]["extra"] is not None
        assert bool(new[4]["flags"] & 8) is not night


def test_core_tiles_bring_elites_from_the_next_round_on():
    """R3.1.3: alternating, Elite first, once a core tile lies on the map."""
    lab = wedge(extra=[("core_1", (1, 1))], at=(1, 0))
    elite = {row: bool(r["flags"] & 1) for row, r in enumerate(tables().arrays["units"])}
    assert not any(elite[u] for u in lab.table()["units"])
    lab.go_to(19)
    lab.settle()
    assert [elite[u] for u in lab.table()["units"]] == [True, False, True, False]


def test_fame_per_tile():
    """R19 First Reconnaissance: Fame 1 for a tile revealed."""
    lab = wedge(at=(1, NE_HEX), stack=["countryside_3"], fame_per_tile=1)
    lab.do(Act.ACT_EXPLORE, *lab.options(Act.ACT_EXPLORE)[0])
    assert lab.player()["fame"] == 2


def test_city_garrison_is_drawn_by_colour_and_level():
    """R11.1: blue city of level 4: grey, violet, white; friendly cities have none (R11.7)."""
    city = {"countryside_3": {"C": {"site": "city", "city": BLUE}}}
    lab = wedge(at=(1, NE_HEX), stack=["countryside_3"], tiles=city, city_mode=0, city_levels=[4, 0, 0, 0])
    lab.do(Act.ACT_EXPLORE, *lab.options(Act.ACT_EXPLORE)[0])
    colours = sorted(int(tables().arrays["enemies"][row]["colour"]) for row in lab.cities()[0]["garrison"])
    assert colours == [1, 3, 4]
    lab = wedge(at=(1, NE_HEX), stack=["countryside_3"], tiles=city)
    lab.do(Act.ACT_EXPLORE, *lab.options(Act.ACT_EXPLORE)[0])
    assert (lab.cities()[0]["garrison"], lab.cities()[0]["shields"]) == ([], [0])


def test_exploring_may_show_a_garrison_at_once():
    """R8.8 (ruling 50): by Day the moment of adjacency."""
    keep = {"countryside_3": {name: {"site": "keep"} for name in ("C", "NE", "E", "SE", "SW", "W", "NW")}}
    lab = wedge(at=(1, NE_HEX), stack=["countryside_3"], tiles=keep)
    lab.do(Act.ACT_EXPLORE, *lab.options(Act.ACT_EXPLORE)[0])
    here = lab.player()["space"]
    around = {lab.neighbour(here, d) for d in range(6)} - {NONE}
    shown = {s["space"] for s in lab.spaces() if s["space"] >= 21 and s["tokens"][0][1]}
    assert shown == {s for s in around if s >= 21}
    assert shown
