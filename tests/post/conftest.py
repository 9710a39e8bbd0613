"""One game by file, played to its end once for all tests that read it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from saves.post.game import PostGame
from tests.post.post_games import Table, begin, minds, play


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Table, dict[str, PostGame]]]:
    """A game of Panzer that is over, with all its files."""
    table, game = begin(tmp_path_factory.mktemp("played"), "the-pimple")
    halves = play(table, game, minds("played", table.data, "greedy"))
    yield table, halves
    for half in halves.values():
        half.close()
