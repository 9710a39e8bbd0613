"""What a palette of the map is: what it has a colour for, and which it is asked for by which name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from attrs import frozen

#: Families of terrain, as a TerrainLook names them.
FAMILIES: Final = ("open", "brush", "rough", "sand", "woods", "town", "water", "depression", "structure")

#: What may lie on a hexside, the most important first: it is drawn if two share a hexside.
FEATURES: Final = (
    "cliff",
    "crest",
    "orange",
    "wall",
    "hedgerow",
    "green",
    "gray",
    "brown",
    "defilade",
    "slope",
    "stream",
    "ditch",
    "pond",
)

#: Kinds of route, the best first: it is drawn if two run through the same cells.
ROUTES: Final = ("road", "path", "track", "sunken-road", "railway")

#: What has another name on the boards of some systems, and as which feature it is drawn.
DRAWN_AS: Final[Mapping[str, str]] = {
    "hedge": "hedgerow",
    "bocage": "green",
    "fence": "gray",
    "anti-tank-ditch": "ditch",
    "shallow-stream": "stream",
}

#: One ASCII sign for each overlay tone, shown where an overlay cell has no text of its own.
TONE_SIGNS: Final[Mapping[str, str]] = {
    "good": "+",
    "bad": "-",
    "warning": "!",
    "info": ".",
    "muted": ".",
    "strong": "#",
    "seen": "o",
    "hull-down": "h",
    "blocked": "x",
    "reach": ".",
    "spent": ",",
    "threat": "!",
    "command": "c",
    "range-1": "1",
    "range-2": "2",
    "range-3": "3",
    "range-4": "4",
    "range-5": "5",
    "band-1": "1",
    "band-2": "2",
    "band-3": "3",
}

#: Other names under which a side's or a mark's tone may be asked for.
TONE_ALIASES: Final[Mapping[str, str]] = {
    "german": "grey",
    "axis": "grey",
    "soviet": "red",
    "russian": "red",
    "allied": "blue",
    "american": "blue",
    "us": "blue",
    "british": "brown",
    "commonwealth": "brown",
    "italian": "green",
    "french": "blue",
    "gray": "grey",
    "first": "grey",
    "second": "red",
    "ok": "good",
    "success": "good",
    "error": "bad",
    "danger": "bad",
    "warn": "warning",
    "visible": "seen",
    "hull_down": "hull-down",
    "dim": "muted",
    "normal": "info",
    "band-1": "range-4",
    "band-2": "range-3",
    "band-3": "range-1",
}


@frozen(eq=False, repr=False)
class Palette:
    """The colours of a map: "#rrggbb", or the terminal's own colour names if `ansi`; none at all if `mono`.

    ground: colour of each terrain family at ground level; glyphs: colour of its texture, only for `ansi` and
    `mono` (else a darker tone of the ground). rise: what a level mixes into the ground, and how much of it.
    sides: foreground and background of a side's counters, by tone. tones: colours of marks and overlays.
    """

    name: str
    dark: bool
    void: str
    text: str
    ground: Mapping[str, str]
    rise: tuple[str, float]
    features: Mapping[str, str]
    routes: Mapping[str, str]
    sides: Mapping[str, tuple[str, str]]
    tones: Mapping[str, str]
    cursor: tuple[str, str]
    selected: tuple[str, str]
    path: str
    smoke: str
    glyphs: Mapping[str, str] = {}
    tint: float = 0.5
    texture: float = 0.34
    label: float = 0.62
    ansi: bool = False
    mono: bool = False

    def side(self, tone: str | None) -> tuple[str, str]:
        """Foreground and background of the counters of a side with this tone; None is nobody's."""
        if tone is None:
            return self.sides["neutral"]
        found = self.sides.get(tone) or self.sides.get(TONE_ALIASES.get(tone, ""))
        if found:
            return found
        spare = [self.sides[name] for name in sorted(self.sides) if name != "neutral"]
        return spare[sum(tone.encode()) % len(spare)]

    def tone(self, name: str) -> str:
        """The colour of a mark or an overlay with this tone."""
        found = self.tones.get(name) or self.tones.get(TONE_ALIASES.get(name, ""))
        if found:
            return found
        side = self.sides.get(name) or self.sides.get(TONE_ALIASES.get(name, ""))
        return side[1] if side else self.tones["info"]


def tone_sign(name: str) -> str:
    """The ASCII sign of an overlay tone."""
    return TONE_SIGNS.get(name) or TONE_SIGNS.get(TONE_ALIASES.get(name, "")) or (name[:1] or ".")
