"""When Python looks for garbage: not while the program starts, and seldom after."""

from __future__ import annotations

import gc
from typing import Final

#: Python looks for garbage after so many new objects. By its own measure, 700, it would look hundreds of times while a
#: game opens, which makes 300,000 objects that stay: a fifth of all the time until it is on the screen.
GARBAGE: Final = 100_000


def look_for_garbage() -> None:
    """Begin to look for it, among what is made from now on: what is there already belongs to the program and stays."""
    gc.freeze()
    gc.set_threshold(GARBAGE, *gc.get_threshold()[1:])
    gc.enable()
