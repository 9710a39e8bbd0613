"""What is asked of whoever thinks, wherever that is."""

from __future__ import annotations

from typing import Protocol

from attrs import frozen

from core.ai import Thought
from core.ai.decision import Decision


@frozen(eq=False, repr=False)
class Replaced(Thought):
    """A thought of another level than was asked, as that one gave none; `amiss` says why, and nothing of the game."""


class Thoughts(Protocol):
    """Thinks for computer players. The event loop goes on meanwhile."""

    @property
    def barred(self) -> frozenset[str]:
        """Ids of the levels that are not played here; others play in their place."""
        ...

    async def think(self, decision: Decision) -> Thought:
        """Decide. Whoever is cancelled in it stops the thought at once."""
        ...

    def close(self) -> None:
        """Stop whatever is being thought; nothing more is asked."""
        ...
