"""Building the set-up, element by element (pw:3.3).

Picks: ``place:ELEMENT``, a hex, a facing of the twelve that are offered; ``dig:ELEMENT`` and what; ``place-rest``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from core import placing
from core.book.chapter import head_of, value_of
from core.choice import Choice, Choices, Partial
from core.event import SideId, UnitId
from core.order import Order
from core.own import own_unit
from core.panzerwar.course import set_up
from core.panzerwar.course.orders import Dig, Place, PlaceRest
from core.panzerwar.pieces.compass import compass_name
from core.panzerwar.pieces.element import Kind
from core.panzerwar.pieces.posture import Digging
from core.panzerwar.state import WarState
from core.plane import hex_at

#: Headings that a menu offers, of 48.
OFFERED = tuple(range(0, 48, 4))


def menu(state: WarState, side: SideId, partial: Partial) -> Choices:
    """The elements that are set up, and the end of it."""
    if partial:
        return Choices("Set-up", set_up.RULE, complete=True)
    left = set_up.must_place(state, side)
    options = [*_elements(state, side), *_digging(state, side)]
    options += placing.endings(len(left), "elements", set_up.RULE, set_up.finish_refusal(state, side))
    return Choices("Set up your force", set_up.RULE, tuple(options))


def _elements(state: WarState, side: SideId) -> Iterator[Choice]:
    for id_ in set_up.placeable(state, side):
        element = state.elements[id_]
        hex_ = hex_at(element.at) if element.at is not None else None
        there = f"in {hex_}" if hex_ is not None else "waits"
        waits = set_up.waits_refusal(state, element)
        yield Choice(f"place:{id_}", element.name, "unit", hex_, id_, there, refusal=waits)


def _digging(state: WarState, side: SideId) -> Iterator[Choice]:
    for element in state.of(side):
        post = set_up.posting(state, element)
        if post is None or element.aboard is not None or not (post.foxholes or post.trenches):
            continue
        dug = element.posture.dug
        if element.kind not in (Kind.VEHICLE, Kind.BUNKER) and not (element.posture.bunker and dug is Digging.NONE):
            detail = "" if dug is Digging.NONE else f"in {dug.value}"
            yield Choice(
                f"dig:{element.id}", f"{element.name}: dig in", "option", hex_at(element.where), element.id, detail
            )


def offer(state: WarState, side: SideId) -> Iterable[Choice]:
    """What may come on while orders are given."""
    return (
        Choice(f"place:{id_}", f"{state.elements[id_].name} comes on", "unit", None, id_)
        for id_ in set_up.entering(state, side)
    )


def go_on(state: WarState, side: SideId, partial: Partial) -> Choices:
    """Where an element is put, and which way it looks; or what it digs."""
    if head_of(partial[0]) == "place-rest":
        return Choices("Place the others", set_up.RULE, complete=True)
    element = own_unit(state, side, UnitId(value_of(partial[0])), set_up.RULE)
    if head_of(partial[0]) == "dig":
        return _how_dug(state, element.id, partial)
    if len(partial) == 1:
        post = set_up.posting(state, element)
        hexes = sorted(set_up.area(state, post)[0]) if post is not None else []
        spots = ((h, set_up.free_spot(state, element.id, h)) for h in hexes)
        found = [
            Choice(h.id, str(h), "hex", h, refusal=set_up.team_refusal(state, element, spot))
            for h, spot in spots
            if spot is not None
        ]
        return Choices(f"{element.name}: in which hex?", set_up.RULE, tuple(found))
    if len(partial) == 2:
        facings = tuple(Choice(str(h), f"{compass_name(h)} ({h * 7.5:g} degrees)", "facing") for h in OFFERED)
        return Choices(f"{element.name}: facing which way?", "pw:1.3", facings, complete=True)
    return Choices(f"{element.name}: put it there", set_up.RULE, complete=True)


def _how_dug(state: WarState, element: UnitId, partial: Partial) -> Choices:
    if len(partial) > 1:
        return Choices("Dig in", set_up.RULE, complete=True)
    mine = state.elements[element]
    options = tuple(
        Choice(how.name.lower(), how.value, "option", refusal=set_up.dig_refusal(state, mine, how)) for how in Digging
    )
    return Choices(f"{mine.name}: dug in how?", set_up.RULE, options)


def order(state: WarState, side: SideId, partial: Partial) -> Order | None:
    """The order of a complete partial; None if it is not complete."""
    head = head_of(partial[0])
    if head == "place-rest":
        return PlaceRest()
    if len(partial) < 2:
        return None
    element = UnitId(value_of(partial[0]))
    if head == "dig":
        return Dig(element=element, digging=Digging[partial[1].upper()])
    spot = set_up.free_spot(state, element, state.board.hex(partial[1]))
    if spot is None:
        return None
    return Place(element=element, at=spot, heading=int(partial[2]) if len(partial) > 2 else None)
