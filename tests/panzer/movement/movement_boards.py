"""Small boards and situations for the tests of movement."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise

from attrs import evolve

from content.panzer.tables.tables import basic_tables
from core.board import NO_FEATURES, Board, Cell
from core.event import SideId, UnitId
from core.hexes import Hex, direction_between, hex_from_id, opposite
from core.panzer.pieces.cards import Traction, VehicleCard
from core.panzer.pieces.counters import Counters
from core.panzer.pieces.scenario import Scenario, ScenarioSide, ScenarioUnit, Victory
from core.panzer.pieces.tables import Tables
from core.panzer.pieces.unit import Command, Presence, Wreck
from core.panzer.state import PanzerState, initial_state
from core.setting import Entry

TABLES: Tables = basic_tables()
MINE = SideId("mine")
THEIRS = SideId("theirs")
ME = UnitId("me")


def at(text: str) -> Hex:
    """The hex with an id."""
    return hex_from_id(text)


def board(
    columns: int = 7,
    rows: int = 7,
    *,
    terrain: Mapping[str, str] | None = None,
    levels: Mapping[str, int] | None = None,
    sides: Mapping[str, str] | None = None,
    road: Iterable[str] = (),
    path: Iterable[str] = (),
    track: Iterable[str] = (),
    ground: str = "clear",
) -> Board:
    """A board of `ground` with some hexes changed.

    sides: "C3-C4" to the features between them, "slope crest"; road, path, track: chains of hexes "C1 C2 D3", a
    direction 0 to 5 in front or behind leading off the map.
    """
    cells = {Hex(c, r): Cell(ground) for c in range(1, columns + 1) for r in range(1, rows + 1)}
    for text, name in (terrain or {}).items():
        cells[at(text)] = evolve(cells[at(text)], terrain=name)
    for text, level in (levels or {}).items():
        cells[at(text)] = evolve(cells[at(text)], level=level)
    for text, features in (sides or {}).items():
        a, b = map(at, text.split("-"))
        direction = direction_between(a, b)
        assert direction is not None
        around = list(cells[a].sides)
        around[direction] = (around[direction] or NO_FEATURES) | set(features.split())
        cells[a] = evolve(cells[a], sides=tuple(around))
    for kind, chains in (("road", road), ("path", path), ("track", track)):
        for chain in chains:
            _lay(cells, kind, chain.split())
    return Board("test", "Test", columns, rows, cells)


def _lay(cells: dict[Hex, Cell], kind: str, chain: list[str]) -> None:
    masks: dict[Hex, int] = {}
    hexes = [at(t) for t in chain if not t.isdigit()]
    for hex_ in hexes:
        masks.setdefault(hex_, 0)
    for a, b in pairwise(hexes):
        direction = direction_between(a, b)
        assert direction is not None, (a, b)
        masks[a] |= 1 << direction
        masks[b] |= 1 << opposite(direction)
    if chain[0].isdigit():
        masks[hexes[0]] |= 1 << int(chain[0])
    if chain[-1].isdigit():
        masks[hexes[-1]] |= 1 << int(chain[-1])
    for hex_, mask in masks.items():
        routes = dict(cells[hex_].routes)
        routes[kind] = routes.get(kind, 0) | mask
        cells[hex_] = evolve(cells[hex_], routes=routes)


def card(move: tuple[int, int, int] = (4, 6, 9), traction: Traction = Traction.TRACKED) -> VehicleCard:
    """A vehicle; the Panzerjaeger I of the Data Card Key unless told otherwise (na:4.5.1.1.1a)."""
    return VehicleCard(
        id="test",
        name="Panzerjaeger I",
        nation="german",
        unit_class="AT",
        type="A",
        gp_defense=1,
        size=0,
        traction=traction,
        move=move,
        tt=0,
        combat_unit=True,
        basic_front=5,
        basic_rear=3,
    )


def situation(
    on: Board,
    hex_: str | None,
    facing: int = 0,
    *,
    move: tuple[int, int, int] = (4, 6, 9),
    traction: Traction = Traction.TRACKED,
    command: Command = Command.MOVE,
    damaged: bool = False,
    friends: Iterable[str] = (),
    enemies: Iterable[str] = (),
    wrecks: Mapping[str, Wreck] | None = None,
    entry: Entry | None = None,
    turn: int = 1,
) -> PanzerState:
    """A state with the unit ME about to move, others in the way and wrecks."""
    my_card = card(move, traction)
    units = [
        ScenarioUnit(
            ME, my_card, MINE, "Panzerjaeger I", "", hex=at(hex_) if hex_ else None, facing=facing, entry=entry
        )
    ]
    for side, hexes in ((MINE, friends), (THEIRS, enemies)):
        units += [
            ScenarioUnit(UnitId(f"{side}-{i}"), my_card, side, f"{side} {i}", "", hex=at(h), facing=0)
            for i, h in enumerate(hexes)
        ]
    scenario = Scenario(
        id="test",
        title="Test",
        place="",
        date="",
        turns=5,
        board=on,
        tables=TABLES,
        sides=(
            ScenarioSide(MINE, "Mine", "german", "a", ""),
            ScenarioSide(THEIRS, "Theirs", "british", "b", ""),
        ),
        units=tuple(units),
        zones={},
        objectives=(),
        victory=Victory(levels=()),
    )
    state = initial_state(scenario)
    state.turn = turn
    state.change(ME, command=command, damaged=damaged)
    state.counters = Counters(wrecks={at(h): w for h, w in (wrecks or {}).items()})
    assert state.units[ME].presence is (Presence.ON_MAP if hex_ else Presence.WAITING)
    return state


#: A route from one end of a tall board to the other.
LONG = "C12 C11 C10 C9 C8 C7 C6 C5 C4 C3 C2 C1"


def tall(**more: object) -> Board:
    return board(5, 12, **more)  # type: ignore[arg-type]
