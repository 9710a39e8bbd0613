"""The title of the terminal: set while a player is called, and given back as it was."""

from __future__ import annotations

from typing import Any, Final

from textual.app import App

#: What a title may not hold: it would end the sequence, or be taken for another one.
_PLAIN: Final = str.maketrans({chr(code): "" for code in (*range(32), *range(127, 160))})
#: The terminal keeps its title, or takes back the one that it kept last.
_KEEP, _GIVE_BACK = "\x1b[22;2t", "\x1b[23;2t"


def set_title(app: App[Any], text: str, *, before: str = "") -> str:
    """Show a title, "" = the one that the terminal had; what is shown now, for the next call.

    before: what the last call gave back, "" if none was made.
    """
    driver = app._driver
    if driver is None or text == before:
        return before
    plain = text.translate(_PLAIN)
    if not plain:
        driver.write(_GIVE_BACK)
    else:
        driver.write(f"{'' if before else _KEEP}\x1b]2;{plain}\x1b\\")
    driver.flush()
    return plain
