"""Events in words, for the log and for exported games."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from core.event import Event, TakenBack
from core.hexes import DIRECTION_NAMES, Hex
from core.panzer import events as e
from core.panzer import (
    reports_air,
    reports_ap,
    reports_assault,
    reports_command,
    reports_gp,
    reports_indirect,
    reports_move,
    reports_terrain,
    reports_transport,
    sequence,
)
from core.panzer.armament import armament
from core.panzer.initiative import modifier
from core.panzer.state import PanzerState, QuestionKind
from core.presentation import Report


def report(state: PanzerState, event: Event) -> Report | None:
    """An event in words, given the state after it; None for events that only move the game along."""
    write = _WRITE.get(type(event))
    return write(state, event) if write else None


def _side(state: PanzerState, side: str) -> str:
    return next((s.name for s in state.scenario.sides if s.id == side), side)


def _at(state: PanzerState, *units: str) -> tuple[Hex, ...]:
    hexes = (state.unit(u).hex for u in units)
    return tuple(h for h in hexes if h is not None)


def _turn(state: PanzerState, event: e.TurnBegun) -> Report:
    return Report(f"Turn {event.turn} of {state.scenario.turns}", "na:4.0", "heading", level=0)


def _step(state: PanzerState, event: e.StepBegun) -> Report:
    step = sequence.BY_ID[event.step]
    player = sequence.player_of(state)
    who = f" - {_side(state, player)}" if player else ""
    return Report(f"{step.phase}: {step.title}{who}", step.rule, "heading", level=0)


def _set_up_order(state: PanzerState, event: e.SetUpOrderFixed) -> Report:
    first = _side(state, event.order[0])
    return Report(f"{first} sets up first", "na:2.0", rolls=event.rolls)


def _zone(state: PanzerState, event: e.ZoneChosen) -> Report:
    return Report(f"{_side(state, event.side)} sets up in {state.scenario.zones[event.zone].name}", "na:2.0")


def _placed(state: PanzerState, event: e.UnitPlaced) -> Report:
    name = state.name(event.unit)
    return Report(
        f"{name} set up in {event.hex} facing {DIRECTION_NAMES[event.facing]}", "na:2.0", hexes=(event.hex,), level=2
    )


def _set_up_finished(state: PanzerState, event: e.SetUpFinished) -> Report:
    return Report(f"{_side(state, event.side)} has set up", "na:2.0")


def _spotting(state: PanzerState, event: e.SpottingChecked) -> Report:
    targets = {t for _, seen in event.sighted for t in seen}
    details = [
        f"{state.name(spotter)} spots {', '.join(state.name(t) for t in seen)}" for spotter, seen in event.sighted
    ]
    if event.lapsed:
        details.append(f"SPOT counters removed: {', '.join(state.name(u) for u in event.lapsed)}")
    count = "1 vehicle is" if len(targets) == 1 else f"{len(targets)} vehicles are"
    text = f"{count} spotted" if targets else "nobody is spotted"
    return Report(text, "na:4.1", details=tuple(details))


def _command(state: PanzerState, event: e.CommandPlaced) -> Report:
    return Report(f"{state.name(event.unit)}: {event.command.value}, face down", "na:4.2.1a", level=2)


def _commands_finished(state: PanzerState, event: e.CommandsFinished) -> Report:
    return Report(f"{_side(state, event.side)} has placed its commands", "na:4.2.1a")


def _initiative(state: PanzerState, event: e.InitiativeRolled) -> Report:
    added = {s: modifier(state, s).total for s in event.sides}
    rolled = ", ".join(
        f"{_side(state, s)} {r.result}" + (f"{added[s]:+d} = {r.result + added[s]}" if added[s] else "")
        for s, r in zip(event.sides, event.rolls, strict=True)
    )
    rule = "na:6.3.1" if any(added.values()) else "na:4.3.1"
    what = "a tie, rolled again" if event.winner is None else f"{_side(state, event.winner)} chooses"
    return Report(f"Initiative: {rolled}: {what}", rule, rolls=event.rolls, tally=event.tally)


def _first(state: PanzerState, event: e.FirstPlayerChosen) -> Report:
    return Report(f"{_side(state, event.first)} is First Player", "na:4.3.1")


def _announced(state: PanzerState, event: e.FireAnnounced) -> Report:
    names = ", ".join(state.name(s.shooter) for s in event.shots)
    what = "Overwatch Fire" if event.overwatch else "fire"
    return Report(
        f"{names}: {what} at {state.name(event.target)}",
        "na:4.4.2a" if event.overwatch else "na:4.4.1e",
        hexes=_at(state, event.target),
    )


def _revealed(state: PanzerState, event: e.CommandRevealed) -> Report:
    return Report(
        f"{state.name(event.unit)} reveals {event.command.value}", "na:4.2.1d", hexes=_at(state, event.unit), level=2
    )


_QUESTIONS = {
    QuestionKind.SHOW_COMMAND: ("show its command", "na:4.4.3.2.2b"),
    QuestionKind.ASPECT: ("choose the armor that is hit", "na:4.4.3.2.4"),
    QuestionKind.HIT_ANGLE: ("choose the Hit Angle", "na:6.5.2.2"),
    QuestionKind.DANGER_CLOSE: ("move the fire onto a unit of the other side, called by", "na:6.5.1.12a"),
    QuestionKind.SPREAD_HITS: ("spread its hits", "na:6.5.2.1c"),
    QuestionKind.PRIMARY: ("name who leads its attack", "na:6.6.1.2.3c"),
}


def _asked(state: PanzerState, event: e.QuestionAsked) -> Report:
    question = event.question
    what, rule = _QUESTIONS[question.kind]
    return Report(f"{_side(state, question.side)} may {what}: {state.name(question.unit)}", rule, level=2)


def _shown(state: PanzerState, event: e.CommandShown) -> Report:
    return Report(f"{state.name(event.unit)} shows {event.command.value}: it counts as moving", "na:4.4.3.2.2b")


def _declined(state: PanzerState, event: e.ShowingDeclined) -> Report:
    return Report(f"{state.name(event.unit)} does not show its command", "na:4.4.3.2.2b", level=2)


def _aspect(state: PanzerState, event: e.AspectChosen) -> Report:
    return Report(f"{state.name(event.unit)} takes the shot on its {event.aspect.value} armor", "na:4.4.3.2.4")


_RESULT_WORDS = {"no effect": "no effect", "DM": "Damage", "KO": "Knock-Out", "BU": "Brew Up"}


def _fire(state: PanzerState, event: e.ApFireResolved) -> Report:
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
    details.append(f"{event.aspect.value} armor {event.armor}, penetration {event.penetration}: {x:+d}")
    outcome = _RESULT_WORDS[event.result]
    if event.second_damage:
        outcome = "Damage, the second: Knock-Out"
        details.append("a second Damage is a KO (na:4.4.3.2.6a)")
    rolled = event.rolls[-1].result
    tone = "" if event.result == "no effect" else "bad"
    rule = "na:4.4.3.2.6"
    text = f"{shooter} hits {target} ({rolled} of {event.hit_number}): {outcome}"
    return Report(text, rule, tone, event.rolls, event.tally, tuple(details), (event.target_hex,))


def _wasted(state: PanzerState, event: e.FireWasted) -> Report:
    return Report(
        f"{state.name(event.shooter)} had announced fire at {state.name(event.target)}, which is gone; it has fired",
        "na:4.4.1e",
        "dim",
    )


def _forgone(state: PanzerState, event: e.FireForgone) -> Report:
    return Report(f"{state.name(event.unit)} has no target for its {event.command.value}", "na:4.4.1i", "dim")


def _passed(state: PanzerState, event: e.OverwatchPassed) -> Report:
    return Report(f"{_side(state, event.side)} holds its Overwatch Fire", "na:4.2d", "dim", level=2)


def _begun(state: PanzerState, event: e.MoveBegun) -> Report:
    return Report(
        f"{state.name(event.unit)} moves at {event.rate.value} rate",
        "na:4.5.1.1a",
        hexes=_at(state, event.unit),
        level=2,
    )


def _moved(state: PanzerState, event: e.UnitMoved) -> Report:
    name = state.name(event.unit)
    if event.hex is None:
        return Report(f"{name} leaves the map (cost {event.cost})", "na:4.5.1.1.9")
    if event.step.startswith("T"):
        text = f"{name} turns to {DIRECTION_NAMES[event.facing]} in {event.hex}"
    elif event.step.startswith("E"):
        text = f"{name} enters the map in {event.hex}"
    elif event.step[0] in reports_move.WORDS:
        text = f"{name} {reports_move.WORDS[event.step[0]]} in {event.hex}"
    else:
        text = f"{name} {'backs' if event.step.startswith('R') else 'moves'} to {event.hex}"
    text += f", cost {event.cost}, {event.spent} spent"
    return Report(text, "na:4.5.1.1.2a", "dim", tally=event.tally, hexes=(event.hex,), level=2)


def _spent(state: PanzerState, event: e.AllowanceSpent) -> Report:
    text = f"{state.name(event.unit)}: {event.reason}, {event.spent} of its allowance spent"
    return Report(text, event.rule, "dim", tally=event.tally, hexes=_at(state, event.unit), level=2)


def _ended(state: PanzerState, event: e.MoveEnded) -> Report:
    unit = state.unit(event.unit)
    if event.back_to is not None:
        text = f"{state.name(unit.id)} cannot stay with an enemy and ends its move in {event.back_to}"
        return Report(text, "na:4.5.1.1.10", hexes=(event.back_to,))
    where = f"in {unit.hex} facing {DIRECTION_NAMES[unit.facing]}" if unit.hex else "off the map"
    return Report(f"{state.name(unit.id)} ends its move {where}", "na:4.5.1.1a", hexes=_at(state, event.unit))


def _movement_finished(state: PanzerState, event: e.MovementFinished) -> Report:
    return Report(f"{_side(state, event.side)} moves no more; the rest stays in place", "na:4.5c")


def _removed(state: PanzerState, event: e.CommandsRemoved) -> Report:
    details = tuple(f"{state.name(unit)}: {command.value}" for unit, command in event.revealed)
    return Report("Commands are turned over and removed", "na:4.6.1a", details=details)


def _occupied(state: PanzerState, event: e.ObjectiveOccupied) -> Report | None:
    objective = next(x for x in state.scenario.objectives if x.id == event.objective)
    if event.side is None:
        return Report(f"Nobody holds {objective.name} alone", "na:3.6c", hexes=objective.hexes, level=2)
    if state.control.get(objective.id) == event.side:
        return None  # once captured, further occupation changes nothing
    text = f"{_side(state, event.side)} holds {objective.name}: {event.turns} of {objective.turns} complete turns"
    return Report(text, "na:3.6b", hexes=objective.hexes, level=2)


def _captured(state: PanzerState, event: e.ObjectiveCaptured) -> Report:
    objective = next(x for x in state.scenario.objectives if x.id == event.objective)
    return Report(
        f"{_side(state, event.side)} captures {objective.name} ({objective.vp} VP)",
        "na:3.6b",
        "good",
        hexes=objective.hexes,
    )


def _ended_game(state: PanzerState, event: e.GameEnded) -> Report:
    return Report(f"The game is over: {event.text}", event.rule, "heading", level=0)


def _taken_back(state: PanzerState, event: TakenBack) -> Report:
    return Report(f"{_side(state, event.side)} takes its last order back", "na:4.5.1.1a", "dim")


_WRITE: dict[type[Event], Callable[[PanzerState, Any], Report | None]] = {
    TakenBack: _taken_back,
    e.TurnBegun: _turn,
    e.StepBegun: _step,
    e.SetUpOrderFixed: _set_up_order,
    e.ZoneChosen: _zone,
    e.UnitPlaced: _placed,
    e.SetUpFinished: _set_up_finished,
    e.SpottingChecked: _spotting,
    e.CommandPlaced: _command,
    e.CommandsFinished: _commands_finished,
    e.InitiativeRolled: _initiative,
    e.FirstPlayerChosen: _first,
    e.FireAnnounced: _announced,
    e.CommandRevealed: _revealed,
    e.QuestionAsked: _asked,
    e.CommandShown: _shown,
    e.ShowingDeclined: _declined,
    e.AspectChosen: _aspect,
    e.ApFireResolved: _fire,
    e.FireWasted: _wasted,
    e.FireForgone: _forgone,
    e.OverwatchPassed: _passed,
    e.MoveBegun: _begun,
    e.UnitMoved: _moved,
    e.AllowanceSpent: _spent,
    e.MoveEnded: _ended,
    e.MovementFinished: _movement_finished,
    e.CommandsRemoved: _removed,
    e.ObjectiveOccupied: _occupied,
    e.ObjectiveCaptured: _captured,
    e.GameEnded: _ended_game,
    **reports_air.WRITE,
    **reports_ap.WRITE,
    **reports_assault.WRITE,
    **reports_command.WRITE,
    **reports_gp.WRITE,
    **reports_indirect.WRITE,
    **reports_terrain.WRITE,
    **reports_move.WRITE,
    **reports_transport.WRITE,
}
