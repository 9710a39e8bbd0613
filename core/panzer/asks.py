"""What fields of the questions of several chapters stand for, in their metadata, besides units and hexes."""

from __future__ import annotations

from typing import Final

OBJECTIVE: Final = {"is": "objective"}
RATE: Final = {"is": "rate"}
TERRAIN: Final = {"is": "terrain"}
FACTOR: Final = {"is": "factor"}
