"""Where the rest of a force is set up for its player (na:2.0): formations side by side before what counts, tanks and
guns where they see far ahead, squads in cover, headquarters, observers and transports behind them.

It looks at the ground, the areas and the objectives, and at no unit of the other side.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from math import sqrt
from typing import Final

from attrs import field, frozen

from core.event import UnitId
from core.hexes import Hex, distance
from core.panzer.course.events import UnitPlaced
from core.panzer.ground import stands
from core.panzer.ground.terrain import BUILDINGS, may_start, vehicle_terrain
from core.panzer.pieces.cards import LegCard, VehicleCard
from core.panzer.pieces.scenario import Label
from core.panzer.pieces.switches import Switch
from core.panzer.sight.relief import sees, sight_field
from core.panzer.state import PanzerState
from core.setting import Zone

#: How many ranks behind the foremost each stands.
AHEAD, FIRING, CARRYING, LEADING, REAR = 0, 1, 2, 3, 4
#: How far a field of fire is looked at, in hexes, and from how far an objective is worth seeing.
_FIELD, _OBJECTIVE = 10, 15
#: A formation stands within so many hexes of its middle and more the larger it is; how many hexes a unit looks at.
_REACH, _TRIED = 4, 120
#: Points for a field of fire that nothing hinders and for an objective in sight; of who fires and observes.
_SEES, _SEES_OBJECTIVE = 4.0, 1.0
#: Points for each step of Cover, on foot and otherwise.
_COVERED_ON_FOOT, _COVERED = 1.5, 0.8
#: Points off for each rank out of place, for each hex from the middle of the formation, for each unit in the same hex
#: and for each in the next: what strikes one strikes the other (na:6.5.1.5).
_OUT_OF_RANK, _ASTRAY, _CROWDED, _CLOSE = 0.8, 0.5, 8.0, 0.7
#: The same where those of a formation can share only as neighbours (na:6.2.1.1.3).
_SHARING_ASTRAY, _SHARING_CLOSE = 1.4, 0.2


def rank_of(state: PanzerState, unit: UnitId) -> int:
    """How many ranks behind the foremost a unit belongs."""
    member = state.scenario.by_id[unit]
    card = member.card
    if member.role == "command" or member.labels & {Label.COMMAND, Label.FO}:
        return LEADING
    if isinstance(card, VehicleCard):
        if not card.weapons:
            return REAR
        return CARRYING if card.carries is not None and card.type != "A" else FIRING
    return FIRING if not isinstance(card, LegCard) or card.crew_served else AHEAD


@frozen(eq=False)
class _Ground:
    """An area as a force takes it that looks one way.

    middle, front: the middle of the force across its way, and its foremost rank along it, in hexes; fields: what has
    been found of fields of fire.
    """

    state: PanzerState
    zone: Zone
    middle: float
    front: float
    fields: dict[Hex, float] = field(factory=dict)

    def seen(self, hex_: Hex) -> float:
        """From 0 to 1, how much of the ground ahead is in sight."""
        found = self.fields.get(hex_)
        if found is None:
            mine = _along(hex_, self.zone.facing)
            field_ = sight_field(self.state.board, self.state.tables, hex_, _FIELD)
            ahead = sum(_along(h, self.zone.facing) > mine + 1 for h in field_)
            found = self.fields[hex_] = min(ahead / (1.2 * _FIELD * _FIELD), 1.0)
        return found

    def sees_objective(self, hex_: Hex) -> bool:
        """Whether an objective lies in sight and not too far away."""
        state = self.state
        goals = (h for objective in state.scenario.objectives for h in objective.hexes)
        near = (h for h in goals if h in state.board and distance(hex_, h) <= _OBJECTIVE)
        return any(sees(state.board, state.tables, hex_, h) for h in near)

    def cover(self, hex_: Hex, *, foot: bool) -> int:
        """Steps of Cover of a hex in combat."""
        cell, terrain = self.state.cell(hex_), self.state.tables.terrain
        own = terrain[cell.terrain] if foot and cell.terrain in BUILDINGS else vehicle_terrain(self.state.tables, cell)
        return own.cover_combat.rank


def deploy(state: PanzerState, zone: Zone, units: Sequence[UnitId]) -> Iterator[UnitPlaced]:
    """Set units up in an area, each where it belongs for the ground and for those that stand there by then."""
    ground = _ground(state, zone, len(units) * _room(state))
    formations: dict[str, list[UnitId]] = {}
    for unit in units:
        formations.setdefault(state.scenario.by_id[unit].formation, []).append(unit)
    before = -len(units) / 2
    for members in formations.values():
        across = ground.middle + _room(state) * (before + len(members) / 2)
        middle = min(sorted(zone.hexes), key=lambda h: _off(h, across, ground))
        before += len(members)
        near = sorted(zone.hexes, key=lambda h: (distance(h, middle), h))
        reach = _REACH + int(2 * sqrt(len(members)))
        about = [h for h in near if distance(h, middle) <= reach]
        for unit in sorted(members, key=lambda u: rank_of(state, u)):
            yield UnitPlaced(unit=unit, hex=_place(ground, unit, middle, (about, near)), facing=zone.facing)


def _ground(state: PanzerState, zone: Zone, width: float) -> _Ground:
    """The middle lies before the objectives, weighed by their worth, as far as the area has room for the width (hexes);
    the front lies two hexes before the rearmost objective that is in the area, or where the area ends."""
    worth: Counter[Hex] = Counter()
    for objective in state.scenario.objectives:
        for hex_ in objective.hexes:
            worth[hex_] += max(state.scenario.at_stake[objective.id], 1)
    places = worth or Counter(zone.hexes)
    middle = sum(_across(h, zone.facing) * points for h, points in places.items()) / places.total()
    sides = [_across(h, zone.facing) for h in zone.hexes]
    ranks = [_along(h, zone.facing) for h in zone.hexes]
    held = [_along(h, zone.facing) + 2 for h in worth if h in zone.hexes]
    least, most = min(sides), max(sides)
    margin = min(width, most - least) / 2
    return _Ground(state, zone, min(max(middle, least + margin), most - margin), min([max(ranks), *held]))


def _room(state: PanzerState) -> float:
    """How many hexes of the front a unit has."""
    return 1.0 if state.has(Switch.COMMAND_CONTROL) else 1.5


def _place(ground: _Ground, unit: UnitId, middle: Hex, within: Sequence[Sequence[Hex]]) -> Hex:
    """The best of the first hexes among which a unit may be in any: about the middle of its formation, or anywhere."""
    state = ground.state
    taken = Counter(u.hex for u in state.of(state.units[unit].side) if u.hex is not None)
    for hexes in within:
        able = [h for h in hexes if may_start(state, unit, h) and stands.has_room(state, unit, h)]
        if able:
            return max(able[:_TRIED], key=lambda h: _worth(ground, unit, h, middle, taken))
    return middle


def _worth(ground: _Ground, unit: UnitId, hex_: Hex, middle: Hex, taken: Counter[Hex]) -> float:
    state, rank = ground.state, rank_of(ground.state, unit)
    foot = isinstance(state.card(unit), LegCard)
    sharing = state.has(Switch.COMMAND_CONTROL)
    facing = ground.zone.facing
    front = _along(middle, facing) + 1
    found = (_COVERED_ON_FOOT if foot else _COVERED) * ground.cover(hex_, foot=foot)
    found -= _OUT_OF_RANK * abs(front - rank - _along(hex_, facing))
    found -= (_SHARING_ASTRAY if sharing else _ASTRAY) * distance(hex_, middle)
    found -= _CROWDED * taken[hex_]
    found -= (_SHARING_CLOSE if sharing else _CLOSE) * sum(taken[n] for n in hex_.neighbours())
    if rank == FIRING or Label.FO in state.scenario.by_id[unit].labels:
        found += _SEES * ground.seen(hex_) + _SEES_OBJECTIVE * ground.sees_objective(hex_)
    return found


def _off(hex_: Hex, across: float, ground: _Ground) -> float:
    """How far a hex is from a place of the front, in hexes."""
    facing = ground.zone.facing
    return abs(_across(hex_, facing) - across) + abs(_along(hex_, facing) - ground.front + 1)


#: A hex from which a direction is measured; any would do.
_FROM: Final = Hex(1, 50)


def _along(hex_: Hex, facing: int) -> float:
    """How far ahead a hex lies, in hexes, the way that a facing looks."""
    beyond = _FROM.neighbour(facing)
    return (3 * (beyond.col - _FROM.col) * hex_.col + (beyond.y - _FROM.y) * hex_.y) / 4


def _across(hex_: Hex, facing: int) -> float:
    """How far to one flank a hex lies, in hexes, for who looks that way."""
    beyond = _FROM.neighbour(facing)
    return sqrt(3) / 4 * ((beyond.col - _FROM.col) * hex_.y - (beyond.y - _FROM.y) * hex_.col)
