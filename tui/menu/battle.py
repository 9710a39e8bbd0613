"""Build a battle: a form, both orders of battle side by side, the map, and whether it is fair."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar, Final

from textual import on
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.events import Resize
from textual.widget import Widget
from textual.widgets import Static
from textual.worker import get_current_worker

from core.presentation import Counter, Overlay, OverlayCell
from tui.kit.card_text import CardSheet
from tui.kit.form import Field, Form
from tui.kit.form_place import RULE, LinesPlace
from tui.map.scene import Scene
from tui.menu.picture import BoardPicture
from tui.program import program

if TYPE_CHECKING:
    from content.kit.battles import Plan, Proposal
    from tui.menu.trial import Trial, TrialGame

#: Columns from which the form, the forces and the map have room beside one another.
WIDE: Final = 110
#: Values of a line from which on a list is opened for them.
MANY: Final = 7
#: Computer games that a question for balance plays.
GAMES: Final = 20


class BattleScreen(LinesPlace):
    """Lines on the left; on the right forces and map, on a narrow terminal in the place of the form.

    What the lines make is worked out at every change, away from the keyboard; only what cannot be played is told.
    """

    DEFAULT_CSS = """
    BattleScreen > #sheet { height: 1fr; }
    BattleScreen Form { width: 56; }
    BattleScreen #made { width: 1fr; }
    BattleScreen #forces { height: 1fr; }
    BattleScreen #forces > VerticalScroll { width: 1fr; padding: 0 1; scrollbar-size-vertical: 1; }
    BattleScreen BoardPicture { height: 1fr; }
    BattleScreen > #verdict { height: auto; max-height: 5; padding: 0 1; }
    BattleScreen.-narrow Form { width: 1fr; }
    BattleScreen.-narrow #made { display: none; }
    BattleScreen.-narrow.-forces #made, BattleScreen.-narrow.-map #made { display: block; }
    BattleScreen.-narrow.-forces Form, BattleScreen.-narrow.-map Form { display: none; }
    BattleScreen.-narrow.-forces BoardPicture, BattleScreen.-narrow.-map #forces { display: none; }
    """
    place = "Build a battle"
    HELP_TITLE = "Build a battle"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("s,f10", "begin", "Play", key_display="s"),
        Binding("o", "forces", "Forces"),
        Binding("m", "map", "Map"),
        Binding("n", "draw", "Another seed"),
        Binding("b", "balance", "Balanced?"),
        Binding("t", "take", "Take the proposal", show=False),
        Binding("w", "keep", "Write the file", show=False),
        Binding("z", "zoom", "Zoom of the map", show=False),
        RULE,
        Binding("pagedown", "scroll(10)", "Forces down", show=False),
        Binding("pageup", "scroll(-10)", "Forces up", show=False),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.given: dict[str, str] = {}
        self.plan: Plan | None = None
        self.proposal: Proposal | None = None
        self._trial: Trial | None = None
        self._tried: list[TrialGame] = []

    def body(self) -> Iterable[Widget]:
        """Form, forces, map, and what comes of it."""
        forces = (VerticalScroll(CardSheet(id=f"force-{at}"), can_focus=False) for at in range(2))
        picture = BoardPicture()
        picture.can_focus = False
        yield Horizontal(Form(), Vertical(Horizontal(*forces, id="forces"), picture, id="made"), id="sheet")
        yield Static(id="verdict")

    def on_mount(self) -> None:
        """Suggest a battle."""
        self.query_one(Form).focus()
        self._build()

    def on_unmount(self) -> None:
        """Nobody waits for games that are still played."""
        if self._trial is not None:
            self._trial.stop()

    def on_resize(self, event: Resize) -> None:
        """Where there is no room for all, one is shown."""
        self.set_class(event.size.width < WIDE, "-narrow")
        if self.plan is not None:
            self.query_one("#verdict", Static).update(verdict(self.plan, brief=self.has_class("-narrow")))

    # -- what the lines make -----------------------------------------------------------------------

    def _build(self) -> None:
        """Work out what the lines make."""
        given = dict(self.given)

        def work() -> None:
            from content import catalogue

            worker = get_current_worker()
            plan = catalogue.battle(given)
            if not worker.is_cancelled:
                self.app.call_from_thread(self._show, plan)

        failed = "The battle could not be worked out"
        self.run_worker(work, thread=True, exclusive=True, group="build", description=failed)

    def _show(self, plan: Plan) -> None:
        if not self.is_running:
            return
        self.plan = plan
        form = self.query_one(Form)
        fresh = not form.fields
        form.renew(_field(line) for line in plan.lines)
        if fresh:
            form.focus()
        self.headline(plan.title or plan.line("theatre").value)
        for at in range(2):
            sheet = self.query_one(f"#force-{at}", CardSheet)
            sheet.show(plan.forces[at].card if plan.forces else None, "No force yet.")
        if plan.board is not None:
            self.query_one(BoardPicture).show(scene_of(plan))
        self.query_one("#verdict", Static).update(verdict(plan, brief=self.has_class("-narrow")))

    @on(Form.Changed)
    def _changed(self, event: Form.Changed) -> None:
        self._change({event.field.id: event.field.value})

    def _change(self, changes: dict[str, str]) -> None:
        if self._trial is not None:
            self._trial.stop()
        self.proposal = None
        self.given = self.plan.changed(self.given, changes) if self.plan else {**self.given, **changes}
        self._build()

    # -- looking -----------------------------------------------------------------------------------

    def action_forces(self) -> None:
        """The forces instead of the form, and back."""
        self.remove_class("-map")
        self.toggle_class("-forces")

    def action_map(self) -> None:
        """The map instead of the form, and back."""
        self.remove_class("-forces")
        self.toggle_class("-map")

    def action_zoom(self) -> None:
        """Another zoom of the map."""
        self.query_one(BoardPicture).turn_zoom()

    def action_scroll(self, lines: int) -> None:
        """Scroll both orders of battle, or the map."""
        for one in self.query("#forces > VerticalScroll"):
            one.scroll_relative(y=lines, animate=False)
        self.query_one(BoardPicture).scroll_relative(y=lines, animate=False)

    def action_draw(self) -> None:
        """Other ground, other forces: the next seed."""
        seed = self.query_one(Form).value("seed") if self.query_one(Form).fields else "1"
        self._change({"seed": str(int(seed) + 1) if seed.isdecimal() else f"{seed}2"})

    # -- fair or not -------------------------------------------------------------------------------

    def action_balance(self) -> None:
        """Let computers play it, or stop them."""
        if self._trial is not None and not self._trial.stopped:
            self._trial.stop()
            return
        plan = self.plan
        if plan is None or plan.refused:
            self.say("What is refused cannot be tried.", wrong=True)
            return
        from tui.menu.trial import Trial

        self._trial, self._tried = Trial(plan, GAMES), []
        self.say(f"The computer plays it {GAMES} times, in a process of its own; b stops.")
        trial = self._trial

        def work() -> None:
            for game in trial.results():
                self.app.call_from_thread(self._played, trial, game)

        self.run_worker(work, thread=True, group="trial", description="The games could not be played")

    def _played(self, trial: Trial, game: TrialGame) -> None:
        if not self.is_running or trial is not self._trial or trial.stopped:
            return
        from content import catalogue
        from tui.menu.trial import told, tried

        self._tried.append(game)
        so_far = tried(trial.plan, self._tried)
        self.proposal = catalogue.proposal(self.given, so_far)
        more = "  (t takes it)" if self.proposal.changes else ""
        self.say(f"{told(trial.plan, so_far)}. {self.proposal.words}{more}")

    def action_take(self) -> None:
        """Change what the games propose."""
        if self.proposal is None or not self.proposal.changes:
            self.say("Nothing is proposed; b lets the computer try the battle.")
        else:
            self._change(dict(self.proposal.changes))

    # -- done --------------------------------------------------------------------------------------

    def action_keep(self) -> None:
        """Write the scenario file."""
        path = self._kept()
        if path:
            self.say(f"Written: {path}. It stands among the scenarios.")

    def action_begin(self) -> None:
        """Write the scenario file and go on to its options."""
        plan = self.plan
        if plan is None or not self._kept():
            return
        from tui.menu.options import OptionsScreen

        self.app.switch_screen(OptionsScreen(program(self.app).shelf.scenario(plan.id)))

    def _kept(self) -> str:
        """Where the scenario's file was written; empty, and told, if it was not."""
        from content import catalogue

        running, plan = program(self.app), self.plan
        if plan is None or plan.refused:
            self.say(str(plan.refused[0]) if plan else "Nothing is built yet.", wrong=True)
            return ""
        try:
            paths = catalogue.keep_battle(plan, running.library.data / "content")
        except (OSError, ValueError) as error:
            self.say(f"It cannot be written: {running.manners.told_error(error)}", wrong=True)
            return ""
        self._build()
        return running.manners.told_path(paths[-1])


