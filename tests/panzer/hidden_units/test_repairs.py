"""or:7.25 under HIDDEN UNIT counters: weapons that have failed are repaired by the command of the counter."""

from __future__ import annotations

import pytest

from core.dice import ScriptedDice
from core.panzer.chapters import BOOK
from core.panzer.firing import inquiry, malfunction
from core.panzer.firing.events import FactsTold, WeaponRepairChecked
from core.panzer.hidden_units.events import HiddenCommanded
from core.panzer.pieces.unit import Command
from core.panzer.pieces.weapons import Condition, Malfunction
from core.panzer.state import PanzerState
from core.play.replica import SecretWantedError
from core.replaced import replaced
from core.secrecy import view
from tests.panzer.hidden_units.posed import GERMAN, SOVIET, T34, hidden, plain, run


def with_a_malfunction(command: Command) -> PanzerState:
    """A T-34 whose gun has failed, under a counter with a command that both sides have placed."""
    state = plain(step="repairs", modules=("advanced-ap", "weapon-malfunction"))
    state.change(T34, malfunctions=(Malfunction("own 0"),), command=None)
    hidden(state, 1, T34)
    BOOK.evolve(state, HiddenCommanded(side=SOVIET, number=1, command=command))
    state.commands = replaced(state.commands, done=frozenset({GERMAN, SOVIET}))
    return state


@pytest.mark.parametrize(("command", "total"), [(Command.NONE, 2), (Command.FIRE, 4)])
def test_weapons_are_repaired_under_a_counter(command: Command, total: int) -> None:
    """or:7.25, or:7.2.2.2: as others are, by the command of the counter."""
    state = with_a_malfunction(command)
    (checked,) = run(state, malfunction.repairs(state, ScriptedDice([4])))
    assert isinstance(checked, WeaponRepairChecked)
    assert checked.total == total
    (after,) = state.units[T34].malfunctions
    assert after.condition is (Condition.REPAIRED if total <= 2 else Condition.MALFUNCTION)


def test_between_halves_the_owner_tells_whether_the_counter_has_a_command() -> None:
    """or:7.25: the other machine asks him before it rolls; who has mounted has none of his own."""
    state = with_a_malfunction(Command.FIRE)
    theirs, ours = view(state, GERMAN), view(state, SOVIET)
    theirs.half_of, ours.half_of = GERMAN, SOVIET
    with pytest.raises(SecretWantedError) as asked:
        run(theirs, malfunction.repairs(theirs, ScriptedDice([4])))
    BOOK.evolve(ours, asked.value.event)
    (told,) = inquiry.answers(ours, ScriptedDice([])) or ()
    assert isinstance(told, FactsTold)
    assert [holds for _, holds in told.facts] == [True]
    BOOK.evolve(theirs, told)
    (checked,) = run(theirs, malfunction.repairs(theirs, ScriptedDice([4])))
    assert isinstance(checked, WeaponRepairChecked)
    assert checked.total == 4
