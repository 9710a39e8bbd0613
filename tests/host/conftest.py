"""Tests of screens wait until all is done and drawn."""

from __future__ import annotations

from tests.tui.at_rest import _at_rest

__all__ = ["_at_rest"]
