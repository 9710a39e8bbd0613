"""Moves of several elements carried out side by side, and stopped by what they meet on the way.

Whoever moves in a segment uses all of its time: after a fraction of the segment each has gone that fraction of its
path. On the way it is asked at moments, in order: whenever one enters a hex, at each 5 GSU of anyone's path, and at its
end (pw:6.7, pw:7.5). What happens at the same moment is asked together, so that neither the order of the sides nor that
of the elements matters (pw:4.11). One that meets something may be halted there (pw:4.2.6).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from math import inf
from typing import Final, NamedTuple

from attrs import field, frozen

from core.alike import Alike
from core.hexes import Hex
from core.plane import Crossing, Path, Point, hex_at

#: GSU of a path between two moments at which it is asked, at most (pw:6.7).
EVERY: Final = 5
#: Fractions of a segment are one moment when they are the same to so many decimals.
_DECIMALS: Final = 9
#: In such steps of GSU, and at most so many, the first point inside a hex is looked for.
_GRAIN, _LOOKS = 0.05, 100


@frozen(eq=False, repr=False)
class Track(Alike):
    """The way of an element through a segment.

    pace: GSU that it goes in a whole segment. Without one its path takes all the time that is left; with a higher one
    it is there before the segment ends and stands, with a lower one it does not get to the end.
    since: the fraction of the segment at which the path begins, where it was chosen on the way (pw:6.7.1).
    asked: after how many GSU it is asked besides, as half-way (pw:6.5.1).
    """

    who: str
    path: Path
    pace: float | None = None
    since: float = 0.0
    asked: tuple[float, ...] = ()

    @property
    def speed(self) -> float:
        """GSU in a whole segment."""
        if self.pace is not None:
            return self.pace
        return self.path.length / (1 - self.since) if self.since < 1 else 0.0

    @property
    def reach(self) -> float:
        """GSU gone at the end of the segment, if nothing halts it."""
        return self.path.length if self.pace is None and self.since < 1 else self.gone(1.0)

    def gone(self, fraction: float) -> float:
        """GSU gone after a fraction of the segment, if nothing halts it."""
        return max(0.0, min(self.path.length, self.speed * (fraction - self.since)))

    def time(self, gsu: float) -> float:
        """The fraction of the segment after which it has gone so far; rounded, so that moments can be the same."""
        return min(1.0, round(self.since + gsu / self.speed, _DECIMALS))


class Spot(NamedTuple):
    """Where an element is at a moment.

    point, hex: where; of one that enters a hex now the hex is that one, though it may be no more than grazed and the
    nearest point lie beside it. degrees: the bearing on which it goes or has come, None of one that has not moved;
    gone: GSU of its path behind it.
    """

    point: Point
    hex: Hex
    degrees: float | None
    gone: float


@frozen(eq=False, repr=False)
class Halt(Alike):
    """That an element goes no further, and why."""

    why: str = ""


@frozen(eq=False, repr=False)
class Moment(Alike):
    """A moment of a segment at which it is asked.

    fraction: of the segment, above 0 and up to 1; due: those that enter a hex, have gone another 5 GSU or arrive now;
    moving: those that have been moving until now; everyone: these and all that stand. All in the order of their names.
    """

    fraction: float
    due: tuple[str, ...]
    moving: tuple[str, ...]
    everyone: tuple[str, ...]
    _tell: Callable[[str], Spot] = field(eq=False, repr=False)

    def spot(self, who: str) -> Spot:
        """Where one is now."""
        return self._tell(who)


#: What is decided at a moment, by element: that it halts, or None for something else. What is empty decides nothing.
Look = Callable[[Moment], Mapping[str, Halt | None]]


@frozen(eq=False, repr=False)
class Piece(Alike):
    """What one element has moved between two moments at which something was decided.

    begin, end: fractions of the segment; gone: GSU of its whole path gone at the end of the piece; degrees: the bearing
    on which it has come there, of the leg of its whole path, for a piece of a few tenths leads anywhere in whole points
    (None of a path that leads nowhere); halt: why it halts there, if it does; last: it moves no more in this segment.
    The path of a last piece may lead nowhere.
    """

    who: str
    path: Path
    begin: float
    end: float
    gone: float
    degrees: float | None
    halt: Halt | None = None
    last: bool = False


@frozen(eq=False, repr=False)
class Advance(Alike):
    """All that have moved since something was last decided, and what is decided now, both in the order of names."""

    fraction: float
    pieces: tuple[Piece, ...]
    decided: Mapping[str, Halt | None] = field(factory=dict)


def entry(path: Path, crossing: Crossing) -> float:
    """GSU of a path after which one that crosses a hexside stands in the hex beyond (pw:6.14.5).

    The exact length is to a place between points, of which the nearest may lie on this side still. Of a hex that is no
    more than grazed it is the exact length.
    """
    for step in range(_LOOKS):
        gsu = crossing.at + step * _GRAIN
        if gsu <= path.length and hex_at(path.at(gsu)) == crossing.into:
            return gsu
    return crossing.at


class _Mark(NamedTuple):
    """A moment at which it is asked because of one element: the GSU gone then, and the hex that it enters, if any."""

    gone: float
    into: Hex | None = None


def _marks(track: Track) -> dict[float, _Mark]:
    """The moments at which it is asked because of one element, by fraction of the segment."""
    reach = track.reach
    if reach <= 0:
        return {}
    marks = [_Mark(gsu) for gsu in track.asked if gsu > 0]
    marks += [_Mark(EVERY * n) for n in range(1, int(reach / EVERY) + 1)]
    marks += [_Mark(entry(track.path, c), c.into) for c in track.path.crossings() if c.at <= reach]
    found = {track.time(mark.gone): mark for mark in sorted(marks, key=lambda mark: mark.gone) if mark.gone < reach}
    found[track.time(reach)] = _Mark(reach)
    return found


def _spot(track: Track, gone: float, into: Hex | None = None) -> Spot:
    point = track.path.at(gone)
    return Spot(point, into or hex_at(point), track.path.bearing_at(gone), gone)


def side_by_side(
    tracks: Iterable[Track], look: Look, standing: Mapping[str, Spot] | None = None, after: float = 0.0
) -> Iterator[Advance]:
    """Carry out the moves of a segment together, up to each moment at which something is decided, then to the end.

    `look` is asked at each moment and says what is decided; `standing` are others that it may ask for. What is decided
    is told after the pieces that lead to it, so that all may be written as events before it goes on. Who has to stop
    in the middle goes on later with the same tracks, without those that were halted, `after` the fraction of the
    segment that was told last. ValueError if two have the same name, or if one is halted that does not move.
    """
    others = standing or {}
    by_name = _by_name(tracks, others)
    marks = {who: _marks(track) for who, track in by_name.items()}
    ends = {who: max(found) for who, found in marks.items() if found and max(found) > after}
    halted: dict[str, float] = {}
    everyone = tuple(sorted([*by_name, *others]))

    def gone(fraction: float, who: str) -> float:
        mark = marks[who].get(fraction)
        return min(by_name[who].gone(fraction) if mark is None else mark.gone, halted.get(who, inf))

    def tell(fraction: float, known: dict[str, Spot], who: str) -> Spot:
        found = others.get(who) or known.get(who)
        if found is None:
            mark = None if who in halted else marks[who].get(fraction)
            into = mark.into if mark is not None else None
            found = known[who] = _spot(by_name[who], gone(fraction, who), into)
        return found

    told = {who: (max(after, by_name[who].since), gone(after, who)) for who in ends}

    def advance(fraction: float, decided: Mapping[str, Halt | None]) -> Advance:
        """What has been moved up to now and not been told yet; but for its last, a piece too short to be one waits."""
        pieces = []
        for who, (begin, start) in list(told.items()):
            halt, end = decided.get(who), gone(fraction, who)
            whole, last = by_name[who].path, halt is not None or fraction >= ends[who]
            path = whole.piece(start, end)
            if path.legs or last:
                degrees = whole.bearing_at(end)
                pieces.append(Piece(who, path, begin, min(fraction, ends[who]), end, degrees, halt, last))
                told[who] = fraction, end
            if last:
                del told[who]
            if halt is not None:
                halted[who] = end
        return Advance(fraction, tuple(pieces), {who: decided[who] for who in sorted(decided)})

    for fraction in sorted({mark for who in ends for mark in marks[who] if mark > after}):
        moving = tuple([who for who in told if fraction <= ends[who] and fraction > by_name[who].since])
        due = tuple([who for who in moving if fraction in marks[who]])
        if due:
            decided = look(Moment(fraction, due, moving, everyone, partial(tell, fraction, {})))
            if not all(who in moving for who, halt in decided.items() if halt is not None):
                raise ValueError(f"only those that move may be halted: {', '.join(moving)}")
            if decided:
                yield advance(fraction, decided)
    if told:
        yield advance(1.0, {})


def one_after_another(sides: Sequence[Iterable[Track]], look: Look) -> Iterator[Advance]:
    """Carry out the moves of a segment side after side, each side's own together (pw:4.11).

    Of the others those that come later stand where they start, and those that have moved where they have come to.
    """
    groups = [tuple(side) for side in sides]
    at = {track.who: _spot(track, 0.0) for group in groups for track in group}
    _by_name([track for group in groups for track in group], {})
    for group in groups:
        own = {track.who: track for track in group}
        for advance in side_by_side(group, look, {who: spot for who, spot in at.items() if who not in own}):
            yield advance
            at.update({piece.who: _spot(own[piece.who], piece.gone) for piece in advance.pieces})


def _by_name(tracks: Iterable[Track], others: Mapping[str, Spot]) -> dict[str, Track]:
    """Tracks in the order of their names."""
    found: dict[str, Track] = {}
    for track in sorted(tracks, key=lambda track: track.who):
        if track.who in found or track.who in others:
            raise ValueError(f"{track.who} is named twice")
        found[track.who] = track
    return found
