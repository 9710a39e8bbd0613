"""Who may ram, drive over and push aside, and whom (pw:14.0, pw:6.8, pw:6.8.1, pw:6.8.2, pw:9.14.4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from core.choice import Refusal
from core.panzerwar.pieces.cards import Drive, Vehicle
from core.panzerwar.pieces.element import Element, Kind, Presence
from core.panzerwar.state import WarState
from core.plane import bearing, gsu_between, off_angle, within

#: A battle-crazed crew may ram what is so near to its front, in GSU, and so many degrees to either side (pw:9.14.4).
CRAZED_AT, FRONT = 200, 90
#: From this year on AFV crews of the SS may ram (pw:14.0).
SS_YEAR: Final = 1945
#: Vehicles that their crews have left.
LEFT: Final = frozenset({Presence.BAILED_OUT, Presence.ABANDONED})

_RAM: Final = "pw:14.0"


def card_of(state: WarState, element: Element) -> Vehicle | None:
    """The data chart of a vehicle; None of what is none."""
    found = state.cards.find(element.card)
    return found if isinstance(found, Vehicle) else None


def crew_refusal(state: WarState, element: Element) -> Refusal | None:
    """Why the crew of an element does not ram: it is no AFV, or neither berserk nor battle-crazed nor of the SS in 1945
    (pw:14.0, pw:9.14.4)."""
    card = card_of(state, element)
    if card is None or not card.armoured:
        return Refusal("an AFV rams", _RAM)
    if crazed(state, element) or berserk(state, element):
        return None
    if state.engagement.year >= SS_YEAR and of_the_ss(state, element):
        return None
    return Refusal("only crews that are berserk or battle-crazed ram, and those of the SS in 1945", _RAM)


def crazed(state: WarState, element: Element) -> bool:
    """Whether its crew is battle-crazed (pw:9.14.4)."""
    return element.harm.crazed >= state.turn > 0


def berserk(state: WarState, element: Element) -> bool:
    """Whether its crew is berserk, and must ram (pw:14.0)."""
    return element.harm.berserk and crazed(state, element)


def of_the_ss(state: WarState, element: Element) -> bool:
    """Whether an element is of the SS: the name of its unit or its force says so."""
    organisation = state.organisations.get(element.organisation)
    force = state.engagement.side(element.side).force
    return "SS" in (organisation.name.split() if organisation is not None else ()) or "SS" in force.split()


def ram_refusal(state: WarState, element: Element, target: Element) -> Refusal | None:
    """Why an element may not ram a target: an enemy vehicle or gun in sight; a crew that is no more than battle-crazed
    rams what is within 200 of its front (pw:14.0, pw:14.3.2, pw:9.14.4)."""
    refused = crew_refusal(state, element) or _target_refusal(state, element, target)
    if refused is not None:
        return refused
    if target.kind not in (Kind.VEHICLE, Kind.GUN):
        return Refusal("vehicles and guns are rammed", _RAM)
    ss = state.engagement.year >= SS_YEAR and of_the_ss(state, element)
    if berserk(state, element) or ss:
        return None
    ahead = off_angle(element.heading, bearing(element.where, target.where)) <= FRONT
    if ahead and within(element.where, target.where, CRAZED_AT):
        return None
    return Refusal(f"it rams what is within {CRAZED_AT} of its front", "pw:9.14.4")


def overrun_refusal(state: WarState, element: Element, target: Element) -> Refusal | None:
    """Why an element may not drive over a target: tracked vehicles do, over infantry, guns and soft vehicles (pw:6.8,
    pw:6.8.1, pw:6.8.2)."""
    refused = _tracked_refusal(state, element) or _target_refusal(state, element, target)
    if refused is not None:
        return refused
    card = card_of(state, target)
    if target.foot or target.kind is Kind.GUN or (card is not None and card.soft):
        return None
    return Refusal("infantry, guns and unarmoured vehicles are crushed", "pw:6.8.2" if card else "pw:6.8.1")


def push_refusal(state: WarState, element: Element, target: Element) -> Refusal | None:
    """Why an element may not push a target aside: a tracked vehicle does, an AFV that its crew has left and that weighs
    no more than itself (pw:6.8.2, pw:14.0)."""
    refused = _tracked_refusal(state, element)
    if refused is not None:
        return refused
    mine, card = card_of(state, element), card_of(state, target)
    if card is None or not card.armoured or target.presence not in LEFT or target.at is None:
        return Refusal("an armoured vehicle that its crew has left is pushed aside", "pw:6.8.2")
    if mine is not None and mine.weight < card.weight:
        return Refusal(f"it weighs {mine.weight:g} t, {target.name} {card.weight:g} t", "pw:6.8.2")
    return None


def _tracked_refusal(state: WarState, element: Element) -> Refusal | None:
    card = card_of(state, element)
    if card is None or card.drive is not Drive.TRACKS:
        return Refusal("a tracked vehicle does that", "pw:6.8.1")
    return None


def _target_refusal(state: WarState, element: Element, target: Element) -> Refusal | None:
    if target.side == element.side or not target.on_table or not state.sees(element.side, target.id):
        return Refusal(f"{target.name} is no enemy in sight", _RAM)
    if target.posture.bunker:
        return Refusal(f"{target.name} is in a bunker", "pw:15.7")
    return None


def ram_targets(state: WarState, element: Element) -> Iterator[Element]:
    """The enemies that an element may ram, the nearest first."""
    found = [e for e in state.on_table() if e.side != element.side and ram_refusal(state, element, e) is None]
    return iter(sorted(found, key=lambda e: (gsu_between(element.where, e.where), e.id)))


def overrun_targets(state: WarState, element: Element) -> Iterator[Element]:
    """The enemies that an element may drive over."""
    return (e for e in state.on_table() if e.side != element.side and overrun_refusal(state, element, e) is None)


def push_targets(state: WarState, element: Element) -> Iterator[Element]:
    """The vehicles that an element may push aside."""
    return (e for e in state.elements.values() if e.id != element.id and push_refusal(state, element, e) is None)
