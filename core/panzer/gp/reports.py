"""The events of GP fire, suppression, bailing out and smoke in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from core.event import Event
from core.hexes import Hex
from core.panzer.adjustment import events as adjustment_events
from core.panzer.armament import armament
from core.panzer.firing.ammunition import short_from, special_limit
from core.panzer.gp import events
from core.panzer.gp.attached_weapons import DESTROYED_TO
from core.panzer.pieces.cards import AircraftCard, Limited
from core.panzer.pieces.results import GP_WORDS, Result
from core.panzer.state import PanzerState
from core.panzer.words import total_of
from core.presentation import Report
from core.tally import in_sum


def _fire(state: PanzerState, event: events.GpFireResolved) -> Report:
    target = state.name(event.target)
    who = state.name(event.shooter) if event.shooter is not None else "fire"
    what = GP_WORDS[event.result]
    if event.second_damage:
        what = "Damaged a second time: Knocked Out"
    details = (
        f"range {event.range} = {event.factor}, GP Factor {event.gp}{' (Small Arms)' if event.small_arms else ''} "
        f"against GP Defense {event.defense}{event.type}: N-Effect {event.n_effect}, S-Effect {event.s_effect}",
        f"net {event.net:+d}: {event.total}",
    )
    verb = "strikes" if event.indirect else "fires at" if event.shot else "also strikes"
    if AircraftCard in {type(state.card(u)) for u in (event.shooter, event.target) if u is not None}:
        verb = "fires at" if isinstance(state.card(event.target), AircraftCard) else "strikes"
    tone = "dim" if event.result is Result.NO_EFFECT else "warn" if event.result is Result.SUPPRESSED else "bad"
    total = total_of(event.rolls, event.total, event.net)
    return Report(
        f"{who} {verb} {target} ({total} against {event.n_effect}/{event.s_effect}): {what}",
        "na:6.5.4.4",
        tone,
        event.rolls,
        event.tally,
        (*_weapon(state, event), *details),
        (event.target_hex,),
    )


def _weapon(state: PanzerState, event: events.GpFireResolved) -> tuple[str, ...]:
    if event.shooter is None or event.indirect:
        return ()
    weapons = armament(state, event.shooter)
    return (weapons[event.weapon].weapon.name,) if event.weapon < len(weapons) else ()


def _terrain(state: PanzerState, event: events.TerrainAttacked) -> Report:
    name = state.tables.terrain[event.terrain].name
    what = "destroyed" if event.destroyed else "it stands"
    detail = f"GP Factor {event.gp} against {event.defense}: more than {event.s_effect} needed, net {event.net:+d}"
    rolled = (roll.result for roll in event.rolls if roll.die == "d100")
    totals = ", then ".join(in_sum(result, result + event.net) for result in rolled)
    return Report(
        f"{name} in {event.hex} under fire ({totals} against {event.s_effect}): {what}",
        "na:6.5.4.4.3c",
        "bad" if event.destroyed else "dim",
        event.rolls,
        event.tally,
        (detail,),
        (event.hex,),
    )


def _suppressed(state: PanzerState, event: events.UnitSuppressed) -> Report:
    return Report(f"{state.name(event.unit)} is Suppressed: {event.cause}", event.rule, "warn", hexes=_at(state, event))


def _eliminated(state: PanzerState, event: events.UnitEliminated) -> Report:
    return Report(f"{state.name(event.unit)} is eliminated: {event.cause}", event.rule, "bad", hexes=_at(state, event))


def _attached_weapon(state: PanzerState, event: events.AttachedWeaponChecked) -> Report:
    what = "is destroyed" if event.destroyed else "is saved"
    weapon = state.scenario.by_id[event.unit].attached[event.weapon].name
    text = f"{weapon} of {state.name(event.unit)} {what} ({total_of(event.rolls, event.total)}, up to {DESTROYED_TO})"
    return Report(text, "or:7.17", "bad" if event.destroyed else "dim", event.rolls, hexes=_at(state, event))


def _at(
    state: PanzerState, event: events.UnitSuppressed | events.UnitEliminated | events.AttachedWeaponChecked
) -> tuple[Hex, ...]:
    hex_ = state.units[event.unit].hex
    return (hex_,) if hex_ is not None else ()


def _bail_out(state: PanzerState, event: events.BailOutChecked) -> Report:
    name = state.name(event.unit)
    if event.who == "Crew":
        text = f"the crew of {name} bails out" if event.out else f"the crew of {name} stays"
    elif event.escape:
        text = f"{name} gets out of {state.name(event.vehicle)}" if event.out else f"{name} is lost with its vehicle"
    else:
        text = f"{name} bails out" if event.out else f"{name} stays mounted"
    limit = f"{event.value}{'+' if event.at_least else '-'}"
    bad = event.out != event.escape
    return Report(
        f"Bail Out: {text} ({total_of(event.rolls, event.total)}, {event.cause} {event.who} {limit})",
        "na:6.5.2.6",
        "bad" if bad else "dim",
        event.rolls,
        event.tally,
        hexes=(event.hex,) if event.hex is not None else (),
    )


def _sunk(state: PanzerState, event: events.VehicleSunk) -> Report:
    aboard = "".join(f" and {state.name(unit)}" for unit in event.aboard)
    text = f"{state.name(event.unit)} sinks{' with all aboard:' + aboard[4:] if aboard else ''}"
    return Report(text, "or:7.34", "bad", hexes=(event.hex,) if event.hex is not None else ())


def _recovery(state: PanzerState, event: adjustment_events.SuppressionChecked) -> Report:
    what = "recovers" if event.recovered else "stays Suppressed"
    hex_ = state.units[event.unit].hex
    return Report(
        f"{state.name(event.unit)} {what} ({total_of(event.rolls, event.total)}, up to {event.value})",
        "na:6.8.3.2",
        "good" if event.recovered else "dim",
        event.rolls,
        event.tally,
        hexes=(hex_,) if hex_ is not None else (),
    )


def _adjusted(state: PanzerState, event: adjustment_events.CountersAdjusted) -> Report:
    return Report("Counters are turned to OFF; those on OFF are removed", "na:6.8.4", "dim", level=2)


def _rolled(state: PanzerState, event: events.SmokeFired) -> str:
    """What was rolled, and with which rolls a weapon runs short; infantry that makes smoke has no limit on its card
    (or:7.22.2)."""
    if not event.rolls:
        return ""
    limit = None if event.infantry else special_limit(state, event.unit, event.weapon, Limited.SMOKE)
    return f" (rolled {event.rolls[-1].result}{f', short {short_from(state, limit)}' if limit is not None else ''})"


def _smoke(state: PanzerState, event: events.SmokeFired) -> Report:
    if not event.placed:
        text = f"{state.name(event.unit)} has run short of smoke{_rolled(state, event)}"
        return Report(text, "na:5.16.2.3", "dim", event.rolls, hexes=(event.hex,))
    text = f"{state.name(event.unit)} lays smoke in {event.hex}{_rolled(state, event)}"
    return Report(text, "na:6.1.4.3.10b", rolls=event.rolls, hexes=(event.hex,))


#: The events of this chapter in words.
TELL: Final[Mapping[type[Event], Callable[[PanzerState, Any], Report | None]]] = {
    events.GpFireResolved: _fire,
    events.TerrainAttacked: _terrain,
    events.UnitSuppressed: _suppressed,
    events.UnitEliminated: _eliminated,
    events.AttachedWeaponChecked: _attached_weapon,
    events.BailOutChecked: _bail_out,
    adjustment_events.SuppressionChecked: _recovery,
    adjustment_events.CountersAdjusted: _adjusted,
    events.VehicleSunk: _sunk,
    events.SmokeFired: _smoke,
}
