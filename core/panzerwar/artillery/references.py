"""Before the game: target reference points, and fires that are planned (pw:10.8, pw:10.6.3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from core.choice import Refusal
from core.dice import Dice
from core.event import Event, SideId
from core.order import IllegalOrder
from core.own import refuse
from core.panzerwar.artillery import batteries
from core.panzerwar.artillery.allocation import BASIC
from core.panzerwar.artillery.calling import own_battery, reference_at
from core.panzerwar.artillery.events import FirePlanned, Registered
from core.panzerwar.artillery.orders import PrePlan, Register
from core.panzerwar.pieces.artillery import Mission, Reference
from core.panzerwar.pieces.engagement import Stance
from core.panzerwar.pieces.organisation import Organisation
from core.panzerwar.pieces.weapons import Weapon
from core.panzerwar.state import SET_UP, WarState
from core.plane import Point, gsu_between, hex_at

#: The share of its range within which an attacker's artillery registers points in a campaign (pw:10.8.3).
CAMPAIGN: Final = 0.8


def allowed(state: WarState, side: SideId) -> int:
    """How many points a side registers: as the engagement says, else 5 in defence, 3 in attack (pw:10.8.1) and in a
    meeting (pw:10.8.2)."""
    force = state.engagement.side(side)
    return force.references or state.charts.artillery.reference_points[force.stance.value]


def registered(state: WarState, side: SideId) -> tuple[Reference, ...]:
    """The points of a side, by number."""
    return tuple(sorted((r for r in state.artillery.references if r.side == side), key=lambda r: r.number))


def _open(state: WarState, side: SideId) -> None:
    if state.step != SET_UP or side in state.ended:
        raise IllegalOrder("the set-up is ended", "pw:10.8")


def points(state: WarState, side: SideId, among: Iterable[Point]) -> Iterator[Point]:
    """Those of some points on the table that may be registered (pw:10.8, pw:10.8.3)."""
    taken, circles = {one.at for one in registered(state, side)}, _circles(state, side)
    return (at for at in among if at not in taken and _within(circles, at))


def point_refusal(state: WarState, side: SideId, at: Point) -> Refusal | None:
    """Why a point may not be registered: off the table, registered already, too far from all artillery (pw:10.8,
    pw:10.8.3)."""
    if hex_at(at) not in state.board:
        return Refusal("that point is not on the table", "pw:10.8")
    if reference_at(state, side, at) is not None:
        return Refusal("it is registered", "pw:10.8")
    if not _within(_circles(state, side), at):
        return Refusal("an attacker registers nothing beyond 80 % of the range of his artillery", "pw:10.8.3")
    return None


def _circles(state: WarState, side: SideId) -> tuple[tuple[Point, float], ...] | None:
    """The circles within which a side registers points: of each battery where it stands, and GSU; None = it does so
    everywhere, but for an attacker in a campaign (pw:10.8.3)."""
    if not state.engagement.campaign or state.engagement.side(side).stance is not Stance.ATTACK:
        return None
    found = []
    for organisation in batteries.of_side(state, side):
        fired, start = batteries.battery_weapon(state, organisation), batteries.place(state, organisation)
        if fired is not None and fired.indirect is not None and start is not None:
            found.append((start, CAMPAIGN * fired.indirect[1]))
    return tuple(found)


def _within(circles: tuple[tuple[Point, float], ...] | None, at: Point) -> bool:
    return circles is None or any(gsu_between(start, at) <= reach for start, reach in circles)


def check_register(state: WarState, side: SideId, order: Register) -> None:
    """IllegalOrder unless the point may be registered: so many for a side, written down before play (pw:10.8)."""
    _open(state, side)
    mine = registered(state, side)
    if order.number and order.number not in {one.number for one in mine}:
        raise IllegalOrder(f"there is no reference point {order.number}", "pw:10.8")
    if not order.number and len(mine) >= allowed(state, side):
        rule = "pw:10.8.2" if state.engagement.side(side).stance is Stance.MEETING else "pw:10.8.1"
        raise IllegalOrder(f"it registers {allowed(state, side)} reference points", rule)
    refuse(point_refusal(state, side, order.at))


def register(state: WarState, side: SideId, order: Register, dice: Dice) -> Iterator[Event]:
    """It is written down; it stays where it is once play begins."""
    number = order.number or max((one.number for one in registered(state, side)), default=0) + 1
    yield Registered(side=side, reference=Reference(side, number, order.at))


# -- planned fires ---------------------------------------------------------------------------------


def planned(state: WarState, side: SideId) -> tuple[Mission, ...]:
    """The fires that a side has planned before the game."""
    return tuple(m for m in state.artillery.missions if m.side == side and m.observer is None)


def plan_refusal(state: WarState, organisation: Organisation) -> Refusal | None:
    """Why no fire of a battery may be planned: the engagement grants so many (pw:10.6.3), it cannot fire indirectly."""
    others = [m for m in planned(state, organisation.side) if m.battery != organisation.id]
    grants = state.engagement.side(organisation.side).planned
    if len(others) >= grants:
        return Refusal(f"the engagement grants {grants} planned fires", "pw:10.6.3")
    return batteries.indirect_refusal(state, organisation)


def check_plan(state: WarState, side: SideId, order: PrePlan) -> None:
    """IllegalOrder unless that fire may be planned (pw:10.6.3)."""
    _open(state, side)
    organisation = own_battery(state, side, order.battery)
    if not order.turn:
        if not any(m.battery == organisation.id for m in planned(state, side)):
            raise IllegalOrder("nothing is planned of it", "pw:10.6.3")
        return
    refuse(plan_refusal(state, organisation))
    if order.at is None or hex_at(order.at) not in state.board:
        raise IllegalOrder("a planned fire has a point of aim on the table", "pw:10.6.3")
    refuse(batteries.indirect_refusal(state, organisation, order.at))
    if not 1 <= order.turn <= state.engagement.turns:
        raise IllegalOrder(f"it begins in a turn from 1 to {state.engagement.turns}", "pw:10.6.3")
    if not 1 <= order.turns <= BASIC:
        raise IllegalOrder(f"a battery fires at most {BASIC} turns", "pw:10.6.6")
    if _shell(state, organisation, order.shell) is None:
        raise IllegalOrder(f"{organisation.name} has no {order.shell or 'shell'} for an area", "pw:10.1.1")


def _shell(state: WarState, organisation: Organisation, name: str) -> str | None:
    fired: Weapon | None = batteries.battery_weapon(state, organisation)
    found = batteries.shell(state, fired, name) if fired is not None else None
    return found.name if found is not None else None


def plan(state: WarState, side: SideId, order: PrePlan, dice: Dice) -> Iterator[Event]:
    """It falls without a request: no time passes for linking (pw:10.6.4)."""
    if not order.turn or order.at is None:
        yield FirePlanned(side=side, battery=order.battery, mission=None)
        return
    organisation = state.organisations[order.battery]
    lag = state.charts.artillery.time_lag["pre-planned"]
    mission = Mission(
        id=f"{order.battery}/planned",
        side=side,
        battery=order.battery,
        shell=_shell(state, organisation, order.shell) or order.shell,
        aim=order.at,
        due=order.turn + lag,
        allotted=order.turns,
        sheaf=order.sheaf,
        reference=reference_at(state, side, order.at) is not None,
    )
    yield FirePlanned(side=side, battery=order.battery, mission=mission)
