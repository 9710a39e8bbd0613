"""What hinders Indirect Fire at the Target Point that its observer sees (min:16.7.2.6a, min:16.7.2.9 to min:16.7.2.11).

All of it is of the miniatures edition: its table has amounts for Indirect Fire where that of the hex edition has none.
"""

from __future__ import annotations

from core.event import UnitId
from core.hexes import Hex, distance
from core.panzer.firing.hindrances import fires_between, hindrances_above
from core.panzer.gp.modifiers import amounts, rules
from core.panzer.indirect.observers import off_map
from core.panzer.indirect.sheafs import hexes
from core.panzer.pieces.missions import Mission
from core.panzer.pieces.switches import Switch
from core.panzer.sight.spotting import seen_as, size_column, stands
from core.panzer.state import PanzerState
from core.tally import NOTHING, Tally

_HAZE = "heat-haze"


def veiled(state: PanzerState, mission: Mission, source: UnitId, struck: UnitId) -> Tally:
    """What hangs between the observer of a mission and a unit in its SHEAF; nothing of planned fire.

    Fires along the observer's line of sight count for all (min:16.7.2.15a), the rest for who is at the Target Point.
    """
    observer = stands(state, state.units[mission.observer])[0] if mission.observer is not None else None
    if observer is None:
        return NOTHING
    at = mission.aim.hex
    tally = fires_between(state, observer, at)
    if state.units[seen_as(state, struck)].hex != at:
        return tally
    area = hexes(state.board, mission.aim, state.edition, on_map=not off_map(state, source))
    laid = (*mission.patterns, *mission.before, area)
    tally += hindrances_above(state, at, laid)
    return tally + _haze(state, observer, at, struck)


def _haze(state: PanzerState, observer: Hex, at: Hex, struck: UnitId) -> Tally:
    """Heat Haze, beyond the range for the size of who is at the Target Point (min:16.7.2.6a)."""
    amount = amounts(state.advanced, indirect=True)[_HAZE] if state.has(Switch.HEAT_HAZE) else 0
    lost = distance(observer, at) >= state.advanced.heat_haze[size_column(state, seen_as(state, struck))]
    return NOTHING.add("Heat Haze", amount if lost else 0, rules(state.advanced)[_HAZE])
