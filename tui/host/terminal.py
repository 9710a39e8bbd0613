"""What the terminal of an SSH client can show, as far as the client says: colours, letters, size, mouse.

Nothing of it comes from the host's own environment, and nothing goes into it.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Final

from attrs import frozen

#: Words of the client's environment that are read; all others are refused.
HINTS: Final = frozenset({"COLORTERM", "LANG", "LC_ALL", "LC_CTYPE", "NO_COLOR"})
#: Characters of a hint and of a terminal type that are read.
LONGEST: Final = 64
#: Columns and rows where the client names none, and the bounds of what it may name.
USUAL: Final = (80, 24)
LEAST: Final = (1, 1)
MOST: Final = (500, 200)

_TRUE_COLOUR: Final = ("direct", "kitty", "ghostty", "alacritty", "wezterm", "foot", "contour", "truecolor", "iterm2")
_COLOURLESS: Final = ("vt52", "vt100", "vt102", "vt220", "vt320", "vt420", "vt510", "ansi-m", "mono")
#: Terminals that take what they do not know for text, or have no more than ASCII.
_PLAIN: Final = ("vt", "ansi", "linux", "cygwin", "sun", "cons25", "wyse", "hp", "mono")
#: Terminals on which nothing can be drawn.
_BLIND: Final = ("", "dumb", "unknown", "network", "emacs")

#: What boxes and blocks become where there is only ASCII.
_ASCII: Final = str.maketrans(
    {
        **dict.fromkeys("─━═╌╍┄┅┈┉▔▁╴╶╸╺⎺⎻⎼⎽", "-"),
        **dict.fromkeys("│┃║╎╏┆┇┊┋▏▕▎▍▌▐╵╷╹╻", "|"),
        **dict.fromkeys("┌┐└┘├┤┬┴┼┏┓┗┛┣┫┳┻╋╔╗╚╝╠╣╦╩╬╭╮╰╯", "+"),
        **dict.fromkeys("█▉▊▋▇▆▅▄▃▂▀■▓▒", "#"),
        **dict.fromkeys("░·•∙⋅●○", "."),
        **dict.fromkeys("←◀◂‹", "<"),
        **dict.fromkeys("→▶▸›❯", ">"),
        **dict.fromkeys("↑▲▴", "^"),
        **dict.fromkeys("↓▼▾", "v"),
        **dict.fromkeys("–—−", "-"),
        **dict.fromkeys("“”", '"'),
        **dict.fromkeys("‘’", "'"),
        **dict.fromkeys("×✕✖✗", "x"),
        "⏎": "=",
        "°": "'",
        "½": "h",
        "…": ".",
        "✓": "*",
    }
)


class Colours(Enum):
    """How many colours a terminal has; the value is Rich's name of the colour system."""

    NONE = ""
    SIXTEEN = "standard"
    MANY = "256"
    TRUE = "truecolor"


@frozen
class Terminal:
    """A client's terminal.

    type: as the client names it. capable: whether it knows the questions and modes of modern terminals (mouse,
    pasting, focus, key protocol). unicode: whether it shows more than ASCII.
    """

    type: str = "xterm-256color"
    colours: Colours = Colours.MANY
    unicode: bool = True
    capable: bool = True

    @property
    def blind(self) -> bool:
        """Whether nothing can be drawn on it."""
        return self.type in _BLIND

    def encode(self, text: str) -> bytes:
        """Text as the bytes that are sent; characters that the terminal lacks are replaced."""
        if self.unicode:
            return text.encode("utf-8", "replace")
        return text.translate(_ASCII).encode("ascii", "replace")


def offered(type_: str, hints: Mapping[str, str]) -> Terminal:
    """The terminal that a client offers with its type and the few words of its environment that are read."""
    name = "".join(c for c in type_.lower()[:LONGEST] if c.isascii() and c.isprintable())
    plain = name.startswith(_PLAIN)
    return Terminal(name, _colours(name, hints), _unicode(plain, hints), capable=not plain)


def bounded(columns: int, rows: int) -> tuple[int, int]:
    """The size to draw in: the usual one where the client names none, and never one that would cost the host dear."""
    if columns <= 0 or rows <= 0:
        return USUAL
    return min(max(columns, LEAST[0]), MOST[0]), min(max(rows, LEAST[1]), MOST[1])


def _colours(name: str, hints: Mapping[str, str]) -> Colours:
    if hints.get("NO_COLOR") or name.startswith(_COLOURLESS) or name.endswith(("-m", "-mono")):
        return Colours.NONE
    if hints.get("COLORTERM", "").strip().lower() in ("truecolor", "24bit"):
        return Colours.TRUE
    if any(part in name for part in _TRUE_COLOUR):
        return Colours.TRUE
    return Colours.MANY if "256" in name else Colours.SIXTEEN


def _unicode(plain: bool, hints: Mapping[str, str]) -> bool:
    """A client that says how it encodes is believed; else modern terminals are taken to know UTF-8."""
    locale = hints.get("LC_ALL") or hints.get("LC_CTYPE") or hints.get("LANG")
    if locale:
        return "utf-8" in locale.lower() or "utf8" in locale.lower()
    return not plain
