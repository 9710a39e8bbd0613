"""Building the orders of an Air Phase: which aircraft, how and whence, at whom; and fire at it (na:6.7)."""

from __future__ import annotations

from typing import Final

from core.choice import Choice, Choices, Partial, Refusal
from core.event import SideId, UnitId
from core.hexes import DIRECTION_NAMES, Hex, in_hexes
from core.order import Order
from core.panzer.air import attacks, flying, runs
from core.panzer.air.choices_flight import aa_choices, flight_choices, shot_of
from core.panzer.air.orders import (
    AaFire,
    AcquireTarget,
    AirAttackOrder,
    BeginFlight,
    ChooseLoad,
    Fly,
    HoldAaFire,
)
from core.panzer.air.sight import acting_for, concealed, observers
from core.panzer.armament import armament
from core.panzer.pieces.flights import Altitude, Flight, Speed
from core.panzer.pieces.movement import StepKind
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.weapons import AirAttack
from core.panzer.state import PanzerState
from core.step_end import end_of_step

GROUP: Final = "Air"
#: The kinds of order that are built here.
KINDS: Final = frozenset({"load", "enter", "ahead", "step", "out", "acquire", "attack", "dive", "aa", "hold-aa"})
_SPEED_KEYS: Final = {Speed.SLOW: "s", Speed.FAST: "f"}
_ALTITUDE_KEYS: Final = {Altitude.LOW: "l", Altitude.MEDIUM: "m", Altitude.HIGH: "h"}
# -- set-up (na:6.7.1) -----------------------------------------------------------------------------------


def load_options(state: PanzerState, side: SideId) -> list[Choice]:
    """Aircraft whose load is still to be picked, or may be picked anew."""
    options: list[Choice] = []
    for unit in flying.aircraft(state, side) if state.has(Switch.AIR) else ():
        if len(flying.loads(state, unit.id)) > 1 and state.scenario.by_id[unit.id].load is None:
            picked = flying.sortie(state, unit.id).load
            cost = picked.value if picked is not None else "to be picked"
            options.append(
                Choice(
                    f"load:{unit.id}", f"Load of {state.name(unit.id)} ...", "unit", None, unit.id, cost, group=GROUP
                )
            )
    return options


def load_choices(state: PanzerState, side: SideId, partial: Partial) -> Choices:
    """Bombs or rockets."""
    unit = UnitId(partial[0].partition(":")[2])
    if len(partial) > 1:
        return Choices("Load", "na:6.7.1", complete=True)
    options = [
        Choice(load.value, f"{load.value.capitalize()}s: {_weapons(state, unit, load)}", "option", unit=unit)
        for load in flying.loads(state, unit)
    ]
    return Choices(f"What does {state.name(unit)} carry?", "na:6.7.1", tuple(options))


def _weapons(state: PanzerState, unit: UnitId, load: AirAttack) -> str:
    found = (m.weapon for m in armament(state, unit) if m.weapon.air is not None and m.weapon.air.attack is load)
    return ", ".join(weapon.name for weapon in found)


# -- the Air Phase -------------------------------------------------------------------------------------


def choices(state: PanzerState, side: SideId, partial: Partial) -> Choices:
    """What may be picked next in an Air Phase."""
    flight = state.air.flight
    if flight is not None and state.units[flight.unit].side != side:
        return aa_choices(state, flight, partial)
    if partial and partial[0].startswith("enter:"):
        return _entry_choices(state, partial)
    if partial and flight is not None and partial[0].startswith("acquire:"):
        return _acquire_choices(state, side, UnitId(partial[0].partition(":")[2]), partial)
    if partial:
        return Choices("Flight", "na:6.7", complete=True)
    return _aircraft_choices(state, side) if flight is None else flight_choices(state, flight)


def _aircraft_choices(state: PanzerState, side: SideId) -> Choices:
    options = [
        Choice(
            f"enter:{unit.id}",
            state.name(unit.id),
            "unit",
            None,
            unit.id,
            cost=f"{flying.turns_left(state, unit.id)} turns left, {stores(state, unit.id)}",
            refusal=flying.flight_refusal(state, unit.id),
            group=GROUP,
        )
        for unit in flying.aircraft(state, side)
    ]
    options.append(Choice("instructions", "Standing instructions ...", "order", key="I"))
    options.append(end_of_step("End the Air Phase: no other aircraft flies"))
    return Choices("Which aircraft flies?", "na:6.7.2", tuple(options))


