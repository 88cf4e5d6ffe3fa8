"""The told game: it is the game of the batch, names everything, and tells fights and rewards with their numbers."""

import json
import re

import laboratory as lab_
import pytest
from test_game import ATD, KEY, NEAR_LAIR, prepared
from walker import walker

from mkbalance._mageknight import ids
from mkbalance._mageknight.ids import Act
from mkbalance._mageknight.state import Task
from mkbalance._mageknight.trace import Told
from mkbalance.errors import MkbalanceError
from mkbalance.mageknight import labels, sentences, situation
from mkbalance.mageknight.game import GAME
from mkbalance.mageknight.labels import label
from mkbalance.mageknight.names import Names
from mkbalance.mageknight.situation import Situation
from mkbalance.mageknight.tell import TRACE, Teller, tell


def told(game, number, **more):
    items = list(tell(game, KEY, number, **more))
    return [i for i in items if isinstance(i, str)], [i for i in items if isinstance(i, dict)]


@pytest.mark.parametrize("scenario", [ATD, "first_reconnaissance/solo"])
@pytest.mark.parametrize("player", [f"{hero}:random" for hero in GAME.heroes()] + ["tovak:quick", "norowas:competent"])
def test_told_game_is_the_game_of_the_batch(scenario, player):
    game = prepared(scenario, player)
    rows = game.run(KEY, 0, 3)
    for number in range(3):
        lines, events = told(game, number)
        end = events[-1]
        assert end["event"] == "end"
        assert end["row"] == {name: int(rows[number][name]) for name in rows.dtype.names}
        assert lines[-1] == f"  Score: {rows[number]['score']}"
        assert sum(value for name, value in end["score"].items() if name != "total") == end["score"]["total"]
        assert sum(e["event"] == "decision" for e in events) <= rows[number]["actions"]
        forced = rows[number]["actions"] - sum(e["event"] == "decision" for e in events)
        assert forced >= sum(e["event"] == "forced" for e in events)


def test_told_twice_is_the_same():
    game = prepared()
    assert told(game, 3) == told(game, 3)
    assert told(game, 3) != told(game, 4)


@pytest.mark.parametrize(
    "scenario", [ATD, "fractured_lands/solo", "solo_conquest_challenge/solo", "against_the_horsemen/solo"]
)
def test_nothing_is_left_to_numbers(scenario):
    for hero in ("tovak", "krang", "wolfhawk", "goldyx"):
        game = prepared(scenario, player=f"{hero}:random")
        for number in range(8):
            lines, events = told(game, number)
            json.dumps(events)
            for line in lines:
                for word in ("None", "do_", "space 2", "nan", "<"):
                    assert word not in line, line
                assert not re.search(r"[Cc]hooses \d|that way", line), line
            assert lines[2].startswith("ROUND 1, Day")


def test_a_possessed_enemy_is_named_once():
    """The enemy of a floor is drawn, then possessed (A.5.2); it is told as it fights."""
    met = 0
    for number in range(12):
        lines, _ = told(prepared("against_the_apocalypse/solo", "coral:competent"), number)
        possessed = [(i, line) for i, line in enumerate(lines) if re.search(r"\(possessed\): Armor", line)]
        met += len(possessed)
        assert not any(line == lines[i + 1] for i, line in possessed)
    assert met


def test_the_dummy_counts_down():
    """What is left of the dummy's deck falls with each flip and is full again each Round (R16.3, R16.4)."""
    game = prepared()
    for number in range(5):
        left = None
        for line in told(game, number)[0]:
            if line.startswith("  Dummy: "):
                left = int(re.search(r"(\d+) cards", line)[1])
            if line.startswith("  The dummy flips "):
                left -= int(re.search(r"flips (\d+)", line)[1])
                assert line.endswith(f"; {left} left")
                assert left >= 0
        assert left is not None


def test_every_kind_of_event_has_fields_and_words():
    silent = {"action", "task", "turn", "round", "score", "over"}
    for kind in Told.__members__:
        name = kind.removeprefix("TOLD_").lower()
        assert name in sentences._SENTENCES or name in silent, name
        assert name in sentences.FIELDS or name in {"knocked_out", "paralyzed", "score"}, name


def test_every_action_has_words():
    for kind in Act.__members__:
        name = kind.removeprefix("ACT_").lower()
        answered = {"pay", "choose", "decline", "none", "attack_dragon", "n_acts"}
        assert name in labels._PLAIN or name in labels._ORDINARY or name in answered, name


