"""Called indirect fire: calling, continuing, adjusting and checking missions (na:6.5.1.7, na:6.5.1.8, na:6.5.1.9)."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from core.choice import Refusal
from core.dice import Dice
from core.event import Event, SideId, UnitId
from core.hexes import Hex, distance
from core.order import IllegalOrder
from core.own import refuse
from core.panzer.firing.showing import revealed
from core.panzer.hidden_units.under import is_hidden
from core.panzer.indirect import reconnaissance
from core.panzer.indirect.events import EndedBy, FireCalled, MissionAdjusted, MissionContinued, MissionEnded
from core.panzer.indirect.observers import (
    absent,
    capacity,
    distinct_sources,
    observer_refusal,
    off_map,
    spotted_by,
    spotted_in,
)
from core.panzer.indirect.orders import AdjustMission, CallFire, CheckMission, ContinueMission
from core.panzer.indirect.sheafs import allowed
from core.panzer.indirect.sources import beaten_zone, source_refusal, watched
from core.panzer.pieces.missions import Aim, FireType, Mission, Sheaf
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import Command, Presence
from core.panzer.sight.spotting import sees_point
from core.panzer.state import PanzerState

#: How far an adjustment shifts the Target Point, in hexes (na:6.5.1.8.2).
# -- calling ---------------------------------------------------------------------------------------


def caller_refusal(state: PanzerState, side: SideId, observer: UnitId) -> Refusal | None:
    """Why a unit cannot call a new mission now; None if it can. One target hex for each observer and turn.

    (na:6.5.1.1, na:6.5.1.9)
    """
    if refused := observer_refusal(state, side, observer):
        return refused
    name = state.name(observer)
    mission = mission_of(state, observer)
    if mission is not None:
        return Refusal(f"{name} observes mission {mission.number}, which must be checked first", "na:6.5.1.9")
    if observer in state.indirect.observing:
        return Refusal(f"{name} has had its mission, or its check, this turn", "na:6.5.1.1")
    return None


def mission_of(state: PanzerState, observer: UnitId) -> Mission | None:
    """The mission that an observer has in force; fire moved onto a friendly unit is not observed (na:6.5.1.10)."""
    return next((m for m in state.indirect.missions if m.observer == observer and not m.danger_close), None)


def aim_refusal(
    state: PanzerState, observer: UnitId, aim: Aim, units: tuple[UnitId, ...], *, new: bool = False
) -> Refusal | None:
    """Why units cannot be called with an aim: Target Point, SHEAF, how many they are; None if they can.

    new: by a call, no adjustment, so that the hex may be reconnoitred by fire (or:7.37).
    """
    if aim.hex not in state.board:
        return Refusal(f"{aim.hex} is not on the board", "na:6.5.1.7")
    if new and reconnaissance.by_fire(state, observer, aim.hex):
        return reconnaissance.refusal(state, observer, aim, units)
    if refused := _point_refusal(state, observer, aim.hex):
        return refused
    if aim.type is FireType.SMOKE and not state.has(Switch.SMOKE):
        return Refusal("this game has no smoke", "na:6.5.1.6")
    if aim.sheaf not in allowed(aim.type, state.edition):
        return Refusal("Illumination has the Closed SHEAF only", "na:6.5.1.6.2")
    if not 0 <= aim.direction <= 5:
        return Refusal(f"direction {aim.direction} is none of 0 (N) to 5 (NW)", "na:6.5.1.5")
    if not units or len(set(units)) != len(units):
        return Refusal("name at least one unit to fire, each once", "na:6.5.1.1")
    if all(u in state.units and not off_map(state, u) for u in units) and aim.sheaf is not Sheaf.CLOSED:
        return Refusal("on-map units have the Closed SHEAF of one hex only", "na:6.5.1.5")
    return None


def _point_refusal(state: PanzerState, observer: UnitId, hex_: Hex) -> Refusal | None:
    """Why a hex is no Target Point for an observer: it is the hex of a unit that he spots (na:6.5.1.7), or lies in his
    sight within 1 inch of one (min:16.5.1.8)."""
    name, spotted = state.name(observer), spotted_in(state, observer, hex_)
    if not spotted:
        if reach := state.edition.indirect.target_point_reach:
            words = f"{name} spots no enemy unit within {reach} {state.edition.measure} of {hex_}"
            return Refusal(words, "min:16.5.1.8")
        words = f"{name} spots no enemy unit in {hex_}; a Target Point is the hex of a spotted one"
        return Refusal(words, "na:6.5.1.7")
    if any(state.units[unit].hex == hex_ for unit in spotted) or sees_point(state, state.units[observer], hex_):
        return None
    return Refusal(f"{name} does not see {hex_}", "min:16.5.1.8")


def capacity_refusal(state: PanzerState, observer: UnitId, units: tuple[UnitId, ...]) -> Refusal | None:
    """Why an observer cannot call so many units; None if it can (na:6.5.1.1.1, na:6.5.1.1.2, na:6.5.1.1.3)."""
    called, most = distinct_sources(state, units), capacity(state, observer)
    if called <= most:
        return None
    source = "source" if most == 1 else "sources"
    rule = "na:6.5.1.1.1" if most > 1 else "na:6.5.1.1.2"
    return Refusal(f"{state.name(observer)} may call {most} distinct {source}, these are {called}", rule)


def call_refusal(
    state: PanzerState, side: SideId, observer: UnitId, units: tuple[UnitId, ...], aim: Aim
) -> Refusal | None:
    """Why fire cannot be called; None if it can (na:6.5.1.7)."""
    return (
        caller_refusal(state, side, observer)
        or aim_refusal(state, observer, aim, units, new=True)
        or next((r for u in units if (r := source_refusal(state, side, observer, u, aim))), None)
        or capacity_refusal(state, observer, units)
    )


def check_call(state: PanzerState, side: SideId, order: CallFire) -> None:
    """An observer with OVERWATCH, a hex in which it spots an enemy, units that reach it and are free."""
    refuse(call_refusal(state, side, order.observer, order.sources, order.aim))


def call(state: PanzerState, side: SideId, order: CallFire, dice: Dice) -> Iterator[Event]:
    """Reveal the commands of observer and on-map units, then announce type and SHEAF (na:6.5.1.12)."""
    yield from reveal(state, (order.observer, *order.sources))
    number = state.indirect.free_number(side)
    yield FireCalled(
        side=side,
        number=number,
        observer=order.observer,
        sources=order.sources,
        aim=order.aim,
        reconnaissance=reconnaissance.by_fire(state, order.observer, order.aim.hex),
    )


def reveal(state: PanzerState, units: tuple[UnitId, ...]) -> Iterator[Event]:
    """Turn up the commands of units on the map that carry them out; batteries off it have none, HIDDEN UNIT counters
    keep theirs (or:7.2.2.3)."""
    yield from revealed(state, (unit for unit in units if state.units[unit].on_map and not is_hidden(state, unit)))


# -- existing missions -----------------------------------------------------------------------------


def own_mission(state: PanzerState, side: SideId, number: int) -> Mission:
    """A called mission of a side that has not had its turn. IllegalOrder if there is none."""
    mission = state.indirect.mission(side, number)
    if mission is None:
        raise IllegalOrder(f"there is no mission {number} of {side}", "na:6.5.1.8")
    if mission.planned:
        raise IllegalOrder(f"mission {number} is planned and follows its plot", "na:6.5.1.9")
    if mission.turn == state.turn:
        raise IllegalOrder(f"mission {number} has been dealt with this turn", "na:6.5.1e")
    return mission


def still_able(state: PanzerState, mission: Mission, aim: Aim, *, continued: bool) -> tuple[UnitId, ...]:
    """The units of a mission that can go on firing in it: on-map ones with FIRE again, in range (na:6.5.1.8)."""
    observer = mission.observer
    if observer is None:
        return mission.sources
    return tuple(
        s
        for s in mission.sources
        if source_refusal(state, mission.side, observer, s, aim, mission, continued=continued) is None
    )


def continue_refusal(state: PanzerState, mission: Mission, type_: FireType) -> Refusal | None:
    """Why a mission cannot go on as it is; None if it can (na:6.5.1.8.1).

    The observer has a clear line of sight to the Target Point and spots an enemy unit in it or adjacent to it; in the
    miniatures edition one in the beaten zone, and the type changes freely (min:16.5.1.11.1).
    """
    observer = mission.observer
    if observer is None:
        return Refusal("it is planned", "na:6.5.1.11")
    if mission.reconnaissance:
        return Refusal("reconnaissance by fire must be checked", reconnaissance.RULE)
    if refused := observer_refusal(state, mission.side, observer):
        return refused
    name, at = state.name(observer), mission.aim.hex
    if not sees_point(state, state.units[observer], at):
        return Refusal(f"{name} no longer sees {at}", "na:6.5.1.8.1")
    by_sheaf = state.edition.indirect.missions_by_sheaf
    if not watched(state, mission, [u.hex for u in spotted_by(state, observer) if u.hex is not None]):
        if by_sheaf:
            return Refusal(f"{name} spots no enemy in the beaten zone around {at}", "min:16.5.1.11.1")
        return Refusal(f"{name} spots no enemy in {at} or adjacent to it", "na:6.5.1.8.1")
    if not by_sheaf and type_ is not mission.aim.type and FireType.ILLUMINATION in (type_, mission.aim.type):
        return Refusal("to change to or from Illumination the mission must be adjusted", "na:6.5.1.8.1")
    if type_ is FireType.SMOKE and not state.has(Switch.SMOKE):
        return Refusal("this game has no smoke", "na:6.5.1.6")
    if not still_able(state, mission, evolve(mission.aim, type=type_), continued=True):
        return Refusal("none of its units can fire on: each needs FIRE again, and the type", "na:6.5.1.8")
    return None


def check_continue(state: PanzerState, side: SideId, order: ContinueMission) -> None:
    """The same observer, Target Point and SHEAF (na:6.5.1.8.1)."""
    refuse(continue_refusal(state, own_mission(state, side, order.mission), order.type))


def go_on(state: PanzerState, side: SideId, order: ContinueMission, dice: Dice) -> Iterator[Event]:
    """No response roll (na:6.5.1.12)."""
    mission = own_mission(state, side, order.mission)
    able = still_able(state, mission, evolve(mission.aim, type=order.type), continued=True)
    yield from reveal(state, (*_watching(mission), *able))
    yield MissionContinued(side=side, number=mission.number, type=order.type, sources=able)


def _watching(mission: Mission) -> tuple[UnitId, ...]:
    return (mission.observer,) if mission.observer is not None else ()


def adjust_refusal(state: PanzerState, mission: Mission, aim: Aim, added: tuple[UnitId, ...]) -> Refusal | None:
    """Why a mission cannot be adjusted; None if it can (na:6.5.1.8.2)."""
    observer, side = mission.observer, mission.side
    if observer is None:
        return Refusal("it is planned", "na:6.5.1.11")
    if mission.reconnaissance:
        return Refusal("reconnaissance by fire must be checked", reconnaissance.RULE)
    if refused := observer_refusal(state, side, observer):
        return refused
    if aim == mission.aim and not added:
        return Refusal("nothing is adjusted; let it continue", "na:6.5.1.8.2")
    if refused := shift_refusal(state, observer, mission.aim.hex, aim.hex):
        return refused
    able = still_able(state, mission, aim, continued=False)
    if not able:
        first = source_refusal(state, side, observer, mission.sources[0], aim, mission) if mission.sources else None
        return first or Refusal("none of its units can fire there", "na:6.5.1.8")
    return (
        aim_refusal(state, observer, aim, (*able, *added))
        or _empty_refusal(state, observer, aim, (*able, *added))
        or next((r for u in added if (r := source_refusal(state, side, observer, u, aim))), None)
        or capacity_refusal(state, observer, (*able, *added))
    )


def shift_refusal(state: PanzerState, observer: UnitId, old: Hex, new: Hex) -> Refusal | None:
    """Why a Target Point cannot be shifted so far (na:6.5.1.8.2): in the miniatures edition it is the spotted unit that
    lies within 6 inches, and the new point within 1 inch of it (min:16.5.1.11.2)."""
    facts, shift = state.edition.indirect, distance(old, new)
    most, reach = facts.adjusted_shift, facts.target_point_reach
    if shift > most + reach:
        return Refusal(f"{new} is {shift} hexes from {old}; the shift is up to {most}", "na:6.5.1.8.2")
    spotted = (state.units[unit].hex for unit in spotted_in(state, observer, new)) if reach else ()
    if reach and not any(at is not None and distance(old, at) <= most for at in spotted):
        words = f"{state.name(observer)} spots nobody at {new} within {most} {state.edition.measure} of {old}"
        return Refusal(words, "min:16.5.1.11.2")
    return None


def _empty_refusal(state: PanzerState, observer: UnitId, aim: Aim, units: tuple[UnitId, ...]) -> Refusal | None:
    """Why an adjusted mission would strike nobody whom its observer spots, where that matters (min:16.5.1.11.2)."""
    if not state.edition.indirect.missions_by_sheaf:
        return None
    zone = beaten_zone(state, aim, units)
    if any(unit.hex in zone for unit in spotted_by(state, observer)):
        return None
    return Refusal(f"{state.name(observer)} spots no enemy in the beaten zone around {aim.hex}", "min:16.5.1.11.2")


def check_adjust(state: PanzerState, side: SideId, order: AdjustMission) -> None:
    """Up to 3 hexes, onto a spotted unit (na:6.5.1.8.2)."""
    refuse(adjust_refusal(state, own_mission(state, side, order.mission), order.aim, order.added))


def adjust(state: PanzerState, side: SideId, order: AdjustMission, dice: Dice) -> Iterator[Event]:
    """All its units respond anew (na:6.5.1.8.2)."""
    mission = own_mission(state, side, order.mission)
    able = still_able(state, mission, order.aim, continued=False)
    yield from reveal(state, (*_watching(mission), *able, *order.added))
    yield MissionAdjusted(side=side, number=mission.number, aim=order.aim, sources=able, added=order.added)


def check_refusal(state: PanzerState, mission: Mission) -> Refusal | None:
    """Why a mission cannot be checked by its player; None if it can: the observer sees its hex (na:6.5.1.9)."""
    observer = mission.observer
    if observer is None:
        return Refusal("planned missions are never checked", "na:6.5.1.9")
    if not sees_point(state, state.units[observer], mission.aim.hex):
        return Refusal(f"{state.name(observer)} does not see {mission.aim.hex}", "na:6.5.1.9")
    return None


def check_check(state: PanzerState, side: SideId, order: CheckMission) -> None:
    """A called mission, before it has fired this turn (na:6.5.1.9)."""
    refuse(check_refusal(state, own_mission(state, side, order.mission)))


def check(state: PanzerState, side: SideId, order: CheckMission, dice: Dice) -> Iterator[Event]:
    """It is not resolved this turn; its units do nothing else indirect, its observer neither (na:6.5.1.9), who may call
    another mission by the miniatures edition (min:16.5.1.12.1)."""
    yield MissionEnded(
        side=side, number=order.mission, by=EndedBy.CHECKED, reason="checked by its player", rule="na:6.5.1.9"
    )


def automatic_check(state: PanzerState, mission: Mission) -> str:
    """Why a called mission checks by itself now, in words; "" if it does not (na:6.5.1.9a, na:6.5.1.10,
    min:16.5.1.12.3)."""
    if mission.observer is None:
        return ""
    observer = state.units[mission.observer]
    name = state.name(observer.id)
    if mission.danger_close:
        return "it became Danger Close"
    if mission.reconnaissance:
        return "it was reconnaissance by fire"
    if observer.presence is Presence.ELIMINATED:
        return f"{name} is eliminated"
    if away := absent(state, observer):
        return f"{name} {away}"
    if not sees_point(state, observer, mission.aim.hex):
        return f"{name} no longer sees {mission.aim.hex}"
    if observer.presence is not Presence.CARRIED and observer.command is not Command.OVERWATCH:
        return f"{name} does not have OVERWATCH"
    refused = observer_refusal(state, mission.side, observer.id)
    return refused.reason if refused is not None else ""
