"""The position as a computer player sees it: which enemies bear on a hex, what could be hit from there.

Everything is in victory points, from the view of one side. Nothing here rolls or changes anything.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property

from attrs import evolve, field, frozen

from core.event import SideId, UnitId
from core.hexes import Hex, aheads, in_front_arc, off_axis
from core.panzer.course.victory import standings
from core.panzer.ground.cover import spotting_cover_of
from core.panzer.ground.terrain import BUILDINGS, vehicle_terrain
from core.panzer.opponent.foes import (
    Duels,
    Foe,
    Line,
    Mark,
    Positions,
    Sentries,
    duels_of,
    foe_of,
    mark,
    objectives_by_hex,
    positions_of,
    sentries,
    worth_of,
)
from core.panzer.opponent.goals import Goal, away, fetching, goals_of, nearest, to_guard
from core.panzer.opponent.prospects import FRESH, NOTHING
from core.panzer.opponent.prospects_gp import gp_stand
from core.panzer.opponent.turns import Turns, turns_to
from core.panzer.pieces.cards import LegCard, TowedCard, VehicleCard
from core.panzer.pieces.scenario import Label
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.tables import Cover
from core.panzer.pieces.unit import Spot, Unit
from core.panzer.sight.ranges import Seen, Shown, shown_by
from core.panzer.sight.spotting import spotting_range
from core.panzer.sight.visibility import light
from core.panzer.state import PanzerState
from core.setting import Objective

_COMBAT_COVER = {Cover.LIGHT: "cover-light", Cover.MEDIUM: "cover-medium", Cover.HEAVY: "cover-heavy"}

#: Turns to the goal by which two units may differ and still go for it together.
ABREAST = 1.2
#: Points behind at which a side dares all it can, and points beyond the least lead that wins at which it need not.
FAR_BEHIND = FAR_AHEAD = 150
#: Turns to spare with less than which a goal pulls more; how much more it pulls in the last third of the game.
LATE, LATER, LAST_THIRD = 4.0, 2.0, 1.3
#: Points for each turn nearer to a goal that cannot be reached in time.
TOO_LATE = 4.0
#: The most that a turn nearer to its goal is worth to a unit on foot, in shares of its own value.
PULL_ON_FOOT = 0.45
#: What is left of that for who follows the others: sections with crew-served weapons, observers, headquarters.
FOLLOWING = 0.4
#: Points for standing in an entrenchment or an Improved Position.
POSITION = 6.0
#: Points off for each unit in a hex beside: what strikes one strikes the other (na:6.5.1.5).
CLOSE_BY = 0.3


@frozen
class Picture:
    """The view of a side, digested.

    crowd: own vehicles by hex; guarded: objectives to stand on if they are the side's; held, contested: own and enemy
    vehicles on each objective; massed: for each unit, how many others are as near to the same goal; need: from 0
    to 1, how much the side must dare because it is behind; ahead: likewise, how far it has won as things are; worths:
    points for each unit and what it carries; positions: entrenchments and Improved Positions that can be taken or held.
    """

    state: PanzerState
    side: SideId
    foes: tuple[Foe, ...]
    goals: dict[UnitId, Goal]
    crowd: Counter[Hex]
    objectives: dict[Hex, Objective]
    guarded: frozenset[str]
    held: dict[str, frozenset[UnitId]]
    contested: dict[str, frozenset[UnitId]]
    massed: dict[UnitId, int]
    need: float
    ahead: float
    worths: Mapping[UnitId, float]
    positions: Positions
    _duels: dict[int, Duels] = field(factory=dict, init=False, eq=False, repr=False)
    _ahead: dict[Hex, Hex | None] = field(factory=dict, init=False, eq=False, repr=False)
    _ways: dict[UnitId, Turns] = field(factory=dict, init=False, eq=False, repr=False)
    _hidden: dict[int, tuple[Unit, Unit]] = field(factory=dict, init=False, eq=False, repr=False)

    def value(self, unit: UnitId) -> float:
        """Victory points for a unit and what it carries; a unit that counts nothing still has some use."""
        return self.worths[unit]

    # -- lines -----------------------------------------------------------------------------------

    def shown(self, unit: Unit, hex_: Hex, spot: Spot | None) -> Shown:
        """What a unit shows in a hex, with a SPOT counter (na:4.1.3, na:6.1.3, min:5.4.2)."""
        state, known = self.state, self._duels_of(unit).shown
        cover, bright = self._spotting_cover(unit, hex_), light(state, hex_)
        key = spot, cover, bright
        found = known.get(key)
        if found is None:
            stands = Seen(evolve(unit, spot=spot), cover, state.card(unit.id), bright)
            found = known[key] = shown_by(state.tables, stands, state.scenario.switches)
        return found

    def _duels_of(self, unit: Unit) -> Duels:
        found = self._duels.get(id(unit))
        if found is None:
            # It holds the unit, so that no other has its identity.
            found = self._duels[id(unit)] = duels_of(self.state, unit, self._marks)
        return found

    @cached_property
    def _marks(self) -> tuple[Mark, ...]:
        return tuple(mark(self.state, foe, self.cover(foe.hex)) for foe in self.foes)

    def hidden(self, unit: Unit, hidden: bool) -> Unit:
        """A unit as it would be in Full Cover or out of it, the same one whenever it is asked for."""
        if unit.full_cover == hidden:
            return unit
        found = self._hidden.get(id(unit))
        if found is None:
            found = self._hidden[id(unit)] = (unit, evolve(unit, full_cover=hidden))
        return found[1]

    def _spotting_cover(self, unit: Unit, hex_: Hex) -> Cover:
        state = self.state
        if state.scenario.switches:
            if unit.hex == hex_ and unit.on_map:
                return spotting_cover_of(state, unit)
            cell = state.cell(hex_)
            if cell.terrain in BUILDINGS and isinstance(state.card(unit.id), LegCard):
                return state.tables.terrain[cell.terrain].cover_spotting
        return vehicle_terrain(state.tables, state.cell(hex_)).cover_spotting

    def cover(self, hex_: Hex) -> int:
        """The AP Hit modifier for the Cover of a hex."""
        cover = vehicle_terrain(self.state.tables, self.state.cell(hex_)).cover_combat
        return self.state.tables.ap_hit_modifiers[_COMBAT_COVER[cover]] if cover in _COMBAT_COVER else 0

    def lines(self, unit: Unit, hex_: Hex, facing: int, spot: Spot | None) -> list[Line]:
        """What passes between a unit in a hex and the enemies in its sight, each standing as it does now."""
        found: list[Line] = []
        on = self._sentries.on(hex_)
        if not on:
            return found
        state = self.state
        duels, cover = self._duels_of(unit), self.cover(hex_)
        reaches, stand = duels.reaches(self.shown(unit, hex_, spot)), None
        for n, far in on:
            duel = duels.each[n]
            they, we = far <= reaches[n], far <= duel.reach
            if not (they or we):
                continue
            foe = duel.mark.foe
            theirs = ours = NOTHING
            if they:
                stand = stand or (gp_stand(state, unit, hex_) if state.has(Switch.GP_FIRE) else None)
                theirs = duel.theirs.passing(foe.hex, foe.unit.facing, hex_, far, cover, stand)
            if we:
                ours = duel.ours.passing(hex_, facing, foe.hex, far, duel.mark.cover, duel.mark.stand)
            found.append(Line(foe, far, theirs, ours))
        return found

    @cached_property
    def _sentries(self) -> Sentries:
        # Nobody spots farther than who is in good order, for whom `seen_from` is.
        posts = tuple((foe.hex, max(foe.gun, foe.seen_from)) for foe in self.foes)
        return sentries(self.state.board, self.state.tables, posts)

    # -- danger and hope ---------------------------------------------------------------------------

    def danger(self, unit: Unit, hex_: Hex, facing: int, lines: Iterable[Line]) -> float:
        """Points that the enemy may expect to take from a unit in a turn of fire at it."""
        return next(self.dangers(unit, hex_, (facing,), lines))

    def dangers(self, unit: Unit, hex_: Hex, facings: Iterable[int], lines: Iterable[Line]) -> Iterator[float]:
        """The danger by the facing of a unit, which none of the lines depends on."""
        temper = self.state.temper
        massed = temper.massed * self.massed.get(unit.id, 0)
        threats = []
        for line in lines:
            front, rear = line.theirs
            if rear:
                foe = line.foe
                company = len(foe.watches) - (unit.id in foe.watches) + massed
                threats.append((aheads(hex_, foe.hex), front, rear, 1 + temper.company * company))
        for facing in facings:
            safe = 1.0
            for ahead, front, rear, among in threats:
                share = front if ahead[facing] > 0 else rear if ahead[facing] < 0 else min(front, rear)
                safe *= 1 - min(0.95, share / FRESH / among)
            yield (1 - safe) * FRESH * self.value(unit.id) * self._fear

    @cached_property
    def _fear(self) -> float:
        """How danger counts: less to who is behind, more to who is ahead."""
        temper = self.state.temper
        return (1 - temper.daring * self.need) * (1 + temper.wary * self.ahead)

    def hope(self, hex_: Hex, lines: Iterable[Line]) -> float:
        """Points that a unit may expect from its best shot, with a little for having a choice."""
        shots = sorted((self._shot(hex_, line) for line in lines), reverse=True)
        return shots[0] + 0.15 * sum(shots[1:3]) if shots else 0.0

    def _shot(self, hex_: Hex, line: Line) -> float:
        front, rear = line.ours
        ahead = aheads(line.foe.hex, hex_)[line.foe.unit.facing]
        # It may turn to face us before it is shot at.
        share = front if ahead > 0 else 0.6 * rear + 0.4 * front if ahead < 0 else min(front, rear)
        return share * line.foe.importance

    def outlook(self, hex_: Hex, facing: int) -> float:
        """A little for facing the nearest enemy where none is in sight."""
        if hex_ not in self._ahead:
            self._ahead[hex_] = nearest(hex_, [foe.hex for foe in self.foes])
        ahead = self._ahead[hex_]
        if ahead is None or ahead == hex_:
            return 0.0
        return 0.4 if in_front_arc(hex_, facing, ahead) else 0.2 if off_axis(hex_, facing, ahead)[0] > 0 else 0.0

    # -- goals -------------------------------------------------------------------------------------

    def on_the_way(self, unit: Unit) -> bool:
        """Whether a unit has yet to get to its goal."""
        goal = self.goals.get(unit.id)
        return goal is not None and away(self.state, unit, goal) > 0.3

    def pull(self, unit: Unit) -> float:
        """Points for each turn by which a unit comes nearer to its goal."""
        goal = self.goals.get(unit.id)
        state, temper = self.state, self.state.temper
        if goal is None or state.turn >= state.scenario.turns:
            return 0.0
        spare = goal.deadline - state.turn + 1 - away(state, unit, goal)
        if spare < -0.3:
            return TOO_LATE * self._ardour(unit)
        points = max(temper.pull_least, min(temper.pull_most, temper.pull * goal.worth))
        if not isinstance(state.card(unit.id), VehicleCard):
            points = min(points, PULL_ON_FOOT * self.value(unit.id)) * self._ardour(unit)
        if spare < LATER:
            points *= temper.pull_later
        elif spare < LATE:
            points *= temper.pull_late
        if 3 * state.turn >= 2 * state.scenario.turns:
            points *= LAST_THIRD
        return points * (1 + self.need)

    def _ardour(self, unit: Unit) -> float:
        """How far a unit on foot is one to go forward: guns stay, mortars and machine guns follow, observers too."""
        card, member = self.state.card(unit.id), self.state.scenario.by_id[unit.id]
        if isinstance(card, VehicleCard):
            return 1.0
        if isinstance(card, TowedCard):
            return 0.0
        behind = (isinstance(card, LegCard) and card.crew_served) or member.labels & {Label.FO, Label.COMMAND}
        return FOLLOWING if behind else 1.0

    def progress(self, unit: Unit, hex_: Hex, pull: float) -> float:
        """What a hex is worth for a unit's goal and for the objectives, at the end of a move."""
        way, objective, position, beside, inside = self.merits(unit, hex_, pull)
        return way + objective + position - beside - inside

    def merits(self, unit: Unit, hex_: Hex, pull: float) -> tuple[float, float, float, float, float]:
        """That taken apart: the way that is left to its goal, standing on an objective, a position, and what own units
        beside the hex and in it take off."""
        state, goal, objective = self.state, self.goals.get(unit.id), self.objectives.get(hex_)
        way = -pull * self._turns(unit, goal).get(hex_) if goal is not None else 0.0
        stands = objective is not None and state.card(unit.id).combat_unit
        taken = self._occupation(unit, objective) if objective is not None and stands else 0.0
        position = beside = 0.0
        others = self.crowd[hex_] - (unit.hex == hex_)
        if state.scenario.switches:
            position = POSITION * self.positions.of_use(state, unit, hex_)
            beside = CLOSE_BY * sum(self.crowd[n] for n in hex_.neighbours())
        return way, taken, position, beside, 3.0 * others if others < 4 else 40.0

    def _turns(self, unit: Unit, goal: Goal) -> Turns:
        """Turns to the goal of a unit from wherever it may come to."""
        found = self._ways.get(unit.id)
        if found is None:
            found = self._ways[unit.id] = turns_to(self.state, self.state.card(unit.id), goal.hexes)
        return found

    def _occupation(self, unit: Unit, objective: Objective) -> float:
        """What it is worth to end a move on an objective: to take it, hold it, or keep the enemy from it."""
        state, at_stake = self.state, self.state.scenario.at_stake[objective.id]
        alone = not self.held[objective.id] - {unit.id}
        foes = self.contested[objective.id]
        left = state.scenario.turns - state.turn
        held = state.objectives.occupation.get(objective.id)
        if state.objectives.control.get(objective.id) == self.side:
            if foes:
                return 0.8 * at_stake if alone else 4.0
            # Captured, it stays so until an enemy has been there for a complete turn (na:3.6b, min:4.6); but whoever
            # gets onto it may be hard to drive off.
            if not alone or objective.id not in self.guarded:
                return 0.0
            return (0.35 if state.temper.guards else 0.8) * at_stake
        if foes:
            # Contested, it is nobody's; that is worth most where the enemy would soon have it.
            return 0.5 * state.temper.taking * at_stake if alone else 4.0
        begun = held.turns + 1 if held is not None and held.side == self.side else 0
        if left + begun < objective.turns:
            return 0.0
        return (0.45 + 0.25 * bool(begun)) * state.temper.taking * at_stake if alone else 5.0


