"""The legend of the overlays that lie on the map."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content

from core.presentation import Overlay
from tui.kit.steady_text import SteadyText
from tui.kit.text import MUTED
from tui.map.palette import Palette, tone_sign
from tui.map.palettes import palette_named


class OverlayLegend(SteadyText):
    """A line for each overlay: its title, then a patch and the meaning of each of its tones."""

    DEFAULT_CSS = """
    OverlayLegend { height: auto; max-height: 3; padding: 0 1; background: $panel; display: none; }
    """

    _shown: tuple[tuple[Overlay, ...], str] = ((), "")

    def on_mount(self) -> None:
        """Its patches are those of the map in another theme too."""
        self.watch(self.app, "theme", lambda: self.show(*self._shown), init=False)

    def show(self, overlays: Sequence[Overlay], why: str = "") -> None:
        """Show the legends of these overlays; why: what the cursor's hex says in them."""
        self._shown = tuple(overlays), why
        self.display = bool(overlays)
        palette = palette_named(self.app.theme)
        lines = []
        for overlay in overlays:
            colourless = self.app.no_color
            tones = [
                Content.assemble(_sign(overlay, tone) if colourless else _patch(palette, tone), (f" {meaning}", MUTED))
                for tone, meaning in overlay.legend
            ]
            lines.append(Content.assemble((overlay.title, "bold"), "  ", Content("  ").join(tones)))
        if why:
            lines[-1] = Content.assemble(lines[-1], (f"  here: {why}", f"italic {MUTED}"))
        self.put(Content("\n").join(lines))


def _patch(palette: Palette, tone: str) -> Content:
    """A ground of a tone, as it lies on the map, between edges that are seen whatever the tone is. No line breaks in
    it, as one would at a blank."""
    return Content.assemble(("[", MUTED), ("██", style_of(palette, tone)), ("]", MUTED))


def _sign(overlay: Overlay, tone: str) -> Content:
    """What stands on the map in hexes of a tone, where there is no colour: a sign, or a number."""
    text = next((cell.text for cell in overlay.cells.values() if cell.shade == tone and cell.text), "")
    shown = "123" if any(character.isnumeric() for character in text) else text.strip() or tone_sign(tone)
    return Content.assemble(("[", MUTED), (shown, "bold"), ("]", MUTED))


def style_of(palette: Palette, tone: str) -> str:
    """The style of a tone of the map in a text."""
    colour = palette.tone(tone)
    return f"ansi_{colour}" if palette.ansi else colour
