"""A game as a page: complete in itself, its frames against the game, stepped through where there is a browser."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.analysis.games import analysis, game
from tui.analyse.words import aligned
from tui.commands.page import as_html
from tui.replay.reel import Eye

ALL = Eye("all", "all that happened", all=True)
BROWSER = next((found for name in ("chromium", "google-chrome", "chrome") if (found := shutil.which(name))), "")


def page(name: str) -> str:
    return "".join(as_html(name, game(name), ALL))


def data(text: str) -> dict[str, Any]:
    found = re.search(r"<script>const game=(.*);\n", text)
    assert found
    read: dict[str, Any] = json.loads(found[1].replace("<\\/", "</"))
    return read


def standing(frames: list[Any], at: int) -> dict[str, list[Any]]:
    """What lies on the map after the changes of all frames up to one."""
    on: dict[str, list[Any]] = {}
    for changes in frames[: at + 1]:
        for change in changes:
            if len(change) == 1:
                del on[change[0]]
            else:
                on[change[0]] = change
    return on


@pytest.mark.parametrize("name", ["the-pimple-11", "rear-area-raid-3", "pw-0-1"])
def test_frames_are_the_game(name: str) -> None:
    text, played = page(name), game(name)
    assert not re.search(r"(src|href)=|https?:|@import|url\(", text)
    assert len(text.encode()) < 1_500_000
    frames = data(text)["frames"]
    assert len(frames) == text.count('data-frame="') - text.count("<li><button data-frame")
    counters = played.system.face.counters(played.state)
    assert sorted(standing(frames, len(frames) - 1)) == sorted(counter.id for counter in counters)
    assert text.count("<polyline") == 4
    assert text.count("<li><button data-frame") == len(analysis(name).swings)


@pytest.mark.skipif(not BROWSER, reason="there is no Chromium or Chrome to step through the page")
@pytest.mark.parametrize("name", ["the-pimple-11", "pw-0-1"])
def test_a_browser_steps_through_it(name: str, tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    text = page(name)
    # Steps as a reader makes them, by keys and clicks, are appended as a script of their own.
    steps = "for(let i=0;i<3;i++)document.dispatchEvent(new KeyboardEvent('keydown',{key:'ArrowRight'}));"
    back = "document.getElementById('back').click();"
    file.write_text(text.replace("</html>", f"<script>{steps}{back}</script></html>"), "utf-8")
    frames = data(text)["frames"]
    for start in (0, len(frames) // 2):
        address = f"{file.as_uri()}#f{start}"
        options = ("--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path / 'profile'}")
        words = [BROWSER, *options, "--dump-dom", address]
        done = subprocess.run(words, capture_output=True, text=True, timeout=120, check=True)
        dom = done.stdout
        assert f'<body data-frame="{start + 2}">' in dom
        shown = re.findall(r'data-id="([^"]+)"', dom)
        assert sorted(shown) == sorted(standing(frames, start + 2))


def test_names_stand_to_the_left_and_numbers_to_the_right() -> None:
    table = (("unit", "side", "tried", "fate"), ("T-34 1", "Soviet", "12", ""), ("HQ", "German", "3", "knocked out"))
    assert aligned(table) == [
        "unit    side    tried  fate",
        "T-34 1  Soviet     12",
        "HQ      German      3  knocked out",
    ]