def picture(state: PanzerState, side: SideId) -> Picture:
    """Digest a view."""
    enemy = state.scenario.enemy(side)
    mine = [(u, u.hex, spotting_range(state, u.id)) for u in state.of(side) if u.hex is not None]
    objectives = objectives_by_hex(state)
    goals = goals_of(state, side)
    goals |= fetching(state, side, goals)
    foes = tuple(
        foe_of(state, u, u.hex, mine, objectives) for u in state.of(enemy) if u.hex is not None and not u.bailed_out
    )
    return Picture(
        state=state,
        side=side,
        foes=foes,
        goals=goals,
        crowd=Counter(h for _, h, _ in mine),
        objectives=objectives,
        guarded=frozenset(x.id for x in state.scenario.objectives if to_guard(state, x, enemy)),
        held={x.id: _on(state, x, side) for x in state.scenario.objectives},
        contested={x.id: _on(state, x, enemy) for x in state.scenario.objectives},
        massed=_massed(state, side, goals),
        need=_need(state, side),
        ahead=_ahead(state, side),
        worths={u: worth_of(state, u) for u in state.units},
        positions=positions_of(state),
    )


def _massed(state: PanzerState, side: SideId, goals: Mapping[UnitId, Goal]) -> dict[UnitId, int]:
    times = {
        u: away(state, state.units[u], goal)
        for u, goal in goals.items()
        if state.units[u].on_map
        and (goal.leave or (goal.objective and state.objectives.control[goal.objective] != side))
    }
    return {
        u: sum(v != u and goals[v].hexes == goals[u].hexes and abs(times[v] - times[u]) <= ABREAST for v in times)
        for u in times
    }


