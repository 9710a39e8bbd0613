"""What the computer player makes of plain positions: judged by what it orders, not by how it comes to it."""

from __future__ import annotations

import pytest

from content.panzerblitz.scenarios.scenarios import SCENARIOS, scenario
from core.dice import SeededDice
from core.event import SideId, UnitId
from core.hexes import Hex, distance
from core.order import Order
from core.panzerblitz.close.orders import CloseAssault, Overrun
from core.panzerblitz.course.deployment import deploy
from core.panzerblitz.course.events import Placed
from core.panzerblitz.course.purpose import attacks
from core.panzerblitz.course.set_up import place_refusal, to_place
from core.panzerblitz.fire.orders import Announce, Resolve
from core.panzerblitz.ground.terrain import dead_ends, hides
from core.panzerblitz.movement.orders import Load, Move, Unload
from core.panzerblitz.opponent.danger import danger_to
from core.panzerblitz.opponent.judgement import best_order
from core.panzerblitz.opponent.prospects import Prospects
from core.panzerblitz.opponent.transport import why_off
from core.panzerblitz.pieces.attacks import Method
from core.panzerblitz.pieces.situation import Entry, Exit, Goal, Level, Measure
from core.panzerblitz.state import BlitzState, initial_state
from core.panzerblitz.temper import Temper
from core.step_end import FinishStep
from tests.panzerblitz.field import GERMAN, RUSSIAN, at, board, give, position, system

#: Goals by which the Germans attack, and by which they only wait.
HUNT = (Goal(GERMAN, Measure.LOSSES, {Level.MARGINAL: 1}, "destroy"),)
HUNTED = (Goal(RUSSIAN, Measure.LOSSES, {Level.MARGINAL: 1}, "destroy"),)
WAIT = (
    Goal(RUSSIAN, Measure.PRESENCE, {Level.MARGINAL: 1}, "be there", area="there"),
    Goal(GERMAN, Measure.LOSSES, {Level.MARGINAL: 1}, "destroy"),
)


def ordered(state: BlitzState, side: SideId = GERMAN) -> Order:
    """What the player orders; it must be legal."""
    order = best_order(system(state).view(state, side), side, SeededDice("x"))
    system(state).check(state, side, order)
    return order


def all_ordered(state: BlitzState, side: SideId = GERMAN, most: int = 20) -> list[Order]:
    """All that the player orders until it ends the step; no dice are rolled."""
    found: list[Order] = []
    for _ in range(most):
        order = ordered(state, side)
        if isinstance(order, FinishStep | Resolve):
            return found
        give(state, side, order)
        found.append(order)
    raise AssertionError(found)


def announced(counters: dict[str, str], **said: object) -> list[Announce]:
    """All attacks that the player announces."""
    return [o for o in all_ordered(position(counters, **said)) if isinstance(o, Announce)]  # type: ignore[arg-type]


def test_fire_is_not_wasted_on_what_is_as_good_as_gone() -> None:
    """Four guns each enough for 4-1 take four targets, not one."""
    guns = {f"gun{n}": f"g-pzkpfw-iv E{n}" for n in (3, 4, 5, 6)}
    trucks = {f"truck{n}": f"r-halftrack G{n}" for n in (3, 4, 5, 6)}
    attacks_ = announced(guns | trucks)
    assert len(attacks_) == 4
    assert all(len(a.attack.battles[0].attackers) == 1 for a in attacks_)


def test_fire_is_joined_where_one_gun_does_nothing() -> None:
    """Against strong infantry all that bear fire together."""
    guns = {f"gun{n}": f"g-gw-38 E{n}" for n in (3, 4, 5)}
    (attack,) = announced(guns | {"guards": "r-guards H4"})
    assert len(attack.attack.battles[0].attackers) >= 2


def test_a_stack_is_attacked_by_the_method_that_promises_most() -> None:
    """Two weak carriers under many guns: each gets its own battle, which kills both at once."""
    guns = {f"gun{n}": f"g-pzkpfw-iv E{n}" for n in (3, 4, 5, 6)}
    (attack,) = announced(guns | {"a": "r-su-76 G4", "b": "r-su-76 G4"})
    assert attack.attack.method in (Method.MULTIPLE, Method.COMBINATION)
    (hard,) = announced({"gun": "g-wespe E4", "a": "r-guards G4", "b": "r-truck G4"})
    assert hard.attack.method is not Method.MULTIPLE


def test_who_is_dispersed_is_finished_off() -> None:
    """Of two equal targets the one that was dispersed in this turn is nearer to its end (pb:PB-CRT-DD)."""
    attacks_ = announced({"gun": "g-gw-38 E4", "up": "r-guards G4", "down": "r-guards G6 down"})
    assert [str(a.attack.hex) for a in attacks_] == ["G6"]


