"""The sighting phases: groups are formed in secret, then both sides look at once (pw:3.2.D, pw:3.2.F, pw:7.4.3)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Final

from core.book.secret_step import SecretStep
from core.choice import Refusal
from core.dice import Dice
from core.event import Event, SideId, UnitId
from core.order import IllegalOrder
from core.own import own_unit, refuse
from core.panzerwar.pieces.element import Element
from core.panzerwar.sighting import firers, groups, looking
from core.panzerwar.sighting.events import Grouped
from core.panzerwar.sighting.orders import SightTogether
from core.panzerwar.state import WarState

#: Sides form groups until both have ended it.
GROUPING: Final = SecretStep[WarState](
    part=lambda state: tuple(side.id for side in state.engagement.sides),
    refusal=Refusal("the groups of this phase are formed", "pw:7.4.3"),
)


def acting(state: WarState) -> tuple[SideId, ...]:
    """The sides that have yet to end their part, as far as any of their elements may sight together."""
    if state.watch.settled:
        return ()
    return tuple(side for side in GROUPING.choosing(state) if may_group(state, side))


def may_group(state: WarState, side: SideId) -> bool:
    """Whether two elements of a side may sight together. In the view of another, which does not know its units, they
    always may: who has no group to form is not to be told from who forms one."""
    if not any(organisation.side == side for organisation in state.organisations.values()):
        return True
    return any(groups.group_refusal(state, pair) is None for pair in combinations(able(state, side), 2))


def able(state: WarState, side: SideId) -> tuple[Element, ...]:
    """The elements of a side that may be in a group."""
    return tuple(e for e in state.of(side) if groups.member_refusal(state, e) is None)


def unsettled(state: WarState) -> tuple[SideId, ...]:
    """The sides that have yet to look."""
    return tuple(side.id for side in state.engagement.sides if side.id not in state.watch.settled)


def happens(state: WarState, dice: Dice) -> Iterator[Event] | None:
    """When all have formed their groups both sides look, neither by what the other has found; None while a side forms
    groups, or when it is done (pw:7.3)."""
    left = unsettled(state)
    if acting(state) or not left:
        return None
    return (event for side in left for event in looking.look(state, side, dice))


def over(state: WarState) -> bool:
    """Whether both sides have looked."""
    return not unsettled(state)


def first_fire(state: WarState, dice: Dice) -> Iterator[Event] | None:
    """Step E2A: those that fired are sighted at once (pw:3.2.E)."""
    return firers.sight_firers(state)


# -- the order ------------------------------------------------------------------------------------------


def check_together(state: WarState, side: SideId, order: SightTogether) -> None:
    """IllegalOrder unless the elements may sight as one group in this phase (pw:7.4)."""
    GROUPING.check(state, side)
    if not order.members:
        raise IllegalOrder("a group has members", "pw:7.4")
    members = [own_unit(state, side, one, "pw:7.4") for one in order.members]
    if len(members) == 1:
        if group_of(state, side, members[0].id) == (members[0].id,):
            raise IllegalOrder(f"{members[0].name} sights alone", "pw:7.4")
        return
    refuse(groups.group_refusal(state, members))


def together(state: WarState, side: SideId, order: SightTogether, dice: Dice) -> Iterator[Event]:
    """They look together."""
    yield Grouped(side=side, members=tuple(dict.fromkeys(order.members)))


def group_of(state: WarState, side: SideId, element: UnitId) -> tuple[UnitId, ...]:
    """The group that an element is in; itself alone without one."""
    return next((group for group in state.watch.groups.get(side, ()) if element in group), (element,))


def offered(state: WarState, side: SideId) -> tuple[tuple[UnitId, ...], ...]:
    """Groups that suggest themselves: of each unit those of a class who may sight together, as many as may; none that
    is formed already."""
    found: list[tuple[UnitId, ...]] = []
    left = list(able(state, side))
    left.sort(key=lambda e: (e.organisation, groups.group_class(state, [e]).value, e.id))
    while left:
        first, *others = left
        members = [first]
        for one in others:
            alike = groups.group_class(state, [one]) is groups.group_class(state, [first])
            if alike and groups.group_refusal(state, [*members, one]) is None:
                members.append(one)
        ids = tuple(e.id for e in members)
        if len(ids) > 1 and ids not in state.watch.groups.get(side, ()):
            found.append(ids)
        left = [e for e in left if e.id not in ids]
    return tuple(found)
