"""Entrenchments and Improved Positions: whom they hold, who takes an abandoned one, what can be destroyed.

(na:6.1.4.3.6a, na:6.1.4.3.6b, na:6.1.4.3.7a, na:6.1.4.3.7b)
"""

from __future__ import annotations

from collections.abc import Iterator

from core.event import Event, UnitId
from core.hexes import Hex, opposite
from core.panzer.ground.buildings import indoors
from core.panzer.ground.events import PositionTaken
from core.panzer.ground.terrain import BUILDINGS
from core.panzer.pieces.cards import LegCard, TowedCard, VehicleCard
from core.panzer.pieces.minefields import COUNTERS
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import Command, Presence, Unit
from core.panzer.pieces.works import HOLDING, Work, WorkKind, in_hex
from core.panzer.state import PanzerState


def position_of(state: PanzerState, unit: Unit) -> Work | None:
    """The complete entrenchment or Improved Position that holds a unit where it stands; None without one, and for who
    has gone into the building of its hex."""
    if not state.counters.works or not unit.on_map or unit.hex is None or unit.floor or unit.inside:
        return None
    held = (w for w in in_hex(state.counters.works, unit.hex, *HOLDING) if w.complete and unit.id in w.holders)
    return next(held, None)


def improved(state: PanzerState, unit: Unit) -> Work | None:
    """The Improved Position that a unit is in; its `open` side is not Hull Down (na:6.1.4.3.7a, na:6.1.4.3.7b)."""
    held = position_of(state, unit)
    return held if held is not None and held.kind is WorkKind.IMPROVED else None


# -- taking a position -----------------------------------------------------------------------------


def holders(state: PanzerState, work: Work) -> tuple[UnitId, ...]:
    """The units that a position still holds: those on the ground of its hex, not inside; without any it is free."""
    there = ((u, state.units[u]) for u in work.holders)
    return tuple(u for u, unit in there if unit.on_map and unit.hex == work.hex and not unit.floor and not unit.inside)


def takes(state: PanzerState, unit: Unit, work: Work) -> bool:
    """Whether a unit of either side may use a position: leg and towed units any, vehicles an Improved Position.

    (na:6.1.4.3.6b, na:6.1.4.3.7a)
    """
    card = state.card(unit.id)
    if unit.hex != work.hex or not unit.on_map or unit.bailed_out or unit.inside or unit.floor:
        return False
    return isinstance(card, LegCard | TowedCard) or (work.kind is WorkKind.IMPROVED and isinstance(card, VehicleCard))


def due(state: PanzerState) -> Iterator[Event] | None:
    """The next free position that a unit which stands in its hex takes; None if there is none.

    Not while somebody moves or fire is announced: what passes through leaves it free.
    """
    works = state.counters.works
    if not works or state.turn < 1:
        return None
    if state.moves.active is not None or state.fire.announced or state.fire.window is not None:
        return None
    taken = next((e for work in works if (e := _taking(state, work)) is not None), None)
    return iter((taken,)) if taken is not None else None


def _taking(state: PanzerState, work: Work) -> PositionTaken | None:
    if work.kind not in HOLDING or not work.complete:
        return None
    inside = holders(state, work)
    if work.kind is WorkKind.IMPROVED and work.open is None:
        # A vehicle that the scenario puts in it fixes the open side by how it stands at first.
        for id_ in inside:
            if isinstance(state.card(id_), VehicleCard):
                return taking(state, state.units[id_], work)
    if len(inside) >= work.room:
        return None
    free = (u for u in state.in_hex(work.hex) if takes(state, u, work) and position_of(state, u) is None)
    unit = next(free, None)
    return taking(state, unit, work) if unit is not None else None


def taking(state: PanzerState, unit: Unit, work: Work, *, backed_in: bool = False) -> PositionTaken:
    """A unit takes a position; a vehicle opens it to its rear, or to its front if it backed in (na:6.1.4.3.7b).

    One with a Limited weapon declares Partial Hull Down there, without which it could not fire it (na:6.1.4.1.2b).
    """
    card = state.card(unit.id)
    others = tuple(u for u in holders(state, work) if u != unit.id)
    open_ = work.open if others else None
    vehicle = work.kind is WorkKind.IMPROVED and isinstance(card, VehicleCard)
    if vehicle and open_ is None:
        open_ = unit.facing if backed_in else opposite(unit.facing)
    return PositionTaken(
        unit=unit.id,
        hex=work.hex,
        kind=work.kind,
        holders=(*others, unit.id),
        open=open_,
        partial=vehicle and any(mounted.limited for mounted in card.weapons),
    )


