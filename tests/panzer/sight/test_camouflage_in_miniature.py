"""min:20.8: camouflage of the miniatures edition, by the range that the table lists, until anything is done."""

from __future__ import annotations

from typing import Any

import pytest

from content.panzer.situations.situation import situation
from core.dice import ScriptedDice
from core.event import Event, SideId, UnitId
from core.order import IllegalOrder
from core.panzer.adjustment.events import CommandsRemoved, UnitsPivoted
from core.panzer.chapters import BOOK
from core.panzer.face.cards import unit_card
from core.panzer.firing.events import CommandRevealed, CommandShown
from core.panzer.pieces.unit import Command, Suppression
from core.panzer.sight import camouflage
from core.panzer.sight.events import CamouflageTested
from core.panzer.sight.orders import CamouflageUnit
from core.panzer.sight.spotting import spots
from core.panzer.state import PanzerState
from core.secrecy import view

HIDDEN, NEAR, FAR = UnitId("s1"), UnitId("g1"), UnitId("g2")
GERMAN, SOVIET = SideId("german"), SideId("soviet")
TANK, TARGET = "g12-pzkpfw-iii-m", "s14-t-34-76-m42"


def posed(how: str = "announced", *, edition: str = "miniatures") -> PanzerState:
    """A T-34 in Woods at the top of a column, tanks at ranges 3 and 6; listed range 7."""
    stated: dict[str, Any] = {
        "edition": edition,
        "modules": ["advanced", "camouflage"],
        "board": {"grid": "\n".join(("G .", *[". ."] * 9))},
        "side": [{"id": "german", "nation": "German"}, {"id": "soviet", "nation": "Soviet", "camouflage": 1}],
        "unit": [
            {"id": "s1", "side": "soviet", "card": TARGET, "hex": "A1", "facing": "S", "camouflage": how},
            {"id": "s2", "side": "soviet", "card": TARGET, "hex": "B10", "facing": "S"},
            {"id": "g1", "side": "german", "card": TANK, "hex": "A4", "facing": "N"},
            {"id": "g2", "side": "german", "card": TANK, "hex": "A7", "facing": "N"},
        ],
        "situation": {"step": "spotting", "first": "german", "spotting": False},
    }
    return situation(stated, "x", "x", "x.toml").initial()


def attempted(state: PanzerState, roll: int) -> CamouflageTested:
    (found,) = camouflage.tested(state, ScriptedDice([roll]))
    BOOK.evolve(state, found)
    return found


@pytest.mark.parametrize(("roll", "does"), [(7, True), (8, False)])
def test_the_roll_is_compared_with_the_listed_range(roll: int, does: bool) -> None:
    """min:20.8.1: a spotter that is Suppressed sees half as far, but the table lists 7 all the same."""
    state = posed()
    state.change(NEAR, suppression=Suppression.ON)
    state.change(FAR, hex=state.board.hex("B9"))
    found = attempted(state, roll)
    assert (found.spotter, found.range, found.spotting_range, found.spotted) == (NEAR, 3, 7, does)
    assert found.rolls[0].rule == "min:20.8.1"
    made = BOOK.report(state, found)
    assert made is not None
    assert made.rule == "min:20.8.1"


@pytest.mark.parametrize(("edition", "sees"), [("miniatures", True), ("hex", False)])
def test_whom_one_has_spotted_all_have_who_meet_the_requirements(edition: str, sees: bool) -> None:
    """min:20.8.1; by or:7.24 those who are no farther away."""
    state = posed(edition=edition)
    state.change(FAR, hex=state.board.hex("B10"))
    attempted(state, 1)
    state.change(FAR, hex=state.board.hex("A5"))
    assert spots(state, NEAR, HIDDEN)
    assert spots(state, FAR, HIDDEN) is sees
    assert ("by all others" in str(unit_card(state, state.units[HIDDEN]))) is (edition == "miniatures")


def test_within_an_inch_it_is_spotted_of_itself() -> None:
    """min:20.8.1"""
    state = posed()
    assert not spots(state, NEAR, HIDDEN)
    state.change(NEAR, hex=state.board.hex("A2"))
    assert spots(state, NEAR, HIDDEN)


@pytest.mark.parametrize(
    ("event", "by_hexes"),
    [
        (CommandRevealed(unit=HIDDEN, command=Command.FIRE), False),
        (CommandRevealed(unit=HIDDEN, command=Command.OVERWATCH), False),
        (CommandRevealed(unit=HIDDEN, command=Command.SHORT_HALT), True),
        (CommandRevealed(unit=HIDDEN, command=Command.MOVE), True),
        (CommandShown(unit=HIDDEN, command=Command.MOVE), False),
        (CommandsRemoved(revealed=((HIDDEN, Command.FIRE),), marked=(HIDDEN,)), False),
        (UnitsPivoted(side=SOVIET, pivots=((HIDDEN, 4),)), False),
    ],
)
def test_whatever_it_does_ends_it(event: Event, by_hexes: bool) -> None:
    """min:20.8.2: with nobody there to see it; or:7.24 asks for that of fire, and lets vehicles pivot."""
    for edition, lost in (("miniatures", True), ("hex", by_hexes)):
        state = posed(edition=edition)
        BOOK.evolve(state, event)
        assert state.camouflage.has(HIDDEN) is not lost, edition
        assert (HIDDEN in state.camouflage.bare) is lost


@pytest.mark.parametrize("command", [Command.NONE, None])
def test_who_does_nothing_keeps_it(command: Command | None) -> None:
    """min:20.8.2"""
    state = posed()
    if command is not None:
        BOOK.evolve(state, CommandRevealed(unit=HIDDEN, command=command))
    BOOK.evolve(state, UnitsPivoted(side=SOVIET, pivots=()))
    assert state.camouflage.has(HIDDEN)


def test_it_is_noted_in_secret_for_as_many_as_the_scenario_allows() -> None:
    """min:20.8"""
    state = posed("")
    noted = CamouflageUnit(unit=HIDDEN)
    for event in camouflage.camouflage(state, SOVIET, noted, ScriptedDice([])):
        BOOK.evolve(state, event)
    assert view(state, SOVIET).camouflage.has(HIDDEN)
    for side in (GERMAN, None):
        assert view(state, side) == view(posed(""), side)
    state.step = "camouflage"
    with pytest.raises(IllegalOrder, match="no more than 1") as refused:
        camouflage.check(state, SOVIET, CamouflageUnit(unit=UnitId("s2")))
    assert refused.value.rule == "min:20.8"
