"""What is drawn of the ground and of layers, for the help of the place that shows a map: what this board has, then the
rest; made of what the painter draws from, so that nothing can be drawn that is not told."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from core.board import Board
from core.presentation import Overlay, TerrainLook
from tui.kit.help import KeyGroup
from tui.map.compass import compass
from tui.map.glyphs import DOWN, LEFT, RIGHT, UP, Glyphs
from tui.map.palette import DRAWN_AS, FEATURES, ROUTES, TONE_SIGNS, tone_sign
from tui.map.projection import Zoom

#: Hexsides that are named after the colour in which their boards print them.
_PRINTED: Final = ("orange", "green", "gray", "brown")


def ground_signs(
    glyphs: Glyphs, zoom: Zoom, board: Board, looks: Mapping[str, TerrainLook], laid: Sequence[Overlay] = ()
) -> tuple[KeyGroup, ...]:
    """What the ground of a board is drawn with, what layers write into hexes, and what other boards may have besides.

    laid: the layers that lie on the map now.
    """
    terrain = {name for cell in board.cells.values() for name in (cell.under or cell.terrain, cell.terrain)}
    routes = {kind for cell in board.cells.values() for kind in cell.routes}
    sides = {name for cell in board.cells.values() for side in cell.sides for name in side}
    known_sides = dict.fromkeys([*FEATURES, *(name for name in DRAWN_AS if name not in FEATURES), *sorted(sides)])
    known_routes = dict.fromkeys([*ROUTES, *sorted(routes)])
    here = (
        *_grounds(glyphs, zoom, (look for look in looks.values() if look.id in terrain)),
        *_routes(glyphs, (kind for kind in known_routes if kind in routes)),
        *_hexsides(glyphs, (name for name in known_sides if name in sides)),
        *_heights(glyphs, zoom, board),
        *(((compass(board, glyphs), "where north lies"),) if board.north else ()),
    )
    elsewhere = (
        *_grounds(glyphs, zoom, (look for look in looks.values() if look.id not in terrain)),
        *_routes(glyphs, (kind for kind in known_routes if kind not in routes)),
        *_hexsides(glyphs, (name for name in known_sides if name not in sides)),
    )
    layers = tuple(_layers(laid))
    groups = [KeyGroup("Ground of this map", tuple(dict.fromkeys(here)))]
    if layers:
        groups.append(KeyGroup("Layers on the map", layers))
    if elsewhere:
        groups.append(KeyGroup("Ground of other maps", tuple(dict.fromkeys(elsewhere))))
    groups.append(KeyGroup("Signs that layers write", tuple(_tones())))
    return tuple(groups)


def _grounds(glyphs: Glyphs, zoom: Zoom, looks: Iterable[TerrainLook]) -> Iterable[tuple[str, str]]:
    for look in looks:
        sign = "".join(dict.fromkeys((look.ascii if glyphs.ascii else look.glyph).strip())) or "blank"
        letter = look.letter.strip()[:1]
        if zoom is Zoom.PLAIN and look.family != "open" and letter:
            sign = f"{letter} {sign}"
        yield sign, look.name


def _routes(glyphs: Glyphs, kinds: Iterable[str]) -> Iterable[tuple[str, str]]:
    for kind in kinds:
        drawn = "path" if kind in DRAWN_AS else kind
        straight = glyphs.line(drawn, LEFT | RIGHT) + glyphs.line(drawn, UP | DOWN)
        arms = "".join(dict.fromkeys(straight + "".join(glyphs.line(drawn, arms) for arms in range(16))))
        yield arms, _worded(kind)


def _hexsides(glyphs: Glyphs, names: Iterable[str]) -> Iterable[tuple[str, str]]:
    for name in names:
        drawn = DRAWN_AS.get(name, name)
        if drawn not in glyphs.features:
            continue
        said = f"{_worded(name)} hexside" if name in _PRINTED else f"{_worded(name)} on a hexside"
        if name == "slope":
            yield glyphs.features[name], "slope, down to the hex drawn below it"
            yield glyphs.rising, "slope, up to the hex drawn below it"
        else:
            yield glyphs.features[drawn], said


def _heights(glyphs: Glyphs, zoom: Zoom, board: Board) -> Iterable[tuple[str, str]]:
    yield glyphs.bridge, "bridge"
    yield f"{glyphs.building}1-9", "building, with its stories"
    highest = max((cell.level for cell in board.cells.values()), default=0)
    yield f"1-{min(highest, 9)}" if highest > 1 else "1", "level of the ground, upper right in a hex"
    yield glyphs.below, "below ground level"
    if zoom is Zoom.FAR and not glyphs.ascii:
        yield "▀▄", "half a hex, in columns that lie lower"
    if zoom is Zoom.PLAIN:
        yield "/\\_", "edges of hexes"


def _layers(laid: Iterable[Overlay]) -> Iterable[tuple[str, str]]:
    """What each layer that lies there means by its tones, and by what is written into its hexes."""
    for overlay in laid:
        for tone, meaning in overlay.legend:
            yield tone_sign(tone), f"{overlay.title}: {meaning}"


def _tones() -> Iterable[tuple[str, str]]:
    """The signs of tones, each once, with what tones it stands for."""
    by_sign: dict[str, list[str]] = {}
    for tone, sign in TONE_SIGNS.items():
        by_sign.setdefault(sign, []).append(_worded(tone))
    for sign, tones in by_sign.items():
        yield sign, ", ".join(tones)


def _worded(name: str) -> str:
    return name.replace("-", " ")
