"""Laying mines, manning bunkers, digging around marked mines, in picks (pw:15.1, pw:15.5, pw:15.7.1).

Picks: ``mines:FIELD``, then ``marked`` or ``hidden``, then hexes, or ``up`` to take it up; ``bunker:ELEMENT`` and the
bunker, or ``out``; ``probe:ELEMENT`` and the field, or ``stop``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from core.book.chapter import head_of, value_of
from core.choice import Choice, Choices, Partial
from core.event import SideId, UnitId
from core.hexes import Hex, in_hexes
from core.order import IllegalOrder, Order
from core.own import own_unit
from core.panzerwar.obstacles import bunkers, laying, manning, probing
from core.panzerwar.obstacles.orders import LayMines, ManBunker, ProbeMines
from core.panzerwar.pieces.element import Element, Kind
from core.panzerwar.pieces.engagement import Minefield
from core.panzerwar.state import SET_UP, WarState
from core.plane import hex_at


def offer(state: WarState, side: SideId) -> Iterable[Choice]:
    """What the set-up has besides placing, and the orders besides tactical ones."""
    if state.step == SET_UP:
        yield from _fields(state, side)
        yield from _manning(state, side)
    else:
        yield from _probing(state, side)


def _fields(state: WarState, side: SideId) -> Iterator[Choice]:
    for field in laying.fields(state, side):
        laid = state.mines.laid.get(field.id)
        how = "not laid" if laid is None else f"{'marked' if laid.marked else 'hidden'}, {in_hexes(len(laid.hexes))}"
        hexes = sorted(laid.hexes if laid is not None else field.hexes)
        hex_ = hexes[0] if hexes else None
        yield Choice(f"mines:{field.id}", f"Lay {told(field)}", "option", hex_, None, how)


def told(field: Minefield) -> str:
    """A minefield in words."""
    if field.grade == 0:
        return f"a dummy minefield of {in_hexes(field.size)}"
    return f"a minefield of class {field.grade}, {field.kind}, {in_hexes(field.size)}"


def _manning(state: WarState, side: SideId) -> Iterator[Choice]:
    if not any(e.kind is Kind.BUNKER for e in state.of(side)):
        return
    for element in state.of(side):
        if element.on_table and (element.foot or element.kind is Kind.GUN):
            inside = state.elements.get(UnitId(element.posture.bunker))
            where = f"in {inside.name}" if inside is not None else ""
            hex_ = hex_at(element.where)
            yield Choice(f"bunker:{element.id}", f"{element.name}: bunker", "option", hex_, element.id, where)


def _probing(state: WarState, side: SideId) -> Iterator[Choice]:
    for element in state.of(side):
        if not element.foot or not element.on_table:
            continue
        digs = element.id in state.mines.probes
        if digs or probing.may_dig(state, element):
            label = f"{element.name} digs around the mines"
            hex_ = hex_at(element.where)
            yield Choice(f"probe:{element.id}", label, "option", hex_, element.id, "digs" if digs else "")


def go_on(state: WarState, side: SideId, partial: Partial) -> Choices:
    """What may be picked next."""
    head, value = head_of(partial[0]), value_of(partial[0])
    if head == "mines":
        return _how_laid(state, side, value, partial)
    element = own_unit(state, side, UnitId(value), laying.RULE)
    if len(partial) > 1:
        return Choices(element.name, manning.RULE if head == "bunker" else probing.RULE, complete=True)
    return _into(state, element) if head == "bunker" else _where_dug(state, element)


def _how_laid(state: WarState, side: SideId, id_: str, partial: Partial) -> Choices:
    field = laying.minefield(state, side, id_)
    if field is None:
        raise IllegalOrder(f"{side} has no minefield {id_}", laying.RULE)
    if len(partial) == 1:
        options = [Choice("marked", "marked: all see it", "option")]
        if field.grade:
            options.append(Choice("hidden", "hidden", "option"))
        if id_ in state.mines.laid:
            options.append(Choice("up", "take it up again", "option"))
        said = told(field)
        return Choices(f"{said[0].upper()}{said[1:]}: marked or hidden?", laying.RULE, tuple(options))
    if partial[1] == "up":
        return Choices("Take it up again", laying.RULE, complete=True)
    hexes = _hexes(state, partial)
    left = field.size - len(hexes)
    found = sorted(_next(state, field, hexes)) if left > 0 else []
    said = f"{left} of {field.size} hexes are left"
    return Choices(said, "pw:15.1.3", tuple(Choice(h.id, str(h), "hex", h) for h in found), complete=bool(hexes))


def _hexes(state: WarState, partial: Partial) -> tuple[Hex, ...]:
    return tuple(state.board.hex(pick) for pick in partial[2:])


def _next(state: WarState, field: Minefield, hexes: tuple[Hex, ...]) -> Iterator[Hex]:
    """The hexes that may be added to a field as far as it is picked."""
    near = field.hexes if not hexes else {n for h in hexes for n in h.neighbours()} & field.hexes
    for hex_ in near:
        if hex_ not in hexes and laying.refusal(state, field, (*hexes, hex_), marked=True) is None:
            yield hex_


def _into(state: WarState, element: Element) -> Choices:
    options = [
        Choice(b.id, b.name, "unit", hex_at(b.where), b.id, bunkers.card_of(state, b).holds, refusal=refused)
        for b in state.of(element.side)
        if b.kind is Kind.BUNKER and b.on_table
        for refused in (manning.refusal(state, element, b),)
    ]
    if element.posture.bunker:
        options.append(Choice("out", "outside again", "option"))
    return Choices(f"{element.name}: in which bunker?", manning.RULE, tuple(options))


def _where_dug(state: WarState, element: Element) -> Choices:
    options = [Choice(laid.id, f"dig around {laid.id}", "option") for laid in probing.may_dig(state, element)]
    if element.id in state.mines.probes:
        options.append(Choice("stop", "dig no more", "option"))
    return Choices(f"{element.name}: dig for {probing.TURNS} turns", probing.RULE, tuple(options))


def order(state: WarState, side: SideId, partial: Partial) -> Order | None:
    """The order of a complete partial; None if it is not complete."""
    head, value = head_of(partial[0]), value_of(partial[0])
    if len(partial) < 2:
        return None
    if head == "bunker":
        return ManBunker(element=UnitId(value), bunker=UnitId("" if partial[1] == "out" else partial[1]))
    if head == "probe":
        return ProbeMines(element=UnitId(value), field="" if partial[1] == "stop" else partial[1])
    if partial[1] == "up":
        return LayMines(field=value)
    hexes = _hexes(state, partial)
    return LayMines(field=value, hexes=hexes, marked=partial[1] == "marked") if hexes else None
