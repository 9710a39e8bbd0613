"""What is asked of whoever thinks, wherever that is."""

from __future__ import annotations

from typing import Protocol

from attrs import frozen

from core.ai.decision import Decision
from core.order import Order


@frozen
class Answer:
    """What came of a decision. amiss: why it is not what the level itself has thought, in a line; "" = it is."""

    order: Order
    amiss: str = ""


class Thoughts(Protocol):
    """Thinks for computer players. The event loop goes on meanwhile."""

    async def think(self, decision: Decision) -> Answer:
        """Decide. Whoever is cancelled in it stops the thought at once."""
        ...

    def close(self) -> None:
        """Stop whatever is being thought; nothing more is asked."""
        ...
