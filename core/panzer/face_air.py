"""What is shown of aircraft: their counter over the map, the air sheet, rows of cards (na:6.7)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from core.event import SideId
from core.hexes import DIRECTION_NAMES, Hex
from core.panzer import anti_aircraft, flying
from core.panzer.armament import armament
from core.panzer.buildings import indoors
from core.panzer.choices_air import stores
from core.panzer.choices_flight import progress
from core.panzer.flights import Altitude, Flight, Speed, in_hexes
from core.panzer.gp_defense import target_type
from core.panzer.positions import improved
from core.panzer.state import PanzerState
from core.panzer.unit import CommandFace, Presence, Unit
from core.presentation import Card, Counter, Mark, Row, Section, Sheet, SheetKind

KIND: Final = SheetKind("air", "Aircraft & anti-aircraft guns", "a")
_ALTITUDES: Final = {
    Altitude.LOW: Mark("low", "▁", "l", "at Low Altitude", "info"),
    Altitude.MEDIUM: Mark("medium", "▄", "m", "at Medium Altitude", "info"),
    Altitude.HIGH: Mark("high", "█", "h", "at High Altitude", "info"),
}
_FAST: Final = Mark("fast", "»", ">", "at Fast Speed", "info")
_SUPPRESSED: Final = Mark("suppressed-on", "▼", "!", "Suppressed", "warn")
_DAMAGED: Final = Mark("damaged", "✖", "x", "DMGD", "bad")
_TRACKED: Final = Mark("tracked", "⊙", "o", "tracked by anti-aircraft guns", "warn")
_NOTE: Final = "Tracking counts for every gun; whether it may fire depends on its OVERWATCH."


# -- the map -----------------------------------------------------------------------------------------------


def counters(state: PanzerState) -> Iterator[Counter]:
    """The aircraft over the map, with how it flies."""
    flight = state.flight
    unit = state.units[flight.unit] if flight is not None else None
    if flight is None or unit is None or unit.hex is None:
        return
    marks = [_ALTITUDES[flight.altitude], *((_FAST,) if flight.speed is Speed.FAST else ())]
    if unit.suppressed:
        marks.append(_SUPPRESSED)
    if unit.damaged:
        marks.append(_DAMAGED)
    if any(track.tracked for track in flight.tracks):
        marks.append(_TRACKED)
    yield Counter(
        id=unit.id,
        kind="unit",
        hex=unit.hex,
        side=unit.side,
        short="A",
        name=state.name(unit.id)[:14],
        label=state.name(unit.id),
        facing=unit.facing,
        marks=tuple(marks),
        values=f"{flight.speed.value} {flight.altitude.value}",
    )


def hex_rows(state: PanzerState, hex_: Hex) -> list[Row]:
    """What a hex card says of the aircraft above it."""
    flight = state.flight
    if flight is None or state.units[flight.unit].hex != hex_:
        return []
    return [Row("Above", f"{state.name(flight.unit)}, {_how(flight)}", "na:6.7.2", unit=flight.unit)]


def _how(flight: Flight) -> str:
    return f"{flight.speed.value} Speed, {flight.altitude.value} Altitude"


def unit_rows(state: PanzerState, unit: Unit) -> list[Row]:
    """What a card says of an aircraft, or of a unit that may track one."""
    flight = state.flight
    if unit in flying.aircraft(state):
        over = flight is not None and flight.unit == unit.id
        return [*(_flight_rows(state, flight) if flight is not None and over else ()), *_aircraft_rows(state, unit)]
    if flight is None or not flying.has_aa(state, unit.id) or state.units[flight.unit].side == unit.side:
        return []
    return [_gun_row(state, flight, unit)]


# -- the sheet ---------------------------------------------------------------------------------------------


def sheet(state: PanzerState, side: SideId | None) -> Sheet:
    """Every aircraft, as far as it is known, and every gun that may fire at them."""
    cards = [_flight_card(state, state.flight)] if state.flight is not None else []
    cards += [_aircraft_card(state, unit, own=side in (None, unit.side)) for unit in flying.aircraft(state)]
    guns = anti_aircraft.guns(state)
    if guns:
        cards.append(_guns_card(state, guns, side))
    return Sheet(KIND.title, "na:6.7", tuple(cards), _NOTE if guns else "")


def _flight_card(state: PanzerState, flight: Flight) -> Card:
    unit = state.units[flight.unit]
    rows = tuple(_flight_rows(state, flight))
    return Card(f"{state.name(unit.id)} over the map", side=unit.side, sections=(Section("", rows),))


def _flight_rows(state: PanzerState, flight: Flight) -> list[Row]:
    unit = state.units[flight.unit]
    rows = [
        Row("Flies", _how(flight), "na:6.7.2.2"),
        Row("Above", f"{unit.hex}, facing {DIRECTION_NAMES[unit.facing]}", "na:5.5", unit=unit.id, hex=unit.hex),
        Row(
            "Flown", f"{in_hexes(flight.flown)}, {'has turned' if flight.turned else 'has not turned'}", "na:6.7.2.3.1"
        ),
        Row("Target", progress(state, flight), "na:6.7.3.1.1", unit=flight.target or ""),
    ]
    if flight.observer is not None:
        rows.append(Row("Spotted by", state.name(flight.observer), "na:6.7.3.1.2", unit=flight.observer))
    return rows


def _aircraft_card(state: PanzerState, unit: Unit, *, own: bool) -> Card:
    card = flying.card_of(state, unit.id)
    return Card(
        state.name(unit.id),
        f"{card.name}, GP Defense {card.gp_defense}{target_type(card)}",
        unit.side,
        (Section("", tuple(_aircraft_rows(state, unit, own=own))),),
    )


def _aircraft_rows(state: PanzerState, unit: Unit, *, own: bool = True) -> list[Row]:
    """own: whether the load is known; else only what has been used shows (na:6.7.1)."""
    card, record = flying.card_of(state, unit.id), flying.sortie(state, unit.id)
    if unit.presence is Presence.ELIMINATED:
        return [Row("Shot down", "it flies no more", "na:6.7.4.2.1d", tone="bad")]
    speeds = " or ".join(speed.value for speed in flying.speeds(state, unit.id))
    rows = [Row("Speed", speeds + (", dive bomber" if card.dive_bomber else ""), "na:6.7.2.2")]
    if own:
        rows.append(Row("Left", stores(state, unit.id), "na:5.16.2.6"))
    for weapon, mounted in enumerate(armament(state, unit.id)):
        if mounted.weapon.air is not None and record.uses(weapon):
            rows.append(Row("Used", f"{mounted.weapon.name}, {record.uses(weapon)}", "na:5.16.2.6"))
    refused = flying.flight_refusal(state, unit.id)
    first = f"since turn {record.first_turn}" if record.first_turn else "not seen yet"
    rows.append(Row("Turns left", f"{flying.turns_left(state, unit.id)}, {first}", "na:6.7.2.1"))
    flying_now = state.flight is not None and state.flight.unit == unit.id
    if refused is not None and not flying_now:
        rows.append(Row("Flies", f"not now: {refused.reason}", refused.rule, tone="dim"))
    elif not flying_now:
        rows.append(Row("Appears", flying.entry_words(state, unit.id), "na:6.7.2.1"))
    if unit.suppressed:
        rows.append(Row("SUPPRESSION", "attacks at -20, acquires in twice as many hexes", "na:6.7.4.2.1b", tone="warn"))
    if unit.damaged:
        rows.append(Row("DMGD", "attacks at -10, Slow for good; the next brings it down", "na:6.7.4.2.1c", tone="bad"))
    return rows


def _guns_card(state: PanzerState, guns: tuple[Unit, ...], side: SideId | None) -> Card:
    flight = state.flight
    rows: list[Row] = []
    for gun in guns:
        if flight is not None:
            rows.append(_gun_row(state, flight, gun))
            continue
        known = side == gun.side or gun.command_face is not CommandFace.DOWN
        command = gun.command.value if gun.command is not None and known else "command not known"
        far = max(m.weapon.aa.range[4] for m in state.card(gun.id).weapons if m.weapon.aa is not None)
        high = any(m.weapon.aa.high for m in state.card(gun.id).weapons if m.weapon.aa is not None)
        fired, reach = ", has fired" if gun.fired else "", "" if high else ", N/A vs. High Altitude"
        told = f"{command}{fired}, to {far} hexes{reach}"
        rows.append(Row(state.name(gun.id), told, "na:6.7.4", unit=gun.id, hex=gun.hex))
    return Card("Anti-aircraft guns", side=guns[0].side, sections=(Section("", tuple(rows)),))


def _gun_row(state: PanzerState, flight: Flight, gun: Unit) -> Row:
    """How far a gun has come with the aircraft over the map (na:6.7.4.1.1)."""
    track = flight.track(gun.id)
    if indoors(state, gun) or improved(state, gun) is not None:
        told, tone = "inside: it neither tracks nor fires", "dim"
    elif track is None:
        told, tone = "does not see the aircraft", "dim"
    elif track.tracked:
        told, tone = "tracks the aircraft", "warn"
    else:
        told, tone = f"{track.hexes} of {flying.hexes_to_track(state, gun, flight)} hexes to track it", ""
    return Row(state.name(gun.id), told, "na:6.7.4.1.1", tone=tone, unit=gun.id, hex=gun.hex)
