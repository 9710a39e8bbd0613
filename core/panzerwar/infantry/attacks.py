"""Attacks on men as they happen, one element after the other (pw:12.4, pw:12.9)."""

from __future__ import annotations

from collections.abc import Iterator

from core.dice import Dice
from core.event import Event, UnitId
from core.panzerwar.infantry.events import MenAttacked
from core.panzerwar.infantry.killpower import Attack, resolve
from core.panzerwar.state import WarState


def attack(state: WarState, target: UnitId, made: Attack, dice: Dice) -> Iterator[Event]:
    """Roll an attack by killpower against an element; who is out of the game already is not attacked."""
    element = state.elements[target]
    if element.at is None or element.presence.value not in ("on table", "aboard"):
        return
    found = resolve(state.charts, element, made, dice)
    yield MenAttacked(
        side=element.side,
        element=target,
        what=made.what,
        net=made.net,
        rolled=found.rolled,
        result=found.result,
        rolls=found.rolls,
        tally=made.tally.reasons,
    )
