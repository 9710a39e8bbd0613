"""Laying minefields before units are placed: where, how many hexes, and who has ended it (or:7.31.1)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Final

from core.book.secret_step import SecretStep
from core.choice import Refusal
from core.dice import Dice
from core.event import Event, SideId
from core.hexes import Hex, distance
from core.order import IllegalOrder
from core.own import refuse
from core.panzer.ground.mines import may_be_mined
from core.panzer.minefields.events import MinefieldFound, MinefieldLaid
from core.panzer.minefields.orders import LayMinefield
from core.panzer.pieces.minefields import MinedHex, Minefield, MineType
from core.panzer.state import PanzerState
from core.step_end import StepFinished

RULE = "or:7.31.1"


def to_lay(state: PanzerState, side: SideId) -> tuple[Minefield, ...]:
    """The minefields that a side lays itself."""
    return tuple(m for m in state.scenario.minefields_of(side) if not m.hexes)


def _layers(state: PanzerState) -> tuple[SideId, ...]:
    """The sides that have minefields to lay."""
    return tuple(s.id for s in state.scenario.sides if to_lay(state, s.id))


#: Both sides lay theirs in secret before units are placed; nobody has to (or:7.31.1).
LAYING: Final = SecretStep[PanzerState](
    part=_layers, refusal=Refusal("this side has no minefield to lay, or has ended its laying", RULE)
)


def laid(state: PanzerState, field: str) -> tuple[MinedHex, ...]:
    """The hexes in which a minefield has been laid, as far as they are known."""
    return tuple(m for m in state.minefields.laid if m.field == field)


def unlaid(state: PanzerState, side: SideId) -> tuple[Minefield, ...]:
    """The minefields that a side has not laid yet."""
    return tuple(m for m in to_lay(state, side) if not laid(state, m.id))


def hex_refusal(state: PanzerState, granted: Minefield, hex_: Hex) -> Refusal | None:
    """Why a minefield cannot cover a hex; None if it can (or:7.31.1); in the miniatures edition no two overlap
    (min:20.6.1), unless the scenario allows it (min:23.3.5)."""
    if hex_ not in granted.area:
        return Refusal(f"{hex_} is not where {granted.name} may be laid", RULE)
    if not may_be_mined(state, hex_):
        return Refusal(f"the ground of {hex_} takes no mines", RULE)
    laid = state.minefields.laid
    others = [m for m in laid if m.hex == hex_ and m.side == granted.side and m.field != granted.id]
    fields = {field.id: field for field in state.scenario.minefields_of(granted.side)}
    apart = [m for m in others if not (granted.overlaps and fields[m.field].overlaps)]
    if apart and state.edition.optional.minefields_plotted:
        return Refusal(f"{hex_} is part of another minefield", "min:20.6.1")
    if any(other.types & granted.types for other in others):
        return Refusal(f"{hex_} has mines of that type already", RULE)
    return None


def refusal(state: PanzerState, granted: Minefield, hexes: Sequence[Hex]) -> Refusal | None:
    """Why hexes are no plot of a minefield; None if they are one: not too many, next to one another (or:7.31.1)."""
    if not 1 <= len(hexes) <= granted.size or len(set(hexes)) != len(hexes):
        return Refusal(f"{granted.name} covers 1 to {granted.size} hexes, each once", RULE)
    for hex_ in hexes:
        if refused := hex_refusal(state, granted, hex_):
            return refused
    if not contiguous(hexes, partial(joined, state)):
        return Refusal("the hexes of a minefield must be contiguous", RULE)
    return None


def beside(one: Hex, other: Hex) -> bool:
    """Whether two hexes are adjacent."""
    return distance(one, other) == 1


def joined(state: PanzerState, one: Hex, other: Hex) -> bool:
    """Whether two hexes of a minefield are together: adjacent (or:7.31.1), or with no more between them than a hex
    that takes no mines, which a plot may surround (min:20.6.1)."""
    if beside(one, other) or not state.edition.optional.minefields_plotted:
        return beside(one, other)
    between = (hex_ for hex_ in one.neighbours() if hex_ in state.board and beside(hex_, other))
    return any(not may_be_mined(state, hex_) for hex_ in between)


def contiguous(hexes: Sequence[Hex], together: Callable[[Hex, Hex], bool] = beside) -> bool:
    """Whether one comes from each of these hexes to each other through them alone."""
    reached, rest = list(hexes[:1]), set(hexes[1:])
    for hex_ in reached:
        near = {other for other in rest if together(hex_, other)}
        reached += near
        rest -= near
    return not rest


# -- orders ----------------------------------------------------------------------------------------


def check_lay(state: PanzerState, side: SideId, order: LayMinefield) -> None:
    """One of one's own, in hexes that it may cover (or:7.31.1)."""
    LAYING.check(state, side)
    own = {m.id: m for m in to_lay(state, side)}
    if order.field not in own:
        raise IllegalOrder(f"{order.field!r} is none of {', '.join(own)}", RULE)
    refuse(refusal(state, own[order.field], order.hexes))


def lay(state: PanzerState, side: SideId, order: LayMinefield, dice: Dice) -> Iterator[Event]:
    """Note it in secret."""
    yield MinefieldLaid(side=side, field=order.field, hexes=order.hexes)


def ended(state: PanzerState, side: SideId) -> Iterator[Event]:
    """A side ends its laying; what the scenario wants to be visible is announced."""
    seen = {m.id for m in to_lay(state, side) if m.visible}
    for mined in state.minefields.laid:
        if mined.side == side and mined.field in seen:
            yield from announced(mined, mined.types)
    yield StepFinished(side=side)


def announced(mined: MinedHex, types: frozenset[MineType]) -> Iterator[MinefieldFound]:
    """Mines of these types in a hex, told by their owner."""
    for type_ in MineType:
        if type_ in types:
            yield MinefieldFound(side=mined.side, field=mined.field, kind=mined.kind, type=type_, hex=mined.hex)
