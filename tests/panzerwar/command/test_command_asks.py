"""The questions about command that worked examples may ask (pw:4)."""

from __future__ import annotations

from core.panzerwar.command.asks import ASKS, Gathered, InCommand, Initiative, MayBeOrdered
from core.panzerwar.command.chapter import CHAPTER
from core.panzerwar.pieces.element import Grade
from core.panzerwar.pieces.organisation import Tactical
from core.plane import Point
from tests.panzerwar.command.platoons import east, ordered, tanks
from tests.panzerwar.happening import a_unit
from tests.panzerwar.kit import BLUE, an_element, at


def test_whether_a_unit_may_be_ordered() -> None:
    """pw:4.2, pw:4.6."""
    found = MayBeOrdered(unit="p", order="Charge").answer(None, ordered())
    assert found == {
        "allowed": False,
        "refused": {"rule": "pw:4.6", "reason": "no enemy is in sight within 800"},
        "now": "Cover",
        "forced": None,
    }


def test_what_a_die_comes_to() -> None:
    """pw:4.11, pw:4.11.6, PW-4.11-a: the SS company by the die of its side, one more."""
    ss = an_element("ss", "pz4h", BLUE, "K20", organisation="ss", command=True, grade=Grade.ELITE)
    state = ordered((*tanks(), ss), members=tuple(e.id for e in tanks()), game={"year": 1944, "month": 9})
    state.organisations = {**state.organisations, "ss": a_unit("ss", ss)}
    found = Initiative(side="blue", die=5, element="ss").answer(None, state)
    assert (found["bonus"], found["total"], found["own"], found["near"]) == (1, 6, 7, False)
    assert Initiative(side="blue", die=5).answer(None, state)["own"] == 6


def test_who_is_in_command() -> None:
    """pw:4.13, pw:4.13.2.2."""
    state = ordered(order=Tactical.RUSH, since=5, objective=east("O20", 900))
    assert InCommand(element="t1").answer(None, state) == {
        "within": True,
        "delayed": False,
        "late": "in command",
        "must_move": "pw:4.4",
    }
    state.change(state.element("t1").id, at=Point(at("O20").x - 3600, at("O20").y))
    assert InCommand(element="t1").answer(None, state)["late"] == "at most half"


def test_whether_a_unit_is_gathered() -> None:
    """pw:4.9.3."""
    assert Gathered(unit="p").answer(None, ordered(strength=4)) == {"gathered": True, "losses": True, "left": 0}


def test_the_chapter_has_them() -> None:
    """pw:4.0."""
    assert CHAPTER.asks() == ASKS
