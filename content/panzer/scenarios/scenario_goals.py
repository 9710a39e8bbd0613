"""Set-up areas, objectives, exits and victory as scenario files state them (na:2.0, na:3.6)."""

from __future__ import annotations

from collections.abc import Iterator

from content.kit.grids import read_hexes
from content.kit.load import Proof, listed
from content.panzer.scenarios.scenario_file import EnterEntry, ExitLine, ObjectiveLine, ZoneLine
from content.panzer.scenarios.scenario_proof import Draft
from core.board import Board
from core.event import SideId
from core.hexes import Hex, hex_from_id
from core.panzer.pieces.scenario import SetUp, Victory
from core.setting import Entry, Exit, Objective, VictoryLevel, Zone


def set_up(draft: Draft) -> SetUp:
    """How the sides set up."""
    try:
        return SetUp(draft.data.set_up)
    except ValueError:
        draft.proof.unknown("set_up", draft.data.set_up, [s.value for s in SetUp], "the way")
        return SetUp.FIXED


# -- zones ----------------------------------------------------------------------------------------


def zones(draft: Draft) -> dict[str, Zone]:
    """The set-up areas by id; no hex may be in two of them."""
    found: dict[str, Zone] = {}
    taken: dict[Hex, str] = {}
    draft.proof.unique("zone", [z.id for z in draft.data.zone])
    for at, line in enumerate(draft.data.zone, 1):
        key = f"zone[{at}]"
        hexes = frozenset(_zone_hexes(draft, line, key))
        both = sorted(h for h in hexes if h in taken)
        if both:
            draft.proof.mistake(
                key, f"{listed(h.id for h in both)} again", "hexes of no other zone", f"{taken[both[0]]} has them"
            )
        taken.update(dict.fromkeys(hexes, line.id))
        found[line.id] = Zone(line.id, line.name, hexes, draft.facing(line.facing, f"{key}.facing") or 0)
    for at, side in enumerate(draft.data.side, 1):
        for zone in side.zones:
            if zone not in found:
                draft.proof.unknown(f"side[{at}].zones", zone, found, "the zone")
    return found


def _zone_hexes(draft: Draft, line: ZoneLine, key: str) -> Iterator[Hex]:
    if not (line.hexes or line.rows or line.columns):
        draft.proof.mistake(key, "no hexes, rows or columns", "at least one of them", 'such as rows = "1-6"')
    yield from draft.hexes(line.hexes, f"{key}.hexes")
    if line.rows or line.columns:
        rows = _span(draft, line.rows, f"{key}.rows")
        columns = _span(draft, line.columns, f"{key}.columns")
        yield from (h for h in draft.map.cells if h.row in rows and h.col in columns)


def _span(draft: Draft, text: str, key: str) -> range:
    """Rows "1-6" or columns "A-D" as numbers; without a text all of them."""
    if not text:
        return range(100)
    ends = text.replace(" ", "").split("-")
    try:
        numbers = [int(end) if end.isdigit() else hex_from_id(f"{end}1").col for end in ends]
        if not 1 <= len(numbers) <= 2 or numbers[-1] < numbers[0]:
            raise ValueError
    except ValueError:
        draft.proof.mistake(key, repr(text), "one row or column, or two joined by a hyphen such as 1-6 or A-D")
        return range(0)
    return range(numbers[0], numbers[-1] + 1)


# -- objectives, exits, victory -------------------------------------------------------------------


def objectives(draft: Draft) -> Iterator[Objective]:
    """The objectives (na:3.6)."""
    draft.proof.unique(f"{draft.under}objective", [o.id for o in draft.data.objective])
    for at, line in enumerate(draft.data.objective, 1):
        key = f"{draft.under}objective[{at}]"
        if line.turns < 1:
            draft.proof.mistake(f"{key}.turns", str(line.turns), "1 or more")
        if line.controller:
            draft.side(f"{key}.controller", line.controller)
        yield Objective(
            id=line.id,
            name=line.name,
            hexes=_area(draft, line, key),
            vp=line.vp,
            turns=line.turns,
            controller=SideId(line.controller) if line.controller else None,
        )


def exits(draft: Draft) -> Iterator[Exit]:
    """The edges by which a side scores (na:4.5.1.1.9)."""
    draft.proof.unique(f"{draft.under}exit", [e.id for e in draft.data.exit])
    for at, line in enumerate(draft.data.exit, 1):
        key = f"{draft.under}exit[{at}]"
        draft.side(f"{key}.side", line.side)
        if not 0 <= line.share <= 1000 or not (line.share or line.vp):
            draft.proof.mistake(f"{key}.share", str(line.share), "percent of a unit's value, or vp for each unit")
        hexes = _area(draft, line, key)
        at_edge(hexes, f"{key}.hexes", draft.map, draft.proof)
        yield Exit(line.id, line.name, SideId(line.side), hexes, line.share, line.vp)


def _area(draft: Draft, line: ObjectiveLine | ExitLine, key: str) -> tuple[Hex, ...]:
    if bool(line.hexes) == bool(line.place):
        found = "both hexes and place" if line.hexes else "neither hexes nor place"
        draft.proof.mistake(key, found, "one of them")
    if line.hexes:
        return draft.hexes(line.hexes, f"{key}.hexes")
    places = {p.id: p for p in draft.map.places}
    if line.place and line.place not in places:
        draft.proof.unknown(f"{key}.place", line.place, places, f"on {draft.map.id} the place")
    return places[line.place].hexes if line.place in places else ()


def entry(stated: EnterEntry | None, key: str, board: Board, turns: int, proof: Proof) -> Entry | None:
    """When and where a unit enters, if it does: in one of so many turns, at the edge of the map (na:4.5.1.1.9)."""
    if stated is None:
        return None
    if not 1 <= stated.turn <= turns:
        proof.mistake(f"{key}.turn", str(stated.turn), f"1 to {turns}")
    hexes = read_hexes(stated.hexes, f"{key}.hexes", board, proof)
    at_edge(hexes, f"{key}.hexes", board, proof)
    return Entry(stated.turn, hexes)


def at_edge(hexes: tuple[Hex, ...], key: str, board: Board, proof: Proof) -> None:
    """A mistake for hexes inside the map."""
    inner = [h.id for h in hexes if not board.is_edge(h)]
    if inner:
        proof.mistake(key, listed(inner), "hexes at the edge of the map")


def victory(draft: Draft) -> Victory:
    """How the winner is found."""
    line = draft.data.victory
    if not line.levels:
        draft.proof.mistake(
            f"{draft.under}victory.levels", "no level", 'at least one, such as {lead = 1, name = "Victory"}'
        )
    levels = sorted(line.levels, key=lambda level: -level.lead)
    return Victory(
        levels=tuple(VictoryLevel(level.lead, level.name) for level in levels),
        losses=line.losses,
        annihilation=line.annihilation,
        text=line.text,
        rule=line.rule,
    )