def test_json_events_have_names():
    found = {}
    for number in range(20):
        for event in told(prepared(), number)[1]:
            found.setdefault(event["event"], event)
    assert found["draw"]["text"] == f"draws {found['draw']['card']}"
    assert found["paid"]["source"] in labels.SOURCES
    assert found["token"]["enemy"] in found["token"]["text"]
    assert "({},{})".format(*found["token"]["at"]) in found["token"]["text"]
    assert found["tile"]["tile"] == "starting tile A"


def test_map_is_drawn_at_the_end(tmp_path):
    target = tmp_path / "map.svg"
    told(prepared(), 0, map_path=str(target))
    assert target.read_text().startswith("<svg")
    with pytest.raises(MkbalanceError) as caught:
        told(prepared(), 0, map_path=str(tmp_path / "missing" / "map.svg"))
    assert caught.value.exit_code == 3


def test_lair_fight_and_withdrawal():
    game = GAME.prepare(GAME.scenario(ATD).set_all(NEAR_LAIR), [{"tovak": walker}])
    lines, _ = told(game, 1)
    text = "\n".join(lines)
    assert "set scenario.countryside = 2" in text
    assert "Fight in the lair at (4,-5) wasteland, lair of the dragon" in text
    # head level 4, its attack one stronger for the control head (A.7.4)
    assert "War head at level 4: Armor 1, attack 5" in text
    assert "Control head at level 4: cannot be attacked" in text
    assert "adds 1 to each attack of the others" in text
    assert "withdraws to" in text


def begun(hand, *, foes=(), wounds=0, **seat):
    """A told session of a field, with a hand, at the start of a fight."""
    game = prepared()
    session = lab_.Game(game.core, game.setup, 1, 0, TRACE)
    lab_.lay_field(session)
    session.set_seat(space=lab_.CENTRE)
    session.settle()
    session.do(Act.ACT_TACTIC, lab_.tactic("early_bird"))
    session.set_seat(hand=[lab_.card(name) for name in hand], wounds=wounds, **seat)
    session.set_source([lab_.RED, lab_.BLUE, lab_.GREEN, lab_.WHITE])
    session.settle()
    if foes:
        session.fight([lab_.enemy(name) for name in foes], ())
        session.settle()
    session.events()
    return game, session


class Script:
    """Plays chosen actions, then tells what was said about them."""

    def __init__(self, game, session):
        self.session, self.teller = session, Teller(game, session)
        self.now = self.teller.look()

    def do(self, kind, a=0, b=0, c=0):
        action = (int(kind), a, b, c)
        options = self.session.actions()
        lines = [i for i in self.teller.decision(self.now, action, len(options)) if isinstance(i, str)]
        before = self.now
        self.session.apply(options.index(action))
        self.now = self.teller.look()
        lines += [i for i in self.teller.events(self.now, before, action) if isinstance(i, str)]
        return "\n".join(lines)


def test_attack_is_told_with_halving_and_rewards():
    script = Script(*begun(["rage", "rage", "cold_toughness"], foes=["ironclads"]))
    script.do(Act.ACT_END_PHASE)
    script.do(Act.ACT_END_PHASE)
    hurt = script.do(Act.ACT_ASSIGN, 0, 0, 254)
    # Ironclads: attack 4 Brutal against Armor 2 (R9.5, R9.7)
    assert "Lets the Hero (Armor 2) take the attack 4 Brutal of Ironclads: 8 damage (Brutal: doubled)" in hurt
    assert "4 Wounds to the hand" in hurt
    assert "Attack phase" in hurt
    assert script.do(Act.ACT_TARGET, 0).strip() == "Aims at Ironclads"
    assert "Attack 1 of 3" in script.do(Act.ACT_PLAY, lab_.card("rage"), 0, 0)
    script.do(Act.ACT_PLAY, lab_.card("cold_toughness"), 0, 0)
    done = script.do(Act.ACT_RESOLVE)
    # 2 ice count whole, 2 physical half: 3 against Armor 3 (R9.2.3)
    assert "attacks Ironclads: 3 of 3 needed (2 + 2 ice; resists physical: halved): enough" in done.lower().replace(
        "ironclads", "Ironclads"
    )
    assert "Ironclads defeated" in done
    assert "Fame +4" in done


