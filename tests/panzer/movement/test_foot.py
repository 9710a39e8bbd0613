"""Leg and towed units, quickmarches, buildings and searches: what holds on any ground (na:6.6)."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from heapq import heappop, heappush
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from content.panzer.situations.situation import situation
from content.vignette import make_vignette
from core.codec import decode, encode
from core.dice import ScriptedDice, SeededDice
from core.event import OrderGiven, SideId, UnitId
from core.hexes import Hex, distance
from core.order import IllegalOrder
from core.panzer import sequence
from core.panzer.chapters import BOOK
from core.panzer.face.overlays import overlay
from core.panzer.ground.terrain import BUILDINGS
from core.panzer.movement import search, walls
from core.panzer.movement.allowance import allowance
from core.panzer.movement.events import BuildingEntryChecked, QuickmarchChecked
from core.panzer.movement.foot import walks
from core.panzer.movement.move import begin, check_move, follow, legal_steps, may_end_here, take_step
from core.panzer.movement.mover import mover
from core.panzer.movement.orders import SearchHullDown
from core.panzer.movement.paying import StepResult
from core.panzer.movement.reach import path_to, reachable
from core.panzer.pieces.cards import TowedCard
from core.panzer.pieces.movement import Moves, Rate
from core.panzer.pieces.results import Result
from core.panzer.pieces.switches import Switch, completed
from core.panzer.state import PanzerState
from core.play.game import Game

ME, GERMAN = UnitId("me"), SideId("german")
CARDS = (
    "g85-rifle-squad-1-2-squad",
    "g86-section",
    "g86-8cm-grw-34-mortar-section",
    "g77-5cm-pak-38-atg",
    "g80-8-8cm-flak-36-a-atg",
    "g84-light-limber",
)
GROUND = (".", ".", ".", "s", "r", "w", "W", "u", "i", "~", "k", "h", ".1", ".2", ".3", "r1")


def posed(mine: dict[str, Any], grid: str, *others: dict[str, Any], **more: Any) -> PanzerState:
    """A state in the Movement Step of a unit of these properties."""
    enemy = {"id": "b1", "card": "na-gb-rifle-squad", "hex": "D4"}
    data = {
        "modules": ["advanced"],
        "board": {"grid": grid, **more},
        "unit": [{"id": "me", "facing": "N", "command": "MOVE", **mine}, enemy, *others],
        "situation": {"step": "first-move", "first": "german"},
    }
    return situation(data, "test", "Test", "test.toml").initial()


def first_hex(cell: str) -> str:
    """Clear ground but for hex A1."""
    return f"{cell} . . ." + 3 * "\n. . . ."


@st.composite
def grounds(draw: st.DrawFn) -> tuple[str, dict[str, Any]]:
    """A board of four by four hexes, with a route, buildings of some storeys, a wall."""
    rows = [[draw(st.sampled_from(GROUND)) for _ in range(4)] for _ in range(4)]
    grid = "\n".join(" ".join(row) for row in rows)
    hexes = [f"{'ABCD'[c]}{r + 1}" for r, row in enumerate(rows) for c, cell in enumerate(row) if cell in ("k", "h")]
    more: dict[str, Any] = {}
    if hexes:
        more["stories"] = [{"hexes": " ".join(hexes), "stories": draw(st.integers(1, 3))}]
    if draw(st.booleans()):
        more["hexside"] = [{"kind": draw(st.sampled_from(("wall", "crest", "hedgerow"))), "sides": "B2/S"}]
    if draw(st.booleans()) and not {"~"} & {rows[1][0], rows[1][1], rows[2][2]}:
        more["route"] = [{"kind": draw(st.sampled_from(("road", "path", "track"))), "hexes": "A2 B3 C3"}]
    return grid, more


@st.composite
def walkers(draw: st.DrawFn) -> PanzerState:
    """A unit on foot about to move somewhere, in some condition."""
    grid, more = draw(grounds())
    mine: dict[str, Any] = {
        "card": draw(st.sampled_from(CARDS)),
        "hex": draw(st.sampled_from(("A1", "B2", "C3", "B4"))),
    }
    leg = mine["card"] in CARDS[:3]
    towed = mine["card"] in CARDS[3:5]
    if draw(st.integers(0, 3)) == 0:
        mine["suppression"] = "OFF"
    if (leg or towed) and draw(st.integers(0, 4)) == 0:
        mine["full_cover"] = True
    elif leg and draw(st.integers(0, 4)) == 0:
        mine["command"] = "SHORT HALT"
    if mine["card"] == CARDS[0] and draw(st.booleans()):
        mine["size"] = "half"
    others = [{"id": "v1", "card": "g11-pzkpfw-iii-j", "hex": "D1"}] if draw(st.booleans()) else []
    return posed(mine, grid, *others, **more)


RATES = st.sampled_from((Rate.CROSS_COUNTRY, Rate.CROSS_COUNTRY, Rate.QUICKMARCH))


@settings(max_examples=80, deadline=None)
@given(walkers(), RATES, st.lists(st.integers(0, 99), max_size=6))
def test_a_move_on_foot_never_exceeds_its_allowance(state: PanzerState, rate: Rate, picks: Sequence[int]) -> None:
    """na:6.6.4.1, na:6.6.5: unless it is the one hex that may always be moved, with nothing spent before it."""
    assert walks(state, state.units[ME])
    try:
        move = begin(state, ME, rate)
    except IllegalOrder:
        return
    limit = allowance(state, state.units[ME], rate)[0]
    for pick in picks:
        offered = legal_steps(state, move)
        assert len({token for token, _ in offered}) == len(offered)
        legal = [(token, r) for token, r in offered if isinstance(r, StepResult)]
        for token, result in legal:
            assert take_step(state, move, token) == result
            assert sum(r.amount for r in result.reasons) == result.cost == result.move.spent - move.spent
            first = result.move.hexes == 1 and not move.spent
            assert not result.cost or result.move.spent <= limit or (first and token[0] in "GX")
            if result.hex is not None and result.hex != state.units[ME].hex:
                assert distance(result.hex, state.units[ME].hex or result.hex) == 1
            if isinstance(state.card(ME), TowedCard) or state.units[ME].full_cover:
                assert result.move.hexes <= 1
        if not legal:
            return
        token, result = legal[pick % len(legal)]
        state, move = follow(state, result), result.move
        if result.hex is None:
            return


def brute_force(state: PanzerState, rate: Rate) -> dict[Hex, int]:
    """The least cost to end in each hex, by trying every step but those into buildings."""
    best: dict[Hex, int] = {}
    first = state.copy()
    first.moves = Moves(active=begin(state, ME, rate))
    count = itertools.count()
    queue: list[tuple[int, int, PanzerState]] = [(0, next(count), first)]
    seen: set[tuple[object, ...]] = set()
    while queue:
        spent, _, now = heappop(queue)
        move, unit = now.moves.active, now.units[ME]
        if move is None or unit.hex is None:
            continue
        key = unit.hex, unit.facing, unit.floor, unit.inside, min(move.turned, 2), move.turn_paid, min(move.hexes, 1)
        if (*key, move.turns_paid, move.came_from) in seen:
            continue
        seen.add((*key, move.turns_paid, move.came_from))
        if may_end_here(now, move) is None:
            best.setdefault(unit.hex, spent)
        for token, result in legal_steps(now, move):
            if isinstance(result, StepResult) and token[0] not in "BIO":
                heappush(queue, (result.move.spent, next(count), follow(now, result)))
    return best


@settings(max_examples=40, deadline=None)
@given(walkers(), RATES)
def test_reach_on_foot_agrees_with_trying_everything(state: PanzerState, rate: Rate) -> None:
    try:
        found = reachable(state, ME, None, rate)
    except IllegalOrder:
        return
    assert {h: r.cost for h, r in found.items()} == brute_force(state, rate)
    for hex_, reached in found.items():
        assert path_to(state, ME, None, rate, hex_) == reached.steps
        results = check_move(state, ME, rate, reached.steps, True)
        assert sum(r.cost for r in results) == reached.cost
        assert not results or results[-1].left == reached.left
        assert path_to(state, ME, None, rate, hex_, 4)[-1:] in (("T4",), ()) or state.units[ME].facing == 4


@settings(max_examples=15, deadline=None)
@given(grounds(), st.integers(0, 5))
def test_reach_out_of_a_building_agrees_with_trying_everything(ground: tuple[str, dict[str, Any]], facing: int) -> None:
    """na:6.6.3: a vehicle inside turns at the cost of the Building and comes out at that of the next hex."""
    grid, more = ground
    lines = grid.splitlines()
    lines[1] = " ".join(["k" if at == 1 else cell for at, cell in enumerate(lines[1].split())])
    mine = {"card": "g20-pzkpfw-v-panther", "hex": "B2", "facing": facing, "inside": True}
    state = posed(mine, "\n".join(lines), **more)
    found = reachable(state, ME, None, Rate.CROSS_COUNTRY)
    assert {h: r.cost for h, r in found.items()} == brute_force(state, Rate.CROSS_COUNTRY)
    for reached in found.values():
        check_move(state, ME, Rate.CROSS_COUNTRY, reached.steps, True)


@settings(max_examples=40, deadline=None)
@given(walkers(), st.lists(st.integers(0, 99), max_size=5))
def test_what_is_offered_on_foot_is_accepted(state: PanzerState, picks: Sequence[int]) -> None:
    """Every way through the menus of a unit on foot leads to an order that the rules take."""
    side, partial = GERMAN, (f"move:{ME}",)
    for pick in picks:
        offered = BOOK.offers(state, side, partial)
        legal = [c for c in offered.options if c.legal and c.pick != "instructions"]
        assert all(c.refusal is None or (c.refusal.reason and c.refusal.rule) for c in offered.options)
        if not legal:
            break
        partial = (*partial, legal[pick % len(legal)].pick)
        if BOOK.offers(state, side, partial).complete:
            made = BOOK.made(state, side, partial)
            assert decode(encode(OrderGiven(side=side, order=made))).order == made  # type: ignore[attr-defined]
            check_move(state, ME, made.rate, made.steps, made.end)  # type: ignore[attr-defined]
            if "done" in partial:
                break


# -- buildings -------------------------------------------------------------------------------------


def test_the_risk_of_a_building_is_what_its_dice_give() -> None:
    """na:6.6.3: every roll of the three dice, counted."""
    state = posed({"card": "g11-pzkpfw-iii-j", "hex": "A2"}, first_hex("k"))
    target = state.board.hex("A1")
    found = {"unharmed": 0.0, "track": 0.0, "damaged": 0.0}
    for first, second in itertools.product(range(1, 101), (1, 65, 66, 100)):
        weight = {1: 64, 65: 1, 66: 34, 100: 1}[second] / 10_000
        dice = ScriptedDice([first, second, 4])
        result = walls.checked(state, ME, target, dice).result
        found[result if result in found else "damaged"] += weight
    risk = walls.risk(state, ME, target)
    assert found == pytest.approx({"unharmed": risk.unharmed, "track": risk.track, "damaged": risk.damaged})


def test_the_menu_tells_what_a_building_risks() -> None:
    """na:6.6.3: of the step in, and of every way that begins inside."""
    outside = posed({"card": "g11-pzkpfw-iii-j", "hex": "A2"}, first_hex("k"))
    offered = {c.pick: c for c in BOOK.offers(outside, GERMAN, (f"move:{ME}",)).options}
    assert offered["B"].cost == "cost 4, 4 of 4 spent, unharmed in 50 of 100"
    assert offered["B"].irreversible
    assert "unharmed" not in offered["F"].cost
    inside = posed({"card": "g11-pzkpfw-iii-j", "hex": "A1", "facing": "S", "inside": True}, first_hex("k"))
    offered = {c.pick: c for c in BOOK.offers(inside, GERMAN, (f"move:{ME}",)).options}
    assert all("unharmed in 50 of 100" in offered[pick].cost for pick in ("O", "F", "to:A2", "to:B3"))


def test_nobody_enters_what_is_no_building() -> None:
    state = posed({"card": "g11-pzkpfw-iii-j", "hex": "A2"}, first_hex("k"))
    with pytest.raises(ValueError, match="no building in B1"):
        walls.checked(state, ME, state.board.hex("B1"), ScriptedDice([1]))


def test_vehicles_of_the_basic_game_stay_in_the_alleys() -> None:
    """na:4.1.4.1.3b: and are offered nothing else."""
    data = {
        "board": {"grid": "k\n."},
        "unit": [
            {"id": "me", "card": "g11-pzkpfw-iii-j", "hex": "A2", "facing": "N", "command": "MOVE"},
            {"id": "b1", "card": "na-crusader-i"},
        ],
        "situation": {"step": "first-move", "first": "german"},
    }
    state = situation(data, "test", "Test", "test.toml").initial()
    with pytest.raises(IllegalOrder) as error:
        take_step(state, begin(state, ME, Rate.CROSS_COUNTRY), "B")
    assert error.value.rule == "na:4.1.4.1.3b"
    offered = {c.pick for c in BOOK.offers(state, GERMAN, (f"move:{ME}",)).options}
    assert not offered & {"B", "I", "O", "search", "quickmarch", "U", "D"}


# -- the phase and its words -----------------------------------------------------------------------


def test_the_advanced_movement_phase_has_its_assaults_first() -> None:
    """na:6.6: Close Assault and Hand-to-Hand, First Player first; then the Second Player moves, then the First."""
    ids = [step.id for step in sequence.steps(completed(Switch))]
    order_ = [ids.index(name) for name in ("overwatch", "first-assault", "second-assault", "second-move", "first-move")]
    assert order_ == sorted(order_)
    assert "search-hull-down" in sequence.BY_ID["first-move"].orders


def test_a_search_is_built_choice_by_choice() -> None:
    """na:6.6.9: with its chance, and the words of what came of it."""
    state = posed({"card": "g11-pzkpfw-iii-j", "hex": "A1"}, first_hex("r"))
    first = BOOK.offers(state, GERMAN, ("move:me", "search"))
    assert [(c.pick, c.odds) for c in first.options] == [("full", 0.5), ("partial", 0.7)]
    partial = ("move:me", "search", "partial", "reverse", "3")
    assert BOOK.offers(state, GERMAN, partial).complete
    made = BOOK.made(state, GERMAN, partial)
    assert made == SearchHullDown(unit=ME, facing=3, partial=True, reverse=True)
    assert decode(encode(OrderGiven(side=GERMAN, order=made))).order == made  # type: ignore[attr-defined]
    search.check(state, GERMAN, made)
    said = []
    for event in search.search(state, GERMAN, made, ScriptedDice([70])):
        BOOK.evolve(state, event)
        assert decode(encode(event)) == event
        if told := BOOK.report(state, event):
            said.append(told.text)
    assert (
        said[-1]
        == "PzKpfw III/J finds a Partial Hull Down position in A1 in reverse, facing S (70-20 = 50 against 01-50)"
    )


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (
            QuickmarchChecked(unit=ME, value=50, total=50, suppressed=True),
            "its quickmarch: Suppressed (50 against",
        ),
        (
            BuildingEntryChecked(
                unit=ME,
                hex=Hex(1, 1),
                terrain="stone-building",
                entering=False,
                hit=80,
                total=20,
                result=Result.TRACK,
            ),
            "comes out of the Stone Building in A1: a Track hit",
        ),
    ],
)
def test_events_in_words(event: Any, words: str) -> None:
    state = posed({"card": "g85-rifle-squad-1-2-squad", "hex": "A1"}, first_hex("r"))
    told = BOOK.report(state, event)
    assert told is not None
    assert words in told.text
    assert decode(encode(event)) == event


def test_units_on_foot_are_asked_for_their_moves() -> None:
    state = posed({"card": "g85-rifle-squad-1-2-squad", "hex": "A1"}, first_hex("r"))
    assert BOOK.undone(state, GERMAN) == (ME,)
    menu = BOOK.offers(state, GERMAN, ())
    assert menu.prompt == "Which unit moves?"


def test_the_map_shows_what_is_in_reach_on_foot() -> None:
    """Both layers: at the own rate, and for the route rate that it does not have, at a quickmarch (na:6.6.4.2)."""
    state = posed({"card": "g85-rifle-squad-1-2-squad", "hex": "A1"}, first_hex("r"))
    at_foot = overlay(state, GERMAN, "reach", None, ME)
    assert at_foot.cells[state.board.hex("C2")].text == "2"
    assert state.board.hex("C3") not in at_foot.cells
    quick = overlay(state, GERMAN, "route", None, ME)
    assert quick.title == "Hexes in reach at a quickmarch"
    assert quick.cells[state.board.hex("C3")].text == "3"


# -- whole Movement Steps ----------------------------------------------------------------------------


def village(whims: Sequence[int]) -> Game[PanzerState]:
    """A Movement Step of tanks in and about buildings, leg units in all conditions, guns, motorcycles, a limber."""
    cells = itertools.cycle(GROUND[w % len(GROUND)] for w in (*whims, 0))
    grid = "\n".join(" ".join(next(cells) for _ in range(5)) for _ in range(5))
    grid = grid.replace("~", "k")
    lines = [line.split() for line in grid.splitlines()]
    lines[1][1], lines[2][2] = "k", "h"
    tank, squad = "g11-pzkpfw-iii-j", CARDS[0]
    mine = [
        {"id": "v1", "card": tank, "hex": "B2", "facing": "N", "inside": True, "command": "MOVE"},
        {"id": "v2", "card": "g20-pzkpfw-v-panther", "hex": "B3", "facing": "N", "command": "MOVE"},
        {"id": "v3", "card": tank, "hex": "C3", "facing": "S", "hurt": True, "command": "MOVE"},
        {"id": "s1", "card": squad, "hex": "B2", "command": "MOVE"},
        {"id": "s2", "card": squad, "hex": "C3", "command": "MOVE", "full_cover": True},
        {"id": "s3", "card": squad, "hex": "D4", "command": "SHORT HALT", "suppression": "OFF"},
        {"id": "m1", "card": CARDS[2], "hex": "A1", "command": "MOVE"},
        {"id": "a1", "card": CARDS[3], "hex": "D2", "command": "MOVE"},
        {"id": "c1", "card": squad, "motorcycle": True, "hex": "A4", "facing": "N", "command": "MOVE"},
        {"id": "l1", "card": CARDS[5], "hex": "E3", "command": "MOVE"},
    ]
    for line in mine:
        if line.pop("hurt", False):
            line["turret_damaged"] = True
    data = {
        "id": "village",
        "title": "A village",
        "rules": ["na:6.6"],
        "given": "",
        "modules": ["advanced"],
        "board": {
            "grid": "\n".join(" ".join(line) for line in lines),
            "stories": [{"hexes": "B2", "stories": 3}, {"hexes": "C3", "stories": 2}],
        },
        "unit": [
            *({"side": "german", **line} for line in mine),
            {"id": "b1", "card": "na-crusader-i", "hex": "E5", "facing": "NW", "command": "OVERWATCH"},
            {"id": "b2", "card": "na-gb-rifle-squad", "hex": "E1", "command": "OVERWATCH"},
        ],
        "situation": {"step": "first-move", "first": "german"},
        "step": [{"begin": True}],
    }
    rules: Any = make_vignette(data, "village").system
    game: Game[PanzerState] = Game(rules, SeededDice(str(whims)))
    game.begin()
    return game


@settings(max_examples=25, deadline=None)
@given(st.lists(st.integers(0, 99), min_size=20, max_size=120))
def test_no_way_of_moving_breaks_anything(picks: list[int]) -> None:
    """na:6.6: whatever is picked is accepted, replays to the same, and leaves everybody where somebody may be."""
    game = village(picks[:25])
    whims = itertools.cycle(picks)
    for _ in range(40):
        if game.over or game.state.step != "first-move" or not game.active:
            break
        side, partial = game.active[0], ()
        for _ in range(8):
            found = game.choices(side, partial)
            legal = [c for c in found.legal if c.pick != "instructions"]
            if found.complete and (not legal or next(whims) % 3 == 0):
                break
            if not legal:
                break
            partial = (*partial, legal[next(whims) % len(legal)].pick)
        if not game.choices(side, partial).complete:
            continue
        for event in game.submit(side, game.system.order(game.state, side, partial)):
            assert decode(encode(event)) == event
        for unit in game.state.units.values():
            if unit.hex is not None:
                cell = game.state.cell(unit.hex)
                assert not unit.inside or cell.terrain in BUILDINGS
                assert 0 <= unit.floor <= max(0, cell.stories - 1)
        move = game.state.moves.active
        if move is not None:
            total = mover(game.state, move.unit).total(move, most=True)
            unit = game.state.units[move.unit]
            slowed = unit.suppressed or unit.hull_damaged or unit.damaged
            assert move.spent <= total or move.hexes <= 1 or slowed
    assert game.at(len(game.journal)) == game.state
