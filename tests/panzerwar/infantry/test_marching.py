"""Movement of infantry, as passengers too, and its orders (pw:12.1 to pw:12.3.3, pw:12.10)."""

from __future__ import annotations

from typing import Any

import pytest

from core.choice import Refusal
from core.event import UnitId
from core.panzerwar.command.doctrine import under_orders
from core.panzerwar.course.set_up import free_spot
from core.panzerwar.movement import carry_out, loading, planning, pricing
from core.panzerwar.movement.events import SetDown
from core.panzerwar.pieces.element import Element, Presence
from core.panzerwar.pieces.organisation import Echelon, Organisation, Tactical
from core.panzerwar.pieces.plan import Leg, Plan, Way
from core.panzerwar.state import WarState
from core.plane import Point
from tests.panzerwar.kit import BLUE, RED, a_board, a_state, an_element, at


def squad(where: str = "C9", **changes: Any) -> Element:
    return an_element("squad", "ger-rifle-44", BLUE, where, **changes)


def north(gsu: float, start: str = "C9") -> Point:
    return Point(at(start).x, at(start).y - round(gsu * 10))


def planned(state: WarState, first: float = 0, second: float = 0, **changes: Any) -> Any:
    """What a march to the north comes to, so far in each segment."""
    legs = (Leg(north(first)),) if first else ()
    after = (Leg(north(first + second)),) if second else ()
    plan = Plan(element=UnitId("squad"), legs=legs, second=after, **changes)
    return pricing.price(state, state.element("squad"), plan)


@pytest.mark.parametrize(("terrain", "rate"), [("clear", 25), ("light-woods", 20), ("standing-crops", 20)])
def test_two_standard_rates(terrain: str, rate: int) -> None:
    """pw:12.1, pw:12.1.1, pw:12.1.2, pw:12.2: 50 a turn in the open, 40 in rough going, half of it in each segment."""
    state = a_state(squad(), board=a_board(terrain={"C9 C8 C7 C6": terrain}))
    found = planned(state, rate, rate)
    assert isinstance(found, pricing.Price)
    assert found.spent == pytest.approx(2 * rate)
    assert isinstance(planned(state, rate + 0.2, rate), Refusal)
    assert isinstance(planned(state, rate, rate + 0.2), Refusal)


def test_the_slower_rate_holds_for_the_whole_segment() -> None:
    """pw:12.2.1: however little of it is in rough going."""
    state = a_state(squad(), board=a_board(terrain={"C8": "light-woods"}))
    assert isinstance(planned(state, 20), pricing.Price)
    assert isinstance(planned(state, 21), Refusal)
    assert isinstance(planned(state, 12, 20), pricing.Price)


def test_the_segments_of_infantry() -> None:
    """pw:12.2: C1 and C6."""
    state = a_state(squad())
    element = state.element("squad")
    both = Plan(element=element.id, legs=(Leg(north(25)),), second=(Leg(north(50)),))
    late = Plan(element=element.id, second=(Leg(north(25)),))
    assert carry_out.segment_of(state, element, both) == ("c1", "c6")
    assert carry_out.segment_of(state, element, late) == ("c6",)


def test_double_time() -> None:
    """pw:12.1.3: 40 in a segment, 80 in a turn; after two in a row it halts for a turn."""
    foe = an_element("foe", "sov-rifle-43", RED, "C6")
    state = a_state(squad(), foe, see=("foe",))
    state.reorganise("blue-1", order=Tactical.CHARGE)
    element = state.element("squad")
    assert isinstance(planned(state, 40, 34, way=Way.CHARGE), pricing.Price)
    assert isinstance(planned(state, 40.2, way=Way.CHARGE), Refusal)
    plan = Plan(element=element.id, legs=(Leg(north(40)),), second=(Leg(north(74)),), way=Way.CHARGE)
    assert planning.charge_refusal(state, element, plan) is None
    tired = element.with_travel(charged=1)
    found = planning.charge_refusal(state, tired, plan)
    assert found is not None
    assert found.rule == "pw:12.1.3"
    assert planning.charge_refusal(state, element.with_travel(rest=1), plan) is not None


def test_infantry_stacks_with_friends() -> None:
    """pw:12.2.2: and goes through them."""
    mate = an_element("mate", "ger-rifle-44", BLUE, "C8")
    state = a_state(squad(), mate)
    assert isinstance(planned(state, 25, 25), pricing.Price)
    spot = free_spot(state, UnitId("squad"), state.board.hex("C8"))
    assert spot == at("C8")


