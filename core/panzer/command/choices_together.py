"""Marking units one by one and giving one command to all of them (na:6.2.1.1.3b)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from core.choice import Choice, Choices, Partial, Refusal
from core.event import SideId, UnitId
from core.order import Order
from core.panzer.command import orders, placing, sharing
from core.panzer.command.choices import KEYS, RULE, command_cost, own_refusal
from core.panzer.command.orders import ShareCommand
from core.panzer.formations.control import formation_key, formation_name, left
from core.panzer.offering import heading
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import Command
from core.panzer.state import PanzerState

HEAD: Final = "together"
_NEAR: Final = "near"
_COMMANDS: Final = frozenset(c.value for c in Command)


def kind(state: PanzerState, side: SideId) -> tuple[Choice, ...]:
    """The entry of the command step, with command control and somebody to share with."""
    if not state.has(Switch.COMMAND_CONTROL) or len(placing.commandable(state, side)) < 2:
        return ()
    return (Choice(HEAD, "Mark units for one command ...", "order", key="T"),)


def marked(state: PanzerState, side: SideId, partial: Partial) -> tuple[UnitId, ...]:
    """The units that a partial has marked, each once, in their order."""
    found: list[UnitId] = []
    for pick in partial[1:]:
        if pick == _NEAR and found:
            found += [u for u in _near(state, side, found[0]) if u not in found]
        elif pick not in _COMMANDS and pick not in found:
            found.append(UnitId(pick))
    return tuple(found)


def _near(state: PanzerState, side: SideId, unit: UnitId) -> tuple[UnitId, ...]:
    """A unit and all without a command within Command Range of it and of one another."""
    bare = [u.id for u in placing.commandable(state, side) if u.command is None]
    return sharing.in_range_of(state, unit, bare)


def together_choices(state: PanzerState, side: SideId, partial: Partial) -> Choices:
    """More units to mark, and the commands that all who are marked could have, or who of them cannot and why."""
    units = marked(state, side, partial)
    names = ", ".join(state.name(u) for u in units)
    if partial[-1] in _COMMANDS:
        return Choices(f"{partial[-1]} for {names}", RULE, complete=True)
    if not units:
        options = [
            Choice(u.id, state.name(u.id), "unit", u.hex, u.id, cost=command_cost(state, u), group=heading(state, u.id))
            for u in placing.commandable(state, side)
        ]
        return Choices("Mark which unit first? Keys, enter on the map or a click mark it", RULE, tuple(options))
    key = formation_key(state, units[0])
    prompt = f"{names}: which command, or who else? {formation_name(state, key)} has {left(state, key)} left"
    return Choices(prompt, RULE, (*_commands(state, units), *_more(state, side, units)))


def _commands(state: PanzerState, units: tuple[UnitId, ...]) -> Iterator[Choice]:
    for given in Command:
        yield Choice(
            given.value,
            f"{given.value} for {'all of them' if len(units) > 1 else 'it'}",
            "option",
            key=KEYS[given],
            refusal=refusal(state, units, given),
        )


def refusal(state: PanzerState, units: tuple[UnitId, ...], given: Command) -> Refusal | None:
    """Why not all units can have a command together: who cannot carry it out, or why they cannot share it."""
    for unit in units:
        if no := placing.command_refusal(state, state.units[unit], given):
            return no
    if given is Command.NONE:
        return sharing.place_refusal(state, units, given)
    if len(units) == 1:
        return own_refusal(state, state.units[units[0]], given)
    return sharing.share_refusal(state, units, given, placing.fire_targets)


def _more(state: PanzerState, side: SideId, units: tuple[UnitId, ...]) -> Iterator[Choice]:
    near = [u for u in _near(state, side, units[0]) if u not in units] if len(units) == 1 else []
    if len(near) > 1:
        told = ", ".join(state.name(u) for u in near)
        yield Choice(_NEAR, f"All in range: {told}", "option", key="A", group="Mark")
    for other in placing.commandable(state, side):
        if other.id not in units:
            yield Choice(
                other.id,
                state.name(other.id),
                "unit",
                other.hex,
                other.id,
                cost=command_cost(state, other),
                refusal=sharing.group_refusal(state, (*units, other.id), Command.MOVE),
                group="Mark",
            )


def together_order(state: PanzerState, side: SideId, partial: Partial) -> Order | None:
    """The order of a complete partial; None as long as no command is picked."""
    units = marked(state, side, partial)
    if partial[-1] not in _COMMANDS or not units:
        return None
    given = Command(partial[-1])
    if len(units) == 1:
        return orders.PlaceCommand(unit=units[0], command=given)
    if given is Command.NONE:
        return orders.PlaceCommands(units=units, command=given)
    return ShareCommand(units=units, command=given)
