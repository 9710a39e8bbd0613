"""Every Situation as shipped against its card: forces, boards, set-up, entry, order, turns (pb:PB-SETUP-1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

import pytest

from content.panzerblitz.scenarios.scenarios import SCENARIOS
from core.event import SideId
from core.game_end import GameEnded
from core.hexes import Hex
from core.panzerblitz.course.events import GameTurnBegun
from core.panzerblitz.course.orders import Place, PlaceRest
from core.panzerblitz.course.set_up import area_of, setting_up, unplaced
from core.panzerblitz.course.turn import next_step
from core.panzerblitz.movement.entry import doors, waits
from core.panzerblitz.pieces.reference import ORANGE, Elevation
from core.panzerblitz.pieces.situation import Group, Situation
from core.panzerblitz.sequence import TURN_RECORD, phasing
from core.panzerblitz.state import BlitzState
from core.step_end import FinishStep
from tests.panzerblitz.cards import CARDS
from tests.panzerblitz.field import GERMAN, RUSSIAN, before, give, go_on, refused, shipped

SIDES = (GERMAN, RUSSIAN)
LETTERS = [*"ABCDEFGHIJKLMNOPQRSTUVWXYZ", "AA", "BB", "CC", "DD", "EE", "FF", "GG"]

#: The middle of each board from north to south, if they are joined so.
MIDDLES = (Hex(17, 6), Hex(49, 6), Hex(81, 6))

every = pytest.mark.parametrize("number", sorted(CARDS))


def lists(number: int, side: SideId) -> Mapping[str, str]:
    """The counters of a side on its card, by where they set up or enter."""
    card = CARDS[number]
    return card.german if side == GERMAN else card.russian


def counters(text: str) -> Counter[str]:
    """ "3 Rifle, 2 20mm" as a count of names."""
    return Counter({name: int(count) for count, _, name in (part.partition(" ") for part in text.split(", "))})


def groups(number: int) -> Iterator[tuple[Group, str, str]]:
    """The groups of a Situation, each with what its card says of where and of which counters."""
    one = shipped(number)
    for side in SIDES:
        found = [g for g in one.groups if g.side == side]
        for group, (where, force) in zip(found, lists(number, side).items(), strict=True):
            yield group, where, force


def ground(one: Situation, where: str) -> frozenset[Hex]:
    """The hexes that a card means, found by their printed names alone; nobody stands in the pond."""
    words = where.removeprefix("> ").split()
    return frozenset(h for h, cell in one.board.cells.items() if cell.terrain != "pond" and _meant(one, h, words))


def _meant(one: Situation, hex_: Hex, words: list[str]) -> bool:
    cell = one.board.cells[hex_]
    boards, *more = words
    if boards == "map":
        return True
    board, row, number = one.board.label(hex_).split("-")
    if board not in boards or "seam" in cell.marks:
        return False
    if more == ["hilltops"]:
        return cell.level == Elevation.HILLTOP and all(ORANGE in side for side in cell.sides)
    if more:
        first, _, last = more[0].partition("-")
        if not LETTERS.index(first) <= LETTERS.index(row) <= LETTERS.index(last or first):
            return False
    if len(more) < 2:
        return True
    highest = 10 if LETTERS.index(row) % 2 == 0 else 11
    return int(number) == {"first": 1, "last": highest}.get(more[1], None if more[1].isalpha() else int(more[1]))


def test_twelve_cards() -> None:
    """pb:PB-COMP-1: six cards with a Situation on either side."""
    assert sorted(CARDS) == list(range(1, 13))
    assert sorted(card.id for card in CARDS.values()) == sorted(SCENARIOS.ids())


@every
def test_forces(number: int) -> None:
    """Each group has the counters of the card, type by type, and no others."""
    one = shipped(number)
    assert one.id == CARDS[number].id
    for group, _, force in groups(number):
        assert Counter(u.type.name for u in one.units if u.group == group.id) == counters(force)
    for side in SIDES:
        nation = one.side(side).nation
        assert nation.lower() == side
        assert {u.type.nation for u in one.units if u.side == side} == {nation}
        total = sum((counters(force) for force in lists(number, side).values()), Counter[str]())
        assert sum(u.side == side for u in one.units) == total.total()


@every
def test_boards(number: int) -> None:
    """pb:PB-COMP-2, pb:PB-LOC-1: which boards lie where, which of them half turned, by the corners of the map."""
    one, card = shipped(number), CARDS[number]
    map_ = one.board
    side_by_side = "|" in card.boards
    assert (map_.columns, map_.rows) == ((33, 31) if side_by_side else (97, 11))
    north, south = 1, map_.columns
    found = []
    for column in (north, south):
        rows = sorted(h.row for h in map_.cells if h.col == column)
        found += [map_.label(Hex(column, rows[-1])), map_.label(Hex(column, rows[0]))]
    assert " ".join(found) == card.corners
    boards = card.boards.split(" | " if side_by_side else " / ")
    for words, hex_ in zip(boards, (Hex(17, 26), Hex(17, 16), Hex(17, 6)) if side_by_side else MIDDLES, strict=True):
        name, turned = words[0], words.endswith("i")
        assert map_.label(hex_).startswith(f"{name}-")
        assert (map_.hex(f"{name}-B-5").col > map_.hex(f"{name}-FF-5").col) == turned
        assert (map_.hex(f"{name}-Q-2").row > map_.hex(f"{name}-Q-9").row) == turned


@every
def test_set_up_areas(number: int) -> None:
    """Every counter may be set up in all hexes that its card names, and in no other; those that enter in none."""
    one = shipped(number)
    state = before(number)
    for group, where, _ in groups(number):
        meant = ground(one, where)
        assert meant
        for unit in (u.id for u in one.units if u.group == group.id):
            assert area_of(state, unit) == (frozenset() if where.startswith(">") else meant)


@every
def test_set_up_outside_the_area_is_refused(number: int) -> None:
    """By the hexes next to the area, half hexes of the next board among them (pb:PB-TERR-4)."""
    one = shipped(number)
    for group, where, _ in groups(number):
        state = before(number)
        unit = next(u.id for u in one.units if u.group == group.id)
        if where.startswith(">"):
            state.ended = frozenset(s for s in SIDES if s != group.side)
            inside = min(ground(one, where))
            assert refused(state, group.side, Place(unit=unit, hex=inside)) == "pb:PB-SETUP-1"
            continue
        state.ended = frozenset(s for s in one.set_up[: one.set_up.index(group.side)])
        meant = ground(one, where)
        outside = sorted({n for h in meant for n in h.neighbours() if n in one.board} - meant)
        assert outside or where == "map"
        for hex_ in outside[:: max(1, len(outside) // 6)]:
            if one.board[hex_].terrain != "pond":
                assert refused(state, group.side, Place(unit=unit, hex=hex_)) == "pb:PB-SETUP-1"


@every
def test_entry(number: int) -> None:
    """Units that enter may from turn 1 on, through all hexes that the card names and through no other."""
    one = shipped(number)
    state = before(number)
    entering = [(group, where) for group, where, _ in groups(number) if where.startswith(">")]
    for group, where in entering:
        units = [u.id for u in one.units if u.group == group.id]
        state.turn = 0
        assert not any(waits(state, state.units[u]) for u in units)
        state.turn = 1
        assert all(waits(state, state.units[u]) for u in units)
        ways = [frozenset(doors(state, u)) for u in units]
        assert max(ways, key=len) == ground(one, where)
        assert all(way <= ground(one, where) for way in ways)
    stay = {group.id for group, _ in entering}
    assert not any(doors(state, u.id) for u in one.units if u.group not in stay)


@every
def test_order_of_set_up_and_first_move(number: int) -> None:
    """pb:PB-SEQ-0: who sets up first, who moves first; sides that enter as a whole have nothing to set up."""
    one, card = shipped(number), CARDS[number]
    state = before(number)
    go_on(state)
    for name in card.sets_up.split():
        side = SideId(name)
        assert setting_up(state) == side
        assert refused(state, one.enemy(side), PlaceRest()) == "pb:PB-SETUP-1"
        assert refused(state, one.enemy(side), FinishStep()) == "pb:PB-SETUP-1"
        assert refused(state, side, FinishStep()) == "pb:PB-SETUP-1"
        give(state, side, PlaceRest())
        assert not unplaced(state, side)
        _check_places(state, number, side)
        give(state, side, FinishStep())
        go_on(state)
    assert setting_up(state) is None
    assert (state.turn, phasing(state)) == (1, card.moves)


def _check_places(state: BlitzState, number: int, side: SideId) -> None:
    for group, where, _ in groups(number):
        if group.side == side and not where.startswith(">"):
            meant = ground(state.situation, where)
            assert all(u.hex in meant for u in state.units.values() if state.situation.by_id[u.id].group == group.id)


@every
def test_turns(number: int) -> None:
    """pb:PB-SEQ-9: the game ends after as many Game-Turns as the card says, not one before."""
    state = before(number)
    state.step, state.turn = TURN_RECORD, CARDS[number].turns - 1
    following, *_ = next_step(state)
    assert following == GameTurnBegun(turn=CARDS[number].turns)
    state.turn += 1
    (last,) = next_step(state)
    assert isinstance(last, GameEnded)