def _need(state: PanzerState, side: SideId) -> float:
    lead = _lead(state, side)
    if lead >= _least_lead(state):
        return 0.0
    return max(0.25, min(1.0, -lead / FAR_BEHIND)) * (0.25 + 0.75 * state.turn / max(1, state.scenario.turns))


def _ahead(state: PanzerState, side: SideId) -> float:
    return max(0.0, min(1.0, (_lead(state, side) - _least_lead(state)) / FAR_AHEAD))


def _lead(state: PanzerState, side: SideId) -> int:
    points = {s.side: s.points for s in standings(state)}
    return points[side] - max(p for s, p in points.items() if s != side)


def _least_lead(state: PanzerState) -> int:
    """The least lead that wins."""
    return min((level.lead for level in state.scenario.victory.levels), default=1)


def _on(state: PanzerState, objective: Objective, side: SideId) -> frozenset[UnitId]:
    return frozenset(u.id for u in state.of(side) if u.hex in objective.hexes and state.card(u.id).combat_unit)


def uncommanded(state: PanzerState, side: SideId) -> PanzerState:
    """The view as it was before a side placed its commands, so that it plans the same however many it has placed."""
    plain = state.copy()
    for unit in state.units.values():
        if unit.side == side and unit.command is not None:
            plain.put(evolve(unit, command=None, group=""))
    return plain
