"""Which units can fire indirectly where: rows, ranges, commands, what keeps them from it (na:6.5.1a to na:6.5.1e)."""

from __future__ import annotations

from collections.abc import Iterable

from core.choice import Refusal
from core.event import SideId, UnitId
from core.hexes import Hex, distance
from core.own import not_own
from core.panzer.armament import armament
from core.panzer.firing import malfunction, shared_fire
from core.panzer.firing.turret_fire import bears
from core.panzer.gp.fire import field_of_fire
from core.panzer.ground.buildings import on_roof
from core.panzer.hidden_units.under import is_hidden
from core.panzer.indirect.observers import FO, attachment, observer_row, off_map, spotted_in, where
from core.panzer.indirect.sheafs import hexes
from core.panzer.pieces.advanced_tables import Attachment
from core.panzer.pieces.missions import Aim, FireType, Mission
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import Command, Presence, Unit
from core.panzer.pieces.weapons import GpRow, MountedWeapon
from core.panzer.sight.radio import without_radio
from core.panzer.sight.spotting import spots
from core.panzer.state import PanzerState


def rows(state: PanzerState, unit: UnitId) -> tuple[tuple[int, MountedWeapon, GpRow], ...]:
    """The weapons of a unit with a GP-IF row, the only one that indirect fire uses, by index (na:6.5.1a)."""
    if not state.has(Switch.INDIRECT_FIRE):
        return ()
    return tuple((at, m, m.weapon.gp_if) for at, m in enumerate(armament(state, unit)) if m.weapon.gp_if is not None)


def working(state: PanzerState, unit: UnitId) -> tuple[tuple[int, MountedWeapon, GpRow], ...]:
    """Those of its rows whose weapons have not failed (or:7.25)."""
    return tuple(row for row in rows(state, unit) if malfunction.refusal(state, unit, row[0]) is None)


def sources(state: PanzerState, side: SideId) -> tuple[UnitId, ...]:
    """The units of a side that have an indirect fire row and are still there, batteries first (na:6.5.1.2)."""
    there = [
        u.id
        for u in state.units.values()
        if u.side == side and u.presence in (Presence.ON_MAP, Presence.OFF_MAP) and not u.bailed_out
    ]
    able = [u for u in there if rows(state, u)]
    return tuple(sorted(able, key=lambda u: not off_map(state, u)))


def called_range(state: PanzerState, observer: UnitId, source: UnitId, target: Hex) -> int | None:
    """The range of called fire in hexes, the same for all that its SHEAF covers (na:6.5.1.13, min:16.6.3.1.2).

    From the observer to the Target Point; for an on-map unit the greater of that and its own. None off the map.
    """
    origin, own = where(state, observer), state.units[source].hex
    if origin is None:
        return None
    far = distance(origin, target)
    if off_map(state, source):
        return far
    return max(far, distance(own, target)) if own is not None else None


def has_type(mounted: MountedWeapon, type_: FireType) -> bool:
    """Whether a weapon has a type of fire on its card (na:6.5.1.6)."""
    if type_ is FireType.SMOKE:
        return mounted.weapon.smoke
    return type_ is FireType.GP or mounted.weapon.illumination


def weapon_for(state: PanzerState, source: UnitId, range_: int, type_: FireType) -> int | None:
    """The weapon with which a unit fires a type at a range: the one with the best GP Factor there; None without one."""
    able = [
        (row.factor[factor.value], -at)
        for at, mounted, row in working(state, source)
        if (factor := row.at(range_)) is not None and has_type(mounted, type_)
    ]
    return -max(able)[1] if able else None


def types(state: PanzerState, units: Iterable[UnitId]) -> tuple[FireType, ...]:
    """The types of fire that each of some units has (na:6.5.1.6)."""
    each = [[m for _, m, _ in rows(state, unit)] for unit in units]
    return tuple(
        type_
        for type_ in FireType
        if (type_ is not FireType.SMOKE or state.has(Switch.SMOKE))
        and all(any(has_type(m, type_) for m in mounted) for mounted in each)
    )


