"""Which units receive tactical orders, by doctrine, and who leads them (pw:4.0.4 to pw:4.0.6, pw:12.10)."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from core.event import SideId, UnitId
from core.panzerwar.pieces.element import THERE, Element, counted
from core.panzerwar.pieces.organisation import Doctrine, Echelon, Organisation
from core.panzerwar.state import WarState

#: Platoons of these nations need a platoon commander (pw:4.0.4).
LED_BY_PLATOON = frozenset({"Germany", "U.K.", "U.S.A."})


def doctrine(state: WarState, side: SideId) -> Doctrine:
    """The doctrine of a side (pw:4.0.5, pw:4.0.6)."""
    return state.engagement.side(side).doctrine


def receives_orders(state: WarState, organisation: Organisation) -> bool:
    """Whether tactical orders go to a unit: platoons in the Art of War, companies in the Science of War, as far as the
    unit next below is elements (pw:4.0.2, pw:4.0.5, pw:4.0.6, pw:12.10); batteries off the table receive none."""
    if organisation.off_board is not None or not organisation.members:
        return False
    if doctrine(state, organisation.side) is Doctrine.SCIENCE and organisation.echelon is Echelon.PLATOON:
        return organisation.parent is None or organisation.parent not in state.organisations
    return True


def under_orders(state: WarState, side: SideId) -> tuple[Organisation, ...]:
    """The units of a side that receive tactical orders and have an element left."""
    return tuple(
        o
        for o in state.organisations.values()
        if o.side == side and receives_orders(state, o) and any(True for _ in present(state, o))
    )


def before_orders(state: WarState, organisation: Organisation) -> Organisation:
    """A unit as it was before it was given an order in this turn: until the phase is over another may take its place
    (pw:4.2.1). Its command element is the one that it has now."""
    former = organisation.former
    if former is None or organisation.given != state.turn:
        return organisation
    return evolve(former, command=organisation.command)


def present(state: WarState, organisation: Organisation) -> Iterator[Element]:
    """The elements of a unit that are there, on the table or aboard of others."""
    found = (state.elements.get(e) for e in organisation.members)
    return (e for e in found if e is not None and e.presence in THERE)


def strong(state: WarState, organisation: Organisation) -> Iterator[Element]:
    """Those of them that losses are counted by: squads and vehicles, teams and crews where there is nothing else
    (pw:13.1.2, pw:13.1.3)."""
    main = counts(state, organisation)
    return (e for e in present(state, organisation) if e.id in main)


def counts(state: WarState, organisation: Organisation) -> frozenset[UnitId]:
    """The members of a unit that losses are counted by, as they were when the game began: vehicles, or squads, not
    teams that move apart (pw:12.0.2, pw:13.1.2, pw:13.1.3)."""
    by_id = state.engagement.by_id
    return frozenset(
        e.id for e in counted((by_id[e] for e in organisation.members), mechanised=organisation.mechanised)
    )


def needs_leader(state: WarState, organisation: Organisation) -> bool:
    """Whether a unit must have a command element to change its order: companies and above, and platoons of the Germans,
    British and Americans (pw:4.0.4)."""
    if organisation.echelon in (Echelon.COMPANY, Echelon.BATTALION):
        return True
    return organisation.echelon is Echelon.PLATOON and nation(state, organisation) in LED_BY_PLATOON


def leader(state: WarState, organisation: Organisation) -> Element | None:
    """The command element of a unit; None if it is lost and no other chosen (pw:4.0.4)."""
    found = state.elements.get(organisation.command) if organisation.command is not None else None
    return found if found is not None and found.presence in THERE else None


def nation(state: WarState, organisation: Organisation) -> str:
    """The nation of a unit, as the initiative table has it: its own, that of a unit above it, that of its side
    (pw:4.11.2)."""
    found: Organisation | None = organisation
    while found is not None:
        if found.nation:
            return found.nation
        found = state.organisations.get(found.parent) if found.parent is not None else None
    return state.engagement.side(organisation.side).nation


def nations(state: WarState, side: SideId) -> tuple[str, ...]:
    """The nations of a side that have units there: that of the side itself the first (pw:4.11.2)."""
    there = (o for o in state.organisations.values() if o.side == side and any(True for _ in present(state, o)))
    return tuple(dict.fromkeys((state.engagement.side(side).nation, *(nation(state, o) for o in there))))


def highest(state: WarState, side: SideId, of: str = "") -> Organisation | None:
    """The unit with the highest command element of a side, or of one nation in it, on the table (pw:4.11.2)."""
    order = list(Echelon)
    mine = [o for o in state.organisations.values() if o.side == side and (not of or nation(state, o) == of)]
    led = [o for o in mine if leader(state, o) is not None]
    return max(
        led,
        key=lambda o: (order.index(o.echelon) if o.echelon is not Echelon.BATTERY else -1, -_place(state, o)),
        default=None,
    )


def _place(state: WarState, organisation: Organisation) -> int:
    """As what a unit is named by its engagement: of equal ones the first is the senior."""
    named = [one.id for one in state.engagement.organisations]
    return named.index(organisation.id) if organisation.id in named else len(named)
