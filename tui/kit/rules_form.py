"""What the screens of a new game have alike: the rules of a scenario as switches, and sets of them kept by name.

A rule that is switched on takes along those that it needs and turns off those that it does not go with; one that is
switched off takes along those that need it. What was turned besides is told.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from attrs import evolve
from textual import on
from textual.binding import Binding

from tui.kit.form import Field, Form, switch
from tui.kit.form_place import FormPlace
from tui.kit.popups import AskLine
from tui.program import program
from tui.shelf import OptionLine, ScenarioLine

#: The key that keeps the rules as they stand under a name.
KEEP: Final = Binding("w", "keep_set", "Keep rules")
#: The line that chooses a set, and its values beside the names of those kept.
SET: Final = "rule-set"
SCENARIO: Final = ""
OWN: Final = "\0"


def together(options: Iterable[OptionLine], on: frozenset[str], turned: str) -> frozenset[str]:
    """The options that are on after one has been turned: with what it needs, without what does not go with it."""
    known = {option.id: option for option in options}
    if turned not in on:
        left = set(on)
        while orphans := {o for o in left if not known[o].needs <= left}:
            left -= orphans
        return frozenset(left)
    found, todo = set(on), [turned]
    while todo:
        option = known[todo.pop()]
        found.add(option.id)
        found -= {other for other in found if other in option.excludes or option.id in known[other].excludes}
        todo += [other for other in option.needs if other not in found]
    return frozenset(found)


class RulesForm(FormPlace):
    """A form with the rules of a scenario among its lines."""

    def __init__(self, scenario: ScenarioLine) -> None:
        super().__init__(scenario.title)
        self.scenario = scenario
        self._settling = False

    def rules(self) -> Iterable[Field]:
        """A switch for each rule, and the line of sets where there is more than one to choose."""
        options = self.scenario.options
        for option in options:
            yield switch(
                f"option-{option.id}",
                option.title,
                option.on,
                about=option.about,
                rule=option.rule,
                group=option.group,
            )
        if len(options) > 1:
            yield self._sets(SCENARIO)

    def _sets(self, value: str) -> Field:
        kept = program(self.app).settings.rule_sets
        values = ((SCENARIO, "as the scenario has them"), *((name, name) for name in sorted(kept)))
        if value == OWN:
            values = (*values, (OWN, "of your own; w keeps them"))
        about = "A set of rules kept under a name; of those that this scenario does not offer nothing is turned."
        return Field(SET, "Set of rules", value, values, about, group="Game")

    @property
    def options(self) -> tuple[str, ...]:
        """Ids of the rules that are on."""
        form = self.query_one(Form)
        return tuple(o.id for o in self.scenario.options if form.value(f"option-{o.id}") == "on")

    @on(Form.Changed)
    def _rules_changed(self, event: Form.Changed) -> None:
        if self._settling:
            return
        if event.field.id == SET:
            kept = program(self.app).settings.rule_sets.get(event.field.value, ())
            self._turn(frozenset(kept) & {o.id for o in self.scenario.options})
        elif event.field.id.startswith("option-"):
            turned = event.field.id.removeprefix("option-")
            before = frozenset(self.options)
            after = together(self.scenario.options, before, turned)
            self._turn(after)
            self._tell(before ^ after, after)
            form = self.query_one(Form)
            if any(field.id == SET for field in form.fields):
                self._put(self._sets(self._set_of(after)))

    def _set_of(self, chosen: frozenset[str]) -> str:
        """The set that this is, or that it is none."""
        here = {o.id for o in self.scenario.options}
        for name, kept in sorted(program(self.app).settings.rule_sets.items()):
            if chosen == frozenset(kept) & here:
                return name
        return OWN if chosen else SCENARIO

    def _turn(self, chosen: frozenset[str]) -> None:
        form = self.query_one(Form)
        for option in self.scenario.options:
            field = next(f for f in form.fields if f.id == f"option-{option.id}")
            value = "on" if option.id in chosen else "off"
            if field.value != value:
                self._put(evolve(field, value=value))

    def _put(self, field: Field) -> None:
        """Change a line without its being taken for the player's doing."""
        form = self.query_one(Form)
        with form.prevent(Form.Changed):
            form.put(field)

    def _tell(self, besides: frozenset[str], now: frozenset[str]) -> None:
        if not besides:
            return
        titles = {o.id: o.title for o in self.scenario.options}
        on_too = [titles[o] for o in titles if o in besides & now]
        off_too = [titles[o] for o in titles if o in besides - now]
        said = [f"{' and '.join(names)} {word}" for names, word in ((on_too, "on too"), (off_too, "off")) if names]
        self.say(f"{'; '.join(said)}: these rules need one another, or do not go together.")

    def action_keep_set(self) -> None:
        """Ask for a name and keep the rules as they stand under it."""
        chosen = self.options
        if not self.scenario.options:
            self.say("This scenario has no rules to choose.", wrong=True)
            return

        def take(name: str | None) -> None:
            if name is None or not name.strip():
                return
            running = program(self.app)
            settings = running.settings
            try:
                running.keep_settings(evolve(settings, rule_sets={**settings.rule_sets, name.strip(): chosen}))
            except OSError as error:
                self.say(f"The set cannot be kept: {running.manners.told_error(error)}", wrong=True)
                return
            self._put(self._sets(name.strip()))
            self.say(f"Kept as {name.strip()}; it is offered with every scenario.")

        self.app.push_screen(AskLine("Keep these rules as", "a name"), take)
