"""The rules of Panzer as text; see `content.rulebook`."""

from __future__ import annotations

from collections.abc import Mapping

from content import rulebook
from content.rulebook import TIERS, Rule

__all__ = ["TIERS", "Rule", "rules"]


def rules() -> Mapping[str, Rule]:
    """Every rule by id, in the order of the book. ContentError with every mistake of a file."""
    return rulebook.rules("panzer")
