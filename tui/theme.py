"""The app's own themes; each goes with the palette of the map of the same name."""

from __future__ import annotations

from typing import Final

from textual.theme import Theme

from tui.map.palette import Palette
from tui.map.palettes import CONTRAST, DARK, LIGHT, SAFE, SIXTEEN


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
