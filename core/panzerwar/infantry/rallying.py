"""Broken men: rallying, dispersing, giving up (pw:12.9.2.1, pw:12.9.2.2, pw:12.9.4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from core.dice import Dice
from core.event import Event, UnitId
from core.panzerwar.ground import cover
from core.panzerwar.infantry.events import Froze, Rallied, Surrendered
from core.panzerwar.pieces.element import Element, Kind
from core.panzerwar.pieces.organisation import Forced
from core.panzerwar.pieces.posture import Digging
from core.panzerwar.state import WarState
from core.plane import within

#: Broken for so many turns an element is removed (pw:12.9.4.1).
LOST_AFTER: Final = 5
#: A broken element retreats from any firing enemy this near (pw:12.9.2), in GSU; freezes with one this near
#: (pw:12.9.2.2), gives up with one this near (pw:12.9.2.1).
ROUTS, FREEZES, CAUGHT = 200, 100, 19


def may_rally(state: WarState, element: Element) -> bool:
    """Whether a broken element may rally: not those of a unit that has been ordered to retreat by its morale
    (pw:13.4).
    """
    organisation = state.organisations.get(element.organisation)
    return organisation is None or organisation.forced not in (Forced.ROUT, Forced.RETREAT)


def rally(state: WarState, dice: Dice) -> Iterator[Event]:
    """In phase G every broken element rolls: from the rally number on it is itself again, up to the dispersal number it
    is removed, and after five turns in any case (pw:3.2.G, pw:12.9.4, pw:12.9.4.1, pw:12.9.4.2)."""
    for element in [
        e for e in state.elements.values() if e.nerve.broken and e.presence.value in ("on table", "aboard")
    ]:
        morale = state.charts.infantry.grades[element.grade]
        late = state.turn - element.nerve.broken >= LOST_AFTER
        if not may_rally(state, element):
            if late:
                yield _removed(element, morale.rallies)
            continue
        die = dice.roll("d10", f"{element.name} rallies on {morale.rallies} or more", "pw:12.9.4")
        rallied = die.result >= morale.rallies
        yield Rallied(
            side=element.side,
            element=element.id,
            needed=morale.rallies,
            rallied=rallied,
            dispersed=not rallied and (late or die.result <= morale.disperses),
            rolls=(die,),
        )


def _removed(element: Element, needed: int) -> Rallied:
    """It may not roll, and has been broken too long (pw:12.9.4.1, pw:13.4)."""
    return Rallied(side=element.side, element=element.id, needed=needed, rallied=False, dispersed=True)


def firing_enemies(state: WarState, element: Element, limit: float) -> list[Element]:
    """The enemies within a distance of an element that fired in this turn or in the last."""
    return [
        e
        for e in state.on_table()
        if e.side != element.side and (e.gunnery.fired or e.gunnery.lately) and within(element.where, e.where, limit)
    ]


def must_rout(state: WarState, element: Element) -> bool:
    """Whether a broken element must retreat: a firing enemy is within 200 (pw:12.9, pw:12.9.2)."""
    return bool(element.nerve.broken) and element.on_table and bool(firing_enemies(state, element, ROUTS))


def freezes(state: WarState, element: Element) -> bool:
    """Whether it may stay instead: in hard cover, with the firing enemy within 100 (pw:12.9.2.2)."""
    return in_hard_cover(state, element) and bool(firing_enemies(state, element, FREEZES))


def in_hard_cover(state: WarState, element: Element) -> bool:
    """Whether it is in a trench, a building that stands or a bunker that no fire has gone through (pw:12.9.2.2)."""
    bunker = state.elements.get(UnitId(element.posture.bunker))
    hard = element.posture.dug is Digging.TRENCH or (bunker is not None and not bunker.harm.pierced)
    return hard or any(one.id in ("stone-town", "village") for one in cover.around(state, element.where))


def caught(state: WarState, element: Element) -> bool:
    """Whether an enemy is so near that a broken element that cannot get away gives itself up (pw:12.9.2.1)."""
    return any(within(element.where, e.where, CAUGHT) for e in enemies(state, element))


def enemies(state: WarState, element: Element) -> Iterator[Element]:
    """The enemies of an element on the table: of bunkers who is in them, who stands there himself (pw:15.7)."""
    return (e for e in state.on_table() if e.side != element.side and e.kind is not Kind.BUNKER)


def gives_up(element: Element) -> Event:
    """It surrenders."""
    return Surrendered(side=element.side, element=element.id)


def stays(element: Element) -> Event:
    """It stays where it is."""
    return Froze(side=element.side, element=element.id)
