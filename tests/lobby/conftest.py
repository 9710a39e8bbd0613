"""Dice that come out the same in every run, as at the tables of tests/rooms."""

from __future__ import annotations

from tests.rooms.conftest import _same_secrets

__all__ = ["_same_secrets"]
