"""Line of sight from centre dot to centre dot, with the reason for every answer (na:4.1.4).

`line_of_sight` explains; `sees` and `sight_field` give the same answers fast (see `core.panzer.sight.relief`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final

from attrs import evolve, frozen

from core.alike import Alike
from core.board import Board
from core.hexes import Hex, LineStep, direction_between, distance, in_hexes, line
from core.panzer.ground.heights import (
    SIGHT_ROUTES,
    Zone,
    bed,
    blind_zone,
    blind_zone_divisor,
    blocks,
    hexside_height,
    hexside_obstacle,
    hollow,
    is_depression,
    least_that_blocks,
    obstacle_height,
    sight_route,
    terrain_height,
    unit_height,
    zone,
)
from core.panzer.pieces.tables import Tables


@frozen(eq=False, repr=False)
class Obstacle(Alike):
    """What blocks a line of sight.

    hex, direction: the hex, or the hexside of it as met from the spotter (direction None: the hex itself);
    height: Height of its top, in levels; zone: first and last range from the higher unit at which it hides a
    unit as low as the lower one, None if it hides any; d: range in hexes from the higher unit (from the
    spotter if both are equally high) to the obstacle, to the hex in front of it for a hexside.
    """

    hex: Hex
    direction: int | None
    name: str
    height: int
    zone: tuple[int, int] | None
    d: int
    reason: str
    rule: str


@frozen(eq=False, repr=False)
class Sight(Alike):
    """The answer for one line: whether it is clear, and what blocks it first, seen from the spotter.

    range in hexes, heights in levels; passed: what would have blocked the line but for an exemption.
    """

    clear: bool
    origin: Hex
    target: Hex
    range: int
    origin_height: int
    target_height: int
    obstacle: Obstacle | None = None
    passed: tuple[str, ...] = ()


@frozen(eq=False, repr=False)
class _Met(Alike):
    """A hex or hexside that the line meets between its ends.

    before, after: the hex from which its range counts, from the spotter and from the target: the hex itself, or
    the one in front of the hexside; along: whether the line runs along a hexside here.
    """

    hex: Hex
    direction: int | None
    name: str
    height: int
    before: Hex
    after: Hex
    along: bool


def line_of_sight(board: Board, tables: Tables, a: Hex, b: Hex, up: tuple[int, int] = (0, 0)) -> Sight:
    """The line of sight between two hexes of the board, explained (na:4.1.4); KeyError for a hex off the board.

    up: Heights that each of the two units has gone up in its building (na:6.1.4.3.1e, na:6.1.4.3.1f).
    """
    steps = line(a, b)
    reach = distance(a, b)
    heights = unit_height(board, tables, a) + up[0], unit_height(board, tables, b) + up[1]
    if tables.line_of_sight:
        return _by_zones(board, tables, steps, heights)
    route, beds = _follows_route(board, steps), _follows_depression(board, tables, steps)
    slope = _continuous_slope(board, tables, steps, route, from_a=heights[0] >= heights[1])
    passed: list[str] = []
    found: Obstacle | None = None

    for met in _obstacles(board, tables, steps):
        at = distance(a, met.before), distance(b, met.after)
        if not blocks(tables, met.height, at, heights, reach):
            continue
        if met.direction is None and beds and beds[met.hex] < met.height:
            if not blocks(tables, beds[met.hex], at, heights, reach):
                passed.append(f"The line follows a straight run of depression hexes below {met.name} in {met.hex}.")
                continue
            met = evolve(met, name=f"bed under the {met.name}", height=beds[met.hex])
        if met.direction is None:
            ground = board[met.hex].level
            if route and met.height > ground:
                if not blocks(tables, ground, at, heights, reach):
                    passed.append(
                        f"The line follows the {route} straight past {met.name} in {met.hex} (na:4.1.4.1.3c)."
                    )
                    continue
                met = evolve(met, name=_ground_name(board, met.hex), height=ground)
            if met.hex in slope:
                passed.append(f"{met.hex} lies on a Continuous Slope (na:4.1.4.1.5.1).")
                continue
        found = _explained(tables, met, at[0] if heights[0] >= heights[1] else at[1], a, b, heights, reach)
        break

    bank, note = _gully_rule(board, tables, steps, heights, beds)
    if note:
        passed.append(note)
    # The bank says more than the ground behind it, which is as high; what stands higher hides anyhow.
    if bank and (found is None or found.height <= bank.height):
        found = bank
    if found is None:
        passed.extend(_end_notes(board, tables, a, b))
    return Sight(found is None, a, b, reach, heights[0], heights[1], found, tuple(passed))


def _by_zones(board: Board, tables: Tables, steps: Sequence[LineStep], heights: tuple[int, int]) -> Sight:
    """As the miniatures edition has it: what stands on the line by the zone in which it stands (min:5.5.2.4).

    Who is adjacent is seen whatever is between (min:5.4.2.7); two units in depressions never see each other otherwise
    (min:5.5.2.4.4); neither routes nor slopes let a line through (min:5.5.1.14, min:5.5.1.17). Every hex of an obstacle
    is compared by itself, so that of several zones the one counts that blocks (min:5.5.2.4.3).
    """
    a, b = steps[0].hexes[0], steps[-1].hexes[0]
    reach = distance(a, b)
    if reach <= 1:
        note = () if reach == 0 else (f"{a} and {b} are adjacent: units there always see each other (min:5.4.2.7).",)
        return Sight(
            clear=True, origin=a, target=b, range=reach, origin_height=heights[0], target_height=heights[1], passed=note
        )
    found: Obstacle | None = None
    if max(heights) < 0:
        reason = f"{a} and {b} both lie at Height -1, from where no unit sees another that is not adjacent."
        found = Obstacle(a, None, "depression", 0, None, 0, reason, "min:5.5.2.4.4")
    for met in () if found else _obstacles(board, tables, steps):
        at = distance(a, met.before), distance(b, met.after)
        if blocks(tables, met.height, at, heights, reach):
            found = _by_zone(tables, met, at, (a, b), heights)
            break
    notes = () if found else tuple(_end_notes(board, tables, a, b))
    return Sight(found is None, a, b, reach, heights[0], heights[1], found, notes)


@lru_cache(maxsize=1 << 14)
def sees_from_floors(board: Board, tables: Tables, a: Hex, b: Hex, up: tuple[int, int]) -> bool:
    """Whether the line is clear between two units of which at least one has gone up in its building."""
    return line_of_sight(board, tables, a, b, up).clear


# -- what the line meets -------------------------------------------------------------------------


def _obstacles(board: Board, tables: Tables, steps: Sequence[LineStep]) -> Iterator[_Met]:
    """Everything between the two end hexes that has a Height, in order from the spotter (na:4.1.4.2.5).

    The hexes of both units are none of it: a hex is the inch into or out of which they see (min:5.4.2.4). A line along
    a hexside touches the hexes on both sides of it (na:4.1.4.2.6, min:5.5).
    """
    last = len(steps) - 1
    for i, step in enumerate(steps):
        for hex_, direction in step.sides:
            feature = hexside_obstacle(board, tables, hex_, direction)
            if feature:
                other = hex_.neighbour(direction)
                name = tables.terrain[feature[0]].name
                along = hex_ in step.hexes
                # Along a hexside both hexes are equally far from either end.
                yield _Met(hex_, direction, name, feature[1], hex_, hex_ if along else other, along)
        if 0 < i < last:
            for hex_ in step.hexes:
                if hex_ in board:
                    height = obstacle_height(board, tables, hex_)
                    yield _Met(
                        hex_, None, _hex_name(board, tables, hex_), height, hex_, hex_, along=len(step.hexes) > 1
                    )


def _hex_name(board: Board, tables: Tables, hex_: Hex) -> str:
    cell = board[hex_]
    if terrain_height(tables, cell) > 0:
        name = tables.terrain[cell.terrain].name
        name = name.split(" (")[0] if cell.terrain != "alley" else "Building"
        if cell.stories > 1:
            name += f" of {cell.stories} stories"
        return f"{name} on Hill level {cell.level}" if cell.level else name
    return _ground_name(board, hex_)


def _ground_name(board: Board, hex_: Hex) -> str:
    level = board[hex_].level
    if board[hex_].under is not None:
        return f"bridge on Hill level {level}" if level else "bridge"
    return f"Hill level {level}" if level else "ground level"


def _straight_run(steps: Sequence[LineStep]) -> tuple[Hex, ...]:
    """The hexes of a line that follows one straight hex row; empty for any other line."""
    hexes = tuple(step.hexes[0] for step in steps)
    if any(len(step.hexes) > 1 for step in steps):
        return ()
    directions = {direction_between(p, q) for p, q in pairwise(hexes)}
    return hexes if len(directions) == 1 else ()


def _follows_route(board: Board, steps: Sequence[LineStep]) -> str:
    """Name of the Road or Path that the line follows from end to end; empty without one (na:4.1.4.1.3c)."""
    hexes = _straight_run(steps)
    kinds: set[str] = set()
    for p, q in pairwise(hexes):
        direction = direction_between(p, q)
        kind = "" if direction is None else sight_route(board, p, direction)
        if not kind:
            return ""
        kinds.add(kind)
    return " and ".join(k.capitalize() for k in SIGHT_ROUTES if k in kinds)


def _continuous_slope(
    board: Board, tables: Tables, steps: Sequence[LineStep], route: str, *, from_a: bool
) -> frozenset[Hex]:
    """Intervening hexes of the Continuous Slope that starts at the higher unit (na:4.1.4.1.5.1)."""
    run: set[Hex] = set()
    ordered = list(steps) if from_a else list(reversed(steps))
    for above, below in pairwise(ordered[:-1]):
        crossed = (below if from_a else above).sides
        sides = [(h, d) for h, d in crossed if (h in above.hexes) != (h.neighbour(d) in above.hexes)]
        if not all(h in board for h in (*above.hexes, *below.hexes)):
            break
        floor = min(board[h].level for h in above.hexes)
        if any(board[h].level >= floor for h in below.hexes):
            break
        if not route and any(terrain_height(tables, board[h]) > 0 for h in below.hexes):
            break
        if not all("slope" in board.side(h, d) and hexside_height(board, tables, h, d) is None for h, d in sides):
            break
        run.update(below.hexes)
    return frozenset(run)


def _follows_depression(board: Board, tables: Tables, steps: Sequence[LineStep]) -> Mapping[Hex, int]:
    """Heights of the beds of a straight run of depression hexes from end to end, below bridges too; empty without one.

    Whoever is on a bridge is no end of such a run (na:4.1.4.1.6a, na:4.1.4.1.6b).
    """
    run = _straight_run(steps)
    if not run or not all(is_depression(tables, board[end]) for end in (run[0], run[-1])):
        return {}
    beds = {hex_: height for hex_ in run if hex_ in board and (height := bed(tables, board[hex_])) is not None}
    return beds if len(beds) == len(run) else {}


def _gully_rule(
    board: Board, tables: Tables, steps: Sequence[LineStep], heights: tuple[int, int], beds: Mapping[Hex, int]
) -> tuple[Obstacle | None, str]:
    """The bank of a gully that hides a unit 1 Height above from one in it, or a note on why not (na:4.1.4.1.6b).

    beds: of the run of depression hexes that the line follows.
    """
    a, b = steps[0].hexes[0], steps[-1].hexes[0]
    if abs(heights[0] - heights[1]) != 1:
        return None, ""
    low, high = (a, b) if heights[0] < heights[1] else (b, a)
    if not is_depression(tables, board[low]):
        return None, ""
    if distance(a, b) == 1:
        return None, "A unit in a depression and one 1 Height above it see each other if adjacent (na:4.1.4.1.6b)."
    if beds:
        return None, "The line follows a straight run of depression hexes (na:4.1.4.1.6b)."
    below = hollow(tables, board[low])
    name = below.name if below is not None else ""
    reason = (
        f"The bank of the {name} at {low} (Height {board[low].level}) hides a unit there (Height {min(heights)}) from "
        f"one 1 Height above it at {high}: these see each other only if adjacent, not at range {distance(a, b)}."
    )
    name, reach = f"bank of the {name}", distance(a, b)
    return Obstacle(low, None, name, board[low].level, None, reach, reason, "na:4.1.4.1.6b"), ""


def _end_notes(board: Board, tables: Tables, a: Hex, b: Hex) -> Iterator[str]:
    for hex_ in dict.fromkeys((a, b)):
        if a != b and terrain_height(tables, board[hex_]) > 0:
            yield f"{hex_} ({_hex_name(board, tables, hex_)}) is an end of the line and no obstacle (na:4.1.4.2.5)."


# -- why it blocks -------------------------------------------------------------------------------


def _explained(tables: Tables, met: _Met, d: int, a: Hex, b: Hex, heights: tuple[int, int], reach: int) -> Obstacle:
    higher, lower = max(heights), min(heights)
    high, low = (a, b) if heights[0] >= heights[1] else (b, a)
    where = str(met.hex) if met.direction is None else f"{met.hex}/{met.hex.neighbour(met.direction)}"
    subject = f"{met.name[0].upper()}{met.name[1:]} at {where} (Height {met.height})"
    touch = " The line runs exactly along its hexside, which counts (na:4.1.4.2.6)." if met.along else ""
    zone: tuple[int, int] | None = None
    if met.height > higher:
        rule = "na:4.1.4.2.1"
        verdict = f"is higher than both {a} (Height {heights[0]}) and {b} (Height {heights[1]})"
        verdict += ", so it blocks at any range."
    elif met.height == higher:
        rule = "na:4.1.4.2.2"
        verdict = (
            f"is as high as the unit at {high} (Height {higher}) and higher than the one at {low} (Height {lower})"
        )
        verdict += ", so it blocks at any range behind it."
    else:
        rule = "na:4.1.4.2.4"
        below = higher - met.height
        length = blind_zone(tables, lower, below, d)
        divisor = blind_zone_divisor(tables, lower, below)
        zone = (d + 1, d + length)
        count = in_hexes(length)
        how = "fixed" if divisor is None else f"{d} / {divisor}" + (", at least 1" if d // divisor < 1 else "")
        hidden = f"range {zone[0]}" if length == 1 else f"ranges {zone[0]} to {zone[1]}"
        verdict = (
            f"at range {d} from {high} is {below} lower than the unit there (Height {higher}): its blind zone of "
            f"{count} ({how}) hides {hidden}, and {low} (Height {lower}) is at range {reach}."
        )
    return Obstacle(met.hex, met.direction, met.name, met.height, zone, d, f"{subject} {verdict}{touch}", rule)


_ZONES: Final = {Zone.CLOSER: "closer to", Zone.MIDWAY: "midway from", Zone.FARTHER: "farther from"}


def _by_zone(
    tables: Tables, met: _Met, at: tuple[int, int], ends: tuple[Hex, Hex], heights: tuple[int, int]
) -> Obstacle:
    """Why something blocks by the rules of the miniatures edition (min:5.5.2.1, min:5.5.2.2, min:5.5.2.4)."""
    where = str(met.hex) if met.direction is None else f"{met.hex}/{met.hex.neighbour(met.direction)}"
    subject = f"{met.name[0].upper()}{met.name[1:]} at {where} (Height {met.height})"
    units = f"{ends[0]} (Height {heights[0]}) and {ends[1]} (Height {heights[1]})"
    if met.height > max(heights):
        rule, verdict = "min:5.5.2.1", f"is higher than both {units}."
    elif met.height == max(heights):
        rule, verdict = "min:5.5.2.2", f"is as high as one of {units} and higher than the other."
    else:
        stands = zone(at)
        least = least_that_blocks(tables, stands, heights)
        rule = "min:5.5.2.4"
        verdict = f"stands {_ZONES[stands]} the first of {units}, where Height {least} or more blocks."
    return Obstacle(met.hex, met.direction, met.name, met.height, None, at[0], f"{subject} {verdict}", rule)
