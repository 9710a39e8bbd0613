"""Terrain counters as files state them: works, rubble, fires, smoke (na:6.1.4.3)."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from typing import Final

from attrs import frozen

from content.kit.grids import read_hexes
from content.kit.load import Proof, near
from core.alike import Alike
from core.board import Board
from core.event import UnitId
from core.hexes import DIRECTION_NAMES, Hex
from core.panzer.pieces.clouds import Cloud, CloudKind
from core.panzer.pieces.works import COMPLETE, HOLDING, RUBBLE_OF, Work, WorkKind, rubble_of

_WORKS: Final = {kind.value: kind for kind in WorkKind}
_CLOUDS: Final = {kind.value: kind for kind in CloudKind}
#: Of these a counter lies in each hex by itself; of the others one SHEAF lies in all hexes of a line.
_SINGLE: Final = frozenset({CloudKind.FIRE, CloudKind.DUST})


@frozen(eq=False, repr=False)
class CounterLine(Alike):
    """A kind of terrain counter and the hexes in which it lies.

    units: whom it holds; gp_defense: where it can be destroyed; of: the terrain that rubble was, if not that of its
    hex; progress: side 1 to 4 of a HASTY ENTRENCHMENT counter; open: the hexside to which an Improved Position is
    open; open_sheaf, off: of smoke and barrages.
    """

    kind: str
    hexes: str
    gp_defense: int | None = None
    units: tuple[str, ...] = ()
    room: int = 1
    of: str = ""
    progress: int = COMPLETE
    open: str = ""
    open_sheaf: bool = False
    off: bool = False


def counters(
    lines: Sequence[CounterLine], board: Board, units: Container[str], proof: Proof
) -> tuple[tuple[Work, ...], tuple[Cloud, ...]]:
    """The terrain counters, and the fires, smoke, barrages and dust, that the lines put on a board."""
    works: list[Work] = []
    clouds: list[Cloud] = []
    for at, line in enumerate(lines, 1):
        key = f"counter[{at}]"
        hexes = read_hexes(line.hexes, f"{key}.hexes", board, proof)
        if line.kind in _CLOUDS:
            clouds += _clouds(line, _CLOUDS[line.kind], hexes)
        elif line.kind in _WORKS:
            works += [w for hex_ in hexes if (w := _work(line, key, hex_, board, units, proof))]
        else:
            known = [*_WORKS, *_CLOUDS]
            proof.mistake(f"{key}.kind", repr(line.kind), ", ".join(known), near(line.kind, known))
    return tuple(works), tuple(clouds)


def _clouds(line: CounterLine, kind: CloudKind, hexes: Iterable[Hex]) -> Iterable[Cloud]:
    areas = [frozenset({h}) for h in hexes] if kind in _SINGLE else [frozenset(hexes)]
    return [Cloud(kind, area, open=line.open_sheaf, on=not line.off, fresh=False) for area in areas if area]


def _work(line: CounterLine, key: str, hex_: Hex, board: Board, units: Container[str], proof: Proof) -> Work | None:
    kind = _WORKS[line.kind]
    for text in line.units:
        if text not in units:
            proof.mistake(f"{key}.units", repr(text), "the id of a unit")
    if line.units and (kind not in HOLDING or len(line.units) > line.room):
        proof.mistake(f"{key}.units", repr(list(line.units)), "the units of a position with room for them")
    if not 1 <= line.progress <= COMPLETE or (line.progress < COMPLETE and kind is not WorkKind.HASTY):
        proof.mistake(f"{key}.progress", str(line.progress), "1 to 4, of a hasty-entrenchment")
    if line.open and line.open not in DIRECTION_NAMES:
        proof.mistake(f"{key}.open", repr(line.open), ", ".join(DIRECTION_NAMES))
        return None
    of = line.of or rubble_of(board[hex_]) if kind is WorkKind.RUBBLE else ""
    if kind is WorkKind.RUBBLE and of not in RUBBLE_OF and of != "bridge":
        proof.mistake(f"{key}.of", repr(of), ", ".join((*RUBBLE_OF, "bridge")), f"{hex_} has no building or bridge")
        return None
    return Work(
        kind,
        hex_,
        progress=line.progress,
        holders=tuple(UnitId(text) for text in line.units),
        room=line.room,
        open=DIRECTION_NAMES.index(line.open) if line.open else None,
        gp_defense=line.gp_defense,
        of=of,
    )
