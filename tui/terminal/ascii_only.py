"""The whole screen in ASCII: frames, bars and signs as well as the map, for terminals without UTF-8."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final
from unicodedata import normalize

from rich.cells import cell_len
from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

#: What stands for what; a character takes as many cells as before.
_SIGNS: Final = {
    **dict.fromkeys("─━┄╌═▁▂▃▄▔▀—–⎺⎻⎼⎽₋⊖", "-"),
    **dict.fromkeys("│┃┆║▏▎▍▌▐▕▊▋", "|"),
    **dict.fromkeys("█▉▇▆▅▓■▪▰▣", "#"),
    **dict.fromkeys("▒░", "%"),
    **dict.fromkeys("▸▶►›→»⏎▷❯⇉🔎", ">"),
    **dict.fromkeys("◀‹←«◁◂⌫", "<"),
    **dict.fromkeys("▾▼↓⌄▽", "v"),
    **dict.fromkeys("▴▲↑⇧△⌃⌂", "^"),
    **dict.fromkeys("↗↙◢◤◸◿", "/"),
    **dict.fromkeys("↖↘◣◥◹◺", "\\"),
    **dict.fromkeys("·…∙⋅", "."),
    **dict.fromkeys("◆★✱☼◇※∗♨", "*"),
    **dict.fromkeys("•○◯⊙∘", "o"),
    **dict.fromkeys("✗✖×✕╳", "x"),
    **dict.fromkeys("≈≋∼±", "~"),
    **dict.fromkeys("≡▬◫", "="),
    **dict.fromkeys("♠♣♤♧", "&"),
    **dict.fromkeys("⊘∅", "0"),
    **dict.fromkeys("∪◡", "u"),
    **dict.fromkeys("“”„″", '"'),
    **dict.fromkeys("‘’‚′°", "'"),
    **dict.fromkeys("□▢∴", ":"),
    "●": "O",
    "◉": "@",
    "∩": "n",
    "½": "h",
    "✓": "+",
    "≤": "<",
    "≥": ">",
    "−": "-",
    "∞": "&",
    "ß": "s",
    "Ł": "L",
    "ł": "l",
    "Ø": "O",
    "ø": "o",
    "æ": "a",
    "Æ": "A",
    "đ": "d",
    "ı": "i",
}
#: Keys that are shown by signs, in words.
_KEYS: Final = {
    "enter": "enter",
    "backspace": "bksp",
    "up": "up",
    "down": "down",
    "left": "left",
    "right": "right",
}


class AsciiOnly(LineFilter):
    """Writes every character that is not ASCII as one that is, while `wanted` says so."""

    def __init__(self, wanted: Callable[[], bool]) -> None:
        super().__init__()
        self._wanted = wanted

    @property
    def enabled(self) -> bool:
        """Whether lines go through it now."""
        return self._wanted()

    @enabled.setter
    def enabled(self, enabled: bool) -> None:
        """It is for the settings to say."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Take what is not ASCII out of a line."""
        if all(segment.text.isascii() for segment in segments):
            return segments
        return [
            segment if text.isascii() else Segment(in_ascii(text), style, control)
            for segment in segments
            for text, style, control in (segment,)
        ]


def key_in_ascii(key: str) -> str:
    """The name of a key in a word where its sign would be no letter of ASCII; "" where it has none."""
    modifiers, _, last = key.rpartition("+")
    return "+".join(filter(None, (modifiers, _KEYS[last]))) if last in _KEYS else ""


@lru_cache(maxsize=4096)
def in_ascii(text: str) -> str:
    """A text with signs of ASCII for those that are not."""
    return "".join(map(_sign, text))


@lru_cache(maxsize=1024)
def _sign(character: str) -> str:
    if character.isascii():
        return character
    if "\u2500" <= character <= "\u257f" and character not in _SIGNS:
        return "+"
    plain = _SIGNS.get(character) or normalize("NFKD", character)[:1]
    # Wide characters take two cells, and marks over the letter before them none.
    width = cell_len(character)
    return (plain if plain.isascii() else "?").ljust(width)[:width]
