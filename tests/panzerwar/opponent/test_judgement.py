"""What the computer player makes of plain positions: judged by what it orders, not by how it comes to it."""

from __future__ import annotations

from typing import Any

from content.panzerwar.cards.units import cards
from content.panzerwar.charts.charts import terrain_looks
from core.dice import SeededDice
from core.event import SideId, UnitId
from core.order import Order
from core.panzerwar.artillery.orders import Call
from core.panzerwar.combat.orders import Fire
from core.panzerwar.command.orders import GiveOrder
from core.panzerwar.infantry.orders import CloseAssault
from core.panzerwar.movement import planning
from core.panzerwar.movement.orders import CarryOn, React, WritePlan
from core.panzerwar.opponent import danger, field
from core.panzerwar.opponent.judgement import JUDGEMENTS
from core.panzerwar.pieces.element import Element
from core.panzerwar.pieces.engagement import Goal, GoalKind
from core.panzerwar.pieces.moves import Going, Moves, Priced
from core.panzerwar.pieces.organisation import Tactical
from core.panzerwar.pieces.plan import Plan
from core.panzerwar.pieces.travel import Motion
from core.panzerwar.pieces.weapons import FULL_CALIBRE, ShellType
from core.panzerwar.state import WarState
from core.panzerwar.system import PanzerWar
from core.plane import Point, bearing, gsu_between, heading_of
from core.step_end import FinishStep
from tests.panzerwar.artillery import guns
from tests.panzerwar.command.platoons import a_unit
from tests.panzerwar.kit import BLUE, RED, a_board, a_state, a_vehicle, an_element, at

#: A place that counts for both.
GOAL = Goal(id="goal", name="Goal", kind=GoalKind.HOLD, at=at("T10"), radius=75, points=100)


def ordered(state: WarState, side: SideId = BLUE) -> Order:
    """What the player orders from the view of its side; it must be legal."""
    system = PanzerWar(state.engagement, terrain_looks(), ())
    view = system.view(state, side)
    order = JUDGEMENTS[system.book.judgement(view)](view, side, SeededDice("x"))
    system.check(view, side, order)
    return order


def all_ordered(state: WarState, side: SideId = BLUE, most: int = 20) -> list[Order]:
    """All that the player orders until it ends the step."""
    system = PanzerWar(state.engagement, terrain_looks(), ())
    found: list[Order] = []
    for _ in range(most):
        order = ordered(state, side)
        if isinstance(order, FinishStep):
            return found
        for event in list(system.decide(state, side, order, SeededDice("y"))):
            system.evolve(state, event)
        found.append(order)
    raise AssertionError(found)


# -- fire ------------------------------------------------------------------------------------------


def a_fight(*elements: Any, see: tuple[str, ...] = ("foe",), step: str = "e1", **more: Any) -> WarState:
    """A fire segment; the enemies have been in sight for a while."""
    return a_state(*elements, see=see, step=step, turn=5, **more)


def shell_type(element: Element, order: Fire) -> ShellType:
    """What kind of shell the gun of a vehicle fires."""
    card = cards().vehicles[element.card]
    assert card.gun is not None
    weapon = cards().weapons[card.gun.weapon]
    return next(shell.type for shell in weapon.shells if shell.name == order.shell)


def test_piercing_shells_are_for_armour_and_others_for_men() -> None:
    """Of the shells of a gun that which does more (pw:8.9)."""
    tank = a_vehicle("tank", "pz4j", BLUE, "C10", heading=12)
    shots = [o for o in all_ordered(a_fight(tank, a_vehicle("foe", "t34-43", RED, "H12"))) if isinstance(o, Fire)]
    main = next(o for o in shots if o.arm == "gun")
    assert shell_type(tank, main) in FULL_CALIBRE
    men = an_element("foe", "sov-rifle-43", RED, "H12")
    shots = [o for o in all_ordered(a_fight(tank, men)) if isinstance(o, Fire)]
    assert shell_type(tank, next(o for o in shots if o.arm == "gun")) is ShellType.HE
    assert any(o.arm == "coax" for o in shots)


def test_no_bullets_are_fired_at_thick_armour() -> None:
    """What does nothing is not declared."""
    tank = a_vehicle("tank", "pz4j", BLUE, "C10", heading=12)
    shots = all_ordered(a_fight(tank, a_vehicle("foe", "t34-43", RED, "H12")))
    assert {o.arm for o in shots if isinstance(o, Fire)} == {"gun"}


