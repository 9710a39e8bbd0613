"""Notices whose time is over before they are shown: they are gone at once, and nothing waits for them for ever."""

from __future__ import annotations

from typing import Final

from textual.notifications import Notification

#: Seconds for which a notice is shown whose time is over when its turn comes. A timer of Textual that is set to less
#: than nothing never ends, and has the processor for itself.
LEAST_LEFT: Final = 0.05


class NoticeBoard:
    """A screen that tells notices in a place of its own, instead of in windows over what is being decided."""

    def tell(self, notice: Notice) -> None:
        """Tell the player something."""

    def tell_nothing(self) -> None:
        """Take back all that was told, and keep nothing of it."""


class Notice(Notification):
    """A notice to the player: message, title, severity and the seconds for which it stands."""

    @property
    def time_left(self) -> float:
        """Seconds until it goes; never less than a timer can bear."""
        return max(LEAST_LEFT, super().time_left)

    @property
    def has_expired(self) -> bool:
        """Whether its time is over."""
        return super().time_left <= 0
