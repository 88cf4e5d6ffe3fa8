"""Golden games: some thirty told games, one file each in transcripts/, so that changed play shows as changed text.

    make golden        writes the transcripts anew, in some seconds; read the difference before it is committed

``PLAYERS`` is the one place that says who plays.
"""

import sys
from itertools import product
from pathlib import Path

from mkbalance.mageknight.game import GAME
from mkbalance.mageknight.tell import tell
from mkbalance.study import seeds

FOLDER = Path(__file__).with_name("transcripts")
SCENARIOS = ("first_reconnaissance/solo", "against_the_dragon/solo", "solo_conquest/solo", "solo_blitz/solo")
PLAYERS = ("random", "quick")  # stronger players change too often while they learn
EARLIER = 30  # games of these
LATER = {  # scenarios that came after them
    "against_the_apocalypse/solo": ("goldyx:quick", "krang:random"),
    "for_the_council/solo": ("norowas:quick", "arythea:random"),
    "fractured_lands/solo": ("coral:quick", "wolfhawk:random"),
}
NUMBER = EARLIER + sum(map(len, LATER.values()))
SEED = 2012


def games():
    """Return the games as file name: (scenario, seat, game number); every Hero, scenario and player in turn."""
    found = {}
    for number, (scenario, hero) in enumerate(product(SCENARIOS, GAME.heroes())):
        player = PLAYERS[(number + number // len(GAME.heroes())) % len(PLAYERS)]
        found[f"{scenario.partition('/')[0]}-{hero}-{player}.txt"] = (scenario, f"{hero}:{player}", number)
    found = dict(list(found.items())[:EARLIER])
    later = [(scenario, seat) for scenario, seats in LATER.items() for seat in seats]
    for number, (scenario, seat) in enumerate(later, start=EARLIER):
        found[f"{scenario.partition('/')[0]}-{seat.replace(':', '-')}.txt"] = (scenario, seat, number)
    return found


def told(scenario, seat, number):
    """Return a game as text, one event a line."""
    prepared = GAME.prepare(GAME.scenario(scenario), [seat])
    lines = tell(prepared, seeds.experiment_key(SEED), number)
    return "".join(f"{line}\n" for line in lines if isinstance(line, str))


def write():
    """Write every transcript, and take away files of games that are no longer among them."""
    FOLDER.mkdir(exist_ok=True)
    for file in FOLDER.glob("*.txt"):
        if file.name not in games():
            file.unlink()
    for name, game in games().items():
        (FOLDER / name).write_text(told(*game), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(write())