def test_nobody_fires_at_whom_he_does_not_know() -> None:
    """An enemy out of sight, near as he is, is not in the view: the fire goes to the other."""
    tank, foe = a_vehicle("tank", "pz4j", BLUE, "C10", heading=12), a_vehicle("foe", "t34-43", RED, "R10")
    near = a_vehicle("near", "t34-43", RED, "G11", heading=12)
    orders = all_ordered(a_fight(tank, foe, near))
    assert {o.target for o in orders if isinstance(o, Fire)} == {"foe"}


def test_the_easier_target_is_chosen() -> None:
    """Of two alike the one whose side is turned (pw:9.1)."""
    tank = a_vehicle("tank", "pz4j", BLUE, "C10", heading=12)
    front = a_vehicle("foe", "t34-43", RED, "K10", heading=36)
    flank = a_vehicle("other", "t34-43", RED, "K12", heading=0)
    order = ordered(a_fight(tank, front, flank, see=("foe", "other")))
    assert isinstance(order, Fire)
    assert order.target == "other"


def test_squads_assault_a_tank_beside_them() -> None:
    """Once each; then the step is ended (pw:12.11)."""
    squad = an_element("squad", "ger-rifle-44", BLUE, "H10")
    tank = a_vehicle("foe", "t34-43", RED, "H10+15,0", buttoned=True)
    orders = all_ordered(a_fight(squad, tank, step="e5", board=a_board(terrain={"H10": "village"})))
    assert orders == [CloseAssault(element=UnitId("squad"), target=UnitId("foe"))]


# -- orders and movement ---------------------------------------------------------------------------


def a_platoon(step: str, *more: Any, order: Tactical = Tactical.COVER, objective: Point | None = None, **game: Any):  # type: ignore[no-untyped-def]
    """Two tanks of a side that is to take a place, and others."""
    tanks = tuple(
        a_vehicle(f"t{n}", "pz4j", BLUE, f"C{10 + n}", organisation="p", heading=12, command=n == 0) for n in (0, 1)
    )
    unit = a_unit("p", *tanks, order=order, since=4, objective=objective)
    others = tuple(e for e in more if e.side == RED)
    units = (unit, *((a_unit("foe", *others),) if others else ()))
    rest = {"goals": (GOAL,), "turn": 5, "turns": 40, **game}
    return a_state(*tanks, *more, step=step, organisations=units, **rest)


def test_a_unit_goes_for_the_place_that_counts() -> None:
    """Nobody is known: forward to the goal (pw:4.3, pw:4.4)."""
    order = ordered(a_platoon("orders"))
    assert isinstance(order, GiveOrder)
    assert order.tactical in (Tactical.ADVANCE, Tactical.RUSH)
    assert order.objective == GOAL.at


def test_a_unit_covers_before_guns_with_time_in_hand() -> None:
    """An enemy tank in sight and turns enough: who goes forward stops (pw:4.8)."""
    foe = a_vehicle("foe", "t34-43", RED, "P10", organisation="foe")
    state = a_platoon("orders", foe, order=Tactical.ADVANCE, objective=GOAL.at, see=("foe",))
    state.reorganise("p", changed=5)
    order = ordered(state)
    assert isinstance(order, GiveOrder)
    assert order.tactical is Tactical.COVER
    late = a_platoon("orders", foe, order=Tactical.ADVANCE, objective=GOAL.at, see=("foe",), turns=7)
    assert isinstance(ordered(late), FinishStep)


def test_who_must_move_moves_toward_the_objective() -> None:
    """Every element under Advance gets a plan, and nearer to it (pw:4.3)."""
    state = a_platoon("plan", order=Tactical.ADVANCE, objective=GOAL.at)
    orders = all_ordered(state)
    assert {o.plan.element for o in orders if isinstance(o, WritePlan)} == {"t0", "t1"}
    for order in orders:
        assert isinstance(order, WritePlan)
        start, end = state.element(order.plan.element).where, order.plan.legs[-1].to
        assert gsu_between(end, GOAL.at) < gsu_between(start, GOAL.at)
    assert not planning.bound_to_move(state, BLUE)


