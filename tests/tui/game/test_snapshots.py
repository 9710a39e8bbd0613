"""The game screen as a whole at three sizes in every theme, kept as snapshots: what stands where, in which colours."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Final

from pytest_snapshot.plugin import Snapshot
from rich.segment import Segment

from tests.tui.toy_app import COMPUTER, ToyApp, playing, press, seen, table
from tests.tui.toy_table import SOUTH
from tui.menu.settings import THEMES

SNAPSHOTS = Path(__file__).parent / "snapshots"
SIZES: Final = ((80, 24), (120, 40), (200, 60))


def colours(app: ToyApp) -> str:
    """The colours that stand on the screen, each with how many cells it has."""
    found: Counter[str] = Counter()
    for strip in app.screen._compositor.render_strips():
        for segment in strip:
            found[colour(segment)] += segment.cell_length
    return "\n".join(f"{count:6} {told}" for told, count in sorted(found.items()))


def colour(segment: Segment) -> str:
    """The colours of a piece of a line, and how it is set."""
    style = segment.style
    if style is None:
        return "none"
    pair = [one.name if one is not None else "none" for one in (style.color, style.bgcolor)]
    ways = (("bold", style.bold), ("dim", style.dim), ("reverse", style.reverse), ("underline", style.underline))
    return " ".join([pair[0], "on", pair[1], *(name for name, is_so in ways if is_so)])


async def test_the_game_stands_as_it_stood_in_every_theme(tmp_path: Path, snapshot: Snapshot) -> None:
    snapshot.snapshot_dir = SNAPSHOTS
    async with playing(tmp_path, table({SOUTH: COMPUTER}), SIZES[-1]) as (app, pilot):
        await press(pilot, "e", "v", "r")
        for width, height in SIZES:
            await pilot.resize_terminal(width, height)
            drawn, told = set(), []
            for theme, _ in THEMES:
                app._put_theme(theme)
                await app.workers.wait_for_complete()
                await pilot.pause()
                assert app.theme.endswith(theme)
                drawn.add(seen(app))
                told.append(f"{theme}\n{colours(app)}\n")
            text = "\n".join(line.rstrip() for line in drawn.pop().splitlines())
            assert not drawn, "what is written is the same in every theme"
            snapshot.assert_match(f"{text}\n", f"game-{width}x{height}.txt")
            snapshot.assert_match("\n".join(told), f"game-{width}x{height}-colours.txt")
