"""The one error of this package."""

from __future__ import annotations

from saves.line import SaveError


class RoomError(SaveError):
    """Something that cannot be done at a table; the text says what is wrong and what would be right."""


class RoomBusyError(RoomError):
    """Another process keeps a file for longer than any operation takes."""
