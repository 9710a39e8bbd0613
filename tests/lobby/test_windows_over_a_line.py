"""A window at a host costs the bytes of the window: what lies under it is not darkened, which would be all cells."""

from __future__ import annotations

from pathlib import Path

from textual.screen import ModalScreen

from tests.lobby.parlour import press, visiting
from tests.rooms.table import ANNA, house, laid
from tui.game.handover import HandOverScreen
from tui.lobby.plain import PlainApp


async def test_what_lies_under_a_window_keeps_its_colours(tmp_path: Path) -> None:
    at = house(tmp_path)
    room = laid(at)
    async with visiting(at, ANNA, room=room.id) as (anna, a):
        below = anna.screen
        bare = [below.get_style_at(1, y).bgcolor for y in range(8)]
        await press(a, "question_mark")
        assert isinstance(anna.screen, ModalScreen)
        assert anna.screen.styles.background.a == 0
        assert [anna.screen.get_style_at(1, y).bgcolor for y in range(8)] == bare


def test_at_home_it_is_darkened_and_a_hand_over_hides_all(tmp_path: Path) -> None:
    assert PlainApp(tmp_path).get_css_variables()["veil"] == "50%"
    assert "background: $background;" in HandOverScreen.DEFAULT_CSS
