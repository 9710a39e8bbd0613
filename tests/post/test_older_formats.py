"""A game by file that was begun in an older format goes on: letters, what was sealed, the journals beside them."""

from __future__ import annotations

import shutil
from pathlib import Path

from content.catalogue import open_system
from saves.line import SCHEMA
from saves.post.correspondence import read
from saves.post.game import PostGame
from saves.post.opening import open_game
from saves.reading import read_header
from tests.post.post_games import minds, now, order_on

#: The data directories of two players in the middle of a game, as version 1 left them.
OLD = Path(__file__).parent / "format_1"


def opened(tmp_path: Path, side: str) -> PostGame:
    data = tmp_path / side
    shutil.copytree(OLD / side, data)
    game = next((data / "post").glob("*/mail.turn")).parent.name
    return open_game(data, game, open_system, now=now)


def test_a_game_by_file_of_version_1_goes_on(tmp_path: Path) -> None:
    """Eight files more; journals are in today's format, the file says in which it was begun."""
    halves = {side: opened(tmp_path, side) for side in ("british", "italian")}
    letters = {side: len(half.half.mail.letters) for side, half in halves.items()}
    for half in halves.values():
        assert read_header(half.path).schema == SCHEMA
        assert half.half.mail.invitation.schema == 1
        assert not half.notices
    mind = minds("on", halves)
    one, other = sorted(halves.values(), key=lambda half: half.turn)
    for _ in range(8):
        order_on(one, mind)
        assert other.take(read(one.half.mail.data, other.half.mail))
        one, other = other, one
    assert len(one.half.mail.letters) >= max(letters.values()) + 8
    for half in halves.values():
        half.close()
        again = open_game(half.data, half.game, open_system, now=now)
        assert again.half.replica.journal == half.half.replica.journal
        assert not again.notices
        again.close()
