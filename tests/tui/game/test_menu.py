"""The lines of the order menu: headings, groups that fold, what may not be had."""

from __future__ import annotations

import pytest
from textual import on
from textual.app import App, ComposeResult

from core.choice import Chance, Choice, Choices, Later, Refusal
from core.event import SideId
from core.hexes import Hex
from tui.game.ordering import Ordering
from tui.kit.text import chance_told
from tui.widgets.menu import FOLD, grouped, menu_lines
from tui.widgets.orders import OrderMenu

NO = Refusal("it has moved", "na:1")


def asked(*groups: tuple[str, int], refused: int = 0, done: bool = True) -> Choices:
    """So many choices in each group, some more that may not be had, and the end of the step."""
    options = [Choice(f"{group}{i}", f"{group} {i}", "unit", group=group) for group, n in groups for i in range(n)]
    options += [Choice(f"no{i}", f"No {i}", "unit", refusal=NO, group=groups[0][0]) for i in range(refused)]
    options += [Choice("end", "End", "done", key="E")] if done else []
    return Choices("What?", "na:1", tuple(options))


def texts(choices: Choices, *, refused: bool = False, opened: str | None = None) -> list[str]:
    """The menu in words."""
    keys = Ordering(SideId("north"), lambda side, partial: choices).keys(())
    lines = menu_lines(choices, keys, refused=refused, begun=False, opened=opened)
    return [line.text.plain for line in lines]


def test_a_menu_without_groups_has_no_headings() -> None:
    assert texts(asked(("", 3))) == ["1  0", "2  1", "3  2", "E End"]


def test_few_choices_stand_under_their_headings_and_the_end_comes_last() -> None:
    assert texts(asked(("Move", 2), ("Transport", 1))) == [
        "Move  2",
        "1 Move 0",
        "2 Move 1",
        "Transport  1",
        "3 Transport 0",
        "E End",
    ]


def test_many_choices_show_one_group_and_keep_their_keys() -> None:
    many = asked(("Move", 9), ("Transport", 8))
    shut = texts(many)
    assert shut == ["▸ Move  9", "▸ Transport  8", "E End"]
    opened = texts(many, opened="Transport")
    assert opened[:3] == ["▸ Move  9", "▾ Transport  8", "B Transport 0"]
    assert texts(many, opened="Move")[:3] == ["▸ Transport  8", "▾ Move  9", "1 Move 0"]


def test_what_may_not_be_had_is_folded_with_its_count() -> None:
    choices = asked(("Move", 2), refused=5)
    folded = texts(choices)
    assert folded[0] == "Move  2, 5 refused"
    assert folded[-1] == "X 5 more that may not be had now"
    shown = texts(choices, refused=True)
    assert sum("it has moved na:1" in line for line in shown) == 5
    assert FOLD in [line.id for line in menu_lines(choices, {}, refused=True, begun=False)]


def test_a_heading_is_not_said_again() -> None:
    options = tuple(Choice(f"{n}", f"Tank 1: gun, range {n}", "unit", group="Tank 1") for n in (2, 3))
    assert texts(Choices("Who fires?", "na:1", options)) == ["Tank 1  2", "1 gun, range 2", "2 gun, range 3"]


def test_two_chances_stand_at_the_end_of_one_line() -> None:
    """A loss and any effect, said above them; in words what can do nothing, or cannot fail."""
    odds = (Later(lambda: Chance(0.12, 0.5)), Chance(0, 0, "cannot penetrate"), Chance(1, 1), Chance(0, 1), 1.0, 0.25)
    options = tuple(Choice(f"{n}", f"Tank {n}: long gun, range 7", "unit", odds=o) for n, o in enumerate(odds))
    choices = Choices("Who fires?", "na:1", options)
    keys = {str(n): choice for n, choice in enumerate(options)}
    lines = [line.text.plain for line in menu_lines(choices, keys, refused=False, begun=False, width=35)]
    assert lines == [
        "         chances: kill / any effect",
        "0 Tank 0: long gun, range 7  12/50%",
        "1 Tank 1: long g…  cannot penetrate",
        "2 Tank 2: long gun, ran…  sure kill",
        "3 Tank 3: long gun, range 7  0/sure",
        "4 Tank 4: long gun, range 7    sure",
        "5 Tank 5: long gun, range 7     25%",
    ]
    assert [choice.odds for choice in options] == [0.5, 0, 1, 1, 1.0, 0.25]


