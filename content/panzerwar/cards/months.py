"""Dates of first use in numbers, as files write them: ``1943-07``, or ``1938`` for the whole year (pw:DN.dates)."""

from __future__ import annotations

import re

from content.kit.load import Proof
from core.panzerwar.pieces.weapons import Month


def month(text: str, key: str, proof: Proof) -> Month | None:
    """Year and month of a date, month 0 where only a year is said; None, with a mistake noted, if it is none."""
    match = re.fullmatch(r"(19[34]\d)(?:-(0[1-9]|1[0-2]))?", text)
    if not match:
        proof.mistake(key, repr(text), "a year or a month, such as 1943 or 1943-07")
        return None
    return int(match[1]), int(match[2] or 0)


def told(date: Month) -> str:
    """A date as a card shows it: ``7/43``, or the year."""
    year, number = date
    return f"{number}/{year % 100}" if number else str(year)
