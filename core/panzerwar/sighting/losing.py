"""Losing sight: cover, covered arc, distance (pw:7.10)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from core.choice import Refusal
from core.dice import Dice
from core.event import Event, SideId
from core.panzerwar import sequence
from core.panzerwar.pieces.element import Element
from core.panzerwar.sighting.events import LookedAround, OutOfSight
from core.panzerwar.sighting.glances import held_refusal, nearest_first
from core.panzerwar.state import WarState

#: The steps before which it is looked who has gone out of sight in the movement segment that went before.
AFTER_MOVES: Final = frozenset({sequence.C2, sequence.C3, sequence.C4, sequence.C5, sequence.C6, sequence.SIGHTING})

_ABOARD: Final = Refusal("it is aboard of what nobody sees", "pw:7.10.1")


def lost(state: WarState) -> Iterator[Event]:
    """The elements that go out of sight now: nobody of the side keeps them in sight, in his arc, within twice the
    sighting distance (pw:7.10, pw:7.10.1, pw:7.10.2, pw:7.10.3). What is destroyed lies where it was seen; who is
    aboard of what nobody sees is out of sight too."""
    for side in state.engagement.sides:
        eyes = [e for e in state.of(side.id) if e.on_table]
        for id_ in sorted(state.sighted.get(side.id, frozenset())):
            target = state.elements.get(id_)
            if target is None or not state.sees(side.id, id_):
                continue
            if target.aboard is not None and not state.sees(side.id, target.aboard):
                yield from go_out_of_sight(state, side.id, target, _ABOARD)
            if not target.on_table:
                continue
            refused = loss(state, eyes, target)
            if refused is not None:
                yield from go_out_of_sight(state, side.id, target, refused)


def loss(state: WarState, eyes: Iterable[Element], target: Element) -> Refusal | None:
    """Why none of these keeps a target in sight, by the nearest of them; None if one does."""
    found: Refusal | None = None
    for one in nearest_first(list(eyes), target):
        refused = held_refusal(state, one, target)
        if refused is None:
            return None
        found = found or refused
    return found or Refusal("nobody is left who sees it", "pw:7.10.1")


def go_out_of_sight(state: WarState, side: SideId, target: Element, why: Refusal) -> Iterator[Event]:
    """A side loses an element from sight, and with it all that it carries and tows."""
    rule = why.rule if why.rule.startswith("pw:7.10") else "pw:7.10.1"
    for one in (target, *(e for e in state.aboard(target.id) if state.sees(side, e.id))):
        yield OutOfSight(side=side, element=one.id, at=target.where, why=why.reason, rule=rule)


# -- after a movement segment --------------------------------------------------------------------------


def due(state: WarState) -> bool:
    """Whether a movement segment is over and it has not been looked yet who has gone out of sight in it (pw:7.10)."""
    return state.step in AFTER_MOVES and state.watch.looked != (state.turn, state.step)


def happens(state: WarState, dice: Dice) -> Iterator[Event]:
    """It is looked now."""
    yield from lost(state)
    yield LookedAround()