def source_refusal(
    state: PanzerState,
    side: SideId,
    observer: UnitId,
    source: UnitId,
    aim: Aim,
    mission: Mission | None = None,
    *,
    continued: bool = False,
) -> Refusal | None:
    """Why a unit cannot fire for an observer with an aim; None if it can.

    mission: the mission in which it may fire already; continued: that mission goes on unchanged, for which its own
    spotting no longer counts.
    """
    if (refused := not_own(state, side, source, "na:3.1")) is not None:
        return refused
    unit, name = state.units[source], state.name(source)
    if not rows(state, source):
        return Refusal(f"{name} has no GP-IF row", "na:6.5.1a")
    engaged = state.indirect.firing_in(source)
    if engaged is not None and engaged is not mission:
        return Refusal(f"{name} fires in mission {engaged.number}, which must be checked first", "na:6.5.1.9")
    if source in state.indirect.spent:
        return Refusal(f"{name} has had its indirect fire this turn", "na:6.5.1.7a")
    if state.edition.indirect.soviets_call_attached and (barred := _soviet_refusal(state, observer, source)):
        return barred
    idle = _battery_refusal(state, source) if off_map(state, source) else _ground_refusal(state, unit, aim.hex)
    return idle or _reach_refusal(state, observer, source, aim, continued=continued)


def _soviet_refusal(state: PanzerState, observer: UnitId, source: UnitId) -> Refusal | None:
    """Soviet Command and Recon units call Attached sources alone (min:16.5.1.2.2, min:16.5.1.3.2)."""
    if state.scenario.side(state.units[observer].side).nation != "Soviet" or observer_row(state, observer) == FO:
        return None
    if attachment(state, observer, source) is Attachment.ATTACHED:
        return None
    return Refusal(f"{state.name(observer)} calls fire that is Attached to its formation only", "min:16.5.1.2.2")


def _battery_refusal(state: PanzerState, source: UnitId) -> Refusal | None:
    if state.units[source].presence is Presence.ELIMINATED:
        return Refusal(f"{state.name(source)} is Knocked Out", state.edition.indirect.counter_battery.knocked_out)
    if state.scenario.by_id[source].planned_only:
        return Refusal(f"{state.name(source)} fires planned missions only, as the scenario says", "na:6.5.1.11")
    held = next((p for p in state.indirect.plans if p.battery == source and p.holds(state.turn)), None)
    if held is None:
        return None
    words = f"{state.name(source)} is part of a planned mission, and unavailable for one turn after it"
    return Refusal(words, "na:6.5.1.11.1")


def _ground_refusal(state: PanzerState, unit: Unit, target: Hex) -> Refusal | None:
    """What keeps a unit on the map from indirect fire: its command, who shares it, and where it stands.

    The terrain of its hex and its SPOT counters do not; Full Cover neither (na:5.1.3.1).
    Under a HIDDEN UNIT counter it faces as it likes (or:7.2.2.3). (na:6.5.1c, na:6.5.1d, na:6.2.1.1.4a)
    """
    name = state.name(unit.id)
    if not unit.on_map or unit.hex is None:
        return Refusal(f"{name} is not on the map", "na:6.5.1c")
    if unit.bailed_out:
        return Refusal(f"the crew of {name} has bailed out", "na:5.15c")
    if unit.command is not Command.FIRE:
        held = unit.command.value if unit.command is not None else "no command"
        return Refusal(f"{name} has {held}; on-map units need FIRE for indirect fire", "na:6.5.1c")
    if unit.fired:
        return Refusal(f"{name} has fired or failed to respond this turn", "na:6.5.1e")
    jammed = [malfunction.refusal(state, unit.id, at) for at, _, _ in rows(state, unit.id)]
    if jammed and all(jammed):
        return jammed[0]
    for _, mounted, _ in working(state, unit.id):
        if unit.floor and mounted.weapon.kind == "mortar" and not on_roof(state, unit):
            return Refusal(f"{mounted.weapon.name} may not fire from an upper floor", "na:6.1.4.3.1e")
        field = field_of_fire(state, unit, mounted, indirect=True)
        ahead = is_hidden(state, unit.id) or bears(state, unit, field, target, indirect=True, mounted=mounted)
        if not ahead:
            return Refusal(f"the Target Point is outside the Field-of-Fire of {name}", "na:6.5.1d")
    return shared_fire.hex_refusal(state, unit.id, target, f"{target}")


