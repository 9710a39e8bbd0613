"""na:6.6.7.1.2, min:16.1.6.3: who bails out of a moving vehicle of his own will, choice by choice."""

from __future__ import annotations

from typing import Any

import pytest

from content.panzer.situations.situation import situation
from core.dice import ScriptedDice
from core.event import SideId, UnitId
from core.hexes import hex_from_id
from core.panzer.adjustment import pivots
from core.panzer.chapters import BOOK
from core.panzer.gp.events import BailOutChecked
from core.panzer.movement.orders import Move
from core.panzer.pieces.movement import Rate
from core.panzer.pieces.unit import Command, CommandFace, Presence, Suppression
from core.panzer.state import PanzerState
from core.panzer.transport.events import PassengerBailedOut, UnitDismounted
from core.panzer.transport.mounting import bail_out_refusal
from core.panzer.transport.orders import BailOut
from core.play.game import Game

GERMAN = SideId("german")
CARRIER, FIRST, SECOND = UnitId("t1"), UnitId("s1"), UnitId("s2")


def carrying(edition: str, *suppressed: UnitId, ground: str = ".") -> Game[PanzerState]:
    """A half-track with MOVE on a Road, two half-squads aboard."""
    half: dict[str, Any] = {"card": "g85-rifle-squad-1-2-squad", "size": "half", "riding": "t1", "command": "N/C"}
    stated = {
        "edition": edition,
        "modules": ["advanced"],
        "board": {"grid": "\n".join(6 * (f"{ground} . .",)), "route": [{"kind": "road", "hexes": "A1 A2 A3 A4 A5"}]},
        "unit": [
            {"id": "t1", "card": "g43-spw-251-1", "hex": "A1", "facing": "S", "command": "MOVE"},
            {"id": "s1", **half},
            {"id": "s2", **half},
            {"id": "t2", "card": "g43-spw-251-1", "hex": "C3", "facing": "S", "command": "MOVE"},
            {"id": "r1", "card": "s57-rifle-squad-1-2-squad", "hex": "C6", "command": "N/C"},
        ],
        "situation": {"step": "first-move", "first": "german"},
    }
    played = Game(situation(stated, "x", "x", "x.toml"), ScriptedDice([1] if ground != "." else []))
    for unit in suppressed:
        played.state.change(unit, suppression=Suppression.ON)
    return played


@pytest.mark.parametrize(("edition", "offered"), [("miniatures", True), ("hex", False)])
def test_suppressed_passengers_alone_bail_out_in_the_miniatures_edition(edition: str, offered: bool) -> None:
    """min:16.1.6.3: Suppressed or not; by na:6.6.7.1.2 only who is not."""
    played = carrying(edition, FIRST, SECOND)
    assert ("bail-out:t1" in {c.pick for c in played.choices(GERMAN).options}) is offered
    if offered:
        order = played.system.order(played.state, GERMAN, ("bail-out:t1", "s1", "0", Rate.CROSS_COUNTRY.value))
        played.submit(GERMAN, order)
        assert played.state.units[FIRST].presence is Presence.ON_MAP


def test_who_stays_aboard_suppressed_leaves_the_rate_of_the_move_open() -> None:
    """na:6.6.7.1.2: one passenger that may bail out is enough to begin the move at either rate with it."""
    played = carrying("hex", FIRST)
    rates = [c.pick for c in played.choices(GERMAN, ("bail-out:t1", "s2", "0")).options]
    assert rates == [Rate.CROSS_COUNTRY.value, Rate.ROUTE.value]


@pytest.mark.parametrize(("edition", "offered"), [("miniatures", True), ("hex", False)])
@pytest.mark.parametrize("command", [Command.MOVE, Command.SHORT_HALT])
def test_passengers_bail_out_of_a_vehicle_that_has_lost_its_tracks(
    edition: str, offered: bool, command: Command
) -> None:
    """min:16.1.6.3: in their side's part of the step, of a vehicle with MOVE or SHORT HALT that goes nowhere any more;
    the step waits for them. By na:6.6.7.1.2 during its move alone."""
    played = carrying(edition)
    played.state.change(CARRIER, track_hit=True, command=command)
    assert ("bail-out:t1" in {c.pick for c in played.choices(GERMAN).options}) is offered
    if not offered:
        return
    for unit in (FIRST, SECOND):
        played.submit(GERMAN, played.system.order(played.state, GERMAN, ("bail-out:t1", unit, "0")))
        assert played.state.units[unit].presence is Presence.ON_MAP
        assert played.state.units[unit].suppression is Suppression.ON
    assert played.state.units[CARRIER].command_face is CommandFace.REVEALED