def test_the_strip_has_no_heading_and_names_both_chances() -> None:
    def told(kill: float, effect: float) -> str:
        choice = Choice("t", "Tank", "target", odds=Chance(kill, effect, "cannot harm it"))
        return chance_told(choice, short=True, named=True)

    assert [told(0.49, 0.91), told(0, 0), told(0, 1)] == ["kill 49%, any 91%", "cannot harm it", "kill 0%, any sure"]


def test_the_strip_lists_them_in_the_same_order() -> None:
    choices = asked(("Move", 9), ("Transport", 8))
    assert [c.group for c in grouped(choices)] == ["Move"] * 9 + ["Transport"] * 8 + [""]


class MenuApp(App[None]):
    """An order menu and what it told."""

    CSS = "OrderMenu { width: 40; height: 24; }"

    def __init__(self) -> None:
        super().__init__()
        self.told: list[str] = []

    def compose(self) -> ComposeResult:
        """The menu."""
        yield OrderMenu()

    @on(OrderMenu.Hovered)
    def _hovered(self, event: OrderMenu.Hovered) -> None:
        self.told.append(f"hovered {event.choice.label}")

    @on(OrderMenu.Picked)
    def _picked(self, event: OrderMenu.Picked) -> None:
        self.told.append(f"picked {event.choice.label if event.choice else 'it'}")


async def test_a_folded_group_opens_by_click_and_by_walking_onto_it() -> None:
    choices = asked(("Move", 9), ("Transport", 8))
    app = MenuApp()
    async with app.run_test(size=(60, 30)) as pilot:
        menu = app.query_one(OrderMenu)
        menu.show(choices, {}, refused=False, begun=False)
        await pilot.pause()
        assert menu.option_count == 3
        await pilot.click(menu, offset=(3, 1))
        await pilot.pause()
        assert menu.option_count == 11
        assert "Transport" in str(menu.get_option_at_index(1).prompt)
        await pilot.click(menu, offset=(3, 3))
        await pilot.pause()
        assert app.told[-1] == "picked Transport 1"
        menu.highlighted = 0
        await pilot.pause()
        assert menu.heading == "Move"
        assert menu.option_count == 11, "going up one passes a heading by"
        menu.open_group("Move")
        assert menu.option_count == 12, "what was open is folded"
        hovered = next(c for c in choices.options if c.pick == "Transport3")
        menu.point_at(hovered)
        assert menu.choice_at(menu.highlighted) is hovered, "what is pointed at on the map is shown"


async def test_one_walks_up_past_headings_and_down_into_them() -> None:
    choices = asked(("Fire", 6), ("Move", 6), ("Transport", 6))
    app = MenuApp()
    async with app.run_test(size=(60, 30)) as pilot:
        menu = app.query_one(OrderMenu)
        menu.show(choices, {}, refused=False, begun=False)
        menu.focus()
        await pilot.press("down")
        await pilot.pause()
        seen = [menu.heading]
        for _ in range(6):
            await pilot.press("up")
            await pilot.pause()
            seen.append(menu.heading)
        assert {"Fire", "Move", "Transport"} <= set(seen)
        for group in ("Fire", "Move", "Transport"):
            menu.open_group(group)
            await pilot.press("down", "enter")
            await pilot.pause()
            assert app.told[-1] == f"picked {group} 0"