def test_several_vehicles_overrun_together() -> None:
    """One tank alone would not do against guards; three do."""
    tanks = {f"tank{n}": f"g-pzkpfw-iv E{n}" for n in (4, 5, 6)}
    order = ordered(position(tanks | {"guards": "r-guards G5"}, step="first-vehicles", goals=HUNT))
    assert isinstance(order, Overrun)
    assert len(order.runs) >= 2


def test_vehicles_overrun_by_way_of_a_town() -> None:
    """A town costs half a point, so that enemies behind it are nearer than they look (pb:PB-TEC-TOWN)."""
    town = {f"{column}{row}": "town" for column in "CDEFGHI" for row in (4, 5, 6)}
    counters = {"tank": "g-pzkpfw-iv B5", "gun": "r-122mm-howitzer J5"}
    for terrain, expected in ((town, Overrun), ({}, Move)):
        state = position(counters, board(terrain=terrain), step="first-vehicles", goals=HUNT)
        assert isinstance(ordered(state), expected)


def test_no_truck_goes_next_to_the_enemy() -> None:
    """Empty trucks have no business at the front."""
    state = position(
        {"truck": "g-truck C5", "gun": "g-wespe C4", "foe": "r-rifle I5", "at": "r-76mm-at I6"},
        step="first-vehicles",
        goals=HUNT,
    )
    all_ordered(state)
    where = state.units[UnitId("truck")].hex
    assert where is not None
    assert all(where != n for foe in ("foe", "at") for n in (state.units[UnitId(foe)].hex or at("A1")).neighbours())


def test_artillery_keeps_its_distance() -> None:
    """What fires 24 hexes far does not drive up."""
    counters = {"hummel": "g-hummel B5", "guards": "r-guards K5", "smg": "r-submachinegun K6"}
    state = position(counters, step="first-vehicles", goals=HUNT)
    for order in all_ordered(state):
        assert not isinstance(order, Move) or all(h.col <= at("G5").col for h in order.path)


def test_engineers_assault_with_the_infantry_they_stand_with() -> None:
    """Close Assault costs nothing: everybody who adds something joins (pb:PB-CAT-E)."""
    counters = {"pioneers": "g-engineers E5", "rifle": "g-rifle E5", "foe": "r-submachinegun E6"}
    order = ordered(position(counters, step="first-assault"))
    assert isinstance(order, CloseAssault)
    assert set(order.attackers) == {"pioneers", "rifle"}


def test_infantry_steps_up_to_assault() -> None:
    """A gun two hexes away is worth a step, and not at road rate."""
    state = position({"rifle": "g-rifle E5", "foe": "r-122mm-howitzer E7"}, step="first-others", goals=HUNT)
    (order,) = all_ordered(state)
    assert isinstance(order, Move)
    assert not order.road or not state.units[UnitId("rifle")].road
    assert at("E7") in (state.units[UnitId("rifle")].hex or at("A1")).neighbours()


def test_who_waits_stays_in_the_woods() -> None:
    """Infantry in cover that only has to keep the enemy off does not come out for one far away."""
    state = position(
        {"rifle": "g-rifle C5", "foe": "r-t-34c L5"},
        board(terrain={"C5": "woods"}),
        step="first-others",
        goals=WAIT,
        areas={"there": frozenset((at("A5"),))},
    )
    assert all_ordered(state) == []


def test_passengers_get_off_before_the_guns_have_them() -> None:
    """A loaded truck that has come near the enemy unloads."""
    counters = {"truck": "g-truck E5", "rifle": "g-rifle on truck", "foe": "r-rifle E9"}
    state = position(counters, step="first-vehicles", goals=HUNT)
    assert any(isinstance(order, Unload) for order in all_ordered(state))


def test_raiders_stay_aboard_where_they_could_not_walk_home_in_time() -> None:
    """Who is to leave the map and come back does not get off for an enemy nearby; who has no such task does."""
    areas = {"home": frozenset(at(f"A{n}") for n in range(1, 10)), "out": frozenset(at(f"M{n}") for n in range(1, 10))}
    raid = (Goal(GERMAN, Measure.ROUND_TRIP, {Level.MARGINAL: 1}, "raid", area="home", out="out", away=2),)
    exits = (Exit(GERMAN, "out", returns=2), Exit(GERMAN, "home"))
    counters = {"truck": "g-truck C5", "rifle": "g-rifle on truck", "foe": "r-rifle G9"}
    got_off = [
        any(isinstance(order, Unload) for order in all_ordered(state))
        for state in (
            position(counters, step="first-vehicles", goals=raid, exits=exits, areas=areas, turns=10),
            position(counters, step="first-vehicles", goals=HUNT),
        )
    ]
    assert got_off == [False, True]


