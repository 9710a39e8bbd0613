"""The greedy computer player in small positions where the right order is clear."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from content.panzer.cards import cards
from core.board import Board
from core.dice import SeededDice
from core.event import UnitId
from core.hexes import Hex, distance, off_axis
from core.order import Order
from core.panzer import sequence
from core.panzer.chapters import BOOK
from core.panzer.direct_fire import orders as direct_fire_orders
from core.panzer.movement import move
from core.panzer.movement import orders as movement_orders
from core.panzer.opponent.commands import planned
from core.panzer.opponent.goals import Goal, goals_of
from core.panzer.opponent.judgement import best_order
from core.panzer.opponent.prospects import HARMED, Chance, fate_of
from core.panzer.opponent.turns import turns_to
from core.panzer.pieces.course import Occupation
from core.panzer.pieces.direct_fire import Window
from core.panzer.pieces.movement import ActiveMove, Rate
from core.panzer.pieces.scenario import Scenario, ScenarioSide, ScenarioUnit, Victory
from core.panzer.pieces.unit import Command, CommandFace, Unit
from core.panzer.sight.relief import sees
from core.panzer.sight.spotting import spotting_phase
from core.panzer.state import PanzerState, initial_state
from core.panzer.system import Panzer
from core.replaced import replaced
from core.setting import Exit, Objective, VictoryLevel
from tests.core.positions import SCENARIOS, played
from tests.panzer.movement.movement_boards import MINE, TABLES, THEIRS, at, board

PANZER_IV, PANZER_III = "g17-pzkpfw-iv-g", "g12-pzkpfw-iii-m"
CRUISER, ITALIAN, LIGHT = "na-a13-mk-ii", "na-m13-40", "s4-t-60-m42"
N, S = 0, 3

Placing = tuple[str, str, int]


def position(
    mine: Iterable[Placing],
    theirs: Iterable[Placing],
    *,
    on: Board | None = None,
    objective: str = "",
    exit_: str = "",
    turn: int = 2,
    turns: int = 12,
    step: str = sequence.COMMANDS,
) -> PanzerState:
    """A view of MINE after the Spotting Phase: units m1, m2 ... and t1, t2 ..., each a card, a hex and a facing."""
    units = [
        ScenarioUnit(UnitId(f"{side[0]}{i}"), cards.vehicle(c), side, f"{side} {i}", "", hex=at(h), facing=f, value=60)
        for side, placed in ((MINE, mine), (THEIRS, theirs))
        for i, (c, h, f) in enumerate(placed, 1)
    ]
    scenario = Scenario(
        id="test",
        title="Test",
        place="",
        date="",
        turns=turns,
        board=on or board(20, 20),
        tables=TABLES,
        sides=(ScenarioSide(MINE, "Mine", "german", "a", ""), ScenarioSide(THEIRS, "Theirs", "british", "b", "")),
        units=tuple(units),
        zones={},
        objectives=(Objective("hill", "Hill", (at(objective),), 100),) if objective else (),
        exits=(Exit("road", "Road", MINE, (at(exit_),), share=100),) if exit_ else (),
        victory=Victory(levels=(VictoryLevel(50, "Victory"),)),
    )
    state = initial_state(scenario)
    state.turn, state.step = turn, step
    state.commands = replaced(state.commands, first_player=MINE)
    BOOK.evolve(state, spotting_phase(state))
    return state


def unit(state: PanzerState, id_: str) -> Unit:
    return state.units[UnitId(id_)]


def command_of(state: PanzerState, id_: str) -> Command:
    return planned(state, MINE)[UnitId(id_)]


def ordered(state: PanzerState) -> Order:
    """What the player orders; it must be legal."""
    order = best_order(state, MINE, SeededDice("judgement"))
    Panzer(state.scenario, {}).check(state, MINE, order)
    return order


def firing(state: PanzerState, *shooters: str) -> PanzerState:
    """The same in the First Player's fire, with FIRE commands."""
    state.step = sequence.FIRST_FIRE
    for id_ in shooters:
        state.change(UnitId(id_), command=Command.FIRE)
    return state


def moved(state: PanzerState, id_: str) -> tuple[Hex, int]:
    """Where a unit with a MOVE is ordered to end its move, and how it faces then."""
    state.step = sequence.FIRST_MOVE
    state.change(UnitId(id_), command=Command.MOVE)
    order = ordered(state)
    assert isinstance(order, movement_orders.Move)
    results = move.check_move(state, UnitId(id_), order.rate, order.steps, order.end)
    hex_ = results[-1].hex if results else unit(state, id_).hex
    assert hex_ is not None
    return hex_, results[-1].facing if results else unit(state, id_).facing


