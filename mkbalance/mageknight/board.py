"""The revealed map as a picture (SVG) and as text.

Spaces are pointy-top hexes; coordinates are those of the told game. Terrains differ in lightness as well as in hue
and carry their names, so that nothing hangs on telling colours apart. All shapes are drawn here; no art of the game
is used.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from mkbalance._mageknight import ids
from mkbalance._mageknight.session import Session
from mkbalance.mageknight.names import HEADS, Names, colour, site, terrain
from mkbalance.mageknight.paths import path_svg
from mkbalance.mageknight.situation import place

__all__ = ["Board"]

SIZE = 52.0  # centre to corner
WIDTH = SIZE * math.sqrt(3)
LEGEND = 250
TERRAIN = {
    "plains": "#ece6b8",
    "hills": "#d2a56d",
    "forest": "#8dbb97",
    "wasteland": "#c98d80",
    "desert": "#f7d976",
    "swamp": "#a79ab5",
    "lake": "#a5cdea",
    "mountain": "#949494",
    "ocean": "#6c9cc3",
}
MANA = {"red": "#c0392b", "blue": "#2471a3", "green": "#1e8449", "white": "#f4f6f7"}
BACK = {
    "green": "#1e8449",
    "grey": "#7f8c8d",
    "brown": "#8e5a2b",
    "violet": "#7d3c98",
    "white": "#ffffff",
    "red": "#c0392b",
    "horseman": "#5b2c6f",
}
FORTIFIED = {"keep", "mage tower", "city"}
ADVENTURE = {"dungeon", "tomb", "monster den", "spawning grounds", "ancient ruins", "maze", "labyrinth"}
RAMPAGERS = {"marauding orcs", "draconum"}
DESTROYED, BURNED, CONQUERED, RUIN_UP = 1, 2, 4, 8
HIDDEN_SITES = {int(ids.Site.MARAUDING_ORCS), int(ids.Site.DRACONUM)}


@dataclass(frozen=True)
class Board:
    """The map of one moment.

    Attributes
    ----------
    spaces : list of dict
        As `Session.spaces` gives them.
    heroes : dict of int to str
        Hero names by space.
    cities : dict of int to dict
        Cities by space.
    heads : list of int
        Levels of the dragon's heads.
    title : str
    names : Names
    track : tuple of (int, int)
        Where the Hero went: Round and space.
    """

    spaces: list[dict]
    heroes: dict[int, str]
    cities: dict[int, dict]
    heads: list[int]
    title: str
    names: Names
    track: tuple[tuple[int, int], ...] = ()

    @classmethod
    def of(cls, session: Session, names: Names, track: Sequence[tuple[int, int]] = ()) -> Board:
        """Take the map of a game as it stands, with the way that was gone."""
        table = session.table()
        heroes: dict[int, str] = {}
        for seat in (actor for actor in table["order"] if actor < 4):
            player = session.player(seat)
            if player["space"] is not None:
                heroes[player["space"]] = names.hero(player["hero"])
        for dummy in table["dummies"]:
            if dummy["space"] is not None:
                heroes.setdefault(dummy["space"], f"{names.hero(dummy['hero'])} (proxy)")
        title = f"Round {table['round']}, {'Night' if table['night'] else 'Day'}"
        cities = {city["space"]: city for city in session.cities()}
        return cls(session.spaces(), heroes, cities, table["heads"], title, names, tuple(track))

    # ---------------------------------------------------------------- text

    def tokens(self, space: dict) -> list[tuple[str, str]]:
        """Return (back colour, name or "") of the tokens on a space; face-down ones have no name."""
        found = [(self.names.enemy_back(row), self.names.enemy(row) if up else "") for row, up in space["tokens"]]
        found += [("horseman", self.names.horseman(kind)) for kind in space["horsemen"]]
        city = self.cities.get(space["space"])
        if city:
            for row in city["garrison"]:
                found.append((self.names.enemy_back(row), self.names.enemy(row) if city["face_up"] else ""))
        return found

    def ruin(self, space: dict) -> str:
        """Return what a face-up ruins token on a space shows, empty for none."""
        if space["site"] != int(ids.Site.RUINS) or space["extra"] is None or not space["flags"] & RUIN_UP:
            return ""
        return self.names.ruins(space["extra"])

    def describe(self, space: dict) -> str:
        """Return a space in words."""
        parts = [place(space), self.ruin(space)] if self.ruin(space) else [place(space)]
        for back, name in self.tokens(space):
            parts.append((name if back == "horseman" else f"{name} ({back})") if name else f"face-down {back} token")
        city = self.cities.get(space["space"])
        if city and city["ruler"] is not None:
            parts.append(f"ruled by {self.names.hero(city['ruler'])}")
        if space["shields"]:
            parts.append("Shield")
        if space["space"] in self.heroes:
            parts.append(f"{self.heroes[space['space']]} stands here")
        return "; ".join(parts)

    def __str__(self) -> str:
        lines = [self.title]
        if any(self.heads):
            lines.append("dragon heads: " + ", ".join(f"{n} {v}" for n, v in zip(HEADS, self.heads, strict=False)))
        lines += ["  " + self.describe(s) for s in sorted(self.spaces, key=lambda s: (s["r"], s["q"]))]
        return "\n".join(lines)

    # ---------------------------------------------------------------- picture

    def _repr_svg_(self) -> str:
        return self.svg()

    def svg(self) -> str:
        """Return the map as an SVG document."""
        points = [_centre(s["q"], s["r"]) for s in self.spaces]
        left, right = min(x for x, _ in points) - WIDTH / 2 - 14, max(x for x, _ in points) + WIDTH / 2 + 14
        top, bottom = min(y for _, y in points) - SIZE - 14, max(y for _, y in points) + SIZE + 14
        width, height = right - left + LEGEND, max(bottom - top, 600)
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left:.1f} {top:.1f} {width:.1f} {height:.1f}"'
            f' width="{width:.0f}" height="{height:.0f}" font-family="Helvetica, Arial, sans-serif" role="img">',
            f"<title>{escape(self.title)}: the revealed map</title>",
            f'<rect x="{left:.1f}" y="{top:.1f}" width="{width:.1f}" height="{height:.1f}" fill="#ffffff"/>',
        ]
        parts += [self._hex(s) for s in self.spaces]
        parts += [self._edges(s) for s in self.spaces]
        at = {s["space"]: _centre(s["q"], s["r"]) for s in self.spaces}
        parts.append(path_svg(self.track, at.get))
        parts += [self._content(s) for s in self.spaces]
        parts.append(self._legend(right + 16, top + 24))
        return "\n".join(filter(None, parts)) + "\n</svg>\n"

    def _hex(self, space: dict) -> str:
        x, y = _centre(space["q"], space["r"])
        corners = " ".join(f"{cx:.1f},{cy:.1f}" for cx, cy in _corners(x, y))
        fill = TERRAIN[terrain(space["terrain"])]
        return (
            f'<polygon points="{corners}" fill="{fill}" stroke="#ffffff" stroke-width="1">'
            f"<title>{escape(self.describe(space))}</title></polygon>"
        )

    def _edges(self, space: dict) -> str:
        """Borders of tiles, walls, and the outline of the lair."""
        x, y = _centre(space["q"], space["r"])
        corners = _corners(x, y)
        near = {(s["q"], s["r"]): s for s in self.spaces}
        out = []
        for d, (q, r) in enumerate(((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))):
            (x1, y1), (x2, y2) = corners[d], corners[(d + 1) % 6]
            line = f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"'
            other = near.get((space["q"] + q, space["r"] + r))
            if other is None or other["space"] // 7 != space["space"] // 7:
                out.append(f'{line} stroke="#555555" stroke-width="2"/>')
            if space["lair"] and not (other and other["lair"]):
                out.append(f'{line} stroke="#5b2c6f" stroke-width="6" stroke-linecap="round"/>')
            if space["walls"] >> d & 1:
                out.append(f'{line} stroke="#111111" stroke-width="6" stroke-dasharray="9 3"/>')
        return "".join(out)

    def _content(self, space: dict) -> str:
        x, y = _centre(space["q"], space["r"])
        out = [
            _text(x, y - 35, f"{space['q']},{space['r']}", 8, "#444444"),
            _text(x, y + 40, terrain(space["terrain"]), 8, "#333333"),
        ]
        if space["flags"] & DESTROYED:
            out.append(
                f'<path d="M{x - 30:.1f},{y - 30:.1f} L{x + 30:.1f},{y + 30:.1f} M{x + 30:.1f},{y - 30:.1f}'
                f' L{x - 30:.1f},{y + 30:.1f}" stroke="#922b21" stroke-width="5" stroke-opacity="0.75"/>'
            )
        row = y - 18
        name = site(space["printed_site"] if space["flags"] & (DESTROYED | BURNED) else space["site"])
        city = self.cities.get(space["space"])
        if name and space["site"] not in HIDDEN_SITES and name not in RAMPAGERS:
            out.append(self._site(x, row, name, space, city))
            row += 17
        elif space["lair"]:
            out.append(_text(x, row + 4, "lair", 11, "#5b2c6f", bold=True))
            row += 17
        if self.ruin(space):
            out.append(_text(x, row, self.ruin(space).split(" for ")[0].replace("enemies ", ""), 8, "#111111"))
            row += 12
        for back, token in self.tokens(space):
            out.append(_token(x, row, back, token))
            row += 15
        if space["shields"]:
            out.append(_shield(x - 30, y + 18))
        if space["space"] in self.heroes:
            out.append(_hero(x + (24 if space["shields"] else 0), y + 19, self.heroes[space["space"]]))
        return "".join(out)

    def _site(self, x: float, y: float, name: str, space: dict, city: dict | None) -> str:
        short = {"ancient ruins": "ruins", "magical glade": "glade", "spawning grounds": "spawning gr."}.get(name, name)
        fill, ink, border, thick = "#ffffff", "#111111", "#333333", 1.0
        if name in FORTIFIED:
            thick = 2.5
        elif name in ADVENTURE:
            fill, ink = "#333333", "#ffffff"
        if city:
            border, short = MANA[colour(city["colour"])], f"{colour(city['colour'])} city"
            thick = 4.0
            if border == MANA["white"]:
                border = "#999999"
        if space["flags"] & BURNED:
            short = "burned mon."
        size = 10 if len(short) <= 10 else 9
        width = 0.62 * size * len(short) + 12 + 11 * bin(space["mines"]).count("1")
        out = [
            f'<rect x="{x - width / 2:.1f}" y="{y - 9:.1f}" width="{width:.1f}" height="16" rx="3" fill="{fill}"'
            f' stroke="{border}" stroke-width="{thick}"/>'
        ]
        mines = [colour(i) for i in range(4) if space["mines"] >> i & 1]
        out.append(_text(x - 5.5 * len(mines), y + 3.5, short, size, ink, bold=name in FORTIFIED))
        for i, mine in enumerate(mines):
            at = x + width / 2 - 9 - 11 * (len(mines) - 1 - i)
            out.append(
                f'<rect x="{at - 4:.1f}" y="{y - 5:.1f}" width="8" height="8" fill="{MANA[mine]}" stroke="#222222"'
                f' stroke-width="0.8" transform="rotate(45 {at:.1f} {y - 1:.1f})"><title>{mine} crystals</title></rect>'
            )
        return "".join(out)

    def _legend(self, x: float, y: float) -> str:
        out = [_text(x, y, self.title, 15, "#111111", bold=True, anchor="start")]
        y += 22
        if any(self.heads):
            out.append(_text(x, y, "Dragon heads", 12, "#111111", bold=True, anchor="start"))
            for name, level in zip(HEADS, self.heads, strict=False):
                y += 16
                out.append(_text(x, y, name, 11, "#111111", anchor="start"))
                for i in range(level):
                    out.append(
                        f'<rect x="{x + 76 + 13 * i:.1f}" y="{y - 9:.1f}" width="11" height="10" fill="#5b2c6f"/>'
                    )
                if not level:
                    out.append(_text(x + 76, y, "defeated", 11, "#5b2c6f", anchor="start"))
            y += 24
        for name, fill in TERRAIN.items():
            out.append(f'<rect x="{x:.1f}" y="{y - 10:.1f}" width="22" height="13" fill="{fill}" stroke="#555555"/>')
            out.append(_text(x + 30, y, name, 11, "#111111", anchor="start"))
            y += 17
        y += 6
        out.append(_hero(x + 11, y, "Hero"))
        out.append(_text(x + 30, y + 4, "Hero", 11, "#111111", anchor="start"))
        out.append(_shield(x + 102, y - 2))
        out.append(_text(x + 118, y + 4, "Shield", 11, "#111111", anchor="start"))
        y += 24
        out.append(_token(x + 11, y, "grey", ""))
        out.append(_text(x + 30, y + 4, "face-down token, colour of its back", 11, "#111111", anchor="start"))
        y += 20
        rows = (
            (
                f'<path d="M{x:.1f},{y + 10:.1f} l22,-14 m0,14 l-22,-14" stroke="#922b21" stroke-width="4"/>',
                "destroyed",
            ),
            (
                f'<line x1="{x:.1f}" y1="{y + 24:.1f}" x2="{x + 22:.1f}" y2="{y + 24:.1f}" stroke="#111111"'
                ' stroke-width="6" stroke-dasharray="9 3"/>',
                "wall",
            ),
            (
                f'<line x1="{x:.1f}" y1="{y + 44:.1f}" x2="{x + 22:.1f}" y2="{y + 44:.1f}" stroke="#5b2c6f"'
                ' stroke-width="6"/>',
                "lair of the dragon",
            ),
        )
        for mark, text in rows:
            out += [mark, _text(x + 30, y + 8, text, 11, "#111111", anchor="start")]
            y += 20
        if self.track:
            out.append(
                f'<polyline points="{x:.1f},{y + 4:.1f} {x + 22:.1f},{y + 4:.1f}" stroke="#0072b2" stroke-width="4"/>'
            )
            out.append(_text(x + 30, y + 8, "way of the Hero, numbered by Round", 11, "#111111", anchor="start"))
            y += 20
        for style, text in (
            ("village", "inhabited or other site"),
            ("keep", "fortified site"),
            ("dungeon", "adventure site"),
        ):
            space = {"flags": 0, "mines": 0}
            out.append(self._site(x + 34, y + 12, style, space, None))
            out.append(_text(x + 76, y + 16, text, 11, "#111111", anchor="start"))
            y += 22
        return "".join(out)


def _centre(q: int, r: int) -> tuple[float, float]:
    return WIDTH * (q + r / 2), 1.5 * SIZE * r


def _corners(x: float, y: float) -> list[tuple[float, float]]:
    """Return the corners from the top clockwise; edge d (NE, E, SE, SW, W, NW) runs from corner d to d + 1."""
    return [(x + SIZE * math.sin(math.pi * k / 3), y - SIZE * math.cos(math.pi * k / 3)) for k in range(6)]


def _text(x: float, y: float, text: str, size: float, fill: str, bold: bool = False, anchor: str = "middle") -> str:
    weight = ' font-weight="bold"' if bold else ""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" fill="{fill}" text-anchor="{anchor}"{weight}>'
        f"{escape(text)}</text>"
    )


def _token(x: float, y: float, back: str, name: str) -> str:
    """A face-up token by name on its back's colour, a face-down one as a disc."""
    if not name:
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="7" fill="{BACK[back]}" stroke="#222222"/>' + _text(
            x, y + 3.5, "?", 9, "#222222" if back == "white" else "#ffffff", bold=True
        )
    size = 9 if len(name) <= 14 else 7.5
    width = min(len(name) * size * 0.56 + 14, WIDTH - 6)
    return (
        f'<rect x="{x - width / 2:.1f}" y="{y - 7:.1f}" width="{width:.1f}" height="14" rx="7" fill="#ffffff"'
        f' stroke="{BACK[back] if back != "white" else "#999999"}" stroke-width="2.5"/>'
        + _text(x, y + 3, name, size, "#111111")
    )


def _shield(x: float, y: float) -> str:
    return (
        f'<path d="M{x - 7:.1f},{y - 8:.1f} h14 v8 q0,6 -7,10 q-7,-4 -7,-10 z" fill="#f1c40f" stroke="#222222"'
        ' stroke-width="1.2"><title>Shield</title></path>'
    )


def _hero(x: float, y: float, name: str) -> str:
    return (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="11" fill="#111111" stroke="#ffffff" stroke-width="2.5">'
        f"<title>{escape(name)}</title></circle>" + _text(x, y + 4, name[:1], 12, "#ffffff", bold=True)
    )