async def test_what_is_pointed_at_stays_so_when_the_menu_has_another_width() -> None:
    """Its lines are cut anew once it has its width, perhaps after all else has been drawn."""
    choices = asked(("Move", 3))
    app = MenuApp()
    async with app.run_test(size=(60, 30)) as pilot:
        menu = app.query_one(OrderMenu)
        menu.show(choices, {}, refused=False, begun=False)
        for pointed, width in ((choices.options[1], 30), (choices.options[2], 20), (None, 40)):
            menu.point_at(pointed)
            menu.styles.width = width
            await pilot.pause()
            assert menu.size.width == width
            assert menu.choice_at(menu.highlighted) is pointed
        assert app.told == []


def test_keys_of_many_hexes_are_given_in_one_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    """Thousands of hexes may be picked for a point of aim: they are not counted again for each of them."""
    gone_through = [0]

    def legal(found: Choices) -> tuple[Choice, ...]:
        gone_through[0] += 1
        return found.options

    monkeypatch.setattr(Choices, "legal", property(legal))
    hexes = tuple(Choice(f"h{n}", f"h{n}", "hex", Hex(n % 80 + 1, n // 80 + 1)) for n in range(4000))
    ordering = Ordering(SideId("north"), lambda side, partial: Choices("Where?", "pw:4.2", hexes))
    assert ordering.keys(()) == {}
    assert ordering.on_map
    assert gone_through[0] < 10


def test_a_name_that_is_cut_keeps_its_number() -> None:
    """Two of a kind are told apart by the end of their names."""
    nothing = Chance(0.0, 0.0, "cannot harm it")
    options = tuple(Choice(str(n), f"Sherman VC Firefly {n}", "target", odds=nothing) for n in (1, 2))
    lines = menu_lines(Choices("At whom?", "pw:8.0", options), {}, refused=False, begun=False, width=35)
    assert [line.text.plain for line in lines] == [
        "  Sherman VC Fir… 1  cannot harm it",
        "  Sherman VC Fir… 2  cannot harm it",
    ]


@pytest.mark.parametrize("width", [28, 36])
def test_lines_of_a_narrow_menu_are_one_line(width: int) -> None:
    """What is cut is the cost, then the words; the line knows them whole."""
    options = (
        Choice("a", "T-34 1, T-34 2, T-34 3 together", "option", cost="class B, +4"),
        Choice("b", "T-34 1", "unit", cost="moves to UU24, sets down Leader of Rider platoon, turns its turret to W"),
        Choice("c", "Quickmarch (3)", "option", cost="then Suppressed in 60 of 100", irreversible=True),
        Choice("d", "Gun", "unit", group="Panzergrenadier Company (gepanzert) (-)"),
        *(Choice(f"h{n}", f"h{n}", "hex", Hex(n % 30 + 1, n // 30 + 1)) for n in range(400)),
        *(Choice(f"r{n}", f"r{n}", "option", refusal=NO) for n in range(44)),
    )
    choices = Choices("Which?", "pw:7.1", options)
    lines = menu_lines(choices, {"a": options[0], "b": options[1]}, refused=True, begun=False, width=width)
    shown = [line for line in lines if line.choice is None or line.choice.legal]
    assert all("\n" not in line.text.plain for line in shown)
    wide = [line.text.plain for line in shown if line.text.cell_length > width and not line.fixed and line.id != FOLD]
    assert wide == []
    if width == 36:
        assert [line.text.plain for line in shown if line.text.cell_length > width] == []
        assert [line.text.plain for line in shown][:2] == [
            "a T-34 1, T-34 2, T-34 3 together",
            "b T-34 1  moves to UU24, sets down …",
        ]
        assert shown[0].whole == "T-34 1, T-34 2, T-34 3 together  class B, +4"


def test_what_ends_a_step_for_good_is_said_beside_it_in_a_narrow_menu() -> None:
    options = (Choice("done", "End the Adjust Turret Step", "done", key="E", irreversible=True),)
    choices = Choices("Adjust which turret?", "min:10.2", options)
    (line,) = menu_lines(choices, {"E": options[0]}, refused=False, begun=False, width=36)
    assert line.text.plain == "E End the Adjust Tur… Step  for good"
    assert line.whole == "End the Adjust Turret Step"
