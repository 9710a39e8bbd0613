"""Periods of a year, and what is to be had in one (min:22.3)."""

from __future__ import annotations

import pytest

from content.panzer.cards.cards import attached_weapon, unit
from core.panzer.forces.periods import PERIODS, NotYet, Part, Period, available, not_yet, not_yet_issued


def test_periods_run_from_mid_40_to_early_45() -> None:
    assert [str(period) for period in PERIODS][:3] == ["mid-40", "late-40", "early-41"]
    assert (len(PERIODS), str(PERIODS[-1])) == (15, "early-45")
    assert sorted(PERIODS, reverse=True) == list(reversed(PERIODS))


@pytest.mark.parametrize("text", ["mid-43", "mid-1943", "M43", " Mid-43 "])
def test_a_period_is_read(text: str) -> None:
    assert Period.read(text) == Period(1943, Part.MID)


@pytest.mark.parametrize("text", ["", "43", "summer-43", "mid-", "mid-19433"])
def test_what_is_no_period(text: str) -> None:
    with pytest.raises(ValueError, match="no period such as early-43"):
        Period.read(text)


@pytest.mark.parametrize(
    ("date", "period"),
    [
        ("1943-01", "early-43"),
        ("1943-04-30", "early-43"),
        ("1943-05", "mid-43"),
        ("1943-08", "mid-43"),
        ("1943-12", "late-43"),
        ("1944", "early-44"),
    ],
)
def test_the_period_of_a_date(date: str, period: str) -> None:
    assert str(Period.of(date)) == period


@pytest.mark.parametrize("date", ["", "1943-13", "43-07", "July 1943"])
def test_what_is_no_date(date: str) -> None:
    with pytest.raises(ValueError, match="no date such as 1943-07"):
        Period.of(date)


@pytest.mark.parametrize(
    ("at", "ready", "told"),
    [
        ("early-42", False, "from mid-42"),
        ("mid-42", True, "yes"),
        ("late-43", True, "yes"),
        ("early-44", True, "yes, withdrawn after late-43"),
    ],
)
def test_the_first_period_is_hard_and_the_last_is_soft(at: str, ready: bool, told: str) -> None:
    """min:22.3, MIN-22.3-a: the KV-1 M42 served from mid-42 to late-43."""
    answer = available(unit("s20-kv-1-m42").available, Period.read(at))
    assert (answer.ready, str(answer)) == (ready, told)


def test_what_has_no_dates_is_always_there() -> None:
    assert str(available((), PERIODS[0])) == "yes"
    assert str(available(("", "1941-12"), PERIODS[-1])) == "yes, withdrawn after late-41"


def test_what_is_not_there_yet_is_told_once() -> None:
    """min:22.3"""
    cards = [unit("g22-pzkpfw-vi-b-tiger-ii"), unit("g18-pzkpfw-iv-h"), unit("g22-pzkpfw-vi-b-tiger-ii")]
    assert not_yet(cards, Period.read("late-43")) == (NotYet("PzKpfw VI/B Tiger II", Period.read("early-44")),)
    assert not_yet(cards, Period.read("early-44")) == ()
    assert [str(one) for one in not_yet([attached_weapon("s59-m1-bazooka")], PERIODS[0])] == [
        "M1 Bazooka: from late-42"
    ]


def test_ammunition_has_dates_of_its_own() -> None:
    """na:5.16.1: the SU-85 has HVAP from early-44 on."""
    assert [str(one) for one in not_yet_issued(unit("s30-su-85-m43"), Period.read("late-43"))] == [
        "85mm D-5S HVAP: from early-44"
    ]
    assert not_yet_issued(unit("s30-su-85-m43"), Period.read("early-44")) == ()
