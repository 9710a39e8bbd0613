"""Building attacks: the hex, the method, the attackers; what each leads to is found only for what is asked.

Picks: ``attack:HEX``, a method, attackers by id, ``at:UNIT`` to choose among equally weak targets or a rider,
``intensive:UNIT``, ``next`` for the next battle of a Multiple attack, ``all``; ``assault:HEX`` and attackers.
"""

from __future__ import annotations

from attrs import evolve, frozen

from core.choice import Choice, Choices, Partial, Refusal
from core.event import SideId, UnitId
from core.hexes import Hex
from core.order import IllegalOrder
from core.panzerblitz.close_assault import assault_targets, assault_terms, assaulters
from core.panzerblitz.combat import (
    battle_terms,
    check_attack,
    factors_against,
    intensive_refusal,
    methods,
    weakest,
)
from core.panzerblitz.factoring import is_armored
from core.panzerblitz.firing import all_bearing, bearing
from core.panzerblitz.mines import fields_beside, probe_refusal
from core.panzerblitz.options import INTENSIVE_FIRE
from core.panzerblitz.orders import Announce, CloseAssault
from core.panzerblitz.results import Terms, loss_chance
from core.panzerblitz.sequence import Kind, kind_of
from core.panzerblitz.state import Attack, Battle, BlitzState, Method
from core.panzerblitz.targets import elements, is_demolition, riders

_RULES = {
    Method.SELECTIVE: "pb:PB-COMBAT-I1",
    Method.MULTIPLE: "pb:PB-COMBAT-I2",
    Method.COMBINATION: "pb:PB-COMBAT-I3",
}


@frozen
class Begun:
    """An attack in the making: attackers of each battle, targets that were chosen, who fires intensively."""

    hex: Hex
    method: Method
    battles: tuple[tuple[UnitId, ...], ...] = ((),)
    wishes: tuple[UnitId | None, ...] = (None,)
    intensive: frozenset[UnitId] = frozenset()

    def joined(self, unit: UnitId) -> Begun:
        """With one more attacker in the last battle."""
        return evolve(self, battles=(*self.battles[:-1], (*self.battles[-1], unit)))

    @property
    def used(self) -> frozenset[UnitId]:
        """All attackers so far."""
        return frozenset(a for battle in self.battles for a in battle)


def begun(state: BlitzState, partial: Partial) -> Begun:
    """What a partial says so far. ValueError or KeyError if it cannot be read."""
    hex_ = state.board.hex(partial[0].partition(":")[2])
    made = Begun(hex_, Method(partial[1]))
    for pick in partial[2:]:
        kind, _, value = pick.partition(":")
        if kind == "at":
            made = evolve(made, wishes=(*made.wishes[:-1], UnitId(value)))
        elif kind == "intensive":
            made = evolve(made, intensive=made.intensive | {UnitId(value)})
        elif pick == "next":
            made = evolve(made, battles=(*made.battles, ()), wishes=(*made.wishes, None))
        elif pick != "all":
            made = made.joined(UnitId(pick))
    return made


def attack_of(state: BlitzState, side: SideId, made: Begun) -> Attack:
    """The attack as begun, each battle aimed at what it must be aimed at. IllegalOrder if a target cannot be found."""
    there = elements(state, side, made.hex)
    battles = []
    for attackers, wish in zip(made.battles, made.wishes, strict=True):
        intensive = tuple(a for a in attackers if a in made.intensive)
        if made.method is Method.COMBINATION:
            battles.append(Battle(None, attackers, intensive))
            continue
        target = _aim(state, made, there, Battle(None, attackers, intensive), wish)
        battles.append(Battle(target, attackers, intensive))
        there = tuple(t for t in there if t != target)
    return Attack(made.hex, made.method, tuple(battles))


def _aim(state: BlitzState, made: Begun, there: tuple[UnitId, ...], battle: Battle, wish: UnitId | None) -> UnitId:
    """The weakest unit for these attackers; of equals the one wished for (pb:PB-COMBAT-I1)."""
    if wish is not None and wish not in there:
        return wish
    weak = weakest(state, made.hex, there, battle)
    fit = [t for t in weak if _all_count(state, made.hex, t, battle)]
    if wish is not None:
        return wish
    if not fit:
        raise IllegalOrder("these attackers cannot fire at one target together", "pb:PB-WEC-1")
    return fit[0]


def _all_count(state: BlitzState, hex_: Hex, target: UnitId, battle: Battle) -> bool:
    armored = is_armored(state, hex_, target)
    counted = factors_against(state, hex_, battle.attackers, battle.intensive, armored=armored)
    return len(counted) == len(battle.attackers)


