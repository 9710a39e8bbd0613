"""Pictures of the boards of the Advanced Game: whatever changes on one must be meant."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytest_snapshot.plugin import Snapshot

from content.panzer.boards.boards import board
from content.panzer.tables.tables import terrain_looks
from tui.map.projection import Zoom
from tui.map.scene import Scene
from tui.map.text import render_text

SNAPSHOTS = Path(__file__).parent / "snapshots"


@pytest.mark.parametrize("name", ["heights", "brega", "halfaya"])
def test_picture(name: str, snapshot: Snapshot) -> None:
    snapshot.snapshot_dir = SNAPSHOTS
    scene = Scene(board=board(name), looks=terrain_looks())
    snapshot.assert_match(render_text(scene, Zoom.PLAIN), f"board-{name}.txt")
