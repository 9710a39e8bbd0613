"""Building the set-up, counter by counter (pb:PB-SETUP-1).

Picks: ``place:UNIT`` and a hex, with ``/in`` for its fortification and ``/hidden``; ``place-rest``.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from attrs import evolve

from core import placing
from core.book.chapter import head_of, value_of
from core.choice import Choice, Choices, Partial
from core.event import SideId, UnitId
from core.hexes import Hex
from core.order import Order
from core.panzerblitz.course import set_up
from core.panzerblitz.course.orders import Place, PlaceRest
from core.panzerblitz.pieces.reference import Kind as UnitKind
from core.panzerblitz.pieces.situation import Situation
from core.panzerblitz.sight.hidden import hide_refusal
from core.panzerblitz.state import BlitzState
from core.remembered import Looked, remembered_where


def where(state: BlitzState, side: SideId, partial: Partial) -> Choices:
    """The hexes in which a counter may be set up."""
    if len(partial) > 1:
        return set_up_choices(state, side, partial)
    unit = UnitId(value_of(partial[0]))
    hexes = sorted(set_up.area_of(state, unit))
    found = tuple(c for h in hexes for c in _places(state, unit, h))
    area = state.situation.by_group[state.situation.by_id[unit].group].area
    name = f" of {state.situation.areas[area].name}" if area is not None and area in state.situation.areas else ""
    return Choices(f"{state.name(unit)}: in which hex{name}?", set_up.RULE, found)


def _places(state: BlitzState, unit: UnitId, hex_: Hex) -> Sequence[Choice]:
    """The ways in which a counter may lie in a hex: open, in the fortification, hidden."""
    elsewhere = set_up.carried_refusal(state, unit, hex_)
    if elsewhere is not None:
        return (Choice(hex_.id, str(hex_), "hex", hex_, refusal=elsewhere),)
    fortification = state.type(unit).kind is UnitKind.FORTIFICATION
    if not state.bare(hex_) or (fortification and state.units[unit].hex is not None):
        return _places_anew(state, unit, hex_)
    # Where nothing lies it is the same for all of a kind and a group, but for a fortification that takes others along.
    return _in_bare(state, unit if fortification else _first_like(state.situation, unit), hex_)


@lru_cache(maxsize=4096)
def _first_like(situation: Situation, unit: UnitId) -> UnitId:
    """The first counter of the same kind and group."""
    own = situation.by_id[unit]
    return next(u.id for u in situation.units if u.group == own.group and u.type.id == own.type.id)


@remembered_where(of=())
def _in_bare(state: BlitzState, unit: UnitId, hex_: Hex) -> Looked[Sequence[Choice]]:
    return Looked(_places_anew(state, unit, hex_), frozenset((hex_,)))


def _places_anew(state: BlitzState, unit: UnitId, hex_: Hex) -> Sequence[Choice]:
    found: list[Choice] = []
    inner = state.fortification(hex_) is not None and state.type(unit).manned
    for inside in (False, True) if inner else (False,):
        no = set_up.place_refusal(state, unit, hex_, inside=inside)
        if no is not None:
            if not inside:
                found.append(Choice(hex_.id, str(hex_), "hex", hex_, refusal=no))
            continue
        tail, words = ("/in", f"{hex_}, in the fortification") if inside else ("", str(hex_))
        kind = "option" if tail else "hex"
        found.append(Choice(f"{hex_}{tail}", words, kind, hex_))
        if hide_refusal(state, unit, hex_) is None:
            found.append(Choice(f"{hex_}{tail}/hidden", f"{words}, hidden", "option", hex_))
    return found


def set_up_choices(state: BlitzState, side: SideId, partial: Partial) -> Choices:
    """The counters that are set up, and the end of it."""
    if partial:
        return Choices("Set-up", set_up.RULE, complete=True)
    options: list[Choice] = []
    mine = [state.units[u] for u in set_up.to_place(state, side) if u in state.units]
    for unit in mine:
        if unit.carrier is None:
            there = f"in {unit.hex}" if unit.hex else ""
            no = set_up.shelter_refusal(state, unit.id)
            options.append(
                Choice(f"place:{unit.id}", state.name(unit.id), "unit", unit.hex, unit.id, there, refusal=no)
            )
    options += placing.endings(len(set_up.unplaced(state, side)), "counters", set_up.RULE)
    return Choices("Set up your force", set_up.RULE, tuple(options))


def with_loading(state: BlitzState, side: SideId, found: Choices, loading: Sequence[Choice]) -> Choices:
    """The menu of the set-up with what carriers can load, behind the counters."""
    counters = [choice for choice in found.options if choice.kind == "unit"]
    return evolve(found, options=(*counters, *loading, *found.options[len(counters) :]))


def order(state: BlitzState, side: SideId, partial: Partial) -> Order | None:
    """The order of a complete partial; None if it is not complete."""
    head = head_of(partial[0])
    if head == "place-rest":
        return PlaceRest()
    if len(partial) != 2:
        return None
    hex_, *how = partial[1].split("/")
    unit = UnitId(value_of(partial[0]))
    return Place(unit=unit, hex=state.board.hex(hex_), inside="in" in how, hidden="hidden" in how)
