"""Building tactical orders (pw:4.2).

Picks: ``order:UNIT``, the order, then its objective or the elements of the half that bounds; ``appoint:UNIT`` and the
element; ``merge:UNIT`` and the other one.
"""

from __future__ import annotations

from collections.abc import Iterator

from core.book.chapter import head_of, value_of
from core.choice import Choice, Choices, Partial, Refusal
from core.event import SideId, UnitId
from core.hexes import Hex
from core.order import IllegalOrder, Order
from core.panzerwar.command import regroup, tactical
from core.panzerwar.command.chits import CHITS
from core.panzerwar.command.doctrine import before_orders, leader, present, under_orders
from core.panzerwar.command.near import places
from core.panzerwar.command.orders import Appoint, GiveOrder, Merge
from core.panzerwar.pieces.organisation import Chit, Organisation, Tactical
from core.panzerwar.pieces.switches import Switch
from core.panzerwar.state import WarState
from core.plane import centre, hex_at
from core.step_end import end_of_step

RULE = "pw:3.2.A"


def menu(state: WarState, side: SideId, partial: Partial) -> Choices:
    """The units that may be given orders, and the end of it."""
    if partial:
        return Choices("Tactical orders", RULE, complete=True)
    options: list[Choice] = []
    for organisation in under_orders(state, side):
        found = leader(state, organisation) or next(iter(present(state, organisation)), None)
        at = hex_at(found.at) if found is not None and found.at is not None else None
        told = organisation.order.value if organisation.forced is None else organisation.forced.value
        refusal = tactical.rolled_refusal(state, organisation)
        if organisation.forced is not None:
            refusal = Refusal(f"its morale makes it {organisation.forced.value.lower()}", "pw:4.2.5")
        unit = found.id if found is not None else None
        options.append(Choice(f"order:{organisation.id}", organisation.name, "unit", at, unit, told, refusal=refusal))
    options += [*_leaderless(state, side), *_mergers(state, side), end_of_step("Orders are given", irreversible=False)]
    return Choices("Give tactical orders", RULE, tuple(options))


def _leaderless(state: WarState, side: SideId) -> Iterator[Choice]:
    for organisation in under_orders(state, side):
        if leader(state, organisation) is None:
            yield Choice(f"appoint:{organisation.id}", f"{organisation.name}: choose a leader", "option")


def _mergers(state: WarState, side: SideId) -> Iterator[Choice]:
    mine = under_orders(state, side)
    for one in mine:
        if any(regroup.merge_refusal(state, one, two) is None for two in mine):
            yield Choice(f"merge:{one.id}", f"{one.name}: take in another unit", "option")


def go_on(state: WarState, side: SideId, partial: Partial) -> Choices:
    """The orders of a unit, their objective, the half that bounds; the new leader; the other unit."""
    organisation = _own(state, side, value_of(partial[0]))
    head = head_of(partial[0])
    if len(partial) > 1 and head in ("appoint", "merge"):
        return _named(state, organisation, head, partial[1])
    if head == "appoint":
        options = tuple(
            Choice(f"{e.id}", e.name, "unit", hex_at(e.at) if e.at is not None else None, e.id)
            for e in regroup.candidates(state, organisation)
        )
        return Choices(f"{organisation.name}: who leads?", "pw:4.0.4", options)
    if head == "merge":
        others = tuple(
            Choice(o.id, o.name, "option", refusal=regroup.merge_refusal(state, organisation, o))
            for o in under_orders(state, side)
            if o.id != organisation.id
        )
        return Choices(f"{organisation.name}: with which unit?", "pw:4.9.1", others)
    if len(partial) == 1:
        return _orders(state, organisation)
    order = Tactical(partial[1])
    if order is Tactical.BOUND:
        return _halves(state, organisation, partial[2:])
    if len(partial) > 2:
        return Choices(f"{organisation.name}: {order.value}", RULE, complete=True)
    if len(_chits(state, order)) > 1:
        chits_ = tuple(Choice(f"chit:{chit.name}", chit.value, "option") for chit in _chits(state, order))
        return Choices(f"{organisation.name}: {order.value} with which chit?", "pw:4.12", chits_)
    if order not in tactical.GOES_SOMEWHERE:
        return Choices(f"{organisation.name}: {order.value}", RULE, complete=True)
    names = {hex_at(goal.at): f"{goal.name}, " for goal in state.engagement.goals}
    mine = tuple(places(state, organisation))
    charges = order is Tactical.CHARGE
    far = tactical.too_far_to_charge(organisation) if charges else None
    hexes = []
    for hex_ in _objectives(state):
        refused = tactical.charge_refusal(state, organisation, centre(hex_)) if charges else None
        if refused is None or refused != far:
            refused = refused or tactical.reached_refusal(mine, centre(hex_))
            hexes.append(Choice(hex_.id, f"{names.get(hex_, '')}{hex_}", "hex", hex_, refusal=refused))
    return Choices(f"{organisation.name}: {order.value} to where?", "pw:4.3", tuple(hexes), elsewhere=far)


