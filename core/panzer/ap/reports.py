"""AP fire in words: every figure that a player needs to follow it on the Game Cards."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from core.event import Event
from core.panzer.ap import events
from core.panzer.ap.collateral import rule_of
from core.panzer.ap.hits import TOO_HEAVY
from core.panzer.armament import armament
from core.panzer.firing.ammunition import SPECIAL, short_from, special_limit
from core.panzer.pieces.results import AP_WORDS, Result
from core.panzer.state import PanzerState
from core.panzer.words import at
from core.presentation import Report

_BAD: Final = {Result.TRACK_HIT, Result.DAMAGE, Result.KNOCKED_OUT, Result.BREW_UP}
_LOCATIONS: Final = {
    "TF": "turret front",
    "TS": "turret side",
    "TR": "turret rear",
    "HF": "hull front",
    "HS": "hull side",
    "HR": "hull rear",
    "DK": "deck",
    "TK": "track",
}


def _fired(state: PanzerState, event: events.ApShotFired) -> Report:
    shooter, target = state.name(event.shooter), state.name(event.target)
    weapon = armament(state, event.shooter)[event.weapon].weapon.name
    if not event.fired:
        text = f"{event.ammo} of the {weapon} of {shooter} misfires: nothing is fired at {target}"
        text += f" (rolled {event.rolls[0].result}{_limit(state, event)})"
        return Report(text, "min:16.1.2.3.2", "dim", event.rolls, hexes=(event.target_hex,))
    factor = event.factor or "out of range"
    gun = f"{weapon} {event.fired}, rate of fire {event.rate}, range {event.range} = {factor}"
    details = [f"{gun}, net {event.net:+d}, AP Hit Number {event.hit_number}"]
    if event.fired != event.ammo:
        details.append(f"{event.ammo} has run out: {event.fired} is fired (na:5.16.2.2)")
    elif event.short:
        details.append("ammunition runs short: rate of fire N (na:5.16.2.1)")
    hexes = (event.target_hex,)
    if not event.hits:
        rolled = f" ({event.rolls[-1].result} over {event.hit_number})" if event.hit_number else ": no hit possible"
        return Report(
            f"{shooter} misses {target}{rolled}", "na:6.5.2.1", "dim", event.rolls, event.tally, tuple(details), hexes
        )
    count = "hits" if event.hits == 1 else f"scores {event.hits} hits on"
    text = f"{shooter} {count} {target} ({event.rolls[-1].result} of {event.hit_number})"
    return Report(text, "na:6.5.2.1", "", event.rolls, event.tally, tuple(details), hexes)


def _limit(state: PanzerState, event: events.ApShotFired) -> str:
    """With which rolls the ammunition announced misfires."""
    kind = SPECIAL.get(event.ammo)
    limit = special_limit(state, event.shooter, event.weapon, kind) if kind is not None else None
    return f", short {short_from(state, limit)}" if limit is not None else ""


def _spread(state: PanzerState, event: events.HitsSpread) -> Report:
    counted = {target: event.targets.count(target) for target in dict.fromkeys(event.targets)}
    shares = ", ".join(f"{state.name(target)} {count}" for target, count in counted.items())
    return Report(f"{state.name(event.shooter)} spreads its hits: {shares}", "na:6.5.2.1c")


def _angle(state: PanzerState, event: events.HitAngleChosen) -> Report:
    return Report(f"{state.name(event.unit)} takes the shot at {event.angle.value}", "na:6.5.2.2")


def _resolved(state: PanzerState, event: events.ApShotResolved) -> Report:
    outcomes = [f"{state.name(hit.target)}: {_outcome(hit)} ({hit.roll:02d})" for hit in event.hits]
    details = tuple(_detail(state, hit) for hit in event.hits)
    results = {hit.result for hit in event.hits if not hit.again}
    tone = "bad" if results & _BAD else "warn" if Result.NO_DAMAGE in results else ""
    return Report("; ".join(outcomes), "na:6.5.2.2a", tone, event.rolls, (), details, (event.target_hex,))


def _outcome(hit: events.ApHit) -> str:
    """What a hit did, in a few words."""
    where = _LOCATIONS[hit.location.rstrip("*")]
    if hit.result is Result.MISS:
        return f"{where}, which is {hit.masked}: a miss"
    if hit.result is Result.TRACK_HIT:
        return "tracks hit again, no effect" if hit.again else AP_WORDS[hit.result]
    if hit.second_damage:
        return f"{where}, Damage, the second: Knock-Out"
    if hit.result is Result.DAMAGE:
        return f"{where}, {hit.part.upper()} DMGD" if hit.part else f"{where}, {AP_WORDS[hit.result]}"
    return f"{where}, {AP_WORDS[hit.result]}"


def _detail(state: PanzerState, hit: events.ApHit) -> str:
    """How the hit is read off the cards: location, Armor and Penetration Factor, damage row."""
    tens, units = hit.roll // 10 % 10 or 10, hit.roll % 10 or 10
    text = f"{hit.roll:02d}, {hit.angle.value}{_turret(hit)}: tens {tens} = {hit.location}"
    if hit.masked:
        return f"{text}, protected ({hit.masked}, {'or:7.21' if hit.masked == TOO_HEAVY else 'na:6.5.2.2.3'})"
    if hit.result is Result.TRACK_HIT or hit.armor is None:
        return f"{text} (na:6.5.2.2.1)"
    text += f"; {hit.inclination.value} shot, penetration {hit.penetration}{_varied(hit.adjustment)} against "
    text += f"armor {hit.armor}{_lower(hit)}"
    if not hit.digit:
        return f"{text}: not penetrated (na:6.5.2.3.1)"
    read = hit.digit - hit.burning
    soft = f", {_why_read_elsewhere(state, hit)} = {read}" if read != units else ""
    burns = f", a Knock-Out, {hit.burning:+d} for BU = {hit.digit} (or:7.11)" if hit.burning else ""
    second = "; a second Damaged result is a KO (na:6.5.2.2.4)" if hit.second_damage else ""
    return f"{text}; units {units}{soft}{burns} = {hit.result} (na:6.5.2.5){second}"


def _turret(hit: events.ApHit) -> str:
    """How it arrived at a turret that looks elsewhere than its hull."""
    return f", turret {hit.turret.value} (or:7.8.2)" if hit.turret is not None else ""


def _varied(adjustment: int) -> str:
    """What two dice made of a penetration; "" if nothing."""
    return f" ({adjustment:+d}, or:7.12)" if adjustment else ""


def _lower(hit: events.ApHit) -> str:
    return f" of the lower hull ({hit.lower_hull})" if hit.lower_hull else ""


def _why_read_elsewhere(state: PanzerState, hit: events.ApHit) -> str:
    """Why the damage is not read at the digit that was rolled (na:6.5.2.5, min:8.4.7.2)."""
    if state.edition.damaged_parts:
        return "less 2 against an S-Type"
    steps = state.edition.soft_steps if state.card(hit.target).type == "S" else 0
    return f"by the D of the ammunition{f' and less {steps} against an S-Type' if steps else ''}"


def aspect(state: PanzerState, event: events.AspectChosen) -> Report:
    return Report(f"{state.name(event.unit)} takes the shot on its {event.aspect.value} armor", "na:4.4.3.2.4")


def fire(state: PanzerState, event: events.ApFireResolved) -> Report:
    shooter, target = state.name(event.shooter), state.name(event.target)
    weapon = armament(state, event.shooter)[event.weapon].weapon.name
    details = [f"{weapon}, range {event.range} = {event.factor}, net {event.net:+d}, AP Hit Number {event.hit_number}"]
    if event.short:
        details.append("ammunition runs short (na:5.16.2.1)")
    if event.aspect is None:
        why = f" ({event.rolls[-1].result} over {event.hit_number})" if event.hit_number else ": no hit possible"
        text = f"{shooter} misses {target}{why}"
        return Report(text, "na:4.4.3.2.3", "dim", event.rolls, event.tally, tuple(details), (event.target_hex,))
    x = (event.penetration or 0) - (event.armor or 0)
    details.append(
        f"{event.aspect.value} armor {event.armor}, penetration {event.penetration}{_varied(event.adjustment)}: {x:+d}"
    )
    outcome = AP_WORDS[event.result]
    if event.second_damage:
        outcome = "Damage, the second: Knock-Out"
        details.append("a second Damage is a KO (na:4.4.3.2.6a)")
    rolled = next(roll.result for roll in event.rolls if roll.die == "d100")
    tone = "" if event.result is Result.NO_EFFECT else "bad"
    rule = "na:4.4.3.2.6"
    text = f"{shooter} hits {target} ({rolled} of {event.hit_number}): {outcome}"
    return Report(text, rule, tone, event.rolls, event.tally, tuple(details), (event.target_hex,))


def _rolled(event: events.CollateralChecked | events.FuelChecked) -> str:
    """What was rolled on a table."""
    return f" ({', '.join(str(roll.result) for roll in event.rolls)})" if event.rolls else ""


def _collateral(state: PanzerState, event: events.CollateralChecked) -> Report:
    what = f"{event.broken.value} damaged" if event.broken is not None else "nothing else is broken"
    what = "SUPPRESSED/ON" if event.suppressed else what
    return Report(
        f"{state.name(event.unit)}, hit on {event.location}: {what}{_rolled(event)}",
        rule_of(event.location),
        "bad" if event.suppressed or event.broken is not None else "dim",
        rolls=event.rolls,
        hexes=at(state, event.unit),
    )


_FUEL: Final = {
    Result.TRACK: ("is out of fuel: a Track Hit", "bad"),
    Result.BREW_UP: ("catches fire: a Brew Up", "bad"),
    Result.NO_EFFECT: ("leaks fuel", "dim"),
}


def _fuel(state: PanzerState, event: events.FuelChecked) -> Report:
    words, tone = _FUEL[event.result]
    text = f"{state.name(event.unit)} {words}{_rolled(event)}"
    return Report(text, "or:7.23.4", tone, rolls=event.rolls, hexes=at(state, event.unit))


#: The events of this chapter in words.
TELL: Final[Mapping[type[Event], Callable[[PanzerState, Any], Report | None]]] = {
    events.AspectChosen: aspect,
    events.ApFireResolved: fire,
    events.ApShotFired: _fired,
    events.HitsSpread: _spread,
    events.HitAngleChosen: _angle,
    events.ApShotResolved: _resolved,
    events.CollateralChecked: _collateral,
    events.FuelChecked: _fuel,
}
