"""Movement of the Advanced Game in the miniatures edition: shared moves, Wire, Full Cover, digging, guns, searches."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from attrs import evolve

from core.dice import ScriptedDice
from core.event import Event, UnitId
from core.hexes import hex_from_id
from core.order import IllegalOrder
from core.panzer.adjustment.full_cover import full_cover_refusal
from core.panzer.chapters import BOOK
from core.panzer.formations.control import command_range
from core.panzer.gp.defense import gp_defense
from core.panzer.ground.entrenching import after_digging
from core.panzer.ground.fires import rolled_over
from core.panzer.indirect.events import BarrageEntered
from core.panzer.movement import move, shared
from core.panzer.movement.allowance import allowance
from core.panzer.movement.foot import going, walks
from core.panzer.movement.orders import SearchHullDown
from core.panzer.movement.search import search
from core.panzer.movement.step import stay_in_place
from core.panzer.pieces.cards import LegCard, LegStep, TowedCard
from core.panzer.pieces.clouds import Cloud, CloudKind
from core.panzer.pieces.missions import Aim, Firing, Mission
from core.panzer.pieces.movement import Rate
from core.panzer.pieces.unit import Suppression
from core.panzer.pieces.works import Work, WorkKind
from core.panzer.state import PanzerState
from core.panzer.transport.mounting import mounter_refusal
from core.panzer.transport.room import aboard_refusal
from core.replaced import replaced
from tests.panzer.gp.test_gp_fire_in_miniature import PANZER_IV, T_34, posed, unit

G1, S1 = UnitId("g1"), UnitId("s1")
SQUAD, GUN = "g85-rifle-squad-1-2-squad", "g76-3-7cm-pak-36-atg"


def one(
    card: str, rows: tuple[str, ...] = (". . . .",) * 4, edition: str = "miniatures", counter: Any = (), **more: Any
) -> PanzerState:
    units = unit("g1", card, "B2", **more), unit("s1", T_34, "D4")
    return posed(*units, rows=rows, edition=edition, counter=list(counter))


@pytest.mark.parametrize("card", [PANZER_IV, "g73-medium-truck"])
def test_tracks_take_wire_along(card: str) -> None:
    """min:17.2.2.1: the Wire of the hex that a tracked vehicle has entered, which is as wide as it."""
    state = one(card)
    wire = Work(WorkKind.WIRE, hex_from_id("B2"))
    state.counters = replaced(state.counters, works=(wire,))
    assert bool(list(rolled_over(state, G1))) is (card == PANZER_IV)


@pytest.mark.parametrize(("command", "moves"), [("MOVE", 1), ("SHORT HALT", 0)])
def test_suppressed_leg_units_have_half(command: str, moves: int) -> None:
    """min:17.2.3.1.2: rounded down, with SHORT HALT a quarter."""
    state = one(SQUAD, command=command)
    printed = state.card(G1).move[0]  # type: ignore[attr-defined]
    state.change(G1, suppression=Suppression.ON)
    total = allowance(state, state.units[G1], Rate.CROSS_COUNTRY)[0]
    assert total == printed // 2 // (1 if moves else 2)


@pytest.mark.parametrize("edition", ["miniatures", "hex"])
@pytest.mark.parametrize(
    ("card", "motorcycle", "cost"),
    [(PANZER_IV, False, 1), (SQUAD, True, 1), (SQUAD, False, 2), ("g86-hmg-section", False, 2), (GUN, False, 2)],
)
def test_on_a_road_who_drives_alone_climbs_for_less(edition: str, card: str, motorcycle: bool, cost: int) -> None:
    """min:9.5.6: units that a Path or Road gives an allowance, na:4.5.1.1.5f: vehicles; on foot the Height is paid."""
    road = {"grid": ". . .\n. .1 .\n. .1 .", "route": [{"kind": "road", "hexes": "B1 B2 B3"}]}
    on_it = unit("g1", card, "B1", facing="S", command="MOVE", motorcycle=motorcycle)
    state = posed(on_it, unit("s1", T_34, "C3"), board=road, edition=edition)
    drives = motorcycle or card == PANZER_IV
    begun = move.begin(state, G1, Rate.CROSS_COUNTRY)
    assert move.take_step(state, begun, "F" if drives else "G:3").cost == cost


def test_a_ditch_takes_what_a_unit_has_and_no_more() -> None:
    """min:17.2.3.1.5: all of the allowance, told as so much, of who begins beside it; na:6.1.4.3.4: a plain cost."""
    for edition, cost in (("miniatures", 4), ("hex", 2)):
        state = one(SQUAD, edition=edition, counter=[{"kind": "ditch", "hexes": "B3"}], command="MOVE")
        begun = move.begin(state, G1, Rate.CROSS_COUNTRY)
        entered = move.take_step(state, begun, "G:3")
        assert (entered.cost, entered.left, sum(r.amount for r in entered.reasons)) == (cost, 0, cost)
    state = one(SQUAD, counter=[{"kind": "ditch", "hexes": "B4"}], command="MOVE")
    with pytest.raises(IllegalOrder) as refused:
        move.check_move(state, G1, Rate.CROSS_COUNTRY, ("G:3", "G:3"), end=True)
    assert refused.value.rule == "min:17.2.3.1.5"


@pytest.mark.parametrize(("edition", "allowed"), [("miniatures", True), ("hex", False)])
def test_full_cover_in_a_ford(edition: str, allowed: bool) -> None:
    """min:17.2.6: dismounted units take it anywhere, whatever their order; by na:6.1.4.2a not there."""
    for terrain, letter in (("ford", "f"), ("stream", "i")):
        state = one(SQUAD, (". . . .", f". {letter} . .", ". . . .", ". . . ."), edition)
        assert state.cell(hex_from_id("B2")).terrain == terrain
        assert (full_cover_refusal(state, state.units[G1]) is None) is allowed


def test_full_cover_defends_by_two() -> None:
    """min:16.7.3.2.1: GP Defense +2."""
    state = one(SQUAD)
    bare = gp_defense(state, G1).total
    state.change(G1, full_cover=True)
    assert gp_defense(state, G1).total == bare + 2


@pytest.mark.parametrize(("labels", "turns"), [((), [1, 2, 3, 4]), (("Engineer",), [2, 4])])
def test_digging_in(labels: tuple[str, ...], turns: list[int]) -> None:
    """min:17.2.7.1: four turns in Full Cover with N/C, Engineers two."""
    state = one(SQUAD, labels=list(labels), command="N/C", full_cover=True)
    found = []
    for _ in turns:
        works = after_digging(state, state.units[G1].side)
        state.counters = replaced(state.counters, works=works)
        found.append(works[0].progress)
    assert found == turns


@pytest.mark.parametrize(("edition", "left"), [("miniatures", 3), ("hex", 4)])
def test_engineers_dig_on_where_others_began(edition: str, left: int) -> None:
    """min:17.2.7.1: two turns' worth; in the hex edition it is complete (na:6.6.8)."""
    state = one(SQUAD, edition=edition, labels=["Engineer"], command="N/C", full_cover=True)
    state.counters = replaced(state.counters, works=(Work(WorkKind.HASTY, hex_from_id("B2"), 1),))
    (work,) = after_digging(state, state.units[G1].side)
    assert work.progress == left


