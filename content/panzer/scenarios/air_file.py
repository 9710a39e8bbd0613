"""What files state of aircraft: their loads, and the moment of a crossing with which a worked example begins."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from attrs import evolve, field, frozen

from content.kit.load import Proof
from core.event import UnitId
from core.hexes import DIRECTION_NAMES, Hex
from core.panzer.air import flying
from core.panzer.pieces.cards import AircraftCard, UnitCard
from core.panzer.pieces.conditions import Edge
from core.panzer.pieces.flights import Altitude, Flight, Sortie, Speed, Track
from core.panzer.pieces.scenario import ScenarioUnit
from core.panzer.pieces.weapons import AirAttack
from core.panzer.state import PanzerState
from core.replaced import replaced

_LOADS: Final = {load.value: load for load in flying.LOADS}


@frozen(eq=False, repr=False)
class SortieLine:
    """What is known of an aircraft between its crossings, as `core.panzer.pieces.flights.Sortie`."""

    unit: str
    load: str = ""
    first_turn: int = 0
    flew: int = 0
    left_by: tuple[str, ...] = ()
    used: tuple[int, ...] = ()


@frozen(eq=False, repr=False)
class FlightLine:
    """The crossing in progress. flown: hexes over the map, the edge hex the first; tracks: hexes for which units have
    had it in sight, on top of those that track it from the edge, all that see it if left out."""

    unit: str
    hex: str
    facing: Any
    speed: str = "Slow"
    altitude: str = "Low"
    flown: int = 1
    turned: bool = False
    target: str = ""
    counted: int | None = None
    acquired: bool = False
    tracks: Mapping[str, int] | None = None
    tracked: tuple[str, ...] = field(default=())


def load(text: str, card: UnitCard, key: str, proof: Proof) -> AirAttack | None:
    """The load of an aircraft that a line states; None if it states none (na:6.7.1)."""
    if not text:
        return None
    if text not in _LOADS or not isinstance(card, AircraftCard):
        allowed = ", ".join(_LOADS) if isinstance(card, AircraftCard) else "nothing: only aircraft have loads"
        proof.mistake(key, repr(text), allowed)
        return None
    listed = [m.weapon.air.attack for m in card.weapons if m.weapon.air is not None]
    if _LOADS[text] not in listed:
        proof.mistake(key, repr(text), "a load of its card", f"{card.id} does not list it")
    return _LOADS[text]


def prove_one_side(units: Iterable[ScenarioUnit], proof: Proof) -> None:
    """Only one side of a scenario has aircraft (na:6.7)."""
    sides = {unit.side for unit in units if isinstance(unit.card, AircraftCard)}
    if len(sides) > 1:
        proof.mistake("side", "aircraft on both sides", "aircraft on one side only", "local air superiority, na:6.7")


def place_sorties(state: PanzerState, lines: Iterable[SortieLine], proof: Proof) -> None:
    """What a worked example states of its aircraft."""
    edges = {edge.value: edge for edge in Edge}
    for at, line in enumerate(lines, 1):
        key = f"situation.sortie[{at}]"
        if _unknown(state, line.unit, f"{key}.unit", proof):
            continue
        for text in line.left_by:
            proof.among(f"{key}.left_by", text, edges, "the edge")
        sortie = Sortie(
            UnitId(line.unit),
            load=load(line.load, state.card(UnitId(line.unit)), f"{key}.load", proof),
            first_turn=line.first_turn or line.flew,
            flew=line.flew,
            left_by=tuple(edges[text] for text in line.left_by if text in edges),
            used=line.used,
        )
        state.air = state.air.with_sortie(sortie)


def place_flight(state: PanzerState, line: FlightLine | None, proof: Proof) -> None:
    """The crossing in progress with which a worked example begins."""
    if line is None or _unknown(state, line.unit, "situation.flight.unit", proof):
        return
    hex_ = _hex(state, line.hex, proof)
    speeds, altitudes = {s.value: s for s in Speed}, {a.value: a for a in Altitude}
    for name, text, known in (("speed", line.speed, speeds), ("altitude", line.altitude, altitudes)):
        proof.among(f"situation.flight.{name}", text, known, f"the {name}")
    facing = DIRECTION_NAMES.index(line.facing) if line.facing in DIRECTION_NAMES else line.facing
    if facing not in range(6):
        proof.mistake("situation.flight.facing", repr(line.facing), ", ".join(DIRECTION_NAMES))
    if hex_ is None or line.speed not in speeds or line.altitude not in altitudes or facing not in range(6):
        return
    unit = UnitId(line.unit)
    state.change(unit, hex=hex_, facing=facing)
    record = state.air.sortie(unit)
    state.air = state.air.with_sortie(evolve(record, first_turn=record.first_turn or state.turn, flew=state.turn))
    flight = Flight(
        unit,
        speeds[line.speed],
        altitudes[line.altitude],
        flown=line.flown,
        turned=line.turned,
        target=UnitId(line.target) if line.target else None,
        counted=line.counted,
        acquired=line.acquired,
    )
    if line.tracks is None and not line.tracked:
        found = flying.tracks(state, flight, hex_, flew=False, appears=True)
    else:
        counts = {**dict.fromkeys(line.tracked, 0), **(line.tracks or {})}
        found = tuple(Track(UnitId(u), hexes, u in line.tracked) for u, hexes in counts.items())
    state.air = replaced(state.air, flight=evolve(flight, tracks=found))


def _unknown(state: PanzerState, text: str, key: str, proof: Proof) -> bool:
    """Whether a text names no aircraft, which is a mistake."""
    known = [unit.id for unit in flying.aircraft(state)]
    if text not in known:
        proof.unknown(key, text, known, "the aircraft")
    return text not in known


def _hex(state: PanzerState, text: str, proof: Proof) -> Hex | None:
    try:
        return state.board.hex(text)
    except ValueError as error:
        proof.mistake("situation.flight.hex", repr(text), "a hex of the board", str(error))
        return None
