"""Independent teams: which there are at the start of a game, and how far they go from their platoon (pw:12.0.3)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from core.choice import Refusal
from core.event import UnitId
from core.panzerwar.pieces.element import THERE, Element
from core.panzerwar.pieces.organisation import Organisation
from core.panzerwar.state import WarState
from core.plane import Point, gsu_between

RULE: Final = "pw:12.0.3"
#: So many squads have a team (pw:12.0.3).
SQUADS: Final = 3
#: A team may be so far from the unit that it is of, in GSU (pw:12.0.3).
APART: Final = 250


def generated(platoons: Sequence[int]) -> int:
    """How many teams a company has, given the squads of each of its platoons: one for each platoon of three or more;
    if there is no such platoon, one for each three squads of the company (pw:12.0.3)."""
    return sum(squads >= SQUADS for squads in platoons) or sum(platoons) // SQUADS


def card(*, attacks: bool) -> str:
    """The card of such a team: scouts on the attack, snipers on the defence (pw:12.0.3)."""
    return "scout" if attacks else "sniper"


# -- how far from its platoon ------------------------------------------------------------------------------


def origin(state: WarState, element: Element) -> Organisation | None:
    """The platoon or company that an independent team is of; None of all others, and where that is no more."""
    own = state.organisations.get(element.organisation)
    return state.organisations.get(own.team_of) if own is not None and own.team_of is not None else None


def of_origin(state: WarState, origin: Organisation) -> tuple[Element, ...]:
    """The elements of such a platoon or company and of the units under it, other teams aside."""
    return tuple(e for e in state.elements.values() if e.side == origin.side and _under(state, e, origin))


def _under(state: WarState, element: Element, above: Organisation) -> bool:
    found = state.organisations.get(element.organisation)
    while found is not None and found.team_of is None:
        if found.id == above.id:
            return True
        found = state.organisations.get(found.parent) if found.parent is not None else None
    return False


def apart(state: WarState, element: Element, at: Point) -> float | None:
    """How far a point is from the nearest element of the platoon of a team, in GSU; None of who is no such team, and
    with nobody of the platoon on the table (pw:12.0.3)."""
    above = origin(state, element)
    if above is None:
        return None
    there = (e.at for e in of_origin(state, above) if e.presence in THERE and e.at is not None)
    return min((gsu_between(at, one) for one in there), default=None)


def kept_near(state: WarState, element: Element, load: Iterable[UnitId] = ()) -> tuple[Element, ...]:
    """Those of an element, of whom it carries and of whom it is to take aboard that are teams of a platoon."""
    taken = (state.elements[id_] for id_ in load if id_ in state.elements)
    return tuple(e for e in (element, *state.aboard(element.id), *taken) if origin(state, e) is not None)


def apart_refusal(state: WarState, element: Element, at: Point, load: Iterable[UnitId] = ()) -> Refusal | None:
    """Why a team, or one that is aboard an element or that it takes aboard before it moves, may not end a movement at a
    point: too far from its platoon as that stands now, and farther than before (pw:12.0.3). A team that its morale
    drives goes as it is driven (pw:4.1.3).
    """
    for one in kept_near(state, element, load):
        own, far = state.organisations.get(one.organisation), apart(state, one, at)
        if far is None or own is None or own.forced is not None or far <= APART:
            continue
        before = apart(state, one, element.where)
        if before is None or far > before:
            return too_far(state, one, far)
    return None


def too_far(state: WarState, element: Element, far: float) -> Refusal:
    """That a team would be so far from its platoon."""
    above = origin(state, element)
    name = above.name if above is not None else "its platoon"
    return Refusal(f"{element.name} would be {far:.0f} from {name}, {APART} at most", RULE)


def told(state: WarState, element: Element) -> str:
    """How far a team is from its platoon and may be, in words; "" of all others."""
    above = origin(state, element)
    if above is None:
        return ""
    far = apart(state, element, element.at) if element.at is not None else None
    return f"{far:.0f} from {above.name}, {APART} at most" if far is not None else f"up to {APART} from {above.name}"
