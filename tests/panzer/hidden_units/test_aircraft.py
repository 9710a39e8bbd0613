"""or:7.2.2.3: counters and aircraft: who fires at one is revealed as it appears; what it attacks is revealed."""

from __future__ import annotations

import pytest

from core.dice import ScriptedDice
from core.event import UnitId
from core.panzer.air.events import AirAttackAnnounced, FlightBegun
from core.panzer.air.orders import BeginFlight
from core.panzer.chapters import BOOK
from core.panzer.hidden_units.events import HiddenCommanded
from core.panzer.opponent.hidden_units import follow, place
from core.panzer.pieces.flights import AirStrike, Altitude, Pattern, Speed
from core.panzer.pieces.unit import Command
from core.panzer.state import PanzerState
from tests.panzer.hidden_units.posed import GERMAN, SOVIET, follows, hidden, names, ordered, plain

STUKA, AA = UnitId("gj"), UnitId("aa")


def appearing(*units: UnitId, command: Command = Command.OVERWATCH) -> PanzerState:
    """A Ju 87 comes over the south edge, before a counter in the north."""
    more = (
        {"id": "gj", "side": "german", "card": "g88-ju-87b-1", "load": "bomb", "enter": {"turn": 1, "hexes": ""}},
        {
            "id": "aa",
            "side": "soviet",
            "card": "s52-37mm-m39-aag",
            "hex": "A2",
            "facing": "S",
            "formation": "battalion",
        },
    )
    state = hidden(plain(step="first-air", more=more, modules=("air",)), 1, *units)
    BOOK.evolve(state, HiddenCommanded(side=SOVIET, number=1, command=command))
    order = BeginFlight(unit=STUKA, hex=state.board.hex("A30"), facing=0, speed=Speed.SLOW, altitude=Altitude.LOW)
    events = ordered(state, GERMAN, order)
    assert isinstance(events[0], FlightBegun)
    return state


@pytest.mark.parametrize("units", [(AA,), ()])
def test_counters_with_overwatch_are_asked_as_it_appears(units: tuple[UnitId, ...]) -> None:
    state = appearing(*units)
    assert BOOK.due(state, ScriptedDice([])) is None
    assert BOOK.acting(state) == (SOVIET,)
    assert {"reveal:1", "hold-aa"} <= {c.pick for c in BOOK.offers(state, SOVIET, ()).options}
    assert (follow(state, SOVIET) is not None) == bool(units)
    ordered(state, SOVIET, BOOK.made(state, SOVIET, ("reveal:1",)))
    if units:
        ordered(state, SOVIET, place(state, SOVIET))
        assert state.units[AA].on_map
        assert state.units[AA].command is Command.OVERWATCH
    assert state.hidden.counters == ()


def test_others_are_not() -> None:
    assert BOOK.acting(appearing(AA, command=Command.MOVE)) == (GERMAN,)


@pytest.mark.parametrize("units", [(AA,), ()])
def test_what_it_attacks_is_revealed_and_struck(units: tuple[UnitId, ...]) -> None:
    """A gun is bombed; who is under a counter in its pattern is struck with it."""
    state = appearing(*units, command=Command.NONE)
    beside, there = UnitId("s3"), state.board.hex("A2")
    strike = AirStrike(0, Pattern.BOMBS, beside, 1, (there,), (beside,))
    BOOK.evolve(state, AirAttackAnnounced(unit=STUKA, strike=strike))
    assert names(follows(state)) == ["hidden-struck"]
    assert names(follows(state)) == ["hidden-revealed"]
    if units:
        ordered(state, SOVIET, place(state, SOVIET))
    assert state.air.flight is not None
    assert state.air.flight.strike is not None
    assert state.air.flight.strike.struck == (beside, *units)
