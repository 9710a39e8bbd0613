"""Building close assaults (pw:12.11.4.2).

Picks: ``assault:ELEMENT``, the target, and a special weapon; ``no-assault:ELEMENT``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from core.book.chapter import head_of, value_of
from core.choice import Choice, Choices, Later, Partial
from core.event import SideId, UnitId
from core.order import Order
from core.own import own_unit
from core.panzerwar.infantry import assault, odds
from core.panzerwar.infantry.orders import CloseAssault, WithdrawAssault
from core.panzerwar.pieces.element import Element
from core.panzerwar.state import WarState
from core.plane import hex_at

RULE = "pw:12.11"


def offer(state: WarState, side: SideId) -> Iterable[Choice]:
    """The squads that have something to assault, and assaults that may be withdrawn."""
    declared = {one.element: one for one in assault.assaults(state, side)}
    for element in state.of(side):
        if element.id in declared:
            yield Choice(f"no-assault:{element.id}", f"{element.name} does not assault", "option", unit=element.id)
        elif assault.who_refusal(state, element) is None and any(True for _ in targets(state, element)):
            yield Choice(f"assault:{element.id}", f"{element.name} assaults", "unit", hex_at(element.where), element.id)


def targets(state: WarState, element: Element) -> Iterator[Element]:
    """The enemies in sight that an element may assault."""
    for target in state.on_table():
        if state.sees(element.side, target.id) and assault.target_refusal(state, element, target) is None:
            yield target


def go_on(state: WarState, side: SideId, partial: Partial) -> Choices:
    """The target, then a special weapon."""
    if head_of(partial[0]) == "no-assault":
        return Choices("It does not assault", RULE, complete=True)
    element = own_unit(state, side, UnitId(value_of(partial[0])), RULE)
    if len(partial) == 1:
        options = tuple(_target(state, element, target) for target in targets(state, element))
        return Choices(f"{element.name}: assault whom?", "pw:12.11.2", options)
    target = state.elements[UnitId(partial[1])]
    weapons = tuple(_with(state, element, target, name) for name in assault.weapons(state, element))
    if len(partial) == 2 and weapons:
        return Choices(f"{element.name}: with a special weapon?", "pw:12.11.5", weapons, complete=True)
    return Choices(f"{element.name} assaults {target.name}", RULE, complete=True)


def _target(state: WarState, element: Element, target: Element) -> Choice:
    needs = f"{odds.number(state, element, target).total} or less"
    chance = Later(lambda: odds.harm(state, element, target))
    return Choice(target.id, target.name, "target", hex_at(target.where), target.id, needs, odds=chance)


def _with(state: WarState, element: Element, target: Element, weapon: str) -> Choice:
    refused = assault.weapon_refusal(state, element, weapon)
    chance = Later(lambda: odds.harm(state, element, target, weapon)) if refused is None else None
    needs = f"{odds.number(state, element, target, weapon).total} or less"
    return Choice(weapon, f"with {weapon}", "option", cost=needs, odds=chance, refusal=refused)


def order(state: WarState, side: SideId, partial: Partial) -> Order | None:
    """The order of a complete partial; None if it is not complete."""
    element = UnitId(value_of(partial[0]))
    if head_of(partial[0]) == "no-assault":
        return WithdrawAssault(element=element)
    if len(partial) < 2:
        return None
    weapon = partial[2] if len(partial) > 2 else ""
    return CloseAssault(element=element, target=UnitId(partial[1]), weapon=weapon)
