"""Area fire as it comes down: the area, what it does to all inside, smoke or dust (pw:10.1.3, pw:10.3, pw:11.2,
pw:11.11)."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from core.dice import Dice
from core.event import Event, SideId, UnitId
from core.panzerwar.artillery import hits, structures
from core.panzerwar.artillery.events import AreaFired
from core.panzerwar.artillery.hits import Fall
from core.panzerwar.sighting import weather
from core.panzerwar.smoke import dust as dust_of
from core.panzerwar.smoke import shells
from core.panzerwar.state import WarState


def fall(
    state: WarState,
    side: SideId,
    what: Fall,
    event: AreaFired,
    *,
    guns: int,
    dust: int,
    still: int,
    goes_on: bool,
    concentrated: bool,
    dice: Dice,
) -> Iterator[Event]:
    """Tell where it falls, and what comes of it: star shells light the ground about the centre (pw:7.8.3). guns: that
    fire; dust: markers of it; goes_on: it fell in the last turn too, be it elsewhere, so that dust rises (pw:11.11);
    still: turns in which the area has not moved, this one included."""
    smoke = what.load.smoke
    dice_at = 0 if what.load.harmless else event.dice
    yield evolve(event, dice=dice_at, still=still, concentrated=concentrated, round=what.area.round)
    if smoke is not None:
        area = what.area
        yield from shells.lay_screen(state, side, UnitId(""), area.coa, area.along, guns, smoke, event.segment)
        return
    if what.load.star:
        yield from weather.light_up(state, what.area.coa)
        return
    yield from hits.resolve(state, what, dice)
    yield from structures.resolve(state, side, what, dice, direct=not event.mission)
    if what.load.he:
        turns = dust_of.TURNS if goes_on else 1
        yield from dust_of.raise_dust(state, side, what.area.coa, what.area.along, dust, turns, event.segment)
