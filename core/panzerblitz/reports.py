"""Events in words, for the log and for exported games."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from core.event import Event, TakenBack
from core.panzerblitz import sequence
from core.panzerblitz.course.events import (
    GameEnded,
    GameTurnBegun,
    Placed,
    PlayerTurnBegun,
    Recovered,
    SetUpFinished,
    StepBegun,
)
from core.panzerblitz.face.counters import listed
from core.panzerblitz.fire.events import AmmunitionSpent, AttackAnnounced, AttackLapsed, AttackResolved, AttackWithdrawn
from core.panzerblitz.mines.events import MinesProbed
from core.panzerblitz.movement.events import ContactMade, FortificationTaken, Left, Loaded, Moved, Shifted, Unloaded
from core.panzerblitz.movement.move import points
from core.panzerblitz.sight.events import Revealed
from core.panzerblitz.state import BlitzState, Fate, Method
from core.presentation import Report

_WORDS = {"-": "no effect", "D": "dispersed", "DD": "special dispersed", "X": "eliminated"}
_RULES = {
    Method.SELECTIVE: "pb:PB-COMBAT-I1",
    Method.MULTIPLE: "pb:PB-COMBAT-I2",
    Method.COMBINATION: "pb:PB-COMBAT-I3",
    Method.OVERRUN: "pb:PB-OVR-D",
    Method.CLOSE_ASSAULT: "pb:PB-CAT-D",
    Method.MINEFIELD: "pb:PB-MINE-E",
}
_FATES = {
    Fate.DISPERSED: "dispersed",
    Fate.ELIMINATED: "eliminated",
    Fate.WRECKED: "eliminated, a Wreck stays",
    Fate.BLOCKED: "destroyed, a Block stays",
}


def report(state: BlitzState, event: Event) -> Report | None:
    """An event in words, given the state after it; None for events that only move the game along."""
    write = _WRITE.get(type(event))
    return write(state, event) if write else None


def _side(state: BlitzState, side: str) -> str:
    return next((s.name for s in state.situation.sides if s.id == side), side)


def _names(state: BlitzState, units: tuple[Any, ...]) -> str:
    return listed(state, units)


def _game_turn(state: BlitzState, event: GameTurnBegun) -> Report:
    return Report(f"Turn {event.turn} of {state.situation.turns}", "pb:PB-SEQ-0", "heading", level=0)


def _player_turn(state: BlitzState, event: PlayerTurnBegun) -> Report:
    return Report(f"{_side(state, event.side)} Player-Turn", "pb:PB-SEQ-7", "heading", level=0)


def _step(state: BlitzState, event: StepBegun) -> Report | None:
    step = sequence.step_of(state)
    if not step.orders and not event.mines:
        return None
    player = sequence.player_of(state)
    who = f" - {_side(state, player)}" if player else ""
    return Report(f"{step.phase}: {step.title}{who}", step.rule, "heading", level=0)


def _placed(state: BlitzState, event: Placed) -> Report:
    how = " in the fortification" if event.inside else ""
    how += ", hidden" if event.hidden else ""
    return Report(f"{state.name(event.unit)} set up in {event.hex}{how}", "pb:PB-SETUP-1", hexes=(event.hex,), level=2)


def _set_up_finished(state: BlitzState, event: SetUpFinished) -> Report:
    return Report(f"{_side(state, event.side)} has set up", "pb:PB-SETUP-1")


def _announced(state: BlitzState, event: AttackAnnounced) -> Report:
    attack = event.attack
    details = []
    for battle in attack.battles:
        target = state.name(battle.target) if battle.target is not None else "the whole stack"
        hard = f", intensively: {_names(state, battle.intensive)}" if battle.intensive else ""
        details.append(f"{_names(state, battle.attackers)} at {target}{hard}")
    text = f"{attack.method.value.capitalize()} attack on {attack.hex} announced: {' and '.join(details)}"
    return Report(text, _RULES[attack.method], hexes=(attack.hex,))


def _withdrawn(state: BlitzState, event: AttackWithdrawn) -> Report:
    return Report(f"The attack on {event.hex} is withdrawn", "pb:PB-SEQ-2", "dim", hexes=(event.hex,))


def _resolved(state: BlitzState, event: AttackResolved) -> Report:
    targets = _names(state, event.targets)
    rolled = event.rolls[0].result if event.rolls else 0
    odds = event.odds if event.method is Method.MINEFIELD else f"{event.attack}:{event.defense} = {event.odds}"
    changed = f", modified to {event.roll}" if event.roll != rolled else ""
    lead = "Second roll, " if event.again else ""
    text = (
        f"{lead}{event.method.value} on {targets} in {event.hex} at {odds}, rolled {rolled}{changed}:"
        f" {_WORDS[event.result]}"
    )
    details = [f"{state.name(unit)}: {_FATES[fate]}" for unit, fate in event.effects]
    if event.attackers:
        details.insert(0, f"attackers: {_names(state, event.attackers)}")
    tone = "bad" if event.effects else "dim"
    return Report(
        text[0].upper() + text[1:],
        _RULES[event.method],
        tone,
        event.rolls,
        event.tally,
        tuple(details),
        (event.hex,),
    )


def _lapsed(state: BlitzState, event: AttackLapsed) -> Report:
    gone = "its target or its attackers are out of action"
    text = f"The attack on {event.hex} lapses, {gone}; {_names(state, event.attackers)} count as having fired"
    return Report(text, "pb:PB-SEQ-3", "dim", hexes=(event.hex,))


def _spent(state: BlitzState, event: AmmunitionSpent) -> Report:
    return Report(f"Out of ammunition and lost: {_names(state, event.units)}", "pb:PB-OPT-AMMO-A", "bad")


def _probed(state: BlitzState, event: MinesProbed) -> Report:
    text = "removes the mines" if event.removed else "does not remove the mines"
    tone = "good" if event.removed else "dim"
    return Report(
        f"{state.name(event.unit)} {text} in {event.hex}", "pb:PB-MINE-G", tone, event.rolls, hexes=(event.hex,)
    )


def _loaded(state: BlitzState, event: Loaded) -> Report:
    text = f"{state.name(event.carrier)} loads {state.name(event.passenger)}"
    return Report(text, "pb:PB-TRANS-A", level=2 if event.prepared else 1)


def _unloaded(state: BlitzState, event: Unloaded) -> Report:
    where = state.units[event.carrier].hex
    if event.jumped is not None:
        text = f"{state.name(event.passenger)} jumps off {state.name(event.carrier)} in {where}"
        return Report(text, "pb:PB-OPT-PBA-1", hexes=(where,) if where else ())
    text = f"{state.name(event.carrier)} unloads {state.name(event.passenger)}" + (f" in {where}" if where else "")
    return Report(text, "pb:PB-TRANS-A", hexes=(where,) if where else (), level=2 if event.prepared else 1)


def _moved(state: BlitzState, event: Moved) -> Report:
    how = "comes on in" if event.group else "moves to"
    rate = " at road rate" if event.road else ""
    text = f"{state.name(event.unit)} {how} {event.hex}{rate}, {points(event.cost)} MF"
    if event.stopped:
        text += ", and must stop"
    return Report(text, "pb:PB-MOVE-C", "dim", hexes=(event.hex,), level=2)


def _shifted(state: BlitzState, event: Shifted) -> Report:
    where = "goes into the fortification" if event.inside else "comes out of the fortification"
    return Report(f"{state.name(event.unit)} {where}", "pb:PB-FORT-J", level=2)


def _taken(state: BlitzState, event: FortificationTaken) -> Report:
    hex_ = state.units[event.unit].hex
    text = f"{_side(state, event.side)} captures the fortification in {hex_}"
    return Report(text, "pb:PB-FORT-G", "good", hexes=(hex_,) if hex_ else ())


def _left(state: BlitzState, event: Left) -> Report:
    area = state.situation.areas[event.area].name
    return Report(f"{state.name(event.unit)} leaves the map from {event.hex} ({area})", "pb:PB-WIN-1")


def _revealed(state: BlitzState, event: Revealed) -> Report:
    details = tuple(f"{state.name(u)} in {h}" for u, h, _ in event.placed)
    hexes = tuple(dict.fromkeys(h for _, h, _ in event.placed))
    text = f"Hidden counters of {_side(state, event.side)} come into view in {', '.join(str(h) for h in hexes)}"
    return Report(text, "pb:PB-EXP-HID-1", "warn", details=details, hexes=hexes)


def _contact(state: BlitzState, event: ContactMade) -> Report:
    return Report(f"{_side(state, event.side)} has met the enemy and may leave the road", "pb:PB-SETUP-1")


def _recovered(state: BlitzState, event: Recovered) -> Report | None:
    if not event.units:
        return None
    return Report(f"{_side(state, event.side)} turns face up: {_names(state, event.units)}", "pb:PB-SEQ-6")


def _ended(state: BlitzState, event: GameEnded) -> Report:
    return Report(f"The game is over: {event.text}", event.rule, "heading", level=0)


def _taken_back(state: BlitzState, event: TakenBack) -> Report:
    return Report(f"{_side(state, event.side)} takes its last order back", "pb:PB-GEN-1", "dim")


_WRITE: dict[type[Event], Callable[[BlitzState, Any], Report | None]] = {
    TakenBack: _taken_back,
    Placed: _placed,
    SetUpFinished: _set_up_finished,
    GameTurnBegun: _game_turn,
    PlayerTurnBegun: _player_turn,
    StepBegun: _step,
    AttackAnnounced: _announced,
    AttackWithdrawn: _withdrawn,
    AttackResolved: _resolved,
    AttackLapsed: _lapsed,
    AmmunitionSpent: _spent,
    MinesProbed: _probed,
    Loaded: _loaded,
    Unloaded: _unloaded,
    Moved: _moved,
    Shifted: _shifted,
    FortificationTaken: _taken,
    Left: _left,
    Revealed: _revealed,
    ContactMade: _contact,
    Recovered: _recovered,
    GameEnded: _ended,
}