def legal_attack(state: BlitzState, side: SideId, made: Begun) -> Attack | None:
    """The attack as begun if it may be announced so; None if not."""
    try:
        attack = attack_of(state, side, made)
        check_attack(state, side, attack)
    except IllegalOrder:
        return None
    return attack


def finishable(state: BlitzState, side: SideId, made: Begun, pool: tuple[UnitId, ...]) -> bool:
    """Whether an attack begun can be made legal by joining more of the units that bear, strongest first."""
    if legal_attack(state, side, made) is not None:
        return True
    rest = [u for u in pool if u not in made.used]
    if made.method is Method.MULTIPLE and last_stands(state, side, made) and len(made.battles) < 3:
        further = evolve(made, battles=(*made.battles, ()), wishes=(*made.wishes, None))
        if finishable(state, side, further, pool):
            return True
    for unit in rest:
        wider = made.joined(unit)
        if _sound(state, side, wider):
            made = wider
            if legal_attack(state, side, made) is not None:
                return True
        if made.method is Method.MULTIPLE and last_stands(state, side, made) and len(made.battles) < 3:
            made = evolve(made, battles=(*made.battles, ()), wishes=(*made.wishes, None))
    return False


def _sound(state: BlitzState, side: SideId, made: Begun) -> bool:
    """Whether nothing but the odds can be wrong with the last battle."""
    try:
        attack = attack_of(state, side, made)
        battle_terms(state, side, made.hex, Method.SELECTIVE, attack.battles[-1])
    except IllegalOrder as error:
        return error.rule == "pb:PB-COMBAT-A"
    return True


def last_stands(state: BlitzState, side: SideId, made: Begun) -> bool:
    """Whether the last battle of a Multiple attack has the odds that it needs."""
    if not made.battles[-1]:
        return False
    try:
        attack = attack_of(state, side, made)
        for battle in attack.battles:
            battle_terms(state, side, made.hex, made.method, battle)
    except IllegalOrder:
        return False
    return True


def by_strength(state: BlitzState, units: tuple[UnitId, ...]) -> tuple[UnitId, ...]:
    """Units by their printed Attack Factors, the strongest first."""
    return tuple(sorted(units, key=lambda u: (-state.type(u).attack, u)))


# -- choices ---------------------------------------------------------------------------------------


def fire_choices(state: BlitzState, side: SideId, partial: Partial) -> Choices:
    """What may be picked next in a step of announcements (pb:PB-SEQ-2)."""
    if not partial:
        return _kinds(state, side)
    head, _, value = partial[0].partition(":")
    if head == "clear":
        return _mine_choices(state, UnitId(value), partial)
    if head != "attack":
        return Choices("Announce attacks", "pb:PB-SEQ-2", complete=True)
    hex_ = state.board.hex(value)
    if len(partial) == 1:
        return _method_choices(state, side, hex_)
    return _attacker_choices(state, side, partial)


def _kinds(state: BlitzState, side: SideId) -> Choices:
    options = []
    for hex_, units in all_bearing(state, side).items():
        there = elements(state, side, hex_)
        names = ", ".join(state.name(t) for t in there)
        mine = " (demolition)" if is_demolition(state, side, hex_) else ""
        top = there[0] if there else None
        label = f"Attack {names} in {hex_}{mine}"
        options.append(Choice(f"attack:{hex_}", label, "unit", hex_, top, f"{len(units)} can fire"))
    if kind_of(state.step) is Kind.FIRE:
        for unit in state.of(side):
            if probe_refusal(state, unit) is None and fields_beside(state, unit):
                label = f"{state.name(unit.id)}: remove mines"
                options.append(Choice(f"clear:{unit.id}", label, "unit", unit.hex, unit.id, odds=1 / 6))
    for attack in state.announced:
        label = f"Withdraw the attack on {attack.hex}"
        options.append(Choice(f"withdraw:{attack.hex}", label, "order", attack.hex))
    count = len(state.announced)
    label = f"Resolve {'the attack' if count == 1 else f'the {count} attacks'} announced" if count else "No attacks"
    options.append(Choice("resolve", label, "done", key="E", irreversible=True))
    prompt = f"Announce attacks: {count} so far" if count else "Announce all attacks before the first is resolved"
    return Choices(prompt, "pb:PB-SEQ-2", tuple(options))


