"""Command control (na:6.2): how many commands a formation has, how many are in use, and who may share one.

A formation gets unique commands by its grade and its active units (na:6.2.1); its units may share them (na:6.2.1.1.3).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations

from core.choice import Refusal
from core.event import SideId, UnitId
from core.hexes import Hex, distance
from core.panzer.formations import command_span, without_radio
from core.panzer.pieces.advanced_tables import Grade
from core.panzer.pieces.cards import Kind
from core.panzer.pieces.command import Available
from core.panzer.pieces.concealment.hidden_units import HiddenCounter
from core.panzer.pieces.scenario import Label, ScenarioFormation
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import Command, Presence, Unit
from core.panzer.state import PanzerState
from core.remembered import remembered

#: Commands of which each one placed counts; N/C does not (na:6.2.1.1.3a, na:6.2.1.1.3g).
UNIQUE = frozenset({Command.FIRE, Command.MOVE, Command.SHORT_HALT, Command.OVERWATCH})
_OFF_THE_GROUND = (Kind.AIRCRAFT, Kind.BATTERY)
# -- formations ----------------------------------------------------------------------------------


def formation_key(state: PanzerState, unit: UnitId) -> str:
    """The formation of a unit, by side and name; it never changes (na:5.8.2)."""
    member = state.scenario.by_id[unit]
    return f"{member.side}/{member.formation}"


def formation_name(state: PanzerState, key: str) -> str:
    """The name of a formation as players read it."""
    return key.partition("/")[2] or "Units without a formation"


def keys_of(state: PanzerState, side: SideId) -> tuple[str, ...]:
    """The formations of a side in the order of its units."""
    return tuple(dict.fromkeys(f"{u.side}/{u.formation}" for u in state.scenario.units if u.side == side))


def members(state: PanzerState, key: str) -> Iterator[Unit]:
    """The units of a formation, wherever they are."""
    return map(state.units.__getitem__, state.scenario.members.get(key, ()))


def grade_of(state: PanzerState, unit: UnitId) -> Grade:
    """The Formation Grade, which governs commands and Command Range (na:5.8.2)."""
    return state.scenario.formation_of(unit).grade


def recon(state: PanzerState, unit: UnitId) -> bool:
    """Whether a unit has a Recon label (na:5.9.2); a unit may have several labels (na:5.9)."""
    return Label.RECON in state.scenario.by_id[unit].labels and state.units[unit].has_radio


def exercises_command(state: PanzerState, unit: UnitId) -> bool:
    """Whether a unit has command authority: only those with a Command label, not the rest of an HQ (na:5.9.1)."""
    return Label.COMMAND in state.scenario.by_id[unit].labels and state.units[unit].has_radio


# -- Command Range -------------------------------------------------------------------------------


def command_range(state: PanzerState, unit: UnitId) -> int:
    """Command Range in hexes, by Formation Grade, 0 of vehicles without radio (na:6.2.1.1.2, or:7.4.2)."""
    return 0 if without_radio.bound(state, unit) else graded_range(state, unit)


def graded_range(state: PanzerState, unit: UnitId) -> int:
    """The Command Range in hexes of the Formation Grade of a unit (na:6.2.1.1.2, min:13.1.2)."""
    return state.advanced.command_range[grade_of(state, unit)]


def stands(state: PanzerState, unit: UnitId) -> Hex | None:
    """Where a unit is: in its hex, or in that of the vehicle that carries it; None off the map."""
    there = state.units[unit]
    if there.presence is Presence.CARRIED and there.carrier is not None:
        there = state.units[there.carrier]
    return there.hex if there.on_map else None


@remembered(of=("standing", "relief"))
def together(state: PanzerState, one: UnitId, other: UnitId) -> bool:
    """Whether two units are within Command Range of one another, any two of a formation (na:6.2.1.1.2).

    Units that wait for the same way onto the map stand together there: the rule does not speak of them. A platoon
    without radio is together wherever it stands (or:7.4.2).
    """
    if without_radio.tied(state, one, other):
        return True
    here, there = stands(state, one), stands(state, other)
    if here is not None and there is not None:
        return distance(here, there) <= min(command_range(state, one), command_range(state, other))
    mine, yours = state.entry(one), state.entry(other)
    return here is there is None and mine is not None and yours is not None and mine.hexes == yours.hexes


@remembered(of=("standing", "relief"))
def in_command_range(state: PanzerState, key: str) -> dict[UnitId, frozenset[UnitId]]:
    """For each unit of a formation the others that are within Command Range of it (na:6.2.1.1.2)."""
    units = [(u.id, stands(state, u.id), command_range(state, u.id)) for u in members(state, key)]
    found: dict[UnitId, set[UnitId]] = {unit: set() for unit, _, _ in units}
    radios = not state.has(Switch.WITHOUT_RADIO)
    for (one, here, mine), (other, there, yours) in combinations(units, 2):
        if radios and here is not None and there is not None:  # as `together` says, of nearly all pairs
            near = distance(here, there) <= (mine if mine < yours else yours)
        else:
            near = together(state, one, other)
        if near:
            found[one].add(other)
            found[other].add(one)
    return {u: frozenset(near) for u, near in found.items()}


# -- active units --------------------------------------------------------------------------------


def active_units(state: PanzerState, key: str) -> tuple[UnitId, ...]:
    """The units of a formation that count towards its commands (na:6.2.1.1).

    Combat units on the map or under HIDDEN UNIT counters (or:7.2.2.2), however damaged, tracked or Suppressed
    (na:6.2.1.1a), unless Broken (or:7.1.5.2); unarmed ones as far as combat units activate them (na:6.2.1.1b); no
    transported ones (na:6.2.1.1c), no Recon units, while Command, Engineer and FO units count like any other
    (na:6.2.1.1d). In the miniatures edition Broken ones count (min:13.1.1).
    """
    counted = [u.id for u in members(state, key) if _counts(state, u)]
    awake = activated(state, key)
    return tuple(u for u in counted if state.card(u).combat_unit or u in awake)


def _counts(state: PanzerState, unit: Unit) -> bool:
    return _in_action(state, unit) and not recon(state, unit.id)


def _in_action(state: PanzerState, unit: Unit) -> bool:
    ground = state.card(unit.id).kind not in _OFF_THE_GROUND
    shaken = unit.broken and not state.edition.optional.broken_are_active
    there = unit.on_map or unit.presence is Presence.HIDDEN
    return ground and there and not unit.bailed_out and not shaken


def activated(state: PanzerState, key: str, first: Iterable[UnitId] = ()) -> frozenset[UnitId]:
    """The unarmed units of a formation that are active: each by a combat unit of its own (na:6.2.1.1b).

    A maximum matching of unarmed units with combat units within Command Range, of Recon too, which belong to the
    formation though they do not count (na:6.2.1.1d, min:13.1.1.4); those of `first` are matched before the others. A
    transporter of a combat unit is active by what it carries (na:6.2.1.1c).
    """
    return _activated(state, key, frozenset(first))


@remembered(of=("standing", "relief"))
def _activated(state: PanzerState, key: str, wanted: frozenset[UnitId]) -> frozenset[UnitId]:
    there = [u for u in members(state, key) if _in_action(state, u)]
    unarmed = [u.id for u in there if not state.card(u.id).combat_unit and not recon(state, u.id)]
    # Whoever activates an unarmed Recon unit activates nobody else (min:13.2.1.2).
    scouts = set(_by_recon(state, key)) if state.edition.recon_activates else set()
    combat = [u.id for u in there if state.card(u.id).combat_unit and u.id not in scouts]
    found = {u for u in unarmed if _carries_combat_unit(state, u)}
    by: dict[UnitId, UnitId] = {}
    for unit in sorted(unarmed, key=lambda u: (u not in wanted, u)):
        if unit not in found:
            _activate(state, unit, combat, by, set())
    return frozenset(found | set(by.values()))


def _carries_combat_unit(state: PanzerState, unit: UnitId) -> bool:
    return any(u.carrier == unit and state.card(u.id).combat_unit for u in state.carried)


def _activate(
    state: PanzerState, unit: UnitId, combat: list[UnitId], by: dict[UnitId, UnitId], tried: set[UnitId]
) -> bool:
    """Match one more unarmed unit, moving others to other combat units where that helps."""
    near = in_command_range(state, formation_key(state, unit))[unit]
    for fighter in combat:
        if fighter in tried or fighter not in near:
            continue
        tried.add(fighter)
        if fighter not in by or _activate(state, by[fighter], combat, by, tried):
            by[fighter] = unit
            return True
    return False


def has_free_command(state: PanzerState, unit: UnitId) -> bool:
    """Whether a unit has a command of its own outside its formation's total: Recon units (na:6.2.1.1.3e).

    In the miniatures edition an unarmed one only if a Recon combat unit activates it (min:13.2.1.2).
    """
    if not recon(state, unit):
        return False
    if state.card(unit).combat_unit or not state.edition.recon_activates:
        return True
    return unit in _by_recon(state, formation_key(state, unit)).values()


@remembered(of=("standing", "relief"))
def _by_recon(state: PanzerState, key: str) -> Mapping[UnitId, UnitId]:
    """The unarmed Recon units of a formation that are active, by the Recon combat unit that activates each."""
    scouts = [u.id for u in members(state, key) if u.on_map and not u.bailed_out and recon(state, u.id)]
    combat = [u for u in scouts if state.card(u).combat_unit]
    by: dict[UnitId, UnitId] = {}
    for unit in sorted(set(scouts) - set(combat)):
        _activate(state, unit, combat, by, set())
    return by


# -- commands available --------------------------------------------------------------------------


def commands_for(state: PanzerState, grade: Grade, active: int) -> int:
    """The Available Commands Table: tens times the 10s column and the column of the units, never below 1
    (na:6.2.1.1.1); in the miniatures edition a formation may have none (min:13.1.3)."""
    row = state.advanced.available_commands[grade]
    tens, ones = divmod(active, 10)
    return max(state.edition.least_commands, tens * row[9] + (row[ones - 1] if ones else 0))


def determine(state: PanzerState) -> tuple[Available, ...]:
    """The commands of all formations anew; nothing is left over from the turn before (na:6.2.1, na:6.2.1.1.3f)."""
    return tuple(_determined(state, key) for side in state.scenario.sides for key in keys_of(state, side.id))


def _determined(state: PanzerState, key: str) -> Available:
    active = len(active_units(state, key))
    return Available(key, active, commands_for(state, command_span.lowered(state, stated(state, key)), active))


def stated(state: PanzerState, key: str) -> ScenarioFormation:
    """What the scenario says of a formation."""
    return state.scenario.formation_of(next(members(state, key)).id)


def movement_limits(state: PanzerState, found: Iterable[Available]) -> tuple[tuple[str, int], ...]:
    """The formations out of Command Span with the most MOVE and SHORT HALT commands that they have (or:7.52a)."""
    if not state.has(Switch.COMMAND_SPAN):
        return ()
    limits = ((one.formation, command_span.limit(state, stated(state, one.formation), one.commands)) for one in found)
    return tuple((key, most) for key, most in limits if most is not None)


def available(state: PanzerState, key: str) -> int:
    """The unique commands that a formation has in this turn."""
    known = state.commands.available.get(key)
    return _determined(state, key).commands if known is None else known


@remembered
def groups(state: PanzerState, key: str) -> Mapping[tuple[UnitId, ...], Command]:
    """The unique commands of a formation in use: who shares each one, which it is. Recon units apart have their own,
    outside the formation's total (na:6.2.1.1.3e)."""
    return _grouped(state, key, {u.id: (u.command, u.group) for u in members(state, key)})


