"""Building attacks: the hex, the method, the attackers; what each leads to is found only for what is asked.

Picks: ``attack:HEX``, a method (left out where only one is open), attackers by id, ``at:UNIT`` to choose among
equally weak targets or a rider, ``intensive:UNIT``, ``next`` for the next battle of a Multiple attack, ``all`` (in a
Multiple attack shared out); or first ``fire:UNIT``, the first attacker, and then all of that.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from attrs import evolve

from core.book.chapter import head_of, value_of
from core.choice import Choice, Choices, Partial, Refusal
from core.event import SideId, UnitId
from core.hexes import Hex
from core.order import IllegalOrder
from core.panzerblitz.fire.attacks_begun import (
    Begun,
    attack_of,
    begun,
    by_strength,
    last_stands,
    legal_attack,
    spelled_out,
)
from core.panzerblitz.fire.attacks_completed import finishable, joint
from core.panzerblitz.fire.combat import battle_terms, check_attack, intensive_refusal, methods
from core.panzerblitz.fire.firing import all_bearing, bearing, free
from core.panzerblitz.fire.orders import Announce, Withdraw
from core.panzerblitz.fire.results import Terms, hurt
from core.panzerblitz.fire.targets import elements, is_demolition, riders
from core.panzerblitz.pieces.attacks import Attack, Method
from core.panzerblitz.pieces.options import INTENSIVE_FIRE
from core.panzerblitz.state import BlitzState
from core.panzerblitz.words import listed
from core.remembered import remembered

_RULES = {
    Method.SELECTIVE: "pb:PB-COMBAT-I1",
    Method.MULTIPLE: "pb:PB-COMBAT-I2",
    Method.COMBINATION: "pb:PB-COMBAT-I3",
}
_AIMS = {
    Method.SELECTIVE: "the weakest unit",
    Method.MULTIPLE: "several units, each at 1-1 or better",
    Method.COMBINATION: "the stack as one",
}


def fire_choices(state: BlitzState, side: SideId, partial: Partial) -> Choices:
    """What may be picked first in a step of announcements (pb:PB-SEQ-2)."""
    if partial:
        return Choices("Announce attacks", "pb:PB-SEQ-2", complete=True)
    bear = all_bearing(state, side)
    options = [_target(state, side, hex_, units) for hex_, units in bear.items()]
    for unit in dict.fromkeys(u for units in bear.values() for u in units):
        options.append(Choice(f"fire:{unit}", state.name(unit), "unit", state.units[unit].hex, unit, "fires"))
    for attack in state.announced:
        label = f"Withdraw the attack on {attack.hex}"
        options.append(Choice(f"withdraw:{attack.hex}", label, "order", attack.hex))
    count = len(state.announced)
    label = f"Resolve {'the attack' if count == 1 else f'the {count} attacks'} announced" if count else "No attacks"
    options.append(Choice("resolve", label, "done", key="E", irreversible=True))
    prompt = f"Announce attacks: {count} so far" if count else "Announce all attacks before the first is resolved"
    return Choices(prompt, "pb:PB-SEQ-2", tuple(options))


def with_others(state: BlitzState, side: SideId, found: Choices, others: Sequence[Choice]) -> Choices:
    """The menu with what else units can do instead of attacking, behind who fires and at what."""
    fire = [choice for choice in found.options if head_of(choice.pick) in ("attack", "fire")]
    return evolve(found, options=(*fire, *others, *found.options[len(fire) :]))


def attack_choices(state: BlitzState, side: SideId, partial: Partial) -> Choices:
    """What may be picked next for the attack begun."""
    first = (UnitId(value_of(partial[0])),) if head_of(partial[0]) == "fire" else ()
    spelled = spelled_out(state, side, partial)
    if not spelled:
        return _target_choices(state, side, *first)
    if len(spelled) == 1:
        return _method_choices(state, side, state.board.hex(value_of(spelled[0])), first)
    return _attacker_choices(state, side, spelled)


def _target_choices(state: BlitzState, side: SideId, unit: UnitId) -> Choices:
    """What a unit bears on."""
    bear = all_bearing(state, side)
    options = tuple(_target(state, side, hex_, units, (unit,)) for hex_, units in bear.items() if unit in units)
    return Choices(f"{state.name(unit)}: at which hex?", "pb:PB-COMBAT-C", options)


@remembered(of=("units", "announced"))
def _target(
    state: BlitzState, side: SideId, hex_: Hex, units: tuple[UnitId, ...], first: tuple[UnitId, ...] = ()
) -> Choice:
    """A hex that may be attacked by these units, or not, if all of them stay below the least odds."""
    there = elements(state, side, hex_)
    mine = " (demolition)" if is_demolition(state, side, hex_) else ""
    label = f"Attack {hex_}: {listed(state, there)}{mine}"
    pool = by_strength(state, units)
    fits = any(_fits(state, side, hex_, method, pool, first) for method in methods(state, side, hex_))
    no = None if fits else Refusal(_too_weak(units), "pb:PB-COMBAT-A")
    return Choice(f"attack:{hex_}", label, "unit", hex_, there[0], f"{len(units)} can fire", refusal=no)


def _too_weak(units: tuple[UnitId, ...], method: Method = Method.COMBINATION) -> str:
    if method is Method.MULTIPLE:
        return f"{len(units)} can fire, but not at two units of the stack at 1-1 or better"
    return f"{len(units)} can fire, but {'it stays' if len(units) == 1 else 'all together stay'} below odds of 1-4"


def _fits(
    state: BlitzState,
    side: SideId,
    hex_: Hex,
    method: Method,
    pool: tuple[UnitId, ...],
    first: tuple[UnitId, ...] = (),
) -> bool:
    """Whether an attack by a method, with these attackers at least, can be made; of a rider alone (pb:PB-TRANS-H)."""
    wishes = (None, *riders(state, side, hex_)) if method is Method.SELECTIVE else (None,)
    return any(finishable(state, side, Begun(hex_, method, (first,), (wish,)), pool) for wish in wishes)


def _method_choices(state: BlitzState, side: SideId, hex_: Hex, first: tuple[UnitId, ...]) -> Choices:
    pool = by_strength(state, bearing(state, side, hex_))
    options = []
    for method in methods(state, side, hex_):
        fits = _fits(state, side, hex_, method, pool, first)
        refusal = None if fits else Refusal(_too_weak(pool, method), _RULES[method])
        whole = joint(state, side, Begun(hex_, method, (first,)), pool) if method is not Method.MULTIPLE else None
        terms = check_attack(state, side, attack_of(state, side, whole)) if whole is not None else ()
        cost = f"{_AIMS[method]}, up to {_totals(terms)}" if terms else _AIMS[method]
        name = method.value.capitalize()
        options.append(Choice(method.value, name, "option", cost=cost, refusal=refusal, key=method.value[0]))
    names = listed(state, elements(state, side, hex_))
    return Choices(f"{names} in {hex_}: which method?", "pb:PB-COMBAT-I", tuple(options))


def _attacker_choices(state: BlitzState, side: SideId, partial: Partial) -> Choices:
    made = begun(state, partial)
    rule = _RULES.get(made.method, "pb:PB-COMBAT-I")
    pool = by_strength(state, bearing(state, side, made.hex))
    if "all" in partial:
        whole = joint(state, side, made, pool)
        attack = legal_attack(state, side, whole) if whole is not None else None
        said = _said(state, side, whole or made, attack)
        return Choices(said, rule, complete=attack is not None, confirm=True)
    legal = legal_attack(state, side, made)
    options: list[Choice] = []
    for unit in pool:
        if unit not in made.used:
            options.append(_attacker_choice(state, side, made.joined(unit), unit, pool))
    whole = joint(state, side, made, pool)
    if whole is not None and len(whole.used) > len(made.used) + 1:
        terms = check_attack(state, side, attack_of(state, side, whole))
        what = "Share out for me" if made.method is Method.MULTIPLE else "All that can join"
        label = f"{what}, {len(whole.used)} units"
        options.insert(0, Choice("all", label, "option", None, None, _totals(terms), hurt(state, terms), key="A"))
    options += _aims(state, side, made, pool)
    options += _intensities(state, side, made, pool)
    if made.method is Method.MULTIPLE and last_stands(state, side, made):
        further = evolve(made, battles=(*made.battles, ()), wishes=(*made.wishes, None))
        fits = finishable(state, side, further, pool) and any(u not in made.used for u in pool)
        no = None if fits and len(made.battles) < len(elements(state, side, made.hex)) else Refusal("nobody left", rule)
        options.append(Choice("next", "Next unit of the stack", "option", refusal=no, key="n"))
    return Choices(_said(state, side, made, legal), rule, tuple(options), complete=legal is not None, confirm=True)


def _totals(terms: Iterable[Terms]) -> str:
    """``24:6 = 4-1, 8:8 = 1-1``."""
    return ", ".join(f"{t.attack}:{t.defense} = {t.odds}" for t in terms)


def _attacker_choice(state: BlitzState, side: SideId, made: Begun, unit: UnitId, pool: tuple[UnitId, ...]) -> Choice:
    hex_ = state.units[unit].hex
    attack = legal_attack(state, side, made)
    name, type_ = state.name(unit), state.type(unit)
    label = f"{name}: {type_.attack} {type_.weapon_class.value} {type_.range}"
    if attack is None:
        refusal = None
        if not finishable(state, side, made, pool):
            refusal = Refusal("its class or factor does not fit this attack", "pb:PB-WEC-1")
            if made.method is Method.MULTIPLE and last_stands(state, side, made):
                refusal = Refusal("nobody would be left for another unit of the stack", "pb:PB-COMBAT-I2")
        return Choice(unit, label, "unit", hex_, unit, _so_far(state, side, made), refusal=refusal)
    terms = check_attack(state, side, attack)
    total = terms[-1]
    return Choice(unit, label, "unit", hex_, unit, f"{total.attack}:{total.defense} = {total.odds}", hurt(state, terms))


def _so_far(state: BlitzState, side: SideId, made: Begun) -> str:
    """What the last battle of an attack that is none yet has come to."""
    try:
        attack = attack_of(state, side, made)
        return _totals((battle_terms(state, side, made.hex, made.method, attack.battles[-1]),))
    except IllegalOrder as error:
        return error.reason if error.rule in ("pb:PB-COMBAT-A", "pb:PB-COMBAT-I2") else ""


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
            label = f"at {state.name(target)}{' instead' if made.used else ''}"
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
    if made.method is Method.COMBINATION:
        return f"{names}: {_totals(terms)}"
    return f"{names}: {', '.join(f'{listed(state, t.targets)} {_totals((t,))}' for t in terms)}"


def attack_order(state: BlitzState, side: SideId, partial: Partial) -> Announce | None:
    """The order of a partial; None if it is not complete."""
    if len(partial) < 2:
        return None
    made = begun(state, spelled_out(state, side, partial))
    if "all" in partial:
        whole = joint(state, side, made, by_strength(state, bearing(state, side, made.hex)))
        if whole is None:
            raise IllegalOrder("they cannot attack together", "pb:PB-WEC-1")
        made = whole
    return Announce(attack=attack_of(state, side, made))


def withdraw_order(state: BlitzState, side: SideId, partial: Partial) -> Withdraw:
    """The withdrawal of an attack announced."""
    return Withdraw(hex=state.board.hex(value_of(partial[0])))


def remaining(state: BlitzState, side: SideId) -> str:
    """How many units can fire, and what is announced, in words."""
    able, count = len(free(state, side)), len(state.announced)
    told = f"; {count} {'attack' if count == 1 else 'attacks'} announced" if count else ""
    return f"{able} can {'still ' if count else ''}fire{told}"
