"""Themes as data: the colours of the map, the tones of sides, marks and overlays, and the app's own themes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from attrs import evolve, frozen
from textual.theme import Theme

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
}


@frozen(eq=False)
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


DARK: Final = Palette(
    name="panzerhex-dark",
    dark=True,
    void="#121212",
    text="#c8c8c0",
    ground={
        "open": "#8a8454",
        "brush": "#747a45",
        "rough": "#7d6a55",
        "sand": "#b59f63",
        "woods": "#3c5a2f",
        "town": "#77625a",
        "water": "#3a5a80",
        "depression": "#62573d",
        "structure": "#8c8a84",
    },
    rise=("#f2e8c0", 0.2),
    features={
        "cliff": "#2b1a10",
        "crest": "#fff3c4",
        "wall": "#e4e4e4",
        "hedgerow": "#1f4a14",
        "defilade": "#3a2a14",
        "slope": "#4e3a1e",
        "stream": "#8fc1f2",
        "ditch": "#33270f",
        "orange": "#ff9a2e",
        "green": "#12340b",
        "gray": "#2f2c33",
        "brown": "#4a2410",
        "pond": "#8fc1f2",
    },
    routes={"road": "#2e2a26", "path": "#4a3820", "track": "#5a4a2c", "sunken-road": "#2e2a26", "railway": "#1c1c22"},
    sides={
        "grey": ("#f2f2ee", "#282c36"),
        "red": ("#fff0e6", "#961b1b"),
        "blue": ("#f0f6ff", "#1f3f94"),
        "brown": ("#fff6e0", "#6b3d10"),
        "green": ("#f0fff4", "#0d5548"),
        "neutral": ("#1a1a1a", "#d8d2b8"),
    },
    tones={
        "good": "#4fd06a",
        "bad": "#ff5a4a",
        "warning": "#ffc83d",
        "info": "#7cc4ff",
        "muted": "#8d8d85",
        "strong": "#ffffff",
        "seen": "#e8e08a",
        "hull-down": "#d89a3a",
        "blocked": "#22242e",
        "reach": "#5cb8e6",
        "spent": "#9a86d8",
        "threat": "#e0503c",
        "command": "#58c49a",
        "range-1": "#f0603c",
        "range-2": "#f0a03c",
        "range-3": "#e8dc4c",
        "range-4": "#88c860",
        "range-5": "#5ca4d0",
    },
    cursor=("#1a1200", "#ffd21f"),
    selected=("#101010", "#f4f4f4"),
    path="#ff9f1a",
    smoke="#a8a8a8",
)

LIGHT: Final = evolve(
    DARK,
    name="panzerhex-light",
    dark=False,
    void="#e8e6de",
    text="#33332e",
    ground={
        "open": "#d8d2a4",
        "brush": "#c0c687",
        "rough": "#c2ad92",
        "sand": "#eed9a0",
        "woods": "#86ab72",
        "town": "#c3a59a",
        "water": "#8fb6dc",
        "depression": "#b0a27e",
        "structure": "#c6c4bd",
    },
    rise=("#fffdf2", 0.28),
    features={
        "cliff": "#4a2e1c",
        "crest": "#8a3f10",
        "wall": "#3c3c3c",
        "hedgerow": "#1f5a14",
        "defilade": "#5a3a14",
        "slope": "#7e5e32",
        "stream": "#1f5fa8",
        "ditch": "#5a4620",
        "orange": "#d2600a",
        "green": "#1f5a14",
        "gray": "#4c4858",
        "brown": "#6e3a14",
        "pond": "#1f5fa8",
    },
    routes={"road": "#4a4038", "path": "#7a5c34", "track": "#8f7a50", "sunken-road": "#4a4038", "railway": "#26262c"},
    cursor=("#ffffff", "#c2185b"),
    selected=("#ffffff", "#101010"),
    path="#d1600a",
    texture=0.3,
    label=0.6,
)

CONTRAST: Final = evolve(
    DARK,
    name="panzerhex-contrast",
    void="#000000",
    text="#ffffff",
    ground={
        "open": "#3a381c",
        "brush": "#3f4a10",
        "rough": "#4a2f1a",
        "sand": "#6b5a20",
        "woods": "#0f3d0a",
        "town": "#4d2a36",
        "water": "#062f70",
        "depression": "#241a0a",
        "structure": "#4a4a4a",
    },
    rise=("#ffffff", 0.1),
    features={
        "cliff": "#ff6a4a",
        "crest": "#ffee55",
        "wall": "#ffffff",
        "hedgerow": "#55ff55",
        "defilade": "#ffaa55",
        "slope": "#e0b060",
        "stream": "#66ccff",
        "ditch": "#d09040",
        "orange": "#ff9a2e",
        "green": "#55ff55",
        "gray": "#e0e0e0",
        "brown": "#e08a50",
        "pond": "#66ccff",
    },
    routes={"road": "#ffffff", "path": "#e8d8a0", "track": "#c8b070", "sunken-road": "#ffffff", "railway": "#ffffff"},
    sides={
        "grey": ("#000000", "#e8e8e8"),
        "red": ("#ffffff", "#d00000"),
        "blue": ("#ffffff", "#1a48ff"),
        "brown": ("#000000", "#ffb040"),
        "green": ("#000000", "#30e0a0"),
        "neutral": ("#000000", "#c8c8c8"),
    },
    cursor=("#000000", "#ffff00"),
    selected=("#000000", "#00ffff"),
    path="#ff9f1a",
    tint=0.6,
    texture=0.5,
    label=1.0,
)

#: The side colours are those of Okabe and Ito, which keep apart for every kind of colour blindness.
SAFE: Final = evolve(
    DARK,
    name="panzerhex-safe",
    ground={
        "open": "#8c8870",
        "brush": "#757661",
        "rough": "#6b6158",
        "sand": "#bcae8c",
        "woods": "#3f4d42",
        "town": "#8d7c86",
        "water": "#44648c",
        "depression": "#55503f",
        "structure": "#a4a4a4",
    },
    sides={
        "grey": ("#ffffff", "#00486f"),
        "red": ("#000000", "#e69f00"),
        "blue": ("#000000", "#56b4e9"),
        "brown": ("#000000", "#d55e00"),
        "green": ("#ffffff", "#00614a"),
        "neutral": ("#000000", "#dddddd"),
    },
    tones={
        **DARK.tones,
        "good": "#56b4e9",
        "bad": "#d55e00",
        "warning": "#f0e442",
        "info": "#cccccc",
        "strong": "#dcdcdc",
        "seen": "#f0e442",
        "hull-down": "#e69f00",
        "blocked": "#101018",
        "reach": "#56b4e9",
        "spent": "#cc79a7",
        "threat": "#d55e00",
        "command": "#009e73",
        "range-1": "#d55e00",
        "range-2": "#e69f00",
        "range-3": "#f0e442",
        "range-4": "#56b4e9",
        "range-5": "#0072b2",
    },
    cursor=("#000000", "#ffffff"),
    selected=("#000000", "#b8f0ff"),
    path="#cc79a7",
)

#: For terminals of 16 colours, in their own colour names; terrain is told by background and texture together.
SIXTEEN: Final = Palette(
    name="panzerhex-16",
    dark=True,
    void="black",
    text="white",
    ground={
        "open": "yellow",
        "brush": "bright_green",
        "rough": "magenta",
        "sand": "bright_yellow",
        "woods": "green",
        "town": "bright_black",
        "water": "blue",
        # In a blue of any kind a gully would be a stream.
        "depression": "white",
        "structure": "bright_white",
    },
    rise=("", 0.0),
    features={
        "cliff": "bright_red",
        "crest": "bright_white",
        "wall": "bright_white",
        "hedgerow": "bright_green",
        "defilade": "black",
        "slope": "black",
        "stream": "bright_cyan",
        "ditch": "black",
        "orange": "bright_red",
        "green": "bright_green",
        "gray": "bright_white",
        "brown": "black",
        "pond": "bright_cyan",
    },
    routes={"road": "black", "path": "black", "track": "black", "sunken-road": "black", "railway": "black"},
    sides={
        "grey": ("bright_white", "black"),
        "red": ("bright_white", "red"),
        "blue": ("bright_white", "bright_blue"),
        "brown": ("black", "bright_red"),
        "green": ("black", "bright_cyan"),
        "neutral": ("black", "bright_white"),
    },
    tones={
        "good": "bright_green",
        "bad": "bright_red",
        "warning": "bright_yellow",
        "info": "bright_cyan",
        "muted": "white",
        "strong": "bright_white",
        "seen": "bright_yellow",
        "hull-down": "cyan",
        "blocked": "black",
        "reach": "bright_blue",
        "spent": "magenta",
        "threat": "bright_red",
        "command": "cyan",
        "range-1": "bright_red",
        "range-2": "magenta",
        "range-3": "bright_yellow",
        "range-4": "bright_green",
        "range-5": "bright_cyan",
    },
    cursor=("black", "bright_magenta"),
    selected=("black", "bright_white"),
    path="bright_cyan",
    smoke="white",
    glyphs={
        "open": "black",
        "brush": "black",
        "rough": "bright_yellow",
        "sand": "black",
        "woods": "black",
        "town": "bright_white",
        "water": "bright_cyan",
        "depression": "black",
        "structure": "black",
    },
    ansi=True,
)

#: No colour at all, for text output and terminals that have none: everything is told by glyphs.
MONO: Final = evolve(SIXTEEN, name="panzerhex-mono", ansi=False, mono=True)

PALETTES: Final[Mapping[str, Palette]] = {p.name: p for p in (DARK, LIGHT, CONTRAST, SAFE, SIXTEEN, MONO)}


def palette_named(name: str) -> Palette:
    """The map palette that goes with an app theme; the dark one for a theme that is not ours."""
    return PALETTES.get(name, DARK)


def _app_theme(
    palette: Palette, accent: str, surface: str, panel: str, background: str, muted: str, chosen: str
) -> Theme:
    return Theme(
        name=palette.name,
        primary=accent,
        secondary=palette.tones["info"],
        accent=palette.cursor[1],
        foreground=palette.text,
        background=background,
        surface=surface,
        panel=panel,
        success=palette.tones["good"],
        warning=palette.tones["warning"],
        error=palette.tones["bad"],
        dark=palette.dark,
        variables={
            "text-muted": muted,
            "text-disabled": muted,
            "footer-key-foreground": palette.cursor[1],
            "block-cursor-blurred-background": chosen,
        },
    )


#: The app's themes, for `App.register_theme`; each has the name of its palette.
THEMES: Final[tuple[Theme, ...]] = (
    _app_theme(DARK, "#b9a65a", "#1e1f1c", "#2a2b26", "#161714", "#bab9af", "#403e36"),
    Theme(
        name=LIGHT.name,
        primary="#6b5d1e",
        secondary="#1f5fa8",
        accent="#a3124b",
        foreground="#22221e",
        background="#f2f0e8",
        surface="#e6e3d6",
        panel="#d9d5c4",
        success="#1f7a34",
        warning="#8f5a00",
        error="#b3261e",
        dark=False,
        variables={
            "block-cursor-blurred-background": "#cdc8b0",
            "text-muted": "#444238",
            "text-disabled": "#444238",
            "footer-key-foreground": "#a3124b",
        },
    ),
    _app_theme(CONTRAST, "#ffff00", "#000000", "#1c1c1c", "#000000", "#d0d0d0", "#333333"),
    _app_theme(SAFE, "#56b4e9", "#1c1e20", "#282b2f", "#141618", "#b4b7b9", "#33393d"),
    Theme(
        name=SIXTEEN.name,
        ansi=True,
        primary="ansi_bright_yellow",
        secondary="ansi_bright_cyan",
        accent="ansi_bright_magenta",
        foreground="ansi_default",
        background="ansi_default",
        surface="ansi_default",
        panel="ansi_default",
        boost="ansi_default",
        success="ansi_bright_green",
        warning="ansi_bright_yellow",
        error="ansi_bright_red",
        dark=True,
        variables={
            "ansi-background": "ansi_black",
            "ansi-foreground": "ansi_white",
            "border": "ansi_bright_magenta",
            "border-blurred": "ansi_white",
            "block-cursor-foreground": "ansi_bright_white",
            "block-cursor-background": "ansi_blue",
            "block-cursor-blurred-foreground": "ansi_bright_white",
            "block-cursor-blurred-background": "ansi_blue",
            "text-muted": "ansi_white",
            "text-disabled": "ansi_white",
            "footer-key-foreground": "ansi_bright_magenta",
            "link-color": "ansi_bright_cyan",
            "scrollbar": "ansi_white",
            "scrollbar-hover": "ansi_bright_white",
            "scrollbar-active": "ansi_bright_white",
            "input-cursor-background": "ansi_black",
            "input-cursor-foreground": "ansi_bright_white",
            "input-cursor-text-style": "none",
            "input-selection-background": "ansi_bright_blue",
            "input-selection-foreground": "ansi_black",
            "screen-selection-background": "ansi_bright_blue",
            "screen-selection-foreground": "ansi_black",
        },
    ),
)
