"""Building orders of the command and adjustment steps: commands of one's own, shared ones, pivots, Full Cover."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

from core.choice import Choice, Choices, Partial, Refusal
from core.event import SideId, UnitId
from core.order import Order
from core.panzer.command import orders, placing, sharing
from core.panzer.command.orders import ShareCommand
from core.panzer.formations import columns
from core.panzer.formations.control import (
    UNIQUE,
    available,
    formation_key,
    formation_name,
    group_of,
    groups,
    keys_of,
    left,
    recon,
)
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import Command, Unit
from core.panzer.state import PanzerState
from core.remembered import remembered

RULE = "na:6.2.1.1.3b"
KEYS = {
    Command.FIRE: "f",
    Command.MOVE: "m",
    Command.SHORT_HALT: "s",
    Command.OVERWATCH: "o",
    Command.NONE: "n",
}
SHARED = tuple(c for c in Command if c in UNIQUE)


def command_cost(state: PanzerState, unit: Unit) -> str:
    """The command of a unit and with whom it shares it, for lists of units."""
    if unit.command is None:
        return "no command"
    mates = [state.name(u) for u in group_of(state, unit.id) if u != unit.id]
    return f"{unit.command.value} with {', '.join(mates)}" if mates else str(unit.command.value)


def formation_choices(state: PanzerState, side: SideId) -> tuple[Choice, ...]:
    """The formations of a side with what they have left, to see what could be shared."""
    if not state.has(Switch.COMMAND_CONTROL):
        return ()
    return tuple(
        Choice(
            f"formation:{key}",
            f"{formation_name(state, key)}: share out ...",
            "order",
            group=formation_name(state, key),
            cost=f"{left(state, key)} of {available(state, key)} commands left",
            refusal=None if any_suggestion(state, side, key) else Refusal("nobody stands within Command Range", RULE),
        )
        for key in keys_of(state, side)
        if any(formation_key(state, u.id) == key for u in placing.commandable(state, side))
    )


def remaining(state: PanzerState, side: SideId) -> str:
    """What the formations of a side have left, for the prompt: each by name where they are few (na:6.2.1)."""
    if not state.has(Switch.COMMAND_CONTROL):
        return ""
    keys = [k for k in keys_of(state, side) if any(formation_key(state, u.id) == k for u in state.of(side))]
    if len(keys) > 2:
        free, all_ = sum(left(state, k) for k in keys), sum(available(state, k) for k in keys)
        return f"{free} of {all_} commands left in {len(keys)} formations"
    return "; ".join(f"{formation_name(state, k)} {left(state, k)} of {available(state, k)} left" for k in keys)


def _to_share(state: PanzerState, side: SideId, key: str) -> list[UnitId]:
    """The units of a formation that are offered to share a command: those without one, else all."""
    units = [u.id for u in placing.commandable(state, side) if formation_key(state, u.id) == key]
    return [u for u in units if state.units[u].command is None] or units


def any_suggestion(state: PanzerState, side: SideId, key: str) -> bool:
    """Whether any of a formation could share a command: two within range of one another, or a column."""
    bare = _to_share(state, side, key)
    near = (u for u in bare if not recon(state, u))
    pairs = combinations(near, 2)
    if any(sharing.can_pair(state, one, other) for one, other in pairs):
        return True
    return any(len(columns.column_of(state, unit, bare)) > 1 for unit in bare)


@remembered
def suggestions(state: PanzerState, side: SideId, key: str) -> tuple[tuple[UnitId, ...], ...]:
    """Groups of a formation that could share a command: everybody within range of one another, and whole columns."""
    bare = _to_share(state, side, key)
    found: list[tuple[UnitId, ...]] = []
    todo = [u for u in bare if not recon(state, u)]
    while todo:
        group = max((sharing.in_range_of(state, u, todo) for u in todo), key=len)
        if len(group) < 2:
            break
        found.append(group)
        todo = [u for u in todo if u not in group]
    for unit in bare:
        column = columns.column_of(state, unit, bare)
        if len(column) > 1 and set(column) not in [set(f) for f in found]:
            found.append(column)
    return tuple(found)


# -- one unit ------------------------------------------------------------------------------------


def own_refusal(state: PanzerState, unit: Unit, given: Command) -> Refusal | None:
    """Why a unit cannot have a command of its own."""
    return placing.command_refusal(state, unit, given) or sharing.place_refusal(state, (unit.id,), given)


def sharing_choices(state: PanzerState, unit: Unit) -> tuple[Choice, ...]:
    """The commands that a unit may share, or join, after those of its own."""
    if not state.has(Switch.COMMAND_CONTROL):
        return ()
    found = [
        Choice(
            f"share:{given.value}",
            f"{given.value}, shared with ...",
            "option",
            group="Shared",
            key=KEYS[given].upper(),
            refusal=placing.command_refusal(state, unit, given) or _lonely(state, unit, given),
        )
        for given in SHARED
    ]
    own = group_of(state, unit.id)
    for units, given in groups(state, formation_key(state, unit.id)).items():
        if set(units) == set(own) or unit.id in units:
            continue
        names = ", ".join(state.name(u) for u in units)
        found.append(
            Choice(
                f"join:{units[0]}",
                f"Join the {given.value} of {names}",
                "option",
                group="Shared",
                refusal=placing.command_refusal(state, unit, given) or _sharing(state, (*units, unit.id), given),
            )
        )
    return tuple(found)


def _sharing(state: PanzerState, units: tuple[UnitId, ...], given: Command) -> Refusal | None:
    return sharing.share_refusal(state, units, given, placing.fire_targets)


@remembered
def _able(state: PanzerState, side: SideId, given: Command) -> tuple[UnitId, ...]:
    """The units of a side that can take a command, those without one first."""
    others = sorted(placing.commandable(state, side), key=lambda u: (u.command is not None, u.id))
    return tuple(u.id for u in others if placing.command_refusal(state, u, given) is None)


def _lonely(state: PanzerState, unit: Unit, given: Command) -> Refusal | None:
    """Why a unit can share a command with nobody; the reason of the nearest that cannot join."""
    able = [u for u in _able(state, unit.side, given) if u != unit.id]
    same = [u for u in able if formation_key(state, u) == formation_key(state, unit.id)]
    refused = None
    for other in same:
        refusal = _sharing(state, (unit.id, other), given)
        if refusal is None:
            return None
        refused = refused or refusal
    if _column(state, unit, given):
        return None
    return refused or Refusal(f"nobody of its formation can take {given.value} too", RULE)


def _column(state: PanzerState, unit: Unit, given: Command) -> tuple[UnitId, ...]:
    return columns.column_of(state, unit.id, _able(state, unit.side, given)) if given is Command.MOVE else ()


def all_in_range(state: PanzerState, unit: Unit, given: Command) -> tuple[UnitId, ...]:
    """A unit and all without a command that can share one with it; those with commands where nobody else can."""
    able = _able(state, unit.side, given)
    bare = [u for u in able if state.units[u].command is None]
    for among in (bare, list(able)):
        found = sharing.in_range_of(state, unit.id, among)
        while len(found) > 1 and _sharing(state, found, given) is not None:
            found = found[:-1]
        if len(found) > 1:
            return found
    return (unit.id,)


def mates_choices(state: PanzerState, unit: Unit, given: Command, picked: tuple[str, ...]) -> Choices:
    """With whom a unit shares a command: all in range, the whole column, or one after the other."""
    name = state.name(unit.id)
    if "all" in picked or "column" in picked:
        return Choices(f"{given.value} for {name} and others", RULE, complete=True)
    chosen = (unit.id, *(UnitId(p) for p in picked))
    options: list[Choice] = []
    if not picked:
        everybody = all_in_range(state, unit, given)
        if len(everybody) > 1:
            options.append(Choice("all", f"All in range: {_names(state, everybody)}", "option", key="A"))
        column = _column(state, unit, given)
        if len(column) > 1 and _sharing(state, column, given) is None:
            options.append(Choice("column", f"The whole column: {_names(state, column)}", "option", key="W"))
    key = formation_key(state, unit.id)
    for other in placing.commandable(state, unit.side):
        if other.id in chosen or formation_key(state, other.id) != key:
            continue
        options.append(
            Choice(
                other.id,
                state.name(other.id),
                "unit",
                other.hex,
                other.id,
                cost=command_cost(state, other),
                refusal=placing.command_refusal(state, other, given)
                or sharing.group_refusal(state, (*chosen, other.id), given),
            )
        )
    refused = _sharing(state, chosen, given) if picked else None
    prompt = f"Who shares the {given.value} of {_names(state, chosen)}?"
    if refused is not None:
        prompt += f" Not so: {refused.reason}"
    return Choices(prompt, RULE, tuple(options), complete=bool(picked) and refused is None)


def _names(state: PanzerState, units: Iterable[UnitId]) -> str:
    return ", ".join(state.name(u) for u in units)


# -- a formation ---------------------------------------------------------------------------------


def group_choices(state: PanzerState, side: SideId, partial: Partial) -> Choices:
    """A formation: which of its groups, then which command for all of it."""
    key = partial[0].removeprefix("formation:")
    found = suggestions(state, side, key)
    name = formation_name(state, key)
    if len(partial) == 1:
        return Choices(
            f"{name}: {left(state, key)} of {available(state, key)} commands left. Which group?",
            RULE,
            tuple(
                Choice(
                    f"group:{at}",
                    _names(state, units),
                    "option",
                    state.units[units[0]].hex,
                    cost="column" if sharing.group_refusal(state, units, Command.FIRE) else f"{len(units)} together",
                    key=str(at + 1) if at < 9 else "",
                )
                for at, units in enumerate(found)
            ),
        )
    units = found[int(partial[1].removeprefix("group:"))]
    if len(partial) > 2:
        return Choices(name, RULE, complete=True)
    return Choices(
        f"One command for {_names(state, units)}?",
        RULE,
        tuple(
            Choice(
                given.value,
                given.value,
                "option",
                key=KEYS[given],
                refusal=next(
                    (r for u in units if (r := placing.command_refusal(state, state.units[u], given))),
                    None,
                )
                or _sharing(state, units, given),
            )
            for given in SHARED
        ),
    )


# -- orders --------------------------------------------------------------------------------------


def command_order(state: PanzerState, side: SideId, partial: Partial) -> Order | None:
    """The order of a complete partial of the command step that shares a command; None if it shares none."""
    kind, _, value = partial[0].partition(":")
    if kind == "formation" and len(partial) == 3:
        units = suggestions(state, side, value)[int(partial[1].removeprefix("group:"))]
        return ShareCommand(units=units, command=Command(partial[2]))
    if kind != "command" or len(partial) < 2:
        return None
    unit = state.units[UnitId(value)]
    how, _, given = partial[1].partition(":")
    if how == "join":
        mates = group_of(state, UnitId(given))
        shared = state.units[mates[0]].command or Command.MOVE
        return ShareCommand(units=(*mates, unit.id), command=shared)
    if how != "share":
        return orders.PlaceCommand(unit=unit.id, command=Command(partial[1]))
    shared = Command(given)
    if "all" in partial:
        return ShareCommand(units=all_in_range(state, unit, shared), command=shared)
    if "column" in partial:
        return ShareCommand(units=_column(state, unit, shared), command=shared)
    if len(partial) > 2:
        return ShareCommand(units=(unit.id, *(UnitId(p) for p in partial[2:])), command=shared)
    return None