def test_mounting_takes_all_of_the_allowance() -> None:
    """min:17.2.8.2.1: nobody mounts who has moved."""
    state = one(SQUAD, command="MOVE")
    assert mounter_refusal(state, state.units[G1]) is None
    state.change(G1, moved=True)
    assert mounter_refusal(state, state.units[G1]) is not None


@pytest.mark.parametrize("turn", [0, 1])
def test_who_dismounts_and_stays_is_fired_at_no_second_time(turn: int) -> None:
    """min:17.2.8.2.1: the chance for Overwatch Fire was when it got down; at the end of the step it has no other."""
    watcher = unit("s1", T_34, "D4", command="OVERWATCH")
    state = posed(unit("g1", SQUAD, "B2", command="MOVE"), watcher, edition="miniatures")
    state.change(G1, dismounted_in=turn)
    told = [type(event).__name__ for event in _followed(state, stay_in_place(state, state.units[G1].side))]
    assert ("MovePlanned" in told, any("Window" in name or "Overwatch" in name for name in told)) == (True, not turn)


def _followed(state: PanzerState, events: Iterator[Event] | None) -> Iterator[Event]:
    """Each event, evolved before the next is asked for."""
    for event in events or ():
        BOOK.evolve(state, event)
        yield event


@pytest.mark.parametrize(("edition", "allowed"), [("miniatures", True), ("hex", False)])
def test_a_vehicle_in_a_building_takes_passengers_up(edition: str, allowed: bool) -> None:
    """min:9.7.1, min:17.2.8.2: vehicles that carry somebody go into buildings there; by na:6.6.3 none does."""
    state = posed(
        unit("g1", PANZER_IV, "B2", command="MOVE"),
        unit("g2", SQUAD, "B2", command="MOVE"),
        unit("s1", T_34, "D4"),
        rows=(". . . .", ". k . .", ". . . .", ". . . ."),
        edition=edition,
    )
    assert aboard_refusal(state, UnitId("g2"), G1) is None
    state.change(G1, inside=True)
    assert (aboard_refusal(state, UnitId("g2"), G1) is None) is allowed