def _reach_refusal(
    state: PanzerState, observer: UnitId, source: UnitId, aim: Aim, *, continued: bool
) -> Refusal | None:
    name, range_ = state.name(source), called_range(state, observer, source, aim.hex)
    if range_ is None:
        return Refusal(f"{name} has no observer on the map", "na:6.5.1.7")
    reaching = [(mounted, row) for _, mounted, row in working(state, source) if row.at(range_) is not None]
    if not reaching:
        row = working(state, source)[0][2]
        return Refusal(
            f"range {range_} is not between {row.min_range} and {row.range[4]}, the range of {name}", "na:6.5.1.13"
        )
    if not any(has_type(mounted, aim.type) for mounted, _ in reaching):
        return Refusal(f"{name} has no {aim.type.value}", "na:6.5.1.6")
    if not continued and not off_map(state, source):
        targets = spotted_in(state, observer, aim.hex)
        if targets and all(spots(state, source, target) for target in targets):
            words = f"{name} spots the target itself and must use Direct Fire"
            return Refusal(words, "na:6.5.1b")
    return None


# -- commands that can be carried out --------------------------------------------------------------


def may_observe(state: PanzerState, unit: UnitId) -> bool:
    """Whether OVERWATCH is of use to a unit since it may call fire, armed or not (na:6.5.1c), with its radio
    (or:7.4.3)."""
    calls = state.has(Switch.INDIRECT_FIRE) and observer_row(state, unit) is not None
    return calls and not without_radio(state, unit)


def may_be_called(state: PanzerState, unit: Unit) -> bool:
    """Whether FIRE is of use to a unit since some observer could call its indirect fire (na:6.5.1c).

    Onto an enemy unit that the observer, and not the unit itself, spotted in the Spotting Phase; or since the mission
    in which it fires may go on, whatever it spots itself (na:6.5.1.8).
    """
    if not rows(state, unit.id) or not unit.on_map or unit.bailed_out:
        return False
    if _may_go_on(state, unit):
        return True
    for observer in state.units.values():
        if observer.side != unit.side or observer.id == unit.id or not may_observe(state, observer.id):
            continue
        for target in state.sighted.get(observer.id, frozenset()) - state.sighted.get(unit.id, frozenset()):
            at = state.units[target].hex
            if at is not None and _reaches(state, observer.id, unit, at):
                return True
    return False


def beaten_zone(state: PanzerState, aim: Aim, units: Iterable[UnitId]) -> frozenset[Hex]:
    """The hexes that the SHEAFs of units cover: of those on the map a smaller one than of batteries (min:16.5.1.9)."""
    kinds = {not off_map(state, unit) for unit in units}
    return frozenset(h for on_map in kinds for h in hexes(state.board, aim, state.edition, on_map=on_map))


def watched(state: PanzerState, mission: Mission, spotted: Iterable[Hex]) -> bool:
    """Whether a mission may go on as it is, with spotted enemies in these hexes: one in or adjacent to its Target Point
    (na:6.5.1.8.1), in the miniatures edition in its beaten zone (min:16.5.1.11.1)."""
    if state.edition.indirect.missions_by_sheaf:
        return not beaten_zone(state, mission.aim, mission.sources).isdisjoint(spotted)
    return any(distance(at, mission.aim.hex) <= 1 for at in spotted)


def _may_go_on(state: PanzerState, unit: Unit) -> bool:
    """Whether the observer of a unit's mission spotted an enemy by whom it may go on (na:6.5.1.8.1)."""
    mission = state.indirect.firing_in(unit.id)
    if mission is None or mission.observer is None or mission.danger_close or mission.reconnaissance:
        return False
    found = (state.units[target].hex for target in state.sighted.get(mission.observer, frozenset()))
    near = watched(state, mission, [at for at in found if at is not None])
    return near and _reaches(state, mission.observer, unit, mission.aim.hex)


def _reaches(state: PanzerState, observer: UnitId, unit: Unit, target: Hex) -> bool:
    range_ = called_range(state, observer, unit.id, target)
    return unit.hex is not None and any(
        range_ is not None
        and row.at(range_) is not None
        and bears(
            state, unit, field_of_fire(state, unit, mounted, indirect=True), target, indirect=True, mounted=mounted
        )
        for _, mounted, row in working(state, unit.id)
    )