def test_who_is_to_leave_the_map_leaves() -> None:
    """Units whose leaving is counted go off the edge as soon as they can."""
    exits = (Exit(GERMAN, "out"),)
    goals = (Goal(GERMAN, Measure.EXITED, {Level.MARGINAL: 1}, "leave", area="out"),)
    areas = {"out": frozenset(at(f"M{n}") for n in range(1, 10))}
    counters = {"truck": "g-truck I5", "foe": "r-rifle A1"}
    state = position(counters, step="first-vehicles", goals=goals, exits=exits, areas=areas)
    (order,) = all_ordered(state)
    assert isinstance(order, Move)
    assert order.leave


def test_who_must_attack() -> None:
    """The side that victory asks to go somewhere or to destroy those who need not come attacks."""
    found = {s: frozenset(str(k.id) for k in scenario(s).sides if attacks(scenario(s), k.id)) for s in SCENARIOS.ids()}
    assert found["relief-of-kiev"] == {"german", "russian"}
    for german in ("first-panzer-army", "korsun-pocket", "lutezh-bridgehead", "vyazma"):
        assert found[german] == {"german"}, german
    for russian in set(found) - {"relief-of-kiev", "first-panzer-army", "korsun-pocket", "lutezh-bridgehead", "vyazma"}:
        assert found[russian] == {"russian"}, russian


@pytest.mark.parametrize("situation", ["korsun-pocket", "dnieper-bend"])
def test_nobody_is_set_up_where_he_could_not_get_out(situation: str) -> None:
    """Vehicles that the computer places stand in no woods without a road, and guns mostly in cover."""
    state = initial_state(scenario(situation))
    for side in state.situation.set_up:
        placed = [e for e in deploy(state, side, to_place(state, side), place_refusal) if isinstance(e, Placed)]
        for event in placed:
            type_ = state.type(event.unit)
            if type_.vehicular:
                assert event.hex not in dead_ends(state.situation, type_.mover), event
        guns = [e for e in placed if state.type(e.unit).attack and not state.type(e.unit).movement]
        assert sum(hides(state.cell(e.hex)) or e.inside for e in guns) >= len(guns) // 2


def _raider(turn: int, dare: float, goals: tuple[Goal, ...] = HUNT) -> Hex | None:
    """Where a tank in the woods ends its move, with a strong gun and a rifle company a good way off, in the open."""
    counters = {"tank": "g-pzkpfw-iv B5", "gun": "r-76mm-at L5", "other": "r-76mm-at L6", "rifle": "r-guards L6"}
    state = position(counters, board(terrain={"B5": "woods"}), step="first-vehicles", goals=goals, turns=10)
    state.turn, state.temper = turn, Temper(care=1.5, dare=dare)
    all_ordered(state)
    return state.units[UnitId("tank")].hex


def test_who_must_attack_shrinks_from_less_as_time_runs_out() -> None:
    """A side that is not ahead; who waits for the enemy has time, and so has everybody at the beginning."""
    gun = at("L5")
    careful, daring = _raider(6, 0.0), _raider(6, 1.0)
    assert careful is not None
    assert daring is not None
    assert distance(daring, gun) < distance(careful, gun)
    assert _raider(1, 1.0) == _raider(1, 0.0) == careful
    assert _raider(6, 1.0, WAIT) == _raider(6, 0.0, WAIT)


#: A column that comes on by one road, and an enemy who has his guns on the end of it.
ROAD_ON = {"entry": {"german": Entry(1, "gate", column=True)}, "areas": {"gate": frozenset((at("A5"),))}}


def test_who_would_drive_into_fire_waits_off_the_map_for_a_turn() -> None:
    """A wagon with a gun does not come on under three others; where nobody is it does, and so does a careless one."""
    foes = {"a": "r-76mm-at C5", "b": "r-76mm-at C4", "c": "r-guards D5"}
    counters = {"wagon": "g-wagons waits", "gun": "g-88mm waits", **foes}
    found = []
    for temper, enemy in ((Temper(wait=0.2, care=0.7), counters), (Temper(), counters)):
        state = position(enemy, board(road=["A5 B5 C4"]), step="first-vehicles", goals=HUNT, turns=10, **ROAD_ON)
        state.temper = temper
        found.append(not any(isinstance(order, Move) for order in all_ordered(state)))
    far = {"wagon": "g-wagons waits", "gun": "g-88mm waits", "foe": "r-76mm-at M5"}
    state = position(far, board(road=["A5 B5 C4"]), step="first-vehicles", goals=HUNT, turns=10, **ROAD_ON)
    state.temper = Temper(wait=0.2, care=0.7)
    found.append(not any(isinstance(order, Move) for order in all_ordered(state)))
    assert found == [True, False, False]


