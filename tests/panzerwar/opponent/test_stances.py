"""Which tactical orders the computer player gives, and how they are moved by: bounds, charges, ways back, cover."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from core.dice import SeededDice
from core.event import UnitId
from core.panzerwar.command import tactical
from core.panzerwar.command.orders import GiveOrder, Merge
from core.panzerwar.movement.orders import WritePlan
from core.panzerwar.opponent import commands, danger, field, fronts, stances
from core.panzerwar.pieces.engagement import Goal, GoalKind
from core.panzerwar.pieces.harm import Damage, Harm
from core.panzerwar.pieces.organisation import Tactical
from core.panzerwar.pieces.plan import Way
from core.panzerwar.pieces.watch import Sighting
from core.panzerwar.state import WarState
from core.plane import gsu_between, hex_at
from tests.panzerwar.command import platoons
from tests.panzerwar.happening import a_unit
from tests.panzerwar.kit import BLUE, RED, a_board, a_state, a_vehicle, an_element, at
from tests.panzerwar.opponent.test_judgement import GOAL, all_ordered, ordered

FAR = Goal(id="goal", name="Goal", kind=GoalKind.HOLD, at=at("BB10"), radius=75, points=100)


def a_platoon(*foes: Any, card: str = "pz4h", count: int = 4, goal: Goal = FAR, **more: Any) -> WarState:
    """Tanks in a row from C8 on that are to go east; it is turn 5. more: of their unit, and `turns` of the game."""
    turns = more.pop("turns", 40)
    mine = [
        a_vehicle(f"t{n}", card, BLUE, f"C{8 + n}", organisation="p", heading=12, command=n == 0) for n in range(count)
    ]
    units = [a_unit("p", *mine, **{"since": 2, **more})]
    if foes:
        units.append(a_unit("foe", *foes))
    see = tuple(e.id for e in foes)
    return a_state(*mine, *foes, see=see, step="orders", turn=5, turns=turns, organisations=units, goals=(goal,))


def foe(where: str, card: str = "t34-43", id_: str = "foe") -> Any:
    return a_vehicle(id_, card, RED, where, organisation="foe", heading=36)


def given(state: WarState) -> GiveOrder:
    order = ordered(state)
    assert isinstance(order, GiveOrder)
    return order


def test_a_platoon_in_contact_goes_on_by_bounds() -> None:
    """When time presses: half of it, then the other half (pw:4.5, pw:4.5.1)."""
    order = given(a_platoon(foe("W8"), turns=9))
    assert order.tactical is Tactical.BOUND
    assert len(order.moving) == 2
    apart = a_platoon(foe("W8"), turns=9, order=Tactical.BOUND, moving=frozenset(order.moving), apart=True)
    again = given(apart)
    assert again.tactical is Tactical.BOUND
    assert set(again.moving) | set(order.moving) == {"t0", "t1", "t2", "t3"}


def test_a_place_within_grasp_is_gone_to() -> None:
    """Though the enemy is in sight, if he is farther from it; else who has time covers (pw:4.3, pw:4.8)."""
    near = Goal(id="goal", name="Goal", kind=GoalKind.HOLD, at=at("K10"), radius=75, points=100)
    assert given(a_platoon(foe("Z8"), goal=near, order=Tactical.ADVANCE, changed=5)).tactical is Tactical.ADVANCE
    assert given(a_platoon(foe("O8"), goal=near, order=Tactical.ADVANCE, changed=5)).tactical is Tactical.COVER


def test_who_has_gone_out_of_sight_is_not_forgotten() -> None:
    """For so many turns as a level remembers, nobody presses on to where he was seen last; then the way counts as clear
    (pw:7.10)."""
    for remembers, lost, wanted in (
        (3, 4, Tactical.COVER),
        (3, 3, Tactical.COVER),
        (3, 2, Tactical.RUSH),
        (0, 4, Tactical.RUSH),
    ):
        state = a_platoon(order=Tactical.BOUND, changed=5)
        state.temper = evolve(state.temper, remembers=remembers)
        state.glimpsed = {BLUE: {UnitId("foe"): at("W8")}}
        sighting = Sighting(turn=2, step="sighting", lost=lost)
        state.watch = evolve(state.watch, sightings={BLUE: {UnitId("foe"): sighting}})
        assert given(state).tactical is wanted, (remembers, lost)
        first = state.elements[UnitId("t0")]
        looks = fronts.foe(state, first, first.where)
        assert looks == (at("W8") if wanted is Tactical.COVER else None)
        assert bool(danger.danger(state, first, first.where)) is (wanted is Tactical.COVER)


def test_the_half_that_bounds_moves_and_the_other_stays() -> None:
    """Nobody else gets a way (pw:4.5)."""
    state = a_platoon(foe("W8"), turns=9, order=Tactical.BOUND, moving=frozenset({"t0", "t1"}), given=5)
    state.step = "plan"
    going = {o.plan.element for o in all_ordered(state) if isinstance(o, WritePlan) and o.plan.legs}
    assert going == {"t0", "t1"}


def test_in_the_last_turn_everyone_fights_for_himself() -> None:
    """With the enemy near: Engage, whose disorder tells no more (pw:4.7.2)."""
    assert given(a_platoon(foe("J8"), turns=6, order=Tactical.ADVANCE, changed=5)).tactical is Tactical.ENGAGE
    assert given(a_platoon(foe("J8"), turns=8, order=Tactical.ADVANCE, changed=5)).tactical is not Tactical.ENGAGE


def test_carriers_get_away_from_guns() -> None:
    """Who has nothing to fire back with, and carries nobody; with men aboard they go on (pw:4.10)."""
    order = given(a_platoon(foe("M8"), card="ucarrier", order=Tactical.ADVANCE, changed=5))
    assert order.tactical is Tactical.WITHDRAW
    state = a_platoon(foe("M8"), card="ucarrier", order=Tactical.WITHDRAW)
    state.step = "plan"
    for one in all_ordered(state):
        assert isinstance(one, WritePlan)
        element, end = state.element(one.plan.element), one.plan.legs[-1].to
        assert gsu_between(end, at("M8")) > gsu_between(element.where, at("M8"))


def test_men_charge_the_few() -> None:
    """Squads near a weapon alone: Charge, at the run when it is within 80 (pw:4.6.1, pw:6.1.2)."""
    men = [an_element(f"s{n}", "sov-smg", BLUE, f"C{9 + n}", organisation="p", command=n == 0) for n in range(3)]
    weapon = an_element("foe", "mg-team", RED, "F11", organisation="foe", weapon="MG42-HMG")
    units = (a_unit("p", *men, mechanised=False), a_unit("foe", weapon, mechanised=False))
    state = a_state(*men, weapon, see=("foe",), step="orders", turn=5, organisations=units, goals=(GOAL,))
    assert given(state).tactical is Tactical.CHARGE
    charging = a_unit("p", *men, mechanised=False, order=Tactical.CHARGE, objective=at("F11"), since=5)
    state = a_state(*men, weapon, see=("foe",), step="plan", turn=5, organisations=(charging, units[1]), goals=(GOAL,))
    plans = [o.plan for o in all_ordered(state) if isinstance(o, WritePlan)]
    assert {p.element for p in plans} == {"s0", "s1", "s2"}
    assert Way.CHARGE in {p.way for p in plans}


def test_losses_are_made_good_at_rest() -> None:
    """A unit at its goal with nobody near reforms; two that do become one (pw:4.9.1)."""
    near = Goal(id="goal", name="Goal", kind=GoalKind.HOLD, at=at("C10"), radius=75, points=100)
    assert (
        given(a_platoon(goal=near, strength=6, order=Tactical.ADVANCE, objective=at("C10"))).tactical
        is Tactical.REGROUP
    )
    one = a_platoon(foe("X8"), goal=near, strength=6, order=Tactical.ADVANCE, objective=at("C10"))
    assert stances.reforms(one, one.organisations["p"]) is False
    mine = [a_vehicle(f"t{n}", "pz4h", BLUE, f"C{8 + n}", organisation="pq"[n % 2], heading=12) for n in range(4)]
    units = [
        a_unit(id_, *mine[n::2], order=Tactical.REGROUP, regroups=2, given=5, strength=3) for n, id_ in enumerate("pq")
    ]
    state = a_state(*mine, step="orders", turn=5, turns=40, organisations=units, goals=(near,))
    merges = [o for o in all_ordered(state, most=40) if isinstance(o, Merge)]
    assert [(o.organisation, o.other) for o in merges] == [("p", "q")]


def test_cover_is_gone_to() -> None:
    """From the open into the wood from which the gun is seen (pw:4.8.2)."""
    state = a_platoon(foe("W10"), order=Tactical.COVER, count=1)
    state = a_state(
        *state.elements.values(),
        see=("foe",),
        step="plan",
        turn=5,
        organisations=tuple(state.organisations.values()),
        goals=(FAR,),
        board=a_board(terrain={"D8 D9": "light-woods"}),
    )
    plans = [o.plan for o in all_ordered(state) if isinstance(o, WritePlan) and o.plan.legs]
    assert [str(hex_at(p.legs[-1].to)) for p in plans] == ["D8"]


def test_a_way_out_of_sight_is_preferred() -> None:
    """Behind the wood rather than across the open that is watched (pw:7.11.3)."""
    wood = " ".join(f"{column}{row}" for column in "HIJKLM" for row in (6, 7, 8))
    state = a_state(board=a_board(terrain={wood: "heavy-woods"}), goals=(FAR,))
    plain = field.ahead(field.field_to(state, hex_at(at("U5")), foot=True), at("C5"))
    watched = field.field_to(state, hex_at(at("U5")), foot=True, watchers=(hex_at(at("K2")),))
    seen = [field.seen_by(state, (hex_at(at("K2")),), hex_) for hex_ in field.ahead(watched, at("C5"))]
    assert sum(seen) < sum(field.seen_by(state, (hex_at(at("K2")),), hex_) for hex_ in plain)


def test_a_crew_without_its_gun_lights_candles() -> None:
    """Before a gun that it sees (pw:11.10)."""
    hurt = Harm(damage=frozenset({Damage.GUN}))
    tank = a_vehicle("tank", "t34-43", RED, "C10", organisation="p", heading=12, harm=hurt)
    other = a_vehicle("foe", "pz4h", BLUE, "M10", organisation="foe", heading=36)
    units = (a_unit("p", tank), a_unit("foe", other))
    state = a_state(tank, other, see=("foe",), step="plan", turn=5, organisations=units, goals=(FAR,))
    plans = [o.plan for o in all_ordered(state, RED) if isinstance(o, WritePlan)]
    assert [p.candles for p in plans] == [True]


def test_men_far_from_the_fight_get_on_again() -> None:
    """Beside a carrier that stands; before guns they stay on foot (pw:12.3.1)."""
    carrier = a_vehicle("carrier", "sdk251-1", BLUE, "C10", organisation="p", heading=12)
    men = an_element("men", "ger-rifle-44", BLUE, "C10+5,0", organisation="q", command=True)
    units = (a_unit("p", carrier), a_unit("q", men, mechanised=False))
    state = a_state(carrier, men, step="plan", turn=5, organisations=units, goals=(FAR,))
    assert [o.plan.load for o in all_ordered(state) if isinstance(o, WritePlan)] == [("men",)]
    gun = a_vehicle("foe", "t34-43", RED, "M12", organisation="foe", heading=36)
    state = a_state(
        carrier, men, gun, see=("foe",), step="plan", turn=5, goals=(FAR,), organisations=(*units, a_unit("foe", gun))
    )
    assert not [o for o in all_ordered(state) if isinstance(o, WritePlan) and o.plan.load]


def test_nobody_is_ordered_where_he_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    """pw:4.3: of the orders that suit a unit the first is given that may be."""
    state = platoons.ordered(enemy=None, order=Tactical.REGROUP, given=1)
    wanted = (commands.Wish(Tactical.ADVANCE, at("O21"), ""), commands.Wish(Tactical.COVER, None, ""))
    monkeypatch.setattr(commands, "wishes", lambda *_: iter(wanted))
    found = commands.command(state, BLUE, SeededDice("orders"))
    assert isinstance(found, GiveOrder)
    assert found.tactical is Tactical.COVER
    tactical.check_give(state, BLUE, found)
