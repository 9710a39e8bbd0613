"""The end of a game: who won, at which level, by which points, and what may be done now."""

from __future__ import annotations

import re
from typing import ClassVar, Final

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Static

from core.presentation import Outcome
from tui.game.table import Table
from tui.keys.held import keys_of
from tui.kit.foot import foot
from tui.kit.popups import Sheet
from tui.kit.text import MUTED, row_content
from tui.program import program

#: Words of an ending that tell nothing that a score does not.
_SAID: Final = {"victory", "wins", "of", "at", "to", "by", "points", "none", "no", "level"}


class OverSheet(Sheet):
    """Winner, level and reason, the points of each side by their parts; keys for the map, the replay, the check."""

    HELP_TITLE = "The game is over"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("p", "replay", "watch the replay", id="windows.watch"),
        Binding("a", "analyse", "look back: luck, units, turning points", id="windows.look-back"),
        Binding("v", "verify", "check the game file", id="windows.check"),
        Binding("q", "title", "to the title", id="windows.close"),
    ]

    def __init__(self, table: Table, result: str = "") -> None:
        """result: how a game ended that did not come to an end by the rules."""
        outcome = table.system.outcome(table.final)
        text = told(table, result)
        super().__init__("The game is over", text, rule=outcome.rule if outcome else "")
        self.table = table

    def told(self) -> Content:
        """The keys, those that need a file only if there is one."""
        keys = keys_of(self)
        parts = [("enter map", "leave")]
        if self.table.path:
            parts.append((f"{keys.told('windows.watch')} replay", "replay"))
            parts.append((f"{keys.told('windows.look-back')} look back", "analyse"))
            parts.append((f"{keys.told('windows.check')} check", "verify"))
        parts.append((f"{keys.told('windows.rule')} rule", "rule"))
        return foot(*parts, (f"{keys.told('windows.close')} title", "title"))

    def action_replay(self) -> None:
        """Watch the game from its beginning."""
        if self.table.path is not None:
            program(self.app).watch_game(self.table.path, 0)

    def action_analyse(self) -> None:
        """Look back on the game."""
        from tui.analyse.screen import open_analysis

        if self.table.path is not None:
            open_analysis(self.app, self.table.path)

    def action_title(self) -> None:
        """Leave the game."""
        self.dismiss(None)
        self.call_later(self.app.run_action, "title")

    def action_verify(self) -> None:
        """Check the game file: play it once more from its orders and rolls, and say what its dice prove."""
        from saves.verify import verify

        path = self.table.path
        if path is None:
            return
        shelf = program(self.app).shelf
        self._say("checking the game file ...")

        def work() -> None:
            found = verify(path, shelf.open_system, content_hash=shelf.content_hash)
            good = f"The game file is good: {found.events} events, {found.orders} orders, {found.rolls} rolls."
            said = good if found.good else f"The game file is not good: {found.fault}."
            said += f"\n{found.apart}" if found.apart else ""
            said += f"\n{found.judged.told}." if found.judged else ""
            self.app.call_from_thread(self._say, said)

        failed = "The game file could not be checked"
        self.run_worker(work, thread=True, exclusive=True, group="verify", description=failed)

    def _say(self, said: str) -> None:
        if self.is_running:
            self.query_one(Static).update(Content("\n\n").join([Content.styled(said, "$text-accent"), self.text]))


def told(table: Table, result: str = "") -> Content:
    """How the game ended, with the score of each side and what it is made of."""
    system = table.system
    outcome = system.outcome(table.final)
    lines: list[Content] = []
    if outcome is not None:
        lines.append(Content.styled(_ending(table, outcome), "bold $text-accent"))
    elif result:
        lines.append(Content.styled(result, "bold $text-accent"))
    for standing in system.standings(table.final):
        lines.append(
            Content.assemble(
                "\n", (table.look(standing.side).name, "bold"), f"  {standing.level or f'{standing.points} points'}"
            )
        )
        width = min(max((len(row.label) for row in standing.parts), default=0), 34)
        lines += [Content.assemble("  ", row_content(row, label_width=width)) for row in standing.parts]
        if not standing.parts:
            lines.append(Content.styled("  none", MUTED))
    return Content("\n").join(lines)


def _ending(table: Table, outcome: Outcome) -> str:
    """Who has won, at which level and why, each said once: the rules' own words where they say more than the score."""
    who = f"{table.look(outcome.winner).name} wins" if outcome.winner else "Nobody wins"
    plain, text = f"{who}: {outcome.level}", outcome.text
    standings = table.system.standings(table.final)
    score = " ".join(f"{table.look(it.side).name} {it.level} {it.points}" for it in standings)
    if not _words(text) - _words(plain) - _words(score) - _SAID:
        return plain
    bare = _words(outcome.level) <= _SAID and text.startswith(who)
    if bare or outcome.level.casefold() in text.casefold():
        return text[:1].upper() + text[1:]
    return f"{text} ({outcome.level})" if text.startswith(who) else f"{plain}\n{text}"


def _words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text.casefold()))
