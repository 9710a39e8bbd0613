"""The rules: a tree of ids, search as one types, and the text with links to the rules it names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Final

from rich.text import Text
from textual import on
from textual.app import App
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.events import Key, Resize
from textual.widget import Widget
from textual.widgets import Input, Static, Tree
from textual.widgets.tree import TreeNode
from textual.worker import get_current_worker

from tui.kit.listing import Finder, typed
from tui.kit.place import Place
from tui.menu.rule_text import BOOKS, CITED, link, parents, rule_text
from tui.program import program
from tui.shelf import RuleLine

_TIERS: Final = {"advanced": "AG", "optional": "OR"}
_SHOWN_HITS: Final = 60


def open_rule(app: App[Any], rule: str) -> None:
    """Show a rule: in the rules screen in front, or in a new one."""
    screen = app.screen
    if isinstance(screen, RulesScreen):
        screen.open(rule)
    else:
        app.push_screen(RulesScreen(rule))


class RulesScreen(Place):
    """Tree on the left, text on the right; on a narrow terminal the text lies below. Opened at `rule_id`, if any."""

    DEFAULT_CSS = """
    RulesScreen > #book { height: 1fr; }
    RulesScreen > #book > Tree { width: 2fr; max-width: 56; background: $background; padding: 0; scrollbar-size: 1 1; }
    RulesScreen > #book > VerticalScroll { width: 3fr; padding: 0 2; background: $surface; scrollbar-size-vertical: 1; }
    RulesScreen > #book > VerticalScroll > Static { max-width: 90; }
    RulesScreen Tree:ansi > .tree--cursor {
        background: $block-cursor-background; color: $block-cursor-foreground;
    }
    RulesScreen.-narrow > #book { layout: vertical; }
    RulesScreen.-narrow > #book > Tree { width: 1fr; max-width: 100%; height: 2fr; }
    RulesScreen.-narrow > #book > VerticalScroll { width: 1fr; height: 3fr; padding: 0 1; }
    """
    place = "Rules"
    HELP_TITLE = "Rules"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("slash", "find", "Find"),
        Binding("backspace,b", "before", "Rule before", key_display="b"),
        Binding("f", "links", "Follow a link"),
        Binding("n", "step(1)", "Next rule"),
        Binding("p", "step(-1)", "Previous rule", show=False),
        Binding("shift+down", "scroll(3)", "Text down", show=False),
        Binding("shift+up", "scroll(-3)", "Text up", show=False),
        Binding("space", "scroll(12)", "A page of text", show=False),
    ]

    def __init__(self, rule_id: str | None = None) -> None:
        super().__init__()
        self.wanted = rule_id
        self.rules: dict[str, RuleLine] = {}
        self.order: tuple[str, ...] = ()
        self.states: Mapping[str, str] = {}
        self.shown: str | None = None
        self.trail: list[str] = []
        self._branches: dict[str, TreeNode[str]] = {}

    def body(self) -> Iterable[Widget]:
        """Finder, tree and text."""
        tree: Tree[str] = Tree("Rules")
        tree.show_root = False
        tree.guide_depth = 2
        tree.auto_expand = True
        yield Finder(placeholder="type / and words or an id to search titles and texts")
        yield Horizontal(tree, VerticalScroll(Static(id="text"), can_focus=True), id="book")

    def on_mount(self) -> None:
        """Lay the tree out and open the rule that was asked for."""
        rules = program(self.app).shelf.rules()
        self.rules = {rule.id: rule for rule in rules}
        self.order = tuple(self.rules)
        self.headline(f"{len(self.rules)} rules")
        self._grow()
        self.query_one(Tree).focus()
        if self.wanted is not None:
            self.open(self.wanted)
        else:
            self.query_one("#text", Static).update(self._welcome())

        failed = "How far the rules are played could not be found out"
        self.run_worker(self._count, thread=True, exclusive=True, group="states", description=failed)

    def _count(self) -> None:
        """Find out in a thread how far the rules are played."""
        states = program(self.app).shelf.rule_states()
        if not get_current_worker().is_cancelled:
            self.app.call_from_thread(self._take_states, states)

    def _take_states(self, states: Mapping[str, str]) -> None:
        self.states = states
        if self.shown is not None:
            self.show(self.shown)

    def on_resize(self, event: Resize) -> None:
        """Text below the tree where there is no room beside it."""
        self.set_class(event.size.width < 90, "-narrow")

    def on_key(self, event: Key) -> None:
        """Digits begin a search for an id from anywhere; letters are keys of the tree."""
        finder = self.query_one(Finder)
        character = event.character or ""
        if character.isdigit() and not finder.has_focus:
            event.stop()
            finder.focus()
            finder.value = character
            finder.cursor_position = 1
        elif typed(event) == "/" and not finder.has_focus:
            event.stop()
            finder.focus()

    # -- the tree -----------------------------------------------------------------------------------

    def _grow(self) -> None:
        """All rules under their chapters."""
        tree: Tree[str] = self.query_one(Tree)
        tree.clear()
        self._branches = {}
        books: dict[str, TreeNode[str]] = {}
        single = len({rule.book for rule in self.rules.values()}) == 1
        for rule in self.rules.values():
            book = books.get(rule.book)
            if book is None:
                book = tree.root if single else tree.root.add(BOOKS.get(rule.book, rule.book), expand=True)
                books[rule.book] = book
            parent = self._branch(rule, book)
            self._branches[rule.id] = parent.add(_label(rule), data=rule.id)
        for node in self._branches.values():
            node.allow_expand = bool(node.children)
        tree.root.expand()

    def _branch(self, rule: RuleLine, book: TreeNode[str]) -> TreeNode[str]:
        """The branch that a rule grows on; a chapter that has no text of its own is named by its phase."""
        above = [f"{rule.book}:{n}" for n in parents(rule)]
        for id_ in above:
            if id_ in self._branches:
                return self._branches[id_]
            number = id_.partition(":")[2]
            if number.count(".") == 1 and not number.endswith(".0"):
                chapter = next((self._branches[i] for i in above if i in self._branches), book)
                phase = "" if rule.phase in ("", "general") else f" {rule.phase.capitalize()}"
                self._branches[id_] = chapter.add(Text.assemble((number, "bold"), phase))
                return self._branches[id_]
        return book

    def _list(self, ids: Sequence[str]) -> None:
        """The rules found, in a flat list."""
        tree: Tree[str] = self.query_one(Tree)
        tree.clear()
        self._branches = {}
        for id_ in ids[:_SHOWN_HITS]:
            self._branches[id_] = tree.root.add_leaf(_label(self.rules[id_]), data=id_)
        tree.root.expand()
        tree.cursor_line = 0

    @on(Input.Changed)
    def _search(self, event: Input.Changed) -> None:
        words = event.value.strip()
        if not words:
            self._grow()
            self.headline(f"{len(self.rules)} rules")
            if self.shown is not None:
                self._reach(self.shown)
            return
        found = self.find(words)
        self._list(found)
        self.headline(f"{len(found)} of {len(self.rules)} rules")
        if found:
            self.show(found[0])
        else:
            nothing = f"No rule has {words!r}. Fewer words, or the beginning of an id such as 4.4, find more."
            self.query_one("#text", Static).update(Content(nothing))

    def find(self, words: str) -> tuple[str, ...]:
        """Ids of the rules that fit words or the beginning of an id, the best first."""
        wanted = words.lower()
        by_id = [i for i, rule in self.rules.items() if rule.number.lower().startswith(wanted) or i.startswith(wanted)]
        found = [i for i in program(self.app).shelf.find_rules(words) if i in self.rules]
        return tuple(dict.fromkeys((*by_id, *found)))

    @on(Input.Submitted)
    def _submitted(self) -> None:
        self.query_one(Tree).focus()

    @on(Finder.Cleared)
    def _cleared(self) -> None:
        self.query_one(Tree).focus()

    @on(Finder.Move)
    def _move(self, event: Finder.Move) -> None:
        tree = self.query_one(Tree)
        {
            "down": tree.action_cursor_down,
            "up": tree.action_cursor_up,
            "pagedown": tree.action_page_down,
            "pageup": tree.action_page_up,
        }[event.key]()

    @on(Tree.NodeHighlighted)
    def _highlighted(self, event: Tree.NodeHighlighted[str]) -> None:
        if event.node.data is not None and event.node.data != self.shown:
            self.show(event.node.data)

    # -- the text -------------------------------------------------------------------------------------

    def open(self, rule: str) -> None:
        """Go to a rule from anywhere; one that is not written down leads to the nearest that is."""
        found = self._nearest(rule)
        if found is None:
            self.say(f"No rule {rule} is written down here; / searches for words.", wrong=True)
            return
        if found != rule:
            self.say(f"{rule} has no text of its own; this is {found}.")
        finder = self.query_one(Finder)
        if finder.value:
            with self.prevent(Input.Changed):
                finder.value = ""
            self._grow()
        if self.shown is not None and self.shown != found:
            self.trail.append(self.shown)
        self._reach(found)
        self.show(found)

    def show(self, rule: str) -> None:
        """Show the text of a rule."""
        self.shown = rule
        text = rule_text(self.rules[rule], self.rules, self.states.get(rule, ""))
        below = [r for r in self._branches[rule].children if r.data] if rule in self._branches else []
        if below:
            lines = [
                Content.assemble(
                    ("  ", ""),
                    link(str(r.data).partition(":")[2], str(r.data)),
                    f"  {self.rules[str(r.data)].title}",
                )
                for r in below
            ]
            text = Content("\n").join([text, Content(""), Content.styled("Under it", "bold $text-accent"), *lines])
        self.query_one("#text", Static).update(text)
        self.query_one(VerticalScroll).scroll_home(animate=False)

    def links(self) -> tuple[str, ...]:
        """Ids of the rules that the text shown names."""
        if self.shown is None:
            return ()
        rule = self.rules[self.shown]
        cited = CITED.findall(f"{rule.text} {rule.reading} {rule.ambiguity} {rule.hex}")
        ids = dict.fromkeys(c if ":" in c else f"{rule.book}:{c}" for c in cited)
        return tuple(i for i in ids if i in self.rules and i != self.shown)

    def action_links(self) -> None:
        """Choose among the rules that the text names."""
        from tui.kit.popups import PickList

        ids = self.links()
        if not ids:
            self.say("This rule names no other.")
            return
        if len(ids) == 1:
            self.open(ids[0])
            return
        lines = [("", Content(f"{self.rules[i].number}  {self.rules[i].title}")) for i in ids]
        self.app.push_screen(PickList("Follow", lines), lambda row: None if row is None else self.open(ids[row]))

    def action_before(self) -> None:
        """Back to the rule that was read before this one."""
        if self.trail:
            rule = self.trail.pop()
            self._reach(rule)
            self.show(rule)
        else:
            self.say("This is where you began; esc leaves the rules.")

    def action_step(self, step: int) -> None:
        """The rule after or before this one in the book."""
        at = self.order.index(self.shown) + step if self.shown else 0
        if 0 <= at < len(self.order):
            self._reach(self.order[at])
            self.show(self.order[at])

    def action_find(self) -> None:
        """Go to the line that is typed into."""
        self.query_one(Finder).focus()

    def action_scroll(self, lines: int) -> None:
        """Scroll the text."""
        self.query_one(VerticalScroll).scroll_relative(y=lines, animate=False)

    def _reach(self, rule: str) -> None:
        """Put the cursor of the tree on a rule, its chapters opened."""
        node = self._branches.get(rule)
        if node is None:
            return
        above = node.parent
        while above is not None:
            above.expand()
            above = above.parent
        self.shown = rule
        self.call_after_refresh(self.query_one(Tree).move_cursor, node)

    def _nearest(self, rule: str) -> str | None:
        if rule in self.rules:
            return rule
        book, _, number = rule.rpartition(":")
        books = (book,) if book else tuple(dict.fromkeys(r.book for r in self.rules.values()))
        for candidate in books:
            line = RuleLine(f"{candidate}:{number}", "", "", "", "")
            for shorter in (number, *parents(line)):
                if f"{candidate}:{shorter}" in self.rules:
                    return f"{candidate}:{shorter}"
        return None

    def _welcome(self) -> Content:
        return Content.assemble(
            ("The rules of the games", "bold"),
            "\n\nWalk the tree, or type / and some words. Numbers inside a text lead to the rules they name: "
            "click them, or press ",
            ("f", "bold"),
            " to follow one and ",
            ("b", "bold"),
            " to come back.\n\nIn a game, ",
            ("r", "bold"),
            " opens the rule behind a prompt, a line of the log or a value.",
        )


def _label(rule: RuleLine) -> Text:
    tier = _TIERS.get(rule.tier)
    return Text.assemble((rule.number, "bold"), " ", rule.title, (f" {tier}", "italic") if tier else "")