def test_a_river_is_crossed_by_its_bridge() -> None:
    """The field of ways leads round what bars it (pw:6.12)."""
    river = " ".join(f"J{row}" for row in range(1, 21) if row != 3)
    state = a_platoon("plan", board=a_board(terrain={river: "river"}))
    way = field.ahead(field.field_to(state, state.board.hex("T10"), foot=False), at("C10"))
    assert "J3" in {str(hex_) for hex_ in way}


def test_turrets_follow_the_enemy() -> None:
    """Who covers turns his turret to an enemy beside him (pw:6.16)."""
    foe = a_vehicle("foe", "t34-43", RED, "H13", organisation="foe")
    state = a_platoon("plan", foe, see=("foe",))
    plans = {o.plan.element: o.plan for o in all_ordered(state) if isinstance(o, WritePlan)}
    tank = state.element("t0")
    assert plans[UnitId("t0")].turret == heading_of(bearing(tank.where, foe.where))


def test_a_way_out_of_sight_costs_less() -> None:
    """Woods between them take the danger of a gun; woods about one take some of it (pw:7.11.3)."""
    foe = a_vehicle("foe", "t34-43", RED, "P10", organisation="foe")
    open_ = a_platoon("plan", foe, see=("foe",))
    tank = open_.element("t0")
    wooded = a_platoon("plan", foe, see=("foe",), board=a_board(terrain={"C10": "light-woods"}))
    hidden = a_platoon("plan", foe, see=("foe",), board=a_board(terrain={"H9 H10 H11 I9 I10 I11": "heavy-woods"}))
    costs = [danger.danger(state, tank, tank.where) for state in (open_, wooded, hidden)]
    assert costs[0] > costs[1] > costs[2] == 0


def test_who_meets_the_enemy_halts() -> None:
    """Asked in the midst of movement, it halts; plans are carried out as they stand (pw:6.7.1, pw:4.11)."""
    foe = a_vehicle("foe", "t34-43", RED, "E10", organisation="foe")
    state = a_platoon("c4", foe, see=("foe",), order=Tactical.ADVANCE, objective=GOAL.at)
    going = {UnitId("t0"): Going((at("C10"), at("F10")))}
    state.plans = {UnitId("t0"): Plan(element=UnitId("t0"))}
    priced = {UnitId("t0"): Priced(Motion.HALF, 75.0)}
    met = {UnitId("t0"): UnitId("foe")}
    state.moves = Moves(going=going, priced=priced, met=met, asking=frozenset({BLUE}))
    assert ordered(state) == React(element=UnitId("t0"))
    state.moves = Moves(adapting=BLUE)
    assert isinstance(ordered(state), CarryOn)


# -- artillery -------------------------------------------------------------------------------------


def a_call(*foes: Any, friend: str = "C5", see: tuple[str, ...] = ("a", "b", "c")) -> WarState:
    """A battery, its observer, and enemies in his sight."""
    pieces = guns.guns()
    watcher = guns.observer("C10")
    battery = guns.a_battery(*pieces, watcher, observers=(watcher.id,))
    squad = an_element("friend", "ger-rifle-44", BLUE, friend)
    return guns.field(*pieces, watcher, squad, *foes, batteries=(battery,), see=see, turn=5)


def squads(*places: str) -> tuple[Any, ...]:
    return tuple(an_element(id_, "sov-rifle-43", RED, where) for id_, where in zip("abc", places, strict=False))


def test_artillery_is_called_at_men_together() -> None:
    """Three squads beside each other are worth a fire, away from own men (pw:10.6.3)."""
    order = ordered(a_call(*squads("M20", "M21", "N20")))
    assert isinstance(order, Call)
    assert order.element == "fo"
    assert min(gsu_between(order.at, at(place)) for place in ("M20", "M21", "N20")) < 1


def test_artillery_spares_own_men_and_single_squads() -> None:
    """No fire is called upon friends, nor at one squad, nor at whom nobody has in sight."""
    three = squads("M20", "M21", "N20")
    assert isinstance(ordered(a_call(*three, friend="M22")), FinishStep)
    assert isinstance(ordered(a_call(*squads("M20"), see=("a",))), FinishStep)
    assert isinstance(ordered(a_call(*three, see=())), FinishStep)
