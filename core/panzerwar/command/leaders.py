"""Command elements, and choosing another when one is lost (pw:4.0.4, pw:4.9.2); changing general orders (pw:4.0.3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from core.choice import Refusal
from core.dice import Dice
from core.event import Event, SideId
from core.own import own_unit, refuse
from core.panzerwar.command import regroup
from core.panzerwar.command.doctrine import leader
from core.panzerwar.command.events import Appointed, GeneralOrderChanged, LeaderLost
from core.panzerwar.command.orders import Appoint, ChangeGeneralOrder
from core.panzerwar.command.tactical import GIVING
from core.panzerwar.pieces.element import THERE
from core.panzerwar.state import WarState

#: In which years an army may change its general order by itself; all others never (pw:4.0.3).
NEVER = 0
CHANGES: Final = {"U.S.A.": (1944, 1945), "U.K.": (1944, 1945), "Germany": (1940, 1943)}
#: The longest general order, in characters.
LONGEST = 200


def lost(state: WarState) -> Iterator[Event]:
    """The units whose command element is gone (pw:4.0.4)."""
    for organisation in list(state.organisations.values()):
        if organisation.command is None:
            continue
        found = state.elements.get(organisation.command)
        if found is not None and found.presence not in THERE and found.presence.value not in ("waiting", "off board"):
            yield LeaderLost(side=organisation.side, organisation=organisation.id)


def check_appoint(state: WarState, side: SideId, order: Appoint) -> None:
    """IllegalOrder unless the unit has lost its leader and the element can lead it (pw:4.0.4)."""
    GIVING.check(state, side)
    organisation = state.organisations.get(order.organisation)
    element = own_unit(state, side, order.element, "pw:4.0.4")
    if organisation is None or element.organisation != order.organisation:
        refuse(Refusal(f"{element.name} is not of that unit", "pw:4.0.4"))
        return
    if leader(state, organisation) is not None:
        refuse(Refusal("it has its command element", "pw:4.0.4"))
    if all(one.id != element.id for one in regroup.candidates(state, organisation)):
        refuse(Refusal(f"{element.name} cannot lead", "pw:4.0.4"))


def appoint(state: WarState, side: SideId, order: Appoint, dice: Dice) -> Iterator[Event]:
    """It leads from now on."""
    yield Appointed(side=side, organisation=order.organisation, element=order.element)


def general_refusal(state: WarState, side: SideId) -> Refusal | None:
    """Why an army may not change its general order during the game; None if it may: Americans and British from 1944 on,
    Germans from 1940 to 1943, later as the engagement says (pw:4.0.3)."""
    force, year = state.engagement.side(side), state.engagement.year
    first, last = CHANGES.get(force.nation, (NEVER, NEVER))
    if first <= year <= last or (force.nation == "Germany" and year > last and force.changes):
        return None
    return Refusal("its general order may not be changed during the game", "pw:4.0.3")


def check_general(state: WarState, side: SideId, order: ChangeGeneralOrder) -> None:
    """IllegalOrder unless the army may change its general orders during the game (pw:4.0.3)."""
    GIVING.check(state, side)
    refuse(general_refusal(state, side))
    if not order.text.strip() or len(order.text) > LONGEST or not order.text.isprintable():
        refuse(Refusal(f"a general order is a line of at most {LONGEST} characters", "pw:4.0.1"))


def change_general(state: WarState, side: SideId, order: ChangeGeneralOrder, dice: Dice) -> Iterator[Event]:
    """It has another one (pw:4.0.1)."""
    yield GeneralOrderChanged(side=side, text=order.text.strip())