_Plan = Mapping[UnitId, tuple[Command | None, str]]


def _grouped(state: PanzerState, key: str, plan: _Plan) -> dict[tuple[UnitId, ...], Command]:
    shared: dict[str, list[UnitId]] = {}
    for unit in members(state, key):
        command, group = plan.get(unit.id, (unit.command, unit.group))
        if command in UNIQUE and not has_free_command(state, unit.id):
            shared.setdefault(group or f"={unit.id}", []).append(unit.id)
    commands = {u: c for u, (c, _) in plan.items() if c is not None}
    return {tuple(ids): commands[ids[0]] for ids in shared.values()}


def used(state: PanzerState, key: str) -> int:
    """How many of its unique commands a formation has placed, on HIDDEN UNIT counters too (or:7.2.2.2)."""
    return len(groups(state, key)) + len(held(state, key))


def held(state: PanzerState, key: str) -> tuple[HiddenCounter, ...]:
    """The HIDDEN UNIT counters with the unique commands of a formation; those of Recon units alone are none of it
    (or:7.2.2.2, na:6.2.1.1.3e)."""
    ours = (c for c in state.hidden.counters if c.holds and formation_key(state, c.holds[0]) == key)
    return tuple(c for c in ours if c.command in UNIQUE and not all(has_free_command(state, u) for u in c.holds))