# -- fire ----------------------------------------------------------------------------------------


def test_a_damaged_enemy_is_finished() -> None:
    """na:4.4.3.2.6a: of two equal targets that a hit only damages, the damaged one is fired at."""
    state = position([(CRUISER, "J14", N)], [(ITALIAN, "I6", S), (ITALIAN, "K6", S)])
    state.change(UnitId("t2"), damaged=True)
    order = ordered(firing(state, "m1"))
    assert isinstance(order, direct_fire_orders.Fire)
    assert order.target == "t2"


def test_fire_is_shared_out_without_overkill() -> None:
    """na:4.4.1e: three sure shots at two targets are not all given to one of them."""
    state = position(
        [(PANZER_IV, "I10", N), (PANZER_IV, "J10", N), (PANZER_IV, "K10", N)], [(LIGHT, "I7", S), (LIGHT, "K7", S)]
    )
    order = ordered(firing(state, "m1", "m2", "m3"))
    assert isinstance(order, direct_fire_orders.Fire)
    assert len(order.shots) < 3


def test_hopeless_fire_is_not_commanded() -> None:
    """na:4.4.3.2.5: a gun that cannot pierce the armor it faces stays silent and unseen."""
    state = position([(LIGHT, "J14", N)], [(PANZER_IV, "J9", S)])
    assert command_of(state, "m1") not in (Command.FIRE, Command.SHORT_HALT)


def test_good_fire_is_commanded() -> None:
    """na:4.2.1e: an easy target in sight is fired at."""
    state = position([(PANZER_IV, "J12", N)], [(LIGHT, "J8", S)])
    assert command_of(state, "m1") is Command.FIRE


def test_a_second_damage_counts_as_elimination() -> None:
    """na:4.4.3.2.6a: fate after two hits that damage."""
    state = position([(CRUISER, "J14", N)], [(ITALIAN, "J6", S)])
    fate = fate_of(unit(state, "t1")).after(Chance(1.0, 0.0))
    assert fate.worth == HARMED
    assert fate.after(Chance(1.0, 0.0)).alive == 0


# -- objectives ----------------------------------------------------------------------------------


def test_an_objective_is_held_until_it_is_captured() -> None:
    """na:3.6b: who stands on it at the start of a turn stays to its end."""
    state = position([(PANZER_IV, "J10", N)], [(PANZER_III, "J18", N)], objective="J10")
    state.objectives = replaced(state.objectives, occupation={"hill": Occupation(MINE, 0)})
    assert command_of(state, "m1") is not Command.MOVE


def test_an_objective_is_entered_in_time() -> None:
    """na:3.6b: the last turn but one is the last to arrive in for one complete turn."""
    state = position([(PANZER_IV, "J12", N)], [], objective="J10", turn=11, turns=12)
    assert command_of(state, "m1") is Command.MOVE
    assert moved(state, "m1")[0] == at("J10")


def test_the_last_turn_is_too_late_to_arrive() -> None:
    """na:3.6b: no complete turn is left, so that a good shot goes before an empty objective."""
    state = position([(PANZER_IV, "J12", N)], [(LIGHT, "J4", S)], objective="J10", turn=12, turns=12)
    assert command_of(state, "m1") is Command.FIRE


def test_units_close_with_a_far_objective() -> None:
    """na:3.6: with nobody in sight a unit goes for the objective, along the road at its rate."""
    on = board(20, 20, road=[" ".join(f"J{r}" for r in range(2, 20))])
    state = position([(PANZER_IV, "J18", N)], [], on=on, objective="J4", turn=1)
    assert command_of(state, "m1") is Command.MOVE
    assert distance(moved(state, "m1")[0], at("J18")) > 6


def test_a_vehicle_leaves_for_points() -> None:
    """na:4.5.1.1.9: where leaving scores the value of a unit, it leaves."""
    state = position([(ITALIAN, "J19", S)], [], exit_="J20")
    assert command_of(state, "m1") is Command.MOVE
    state.step = sequence.FIRST_MOVE
    state.change(UnitId("m1"), command=Command.MOVE)
    order = ordered(state)
    assert isinstance(order, movement_orders.Move)
    assert order.steps[-1] == "X"


def test_goals_are_shared_out() -> None:
    """na:3.6: each has a goal, and the way to it takes no longer along a road."""
    state = position([(PANZER_IV, "J12", N), (PANZER_III, "K12", N)], [(LIGHT, "A1", S)], objective="J10")
    goals = goals_of(state, MINE)
    assert set(goals) == {"m1", "m2"}
    assert any(goal.objective == "hill" for goal in goals.values())
    times = turns_to(state, cards.vehicle(PANZER_IV), Goal(frozenset({at("J10")}), 0, 0).hexes)
    assert times.get(at("J10")) == 0
    assert times.get(at("J13")) == 1


