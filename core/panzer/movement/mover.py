"""A unit about to move, with all that bears on it: its allowance, who is in its way, what an Advancing Attack leaves of
its move (na:3.7b, na:4.5.1.1, na:6.6.1.1b, na:6.6.1.2b, na:6.6.4)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Final

from attrs import evolve, frozen

from core.alike import Alike
from core.choice import Refusal
from core.event import SideId, UnitId
from core.hexes import Hex, direction_between, opposite
from core.order import IllegalOrder
from core.own import refuse
from core.panzer.ground import stands
from core.panzer.ground.costs import TerrainCosts, terrain_costs
from core.panzer.ground.cover import stacks
from core.panzer.ground.narrow_roads import Lanes, entry_refusal, exit_refusal, lanes, side_refusal, wrecked
from core.panzer.movement import foot
from core.panzer.movement.allowance import allowance
from core.panzer.pieces.cards import LegCard, TowedCard, UnitCard, VehicleCard
from core.panzer.pieces.clouds import CloudKind
from core.panzer.pieces.movement import ActiveMove, MoveStep, Rate, StepKind
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import Presence, Unit, Wreck
from core.panzer.state import PanzerState
from core.remembered import remembered
from core.tally import Reason

#: Steps after which a unit is inside a building, and in the open: whoever goes to a new hex is.
_INDOORS: Final = frozenset({StepKind.INTO_BUILDING, StepKind.INTO_BUILDING_AHEAD})
_OUTDOORS: Final = frozenset(
    {
        StepKind.FORWARD,
        StepKind.REVERSE,
        StepKind.ACROSS,
        StepKind.ENTER_MAP,
        StepKind.LEAVE_MAP,
        StepKind.LEAVE_MAP_IN_REVERSE,
        StepKind.OUT_OF_BUILDING,
    }
)
_STOREYS: Final = {StepKind.UP: 1, StepKind.DOWN: -1}


def carried_on(state: PanzerState, move: ActiveMove) -> ActiveMove:
    """A move as it begins: of a unit that has advanced, with what that took of it already spent."""
    before = state.combats.advance_of(move.unit)
    if before is None:
        return move
    return evolve(move, spent=before.spent, hexes=before.hexes, came_from=before.came_from, retreat=before.came_from)


@frozen(eq=False, repr=False)
class Mover(Alike):
    """A unit and all that bears on its move now: worked out once, used for every step.

    Good only as long as nothing moves or burns: it looks at the state where a step asks for that. walks: whether it
    goes freely in any direction, as leg and towed units do (na:6.6.4.1); overruns: whether it is about to Overrun.
    """

    state: PanzerState
    unit: Unit
    card: UnitCard
    costs: TerrainCosts
    walks: bool = False
    overruns: bool = False

    @cached_property
    def lanes(self) -> Lanes:
        """What narrow roads leave of its ways (or:7.30)."""
        return lanes(self.state, self.unit)

    @cached_property
    def drives_both_ways(self) -> bool:
        """Whether it has a driver at each end, by whom it goes in reverse as it goes ahead (or:7.33)."""
        return (
            self.state.has(Switch.DUAL_CONTROLS)
            and isinstance(self.card, VehicleCard)
            and "dual drive" in self.card.notations
        )

    @property
    def enemies(self) -> frozenset[Hex]:
        """Hexes with an opposing unit, in which no move ends; a bailed-out vehicle opposes nobody.

        (na:4.5.1.1.10, na:5.15c, na:6.6.10.1a). In the miniatures edition those, too, in which there is no room left
        (min:9.9).
        """
        return _opposing(self.state, self.unit.side) | stands.full(self.state, self.unit)

    def closed(self, hex_: Hex | None) -> bool:
        """Whether a hex is one of these: asked of one hex alone, it costs less than all of them."""
        if hex_ is None:
            return False
        state, side = self.state, self.unit.side
        if any(u.side != side and not u.bailed_out for u in state.in_hex(hex_)):
            return True
        return not stands.has_room(state, self.unit.id, hex_)

    def bearing(self, rate: Rate) -> tuple[object, ...]:
        """All of the state that bears on where it can go at a rate, but for itself: to be compared with what it was."""
        aboard = tuple(u.id for u in self.state.carried if u.carrier == self.unit.id)
        found = self.costs, aboard, self.enemies, frozenset(self.added.items()), self.lanes
        if rate is not Rate.ROUTE:
            return found
        hexes = {u.hex for u in self.state.units.values() if u.hex is not None and u.on_map}
        hexes |= self.state.counters.wrecks.keys()
        return (*found, frozenset((h, why) for h in hexes if (why := self.denial(h, None))))

    def opponent(self, hex_: Hex) -> str:
        """What is in the way in one of these hexes, in words."""
        if not any(u.side != self.unit.side and not u.bailed_out for u in self.state.in_hex(hex_)):
            return "as much as it has room for"
        there = (u for u in self.state.in_hex(hex_) if u.side != self.unit.side and not u.bailed_out)
        vehicles = any(isinstance(self.state.card(u.id), VehicleCard) for u in there)
        return "an opposing vehicle" if vehicles else "an opposing unit"

    def in_the_way(self, hex_: Hex) -> str:
        """What denies the Path or Road allowance in a hex: units other than friendly vehicles and leg units on foot.

        (na:4.5.1.1.5d, na:6.6.4.1a); in the miniatures edition opposing units (min:9.5.5).
        """
        found, share = "", self.state.edition.friends_share_route
        for unit in self.state.in_hex(hex_):
            if unit is self.unit or (unit.id, hex_) in self.state.narrow.shoulder:
                continue
            member = self.state.scenario.by_id[unit.id]
            opposing = unit.side != self.unit.side and not unit.bailed_out
            if share:
                found = "the opposing unit" if opposing else found
            elif isinstance(member.card, VehicleCard):
                if opposing:
                    return "the opposing vehicle"
                found = found or ("the bailed-out vehicle" if unit.bailed_out else "")
            elif isinstance(member.card, TowedCard):
                found = found or "the towed unit"
            elif member.motorcycle:
                found = found or "the motorcycle unit"
        return found

    @cached_property
    def added(self) -> Mapping[Hex, tuple[str, ...]]:
        """What adds to the cost of a hex, and to a paid turn in it, by the terrain's id: Brew-Up Smoke (na:4.5.1.1.2e).

        In the miniatures edition every Wreck, Smoke and Barrage, and all of them together (min:9.3.4, min:9.4.2).
        """
        counters, every = self.state.counters, self.state.edition.clouds_cost
        found = dict.fromkeys((h for h, w in counters.wrecks.items() if w is Wreck.BU), ("brew-up-smoke",))
        if not every:
            return found
        for hex_ in counters.wrecks:
            found[hex_] = (*found.get(hex_, ()), "wreck")
        for cloud in counters.clouds:
            if cloud.kind in (CloudKind.SMOKE, CloudKind.BARRAGE):
                for hex_ in cloud.hexes:
                    found[hex_] = (*found.get(hex_, ()), "smoke")
        return found

    def surcharge(self, hex_: Hex, *, turning: bool, route: str | None = None) -> tuple[Reason, ...]:
        """What it adds to entering a hex, or to a paid turn; along a route a Wreck does not (min:9.5.5)."""
        kinds = (kind for kind in self.added.get(hex_, ()) if not (kind == "wreck" and route))
        return tuple(r for kind in kinds if (r := self.costs.cloud(kind, turning=turning)).amount)

    @cached_property
    def held_ahead(self) -> str:
        """The gun with which it cannot go in reverse (na:6.6.7.1); "" = none, as ever by min:17.2.8.1.1."""
        return "" if self.state.edition.tows_by_capacity else self.behind

    @cached_property
    def behind(self) -> str:
        """The name of the gun that it tows; "" = none."""
        if not self.state.has(Switch.TRANSPORT):
            return ""
        carried = (u for u in self.state.carried if u.carrier == self.unit.id)
        guns = (u for u in carried if u.presence is Presence.CARRIED and isinstance(self.state.card(u.id), TowedCard))
        return next((self.state.name(u.id) for u in guns), "")

    @cached_property
    def crawls(self) -> bool:
        """Whether it is a leg unit in Full Cover, which crawls (na:6.6.4.3)."""
        return self.unit.full_cover and isinstance(self.card, LegCard)

    def total(self, move: ActiveMove, *, most: bool = False) -> int:
        """The allowance of a whole move as things stand; `most`: what its route might yet earn it."""
        rate = Rate.CROSS_COUNTRY if self.denied(move) else move.rate
        total = self._total(move, rate, move.path, move.road)
        if not most or rate is not Rate.ROUTE:
            return total
        road = self._total(move, rate, 0, 1)
        if self.state.edition.path_prevails:
            return total if move.path else max(total, road)
        # Each hex of Road still to come costs at least 1.
        return max(total, road) if move.spent + max(0, move.path - move.road + 1) <= road else total

    @cached_property
    def _allowances(self) -> dict[tuple[Rate, bool, bool], int]:
        """What has been asked of the allowance: by rate, whether it came along any Path, and along more Road."""
        return {}

    def _allowance(self, rate: Rate, path: int, road: int) -> int:
        """The allowance at a rate, by the hexes that it came along Path and Road (na:4.5.1.1.5c, min:9.5.3)."""
        key = rate, path > 0, road > path
        found = self._allowances.get(key)
        if found is None:
            found = self._allowances[key] = allowance(self.state, self.unit, rate, path=path, road=road)[0]
        return found

    def _total(self, move: ActiveMove, rate: Rate, path: int, road: int) -> int:
        halved = [at for at in (move.damaged_after, move.suppressed_after, move.broken_after) if at is not None]
        if not halved:
            return self._allowance(rate, path, road)
        before = self.unit
        if move.damaged_after is not None:
            before = evolve(before, damaged=False, hull_damaged=False)
        if move.suppressed_after is not None:
            before = evolve(before, suppression=None)
        if move.broken_after is not None:
            before = evolve(before, morale=None)
        total = allowance(self.state, before, rate, path=path, road=road)[0]
        for spent in sorted(halved):
            total = spent + max(0, total - spent) // 2
        return max(self.state.edition.least_allowance, total)

    def left(self, move: ActiveMove) -> int:
        """Allowance left of a move as things stand."""
        return max(0, self.total(move) - move.spent)

    def denied(self, move: ActiveMove) -> str:
        """What denies the Path or Road allowance to the whole move; "" = nothing so far."""
        if move.denied or move.rate is not Rate.ROUTE or move.hexes or move.start is None:
            return move.denied
        return self.denial(move.start, None)

    def denial(self, hex_: Hex, route: str | None) -> str:
        """Why a hex of a route denies the Path or Road allowance; "" = it does not (na:4.5.1.1.5d, 5e, 11)."""
        if wrecked(self.state, hex_):
            return f"the wreck in {hex_}"
        if there := self.in_the_way(hex_):
            return f"{there} in {hex_}"
        if self.state.edition.room is None:
            others = (u for u in self.state.in_hex(hex_) if u is not self.unit)
            if sum(stacks(self.state.card(u.id)) for u in others) + 1 >= self.state.tables.over_stacked_from:
                return f"over-stacked {hex_}"
        return f"the Track in {hex_}" if route == "track" else ""

    def on_route(self, move: ActiveMove, hex_: Hex) -> str | None:
        """The kind of route that the vehicle is on: one that it came along, or any in the hex where it starts."""
        back = way_back(move, hex_)
        return self.costs.any_route(hex_) if back is None or back in self.costs.exits(hex_) else None

    def held(self, hex_: Hex, route: str | None, *, inside: bool = False) -> Refusal | None:
        """Why its long gun keeps it from moving within a hex; None if it does not (or:7.20). In the miniatures edition
        its pivots alone are bound (min:20.12.2)."""
        free = inside or self.state.edition.optional.long_guns_bind_pivots
        return None if free else self.costs.held(hex_, route)

    def turn_cost(self, hex_: Hex, route: str | None, *, inside: bool = False) -> tuple[Reason, ...] | None:
        """What a paid turn costs in a hex; None = prohibited. Inside a building it is the building's (na:6.6.3)."""
        if inside:
            row = self.costs.tables.terrain[self.costs.board.cells[hex_].terrain]
            turn = None if row.turn is None else Reason(f"turn, {row.name}", row.turn, "na:4.5.1.1.4")
        else:
            turn = self.costs.turn(hex_, route)
        if turn is None:
            return None
        return (turn, *self.surcharge(hex_, turning=True))


