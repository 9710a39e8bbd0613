"""What befalls infantry, and what it does, as the log tells it (pw:12)."""

from __future__ import annotations

import pytest

from core.dice import ScriptedDice
from core.event import UnitId
from core.panzerwar.infantry import assault, contact, reports
from core.panzerwar.infantry.events import Assaulted, ContactChecked
from tests.panzerwar.kit import BLUE, RED, a_state, a_vehicle


@pytest.mark.parametrize(
    ("card", "weapon", "told"),
    [
        ("sdk251-1", "demo charge", ("result: 4, demolition charge +2, target open-topped +1: 7",)),
        ("tiger1", "", ("result: 4, target of weight class 5 or more -1: 3",)),
        ("pz4h", "", ()),
    ],
)
def test_the_result_of_an_assault_is_told_with_what_is_added_to_it(
    card: str, weapon: str, told: tuple[str, ...]
) -> None:
    """pw:12.11.6, pw:12.11.6.1: the die alone does not say why it was that line of the table."""
    squad = a_vehicle("s", "sov-sapper", BLUE, "J10", ammunition={"demo charge": 1})
    state = a_state(squad, a_vehicle("v", card, RED, "J10+0,-15"), step="e5", see=("v",))
    made = assault.make(state, squad, state.element("v"), weapon, 9, ScriptedDice([1, 4]))
    event = next(iter(made))
    assert isinstance(event, Assaulted)
    said = reports.TELL[Assaulted](state, event)
    assert said is not None
    assert said.details == told


@pytest.mark.parametrize(("rolled", "how"), [(2, "goes into contact with"), (9, "halts before")])
def test_whom_a_squad_comes_up_against_is_told_as_far_as_it_sees_him(rolled: int, how: str) -> None:
    """pw:12.2.3: each enemy in the way takes a roll of its own."""
    mine, foe = a_vehicle("s", "sov-sapper", BLUE, "J10"), a_vehicle("e", "ger-rifle-44", RED, "J9")
    for see, whom in ((("e",), "e"), ((), "the enemy")):
        state = a_state(mine, foe, see=see)
        event = contact.check(state, mine, foe, ScriptedDice([rolled]))
        assert event.enemy == (UnitId("e") if see else None)
        said = reports.TELL[ContactChecked](state, event)
        assert said is not None
        assert said.text == f"s {how} {whom}: {rolled} against 4"