def _named(state: WarState, organisation: Organisation, head: str, id_: str) -> Choices:
    """The new leader is named, or the unit that is taken in (pw:4.0.4, pw:4.9.1)."""
    if head == "appoint":
        return Choices(f"{organisation.name}: {state.element(id_).name} leads", "pw:4.0.4", complete=True)
    other = _own(state, organisation.side, id_)
    return Choices(f"{organisation.name}: it takes in {other.name}", "pw:4.9.1", complete=True)


def _chits(state: WarState, order: Tactical) -> tuple[Chit, ...]:
    """The chits between which an order leaves the choice (pw:4.12.2)."""
    return CHITS[order] if state.has(Switch.ORDERS_CHITS) else ()


def _own(state: WarState, side: SideId, id_: str) -> Organisation:
    found = state.organisations.get(id_)
    if found is None or found.side != side:
        raise IllegalOrder(f"{id_} is no unit of {side}", RULE)
    return found


def _orders(state: WarState, organisation: Organisation) -> Choices:
    options = tuple(
        Choice(
            order.value,
            order.value,
            "order",
            cost=state.charts.command.orders[order].movement,
            refusal=tactical.order_refusal(state, organisation, order),
            key=order.value[0] if order is not Tactical.CHARGE and order is not Tactical.REGROUP else order.value[1],
        )
        for order in Tactical
    )
    return Choices(f"{organisation.name}: which order?", "pw:4.2", options)


def _objectives(state: WarState) -> list[Hex]:
    """Every hex of the table; the places of the engagement first."""
    goals = [hex_at(goal.at) for goal in state.engagement.goals]
    rest = sorted(h for h in state.board.cells if h not in goals)
    return [h for h in dict.fromkeys(goals) if h in state.board] + rest


def _halves(state: WarState, organisation: Organisation, picked: Partial) -> Choices:
    able = [UnitId(e) for e in tactical.mobile(state, organisation)]
    half = len(able) // 2
    was = before_orders(state, organisation)
    up = [e for e in able if e not in was.moving] if was.apart else able
    left = [e for e in up if e not in picked]
    options = tuple(
        Choice(e, state.elements[e].name, "unit", hex_at(state.elements[e].where), e)
        for e in (left if len(picked) < len(able) - half else ())
    )
    complete = abs(2 * len(picked) - len(able)) <= 1
    halves = f"{half}" if 2 * half == len(able) else f"{half} or {len(able) - half}"
    prompt = f"{organisation.name}: which half bounds? {halves} of {len(able)}"
    return Choices(prompt, "pw:4.5", options, complete=complete)


def order(state: WarState, side: SideId, partial: Partial) -> Order | None:
    """The order of a complete partial; None if it is not complete."""
    head, organisation = head_of(partial[0]), value_of(partial[0])
    if len(partial) < 2:
        return None
    if head == "appoint":
        return Appoint(organisation=organisation, element=UnitId(partial[1]))
    if head == "merge":
        return Merge(organisation=organisation, other=partial[1])
    given = Tactical(partial[1])
    chits = _chits(state, given)
    chit = chits[0] if len(chits) == 1 else None
    if given is Tactical.BOUND:
        return GiveOrder(organisation=organisation, tactical=given, moving=tuple(map(UnitId, partial[2:])), chit=chit)
    if len(chits) > 1:
        return (
            GiveOrder(organisation=organisation, tactical=given, chit=Chit[value_of(partial[2])])
            if partial[2:]
            else None
        )
    objective = centre(state.board.hex(partial[2])) if len(partial) > 2 else None
    if objective is None and given in tactical.GOES_SOMEWHERE:
        return None
    return GiveOrder(organisation=organisation, tactical=given, objective=objective, chit=chit)
