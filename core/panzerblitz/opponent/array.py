"""A set-up offered to a player (pb:PB-SETUP-1): groups together, guns where they see, carriers with what they carry."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from functools import cached_property

from attrs import field, frozen

from core.arraying import Member, Task, arrayed
from core.choice import Partial
from core.event import SideId, UnitId
from core.hexes import Hex, distance
from core.order import IllegalOrder
from core.panzerblitz.course.deployment import CLEAR_OF_ENEMY, deploy, enemy_ground
from core.panzerblitz.course.events import Placed
from core.panzerblitz.course.evolve import APPLY
from core.panzerblitz.course.purpose import attacks
from core.panzerblitz.course.set_up import area_of, place_refusal, to_place
from core.panzerblitz.ground.terrain import dead_ends, depressed, hides
from core.panzerblitz.movement.transport import kinds_refusal
from core.panzerblitz.pieces.options import REAL_SPACE
from core.panzerblitz.pieces.reference import ROAD, Elevation, Kind, WeaponClass
from core.panzerblitz.pieces.unit import Presence
from core.panzerblitz.sight.fields_of_fire import seen_from
from core.panzerblitz.sight.hidden import hide_refusal
from core.panzerblitz.state import BlitzState
from core.placing import PLACE

#: How far a field of fire is looked at, in hexes, and how many hexes in sight are as good as can be.
_FIELD, _ALL = 8, 90
#: Steps of cover: of what hides, of a hill-top, of low ground; of a hex too near to the enemy, for each that it is.
_HIDES, _HILLTOP, _LOW, _TOO_NEAR = 3.0, 1.0, -2.0, -1.5


def array(view: BlitzState, side: SideId, units: Collection[str]) -> tuple[Partial, ...]:
    """Picks that place some counters of a side, each where it is of most use, and then load what attacks."""
    mine = [u for u in to_place(view, side) if u in units and view.units[u].carrier is None]
    scratch = view.copy()
    for id_ in mine:
        if view.passenger(id_) is None:
            scratch.change(id_, hex=None, inside=False, hidden=False, presence=Presence.WAITING)
    mine = [id_ for id_ in mine if scratch.units[id_].hex is None]
    if not mine:
        return ()
    return tuple(_orders(scratch, side, mine))


def _orders(scratch: BlitzState, side: SideId, mine: list[UnitId]) -> Iterator[Partial]:
    """Markers, fortifications and who is in them as the rest is placed; then the others; carriers last."""

    def put(unit: UnitId, hex_: Hex, *, inside: bool = False) -> Partial:
        hidden = scratch.hider == side and hide_refusal(scratch, unit, hex_) is None
        APPLY[Placed](scratch, Placed(unit=unit, hex=hex_, inside=inside, hidden=hidden))
        return f"{PLACE}:{unit}", f"{hex_}{'/in' if inside else ''}{'/hidden' if hidden else ''}"

    posts = [u for u in mine if scratch.type(u).kind is Kind.COMMAND_POST]
    fixed = [*(u for u in mine if not scratch.type(u).manned), *posts]
    for event in _deployed(scratch, side, [u for u in fixed if u not in posts]):
        yield put(event.unit, event.hex, inside=event.inside)
    for post in posts:
        shelter = _shelter(scratch, post)
        if shelter is not None:
            yield put(post, shelter, inside=True)
            continue
        for event in _deployed(scratch, side, [post]):
            yield put(event.unit, event.hex, inside=event.inside)
    carriers = [u for u in mine if u not in fixed and scratch.type(u).carrier]
    others = [u for u in mine if u not in fixed and u not in carriers]
    ground = _Ground(scratch.copy(), side)
    members = [_member(scratch, u, ground) for u in others]
    taken = [u.hex for u in scratch.of(side) if u.hex is not None and scratch.type(u.id).manned]
    forts = set(scratch.lies(Kind.FORTIFICATION))

    def inside(unit: UnitId, hex_: Hex) -> bool:
        shut = hex_ in forts and not scratch.type(unit).vehicular
        return shut and place_refusal(scratch, unit, hex_, inside=True) is None

    def able(unit: str, hex_: Hex) -> bool:
        id_ = UnitId(unit)
        return place_refusal(scratch, id_, hex_) is None or inside(id_, hex_)

    advances = attacks(scratch.situation, side)
    for member, hex_ in arrayed(members, ground, able, taken, attacks=advances):
        yield put(UnitId(member.id), hex_, inside=inside(UnitId(member.id), hex_))
    loads: list[Partial] = []
    waiting = list(carriers)
    for carrier in carriers if advances else ():
        passenger = _passenger(scratch, carrier, {load[1] for load in loads})
        where = scratch.units[passenger].hex if passenger is not None else None
        if passenger is not None and where is not None:
            waiting.remove(carrier)
            yield put(carrier, where)
            loads.append((f"load:{carrier}", passenger))
    members = [_member(scratch, u, ground) for u in waiting]
    taken = [u.hex for u in scratch.of(side) if u.hex is not None and scratch.type(u.id).manned]
    for member, hex_ in arrayed(members, ground, able, taken, attacks=advances):
        yield put(UnitId(member.id), hex_)
    yield from loads


def _deployed(state: BlitzState, side: SideId, units: list[UnitId]) -> list[Placed]:
    """Counters as the order that places the rest would place them; none where there is no place for all."""
    try:
        return [e for e in deploy(state, side, tuple(units), place_refusal) if isinstance(e, Placed)]
    except IllegalOrder:
        return []


def _shelter(state: BlitzState, post: UnitId) -> Hex | None:
    """The fortification for a command post: one with as few others in it as there is, so that no single loss costs all
    of them; None where no fortification takes it."""
    held = Counter(u.hex for u in state.units.values() if u.inside and state.type(u.id).kind is Kind.COMMAND_POST)
    forts = [h for h in state.lies(Kind.FORTIFICATION) if place_refusal(state, post, h, inside=True) is None]
    return min(forts, key=lambda h: (held[h], h), default=None)


def _passenger(state: BlitzState, carrier: UnitId, loaded: set[str]) -> UnitId | None:
    """What a carrier of an attacker takes along: a gun, or else infantry, of its own group first."""
    group = state.situation.by_id[carrier].group
    shut = dead_ends(state.situation, state.type(carrier).mover)
    found = [
        unit.id
        for unit in state.of(state.units[carrier].side)
        if unit.hex is not None
        and unit.id not in loaded
        and unit.hex not in shut
        and not unit.inside
        and unit.carrier is None
        and kinds_refusal(state, carrier, unit.id) is None
        and place_refusal(state, carrier, unit.hex) is None
    ]
    return min(
        found,
        key=lambda u: (state.situation.by_id[u].group != group, state.type(u).movement, u),
        default=None,
    )


def _member(state: BlitzState, unit: UnitId, ground: _Ground) -> Member:
    area, type_ = area_of(state, unit), state.type(unit)
    task = Task.TRAIN if type_.carrier else Task.INFANTRY
    if type_.vehicular and type_.attack and not type_.carrier:
        task = Task.TANK
    elif type_.carrier and type_.attack:
        task = Task.CARRIER
    elif type_.weapon_class in (WeaponClass.H, WeaponClass.M) and not type_.vehicular:
        task = Task.SUPPORT
    elif type_.attack and not type_.movement:
        task = Task.GUN
    elif type_.kind is Kind.COMMAND_POST:
        task = Task.LEADER
    if type_.vehicular:
        area = (area - dead_ends(state.situation, type_.mover)) or area
    return Member(unit, state.situation.by_id[unit].group, task, area, ground.heading(area_of(state, unit)))


@frozen(eq=False)
class _Ground:
    """The ground of a Situation for one side. fields: what has been found of fields of fire."""

    state: BlitzState
    side: SideId
    fields: dict[Hex, float] = field(factory=dict)
    headings: dict[frozenset[Hex], tuple[float, float]] = field(factory=dict)

    @cached_property
    def enemies(self) -> tuple[Hex, ...]:
        """Where the enemy is or will come from."""
        return enemy_ground(self.state, self.side)

    @cached_property
    def goals(self) -> Mapping[Hex, float]:
        """The areas in which there is something to be won, each worth as much as another."""
        situation = self.state.situation
        wanted = (situation.areas.get(goal.area) for goal in situation.goals if goal.area is not None)
        return {hex_: 1.0 / len(area.hexes) for area in wanted if area is not None for hex_ in area.hexes}

    @property
    def together(self) -> bool:
        """They need not stand side by side."""
        return False

    def heading(self, area: frozenset[Hex]) -> tuple[float, float]:
        """From the middle of an area to that of the enemy's ground."""
        found = self.headings.get(area)
        if found is None:
            here, there = _middle(area), _middle(self.enemies)
            way = there[0] - here[0], there[1] - here[1]
            found = self.headings[area] = way if any(way) else (0.0, -1.0)
        return found

    @property
    def crowded(self) -> float:
        """Two in a hex defend it better than one (pb:PB-STACK-A)."""
        return 1.5

    def cover(self, hex_: Hex, task: Task) -> float:
        """What hides, and heights; nothing near to the enemy."""
        cell = self.state.cell(hex_)
        steps = _HIDES * hides(cell) + _HILLTOP * (cell.level == Elevation.HILLTOP) + _LOW * depressed(cell)
        if task in (Task.TRAIN, Task.CARRIER, Task.TANK):
            steps += ROAD in cell.routes
        near = min((distance(hex_, h) for h in self.enemies), default=CLEAR_OF_ENEMY)
        return steps + _TOO_NEAR * max(CLEAR_OF_ENEMY - near, 0)

    def seen(self, hex_: Hex, heading: tuple[float, float]) -> float:
        """How much of the ground about is in sight."""
        found = self.fields.get(hex_)
        if found is None:
            there = seen_from(self.state.situation, self.state.has(REAL_SPACE), hex_, _FIELD)
            found = self.fields[hex_] = min(len(there) / _ALL, 1.0)
        return found

    def sees_goal(self, hex_: Hex) -> bool:
        """Nothing is known of single hexes."""
        return False


def _middle(hexes: Collection[Hex]) -> tuple[float, float]:
    count = max(len(hexes), 1)
    return sum(h.col for h in hexes) / count, sum(h.y for h in hexes) / count
