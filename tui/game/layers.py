"""The overlays that a player has laid over the map, and what they are drawn from."""

from __future__ import annotations

from collections.abc import Callable
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
        self.reset()

    def reset(self) -> None:
        """Only those that lie on the map from the beginning."""
        self.on[:] = [k.id for k in self.kinds if k.standing]

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
        return any(k.needs in ("hex", "both") for k in self.shown())

    def drawing(
        self, view: Any, side: SideId | None, hex_: Hex | None, unit: str | None, own: str | None = None
    ) -> Drawing:
        """The computation of all layers that are on, from a view, the cursor's hex, the selected unit and the unit of
        the player's own from which a layer is drawn to the cursor."""
        given = {"hex": (hex_, None), "unit": (None, unit), "both": (hex_, own)}
        wanted: list[tuple[OverlayKind, Hex | None, str | None]] = []
        for kind in self.shown():
            at, of = given.get(kind.needs, (None, None))
            if (at is not None or kind.needs not in ("hex", "both")) and (of is not None or not _of_unit(kind)):
                wanted.append((kind, at, of))

        def draw() -> tuple[Overlay, ...]:
            drawn = [(k, self.face.overlay(view, side, k.id, at, of)) for k, at, of in wanted]
            return tuple(overlay for k, overlay in drawn if overlay.cells or not k.standing)

        return draw

    def wanting(self, unit: str | None) -> tuple[OverlayKind, ...]:
        """Layers that are on but have no unit to be drawn from."""
        return tuple(k for k in self.shown() if _of_unit(k) and unit is None and not k.standing)

    def shown(self) -> list[OverlayKind]:
        """Those that are on."""
        return [k for k in self.kinds if k.id in self.on]


def _of_unit(kind: OverlayKind) -> bool:
    """Whether a layer is drawn from a unit."""
    return kind.needs in ("unit", "both")
