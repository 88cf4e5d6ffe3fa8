"""One fight or payment played in the model and in the compiled core, step by step, compared after every step."""

from mkbalance._mageknight.ids import Act, Colour, Step
from mkbalance._mageknight.state import Task
from mkbalance.mageknight.reference import combat as c
from mkbalance.mageknight.reference import damage as d
from mkbalance.mageknight.reference import mana as m
from mkbalance.mageknight.reference.bench import (
    ABILITIES,
    BLOCKED,
    CENTRE,
    ELEMENTS,
    HERO,
    KINDS,
    Bench,
    bits,
    fighting,
    options,
)
from mkbalance.mageknight.reference.situations import city_fight, demand, field_fight, lair_fight, purse

BLOCK_ELEMENTS = (c.PHYSICAL, c.FIRE, c.ICE, c.COLD_FIRE, c.PSYCHIC)
ATTACK_ELEMENTS = BLOCK_ELEMENTS[:4]
PAY_KINDS = ("token", "crystal", "die", "unlimited", "stored")


class Disagreement(Exception):
    """Model and core differ."""


def same(what, model, core):
    """Raise unless both say the same."""
    if model != core:
        raise Disagreement(f"{what}: model {model!r}, core {core!r}")


class Bout:
    """A fight in both."""

    def __init__(self, bench, fight, rng, counts):
        self.bench, self.fight, self.rng, self.counts = bench, fight, rng, counts
        self.hero = fight.hero
        self.lab, self.enemies = bench.begin(fight)
        self.fame = self.lab.player()["fame"]
        self.left = None  # (enemy, attack, damage left) while one attack is being assigned
        self.apply_bonuses()
        self.check("start")

    def apply_bonuses(self):
        """What the core did while the fight was begun."""
        fight = self.fight
        if fight.city:
            for foe in fight.enemies[: len(fight.enemies) - fight.rampagers]:
                c.give_city_bonus(foe, fight.city)
        if fight.control_bonus:
            c.give_control_bonus(fight.heads, fight.control_bonus)
        for change in fight.possessions if fight.kind == "field" else ():
            c.possess(fight.enemies[change.enemy], change.armor, change.attack, change.psychic, change.fame)

    def play(self):
        """All four phases with random decisions."""
        lab, rng = self.lab, self.rng
        if self.hero.units_allowed:
            for _ in range(rng.choice((0, 1, 1, 2))):
                self.attack(c.RANGED_PHASE)
        if not fighting(lab):
            return
        self.do(Act.ACT_END_PHASE)
        try:
            c.summon(self.enemies, self.bench.summoned(lab, self.fight))
        except (StopIteration, RuntimeError):
            raise Disagreement(f"the core drew fewer tokens: {[foe['row'] for foe in lab.foes()]}") from None
        self.check("summoning")
        self.block_phase()
        self.damage_phase()
        same("step after damage", int(Step.STEP_ATTACK), lab.step)
        c.end_of_damage(self.enemies)
        self.bench.rearm(lab)
        for _ in range(rng.choice((1, 1, 2))):
            self.attack(c.ATTACK_PHASE)

    def do(self, kind, *numbers):
        """Take an action in the core."""
        if not self.lab.apply_action(int(kind), *numbers):
            raise Disagreement(f"{kind.name} {numbers} is not legal in the core")
        same("fault", 0, self.lab.fault)

    def attack(self, phase):
        """One attack on some of the enemies."""
        lab, rng = self.lab, self.rng
        if not fighting(lab):
            return
        open_to = [i for i, foe in enumerate(self.enemies) if c.can_be_targeted(foe, phase)]
        same("targets", set(open_to), {a for a, _, _ in options(lab, Act.ACT_TARGET)})
        if not open_to:
            return
        chosen = sorted(rng.sample(open_to, min(len(open_to), rng.choice((1, 1, 2, 3)))))
        targets = [self.enemies[i] for i in chosen]
        wishes = {}
        for i, target in zip(chosen, targets, strict=True):
            wishes[id(target)] = rng.randint(1, target.levels - target.marked) if target.is_head else 1
            for _ in range(wishes[id(target)]):
                self.do(Act.ACT_TARGET, i)
        need = c.attack_needed(targets, phase)
        aim = need + sum((wishes[id(t)] - 1) * c.armor_of(t, phase) for t in targets) + rng.randint(-2, 3)
        kinds = (c.RANGED, c.SIEGE) if phase == c.RANGED_PHASE else (c.MELEE, c.RANGED, c.SIEGE)
        points = []
        while not points or (c.attack_total(points, targets, phase) < aim and len(points) < 6):
            points.append(c.Points(rng.randint(1, max(1, aim)), rng.choice(ATTACK_ELEMENTS), rng.choice(kinds)))
            lab.attack_with(points[-1].amount, KINDS[points[-1].kind], int(ELEMENTS[points[-1].element]))
        state, total = lab.combat(), c.attack_total(points, targets, phase)
        same("Armor to overcome", need, state["attack_need"])
        same(f"attack total of {points}", total, state["attack_total"])
        before = [foe["marks"] for foe in lab.foes()]
        self.do(Act.ACT_RESOLVE)
        self.counts["attacks"] += 1
        for target in targets:
            if target.is_head:
                target.struck_at = phase
        if c.attack_succeeds(points, targets, phase):
            self.counts["successful attacks"] += 1
            self.settle_attack(chosen, targets, wishes, total, phase, before)
        if fighting(lab):
            self.check("attack")
        else:
            self.check_end()

    def settle_attack(self, chosen, targets, wishes, total, phase, before):
        """A successful attack in the model; how it is split over heads is read off the core and judged."""
        marks = {}
        if any(target.is_head for target in targets):
            foes = self.lab.foes()
            marks = {id(t): foes[i]["marks"] - before[i] for i, t in zip(chosen, targets, strict=True)}
            if not c.marks_allowed(marks, wishes, total, targets, phase):
                raise Disagreement(
                    f"levels {list(marks.values())} of {list(wishes.values())} wished for {total} points"
                )
        for target in targets:
            if target.is_head:
                target.marked += marks[id(target)]
            else:
                target.defeated = True
                self.fame += target.fame

    def open_attacks(self):
        """Attacks still to be blocked or taken, as (enemy, attack)."""
        return {
            (i, j)
            for i, foe in enumerate(self.enemies)
            if c.strikes(foe, self.enemies)
            for j, attack in enumerate(foe.attacks)
            if not attack.blocked and not attack.dealt and not attack.summons
        }

    def block_phase(self):
        """Wear some attacks down, try to block some."""
        lab, rng = self.lab, self.rng
        for i, j in sorted(self.open_attacks()):
            if rng.random() < 0.35:
                continue
            same("step", int(Step.STEP_BLOCK), lab.step)
            same("attacks to block", self.open_attacks(), {(a, b) for a, b, _ in options(lab, Act.ACT_BLOCK)})
            foe = self.enemies[i]
            attack = foe.attacks[j]
            moves = rng.choice((0, 0, 1, 3, 12))
            lab.set_turn(move=moves)
            lab.settle()
            self.check_reducible(moves)
            while moves and c.can_be_reduced(foe, attack):
                self.do(Act.ACT_REDUCE, i, j)
                c.change_attack(attack, -1)
                moves -= 1
                self.counts["reductions"] += 1
            if not attack.blocked:
                self.block(i, j, foe, attack)
            if fighting(lab):
                self.check("block")
        if lab.step == Step.STEP_BLOCK:
            same("attacks to block", self.open_attacks(), {(a, b) for a, b, _ in options(lab, Act.ACT_BLOCK)})
            self.do(Act.ACT_END_PHASE)

    def check_reducible(self, moves):
        """Cumbersome attacks are on offer while there is Move."""
        reducible = set()
        if moves:
            reducible = {(i, j) for i, j in self.open_attacks() if self.reducible(i, j)}
        same("attacks to reduce", reducible, {(a, b) for a, b, _ in options(self.lab, Act.ACT_REDUCE)})

    def reducible(self, i, j):
        return c.can_be_reduced(self.enemies[i], self.enemies[i].attacks[j])

    def block(self, i, j, foe, attack):
        """One block of an attack with points around what it needs."""
        lab, rng = self.lab, self.rng
        self.do(Act.ACT_BLOCK, i, j)
        need = c.block_needed(foe, attack)
        aim = need + rng.randint(-2, 2)
        points = []
        while not points or (c.block_total(points, attack) < aim and len(points) < 6):
            points.append(c.Points(rng.randint(1, max(1, aim)), rng.choice(BLOCK_ELEMENTS)))
            lab.block_with(points[-1].amount, int(ELEMENTS[points[-1].element]))
        state = lab.combat()
        same("Block needed", need, state["block_need"])
        same(f"block total of {points}", c.block_total(points, attack), state["block_total"])
        self.do(Act.ACT_RESOLVE)
        self.counts["blocks"] += 1
        if c.block_succeeds(points, foe, attack):
            attack.blocked = True
            self.counts["successful blocks"] += 1

    def damage_phase(self):
        """Assign every attack left, to random targets."""
        lab, rng = self.lab, self.rng
        if self.open_attacks():
            same("step", int(Step.STEP_DAMAGE), lab.step)
            self.hero.influence = rng.choice((0, 1, 2, 5))
            lab.set_turn(influence=self.hero.influence)
            lab.settle()
        while self.open_attacks():
            same("step", int(Step.STEP_DAMAGE), lab.step)
            legal = self.assignments()
            same("assignments", legal, options(lab, Act.ACT_ASSIGN))
            choices = sorted(legal)
            to_units = [choice for choice in choices if choice[2] != HERO]
            i, j, target = rng.choice(to_units if to_units and rng.random() < 0.5 else choices)
            self.do(Act.ACT_ASSIGN, i, j, target)
            foe = self.enemies[i]
            attack = foe.attacks[j]
            damage = self.left[2] if self.left else d.damage_of(foe, attack)
            if target == HERO:
                damage = d.to_hero(self.hero, damage, foe, attack)
                self.counts["damage to the Hero"] += 1
            else:
                damage = d.to_unit(self.hero, self.hero.units[target], damage, foe, attack)
                self.counts["damage to Units"] += 1
            self.left = (i, j, damage) if damage else None
            attack.dealt = not damage
            same("damage left", self.left, lab.combat()["damage"])
            same("Influence left", self.hero.influence, lab.turn()["influence"])
            self.check(f"damage to {target}")

    def assignments(self):
        """Everything damage may go to now, as (enemy, attack, target)."""
        legal = set()
        for i, j in {self.left[:2]} if self.left else self.open_attacks():
            foe = self.enemies[i]
            legal.add((i, j, HERO))
            for slot, unit in enumerate(self.hero.units):
                if d.may_take(self.hero, unit, foe, foe.attacks[j]):
                    legal.add((i, j, slot))
        return legal

    def check(self, when):
        """Compare all that can be seen of the fight."""
        foes = self.lab.foes()
        same(f"{when}: enemies", len(self.enemies), len(foes))
        striking = self.lab.step in (Step.STEP_BLOCK, Step.STEP_DAMAGE)
        for i, (foe, seen) in enumerate(zip(self.enemies, foes, strict=True)):
            same(f"{when}: enemy {i} defeated", foe.defeated, bool(seen["flags"] & 1))
            if foe.defeated or foe.gone:
                continue
            high = foe.armor if foe.high_armor is None else foe.high_armor
            same(f"{when}: enemy {i} Armor", (foe.armor, high), (seen["armor"], seen["armor_high"]))
            same(f"{when}: enemy {i} levels marked", foe.marked, seen["marks"])
            for j, attack in enumerate(foe.attacks):
                if attack.summons or (striking and foe.replaced):
                    continue
                traits = bits(c.abilities_of(foe, attack), ABILITIES)
                core = seen["attacks"][j]
                same(
                    f"{when}: enemy {i} attack {j}",
                    (attack.value, int(ELEMENTS[attack.element]), attack.blocked, traits),
                    (core[0], core[1], core[2] == BLOCKED, core[3]),
                )
        self.check_hero(when)

    def check_hero(self, when):
        """Compare hand, Wounds, Units and Fame."""
        hero, player = self.hero, self.lab.player()
        if self.lab.step != Step.STEP_ATTACK:  # cards and Units were laid anew there
            same(f"{when}: cards in hand", len(hero.hand), len(player["hand"]))
            same(f"{when}: Wounds in hand", hero.wounds, player["wounds"])
            wounds = player["discard"].count(self.bench.wound)
            same(f"{when}: Wounds discarded", hero.discarded_wounds, wounds)
            same(f"{when}: cards discarded", len(hero.discard), len(player["discard"]) - wounds)
            same(
                f"{when}: Units",
                [(unit.wounds, int(unit.ready)) for unit in hero.units],
                [(unit["wounds"], unit["ready"]) for unit in player["units"]],
            )
        same(f"{when}: Fame", self.fame, player["fame"])

    def check_end(self):
        """The core says that the fight is over: nobody is left, and the Fame is as it should be (R9.2.4, A.7.5)."""
        left = [i for i, foe in enumerate(self.enemies) if self.remains(foe)]
        same("enemies left at the end", [], left)
        self.fame += sum(foe.marked for foe in self.enemies)
        same("Fame at the end", self.fame, self.lab.player()["fame"])

    def remains(self, foe):
        return not foe.gone and foe.attackable and (foe.marked < foe.levels if foe.is_head else not foe.defeated)


