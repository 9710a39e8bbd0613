"""The patterns of attacks from the air: which hexes they strike, by the edition that is played (na:6.7.3, min:15.3)."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from core.alike import Alike
from core.hexes import Hex, off_axis, within_range
from core.panzer.pieces.flights import Altitude, Pattern, Speed
from core.panzer.state import PanzerState

#: What `off_axis` gives for one hex straight ahead; across, so much more for the same distance.
_AHEAD, _ACROSS_SQUARED = 12, 48
#: Width across the flight and depth along it of the SHEAFs A, B and D of the miniatures edition, in inches (min:1.1.5).
_CLOSED, _OPEN, _STRAFE = (3, 2), (6, 4), (1, 3)


@frozen(eq=False, repr=False)
class AirAim(Alike):
    """Where an attack is aimed: at the hex of its target, by an aircraft that flies so, in a hex of its own."""

    pattern: Pattern
    speed: Speed
    altitude: Altitude
    origin: Hex
    facing: int
    target: Hex


def pattern_hexes(state: PanzerState, aim: AirAim) -> tuple[Hex, ...]:
    """The hexes that an attack strikes, the target's first, as far as they are on the map."""
    found = _laid_ahead(aim) if state.edition.sheafs_of_aircraft else _from_target(aim)
    inside = sorted((h for h in found if h in state.board), key=lambda h: h != aim.target)
    return tuple(inside)


def _from_target(aim: AirAim) -> Iterator[Hex]:
    """Strafing: the next hex too, at Fast Speed the next two (na:6.7.3.2). Bombs: from Medium Altitude the next hex,
    from High the next and the two beside both (na:6.7.3.3). Dives and rockets: the target's alone."""
    target, facing = aim.target, aim.facing
    beyond = target.neighbour(facing)
    yield target
    if aim.pattern is Pattern.STRAFE:
        yield beyond
        if aim.speed is Speed.FAST:
            yield beyond.neighbour(facing)
    elif aim.pattern is Pattern.BOMBS:
        yield beyond
        if aim.altitude is Altitude.HIGH:
            yield target.neighbour((facing - 1) % 6)
            yield target.neighbour((facing + 1) % 6)


def _laid_ahead(aim: AirAim) -> tuple[Hex, ...]:
    """The SHEAFs of the miniatures edition.

    Strafing: D straight ahead, at Fast Speed two end to end (min:15.3.2). Bombs: A straight ahead from Medium Altitude,
    B from High (min:15.3.3.1). Dives and rockets: C, which is the hex of the target (min:15.3.3.1, min:15.3.4.1).
    """
    if aim.pattern is Pattern.STRAFE:
        width, depth = _STRAFE
        return _ahead(aim.origin, aim.facing, width, depth * (2 if aim.speed is Speed.FAST else 1))
    if aim.pattern is Pattern.BOMBS:
        return _ahead(aim.origin, aim.facing, *(_OPEN if aim.altitude is Altitude.HIGH else _CLOSED))
    return (aim.target,)


def _ahead(origin: Hex, facing: int, width: int, depth: int) -> tuple[Hex, ...]:
    """The hexes with at least half of them in a rectangle in front of a hex: those whose centre it holds."""
    found = []
    for hex_ in within_range(origin, width + depth):
        ahead, across = off_axis(origin, facing, hex_)
        inside = _AHEAD <= 2 * ahead <= (1 + 2 * depth) * _AHEAD
        if inside and 4 * across * across <= width * width * _ACROSS_SQUARED:
            found.append(hex_)
    return tuple(found)


def crash_hexes(state: PanzerState, at: Hex, facing: int) -> tuple[Hex, ...]:
    """What an aircraft strikes that crashes: its hex (na:6.7.4.2.1d), or SHEAF A across its way (min:15.4.2.2.2.2)."""
    if not state.edition.sheafs_of_aircraft:
        return (at,)
    width, depth = _CLOSED
    found = []
    for hex_ in within_range(at, width):
        ahead, across = off_axis(at, facing, hex_)
        if 2 * abs(ahead) <= depth * _AHEAD and 4 * across * across <= width * width * _ACROSS_SQUARED:
            found.append(hex_)
    return tuple(sorted((h for h in found if h in state.board), key=lambda h: h != at))
