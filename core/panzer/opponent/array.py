"""A set-up offered to a player (na:2.0): formations before what counts, in cover, tanks and guns where they see."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import cached_property

from attrs import field, frozen

from core.arraying import Member, Task, arrayed
from core.choice import Partial
from core.event import SideId, UnitId
from core.hexes import Hex, distance, off_axis
from core.panzer.course.events import UnitPlaced
from core.panzer.course.evolve import APPLY
from core.panzer.course.set_up import to_place
from core.panzer.ground import stands
from core.panzer.ground.terrain import BUILDINGS, may_start, vehicle_terrain
from core.panzer.hidden_units.placing import under_counters
from core.panzer.pieces.cards import LegCard, VehicleCard
from core.panzer.pieces.scenario import Label
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import Presence
from core.panzer.sight.relief import sees, sight_field
from core.panzer.state import PanzerState
from core.placing import PLACE

#: How far a field of fire is looked at, in hexes, and from how far an objective is worth seeing.
_FIELD, _OBJECTIVE = 10, 15


def array(view: PanzerState, side: SideId, units: Collection[str]) -> tuple[Partial, ...]:
    """Picks that place some units of a side that has chosen its area, each where it is of most use."""
    zone = view.scenario.zones.get(view.setting_up.zones.get(side, ""))
    if zone is None:
        return ()
    hidden = under_counters(view, side)
    mine = [u for u in to_place(view, side) if u in units and u not in hidden]
    scratch = view.copy()
    for id_ in mine:
        scratch.change(id_, hex=None, presence=Presence.WAITING)
    heading = _heading(zone.facing)
    members = [Member(u, view.scenario.by_id[u].formation, _task(view, u), zone.hexes, heading) for u in mine]
    taken = [u.hex for u in scratch.of(side) if u.hex is not None]

    def able(unit: str, hex_: Hex) -> bool:
        id_ = UnitId(unit)
        there = may_start(scratch, id_, hex_) and stands.has_room(scratch, id_, hex_)
        return there and not stands.opposed(scratch, id_, hex_)

    found: list[Partial] = []
    attacks = not _holds(view, side, zone.hexes)
    for member, hex_ in arrayed(members, _Ground(view, zone.facing), able, taken, attacks=attacks):
        facing = _facing(view, hex_, zone.facing) if attacks else zone.facing
        unit = UnitId(member.id)
        APPLY[UnitPlaced](scratch, UnitPlaced(unit=unit, hex=hex_, facing=facing))
        found.append((f"{PLACE}:{unit}", hex_.id, str(facing)))
    return tuple(found)


def _heading(facing: int) -> tuple[float, float]:
    here = Hex(2, 50)
    ahead = here.neighbour(facing)
    return ahead.col - here.col, ahead.y - here.y


def _holds(view: PanzerState, side: SideId, hexes: frozenset[Hex]) -> bool:
    """Whether a side defends what lies in its area, or is its own at the start."""
    return any(o.controller == side or hexes & set(o.hexes) for o in view.scenario.objectives)


def _task(view: PanzerState, unit: UnitId) -> Task:
    member = view.scenario.by_id[unit]
    card = member.card
    if Label.FO in member.labels:
        return Task.OBSERVER
    if isinstance(card, VehicleCard):
        if not card.weapons:
            return Task.TRAIN
        if card.carries is not None and card.type != "A":
            return Task.CARRIER
    if member.role == "command" or Label.COMMAND in member.labels:
        return Task.LEADER
    if isinstance(card, VehicleCard):
        return Task.TANK
    return Task.GUN if not isinstance(card, LegCard) or card.crew_served else Task.INFANTRY


def _facing(view: PanzerState, hex_: Hex, front: int) -> int:
    """Towards the objective that is nearest ahead, of the ways that do not turn away from the front of the area."""
    goals = [h for o in view.scenario.objectives for h in o.hexes if off_axis(hex_, front, h)[0] > 0]
    if not goals:
        return front
    goal = min(goals, key=lambda h: (distance(hex_, h), h))
    return min(((front + turn) % 6 for turn in (0, 1, 5)), key=lambda d: distance(hex_.neighbour(d), goal))


@frozen(eq=False)
class _Ground:
    """The ground of a scenario. kept: what has been found of fields of fire and of objectives in sight."""

    state: PanzerState
    facing: int
    fields: dict[Hex, float] = field(factory=dict)
    sights: dict[Hex, bool] = field(factory=dict)

    @cached_property
    def goals(self) -> Mapping[Hex, float]:
        """What each hex of an objective is worth, in victory points."""
        stake = self.state.scenario.at_stake
        return {h: float(max(stake[o.id], 1)) for o in self.state.scenario.objectives for h in o.hexes}

    @property
    def together(self) -> bool:
        """Neighbours can share commands (na:6.2.1.1.3)."""
        return self.state.has(Switch.COMMAND_CONTROL)

    @property
    def crowded(self) -> float:
        """What strikes one strikes the other (na:6.5.1.5)."""
        return 8.0

    def cover(self, hex_: Hex, task: Task) -> float:
        """Steps of Cover in combat."""
        cell, terrain = self.state.cell(hex_), self.state.tables.terrain
        foot = task in (Task.INFANTRY, Task.GUN, Task.OBSERVER, Task.LEADER)
        own = terrain[cell.terrain] if foot and cell.terrain in BUILDINGS else vehicle_terrain(self.state.tables, cell)
        return own.cover_combat.rank

    def seen(self, hex_: Hex, heading: tuple[float, float]) -> float:
        """How much of the ground ahead is in sight."""
        found = self.fields.get(hex_)
        if found is None:
            there = sight_field(self.state.board, self.state.tables, hex_, _FIELD)
            ahead = sum(off_axis(hex_, self.facing, h)[0] > 0 for h in there)
            found = self.fields[hex_] = min(ahead / (1.2 * _FIELD * _FIELD), 1.0)
        return found

    def sees_goal(self, hex_: Hex) -> bool:
        """Whether an objective is in sight and not too far away."""
        found = self.sights.get(hex_)
        if found is None:
            found = self.sights[hex_] = any(self._in_sight(hex_))
        return found

    def _in_sight(self, hex_: Hex) -> Iterator[bool]:
        state = self.state
        for goal in self.goals:
            if goal in state.board and distance(hex_, goal) <= _OBJECTIVE:
                yield sees(state.board, state.tables, hex_, goal)
