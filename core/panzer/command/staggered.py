"""Staggered initiative: sides name formations in secret, roll, and the higher side's formation is next (or:7.42.1).

The roll of the Initiative Phase names the initial First Player; later ones only the formation that fires next
(or:7.42.1.1).
"""

from __future__ import annotations

from collections.abc import Iterator

from core.dice import Dice
from core.event import Event, SideId
from core.order import IllegalOrder
from core.panzer.command.events import FormationNamed, FormationsRolled, FormationTriggered
from core.panzer.command.initiative import rolled
from core.panzer.command.orders import NameFormation
from core.panzer.formation_turns import NAMING, formations_left, name_of
from core.panzer.state import PanzerState


def _rule(state: PanzerState) -> str:
    return "or:7.42.1" if state.step == NAMING else "or:7.42.1.1"


def choosing(state: PanzerState) -> tuple[SideId, ...]:
    """The sides that have yet to name one of several formations; the only one that is left names itself."""
    if state.staggered.winner is not None or over(state):
        return ()
    sides = (side.id for side in state.scenario.sides)
    return tuple(s for s in sides if s not in state.staggered.named and len(formations_left(state, s)) > 1)


def over(state: PanzerState) -> bool:
    """Whether it is known which formation is next, or none is left."""
    if state.staggered.active is not None:
        return True
    return state.commands.first_player is not None and not _with_formations(state)


def _with_formations(state: PanzerState) -> tuple[SideId, ...]:
    return tuple(side.id for side in state.scenario.sides if formations_left(state, side.id))


def _next_side(state: PanzerState) -> SideId | None:
    """The side whose formation is next: who has won the roll, or has formations alone; None if a roll is due."""
    able = _with_formations(state)
    if state.staggered.winner in able:
        return state.staggered.winner
    decided = state.commands.first_player is not None
    return able[0] if len(able) == 1 and decided else None


def _named(state: PanzerState, side: SideId) -> str:
    """What a side has named, or has left; "" if only that side knows."""
    left = formations_left(state, side)
    return left[0] if len(left) == 1 else state.staggered.named.get(side, "")


def procedure(state: PanzerState, dice: Dice) -> Iterator[Event] | None:
    """Roll once both sides have named a formation, then say which is next; None while a side must name one."""
    if choosing(state) or over(state):
        return None
    side = _next_side(state)
    return _roll(state, dice) if side is None else _triggered(state, side)


def _triggered(state: PanzerState, side: SideId) -> Iterator[Event]:
    yield FormationTriggered(side=side, formation=_named(state, side))


def _roll(state: PanzerState, dice: Dice) -> Iterator[Event]:
    """Ties are rolled again, unless the scenario says otherwise (or:7.42.1)."""
    roll = rolled(state, dice, "initiative of formations", _rule(state))
    yield FormationsRolled(sides=roll.sides, winner=roll.winner, rolls=roll.rolls, tally=roll.tally)


def needs(state: PanzerState) -> SideId | None:
    """The side that knows which formation is next; None while sides name theirs, or a roll is due."""
    if choosing(state) or over(state):
        return None
    side = _next_side(state)
    return side if side is not None and len(formations_left(state, side)) > 1 else None


def check(state: PanzerState, side: SideId, order: NameFormation) -> None:
    """One of one's own formations that have not been next in this turn (or:7.42.1.1)."""
    if side not in choosing(state):
        raise IllegalOrder("this side has named its formation", _rule(state))
    left = formations_left(state, side)
    if order.formation not in left:
        names = ", ".join(name_of(state, formation) for formation in left)
        raise IllegalOrder(f"{order.formation!r} is none of the formations that are left: {names}", _rule(state))


def name(state: PanzerState, side: SideId, order: NameFormation, dice: Dice) -> Iterator[Event]:
    """Name a formation; the enemy hears which when it has won a roll."""
    yield FormationNamed(side=side, formation=order.formation)
