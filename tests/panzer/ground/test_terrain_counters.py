"""Terrain counters, positions, floors and dust where a worked example would show too little."""

from __future__ import annotations

import tomllib
from itertools import product
from random import Random

import pytest

from content.kit.load import ContentError
from content.panzer.situations.situation import situation
from content.panzer.tables.tables import basic_tables
from core import secrecy
from core.board import Board, Cell
from core.dice import ScriptedDice
from core.event import UnitId
from core.hexes import Hex, distance
from core.panzer.chapters import BOOK
from core.panzer.ground import entrenching, fires, positions
from core.panzer.ground.evolve import destroyed
from core.panzer.movement.move import begin, take_step
from core.panzer.pieces.clouds import Cloud, CloudKind
from core.panzer.pieces.movement import Rate
from core.panzer.pieces.works import Work, WorkKind, ground
from core.panzer.sight.line_of_sight import line_of_sight, sees_from_floors
from core.panzer.sight.relief import sees
from core.panzer.sight.sighting import sighting
from core.panzer.sight.spotting import spots, spotting_phase
from core.panzer.state import PanzerState
from core.replaced import replaced

TABLES = basic_tables()


def posed(text: str) -> PanzerState:
    return situation(tomllib.loads(text), "test", "Test", "test.toml").initial()


BARE = """
modules = ["advanced"]
[board]
grid = '''
.  k  .
.  h  .
.  .  .
'''
[[unit]]
id = "g1"
card = "g11-pzkpfw-iii-j"
hex = "A1"
facing = "S"
[[unit]]
id = "b1"
card = "na-crusader-i"
hex = "C3"
"""


# -- the ground ------------------------------------------------------------------------------------


def test_the_ground_is_the_printed_board_without_counters() -> None:
    state = posed(BARE)
    assert state.board is state.scenario.board
    state.counters = replaced(
        state.counters, works=(Work(WorkKind.HASTY, Hex(1, 1)), Work(WorkKind.MINES_HASTY, Hex(1, 2)))
    )
    assert state.board is state.scenario.board


def test_the_same_counters_make_the_same_board() -> None:
    board = posed(BARE).scenario.board
    wire, ditch = Work(WorkKind.WIRE, Hex(1, 1)), Work(WorkKind.DITCH, Hex(1, 2))
    assert ground(board, (wire, ditch)) is ground(board, (ditch, wire, Work(WorkKind.HASTY, Hex(1, 3))))
    assert ground(board, (wire,)) is not ground(board, (wire, ditch))
    assert "wire" not in board[Hex(1, 1)].marks


def test_a_destroyed_building_leaves_open_ground_to_see_over() -> None:
    state = posed(BARE)
    b1, b2, b3 = (state.board.hex(f"B{row}") for row in (1, 2, 3))
    assert not sees(state.board, state.tables, b1, b3)
    destroyed(state, b2, "wood-building")
    assert state.cell(b2).terrain == "rubble-wood"
    assert state.scenario.board[b2].terrain == "wood-building"
    assert sees(state.board, state.tables, b1, b3)
    assert [w.of for w in state.counters.works] == ["wood-building"]


def test_a_copy_has_its_own_ground() -> None:
    state = posed(BARE)
    copy = state.copy()
    copy.counters = replaced(copy.counters, works=(Work(WorkKind.DITCH, Hex(1, 1)),))
    assert "ditch" in copy.cell(Hex(1, 1)).marks
    assert "ditch" not in state.cell(Hex(1, 1)).marks


# -- floors ----------------------------------------------------------------------------------------


def test_lines_from_floors_are_the_same_both_ways() -> None:
    rng = Random(6)
    kinds = ["clear"] * 5 + ["medium-grove", "wood-building", "brush"]
    cells = {
        Hex(c, r): Cell(kind := rng.choice(kinds), stories=rng.randint(1, 3) if "building" in kind else 0)
        for c, r in product(range(1, 9), range(1, 9))
    }
    board = Board("test", "Test", 8, 8, cells)
    hexes = sorted(cells)
    changed = 0
    for _ in range(400):
        a, b = rng.sample(hexes, 2)
        up = rng.randint(0, 3), rng.randint(0, 3)
        clear = line_of_sight(board, TABLES, a, b, up).clear
        assert clear == line_of_sight(board, TABLES, b, a, up[::-1]).clear
        assert clear == sees_from_floors(board, TABLES, a, b, up)
        changed += clear != sees(board, TABLES, a, b)
    assert changed > 20


# -- spotting --------------------------------------------------------------------------------------


