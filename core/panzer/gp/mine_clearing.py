"""What falls on minefields: hex by hex (or:7.31.3.1), or on all of a field in a SHEAF as one area (min:20.6.3.1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from core.dice import Dice
from core.event import Event
from core.hexes import Hex
from core.panzer.gp.attack import FiredBy, resolve_strikes
from core.panzer.minefields.events import MinefieldCleared
from core.panzer.pieces.gp import Strike
from core.panzer.pieces.works import WorkKind, in_hex
from core.panzer.state import PanzerState


def strike_terrain(state: PanzerState, by: FiredBy, strike: Strike, area: Sequence[Hex], dice: Dice) -> Iterator[Event]:
    """One strike at terrain in an area; where minefields fall as areas, at the first hex of each for all of it.

    Effective clears all of it, anything else nothing (min:20.6.3.1).
    """
    mined = same_field(state, strike, area)
    if mined and strike.hex != mined[0]:
        return
    yield from resolve_strikes(state, by, (strike,), dice)
    if len(mined) > 1 and not in_hex(state.counters.works, strike.hex, WorkKind(strike.terrain)):
        yield MinefieldCleared(kind=WorkKind(strike.terrain), hexes=mined[1:])


def same_field(state: PanzerState, strike: Strike, area: Sequence[Hex]) -> tuple[Hex, ...]:
    """The hexes of an area with known mines of the field that is struck; none where each hex falls by itself."""
    if not state.edition.optional.minefields_fall_as_areas:
        return ()
    there = [m for m in state.minefields.found if m.kind.value == strike.terrain and not m.cleared]
    fields = {m.field for m in there if m.hex == strike.hex}
    return tuple(hex_ for hex_ in area if any(m.hex == hex_ and m.field in fields for m in there))
