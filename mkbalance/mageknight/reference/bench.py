"""Situations of the model put into the compiled core, and what the core says of them in the words of the model."""

from copy import deepcopy

from mkbalance._mageknight import content, ids
from mkbalance._mageknight.ids import Act, Colour, Element, Source, Step, Terrain, TokenColour
from mkbalance._mageknight.lab import Lab
from mkbalance.mageknight.compile import compile_tables
from mkbalance.mageknight.model import scenario
from mkbalance.mageknight.reference import combat as c

ELEMENTS = {
    c.PHYSICAL: Element.PHYSICAL,
    c.FIRE: Element.FIRE,
    c.ICE: Element.ICE,
    c.COLD_FIRE: Element.COLDFIRE,
    c.PSYCHIC: Element.PSYCHIC,
}
ABILITIES = {a.name.lower().replace("_", " "): int(a) for a in ids.Ability}
RESISTANCES = {c.PHYSICAL: 1, c.FIRE: 2, c.ICE: 4}
KINDS = {c.MELEE: 0, c.RANGED: 1, c.SIEGE: 2}
TOKEN_COLOURS = {"brown": TokenColour.TOKEN_BROWN}
HERO, NONE = 254, 255
BLOCKED = 1
CENTRE, EAST, NORTH_EAST = 7, 1, 0  # space of the Hero; directions
HEADS = 4  # the control head is row 4 of twelve levels each
TABLES = ("enemies", "heads", "units", "possessed", "hexes", "options", "instrs")


def bits(words, values):
    """Mask of words."""
    return sum(values[word] for word in words)


