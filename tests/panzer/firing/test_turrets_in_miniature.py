"""Turrets that face a quarter of their own, in the miniatures edition: Fields-of-Fire, Overwatch, hits, adjustment."""

from __future__ import annotations

from typing import Any

import pytest

from content.panzer.scenarios.scenarios import scenario
from core.ai import player
from core.choice import Refusal
from core.dice import ScriptedDice, SeededDice
from core.event import SideId
from core.hexes import hex_from_id, within_range
from core.order import IllegalOrder
from core.panzer import sequence
from core.panzer.adjustment import pivots
from core.panzer.adjustment.orders import AdjustTurret, Pivot
from core.panzer.ap import reach
from core.panzer.ap.hits import Plate
from core.panzer.ap.terms import ap_terms
from core.panzer.chapters import BOOK
from core.panzer.direct_fire.orders import Pass
from core.panzer.direct_fire.step import resolve_next
from core.panzer.firing import aim, turret_fire
from core.panzer.firing.events import TurretTurned
from core.panzer.movement.events import MoveEnded
from core.panzer.movement.move import begin
from core.panzer.pieces.edition import MINIATURES
from core.panzer.pieces.movement import Rate
from core.panzer.pieces.turrets import Mount
from core.panzer.pieces.unit import Suppression
from core.panzer.pieces.weapons import FieldOfFire
from core.panzer.sight.spotting import looks_at
from core.panzer.sight.turrets import has_turret, traverse, ways
from core.panzer.state import PanzerState, initial_state
from core.play.game import Game
from core.replaced import replaced
from core.step_end import FinishStep
from tests.panzer.ap.in_miniature import SHOOTER, SU_85, T_34, TARGET, announced, posed, ruled

SOVIET, GERMAN = SideId("soviet"), SideId("german")
#: Quarters clockwise from the front; the target of `posed` lies to the north of the shooter, which faces it.
FRONT, RIGHT, REAR, LEFT = range(4)
#: Vehicles with a Fast, a Normal, a Slow turret and a turretless pivot gun.
FAST, NORMAL, SLOW, PIVOT = "s16-t-34-85-m44", T_34, "g21-pzkpfw-vi-e-tiger-i", "g68-2cm-flakvierling-zgkw-8t"


def laid(gun: str = NORMAL, turret: int = FRONT, **changes: Any) -> PanzerState:
    """A gun whose turret faces a quarter, with its target ahead."""
    state = posed(gun=gun)
    state.put(replaced(state.unit(SHOOTER), turret=turret, **changes))
    return state


def refusal(state: PanzerState, *, overwatch: bool) -> Refusal | None:
    shooter, target = state.unit(SHOOTER), state.unit(TARGET)
    return reach.reach_refusal(state, shooter, target, 0, "AP", overwatch=overwatch)


def overwatch(state: PanzerState) -> int | None:
    """The modifier of Overwatch Fire; None where it is not allowed."""
    if refusal(state, overwatch=True) is not None:
        return None
    told = ap_terms(state, announced(state), overwatch=True).tally.reasons
    return next(reason.amount for reason in told if reason.label.startswith("Overwatch"))


def plate(state: PanzerState) -> Plate:
    (found,) = ap_terms(state, announced(state), overwatch=False).plates.values()
    return found


# -- Fields-of-Fire --------------------------------------------------------------------------------


def test_who_has_a_turret() -> None:
    """min:8.2.1.1 to min:8.2.1.3: it faces the front to begin with; guns in hulls and on pivots have none."""
    states = [posed(gun=gun) for gun in (FAST, NORMAL, SLOW, PIVOT, SU_85)]
    assert [has_turret(state, state.unit(SHOOTER)) for state in states] == [True, True, True, False, False]
    assert {state.unit(SHOOTER).turret for state in states} == {FRONT}


@pytest.mark.parametrize("turret", [FRONT, RIGHT, REAR, LEFT])
def test_fire_goes_where_the_turret_faces_alone(turret: int) -> None:
    """min:8.2.1.1."""
    refused = refusal(laid(turret=turret), overwatch=False)
    assert (refused is None) == (turret == FRONT)
    if refused is not None:
        assert refused.rule == "min:8.2.1.1"


