"""Who may call a battery, how long its fire takes to come, and by what they are in touch (pw:5.3, pw:10.6.3 to
pw:10.6.5, pw:10.8.4, pw:10.9.3, pw:10.9.4)."""

from __future__ import annotations

from typing import Final

from core.choice import Refusal
from core.panzerwar.artillery.batteries import battery_weapon, pieces, set_up
from core.panzerwar.command.doctrine import nation
from core.panzerwar.communication.contact import attempt_refusal, link
from core.panzerwar.communication.linking import observes, time_lag
from core.panzerwar.communication.nets import commands, is_observer
from core.panzerwar.ground import lines
from core.panzerwar.pieces.artillery import Mission
from core.panzerwar.pieces.element import THERE, Element
from core.panzerwar.pieces.nets import Reached
from core.panzerwar.pieces.organisation import Echelon, Organisation
from core.panzerwar.state import WarState
from core.tally import NOTHING, Tally

#: The lowest echelon whose command element may call for fire, by nation; battalions of all others (pw:10.9.4).
LOWEST: Final = {"Germany": Echelon.COMPANY, "U.K.": Echelon.COMPANY, "U.S.A.": Echelon.PLATOON}
_LADDER: Final = (Echelon.PLATOON, Echelon.COMPANY, Echelon.BATTALION)
#: The word in the role of an observer who has a line laid to his battery (pw:10.6.5.2).
TELEPHONE: Final = "telephone"


def caller_refusal(state: WarState, element: Element, organisation: Organisation) -> Refusal | None:
    """Why an element may not call for fire at all: forward observers may, and command elements that are high enough
    (pw:10.9.3, pw:10.9.4); a leader in sight of the mortars of his own company may too."""
    if element.presence not in THERE:
        return Refusal(f"{element.name} is not there", "pw:10.6.3")
    if element.harm.stunned or element.nerve.broken:
        return Refusal("stunned or broken, it does not communicate", "pw:9.15.2")
    if is_observer(element) or beside_mortars(state, element, organisation):
        return None
    unit = commands(state, element)
    if unit is None or unit.echelon not in _LADDER:
        return Refusal("forward observers and command elements call for fire", "pw:10.9.4")
    lowest = LOWEST.get(nation(state, unit), Echelon.BATTALION)
    if _LADDER.index(unit.echelon) < _LADDER.index(lowest):
        return Refusal(f"command elements below a {lowest.value} do not call for fire", "pw:10.9.4")
    return None


def beside_mortars(state: WarState, element: Element, organisation: Organisation) -> bool:
    """Whether an element leads the company, or a part of it, to which on-table mortars belong, and sees them: local
    communication is automatic (pw:3.2.B, pw:10.6.4)."""
    fired = battery_weapon(state, organisation)
    unit = commands(state, element)
    if fired is None or fired.kind != "mortar" or unit is None or organisation.off_board is not None:
        return False
    company = organisation.parent
    if company is None or company not in (unit.id, unit.parent):
        return False
    return any(p.at is not None and lines.between(state, element, p).clear for p in pieces(state, organisation))


def by_wire(state: WarState, element: Element, organisation: Organisation) -> bool:
    """Whether an observer has a telephone to his battery: neither has moved since they set up, and he belongs to it
    (pw:10.0.5, pw:10.6.5.2)."""
    if not observes(organisation, element) or TELEPHONE not in element.role or not set_up(state, element):
        return False
    return all(set_up(state, piece) for piece in pieces(state, organisation))


def automatic(state: WarState, element: Element, organisation: Organisation) -> bool:
    """Whether an element is in touch with a battery without a roll."""
    return by_wire(state, element, organisation) or beside_mortars(state, element, organisation)


def touch_refusal(
    state: WarState, element: Element, organisation: Organisation, *, maintain: bool = False
) -> Refusal | None:
    """Why an element may not try to reach a battery in this phase (pw:10.6.5, pw:5.1.1)."""
    if element.harm.stunned or element.nerve.broken or element.presence not in THERE:
        return Refusal("stunned, broken or gone, it does not communicate", "pw:9.15.2")
    if automatic(state, element, organisation):
        return None
    return attempt_refusal(state, element, organisation.id, maintain=maintain)


def keeps(state: WarState, mission: Mission) -> bool:
    """Whether the observer of a mission has contact to maintain; without, it takes a new one (pw:5.2.1)."""
    return mission.observer is not None and link(state, state.elements[mission.observer], mission.battery) is not None


def made(state: WarState, element: Element, organisation: Organisation) -> bool:
    """Whether an element has reached a battery in this turn: its message is understood (pw:5.1.2)."""
    return automatic(state, element, organisation) or state.artillery.reached.get(element.id) is Reached.MADE


def lag(state: WarState, element: Element | None, organisation: Organisation, *, reference: bool) -> Tally:
    """Turns from the request to the fire: linking and approval (pw:5.3.2 to pw:5.3.5, pw:10.6.4), one less on a
    reference point (pw:10.8.4), never under 1. element: None of a battery that counters another (pw:10.6.3)."""
    lags = state.charts.artillery.time_lag
    if element is None:
        return NOTHING.add(lags.told("counter-battery"), lags["counter-battery"], "pw:10.6.3")
    if beside_mortars(state, element, organisation):
        return NOTHING.add(lags.told("mortars-of-company"), lags["mortars-of-company"], "pw:10.6.4")
    tally = time_lag(state, element, organisation)
    if reference and tally.total + lags["reference-point"] >= 1:
        tally = tally.add(lags.told("reference-point"), lags["reference-point"], "pw:10.8.4")
    return tally
