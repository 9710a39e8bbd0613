"""or:7.42.1.2, or:7.42.2: one Morale Check for the Direct Fire of all formations at a unit, one for all Overruns."""

from __future__ import annotations

from typing import Any

import pytest

from content.panzer.situations.situation import situation
from core.dice import ScriptedDice
from core.event import Event, UnitId
from core.panzer.assault.events import OverrunResolved
from core.panzer.chapters import BOOK
from core.panzer.course.events import StepBegun
from core.panzer.morale import check
from core.panzer.morale.events import MoraleChecked
from core.panzer.morale.triggers import complete
from core.panzer.pieces.command import Staggered
from core.panzer.pieces.results import Result
from core.panzer.pieces.unit import Command
from core.panzer.state import PanzerState
from core.replaced import replaced
from tests.panzer.morale.test_morale import fire_at, gone

SQUAD, TANK = "g85-rifle-squad-1-2-squad", "na-crusader-iii"
G1 = UnitId("g1")
FIRST, SECOND, ALPHA, BRAVO = "german/1st", "german/2nd", "british/Alpha", "british/Bravo"


def posed(*, on: bool = True, step: str = "formation-fire") -> PanzerState:
    """Two German formations of squads, worn down, in front of two British ones of a tank each, of which Alpha acts."""
    modules = ["gp-fire", "leg-and-towed", "grades", "bail-out", "overrun", "close-combat", "morale"]
    squad = {"card": SQUAD, "side": "german", "facing": "S", "command": "FIRE"}
    tank = {"card": TANK, "side": "british", "facing": "N", "command": "FIRE"}
    stated: dict[str, Any] = {
        "modules": [*modules, *(["staggered-initiative"] if on else [])],
        "board": {"grid": "\n".join([". . . . ."] * 9)},
        "unit": [
            {**squad, "id": "g1", "hex": "A1", "formation": "1st"},
            {**squad, "id": "g2", "hex": "C1", "formation": "2nd"},
            {**squad, "id": "g3", "hex": "E1", "formation": "1st"},
            {**tank, "id": "b1", "hex": "A4", "formation": "Alpha"},
            {**tank, "id": "b2", "hex": "C4", "formation": "Bravo"},
        ],
        "formation": [{"name": "1st", "side": "german", "morale": "Good", "cohesion": 1}],
        "situation": {"step": step, "first": "british", "formations": [ALPHA] if on else []},
    }
    state = situation(stated, "x", "x", "x.toml").initial()
    BOOK.evolve(state, gone(UnitId("g3")))
    state.cohesion = replaced(state.cohesion, waiting=())
    return state


def turn_of(state: PanzerState, *order: str, step: str = "formation-fire") -> None:
    """The next formation has won its roll, and its step begins."""
    state.staggered = Staggered(active=order[-1], order=order, to_move=order)
    BOOK.evolve(state, StepBegun(step=step))


def checked(state: PanzerState, *rolls: int) -> list[MoraleChecked]:
    """The checks that are due, with these rolls."""
    found: list[Event] = []
    for event in check.checks(state, ScriptedDice(rolls)) if complete(state) else ():
        BOOK.evolve(state, event)
        found.append(event)
    return [event for event in found if isinstance(event, MoraleChecked)]


def owed(state: PanzerState) -> bool:
    return G1 in {trigger.unit for trigger in complete(state)}


def overrun(state: PanzerState, by: str) -> OverrunResolved:
    """An Overrun of g1 without effect."""
    where = state.units[G1].hex
    assert where is not None
    numbers: dict[str, Any] = dict.fromkeys(("gp", "defense", "n_effect", "s_effect", "net", "total"), 1)
    return OverrunResolved(unit=UnitId(by), target=G1, hex=where, result=Result.NO_EFFECT, **numbers)


def test_one_check_comes_after_the_fire_of_all_formations() -> None:
    """or:7.42.1.2: whoever does not fire himself waits until no opposing formation is left."""
    state = posed()
    state.change(G1, command=Command.NONE)
    BOOK.evolve(state, fire_at(G1))
    assert not owed(state)
    turn_of(state, ALPHA, BRAVO)
    BOOK.evolve(state, fire_at(G1))
    assert not owed(state)
    BOOK.evolve(state, StepBegun(step="next-formation"))
    [event] = checked(state, 100)
    assert event.unit == G1
    assert not state.cohesion.waiting


def test_without_it_each_fire_calls_for_its_own() -> None:
    state = posed(on=False, step="first-fire")
    BOOK.evolve(state, fire_at(G1))
    assert len(checked(state, 100)) == 1
    BOOK.evolve(state, fire_at(G1))
    assert len(checked(state, 100)) == 1


def test_who_fires_is_checked_before_and_only_once() -> None:
    """or:7.42.1.2: though more opposing fire may come, of which no other check follows."""
    state = posed()
    BOOK.evolve(state, fire_at(G1))
    turn_of(state, ALPHA, SECOND)
    assert not owed(state), "its own formation does not fire yet"
    turn_of(state, ALPHA, SECOND, FIRST)
    assert owed(state)
    assert len(checked(state, 100)) == 1
    assert not state.cohesion.waiting
    turn_of(state, ALPHA, SECOND, FIRST, BRAVO)
    BOOK.evolve(state, fire_at(G1))
    assert not state.cohesion.waiting
    BOOK.evolve(state, StepBegun(step="overwatch"))
    assert checked(state) == []
    BOOK.evolve(state, fire_at(G1))
    assert len(checked(state, 100)) == 1, "Overwatch Fire calls for its own"


@pytest.mark.parametrize("roll", [1, 100])
def test_a_unit_that_breaks_owes_no_second_check(roll: int) -> None:
    """or:7.42.1.2: whatever its check brings."""
    state = posed()
    BOOK.evolve(state, fire_at(G1))
    turn_of(state, ALPHA, FIRST)
    [event] = checked(state, roll)
    assert state.units[G1].broken is (roll == 1), event
    turn_of(state, ALPHA, FIRST, BRAVO)
    BOOK.evolve(state, fire_at(G1))
    assert not state.cohesion.waiting


def test_one_check_comes_after_all_overruns() -> None:
    """or:7.42.2: when no opposing formation is left to move; other checks wait for nothing."""
    state = posed(step="overwatch")
    state.staggered = Staggered(active=BRAVO, order=(ALPHA, BRAVO), to_move=(ALPHA, BRAVO))
    BOOK.evolve(state, StepBegun(step="formation-move"))
    assert state.staggered.active == BRAVO
    BOOK.evolve(state, overrun(state, "b2"))
    assert not owed(state)
    BOOK.evolve(state, StepBegun(step="formation-move"))
    assert state.staggered.active == ALPHA
    BOOK.evolve(state, overrun(state, "b1"))
    assert not owed(state)
    BOOK.evolve(state, fire_at(UnitId("g2")))
    assert {trigger.unit for trigger in complete(state)} == {"g2"}
    BOOK.evolve(state, StepBegun(step="adjust"))
    assert len(checked(state, 100)) == 1