def test_block_is_told_with_swift_and_its_total():
    script = Script(*begun(["rage", "rage", "rage"], foes=["wolf_riders"]))
    script.do(Act.ACT_END_PHASE)
    assert "Sets out to block the attack 3 Swift of Wolf Riders" in script.do(Act.ACT_BLOCK, 0, 0)
    assert "Block 2 of 6" in script.do(Act.ACT_PLAY, lab_.card("rage"), 0, 1)
    script.do(Act.ACT_PLAY, lab_.card("rage"), 0, 1)
    script.do(Act.ACT_PLAY, lab_.card("rage"), 0, 1)
    done = script.do(Act.ACT_RESOLVE)
    assert "6 of 6 needed (6; Swift: twice the Block is needed): blocked" in done


def test_mana_is_told_with_its_source():
    script = Script(*begun(["march", "march"], crystals=[0, 0, 1, 0]))
    script.do(Act.ACT_PLAY, lab_.card("march"), 1, 0)
    # the Hero stands on a glade: a gold token by Day (R4.2.3), beside the crystal and the green die
    sources = {option[3:4] + option[2:3] for option in script.session.actions()}
    assert sources == {(4, 0), (2, 1), (2, 2)}
    assert "Pays with a green crystal → Move 4" in script.do(Act.ACT_PAY, 2, 1, 2)


def test_pending_choices_have_meaning():
    game, session = begun(["rage", "swiftness"], wounds=1)
    session.do(Act.ACT_REST)
    seen = Situation(session, Names(game.tables))
    assert seen.task == "do_rest_card"
    texts = {label(seen, action) for action in session.actions()}
    assert texts == {"discards Rage to rest", "discards Swiftness to rest"}
    session.do(Act.ACT_DISCARD, lab_.card("rage"))
    seen = Situation(session, Names(game.tables))
    assert [label(seen, action) for action in session.actions()] == [
        "discards 0 Wounds with it",
        "discards 1 Wound with it",
    ]


def test_far_steps_are_named():
    """Space Bending lets spaces two away be moved to; each of the eighteen is told by its place."""
    game = lab_.game(field={"C": "plains"})
    game.hand("space_bending")
    game.tokens(blue=1)
    game.do(Act.ACT_PLAY, lab_.card("space_bending"), 0, 0)
    while game.task is not None:
        game.apply(0)
    game.set_turn(move=9)
    game.settle()
    seen = Situation(game, Names(lab_.tables()))
    moves = [action for action in game.actions() if action[0] == int(Act.ACT_MOVE)]
    texts = [label(seen, action) for action in moves]
    assert any(action[1] >= 6 for action in moves)
    assert len(set(texts)) == len(texts)
    here = seen.spaces[seen.player["space"]]
    for action, text in zip(moves, texts, strict=True):
        q, r = map(int, re.search(r"\((-?\d+),(-?\d+)\)", text).groups())
        away = max(abs(q - here["q"]), abs(r - here["r"]), abs(q + r - here["q"] - here["r"]))
        assert away == (1 if action[1] < 6 else 2), text


def test_a_march_is_told_by_its_places():
    """A Horseman that nobody has seen has no name yet (A.12.3)."""
    session = prepared("against_the_horsemen/solo", "tovak:random").session(KEY, 1, TRACE)
    names = Names(lab_.tables())
    told_ = []
    while not session.over:
        seen = Situation(session, names)
        if seen.task == "do_horseman_march":
            told_ += [label(seen, action) for action in session.actions()]
        session.apply(0)
    assert told_
    for text in told_:
        q, r, to_q, to_r = map(int, re.findall(r"-?\d+", text))
        assert max(abs(q), abs(r), abs(q + r)) - max(abs(to_q), abs(to_r), abs(to_q + to_r)) == 2


def test_hidden_tokens_keep_their_names():
    """A face-down garrison is told as a token only once it is seen (R8.8)."""
    game = prepared()
    seen = 0
    for number in range(20):
        session = game.session(KEY, number, TRACE)
        shown = {tuple(e)[2:3] + (tuple(e)[1],) for e in session.events() if e["kind"] == Told.TOLD_TOKEN}
        for space in session.spaces():
            for row, up in space["tokens"]:
                seen += not up
                assert up == ((row, space["space"]) in shown)
    assert seen


def test_tasks_of_the_core_have_names():
    for task in (*ids.Op.__members__.values(), *Task.__members__.values()):
        assert situation.TASKS[int(task)]
