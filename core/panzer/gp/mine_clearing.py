"""What falls on minefields: hex by hex (or:7.31.3.1), or on all of a field in a SHEAF as one area (min:20.6.3.1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from core.dice import Dice
from core.event import Event
from core.hexes import Hex
from core.panzer.gp import strike as gp_strike
from core.panzer.gp.attack import FiredBy, resolve_strikes
from core.panzer.ground import positions
from core.panzer.ground.mines import may_lie_hidden, undiscovered
from core.panzer.minefields.events import HiddenMinesStruck, MinefieldCleared
from core.panzer.pieces.gp import GpSource, Strike
from core.panzer.pieces.minefields import Minefield, counter
from core.panzer.pieces.results import Result
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.works import WorkKind, in_hex
from core.panzer.state import PanzerState
from core.tally import Tally


def strike_terrain(state: PanzerState, by: FiredBy, strike: Strike, area: Sequence[Hex], dice: Dice) -> Iterator[Event]:
    """One strike at terrain in an area; where minefields fall as areas, at the first hex of each for all of it.

    Effective clears all of it, anything else nothing (min:20.6.3.1).
    """
    mined = same_field(state, strike, area)
    if mined and strike.hex != mined[0]:
        return
    hidden = _partly_hidden(state, strike) if mined else ()
    yield from resolve_strikes(state, by, (strike,), dice)
    if (len(mined) > 1 or hidden) and not in_hex(state.counters.works, strike.hex, WorkKind(strike.terrain)):
        yield MinefieldCleared(
            kind=WorkKind(strike.terrain), hexes=mined[1:], area=tuple(area) if hidden else (), fields=hidden
        )


def same_field(state: PanzerState, strike: Strike, area: Sequence[Hex]) -> tuple[Hex, ...]:
    """The hexes of an area with known mines of the field that is struck; none where each hex falls by itself."""
    if not state.edition.optional.minefields_fall_as_areas:
        return ()
    there = [m for m in state.minefields.found if m.kind.value == strike.terrain and not m.cleared]
    fields = {m.field for m in there if m.hex == strike.hex}
    return tuple(hex_ for hex_ in area if any(m.hex == hex_ and m.field in fields for m in there))


def _partly_hidden(state: PanzerState, strike: Strike) -> tuple[str, ...]:
    """The minefields struck in a hex that may have more than is known of them."""
    return tuple(
        m.id
        for m in state.scenario.minefields
        if any(undiscovered(state, m, type_) for type_ in m.types) and m.id in known_in(state, (strike.hex,))
    )


def known_in(state: PanzerState, area: Sequence[Hex]) -> frozenset[str]:
    """The minefields of which mines in an area are known, and have not been cleared."""
    return frozenset(m.field for m in state.minefields.found if m.hex in area and not m.cleared)


# -- hidden mines ----------------------------------------------------------------------------------


def strike_hidden(
    state: PanzerState,
    by: FiredBy,
    source: GpSource,
    tally: Tally,
    area: Sequence[Hex],
    dice: Dice,
    *,
    known: frozenset[str],
) -> Iterator[Event]:
    """A roll for each minefield that may lie hidden in an area, whether it does or not: its owner alone knows, and
    strikes from his plots what is cleared (min:20.6.3.1). known: those that the fire has attacked there already."""
    if not state.edition.optional.hidden_mines_are_struck or not state.has(Switch.MINES):
        return
    for granted in state.scenario.minefields:
        there = tuple(hex_ for hex_ in area if _may_lie(state, granted, hex_))
        if not there or granted.id in known:
            continue
        defense = positions.defense(state, counter((granted,), granted.id, granted.kind, there[0]))
        if defense is None:
            continue
        strike = gp_strike.strike_terrain(state, source, there[0], granted.kind.value, defense, tally)
        outcome = gp_strike.resolve(state, strike, dice)
        yield HiddenMinesStruck(
            shooter=by.shooter,
            field=granted.id,
            area=there,
            gp=source.gp,
            defense=defense,
            n_effect=strike.cell[0],
            s_effect=strike.cell[1],
            net=tally.total,
            total=outcome.total,
            cleared=outcome.result is Result.ELIMINATED,
            rolls=outcome.rolls,
            tally=tally.reasons,
        )


def _may_lie(state: PanzerState, granted: Minefield, hex_: Hex) -> bool:
    """Whether a minefield may lie hidden in a hex, for all that everybody knows."""
    return granted.may_cover(hex_) and any(
        undiscovered(state, granted, type_) and may_lie_hidden(state, granted.side, hex_, type_)
        for type_ in granted.types
    )