def pay(bench, rng, counts):
    """A purse and demands: what can be paid, together and one after the other."""
    held = purse(rng)
    lab = bench.game()
    lab.set_time(night=held.night)
    lab.set_turn(mana=[held.tokens.count(colour) for colour in m.COLOURS], dice_rights=held.dice_allowed)
    lab.set_source([int(Colour[colour.upper()]) for colour in held.dice])
    stored = int(Colour[held.stored_die.upper()]) if held.stored_die else 255
    lab.set_seat(crystals=[held.crystals.count(colour) for colour in m.BASIC], tactic_die=stored)
    card = bench.index["cards"]["march"]
    lab.set_seat(hand=[card])
    demands = [demand(rng) for _ in range(rng.choice((1, 1, 2, 2, 3, 4)))]
    masks = [mask(wanted) for wanted in demands]
    bench.ask_mana(card, masks)
    if held.underground:
        bench.write_enemy(bench.rows["enemies"][bench.foe_rows[0]], c.Enemy(3, [c.Attack(2)]))
        lab.fight([bench.foe_rows[0]], ["night"])
    lab.settle()
    single = {colour for colour in m.COLOURS if m.payable([{colour}], held)}
    same("payable colours", mask(single), lab.payable())
    same(f"demands {demands} from {held}", m.payable(demands, held), lab.can_pay(masks))
    counts["payments"] += 1
    pay_for_card(lab, card, demands[:2], held, counts, rng)