def _mine_choices(state: BlitzState, unit: UnitId, partial: Partial) -> Choices:
    if len(partial) > 1:
        return Choices("Remove mines", "pb:PB-MINE-G", complete=True)
    fields = fields_beside(state, state.units[unit])
    options = tuple(Choice(h.id, f"Mines in {h}", "hex", h, odds=1 / 6, irreversible=True) for h in fields)
    return Choices(f"{state.name(unit)}: which minefield?", "pb:PB-MINE-G", options)


def _method_choices(state: BlitzState, side: SideId, hex_: Hex) -> Choices:
    pool = by_strength(state, bearing(state, side, hex_))
    options = []
    open_ = methods(state, side, hex_)
    for method in open_ or (Method.SELECTIVE,):
        fits = finishable(state, side, Begun(hex_, method), pool) or (
            method is Method.SELECTIVE and _rider_fits(state, side, hex_, pool)
        )
        refusal = None if fits else Refusal("the attackers that bear on it stay below odds of 1-4", _RULES[method])
        options.append(Choice(method.value, method.value.capitalize(), "option", refusal=refusal, key=method.value[0]))
    names = ", ".join(state.name(t) for t in elements(state, side, hex_))
    return Choices(f"{names} in {hex_}: which method?", "pb:PB-COMBAT-I", tuple(options))


def _rider_fits(state: BlitzState, side: SideId, hex_: Hex, pool: tuple[UnitId, ...]) -> bool:
    """Whether at least a rider can be attacked by itself (pb:PB-TRANS-H)."""
    aimed = (Begun(hex_, Method.SELECTIVE, wishes=(rider,)) for rider in riders(state, side, hex_))
    return any(finishable(state, side, made, pool) for made in aimed)


def _attacker_choices(state: BlitzState, side: SideId, partial: Partial) -> Choices:
    made = begun(state, partial)
    rule = _RULES.get(made.method, "pb:PB-COMBAT-I")
    pool = by_strength(state, bearing(state, side, made.hex))
    if "all" in partial:
        return Choices("All of them attack", rule, complete=True)
    legal = legal_attack(state, side, made)
    options: list[Choice] = []
    for unit in pool:
        if unit not in made.used:
            options.append(_attacker_choice(state, side, made.joined(unit), unit, pool))
    if not made.used and made.method is not Method.MULTIPLE and joint(state, side, made, pool) is not None:
        options.append(Choice("all", "All that can join", "option", key="A"))
    options += _aims(state, side, made, pool)
    options += _intensities(state, side, made, pool)
    if made.method is Method.MULTIPLE and last_stands(state, side, made):
        further = evolve(made, battles=(*made.battles, ()), wishes=(*made.wishes, None))
        fits = finishable(state, side, further, pool) and any(u not in made.used for u in pool)
        no = None if fits and len(made.battles) < len(elements(state, side, made.hex)) else Refusal("nobody left", rule)
        options.append(Choice("next", "Next unit of the stack", "option", refusal=no, key="n"))
    return Choices(_said(state, side, made, legal), rule, tuple(options), complete=legal is not None)


def _attacker_choice(state: BlitzState, side: SideId, made: Begun, unit: UnitId, pool: tuple[UnitId, ...]) -> Choice:
    hex_ = state.units[unit].hex
    attack = legal_attack(state, side, made)
    name, type_ = state.name(unit), state.type(unit)
    label = f"{name}: {type_.attack} {type_.weapon_class.value} {type_.range}"
    if attack is None:
        refusal = None
        if not finishable(state, side, made, pool):
            refusal = Refusal("its class or factor does not fit this attack", "pb:PB-WEC-1")
        return Choice(unit, label, "unit", hex_, unit, refusal=refusal)
    terms = check_attack(state, side, attack)
    total = terms[-1]
    return Choice(unit, label, "unit", hex_, unit, f"{total.attack}:{total.defense} = {total.odds}", hurt(state, terms))


def _aims(state: BlitzState, side: SideId, made: Begun, pool: tuple[UnitId, ...]) -> list[Choice]:
    """Equally weak targets, and riders that may be attacked by themselves."""
    if made.method is Method.COMBINATION or made.wishes[-1] is not None:
        return []
    there = elements(state, side, made.hex)
    among: tuple[UnitId, ...] = there if made.used else ()
    if made.method is Method.SELECTIVE:
        among = (*among, *riders(state, side, made.hex))
    options = []
    if len({*there, *among}) < 2:
        return []
    for target in among:
        wished = evolve(made, wishes=(*made.wishes[:-1], target))
        if finishable(state, side, wished, pool):
            label = f"at {state.name(target)}"
            options.append(Choice(f"at:{target}", label, "option", made.hex, target))
    return options