@remembered
def _opposing(state: PanzerState, side: SideId) -> frozenset[Hex]:
    """The hexes in which units stand that oppose a side."""
    enemies = [u for u in state.there if u.side != side and not u.bailed_out]
    return frozenset([u.hex for u in enemies if u.hex is not None])


def mover(state: PanzerState, unit_id: UnitId) -> Mover:
    """The mover for a unit of the state. ValueError if it never moves on the map: aircraft and batteries."""
    unit = state.units[unit_id]
    costs = terrain_costs(state.board, state.tables, foot.going(state, unit))
    overruns = state.combats.overrunning is not None and state.combats.overrunning[0] == unit_id
    return Mover(state, unit, state.card(unit_id), costs, foot.walks(state, unit), overruns)


def check_able(state: PanzerState, unit: Unit) -> None:
    """IllegalOrder if a unit moves no more: a Track hit has stopped it for good, it has bogged down in this turn, or
    its crew is gone.

    (na:6.5.2.2.1, or:7.29, na:5.15c)
    """
    if unit.track_hit:
        raise IllegalOrder(f"{state.name(unit.id)} has a Track hit and may not move nor pivot", "na:6.5.2.2.1")
    if unit.bogged_down(state.turn):
        raise IllegalOrder(f"{state.name(unit.id)} is bogged down and neither moves nor turns this turn", "or:7.29")
    if unit.bailed_out:
        raise IllegalOrder(f"the crew of {state.name(unit.id)} has bailed out", "na:5.15c")


