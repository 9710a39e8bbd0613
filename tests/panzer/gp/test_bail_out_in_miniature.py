"""Bailing out in the miniatures edition: who checks when, at which chance, and where it leaves them."""

from __future__ import annotations

from typing import Any

import pytest

from core.dice import ScriptedDice
from core.event import UnitId
from core.hexes import hex_from_id
from core.panzer.chapters import BOOK
from core.panzer.gp.bail_out import bail_out
from core.panzer.gp.events import BailOutChecked
from core.panzer.pieces.results import Cause
from core.panzer.pieces.unit import Presence, Suppression
from core.panzer.state import PanzerState
from tests.panzer.gp.test_gp_fire_in_miniature import T_34, posed, unit

COVERED = 10
VEHICLE, RIDER = UnitId("g1"), UnitId("g2")


def loaded(carrier: str = "g43-spw-251-1", grade: str = "Seasoned", **more: Any) -> PanzerState:
    return posed(
        unit("g1", carrier, "B2", grade=grade),
        {"id": "g2", "card": "g85-rifle-squad-1-2-squad", "riding": "g1", "grade": grade, **more},
        unit("s1", T_34, "F2"),
    )


def checked(state: PanzerState, *causes: Cause, rolls: tuple[int, ...] = (), **how: Any) -> list[BailOutChecked]:
    """The checks that an attack asks for, applied as they come; all the dice are used."""
    found, dice = [], ScriptedDice([*rolls])
    for event in bail_out(state, VEHICLE, causes, dice, **how):
        assert isinstance(event, BailOutChecked)
        BOOK.evolve(state, event)
        found.append(event)
    assert not dice.results
    return found


@pytest.mark.parametrize(("cause", "most"), [(Cause.TRACK, 30), (Cause.DAMAGE, 30), (Cause.NO_DAMAGE, 20)])
@pytest.mark.parametrize(("grade", "amount"), [("Elite", 5), ("Seasoned", 0), ("Green", -5)])
def test_the_crew_bails_out(cause: Cause, most: int, grade: str, amount: int) -> None:
    """min:16.1.6.1.1, MIN-16.1.6.1.1-a: a Track hit 01 to 30, with +5 for Elite and -5 for Green crews."""
    for roll, out in ((most - amount, True), (most - amount + 1, False)):
        state = loaded(grade=grade)
        (crew,) = [one for one in checked(state, cause, rolls=(roll,)) if one.who == "Crew"]
        assert crew.out is out
        assert state.units[VEHICLE].bailed_out is out


def test_passengers_leave_with_the_crew_and_check_for_nothing_else() -> None:
    """min:16.1.6, min:16.1.6.1.1: without a roll of theirs, Suppressed; if the crew stays, they do (na:6.5.2.6.2a)."""
    state = loaded()
    checked(state, Cause.TRACK, rolls=(1,))
    rider = state.units[RIDER]
    assert (rider.presence, rider.hex, rider.suppression) == (Presence.ON_MAP, hex_from_id("B2"), Suppression.ON)
    state = loaded()
    assert [one.who for one in checked(state, Cause.TRACK, rolls=(99,))] == ["Crew"]
    assert state.units[RIDER].presence is Presence.CARRIED


def test_a_second_track_hit_asks_for_no_check_but_every_no_damage_does() -> None:
    """min:16.1.6.1.1."""
    assert not checked(loaded(), Cause.TRACK, first_track=False)
    assert len(checked(loaded(), Cause.NO_DAMAGE, Cause.NO_DAMAGE, rolls=(99, 99))) == 2


@pytest.mark.parametrize(("cause", "most"), [(Cause.KNOCKED_OUT, 80), (Cause.BREW_UP, 40)])
@pytest.mark.parametrize(("grade", "amount"), [("Elite", -5), ("Seasoned", 0), ("Green", 5)])
def test_passengers_of_a_lost_vehicle(cause: Cause, most: int, grade: str, amount: int) -> None:
    """min:16.1.6.1.2: on foot 01 to 80 survive a Knock-Out; Elite -5, Green +5."""
    for roll, survives in ((most - amount, True), (most - amount + 1, False)):
        state = loaded(grade=grade)
        (one,) = checked(state, cause, rolls=(roll,))
        rider = state.units[RIDER]
        assert one.out is survives
        found = (rider.presence, rider.suppression)
        assert found == ((Presence.ON_MAP, Suppression.ON) if survives else (Presence.ELIMINATED, None))


def test_a_gun_in_tow_survives_less_often() -> None:
    """MIN-16.1.6.1.2-a, min:16.1.6.1.2: 01 to 40."""
    bail = loaded().advanced.bail_out
    assert (bail["Knocked Out", "Towed"].value, bail["Brew Up", "Towed"].value) == (40, 20)


@pytest.mark.parametrize(("indirect", "most"), [(False, 20), (True, 30)])
@pytest.mark.parametrize(("carrier", "covered"), [("g43-spw-251-1", COVERED), ("g73-medium-truck", 0)])
@pytest.mark.parametrize("grade", ["Elite", "Seasoned"])
def test_suppressed_passengers(indirect: bool, most: int, carrier: str, covered: int, grade: str) -> None:
    """min:16.1.6.2.3, MIN-16.1.6.2.3-a: 01 to 20, by indirect fire 01 to 30; +10 Under Cover; no grade counts."""
    for roll, out in ((most - covered, True), (most - covered + 1, False)):
        state = loaded(carrier, grade)
        (one,) = checked(state, rolls=(roll,), suppressed=(RIDER,), indirect=indirect)
        assert one.out is out
        assert one.unit == RIDER
