"""Victory: what each side has reached of its goals, the levels, the end (pb:PB-WIN-1, pb:PB-SEQ-9, pb:PB-GEN-1)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from core.board import Board
from core.event import SideId, UnitId
from core.game_end import GameEnded
from core.hexes import Hex, distance, within_range
from core.panzerblitz.pieces.options import REAL_SPACE
from core.panzerblitz.pieces.situation import Goal, Level, Measure, Situation
from core.panzerblitz.pieces.unit import Presence, Unit
from core.panzerblitz.sight.line_of_sight import line_between
from core.panzerblitz.sight.spotting import attacker_refusal
from core.panzerblitz.state import BlitzState
from core.presentation import Row, Standing
from core.remembered import remembered
from core.replaced import replaced

#: A ratio with nothing to divide by.
BOUNDLESS = 99
_PLAIN = (Measure.CORRIDOR, Measure.FIRE_LINE, Measure.PREVENTION)
#: What is shown of a ratio that is `BOUNDLESS`.
_BOUNDLESS_WORDS = {Measure.PRESENCE_RATIO: "no enemy there", Measure.LOSS_RATIO: "no own losses"}


def manned(state: BlitzState, side: SideId) -> Iterable[Unit]:
    """The units with men that a side began with: trucks and wagons count, counters without men do not (pb:PB-WIN-1)."""
    return (u for u in state.units.values() if u.side == side and state.type(u.id).manned)


def lost(state: BlitzState, side: SideId) -> tuple[UnitId, ...]:
    """Units of a side that are gone, those removed after intensive fire too (pb:PB-OPT-AMMO-B)."""
    return tuple(u.id for u in manned(state, side) if u.presence is Presence.ELIMINATED)


def present(state: BlitzState, side: SideId, area: str) -> int:
    """Units of a side in an area; half hexes that two boards share belong to neither (pb:PB-TERR-4)."""
    hexes = state.situation.hexes(area)
    return sum(u.on_map and u.hex in hexes for u in manned(state, side))


def value(state: BlitzState, goal: Goal) -> int:
    """What a side has reached of a goal now; 1 or 0 of those that are met or not."""
    side, enemy = goal.side, state.situation.enemy(goal.side)
    area = goal.area or ""
    match goal.measure:
        case Measure.LOSSES:
            return sum(goal.weights.get(state.type(u).id, 1) for u in lost(state, enemy))
        case Measure.OWN_LOSSES:
            return len(lost(state, side))
        case Measure.ADVANCE:
            return _advance(state, side, area)
        case Measure.PRESENCE:
            return present(state, side, area)
        case Measure.ENEMY_PRESENCE:
            return present(state, enemy, area)
        case Measure.PRESENCE_RATIO:
            return _ratio(present(state, side, area), present(state, enemy, area))
        case Measure.LOSS_RATIO:
            return _ratio(len(lost(state, enemy)), len(lost(state, side)))
        case Measure.EXITED:
            return sum(u.presence is Presence.EXITED and area in u.exits for u in manned(state, side))
        case Measure.LOST_OR_NOT_EXITED:
            return sum(not (u.presence is Presence.EXITED and area in u.exits) for u in manned(state, enemy))
        case Measure.ROUND_TRIP:
            return sum(_went_round(u, goal.out or "", area) for u in manned(state, side))
        case Measure.CORRIDOR:
            return int(has_corridor(state, side, area, goal.out or "", goal.width))
        case Measure.FIRE_LINE:
            return int(has_fire_line(state, side, area, goal.out or ""))
        case Measure.PREVENTION:
            return int(all(reached(state, g) is Level.NONE for g in state.situation.goals if g.side == enemy))


def _ratio(above: int, below: int) -> int:
    if below == 0:
        return BOUNDLESS if above else 0
    return above // below


def _advance(state: BlitzState, side: SideId, area: str) -> int:
    edge = state.situation.hexes(area)
    return max((min(distance(u.hex, e) for e in edge) for u in manned(state, side) if u.on_map and u.hex), default=0)


def _went_round(unit: Unit, out: str, home: str) -> bool:
    exits = unit.exits
    return unit.presence is Presence.EXITED and out in exits and home in exits[exits.index(out) + 1 :]


def reached(state: BlitzState, goal: Goal) -> Level:
    """The level of victory that a goal gives its side as things stand."""
    now = value(state, goal)
    met = [level for level, limit in goal.levels.items() if (now <= limit if goal.at_most else now >= limit)]
    return max(met, default=Level.NONE)


def level_of(state: BlitzState, side: SideId) -> Level:
    """The highest level that a side has reached."""
    return max((reached(state, g) for g in state.situation.goals if g.side == side), default=Level.NONE)


# -- fire over ground ------------------------------------------------------------------------------


def covered(state: BlitzState, side: SideId) -> frozenset[Hex]:
    """Hexes into which units of a side in position could fire: in range and seen."""
    able = [
        (u.hex, state.type(u.id).range)
        for u in state.of(side)
        if u.hex is not None and attacker_refusal(state, _rested(u)) is None
    ]
    return _covered(state.situation, state.has(REAL_SPACE), frozenset(able))


def _rested(unit: Unit) -> Unit:
    return replaced(unit, fired=False, operation=None)


@lru_cache(maxsize=64)
def _covered(situation: Situation, real_space: bool, guns: frozenset[tuple[Hex, int]]) -> frozenset[Hex]:
    found: set[Hex] = set()
    for where, reach in sorted(guns):
        for hex_ in within_range(where, reach):
            new = hex_ not in found and hex_ in situation.board
            if new and line_between(situation, where, hex_, real_space).seen:
                found.add(hex_)
    return frozenset(found)


@remembered
def has_corridor(state: BlitzState, side: SideId, area: str, out: str, width: int) -> bool:
    """Whether a corridor so many hexes wide, out of all enemy fire, leads from edge to edge.

    Enemies that could not fire do not close it, wherever they stand.
    """
    ends = state.situation.hexes(area) | state.situation.hexes(out)
    unsafe = covered(state, state.situation.enemy(side))
    around, inner = _around(state.board, (width - 1) // 2)
    free = {h for h, near in around.items() if near.isdisjoint(unsafe) and (h in inner or h in ends)}
    return _connected(state, area, out, free)


@lru_cache(maxsize=16)
def _around(board: Board, radius: int) -> tuple[Mapping[Hex, frozenset[Hex]], frozenset[Hex]]:
    """What lies within so many hexes of each hex of a board, and the hexes about which all that lies on it."""
    found = {hex_: frozenset(within_range(hex_, radius)) for hex_ in board.cells}
    return found, frozenset([hex_ for hex_, near in found.items() if near <= board.cells.keys()])


@remembered
def has_fire_line(state: BlitzState, side: SideId, area: str, out: str) -> bool:
    """Whether an unbroken line of hexes under one's own fire leads from edge to edge."""
    return _connected(state, area, out, set(covered(state, side)))


