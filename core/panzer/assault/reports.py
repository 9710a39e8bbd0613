"""The events of Close Assault, Hand-to-Hand combat and Overrun in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from core.event import Event, UnitId
from core.panzer.assault import events
from core.panzer.assault.who import rule, what
from core.panzer.pieces.results import GP_WORDS, Result
from core.panzer.state import PanzerState
from core.panzer.words import total_of
from core.presentation import Report
from core.step_end import StepFinished
from core.tally import Reason

_TONES: Final = {Result.NO_EFFECT: "dim", Result.SUPPRESSED: "warn"}


def _names(state: PanzerState, units: Iterable[UnitId]) -> str:
    return ", ".join(state.name(u) for u in units)


def _announced(state: PanzerState, event: events.AssaultAnnounced) -> Report:
    kind = "Dismount Attack" if event.dismount else what(state, event.target)
    details = []
    for attack in event.attacks:
        others = f" with {_names(state, attack.others)}" if attack.others else ""
        details.append(f"from {attack.hex}: {state.name(attack.primary)}{others}")
    details += [f"{state.name(way.unit)} advances to {way.hexes[-1]}" for way in event.advancing]
    units = [u for attack in event.attacks for u in attack.units]
    return Report(
        f"{_names(state, units)}: {kind} on {state.name(event.target)}",
        rule(state, event.target, "d" if event.dismount else "b"),
        details=tuple(details),
        hexes=(event.hex, *(a.hex for a in event.attacks if a.hex is not None)),
    )


def _begun(state: PanzerState, event: events.AssaultBegun) -> Report:
    text = f"{what(state, event.target)} on {state.name(event.target)} is fought"
    return Report(text, rule(state, event.target, "b"), level=2)


def _terrain_attack(state: PanzerState, event: events.TerrainAttackAnnounced) -> Report:
    name = state.tables.terrain[event.terrain].name
    return Report(
        f"{_names(state, event.attack.units)} attack the {name} in {event.hex}", "or:7.19", hexes=(event.hex,)
    )


def _terrain_attack_begun(state: PanzerState, event: events.TerrainAttackBegun) -> Report:
    name = state.tables.terrain[event.terrain].name
    text = f"{state.name(event.unit)}'s attack on the {name} in {event.hex} is fought"
    return Report(text, "or:7.19", hexes=(event.hex,), level=2)


def _advanced(state: PanzerState, event: events.UnitAdvanced) -> Report:
    text = f"{state.name(event.unit)} advances to {event.hex} to attack"
    return Report(text, "na:6.6.1.1a", hexes=(event.hex,), level=2)


def _dropped(state: PanzerState, event: events.AttackersDropped) -> Report:
    hexes = tuple(h for u in event.units if (h := state.units[u].hex) is not None)
    return Report(f"{_names(state, event.units)} can attack no more", "na:6.6.1.1a", "warn", hexes=hexes)


def _named(state: PanzerState, event: events.PrimaryNamed) -> Report:
    return Report(f"{state.name(event.unit)} leads the attack", "na:6.6.1.2.3c", level=2)


def _close_assault(state: PanzerState, event: events.CloseAssaultResolved) -> Report:
    target, who = state.name(event.target), _names(state, (event.primary, *event.others))
    result = "Damaged a second time: Knocked Out" if event.second_damage else GP_WORDS[event.result]
    if event.total is None:
        text = f"{who}: Close Assault on the abandoned {target}: {result}"
        text += f" ({event.rolls[0].result})" if event.rolls else ""
        return Report(text, "na:6.6.1.1.3a", "bad", event.rolls, hexes=(event.hex,))
    details = [
        f"GP Factor {event.gp} against GP Defense {event.defense}{event.type}: N-Effect {event.n_effect}, "
        f"S-Effect {event.s_effect}",
        f"net {event.net:+d}: {event.total}",
    ]
    if event.flamethrower and event.result is Result.BREW_UP:
        details.append("by a flamethrower always a Brew Up (na:6.6.1.1.3)")
    total = total_of(event.rolls, event.total, event.net)
    return Report(
        f"{who}: Close Assault on {target} ({total} against {event.n_effect}/{event.s_effect}): {result}",
        "na:6.6.1.1.3",
        _TONES.get(event.result, "bad"),
        event.rolls,
        event.tally,
        tuple(details),
        (event.hex,),
    )


def _in_words(reasons: tuple[Reason, ...]) -> str:
    return ", ".join(f"{r.label} {r.amount:+d} ({r.rule})" for r in reasons) or "no modifiers"


def _hand_to_hand(state: PanzerState, event: events.HandToHandFought) -> Report:
    primary, target = state.name(event.primary), state.name(event.target)
    if event.loser is None:
        came = "a tie, rolled again"
    else:
        came = f"{state.name(event.loser)} is {'eliminated' if event.eliminated else 'reduced to a half-squad'}"
    attack = total_of(event.rolls[:1], event.attack, event.attack_net)
    defense = total_of(event.rolls[1:], event.defense, event.defense_net)
    details = (f"{primary}: {_in_words(event.tally)}", f"{target}: {_in_words(event.defense_tally)}")
    return Report(
        f"Hand-to-Hand, {primary} {attack} against {target} {defense}: {came}",
        "na:6.6.1.2.3",
        "dim" if event.loser is None else "bad",
        event.rolls,
        event.tally,
        details,
        (event.hex,),
    )


def _won(state: PanzerState, event: events.AssaultWon) -> Report:
    text = f"{_names(state, event.units)} may move into {event.hex}"
    return Report(text, rule(state, event.target, ".3b"), hexes=(event.hex,), level=2)


def _taken(state: PanzerState, event: events.HexTaken) -> Report:
    goes = "moves" if len(event.units) == 1 else "move"
    text = f"{_names(state, event.units)} {goes} into {event.hex}" if event.units else "The attackers stay"
    fought = state.combats.active
    by = rule(state, fought.target, ".3b") if fought is not None else "na:6.6.1.1.3b"
    return Report(text, by, hexes=(event.hex,))


def _lapsed(state: PanzerState, event: events.AttackLapsed) -> Report:
    text = f"{state.name(event.target)} is gone: {_names(state, event.units)} attacks nobody, but may move"
    return Report(text, rule(state, event.target, "b"), "dim")


def finished(state: PanzerState, event: StepFinished) -> Report:
    side = state.scenario.side(event.side).name
    return Report(f"{side} attacks no more on foot", "na:6.6.1", level=2)


# -- Overrun ---------------------------------------------------------------------------------------


def _overruns(state: PanzerState, event: events.OverrunsAnnounced) -> Report:
    hex_ = state.units[event.target].hex
    return Report(
        f"{_names(state, event.units)}: Overrun of {state.name(event.target)}",
        "na:6.6.10",
        hexes=(hex_,) if hex_ is not None else (),
    )


def _overrun_lapsed(state: PanzerState, event: events.OverrunLapsed) -> Report:
    return Report(f"{state.name(event.unit)} does not Overrun {state.name(event.target)}: {event.reason}", "na:6.6.10a")


def _overrun(state: PanzerState, event: events.OverrunResolved) -> Report:
    made = " + ".join(f"{name} {gp}" for name, gp in event.parts)
    details = [
        f"GP Factor {event.gp} ({made}) against GP Defense {event.defense}S: N-Effect {event.n_effect}, "
        f"S-Effect {event.s_effect}",
        f"net {event.net:+d}: {event.total}",
    ]
    if event.short:
        details.append("its ammunition has run short (na:5.16.2.1)")
    total = total_of(event.rolls, event.total, event.net)
    return Report(
        f"{state.name(event.unit)} Overruns {state.name(event.target)} "
        f"({total} against {event.n_effect}/{event.s_effect}): {GP_WORDS[event.result]}",
        "na:6.6.10.2",
        _TONES.get(event.result, "bad"),
        event.rolls,
        event.tally,
        tuple(details),
        (event.hex,),
    )


#: The events of this chapter in words.
TELL: Final[Mapping[type[Event], Callable[[PanzerState, Any], Report | None]]] = {
    events.AssaultAnnounced: _announced,
    events.AssaultBegun: _begun,
    events.TerrainAttackAnnounced: _terrain_attack,
    events.TerrainAttackBegun: _terrain_attack_begun,
    events.UnitAdvanced: _advanced,
    events.AttackersDropped: _dropped,
    events.PrimaryNamed: _named,
    events.CloseAssaultResolved: _close_assault,
    events.HandToHandFought: _hand_to_hand,
    events.AssaultWon: _won,
    events.HexTaken: _taken,
    events.AttackLapsed: _lapsed,
    events.OverrunsAnnounced: _overruns,
    events.OverrunResolved: _overrun,
    events.OverrunLapsed: _overrun_lapsed,
}