class Bench:
    """Content whose rows can be rewritten between games, and fresh games on it."""

    def __init__(self):
        compiled = compile_tables()
        self.index = compiled.index
        arrays = {name: array.copy() for name, array in compiled.arrays.items()}
        self.rows = {name: arrays[name] for name in TABLES}
        self.tables = content.Tables({name: array[:] for name, array in arrays.items()})
        self.rows["hexes"] = self.tables.orientations()  # as printed, then turned
        self.setup = scenario("against_the_dragon/solo").expand(["tovak"], compiled).copy()
        enemies = arrays["enemies"]
        played = enemies["expansion"] <= 1
        brown = enemies["colour"] == int(TokenColour.TOKEN_BROWN)
        self.summoned_rows = [int(i) for i in (played & brown).nonzero()[0]]
        self.foe_rows = [int(i) for i in (played & ~brown & (enemies["rep"] == 0)).nonzero()[0]]
        self.unit_rows = [self.index["units"][name] for name in ("catapults", "peasants", "foresters", "scouts")]
        self.wound = self.index["cards"]["wound"]

    def game(self, number=0, city=None, wall=False):
        """The Hero at the start of its first turn in a field of plains, perhaps with a city in the east."""
        field, first = self.rows["hexes"], self.index["tiles"]["countryside_1"] * 7
        for row in range(first, first + 7):
            field[row] = (int(Terrain.PLAINS), int(ids.Site.NO_SITE), 0, 0, 0)
        beside = self.index["tiles"]["countryside_2"] * 7
        field[beside : beside + 7] = field[first]
        if city:
            field[first + 1 + EAST] = (int(Terrain.HILLS), int(ids.Site.CITY), 0, int(Colour[city.upper()]), 0)
            field[first + 1 + NORTH_EAST]["site"] = int(ids.Site.MARAUDING_ORCS)
        if wall:
            field[first]["walls"] = 1 << EAST
            field[first + 1 + EAST]["walls"] = 1 << (EAST + 3)
        setup = self.setup.copy()
        setup["city_mode"], setup["city_levels"] = 0, [4, 0, 0, 0]
        lab = Lab(self.tables, setup, 1, number)
        tiles = self.index["tiles"]
        lab.lay([(tiles["start_a"], 0, 0), (tiles["countryside_1"], 0, 1), (tiles["countryside_2"], 1, 0)])
        lab.set_seat(space=CENTRE)
        lab.settle()
        lab.apply_action(int(Act.ACT_TACTIC), self.index["tactics"]["early_bird"])
        if city:
            lab.clear(CENTRE + 1 + NORTH_EAST)
        return lab

    def write_enemy(self, row, enemy):
        """Write an enemy of the model into a content row."""
        row["abilities"], row["resist"] = bits(enemy.abilities, ABILITIES), bits(enemy.resistances, RESISTANCES)
        row["armor"] = enemy.armor
        row["armor_high"] = enemy.armor if enemy.high_armor is None else enemy.high_armor
        row["fame"], row["defend"], row["bonus"] = enemy.fame, 0, 0
        row["n_attacks"], row["value"], row["element"] = len(enemy.attacks), 0, 0
        for i, attack in enumerate(enemy.attacks):
            if attack.summons:
                row["value"][i], row["element"][i] = (
                    int(TOKEN_COLOURS[attack.summons]),
                    int(Element.SUMMON_POSSESSED if attack.possessed else Element.SUMMON),
                )
            else:
                row["value"][i], row["element"][i] = attack.value, int(ELEMENTS[attack.element])

    def write_hero(self, lab, hero, level):
        """Seat the Hero with its Units."""
        names = []
        for row, unit in zip(self.unit_rows, hero.units, strict=False):
            self.rows["units"][row]["armor"], self.rows["units"][row]["level"] = unit.armor, unit.level
            self.rows["units"][row]["resist"] = bits(unit.resistances, RESISTANCES)
            self.rows["units"][row]["damage_cost"] = unit.price
            names.append((row, int(unit.ready), unit.wounds))
        cards = [self.index["cards"][name] for name in hero.hand]
        lab.set_seat(hand=cards, deck=[], discard=[], wounds=hero.wounds, units=names, level=level)

    def begin(self, fight):
        """Put a fight into the core; returns the game and, by index there, the enemies of the model."""
        lab = self.game(fight.number, fight.city, fight.wall)
        self.write_hero(lab, fight.hero, fight.level)
        rows = self.foe_rows[: len(fight.enemies)]
        for row, foe in zip(rows, fight.enemies, strict=True):
            self.write_enemy(self.rows["enemies"][row], foe)
        for row, token in zip(self.summoned_rows, fight.tokens, strict=False):
            self.write_enemy(self.rows["enemies"][row], token)
        order = getattr(self, "begin_" + fight.kind)(lab, fight, rows)
        lab.settle()
        for i, change in enumerate(fight.possessions):
            row = self.rows["possessed"][i]
            for name in ("armor", "attack", "psychic", "fame"):
                row[name] = getattr(change, name)
            if fight.kind != "lair":
                lab.possess(change.enemy, i)
        if fight.kind == "lair":
            lab.set_decks(possessed=range(len(fight.possessions)))
        lab.settle()
        return lab, order

    def begin_field(self, lab, fight, rows):
        """Enemies in the open or behind walls."""
        kinds = [
            (row, "garrison") if foe.at_fortified_site else row for row, foe in zip(rows, fight.enemies, strict=True)
        ]
        flags = ["assault"] if any(foe.at_fortified_site for foe in fight.enemies) else []
        lab.fight(kinds, flags if fight.hero.units_allowed else [*flags, "no_units"])
        return list(fight.enemies)

    def begin_city(self, lab, fight, rows):
        """Assault the city in the east."""
        defenders = len(rows) - fight.rampagers
        lab.set_garrison(0, rows[:defenders])
        if fight.rampagers:
            lab.put(CENTRE + 1 + NORTH_EAST, rows[defenders:])
        lab.set_turn(move=9)
        lab.settle()
        lab.apply_action(int(Act.ACT_MOVE), EAST)
        row_of = dict(zip(rows, fight.enemies, strict=True))
        return [row_of[foe["row"]] for foe in lab.foes()]

    def begin_lair(self, lab, fight, rows):
        """Attack the dragon."""
        for i, head in enumerate(fight.heads):
            if head.levels:
                row = self.rows["heads"][i * 12 + head.levels - 1]
                self.write_enemy(row, head)
                if i == HEADS:
                    row["bonus"] = fight.control_bonus
        lab.fight_dragon([head.levels for head in fight.heads[:HEADS]], rows)
        row_of = dict(zip(rows, fight.enemies, strict=True))
        return [
            fight.heads[foe["row"] // 12] if foe["source"] == int(Source.FROM_HEAD) else row_of[foe["row"]]
            for foe in lab.foes()
        ]

    def summoned(self, lab, fight):
        """The tokens that summoners drew, in order, possessed where the core says so."""
        for seen in lab.foes():
            if seen["source"] != int(Source.FROM_SUMMON):
                continue
            token = deepcopy(fight.tokens[self.summoned_rows.index(seen["row"])])
            if seen["possessed"] is not None:
                change = fight.possessions[seen["possessed"]]
                c.possess(token, change.armor, change.attack, change.psychic, change.fame)
            yield token

    def ask_mana(self, card, masks):
        """Let the strong side of a card ask for one or two mana and give one Fame, playable at any time."""
        option = self.rows["options"][int(self.tables.arrays["cards"][card]["powered"])]
        option["cost"], option["cost2"] = masks[0], masks[1] if len(masks) > 1 else 0
        option["windows"], option["flags"], option["n"] = 0x7FF, 0, 1
        self.rows["instrs"][option["first"]] = (1, int(ids.Op.OP_FAME), 0, 0, 0)

    def rearm(self, lab):
        """Before the Attack phase: a ready Unit and cards, so that attacks are on offer whatever the damage did."""
        row = self.unit_rows[0]
        lab.set_seat(hand=[self.index["cards"]["rage"]] * 3, units=[(row, 1, 0)])
        lab.settle()


def options(lab, kind):
    """Legal actions of a kind, as a set of their numbers."""
    return {option[1:] for option in lab.actions() if option[0] == int(kind)}


def fighting(lab):
    """Whether the fight goes on."""
    return Step.STEP_RANGED <= lab.step <= Step.STEP_ATTACK
