"""The one error of this package."""

from __future__ import annotations

import os
from pathlib import Path

from saves.line import SaveError


class RoomError(SaveError):
    """Something that cannot be done at a table; the text says what is wrong and what would be right."""


def of_table(error: object, directory: Path) -> str:
    """What is wrong with a file in the folder of a table, in words for those who sit there: the folder is called by its
    name, and where the host keeps it is not said."""
    return str(error).replace(f"{directory.parent}{os.sep}", "")


class RoomBusyError(RoomError):
    """Another process keeps a file for longer than any operation takes."""
