"""Who plays: the strings `HERO[:SKILL[/STYLE]]` and `HERO:FILE.toml`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from mkbalance.errors import UsageError, nearest_name
from mkbalance.mageknight.loading import load

SKILLS = ("random", "quick", "novice", "competent", "expert")
STYLES = ("balanced", "fighter", "explorer", "recruiter", "objective")
DEFAULT_PLAYER = "tovak:competent"


@dataclass(frozen=True, slots=True)
class Seat:
    """One seat at the table.

    Attributes
    ----------
    hero : str
    skill, style : str
        Of the scripted player; empty when a file is given.
    path : str
        Player file, empty for the built-in ones.
    """

    hero: str
    skill: str = "competent"
    style: str = "balanced"
    path: str = ""

    def __str__(self) -> str:
        if self.path:
            return f"{self.hero}:{self.path}"
        return f"{self.hero}:{self.skill}" + (f"/{self.style}" if self.style != "balanced" else "")


def heroes() -> dict[str, str]:
    """Return the Heroes: id -> printed name."""
    return {id_: hero.name for id_, hero in load()["heroes"].items()}


def _known(given: str, names: Iterable[str], what: str, text: str) -> str:
    names = list(names)
    if given not in names:
        raise UsageError(
            f"no such {what} {given!r}",
            f"player {text!r}",
            given=given,
            allowed=names,
            nearest=nearest_name(given, names),
        )
    return given


def parse_seat(text: str) -> Seat:
    """Read one player string.

    Examples
    --------
    >>> parse_seat("tovak:expert/fighter")
    Seat(hero='tovak', skill='expert', style='fighter', path='')
    >>> str(parse_seat("goldyx"))
    'goldyx:competent'
    """
    hero, colon, player = text.strip().partition(":")
    hero = _known(hero.lower(), heroes(), "hero", text)
    if not colon:
        return Seat(hero)
    if player.endswith(".toml"):
        return Seat(hero, "", "", player)
    skill, slash, style = player.partition("/")
    skill = _known(skill, SKILLS, "player", text)
    return Seat(hero, skill, _known(style, STYLES, "style", text) if slash else "balanced")


def parse_seats(texts: Iterable[str] | str | None = None) -> list[Seat]:
    """Read the players of a game; none given means one `DEFAULT_PLAYER`.

    Raises
    ------
    UsageError
        An unknown hero, skill or style, or one hero twice.
    """
    given = [texts] if isinstance(texts, str) else list(texts or ())
    seats = [parse_seat(text) for text in given or [DEFAULT_PLAYER]]
    chosen: set[str] = set()
    for seat in seats:
        if seat.hero in chosen:
            raise UsageError(f"the hero {seat.hero!r} is taken twice", "players", given=seat.hero)
        chosen.add(seat.hero)
    return seats