def test_the_quarters_share_out_all_hexes() -> None:
    """min:8.2.1.1, min:8.2.1.4, min:8.2.1.5: every hex is in the Field-of-Fire of one quarter; a hull that turns takes
    its turret along. Fixed guns have the quarter ahead or astern, 90 degrees of it."""
    middle = hex_from_id("E4")
    shooter = replaced(posed().unit(SHOOTER), hex=middle)
    state = posed()
    for hex_ in within_range(middle, 3):
        if hex_ == middle:
            continue
        for facing in range(6):
            bearing = [
                way
                for way in range(4)
                if turret_fire.bears(state, replaced(shooter, facing=facing, turret=way), FieldOfFire.ALL_ROUND, hex_)
            ]
            assert len(bearing) == 1
            front = aim.in_field_of_fire(FieldOfFire.FRONT, middle, facing, hex_, 90)
            rear = aim.in_field_of_fire(FieldOfFire.REAR, middle, facing, hex_, 90)
            assert (front, rear) == (bearing == [FRONT], bearing == [REAR])


def test_pivot_guns_fire_all_round() -> None:
    """min:8.2.1, min:8.2.1.2: and so do leg units, while guns are limited."""
    for card, allround in ((PIVOT, True), ("s57-rifle-squad-1-2-squad", True), ("na-2pdr-atg", False)):
        other = posed("advanced", gun=card, shooter={"facing": "S"})
        field = other.card(SHOOTER).weapons[0].field_of_fire
        assert turret_fire.bears(other, other.unit(SHOOTER), field, hex_from_id("E1")) == allround
    state = posed(gun=PIVOT, shooter={"facing": "S"})
    assert turret_fire.bears(state, state.unit(SHOOTER), FieldOfFire.ALL_ROUND, hex_from_id("E1"))


# -- Overwatch -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("gun", "turret", "amount"),
    [
        (FAST, FRONT, -1),
        (FAST, LEFT, -1),
        (FAST, REAR, -3),
        (NORMAL, FRONT, -1),
        (NORMAL, RIGHT, -3),
        (NORMAL, REAR, -5),
        (SLOW, FRONT, -1),
        (SLOW, RIGHT, -5),
        (SLOW, REAR, None),
    ],
)
def test_overwatch_by_traverse(gun: str, turret: int, amount: int | None) -> None:
    """min:8.4.2.9, min:8.4.2.10, min:8.4.2.10.3 to min:8.4.2.10.5, min:8.4.2.11, min:8.4.2.11.3 to min:8.4.2.11.5."""
    assert overwatch(laid(gun, turret)) == amount


def test_a_damaged_turret_is_slow() -> None:
    """min:8.4.7.4, min:8.2.1.1."""
    assert overwatch(laid(FAST, LEFT, damaged=True)) == -5
    assert overwatch(laid(FAST, REAR, damaged=True)) is None
    assert traverse(posed(), replaced(posed().unit(SHOOTER), track_hit=True)) is Mount.NORMAL  # min:8.4.5.3.3


@pytest.mark.parametrize(("facing", "amount"), [("N", -1), ("SE", -1), ("S", -1)])
def test_pivot_guns_watch_to_all_sides_alike(facing: str, amount: int) -> None:
    """min:8.2.1.2, min:8.4.2.10.6, min:8.4.2.11.6."""
    state = posed(gun=PIVOT, shooter={"facing": facing})
    told = turret_fire.overwatch_ap(state, state.unit(SHOOTER), FieldOfFire.ALL_ROUND, hex_from_id("E1"))
    assert told[1] == amount


@pytest.mark.parametrize(("facing", "field", "amount"), [("N", FieldOfFire.FRONT, -1), ("S", FieldOfFire.REAR, -1)])
def test_fixed_guns_watch_where_they_look(facing: str, field: FieldOfFire, amount: int) -> None:
    """min:8.4.2.11: one with a Rear Field-of-Fire alone has -1 in it; moving counts in addition."""
    state = posed(gun=SU_85, shooter={"facing": facing})
    told = turret_fire.overwatch_ap(state, state.unit(SHOOTER), field, hex_from_id("E1"))
    assert told[1] == amount
    moving = posed(gun=SU_85, command="MOVE", face="shown")
    amounts = [r.amount for r in ap_terms(moving, announced(moving), overwatch=True).tally.reasons]
    assert amounts.count(-1) == 1
    assert -2 in amounts


@pytest.mark.parametrize(("gun", "turret", "amount"), [(FAST, REAR, -10), (NORMAL, LEFT, -10), (SLOW, RIGHT, -20)])
def test_gp_overwatch_by_traverse(gun: str, turret: int, amount: int) -> None:
    """min:16.7.2.14, min:16.7.2.15."""
    state = laid(gun, turret)
    told = turret_fire.overwatch_gp(state, state.unit(SHOOTER), FieldOfFire.ALL_ROUND, hex_from_id("E1"))
    assert told[1] == amount


