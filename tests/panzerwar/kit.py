"""Small engagements for the tests of Panzer War: the real charts and cards on a few hexes.

Places are hexes ("C3") or points ("C3+10,-5": so many GSU east and south of its centre). A hexside is "C3-C4".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Any

from attrs import evolve

from content.panzerwar.cards.units import cards
from content.panzerwar.charts.charts import charts
from core.board import Board, Cell
from core.event import Event, SideId, UnitId
from core.hexes import Hex, direction_between, hex_from_id, opposite
from core.panzerwar.pieces.cards import Bunker, Gun, Squad, Vehicle
from core.panzerwar.pieces.element import Element, Grade, Kind, Presence
from core.panzerwar.pieces.engagement import Engagement, Force, Stance
from core.panzerwar.pieces.organisation import Doctrine, Echelon, Organisation, Radio
from core.panzerwar.pieces.switches import Switch
from core.panzerwar.state import WarState, initial_state
from core.plane import Point, centre, tenths

BLUE = SideId("blue")
RED = SideId("red")


def at(text: str) -> Point:
    """A place: the centre of a hex, or a point beside it."""
    name, _, aside = text.partition("+")
    middle = centre(hex_from_id(name))
    if not aside:
        return middle
    east, south = (tenths(float(gsu)) for gsu in aside.split(","))
    return Point(middle.x + east, middle.y + south)


def a_board(
    columns: int = 30,
    rows: int = 20,
    *,
    terrain: Mapping[str, str] | None = None,
    levels: Mapping[str, int] | None = None,
    marks: Mapping[str, str] | None = None,
    sides: Mapping[str, str] | None = None,
    routes: Mapping[str, Iterable[str]] | None = None,
) -> Board:
    """Clear level ground with some hexes changed. Keys may name several hexes; routes: of each kind chains of hexes."""
    cells = {Hex(c, r): Cell("clear") for c in range(1, columns + 1) for r in range(1, rows + 1)}

    def change(names: str, **changes: Any) -> None:
        for hex_ in map(hex_from_id, names.split()):
            cells[hex_] = evolve(cells[hex_], **changes)

    for names, kind in (terrain or {}).items():
        change(names, terrain=kind)
    for names, level in (levels or {}).items():
        change(names, level=level)
    for names, words in (marks or {}).items():
        change(names, marks=frozenset(words.split()))
    for pairs, obstacle in (sides or {}).items():
        for a, way, b in _between(pairs.replace("-", " ").split()):
            around = list(cells[a].sides)
            around[way] |= {obstacle}
            cells[a] = evolve(cells[a], sides=tuple(around))
            assert b in cells
    for kind, chains in (routes or {}).items():
        for chain in chains:
            for a, way, b in _between(chain.split()):
                for hex_, out in ((a, way), (b, opposite(way))):
                    mask = cells[hex_].routes.get(kind, 0) | 1 << out
                    cells[hex_] = evolve(cells[hex_], routes={**cells[hex_].routes, kind: mask})
    return Board("field", "Field", columns, rows, cells)


def _between(names: Iterable[str]) -> Iterable[tuple[Hex, int, Hex]]:
    for a, b in pairwise(map(hex_from_id, names)):
        way = direction_between(a, b)
        assert way is not None, f"{a} {b}"
        yield a, way, b


def a_vehicle(id_: str, card: str, side: SideId, where: str | Point, **changes: Any) -> Element:
    """An element of any kind on the table; its turret points ahead."""
    found = cards()[card]
    kind = Kind.TEAM
    if isinstance(found, Vehicle | Gun | Squad | Bunker):
        kind = Kind[type(found).__name__.upper()]
    turret = changes.get("heading", 0) if isinstance(found, Vehicle) and found.turreted else None
    place = at(where) if isinstance(where, str) else where
    return Element(
        **{
            "id": UnitId(id_),
            "side": side,
            "organisation": f"{side}-1",
            "kind": Kind.CREW if card == "crew" else kind,
            "card": card,
            "name": id_,
            "presence": Presence.ON_TABLE,
            "at": place,
            "turret": turret,
            **changes,
        }
    )


an_element = a_vehicle


def a_state(
    *elements: Element,
    board: Board | None = None,
    switches: Iterable[Switch] = (),
    step: str = "sighting",
    turn: int = 2,
    organisations: Iterable[Organisation] | None = None,
    see: Iterable[str] = (),
    **changes: Any,
) -> WarState:
    """A state of an engagement with these elements. see: elements that the other side has in sight; changes: of the
    engagement."""
    engagement = Engagement(
        **{
            "id": "field",
            "title": "Field",
            "place": "",
            "date": "",
            "turns": 12,
            "board": board or a_board(),
            "sides": (_force(BLUE, "Germany", Doctrine.ART), _force(RED, "Russia", Doctrine.SCIENCE)),
            "column": "7/44",
            "year": 1944,
            "month": 7,
            "elements": elements,
            "organisations": tuple(organisations if organisations is not None else _organisations(elements)),
            "postings": (),
            "goals": (),
            "cards": cards(),
            "charts": charts(),
            **changes,
        }
    )
    state = initial_state(engagement, tuple(switch.value for switch in switches))
    state.turn, state.step = turn, step
    sighted = {side: frozenset(e.id for e in elements if e.id in see and e.side != side) for side in (BLUE, RED)}
    state.sighted = sighted
    return state


def _force(side: SideId, nation: str, doctrine: Doctrine) -> Force:
    return Force(
        id=side,
        name=side.title(),
        nation=nation,
        tone=side,
        force="",
        doctrine=doctrine,
        grade=Grade.REGULAR,
        radio=Radio.FM,
        stance=Stance.MEETING,
        general_order="",
    )


def _organisations(elements: Iterable[Element]) -> tuple[Organisation, ...]:
    found: dict[str, list[Element]] = {}
    for element in elements:
        found.setdefault(element.organisation, []).append(element)
    return tuple(
        Organisation(
            id=id_,
            name=id_,
            side=members[0].side,
            echelon=Echelon.PLATOON,
            members=tuple(e.id for e in members),
            command=next((e.id for e in members if e.command), None),
            mechanised=not members[0].foot,
            strength=len(members),
        )
        for id_, members in found.items()
    )


def evolved(state: WarState, apply: Mapping[type[Event], Any], events: Iterable[Event]) -> list[Event]:
    """What happened, after it has changed the state, event by event."""
    found = []
    for event in events:
        apply[type(event)](state, event)
        found.append(event)
    return found
