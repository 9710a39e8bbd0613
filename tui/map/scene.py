"""What a map is to show, as one frozen value."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from attrs import field, frozen

from core.board import Board
from core.hexes import NE, SE, Hex
from core.presentation import Counter, Overlay, SideLook, TerrainLook
from tui.map.projection import Zoom

#: Kinds of counter that are drawn as a block with class and facing; the rest are signs in a corner.
UNIT_KINDS = frozenset({"unit", "contact"})


@frozen(eq=False, repr=False)
class Scene:
    """A board and what lies on it. Make the next scene with `attrs.evolve`: what is shared costs nothing.

    looks: by terrain id; sides: by side id; path: hexes in order; trails: hexes through which units
    have gone, with the side whose they were; selected: the id of a counter.
    """

    board: Board
    looks: Mapping[str, TerrainLook]
    sides: Mapping[str, SideLook] = field(factory=dict)
    counters: tuple[Counter, ...] = ()
    overlay: Overlay | None = None
    cursor: Hex | None = None
    path: tuple[Hex, ...] = ()
    trails: Mapping[Hex, str | None] = field(factory=dict)
    selected: str | None = None

    @cached_property
    def stacks(self) -> Mapping[Hex, tuple[Counter, ...]]:
        """The counters of each hex that has any: the selected one first, then units from the top, then the rest."""
        stacks: dict[Hex, list[Counter]] = {}
        for counter in reversed(self.counters):
            stacks.setdefault(counter.hex, []).append(counter)
        return {hex_: tuple(sorted(stack, key=self._rank)) for hex_, stack in stacks.items()}

    @cached_property
    def selected_hex(self) -> Hex | None:
        """Where the selected counter lies."""
        return next((c.hex for c in self.counters if c.id == self.selected), None) if self.selected else None

    def _rank(self, counter: Counter) -> int:
        return 0 if counter.id == self.selected else 1 if counter.kind in UNIT_KINDS else 2

    def tone(self, side: str | None) -> str | None:
        """The tone of a side; None for nobody's."""
        look = self.sides.get(side) if side else None
        return look.tone if look else side

    def shape(self, side: str | None) -> int | None:
        """Which of the two ways of drawing units is that of a side: 0 or 1; None for nobody's."""
        return self._shapes.get(side) if side else None

    @cached_property
    def _shapes(self) -> Mapping[str, int]:
        return {side: at % 2 for at, side in enumerate(self.sides)}

    def changed(self, old: Scene) -> frozenset[Hex] | None:
        """The hexes that are drawn otherwise than in `old`; None if the whole map is."""
        same_looks = self.looks is old.looks or self.looks == old.looks
        if self.board is not old.board or not same_looks or self.sides != old.sides:
            return None
        changed: set[Hex | None] = set()
        if self.counters is not old.counters:
            here, there = self.stacks, old.stacks
            changed.update(h for h in here.keys() | there.keys() if here.get(h) != there.get(h))
        if self.overlay is not old.overlay:
            now = self.overlay.cells if self.overlay else {}
            then = old.overlay.cells if old.overlay else {}
            changed.update(h for h in now.keys() | then.keys() if now.get(h) != then.get(h))
        if self.cursor != old.cursor:
            changed |= {self.cursor, old.cursor}
        if self.path != old.path:
            changed.update(set(self.path) ^ set(old.path))
        if self.trails != old.trails:
            changed.update(h for h, _ in self.trails.items() ^ old.trails.items())
        if self.selected != old.selected:
            changed |= {self.selected_hex, old.selected_hex}
        return frozenset(h for h in changed if h is not None)


def neighbours_touched(hex_: Hex, zoom: Zoom) -> tuple[Hex, ...]:
    """The hexes in whose cells some of the drawing of `hex_` lies: its own, and those that hold its outline."""
    if zoom is Zoom.PLAIN:
        return hex_, hex_.neighbour(NE), hex_.neighbour(SE)
    if zoom is Zoom.FAR and hex_.col & 1:
        return hex_, Hex(hex_.col, hex_.row + 1)
    return (hex_,)