@pytest.mark.parametrize("hits", [True, False])
def test_a_turret_follows_its_overwatch_fire(hits: bool) -> None:
    """min:8.4.2.10.7: after the shot, whatever comes of it; the shot itself has the modifier of where it faced."""
    state = laid(NORMAL, LEFT)
    announced(state, overwatch=True)
    dice = ScriptedDice([1, 64] if hits else [100])
    for event in resolve_next(state, dice):
        BOOK.evolve(state, event)
        last = event
    assert last == TurretTurned(unit=SHOOTER, turret=FRONT)
    assert state.unit(SHOOTER).turret == FRONT


# -- hits --------------------------------------------------------------------------------------------


def test_the_turret_of_the_target_shows_its_own_side() -> None:
    """min:8.4.5.2: hull hits as found, turret hits by the wheel laid on the turret."""
    ahead, turned = posed(card=FAST, facing="S"), posed(card=FAST, facing="S")
    turned.put(replaced(turned.unit(TARGET), turret=RIGHT))
    here, there = plate(ahead), plate(turned)
    assert (here.locations[:4], there.locations[:4]) == (("TF",) * 4, ("TS",) * 4)
    assert here.locations[4:] == there.locations[4:]
    assert here.armor[4:] == there.armor[4:]
    assert there.armor[0] == turned.vehicle(TARGET).armor.side["TS"]


# -- what Suppressed vehicles see ----------------------------------------------------------------------


def test_a_suppressed_vehicle_looks_ahead_of_its_turret() -> None:
    """min:12.4.1.2."""
    there = hex_from_id("E1")
    ahead, aside = (laid(turret=way, suppression=Suppression.ON) for way in (FRONT, LEFT))
    assert looks_at(ahead, ahead.unit(SHOOTER), there)
    assert not looks_at(aside, aside.unit(SHOOTER), there)


# -- adjustment ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("gun", "found"), [(NORMAL, {0, 1, 2, 3}), (FAST, {0, 1, 2, 3}), (SLOW, {1, 0, 2}), (SU_85, set())]
)
def test_ways_to_turn(gun: str, found: set[int]) -> None:
    """min:10.2.1, min:10.2.2: Slow only to an adjacent Field-of-Fire."""
    state = laid(gun, RIGHT)
    assert set(ways(state, state.unit(SHOOTER))) == found


def adjusting(step: str, *modules: str, **stated: Any) -> Game[PanzerState]:
    """A game in a step of the Adjustment Phase."""
    return Game(ruled(*modules, step=step, **stated), SeededDice("adjusting"))


def test_turrets_are_turned_in_secret_once_both_have_ended_the_step() -> None:
    """min:10.2, min:3.6.2: in the Basic Game, whatever the vehicle has done; a second thought replaces the first."""
    game = adjusting(sequence.TURRETS)
    assert set(game.active) == {SOVIET, GERMAN}
    assert [c.pick for c in game.choices(SOVIET, ()).options] == [f"turret:{SHOOTER}", "finish-step"]
    assert len(game.choices(SOVIET, (f"turret:{SHOOTER}",)).options) == 4
    for way in (REAR, LEFT):
        game.submit(SOVIET, AdjustTurret(unit=SHOOTER, facing=way))
    game.submit(SOVIET, FinishStep())
    assert game.view(GERMAN).adjustment.turrets == {}
    assert game.state.unit(SHOOTER).turret == FRONT
    with pytest.raises(IllegalOrder):
        game.submit(SOVIET, AdjustTurret(unit=SHOOTER, facing=REAR))
    game.submit(GERMAN, FinishStep())
    assert game.state.unit(SHOOTER).turret == LEFT
    assert game.state.step != sequence.TURRETS


def test_a_turret_that_followed_its_overwatch_is_adjusted_all_the_same() -> None:
    """min:10.2.3: to any Field-of-Fire that is open to it, back to the front too."""
    game = adjusting(sequence.TURRETS, shooter={"turret": "Left Side"})
    BOOK.evolve(game.state, TurretTurned(unit=SHOOTER, turret=RIGHT))
    game.submit(SOVIET, AdjustTurret(unit=SHOOTER, facing=FRONT))
    for side in (SOVIET, GERMAN):
        game.submit(side, FinishStep())
    assert game.state.unit(SHOOTER).turret == FRONT


def test_a_slow_turret_is_refused_the_far_side() -> None:
    """min:10.2.2."""
    game = adjusting(sequence.TURRETS, gun=SLOW)
    with pytest.raises(IllegalOrder) as refused:
        game.submit(SOVIET, AdjustTurret(unit=SHOOTER, facing=REAR))
    assert refused.value.rule == "min:10.2.2"


