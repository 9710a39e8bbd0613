"""How many commands a formation has, and why (na:6.2.1)."""

from __future__ import annotations

from attrs import frozen


@frozen
class Available:
    """What a formation has in this turn: its key "side/name", how many active units, how many unique commands."""

    formation: str
    active: int
    commands: int
