"""Heights of units, hexes and hexsides, and the comparison of an obstacle with two units (na:4.1.4.1, na:4.1.4.2)."""

from __future__ import annotations

from enum import Enum

from core.board import Board, Cell
from core.hexes import Hex, opposite
from core.panzer.pieces.tables import Tables, TerrainEffect
from core.panzer.pieces.unit import Unit
from core.panzer.pieces.works import WorkKind
from core.panzer.state import PanzerState

#: Routes that a line may follow through buildings and groves (na:4.1.4.1.3c).
SIGHT_ROUTES = ("road", "path")
#: A route that lies below the ground beside it (or:7.30b).
SUNKEN = "sunken-road"
_DITCH = WorkKind.DITCH.value


def is_depression(tables: Tables, cell: Cell) -> bool:
    """Whether units in the hex are down in a gully, stream or ford, not on a bridge over one, on a sunken road, or in
    a ditch (na:4.1.4.1.6a, or:7.30b, na:6.1.4.3.4)."""
    return hollow(tables, cell) is not None


def hollow(tables: Tables, cell: Cell) -> TerrainEffect | None:
    """The depression in which units in the hex are; None without one."""
    if cell.under is not None:
        return None
    own = tables.terrain[cell.terrain]
    if own.los == "depression":
        return own
    if SUNKEN in cell.routes:
        return tables.terrain[SUNKEN]
    return tables.terrain[_DITCH] if _DITCH in cell.marks else None


def bed(tables: Tables, cell: Cell) -> int | None:
    """Height of the depression in the hex, of one below a bridge too; None without one (na:4.1.4.1.6a)."""
    below = hollow(tables, cell)
    if below is None and cell.under is not None and tables.terrain[cell.under].los == "depression":
        below = tables.terrain[cell.under]
    return None if below is None else cell.level + below.height


def terrain_height(tables: Tables, cell: Cell) -> int:
    """What the terrain adds to the ground: a building's stories, a grove's 3, a gully's -1 (na:4.1.4.1).

    Most adds nothing (na:4.1.4.1.1), some may block (na:4.1.4.1.2). A building has 1 for each story
    (na:4.1.4.1.3a), with a flat roof or not (na:4.1.4.1.3.1).

    The same in the miniatures edition (min:5.5.1, min:5.5.1.3, min:5.5.1.19, min:5.5.1.23), where Heavy Woods have 4
    (min:5.5.1.10), a Stream and a Ditch -1 (min:5.5.1.20, min:5.5.1.6), and Bridges, Fords, Blocks, Rubble, Wrecks 0
    (min:5.5.1.4, min:5.5.1.8, min:5.5.1.1, min:5.5.1.22).
    """
    effect = tables.terrain[cell.terrain]
    if effect.los == "depression":
        return effect.height if cell.under is None else 0
    inherent = effect.height if effect.los == "blocks" else 1 if effect.los == "building" else 0
    if not inherent and not cell.stories and (below := hollow(tables, cell)) is not None:
        return below.height
    return max(inherent, cell.stories)


def unit_height(board: Board, tables: Tables, hex_: Hex) -> int:
    """Height of a vehicle in the hex: the ground's, never that of trees or roofs.

    (na:4.1.4.1.4, na:4.1.4.1.7, min:5.5.1.3, min:5.5.1.10)
    """
    cell = board[hex_]
    below = hollow(tables, cell)
    return cell.level + (below.height if below is not None else 0)


def obstacle_height(board: Board, tables: Tables, hex_: Hex) -> int:
    """Height of the highest point of the hex: its ground and what stands on it (na:4.1.4.1.4, min:5.5.1.11)."""
    cell = board[hex_]
    return cell.level + terrain_height(tables, cell)


def hexside_height(board: Board, tables: Tables, hex_: Hex, direction: int) -> int | None:
    """Height of a Crest or Hedgerow on the hexside; None if nothing there can block (na:4.1.4.1.5b, na:4.1.4.1.10,
    min:5.5.1.17).

    It stands on the lower of the two hexes, but is never lower than the higher one.
    """
    feature = hexside_obstacle(board, tables, hex_, direction)
    return None if feature is None else feature[1]


def hexside_obstacle(board: Board, tables: Tables, hex_: Hex, direction: int) -> tuple[str, int] | None:
    """Terrain id and Height of the highest thing on the hexside that can block; None without one."""
    features = board.side(hex_, direction)
    if not features:
        return None
    levels = [board[h].level for h in (hex_, hex_.neighbour(direction)) if h in board]
    blocking = [
        (max(min(levels) + effect.height, *levels), feature)
        for feature in sorted(features)
        if (effect := tables.terrain.get(feature)) is not None and effect.kind == "hexside" and effect.los == "blocks"
    ]
    if not blocking:
        return None
    height, feature = max(blocking)
    return feature, height


