"""What a scripted player does with its cards, mana and turns.

    python benchmarks/player_habits.py SCENARIO PLAYER [GAMES] [SEED]

Means of one game: cards by how they are played, mana by where it comes from, turns by what was done in them, the level
at the start of each Round, and what the game came to.
"""

import sys
from collections import Counter, defaultdict

from mkbalance._mageknight import ids
from mkbalance.mageknight.game import GAME
from mkbalance.study.seeds import experiment_key

ACT, STEP = ids.Act, ids.Step
HEROES = ("tovak", "norowas", "arythea", "goldyx")
SOURCES = {0: "token", 1: "crystal", 2: "die"}
DEEDS = (  # what a turn was used for: the first that applies
    ("fight", {ACT.ACT_TARGET}),
    ("purchase", {ACT.ACT_BUY_UNIT, ACT.ACT_BUY_SPELL, ACT.ACT_BUY_ACTION, ACT.ACT_BUY_HEAL, ACT.ACT_BUY_ARTIFACT}),
    ("rest", {ACT.ACT_REST}),
    ("new tile", {ACT.ACT_EXPLORE}),
    ("walk", {ACT.ACT_MOVE}),
)


def habits(scenario: str, player: str, games: int, seed: int) -> tuple[Counter, dict[int, list[int]]]:
    """Play games and count."""
    seen: Counter = Counter()
    levels: dict[int, list[int]] = defaultdict(list)
    for game in range(games):
        prepared = GAME.prepare(GAME.scenario(scenario), [f"{HEROES[game % len(HEROES)]}:{player}"])
        session = prepared.session(experiment_key(seed), game)
        turn: set[int] = set()
        round_ = 0
        while not session.over:
            if session.table()["round"] != round_:
                round_ = session.table()["round"]
                levels[round_].append(session.player()["level"])
            index = prepared.choose(session)
            kind, _, b, _ = session.actions()[index]
            if kind == ACT.ACT_PLAY:
                seen["cards powered" if b else "cards basic"] += 1
            elif kind == ACT.ACT_SIDEWAYS:
                seen["cards sideways"] += 1
            elif kind == ACT.ACT_UNIT:
                seen["Units used"] += 1
            elif kind == ACT.ACT_SKILL:
                seen["Skills used"] += 1
            elif kind == ACT.ACT_PAY:
                seen[f"mana by {SOURCES.get(b, 'other means')}"] += 1
            turn.add(kind)
            session.apply(index)
            if kind == ACT.ACT_END_TURN:
                deed = next((name for name, acts in DEEDS if turn & acts), "nothing")
                seen[f"turns: {deed}"] += 1
                turn = set()
        row = session.row()
        seen["score"] += int(row["score"])
        seen["won"] += int(row["win"] > 0)
        seen["Wounds taken"] += int(row["wounds_taken"])
    return seen, levels


def main() -> None:
    scenario, player = sys.argv[1:3]
    games = int(sys.argv[3]) if len(sys.argv) > 3 else 40
    seen, levels = habits(scenario, player, games, int(sys.argv[4]) if len(sys.argv) > 4 else 77)
    for name in sorted(seen):
        print(f"{name:24}{seen[name] / games:8.2f}")
    for round_, found in sorted(levels.items()):
        print(f"level, Round {round_:<12}{sum(found) / len(found):8.2f}")


if __name__ == "__main__":
    main()
