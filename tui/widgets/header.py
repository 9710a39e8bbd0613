"""The line at the top of a game: title, turn, phase, who acts, and the keys that lead to all others."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final

from attrs import evolve
from rich.cells import cell_len
from textual import events
from textual.content import Content
from textual.message import Message
from textual.widgets import Static

from core.presentation import SideLook, Standing, Status
from tui.keys.held import keys_of
from tui.kit.text import MUTED
from tui.map.glyphs import ASCII, UNICODE
from tui.program import program

#: What stands at the end of the line, as far as there is room.
KEYS: Final = ("{everywhere.help} keys · {everywhere.settings} settings", "{everywhere.help} keys")
#: The sign at the end of the line on which one clicks for all that can be done.
MENU: Final = " ≡"
#: What stands between its parts.
BETWEEN: Final = " │ "


class GameHeader(Static):
    """Title, turn of turns, phase and step, the sides that act; at its end the keys of help and settings."""

    DEFAULT_CSS = """
    GameHeader {
        dock: top; height: 1; width: 1fr; padding: 0 1; background: $panel; color: $foreground;
        text-wrap: nowrap; text-overflow: ellipsis;
    }
    """

    class MenuWanted(Message):
        """The line was clicked: the player wants to pick from all that can be done."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._shown: Callable[[], None] = lambda: None

    def on_resize(self) -> None:
        """A narrow line says less."""
        self._shown()

    def on_click(self, event: events.Click) -> None:
        """All that can be done here, for the mouse."""
        event.stop()
        self.post_message(self.MenuWanted())

    def show_again(self) -> None:
        """Show the same with the signs that are set now."""
        self._shown()

    def show(
        self, status: Status, looks: Sequence[SideLook], scores: Sequence[Standing] = (), *, note: str = ""
    ) -> None:
        """Show a headline; scores: of the sides; note: what goes on besides ("thinking")."""
        self._shown = partial(self.show, status, tuple(looks), tuple(scores), note=note)
        parts = self._parts(status, looks, scores, note, narrow=0 < self.size.width < 100)
        if not self._fits(parts):
            parts = self._parts(status, looks, scores, note, narrow=True)
        if not self._fits(parts):
            del parts[0]
        if not self._fits(parts) and status.extra:
            status = evolve(status, extra="")
            del parts[-1]
        if not self._fits(parts) and status.step and not status.step.startswith(status.phase):
            parts = self._parts(evolve(status, phase=status.step, step=""), looks, scores, note, narrow=True)[1:]
        if not self._fits(parts):
            # What stands at the end, who is winning, is worth more than the word before the number of the turn.
            short = Content(f"{status.turn}/{status.turns}")
            parts = [short if part.plain.startswith("turn ") else part for part in parts]
        # One line stays one line, though a clock in it changes every second: nothing is to be laid out anew.
        line = Content.styled(BETWEEN, MUTED).join(parts)
        width = self.content_size.width - cell_len(MENU)
        if 0 < width < line.cell_length:
            line = line.truncate(width, ellipsis=True)
        room = max(0, width - line.cell_length)
        hints = (keys_of(self).in_text(keys).replace("f2", "F2") for keys in KEYS)
        named = next((keys for keys in hints if len(keys) + 2 < room), "")
        gap = " " * (room - len(named) - bool(named))
        sign, said = (MENU, "bold $text-accent"), (f" {named}" if named else "", MUTED)
        self.update(Content.assemble(line, gap, sign, said), layout=False)

    def _fits(self, parts: Sequence[Content]) -> bool:
        """Whether a line has room for all of its parts."""
        room = self.content_size.width - cell_len(MENU)
        return sum(part.cell_length for part in parts) + len(BETWEEN) * (len(parts) - 1) <= room or not self.size.width

    def _parts(
        self, status: Status, looks: Sequence[SideLook], scores: Sequence[Standing], note: str, *, narrow: bool
    ) -> list[Content]:
        """The parts of the line, the title first. narrow: sides by their initials."""
        names = {look.id: look.name for look in looks}
        short = narrow and len(status.acting) > 1
        acting = ", ".join(names.get(side, side)[: 1 if short else None] for side in status.acting)
        where = _where(status)
        parts: list[Content] = [Content.styled(status.title, "bold $text-accent"), _turn(status)]
        if acting and f"({acting})" in where.plain:
            where = Content.assemble(("▶ ", "$accent"), where)
        elif acting:
            parts.append(Content.assemble(("▶ ", "$accent"), (acting, "bold")))
        parts.append(where)
        if note:
            parts.append(Content.styled(note, "bold $text-warning"))
        if scores:
            glyphs = ASCII if program(self.app).settings.ascii else UNICODE
            signs = {look.id: sign for look, sign in zip(looks, glyphs.sides, strict=False)}
            sides = [f"{signs.get(s.side, '')}{names.get(s.side, s.side)[: 1 if narrow else None]}" for s in scores]
            alike = narrow and len(scores) > 1 and all(s.level and s.told == scores[0].told for s in scores)
            told = [f"{side} {s.told}" for side, s in zip(sides, scores, strict=True)]
            line = f"{' '.join(sides)} {scores[0].told}" if alike else " : ".join(told)
            unit = "" if narrow or any(s.level for s in scores) else " VP"
            won = _won(status, scores, names, signs, narrow=narrow)
            parts.append(Content.assemble((line, "bold"), (unit, MUTED), (won, "$text-accent")))
        if status.extra:
            parts.append(Content.styled(status.extra, MUTED))
        return parts


def _won(
    status: Status, scores: Sequence[Standing], names: Mapping[str, str], signs: Mapping[str, str], *, narrow: bool
) -> str:
    """Who would win if the game ended now, at which level, and by how much; "" where that is not to be said."""
    won = status.won
    if won is None:
        return ""
    if won.winner is None:
        return " → draw"
    who = signs.get(won.winner, "") if narrow else f"{names.get(won.winner, won.winner)} wins:"
    level = f" {won.level.lower().removesuffix(' victory')}"
    points = sorted(score.points for score in scores)
    lead = "" if narrow or any(score.level for score in scores) else f" by {points[-1] - points[0]}"
    # A level that a side has reached stands beside its name already.
    known = narrow and any(score.side == won.winner and f" {score.told}" == level for score in scores)
    return f" → {who}{'' if known else level}{lead}"


def _turn(status: Status) -> Content:
    """Turn of turns; before the first turn only how many there will be."""
    if not status.turn:
        return Content.styled(f"{status.turns} turns", MUTED)
    return Content.assemble(("turn ", MUTED), (f"{status.turn}/{status.turns}", "bold"))


def _where(status: Status) -> Content:
    """Phase and step; a step whose name begins with its phase stands alone."""
    if not status.step or status.step.startswith(status.phase):
        return Content.styled(status.step or status.phase, "bold")
    return Content.assemble((status.phase, "bold"), ": ", status.step)
