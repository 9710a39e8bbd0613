"""Batteries for the tests of chapter 10: off the table, on it, with observers; and a turn of theirs, step by step."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from attrs import evolve

from core.codec import decode, decode_order, encode, encode_order
from core.dice import ScriptedDice, SeededDice
from core.event import Event, SideId
from core.panzerwar.artillery import calling, requests, shoots
from core.panzerwar.artillery.evolve import APPLY
from core.panzerwar.artillery.orders import Call
from core.panzerwar.combat.evolve import APPLY as COMBAT
from core.panzerwar.communication import calling as communication
from core.panzerwar.communication.evolve import APPLY as COMMUNICATION
from core.panzerwar.course.events import StepBegun, TurnBegun
from core.panzerwar.course.evolve import APPLY as COURSE
from core.panzerwar.damage.evolve import APPLY as DAMAGE
from core.panzerwar.infantry.evolve import APPLY as INFANTRY
from core.panzerwar.obstacles.evolve import APPLY as OBSTACLES
from core.panzerwar.pieces.element import Element, Presence
from core.panzerwar.pieces.organisation import Echelon, Organisation
from core.panzerwar.sighting.evolve import APPLY as SIGHTING
from core.panzerwar.smoke.evolve import APPLY as SMOKE
from core.panzerwar.state import WarState
from core.plane import offset
from core.step_end import StepFinished
from tests.panzerwar.kit import BLUE, RED, a_board, a_state, an_element, at

TABLES = (COURSE, SMOKE, DAMAGE, INFANTRY, OBSTACLES, COMMUNICATION, SIGHTING, COMBAT, APPLY)
#: Far behind the southern edge of the boards of the kit, below C10.
BEHIND = offset(at("C10"), 180, 3000)


def happen(state: WarState, events: Iterable[Event] | None) -> list[Event]:
    """What happened, after every chapter has evolved it, as it is read again from a journal."""
    found = []
    for happened in events or ():
        event = decode(json.loads(json.dumps(encode(happened))))
        assert event == happened
        for table in TABLES:
            if type(event) in table:
                table[type(event)](state, event)
        found.append(event)
    return found


def of(events: Iterable[Event], kind: type[Any]) -> list[Any]:
    """The events of a kind."""
    return [event for event in events if isinstance(event, kind)]


def only(events: Iterable[Event], kind: type[Any]) -> Any:
    """The one event of a kind."""
    (found,) = of(events, kind)
    return found


def guns(number: int = 4, card: str = "lefh18", side: SideId = BLUE, name: str = "battery") -> tuple[Element, ...]:
    """The pieces of a battery off the table."""
    return tuple(
        evolve(
            an_element(f"{name}-{n}", card, side, "C10", organisation=name),
            at=None,
            presence=Presence.OFF_BOARD,
        )
        for n in range(1, number + 1)
    )


def mortars(*places: str, weapon: str = "GrW34", side: SideId = BLUE, name: str = "mortars") -> tuple[Element, ...]:
    """The crews of a battery of mortars on the table, the first of them its command element."""
    return tuple(
        an_element(f"{name}-{n}", "crew", side, place, organisation=name, weapon=weapon, command=n == 1)
        for n, place in enumerate(places, 1)
    )


def observer(
    where: str, id_: str = "fo", *, organisation: str = "battery", side: SideId = BLUE, **more: Any
) -> Element:
    """A forward observer."""
    return an_element(id_, "scout", side, where, organisation=organisation, **{"role": "forward observer", **more})


def a_battery(*members: Element, **more: Any) -> Organisation:
    """The unit of a battery: off the table behind C10 if its pieces are."""
    first = members[0]
    off = first.presence is Presence.OFF_BOARD
    return Organisation(
        **{
            "id": first.organisation,
            "name": first.organisation,
            "side": first.side,
            "echelon": Echelon.BATTERY,
            "members": tuple(e.id for e in members),
            "command": next((e.id for e in members if e.command), None),
            "mechanised": False,
            "off_board": 3000.0 if off else None,
            "stands": BEHIND if off else None,
            **more,
        }
    )


def a_unit(
    id_: str, *members: Element, side: SideId = BLUE, echelon: Echelon = Echelon.PLATOON, **more: Any
) -> Organisation:
    """Any other unit; the first of its elements leads it."""
    ids = tuple(e.id for e in members)
    command = ids[0] if ids else None
    return Organisation(id=id_, name=id_, side=side, echelon=echelon, members=ids, command=command, **more)


def field(
    *elements: Element, batteries: Iterable[Organisation], units: Iterable[Organisation] = (), **more: Any
) -> WarState:
    """A state with batteries; whoever else is there is of a platoon of his side."""
    named = {id_ for o in (*batteries, *units) for id_ in o.members}
    rest = {side: [e for e in elements if e.side == side and e.id not in named] for side in (BLUE, RED)}
    others = [a_unit(f"{side}-1", *mine, side=side) for side, mine in rest.items() if mine]
    return a_state(
        *elements,
        organisations=(*batteries, *units, *others),
        **{"step": "communications", "board": a_board(30, 40), **more},
    )


def begin(state: WarState, step: str) -> None:
    """The next step begins."""
    happen(state, [StepBegun(step=step)])


def turn(state: WarState) -> None:
    """The next turn begins, in its communications phase."""
    happen(state, [TurnBegun(turn=state.turn + 1), StepBegun(step="communications")])


def communicate(state: WarState, *dice: int) -> list[Event]:
    """All have said what they want: contact is rolled for, and it is told what comes of it."""
    scripted = ScriptedDice(list(dice))
    found = happen(state, [StepFinished(side=side) for side in (BLUE, RED) if side not in state.ended])
    if requests.keeping(state):
        found += happen(state, requests.keep(state, scripted))
    found += happen(state, communication.happens(state, scripted))
    assert requests.due(state)
    found += happen(state, requests.carry_out(state, scripted))
    assert not scripted.results
    return found


def order(state: WarState, check: Any, decide: Any, given: Any, side: SideId = BLUE) -> list[Event]:
    """An order is checked and carried out."""
    assert decode_order(json.loads(json.dumps(encode_order(given)))) == given
    check(state, side, given)
    return happen(state, decide(state, side, given, ScriptedDice([])))


def call(state: WarState, where: str, *, who: str | None = "fo", battery: str = "battery", **more: Any) -> list[Event]:
    """An element calls a battery for fire at a place."""
    given = Call(battery=battery, at=at(where), element=state.element(who).id if who is not None else None, **more)
    side = state.organisations[battery].side
    return order(state, calling.check_call, calling.call, given, side)


def fire(state: WarState, step: str, *dice: int) -> list[Event]:
    """All area fire of a segment; what no die is scripted for is rolled by a seed."""
    begin(state, step)
    rolled = Dicing(list(dice))
    found = happen(state, shoots.resolve(state, state.copy(), rolled))
    assert not rolled.scripted.results
    return found


class Dicing:
    """Dice that show what is scripted, then harmless faces: no possible hits, nobody harmed."""

    def __init__(self, results: list[int]) -> None:
        self.scripted = ScriptedDice(results)
        self.seeded = SeededDice("artillery")

    def roll(self, die: str, for_: str, rule: str) -> Any:
        """The next die."""
        if self.scripted.results:
            return self.scripted.roll(die, for_, rule)
        found = self.seeded.roll(die, for_, rule)
        return evolve(found, result=min(found.result, 9) if die == "d10" else found.result)
