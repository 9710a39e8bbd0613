"""The rules of a new game: what is turned along with an option, and sets of rules kept by name."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st
from textual.widgets import Input

from tests.tui.played import SCENARIO, SHELF, opened, text
from tui.app import PanzerhexApp
from tui.kit.form import Form
from tui.kit.rules_form import SET, together
from tui.menu.options import OptionsScreen
from tui.settings import load
from tui.shelf import OptionLine

#: Morale, what needs it, what does not go with that, and one by itself.
OPTIONS: Final = (
    OptionLine("morale", "Morale"),
    OptionLine("fright", "Tank Fright", needs=frozenset({"morale"})),
    OptionLine("calm", "Calm crews", excludes=frozenset({"fright"})),
    OptionLine("mud", "Mud"),
)
IDS: Final = tuple(option.id for option in OPTIONS)


@given(st.lists(st.sampled_from(IDS), max_size=12))
def test_whatever_is_turned_the_rules_go_together(turns: list[str]) -> None:
    known = {option.id: option for option in OPTIONS}
    on: frozenset[str] = frozenset()
    for turned in turns:
        wanted = turned not in on
        on = together(OPTIONS, on ^ {turned}, turned)
        assert (turned in on) is wanted
        for id_ in on:
            assert known[id_].needs <= on
            assert not known[id_].excludes & on


async def test_rules_that_need_one_another_are_turned_together_and_kept_by_name(tmp_path: Path) -> None:
    app = PanzerhexApp(tmp_path, shelf=SHELF)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        line = evolve(next(s for s in SHELF.scenarios() if s.id == SCENARIO), options=OPTIONS)
        app.push_screen(OptionsScreen(line))
        await pilot.pause()
        screen, form = app.screen, app.screen.query_one(Form)
        assert isinstance(screen, OptionsScreen)
        form.highlighted = form.get_option_index("option-fright")
        await opened(pilot, "enter")
        assert screen.options == ("morale", "fright")
        assert "Morale on too" in text(app, "#saying")
        form.highlighted = form.get_option_index("option-calm")
        await opened(pilot, "enter")
        assert screen.options == ("morale", "calm")
        assert "Tank Fright off" in text(app, "#saying")
        await opened(pilot, "w")
        app.screen.query_one(Input).value = "Summer"
        await opened(pilot, "enter")
        assert form.value(SET) == "Summer"
        form.highlighted = form.get_option_index("option-mud")
        await opened(pilot, "enter")
        assert form.value(SET) != "Summer", "it is another set now"
        form.highlighted = form.get_option_index(SET)
        await opened(pilot, "right")
        assert form.value(SET) == ""
        assert screen.options == ()
        await opened(pilot, "right")
        assert form.value(SET) == "Summer"
        assert screen.options == ("morale", "calm")
    kept, problem = load(tmp_path)
    assert (kept.rule_sets, problem) == ({"Summer": ("morale", "calm")}, "")
