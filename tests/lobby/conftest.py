"""Dice that come out the same in every run, as at the tables of tests/rooms; screens are waited for."""

from __future__ import annotations

from tests.rooms.conftest import _same_secrets
from tests.tui.at_rest import _at_rest

__all__ = ["_at_rest", "_same_secrets"]