def pay_for_card(lab, card, demands, held, counts, rng):
    """Play a card for its mana, one mana after the other, and compare what is offered and what is left."""
    offered = (card, 1, 0) in options(lab, Act.ACT_PLAY)
    same(f"card for {demands} from {held}", m.payable(demands, held), offered)
    if not offered:
        return
    lab.apply_action(int(Act.ACT_PLAY), card, 1, 0)
    counts["cards paid for"] += 1
    while demands:
        model = m.ways(demands, held)
        if len(model) == 1:  # not asked
            (way,) = model
        else:
            same("task", int(Task.DO_PAY_COST), lab.task)
            core = {
                (m.COLOURS[worth], PAY_KINDS[kind], m.COLOURS[colour])
                for worth, kind, colour in options(lab, Act.ACT_PAY)
            }
            same(f"ways to pay the first of {demands} from {held}", model, core)
            worth, kind, colour = rng.choice(sorted(options(lab, Act.ACT_PAY)))
            lab.apply_action(int(Act.ACT_PAY), worth, kind, colour)
            way = (m.COLOURS[worth], PAY_KINDS[kind], m.COLOURS[colour])
        held, demands = m.without(held, *way[1:]), demands[1:]
        counts["mana paid"] += 1
    turn, player = lab.turn(), lab.player()
    same("tokens left", [held.tokens.count(colour) for colour in m.COLOURS], turn["mana"])
    same("crystals left", [held.crystals.count(colour) for colour in m.BASIC], player["crystals"])
    same("rights to dice left", held.dice_allowed, turn["dice_rights"])
    stored = player["tactic_die"]
    same("stored die left", held.stored_die, None if stored is None else m.COLOURS[stored])


def mask(colours):
    """Mask of colours."""
    return sum(1 << m.COLOURS.index(colour) for colour in colours)


FIGHTS = {"field": field_fight, "city": city_fight, "lair": lair_fight}


def run(kind, rng, bench, counts):
    """One situation: a fight of a kind of ``FIGHTS``, or "mana"."""
    if kind == "mana":
        pay(bench, rng, counts)
    else:
        Bout(bench, FIGHTS[kind](rng), rng, counts).play()
        counts["fights"] += 1


__all__ = ["CENTRE", "Bench", "Disagreement", "run"]