def test_passengers_under_cover_have_a_defense_of_3() -> None:
    """min:17.2.8.1.2: in a half-track, not on a truck."""
    for card, total in (("g43-spw-251-1", 3), ("g73-medium-truck", None)):
        state = posed(unit("g1", card, "B2"), {"id": "g2", "card": SQUAD, "riding": "g1"}, unit("s1", T_34, "D4"))
        assert state.vehicle(G1).under_cover is (total is not None)
        assert total is None or gp_defense(state, UnitId("g2")).total == total


@pytest.mark.parametrize(("edition", "attacked"), [("miniatures", False), ("hex", True)])
def test_a_search_under_a_barrage(edition: str, attacked: bool) -> None:
    """min:17.2.5: who searches comes to no new position, and is not attacked; by na:6.6.6 it is."""
    state = posed(
        unit("g1", PANZER_IV, "B2", facing="SE", command="MOVE"),
        unit("s1", T_34, "D4"),
        {"id": "s2", "card": "s45-light-artillery-battery", "side": "soviet"},
        rows=("s s s s",) * 4,
        situation={"step": "first-move", "first": "german"},
        edition=edition,
    )
    at = hex_from_id("B2")
    battery = UnitId("s2")
    fired = Firing(battery, 0, 0, "M")
    turn = state.turn
    area = frozenset({at})
    mission = Mission(
        1, state.units[battery].side, Aim(at), (battery,), None, turn=turn, fired=(fired,), patterns=(area,)
    )
    state.indirect = evolve(state.indirect, missions=(mission,))
    state.counters = replaced(state.counters, clouds=(Cloud(CloudKind.BARRAGE, area),))
    order = SearchHullDown(unit=G1, facing=state.units[G1].facing)
    found = []
    for event in search(state, state.units[G1].side, order, ScriptedDice([50] * 9)):
        BOOK.evolve(state, event)
        found.append(event)
    assert any(isinstance(event, BarrageEntered) for event in found) is attacked


@pytest.mark.parametrize(("grade", "reach"), [("Elite", 4), ("Veteran", 3), ("Seasoned", 3), ("Regulars", 2)])
def test_the_command_range_of_shared_moves(grade: str, reach: int) -> None:
    """min:13.1.2: within which, too, all who share a MOVE end it."""
    state = posed(
        unit("g1", PANZER_IV, "A1", formation="F"),
        unit("s1", T_34, "F1"),
        formation=[{"name": "F", "side": "german", "grade": grade}],
    )
    assert command_range(state, G1) == reach


@pytest.mark.parametrize(
    ("edition", "stopped", "left"),
    [("miniatures", "bogged", False), ("hex", "bogged", True), ("miniatures", "tracked", True)],
)
def test_who_bogs_down_holds_those_who_share_its_move(edition: str, stopped: str, left: bool) -> None:
    """min:17.2.1.1, min:17.2.2.4: a Track hit alone lets the others go on without it; by or:7.29 bogging down too."""
    units = [unit(f"g{n}", PANZER_IV, f"B{n}", facing="S", command="MOVE") for n in (1, 2)]
    state = posed(*units, unit("s1", T_34, "D14"), rows=(". . . .",) * 14, edition=edition)
    second, far = UnitId("g2"), ("F",) * 5
    for mate in (G1, second):
        state.change(mate, group="g1")
    reach = command_range(state, second)
    if stopped == "bogged":
        state.change(G1, bogged_in=state.turn, moved=True)
    else:
        state.change(G1, track_hit=True)
    results = move.check_move(state, second, Rate.CROSS_COUNTRY, far[: reach + 1], True)
    refused = shared.refusal(state, second, Rate.CROSS_COUNTRY, results, True)
    assert (refused is None) is left
    near = move.check_move(state, second, Rate.CROSS_COUNTRY, far[: reach - 1], True)
    assert shared.refusal(state, second, Rate.CROSS_COUNTRY, near, True) is None