def left(state: PanzerState, key: str) -> int:
    """How many unique commands a formation may still place."""
    return available(state, key) - used(state, key)


def group_of(state: PanzerState, unit: UnitId) -> tuple[UnitId, ...]:
    """All units that share a unit's command, itself among them (na:6.2.1.1.3b)."""
    there = state.units[unit]
    return _by_group(state)[there.side, there.group] if there.group else (unit,)


@remembered
def _by_group(state: PanzerState) -> Mapping[tuple[SideId, str], tuple[UnitId, ...]]:
    """The units that share commands, by side and group."""
    found: dict[tuple[SideId, str], list[UnitId]] = {}
    for unit in state.units.values():
        if unit.group:
            found.setdefault((unit.side, unit.group), []).append(unit.id)
    return {key: tuple(units) for key, units in found.items()}


# -- placing -------------------------------------------------------------------------------------


def shortage(state: PanzerState, plan: Mapping[UnitId, tuple[Command, str]]) -> Refusal | None:
    """Why commands cannot be placed: a formation has not as many (na:6.2.1.1.3a, na:6.2.1.1.3f); None if it has.

    plan: the command and group that units would have. Formations neither share nor trade, each inactive unarmed unit
    needs a command of its own like any other (na:6.2.1.1.3d), and what HIDDEN UNIT counters have is gone (or:7.2.2.2).
    """
    if not state.has(Switch.COMMAND_CONTROL):
        return None
    for key in dict.fromkeys(formation_key(state, u) for u in plan):
        after = _grouped(state, key, {u.id: plan.get(u.id, (u.command, u.group)) for u in members(state, key)})
        need, has = len(after) + len(held(state, key)), available(state, key)
        if need > has and need > used(state, key):
            name = formation_name(state, key)
            in_use = used(state, key)
            return Refusal(f"{name} has {_count(has)}, {in_use} in use; this needs {need}", "na:6.2.1.1.3a")
        more = command_span.counted(after.values()) - command_span.counted(groups(state, key).values())
        if refused := too_many_move(state, key, more):
            return refused
    return None


