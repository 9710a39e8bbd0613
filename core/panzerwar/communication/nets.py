"""Who can talk to whom, and how: radios and their ranges, telephones, signals and runners (pw:5.0 to pw:5.0.6).

A GSU stands for two metres, so that 10 km are 5000 GSU.
"""

from __future__ import annotations

from typing import Final

from core.choice import Refusal
from core.panzerwar.command import range as command_range
from core.panzerwar.command.doctrine import leader
from core.panzerwar.pieces.element import THERE, Element, Kind
from core.panzerwar.pieces.organisation import Echelon, Organisation, Radio
from core.panzerwar.state import WarState
from core.plane import within

#: Least ranges of the radios of companies and observers, and of battalions and above, in GSU (pw:5.0.2 to pw:5.0.4).
COMPANY: Final = 5000.0
OBSERVER: Final = 5000.0
BATTALION: Final = 30000.0
#: What the role of a forward observer begins with.
_OBSERVES: Final = "forward observer"


def is_observer(element: Element) -> bool:
    """Whether an element is a forward observer of artillery (pw:5.0.4)."""
    return element.role.startswith(_OBSERVES)


def communicates(element: Element) -> bool:
    """Whether an element can communicate at all: who is stunned cannot (pw:9.15.2)."""
    return not element.harm.stunned


def commands(state: WarState, element: Element) -> Organisation | None:
    """The unit whose command element it is; None if it is of none (pw:4.0.4)."""
    return next((o for o in state.organisations.values() if o.command == element.id), None)


def radio(state: WarState, element: Element) -> float:
    """The range of the radio of an element over open ground, in GSU; 0 = it has none.

    Battalions and above reach 60 km, companies, batteries and observers at least 10 km (pw:5.0.2 to pw:5.0.4), vehicles
    with a radio 800 or 600 (pw:5.0.1), and so do the command elements of platoons, if their force has radios
    (pw:4.13.3).
    """
    unit = commands(state, element)
    echelon = unit.echelon if unit is not None else None
    if echelon is Echelon.BATTALION:
        return BATTALION
    if is_observer(element):
        return OBSERVER
    if echelon is Echelon.COMPANY or _of_battery(state, element):
        return COMPANY
    card = state.cards.vehicles.get(element.card)
    if (card is not None and card.radio) or echelon is Echelon.PLATOON:
        return command_range.combat_radio(state, _set(state, element))
    return 0.0


def _of_battery(state: WarState, element: Element) -> bool:
    """Whether an element stands at the command post of its battery: all of its pieces do (pw:10.0.3)."""
    unit = state.organisations.get(element.organisation)
    return unit is not None and unit.echelon is Echelon.BATTERY


def _set(state: WarState, element: Element) -> Radio:
    """The combat radio of an element: that of its force; a vehicle that is said to have one has AM at least."""
    found = state.engagement.side(element.side).radio
    return Radio.AM if found is Radio.NONE and element.kind is Kind.VEHICLE else found


def talk_refusal(state: WarState, one: Element, two: Element) -> Refusal | None:
    """Why two elements cannot talk to each other; None if they can.

    Who is near does without radio: signals, telephone, runners, as far as command range goes (pw:5.0). Others need
    radios that both reach, less across hills (pw:5.0.5). Who is stunned does not communicate (pw:9.15.2).
    """
    for element in (one, two):
        if element.presence not in THERE and element.presence.value != "off board":
            return Refusal(f"{element.name} is not there", "pw:5.0")
        if not communicates(element):
            return Refusal(f"{element.name} is stunned", "pw:9.15.2")
    if one.id == two.id or (one.at is not None and two.at is not None and _near(state, one, two)):
        return None
    reach = min(radio(state, one), radio(state, two))
    if not reach:
        return Refusal("one of them has no radio", "pw:5.0")
    if not within_reach(state, one, two, reach):
        return Refusal(f"their radios reach {reach:g}", "pw:5.0.1")
    return None


def _near(state: WarState, one: Element, two: Element) -> bool:
    """Whether two elements are within the command range of their troops: of the lesser where they differ (pw:5.0,
    pw:4.13)."""
    units = [o for e in (one, two) if (o := state.organisations.get(e.organisation)) is not None]
    if not units:
        return False
    limit = min(command_range.command_range(state, unit, one, two) for unit in units)
    return within(one.where, two.where, limit)


def within_reach(state: WarState, one: Element, two: Element, reach: float) -> bool:
    """Whether a radio of a range reaches from one element to another: hills between them take a share of it (pw:5.0.5);
    weather, jamming and noise take nothing (pw:5.0.6). A battery off the table is as far away as it stands."""
    if one.at is None or two.at is None:
        away = [state.organisations.get(e.organisation) for e in (one, two) if e.at is None]
        return all(unit is None or (unit.off_board or 0.0) <= reach for unit in away)
    kind = state.engagement.side(one.side).radio
    return within(one.at, two.at, reach * command_range.left_of_radio(state, kind, one.at, two.at))


def linked(state: WarState, one: Element, two: Element) -> bool:
    """Whether two elements can talk to each other now (pw:5.0)."""
    return talk_refusal(state, one, two) is None


def voice(state: WarState, unit: Organisation) -> Element | None:
    """Who answers for a unit: its command element, or of a battery any of its pieces; None if nobody is left."""
    found = leader(state, unit)
    if found is not None:
        return found
    members = (state.elements.get(e) for e in unit.members)
    there = (e for e in members if e is not None and (e.presence in THERE or e.presence.value == "off board"))
    if unit.echelon is not Echelon.BATTERY:
        return None
    return next((e for e in there if not is_observer(e)), None)


def can_talk(state: WarState, element: Element, to: str) -> Refusal | None:
    """Why an element cannot talk to a unit; None if it can. to: its id, "" = higher command off the table (pw:5.0,
    pw:5.0.2, pw:5.0.3)."""
    if not to:
        if not communicates(element):
            return Refusal(f"{element.name} is stunned", "pw:9.15.2")
        return None if radio(state, element) >= COMPANY else Refusal("its radio does not reach so far", "pw:5.0.2")
    unit = state.organisations.get(to)
    if unit is None or unit.side != element.side:
        return Refusal(f"{to} is no unit of its side", "pw:5.0")
    other = voice(state, unit)
    if other is None:
        return Refusal(f"nobody answers at {unit.name}", "pw:5.0")
    return talk_refusal(state, element, other)
