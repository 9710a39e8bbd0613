"""What is shown of morale: counters, rows of cards (or:7.1)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from core.event import UnitId
from core.panzer.morale import check, cohesion
from core.panzer.morale.tank_fright import fears_tanks
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import Shaken, Unit
from core.panzer.state import PanzerState
from core.presentation import Mark, Row

MARKS: Final = {
    Shaken.HESITATION_ON: Mark("hesitation-on", "◆", "?", "HESITATION/ON", "warn"),
    Shaken.HESITATION_OFF: Mark("hesitation-off", "◇", "?", "HESITATION/OFF", "warn"),
    Shaken.BREAK_ON: Mark("break-on", "■", "X", "BREAK/ON", "bad"),
    Shaken.BREAK_OFF: Mark("break-off", "□", "X", "BREAK/OFF", "bad"),
}


def marks(unit: Unit) -> tuple[Mark, ...]:
    """The morale counter of a unit."""
    return (MARKS[unit.morale],) if unit.morale is not None else ()


def before_attack(state: PanzerState, units: Iterable[UnitId], target: UnitId) -> Iterator[Row]:
    """What the panel of an attack on foot says of those who may not carry it out for Tank Fright (or:7.6)."""
    for unit in units:
        held = check.holds(state, unit, target)
        if held < 1:
            text = f"attacks in {round(100 * held)} of 100, else it is Suppressed; the chances are those if it does"
            yield Row("Tank Fright", f"{state.name(unit)} {text}", "or:7.6", tone="warn", unit=unit)


def unit_rows(state: PanzerState, unit: Unit) -> list[Row]:
    """What a card says of the morale of a unit and of its formation."""
    if not state.has(Switch.MORALE) or not cohesion.counts(state, unit.id):
        return []
    rows: list[Row] = []
    if unit.morale is not None:
        does = "AP -5, GP -20, spots less, half speed" if unit.broken else "AP -3, GP -10"
        rows.append(Row(unit.morale.value, f"{does}, starts no close combat", "or:7.1.5", tone="warn"))
    if fears_tanks(state, unit.id):
        tally = check.check_tally(state, unit.id, forced=True, fright=True)
        highest = check.ends(state, unit.id)[1] - tally.total
        told = f"Suppressed on up to {highest} of 100 before it attacks one" if highest > 0 else "none: steady enough"
        rows.append(Row("Tank Fright", told, "or:7.6", full=True))
    if cohesion.unknown(state, unit.id):
        rows.append(Row("Cohesion", "unknown until its first loss", "or:7.1.1.1b"))
        return rows
    point, lost = cohesion.cohesion_point(state, unit.id), cohesion.losses(state, unit.id)
    level = cohesion.level(state, unit.id).value
    rows.append(Row("Cohesion", f"{level}, CP-{point}, {lost} lost", "or:7.1.1", tone="warn" if lost >= point else ""))
    return rows
