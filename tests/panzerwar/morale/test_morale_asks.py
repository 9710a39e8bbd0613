"""The questions about general morale that worked examples may ask (pw:13)."""

from __future__ import annotations

from core.panzerwar.morale.asks import MoraleNumber, UnitLosses
from core.panzerwar.pieces.element import Element
from core.panzerwar.pieces.organisation import Echelon, Forced
from tests.panzerwar.happening import a_unit
from tests.panzerwar.morale.platoons import a_battle, a_platoon, tanks


def test_losses_and_levels() -> None:
    """pw:13.1."""
    found = UnitLosses(unit="p").answer(None, a_platoon(10, 3, tested=frozenset({15})))
    assert found == {"lost": 3, "of": 10, "percent": 30, "levels": [30]}


def test_losses_of_a_company() -> None:
    """pw:13.2, PW-13.2-a."""
    elements: list[Element] = []
    units = [a_unit("company", echelon=Echelon.COMPANY)]
    for number in range(3):
        found = tanks(2, name=f"p{number}", where=f"{'CEG'[number]}10")
        forced = Forced.RETREAT if number == 0 else None
        units.append(a_unit(f"p{number}", *found, parent="company", fought=5, forced=forced))
        elements += found
    state = a_battle(*units, elements=tuple(elements))
    assert UnitLosses(unit="company").answer(None, state) == {"lost": 1, "of": 3, "percent": 33, "levels": [15, 30]}


def test_numbers() -> None:
    """pw:13.1, pw:13.1.7, pw:4.9.2."""
    found = MoraleNumber(unit="p", level=15).answer(None, a_platoon(4, 1, leaderless=True))
    assert (found["needed"], found["total"], found["chance"], found["failure"]) == (20, -10, 0.3, 0)