def _connected(state: BlitzState, area: str, out: str, hexes: set[Hex]) -> bool:
    goal = state.situation.hexes(out)
    seen = set(state.situation.hexes(area) & hexes)
    todo = list(seen)
    while todo:
        hex_ = todo.pop()
        if hex_ in goal:
            return True
        for near in hex_.neighbours():
            if near in hexes and near not in seen:
                seen.add(near)
                todo.append(near)
    return False


# -- the end ---------------------------------------------------------------------------------------


def standings(state: BlitzState) -> tuple[Standing, ...]:
    """What each side has reached: the value of its goal, and what each level asks for."""
    found = []
    for side in state.situation.sides:
        goals = [g for g in state.situation.goals if g.side == side.id]
        rows = tuple(
            Row(
                goal.measure.value,
                _shown(goal, value(state, goal)),
                "pb:PB-WIN-1",
                cells=(goal.text, _limits(goal), f"{reached(state, goal).name.lower()} reached"),
            )
            for goal in goals
        )
        points = value(state, goals[0]) if goals else 0
        level = max((reached(state, goal) for goal in goals), key=lambda r: r.value, default=Level.NONE)
        found.append(Standing(side.id, points, rows, level.name.lower() if level is not Level.NONE else "no level"))
    return tuple(found)


def _shown(goal: Goal, now: int) -> str:
    """What has been reached of a goal, in words where a number tells nothing."""
    if goal.measure in _PLAIN:
        return "met" if now else "not met"
    return _BOUNDLESS_WORDS.get(goal.measure, str(now)) if now == BOUNDLESS else str(now)


def _limits(goal: Goal) -> str:
    if goal.measure in _PLAIN:
        return f"{next(iter(goal.levels)).name.lower()} if met"
    sign = "at most " if goal.at_most else ""
    return ", ".join(f"{level.name.lower()} {sign}{limit}" for level, limit in sorted(goal.levels.items()))


def verdict(state: BlitzState) -> GameEnded:
    """Who has won: levels are compared, equal ones are a draw (pb:PB-WIN-1, pb:PB-GEN-1).

    The victory is worth the difference, as published reports of play score it: tactical against marginal is a
    marginal victory.
    """
    levels = {side.id: level_of(state, side.id) for side in state.situation.sides}
    scores = tuple((SideId(s.side), s.points) for s in standings(state))
    words = "; ".join(f"{s.name}: {levels[s.id].name.lower()}" for s in state.situation.sides)
    best, least = max(levels.values()), min(levels.values())
    if best is Level.NONE:
        return GameEnded(winner=None, level="draw", text="no level was reached", rule="pb:PB-WIN-1", scores=scores)
    if best is least:
        return GameEnded(
            winner=None, level="draw", text=f"both reached the same level ({words})", rule="pb:PB-WIN-1", scores=scores
        )
    winner = next(s for s, level in levels.items() if level is best)
    name = state.situation.side(winner).name
    level = f"{Level(best - least).name.lower()} victory"
    return GameEnded(winner=winner, level=level, text=f"{level} of {name} ({words})", rule="pb:PB-WIN-1", scores=scores)
