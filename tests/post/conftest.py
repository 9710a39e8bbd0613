"""One game by file, played to its end once for all tests that read it; and luck that is the same every time."""

from __future__ import annotations

import hashlib
import os
import secrets
from collections.abc import Iterator
from itertools import count

import pytest

from saves.post.game import PostGame
from tests.post.post_games import Table, begin, minds, play
from tests.tui.at_rest import _at_rest

__all__ = ["_at_rest", "luck", "played"]

#: How many bytes a player's secret, a word of a letter and the start of a seal are.
_SIZES = (12, 32)


def _same_luck(patch: pytest.MonkeyPatch, seed: str) -> None:
    """Draw secrets, names and seals from a seed: with them the dice are the same every time."""
    drawn, real, numbers = count(), os.urandom, count()

    def random_bytes(size: int) -> bytes:
        if size not in _SIZES:
            return real(size)
        return hashlib.sha256(f"{seed}/{next(drawn)}".encode()).digest()[:size]

    def word(size: int | None = None) -> str:
        return real(size or 32).hex() if size != 32 else hashlib.sha256(f"{seed}:{next(numbers)}".encode()).hexdigest()

    patch.setattr(os, "urandom", random_bytes)
    patch.setattr(secrets, "token_hex", word)


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Table, dict[str, PostGame]]]:
    """A game of Panzer that is over, with all its files."""
    with pytest.MonkeyPatch.context() as patch:
        _same_luck(patch, "played")
        table, game = begin(tmp_path_factory.mktemp("played"), "the-pimple")
        halves = play(table, game, minds("played", table.data, "greedy"))
    yield table, halves
    for half in halves.values():
        half.close()


@pytest.fixture(autouse=True)
def luck(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same luck in every run of a test."""
    _same_luck(monkeypatch, "luck")
