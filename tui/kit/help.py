"""The keys of a place, gathered from the bindings of everything on it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from textwrap import wrap
from typing import Any, ClassVar, Final

from attrs import frozen
from textual.actions import parse
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.dom import DOMNode
from textual.screen import Screen
from textual.widgets import Static

from core.alike import Alike
from tui.keys.held import keys_of
from tui.kit.foot import foot
from tui.kit.window import Window

#: What every list, text and screen answers to.
EVERYWHERE: Final = (
    ("arrows pgup pgdn", "move in a list, scroll a text"),
    ("tab", "go to the next part of the screen"),
    ("letters", "of a Latin layout; with another, switch it"),
    ("ctrl+p", "all commands by name"),
    ("mouse", "click, drag and wheel do what they look like"),
)


@frozen(eq=False, repr=False)
class KeyGroup(Alike):
    """Keys that belong together: a title, then (keys, what they do)."""

    title: str
    keys: tuple[tuple[str, str], ...]


def key_groups(screen: Screen[Any]) -> tuple[KeyGroup, ...]:
    """The keys that a screen answers to: its own, those of its widgets (the focused one first), the app's.

    A node names its group with a class attribute HELP_TITLE; a key that the footer leaves out is told all the same.
    """
    focused = screen.focused
    widgets = [node for node in screen.walk_children() if node is not focused and node.display]
    nodes: list[DOMNode] = [screen, *((focused,) if focused else ()), *widgets, screen.app]
    told: set[tuple[str, str]] = set()
    groups: dict[str, list[tuple[str, str]]] = {}
    for node in nodes:
        for keys, text in _keys(node):
            if (keys, text) not in told:
                told.add((keys, text))
                groups.setdefault(_title(node), []).append((keys, text))
    groups.setdefault("Everywhere", []).extend(key for key in EVERYWHERE if key not in groups["Everywhere"])
    return tuple(KeyGroup(title, tuple(keys)) for title, keys in groups.items())


def _keys(node: DOMNode) -> list[tuple[str, str]]:
    """Keys that a node has of its own or that our classes give it, those of the same action together.

    What a key of its own does stands in place of what a class has that key do.
    """
    by_action: dict[tuple[str, str], tuple[str, list[str]]] = {}
    for binding in declared(node):
        if not binding.description or not is_live(node, binding):
            continue
        name = node.app.get_key_display(binding)
        shown = name if binding.key_display else ""
        keys = by_action.setdefault((binding.action, binding.description), (shown, []))[1]
        if name not in keys:
            keys.append(name)
    return [(shown or " ".join(keys[:3]), text) for (_, text), (shown, keys) in by_action.items()]


def declared(node: DOMNode) -> list[Binding]:
    """The bindings that a node has of its own or by our classes, with the keys that hold."""
    known = [
        binding
        for cls in type(node).__mro__
        if cls.__module__.partition(".")[0] == "tui"
        for binding in Binding.make_bindings(cls.__dict__.get("BINDINGS", ()))
    ]
    own: Sequence[Binding] = getattr(node, "own_keys", ())
    taken = {binding.key for binding in own}
    return keys_of(node).held([*own, *(binding for binding in known if binding.key not in taken)])


def is_live(node: DOMNode, binding: Binding) -> bool:
    """Whether a binding does anything now."""
    _, name, parameters = parse(binding.action)
    return node.check_action(name, parameters) is not False


def _title(node: DOMNode) -> str:
    if isinstance(node, App):
        return "Everywhere"
    named = str(getattr(node, "HELP_TITLE", "") or "")
    if named or isinstance(node, Screen):
        return named or "Here"
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", type(node).__name__).capitalize()


class HelpScreen(Window[None]):
    """Lists keys over the screen that asked for it, in two columns where there is room; a closing key goes back."""

    DEFAULT_CSS = """
    HelpScreen { align: center middle; background: $background $veil; }
    HelpScreen > VerticalScroll {
        width: auto; max-width: 96%; height: auto; max-height: 92%; padding: 0 2 1 2;
        background: $surface; border: round $accent; border-title-color: $text-accent; border-title-style: bold;
    }
    HelpScreen Horizontal { width: auto; height: auto; }
    HelpScreen Static { width: auto; height: auto; margin: 0 2 0 0; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter", "close", "Close", key_display="esc"),
        Binding("q", "close", "Close", show=False, id="windows.close"),
        Binding("question_mark,f1", "close", "Close", show=False, id="everywhere.help"),
        Binding("down", "scroll(1)", "Down", show=False),
        Binding("j", "scroll(1)", "Down", show=False, id="windows.down"),
        Binding("up", "scroll(-1)", "Up", show=False),
        Binding("k", "scroll(-1)", "Up", show=False, id="windows.up"),
        Binding("pagedown,space", "scroll(10)", "A page down", show=False),
        Binding("pageup", "scroll(-10)", "A page up", show=False),
        Binding("m", "mark", "To the signs of the map", show=False),
    ]

    def __init__(self, groups: Sequence[KeyGroup], mark: str = "") -> None:
        """mark: the title of the group to which a key leads; "" if to none."""
        super().__init__()
        self.groups = tuple(groups)
        self.mark = mark
        self._mark_at = 0

    @classmethod
    def of(cls, screen: Screen[Any]) -> HelpScreen:
        """The help of a screen as it stands now."""
        return cls(key_groups(screen))

    def compose(self) -> ComposeResult:
        """The groups in order, column by column."""
        columns: tuple[Sequence[KeyGroup], ...] = _in_columns(self.groups)
        width, height = self.app.size
        if sum(map(_width, columns)) > width * 0.96 - 12 or sum(map(_height, self.groups)) < height - 6:
            columns = (self.groups,)
        room = int(width * 0.96) - 10 if len(columns) == 1 else 0
        with VerticalScroll(id="window") as box, Horizontal():
            for column in columns:
                yield Static(_listed(column, room))
        box.border_title = "Keys of this place"
        marked = (f"m {self.mark.lower()}", "mark") if self.mark else ""
        self.say_keys(box, foot(marked, ("esc closes", "close")))
        for column in columns:
            titles = [group.title for group in column]
            if self.mark in titles:
                self._mark_at = len(_listed(column[: titles.index(self.mark)], room).plain.splitlines())

    def action_close(self) -> None:
        """Back to the place."""
        self.dismiss(None)

    def action_mark(self) -> None:
        """To the group that is marked."""
        if self.mark:
            self.query_one(VerticalScroll).scroll_to(y=self._mark_at, animate=False)

    def action_scroll(self, lines: int) -> None:
        """Scroll by lines."""
        self.query_one(VerticalScroll).scroll_relative(y=lines, animate=False)