def _orders(
    counters: dict[str, str], spares: bool, goals: tuple[Goal, ...] = HUNT, **said: object
) -> list[type[Order]]:
    """The kinds of orders in the vehicles' step of one who spares his passengers or does not."""
    state = position(counters, step="first-vehicles", goals=goals, turns=10, **said)  # type: ignore[arg-type]
    state.temper = Temper(spares=spares)
    return [type(order) for order in all_ordered(state)]


def test_nobody_is_taken_up_who_would_get_off_again() -> None:
    """A company that is where victory wants it, however far the enemy is from there."""
    counters = {"truck": "g-truck C5", "rifle": "g-rifle C5", "foe": "r-rifle M5"}
    there = (Goal(GERMAN, Measure.PRESENCE, {Level.MARGINAL: 1}, "be there", area="there"),)
    areas = {"there": frozenset((at("C5"), at("C4")))}
    assert [Load in _orders(counters, spares, there, areas=areas) for spares in (False, True)] == [True, False]
    assert Load in _orders(counters, True)


def test_a_gun_gets_off_a_truck_in_danger() -> None:
    """Guards in the woods beside them have not been spotted: nothing to fire at, and both would be lost at once."""
    counters = {"truck": "g-truck E5", "gun": "g-75mm-at on truck", "foe": "r-guards G5"}
    shut = dict.fromkeys(("D5", "D6", "E4", "E6", "F5", "F6"), "swamp")
    ground = board(terrain={"G5": "woods", **shut})
    assert [Unload in _orders(counters, spares, ground=ground) for spares in (False, True)] == [False, True]


def test_mortars_get_off_a_tank_where_they_can_fire() -> None:
    """Not for an enemy nearby whom they do not see: the tank takes them farther."""
    counters = {"tank": "r-t-34c B5", "mortar": "r-82mm-mortar on tank", "foe": "g-truck J5"}
    found = []
    for spares, terrain in ((False, {"J5": "woods"}), (True, {"J5": "woods"}), (True, {})):
        state = position(counters, board(terrain=terrain), step="second-vehicles", goals=HUNTED, turns=10)
        state.temper = Temper(spares=spares)
        danger, prospects = danger_to(state, RUSSIAN), Prospects(state, RUSSIAN)
        tank = state.units[UnitId("tank")]
        found.append(why_off(state, tank, at("B5"), UnitId("mortar"), danger, prospects) != "")
    assert found == [True, False, True]


def test_whom_victory_counts_for_more_draws_who_attacks() -> None:
    """A command post that counts as five, rather than a rifle company that is a little nearer."""
    goals = (Goal(GERMAN, Measure.LOSSES, {Level.MARGINAL: 5}, "destroy", weights={"r-command-post": 5}),)
    counters = {"men": "g-rifle G5", "post": "r-command-post A5", "foe": "r-guards K5"}
    found = []
    for prize in (0.0, 2.0):
        state = position(counters, step="first-others", goals=goals, turns=10)
        state.temper = Temper(prize=prize, care=0.0)
        all_ordered(state)
        where = state.units[UnitId("men")].hex
        assert where is not None
        found.append(where.col - at("G5").col)
    assert found[0] >= 0 > found[1]


def test_empty_trucks_do_not_hurry_ahead_with_time_to_spare() -> None:
    """A truck that only has to be there at the end keeps out of fire as long as it has time; then it goes."""
    there = (Goal(GERMAN, Measure.PRESENCE, {Level.MARGINAL: 1}, "be there", area="there"),)
    areas = {"there": frozenset(Hex(13, r) for r in range(1, 10))}
    counters = {"truck": "g-truck A5", "foe": "r-76mm-at K3", "other": "r-76mm-at K8", "third": "r-76mm-at L3"}
    ground = board(road=["A5 B5 C5 D5 E5 F5 G5 H5 I5 J5 K5 L5 M5"])

    def goes(train: float, turn: int) -> bool:
        state = position(counters, ground, step="first-vehicles", goals=there, areas=areas, turns=10)
        state.turn, state.temper = turn, Temper(train=train, care=0.7)
        all_ordered(state)
        where = state.units[UnitId("truck")].hex
        return where is not None and where.col >= at("G1").col

    assert [goes(1.0, 1), goes(0.1, 1), goes(0.1, 10)] == [True, False, True]