def test_the_phase_finds_what_each_pair_is_told() -> None:
    rng = Random(61)
    units = []
    for number in range(24):
        british = number % 2
        cards = (
            ["na-crusader-i", "na-gb-rifle-squad", "na-2pdr-atg", "na-gb-medium-truck"]
            if british
            else ["g11-pzkpfw-iii-j", "g85-rifle-squad-1-2-squad", "g77-5cm-pak-38-atg"]
        )
        card = rng.choice(cards)
        vehicle = card in ("na-crusader-i", "na-gb-medium-truck", "g11-pzkpfw-iii-j")
        lines = [f'id = "u{number}"', f'card = "{card}"', f"facing = {rng.randrange(6)}"]
        lines.append(f'hex = "{rng.choice("ABCDEFGHIJKL")}{rng.randint(1, 12)}"')
        lines.append(f"full_cover = {str(not vehicle and rng.random() < 0.4).lower()}")
        if rng.random() < 0.5:
            lines.append(f'suppression = "{rng.choice(["ON", "OFF"])}"')
        if rng.random() < 0.6:
            lines.append(f'spot = "{rng.choice(["SPOT/FIRE", "SPOT/MOVE", "SPOT/FIRE SA"])}"')
        if card == "na-gb-rifle-squad" and rng.random() < 0.5:
            lines = [line for line in lines if not line.startswith(("hex", "full", "spot"))]
            lines.append('riding = "carrier"')
        units.append("[[unit]]\n" + "\n".join(lines) + "\n")
    rows = "\n".join(" ".join(rng.choice(".....bGh") for _ in range(12)) for _ in range(12))
    carrier = '[[unit]]\nid = "carrier"\ncard = "na-gb-medium-truck"\nhex = "F6"\n'
    state = posed(f'modules = ["advanced"]\n{"".join(units)}{carrier}[board]\ngrid = """\n{rows}\n"""\n')
    found = {spotter: set(targets) for spotter, targets in spotting_phase(state).sighted}
    ids = list(state.units)
    some = 0
    for a, b in product(ids, ids):
        if state.units[a].side == state.units[b].side:
            continue
        carried = state.units[b].carrier
        expected = (carried or b) in found.get(a, set())
        assert spots(state, a, b) == sighting(state, a, b).spotted == expected, (a, b)
        some += expected
    assert some > 20
    assert all(not state.units[b].carrier for seen in found.values() for b in seen)


def test_a_bailed_out_vehicle_neither_spots_nor_is_spotted() -> None:
    state = posed(BARE.replace('"C3"', '"A3"'))
    assert len(spotting_phase(state).sighted) == 2
    state.change(UnitId("g1"), bailed_out=True)
    assert not spotting_phase(state).sighted


# -- positions -------------------------------------------------------------------------------------


def taken(state: PanzerState) -> list[str]:
    found = []
    while (events := positions.due(state)) is not None:
        for event in events:
            BOOK.evolve(state, event)
            found.append(event.unit)  # type: ignore[attr-defined]
    return found


def test_a_position_takes_as_many_as_it_has_room_for() -> None:
    state = posed(BARE + '[[unit]]\nid = "g2"\ncard = "g11-pzkpfw-iii-j"\nhex = "A1"\ncount = 2\n')
    state.counters = replaced(state.counters, works=(Work(WorkKind.IMPROVED, Hex(1, 1), room=2),))
    assert taken(state) == ["g1", "g2"]
    assert state.counters.works[0].open == 0  # g1 came first and faces S
    state.change(UnitId("g1"), hex=Hex(1, 2))
    assert taken(state) == ["g3"]
    assert state.counters.works[0].holders == ("g2", "g3")


@pytest.mark.parametrize("kind", [WorkKind.HASTY, WorkKind.IMPROVED])
def test_each_of_two_positions_in_a_hex_holds_units_of_its_own(kind: WorkKind) -> None:
    """na:6.1.4.3.6a, na:6.1.4.3.7a: each holds one unit; who takes the abandoned one drives nobody out of the other."""
    squads = '[[unit]]\nid = "s1"\ncard = "g85-rifle-squad-1-2-squad"\nhex = "A2"\ncount = 3\n'
    state = posed(BARE + squads)
    hex_ = Hex(1, 2)
    both = (Work(kind, hex_, holders=(UnitId("s1"),)), Work(kind, hex_, holders=(UnitId("s2"),)))
    state.counters = replaced(state.counters, works=both)
    assert taken(state) == []
    state.change(UnitId("s2"), hex=Hex(1, 1))
    assert taken(state) == ["s3"]
    assert [work.holders for work in state.counters.works] == [("s1",), ("s3",)]
    state.change(UnitId("s1"), hex=Hex(1, 1))
    state.change(UnitId("s2"), hex=hex_)
    assert taken(state) == ["s2"]
    assert [work.holders for work in state.counters.works] == [("s2",), ("s3",)]


def test_nobody_on_an_upper_floor_digs_or_holds_an_entrenchment() -> None:
    """na:6.6.8, na:6.1.4.3.6a: it is dug in the ground; who goes up the stairs gives up what it held below."""
    squads = '[[unit]]\nid = "s1"\ncard = "g85-rifle-squad-1-2-squad"\nhex = "B2"\nfull_cover = true\ncount = 2\n'
    state = posed(BARE + squads)
    up, below = UnitId("s1"), UnitId("s2")
    state.change(up, floor=1)
    assert [entrenching.digs(state, state.units[unit]) for unit in (up, below)] == [False, True]
    dug = entrenching.after_digging(state, state.units[up].side)
    assert [(work.holders, work.progress) for work in dug] == [((below,), 1)]

    state.counters = replaced(state.counters, works=(Work(WorkKind.HASTY, Hex(2, 2), holders=(up,)),))
    assert not entrenching.entrenched(state, up)
    assert positions.position_of(state, state.units[up]) is None
    assert taken(state) == ["s2"]
    assert state.counters.works[0].holders == (below,)


