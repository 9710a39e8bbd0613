"""Results of fire: one list, each with its words, and what they make crews check (na:5.15a, na:6.5.2.5, na:6.5.4.4)."""

from __future__ import annotations

from core.codec import decode, encode
from core.event import UnitId
from core.panzer.ap import basic_odds, odds
from core.panzer.movement.events import BuildingEntryChecked
from core.panzer.pieces.results import AP_CHANCES, BASIC_CHANCES, CAUSES, GP_WORDS, Cause, Result
from tests.panzer.movement.movement_boards import at


def test_every_outcome_has_its_words() -> None:
    assert {*odds.OUTCOMES, Result.UNTOUCHED, Result.SUNK} == set(AP_CHANCES), "or:7.34: afloat, whatever harms sinks"
    assert {*basic_odds.OUTCOMES, *basic_odds.AFTERWARDS} <= set(BASIC_CHANCES)
    assert set(Result) == {*AP_CHANCES, *GP_WORDS, Result.UNHARMED}


def test_every_row_of_the_bail_out_table_has_a_result() -> None:
    assert set(CAUSES.values()) == set(Cause)


def test_journals_keep_the_texts_and_give_back_results() -> None:
    event = BuildingEntryChecked(
        unit=UnitId("me"), hex=at("C5"), terrain="wood-building", entering=True, hit=30, total=12, result=Result.TURRET
    )
    written = encode(event)
    assert type(written["result"]) is str
    assert written["result"] == "turret damaged"
    read = decode(written)
    assert isinstance(read, BuildingEntryChecked)
    assert read.result is Result.TURRET