# -- movement ------------------------------------------------------------------------------------


def test_the_front_is_kept_towards_the_threat() -> None:
    """na:4.4.3.2.4: a move in the enemy's sight ends with the front armor towards him."""
    state = position([(PANZER_III, "J14", S)], [(CRUISER, "J5", S)], objective="J15")
    hex_, facing = moved(state, "m1")
    assert off_axis(hex_, facing, at("J5"))[0] > 0


def test_one_vehicle_does_not_go_out_before_five_guns() -> None:
    """na:4.5b: early in the game a lone vehicle stays behind the wood that hides it."""
    wood = {f"{c}10": "woods" for c in "FGHIJKLMN"} | {f"{c}9": "woods" for c in "FGHIJKLMN"}
    guns = [(PANZER_IV, f"{c}3", S) for c in "HIJKL"]
    state = position([(CRUISER, "J13", N)], guns, on=board(20, 20, terrain=wood), objective="J6", turn=1, turns=20)
    hex_, _ = moved(state, "m1")
    assert sum(sees(state.board, TABLES, at(h), hex_) for _, h, _ in guns) < 3


def test_a_vehicle_damaged_among_the_enemy_falls_back() -> None:
    """na:4.5.1.1.10: without allowance to go on, its move ends in the last hex without an enemy."""
    state = position([(PANZER_IV, "J12", N)], [(LIGHT, "J12", S)], step=sequence.FIRST_MOVE)
    m1 = UnitId("m1")
    state.change(m1, command=Command.MOVE, command_face=CommandFace.REVEALED, damaged=True)
    move = ActiveMove(
        m1,
        Rate.CROSS_COUNTRY,
        at("J13"),
        spent=3,
        hexes=1,
        came_from=at("J13"),
        retreat=at("J13"),
        steps=("F",),
        damaged_after=3,
    )
    state.moves = replaced(state.moves, active=move)
    rules = Panzer(state.scenario, {})
    order = ordered(state)
    for event in rules.decide(state, MINE, order, SeededDice("back")):
        rules.evolve(state, event)
    for event in rules.advance(state, SeededDice("back")):
        rules.evolve(state, event)
        if event.name == "move-ended":
            break
    assert unit(state, "m1").hex == at("J13")


# -- overwatch -----------------------------------------------------------------------------------


def watching(mine: Placing, mover: Placing, *, left: int = 0) -> PanzerState:
    """A chance for the Overwatch of m1 at t1, which has so much of its move left."""
    state = position([mine], [mover], step=sequence.SECOND_MOVE)
    state.change(UnitId("m1"), command=Command.OVERWATCH)
    state.change(UnitId("t1"), command=Command.MOVE, command_face=CommandFace.REVEALED)
    state.fire = replaced(state.fire, window=Window(acting=MINE, mover=UnitId("t1")))
    allowance = cards.vehicle(mover[0]).move[0]
    move = ActiveMove(UnitId("t1"), Rate.CROSS_COUNTRY, at(mover[1]), spent=allowance - left, hexes=1)
    state.moves = replaced(state.moves, active=move)
    return state


def test_a_good_overwatch_shot_is_taken() -> None:
    """na:4.5b: a light tank that stops before a good gun is fired at."""
    order = ordered(watching((PANZER_IV, "J12", N), (LIGHT, "J7", S)))
    assert isinstance(order, direct_fire_orders.OverwatchFire)
    assert order.target == "t1"


def test_a_hopeless_overwatch_shot_is_kept() -> None:
    """na:4.2d: what cannot be pierced is let pass."""
    assert isinstance(ordered(watching((LIGHT, "J12", N), (PANZER_IV, "J8", S))), direct_fire_orders.Pass)


def test_overwatch_waits_for_a_vehicle_that_comes_nearer() -> None:
    """na:4.5b: just outside a range band the shot is kept as long as the vehicle comes on."""
    coming = watching((CRUISER, "J15", N), (ITALIAN, "J6", S), left=3)
    assert isinstance(ordered(coming), direct_fire_orders.Pass)
    assert isinstance(ordered(watching((CRUISER, "J15", N), (ITALIAN, "J7", S))), direct_fire_orders.OverwatchFire)


# -- chance --------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_same_view_gives_the_same_order(scenario: str) -> None:
    """The player draws no chance but from its own dice."""
    game = played(scenario, "same", orders=60)
    side = game.active[0]
    orders = [best_order(game.view(side), side, SeededDice("x")) for _ in range(2)]
    assert orders[0] == orders[1]
