"""Moving as a player does it: what is offered, what is refused and why, what is taken back, what is told."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from content.panzerblitz.tables.tables import terrain_looks
from core.dice import ScriptedDice
from core.event import UnitId
from core.order import IllegalOrder
from core.panzerblitz.chapters import BOOK
from core.panzerblitz.close.orders import Overrun, Run
from core.panzerblitz.face.odds import odds_report
from core.panzerblitz.movement.orders import Move, Unload
from core.panzerblitz.pieces.situation import Entry, Exit
from core.panzerblitz.state import BlitzState
from core.panzerblitz.vignette import Posed
from core.play.game import Game
from tests.panzerblitz.field import GERMAN, RUSSIAN, at, board, give, go_on, position, refused

VEHICLES = "first-vehicles"


def playing(state: BlitzState, *dice: int) -> Game[Any]:
    """A game that begins with a position."""
    system: Any = Posed(state.situation, terrain_looks(), (), start=state)
    return Game(system, ScriptedDice(list(dice)))


@pytest.mark.parametrize("vehicles", ["a", "ab"])
def test_nobody_stops_amid_an_overrun(vehicles: str) -> None:
    """pb:PB-OVR-C: who has rolled drives out on the other side; taking back the move after the die is no way out."""
    counters = {"a": "g-panther E4", "b": "g-panther E6", "c": "g-panther A1", "x": "r-rifle E5", "y": "r-rifle M9"}
    game = playing(position(counters, step=VEHICLES), 6)
    game.submit(GERMAN, Overrun(hex=at("E5"), runs=tuple(Run(UnitId(v), ()) for v in vehicles)))
    assert all(game.state.units[UnitId(v)].stopped for v in vehicles)
    assert not game.state.passing
    assert game.undo_to(GERMAN) is None
    with pytest.raises(IllegalOrder):
        game.undo(GERMAN)


def test_what_has_no_movement_factor_says_so() -> None:
    """A gun is pointed at, too; a minefield is not."""
    counters = {
        "a": "g-panther E4",
        "gun": "g-88mm E3",
        "rifle": "g-rifle E2",
        "m": "g-minefield D2",
        "x": "r-rifle M9",
    }
    state = position(counters, step=VEHICLES)
    offered = {c.pick: c for c in BOOK.offers(state, GERMAN, ()).options}
    assert offered["move:a"].legal
    no = offered["move:gun"].refusal
    assert no is not None
    assert (no.reason, no.rule) == ("it has no Movement Factor", "pb:PB-FACT-1")
    assert offered["move:rifle"].refusal is not None
    assert "move:m" not in offered


def test_a_move_on_to_mines_tells_of_them() -> None:
    """pb:PB-MINE-D, pb:PB-MINE-E: what waits there is seen before the order is given."""
    state = position({"a": "g-panther E3", "m": "r-minefield E5", "x": "r-rifle M9"}, step=VEHICLES)
    mined, free = (odds_report(state, GERMAN, ("move:a", f"to:{hex_}")) for hex_ in ("E5", "E4"))
    assert mined is not None
    assert free is not None
    row = mined.rows[-1]
    assert (row.label, row.tone) == ("Minefield", "bad")
    assert "at 2-1" in row.text
    assert [r.label for r in free.rows] == ["Movement"]


@pytest.mark.parametrize(
    ("there", "label", "rule"),
    [
        ({"b": "r-block E5"}, "Block", "pb:PB-BLOCK-B"),
        ({"f": "r-fortification E5", "y": "r-rifle E5 in"}, "Enemy fortification", "pb:PB-FORT-B"),
    ],
)
def test_a_move_on_to_what_stops_it_tells_of_it(there: dict[str, str], label: str, rule: str) -> None:
    """pb:PB-BLOCK-B, pb:PB-FORT-B: seen before the order is given, as mines are."""
    state = position({"a": "g-panther E4", **there, "x": "r-rifle M9"}, step=VEHICLES)
    told = odds_report(state, GERMAN, ("move:a", "to:E5"))
    assert told is not None
    row = told.rows[-1]
    assert (row.label, row.text, row.rule) == (label, "stops it: it goes no further in this turn", rule)


def test_a_hex_beside_that_cannot_be_entered_says_why() -> None:
    """An enemy bars the way (pb:PB-MOVE-E), and the rule is there to be read."""
    state = position({"a": "g-panther E4", "x": "r-rifle E5"}, step=VEHICLES)
    found = {c.hex: c for c in BOOK.offers(state, GERMAN, ("move:a",)).options if c.kind == "hex"}
    assert found[at("E3")].legal
    no = found[at("E5")].refusal
    assert no is not None
    assert no.rule == "pb:PB-MOVE-E"
    assert len([c for c in BOOK.offers(state, GERMAN, ("move:a",)).options if c.hex == at("E5")]) == 1


def test_a_move_off_the_map_tells_what_all_of_it_costs() -> None:
    """pb:PB-MOVE-C: the way to the edge, and leaving there; the menu and the panel say the same."""
    edge = {"edge": frozenset((at("C1"),))}
    state = position({"t": "g-panther C3", "x": "r-rifle I8"}, step=VEHICLES, areas=edge, exits=(Exit(GERMAN, "edge"),))
    offered = {c.pick: c for c in BOOK.offers(state, GERMAN, ("move:t",)).options}
    assert offered["leave:C1"].cost == "3 of 10"
    told = odds_report(state, GERMAN, ("move:t", "leave:C1"))
    assert told is not None
    assert told.rows[0].text == "3 MF, 7 left"


def test_who_comes_on_by_a_road_may_do_so_slowly() -> None:
    """pb:PB-OVR-B, pb:PB-CAT-I: at road rate no Overrun and no Close Assault; who comes on chooses as others do."""
    ground = board(road=["C1 C2 C3"])
    cells = dict(ground.cells)
    cells[at("C1")] = evolve(cells[at("C1")], routes={"road": cells[at("C1")].routes["road"] | 1})
    units = {"t": "g-panther waits", "x": "r-rifle C2"}
    late = {"german": Entry(1, "gate", True)}
    where = {"gate": frozenset((at("C1"),))}
    for pick, spent, able in (("to:C1", 1, False), ("slow:C1", 2, True)):
        state = position(units, evolve(ground, cells=cells), step=VEHICLES, entry=late, areas=where)
        offered = {c.pick for c in BOOK.offers(state, GERMAN, ("move:t",)).options}
        assert pick in offered
        give(state, GERMAN, BOOK.made(state, GERMAN, ("move:t", pick)))
        assert state.units[UnitId("t")].spent == spent
        assert ("run:t" in {c.pick for c in BOOK.offers(state, GERMAN, ()).options}) == able


def test_a_hex_beside_to_which_a_road_leads_round_is_offered_without_it() -> None:
    """pb:PB-CAT-I: cavalry that assaults moves one hex, and not at road rate, however cheap the road."""
    ground = board(levels={"C4": 1}, road=["C3 D4 C4"])
    state = position({"c": "r-cavalry C3", "x": "g-rifle C5"}, ground, step="second-others")
    offered = {c.pick: c.cost for c in BOOK.offers(state, RUSSIAN, ("move:c",)).options}
    assert offered["to:C4"] == "1 of 3"
    assert offered["slow:C4"] == "3 of 3"


def test_who_moves_stands_under_a_heading_beside_overruns_and_transport() -> None:
    """pb:PB-OVR-A, pb:PB-TRANS-A: among many units neither what is rare nor who moves is hidden by the others."""
    counters = {"t": "g-panther E3", "c": "g-truck A1", "p": "g-rifle A1", "x": "r-rifle E5"}
    offered = BOOK.offers(position(counters, step=VEHICLES), GERMAN, ()).options
    assert {c.pick: c.group for c in offered if c.legal} == {
        "overrun:E5": "Overrun",
        "run:t": "Overrun",
        "move:t": "Move",
        "move:c": "Move",
        "load:c": "Transport",
        "finish-step": "",
    }
    alone = BOOK.offers(position({"t": "g-panther E3", "x": "r-rifle M9"}, step=VEHICLES), GERMAN, ()).options
    assert not any(c.group for c in alone)


def test_who_neither_overruns_nor_assaults_is_not_asked_about_road_rate() -> None:
    """pb:PB-OVR-B, pb:PB-CAT-I: to go without road rate is of use for nothing else."""
    state = position(
        {"t": "g-panther C2", "c": "g-truck C4", "x": "r-rifle M9"}, board(road=["C1 C2 C3 C4 C5"]), step=VEHICLES
    )
    picks = {u: [c.pick for c in BOOK.offers(state, GERMAN, (f"move:{u}",)).options] for u in "tc"}
    assert [p for p in picks["t"] if p.startswith("slow:")] == ["slow:C1", "slow:C3"]
    assert not [p for p in picks["c"] if p.startswith("slow:")]


def test_a_line_of_the_log_tells_what_a_move_has_cost_so_far() -> None:
    """pb:PB-MOVE-C: of many steps only the last is in sight."""
    game = playing(position({"t": "g-panther C2", "x": "r-rifle M9"}, board(road=["C2 C3 C4"]), step=VEHICLES))
    game.submit(GERMAN, BOOK.made(game.state, GERMAN, ("move:t", "to:C4")))
    told = game.system.face.report(game.state, game.journal[-1])
    assert told is not None
    assert told.text == "t moves to C4 at road rate, 1/2 MF, 1 spent"


def test_a_way_that_is_slow_anyway_is_offered_once() -> None:
    """pb:PB-ROAD-E: who stands on the road takes its rate from it, and nothing is left to choose."""
    road = board(road=["C1 C2 C3 C4 C5"])
    state = position({"t": "g-panther C2", "b": "g-panther C3", "x": "r-rifle M9"}, road, step=VEHICLES)
    picks = [c.pick for c in BOOK.offers(state, GERMAN, ("move:t",)).legal]
    assert "to:C3" in picks
    assert [p for p in picks if p.startswith("slow:")] == ["slow:C1"]


@pytest.mark.parametrize(
    "counters",
    [
        {"t": "g-panther E5", "m": "g-rifle on t", "a": "g-panther E5", "b": "g-panther E5"},
        {"t": "g-panther E5 in", "m": "g-rifle on t in", "top": "r-rifle E5"},
    ],
)
def test_who_can_only_unload_into_the_fortification_is_offered_that(counters: dict[str, str]) -> None:
    """pb:PB-TRANS-I, pb:PB-STACK-E, pb:PB-FORT-L: for want of room outside, or with enemies there."""
    state = position({"f": "g-fortification E5", **counters, "x": "r-rifle M9"}, step=VEHICLES)
    for unit in counters:
        state.change(UnitId(unit), fired=unit in "tab")
    assert not go_on(state), "the step is not passed over"
    assert [c.pick for c in BOOK.offers(state, GERMAN, ()).legal] == ["unload-in:t", "finish-step"]
    give(state, GERMAN, BOOK.made(state, GERMAN, ("unload-in:t",)))
    assert state.units[UnitId("m")].inside


def test_who_is_shut_in_may_load_where_he_is() -> None:
    """pb:PB-FORT-L: enemies on the fortification keep units from leaving it, and from nothing else."""
    counters = {"f": "g-fortification E5", "t": "g-panther E5 in", "m": "g-rifle E5 in", "top": "r-rifle E5"}
    state = position(counters, step=VEHICLES)
    assert [c.pick for c in BOOK.offers(state, GERMAN, ()).legal] == ["load:t", "finish-step"]
    give(state, GERMAN, BOOK.made(state, GERMAN, ("load:t", "m")))
    assert refused(state, GERMAN, Unload(carrier=UnitId("t"))) == "pb:PB-TRANS-A"
    assert refused(state, GERMAN, Move(unit=UnitId("t"), path=(at("E4"),))) == "pb:PB-TRANS-A"
