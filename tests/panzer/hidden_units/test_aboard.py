"""or:7.2.2.2: hidden units mount, dismount and enter Full Cover by the normal rules, and nobody sees it."""

from __future__ import annotations

from typing import Any

import pytest

from core.event import Event, UnitId
from core.order import IllegalOrder
from core.panzer.chapters import BOOK
from core.panzer.hidden_units.events import HiddenCommanded
from core.panzer.hidden_units.orders import CoverHidden, DismountHidden, MountHidden, RevealHidden
from core.panzer.movement.under_counters.moving import reach, to_move
from core.panzer.opponent.hidden_units import place
from core.panzer.pieces.unit import Command, Presence
from core.panzer.state import PanzerState
from core.secrecy import redact, view
from core.step_end import FinishStep
from tests.panzer.hidden_units.posed import GERMAN, RIFLES, SECOND, SOVIET, hidden, ordered, plain

TRUCK, GUEST = UnitId("t1"), UnitId("s7")


def with_truck(*units: UnitId, step: str = "second-move", riding: bool = False, **how: Any) -> PanzerState:
    """A medium truck and what else is under a counter with MOVE; riding: with a squad aboard."""
    truck = {"id": "t1", "side": "soviet", "card": "s44-medium-truck", "hex": "A2", "formation": "battalion"}
    guest = {"id": "s7", "side": "soviet", "card": "s57-rifle-squad-1-2-squad", "formation": "battalion"}
    aboard = {**guest, "riding": "t1"}
    state = hidden(plain(step=step, more=(truck, *((aboard,) if riding else ())), **how), 1, TRUCK, *units)
    BOOK.evolve(state, HiddenCommanded(side=SOVIET, number=1, command=Command.MOVE))
    return state


def nothing_told(state: PanzerState, before: str, events: list[Event]) -> bool:
    """Whether the German side heard and sees nothing of it."""
    return all(redact(state, e, GERMAN) is None for e in events) and repr(view(state, GERMAN)) == before


def test_who_mounts_goes_along_with_half_of_the_move() -> None:
    state = with_truck(RIFLES)
    before = repr(view(state, GERMAN))
    events = ordered(state, SOVIET, BOOK.made(state, SOVIET, ("mount-hidden:1", f"{RIFLES}/{TRUCK}")))
    assert nothing_told(state, before, events)
    (counter,) = state.hidden.counters
    assert (counter.holds, counter.riding, counter.units) == ((TRUCK,), ((RIFLES, TRUCK),), (TRUCK, RIFLES))
    alone = with_truck()
    assert 0 < len(reach(state, SOVIET, 1)) < len(reach(alone, SOVIET, 1))


def test_there_must_be_room() -> None:
    """na:6.6.7.1"""
    state = with_truck(RIFLES, SECOND)
    ordered(state, SOVIET, MountHidden(number=1, unit=RIFLES, vehicle=TRUCK))
    for unit in (SECOND, TRUCK):
        with pytest.raises(IllegalOrder) as wrong:
            BOOK.refuse(state, SOVIET, MountHidden(number=1, unit=unit, vehicle=TRUCK))
        assert wrong.value.rule in ("na:6.6.7.1", "na:6.6.7")


def test_who_dismounts_is_placed_with_the_others() -> None:
    """The counter stays where it is for the turn; to all others he is still aboard."""
    state = with_truck(riding=True)
    before = repr(view(state, GERMAN))
    picks = {c.pick for c in BOOK.offers(state, SOVIET, ()).options}
    assert "dismount-hidden:1" in picks
    events = ordered(state, SOVIET, BOOK.made(state, SOVIET, ("dismount-hidden:1", GUEST)))
    assert nothing_told(state, before, events)
    assert to_move(state, SOVIET) == ()
    assert state.units[GUEST].presence is Presence.CARRIED
    state.step = "second-fire"
    BOOK.evolve(state, HiddenCommanded(side=SOVIET, number=1, command=Command.FIRE))
    ordered(state, SOVIET, RevealHidden(number=1))
    while state.hidden.revealed is not None:
        ordered(state, SOVIET, place(state, SOVIET))
    assert (state.units[GUEST].presence, state.units[GUEST].carrier) == (Presence.ON_MAP, None)


def test_who_has_mounted_is_revealed_aboard() -> None:
    state = with_truck(RIFLES)
    ordered(state, SOVIET, MountHidden(number=1, unit=RIFLES, vehicle=TRUCK))
    ordered(state, SOVIET, RevealHidden(number=1))
    assert (state.units[RIFLES].presence, state.units[RIFLES].carrier) == (Presence.CARRIED, TRUCK)
    assert state.hidden.revealed is not None
    assert state.hidden.revealed.units == (TRUCK,)


def test_nobody_mounts_without_move_or_after_it() -> None:
    state = with_truck(RIFLES)
    BOOK.evolve(state, HiddenCommanded(side=SOVIET, number=1, command=Command.FIRE))
    for order in (
        MountHidden(number=1, unit=RIFLES, vehicle=TRUCK),
        DismountHidden(number=1, unit=GUEST),
    ):
        with pytest.raises(IllegalOrder) as wrong:
            BOOK.refuse(state, SOVIET, order)
        assert wrong.value.rule == "or:7.2.2.2"


def test_full_cover_is_taken_unseen_and_shows_when_they_are_placed() -> None:
    """na:6.1.4.2a: leg units and guns; a vehicle has none."""
    state = with_truck(RIFLES, step="full-cover", modules=("full-cover",))
    before = repr(view(state, GERMAN))
    assert SOVIET in BOOK.acting(state)
    events = ordered(state, SOVIET, BOOK.made(state, SOVIET, ("cover-hidden:1",)))
    assert nothing_told(state, before, events)
    assert state.hidden.counters[0].covered == (RIFLES,)
    assert "uncover-hidden:1" in {c.pick for c in BOOK.offers(state, SOVIET, ()).options}
    other = state.copy()
    ordered(other, SOVIET, CoverHidden(number=1, on=False))
    assert other.hidden.counters[0].covered == ()
    state.step = "second-move"
    ordered(state, SOVIET, RevealHidden(number=1))
    while state.hidden.revealed is not None:
        ordered(state, SOVIET, place(state, SOVIET))
    assert state.units[RIFLES].full_cover
    assert not state.units[TRUCK].full_cover


def test_a_side_with_fakes_alone_has_the_step_all_the_same() -> None:
    """Whether it has anything to decide there would tell that it has none."""
    state = hidden(plain(step="full-cover", modules=("full-cover",)), 1)
    for unit in state.of(SOVIET):
        state.change(unit.id, hex=None, presence=Presence.WAITING)
    assert SOVIET in BOOK.acting(state)
    with pytest.raises(IllegalOrder):
        BOOK.refuse(state, SOVIET, CoverHidden(number=1))
    ordered(state, SOVIET, FinishStep())
