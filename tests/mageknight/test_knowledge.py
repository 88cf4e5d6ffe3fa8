"""What Scouts look at (L.3): known to that player until the token moves, hidden from the others (R8.8)."""

import pytest
from laboratory import BLUE, Act, Step, card, game, space, tables, unit
from test_two_seats import choose, two


def scouts(lab=None, **kwargs):
    """A keep with a face-down token two spaces off by Night, Scouts ready."""
    lab = lab or game(field={"NE": {"site": "keep"}, "W": {"site": "spawning_grounds"}}, dragon=0, ends=0, **kwargs)
    lab.set_time(night=True)
    lab.put(space("NE"), [GREY[0]], face_up=False)
    lab.set_seat(units=[(unit("scouts"), 1, 0), (unit("scouts"), 1, 0)], hand=[card("march")] * 3)
    lab.settle()
    return lab


def of_colour(colour):
    rows = tables().arrays["enemies"]
    return [i for i in range(len(rows)) if rows[i]["colour"] == colour and rows[i]["expansion"] == 0]


GREEN, GREY, BROWN, VIOLET = (of_colour(c) for c in range(4))


def peek(lab, slot, *where):
    lab.do(Act.ACT_UNIT, slot, 1)
    lab.do(Act.ACT_CHOOSE, *where)
    return lab


def token(lab, where):
    return lab.spaces()[where]["tokens"]


def worlds(lab, read):
    """What `read` finds in worlds that look alike from the seat at turn."""
    found = set()
    for salt in range(1, 12):
        other = lab.copy()
        other.shuffle_hidden(salt)
        found.add(read(other))
    return found


def test_a_token_on_the_map_stays_known():
    lab = peek(scouts(), 0, space("NE"), 0)
    assert token(lab, space("NE")) == [(GREY[0], True)]
    assert worlds(lab, lambda o: token(o, space("NE"))[0][0]) == {GREY[0]}
    lab.sideways_any().end_turn()
    assert token(lab, space("NE")) == [(GREY[0], True)]


def test_what_was_not_looked_at_is_hidden():
    lab = scouts()
    assert token(lab, space("NE"))[0][1] is False
    assert len(worlds(lab, lambda o: token(o, space("NE"))[0][0])) > 2


def test_the_second_token_of_a_space():
    """Spawning grounds with two face down: one looked at, the other not."""
    lab = scouts()
    lab.put(space("W"), BROWN[:2], face_up=False)
    peek(lab, 0, space("W"), 1)
    assert token(lab, space("W")) == [(BROWN[0], False), (BROWN[1], True)]
    assert worlds(lab, lambda o: token(o, space("W"))[1][0]) == {BROWN[1]}
    assert len(worlds(lab, lambda o: token(o, space("W"))[0][0])) > 1
    lab.clear(space("W"))
    lab.put(space("W"), BROWN[2:4], face_up=False)
    assert [known for _, known in token(lab, space("W"))] == [False, False], "other tokens"


def test_the_top_of_a_pile_stays_known_until_it_is_drawn():
    lab = scouts()
    lab.next_token(VIOLET[0])
    peek(lab, 0, 3, 0, 1)
    assert lab.table()["tops"][3] == VIOLET[0]
    assert worlds(lab, lambda o: o.table()["tops"][3]) == {VIOLET[0]}


def test_a_token_drawn_is_known_no_more():
    """It moved: whoever knew the top of the pile does not know the next one."""
    lab = scouts(game(field={"NE": {"site": "keep"}, "W": {"site": "dungeon"}}))
    lab.next_token(BROWN[0])
    peek(lab, 0, 2, 0, 1)
    lab.set_seat(space=space("W"))
    lab.set_turn(action=0)
    lab.settle()
    lab.do(Act.ACT_ENTER)
    assert lab.foes()[0]["row"] == BROWN[0]
    assert lab.table()["tops"][2] is None


def test_a_garrison_token_of_a_city():
    lab = game(field={"E": {"site": "city", "city": BLUE}})
    lab.set_time(night=True)
    lab.set_garrison(0, [GREY[0], GREY[1], VIOLET[0]])
    lab.set_seat(units=[(unit("scouts"), 1, 0)], hand=[card("march")])
    lab.settle()
    peek(lab, 0, space("E"), 1)
    assert lab.cities()[0]["known"] == [False, True, False]
    assert worlds(lab, lambda o: o.cities()[0]["garrison"][1]) == {GREY[1]}
    assert len(worlds(lab, lambda o: o.cities()[0]["garrison"][2])) > 1


