"""The form with which a table is laid."""

from __future__ import annotations

from pathlib import Path

from tests.lobby.parlour import press, seen, settled, visiting
from tests.rooms.table import ANNA, house
from tui.lobby.create import CreateScreen, seats
from tui.thinking.pool import Pool


def test_a_level_that_is_not_played_here_is_in_no_menu() -> None:
    """A host says in host.toml which."""
    assert {"ai:recruit", "ai:greedy", "ai:random"} <= {seat for seat, _ in seats(frozenset())}
    assert {"ai:greedy", "me"} <= {seat for seat, _ in seats({"recruit"})}
    assert "ai:recruit" not in {seat for seat, _ in seats({"recruit"})}


async def test_the_form_asks_those_who_think(tmp_path: Path) -> None:
    at = house(tmp_path)
    async with visiting(at, ANNA) as (anna, a):
        thoughts = Pool(0, barred=("random",))
        anna._thoughts = thoughts
        await press(a, "l", "n", *"pimple", "enter", "enter")
        await settled(a)
        assert isinstance(anna.screen, CreateScreen)
        (seat, *_) = anna.screen.fields()
        assert "ai:greedy" in dict(seat.values)
        assert "ai:random" not in dict(seat.values)
        assert "Seats" in seen(anna)
