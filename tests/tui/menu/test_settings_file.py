"""settings.toml as people edit it: what cannot be meant is told, counts as not set, and is not lost."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from tests.core.test_toml_text import NASTY
from tests.tui.played import SHELF, opened
from tui.app import PanzerhexApp
from tui.game.screen import GameScreen
from tui.kit.form import Form
from tui.menu import settings as menu
from tui.menu.options import OptionsScreen
from tui.menu.settings import SettingsScreen
from tui.settings import ASIDE, FILE, WORDS, Settings, load, save

#: A line, and a word of what would be right.
WRONG = {
    'zoom = "nearer"': '"close" or "middle"',
    'theme = ["dark"]': '"light"',
    "ascii = 1": "true or false",
    "speed = inf": "at most 1000",
    "speed = nan": "at most 1000",
    "speed = 1e-300": "at most 1000",
    "speed = true": "at most 1000",
    f"speed = 1{'0' * 400}": "at most 1000",
    "seats = 3": '["human", "ai:greedy"]',
    'rule_sets = ["x"]': "a table",
    'rule_sets = {a = "x"}': "a table",
    'them = "dark"': "did you mean theme?",
}


def written(folder: Path, text: str) -> Path:
    (folder / FILE).write_text(text, encoding="utf-8")
    return folder / FILE


@pytest.mark.parametrize("line", WRONG, ids=range(len(WRONG)))
def test_each_mistake_says_what_would_be_right(tmp_path: Path, line: str) -> None:
    path = written(tmp_path, f"{line}\nconfirm = false\n")
    settings, problem = load(tmp_path)
    assert settings == Settings(confirm=False)
    assert str(path) in problem
    assert WRONG[line] in problem
    assert len(problem) < len(str(path)) + 200


@pytest.mark.parametrize("text", NASTY.values(), ids=NASTY)
def test_a_file_without_sense_is_told(tmp_path: Path, text: str) -> None:
    written(tmp_path, text)
    settings, problem = load(tmp_path)
    assert settings == Settings()
    assert "cannot be read" in problem


def test_the_words_are_those_of_the_form() -> None:
    forms: dict[str, Any] = {field.id: field for field in menu.fields(Settings())}
    assert {name: tuple(value for value, _ in forms[name].values) for name in WORDS} == WORDS


def test_a_file_that_was_wrong_is_put_aside_and_not_lost(tmp_path: Path) -> None:
    for number, name in enumerate((ASIDE, f"{ASIDE}.2")):
        text = f'rule_sets = {{mine = ["smoke"]}}\nspeed = {number}oops\n'
        written(tmp_path, text)
        save(Settings(ascii=True), tmp_path)
        assert (tmp_path / name).read_text("utf-8") == text
        assert load(tmp_path) == (Settings(ascii=True), "")
    save(Settings(), tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == [FILE, ASIDE, f"{ASIDE}.2"]


def test_a_folder_in_its_place_is_put_aside(tmp_path: Path) -> None:
    (tmp_path / FILE).mkdir()
    assert "cannot be read" in load(tmp_path)[1]
    save(Settings(ascii=True), tmp_path)
    assert load(tmp_path) == (Settings(ascii=True), "")
    assert (tmp_path / ASIDE).is_dir()


@pytest.mark.skipif(os.name == "nt", reason="links need a right there")
def test_where_a_link_leads_is_written_and_the_link_stays(tmp_path: Path) -> None:
    kept = tmp_path / "elsewhere" / "my.toml"
    kept.parent.mkdir()
    kept.write_text("ascii = false\n", encoding="utf-8")
    (tmp_path / FILE).symlink_to(kept)
    save(Settings(ascii=True), tmp_path)
    assert (tmp_path / FILE).is_symlink()
    assert "ascii = true" in kept.read_text("utf-8")


@pytest.mark.parametrize(
    "text",
    [
        'zoom = "nearer"\nspeed = 1e9\nplayback = "x"\npace = ""\ncall = "louder"\ntelling = "?"',
        "seats = []",
        'seats = ["human"]',
        'seats = ["x", "ai:nobody", "human"]',
        'rule_sets = {"" = [], "[b]" = ["x", ""], "\\u0000" = ["smoke"]}',
    ],
)
async def test_the_program_starts_with_any_of_them(tmp_path: Path, text: str) -> None:
    written(tmp_path, text)
    app = PanzerhexApp(tmp_path, shelf=SHELF)
    async with app.run_test(size=(100, 40)) as pilot:
        await opened(pilot, "t")
        assert isinstance(app.screen, SettingsScreen)
        for field in app.screen.query_one(Form).fields:
            await opened(pilot, "right", "left", "down")
            assert field.id
        await opened(pilot, "escape", "n", "enter", "enter")
        assert isinstance(app.screen, OptionsScreen)
        await opened(pilot, "s")
        assert any(isinstance(screen, GameScreen) for screen in app.screen_stack)