def test_no_position_is_taken_while_units_are_set_up_or_move() -> None:
    state = posed(BARE)
    state.counters = replaced(state.counters, works=(Work(WorkKind.IMPROVED, Hex(1, 1)),))
    state.turn = 0
    assert positions.due(state) is None
    state.turn = 1
    assert positions.due(state) is not None


def test_victims_are_all_in_a_building_and_only_the_holders_of_a_position() -> None:
    state = posed(
        BARE
        + """
[[unit]]
id = "s1"
card = "g85-rifle-squad-1-2-squad"
hex = "B1"
[[unit]]
id = "t1"
card = "g11-pzkpfw-iii-j"
hex = "B1"
[[unit]]
id = "p1"
card = "g85-rifle-squad-1-2-squad"
riding = "t1"
[[counter]]
kind = "improved-position"
hexes = "B1"
units = ["s1"]
[[counter]]
kind = "wire"
hexes = "B1"
"""
    )
    hex_ = state.board.hex("B1")
    assert set(positions.victims(state, hex_, "brick-building")) == {"s1", "t1", "p1"}
    assert positions.victims(state, hex_, "improved-position") == ("s1",)
    assert positions.victims(state, hex_, "wire") == ()


# -- fires and views -------------------------------------------------------------------------------


def test_a_fire_takes_nobody_in_the_turn_in_which_it_breaks_out() -> None:
    state = posed(BARE)
    state.turn = 2
    state.counters = replaced(state.counters, clouds=(Cloud(CloudKind.FIRE, frozenset({Hex(1, 1)}), since=2),))
    assert not list(fires.burned(state))
    state.turn = 3
    assert [e.unit for e in fires.burned(state)] == ["g1"]  # type: ignore[attr-defined]


def test_a_vehicle_leaves_a_fire_but_enters_none() -> None:
    state = posed(BARE + '[situation]\nstep = "first-move"\nfirst = "german"\n')
    state.change(UnitId("g1"), command=None)
    state.counters = replaced(state.counters, clouds=(Cloud(CloudKind.FIRE, frozenset({Hex(1, 1)})),))
    assert take_step(state, begin(state, UnitId("g1"), Rate.CROSS_COUNTRY), "F").hex == Hex(1, 2)


def test_both_sides_see_what_happens_to_counters() -> None:
    state = posed(BARE)
    state.counters = replaced(state.counters, works=(Work(WorkKind.IMPROVED, Hex(1, 1)),))
    for side in (s.id for s in state.scenario.sides):
        told = state.copy()
        view = secrecy.view(state, side)
        for event in positions.due(told) or ():
            BOOK.evolve(told, event)
            redacted = secrecy.redact(told, event, side)
            assert redacted is not None
            BOOK.evolve(view, redacted)
        assert view.counters.works == secrecy.view(told, side).counters.works
        assert view.counters.works[0].holders == ("g1",)


def test_positions_are_taken_before_anything_else_is_due() -> None:
    state = posed(BARE + '[[counter]]\nkind = "improved-position"\nhexes = "A1"\n')
    names = []
    for event in BOOK.due(state, ScriptedDice([])) or ():
        names.append(event.name)
        BOOK.evolve(state, event)
    assert names == ["position-taken"]


# -- files -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ('kind = "wir"\nhexes = "A1"', "wire"),
        ('kind = "wire"\nhexes = "Z9"', "hexes"),
        ('kind = "wire"\nhexes = "A1"\nunits = ["g1"]', "units"),
        ('kind = "improved-position"\nhexes = "A1"\nunits = ["g1", "b1"]', "room"),
        ('kind = "improved-position"\nhexes = "A1"\nunits = ["xx"]', "xx"),
        ('kind = "rubble"\nhexes = "A1"', "no building or bridge"),
        ('kind = "ditch"\nhexes = "A1"\nprogress = 2', "hasty-entrenchment"),
        ('kind = "improved-position"\nhexes = "A1"\nopen = "E"', "open"),
    ],
)
def test_mistakes_in_counters_are_told(lines: str, told: str) -> None:
    with pytest.raises(ContentError) as caught:
        posed(f"{BARE}\n[[counter]]\n{lines}\n")
    assert told in str(caught.value)


def test_distance_of_a_passenger_is_that_of_its_vehicle() -> None:
    state = posed(BARE + '[[unit]]\nid = "p1"\ncard = "na-gb-rifle-squad"\nriding = "b1"\n')
    assert sighting(state, UnitId("g1"), UnitId("p1")).range == distance(Hex(1, 1), Hex(3, 3))
