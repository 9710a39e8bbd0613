"""Bunkers: whom they hold, how they protect, how they wear down (pw:15.7 to pw:15.7.6)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from attrs import frozen

from core.alike import Alike
from core.panzerwar.pieces.cards import Bunker
from core.panzerwar.pieces.charts.charts import Charts
from core.panzerwar.pieces.element import Element, Kind
from core.panzerwar.state import WarState

#: A team takes so much of the room of a squad, as in vehicles.
_TEAM: Final = 0.5
#: The calibre in mm up to which a gun is of medium size.
MEDIUM: Final = 88.0


@frozen(eq=False, repr=False)
class Room(Alike):
    """What a bunker has room for (pw:15.7.1). squads: a team counts half; guns: pieces, with their crews; calibre: in
    mm, the largest gun; both: squads and guns at the same time."""

    squads: float
    guns: int
    calibre: float
    both: bool


#: By the size of the card: large, medium and small (pw:15.7.1).
ROOMS: Final = {
    0: Room(2.0, 1, float("inf"), True),
    -1: Room(1.0, 1, float("inf"), False),
    -3: Room(0.5, 1, MEDIUM, False),
}


def card_of(state: WarState, bunker: Element) -> Bunker:
    """The card of a bunker. KeyError of what is none."""
    return state.cards.bunkers[bunker.card]


def inside(state: WarState, bunker: Element) -> tuple[Element, ...]:
    """The elements in a bunker, each of which is attacked and stunned by itself (pw:15.7.2.1, pw:15.7.4.1)."""
    return tuple(e for e in state.elements.values() if e.posture.bunker == bunker.id and e.on_table)


def armour(charts: Charts, card: Bunker, worn: int) -> float:
    """The armour that a bunker has left, in cm: 15 points of damage take 1, and there is no less than that at which it
    falls in (pw:15.7.2, pw:15.7.3.2, pw:15.7.3.3)."""
    least = charts.number("bunker-collapse")
    return max(least, card.armour - worn // charts.whole("bunker-points"))


def collapsed(charts: Charts, card: Bunker, worn: int) -> bool:
    """Whether so many points of damage have made a bunker rubble, which cannot be reduced further (pw:15.7.3.3)."""
    return armour(charts, card, worn) <= charts.number("bunker-collapse")


def wear(charts: Charts, armoured: float, penetration: float, killpower: int | None) -> int:
    """The points of damage of a hit on a bunker: its HE killpower, at least 1, from a quarter of the armour on
    (pw:15.7.3, pw:15.7.3.1)."""
    if penetration < armoured * charts.number("bunker-wear"):
        return 0
    return max(1, killpower or 0)


def stun_bonus(state: WarState, bunker: Element) -> int:
    """What earth and concrete add to the number that stuns who is inside (pw:15.7.4)."""
    return card_of(state, bunker).stun


# -- who is inside -----------------------------------------------------------------------------------------


def fits(state: WarState, bunker: Element, elements: Iterable[Element]) -> bool:
    """Whether a bunker has room for all of some elements (pw:15.7.1)."""
    room = ROOMS[card_of(state, bunker).size]
    squads, guns, crews = 0.0, 0, 0
    for element in elements:
        if element.kind is Kind.GUN:
            guns += 1
            mount = state.cards.guns[element.card].mount
            if state.cards.weapons[mount.weapon].calibre > room.calibre:
                return False
        elif element.kind is Kind.CREW:
            crews += 1
        else:
            squads += 1.0 if element.kind is Kind.SQUAD else _TEAM
    if guns > room.guns or squads > room.squads:
        return False
    if not guns:
        squads += crews * _TEAM
    return squads <= room.squads and (room.both or not (guns and squads))


def has_room(state: WarState, bunker: Element, element: Element) -> bool:
    """Whether an element may come in to those who are inside: infantry and towed guns of its side (pw:15.7)."""
    if bunker.kind is not Kind.BUNKER or not bunker.on_table or bunker.side != element.side:
        return False
    if not (element.foot or element.kind is Kind.GUN) or element.posture.bunker == bunker.id:
        return False
    others = [e for e in inside(state, bunker) if e.id != element.id]
    return fits(state, bunker, [*others, element])