def way_back(move: ActiveMove, hex_: Hex) -> int | None:
    """The hexside across which the vehicle came into its hex; None where its move starts."""
    if move.came_from is not None:
        return direction_between(hex_, move.came_from)
    first = MoveStep.read(move.steps[0]) if move.hexes else None
    if first is not None and first.kind is StepKind.ENTER_MAP and first.facing is not None:
        return opposite(first.facing)
    return None


def position(who: Mover, move: ActiveMove) -> tuple[bool, int]:
    """Whether a unit is inside the building of its hex after the steps of a move, and how many storeys up.

    Steps that the state has not yet seen are taken from where the unit is (na:6.6.3, na:6.6.4.1).
    """
    inside, floor = who.unit.inside, who.unit.floor
    known = who.state.moves.active
    taken = len(known.steps) if known is not None and known.unit == move.unit else 0
    for step in move.steps[taken:]:
        inside, floor = moved_to(step, inside, floor)
    return inside, floor


def outside_after(unit: Unit, step: str) -> Hex | None:
    """The Building hex in which a unit stays outside after one step; whoever comes to a new hex goes in."""
    kind = MoveStep.read(step).kind
    if kind is StepKind.OUT_OF_BUILDING:
        return unit.hex
    return unit.outside if kind is StepKind.TURN else None


def moved_to(step: str, inside: bool, floor: int) -> tuple[bool, int]:
    """Whether a unit is inside, and how many storeys up, after one step."""
    kind = MoveStep.read(step).kind
    if kind in _INDOORS:
        return True, 0
    if kind in _OUTDOORS:
        return False, 0
    return inside, floor + _STOREYS.get(kind, 0)


def keeps_lane(who: Mover, move: ActiveMove, hex_: Hex, direction: int, target: Hex | None = None) -> None:
    """IllegalOrder if a narrow road lets a unit not across a hexside, or not into the hex beyond (or:7.30)."""
    state, unit = who.state, who.unit
    if not state.has(Switch.NARROW_ROADS):
        return
    refuse(exit_refusal(who.lanes, hex_, direction, way_back(move, hex_)))
    refuse(side_refusal(state, unit, hex_, direction))
    if target is not None:
        refuse(side_refusal(state, unit, target, opposite(direction)))
        refuse(entry_refusal(state, who.lanes, unit, target, overruns=who.overruns))
