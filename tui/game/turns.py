"""The turns of a game, each as one eye may know it: where it ends, what stood then, what was told in it."""

from __future__ import annotations

from typing import Any

from attrs import evolve, frozen

from core.alike import Alike
from core.presentation import Card, Row, Section, Sheet, Standing
from tui.game.record.chronicle import Line
from tui.replay.reel import Eye, Reel

#: The kind of sheet in which a rule system says how things stand; a summary of a turn is built round it.
SUMMARY = "summary"


@frozen(eq=False, repr=False)
class Turns(Alike):
    """The turns of a game up to the moment after `until` events, through an eye."""

    reel: Reel[Any]
    eye: Eye
    until: int

    @property
    def last(self) -> int:
        """The turn in which the moment lies; 0 is what comes before the first."""
        return self._turn(self.until)

    def end(self, turn: int) -> int:
        """The number of events up to the end of a turn; the turns before the first end at 0."""
        if turn < 0:
            return 0
        low, high = 0, self.until
        while low < high:  # the least moment of a later turn
            middle = (low + high) // 2
            if self._turn(middle) > turn:
                high = middle
            else:
                low = middle + 1
        return max(0, low - 1) if self._turn(low) > turn else low

    def view(self, turn: int) -> Any:
        """What the eye saw at the end of a turn. Good until the next is asked for."""
        return self.reel.view(self.end(turn), self.eye)

    def lines(self, turn: int) -> list[Line]:
        """What was told in a turn."""
        start, stop = self.end(turn - 1), self.end(turn)
        return self.reel.lines(stop, self.eye, reach=stop - start) if stop > start else []

    def _turn(self, n: int) -> int:
        return self.reel.turn(n)


def summary(turns: Turns, turn: int) -> Sheet:
    """A turn in short: points and what they changed by, how things stood at its end, what happened phase by phase."""
    before, held = _stood(turns, turn - 1)
    now, sheet = _stood(turns, turn)
    known = {_what(row) for card in held.cards for section in card.sections for row in section.rows}
    cards = [_points(turns, now, before), *(_marked(card, known) for card in sheet.cards), *_events(turns.lines(turn))]
    title = f"Turn {turn}" if turn else "Before the first turn"
    if turn == turns.last and not (turns.reel.over and turns.until == turns.reel.length):
        title += ", so far"
    return Sheet(title, sheet.rule, tuple(card for card in cards if card.sections), sheet.note)


def _stood(turns: Turns, turn: int) -> tuple[tuple[Standing, ...], Sheet]:
    """The points and the summary of the rule system at the end of a turn; none before the game."""
    system, face = turns.reel.system, turns.reel.system.face
    if turn < 0:
        return (), Sheet("")
    view = turns.view(turn)
    offered = any(kind.id == SUMMARY for kind in face.sheet_kinds())
    sheet = face.sheet(view, turns.eye.side, SUMMARY) if offered else Sheet("")
    return tuple(system.standings(view)), sheet


def _points(turns: Turns, now: tuple[Standing, ...], before: tuple[Standing, ...]) -> Card:
    names = {look.id: look.name for look in turns.reel.system.sides}
    was = {standing.side: standing.points for standing in before}
    rows: list[Row] = []
    for standing in now:
        gained = standing.points - was.get(standing.side, 0)
        told = standing.told if standing.level or not gained else f"{standing.told}, {gained:+d} in this turn"
        rows.append(Row(names.get(standing.side, standing.side), told, tone="heading"))
        rows += [evolve(part, label=f"  {part.label}", text=_counted(part), cells=()) for part in standing.parts]
    return Card("Points", sections=(Section("", tuple(rows)),) if rows else ())


def _counted(part: Row) -> str:
    """The present count of a goal before what its cells tell of it; what one cell tells no other tells again."""
    told = [cell for cell in part.cells if not any(cell in other for other in part.cells if other != cell)]
    return " · ".join(filter(None, (part.text, *told)))


def _marked(card: Card, known: set[tuple[str, str]]) -> Card:
    """A card with what is new in the turn told as such."""
    sections = (
        Section(
            section.title,
            tuple(
                evolve(row, text=f"{row.text} - in this turn") if row.unit and _what(row) not in known else row
                for row in section.rows
            ),
            section.heading,
        )
        for section in card.sections
    )
    return Card(card.title, card.subtitle, card.side, tuple(sections))


def _what(row: Row) -> tuple[str, str]:
    return row.unit or row.label, row.text


def _events(lines: list[Line]) -> list[Card]:
    """What happened, a card for each heading under which anything did."""
    found: list[tuple[str, list[Row]]] = [("", [])]
    for line in lines:
        report = line.report
        if report.level == 0:
            found.append((report.text, []))
        elif report.level == 1:
            hex_ = report.hexes[-1] if report.hexes else None
            found[-1][1].append(Row("", report.text, report.rule, tone=report.tone, hex=hex_))
    return [Card(title or "At first", sections=(Section("", tuple(rows)),)) for title, rows in found if rows]
