"""Hits and what becomes of them in words, with every roll against its number (pw:9.0)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from core.event import Event, UnitId
from core.hexes import Hex
from core.panzerwar.damage.events import (
    CrewTested,
    FireTested,
    GunStruck,
    JamTested,
    OccupantStunned,
    StunTested,
    VehicleStruck,
)
from core.panzerwar.pieces.extended import read_d10
from core.panzerwar.pieces.harm import Damage
from core.panzerwar.pieces.strike import Aspect, Blaze, Crew, Effect, Part
from core.panzerwar.state import WarState
from core.panzerwar.words import called, listed, munition, trial
from core.plane import hex_at
from core.presentation import Report
from core.tally import number_in_sum

_DAMAGE: Final = {
    Damage.LEFT_TRACK: "left track broken",
    Damage.RIGHT_TRACK: "right track broken",
    Damage.MOBILITY: "immobilised",
    Damage.GUN: "gun destroyed",
    Damage.SPONSON_GUN: "sponson gun destroyed",
    Damage.SECOND_GUN: "gun of the secondary turret destroyed",
    Damage.COMMANDER: "tank commander killed",
    Damage.HULL_GUNNER: "hull gunner killed",
    Damage.FIRE: "on fire",
    Damage.CARRIAGE: "cannot be towed",
}
#: The aspects that a part is told with; a top is a top.
_TOLD: Final = frozenset({Aspect.FRONT, Aspect.SIDE, Aspect.REAR})
_CREWS: Final = {
    Crew.STAYS: "stays in its vehicle",
    Crew.BAILS_OUT: "bails out",
    Crew.CRAZED: "is battle-crazed and fights on",
    Crew.BERSERK: "goes berserk: it must ram",
}


def where(effect: Effect) -> str:
    """What a hit struck, such as "on the hull side (location 5)"."""
    if effect.part is Part.BESIDE:
        return "beside it"
    if effect.part is Part.BODY:
        return ""
    aspect = f" {effect.aspect.value}" if effect.aspect in _TOLD else ""
    number = f" (location {effect.location})" if 1 <= effect.location <= 10 else ""
    return f"on the {effect.part.value}{aspect}{number}"


def outcome(effect: Effect) -> str:
    """What came of a hit, in a few words."""
    if effect.destroyed:
        return "it is destroyed" if effect.part is Part.BODY else "it explodes"
    found = [_DAMAGE[one] for one in Damage if one in effect.damage]
    if effect.stunned:
        found.append("stunned")
    if found:
        return ", ".join(found)
    if effect.part in (Part.BESIDE, Part.BODY) or effect.penetration is None:
        return "no effect"
    return "pierced, no damage" if effect.pierced or effect.gear else "not pierced"


def _struck(state: WarState, event: VehicleStruck) -> Report:
    effect = event.effect
    place = where(effect)
    what, at = munition(state, event.by), f" {place}" if place else ""
    text = f"{what} strikes {called(state, event.element)}{at}: {outcome(effect)}"
    details = [trial(one) for one in effect.trials]
    if effect.zone:
        details.insert(0, f"from the zone {effect.zone} (pw:9.1.4)")
    if event.lost:
        details.append(f"lost: {listed(state, event.lost)} (pw:9.12)")
    bad = effect.destroyed or effect.damage or effect.stunned or event.lost
    return Report(
        text[0].upper() + text[1:],
        "pw:9.0",
        "bad" if bad else "dim",
        event.rolls,
        details=tuple(details),
        hexes=_hexes(state, event.element),
    )


def _gun_struck(state: WarState, event: GunStruck) -> Report:
    effect = event.effect
    found = []
    if effect.destroyed:
        found.append("the gun is destroyed")
    if effect.carriage:
        found.append(_DAMAGE[Damage.CARRIAGE])
    if effect.stunned:
        found.append("stunned")
    if effect.crew is not None:
        found.append(f"its crew is attacked at killpower {effect.crew}")
    if effect.shield and not effect.pierced:
        found.insert(0, "the shield holds")
    what, came = munition(state, event.by), ", ".join(found) or "no effect"
    text = f"{what} strikes {called(state, event.element)}, {effect.location}: {came}"
    bad = effect.destroyed or effect.carriage or effect.stunned
    return Report(
        text[0].upper() + text[1:],
        "pw:9.22",
        "bad" if bad else "dim",
        event.rolls,
        details=tuple(trial(one) for one in effect.trials),
        hexes=_hexes(state, event.element),
    )


def _crew_tested(state: WarState, event: CrewTested) -> Report:
    name = called(state, event.element)
    if not event.tested:
        return Report(f"The crew of {name} is battle-crazed and does not test", "pw:9.14.4", "dim")
    number = number_in_sum(event.number, event.tally)
    text = f"The crew of {name} {_CREWS[event.crew]} ({event.rolls[0].result}; bails out on {number} or less)"
    rule = "pw:9.14.4" if event.crew in (Crew.CRAZED, Crew.BERSERK) else "pw:9.14.1"
    details = (f"left behind: {listed(state, event.set_down)}",) if event.set_down else ()
    tone = "bad" if event.crew is Crew.BAILS_OUT else "warn" if event.until else "dim"
    return Report(text, rule, tone, event.rolls, event.tally, details, _hexes(state, event.element))


def _occupant_stunned(state: WarState, event: OccupantStunned) -> Report:
    name = called(state, event.element)
    told = f"{name} is stunned" if event.stunned else f"{name} is not stunned"
    needed = "" if event.needed is None else f": {event.rolled} against {number_in_sum(event.needed, event.tally)}"
    tone = "bad" if event.stunned else "dim"
    return Report(told + needed, "pw:15.7.4.1", tone, event.rolls, event.tally, hexes=_hexes(state, event.element))


def _stun_tested(state: WarState, event: StunTested) -> Report:
    name = called(state, event.element)
    text = f"{name} comes to" if event.ended else f"{name} is still stunned"
    tone = "good" if event.ended else "dim"
    text += f" ({event.rolls[0].result}, needs {event.needed})"
    return Report(text, "pw:9.15.7", tone, event.rolls, hexes=_hexes(state, event.element))


def _jam_tested(state: WarState, event: JamTested) -> Report:
    gun = event.arm if event.arm not in ("", "gun") else "gun"
    text = f"The {gun} of {called(state, event.element)} is {'cleared' if event.cleared else 'still jammed'}"
    tone = "good" if event.cleared else "dim"
    text += f" ({event.rolls[0].result}, needs {event.needed})"
    return Report(text, "pw:9.15.9", tone, event.rolls, hexes=_hexes(state, event.element))


def _fire_tested(state: WarState, event: FireTested) -> Report:
    name = called(state, event.element)
    text = f"The fire in {name} is put out" if event.blaze is Blaze.OUT else f"{name} {event.blaze.value}"
    tone = {Blaze.OUT: "good", Blaze.EXPLODES: "bad", Blaze.BURNS: "dim"}[event.blaze]
    out, explodes = (state.charts.whole(number) for number in ("fire-out", "fire-explodes"))
    text += f" ({read_d10(event.rolls)}; out on {out} or less, explodes on {explodes} or more)"
    details = (f"lost: {listed(state, event.lost)} (pw:6.9.3)",) if event.lost else ()
    return Report(text, "pw:9.6.1", tone, event.rolls, details=details, hexes=_hexes(state, event.element))


def _hexes(state: WarState, element: UnitId) -> tuple[Hex, ...]:
    """Where it happened, if that is known."""
    found = state.elements.get(element)
    return () if found is None or found.at is None else (hex_at(found.at),)


#: The events of this chapter in words.
TELL: Final[Mapping[type[Event], Callable[[WarState, Any], Report | None]]] = {
    VehicleStruck: _struck,
    GunStruck: _gun_struck,
    CrewTested: _crew_tested,
    OccupantStunned: _occupant_stunned,
    StunTested: _stun_tested,
    JamTested: _jam_tested,
    FireTested: _fire_tested,
}
