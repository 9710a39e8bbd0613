"""Who has halted among those under way stands there for the others (pw:4.2.6, pw:6.7.1)."""

from __future__ import annotations

from core.dice import SeededDice
from core.event import UnitId
from core.panzerwar.movement import carry_out
from core.panzerwar.movement.events import Moved
from core.panzerwar.pieces.moves import Going, Moves, Priced
from core.panzerwar.pieces.plan import Leg, Plan
from core.panzerwar.pieces.travel import Motion
from tests.panzerwar.kit import BLUE, RED, a_state, a_vehicle, at


def test_an_enemy_goes_on_past_one_who_has_halted() -> None:
    """Both were under way; what one has still to go is nothing, and the other asks where it is."""
    halted, other = a_vehicle("a", "pz4h", BLUE, "C10", heading=12), a_vehicle("b", "t34-43", RED, "H10", heading=36)
    state = a_state(halted, other, step="c4")
    going = {UnitId("a"): Going((at("C10"), at("C10"))), UnitId("b"): Going((at("H10"), at("F10")))}
    state.plans = {UnitId(id_): Plan(element=UnitId(id_), legs=(Leg(way.points[-1]),)) for id_, way in going.items()}
    priced = {id_: Priced(Motion.HALF, 40.0) for id_ in going}
    state.moves = Moves(going=going, priced=priced, clock=0.5)
    events = carry_out.happens(state, SeededDice("x"))
    assert events is not None
    assert {event.element for event in events if isinstance(event, Moved)} == {"b"}