def stores(state: PanzerState, unit: UnitId) -> str:
    """What an aircraft has left to attack with, as its own player knows it."""
    told: list[str] = []
    for weapon, mounted in enumerate(armament(state, unit)):
        row = mounted.weapon.air
        if row is None or (row.attack in flying.LOADS and flying.load_of(state, unit) is not row.attack):
            continue
        left = attacks.uses_left(state, unit, weapon)
        told.append(f"{row.attack.value} {'any number' if left is None else left}")
    return ", ".join(told) or "nothing to attack with"


def _entry_choices(state: PanzerState, partial: Partial) -> Choices:
    """Speed, Altitude, then the hex and the facing, or a target and one of the straight runs at it."""
    unit = UnitId(partial[0].partition(":")[2])
    name = state.name(unit)
    if len(partial) == 1:
        allowed = flying.speeds(state, unit)
        slow = "na:6.7.4.2.1c" if state.units[unit].damaged else "na:6.7.2.2"
        options = tuple(
            Choice(
                speed.value,
                f"{speed.value} Speed",
                "option",
                key=_SPEED_KEYS[speed],
                refusal=None if speed in allowed else Refusal(f"{name} flies at Slow Speed only", slow),
            )
            for speed in Speed
        )
        return Choices(f"{name}: at which Speed?", "na:6.7.2.2", options)
    speed = Speed(partial[1])
    if len(partial) == 2:
        options = tuple(
            Choice(
                altitude.value,
                f"{altitude.value} Altitude: {_attacks_at(state, unit, altitude)}",
                "option",
                cost=f"acquires in {in_hexes(flying.hexes_to_acquire(state, state.units[unit], speed, altitude))}",
                key=_ALTITUDE_KEYS[altitude],
            )
            for altitude in Altitude
        )
        return Choices(f"{name}, {speed.value}: at which Altitude?", "na:6.7.2.2", options)
    altitude = Altitude(partial[2])
    where = f"{name}, {speed.value} and {altitude.value}"
    if len(partial) == 3:
        return Choices(f"{where}: enter where, or run at whom?", "na:6.7.2.1", _where(state, unit))
    if partial[3].startswith("at:"):
        return _run_choices(state, unit, UnitId(partial[3][3:]), speed, altitude, partial, where)
    if len(partial) == 4:
        hex_ = state.board.hex(partial[3])
        facings = tuple(
            Choice(str(f), DIRECTION_NAMES[f], "facing", hex_, irreversible=True)
            for f in flying.entry_facings(state, unit, hex_)
        )
        return Choices(f"{where}, in {hex_}: facing which hexside?", "na:5.5", facings)
    return Choices(where, "na:6.7.2.1", complete=True)


def _attacks_at(state: PanzerState, unit: UnitId, altitude: Altitude) -> str:
    found: list[str] = []
    for weapon, mounted in enumerate(armament(state, unit)):
        for dive in (False, True):
            if mounted.weapon.air is None or attacks.weapon_refusal(state, unit, weapon, altitude, dive=dive):
                continue
            found.append(attacks.pattern_of(mounted.weapon.air.attack, dive=dive).value)
    return ", ".join(found) or "no attack"


def _where(state: PanzerState, unit: UnitId) -> tuple[Choice, ...]:
    """The enemies that lie straight ahead of some edge hex, for a run at one; then the edge hexes."""
    options: list[Choice] = []
    for enemy in state.of(state.scenario.enemy(state.units[unit].side)):
        ways = 0 if enemy.bailed_out else len(tuple(runs.ways_to(state, unit, enemy.id)))
        if ways:
            label, cost = f"Run at {state.name(enemy.id)} ...", f"{ways} straight way{'s' * (ways != 1)}"
            options.append(Choice(f"at:{enemy.id}", label, "unit", enemy.hex, enemy.id, cost, group="Run at"))
    options += [
        Choice(h.id, state.board.label(h), "hex", h, group="Enter in")
        for h in flying.entry_hexes(state, unit)
        if flying.entry_facings(state, unit, h)
    ]
    return tuple(options)


