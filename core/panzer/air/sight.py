"""Lines of sight between aircraft and the ground, and targets that only an observer can point out (na:6.7.3.1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from attrs import frozen

from core.alike import Alike
from core.board import Board
from core.choice import Refusal
from core.event import SideId, UnitId
from core.hexes import Hex, distance, in_front_arc, line
from core.own import not_own
from core.panzer.firing.transported_fire import boarded_refusal
from core.panzer.ground.buildings import indoors
from core.panzer.ground.heights import hexside_obstacle, obstacle_height, unit_height
from core.panzer.ground.positions import improved
from core.panzer.pieces.advanced_tables import AdvancedTables
from core.panzer.pieces.flights import Altitude
from core.panzer.pieces.scenario import Label
from core.panzer.pieces.tables import Tables
from core.panzer.pieces.unit import Command, CommandFace, Presence, Unit
from core.panzer.sight.radio import without_radio
from core.panzer.sight.spotting import spots
from core.panzer.state import PanzerState

#: Groves in which no aircraft finds a target by itself (na:6.7.3.1.2).
_GROVES: Final = frozenset({"light-grove", "medium-grove"})
_WOODS: Final = frozenset({"light-woods", "woods", "heavy-woods"})


@frozen(eq=False, repr=False)
class AirObstacle(Alike):
    """What hides a ground unit from an aircraft: its Height above the unit, how far away it is, how far it hides."""

    hex: Hex
    name: str
    height: int
    range: int
    hides: int


def shadow(tables: AdvancedTables, altitude: Altitude, height: int) -> int:
    """Hexes next to an obstacle that an aircraft cannot see, 0 = none (na:6.7.3.1.3, min:15.3.1.3.2).

    height: of its highest point above the ground unit, in levels. Above the last one of the table each hides as much
    more as that one did.
    """
    row = tables.air_shadow[altitude.value]
    if height < 1:
        return 0
    return row[height - 1] if height <= len(row) else row[-1] + (height - len(row)) * (row[-1] - row[-2])


def blocked(state: PanzerState, origin: Hex, altitude: Altitude, unit: Unit) -> AirObstacle | None:
    """What hides a ground unit from an aircraft above a hex, or it from the unit; None if nothing does.

    Only what the line meets between the two, by its Height over the unit; smoke and fire hinder nobody up there
    (na:6.7.3.1.3, na:6.7.4.1).
    """
    if unit.hex is None or origin == unit.hex:
        return None
    return _blocked(state.board, state.tables, state.advanced, altitude, origin, unit.hex, unit.floor)


@lru_cache(maxsize=1 << 14)
def _blocked(
    board: Board, tables: Tables, advanced: AdvancedTables, altitude: Altitude, origin: Hex, target: Hex, floor: int
) -> AirObstacle | None:
    ground = unit_height(board, tables, target) + floor
    farthest = shadow(advanced, altitude, _top(board, tables) - ground)
    for hex_, name, top, range_ in _met(board, tables, origin, target, farthest):
        hides = shadow(advanced, altitude, top - ground)
        if range_ <= hides:
            return AirObstacle(hex_, name, top - ground, range_, hides)
    return None


@lru_cache(maxsize=64)
def _top(board: Board, tables: Tables) -> int:
    """The highest point of a map, hexsides included, which stand at most 1 above their hexes (na:4.1.4.1.10)."""
    return 1 + max(obstacle_height(board, tables, hex_) for hex_ in board.cells)


def _met(board: Board, tables: Tables, origin: Hex, target: Hex, farthest: int) -> Iterator[tuple[Hex, str, int, int]]:
    """Hexes and hexsides between the ends of a line, so far from the target at most, with their tops and their range
    from it."""
    steps = line(origin, target)
    for i in range(len(steps) - 1, -1, -1):
        step = steps[i]
        if min(distance(hex_, target) for hex_ in step.hexes) > farthest:
            return
        for hex_, direction in step.sides:
            feature = hexside_obstacle(board, tables, hex_, direction)
            if feature is not None:
                beyond = min(distance(hex_, target), distance(hex_.neighbour(direction), target)) + 1
                yield hex_, tables.terrain[feature[0]].name, feature[1], beyond
        if 0 < i < len(steps) - 1:
            for hex_ in step.hexes:
                if hex_ in board:
                    name = tables.terrain[board[hex_].terrain].name
                    yield hex_, name, obstacle_height(board, tables, hex_), distance(hex_, target)


# -- what an aircraft spots ----------------------------------------------------------------------------


def unseen(
    state: PanzerState, origin: Hex, facing: int, altitude: Altitude, target: Unit, observer: UnitId | None = None
) -> Refusal | None:
    """Why an aircraft does not have a target in sight from where it is; None if it has.

    In its Front Field-of-Fire of 60 degrees (na:6.7.3.1, na:6.1.2), of a quadrant in the miniatures edition
    (min:15.3.1), with an unblocked line of sight; nobody but its
    observer tells it of a target (na:6.1.1b).
    """
    name = state.name(target.id)
    if not target.on_map or target.bailed_out or target.hex is None:
        return Refusal(f"{name} is out of action", "na:6.7.3.1")
    if not in_front_arc(origin, facing, target.hex, state.edition.arc_degrees):
        return Refusal(f"{name} is not in its Front Field-of-Fire", "na:6.7.3.1")
    obstacle = blocked(state, origin, altitude, target)
    if obstacle is not None:
        return Refusal(
            f"{obstacle.name} in {obstacle.hex}, {obstacle.height} higher than {name}, hides up to {obstacle.hides} "
            f"hexes behind it at {altitude.value} Altitude; it is {obstacle.range} away",
            "na:6.7.3.1.3",
        )
    where = concealed(state, target)
    if where and (observer is None or not spots(state, observer, target.id)):
        return Refusal(f"{name} is {where}: a friendly FO must spot it", "na:6.7.3.1.2")
    return None


def concealed(state: PanzerState, target: Unit) -> str:
    """Where a unit is that no aircraft acquires without an FO: in a building, an Improved Position, a Grove; "" = in
    none of them (na:6.7.3.1.2). Woods hide as Groves do in the miniatures edition (min:15.3.1.1.5)."""
    if target.hex is None:
        return ""
    if improved(state, target) is not None:
        return "in an Improved Position"
    if indoors(state, target):
        return "inside a building"
    terrain = state.cell(target.hex).terrain
    return f"in a {state.tables.terrain[terrain].name}" if terrain in hiding(state) else ""


def hiding(state: PanzerState) -> frozenset[str]:
    """The terrain with trees that stands between aircraft and who is in it (na:6.7.3.1.2, min:15.3.1.1.5)."""
    return _GROVES | _WOODS if state.edition.woods_hide_from_air else _GROVES


def observer_refusal(state: PanzerState, observer: UnitId, target: UnitId, side: SideId) -> Refusal | None:
    """Why a unit does not spot a target for an aircraft of a side; None if it does (na:5.9.4, na:6.7.3.1.2).

    An FO, which the miniatures edition calls an OP (min:15.3.1.2), with an unrevealed
    OVERWATCH that does nothing else in the turn, for any number of aircraft, but one target. There no passenger has one
    (min:15.3.1.2.1).
    """
    if (refused := not_own(state, side, observer, "na:6.7.3.1.2")) is not None:
        return refused
    unit, name = state.units[observer], state.scenario.by_id[observer]
    if Label.FO not in name.labels:
        return Refusal(f"{name.name} is no FO; no other observer spots for aircraft", "na:6.7.3.1.2")
    if without_radio(state, observer):
        return Refusal(f"{name.name} has no radio and spots for no aircraft", "or:7.4.3")
    if unit.presence not in (Presence.ON_MAP, Presence.CARRIED) or unit.bailed_out:
        return Refusal(f"{name.name} is not on the map", "na:6.7.3.1.2")
    if unit.presence is Presence.CARRIED and not state.edition.indirect.passengers_observe:
        return Refusal(f"{name.name} is mounted and has no OVERWATCH", "min:15.3.1.2.1")
    if unit.presence is Presence.CARRIED and (boarded := boarded_refusal(state, unit)) is not None:
        return boarded
    engaged = state.air.observers.get(observer)
    if engaged is not None and engaged != target:
        return Refusal(f"{name.name} spots {state.name(engaged)} for aircraft in this turn", "na:6.7.3.1.2")
    if engaged is None and (unit.fired or not _free(state.units[acting_for(state, observer)])):
        return Refusal(f"{name.name} has no OVERWATCH left for it", "na:6.7.3.1.2")
    if not spots(state, observer, target):
        return Refusal(f"{name.name} does not spot {state.name(target)}", "na:6.7.3.1.2")
    return None


def acting_for(state: PanzerState, observer: UnitId) -> UnitId:
    """The unit whose command an observer acts by: of a passenger its vehicle, for it has none itself (na:6.6.7)."""
    unit = state.units[observer]
    return unit.carrier if unit.presence is Presence.CARRIED and unit.carrier is not None else observer


def _free(unit: Unit) -> bool:
    return unit.command is Command.OVERWATCH and unit.command_face is not CommandFace.REVEALED and not unit.fired


def observers(state: PanzerState, side: SideId, target: UnitId) -> Sequence[UnitId]:
    """The FOs of a side that may spot a target for an aircraft now, those first that do so already."""
    able = [u for u in state.units if observer_refusal(state, u, target, side) is None]
    return sorted(able, key=lambda u: (u not in state.air.observers, u))
