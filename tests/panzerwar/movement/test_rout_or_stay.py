"""Whether broken men in hard cover stay or rout is for their player to say (pw:12.9.2.2)."""

from __future__ import annotations

import pytest

from core import secrecy
from core.event import UnitId
from core.order import IllegalOrder
from core.panzerwar.course.events import TurnBegun
from core.panzerwar.infantry.events import Froze
from core.panzerwar.movement import choices, routing
from core.panzerwar.movement.events import Planned
from core.panzerwar.movement.orders import ChooseRout
from core.panzerwar.pieces.gunnery import Gunnery
from core.panzerwar.pieces.nerve import Nerve
from core.panzerwar.pieces.posture import Digging, Posture
from core.panzerwar.state import WarState
from tests.panzerwar.kit import BLUE, RED, a_state, an_element
from tests.panzerwar.movement.moves import carry_out, give, happen, of

MEN = UnitId("b1")


def broken(digging: Digging = Digging.TRENCH, since: int = 1) -> WarState:
    """A broken squad in a trench, an enemy that has fired within 100 of it."""
    nerve, posture = Nerve(broken=since), Posture(dug=digging)
    men = an_element("b1", "ger-rifle-44", BLUE, "J10", nerve=nerve, posture=posture)
    foe = an_element("r1", "sov-rifle-43", RED, "J14", gunnery=Gunnery(lately=True))
    return a_state(men, foe, step="plan")


def picks(state: WarState) -> list[str]:
    return [one.pick for one in choices.menu(state, BLUE, ()).options if one.unit == MEN]


def test_untold_they_stay() -> None:
    """pw:12.9.2.2."""
    assert of(Froze, carry_out(broken()))


def test_they_rout_when_their_player_has_them_run() -> None:
    """pw:12.9.2, pw:12.9.2.2: said with the plans, in secret, and unsaid as long as those are written."""
    state = broken()
    assert picks(state) == ["plan:b1", "rout:b1"]
    order = choices.order(state, BLUE, ("rout:b1",))
    assert order == ChooseRout(element=MEN)
    give(state, order)
    assert picks(state) == ["plan:b1", "hold-out:b1"]
    assert not secrecy.kept_view(state, RED).moves.runs
    assert of(Planned, carry_out(state))


def test_they_stay_after_all() -> None:
    """pw:12.9.2.2."""
    state = broken()
    give(state, ChooseRout(element=MEN))
    order = choices.order(state, BLUE, ("hold-out:b1",))
    assert order is not None
    give(state, order)
    assert of(Froze, carry_out(state))


@pytest.mark.parametrize(("digging", "since"), [(Digging.NONE, 1), (Digging.TRENCH, 0)])
def test_who_is_not_asked(digging: Digging, since: int) -> None:
    """pw:12.9.2.2: who is in no hard cover routs, who is not broken stays where he is sent."""
    state = broken(digging, since)
    assert picks(state) == ["plan:b1"]
    with pytest.raises(IllegalOrder):
        routing.check(state, BLUE, ChooseRout(element=MEN))


def test_it_is_forgotten_with_the_turn() -> None:
    """pw:12.9.2.2."""
    state = broken()
    give(state, ChooseRout(element=MEN))
    assert state.moves.runs == {MEN}
    happen(state, [TurnBegun(turn=3)])
    assert not state.moves.runs