# -- passengers ----------------------------------------------------------------------------------------------


def carrying(card: str = "sdk251-1", *cargo: str, **plan: Any) -> tuple[WarState, Element, Plan]:
    """A carrier with cargo, a squad beside it, and what it is to do."""
    carrier = an_element("carrier", card, BLUE, "C9+10,0")
    aboard = [
        an_element(f"in{n}", one, BLUE, "C9+10,0", presence=Presence.ABOARD, aboard=UnitId("carrier"))
        for n, one in enumerate(cargo)
    ]
    state = a_state(carrier, squad(), *aboard)
    return state, state.element("carrier"), Plan(element=UnitId("carrier"), **plan)


@pytest.mark.parametrize(
    ("card", "cargo", "room"),
    [
        ("sdk251-1", (), True),
        ("sdk251-1", ("ger-rifle-44",), False),
        ("sdk251-1", ("mg-team",), False),
        ("sdk250-1", (), False),
        ("pz4h", (), False),
    ],
)
def test_how_many_fit(card: str, cargo: tuple[str, ...], room: bool) -> None:
    """pw:12.3.3: one full squad in general, a team half as much."""
    state, carrier, plan = carrying(card, *cargo, load=(UnitId("squad"),))
    assert (loading.refusal(state, carrier, plan) is None) == room


def test_loading_takes_half_a_turn_of_standing_still() -> None:
    """pw:12.3.1: the transporter stands the whole turn."""
    state, carrier, plan = carrying(load=(UnitId("squad"),))
    assert loading.refusal(state, carrier, plan) is None
    moving = Plan(element=carrier.id, load=plan.load, legs=(Leg(at("C8")),))
    found = loading.refusal(state, carrier, moving)
    assert found is not None
    assert "stands still" in found.reason
    (event,) = loading.at_the_end(state, carrier.id, plan)
    assert event.turns == 0.5  # type: ignore[attr-defined]


def test_passengers_move_with_their_transporter() -> None:
    """pw:12.3: they have no movement of their own."""
    state, _, _ = carrying("sdk251-1", "ger-rifle-44")
    rider = state.element("in0")
    found = planning.examined(state, rider, Plan(element=rider.id, legs=(Leg(at("C8")),)))
    assert isinstance(found, Refusal)


def test_unloading() -> None:
    """pw:12.3.2: on the move up to half; who is set down has half of its move left if it stood still, else none."""
    state, carrier, plan = carrying("sdk251-1", "ger-rifle-44", unload=(UnitId("in0"),))
    assert loading.refusal(state, carrier, plan) is None
    hasty = Plan(element=carrier.id, unload=plan.unload, way=Way.BONUS)
    assert loading.refusal(state, carrier, hasty) is not None
    (event,) = loading.at_the_end(state, carrier.id, plan)
    assert isinstance(event, SetDown)
    assert event.turns == 0.5


# -- orders --------------------------------------------------------------------------------------------------


def test_infantry_has_orders_by_the_doctrine_of_its_side() -> None:
    """pw:12.10: platoons under Art of War, companies under Science of War."""

    def unit(id_: str, side: Any, echelon: Echelon, parent: str | None, *members: str) -> Organisation:
        return Organisation(
            id=id_,
            name=id_,
            side=side,
            echelon=echelon,
            members=tuple(UnitId(m) for m in members),
            parent=parent,
            mechanised=False,
            order=Tactical.COVER,
        )

    foe = an_element("foe", "sov-rifle-43", RED, "C2")
    mine = an_element("squad", "ger-rifle-44", BLUE, "C9", organisation="b1")
    units = [
        unit("bc", BLUE, Echelon.COMPANY, None),
        unit("b1", BLUE, Echelon.PLATOON, "bc", "squad"),
        unit("rc", RED, Echelon.COMPANY, None, "foe"),
        unit("r1", RED, Echelon.PLATOON, "rc", "foe"),
    ]
    state = a_state(mine, foe, organisations=units)
    assert [o.echelon for o in under_orders(state, BLUE)] == [Echelon.PLATOON]
    assert [o.echelon for o in under_orders(state, RED)] == [Echelon.COMPANY]
