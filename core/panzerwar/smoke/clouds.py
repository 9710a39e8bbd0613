"""Clouds of smoke: when they take effect, how thick they are, how long they last (pw:11.1 to pw:11.6, pw:11.10)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from attrs import evolve

from core.panzerwar import sequence
from core.panzerwar.ground.terrain import base
from core.panzerwar.pieces.smoke import Cloud, Intensity, Source
from core.panzerwar.state import WarState
from core.plane import Point, in_circle
from core.remembered import remembered

#: Of a puff (pw:11.0), and of the smoke of a burning vehicle, the size of its turret (pw:11.12): radius, height in GSU.
RADIUS: Final = 12.5
HEIGHT: Final = 25.0
COLUMN: Final = 5.0
#: The base-eject kinds, which last a turn longer in a calm (pw:11.6.3).
BASE_EJECT: Final = frozenset({Source.SLOW_CBE, Source.FAST_CBE})
#: The lines of the smoke chart (pw:11.2). Grenades are told by no line: they act as dischargers do (pw:11.1.3).
_ROWS: Final[Mapping[Source, str]] = {
    Source.GRENADE: "discharger",
    Source.POT: "candles",
}
#: The fire segments, and what comes after the last of them, as moments of a turn.
_FINAL_SIGHTING: Final = 6
_NEXT_TURN: Final = 99
_MOMENTS: Final = {
    sequence.E1: 1,
    sequence.E2: 2,
    sequence.E2A: 2,
    sequence.E3: 3,
    sequence.E4: 4,
    sequence.E5: 5,
    sequence.FINAL_SIGHTING: _FINAL_SIGHTING,
    sequence.MORALE: _FINAL_SIGHTING + 1,
    sequence.DETAILS: _FINAL_SIGHTING + 2,
}
#: The last fire segment.
_LAST: Final = 5

#: A disc that a line of sight may run through: x, y, radius and top in GSU and tenths, how thick.
Disc = tuple[Point, float, float, Intensity]


def row(source: Source) -> str:
    """The line of the smoke chart that tells of a kind of smoke."""
    return _ROWS.get(source, source.value)


def begins(state: WarState, source: Source, segment: int) -> int:
    """The moment of its turn at which smoke fired in a segment takes effect: a fire segment, 6 for the final sighting,
    99 for the next turn (pw:11.3.2, pw:11.3.4, pw:11.4.2, pw:11.10.3)."""
    if source is Source.BURNING or not segment:
        return segment
    after = 1 if source is Source.DUST else state.charts.artillery.smoke[row(source)].begins
    moment = segment + after
    most = _FINAL_SIGHTING if source is Source.WP else _LAST
    return moment if moment <= most else _NEXT_TURN


def moment(state: WarState) -> int:
    """The moment of the turn in which the game is: 0 before the combat phase."""
    return _MOMENTS.get(state.step, 0)


def _begun(state: WarState, source: Source, turn: int, segment: int) -> bool:
    return state.turn > turn or moment(state) >= begins(state, source, segment)


def effective(state: WarState, cloud: Cloud) -> bool:
    """Whether a cloud hides anything yet."""
    return _begun(state, cloud.source, cloud.begun, cloud.segment)


def intensity(state: WarState, cloud: Cloud) -> Intensity:
    """How thick a cloud is now: thick where artillery has fired into it in more than one turn, unless the wind is too
    strong (pw:11.2, pw:11.2.1, pw:11.5, pw:11.6.2); a burning vehicle's is thick (pw:11.12)."""
    if cloud.source is Source.BURNING:
        return Intensity.THICK
    if cloud.source is Source.DUST:
        return Intensity.DUST
    if cloud.source is Source.CANDLES:
        return Intensity.CANDLE
    feeds = cloud.feeds - (not _begun(state, cloud.source, cloud.fed, cloud.fed_in))
    thick = cloud.battery and state.charts.artillery.smoke[row(cloud.source)].thick and not state.smoke.strong
    return Intensity.THICK if thick and feeds > 1 else Intensity.SKETCHY


def lasts(state: WarState, source: Source) -> int:
    """Complete turns after the firing turn: more in a calm for base-eject smoke, less in a strong wind (pw:11.3.3,
    pw:11.3.5, pw:11.4.2, pw:11.6.2, pw:11.6.3, pw:11.9.2, pw:11.10.1)."""
    if source is Source.DUST:
        return 1
    turns = state.charts.artillery.smoke[row(source)].lasts
    return turns - state.smoke.strong + (state.smoke.wind == 0 and source in BASE_EJECT)


def new(state: WarState, source: Source, at: tuple[Point, ...], segment: int, *, battery: bool = False) -> Cloud:
    """A cloud that is laid now, without its id."""
    until = state.engagement.turns + 1 if source is Source.BURNING else state.turn + lasts(state, source)
    return Cloud(
        id="",
        source=source,
        puffs=at,
        begun=state.turn,
        segment=segment,
        until=until,
        fed=state.turn,
        fed_in=segment,
        battery=battery,
    )


def numbered(state: WarState, clouds: tuple[Cloud, ...]) -> tuple[Cloud, ...]:
    """New clouds with ids that no other has; those that have one keep it."""
    taken = [int(id_) for id_ in state.smoke.clouds]
    number = max(taken, default=0)
    found = []
    for cloud in clouds:
        if not cloud.id:
            number += 1
        found.append(cloud if cloud.id else evolve(cloud, id=str(number)))
    return tuple(found)


def fed(state: WarState, cloud: Cloud, source: Source, segment: int) -> Cloud:
    """A cloud into which more of the same is laid now; what falls into it twice in a turn counts once (pw:11.2.1)."""
    again = cloud.fed == state.turn
    return evolve(
        cloud,
        fed=state.turn,
        fed_in=cloud.fed_in if again else segment,
        feeds=cloud.feeds if again else cloud.feeds + 1,
        until=max(cloud.until, state.turn + lasts(state, source)),
    )


@remembered(of=("smoke", "turn", "step"))
def discs(state: WarState) -> tuple[Disc, ...]:
    """All puffs that hide something now (pw:11.0, pw:11.12)."""
    found: list[Disc] = []
    for cloud in state.smoke.clouds.values():
        if effective(state, cloud):
            burning = cloud.source is Source.BURNING
            radius = COLUMN if burning else RADIUS
            high = state.charts.number("burning-height") if burning else HEIGHT
            thick = intensity(state, cloud)
            found += [(puff, radius, base(state, puff) + high, thick) for puff in cloud.puffs]
    return tuple(found)


def around(state: WarState, at: Point) -> Iterator[Intensity]:
    """In what smoke and dust a point lies."""
    return (thick for puff, radius, _, thick in discs(state) if in_circle(at, puff, radius))


def in_smoke(state: WarState, at: Point) -> bool:
    """Whether a point lies in smoke or dust, so that men who move there are not in the open (pw:11.2.6)."""
    return any(True for _ in around(state, at))


def in_thick(state: WarState, at: Point) -> bool:
    """Whether a point lies in thick smoke (pw:11.2.4)."""
    return Intensity.THICK in around(state, at)
