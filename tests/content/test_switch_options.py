"""na:5.0: the rules of the Advanced Game are modular; players may leave some out."""

import pytest
from attrs import evolve

from content.panzer.scenarios.scenarios import scenario
from content.panzer.scenarios.switch_options import chosen, left, offered, told
from core.panzer.pieces.switches import ADVANCED, NOTES, Switch, completed


def test_the_basic_game_has_nothing_to_leave_out() -> None:
    assert offered(()) == ()
    assert chosen(scenario("the-bridge"), ()).switches == frozenset()


def test_a_module_takes_those_along_that_need_it() -> None:
    assert left(ADVANCED, (Switch.GRADES,)) == ADVANCED - {Switch.GRADES, Switch.COMMAND_CONTROL}
    about = {o.id: o for o in told(ADVANCED)}["without-grades"]
    assert "and so without command control" in about.about
    assert about.rule in NOTES[Switch.GRADES].rules


@pytest.mark.parametrize("option", offered(Switch))
def test_what_is_left_is_whole(option: str) -> None:
    """na:5.0: no module stays that cannot do without one that is left out."""
    made = evolve(scenario("the-bridge"), switches=frozenset(Switch))
    modules = chosen(made, (option,)).switches
    assert Switch(option.removeprefix("without-")) not in modules
    assert completed(modules) == modules


def test_several_are_left_out_together() -> None:
    made = evolve(scenario("the-bridge"), switches=ADVANCED)
    modules = chosen(made, ("without-air", "without-smoke", "rule-7")).switches
    assert modules == ADVANCED - {Switch.AIR, Switch.SMOKE}


def test_units_and_their_fire_cannot_be_left_out() -> None:
    assert not {"without-leg-and-towed", "without-gp-fire", "without-transport"} & set(offered(Switch))
