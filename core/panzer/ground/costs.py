"""What the ground charges for entering a hex, crossing a hexside and turning, and what a unit cannot cross.

Holds na:4.5.1.1.2 (costs, Slopes, Crests, Walls, prohibited terrain), na:4.5.1.1.5f (heights along a route),
na:4.5.1.1.6 (bridges), na:4.5.1.1.11 (Tracks), na:4.1.4.1.3b (alleys), the columns of the Terrain Effects Table by kind
of unit (na:6.6.4, na:6.6.4.1, na:6.6.5), weather on the ground (or:7.36.3) and weight limits (or:7.32). Smoke, reverse
and allowances are added by the movement chapter.

The miniatures edition has a table of its own, by the inch, and the same columns by traction (min:9.3, min:9.3.1); its
Heavy Woods are open to vehicles along a route alone (min:9.5.7).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from attrs import frozen

from core.alike import Alike
from core.board import Board, Cell
from core.choice import Refusal
from core.hexes import DIRECTION_NAMES, Hex, opposite
from core.panzer.ground.going import BY_TRACTION, Going
from core.panzer.ground.terrain import BUILDINGS, ROUTES, vehicle_terrain
from core.panzer.ground.water import impassable_water
from core.panzer.pieces.cards import Traction
from core.panzer.pieces.conditions import FLOOD, ICE, MUD, SNOW
from core.panzer.pieces.tables import Tables, TerrainEffect
from core.panzer.pieces.works import FALLEN, ON_FIRE, WorkKind
from core.tally import Reason

#: Terrain in which a long gun has to point ahead or astern as its vehicle moves (or:7.20).
NARROW: Final = frozenset({"alley", "woods", "light-woods", "medium-grove", "light-grove"})

#: Kinds that have an allowance of their own (na:4.5.1.1.5).
RATED: Final = ("road", "path")

#: Terrain counters that change who may enter a hex and at what cost, by their marks on its `Cell`, with their rules.
COUNTER_RULES: Final = {
    WorkKind.BLOCK.value: "na:6.1.4.3.3",
    WorkKind.DITCH.value: "na:6.1.4.3.4",
    ON_FIRE: "na:6.1.4.3.5a",
    WorkKind.WIRE.value: "na:6.1.4.3.11",
    FALLEN: "na:6.5.4.4.3e",
}

#: The rule of weather on the ground, and what snow adds to every listed cost.
WEATHER: Final = "or:7.36.3"
SNOW_COST: Final = 1
#: The rule of weight limits.
WEIGHT: Final = "or:7.32"

_HEIGHT_SIDES: Final = frozenset({"slope", "crest", "cliff"})


@frozen(eq=False, repr=False)
class Crossing(Alike):
    """The way across one hexside.

    cost: of the hex and the hexside together, without smoke and not yet doubled for reverse; route: the kind of
    route that it follows; refusal: why it is closed, in which case the cost is 0; heights: how many it changes; afloat:
    it leads into water that is entered with a whole move (or:7.34).
    """

    cost: int = 0
    reasons: tuple[Reason, ...] = ()
    route: str | None = None
    refusal: Refusal | None = None
    heights: int = 0
    afloat: bool = False


class TerrainCosts:
    """The costs of one board for one way of going over it, worked out hexside by hexside when first asked for.

    Where the table has P nobody enters (na:4.5.1.1.2d, min:9.3.2, min:5.5.1.6, min:5.5.1.10), nor across a hill's edge
    without Slope (min:5.5.1.11, min:5.5.1.17); a Bridge leads over what lies below it (min:5.5.1.4).
    """

    def __init__(self, board: Board, tables: Tables, going: Going) -> None:
        self.board = board
        self.tables = tables
        self.going = going
        self._crossings: dict[tuple[Hex, int], Crossing] = {}
        self._exits: dict[Hex, tuple[int, ...]] = {}

    # -- hexes and hexsides -----------------------------------------------------------------------

    def crossing(self, hex_: Hex, direction: int) -> Crossing:
        """The way from a hex of the board into the next one across a hexside."""
        key = (hex_, direction)
        found = self._crossings.get(key)
        if found is None:
            found = self._crossings[key] = self._cross(hex_, direction)
        return found

    def into_building(self, hex_: Hex, direction: int) -> Crossing:
        """The way straight into the building of the next hex: its own cost in place of the Alley's (na:6.6.3)."""
        target = hex_.neighbour(direction)
        there = self.board.cells.get(target)
        if there is None:
            return Crossing(refusal=Refusal(f"the map ends at {hex_}; there is no building beyond", "na:6.6.3"))
        if there.terrain not in BUILDINGS:
            return Crossing(refusal=Refusal(f"there is no building in {target}", "na:6.6.3"))
        return self._cross(hex_, direction, indoors=True)

    def leaving(self, hex_: Hex, direction: int) -> Crossing:
        """The way off the map, for good: the cost of the hex left, or of the route that leaves the map there
        (na:4.5.1.1.9, min:9.8)."""
        if hex_.neighbour(direction) in self.board:
            return Crossing(
                refusal=Refusal(
                    f"the map goes on across the {DIRECTION_NAMES[direction]} hexside of {hex_}; "
                    "only a hexside on its edge leads off",
                    "na:4.5.1.1.9",
                )
            )
        return self._edge(hex_, direction)

    def arriving(self, hex_: Hex, facing: int) -> Crossing:
        """The way onto the map, forward into a hex: the cost of that hex (na:4.5.1.1.9)."""
        behind = opposite(facing)
        if self.board.is_edge(hex_) and hex_.neighbour(behind) in self.board:
            ways = [DIRECTION_NAMES[opposite(d)] for d, n in enumerate(hex_.neighbours()) if n not in self.board]
            return Crossing(
                refusal=Refusal(
                    f"a vehicle enters {hex_} forward from off the map, facing {' or '.join(ways)}",
                    "na:4.5.1.1b",
                )
            )
        added: list[Reason] = []
        return self._counters(hex_, self.board.cells[hex_], added) or self._edge(hex_, behind, tuple(added))

    def turn(self, hex_: Hex, route: str | None) -> Reason | None:
        """What turning 2 or 3 hexsides costs here, on a route or off it; None = prohibited (na:4.5.1.1.4, min:9.4).

        Of the turns that hexsides allow they are those of more than 90 degrees; a Slope is a hexside, on which nobody
        turns (min:9.4.2).
        """
        row = self.tables.terrain[route] if route else self.terrain(self.board.cells[hex_])
        if self.held(hex_, route) is not None:
            return None
        return None if row.turn is None else Reason(f"turn, {row.name}", row.turn, "na:4.5.1.1.4")

    def cloud(self, kind: str, *, turning: bool) -> Reason:
        """What Brew-Up Smoke, in the miniatures edition also Smoke and a Wreck, adds to entering its hex or to a paid
        turn in it (na:4.5.1.1.2e, min:9.3.4, min:9.4.2)."""
        row = self.tables.terrain[kind]
        amount = row.turn if turning else row.cost.get(self.going.column)
        return Reason(row.name, amount or 0, "na:4.5.1.1.2e")

    def terrain(self, cell: Cell) -> TerrainEffect:
        """The terrain of a hex as this going meets it: of Building hexes the alleys, unless it goes indoors; a frozen
        stream is Clear, but for who is too heavy for it (or:7.36.3, or:7.32)."""
        if ICE in cell.marks and not self.going.breaks_ice:
            return self.tables.terrain["clear"]
        return self.tables.terrain[cell.terrain] if self.going.indoors else vehicle_terrain(self.tables, cell)

    def _edge(self, hex_: Hex, direction: int, added: tuple[Reason, ...] = ()) -> Crossing:
        cell = self.board.cells[hex_]
        route = self._kind(hex_, direction)
        if cell.terrain == "bridge" and route is None:
            return _closed_bridge(hex_)
        return self._afloat(cell, added) or self._enter(hex_, cell, route) or self._pay(cell, route, added)

    def _cross(self, hex_: Hex, direction: int, *, indoors: bool = False) -> Crossing:
        target = hex_.neighbour(direction)
        board = self.board
        if target not in board:
            return Crossing(refusal=Refusal(f"the map ends at {hex_}; X leads off it", "na:4.5.1.1.9"))
        here, there = board.cells[hex_], board.cells[target]
        route = None if indoors else self.route(hex_, direction)
        if route is None and "bridge" in (here.terrain, there.terrain):
            return _closed_bridge(hex_ if here.terrain == "bridge" else target)
        sides = board.side(hex_, direction)
        added: list[Reason] = []
        closed = self._heights(target, here, there, sides, route, added) or self._hexsides(target, sides, route, added)
        closed = closed or self._counters(target, there, added)
        if indoors:
            row = self.tables.terrain[there.terrain]
            own = Reason(row.name, row.cost.get(self.going.column) or 0, "na:6.6.3")
            return closed or Crossing(own.amount + sum(r.amount for r in added), (own, *added))
        heights = max(abs(there.level - here.level), 1 if "crest" in sides else 0)
        held = self.held(target, route)
        closed = closed or (Crossing(refusal=held) if held is not None else None)
        closed = closed or self._afloat(there, tuple(added), heights) or self._enter(target, there, route)
        return closed or self._pay(there, route, tuple(added), heights)

    def held(self, hex_: Hex, route: str | None) -> Refusal | None:
        """Why a long gun keeps its vehicle from moving into a hex or within it, off Roads and Paths (or:7.20); None if
        it does not."""
        row = self.terrain(self.board.cells[hex_])
        if not self.going.long_gun or route in RATED or row.id not in NARROW:
            return None
        return Refusal(
            f"the long gun has to point ahead or astern in {row.name}, {hex_}; turn the turret first", "or:7.20"
        )

    def _heights(
        self, target: Hex, here: Cell, there: Cell, sides: frozenset[str], route: str | None, added: list[Reason]
    ) -> Crossing | None:
        # The depth of a Gully, Stream or Ford is part of its own cost, so that only ground levels are compared.
        change = abs(there.level - here.level)
        if "cliff" in sides or (change and route is None and not sides & {"slope", "crest"}):
            return Crossing(
                refusal=Refusal(f"a cliff bars the way into {target}; hills are climbed by Slopes", "na:4.1.4.1.5a")
            )
        heights = max(change, 1 if "crest" in sides else 0)
        if not heights:
            return None
        limit = self.going.heights
        if heights > limit:
            return Crossing(
                refusal=Refusal(
                    f"{target} lies {heights} Heights {'above' if there.level > here.level else 'below'}; "
                    f"{self.going.name} change at most {limit} in one hex",
                    self.going.rule or "na:4.5.1.1.2b",
                )
            )
        name = "Crest" if not change else f"{heights} Height" + ("s" if heights > 1 else "")
        row = self.tables.terrain["slope" if change else "crest"]
        added.append(Reason(name, heights * (row.cost.get(self.going.column) or 0), "na:4.5.1.1.2b"))
        if route in RATED and self.going.drives:
            added.append(Reason(f"along the {route.capitalize()}", -1, "na:4.5.1.1.5f"))
        return None

    def _hexsides(self, target: Hex, sides: frozenset[str], route: str | None, added: list[Reason]) -> Crossing | None:
        if route is not None:
            return None
        for side in sorted(sides - _HEIGHT_SIDES):
            row = self.tables.terrain.get(side)
            if row is None or row.kind != "hexside":
                continue
            rule = "na:4.5.1.1.2c" if side == "wall" else "na:4.5.1.1.2a"
            cost = None if side in self.going.bars else row.cost.get(self.going.column)
            if cost is None:
                closed = self.going.rule or (rule if side == "wall" else "na:4.5.1.1.2d")
                return Crossing(refusal=Refusal(f"the {row.name} bars {self.going.name} from {target}", closed))
            added.append(Reason(row.name, cost, rule))
        return None

    def _counters(self, target: Hex, cell: Cell, added: list[Reason]) -> Crossing | None:
        """Blocks, Ditches, Wire, Fires and fallen Bridges bar the way, routes or not, or add to the cost.

        (na:6.1.4.3.3, na:6.1.4.3.4, min:17.2.3.1.5, na:6.1.4.3.5a, na:6.1.4.3.11, min:17.2.4.1.4, na:6.5.4.4.3e)
        """
        for mark, rule in COUNTER_RULES.items():
            if mark not in cell.marks:
                continue
            row = self.tables.terrain.get(mark)
            if row is None:
                return Crossing(refusal=Refusal(f"the bridge in {target} has been destroyed", rule))
            kept_out = mark in self.going.bars
            cost = None if kept_out else row.cost.get(self.going.column)
            if cost is None:
                rule = "min:17.2.4.1.4" if kept_out else rule
                name = "Fire" if mark == ON_FIRE else row.name
                bars = f"the {name} bars {self.going.name} from {target}"
                return Crossing(refusal=Refusal(bars, rule))
            # What is not printed as an addition is the cost of the hex, of which its other terrain is part.
            own = 0 if row.added else self.terrain(cell).cost.get(self.going.column) or 0
            if cost > own:
                added.append(Reason(row.name, cost - own, rule))
        return None

    def _enter(self, target: Hex, cell: Cell, route: str | None) -> Crossing | None:
        row = self.terrain(cell)
        if FLOOD in cell.marks:
            return Crossing(refusal=Refusal(f"the {row.name} in {target} overflows and is impassable", WEATHER))
        if target in self.going.closed_bridges:
            return Crossing(refusal=Refusal(f"the bridge in {target} does not bear its weight", WEIGHT))
        if self.going.breaks_ice and route is None and ICE in cell.marks and cell.terrain != "ford":
            return Crossing(refusal=Refusal(f"the ice in {target} does not bear its weight; it needs a Ford", WEIGHT))
        # Along a route its own line replaces that of the other terrain, but no route runs through open water.
        if row.cost.get(self.going.column) is None and (route is None or cell.terrain == "water"):
            by_route = route is None and cell.terrain != "water" and any(k in cell.routes for k in ROUTES)
            return Crossing(
                refusal=Refusal(
                    f"{row.name} in {target} is prohibited to {self.going.name}"
                    + (" except along its Road, Path or Track" if by_route else ""),
                    self.going.rule or "na:4.5.1.1.2d",
                )
            )
        return None

    def _afloat(self, cell: Cell, added: tuple[Reason, ...], heights: int = 0) -> Crossing | None:
        """The way into water that bars all but amphibious vehicles, None if it is not one to this going: all of a move
        (or:7.34), or twice the cost of a stream (min:20.10)."""
        if not self.going.swims or not impassable_water(self.tables, cell, self.going.column):
            return None
        if self.tables.edition.optional.floats_one_hex:
            return Crossing(heights=heights, afloat=True)
        twice = 2 * (self.tables.terrain["stream"].cost.get(self.going.column) or 0)
        reasons = (Reason(f"{self.terrain(cell).name}, twice a Stream", twice, "min:20.10"), *added)
        return Crossing(sum(r.amount for r in reasons), reasons, heights=heights)

    def _pay(self, cell: Cell, route: str | None, added: tuple[Reason, ...], heights: int = 0) -> Crossing:
        row = self.tables.terrain[route] if route else self.terrain(cell)
        rule = "na:4.5.1.1.2a" if route is None else "na:4.5.1.1.11" if route == "track" else "na:4.5.1.1.5a"
        reasons = (Reason(row.name, row.cost.get(self.going.column) or 0, rule), *self._weather(cell, row), *added)
        return Crossing(sum(r.amount for r in reasons), reasons, route, heights=heights)

    def _weather(self, cell: Cell, row: TerrainEffect) -> tuple[Reason, ...]:
        """What snow adds to the listed cost of any terrain, Paths and Roads too (or:7.36.3); mud as much again in the
        miniatures edition (min:20.13.3.2)."""
        if not cell.marks:
            return ()
        snow = (Reason("Snow", SNOW_COST, WEATHER),) if SNOW in cell.marks else ()
        if MUD not in cell.marks or not self.tables.edition.optional.mud_costs:
            return snow
        return (Reason("Mud, twice", row.cost.get(self.going.column) or 0, "min:20.13.3.2"), *snow)

    # -- routes -----------------------------------------------------------------------------------

    def route(self, hex_: Hex, direction: int) -> str | None:
        """The kind of route joined across a hexside, as the hex beyond counts: "road", "path", "track" or None.

        Roads and Paths run into one another; a stretch that is a Track on either side is a Track (na:4.5.1.1.11).
        """
        here = self._kind(hex_, direction)
        target = hex_.neighbour(direction)
        there = self._kind(target, opposite(direction)) if target in self.board else None
        if here is None or there is None:
            return None
        return "track" if here == "track" else there

    def exits(self, hex_: Hex) -> tuple[int, ...]:
        """The hexsides across which a route leaves a hex, into the next hex or off the map."""
        found = self._exits.get(hex_)
        if found is None:
            found = self._exits[hex_] = tuple(
                d
                for d, n in enumerate(hex_.neighbours())
                if (self.route(hex_, d) if n in self.board else self._kind(hex_, d)) is not None
            )
        return found

    def rated(self, hex_: Hex) -> bool:
        """Whether this is a Path or Road hex."""
        routes = self.board.cells[hex_].routes
        return any(kind in routes for kind in RATED)

    def any_route(self, hex_: Hex) -> str | None:
        """The best kind of route in a hex, wherever it runs."""
        routes = self.board.cells[hex_].routes
        return next((kind for kind in ROUTES if kind in routes), None)

    def _kind(self, hex_: Hex, direction: int) -> str | None:
        cell = self.board.cells[hex_]
        kind = next((k for k in ROUTES if cell.route_crosses(k, direction)), None)
        if kind == "path" and cell.terrain == "bridge" and self._road_bridge(hex_, cell):
            return "road"
        return kind

    def _road_bridge(self, hex_: Hex, cell: Cell) -> bool:
        """Whether a bridge connects to a Road at either end, which makes all of it Road (na:4.5.1.1.6).

        In the miniatures edition it is Path that prevails (min:9.5.4).
        """
        if self.tables.edition.path_prevails:
            return False
        if cell.routes.get("road", 0):
            return True
        for direction, beyond in enumerate(hex_.neighbours()):
            next_cell = self.board.cells.get(beyond)
            if next_cell and cell.route_crosses("path", direction):
                if next_cell.terrain == "bridge" and next_cell.routes.get("road", 0):
                    return True
                if next_cell.route_crosses("road", opposite(direction)):
                    return True
        return False


def _closed_bridge(bridge: Hex) -> Crossing:
    return Crossing(
        refusal=Refusal(f"the bridge in {bridge} is entered and left only along its Path or Road", "na:4.5.1.1.6")
    )


def terrain_costs(board: Board, tables: Tables, going: Going | Traction) -> TerrainCosts:
    """The costs of a board, shared by all who ask with the same tables; those of few boards are kept."""
    return _kept(board, tables, BY_TRACTION[going] if isinstance(going, Traction) else going)


@lru_cache(maxsize=32)
def _kept(board: Board, tables: Tables, going: Going) -> TerrainCosts:
    return TerrainCosts(board, tables, going)
