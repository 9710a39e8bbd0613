"""The sections of the lobby: which tables stand in which, and the line that tells how many."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from attrs import frozen
from textual.content import Content
from textual.events import Click
from textual.message import Message
from textual.widgets import Static

from saves.rooms.names import PlayerName
from saves.rooms.state import RoomState, Stage
from tui.kit.text import MUTED
from tui.lobby import words


class Section(Enum):
    """What is listed."""

    MINE = "My games"
    OPEN = "Open tables"
    WATCH = "Being played"
    OVER = "Finished"


def cut(text: str, cells: int) -> str:
    """A text in so many cells; what is left out is marked."""
    return text if len(text) <= cells else f"{text[: cells - 1]}…"


@frozen
class TableLine:
    """A room as the list shows it. asked: what it wants of the player, "" for nothing; players: the seats in short."""

    id: str
    state: RoomState
    title: str
    scenario: str
    system: str
    seats: str
    players: str
    standing: str
    asked: str
    clock: str


def section_of(state: RoomState, player: PlayerName, *, guest: bool = False) -> Section | None:
    """Where a player finds a room; None if it is not for him to see."""
    mine = not guest and (state.side_of(player) is not None or (state.owner == player and not state.finished))
    if state.finished:
        return Section.OVER if mine or state.plan.spectators else None
    if mine:
        return Section.MINE
    if not guest and words.may_join(state, player) and (state.stage is Stage.WAITING or words.wants_players(state)):
        return Section.OPEN
    return Section.WATCH if state.plan.spectators else None


class SectionLine(Static):
    """The sections with how much is in each; a click goes there."""

    DEFAULT_CSS = """
    SectionLine { height: 1; padding: 0 1; background: $surface; text-wrap: nowrap; }
    """

    class Picked(Message):
        """A section was clicked."""

        def __init__(self, section: Section) -> None:
            super().__init__()
            self.section = section

    def __init__(self) -> None:
        super().__init__()
        self._ends: list[tuple[int, Section]] = []

    def show(self, now: Section, counts: Sequence[tuple[Section, str, bool]]) -> None:
        """Show how many rooms each section has, and whether one of them asks the player."""
        parts: list[Content] = []
        self._ends, at = [], 1
        for number, (section, count, asks) in enumerate(counts, 1):
            style = "bold reverse" if section is now else ""
            label = f" {section.value} {count}{f' {words.MARK_ASKED}' if asks else ''} "
            part = Content.assemble((str(number), "bold $text-accent"), (label, style or ("bold" if asks else MUTED)))
            parts.append(part)
            at += part.cell_length + 2
            self._ends.append((at, section))
        self.update(Content("  ").join(parts))

    def on_click(self, event: Click) -> None:
        """Go to the section under the mouse."""
        found = next((section for end, section in self._ends if event.x < end), None)
        if found is not None:
            self.post_message(self.Picked(found))
