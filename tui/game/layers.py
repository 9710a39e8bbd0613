"""The overlays that a player has laid over the map, and what they are drawn from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from core.event import SideId
from core.hexes import Hex
from core.presentation import Overlay, OverlayKind
from core.system import Face

#: Computes the overlays; takes its time, touches nothing but its own view.
Drawing = Callable[[], tuple[Overlay, ...]]


class Layers:
    """Which overlays are on. `drawing` gives a computation that may run in a thread of its own."""

    def __init__(self, face: Face[Any]) -> None:
        self.face = face
        self.kinds: tuple[OverlayKind, ...] = tuple(face.overlay_kinds())
        self.on: list[str] = []

    def toggle(self, kind: str) -> bool:
        """Lay a layer over the map or take it off; whether it is on now."""
        if kind in self.on:
            self.on.remove(kind)
            return False
        self.on.append(kind)
        return True

    @property
    def follows_cursor(self) -> bool:
        """Whether a layer that is on changes with the cursor's hex."""
        return any(k.needs == "hex" for k in self._shown())

    def drawing(self, view: Any, side: SideId | None, hex_: Hex | None, unit: str | None) -> Drawing:
        """The computation of all layers that are on, from a view, the cursor's hex and the selected unit."""
        wanted: Sequence[tuple[str, Hex | None, str | None]] = [
            (k.id, hex_ if k.needs == "hex" else None, unit if k.needs == "unit" else None)
            for k in self._shown()
            if not (k.needs == "unit" and unit is None) and not (k.needs == "hex" and hex_ is None)
        ]

        def draw() -> tuple[Overlay, ...]:
            return tuple(self.face.overlay(view, side, kind, at, of) for kind, at, of in wanted)

        return draw

    def wanting(self, unit: str | None) -> tuple[OverlayKind, ...]:
        """Layers that are on but have no unit to be drawn from."""
        return tuple(k for k in self._shown() if k.needs == "unit" and unit is None)

    def _shown(self) -> list[OverlayKind]:
        return [k for k in self.kinds if k.id in self.on]
