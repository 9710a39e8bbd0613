"""Morale levels of formations, of the optional rules (or:7.1.1, min:20.1.1.1)."""

from __future__ import annotations

from enum import Enum


class Morale(Enum):
    """How steady a formation is, best first."""

    SUPERB = "Superb"
    EXCEPTIONAL = "Exceptional"
    OUTSTANDING = "Outstanding"
    SUPERIOR = "Superior"
    EXCELLENT = "Excellent"
    GOOD = "Good"
    ADEQUATE = "Adequate"
    FAIR = "Fair"
    POOR = "Poor"
