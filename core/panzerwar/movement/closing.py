"""Coming up against enemies: going into contact on foot, and what stands in the way of vehicles (pw:6.8, pw:12.2.3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Final

from core.dice import Dice
from core.event import Event, UnitId
from core.panzerwar.ground.measure import BASE, ROOF, edge
from core.panzerwar.infantry.contact import SHORT, TOUCH, check
from core.panzerwar.pieces.element import Element, Kind
from core.panzerwar.state import WarState
from core.plane import Path, Point, distance_to_segment, gsu_between, within
from core.segments import EVERY, Halt, Moment

#: Lengths that differ by less are the same, in GSU.
_TRIFLE: Final = 0.05
#: Nobody comes up against what is farther from him than this, in GSU.
_NEAR: Final = max(SHORT, EVERY + ROOF + BASE) + 1


class Closing:
    """Those under way who come up against an enemy: infantry goes into contact with infantry by a die, and stops when
    it touches it; vehicles stop before what they do not overrun or ram."""

    def __init__(self, state: WarState, paths: Mapping[str, Path], dice: Dice) -> None:
        self._state, self._paths, self._dice = state, paths, dice
        self._goes: set[tuple[UnitId, UnitId]] = set(state.moves.closing)

    def at(self, moment: Moment, decided: dict[str, Halt | None]) -> Iterator[Event]:
        """What comes of it now; who stops is halted in `decided`."""
        for who in moment.due:
            mover = self._state.elements[UnitId(who)]
            if mover.nerve.broken:
                continue
            here = moment.spot(who).point
            for enemy in self._state.on_table():
                if enemy.side == mover.side or isinstance(decided.get(who), Halt):
                    continue
                there = moment.spot(enemy.id).point
                if not within(here, there, _NEAR):
                    continue
                if mover.foot and enemy.foot:
                    yield from self._on_foot(mover, enemy, there, moment, decided)
                elif mover.kind is Kind.VEHICLE and self._in_the_way(mover, enemy, there, moment):
                    decided[who] = Halt(f"{enemy.name} stands in its way")

    def _on_foot(
        self, mover: Element, enemy: Element, there: Point, moment: Moment, decided: dict[str, Halt | None]
    ) -> Iterator[Event]:
        """Who would touch an enemy rolls when he is within 10 of it: he stops there, or goes on until he touches it
        (pw:12.2.3)."""
        spot, pair = moment.spot(mover.id), (mover.id, enemy.id)
        gap = gsu_between(spot.point, there)
        if pair in self._goes or (mover.id, UnitId("")) in self._goes:
            if gap <= TOUCH + _TRIFLE:
                decided[mover.id] = Halt("it is in contact with the enemy")
            return
        if gap > SHORT or not self._runs_into(mover.id, spot.gone, there, min(TOUCH, gap - _TRIFLE)):
            return
        found = check(self._state, mover, enemy, self._dice)
        yield found
        if not found.goes:
            decided[mover.id] = Halt("it does not go into contact")
            return
        self._goes.add(pair)
        decided.setdefault(mover.id, None)
        if gap <= TOUCH + _TRIFLE:
            decided[mover.id] = Halt("it is in contact with the enemy")

    def _runs_into(self, who: str, gone: float, there: Point, limit: float) -> bool:
        """Whether what is left of a way comes so near to a place, in GSU; who leaves it does not."""
        points = self._paths[who].rest(gone).points
        return any(distance_to_segment(there, a, b) <= limit for a, b in pairwise(points))

    def _in_the_way(self, mover: Element, enemy: Element, there: Point, moment: Moment) -> bool:
        """Whether a vehicle would drive over an enemy with its next GSU, which it may only to overrun or ram it
        (pw:6.8)."""
        plan = self._state.plans.get(mover.id)
        if plan is None or enemy.id in (plan.overrun, plan.ram):
            return False
        spot, path = moment.spot(mover.id), self._paths[mover.id]
        if gsu_between(spot.point, there) > EVERY + ROOF + edge(enemy):
            return False
        ahead = path.at(spot.gone + EVERY)
        if gsu_between(ahead, there) >= gsu_between(spot.point, there):
            return False
        return distance_to_segment(there, spot.point, ahead) <= ROOF + edge(enemy)
