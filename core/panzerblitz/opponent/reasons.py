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
from core.panzerblitz.course.orders import Place, PlaceRest
from core.panzerblitz.fire.combat import battle_terms
from core.panzerblitz.fire.orders import Announce, Resolve
from core.panzerblitz.fire.results import Terms, loss_chance
from core.panzerblitz.mines.orders import ClearMines
from core.panzerblitz.movement.orders import Load, Move, Unload
from core.panzerblitz.movement.over_stacking import mending_move
from core.panzerblitz.opponent.aims import aim_of, far_from_aim
from core.panzerblitz.opponent.danger import danger_to
from core.panzerblitz.opponent.homeward import caller
from core.panzerblitz.opponent.moves import CHASE, DUTY, FIRES, RISK, Judge
from core.panzerblitz.opponent.overruns import balance
from core.panzerblitz.opponent.prospects import Prospects
from core.panzerblitz.opponent.transport import why_off
from core.panzerblitz.opponent.worth import gain
from core.panzerblitz.state import BlitzState
from core.presentation import Argument
from core.step_end import FinishStep

#: Points below which a part of a reason is not told.
TOLD: Final = 0.05


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
    yield Argument("No attack that is left promises more than it costs.", rule="pb:PB-SEQ-3")


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
    carrier = caller(state, unit)
    if carrier is not None and carrier.hex == order.path[-1]:
        yield Argument(f"It goes to {state.name(carrier.id)}, which takes it off the map.", rule="pb:PB-TRANS-B")
        return
    aim = aim_of(state, unit)
    judge = Judge(state, unit, aim, danger_to(state, side), Prospects(state, side))
    end = order.path[-1]
    if judge.worth(end) <= judge.staying(unit.hex) and mending_move(state, side) == order:
        yield Argument("It makes room where too many units stand.", rule="pb:PB-STACK-D")
        return
    yield Argument(f"To {end.id}, beside staying:")
    there, here = judge.parts(end), judge.parts(unit.hex)
    after, before = aim.turns(end), aim.turns(unit.hex)
    parts = [(_part(text, after, before, points > here[text]), points - here[text]) for text, points in there.items()]
    for text, points in sorted(parts, key=lambda part: -abs(part[1])):
        if abs(points) >= TOLD:
            yield Argument(text[0].upper() + text[1:], points)


def _part(text: str, there: tuple[float, float], here: tuple[float, float], better: bool) -> str:
    """A part of what a hex is worth, in words: ways with their turns, the rest as more or less than where it stands."""
    if text in (DUTY, CHASE):
        n = (DUTY, CHASE).index(text)
        return f"{text}: {there[n]:.1f} turns from there, {here[n]:.1f} from here"
    if text == RISK:
        return f"{text}: {'less' if better else 'more'} than here"
    return f"{text}: {'more' if better else 'less'} than here" if text == FIRES else text


def _load(state: BlitzState, side: SideId, order: Load) -> Iterator[Argument]:
    name = state.name(order.passenger)
    if state.units[order.passenger].hex is None:
        yield Argument(f"{name} comes onto the map aboard, as whoever can ride does.", rule="pb:PB-TRANS-A")
    elif not state.type(order.passenger).movement:
        yield Argument(f"{name} does not move by itself, and rides.", rule="pb:PB-TRANS-A")
    else:
        turns = far_from_aim(state, order.passenger)
        yield Argument(
            f"{name} would walk for {turns:.0f} turns to where it is wanted, and rides.", rule="pb:PB-TRANS-A"
        )


def _unload(state: BlitzState, side: SideId, order: Unload) -> Iterator[Argument]:
    """Why the passenger is better off on its own."""
    passenger, unit = state.passenger(order.carrier), state.units[order.carrier]
    if passenger is not None and unit.hex is not None:
        why_ = why_off(state, unit, unit.hex, passenger, danger_to(state, side), Prospects(state, side))
        yield Argument(f"{state.name(passenger)} gets off: {why_ or 'it may'}.", rule="pb:PB-TRANS-A")


def _place(state: BlitzState, side: SideId, order: Place | PlaceRest) -> Iterator[Argument]:
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
    "assault": ("No Close Assault that is left promises anything.", "pb:PB-CAT-D"),
}

_SAID: Final[Mapping[type[Order], Callable[[BlitzState, SideId, Any], Iterator[Argument]]]] = {
    Announce: _announce,
    Resolve: _resolve,
    CloseAssault: _close_assault,
    Overrun: _overrun,
    Move: _move,
    Load: _load,
    Unload: _unload,
    Place: _place,
    PlaceRest: _place,
    ClearMines: _clear,
    FinishStep: _end,
}