def too_many_move(state: PanzerState, key: str, more: int) -> Refusal | None:
    """Why so many more commands of a formation cannot be MOVE or SHORT HALT: it is out of Command Span (or:7.52a)."""
    most = state.commands.moving.get(key)
    if most is None or more < 1:
        return None
    hidden = (counter.command for counter in held(state, key) if counter.command is not None)
    if command_span.counted((*groups(state, key).values(), *hidden)) + more <= most:
        return None
    name = formation_name(state, key)
    return Refusal(f"{name} is out of Command Span: {most} MOVE and SHORT HALT at most", "or:7.52a")


def _count(commands: int) -> str:
    return f"{commands} command{'s' if commands != 1 else ''}"


def apart(state: PanzerState, units: Iterable[UnitId]) -> Refusal | None:
    """Why units are no group within Command Range: which pair is too far from one another; None if all are near.

    A group is a clique: every pair within range (na:6.2.1.1.3b).
    """
    ids = tuple(units)
    for at, one in enumerate(ids):
        for other in ids[at + 1 :]:
            if not together(state, one, other):
                here, there = stands(state, one), stands(state, other)
                far = f"{distance(here, there)} hexes" if here is not None and there is not None else "off the map"
                grade = grade_of(state, one)
                reach = min(command_range(state, one), command_range(state, other))
                if reach < graded_range(state, one):
                    silent = one if without_radio.bound(state, one) else other
                    return Refusal(f"{state.name(silent)} has no radio: its Command Range is its own hex", "or:7.4.2")
                return Refusal(
                    f"{state.name(other)} is {far} from {state.name(one)}; the Command Range of {grade.value} is "
                    f"{reach}",
                    "na:6.2.1.1.3b",
                )
    return None
