"""The tempers of computer players of PanzerBlitz, from ``ai/*.toml``."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from content.kit import tempers as kit
from content.kit.tempers import Learned
from core.panzerblitz.temper import PLAIN, Temper


@frozen
class _TemperFile:
    learned: Learned
    weights: Temper = PLAIN


def tempers() -> Mapping[str, Temper]:
    """By level, for those that have weights of their own."""
    return kit.tempers("panzerblitz", _TemperFile)
