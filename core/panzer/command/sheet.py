"""The sheet of formations and their commands: what each has, who uses it with whom, who could share (na:6.2.1)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from core.event import SideId, UnitId
from core.hexes import distance, in_hexes
from core.panzer import sequence
from core.panzer.command import sharing
from core.panzer.command.choices import suggestions
from core.panzer.command.placing import commandable
from core.panzer.formations import command_span
from core.panzer.formations.control import (
    active_units,
    available,
    command_range,
    exercises_command,
    formation_key,
    formation_name,
    group_of,
    groups,
    held,
    keys_of,
    members,
    recon,
    stands,
)
from core.panzer.pieces.concealment.hidden_units import HiddenCounter
from core.panzer.pieces.scenario import Label, ScenarioFormation
from core.panzer.pieces.unit import Command, CommandFace, Presence, Unit
from core.panzer.state import PanzerState
from core.presentation import Card, Row, Section, Sheet, SheetKind

KIND: Final = SheetKind("formations", "Formations & commands", "f")
_NOTE: Final = "Enter goes to a unit. In the Command Phase the orders list each formation, to share commands out."
_GONE: Final = frozenset({Presence.ELIMINATED, Presence.EXITED})


def sheet(state: PanzerState, side: SideId | None) -> Sheet:
    """The formations of a side, or of both for one who takes no side: what each has and who shares with whom.

    Of commands that are not known nothing is said (na:4.2.1a).
    """
    sides = [s.id for s in state.scenario.sides if side in (None, s.id)]
    cards = [_card(state, key, depth, own=side is not None) for s in sides for key, depth in _tree(state, s)]
    return Sheet(KIND.title, "na:6.2.1", tuple(cards), _NOTE if side is not None else "")


def _tree(state: PanzerState, side: SideId) -> Iterator[tuple[str, int]]:
    """The formations of a side, each before those that belong to it, with how deep it lies (na:5.8.2)."""
    keys = keys_of(state, side)
    names = {formation_name(state, key): key for key in keys}
    above = {key: names.get(_stated(state, key).parent or "") for key in keys}

    def below(parent: str | None, depth: int) -> Iterator[tuple[str, int]]:
        for key in keys:
            if above[key] == parent and key != parent:
                yield key, depth
                yield from below(key, depth + 1)

    yield from below(None, 0)


def _stated(state: PanzerState, key: str) -> ScenarioFormation:
    return state.scenario.formation_of(next(members(state, key)).id)


def _card(state: PanzerState, key: str, depth: int, *, own: bool) -> Card:
    stated = _stated(state, key)
    units = tuple(u for u in members(state, key) if u.presence is not Presence.REPLACED)
    active = active_units(state, key)
    in_use = groups(state, key)
    has = available(state, key)
    hidden = held(state, key)
    taken = len(in_use) + len(hidden)
    used = f"{taken} used, {has - taken} left" if own else f"{taken} seen"
    rows = (
        Row(
            "Commands",
            f"{has} for {len(active)} active units; {used}",
            "na:6.2.1.1.1",
            tone="warn" if taken >= has else "",
        ),
        Row("Command Range", in_hexes(command_range(state, units[0].id)), "na:6.2.1.1.2"),
        *(Row("Belongs to", stated.parent, "na:5.8.2") for _ in (0,) if stated.parent),
        *_span(state, key, stated),
    )
    sections = [Section("", rows)]
    if taken:
        by_units = (_use(state, ids, given) for ids, given in in_use.items())
        sections.append(Section("In use", (*by_units, *(_under(counter) for counter in hidden))))
    awake = frozenset(active)
    sections.append(Section("Units", tuple(_unit(state, u, awake) for u in units)))
    if own and state.step == sequence.COMMANDS:
        could = tuple(_sharing(state, key))
        if could:
            sections.append(Section("Could share a command now", could))
    title = f"{'  ' * depth}{'└ ' if depth else ''}{formation_name(state, key)}"
    return Card(title, f"{stated.grade.value} {stated.level.value}", key.partition("/")[0], tuple(sections))


def _span(state: PanzerState, key: str, stated: ScenarioFormation) -> Iterator[Row]:
    """What Command Span takes from a formation in this turn (or:7.52)."""
    most, row = state.commands.moving.get(key), command_span.lowered(state, stated)
    if most is not None:
        yield Row("Out of Command Span", f"{most} MOVE and SHORT HALT at most", "or:7.52a", tone="bad")
    if row is not stated.grade:
        yield Row("Out of Command Span", f"has the commands of {row.value}", "or:7.52b", tone="bad")


def _use(state: PanzerState, ids: tuple[UnitId, ...], given: Command) -> Row:
    rule = "na:6.2.1.1.3b" if len(ids) > 1 else "na:6.2.1.1.3a"
    return Row(given.value, _names(state, ids), rule, unit=ids[0], hex=state.units[ids[0]].hex)


def _under(counter: HiddenCounter) -> Row:
    """The command of a HIDDEN UNIT counter, which counts like any other (or:7.2.2.2)."""
    given = counter.command.value if counter.command is not None else ""
    return Row(given, f"HIDDEN UNIT counter {counter.number}", "or:7.2.2.2", hex=counter.hex)


def _names(state: PanzerState, ids: tuple[UnitId, ...]) -> str:
    return ", ".join(state.name(u) for u in ids)


def _unit(state: PanzerState, unit: Unit, awake: frozenset[UnitId]) -> Row:
    """A unit: its command and with whom, its abilities, or why it counts for nothing."""
    told = [_command(state, unit)] if unit.presence not in _GONE else [unit.presence.value]
    told += _abilities(state, unit)
    why = "" if unit.id in awake else _asleep(state, unit)
    if why:
        told.append(f"not active: {why}")
    tone = "dim" if unit.presence in _GONE or why else ""
    where = f" {unit.hex}" if unit.hex is not None and unit.on_map else ""
    text = "; ".join(filter(None, told))
    return Row(f"{state.name(unit.id)}{where}", text, "na:6.2.1.1a", tone=tone, unit=unit.id, hex=unit.hex)


def _command(state: PanzerState, unit: Unit) -> str:
    if unit.command is None:
        return "no command" if unit.on_map else str(unit.presence.value)
    mates = tuple(u for u in group_of(state, unit.id) if u != unit.id and state.units[u].presence not in _GONE)
    shared = f" with {_names(state, mates)}" if mates else ""
    face = {CommandFace.DOWN: ", face down", CommandFace.SHOWN: ", shown"}.get(unit.command_face, "")
    return f"{unit.command.value}{shared}{face}"


def _abilities(state: PanzerState, unit: Unit) -> list[str]:
    member = state.scenario.by_id[unit.id]
    told = [label.value for label in Label if label in member.labels]
    if exercises_command(state, unit.id) and member.level is not None:
        told[told.index(Label.COMMAND.value)] = f"Command ({member.level.value})"
    if member.grade is not state.scenario.formation_of(unit.id).grade:
        told.append(member.grade.value)
    return told


def _asleep(state: PanzerState, unit: Unit) -> str:
    """Why a unit does not count towards the commands of its formation (na:6.2.1.1); "" if that is plain."""
    if recon(state, unit.id):
        return "it has a command of its own"
    if unit.presence is Presence.CARRIED:
        return "transported"
    if unit.bailed_out:
        return "its crew has bailed out"
    if unit.on_map and not state.card(unit.id).combat_unit:
        return "unarmed, with no combat unit of its own in range"
    return ""


def _sharing(state: PanzerState, key: str) -> Iterator[Row]:
    """Groups that could take one command, and why the others without one cannot join the nearest."""
    side = state.units[next(members(state, key)).id].side
    found = suggestions(state, side, key)
    for ids in found:
        column = sharing.group_refusal(state, ids, Command.FIRE) is not None
        yield Row(
            "column" if column else f"{len(ids)} together",
            _names(state, ids),
            "na:6.2.1.1.3c" if column else "na:6.2.1.1.3b",
            tone="good",
            unit=ids[0],
            hex=state.units[ids[0]].hex,
        )
    placed = {u for ids in found for u in ids}
    for unit in commandable(state, side):
        if formation_key(state, unit.id) != key or unit.command is not None or unit.id in placed:
            continue
        others = [u.id for u in commandable(state, side) if u.id != unit.id and formation_key(state, u.id) == key]
        others.sort(key=lambda other: _between(state, unit.id, other))
        refusals = [r for u in others if (r := sharing.group_refusal(state, (u, unit.id), Command.MOVE))]
        if refusals and len(refusals) == len(others):
            told = refusals[0]
            yield Row(state.name(unit.id), told.reason, told.rule, tone="dim", unit=unit.id, hex=unit.hex)


def _between(state: PanzerState, one: UnitId, other: UnitId) -> int:
    """How many hexes lie between two units; those that are not on the map are farthest."""
    here, there = stands(state, one), stands(state, other)
    return distance(here, there) if here is not None and there is not None else 1_000
