"""GP fire of the miniatures edition: what counts against indirect fire, cover, results against vehicles and terrain."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from content.panzer.situations.situation import situation
from core.board import Cell
from core.dice import ScriptedDice
from core.event import UnitId
from core.hexes import hex_from_id
from core.panzer.chapters import BOOK
from core.panzer.course.events import StepBegun
from core.panzer.gp.attack import FiredBy, resolve_strikes
from core.panzer.gp.defense import gp_defense
from core.panzer.gp.events import SmokeFired
from core.panzer.gp.evolve import apply_result
from core.panzer.gp.fire import gp_terms, possible
from core.panzer.gp.modifiers import amounts, condition_tally, target_tally
from core.panzer.gp.strike import resolve, strike_terrain
from core.panzer.ground.cover import combat_cover_of, spotting_cover_of
from core.panzer.ground.positions import victims
from core.panzer.indirect.impact import firing, unit_strikes
from core.panzer.losses import seen_as_small_arms, shot_done
from core.panzer.pieces.clouds import Cloud, CloudKind
from core.panzer.pieces.firing import GP, Shot
from core.panzer.pieces.gp import GpOutcome
from core.panzer.pieces.missions import Aim, FireType, Mission
from core.panzer.pieces.results import Result
from core.panzer.pieces.tables import Cover
from core.panzer.pieces.unit import Spot, Wreck
from core.panzer.pieces.works import FALLEN, Work, WorkKind, ground
from core.panzer.state import PanzerState
from core.replaced import replaced
from core.tally import NOTHING

T_34, PANZER_IV, SQUAD = "s15-t-34-76-m43", "g18-pzkpfw-iv-h", "s57-rifle-squad-1-2-squad"
GUN = "s46-45mm-m37-atg"


def posed(*units: dict[str, Any], rows: tuple[str, ...] = (". " * 20,) * 4, **more: Any) -> PanzerState:
    stated = {
        "edition": "miniatures",
        "modules": ["advanced"],
        "board": {"grid": "\n".join(rows)},
        "unit": list(units),
        "situation": {"step": "first-fire", "first": "soviet"},
        **more,
    }
    return situation(stated, "x", "x", "x.toml").start.copy()


def unit(id_: str, card: str, hex_: str, **more: Any) -> dict[str, Any]:
    return {"id": id_, "card": card, "hex": hex_, **more}


def mission(state: PanzerState, *, planned: bool = False) -> Mission:
    """Mortar fire that g9 calls onto E2."""
    aim = Aim(hex_from_id("E2"), FireType.GP)
    return Mission(1, state.units[UnitId("g1")].side, aim, (UnitId("g1"),), None if planned else UnitId("g9"))


def called() -> PanzerState:
    return posed(
        unit("g1", "g86-8cm-grw-34-mortar-section", "J2", command="FIRE"),
        unit("g9", "g85-rifle-squad-1-2-squad", "Q2"),
        unit("s1", T_34, "E2", command="MOVE", face="revealed"),
        unit("s2", T_34, "F2", command="MOVE", face="revealed"),
    )


def tells(state: PanzerState, struck: str, **how: Any) -> dict[str, int]:
    """The modifiers of mortar fire at E2 on a unit, by their rule."""
    one = mission(state, **how)
    strike = unit_strikes(state, one, firing(state, one, UnitId("g1")), UnitId(struck))[0]
    return {reason.rule: reason.amount for reason in strike.tally.reasons}


def test_a_vehicle_counts_as_moving_at_the_target_point_alone() -> None:
    """min:16.7.2.1: not beside it in the SHEAF, and not against planned fire; min:16.7.2.3 for both."""
    state = called()
    assert tells(state, "s1") == {"min:16.7.2.1": -20, "min:16.7.2.3": -20}
    assert tells(state, "s2") == tells(state, "s1", planned=True) == {"min:16.7.2.3": -20}


def hung(state: PanzerState, kind: CloudKind, *hexes: str, **more: Any) -> None:
    cloud = Cloud(kind, frozenset(map(hex_from_id, hexes)), fresh=False, **more)
    state.counters = replaced(state.counters, clouds=(*state.counters.clouds, cloud))


def test_what_hangs_over_the_target_point_hinders_called_fire() -> None:
    """min:16.7.2.9, min:16.7.2.10, min:16.7.2.11: Brew-Up Smoke, Smoke, Barrages, each; nothing beside it."""
    state = called()
    hung(state, CloudKind.SMOKE, "E2", open=True)
    hung(state, CloudKind.BARRAGE, "E2", "D2", open=True)
    hung(state, CloudKind.SMOKE, "G2", "H2")
    state.counters = replaced(state.counters, wrecks={hex_from_id("E2"): Wreck.BU})
    found = tells(state, "s1")
    assert (found["min:16.7.2.9"], found["min:16.7.2.10"], found["min:16.7.2.11"]) == (-10, -10, -5)
    for free in (tells(state, "s2"), tells(state, "s1", planned=True)):
        assert not {"min:16.7.2.9", "min:16.7.2.10", "min:16.7.2.11"} & set(free)


def test_a_barrage_does_not_hinder_its_own_mission() -> None:
    """min:16.7.2.11: what the mission lays itself is no Barrage in its way."""
    state = called()
    hung(state, CloudKind.BARRAGE, "E2", open=True)
    assert "min:16.7.2.11" not in tells(state, "s1")


def test_a_fire_in_the_sight_of_the_observer_hinders_all_of_the_sheaf() -> None:
    """min:16.7.2.15a: for indirect fire the line of sight of the observer is the one that is checked."""
    state = called()
    hung(state, CloudKind.FIRE, "M2")
    assert tells(state, "s1")["min:16.7.2.15a"] == tells(state, "s2")["min:16.7.2.15a"] == -20
    assert "min:16.7.2.15a" not in tells(state, "s1", planned=True)


@pytest.mark.parametrize(("observer", "haze"), [("S2", False), ("U2", True)])
def test_heat_haze_is_measured_from_the_observer_to_the_target_point(observer: str, haze: bool) -> None:
    """min:16.7.2.6a: more than 15 inches for a vehicle."""
    state = posed(
        unit("g1", "g86-8cm-grw-34-mortar-section", "J2", command="FIRE"),
        unit("g9", "g85-rifle-squad-1-2-squad", observer),
        unit("s1", T_34, "E2"),
        rows=(". " * 22,) * 4,
        modules=["advanced", "heat-haze"],
    )
    assert ("min:16.7.2.6a" in tells(state, "s1")) is haze


def test_a_damaged_shooter_has_twenty_less() -> None:
    """min:16.7.2.7: whatever is damaged."""
    state = posed(unit("s1", T_34, "A1", damaged=True))
    reason = condition_tally(state, state.units[UnitId("s1")]).reasons[0]
    assert (reason.amount, reason.rule) == (-20, "min:16.7.2.7")


def test_a_short_halt_costs_ten() -> None:
    """min:16.7.2.6; MIN-16.7.2-a: -20 against an A-Type, -10."""
    state = posed(unit("g1", PANZER_IV, "A1", facing="SE", command="SHORT HALT"), unit("s1", T_34, "C1"))
    terms = gp_terms(state, Shot(UnitId("g1"), UnitId("s1"), 0, GP), overwatch=False)
    found = {reason.rule: reason.amount for reason in terms.strikes[0].tally.reasons}
    assert (found["min:16.7.2.6"], found["min:16.7.2.3"]) == (-10, -20)


@pytest.mark.parametrize(
    ("row", "more", "defense"),
    [("w", {}, 6), ("w", {"command": "MOVE"}, 4), ("w", {"full_cover": True}, 8), (".", {}, 2)],
)
def test_gp_defense_by_cover_full_cover_and_movement(row: str, more: dict[str, Any], defense: int) -> None:
    """min:16.7.3.2.1, MIN-16.7.3.2.1-b: Medium 6, moving -2; Full Cover +2 for all."""
    state = posed(unit("s1", SQUAD, "A1", face="revealed", **more), rows=(row,))
    assert gp_defense(state, UnitId("s1")).total == defense


def test_wrecks_and_blocks_shelter_who_is_next_to_them() -> None:
    """min:16.7.3.2.4: Light Cover, whichever way it lies; not two hexes off, and not for a vehicle."""
    state = posed(unit("s1", SQUAD, "B2"), unit("s2", SQUAD, "E2"))
    bare, light = gp_defense(state, UnitId("s1")).total, 4
    state.counters = replaced(state.counters, wrecks={hex_from_id("C2"): Wreck.KO})
    assert bare == gp_defense(state, UnitId("s2")).total == 2
    assert gp_defense(state, UnitId("s1")).total == light


@pytest.mark.parametrize(
    ("card", "beside", "cover"),
    [
        (SQUAD, "block", Cover.LIGHT),
        (GUN, "block", Cover.LIGHT),  # min:5.5.1.1: for combat and spotting, not for leg units alone
        (T_34, "block", Cover.NONE),
        (SQUAD, "wreck", Cover.LIGHT),
        (GUN, "wreck", Cover.LIGHT),
        (T_34, "wreck", Cover.NONE),
    ],
)
def test_whom_a_block_or_a_wreck_beside_them_shelters(card: str, beside: str, cover: Cover) -> None:
    """min:16.7.3.2.4, min:5.5.1.1: leg and towed units alike; a vehicle has the Cover of its own ground alone."""
    more: dict[str, Any] = {"counter": [{"kind": "block", "hexes": "C2"}]} if beside == "block" else {}
    state = posed(unit("s1", card, "B2"), unit("s2", card, "E2"), unit("g1", PANZER_IV, "J2"), **more)
    if beside == "wreck":
        state.counters = replaced(state.counters, wrecks={hex_from_id("C2"): Wreck.KO})
    near, far = state.units[UnitId("s1")], state.units[UnitId("s2")]
    assert spotting_cover_of(state, near) is combat_cover_of(state, near) is cover
    assert spotting_cover_of(state, far) is combat_cover_of(state, far) is Cover.NONE


@pytest.mark.parametrize(
    ("row", "counter", "modifier"),
    [
        ("W W W W W W", [], 0),
        ("W t W W W W", [], -20),
        ("W W W W W W", [{"kind": "improved-position", "hexes": "B2", "units": ["s1"]}], -20),
        ("W w W W W W", [], -10),
    ],
)
@pytest.mark.parametrize("edition", ["miniatures", "hex"])
def test_heavy_cover_of_vehicles_is_built(row: str, counter: list[dict[str, Any]], modifier: int, edition: str) -> None:
    """min:16.7.2.5: Stone Buildings and Improved Positions alone; on a road through Heavy Woods nothing counts against
    GP fire, where the hex edition asks for no more than the Cover of the terrain (na:6.5.4.3c)."""
    road = {"grid": ". . . . . .\n" + row, "route": [{"kind": "road", "hexes": "A2 B2 C2 D2"}]}
    inside = row[2] == "t"
    state = posed(
        unit("s1", T_34, "B2", inside=inside), unit("g1", SQUAD, "B1"), board=road, counter=counter, edition=edition
    )
    found = {r.label: r.amount for r in target_tally(state, UnitId("s1"), indirect=False).reasons}
    bare = row == "W W W W W W" and not counter and edition == "hex"
    assert found.get("vehicle in Heavy Cover", found.get("vehicle in Medium Cover", 0)) == (-20 if bare else modifier)


def under_fire(rows: tuple[str, ...] = (". . . .",) * 3, **more: Any) -> PanzerState:
    """A Panzer IV and a truck two hexes from it."""
    gun = unit("g1", PANZER_IV, "A2", facing="SE", command="FIRE")
    return posed(gun, unit("s1", "na-gb-light-truck", "C2", side="soviet", **more), rows=rows)


def struck(state: PanzerState, *rolls: int) -> GpOutcome:
    """What fire of g1 at s1 comes to with these rolls and no modifiers."""
    strike = gp_terms(state, Shot(UnitId("g1"), UnitId("s1"), 0, GP), overwatch=False).strikes[0]
    dice = ScriptedDice(list(rolls))
    outcome = resolve(state, evolve(strike, tally=NOTHING), dice)
    assert not dice.results
    return outcome


def test_a_result_that_ends_in_5_damages_the_vehicle_as_a_whole() -> None:
    """min:16.7.4.2.5.1, min:16.7.4.2.6, min:8.4.7.4: no roll for turret or hull; a second one is a Knock-Out."""
    assert struck(under_fire(), 95).result is Result.DAMAGED
    assert struck(under_fire(damaged=True), 95).result is Result.KNOCKED_OUT
    state = under_fire()
    apply_result(state, UnitId("s1"), Result.DAMAGED)
    assert state.units[UnitId("s1")].damaged


def test_tracks_are_safe_among_bricks_and_stones() -> None:
    """min:16.7.4.2.5.2: in a Brick or Stone Building, not in one of wood or in the open."""
    for row, result in ((".", Result.TRACK), ("h", Result.TRACK), ("k", Result.NO_EFFECT), ("t", Result.NO_EFFECT)):
        state = under_fire(inside=row != ".", rows=(". . . .", f". . {row} .", ". . . ."))
        assert struck(state, 100).result is result, row


def test_what_is_hit_effectively_otherwise_is_lost() -> None:
    """min:16.7.4.2.5.3: a Brew Up up to the D of the weapon, else a Knock-Out."""
    assert struck(under_fire(), 99, 1).result is Result.BREW_UP
    assert struck(under_fire(), 99, 10).result is Result.KNOCKED_OUT


@pytest.mark.parametrize(
    ("rolls", "result"),
    [
        ((95,), Result.DAMAGED),
        ((100,), Result.TRACK),
        ((99, 1), Result.BREW_UP),
        ((99, 3), Result.BREW_UP),
        ((99, 4), Result.KNOCKED_OUT),
    ],
)
def test_small_arms_against_a_truck(rolls: tuple[int, ...], result: Result) -> None:
    """min:16.7.4.2.12: what is lost brews up by half of the GP Factor, rounded down."""
    state = under_fire()
    strike = gp_terms(state, Shot(UnitId("g1"), UnitId("s1"), 0, GP), overwatch=False).strikes[0]
    source = evolve(strike.source, small_arms=True, gp=7)
    dice = ScriptedDice(list(rolls))
    assert resolve(state, evolve(strike, source=source, tally=NOTHING), dice).result is result
    assert not dice.results


def test_one_effective_result_destroys_terrain() -> None:
    """min:16.7.4.2.16, min:16.7.3.5: no second roll."""
    state = under_fire()
    source = gp_terms(state, Shot(UnitId("g1"), UnitId("s1"), 0, GP), overwatch=False).source
    strike = strike_terrain(state, evolve(source, small_arms=True), hex_from_id("C2"), "block", 6, NOTHING)
    assert resolve(state, strike, ScriptedDice([100])).result is Result.ELIMINATED
    assert resolve(state, strike, ScriptedDice([1])).result is Result.NO_EFFECT


@pytest.mark.parametrize(
    ("kind", "at", "edition", "struck_too"),
    [
        ("block", "C2", "miniatures", True),
        ("block", "D2", "miniatures", True),
        ("wire", "C3", "miniatures", True),
        ("wire", "A1", "miniatures", False),
        ("mines-hasty", "D2", "miniatures", False),
        ("mines-hasty", "C2", "miniatures", True),
        ("improved-position", "C2", "miniatures", False),
        ("block", "C2", "hex", True),
        ("wire", "D2", "hex", False),
    ],
)
def test_fire_at_a_unit_strikes_the_terrain_close_to_it(kind: str, at: str, edition: str, struck_too: bool) -> None:
    """min:16.1.8: what the target is in, of Blocks and Wire also what is beside it; no Improved Position."""
    given = {"gp_defense": 2} if kind in ("block", "wire") else {}
    held = {"units": ["s1"]} if kind == "improved-position" else {}
    gun = unit("g1", PANZER_IV, "A2", facing="SE", command="FIRE")
    state = posed(
        gun,
        unit("s1", SQUAD, "C2"),
        rows=(". . . .",) * 3,
        counter=[{"kind": kind, "hexes": at, **given, **held}],
        edition=edition,
    )
    weapon = next(shot.weapon for shot in possible(state, UnitId("g1"), UnitId("s1"), overwatch=False))
    strikes = gp_terms(state, Shot(UnitId("g1"), UnitId("s1"), weapon, GP), overwatch=False).strikes
    terrain = [(strike.terrain, strike.hex.id) for strike in strikes if strike.target is None]
    assert terrain == ([(kind, at)] if struck_too else [])


def test_what_is_destroyed_beside_the_target_is_gone() -> None:
    """min:16.1.8: the Block in its own hex, by one Effective result; the S-Type squad is not buried by it."""
    gun = unit("g1", PANZER_IV, "A2", facing="SE", command="FIRE")
    counter = [{"kind": "block", "hexes": "D2", "gp_defense": 2}]
    state = posed(gun, unit("s1", SQUAD, "C2"), rows=(". . . .",) * 3, counter=counter)
    shot = next(iter(possible(state, UnitId("g1"), UnitId("s1"), overwatch=False)))
    strikes = gp_terms(state, shot, overwatch=False).strikes
    for event in resolve_strikes(state, FiredBy(UnitId("g1"), shot.weapon, 2), strikes, ScriptedDice([1, 100])):
        BOOK.evolve(state, event)
    assert not state.counters.works
    assert state.units[UnitId("s1")].on_map


def test_vehicles_leave_wrecks_in_the_rubble_of_their_building() -> None:
    """min:16.7.4.2.16.1: they are Knocked Out, leg and towed units removed."""
    state = under_fire(inside=True, rows=(". . . .", ". . k .", ". . . ."))
    shot = Shot(UnitId("g1"), UnitId("s1"), 0, GP)
    strikes = gp_terms(state, shot, overwatch=False).strikes
    brick = next(evolve(s, tally=NOTHING) for s in strikes if s.target is None)
    for event in resolve_strikes(state, FiredBy(None, 0, 1), (brick,), ScriptedDice([100])):
        BOOK.evolve(state, event)
    assert state.counters.wrecks == {hex_from_id("C2"): Wreck.KO}
    assert state.cell(hex_from_id("C2")).terrain == "rubble-brick"


@pytest.mark.parametrize(("edition", "lost"), [("miniatures", ["g2"]), ("hex", ["g2", "g3", "g4"])])
def test_who_is_outside_is_not_buried(edition: str, lost: list[str]) -> None:
    """min:16.7.4.2.16.1: units that occupy the Building; by na:6.5.4.4.3d all in its hex."""
    squad = "g85-rifle-squad-1-2-squad"
    state = posed(
        unit("g2", squad, "C2"),
        unit("g3", squad, "C2"),
        unit("g4", PANZER_IV, "C2"),
        unit("s1", T_34, "A1"),
        rows=(". . . .", ". . k .", ". . . ."),
        edition=edition,
    )
    state.change(UnitId("g3"), outside=hex_from_id("C2") if edition == "miniatures" else None)
    assert sorted(victims(state, hex_from_id("C2"), "brick-building")) == lost


def test_a_fallen_bridge_leaves_what_it_spanned() -> None:
    """min:16.7.4.2.16.2: the hex is not closed, as it is in the hex edition."""
    at, fallen = hex_from_id("C2"), (Work(WorkKind.RUBBLE, hex_from_id("C2"), of="bridge"),)
    printed = under_fire().board
    bridged = evolve(printed, cells={**printed.cells, at: Cell(terrain="bridge", under="stream")})
    for closed in (True, False):
        cell = ground(bridged, fallen, closed=closed).cells[at]
        assert (cell.terrain, FALLEN in cell.marks) == ("stream", closed)
    assert not under_fire().edition.fallen_bridges_close


def test_smoke_of_direct_fire_counts_as_open() -> None:
    """min:16.7.4.3.3, min:16.7.4.3.2: one hex, as of an Open SHEAF."""
    state, at = under_fire(), hex_from_id("C2")
    BOOK.evolve(state, SmokeFired(unit=UnitId("g1"), weapon=0, hex=at, placed=True))
    (cloud,) = state.counters.clouds
    assert (cloud.hexes, cloud.open) == (frozenset({at}), True)


def test_neither_morale_counts_against_indirect_fire() -> None:
    """min:16.7.2.22, min:16.7.2.23: -10 and -20 of direct fire alone."""
    direct, indirect = (amounts(under_fire().advanced, indirect=one) for one in (False, True))
    assert (direct["shooter-hesitating"], direct["shooter-broken"]) == (-10, -20)
    assert indirect["shooter-hesitating"] == indirect["shooter-broken"] == 0


def test_small_arms_and_starred_weapons_leave_a_spot_move() -> None:
    """min:16.7.4.2.1, MIN-16.7.4.2.1-a: the SU-85 shows as firing, the GrW 36 and the squad as moving."""
    state = posed(
        unit("s1", "s30-su-85-m43", "A1"),
        unit("g1", "g86-5cm-grw-36-mortar-section", "A3"),
        unit("g2", "g85-rifle-squad-1-2-squad", "A4"),
    )
    assert [seen_as_small_arms(state, UnitId(u), 0) for u in ("s1", "g1", "g2")] == [False, True, True]
    shot_done(state, UnitId("g2"), small_arms=True)
    BOOK.evolve(state, StepBegun(step="overwatch"))
    assert state.units[UnitId("g2")].spot is Spot.MOVE
