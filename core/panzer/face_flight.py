"""The layer and the chances of aircraft: cone, way ahead, guns; an attack, anti-aircraft fire, a run (na:6.7)."""

from __future__ import annotations

from typing import Final

from core.choice import Partial
from core.event import SideId, UnitId
from core.hexes import Hex, distance, in_front_arc, within_range
from core.panzer import air_attacks, air_runs, anti_aircraft, flying
from core.panzer.air_sight import concealed
from core.panzer.armament import armament
from core.panzer.flights import Altitude, Flight, Speed, in_hexes
from core.panzer.gp_defense import target_type
from core.panzer.reports_gp import words
from core.panzer.state import PanzerState, Shot
from core.panzer.unit import Unit
from core.presentation import OddsReport, Overlay, OverlayCell, OverlayKind, Row
from core.tally import Reason

OVERLAY: Final = OverlayKind("air", "Aircraft: cone, way ahead, guns", "a", "")


# -- the layer ---------------------------------------------------------------------------------------------


def overlay(state: PanzerState, side: SideId | None, hex_: Hex | None, unit: Unit | None) -> Overlay:
    """Over the map: the cone in front with what is in sight, and the way ahead; else what guns reach of it."""
    if state.flight is None:
        return _gun_cover(state)
    flight, plane = state.flight, state.units[state.flight.unit]
    cells: dict[Hex, OverlayCell] = {}
    if plane.hex is not None:
        far = flying.needed(state, flight)
        for h in within_range(plane.hex, far):
            if h in state.board and in_front_arc(plane.hex, plane.facing, h):
                cells[h] = OverlayCell("arc", "", "in its Front Field-of-Fire", "na:6.7.3.1")
        for count, h in enumerate(flying.straight_ahead(state, plane.hex, plane.facing), 1):
            cells[h] = OverlayCell("reach", str(count), f"{in_hexes(count)} ahead", "na:6.7.2.3")
        for enemy in state.of(state.scenario.enemy(plane.side)):
            if enemy.hex is None or enemy.bailed_out or not in_front_arc(plane.hex, plane.facing, enemy.hex):
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
    flight, kind = state.flight, partial[0].partition(":")[0] if partial else ""
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
    if air_attacks.target_refusal(state, flight, weapon, dive=dive) is not None or flight.target is None:
        return None
    strike = air_attacks.strike_for(state, flight, weapon, dive=dive)
    source = air_attacks.source_of(state, flight.unit, strike)
    tally = air_attacks.aircraft_tally(state, flight, strike, source)
    kind = ", Small Arms" if source.small_arms else f", effective to {source.effectiveness}"
    name = armament(state, flight.unit)[weapon].weapon.name
    rows = [Row(name, f"GP Factor {source.gp}{kind}", air_attacks.rule_of(strike.pattern))]
    found = air_attacks.attack_odds(state, flight, weapon, dive=dive)
    for unit in strike.struck:
        one = air_attacks.unit_strikes(state, source, tally, unit)[0]
        side = "friend" if state.units[unit].side == state.units[flight.unit].side else "enemy"
        likely = ", ".join(f"{words(result)} {share:.0%}" for result, share in found[unit].items())
        defense = f"GP Defense {one.row}{target_type(state.card(unit))}"
        told = f"{side} in {one.hex}, {defense}, net {one.tally.total:+d}: {likely}"
        rows.append(Row(state.name(unit), told, "na:6.5.4.4", tone="warn" if side == "friend" else "", unit=unit))
    outcomes = tuple((words(result), share) for result, share in found[flight.target].items())
    title = f"{strike.pattern.value} at {state.name(flight.target)}"
    main = air_attacks.unit_strikes(state, source, tally, flight.target)[0]
    return OddsReport(title, outcomes, tuple(rows), main.tally.reasons, path=strike.hexes)


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
        reasons = terms.strike.tally.reasons
        outcomes = tuple((words(r), share) for r, share in anti_aircraft.aa_odds(state, flight, shot).items())
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
