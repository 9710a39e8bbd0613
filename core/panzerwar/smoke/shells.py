"""Smoke that is fired: directly, by batteries, and phosphorus at a target (pw:11.1 to pw:11.5).

Whether a weapon may fire in a segment, and with what, is for combat and artillery to say; what becomes of it is here.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from core.choice import Refusal
from core.dice import Dice, Roll
from core.event import Event, SideId, UnitId
from core.panzerwar.pieces.element import Element
from core.panzerwar.pieces.smoke import Cloud, Source
from core.panzerwar.pieces.weapons import Smoke
from core.panzerwar.smoke import clouds
from core.panzerwar.smoke.clouds import RADIUS
from core.panzerwar.smoke.events import Blinded, SmokeLaid
from core.panzerwar.state import WarState
from core.plane import Point, bearing, clip, compass, gsu_between, hex_at, in_circle, offset

_SOURCES: Final = {Smoke.SLOW_CBE: Source.SLOW_CBE, Smoke.FAST_CBE: Source.FAST_CBE, Smoke.WP: Source.WP}
#: GSU between the puffs of a battery, and puffs for each barrel (pw:11.2.5).
_BESIDE: Final = 25.0
#: Up to this range a shell of phosphorus that misses scatters by 5 x D10 (pw:11.4.3).
_NEAR, _NEAR_TIMES = 900.0, 5


def aim_refusal(state: WarState, firer: Element, aim: Point, smoke: Smoke, farthest: float) -> Refusal | None:
    """Why smoke may not be fired directly at a point: too near, or too far (pw:11.3, pw:11.4).

    farthest: the greatest sighting distance for base-eject smoke, the range of HE for phosphorus.
    """
    row = state.charts.artillery.smoke[smoke.value]
    rule = "pw:11.4" if smoke is Smoke.WP else "pw:11.3"
    away = gsu_between(firer.where, aim)
    most = farthest if row.most is None else min(farthest, row.most)
    if away < row.least:
        return Refusal(f"its point of aim lies {away:.0f} away; {smoke.value} smoke needs at least {row.least}", rule)
    if away > most:
        return Refusal(f"its point of aim lies {away:.0f} away; {smoke.value} smoke reaches {most:g}", rule)
    return None


def fire_smoke(
    state: WarState,
    firer: Element,
    aim: Point,
    smoke: Smoke,
    segment: int,
    dice: Dice,
    *,
    shifts: bool,
    barrels: int = 1,
) -> Iterator[Event]:
    """One puff of sketchy smoke for each barrel, beyond the point of aim and perhaps beside it (pw:11.1, pw:11.3.1,
    pw:11.3.6, pw:11.4.1, pw:11.4.4, pw:11.5).

    shifts: it is fired at a target at first sight, or the firer moved more than a shift.
    """
    along, away = bearing(firer.where, aim), gsu_between(firer.where, aim)
    source = _SOURCES[smoke]
    times = state.charts.artillery.smoke[smoke.value].overshoot
    rolls: list[Roll] = []
    points = []
    for _ in range(barrels):
        point = aim
        if shifts:
            rule = "pw:11.4.4" if smoke is Smoke.WP else "pw:11.3.6"
            rolls.append(dice.roll("d6", "sideways shift of smoke", rule))
            found = state.charts.artillery.shifts[rolls[-1].result]
            point = offset(aim, along + 90 * found.side, found.length(away)) if found.side else aim
        rule = "pw:11.4.1" if smoke is Smoke.WP else "pw:11.3.1"
        rolls.append(dice.roll("d10", "overshoot of smoke", rule))
        points.append(overshot(state, point, along, times * rolls[-1].result))
    laid = tuple(clouds.new(state, source, (point,), segment) for point in points)
    yield SmokeLaid(
        side=firer.side,
        element=firer.id,
        clouds=clouds.numbered(state, laid),
        aim=aim,
        rolls=tuple(rolls),
    )


def overshot(state: WarState, aim: Point, along: float, gsu: float) -> Point:
    """Where a shell comes to rest that goes so far beyond its point of aim: before the first ground a contour higher
    (pw:11.3.1)."""
    there = offset(aim, along, gsu)
    board = state.board
    foot = board[hex_at(aim)].level if hex_at(aim) in board else 0
    for hex_, start, _ in clip(aim, there):
        if hex_ in board and board[hex_].level > foot:
            return offset(aim, along, start)
    return there


def lay_screen(
    state: WarState,
    side: SideId,
    element: UnitId,
    coa: Point,
    along: float,
    barrels: int,
    smoke: Smoke,
    segment: int,
    rolls: tuple[Roll, ...] = (),
) -> Iterator[Event]:
    """The smoke of a battery: two puffs for each barrel, side by side across its line of fire (pw:11.2, pw:11.2.5).
    What falls where it fell in an earlier turn makes that thick (pw:11.2.1)."""
    count = round(barrels * state.charts.number("puffs-per-gun"))
    source = _SOURCES[smoke]
    laid = []
    for number in range(count):
        aside = (number - (count - 1) / 2) * _BESIDE
        point = offset(coa, along + 90, aside)
        before = _laid_there(state, source, point)
        if before is None:
            laid.append(clouds.new(state, source, (point,), segment, battery=True))
        else:
            laid.append(clouds.fed(state, before, source, segment))
    yield SmokeLaid(side=side, element=element, clouds=clouds.numbered(state, tuple(laid)), aim=coa, rolls=rolls)


def _laid_there(state: WarState, source: Source, point: Point) -> Cloud | None:
    """The cloud that artillery has laid where another puff falls: nearer than half a puff."""
    return next(
        (
            cloud
            for cloud in state.smoke.clouds.values()
            if cloud.battery and cloud.source is source and in_circle(point, cloud.puffs[0], RADIUS)
        ),
        None,
    )


# -- phosphorus at a target ------------------------------------------------------------------------


def phosphorus_hits(state: WarState, firer: Element, target: Element, segment: int) -> Iterator[Event]:
    """A vehicle struck by phosphorus: a puff lies on it, and it is blinded until that is gone (pw:11.4.3). What it does
    to riders and to an exposed commander is for combat."""
    cloud = clouds.new(state, Source.WP, (target.where,), segment)
    laid = clouds.numbered(state, (cloud,))
    yield SmokeLaid(side=firer.side, element=firer.id, clouds=laid, aim=target.where)
    yield Blinded(side=target.side, element=target.id, until=cloud.until)


def phosphorus_misses(state: WarState, firer: Element, target: Element, segment: int, dice: Dice) -> Iterator[Event]:
    """A shell of phosphorus that misses its target scatters as direct area fire does, by 5 x D10 up to 900
    (pw:11.4.3)."""
    away = gsu_between(firer.where, target.where)
    rolls = [dice.roll("d10", "direction of scatter", "pw:10.5.5.1")]
    point = target.where
    if rolls[0].result <= 8:
        rolls.append(dice.roll("d10", "distance of scatter", "pw:11.4.3"))
        times = _NEAR_TIMES if away <= _NEAR else state.charts.artillery.scatter_of("direct", away).times
        along = compass(rolls[0].result, bearing(firer.where, target.where))
        point = offset(point, along, times * rolls[1].result)
    laid = clouds.numbered(state, (clouds.new(state, Source.WP, (point,), segment),))
    yield SmokeLaid(side=firer.side, element=firer.id, clouds=laid, aim=target.where, rolls=tuple(rolls))