def _intensities(state: BlitzState, side: SideId, made: Begun, pool: tuple[UnitId, ...]) -> list[Choice]:
    if not state.has(INTENSIVE_FIRE):
        return []
    options = []
    for unit in made.battles[-1]:
        if unit in made.intensive or intensive_refusal(state, unit) is not None:
            continue
        harder = evolve(made, intensive=made.intensive | {unit})
        if finishable(state, side, harder, pool):
            label = f"{state.name(unit)} fires intensively and is lost"
            options.append(Choice(f"intensive:{unit}", label, "option", state.units[unit].hex, irreversible=True))
    return options


def _said(state: BlitzState, side: SideId, made: Begun, legal: Attack | None) -> str:
    names = f"{made.method.value.capitalize()} attack on {made.hex}"
    if legal is None:
        return f"{names}: who attacks?"
    terms = check_attack(state, side, legal)
    return f"{names}: {', '.join(f'{t.attack}:{t.defense} = {t.odds}' for t in terms)}"


def hurt(state: BlitzState, terms: tuple[Terms, ...]) -> float:
    """The chance that an attack does anything at all."""
    safe = 1.0
    for one in terms:
        lost, down = loss_chance(state, one, one.targets[0])
        safe *= 1 - lost - down
    return 1 - safe


def joint(state: BlitzState, side: SideId, made: Begun, pool: tuple[UnitId, ...]) -> Begun | None:
    """All that can attack together, strongest first; None if that is no legal attack."""
    for unit in pool:
        wider = made.joined(unit)
        if _sound(state, side, wider):
            made = wider
    return made if made.used and legal_attack(state, side, made) is not None else None


def attack_order(state: BlitzState, side: SideId, partial: Partial) -> Announce:
    """The order of a partial. IllegalOrder if it is not complete."""
    made = begun(state, partial)
    if "all" in partial:
        whole = joint(state, side, made, by_strength(state, bearing(state, side, made.hex)))
        if whole is None:
            raise IllegalOrder("they cannot attack together", "pb:PB-WEC-1")
        made = whole
    return Announce(attack=attack_of(state, side, made))


# -- Close Assault ---------------------------------------------------------------------------------


def assault_choices(state: BlitzState, side: SideId, partial: Partial) -> Choices:
    """Which enemies are assaulted, and by whom (pb:PB-CAT-1)."""
    if not partial:
        options = []
        for hex_ in assault_targets(state, side):
            there = elements(state, side, hex_)
            joined = assaulters(state, side, hex_)
            refusal = None if _odds(state, side, hex_, joined) else Refusal("all together are below 1-4", "pb:PB-CAT-D")
            label = f"Assault {', '.join(state.name(t) for t in there)} in {hex_}"
            cost = f"{len(joined)} can join"
            options.append(Choice(f"assault:{hex_}", label, "unit", hex_, there[0], cost, refusal=refusal))
        options.append(Choice("finish", "End the Close Assaults", "done", key="E", irreversible=True))
        return Choices("Close-assault which stack?", "pb:PB-CAT-A", tuple(options))
    head, _, value = partial[0].partition(":")
    if head != "assault" or "all" in partial:
        return Choices("Close Assault", "pb:PB-CAT-A", complete=True)
    hex_ = state.board.hex(value)
    picked = tuple(UnitId(p) for p in partial[1:])
    pool = assaulters(state, side, hex_)
    options = []
    for unit in pool:
        if unit not in picked:
            odds = _odds(state, side, hex_, (*picked, unit))
            label = f"{state.name(unit)}: {state.type(unit).attack}"
            cost = odds.odds if odds is not None else ""
            chance = hurt(state, (odds,)) if odds is not None else None
            options.append(Choice(unit, label, "unit", state.units[unit].hex, unit, cost, chance, irreversible=True))
    if not picked and len(pool) > 1:
        options.append(Choice("all", "All of them", "option", key="A", irreversible=True))
    complete = bool(picked) and _odds(state, side, hex_, picked) is not None
    return Choices(f"Who assaults {hex_}?", "pb:PB-CAT-A", tuple(options), complete=complete)


def _odds(state: BlitzState, side: SideId, hex_: Hex, attackers: tuple[UnitId, ...]) -> Terms | None:
    try:
        return assault_terms(state, side, hex_, attackers)
    except IllegalOrder:
        return None


def assault_order(state: BlitzState, side: SideId, partial: Partial) -> CloseAssault:
    """The order of a partial."""
    hex_ = state.board.hex(partial[0].partition(":")[2])
    attackers = assaulters(state, side, hex_) if "all" in partial else tuple(UnitId(p) for p in partial[1:])
    return CloseAssault(hex=hex_, attackers=attackers)
