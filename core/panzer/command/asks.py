"""Questions about formations, commands and adjustment (na:5.8, na:5.9, na:6.2, na:6.6.8)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from attrs import field, frozen

from core.book.asks import UNIT, Answer, permission, why_not, with_total
from core.event import UnitId
from core.panzer.adjustment import full_cover
from core.panzer.command import placing, sharing
from core.panzer.command.initiative import modifier
from core.panzer.firing import shared_fire
from core.panzer.formations import columns, control
from core.panzer.ground import entrenching
from core.panzer.movement import shared
from core.panzer.pieces.advanced_tables import Grade
from core.panzer.pieces.unit import Command
from core.panzer.state import PanzerState


@frozen(kw_only=True)
class CommandsTable:
    """The Available Commands Table (na:6.2.1.1.1)."""

    grade: str
    active: int

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """commands: of a formation of that grade with so many active units."""
        return {"commands": control.commands_for(state, Grade(self.grade), self.active)}


@frozen(kw_only=True)
class AvailableCommandsOf:
    """The commands of the formation of a unit (na:6.2.1)."""

    unit: str = field(metadata=UNIT)

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """commands, formation, grade, range, active: the units that count, count, activated, used, left; moving:
        how many MOVE and SHORT HALT at most, none if as many as it has (or:7.52a)."""
        unit = UnitId(self.unit)
        key = control.formation_key(state, unit)
        return {
            "commands": control.available(state, key),
            "formation": key,
            "grade": control.grade_of(state, unit),
            "range": control.command_range(state, unit),
            "active": control.active_units(state, key),
            "count": len(control.active_units(state, key)),
            "activated": sorted(control.activated(state, key)),
            "used": control.used(state, key),
            "left": control.left(state, key),
            "moving": dict(control.movement_limits(state, control.determine(state))).get(key),
        }


@frozen(kw_only=True)
class MayShare:
    """Whether units may share a command (na:6.2.1.1.3)."""

    units: tuple[str, ...] = field(metadata=UNIT)
    command: str = "MOVE"

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """allowed; refused: rule and reason; column: whether they are one on a road or path."""
        units = tuple(UnitId(u) for u in self.units)
        refusal = sharing.share_refusal(state, units, Command(self.command), placing.fire_targets)
        return {
            **permission(refusal),
            "column": columns.column_refusal(state, units) is None,
        }


@frozen(kw_only=True)
class MayShareTargets:
    """Whether units that share a FIRE or SHORT HALT may fire at targets, all together (na:6.2.1.1.4a)."""

    shooter: str = field(metadata=UNIT)
    targets: tuple[str, ...] = field(metadata=UNIT)

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """allowed; range: how far the targets may be from one another."""
        hexes = [h for t in self.targets if (h := state.units[UnitId(t)].hex) is not None]
        reach = control.command_range(state, UnitId(self.shooter))
        return {"allowed": shared_fire.fits([[h] for h in hexes], (), reach), "range": reach}


@frozen(kw_only=True)
class SharedAttack:
    """Whether a unit may attack a target in the Movement Phase after another that shares its MOVE (na:6.6.11)."""

    unit: str = field(metadata=UNIT)
    target: str = field(metadata=UNIT)
    mate: str = field(metadata=UNIT)
    attacked: str = field(metadata=UNIT)

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """allowed; refused: rule and reason."""
        before = {UnitId(self.mate): UnitId(self.attacked)}
        refusal = shared.attack_refusal(state, UnitId(self.unit), UnitId(self.target), before)
        return permission(refusal)


@frozen(kw_only=True)
class GradesOf:
    """The grades and labels of a unit, its formation and its force (na:5.8, na:5.9)."""

    unit: str = field(metadata=UNIT)

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """force, formation, unit: grades; labels; level; commands_others: whether it has command authority;
        initiative: modifier of its side, tally."""
        unit = UnitId(self.unit)
        member = state.scenario.by_id[unit]
        return {
            "force": state.force_grade(member.side),
            "formation": control.grade_of(state, unit),
            "unit": member.grade,
            "labels": sorted(label.value for label in member.labels),
            "level": member.level,
            "commands_others": control.exercises_command(state, unit),
            "initiative": modifier(state, member.side).total,
            **with_total(modifier(state, member.side)),
        }


@frozen(kw_only=True)
class SharingOf:
    """With whom a unit shares its command (na:6.2.1.1.3b)."""

    unit: str = field(metadata=UNIT)

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """command; sharing: all that share it, itself among them."""
        unit = UnitId(self.unit)
        found: tuple[UnitId, ...] = control.group_of(state, unit)
        return {"command": state.units[unit].command, "sharing": sorted(found)}


@frozen(kw_only=True)
class PositionOf:
    """Whether a unit is, or could be, in Full Cover, and whether it is entrenched (na:6.1.4.2a, na:6.6.8)."""

    unit: str = field(metadata=UNIT)

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """full_cover; refused: why it cannot be in it; digs; entrenched; progress of its entrenchment, 4 = complete."""
        unit = state.unit(self.unit)
        work = entrenching.work_of(state, unit.id)
        return {
            "full_cover": unit.full_cover,
            "refused": why_not(full_cover.full_cover_refusal(state, unit)),
            "digs": entrenching.digs(state, unit),
            "entrenched": entrenching.entrenched(state, unit.id),
            "progress": work.progress if work else 0,
        }


@frozen(kw_only=True)
class Commands:
    """Which commands a unit may be given (na:4.2.1e)."""

    unit: str = field(metadata=UNIT)

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """allowed: the commands; refused: rule and reason of the others; targets: units it could fire at."""
        unit = state.unit(self.unit)
        refused = {c.value: r for c in Command if (r := placing.command_refusal(state, unit, c)) is not None}
        return {
            "allowed": [c.value for c in Command if c.value not in refused],
            "refused": {name: why_not(refusal) for name, refusal in refused.items()},
            "targets": placing.fire_targets(state, unit.id) if unit.on_map else (),
        }


#: The questions of this chapter, by name.
ASKS: Final[Mapping[str, type[Any]]] = {
    "commands": Commands,
    "commands-table": CommandsTable,
    "available-commands": AvailableCommandsOf,
    "may-share": MayShare,
    "shared-targets": MayShareTargets,
    "shared-attack": SharedAttack,
    "grades": GradesOf,
    "sharing": SharingOf,
    "full-cover": PositionOf,
}
