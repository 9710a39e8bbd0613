"""Commands and the First Player, choice by choice (na:4.2, na:4.3)."""

from __future__ import annotations

from core.book.chapter import value_of
from core.choice import Choice, Choices, Partial, Refusal
from core.event import SideId, UnitId
from core.order import Order
from core.panzer.command import choices_together, orders, placing
from core.panzer.command.choices import (
    KEYS,
    command_cost,
    formation_choices,
    group_choices,
    mates_choices,
    own_refusal,
    sharing_choices,
)
from core.panzer.command.sharing import place_refusal
from core.panzer.formations.control import stands
from core.panzer.indirect import sources
from core.panzer.offering import heading, standing_choice
from core.panzer.pieces.unit import Command
from core.panzer.state import PanzerState
from core.step_end import end_of_step


def commands(state: PanzerState, side: SideId, partial: Partial) -> Choices:
    rule = "na:4.2.1a"
    units = placing.commandable(state, side)
    if not partial:
        options = list(formation_choices(state, side))
        options += (
            Choice(
                f"command:{u.id}",
                state.name(u.id),
                "unit",
                stands(state, u.id),
                u.id,
                cost=command_cost(state, u),
                group=heading(state, u.id),
            )
            for u in units
        )
        options += choices_together.kind(state, side)
        none = Refusal("every unit that may have a command has one; another is given unit by unit", rule)
        bare = sum(u.command is None for u in units)
        rest = Choice("rest", "All units without a command ...", "order", key="A", refusal=None if bare else none)
        options.append(rest)
        options.append(standing_choice())
        options.append(end_of_step("End placing commands"))
        prompt = f"Place commands: {bare} unit{'s' * (bare != 1)} without one" if bare else "All units have a command"
        return Choices(prompt, rule, tuple(options))
    if partial[0].startswith("formation:"):
        return group_choices(state, side, partial)
    if partial[0] == choices_together.HEAD:
        return choices_together.together_choices(state, side, partial)
    if partial[0] == "rest" and len(partial) == 1:
        return Choices(
            "Which command for all units that have none and may take it?",
            rule,
            tuple(_rest_choice(state, side, c) for c in Command),
        )
    if partial[0].startswith("command:") and len(partial) == 1:
        unit = state.units[UnitId(partial[0].removeprefix("command:"))]
        return Choices(
            f"Which command for {state.name(unit.id)}?",
            rule,
            tuple(
                Choice(
                    c.value,
                    _command_label(state, unit.id, c),
                    "option",
                    key=KEYS[c],
                    refusal=own_refusal(state, unit, c),
                )
                for c in Command
            )
            + sharing_choices(state, unit),
        )
    if partial[0].startswith("command:") and partial[1].startswith("share:"):
        unit = state.units[UnitId(partial[0].removeprefix("command:"))]
        return mates_choices(state, unit, Command(partial[1].removeprefix("share:")), partial[2:])
    return Choices("Command", rule, complete=True)


def _rest_choice(state: PanzerState, side: SideId, given: Command) -> Choice:
    able, taken = _able(state, side, given), _rest(state, side, given)
    refused = None
    if not taken:
        refused = place_refusal(state, able, given) if able else Refusal("no unit can carry it out", "na:4.2.1e")
    some = "" if len(taken) == len(able) or refused else f"{len(taken)} of "
    label = f"{given.value} ({some}{len(able)}{', as many as are left' if some else ''})"
    return Choice(given.value, label, "option", key=KEYS[given], refusal=refused)


def _able(state: PanzerState, side: SideId, given: Command) -> tuple[UnitId, ...]:
    """The units of a side without a command that can carry one out."""
    bare = (u for u in placing.commandable(state, side) if u.command is None)
    return tuple(u.id for u in bare if placing.command_refusal(state, u, given) is None)


def _rest(state: PanzerState, side: SideId, given: Command) -> tuple[UnitId, ...]:
    """Those of them that get it: all, else one after the other as many as commands are left for (na:6.2.1)."""
    able = _able(state, side, given)
    if not able or place_refusal(state, able, given) is None:
        return able
    taken: list[UnitId] = []
    for unit in able:
        if place_refusal(state, (*taken, unit), given) is None:
            taken.append(unit)
    return tuple(taken)


def _command_label(state: PanzerState, unit: UnitId, given: Command) -> str:
    if given in (Command.FIRE, Command.SHORT_HALT):
        count = len(placing.fire_targets(state, unit))
        called = given is Command.FIRE and sources.may_be_called(state, state.units[unit])
        return f"{given.value!s} ({count} target{'s' if count != 1 else ''}{', may be called' if called else ''})"
    if given is Command.OVERWATCH and sources.may_observe(state, unit):
        return f"{given.value!s} (may call fire)"
    return str(given.value)


def first_player(state: PanzerState, partial: Partial) -> Choices:
    if partial:
        return Choices("Initiative", "na:4.3.1", complete=True)
    return Choices(
        "You won the initiative: who is First Player?",
        "na:4.3.1",
        tuple(Choice(f"first:{s.id}", f"{s.name} (fires first, moves second)", "option") for s in state.scenario.sides),
    )


def rest_order(state: PanzerState, side: SideId, partial: Partial) -> Order | None:
    """The same command for all units that have none and can carry it out."""
    if len(partial) < 2:
        return None
    given = Command(partial[1])
    # What is refused as a whole is named as a whole, so that the reason is that of all.
    units = _rest(state, side, given) or _able(state, side, given)
    return orders.PlaceCommands(units=units, command=given)


def first_order(state: PanzerState, side: SideId, partial: Partial) -> Order:
    """Who is First Player this turn (na:4.3.1)."""
    return orders.ChooseFirstPlayer(first=SideId(value_of(partial[0])))
