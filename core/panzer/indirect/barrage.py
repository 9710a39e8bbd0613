"""Moving inside a SHEAF, which attacks whoever comes to a new hex in it (na:6.6.6)."""

from __future__ import annotations

from collections.abc import Iterator

from core.dice import Dice
from core.event import Event, UnitId
from core.panzer.gp.attack import FiredBy, resolve_strikes
from core.panzer.indirect.events import BarrageEntered
from core.panzer.indirect.impact import unit_strikes
from core.panzer.indirect.observers import off_map
from core.panzer.indirect.sheafs import hexes
from core.panzer.pieces.missions import FireType, Firing, Mission
from core.panzer.state import PanzerState


def barrages_on(state: PanzerState, unit: UnitId) -> Iterator[tuple[Mission, Firing]]:
    """The fire of this turn's GP missions that attacks a unit where it is, as far as it has not yet done so."""
    at = state.units[unit].hex
    for mission in state.indirect.missions:
        if mission.turn != state.turn or mission.aim.type is not FireType.GP:
            continue
        for fire in mission.fired:
            if (unit, fire.unit) not in state.indirect.barraged and at in hexes(
                state.board, mission.aim, state.edition, on_map=not off_map(state, fire.unit)
            ):
                yield mission, fire


def attacked_in_barrage(state: PanzerState, unit: UnitId, dice: Dice) -> Iterator[Event]:
    """The attacks on a unit that has just moved to a new hex inside a SHEAF, or searches for Hull Down there.

    At once, by each unit of that SHEAF that fires GP, once in a move; overlapping SHEAFs by themselves; at the range of
    the mission's own resolution (na:6.6.6).
    """
    if not state.indirect.missions:
        return
    for mission, fire in tuple(barrages_on(state, unit)):
        struck_unit = state.units[unit]
        if not struck_unit.on_map or struck_unit.bailed_out or struck_unit.hex is None:
            return
        yield BarrageEntered(unit=unit, side=mission.side, number=mission.number, source=fire.unit, hex=struck_unit.hex)
        strikes = unit_strikes(state, mission, fire, unit, barrage=True)
        yield from resolve_strikes(state, FiredBy(fire.unit, fire.weapon, fire.range), strikes, dice)
