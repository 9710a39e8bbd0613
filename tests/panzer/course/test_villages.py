"""Villages that score by the building, edges that must be held, and where units may begin (min:23.3.4, min:23.3.5)."""

from __future__ import annotations

import pytest

from content.panzer.scenarios.scenarios import scenario
from core.event import SideId, UnitId
from core.hexes import Hex, opposite
from core.panzer.course.events import ObjectiveCaptured, UnitSheltered
from core.panzer.course.evolve import APPLY
from core.panzer.course.sheltering import beginnings, sheltered
from core.panzer.course.victory import standing
from core.panzer.ground.positions import improved, position_of
from core.panzer.ground.terrain import may_stand, may_start
from core.panzer.pieces.cards import LegStep
from core.panzer.pieces.course import Start
from core.panzer.pieces.unit import HullDown, Presence
from core.panzer.pieces.works import WorkKind
from core.panzer.state import PanzerState, initial_state

GERMAN, SOVIET = SideId("german"), SideId("soviet")


def points(state: PanzerState, side: SideId, label: str) -> int:
    rows = [row for row in standing(state, side).parts if row.label.startswith(label)]
    return sum(int(row.text) for row in rows)


def capture(state: PanzerState, side: SideId, number: int) -> None:
    village = state.scenario.villages[0]
    for building in sorted(village.buildings)[:number]:
        event = ObjectiveCaptured(objective=building, side=side)
        APPLY[ObjectiveCaptured](state, event)


@pytest.mark.parametrize(
    ("name", "taker", "needed", "of", "vp"),
    [
        ("turning-tide", SOVIET, 7, 10, 725),
        ("ponyri", GERMAN, 8, 12, 1250),
    ],
)
def test_a_village_scores_for_who_controls_enough_buildings(
    name: str, taker: SideId, needed: int, of: int, vp: int
) -> None:
    game = scenario(name)
    village = game.villages[0]
    assert (village.needed, len(village.buildings), village.vp) == (needed, of, vp)
    holder = game.enemy(taker)
    for taken in range(of + 1):
        state = initial_state(game)
        capture(state, taker, taken)
        assert points(state, holder, village.name) == (vp if of - taken >= needed else 0)
        assert points(state, taker, village.name) == (vp if taken >= needed else 0)


def left(state: PanzerState, *units: UnitId) -> None:
    for unit in units:
        state.change(unit, presence=Presence.EXITED, hex=None, left_from=state.scenario.exits[0].hexes[0])


def test_an_edge_is_held_until_too_many_have_left() -> None:
    """min:23.3.5: 300 points for 10 or fewer combat units; each scores its value, what cannot fight nothing."""
    game = scenario("ponyri")
    state = initial_state(game)
    able = game.combat_units[GERMAN]
    unable = [u.id for u in game.units if u.card.id.startswith("g72-")]
    left(state, *unable, *able[:10])
    assert points(state, SOVIET, "The southern edge held") == 300
    gone = sum(game.by_id[u].value for u in able[:10])
    assert sum(int(row.text) for row in standing(state, GERMAN).parts if "left through" in row.label) == gone
    left(state, able[10])
    assert points(state, SOVIET, "The southern edge held") == 0


@pytest.mark.parametrize("name", ["ponyri", "ponyri-50m"])
def test_a_squad_that_leaves_reduced_scores_as_the_half_squad_that_it_is(name: str) -> None:
    """min:23.2.4.2, min:22.2.2: the points of the unit that has left; what a whole squad is worth is that of two."""
    game = scenario(name)
    state = initial_state(game)
    squad = next(u for u in game.units if u.side == GERMAN and u.half_value)
    left(state, squad.id)
    scored = [int(row.text) for row in standing(state, GERMAN).parts if "left through" in row.label]
    assert scored == [squad.value]
    state.change(squad.id, size=LegStep.HALF_SQUAD)
    scored = [int(row.text) for row in standing(state, GERMAN).parts if "left through" in row.label]
    assert scored == [squad.half_value]
    assert squad.half_value < squad.value


def begun(state: PanzerState, unit: UnitId, hex_: Hex) -> UnitSheltered | None:
    state.change(unit, hex=hex_, facing=0, presence=Presence.ON_MAP)
    shelter = beginnings(state, state.units[unit].side).get(unit)
    if shelter is None:
        return None
    event = sheltered(state, unit, shelter)
    APPLY[UnitSheltered](state, event)
    return event


def named(state: PanzerState, name: str) -> UnitId:
    return next(u.id for u in state.scenario.units if u.name == name)


def of(state: PanzerState, *terrain: str) -> Hex:
    return next(h for h, c in sorted(state.board.cells.items()) if c.terrain in terrain and not c.routes)


def test_units_begin_inside_or_in_positions_of_their_own() -> None:
    """min:23.3.5.a"""
    state = initial_state(scenario("ponyri"))
    house, field = of(state, "wood-building"), of(state, "clear")
    tank, gun, squad, heavy = (named(state, name) for name in ("KV-1 1", "57 mm 1", "Rifle 1", "SU-152 1"))
    begun(state, tank, field)
    assert state.units[tank].hull_down is HullDown.FULL
    begun(state, squad, field)
    held = position_of(state, state.units[squad])
    assert held is not None
    assert held.kind is WorkKind.HASTY
    begun(state, heavy, field)
    work = improved(state, state.units[heavy])
    assert work is not None
    assert work.open == opposite(0)
    begun(state, gun, field)
    assert improved(state, state.units[gun]) is not None
    indoors = named(state, "KV-1 2")
    event = begun(state, indoors, house)
    assert event is not None
    assert event.start is Start.INSIDE
    assert state.units[indoors].inside
    assert state.units[indoors].hull_down is None
    assert begun(state, named(state, "HQ IV/H 1"), field) is None


def test_who_may_begin_inside_is_set_up_where_others_may_not_stand() -> None:
    """min:23.3.4.a: guns in Heavy Woods and in buildings; the flak on its half-track in neither."""
    state = initial_state(scenario("turning-tide"))
    woods, house = of(state, "heavy-woods"), of(state, "stone-building")
    gun, flak = named(state, "PaK 40 1"), named(state, "2 cm Flak")
    assert not may_stand(state, gun, woods)
    assert may_start(state, gun, woods)
    assert may_start(state, gun, house)
    assert not may_start(state, flak, woods)


def test_eight_positions_are_named_of_which_the_player_may_give_each_to_another() -> None:
    """min:23.3.5"""
    game = scenario("ponyri")
    assert game.side(SOVIET).positions == {Start.IMPROVED: 8}
    assert sum(u.starts[1:2] == (Start.IMPROVED,) for u in game.units) == 8
    to_place = [u for u in game.units if u.side == SOVIET and u.starts]
    assert len(to_place) == 32
    assert all(Start.IMPROVED in u.starts for u in to_place)
