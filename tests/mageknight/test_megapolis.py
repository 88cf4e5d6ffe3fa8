"""Cities above level 11 (R20.9): two cities side by side that count as one."""

import pytest
from laboratory import BLUE, CENTRE, GREEN, RED, WHITE, Act, enemy, game, space, tables

from mkbalance._mageknight.ids import Site, TokenColour

HALF = space("E")  # one space to the right


def megapolis(level=15, place="NE", second="lake", colour=BLUE, number=0, **kwargs):
    """The Hero beside the city on the centre of the field and its second half to the east."""
    return game(
        field={"C": {"site": "city", "city": colour}, "E": second},
        city_mode=0,
        city_levels=[level, 0, 0, 0],
        place=space(place),
        number=number,
        **kwargs,
    )


def garrison_of(colour, level):
    return list(tables().arrays["cities"][colour * 11 + level - 1]["garrison"])


def colours_of(rows):
    colours = [int(tables().arrays["enemies"][row]["colour"]) for row in rows]
    return [colours.count(int(c)) for c in list(TokenColour)[:6]]


@pytest.mark.parametrize("level", range(12, 23))
def test_two_garrisons(level):
    """The tile's own city takes the larger half, another colour the smaller one."""
    for number in range(6):
        city = megapolis(level, number=number).cities()[0]
        wanted = [
            a + b
            for a, b in zip(garrison_of(BLUE, (level + 1) // 2), garrison_of(city["second"], level // 2), strict=True)
        ]
        assert colours_of(city["garrison"]) == wanted
        assert (city["level"], city["colour"]) == (level, BLUE)


def test_the_second_city_is_any_that_is_not_in_the_game():
    assert {megapolis(number=n).cities()[0]["second"] for n in range(60)} == {RED, GREEN, WHITE}
    assert megapolis(level=11).cities()[0]["second"] is None


def test_two_of_them_use_four_cities():
    """Each figure exists once, that of the tile still in the stack included."""
    cities = [name for name in tables().index["tiles"] if tables().content["tiles"][name].kind == "city"]
    for number in range(12):
        first, last = cities[number % 4], cities[(number + 1 + number // 4) % 4]
        lab = game(
            "solo_conquest/solo",
            number=number,
            city_levels=[12, 14, 0, 0],
            core_on_coast=1,
            stack=[last, first],
        )
        seen = []
        while len(lab.cities()) < 2:
            lab.set_turn(move=2)
            for s in [s["space"] for s in lab.spaces()]:
                lab.set_seat(space=s)
                lab.settle()
                if lab.can(Act.ACT_EXPLORE):
                    break
            lab.do(Act.ACT_EXPLORE, *lab.options(Act.ACT_EXPLORE)[0][:2])
            seen = [(city["colour"], city["second"]) for city in lab.cities()]
        assert sorted(colour for city in seen for colour in city) == [0, 1, 2, 3]


def test_the_second_half_is_city_space():
    """Move 2 whatever lies below (R1.3), rampagers of the tile are not put there, garrison seen from beside either."""
    for below in ("lake", "mountain", {"terrain": "swamp", "site": "marauding_orcs"}):
        lab = megapolis(place="NE", second=below)
        half = next(s for s in lab.spaces() if s["space"] == HALF)
        assert (half["site"], half["tokens"]) == (Site.CITY, [])
        assert (lab.cost(2), lab.cost(3)) == (
            2,
            2,
        )  # to the south-east lies the second half, to the south-west the first
    assert lab.cities()[0]["face_up"] == 1
    assert megapolis(place="W").cities()[0]["face_up"] == 1


@pytest.mark.parametrize(("place", "direction"), [("W", "E"), ("NE", "SE"), ("NE", "SW"), ("SE", "NE")])
def test_assault_from_any_space_beside_it(place, direction):
    """R20.9: the whole garrison, both bonuses, Reputation -1; what is left stays."""
    lab = megapolis(place=place, number=second_city(WHITE))
    lab.set_garrison(0, [enemy("fire_mages"), enemy("swordsmen")])
    lab.set_turn(move=2)
    lab.settle()
    rep = lab.player()["reputation"]
    lab.move(direction)
    assert lab.player()["space"] in (CENTRE, HALF)
    fire, sword = lab.foes()
    assert (fire["attacks"][0][0], fire["armor"], fire["fort_site"]) == (6 + 2, 5 + 1, 1)
    assert (sword["attacks"][0][0], sword["armor"]) == (6, 5 + 1)
    assert lab.player()["reputation"] == rep - 1
    lab.block_all().attack(0, melee=[(9, "coldfire")]).end_phase()
    assert lab.cities()[0]["garrison"] == [enemy("swordsmen")]
    assert (lab.player()["space"], lab.cities()[0]["shields"]) == (space(place), [0])


def second_city(colour):
    """Number of a game whose second city has this colour."""
    return next(n for n in range(60) if megapolis(number=n).cities()[0]["second"] == colour)


def test_both_colours_of_bonus_on_one_attack():
    """R11.2, R20.9: red and green together: physical attacks are Brutal and poisonous."""
    number = next(n for n in range(60) if megapolis(number=n, colour=RED).cities()[0]["second"] == GREEN)
    lab = megapolis(number=number, colour=RED)
    lab.set_garrison(0, [enemy("swordsmen")])
    lab.set_turn(move=2)
    lab.settle()
    assert lab.move("SE").foes()[0]["attacks"][0][3] == 2 | 4


def test_conquered_it_is_one_city():
    """R20.9: one conquest; both spaces offer what both cities sell; the bonus of the hand counts once."""
    lab = megapolis(number=second_city(RED), ends=4, cities=1, score_city=10)
    lab.set_garrison(0, [enemy("swordsmen")])
    lab.set_turn(move=2)
    lab.settle()
    lab.move("SE").block_all().attack(0, melee=[(9, "coldfire")])
    assert (lab.score()["cities"], lab.player()["space"]) == (10, HALF)
    lab.hand()
    lab.do(Act.ACT_END_TURN).finish()
    assert lab.table()["won"] == 1
    for where in (HALF, CENTRE):
        other = megapolis(number=second_city(RED))
        other.set_garrison(0, [])
        other.set_shields(0, [0])
        other.set_seat(space=where)
        other.set_turn(action=0)
        other.settle()
        assert other.limit() == 5 + 2
        other.do(Act.ACT_INTERACT)
        other.set_turn(influence=30)
        other.tokens(red=1, blue=1, green=1, white=1)
        assert other.can(Act.ACT_BUY_ARTIFACT)
        assert other.can(Act.ACT_BUY_SPELL)
        assert not other.can(Act.ACT_BUY_ELITE)


def test_ten_defenders_leave_ten_shields():
    """R11.3: Shields for both garrisons of level 11."""
    lab = megapolis(22)
    assert len(lab.cities()[0]["garrison"]) == 10
    lab.set_turn(move=2)
    lab.settle()
    lab.move("SE").to_attack_phase()
    lab.hand("rage")
    lab.attack(*[i for i, f in enumerate(lab.foes()) if f["source"] == 0], melee=[(400, "coldfire")])
    city = lab.cities()[0]
    assert (len(city["shields"]), city["garrison"]) == (10, [])
