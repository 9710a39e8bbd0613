"""What can be taken back unasked, and that trying it tells nothing of what lies hidden (pb:PB-EXP-HID-1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from content import catalogue
from core.event import SideId
from core.order import Order
from core.panzerblitz.pieces.options import HIDDEN_DEPLOYMENT
from core.panzerblitz.sight.hidden import found_out
from core.panzerblitz.state import BlitzState
from tests.twins import play_twins


def hidden(state: BlitzState, side: SideId) -> Sequence[BlitzState]:
    """The state with the hidden counters of the enemy in each other's hexes."""
    lurking = [u for u in state.units.values() if u.side != side and u.hidden and u.hex is not None]
    if len({u.hex for u in lurking}) < 2:
        return ()
    twin = state.copy()
    for unit, other in zip(lurking, lurking[::-1], strict=True):
        twin.change(unit.id, hex=other.hex)
    # Where one of them would be seen it could not lie hidden any more.
    return () if found_out(twin) else (twin,)


def nothing_more(state: BlitzState, order: Order) -> Sequence[Order]:
    return ()


@pytest.mark.parametrize("scenario", ["rear-area-raid"])
def test_what_may_be_taken_back_does_not_depend_on_what_lies_hidden(scenario: str) -> None:
    """pb:PB-EXP-HID-1: that nothing came into view tells where nothing lies."""
    system: Any = catalogue.open_system(scenario, (HIDDEN_DEPLOYMENT,))
    free, final = play_twins(system, "b", 160, hidden, nothing_more, "random")
    assert free
    assert final
