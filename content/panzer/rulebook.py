"""The rules of Panzer as text; see `content.kit.rulebook`."""

from __future__ import annotations

from collections.abc import Mapping

from content.kit import rulebook
from content.kit.rulebook import TIERS, Rule

__all__ = ["TIERS", "Rule", "rules"]


def rules() -> Mapping[str, Rule]:
    """Every rule by id, in the order of the book. ContentError with every mistake of a file."""
    return rulebook.rules("panzer")
