"""Smoke candles in the movement phase, and what is done in it without moving (pw:11.10, pw:6.1.4)."""

from __future__ import annotations

from attrs import evolve

from core.choice import Refusal
from core.dice import ScriptedDice
from core.event import UnitId
from core.panzerwar.damage.targets import target_of
from core.panzerwar.infantry import assault
from core.panzerwar.movement import choices, planning
from core.panzerwar.movement.events import Hatches, Hid, Stayed
from core.panzerwar.movement.pricing import Price
from core.panzerwar.pieces.element import Element
from core.panzerwar.pieces.harm import Damage
from core.panzerwar.pieces.organisation import Tactical
from core.panzerwar.pieces.plan import Contact, Plan
from core.panzerwar.pieces.smoke import Source
from core.panzerwar.pieces.travel import Motion, Travel
from core.panzerwar.smoke.events import CandlesLit, SmokeLaid
from core.panzerwar.state import WarState
from tests.panzerwar.kit import BLUE, RED, a_board, a_state, an_element
from tests.panzerwar.movement.moves import a_plan, carry_out, of, write

TANK = UnitId("b1")


def engaged(*elements: Element) -> WarState:
    state = a_state(*elements, board=a_board(terrain={"P5": "light-woods"}), step="plan")
    state.reorganise("blue-1", order=Tactical.ENGAGE)
    return state


def burning() -> WarState:
    """A tank whose candles were lit in this turn."""
    state = engaged(an_element("b1", "t34-43", BLUE, "J5", heading=24, turret=24))
    state.smoke = evolve(state.smoke, lit={TANK: 2})
    return state


def test_candles_are_lit_in_c2() -> None:
    """pw:11.10.4: by a crew that stands."""
    state = engaged(an_element("b1", "t34-43", BLUE, "J5", heading=24, turret=24))
    write(state, a_plan("b1", candles=True))
    events = carry_out(state, until="c2")
    assert [one.element for one in of(CandlesLit, events)] == ["b1"]


def test_who_lights_them_is_exposed() -> None:
    """pw:11.10.4: for that turn the vehicle counts as unbuttoned, for whom a shell kills and who climbs on it too."""
    tank = an_element("b1", "t34-43", BLUE, "J5", heading=24, turret=24, buttoned=True)
    squad = an_element("r1", "ger-rifle-44", RED, "J6")
    state = engaged(tank, squad)
    before = assault.number(state, squad, tank, "").total
    assert not target_of(state, tank).open
    write(state, a_plan("b1", candles=True))
    assert not of(Hatches, carry_out(state, until="c2"))
    assert target_of(state, state.element("b1")).open
    assert assault.number(state, squad, state.element("b1"), "").total == before - 1
    killed = assault.struck(state, state.element("b1"), ("tc-or-stunned",), None, ScriptedDice([]), "x").effect
    assert killed.damage == {Damage.COMMANDER}
    state.turn += 1
    assert not target_of(state, state.element("b1")).open


def test_when_candles_may_be_lit() -> None:
    """pw:11.10.4, pw:11.10.6: by who did not move in the last turn, moves a quarter at most in this, and once."""
    tank = an_element("b1", "t34-43", BLUE, "J5", heading=24, turret=24)
    state = engaged(tank)
    assert isinstance(planning.examined(state, tank, a_plan("b1", "J7", candles=True)), Price)
    assert refusal(state, a_plan("b1", "J8", candles=True)) == ("pw:11.10.4", "moves 50 at most")
    assert offered(state) is None
    state.change(TANK, travel=Travel(last=Motion.HALF))
    assert refusal(state, a_plan("b1", candles=True)) == ("pw:11.10.4", "without moving")
    assert offered(state) == "pw:11.10.4"
    assert offered(burning()) == "pw:11.10.6"
    again = a_plan("b1", "J7", candles=True)
    assert isinstance(planning.examined(burning(), tank, again), Price), "the rest of a plan may change"


def refusal(state: WarState, plan: Plan) -> tuple[str, str]:
    """The rule by which a plan is refused, and the end of why."""
    found = planning.examined(state, state.element("b1"), plan)
    assert isinstance(found, Refusal)
    return found.rule, " ".join(found.reason.split()[-4 if "most" in found.reason else -2 :])


def offered(state: WarState) -> str | None:
    """The rule by which the candles are not to be had; None where they are."""
    (choice,) = (one for one in choices.go_on(state, BLUE, ("plan:b1",)).options if one.pick == "candles")
    return choice.refusal.rule if choice.refusal is not None else None


def test_a_mover_leaves_a_wake() -> None:
    """pw:11.10.1, pw:11.10.3: a puff every 25, once."""
    state = burning()
    write(state, a_plan("b1", "J9", contact=Contact.GO_ON))
    laid = of(SmokeLaid, carry_out(state))
    assert [(one.clouds[0].source, len(one.clouds[0].puffs)) for one in laid] == [(Source.CANDLES, 5)]


def test_who_stands_makes_one_puff() -> None:
    """pw:11.10.5: when all vehicles have moved."""
    state = burning()
    assert not of(SmokeLaid, carry_out(state, until="c5"))
    laid = of(SmokeLaid, carry_out(state, since="c6"))
    assert [one.clouds[0].source for one in laid] == [Source.POT]


def test_men_turn_their_front_and_hide() -> None:
    """pw:6.1.4: they hide in C2, and turn in their last segment."""
    state = engaged(an_element("b1", "ger-rifle-44", BLUE, "P5", heading=24))
    write(state, a_plan("b1", heading=12, hide=True))
    before = carry_out(state, until="c5")
    assert [one.hidden for one in of(Hid, before)] == [True]
    assert state.element("b1").heading == 24
    assert [one.heading for one in of(Stayed, carry_out(state, since="c6"))] == [12]
    assert state.element("b1").heading == 12
    assert state.element("b1").posture.hidden
    assert not state.element("b1").travel.segments