@pytest.mark.parametrize("edition", ["miniatures", "hex"])
def test_who_drives_through_others_does_not_end_there(edition: str) -> None:
    """min:9.9, min:17.2.1.1: so that nobody is left in a full hex, out of reach of those who share his MOVE; whoever
    stands there from before may stay."""
    units = [unit(f"g{n}", PANZER_IV, f"B{n + 1}", facing="S", command="MOVE") for n in (1, 2)]
    state = posed(*units, unit("s1", T_34, "D6"), rows=(". . . .",) * 6, edition=edition)
    for mate in (G1, UnitId("g2")):
        state.change(mate, group="g1")
    before, there = shared.ends(state, G1, tuple(Rate)), hex_from_id("B3")
    state.change(UnitId("g2"), moved=True)
    state = move.follow(state, move.take_step(state, move.begin(state, G1, Rate.CROSS_COUNTRY), "F"))
    assert state.units[G1].hex == there
    assert hex_from_id("B2") in before
    assert (there in shared.ends(state, G1, tuple(Rate))) is (there in before) is (edition == "hex")
    assert shared.refusal(state, G1, Rate.CROSS_COUNTRY, (), False) is None, "it can go on"


@pytest.mark.parametrize("size", ["squad", "half", "section"])
def test_leg_units_and_guns_go_by_columns_of_their_own(size: str) -> None:
    """min:17.2.3: squads, half-squads and sections are leg units; guns are none, and pay as towed ones."""
    state = one("g86-section" if size == "section" else SQUAD, **({} if size == "section" else {"size": size}))
    me = state.units[G1]
    assert (going(state, me).column, walks(state, me)) == ("leg", True)
    assert not isinstance(state.card(G1), TowedCard)
    gun = one("g77-5cm-pak-38-atg")
    assert going(gun, gun.units[G1]).column == "towed"


@pytest.mark.parametrize(("size", "rides"), [("squad", True), ("half", True), ("section", False)])
def test_squads_and_half_squads_ride_motorcycles(size: str, rides: bool) -> None:
    """min:17.2.3.3: by the wheeled allowances of their card, more along a Road; sections are always on foot."""
    for edition in ("miniatures", "hex"):
        state = one(SQUAD, edition=edition, motorcycle=True)
        state.change(G1, size=LegStep(size))
        me, card = state.units[G1], state.card(G1)
        assert isinstance(card, LegCard)
        mounted = rides or edition == "hex"
        assert (going(state, me).column == "W") is mounted
        if mounted and card.motorcycle is not None:
            ways = [(Rate.CROSS_COUNTRY, 0, card.motorcycle[0]), (Rate.ROUTE, 3, card.motorcycle[2])]
            assert all(allowance(state, me, rate, road=road)[0] == most for rate, road, most in ways)


@pytest.mark.parametrize("edition", ["miniatures", "hex"])
@pytest.mark.parametrize(("load", "goes"), [("s48-57mm-zis-2-m43-atg", False), ("s57-rifle-squad-1-2-squad", True)])
def test_guns_keep_out_of_wire(edition: str, load: str, goes: bool) -> None:
    """min:17.2.4.1.4: in tow of a tracked vehicle too, which may take a squad in; by na:6.6.5 it may take both."""
    state = posed(
        unit("g1", "s41-komsomolyets", "B2", facing="N", command="MOVE"),
        {"id": "g2", "card": load, "riding": "g1", **({"size": "half"} if goes else {})},
        unit("s1", PANZER_IV, "D4"),
        rows=(". . . .",) * 4,
        edition=edition,
        counter=[{"kind": "wire", "hexes": "B1", "gp_defense": 2}],
        situation={"step": "first-move", "first": "soviet"},
    )
    if goes or edition == "hex":
        move.check_move(state, G1, Rate.CROSS_COUNTRY, ("F",), end=True)
    else:
        with pytest.raises(IllegalOrder, match="Wire") as refused:
            move.check_move(state, G1, Rate.CROSS_COUNTRY, ("F",), end=True)
        assert refused.value.rule == "min:17.2.4.1.4"