def test_passengers_bail_out_when_the_move_of_their_vehicle_is_complete() -> None:
    """min:16.1.6.3: during their side's part of the Movement Phase, at no cost, after the vehicle's move too."""
    played = carrying("miniatures")
    played.submit(GERMAN, Move(unit=CARRIER, rate=Rate.CROSS_COUNTRY, steps=("F",), end=True))
    assert played.state.units[CARRIER].moved
    assert "bail-out:t1" in {c.pick for c in played.choices(GERMAN).options}
    played.submit(GERMAN, played.system.order(played.state, GERMAN, ("bail-out:t1", "s1", "0")))
    assert played.state.units[FIRST].hex == played.state.units[CARRIER].hex
    assert bail_out_refusal(played.state, SECOND, Rate.CROSS_COUNTRY) is None


@pytest.mark.parametrize("cause", ["roll", "will"])
def test_who_has_bailed_out_faces_as_its_player_likes(cause: str) -> None:
    """min:16.1.6.1.2, min:16.1.6.3: in any direction, though it is Suppressed; no other such unit pivots (min:19.1)."""
    state = carrying("miniatures").state
    where = state.units[CARRIER].hex
    assert where is not None
    if cause == "roll":
        event = BailOutChecked(
            unit=FIRST, vehicle=CARRIER, cause="Knocked Out", who="Leg", value=80, at_least=False, total=1, out=True,
            hex=where,
        )  # fmt: skip
        BOOK.evolve(state, event)
    else:
        BOOK.evolve(state, PassengerBailedOut(unit=FIRST, vehicle=CARRIER, hex=where, facing=0))
    assert pivots.may_pivot(state, state.units[FIRST])
    state.turn += 1
    assert not pivots.may_pivot(state, state.units[FIRST])


def test_who_has_dismounted_and_is_suppressed_does_not_pivot() -> None:
    """min:19.1, min:12.4.3.2: it was put down facing as its player liked."""
    state = carrying("miniatures").state
    BOOK.evolve(state, UnitDismounted(unit=FIRST, vehicle=CARRIER, hex=state.board.hex("A2"), facing=0, moves_on=True))
    assert pivots.may_pivot(state, state.units[FIRST])
    state.change(FIRST, suppression=Suppression.ON)
    assert not pivots.may_pivot(state, state.units[FIRST])


def test_nobody_bails_out_of_a_vehicle_without_move_before_the_adjustment_phase() -> None:
    """min:16.1.6.3: a vehicle that has MOVE or SHORT HALT."""
    played = carrying("miniatures")
    played.state.change(CARRIER, command=Command.NONE)
    refused = bail_out_refusal(played.state, FIRST, Rate.CROSS_COUNTRY)
    assert refused is not None
    assert "does not move" in refused.reason


@pytest.mark.parametrize("edition", ["hex", "miniatures"])
def test_nobody_bails_out_where_the_enemy_stands(edition: str) -> None:
    """na:6.6.7.1.2, na:4.5.1.1.10: a vehicle passes through an enemy's hex, those aboard would stay there."""
    played = carrying(edition)
    played.state.change(UnitId("r1"), hex=hex_from_id("A2"))
    assert bail_out_refusal(played.state, FIRST, Rate.CROSS_COUNTRY) is None
    played.submit(GERMAN, Move(unit=CARRIER, rate=Rate.CROSS_COUNTRY, steps=("F",), end=False))
    assert played.state.units[CARRIER].hex == hex_from_id("A2")
    refused = bail_out_refusal(played.state, FIRST, Rate.CROSS_COUNTRY)
    assert refused is not None
    assert refused.rule == "na:4.5.1.1.10"
    entry = next(c for c in played.choices(GERMAN).options if c.pick == "bail-out:t1")
    assert entry.refusal is not None
    assert entry.refusal.rule == ("na:4.5.1.1.10" if edition == "hex" else "min:9.9")


@pytest.mark.parametrize("rate", [Rate.CROSS_COUNTRY, Rate.ROUTE])
def test_a_vehicle_out_of_which_somebody_has_bailed_searches_at_either_rate(rate: Rate) -> None:
    """na:6.6.9, na:6.6.7.1.2: it has its whole allowance still, whatever the move has begun as."""
    played = carrying("hex", ground="r")
    played.submit(GERMAN, BailOut(unit=FIRST, facing=0, rate=rate))
    assert played.state.moves.active is not None
    assert played.state.moves.active.rate is rate
    picks = (f"move:{CARRIER}", "search", "full", "ahead", "3")
    assert played.choices(GERMAN, picks).complete
    played.submit(GERMAN, played.system.order(played.state, GERMAN, picks))
    assert played.state.units[CARRIER].hull_down is not None
    assert played.state.units[CARRIER].moved
