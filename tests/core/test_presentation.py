"""What a rule system shows may lie at an exact point and have one of 48 headings, and need not."""

from __future__ import annotations

from core.hexes import Hex
from core.plane import centre, hex_at, offset
from core.presentation import Counter, Overlay


def test_what_is_shown_may_have_a_point_and_a_heading() -> None:
    at = offset(centre(Hex(3, 4)), 45, 10)
    counter = Counter("a", "unit", hex_at(at), "west", "Tk", "Tank", point=at, heading=47)
    assert (counter.hex, counter.point, counter.heading, counter.facing) == (Hex(3, 4), at, 47, None)
    layer = Overlay("arc", "Covered Arc", point=at, heading=47)
    assert (layer.point, layer.heading) == (at, 47)


def test_what_stands_in_hexes_has_neither() -> None:
    counter, layer = Counter("a", "unit", Hex(3, 4), "west", "Tk", "Tank", 2), Overlay("arc", "Field-of-Fire")
    assert (counter.point, counter.heading, layer.point, layer.heading) == (None, None, None, None)