def stopping(state: PanzerState, unit_id: UnitId, *, backed_in: bool, came: bool) -> Iterator[Event]:
    """A vehicle that has completed its move in the hex of a free Improved Position takes it; one that has been in it
    before and has come back takes it anew. came: whether its move led into the hex, or out of its building
    (na:6.1.4.3.7b)."""
    unit = state.units[unit_id]
    if unit.hex is None or not state.counters.works:
        return
    for work in in_hex(state.counters.works, unit.hex, WorkKind.IMPROVED):
        if takes(state, unit, work) and len(set(holders(state, work)) - {unit_id}) < work.room:
            back = came and isinstance(state.card(unit_id), VehicleCard)
            if back or unit_id not in work.holders:
                yield taking(state, unit, work, backed_in=backed_in)
            return


# -- what can be destroyed ---------------------------------------------------------------------------


def defense(state: PanzerState, work: Work) -> int | None:
    """The GP Defense Factor of a terrain counter: the scenario's, or the table's; None if it stands for good.

    (na:6.1.4.3.3, na:6.5.4.2.5)
    """
    return work.gp_defense if work.gp_defense is not None else state.advanced.terrain_defense.get(work.terrain)


def ground_defense(state: PanzerState, terrain: str) -> int | None:
    """The GP Defense Factor of printed terrain: of Buildings, and of Bridges where the scenario gives them one."""
    return state.scenario.bridge_defense if terrain == "bridge" else state.advanced.terrain_defense.get(terrain)


def vulnerable(state: PanzerState, hex_: Hex) -> tuple[Work, ...]:
    """The terrain counters in a hex that GP fire may destroy; rubble is past that (na:6.5.4.2.5)."""
    there = (w for w in in_hex(state.counters.works, hex_) if w.kind is not WorkKind.RUBBLE)
    return tuple(w for w in there if defense(state, w) is not None)


def struck(state: PanzerState, hex_: Hex, *, mines: bool = True) -> tuple[Work, ...]:
    """The terrain counters in a hex that what falls on it may destroy: known minefields where those are played, with or
    without the rules on other counters (or:7.31.3.1, or:7.31.3.2). mines: whether it clears minefields."""
    of_fields = state.has(Switch.MINES)
    return tuple(
        work
        for work in vulnerable(state, hex_)
        if (mines if of_fields and work.kind in COUNTERS else state.has(Switch.BUILDINGS))
    )


def victims(state: PanzerState, hex_: Hex, terrain: str) -> tuple[UnitId, ...]:
    """The units that are lost with destroyed terrain: all on a Bridge and in a Building hex, those in a position.

    In the miniatures edition those in the Building, not beside it. (na:6.5.4.4.3d, na:6.5.4.4.3e, na:6.5.4.4.3f,
    na:6.5.4.4.3g, min:16.7.4.2.16.1)
    """
    if terrain == WorkKind.IMPROVED.value:
        works = in_hex(state.counters.works, hex_, WorkKind.IMPROVED)
        lost = {u for work in works for u in holders(state, work)}
    elif terrain in BUILDINGS or terrain == "bridge":
        spared = terrain in BUILDINGS and state.edition.ruins_spare_outside
        lost = {u.id for u in state.in_hex(hex_) if not spared or indoors(state, u)}
    else:
        return ()
    aboard = (u.id for u in state.units.values() if u.presence is Presence.CARRIED and u.carrier in lost)
    return (*(u for u in state.units if u in lost), *aboard)


def abandon_position(state: PanzerState, unit_id: UnitId, command: Command | None) -> None:
    """Whoever reveals a MOVE or SHORT HALT gives up the position that it found, even if it stays (na:6.6.9d).

    What an Improved Position makes of a vehicle lasts as long as it is in it (na:6.1.4.3.7b).
    """
    unit = state.units[unit_id]
    if unit.hull_down is None or command not in (Command.MOVE, Command.SHORT_HALT):
        return
    if improved(state, unit) is None:
        state.change(unit_id, hull_down=None, backed_in=False)
