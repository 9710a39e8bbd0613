"""Small boards and positions for the tests of PanzerBlitz: the real charts and counters on a few hexes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from itertools import pairwise
from typing import Any

import pytest
from attrs import evolve as changed

from content.panzerblitz.counters.units import unit_types
from content.panzerblitz.scenarios.scenarios import SCENARIOS, scenario
from content.panzerblitz.tables.tables import tables, terrain_looks
from core.board import Board, Cell
from core.dice import ScriptedDice
from core.event import Event, SideId, UnitId
from core.hexes import Hex, direction_between, hex_from_id, opposite
from core.order import IllegalOrder, Order
from core.panzerblitz.chapters import BOOK
from core.panzerblitz.pieces.reference import Kind
from core.panzerblitz.pieces.situation import (
    Entry,
    Exit,
    Goal,
    Group,
    Level,
    Measure,
    Situation,
    SituationUnit,
    Special,
)
from core.panzerblitz.pieces.unit import Presence
from core.panzerblitz.state import BlitzState, initial_state
from core.panzerblitz.system import PanzerBlitz
from core.setting import Area, Side

GERMAN = SideId("german")
RUSSIAN = SideId("russian")


def at(text: str) -> Hex:
    """The hex with an id."""
    return hex_from_id(text)


def board(
    columns: int = 13,
    rows: int = 9,
    *,
    terrain: Mapping[str, str] | None = None,
    levels: Mapping[str, int] | None = None,
    sides: Mapping[str, str] | None = None,
    road: Iterable[str] = (),
    marks: Mapping[str, str] | None = None,
) -> Board:
    """Clear ground with some hexes changed. sides: "C3-C4" to a symbol; road: chains of hexes "C1 C2 D2"."""
    cells = {Hex(c, r): Cell("clear") for c in range(1, columns + 1) for r in range(1, rows + 1)}
    for text, name in (terrain or {}).items():
        cells[at(text)] = changed(cells[at(text)], terrain=name)
    for text, level in (levels or {}).items():
        cells[at(text)] = changed(cells[at(text)], level=level)
    for text, name in (marks or {}).items():
        cells[at(text)] = changed(cells[at(text)], marks=frozenset(name.split()))
    for text, symbols in (sides or {}).items():
        a, b = map(at, text.split("-"))
        direction = direction_between(a, b)
        assert direction is not None, text
        for hex_, way in ((a, direction), (b, opposite(direction))):
            if hex_ in cells:
                around = list(cells[hex_].sides)
                around[way] = around[way] | set(symbols.split())
                cells[hex_] = changed(cells[hex_], sides=tuple(around))
    for chain in road:
        for a, b in pairwise(map(at, chain.split())):
            direction = direction_between(a, b)
            assert direction is not None, chain
            for hex_, way in ((a, direction), (b, opposite(direction))):
                mask = cells[hex_].routes.get("road", 0) | 1 << way
                cells[hex_] = changed(cells[hex_], routes={"road": mask})
    return Board("field", "Field", columns, rows, cells)


#: A counter of the tests: "german panther A1", with "in" (the fortification), "on CARRIER", "down" (dispersed).
Counters = Mapping[str, str]


def situation(
    ground: Board,
    counters: Counters,
    *,
    goals: tuple[Goal, ...] = (),
    exits: tuple[Exit, ...] = (),
    areas: Mapping[str, frozenset[Hex]] | None = None,
    entry: Mapping[str, Entry] | None = None,
    specials: frozenset[Special] = frozenset(),
    numbers: Mapping[str, int] | None = None,
    turns: int = 3,
) -> Situation:
    """A Situation with these counters. entry: how those of a side come on that have no hex."""
    everywhere = frozenset(ground.cells)
    listed = {name: frozenset(h) for name, h in (areas or {}).items()} | {"map": everywhere}
    units = []
    for name, words in counters.items():
        type_ = unit_types()[words.split()[0]]
        side = GERMAN if type_.id.startswith("g-") else RUSSIAN
        waiting = "waits" in words.split()
        group = f"{side}-late" if waiting else f"{side}-main"
        units.append(SituationUnit(UnitId(name), type_, side, name, "", group))
    groups = [Group(f"{s}-main", "Main", s, "map") for s in (GERMAN, RUSSIAN)]
    for side_name, how in (entry or {}).items():
        groups.append(Group(f"{side_name}-late", "Late", SideId(side_name), None, how))
    return Situation(
        id="field",
        number=0,
        title="Field",
        place="",
        date="",
        turns=turns,
        board=ground,
        tables=tables(),
        sides=(
            Side(GERMAN, "German", "German", "german", ""),
            Side(RUSSIAN, "Russian", "Russian", "soviet", ""),
        ),
        units=tuple(units),
        groups=tuple(groups),
        areas={name: Area(name, name, hexes) for name, hexes in listed.items()},
        set_up=(GERMAN, RUSSIAN),
        first=GERMAN,
        goals=goals or (Goal(GERMAN, Measure.LOSSES, {Level.MARGINAL: 1, Level.TACTICAL: 2}, "destroy"),),
        layout=(("field",),),
        exits=exits,
        specials=specials,
        numbers=numbers or {},
    )


def position(
    counters: Counters,
    ground: Board | None = None,
    *,
    step: str = "first-fire",
    options: tuple[str, ...] = (),
    wrecks: Mapping[str, str] | None = None,
    **said: Any,
) -> BlitzState:
    """A state in a step of the first turn: "r-rifle E5", "g-fortification E5", "g-rifle E5 in", "g-rifle on truck".

    Further words: "down" dispersed in this Player-Turn, "hidden", "waits" off the map. The German has the first turn.
    """
    on = situation(ground or board(), counters, **said)
    state = initial_state(on, options)
    state.turn = 1
    state.step = step
    for name, text in counters.items():
        words = text.split()
        unit = UnitId(name)
        if "waits" in words:
            continue
        carrier = UnitId(words[words.index("on") + 1]) if "on" in words else None
        hex_ = at(words[1]) if carrier is None else state.units[carrier].hex
        state.change(
            unit,
            hex=hex_,
            start=hex_,
            presence=Presence.ON_MAP,
            inside="in" in words,
            carrier=carrier,
            dispersed="down" in words,
            struck="down" in words,
            hidden="hidden" in words,
        )
    for hex_text, side in (wrecks or {}).items():
        state.wrecks = {**state.wrecks, at(hex_text): tuple(SideId(s) for s in side.split())}
    return state


def system(state: BlitzState) -> PanzerBlitz:
    """The rules on the Situation of a state."""
    return PanzerBlitz(state.situation, terrain_looks(), tuple(state.options))


def give(state: BlitzState, side: SideId, order: Order, *dice: int) -> list[Event]:
    """Give an order with scripted dice, evolving the state; what follows by itself is left alone."""
    rules = system(state)
    rules.check(state, side, order)
    scripted = ScriptedDice(dice)
    events = []
    for event in rules.decide(state, side, order, scripted):
        BOOK.evolve(state, event)
        events.append(event)
    assert not scripted.results, f"dice not rolled: {scripted.results}"
    return events


def go_on(state: BlitzState, *dice: int) -> list[Event]:
    """What follows by itself."""
    scripted = ScriptedDice(dice)
    events = []
    for event in system(state).advance(state, scripted):
        BOOK.evolve(state, event)
        events.append(event)
    assert not scripted.results, f"dice not rolled: {scripted.results}"
    return events


def refused(state: BlitzState, side: SideId, order: Order) -> str:
    """The rule by which an order is refused; the state must be as it was."""
    before = state.copy()
    with pytest.raises(IllegalOrder) as caught:
        system(state).check(state, side, order)
    assert state == before
    assert caught.value.reason
    return caught.value.rule


def hexes(text: str) -> tuple[Hex, ...]:
    """A chain of hexes."""
    return tuple(at(t) for t in text.split())


# -- shipped Situations ----------------------------------------------------------------------------


@cache
def shipped(number: int) -> Situation:
    """The Situation with this number."""
    return next(one for one in map(scenario, SCENARIOS.ids()) if one.number == number)


def before(number: int, options: tuple[str, ...] = ()) -> BlitzState:
    """A shipped Situation before the first event: every counter waits."""
    return initial_state(shipped(number), options)


def end(number: int, course: str) -> BlitzState:
    """The end of a shipped Situation after a course of events, in any order, divided by ";".

    ``german lost 8``, ``german posts lost 1`` (command posts; otherwise they come last), ``russian at board-3 10``,
    ``german off east west 7`` (edges in the order in which they left), ``russian row 12`` (one unit so many rows from
    the north edge, all others on it). Trucks and wagons come first; units not named never came on. All counters
    without men are destroyed, which must not matter.
    """
    state = before(number)
    for unit in state.units.values():
        if not state.type(unit.id).manned:
            state.change(unit.id, presence=Presence.ELIMINATED)
    for words in filter(None, (part.split() for part in course.split(";"))):
        side, what, *more = words
        if what == "row":
            _advance(state, SideId(side), int(more[0]))
            continue
        units = _left(state, SideId(side), int(more[-1]), posts=what == "posts")
        if what in ("lost", "posts"):
            for unit_id in units:
                state.change(unit_id, presence=Presence.ELIMINATED)
        elif what == "off":
            for unit_id in units:
                state.change(unit_id, presence=Presence.EXITED, exits=tuple(more[:-1]))
        else:
            assert what == "at", course
            stand(state, units, sorted(state.situation.hexes(more[0])))
    return state


def stand(state: BlitzState, units: Iterable[UnitId], where: Iterable[Hex]) -> None:
    """Units on the map, one to a hex."""
    for unit, hex_ in zip(units, where, strict=False):
        state.change(unit, presence=Presence.ON_MAP, hex=hex_)


def _left(state: BlitzState, side: SideId, count: int, *, posts: bool = False) -> list[UnitId]:
    """So many units with men of a side that nothing has happened to; transport stands last on the cards."""
    some = [
        u.id
        for u in reversed(state.units.values())
        if u.side == side and u.presence is Presence.WAITING and state.type(u.id).manned
    ]
    some.sort(key=lambda u: (state.type(u).kind is Kind.COMMAND_POST) != posts)
    assert len(some) >= count, f"{side} has {len(some)} units left"
    return some[:count]


def _advance(state: BlitzState, side: SideId, rows: int) -> None:
    first, *others = _left(state, side, 10)
    stand(state, [first], [Hex(rows + 1, 16)])
    stand(state, others, [Hex(1, 2 * n + 1) for n in range(1, 10)])