def _field(line: object) -> Field:
    from content.kit.battles import Line

    assert isinstance(line, Line)
    return Field(
        line.id,
        line.label,
        line.value,
        line.values,
        line.about,
        line.rule,
        line.group,
        line.empty,
        listed=len(line.values) >= MANY,
    )


def verdict(plan: Plan, *, brief: bool = False) -> Content:
    """What comes of the lines, or why it cannot be played; brief: without what is on the cards of the forces."""
    if plan.refused:
        told = [Content.assemble(("! ", "$text-warning"), str(one)) for one in plan.refused[:3]]
        return Content("\n").join(told)
    forces = ", ".join(f"{force.side.name} {force.points:,} of {force.wanted:,} points" for force in plan.forces)
    facts = ". ".join(words for words, _ in plan.facts)
    late = [f"{force.side.name}: {', '.join(force.missing)}" for force in plan.forces if force.missing]
    if brief or not late:
        return Content(f"{forces}. {facts}.")
    return Content(f"{forces}. {facts}.\nNot to be had yet: {'; '.join(late)}.")


def scene_of(plan: Plan) -> Scene:
    """The map with set-up areas and objectives."""
    assert plan.board is not None
    looks = [force.side for force in plan.forces]
    cells = {
        hex_: OverlayCell(tone=side, why="sets up here")
        for side, hexes in plan.zones.items()
        for hex_ in hexes
        if any(other in plan.board and other not in hexes for other in hex_.neighbours())
    }
    counters = tuple(
        Counter(id=f"goal-{at}", kind="objective", hex=hex_, side=None, short="", name=name[:14], label=name)
        for at, (hex_, name) in enumerate(plan.goals)
    )
    return Scene(
        board=plan.board,
        looks=plan.looks,
        sides={look.id: look for look in looks},
        counters=counters,
        overlay=Overlay("set-up", "Set-up areas", cells) if cells else None,
    )
