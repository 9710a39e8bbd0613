"""What the sheet at the end of a game says of it."""

from __future__ import annotations

from pathlib import Path

import pytest

import saves
from saves.session import open_replay
from tests.tui.played import SHELF
from tui.game.over import told
from tui.game.table import GameTable

ENDINGS = {
    "the-bridge-9": "German wins: no enemy combat vehicle is left",
    "the-pimple-11": "British wins by 162: 418 to 256 points (Decisive victory, lead of 150 needed)",
    "rear-area-raid-3": "German wins: tactical victory",
    "pw-0-1": "German wins: Decisive victory",
}


@pytest.mark.parametrize("sample", ENDINGS)
def test_a_victory_is_said_once(sample: str) -> None:
    path = Path(saves.__path__[0], "samples") / f"{sample}.journal"
    table = GameTable(open_replay(path, SHELF.open_system).game, path, {})
    assert told(table).plain.split("\n\n")[0] == ENDINGS[sample]
