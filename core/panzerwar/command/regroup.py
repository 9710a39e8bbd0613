"""Regrouping: its time, its distances, what comes of it (pw:4.9)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Final

from core.choice import Refusal
from core.dice import Dice, Roll
from core.event import Event, SideId
from core.own import refuse
from core.panzerwar.command.doctrine import leader, present, strong
from core.panzerwar.command.events import Appointed, Merged, Regrouping
from core.panzerwar.command.near import enemy_within, places
from core.panzerwar.command.orders import Merge
from core.panzerwar.pieces.element import Element, Kind
from core.panzerwar.pieces.organisation import Organisation, Tactical
from core.panzerwar.state import WarState
from core.plane import within

#: How near to each other elements regroup, with an enemy within NEAR and without (pw:4.9.3).
NEAR, CLOSE, WIDE = 600, 150, 250
#: Infantry with a leader reforms in one turn within this of one another (pw:4.9.4).
TOGETHER: Final = 100


def losses(state: WarState, organisation: Organisation) -> bool:
    """Whether a unit has fewer elements than its losses are counted from (pw:4.9.1)."""
    return sum(1 for _ in strong(state, organisation)) < organisation.strength


def together(state: WarState, organisation: Organisation, limit: float) -> bool:
    """Whether all its elements are within a distance of each other."""
    return all(within(a.where, b.where, limit) for a, b in combinations(tuple(places(state, organisation)), 2))


def rolls(state: WarState, organisation: Organisation) -> bool:
    """Whether dice say how many turns regrouping takes (pw:4.9.4, pw:4.9.5)."""
    return _time(state, organisation).startswith("D")


def time(state: WarState, organisation: Organisation, dice: Dice) -> tuple[int, tuple[Roll, ...]]:
    """How many turns regrouping takes, with the roll for it (pw:4.9.4, pw:4.9.5); of infantry after a charge one
    (pw:4.6.4)."""
    found = _time(state, organisation)
    if found.startswith("D"):
        roll = dice.roll("d6", "turns of regrouping", "pw:4.9.5" if found == "D6" else "pw:4.9.4")
        return (roll.result if found == "D6" else (roll.result + 1) // 2), (roll,)
    return int(found), ()


def _time(state: WarState, organisation: Organisation) -> str:
    """The turns of regrouping as the chart has them: a number, or the die for it (pw:4.6.4, pw:4.9.4, pw:4.9.5)."""
    troops = "mechanised" if organisation.mechanised else "infantry"
    charts = state.charts.command.regroup
    if not organisation.mechanised and organisation.order is Tactical.CHARGE:
        return "1"
    if leader(state, organisation) is None:
        return charts[troops, "without command element"]
    if not losses(state, organisation):
        return charts[troops, "led, without losses"]
    if organisation.mechanised or together(state, organisation, TOGETHER):
        return charts[troops, "led, with losses"]
    return "D3"


def spread(state: WarState, organisation: Organisation) -> int:
    """How far from each other its elements may be to reform (pw:4.9.3)."""
    return CLOSE if enemy_within(state, organisation, NEAR) else WIDE


def gathered(state: WarState, organisation: Organisation) -> bool:
    """Whether its elements are near enough to each other to reform (pw:4.9.3)."""
    return together(state, organisation, spread(state, organisation))


def hindered(state: WarState, organisation: Organisation) -> str:
    """Why it does not come nearer to it, in words that go on; "" if nothing hinders it (pw:4.9, pw:4.9.3)."""
    if not gathered(state, organisation):
        return f": all within {spread(state, organisation)} of each other"
    return ": out of direct fire" if organisation.fought and organisation.fought >= state.turn - 1 else ""


def progress(state: WarState) -> Iterator[Event]:
    """At the end of a turn units that regroup come nearer to it, unless they were in direct fire (pw:4.9, pw:4.9.4).
    One without a command element has chosen another when it is done (pw:4.9.2, pw:4.9.5).
    """
    for organisation in list(state.organisations.values()):
        if organisation.order is not Tactical.REGROUP or organisation.regroups <= 0:
            continue
        if organisation.fought >= state.turn or not gathered(state, organisation):
            continue
        if not any(True for _ in present(state, organisation)):
            continue
        left = organisation.regroups - 1
        size = sum(1 for _ in strong(state, organisation)) if left == 0 else 0
        yield Regrouping(side=organisation.side, organisation=organisation.id, left=left, strength=size)
        if left == 0 and leader(state, organisation) is None:
            chosen = next(candidates(state, organisation), None)
            if chosen is not None:
                yield Appointed(side=organisation.side, organisation=organisation.id, element=chosen.id)


def candidates(state: WarState, organisation: Organisation) -> Iterator[Element]:
    """The elements that may lead a unit, in descending order of command: of a mechanised one vehicles, as long as it
    has any; nobody who is broken or stunned (pw:4.0.4).
    """
    able = [e for e in present(state, organisation) if not e.nerve.broken and not e.harm.stunned]
    vehicles = [e for e in able if e.kind is Kind.VEHICLE]
    found = vehicles if organisation.mechanised and vehicles else able
    yield from sorted(found, key=lambda e: not e.command)


# -- merging ----------------------------------------------------------------------------------------------


def merge_refusal(state: WarState, organisation: Organisation, other: Organisation) -> Refusal | None:
    """Why two units may not combine: they are of one parent and echelon, both regroup, and one has lost elements or its
    command element (pw:4.9.1)."""
    if other.id == organisation.id or other.side != organisation.side or other.echelon is not organisation.echelon:
        return Refusal("units of one echelon combine", "pw:4.9.1")
    if other.parent != organisation.parent:
        return Refusal("only units of the same parent combine", "pw:4.9.1")
    if {organisation.order, other.order} != {Tactical.REGROUP}:
        return Refusal("both must regroup", "pw:4.9.1")
    if any(mission.battery == other.id for mission in state.artillery.missions):
        return Refusal(f"fire of {other.name} is asked for", "pw:4.9.1")
    if not any(losses(state, o) or leader(state, o) is None for o in (organisation, other)):
        return Refusal("neither has lost an element or its command element", "pw:4.9.1")
    return None


def check_merge(state: WarState, side: SideId, order: Merge) -> None:
    """IllegalOrder unless they may."""
    if side in state.ended:
        refuse(Refusal("the orders of this turn are given", "pw:3.2.A"))
    one, two = state.organisations.get(order.organisation), state.organisations.get(order.other)
    if one is None or two is None or one.side != side:
        refuse(Refusal("there is no such unit", "pw:4.9.1"))
        return
    refuse(merge_refusal(state, one, two))


def merge(state: WarState, side: SideId, order: Merge, dice: Dice) -> Iterator[Event]:
    """They are one unit from now on (pw:4.9.1)."""
    yield Merged(side=side, organisation=order.organisation, other=order.other)
