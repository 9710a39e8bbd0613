"""Lines of sight: what blocks them, where and why, and how much woods they run through (pw:7.0.2, pw:7.11, pw:7.12).

A line runs straight from the eye of one to the top of the other. Ground that rises above it blocks it; of woods and
buildings counts what it runs through below their tops. All lengths are exact, in GSU from the observer's centre.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from attrs import frozen

from core.choice import Refusal
from core.hexes import Hex
from core.panzerwar.ground.heights import MEN, height
from core.panzerwar.ground.terrain import BANK, BANK_HEIGHT, BUILT_UP, OF_INFANTRY, WOODS, Country, Ground, country_now
from core.panzerwar.pieces.charts.ground import TerrainEffect
from core.panzerwar.pieces.element import Element
from core.panzerwar.pieces.travel import MOVING
from core.panzerwar.state import WarState
from core.plane import Point, clip, gsu_between

#: By which rule ground hides that rises above a line.
CREST: Final = "pw:7.11.2"
#: Lengths and heights that differ by less are the same.
_TRIFLE: Final = 1e-6


class Run(NamedTuple):
    """What a line runs through below its top: terrain, from where to where in GSU from the observer, in which hex.

    free: it lies wholly in the free zone and costs nothing (pw:7.12.3).
    """

    effect: TerrainEffect
    start: float
    end: float
    hex: Hex
    free: bool = False

    @property
    def length(self) -> float:
        """GSU of the line in it."""
        return self.end - self.start


class Crossed(NamedTuple):
    """A linear obstacle that a line crosses: what it is, out of which hex into which, and at how many GSU."""

    effect: TerrainEffect
    hex: Hex
    into: Hex
    at: float


@frozen(eq=False, repr=False)
class Line:
    """The line of sight from one point to another.

    gsu: between the centres; eye, top: heights of its two ends in GSU above the lowest ground; refusal: why it is
    blocked, None if it is clear; where, at: the hex and the GSU from the observer at which it is.
    inside: GSU of woods in which the target stands, from their edge along the line; through: GSU of woods looked
    through besides (pw:7.6.3); runs: all that hides, in order; crossed: linear obstacles; behind: those of them
    directly before the target, on the hexside by which the line enters its hex.
    """

    start: Point
    end: Point
    gsu: float
    eye: float
    top: float
    refusal: Refusal | None
    where: Hex | None
    at: float
    inside: float
    through: float
    runs: tuple[Run, ...]
    crossed: tuple[Crossed, ...]
    behind: tuple[TerrainEffect, ...]

    @property
    def clear(self) -> bool:
        """Whether the target can be seen along it, as far as the ground goes (pw:7.6.1)."""
        return self.refusal is None

    def depth(self, id_: str) -> float:
        """GSU of one kind of terrain that it runs through, without what is free."""
        return sum(run.length for run in self.runs if run.effect.id == id_ and not run.free)

    def height_at(self, gsu: float) -> float:
        """How high it runs after some GSU."""
        return self.eye + (self.top - self.eye) * (gsu / self.gsu if self.gsu else 0.0)


def between(state: WarState, observer: Element, target: Element) -> Line:
    """The line of sight between two elements where they stand. ValueError if one is not on the table."""
    return line(
        state,
        observer.where,
        target.where,
        height(state, observer),
        height(state, target),
        parked=observer.travel.motion not in MOVING,
        foot=observer.foot or target.foot,
    )


def line(
    state: WarState, start: Point, end: Point, eye: float, top: float, *, parked: bool = False, foot: bool = False
) -> Line:
    """The line of sight from a point to another, with eye and top so many GSU above the ground there.

    parked: the observer has not moved, so that it has its free zone (pw:7.12.1, pw:7.12.2); foot: one of the two is
    infantry, which high vegetation hides.
    """
    land = country_now(state)
    key = (start, end, eye, top, parked, foot)
    found: Line | None = land.lines.get(key)
    if found is None:
        found = land.lines[key] = _trace(land, *key)
    return found


def unkept(land: Country, start: Point, end: Point, eye: float, top: float) -> Line:
    """As `line` of an observer who has not moved, of one line among many that nobody will ask for again."""
    return _trace(land, start, end, eye, top, True, False)


def clear(state: WarState, start: Point, end: Point, height: float = MEN) -> bool:
    """Whether one who stands at a point sees one at another, as far as the ground goes; both of a height in GSU."""
    return line(state, start, end, height, height, parked=True).clear


def hills_between(state: WarState, start: Point, end: Point) -> int:
    """Contour levels by which the ground between two points rises above the higher of them (pw:5.0.5); 0 = none."""
    noticed = country_now(state).noticed
    levels = [one.level if (one := noticed.get(hex_)) is not None else 0 for hex_, _, _ in clip(start, end)]
    return max(0, max(levels) - max(levels[0], levels[-1]))


# -- tracing ---------------------------------------------------------------------------------------


class _Block(NamedTuple):
    """Something that blocks a line: at how many GSU, in which hex, why."""

    at: float
    hex: Hex
    refusal: Refusal


def _trace(land: Country, start: Point, end: Point, eye: float, top: float, parked: bool, foot: bool) -> Line:
    stretches = clip(start, end)
    noticed, final = land.noticed, len(stretches) - 1
    total = gsu_between(start, end)
    here, there = noticed.get(stretches[0][0]), noticed.get(stretches[final][0])
    begins = eye + (here.base if here is not None else 0.0)
    ends = top + (there.base if there is not None else 0.0)
    rise = (ends - begins) / total if total else 0.0
    lowest = min(begins, ends)
    runs: list[Run] = []
    crossed: list[Crossed] = []
    block: _Block | None = None
    behind: tuple[TerrainEffect, ...] = ()
    for number, (hex_, at, length) in enumerate(stretches):
        found = noticed.get(hex_)
        if found is None:
            continue
        if number and found.edges and (edges := found.edges.get(stretches[number - 1][0])):
            before = stretches[number - 1][0]
            crossed += [Crossed(effect, before, hex_, at) for effect in edges]
            if number == final:
                behind = edges
            if block is None and 1 < number < final:
                block = _bank(land, edges, before, found, at, begins + rise * at)
        if block is None and 0 < number < final and found.base > lowest:
            block = _crest(found, at, length, begins, rise)
        if found.tall > lowest and found.hides is not None and length > _TRIFLE:
            run = _under(found, found.hides, at, length, begins, rise)
            if run is not None:
                runs.append(run)
    inside = through = 0.0
    if runs:
        runs = _freed(runs, land.free) if parked else runs
        thick = _too_deep(runs, foot)
        if thick is not None and (block is None or thick.at < block.at):
            block = thick
        inside, through = _woods(runs, total)
    return Line(
        start=start,
        end=end,
        gsu=total,
        eye=begins,
        top=ends,
        refusal=block.refusal if block is not None else None,
        where=block.hex if block is not None else None,
        at=block.at if block is not None else total,
        inside=inside,
        through=through,
        runs=tuple(runs),
        crossed=tuple(crossed),
        behind=behind,
    )


def _crest(found: Ground, at: float, length: float, begins: float, rise: float) -> _Block | None:
    """Ground that rises above the line (pw:7.11.2); that of the two ends never does."""
    enters = begins + rise * at
    leaves = enters + rise * length
    if found.base <= min(enters, leaves) + _TRIFLE:
        return None
    place = at if found.base > enters or not rise else at + (found.base - enters) / rise
    contours = f"{found.level} contour{'' if found.level == 1 else 's'}"
    return _Block(place, found.hex, Refusal(f"the ground of {found.hex}, {contours} high, rises above it", CREST))


def _bank(
    land: Country, edges: Sequence[TerrainEffect], before: Hex, into: Ground, at: float, line_at: float
) -> _Block | None:
    """A bank at which neither of the two stands, below whose top the line runs (pw:7.11)."""
    beyond = land.noticed.get(before)
    foot = max(into.base, beyond.base if beyond is not None else 0.0)
    for effect in edges:
        if effect.id == BANK and line_at < foot + BANK_HEIGHT:
            why = f"the {effect.name.lower()} between {before} and {into.hex} is seen through by who stands at it alone"
            return _Block(at, into.hex, Refusal(why, "pw:7.11"))
    return None


def _under(found: Ground, hides: TerrainEffect, at: float, length: float, begins: float, rise: float) -> Run | None:
    """The part of a line in a hex that runs below the top of what stands there."""
    enters = begins + rise * at
    leaves, tall = enters + rise * length, found.tall
    if enters < tall and leaves < tall:
        return Run(hides, at, at + length, found.hex)
    if enters >= tall and leaves >= tall:
        return None
    meets = at + (tall - enters) / rise
    return Run(hides, at, meets, found.hex) if enters < tall else Run(hides, meets, at + length, found.hex)


def _freed(runs: list[Run], free: float) -> list[Run]:
    """The runs, those marked that belong to an obstacle which ends in the free zone (pw:7.12.3)."""
    found: list[Run] = []
    whole: list[Run] = []
    for run in [*runs, None]:
        if whole and (run is None or run.start > whole[-1].end + _TRIFLE):
            ends = whole[-1].end <= free + _TRIFLE
            found += [one._replace(free=True) for one in whole] if ends else whole
            whole = []
        if run is not None:
            whole.append(run)
    return found


def _too_deep(runs: Sequence[Run], foot: bool) -> _Block | None:
    """Where more of something lies on the line than may be seen through (pw:7.11.3, pw:7.11.4).

    What is thicker counts as what is thinner too.
    """
    counted = [run for run in runs if not run.free and (foot or run.effect.id not in OF_INFANTRY)]
    found: _Block | None = None
    for limit in {run.effect.blocks for run in counted}:
        depth = 0.0
        for run in counted:
            if limit is None or run.effect.blocks is None or run.effect.blocks > limit:
                continue
            if round(depth + run.length, 1) > limit:
                at = run.start + max(0.0, limit - depth)
                if found is None or at < found.at:
                    found = _Block(at, run.hex, _too_much(run, limit))
                break
            depth += run.length
    return found


def _too_much(run: Run, limit: int) -> Refusal:
    rule = "pw:7.11.3" if run.effect.id in WOODS else "pw:7.11.4" if run.effect.id in BUILT_UP else "pw:7.11"
    return Refusal(f"the line runs through more than {limit} of {run.effect.name.lower()}, up to {run.hex}", rule)


def _woods(runs: Sequence[Run], total: float) -> tuple[float, float]:
    """GSU of woods in which the target stands, and GSU of woods looked through besides."""
    woods = [run for run in runs if run.effect.id in WOODS and not run.free]
    inside, edge = 0.0, total
    for run in reversed(woods):
        if run.end < edge - _TRIFLE:
            break
        inside, edge = inside + run.length, run.start
    return round(inside, 1), round(sum(run.length for run in woods) - inside, 1)
