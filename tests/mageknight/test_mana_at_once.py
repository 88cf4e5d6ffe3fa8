"""Mana that has to be used at once (Invocation, Polarization): one more way to pay, never a token (R5.1 to R5.4)."""

import exercised
from laboratory import BLACK, GREEN, WHITE, Act, card, enemy, game
from test_skills import with_skills
from test_skills_conditions import next_turn

CARD, DIE, TURNED = 5, 2, 8


def ready(name, *hand, night=False, wounds=0, **tokens):
    """A turn begun with a Skill that changes how mana is paid; no dice in the Source."""
    exercised.note(f"skills.{name}")  # a way to pay, no action of its own
    lab = next_turn(with_skills(game(), name))
    lab.set_time(night=night)
    lab.set_source([])
    return lab.tokens(**tokens).hand(*hand, wounds=wounds)


def ways(lab, name, powered=True):
    """Ways to pay for a card; none if it cannot be played."""
    if not lab.can(Act.ACT_PLAY, card(name), int(powered)):
        return None
    lab.do(Act.ACT_PLAY, card(name), int(powered), 0)
    return sorted(lab.options(Act.ACT_PAY))


def invocation(*hand, **kwargs):
    return ready("arythea_invocation", *hand, **kwargs)


def polarization(*hand, **kwargs):
    return ready("arythea_polarization", *hand, **kwargs)


def test_invocation_pays_with_another_card():
    """Any card but a Wound is white or green mana; which card, is chosen, never the one it powers."""
    lab = invocation("march", "rage", "swiftness")
    assert ways(lab, "march") == sorted([(GREEN, CARD, card("rage")), (GREEN, CARD, card("swiftness"))])
    lab.do(Act.ACT_PAY, GREEN, CARD, card("rage"))
    assert lab.turn()["move"] == 4
    assert sum(lab.turn()["mana"]) == 0
    assert lab.player()["hand"] == [card("swiftness")]
    assert lab.player()["discard"][-1] == card("rage")
    assert ways(invocation("march"), "march") is None


def test_invocation_pays_with_a_wound():
    """A Wound is red or black mana; it goes to the discard pile."""
    lab = invocation("rage", wounds=1)
    lab.fight([enemy("prowlers")])
    lab.settle()
    lab.to_attack_phase().hand("rage", wounds=1).do(Act.ACT_TARGET, 0)
    lab.do(Act.ACT_PLAY, card("rage"), 1, 0)
    assert lab.player()["wounds"] == 0
    assert lab.player()["discard"][-1] == card("wound")
    assert sum(lab.combat()["points"]) == 4


def test_invocation_once_a_turn():
    """R13.3; and it is back in the next turn."""
    lab = invocation("march", "march", "rage", "rage")
    lab.do(Act.ACT_PLAY, card("march"), 1, 0).do(Act.ACT_PAY, GREEN, CARD, card("rage"))
    assert not lab.can(Act.ACT_PLAY, card("march"), 1)
    next_turn(lab)
    lab.set_source([])
    lab.hand("march", "rage")
    assert ways(lab, "march") is not None


def test_invocation_leaves_the_card_that_the_effect_needs():
    """Improvisation discards a card: it is not there to be discarded for mana too."""
    lab = invocation("improvisation", "rage")
    assert ways(lab, "improvisation") is None, "red is not what a card gives, and one has to be discarded"
    lab = invocation("improvisation", "rage", wounds=1)
    lab.do(Act.ACT_PLAY, card("improvisation"), 1, 0)
    assert lab.player()["wounds"] == 0, "the Wound is the only red mana"


def test_polarization_turns_a_token_into_its_opposite():
    """Green and white; once a turn."""
    assert ways(polarization("march", "rage", red=2), "march") is None
    lab = polarization("march", "rage", white=2)
    lab.do(Act.ACT_PLAY, card("march"), 1, 0)
    assert lab.turn()["move"] == 4
    assert lab.turn()["mana"][WHITE] == 1
    lab.hand("march", "rage")
    assert not lab.can(Act.ACT_PLAY, card("march"), 1)


def test_polarization_works_on_crystals_and_dice():
    lab = polarization("march", "rage")
    lab.set_seat(crystals=[0, 0, 0, 1])
    lab.set_source([WHITE])
    lab.settle()
    assert ways(lab, "march") == [(GREEN, 1 + TURNED, WHITE), (GREEN, DIE + TURNED, WHITE)]
    lab.do(Act.ACT_PAY, GREEN, DIE + TURNED, WHITE)
    assert lab.turn()["dice_rights"] == 0, "the turn's one die"


def test_polarization_takes_a_depleted_die():
    """Ruling: black by Day lies depleted in the Source, turned it may be taken as any other colour."""
    lab = polarization("march", "rage")
    lab.set_source([BLACK])
    lab.settle()
    assert lab.can(Act.ACT_PLAY, card("march"), 1)
    assert ways(polarization("march", "rage", black=1), "march") == []


def test_black_by_day_is_any_colour_but_not_for_a_strong_spell():
    assert polarization("march", "rage", black=1).can(Act.ACT_PLAY, card("march"), 1)
    assert not polarization("march", "rage", black=1, night=True).can(Act.ACT_PLAY, card("march"), 1)


def strong(**tokens):
    lab = polarization("tremor", "rage", night=True, **tokens)
    lab.fight([enemy("prowlers")])
    lab.settle()
    return lab.hand("tremor", "rage").tokens(**tokens).can(Act.ACT_PLAY, card("tremor"), 1)


def test_gold_by_night_is_black_for_a_strong_spell_only():
    assert not strong(green=1)
    assert strong(green=1, black=1)
    assert strong(green=1, gold=1)
    assert not strong(gold=2), "gold serves nothing else by Night"
    assert strong(white=1, black=1), "turned white pays the green"
    assert not strong(white=1, gold=1), "once a turn"
    assert not polarization("march", "rage", gold=1, night=True).can(Act.ACT_PLAY, card("march"), 1)


def test_no_token_and_no_button():
    """They are used by paying: never listed by themselves."""
    for name in ("arythea_invocation", "arythea_polarization"):
        assert not ready(name, "march", "rage", wounds=1, red=1).can(Act.ACT_SKILL)