def _in_columns(groups: Sequence[KeyGroup]) -> tuple[Sequence[KeyGroup], Sequence[KeyGroup]]:
    """The groups in order, set in two columns of about the same height."""
    whole = sum(map(_height, groups))
    cuts = range(1, len(groups) + 1)
    cut = min(cuts, key=lambda i: abs(2 * sum(map(_height, groups[:i])) - whole), default=0)
    return groups[:cut], groups[cut:]


def _height(group: KeyGroup) -> int:
    return len(group.keys) + 2


def _width(groups: Sequence[KeyGroup]) -> int:
    return max(map(len, _listed(groups).plain.splitlines()), default=0)


def _listed(groups: Sequence[KeyGroup], room: int = 0) -> Content:
    """Groups with their keys; what a key does goes on below itself where it is longer than the room. room: 0 = any."""
    wide = max((len(keys) for group in groups for keys, _ in group.keys), default=0)
    parts: list[Content | str | tuple[str, str]] = []
    for group in groups:
        parts.append((f"\n{group.title}\n", "bold $text-accent"))
        for keys, text in group.keys:
            behind = min(wide, 20) + 4
            lines = wrap(text, max(room - behind, 20)) if room else [text]
            told = f"\n{' ' * behind}".join(lines)
            parts.extend((("  " + keys.rjust(min(wide, 20)), "bold"), f"  {told}\n"))
    return Content.assemble(*parts).rstrip()