def test_the_other_seats_do_not_know_it():
    lab = choose(two(field={"NE": {"site": "keep"}}))
    lab.set_time(night=True)
    seat = lab.seat
    lab.set_seat(seat, units=[(unit("scouts"), 1, 0)], space=7, hand=[card("march")] * 2)
    lab.put(space("NE"), [GREY[0]], face_up=False)
    lab.next_token(VIOLET[0])
    lab.settle()
    peek(lab, 0, space("NE"), 0)
    assert token(lab, space("NE"))[0][1]
    lab.sideways_any().end_turn()
    assert lab.seat != seat
    assert not token(lab, space("NE"))[0][1]
    assert len(worlds(lab, lambda o: token(o, space("NE"))[0][0])) > 2
    assert all(top is None for top in lab.table()["tops"])


def test_a_look_changes_nothing_on_the_table():
    """The token stays face down: by Night an assault turns it up for everybody."""
    lab = peek(scouts(), 0, space("NE"), 0)
    (spot,) = [s for s in lab.spaces() if s["space"] == space("NE")]
    assert (spot["flags"], spot["shields"]) == (0, 0)


@pytest.mark.parametrize(("looked", "fame"), [(True, 1), (False, 0)])
def test_fame_for_the_token_looked_at_if_it_falls_this_turn(looked, fame):
    """That token, not another of its kind."""
    lab = scouts()
    row = GREY[0]
    if looked:
        peek(lab, 0, space("NE"), 0)
    lab.set_turn(move=9, action=0)
    lab.settle()
    lab.move("NE")
    while lab.task is not None:
        lab.do(Act.ACT_DONE)
    lab.hand("horn_of_wrath")
    before = lab.player()["fame"]
    worth = int(tables().arrays["enemies"][row]["fame"])
    lab.attack(0, siege=[(60, "coldfire")])
    assert lab.player()["fame"] == before + worth + fame


def test_no_fame_for_another_token_of_the_same_kind():
    """Looked at on the map; one of the same row is drawn and beaten elsewhere."""
    lab = scouts(game(field={"NE": {"site": "keep"}, "W": {"site": "dungeon"}}))
    twice = next(r for r in BROWN if tables().arrays["enemies"][r]["count"] > 1)
    lab.put(space("NE"), [twice], face_up=False)
    lab.next_token(twice)
    peek(lab, 0, space("NE"), 0)
    lab.set_seat(space=space("W"))
    lab.set_turn(action=0)
    lab.settle()
    lab.do(Act.ACT_ENTER)
    lab.hand("horn_of_wrath")
    before = lab.player()["fame"]
    lab.attack(0, siege=[(60, "coldfire")])
    assert lab.player()["fame"] == before + int(tables().arrays["enemies"][twice]["fame"])


def test_fame_for_two_tokens_looked_at():
    """Two Scouts: a token of the map and the top of a pile."""
    lab = scouts(game(field={"NE": {"site": "keep"}, "W": {"site": "dungeon"}}))
    lab.next_token(BROWN[0])
    peek(lab, 0, space("NE"), 0)
    peek(lab, 1, 2, 0, 1)
    lab.set_seat(space=space("W"))
    lab.set_turn(action=0)
    lab.settle()
    lab.do(Act.ACT_ENTER)
    lab.hand("horn_of_wrath")
    before = lab.player()["fame"]
    lab.attack(0, siege=[(60, "coldfire")])
    assert lab.player()["fame"] == before + int(tables().arrays["enemies"][BROWN[0]]["fame"]) + 1


def test_no_fame_in_a_later_turn():
    lab = peek(scouts(), 0, space("NE"), 0)
    lab.sideways_any().end_turn()
    while lab.step != Step.STEP_MOVE:
        lab.apply(0)
    lab.set_seat(space=7)
    lab.set_turn(move=9)
    lab.settle()
    lab.move("NE")
    while lab.task is not None:
        lab.do(Act.ACT_DONE)
    lab.hand("horn_of_wrath")
    before = lab.player()["fame"]
    lab.attack(0, siege=[(60, "coldfire")])
    assert lab.player()["fame"] == before + int(tables().arrays["enemies"][GREY[0]]["fame"])

