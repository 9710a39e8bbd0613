"""Building sighting groups and overwatch marks, element by element (pw:7.4, pw:7.9), and buttoning up
under fire (pw:7.1.4).

Picks: ``sight:ELEMENT`` and further elements that look together with it; ``group:ELEMENT``: the group that suggests
itself about it; ``alone:ELEMENT``. ``mark:ELEMENT`` and a hex, whose centre it overwatches; ``no-mark:ELEMENT``.
``button-up:ELEMENT``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from core.book.chapter import head_of, value_of
from core.choice import Choice, Choices, Partial, Refusal
from core.event import SideId, UnitId
from core.order import Order
from core.own import own_unit
from core.panzerwar.pieces.element import Element
from core.panzerwar.pieces.switches import Switch
from core.panzerwar.sighting import buttoning, groups, overwatch, step
from core.panzerwar.sighting.orders import ButtonUp, Mark, SightTogether
from core.panzerwar.state import WarState
from core.panzerwar.words import listed
from core.plane import centre, hex_at, within
from core.step_end import end_of_step

RULE: Final = "pw:7.4"


def menu(state: WarState, side: SideId, partial: Partial) -> Choices:
    """Groups that may be formed, those that are, and the end of it."""
    if partial:
        return Choices("Sight together", RULE, complete=True)
    options = [*_suggested(state, side), *_elements(state, side)]
    options.append(end_of_step("All look out", irreversible=False))
    return Choices("Who sights together?", RULE, tuple(options))


def _suggested(state: WarState, side: SideId) -> Iterator[Choice]:
    for members in step.offered(state, side):
        first = state.elements[members[0]]
        label, worth = f"{listed(state, members)} together", _worth(state, members)
        yield Choice(f"group:{first.id}", label, "option", hex_at(first.where), first.id, worth, group="Groups")


def _worth(state: WarState, members: Iterable[UnitId]) -> str:
    there = [state.elements[e] for e in members]
    return f"class {groups.group_class(state, there).value}, +{groups.bonus(state, there)}"


def _elements(state: WarState, side: SideId) -> Iterator[Choice]:
    for element in state.of(side):
        if not element.on_table:
            continue
        hex_ = hex_at(element.where)
        mine = step.group_of(state, side, element.id)
        if len(mine) > 1:
            told = f"not with {listed(state, (e for e in mine if e != element.id))}"
            yield Choice(
                f"alone:{element.id}", f"{element.name} alone", "option", hex_, element.id, told, group="Alone"
            )
            continue
        refused = groups.member_refusal(state, element)
        yield Choice(f"sight:{element.id}", element.name, "unit", hex_, element.id, refusal=refused, group="Elements")


def go_on(state: WarState, side: SideId, partial: Partial) -> Choices:
    """Who else looks together with those that are picked."""
    if head_of(partial[0]) != "sight":
        return Choices("Sight together", RULE, complete=True)
    picked = [own_unit(state, side, one, RULE) for one in _members(partial)]
    told = f"{listed(state, (e.id for e in picked))}: {_worth(state, (e.id for e in picked))}"
    options = tuple(_beside(state, side, picked))
    return Choices(told, RULE, options, complete=len(picked) > 1)


def _members(partial: Partial) -> tuple[UnitId, ...]:
    return (UnitId(value_of(partial[0])), *(UnitId(pick) for pick in partial[1:]))


def _beside(state: WarState, side: SideId, picked: list[Element]) -> Iterator[Choice]:
    """Elements near enough to be asked for, those that may not too, with why."""
    far = state.charts.number("group-distance")
    for one in state.of(side):
        if not one.on_table or one in picked or not any(within(one.where, e.where, far) for e in picked):
            continue
        refused = groups.group_refusal(state, [*picked, one])
        yield Choice(one.id, one.name, "unit", hex_at(one.where), one.id, refusal=refused)


def order(state: WarState, side: SideId, partial: Partial) -> Order | None:
    """The order of a complete partial; None if it is not complete."""
    head, first = head_of(partial[0]), UnitId(value_of(partial[0]))
    if head == "alone":
        return SightTogether(members=(first,))
    if head == "group":
        found = next((group for group in step.offered(state, side) if first in group), None)
        return SightTogether(members=found) if found is not None else None
    return SightTogether(members=_members(partial)) if len(partial) > 1 else None


# -- overwatch ------------------------------------------------------------------------------------------


def offer_marks(state: WarState, side: SideId) -> Iterable[Choice]:
    """Who may overwatch a point, and who does (pw:7.9)."""
    if not state.has(Switch.OVERWATCH):
        return
    for element in state.of(side):
        if not element.on_table:
            continue
        hex_ = hex_at(element.where)
        if element.gunnery.mark:
            yield Choice(f"no-mark:{element.id}", f"{element.name} overwatches nothing", "option", hex_, element.id)
        elif overwatch.element_refusal(state, element) is None:
            yield Choice(f"mark:{element.id}", f"{element.name} overwatches a point", "unit", hex_, element.id)


def go_on_marking(state: WarState, side: SideId, partial: Partial) -> Choices:
    """The hex whose centre is overwatched."""
    if head_of(partial[0]) == "no-mark" or len(partial) > 1:
        return Choices("Overwatch", "pw:7.9", complete=True)
    element = own_unit(state, side, UnitId(value_of(partial[0])), "pw:7.9")
    options = tuple(
        Choice(hex_.id, str(hex_), "hex", hex_)
        for hex_ in sorted(state.board.cells)
        if overwatch.mark_refusal(state, element, centre(hex_)) is None
    )
    beyond = Refusal(f"it is farther than {overwatch.REACH}, or not in sight", "pw:7.9")
    return Choices(f"{element.name}: which point?", "pw:7.9", options, elsewhere=beyond)


def mark(state: WarState, side: SideId, partial: Partial) -> Order | None:
    """The order of a complete partial; None if it is not complete."""
    element = UnitId(value_of(partial[0]))
    if head_of(partial[0]) == "no-mark":
        return Mark(element=element)
    return Mark(element=element, at=centre(state.board.hex(partial[1]))) if len(partial) > 1 else None


# -- buttoning up under fire ------------------------------------------------------------------------------


def offer_buttoning(state: WarState, side: SideId) -> Iterable[Choice]:
    """The vehicles that were hit and may close their hatches (pw:7.1.4)."""
    for element in buttoning.able(state, side):
        told = f"{element.name} buttons up and fires no more"
        refused = buttoning.busy_refusal(state, element)
        yield Choice(f"button-up:{element.id}", told, "option", hex_at(element.where), element.id, refusal=refused)


def go_on_buttoning(state: WarState, side: SideId, partial: Partial) -> Choices:
    """Nothing more is to be picked."""
    return Choices("Button up", buttoning.RULE, complete=True)


def button_up(state: WarState, side: SideId, partial: Partial) -> Order | None:
    """The order of a complete partial."""
    return ButtonUp(element=UnitId(value_of(partial[0])))