def _run_choices(
    state: PanzerState, unit: UnitId, target: UnitId, speed: Speed, altitude: Altitude, partial: Partial, where: str
) -> Choices:
    """The straight ways at a target, the most promising first; last those on which it cannot be attacked."""
    if len(partial) > 4:
        return Choices(where, "na:6.7.2.1", complete=True)
    options: dict[str, Choice] = {}
    for run in runs.runs_at(state, unit, target, speed, altitude):
        pick = f"{run.hex}/{run.facing}"
        label = f"From {state.board.label(run.hex)} facing {DIRECTION_NAMES[run.facing]}: {_way_of(state, run)}"
        options.setdefault(pick, Choice(pick, label, "hex", run.hex, cost=_cost(state, run), irreversible=True))
    for hex_, facing in runs.ways_to(state, unit, target):
        label = f"From {state.board.label(hex_)} facing {DIRECTION_NAMES[facing]}"
        barred = Refusal("it does not acquire the target in time on this way, or has no attack for it", "na:6.7.3.1.1")
        pick = f"{hex_}/{facing}"
        options.setdefault(pick, Choice(pick, label, "hex", hex_, refusal=barred))
    return Choices(f"{where}: run at {state.name(target)} from where?", "na:6.7.2.1", tuple(options.values()))


def _way_of(state: PanzerState, run: runs.Run) -> str:
    row = attacks.air_row(state, run.unit, run.weapon)
    return attacks.pattern_of(row.attack, dive=run.dive).value if row is not None else ""


def _cost(state: PanzerState, run: runs.Run) -> str:
    guns = f", tracked by {len(run.guns)}" if run.guns else ""
    return f"attack from {state.board.label(run.attack_from)} after {in_hexes(run.flown)}{guns}"


def _acquire_choices(state: PanzerState, side: SideId, target: UnitId, partial: Partial) -> Choices:
    """Which FO spots the target, where one must and several can: those first that do so already (na:6.7.3.1.2)."""
    able = observers(state, side, target) if concealed(state, state.units[target]) else ()
    if len(able) < 2 or len(partial) > 1:
        return Choices("Flight", "na:6.7", complete=True)
    engaged = state.air.observers
    options = tuple(
        Choice(
            fo,
            state.name(fo),
            "unit",
            state.units[acting_for(state, fo)].hex,
            fo,
            cost="spots it already" if fo in engaged else "spends its OVERWATCH",
        )
        for fo in able
    )
    return Choices(f"Which FO spots {state.name(target)}?", "na:6.7.3.1.2", options)


# -- orders --------------------------------------------------------------------------------------------


def order(state: PanzerState, side: SideId, partial: Partial) -> Order | None:
    """The order of a complete partial; None if it is none of an Air Phase, or not complete."""
    head, rest = partial[0], partial[1:]
    kind, _, value = head.partition(":")
    if kind == "load" and rest:
        return ChooseLoad(unit=UnitId(value), load=AirAttack(rest[0]))
    if kind == "enter":
        return _entry(state, UnitId(value), rest)
    flight = state.air.flight
    if flight is None or kind not in KINDS:
        return None
    if kind == "acquire":
        return AcquireTarget(target=UnitId(value), observer=UnitId(rest[0]) if rest else None)
    if kind in ("attack", "dive"):
        return AirAttackOrder(weapon=int(value), dive=kind == "dive")
    if kind == "aa":
        return AaFire(shots=tuple(shot_of(pick, flight) for pick in partial))
    if kind == "hold-aa":
        return HoldAaFire(rest=value == "rest")
    return Fly(steps=_way(state, flight, kind, value))


def _entry(state: PanzerState, unit: UnitId, rest: Partial) -> Order | None:
    if len(rest) < 4:
        return None
    where, facing = rest[2], rest[3]
    if where.startswith("at:"):
        where, _, facing = rest[3].partition("/")
    return BeginFlight(
        unit=unit, hex=state.board.hex(where), facing=int(facing), speed=Speed(rest[0]), altitude=Altitude(rest[1])
    )


def _way(state: PanzerState, flight: Flight, kind: str, value: str) -> tuple[str, ...]:
    """The steps of one pick: a single one, straight ahead to a hex, or straight off the map."""
    if kind == "step":
        return (value,)
    unit = state.units[flight.unit]
    way: list[Hex] = list(flying.straight_ahead(state, unit.hex, unit.facing)) if unit.hex is not None else []
    if kind == "out":
        return (*(StepKind.FORWARD.value,) * len(way), StepKind.LEAVE_MAP.value)
    return (StepKind.FORWARD.value,) * (way.index(state.board.hex(value)) + 1)
