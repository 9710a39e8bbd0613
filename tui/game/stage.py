"""What the game screen shows and points at: the view, the cursor, the order in hand, the layers. No widgets."""

from __future__ import annotations

from attrs import evolve

from core.choice import Choice, Partial
from core.event import SideId
from core.hexes import Hex, distance
from core.presentation import Card, Counter, OddsReport, Overlay, OverlayCell
from tui.game.again import Last
from tui.game.ahead import Given, following, in_hand, onward
from tui.game.cards import cards_of
from tui.game.layers import Layers
from tui.game.many.marks import Marks
from tui.game.ordering import Ordering, Way
from tui.game.table import Table
from tui.kit.printed import caller
from tui.map.scene import UNIT_KINDS, Scene

#: Tones of hexes in which something may be picked: now, and by way of an order kind.
_PICK, _WAY, _AIM = OverlayCell("reach"), OverlayCell("info"), OverlayCell("strong")


class Stage:
    """The eyes and the hand of the player at the keyboard.

    cursor: the hex pointed at; shown: the id of the counter whose card is shown; unit: the id of the player's own unit
    last pointed at, from which layers and lines of sight are drawn; hovered: the way that would be picked; barred: a
    choice that is pointed at though it may not be had; planned: the hexes that the order would lead through, as its
    odds say, ghost: what they draw of it; trail: the hexes of another's last order; pinned: where lines of sight are
    drawn from instead of the unit; trails: where others have acted since the player's last order, as a layer; marks:
    the units marked for one order.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self.face = table.system.face
        self.layers = Layers(self.face)
        self.ordering: Ordering | None = None
        self.hovered: Way | None = None
        self.barred: Choice | None = None
        self.overlays: tuple[Overlay, ...] = ()
        self.planned: tuple[Hex, ...] = ()
        self.ghost: Overlay | None = None
        self.trail: tuple[Hex, ...] = ()
        self.trails: Overlay | None = None
        self.shown: str | None = None
        self.unit: str | None = None
        self.given = Given()
        self._queue: tuple[str, ...] = ()
        self.pinned: Hex | None = None
        self._asked: object = None
        system = table.system
        self.marks = Marks()
        self.counters: tuple[Counter, ...] = tuple(self.face.counters(table.view))
        self.cursor: Hex = self._first_hex()
        self._scene = Scene(
            board=system.board,
            looks=self.face.terrain(),
            sides={look.id: look for look in system.sides},
            counters=self.counters,
        )
        self._highlight: tuple[object, Overlay | None] = ((), None)

    # -- the order in hand ------------------------------------------------------------------------

    def begin(self, side: SideId) -> bool:
        """Let `side` order; what was kept of another order is gone. Whether something else is asked than before."""
        if self.ordering is None or self.ordering.side != side:
            self.ordering = Ordering(side, self.table.choices, caller(self.table.system))
        else:
            self.ordering.forget()
        self.hovered = self.barred = None
        self.planned, self.ghost = (), None
        status = self.face.status(self.table.view)
        before, self._asked = self._asked, (side, status.turn, status.step, self.ordering.choices.rule)
        return self._asked != before

    def end(self, ordered: str | None = None) -> None:
        """Nobody orders now; the unit that was ordered is in hand again, not one that was picked for its order."""
        if ordered is not None and self.owns(ordered):
            self.shown = self.unit = ordered
        self.ordering = None
        self.hovered = self.barred = None
        self.planned, self.ghost = (), None

    @property
    def begun(self) -> bool:
        """Whether something has been picked."""
        return self.ordering is not None and bool(self.ordering.picked)

    @property
    def complete(self) -> bool:
        """Whether what has been picked can be given as an order."""
        return self.ordering is not None and self.begun and self.ordering.choices.complete

    def pick(self, way: Way) -> None:
        """Pick choices; an order kind takes along the unit pointed at, if it begins the order and gathers no others."""
        ordering = self.ordering
        if ordering is None:
            return
        ordering.take(way)
        self.hovered = None
        self.barred = None
        last = way[-1]
        if len(ordering.picked) == 1 and last.kind == "order" and last.hex is None and last.unit is None:
            mine = [c for c in ordering.choices.legal if c.kind == "unit" and c.unit is not None]
            here = [c for c in mine if c.unit in (self.shown, self.unit) and c.hex in (self.cursor, None)]
            if len(here) == 1:
                ordering.take(here)
                last = here[0]
        if last.unit is not None:
            self.shown = last.unit
            if self.owns(last.unit):
                self.unit = last.unit
        if last.hex is not None and last.kind != "order":
            self.cursor = last.hex
        self._come_near(ordering)

    def _come_near(self, ordering: Ordering) -> None:
        """Point at the only choice, the first facing or the cursor's hex; bring the cursor to hexes that are far."""
        choices = ordering.choices
        facings = bool(choices.legal) and all(c.kind == "facing" for c in choices.legal)
        if choices.legal and not choices.complete and (facings or len(choices.legal) == 1):
            self.hovered = choices.legal[:1]
        hexes = [c.hex for c in choices.legal if c.kind == "hex" and c.hex is not None]
        if hexes and not ordering.path[1:]:
            nearest = min(hexes, key=lambda h: (distance(h, self.cursor), h))
            if distance(nearest, self.cursor) > 1:
                self.cursor = nearest
        self.hovered = self.hovered or ordering.hex_way(self.cursor)

    def back(self) -> bool:
        """Take the last pick back; False if there was none. What lies under the cursor may be picked again."""
        if self.ordering is None or not self.ordering.back():
            return False
        self.barred = None
        self.cursor = next(reversed(self.ordering.path), self.cursor)
        self.hovered = self.ordering.hex_way(self.cursor)
        if not self.begun:
            self._to_unit(self.ordering)
            self._offer()
        return True

    def aim(self) -> Partial | None:
        """The partial whose odds are of interest: the order in hand with what is pointed at."""
        return None if self.ordering is None else self.ordering.with_way(self.hovered or ()) or None

    def refusal_at(self, hex_: Hex) -> Choice | None:
        """What may not be picked in a hex; it says why."""
        options = self.ordering.choices.options if self.ordering is not None else ()
        return next((choice for choice in options if choice.hex == hex_ and choice.refusal is not None), None)

    # -- pointing ---------------------------------------------------------------------------------

    def point(self, hex_: Hex) -> None:
        """Put the cursor on a hex: its top counter is shown, what may be picked there is pointed at."""
        self.cursor = hex_
        stack = self.stack(hex_)
        if not any(c.id == self.shown for c in stack):
            top = next((c for c in stack if c.kind in UNIT_KINDS), None)
            self.shown = top.id if top else None
        if self.shown and self.owns(self.shown):
            self.unit = self.shown
        ways = self.ordering.at(hex_) if self.ordering else ()
        of_shown = [way for way in ways if way[-1].unit == self.shown]
        self.hovered = next(iter((*of_shown, *ways)), None)
        if self.hovered is None and self.ordering is not None:
            self.hovered = onward(self.ordering, self.unit, hex_)
        self.barred = None

    def in_hand(self) -> Way | None:
        """The one way to begin an order of the unit in hand, if it is pointed at or no other may have one."""
        return in_hand(self.ordering, self.unit, self.cursor)

    @property
    def leads(self) -> bool:
        """Whether the unit in hand is pointed on to a hex, though its order is not begun."""
        way = self.hovered
        return not self.begun and way is not None and [choice.kind for choice in way][-2:] == ["unit", "hex"]

    def end_here(self) -> Way | None:
        """How the unit that has just been ordered ends what it has begun, while the cursor is on it."""
        if self.hovered is None or self.hovered[-1].unit != self.unit or self.hovered[-1].kind != "unit":
            return None
        return self.end_begun()

    def end_begun(self) -> Way | None:
        """How the unit in hand ends what it has begun; None if it has begun nothing."""
        return self.given.end(self.ordering, self.unit, self.now())

    def last(self) -> Last | None:
        """What another unit was ordered last, if the unit in hand may be given it too."""
        way = self.hovered if not self.leads else self.in_hand()
        unit = way[-1].unit if way is not None and way[-1].kind == "unit" else None
        return self.given.last(self.ordering, unit, self.now()) if unit is not None and not self.begun else None

    def now(self) -> object:
        """The turn and the step that the player sees."""
        status = self.face.status(self.table.view)
        return status.turn, status.step

    def choose(self, counter: str) -> None:
        """Show a counter of the stack under the cursor."""
        self.shown = counter
        if self.owns(counter):
            self.unit = counter
        ways = [w for w in self.ordering.of(counter) if w[-1].hex in (self.cursor, None)] if self.ordering else []
        self.hovered = ways[0] if ways else self.hovered

    def next_unit(self, step: int) -> bool:
        """Point at the next unit that still has something to do, on the map or off it; False if there is none."""
        if self.ordering is None:
            return False
        left = self.face.undone(self.table.view, self.ordering.side)
        if not left:
            return False
        self.shown = self.unit = following(self._queue, self.unit, left, step)
        self._queue = tuple(left)
        self._to_unit(self.ordering)
        return True

    def _to_unit(self, ordering: Ordering) -> None:
        """Point at the unit in hand, on the map or off it."""
        if found := self.counter(self.unit):
            self.shown = self.unit
            self.point(found.hex)
        else:
            self.hovered = next(iter(ordering.of(self.unit or "")), None)

    def stack(self, hex_: Hex) -> tuple[Counter, ...]:
        """What lies in a hex, the topmost first."""
        return tuple(reversed([c for c in self.counters if c.hex == hex_]))

    def counter(self, id_: str | None) -> Counter | None:
        """A counter on the map by its id."""
        return next((c for c in self.counters if c.id == id_), None)

    # -- what is drawn ----------------------------------------------------------------------------

    def look(self) -> None:
        """Look at the game again: it has moved on, or somebody else is at the keyboard."""
        self.counters = self.marks.on(self.face.counters(self.table.view))
        if self.unit and self.counter(self.unit) and not self.owns(self.unit):
            self.unit = None

    def go_on(self) -> None:
        """After an order: stay with the unit if it still has something to do, else on to the next."""
        if self.ordering is None:
            return
        if self.unit not in self.face.undone(self.table.view, self.ordering.side):
            self.next_unit(1)
        else:
            self._to_unit(self.ordering)
        self._offer()

    def arrive(self) -> None:
        """Point where a player is likely to look first: at the only thing to pick, else at the first unit."""
        self.unit = None
        picks = [c for c in self.ordering.choices.legal if c.hex is not None] if self.ordering else []
        if len(picks) == 1 and picks[0].hex is not None:
            self.point(picks[0].hex)
        elif not self.next_unit(1):
            self.point(self._first_hex())
        self._offer()

    def _offer(self) -> None:
        """Where no own unit is asked for, but others are, such as targets, point at the first of them."""
        if self.hovered is not None or self.ordering is None:
            return
        asked = [choice for choice in self.ordering.choices.legal if choice.kind == "unit" and choice.unit is not None]
        if asked and asked[0].hex is not None and not any(self.owns(choice.unit or "") for choice in asked):
            self.point(asked[0].hex)

    def blank(self) -> None:
        """Keep nothing of the player who leaves the keyboard, not even where they looked."""
        self.end()
        self.overlays = self.trail = ()
        self.layers.reset()
        self.marks.put(())
        self.trails = None
        self.cursor = self._middle()
        self.shown = self.unit = self.pinned = None
        self.look()

    def scene(self) -> Scene:
        """The map as it is to be drawn now."""
        self._scene = evolve(
            self._scene,
            counters=self.counters if self.counters != self._scene.counters else self._scene.counters,
            overlay=self._layer(),
            path=self._path(),
            selected=self.shown,
        )
        return self._scene

    def plan(self, report: OddsReport | None) -> bool:
        """Take the path of a move from what its odds say; whether the map is to be drawn otherwise."""
        before = self._path(), self.ghost
        self.planned = report.path if report is not None else ()
        self.ghost = report.ghost if report is not None else None
        return (self._path(), self.ghost) != before

    def _path(self) -> tuple[Hex, ...]:
        """The hexes of the move in hand, as known, else as picked; none where its very way is drawn."""
        if self.ordering is None:
            return self.trail
        path = self.ordering.path
        if self.ghost is not None and self.ghost.cells:
            return ()
        if self.planned:
            return (*path[:1], *self.planned)
        return path if len(path) > 1 else ()

    def cards(self) -> tuple[Card | None, Card | None]:
        """The card of the counter shown and that of the cursor's hex."""
        return cards_of(self.table.system, self.table.view, self.shown, self.cursor)

    def origin(self) -> tuple[Hex, str | None] | None:
        """Where a line of sight is drawn from, and the unit there: the place that was pinned, the end of the path in
        hand, or the player's own unit."""
        if self.pinned is not None:
            return self.pinned, None
        if self.ordering and len(self.ordering.path) > 1:
            return self.ordering.path[-1], None
        unit = self.counter(self.unit)
        return (unit.hex, unit.id) if unit else None

    def pin(self) -> bool:
        """Let lines of sight be drawn from the cursor's hex, or from the unit again; whether it is pinned now."""
        self.pinned = None if self.pinned == self.cursor else self.cursor
        return self.pinned is not None

    @property
    def layer_unit(self) -> str | None:
        """The unit that layers are drawn from: the one shown, else the player's own last pointed at."""
        return self.shown or self.unit

    def why_here(self) -> str:
        """What the layers say of the cursor's hex."""
        said = [o.cells[self.cursor] for o in self.laid if self.cursor in o.cells]
        return "; ".join(" ".join(filter(None, (c.why, c.rule))) for c in said if c.why)

    @property
    def laid(self) -> tuple[Overlay, ...]:
        """What lies over the map: where others acted, the layers that are on, what is drawn of the order in hand."""
        overlays = self.overlays if self.trails is None else (self.trails, *self.overlays)
        if self.ghost is None or not self.ghost.cells:
            return overlays
        return (*(o for o in overlays if o.kind != self.ghost.kind), self.ghost)

    def _layer(self) -> Overlay | None:
        """The layers and the hexes that may be picked, as one."""
        marked = self.ordering.marked() if self.ordering else {}
        begun = self.begun
        cells: dict[Hex, OverlayCell] = {}
        for overlay in self.laid:
            cells.update({h: cell.over(cells[h]) if h in cells else cell for h, cell in overlay.cells.items()})
        ways = all(layer.standing for layer in self.layers.shown())
        for hex_, now in marked.items():
            if ways or (now and begun):
                cells[hex_] = _under(_PICK if now and begun else _WAY, cells.get(hex_))
        units = [c.hex for c in self.ordering.picked if c.kind == "unit"] if self.ordering else []
        for at in (u for u in units if u is not None) if len(units) > 1 else ():
            cells[at] = _under(_AIM, cells.get(at))
        if self.hovered and begun and self.hovered[-1].hex is not None:
            cells[self.hovered[-1].hex] = _under(_AIM, cells.get(self.hovered[-1].hex))
        key = tuple(cells.items())
        if key != self._highlight[0]:
            self._highlight = (key, Overlay("picks", "", cells) if cells else None)
        return self._highlight[1]

    def owns(self, unit: str) -> bool:
        """Whether a unit is one of the player at the keyboard: on the map, or yet to come onto it."""
        side, counter = self.table.here, self.counter(unit)
        if side is None:
            return False
        return counter.side == side if counter else unit in self.face.undone(self.table.view, side)

    def _first_hex(self) -> Hex:
        own = [c.hex for c in self.counters if c.side == self.table.here] or [c.hex for c in self.counters]
        return own[0] if own else self._middle()

    def _middle(self) -> Hex:
        """The hex in the middle of the board."""
        cells = self.table.system.board.cells
        columns = sorted({h.col for h in cells})
        column = sorted(h for h in cells if h.col == columns[len(columns) // 2])
        return column[len(column) // 2]


def _under(mark: OverlayCell, cell: OverlayCell | None) -> OverlayCell:
    """A mark on a hex, under the lines that are drawn through it."""
    return cell.over(mark) if cell is not None and cell.strokes else mark
