"""Where the units of a formation are wanted: shifted together, gathered about a hex, or seen in a mirror."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from math import sqrt

from attrs import evolve

from core.hexes import Hex, distance, from_xy
from tui.game.set_up.deploying import Wish
from tui.game.set_up.force import Body, Member, Position, Post


def shifted(members: Sequence[Member], anchor: Hex, to: Hex) -> Iterator[Wish]:
    """Those that stand on the map, all moved as `anchor` would be by going to a hex."""
    for member in members:
        if member.post is not None and not member.kept:
            at = member.post.hex
            hex_ = from_xy(at.col + to.col - anchor.col, at.y + to.y - anchor.y)
            yield Wish(member, evolve(member.post, hex=hex_))


def gathered(
    position: Position, members: Sequence[Member], about: Hex, facing: str | None, standing: Iterable[Hex] = ()
) -> Iterator[Wish]:
    """Those that do not stand on the map yet, about a hex, each in one of its own as long as there are any near it.

    standing: where others do.
    """
    taken = Counter(standing)
    for member in members:
        if member.post is None and not member.kept:
            spots = position.spots(member.id)
            hex_ = min(spots, key=lambda h: (taken[h] * 3 + distance(h, about), h), default=about)
            taken[hex_] += 1
            yield Wish(member, Post(hex_, facing=facing))


def mirrored(position: Position, bodies: Sequence[Body], *, upright: bool) -> Iterator[Wish]:
    """All that stand on the map, seen in a mirror through the middle of where they may stand: left and right change
    places, or, unless it is upright, top and bottom. Formations whose areas meet have one mirror."""
    for area, members in _areas(position, bodies):
        across = [hex_.col if upright else hex_.y for hex_ in area]
        axis = min(across) + max(across)
        axis -= 0 if upright else axis & 1
        for member in members:
            post = member.post
            assert post is not None
            hex_ = _seen(post.hex, axis, upright=upright)
            facings = position.facings(member.id, post.pick) if member.id in position.units else ()
            yield Wish(member, evolve(post, hex=hex_, facing=_turned(post.facing, facings, upright=upright)))


def wide(position: Position, bodies: Sequence[Body]) -> bool:
    """Whether units stand in areas that are wider than high, so that a mirror would stand upright."""
    wider = 0.0
    for area, members in _areas(position, bodies):
        columns, rows = {hex_.col for hex_ in area}, {hex_.y for hex_ in area}
        spread = (max(columns) - min(columns)) * sqrt(3) - (max(rows) - min(rows))
        wider += spread * len(members)
    return wider >= 0


def _areas(position: Position, bodies: Sequence[Body]) -> list[tuple[set[Hex], list[Member]]]:
    """Where the units that stand on the map may stand, with those that may stand there."""
    found: list[tuple[set[Hex], list[Member]]] = []
    for body in bodies:
        members = [member for member in body.members if member.post is not None and not member.kept]
        area = {hex_ for member in members for hex_ in position.spots(member.id)}
        area |= {member.post.hex for member in members if member.post is not None}
        for other in [one for one in found if one[0] & area]:
            found.remove(other)
            area, members = area | other[0], [*other[1], *members]
        if members:
            found.append((area, members))
    return found


def _seen(hex_: Hex, axis: int, *, upright: bool) -> Hex:
    """A hex in the mirror; where it would lie between two hexes, one of them."""
    return from_xy(axis - hex_.col, hex_.y) if upright else from_xy(hex_.col, axis - hex_.y)


def _turned(facing: str | None, facings: Sequence[str], *, upright: bool) -> str | None:
    """A facing in the mirror, by the picks of all that there are, which go round clockwise from the top."""
    if facing is None or len(facings) < 2 or not facing.isdigit():
        return facing
    whole = len(facings) * (int(facings[1]) - int(facings[0]))
    return str((-int(facing) if upright else whole // 2 - int(facing)) % whole)
