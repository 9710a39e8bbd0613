"""The black smoke of burning vehicles, for the rest of the game (pw:11.12)."""

from __future__ import annotations

from collections.abc import Iterator

from core.dice import Dice
from core.event import Event, SideId, UnitId
from core.panzerwar import sequence
from core.panzerwar.pieces.element import THERE, Element, Kind, Presence
from core.panzerwar.pieces.harm import Damage
from core.panzerwar.pieces.smoke import Cloud, Source
from core.panzerwar.smoke import clouds
from core.panzerwar.smoke.events import SmokeDrifted, SmokeLaid
from core.panzerwar.state import WarState
from core.plane import Point
from core.remembered import remembered


def burns(element: Element) -> bool:
    """Whether a vehicle smokes: it is on fire, or has exploded (pw:9.6, pw:11.12)."""
    if element.kind is not Kind.VEHICLE or element.at is None or element.presence is Presence.EXITED:
        return False
    return Damage.FIRE in element.harm.damage or element.presence is Presence.DESTROYED


def due(state: WarState) -> bool:
    """Whether a vehicle burns whose smoke does not rise yet, or smoke rises where one has been put out or drove off."""
    return bool(_new(state) or _out(state))


def happens(state: WarState, dice: Dice) -> Iterator[Event] | None:
    """Smoke rises from them, and goes with them, and where a fire was put out (pw:9.6.1, pw:11.12); None if all is as
    it was."""
    return _events(state) if due(state) else None


def _events(state: WarState) -> Iterator[Event]:
    segment = sequence.segment(state)
    for element in _new(state):
        cloud = clouds.new(state, Source.BURNING, (element.where,), segment)
        yield SmokeLaid(side=SideId(""), element=UnitId(""), clouds=clouds.numbered(state, (cloud,)))
    gone = _out(state)
    if gone:
        yield SmokeDrifted(gone=gone)


def columns(state: WarState) -> Iterator[Cloud]:
    """The smoke of all burning vehicles."""
    return (cloud for cloud in state.smoke.clouds.values() if cloud.source is Source.BURNING)


@remembered(of=("elements", "smoke"))
def _new(state: WarState) -> tuple[Element, ...]:
    there = {cloud.puffs[0] for cloud in columns(state)}
    found: dict[Point, Element] = {}
    for element in state.elements.values():
        if burns(element) and element.where not in there:
            found.setdefault(element.where, element)
    return tuple(found.values())


@remembered(of=("elements", "smoke", "trails"))
def _out(state: WarState) -> tuple[str, ...]:
    """Columns over vehicles whose fire was put out, and where one that burns has driven away from (pw:11.12)."""
    alight = [element for element in state.elements.values() if burns(element)]
    burning = {element.at for element in alight}
    left = {point for e in alight for piece in state.trails.get(e.id, ()) for point in piece.points}
    cooled = {
        element.at
        for element in state.elements.values()
        if element.kind is Kind.VEHICLE and element.presence in THERE and not burns(element)
    }
    return tuple(cloud.id for cloud in columns(state) if cloud.puffs[0] in (cooled | left) - burning)
