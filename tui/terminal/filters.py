"""The filters through which an app draws its lines."""

from __future__ import annotations

from typing import Any

from textual.app import App
from textual.filter import LineFilter


def draw_through(app: App[Any], filter_: LineFilter) -> None:
    """Let an app draw through one filter more, after those that it has."""
    app._filters.append(filter_)


def draw_without(app: App[Any], *kinds: type[LineFilter]) -> None:
    """Let an app draw through no filter of some kinds."""
    app._filters = [f for f in app._filters if not isinstance(f, kinds)]
