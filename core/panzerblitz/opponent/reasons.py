"""Why a computer player of PanzerBlitz gives an order, by the numbers with which it judges: units won and risked.

A unit is worth somewhat more than 1. Asked of its own side's view, as the judgement is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from core.book.ends import Ends, why_ended
from core.event import SideId
from core.order import IllegalOrder, Order
from core.panzerblitz.chapters import BOOK
from core.panzerblitz.close.close_assault import assault_terms
from core.panzerblitz.close.orders import CloseAssault, Overrun
from core.panzerblitz.close.overrun import overrun_terms
from core.panzerblitz.course.orders import PlaceRest
from core.panzerblitz.fire.combat import battle_terms
from core.panzerblitz.fire.orders import Announce, Resolve
from core.panzerblitz.fire.results import Terms, loss_chance
from core.panzerblitz.mines.orders import ClearMines
from core.panzerblitz.movement.orders import Load, Move, Unload
from core.panzerblitz.opponent.aims import aim_of
from core.panzerblitz.opponent.danger import danger_to
from core.panzerblitz.opponent.moves import Judge
from core.panzerblitz.opponent.overruns import balance
from core.panzerblitz.opponent.prospects import Prospects
from core.panzerblitz.opponent.worth import gain
from core.panzerblitz.state import BlitzState
from core.panzerblitz.words import listed
from core.presentation import Argument
from core.step_end import FinishStep

#: Points below which a part of a reason is not told.
TOLD: Final = 0.02


def why(state: BlitzState, side: SideId, order: Order) -> tuple[Argument, ...]:
    """What speaks for an order and against it, the weightiest first; nothing of orders that are not weighed."""
    said = _SAID.get(type(order))
    try:
        found = list(said(state, side, order)) if said is not None else []
    except IllegalOrder:
        return ()
    return tuple(found)


def _attack(state: BlitzState, terms: Terms, rule: str) -> Argument:
    """What an attack is expected to win, with its odds and the chances of each unit attacked."""
    chances = []
    for target in terms.targets:
        lost, down = loss_chance(state, terms, target)
        chances.append(f"{state.name(target)} {100 * lost:.0f} % eliminated, {100 * down:.0f} % dispersed")
    net = f", die {terms.net:+d}" if terms.net else ""
    return Argument(f"{terms.odds}{net}: {'; '.join(chances)}", gain(state, terms), rule)


def _announce(state: BlitzState, side: SideId, order: Announce) -> Iterator[Argument]:
    attack = order.attack
    for battle in attack.battles:
        yield _attack(state, battle_terms(state, side, attack.hex, attack.method, battle), "pb:PB-CRT-1")


def _resolve(state: BlitzState, side: SideId, order: Resolve) -> Iterator[Argument]:
    yield Argument("No further attack promises more than it costs.", rule="pb:PB-SEQ-3")


def _close_assault(state: BlitzState, side: SideId, order: CloseAssault) -> Iterator[Argument]:
    yield _attack(state, assault_terms(state, side, order.hex, order.attackers), "pb:PB-CAT-D")


def _overrun(state: BlitzState, side: SideId, order: Overrun) -> Iterator[Argument]:
    units = tuple(run.unit for run in order.runs)
    yield _attack(state, overrun_terms(state, side, order.hex, units), "pb:PB-OVR-D")
    _, risked = balance(state, side, danger_to(state, side), order)
    if risked >= TOLD:
        yield Argument("What the vehicles risk more where they come out", -risked)


def _move(state: BlitzState, side: SideId, order: Move) -> Iterator[Argument]:
    """What the end of the move is worth beside staying."""
    unit = state.units[order.unit]
    if order.leave:
        yield Argument("It leaves the map where victory wants it to.", rule="pb:PB-SETUP-1")
        return
    if not order.path:
        return
    if unit.hex is None:
        yield Argument("It comes onto the map; of its ways on, this one promises most.")
        return
    judge = Judge(state, unit, aim_of(state, unit), danger_to(state, side), Prospects(state, side))
    there = judge.parts(order.path[-1])
    here = judge.parts(unit.hex)
    parts = {text: points - here[text] for text, points in there.items()}
    for text, points in sorted(parts.items(), key=lambda part: -abs(part[1])):
        if abs(points) >= TOLD:
            yield Argument(text[0].upper() + text[1:], points)


def _load(state: BlitzState, side: SideId, order: Load) -> Iterator[Argument]:
    yield Argument(f"{listed(state, (order.passenger,))} has a long way to go, and rides.", rule="pb:PB-TRANS-A")


def _unload(state: BlitzState, side: SideId, order: Unload) -> Iterator[Argument]:
    """What the passenger could do on its own, and what both risk."""
    passenger, hex_ = state.passenger(order.carrier), state.units[order.carrier].hex
    if passenger is None or hex_ is None:
        return
    danger, prospects = danger_to(state, side), Prospects(state, side)
    name = state.name(passenger)
    fires = prospects.fire(passenger, hex_) if state.type(passenger).attack else 0.0
    if fires >= TOLD:
        yield Argument(f"{name} may fire in the next turn", fires)
    aboard = danger.risk(state, order.carrier, hex_, loaded=True)
    alone = danger.risk(state, passenger, hex_)
    if aboard or alone:
        yield Argument(f"{name} may be lost aboard: {100 * aboard:.0f} %, on its own: {100 * alone:.0f} %")
    if not fires >= TOLD and not aboard and not alone:
        yield Argument(f"{name} goes on by itself: it is where it is wanted, or the enemy is near.")


def _place_rest(state: BlitzState, side: SideId, order: PlaceRest) -> Iterator[Argument]:
    text = "By the rules of the set-up: what defends where victory is decided, what attacks towards it."
    yield Argument(text, rule="pb:PB-SETUP-1")


def _clear(state: BlitzState, side: SideId, order: ClearMines) -> Iterator[Argument]:
    yield Argument(f"{state.name(order.unit)} has nothing better to do beside these mines.", rule="pb:PB-MINE-G")


def _end(state: BlitzState, side: SideId, order: FinishStep) -> Iterator[Argument]:
    return why_ended(_ENDS, BOOK.judgement(state))


#: Why a step is ended, by the name of what is judged in it.
_ENDS: Final[Ends] = {
    "set-up": ("All is placed.", "pb:PB-SETUP-1"),
    "move": ("Nobody who may still move gains by it.", ""),
    "assault": ("No further Close Assault promises more than it costs.", "pb:PB-CAT-D"),
}

_SAID: Final[Mapping[type[Order], Callable[[BlitzState, SideId, Any], Iterator[Argument]]]] = {
    Announce: _announce,
    Resolve: _resolve,
    CloseAssault: _close_assault,
    Overrun: _overrun,
    Move: _move,
    Load: _load,
    Unload: _unload,
    PlaceRest: _place_rest,
    ClearMines: _clear,
    FinishStep: _end,
}