def test_vehicles_pivot_that_made_no_use_of_their_move() -> None:
    """min:10.1: in the Basic Game; one that moved, one without MOVE and one with a Track hit do not."""
    state = posed()
    unit = state.unit(SHOOTER)
    assert not pivots.may_pivot(state, unit)
    state.moves = replaced(state.moves, unused=frozenset({SHOOTER}))
    assert pivots.may_pivot(state, unit)
    assert not pivots.may_pivot(state, replaced(unit, track_hit=True))
    assert not pivots.may_pivot(state, replaced(unit, bailed_out=True))


def test_a_move_that_stays_in_place_is_unused() -> None:
    """min:10.1: the vehicle may pivot, then turn its turret too (min:10.2.4)."""
    game = adjusting("second-move", shooter={"command": "MOVE"}, command="MOVE")
    while game.state.step in sequence.MOVE_STEPS:
        game.submit(game.active[0], FinishStep() if game.state.fire.window is None else Pass())
    assert game.state.step == sequence.PIVOT
    game.submit(SOVIET, Pivot(unit=SHOOTER, facing=3))
    for side in (SOVIET, GERMAN):
        game.submit(side, FinishStep())
    assert (game.state.unit(SHOOTER).facing, game.state.step) == (3, sequence.TURRETS)
    game.submit(SOVIET, AdjustTurret(unit=SHOOTER, facing=RIGHT))


@pytest.mark.parametrize(("spent", "unused"), [(0, True), (3, False)])
def test_who_has_spent_his_allowance_in_place_has_used_his_move(spent: int, unused: bool) -> None:
    """min:10.1, min:17.2.2.3.1: a search for Hull Down, or what passengers cost."""
    game = adjusting("first-move", shooter={"command": "MOVE"})
    state = game.state
    state.moves = replaced(state.moves, active=replaced(begin(state, SHOOTER, Rate.CROSS_COUNTRY), spent=spent))
    BOOK.evolve(state, MoveEnded(unit=SHOOTER))
    assert (SHOOTER in state.moves.unused) is unused


def test_suppressed_units_do_not_pivot() -> None:
    """min:19.1, min:11.7.1, min:12.4.3.2."""
    gun = {"id": "g2", "card": "na-2pdr-atg", "side": "german", "hex": "B2", "facing": "S"}
    state = posed("leg-and-towed", others=(gun,))
    unit = state.unit("g2")
    assert pivots.may_pivot(state, unit)
    assert not pivots.may_pivot(state, replaced(unit, suppression=Suppression.ON))
    state.moves = replaced(state.moves, unused=frozenset({SHOOTER}))
    vehicle = state.unit(SHOOTER)
    assert pivots.may_pivot(state, vehicle)
    assert not pivots.may_pivot(state, replaced(vehicle, suppression=Suppression.OFF))


def test_the_computer_turns_its_turrets_to_the_enemy() -> None:
    """min:10.2.1: where the nearest enemies are that it could fire at."""
    game = adjusting(sequence.TURRETS, shooter={"facing": "SE", "turret": "Right Side"})
    computer, given = player("greedy", "turrets"), []
    while SOVIET in game.active:
        order = computer.order(game.system, game.view(SOVIET), SOVIET)
        given.append(order.name)
        game.submit(SOVIET, order)
    assert given == ["adjust-turret", "finish-step"]
    game.submit(GERMAN, FinishStep())
    state = game.state
    assert turret_fire.bears(state, state.unit(SHOOTER), FieldOfFire.ALL_ROUND, hex_from_id("E1"))


def test_the_hex_edition_has_none_of_it() -> None:
    """na:4.4.3.1.1: turrets fire all round, and the sequence of play knows no step for them."""
    state = initial_state(scenario("the-bridge"))
    assert not any(has_turret(state, unit) for unit in state.units.values())
    ids = [step.id for step in sequence.steps(frozenset())]
    assert not {sequence.PIVOT, sequence.TURRETS} & set(ids)
    ids = [step.id for step in sequence.steps(frozenset(), MINIATURES)]
    assert ids[ids.index(sequence.PIVOT) + 1] == sequence.TURRETS


def test_a_turret_that_is_turned_is_told() -> None:
    """min:8.2.1.1: on the map by an arrow, on the panel of the unit in words."""
    rules = ruled(shooter={"turret": "Left Side"})
    face = rules.face
    counter = next(c for c in face.counters(rules.start) if c.id == SHOOTER)
    assert [(mark.glyph, mark.meaning) for mark in counter.marks if mark.id == "turret"] == [
        ("←", "turret to the Left Side")
    ]
    told = face.unit_card(rules.start, SHOOTER).sections[0].rows
    assert (
        next(row.text for row in told if row.label == "Turret") == "faces the Left Side Field-of-Fire, Normal traverse"
    )