def blind_zone(tables: Tables, lower: int, below: int, d: int) -> int:
    """Length in hexes of the blind zone behind an obstacle, at least 1 (na:4.1.4.2.4, na:4.1.4.2.4.1).

    lower: Height of the lower unit; below: Heights by which the obstacle is lower than the higher unit;
    d: range in hexes from the higher unit to the obstacle.
    """
    divisor = blind_zone_divisor(tables, lower, below)
    return 1 if divisor is None else max(1, d // divisor)


def blind_zone_divisor(tables: Tables, lower: int, below: int) -> int | None:
    """What the range to the obstacle is divided by; None where the blind zone is always 1 hex."""
    rows = tables.blind_zone
    listed = max(min(lower, max(rows)), min(rows))
    row = rows[listed]
    divisor = row[min(below, len(row)) - 1]
    return None if divisor is None else divisor + max(0, lower - listed)


def blocks(tables: Tables, obstacle: int, at: tuple[int, int], heights: tuple[int, int], range_: int) -> bool:
    """Whether an obstacle hides two units `range_` hexes apart from each other (na:4.1.4.2, min:5.5.2).

    at: its range from either unit, to the hex in front of it for a hexside; heights: those of both units. Not if it is
    as low as both (na:4.1.4.2.3), at any range if as high as one (na:4.1.4.2.1, na:4.1.4.2.2), else within its blind
    zone (na:4.1.4.2.4); by the Line-of-Sight Table if it is as high as that asks where it stands (min:5.5.2.4), which
    ground level never is (min:5.5.2.2).
    """
    higher, lower = max(heights), min(heights)
    if obstacle <= lower:
        return False
    if tables.line_of_sight:
        return obstacle > 0 and (obstacle >= higher or obstacle >= least_that_blocks(tables, zone(at), heights))
    d = at[0] if heights[0] >= heights[1] else at[1]
    return obstacle >= higher or d < range_ <= d + blind_zone(tables, lower, higher - obstacle, d)


class Zone(Enum):
    """Where on a line an obstacle stands, seen from its first unit (min:5.5.2.4.2)."""

    CLOSER = 0
    MIDWAY = 1
    FARTHER = 2


def zone(at: tuple[int, int]) -> Zone:
    """The zone of an obstacle by its range from either unit: midway within 1 hex of the exact midpoint.

    A hexside stands half a hex behind the hex in front of it.
    """
    off_middle = (at[0] - at[1]) / 2
    return Zone.MIDWAY if abs(off_middle) <= 1 else Zone.CLOSER if off_middle < 0 else Zone.FARTHER


def least_that_blocks(tables: Tables, where: Zone, heights: tuple[int, int]) -> int:
    """The least Height of an obstacle between the Heights of two units that blocks, by its zone.

    (min:5.5.2.4.1; min:5.5.2.4.5 is an example of all three.)

    The table goes from -1 to +5; higher ground is read as its last line. ValueError where no line is possible.
    """
    a, b = (max(-1, min(5, height)) for height in heights)
    cells = tables.line_of_sight[a, b]
    if cells is None:
        raise ValueError("no line of sight from Height -1 to Height -1")
    return cells[where.value]


def sight_route(board: Board, hex_: Hex, direction: int) -> str:
    """The Road or Path that crosses a hexside into the next hex, by its kind; empty without one (na:4.1.4.1.3c).

    Road and Path run into one another: a line that follows the one goes on along the other.
    """
    here, there = board.cells.get(hex_), board.cells.get(hex_.neighbour(direction))
    if here is None or there is None or not (here.routes and there.routes):
        return ""
    if not any(there.route_crosses(kind, opposite(direction)) for kind in SIGHT_ROUTES):
        return ""
    return next((kind for kind in SIGHT_ROUTES if here.route_crosses(kind, direction)), "")


def standing_in(state: PanzerState, unit: Unit) -> Hex | None:
    """The hex of a unit: its own, or that of the vehicle that carries it (na:6.6.7.2)."""
    return state.units[unit.carrier].hex if unit.carrier is not None else unit.hex


def facing_of(state: PanzerState, unit: Unit) -> int:
    """The facing of a unit: its own, or that of the vehicle that carries it (na:6.6.7.2)."""
    return state.units[unit.carrier].facing if unit.carrier is not None else unit.facing


def height_of(state: PanzerState, unit: Unit) -> int:
    """Height of a unit for Direct Fire: that of its ground, and the storeys that it has gone up (na:6.1.4.3.1e)."""
    hex_ = standing_in(state, unit)
    if hex_ is None:
        raise ValueError(f"{unit.id} is not on the map")
    return unit_height(state.board, state.tables, hex_) + unit.floor
