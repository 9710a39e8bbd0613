"""Sharing commands (na:6.2.1.1.3): which units may share one, and what placing commands takes from a formation."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping

from core.choice import Refusal
from core.event import UnitId
from core.panzer.firing.shared_fire import joint_targets
from core.panzer.formations import columns, platoons, without_radio
from core.panzer.formations.control import (
    UNIQUE,
    activated,
    apart,
    formation_key,
    formation_name,
    group_of,
    groups,
    in_command_range,
    recon,
    shortage,
)
from core.panzer.indirect.sources import may_be_called
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import FIRING, Command
from core.panzer.state import PanzerState

Targets = Callable[[PanzerState, UnitId], Iterable[UnitId]]


def place_refusal(state: PanzerState, units: Collection[UnitId], command: Command) -> Refusal | None:
    """Why units cannot each be given a command of its own; None if they can."""
    if not state.has(Switch.COMMAND_CONTROL):
        return None
    return _breaking(state, units) or _planned(state, dict.fromkeys(units, (command, "")))


def share_refusal(state: PanzerState, units: Collection[UnitId], command: Command, targets: Targets) -> Refusal | None:
    """Why units cannot share a command; None if they can. targets: what each could be ordered to fire at."""
    return (
        group_refusal(state, units, command)
        or _joint(state, units, command, targets)
        or _breaking(state, units)
        or _planned(state, dict.fromkeys(units, (command, "new")))
    )


def _planned(state: PanzerState, plan: Mapping[UnitId, tuple[Command, str]]) -> Refusal | None:
    """Why units cannot have these commands, by what else their platoons and formations have."""
    return without_radio.divided(state, plan) or shortage(state, plan)


def _joint(state: PanzerState, units: Collection[UnitId], command: Command, targets: Targets) -> Refusal | None:
    """Whether all have targets near one another; not those that are there to fire indirectly (na:6.5.1c)."""
    if command not in FIRING:
        return None
    found = {u: tuple(targets(state, u)) for u in units}
    indirect = command is Command.FIRE
    direct = {u: t for u, t in found.items() if t or not (indirect and may_be_called(state, state.units[u]))}
    return joint_targets(state, direct) if direct else None


def group_refusal(state: PanzerState, units: Collection[UnitId], command: Command) -> Refusal | None:
    """Why units are no group that may share a command, whatever it has left: who they are and where they stand."""
    if len(set(units)) < 2 or len(set(units)) != len(units):
        return Refusal("at least two units share a command, each named once", "na:6.2.1.1.3b")
    if command not in UNIQUE:
        return Refusal(f"{command.value} is no unique command: any number may have it", "na:6.2.1.1.3g")
    one = next(iter(units))
    for unit in units:
        if recon(state, unit):
            return Refusal(f"{state.name(unit)} is Recon and has a command of its own", "na:6.2.1.1.3e")
        if formation_key(state, unit) != formation_key(state, one):
            names = " and ".join(formation_name(state, formation_key(state, u)) for u in (one, unit))
            return Refusal(f"{names} are different formations and share no commands", "na:6.2.1.1.3f")
    if strangers := platoons.mixed(state, units):
        return strangers
    near = apart(state, units) or _asleep(state, units)
    if near is None or (command is Command.MOVE and columns.column_refusal(state, units) is None):
        return None
    return near


def _asleep(state: PanzerState, units: Collection[UnitId]) -> Refusal | None:
    """Which unarmed unit is inactive and can share in a column only (na:6.2.1.1.3d); None if none is.

    In the miniatures edition it cannot share at all (min:13.2.1.1).
    """
    if all(state.card(u).combat_unit for u in units):
        return None
    key = formation_key(state, next(iter(units)))
    sharing = {u for ids in groups(state, key) if len(ids) > 1 for u in ids} | set(units)
    mine = {u for u in sharing if not state.card(u).combat_unit and state.units[u].on_map}
    inactive = sorted((mine & set(units)) - activated(state, key, mine - _in_columns(state, mine)))
    if not inactive:
        return None
    shares = "shares in a column on a road or path only" if state.edition.columns_share else "shares no command"
    reason = f"{state.name(inactive[0])} is unarmed and no combat unit of its own activates it: it {shares}"
    return Refusal(reason, "na:6.2.1.1.3d")


def _in_columns(state: PanzerState, units: Collection[UnitId]) -> set[UnitId]:
    """Unarmed units that share in a column, for which they need not be active."""
    found = set()
    for unit in units:
        group = group_of(state, unit)
        if len(group) > 1 and apart(state, group) and columns.column_refusal(state, group) is None:
            found.add(unit)
    return found


def _breaking(state: PanzerState, units: Collection[UnitId]) -> Refusal | None:
    """Why units cannot leave the groups that they are in: the rest would no longer be one column."""
    for unit in units:
        rest = [u for u in group_of(state, unit) if u not in units]
        if len(rest) > 1 and apart(state, rest) and columns.column_refusal(state, rest):
            names = ", ".join(state.name(u) for u in rest)
            return Refusal(f"without {state.name(unit)} the column of {names} breaks apart", columns.RULE)
    return None


# -- suggestions ---------------------------------------------------------------------------------


def in_range_of(state: PanzerState, unit: UnitId, able: Collection[UnitId]) -> tuple[UnitId, ...]:
    """A unit and as many of those that are able as can share a command with it, nearest first: a clique."""
    within = in_command_range(state, formation_key(state, unit))
    near = within.get(unit, frozenset())
    found = [unit]
    for other in able:
        if other in near and not recon(state, other) and _fits(state, (*found, other)):
            found.append(other)
            near &= within[other]
    return tuple(found)


def can_pair(state: PanzerState, one: UnitId, other: UnitId) -> bool:
    """Whether two units of a formation, none of them Recon, can share a command."""
    within = in_command_range(state, formation_key(state, one))
    return other in within.get(one, frozenset()) and _fits(state, (one, other))


def _fits(state: PanzerState, units: Collection[UnitId]) -> bool:
    """Whether units within Command Range of one another may share: by their platoons, and active."""
    return platoons.mixed(state, units) is None and _asleep(state, units) is None
