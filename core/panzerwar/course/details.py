"""Phases G and H: general morale and rallying, then the final details of the turn (pw:3.2.G, pw:3.2.H)."""

from __future__ import annotations

from collections.abc import Iterator

from core.dice import Dice
from core.event import Event
from core.panzerwar.command import leaders, regroup, settling
from core.panzerwar.damage import details as damage_details
from core.panzerwar.infantry import rallying
from core.panzerwar.morale import general
from core.panzerwar.obstacles import details as obstacles_details
from core.panzerwar.smoke import drifting
from core.panzerwar.state import WarState


def battlefield_morale(state: WarState, dice: Dice) -> Iterator[Event]:
    """Units test their losses, broken infantry rallies (pw:3.2.G)."""
    yield from general.tests(state, dice)
    yield from rallying.rally(state, dice)
    yield from leaders.lost(state)


def final_details(state: WarState, dice: Dice) -> Iterator[Event]:
    """Jams, stuns, fires, mines, smoke and dust, and what the orders of the turn have come to (pw:3.2.H)."""
    yield from damage_details.final_details(state, dice)
    yield from obstacles_details.final_details(state, dice)
    yield from drifting.final_details(state, dice)
    yield from settling.settle(state)
    yield from regroup.progress(state)
