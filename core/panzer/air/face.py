"""What is shown of aircraft: counters, air sheet, cards, the layer of a flight, chances of an attack (na:6.7)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from core.choice import Partial
from core.event import SideId, UnitId
from core.hexes import DIRECTION_NAMES, Hex, distance, in_front_arc, in_hexes, within_range
from core.panzer.air import anti_aircraft, attacks, bomb_scatter, flying
from core.panzer.air import runs as air_runs
from core.panzer.air.choices import stores
from core.panzer.air.choices_flight import progress
from core.panzer.air.sight import concealed
from core.panzer.armament import armament
from core.panzer.firing.ammunition import basic_limit, short_from
from core.panzer.gp.defense import target_type
from core.panzer.gp.fire import strike_odds
from core.panzer.gp.odds import crew_rows, moving_rows, terrain_rows, unseen_rows
from core.panzer.ground import water
from core.panzer.ground.buildings import indoors
from core.panzer.ground.positions import improved
from core.panzer.pieces.firing import Shot
from core.panzer.pieces.flights import Altitude, Flight, Speed
from core.panzer.pieces.gp import Strike
from core.panzer.pieces.results import GP_WORDS, Result
from core.panzer.pieces.unit import CommandFace, Presence, Unit
from core.panzer.state import PanzerState
from core.presentation import (
    Card,
    Counter,
    Mark,
    OddsReport,
    Overlay,
    OverlayCell,
    OverlayKind,
    Row,
    Section,
    Sheet,
    SheetKind,
)
from core.tally import Reason

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
    flight = state.air.flight
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
    flight = state.air.flight
    if flight is None or state.units[flight.unit].hex != hex_:
        return []
    return [Row("Above", f"{state.name(flight.unit)}, {_how(flight)}", "na:6.7.2", unit=flight.unit)]


def _how(flight: Flight) -> str:
    return f"{flight.speed.value} Speed, {flight.altitude.value} Altitude"


def unit_rows(state: PanzerState, unit: Unit) -> list[Row]:
    """What a card says of an aircraft, or of a unit that may track one."""
    flight = state.air.flight
    if unit in flying.aircraft(state):
        over = flight is not None and flight.unit == unit.id
        return [*(_flight_rows(state, flight) if flight is not None and over else ()), *_aircraft_rows(state, unit)]
    if flight is None or not flying.has_aa(state, unit.id) or state.units[flight.unit].side == unit.side:
        return []
    return [_gun_row(state, flight, unit)]


# -- the sheet ---------------------------------------------------------------------------------------------


def sheet(state: PanzerState, side: SideId | None) -> Sheet:
    """Every aircraft, as far as it is known, and every gun that may fire at them."""
    cards = [_flight_card(state, state.air.flight)] if state.air.flight is not None else []
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
    flying_now = state.air.flight is not None and state.air.flight.unit == unit.id
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
    flight = state.air.flight
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
        told, tone = f"{track.hexes} of {in_hexes(flying.hexes_to_track(state, gun, flight))} to track it", ""
    return Row(state.name(gun.id), told, "na:6.7.4.1.1", tone=tone, unit=gun.id, hex=gun.hex)


OVERLAY: Final = OverlayKind("air", "Aircraft: cone, way ahead, guns", "a", "")
# -- the layer ---------------------------------------------------------------------------------------------


def overlay(state: PanzerState, side: SideId | None, hex_: Hex | None, unit: Unit | None) -> Overlay:
    """Over the map: the cone in front with what is in sight, and the way ahead; else what guns reach of it."""
    if state.air.flight is None:
        return _gun_cover(state)
    flight, plane = state.air.flight, state.units[state.air.flight.unit]
    cells: dict[Hex, OverlayCell] = {}
    if plane.hex is not None:
        far, degrees = flying.needed(state, flight), state.edition.arc_degrees
        for h in within_range(plane.hex, far):
            if h in state.board and in_front_arc(plane.hex, plane.facing, h, degrees):
                cells[h] = OverlayCell("arc", "", "in its Front Field-of-Fire", "na:6.7.3.1")
        for count, h in enumerate(flying.straight_ahead(state, plane.hex, plane.facing), 1):
            cells[h] = OverlayCell("reach", str(count), f"{in_hexes(count)} ahead", "na:6.7.2.3")
        for enemy in state.of(state.scenario.enemy(plane.side)):
            if enemy.hex is None or enemy.bailed_out or not in_front_arc(plane.hex, plane.facing, enemy.hex, degrees):
                continue
            refused = flying.sight_refusal(state, flight, enemy.id, flight.observer)
            if refused is None:
                cells[enemy.hex] = OverlayCell("seen", "", f"{state.name(enemy.id)} is in sight", "na:6.7.3.1")
            else:
                tone = "maybe" if concealed(state, enemy) else "blocked"
                cells[enemy.hex] = OverlayCell(tone, "?" if tone == "maybe" else "", refused.reason, refused.rule)
    legend = (
        ("reach", "hexes straight ahead"),
        ("arc", f"its front, as far as it acquires ({flying.needed(state, flight)})"),
        ("seen", "targets in sight"),
        ("blocked", "targets that something hides"),
        ("maybe", "targets that an FO must spot"),
    )
    return Overlay(OVERLAY.id, f"What {state.name(plane.id)} sees", cells, legend)


def _gun_cover(state: PanzerState) -> Overlay:
    """How many guns reach each hex at Low Altitude, in their Fields-of-Fire and with the line clear."""
    count: dict[Hex, int] = {}
    for gun in anti_aircraft.guns(state):
        if gun.hex is None:
            continue
        far = max(m.weapon.aa.range[4] for m in state.card(gun.id).weapons if m.weapon.aa is not None)
        for h in state.board.cells:
            if distance(gun.hex, h) <= far and anti_aircraft.covers(state, gun, h, Altitude.LOW):
                count[h] = count.get(h, 0) + 1
    cells = {
        h: OverlayCell("threat", str(n), f"{n} guns reach an aircraft here at Low Altitude", "na:6.7.4.1.2")
        for h, n in count.items()
    }
    return Overlay(OVERLAY.id, "Anti-aircraft guns", cells, (("threat", "guns that reach a low aircraft there"),))


# -- chances -----------------------------------------------------------------------------------------------


def odds(state: PanzerState, side: SideId, partial: Partial) -> OddsReport | None:
    """The chances of an attack or of anti-aircraft fire begun; the run that an entry begins; None for other orders."""
    flight, kind = state.air.flight, partial[0].partition(":")[0] if partial else ""
    if kind == "enter" and len(partial) == 5 and partial[3].startswith("at:"):
        return _run_report(state, partial)
    if flight is None or (flight.strike is not None and kind != "aa"):
        return None
    if kind in ("attack", "dive") and flight.target is not None:
        return _attack_report(state, flight, int(partial[0].partition(":")[2]), dive=kind == "dive")
    if kind == "aa":
        return _aa_report(state, flight, partial)
    return None


def _attack_report(state: PanzerState, flight: Flight, weapon: int, *, dive: bool) -> OddsReport | None:
    if attacks.target_refusal(state, flight, weapon, dive=dive) is not None or flight.target is None:
        return None
    strike = attacks.strike_for(state, flight, weapon, dive=dive)
    source = attacks.source_of(state, flight.unit, strike)
    tally = attacks.aircraft_tally(state, flight, strike, source)
    kind = ", Small Arms" if source.small_arms else f", effective to {source.effectiveness}"
    name = armament(state, flight.unit)[weapon].weapon.name
    rows = [Row(name, f"GP Factor {source.gp}{kind}", attacks.rule_of(strike.pattern))]
    odds = attacks.attack_odds(state, flight, weapon, dive=dive)
    found = {unit: water.outcomes(state, unit, each) for unit, each in odds.items()}
    for unit in strike.struck:
        one, *aboard = attacks.unit_strikes(state, source, tally, unit, flight.target)
        side = "friend" if state.units[unit].side == state.units[flight.unit].side else "enemy"
        rows.append(_struck_row(state, one, f"{side} in {one.hex}", found[unit]))
        rows += [_struck_row(state, each, f"{side} aboard", strike_odds(state, each)) for each in aboard]
    fallen = (s for h in strike.hexes for s in attacks.terrain_strikes(state, source, tally, h, strike.pattern))
    rows += terrain_rows(state, fallen, strike.hexes, None)
    rows += moving_rows(state, (flight.target,) if state.edition.counts_at_target_point else strike.struck)
    rows += unseen_rows(state, strike.struck)
    if (scatter := bomb_scatter.scatter_terms(state, flight, strike.pattern)) is not None:
        told = f"{scatter.chance:.0%}, {in_hexes(scatter.far)} in any direction; else as above"
        rows.append(Row("Bombs scatter", told, bomb_scatter.RULE, tone="warn"))
    outcomes = tuple((GP_WORDS[result], share) for result, share in found[flight.target].items())
    title = f"{strike.pattern.value} at {state.name(flight.target)}"
    main = attacks.unit_strikes(state, source, tally, flight.target, flight.target)[0]
    return OddsReport(title, outcomes, tuple(rows), main.tally.reasons, path=strike.hexes)


def _struck_row(state: PanzerState, strike: Strike, where: str, odds: Mapping[Result, float]) -> Row:
    """Whom an attack strikes, each by itself, and who is aboard (na:6.7.3.2, na:6.5.4.2.3)."""
    unit = strike.target or UnitId("")
    likely = ", ".join(f"{GP_WORDS[result]} {share:.0%}" for result, share in odds.items())
    defense = f"GP Defense {strike.row}{target_type(state.card(unit))}"
    crew = "".join(f"; crew {row.text}" for row in crew_rows(state, unit, odds))
    told = f"{where}, {defense}, net {strike.tally.total:+d}: {likely}{crew}"
    tone = "warn" if where.startswith("friend") else ""
    return Row(state.name(unit), told, "na:6.5.4.4", tone=tone, unit=unit)


def _aa_report(state: PanzerState, flight: Flight, partial: Partial) -> OddsReport:
    rows: list[Row] = []
    reasons: tuple[Reason, ...] = ()
    outcomes: tuple[tuple[str, float], ...] = ()
    for pick in partial:
        unit, _, weapon = pick.removeprefix("aa:").partition("/")
        shot = Shot(UnitId(unit), flight.unit, int(weapon or 0), anti_aircraft.AA)
        terms = anti_aircraft.aa_terms(state, flight, shot)
        n, s = terms.strike.cell
        told = (
            f"range {terms.range} = {terms.strike.source.factor.name}, GP Factor {terms.strike.source.gp} against "
            f"{terms.strike.row}S: no effect to {n}, Suppressed to {s}; net {terms.strike.tally.total:+d}"
        )
        rows.append(Row(state.name(shot.shooter), told, "na:6.7.4.2", unit=shot.shooter))
        if (limit := basic_limit(state, shot.shooter, shot.weapon)) is not None:
            rows.append(Row("", f"ammunition: runs short {short_from(state, limit)}, then -10", "na:5.16.2b"))
        reasons = terms.strike.tally.reasons
        outcomes = tuple((GP_WORDS[r], share) for r, share in anti_aircraft.aa_odds(state, flight, shot).items())
    title = f"anti-aircraft fire at {state.name(flight.unit)}"
    return OddsReport(title if len(partial) == 1 else f"{title}: the last shot", outcomes, tuple(rows), reasons)


def _run_report(state: PanzerState, partial: Partial) -> OddsReport | None:
    unit, target = UnitId(partial[0].partition(":")[2]), UnitId(partial[3][3:])
    runs = air_runs.runs_at(state, unit, target, Speed(partial[1]), Altitude(partial[2]))
    run = next((r for r in runs if f"{r.hex}/{r.facing}" == partial[4]), None)
    if run is None:
        return None
    rows = [
        Row("Acquired", f"after {in_hexes(run.acquired)}", "na:6.7.3.1.1"),
        Row("Attack", f"from {run.attack_from} after {in_hexes(run.flown)}", "na:6.7.3", hex=run.attack_from),
        *(Row("Tracked by", state.name(gun), "na:6.7.4.1.1", unit=gun) for gun in run.guns),
    ]
    path = [run.hex, *flying.straight_ahead(state, run.hex, run.facing)]
    return OddsReport(f"run at {state.name(target)}", (), tuple(rows), path=tuple(path[1:]))
