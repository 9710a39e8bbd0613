"""What a rule system shows of itself, in terms that any screen can draw without knowing a rule."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from enum import Enum

from attrs import field, frozen

from core.alike import Alike
from core.dice import Roll
from core.hexes import Hex
from core.plane import Point
from core.tally import Reason


@frozen(eq=False, repr=False)
class SideLook(Alike):
    """A side as players see it: its id, its name and its tone (a name that a theme turns into a colour)."""

    id: str
    name: str
    tone: str


@frozen(eq=False, repr=False)
class Formation(Alike):
    """Units of a side that fight together, and that one of several players of the side may be given to command."""

    id: str
    name: str
    side: str
    units: tuple[str, ...]


@frozen(eq=False, repr=False)
class TerrainLook(Alike):
    """How a kind of terrain is drawn: colour family, texture glyphs (UTF-8 and ASCII) and its letter in ASCII.

    family is one of "open", "brush", "rough", "sand", "woods", "town", "water", "depression", "structure".
    """

    id: str
    name: str
    family: str
    glyph: str
    ascii: str
    letter: str


@frozen(eq=False, repr=False)
class Mark(Alike):
    """A status mark on a counter: one glyph, one ASCII letter, what it means, and a tone."""

    id: str
    glyph: str
    ascii: str
    meaning: str
    tone: str


@frozen(eq=False, repr=False)
class Counter(Alike):
    """Something that lies on the map.

    kind: "unit", "wreck", "smoke", "mines", "objective" or another mark of the map; short: class letter(s) of at
    most two cells; name: at most 14 characters for the close zoom; facing: 0 (N) to 5 (NW), None without one.
    values: short facts for the close zoom, such as "4-6"; label: what lists call it where the name on the map
    does not tell it from others. point, heading: where exactly it lies in its hex, and which of 48 headings it has,
    in games that have points and headings.
    """

    id: str
    kind: str
    hex: Hex
    side: str | None
    short: str
    name: str
    facing: int | None = None
    marks: tuple[Mark, ...] = ()
    values: str = ""
    label: str = ""
    point: Point | None = None
    heading: int | None = None

    @property
    def called(self) -> str:
        """What lists call it."""
        return self.label or self.name or self.short


@frozen(eq=False, repr=False)
class Row(Alike):
    """One line of a card: a label, its text, its rule id, and cells for a table line.

    unit, hex: what the line speaks of, if a screen may go there from it; full: it stands only where a card is shown
    as a whole.
    """

    label: str
    text: str = ""
    rule: str = ""
    cells: tuple[str, ...] = ()
    tone: str = ""
    unit: str = ""
    hex: Hex | None = None
    full: bool = False


@frozen(eq=False, repr=False)
class Section(Alike):
    """A titled part of a card; heading cells if its rows form a table."""

    title: str
    rows: tuple[Row, ...]
    heading: tuple[str, ...] = ()


@frozen(eq=False, repr=False)
class Card(Alike):
    """What a player may know of a unit, a hex or a stack."""

    title: str
    subtitle: str = ""
    side: str | None = None
    sections: tuple[Section, ...] = ()


@frozen(eq=False, repr=False)
class SheetKind(Alike):
    """A sheet of the game beside its map, such as a mission board: its id, its title and a suggested key."""

    id: str
    title: str
    key: str


@frozen(eq=False, repr=False)
class Sheet(Alike):
    """What a sheet holds now: its cards, the rule that it follows, and a line on how it is read or used."""

    title: str
    rule: str = ""
    cards: tuple[Card, ...] = ()
    note: str = ""


@frozen(eq=False, repr=False)
class OverlayKind(Alike):
    """A layer that may be laid over the map.

    key: suggested key; needs: "unit", "hex", "both" or "" - what it is drawn from. standing: it lies on the map from
    the beginning and follows the unit that is pointed at; nothing is said of it where it is empty.
    """

    id: str
    title: str
    key: str
    needs: str
    standing: bool = False


@frozen(eq=False, repr=False)
class Stroke(Alike):
    """A straight line that an overlay draws within a hex, in games that have points: its two ends and its tone."""

    start: Point
    end: Point
    tone: str


@frozen(eq=False, repr=False)
class OverlayCell(Alike):
    """What an overlay says of one hex: a tone, up to three characters, and the reason in words.

    strokes: lines through the hex, drawn where there is room for them; with strokes the tone may be "".
    """

    tone: str
    text: str = ""
    why: str = ""
    rule: str = ""
    strokes: tuple[Stroke, ...] = ()

    @property
    def shade(self) -> str:
        """Its tone, or else that of its first line."""
        return self.tone or (self.strokes[0].tone if self.strokes else "")

    def over(self, below: OverlayCell) -> OverlayCell:
        """Both as one: what this one says, or else the one below it, and the lines of both."""
        if not (self.strokes or below.strokes):
            return self
        return OverlayCell(
            self.tone or below.tone,
            self.text or below.text,
            self.why or below.why,
            self.rule or below.rule,
            (*below.strokes, *self.strokes),
        )


@frozen(eq=False, repr=False)
class Overlay(Alike):
    """A computed layer: its cells and one legend line for each tone it uses.

    point, heading: from where exactly it is drawn, and along which of 48 headings, in games that have them.
    """

    kind: str
    title: str
    cells: Mapping[Hex, OverlayCell] = field(factory=dict)
    legend: tuple[tuple[str, str], ...] = ()
    point: Point | None = None
    heading: int | None = None


@frozen(eq=False, repr=False)
class Coming(Alike):
    """A unit that comes on later than the set-up: from when on, in words, and through which hexes.

    choice: what the rules leave to its owner, in words, and rule: the id of the rule that does.
    """

    unit: str
    when: str
    hexes: frozenset[Hex]
    choice: str = ""
    rule: str = ""


def comes(when: str) -> str:
    """The beginning of a sentence on what comes on, or comes back, later. when: as `Coming` has it."""
    return f"Comes {when}" if when.startswith("back ") else f"Comes on {when}"


def left_to_owner(hexes: Collection[Hex]) -> str:
    """What the owner of units chooses that may come on by some hexes, in any turn from one on."""
    return "yours to choose: turn, hex, order" if len(hexes) > 1 else "yours to choose: turn, order"


@frozen(eq=False, repr=False)
class Prompt(Alike):
    """What is asked now: of whom, what may be done, what is left, how to end it, and the rule that asks."""

    phase: str
    title: str
    text: str
    rule: str
    remaining: str = ""
    finish: str = ""


@frozen(eq=False, repr=False)
class Trail(Alike):
    """The hexes through which a unit has gone in this turn, in order, as far as they are known.

    side: whose it is, None = that is not known.
    """

    unit: str
    side: str | None
    hexes: tuple[Hex, ...]


class Play(Enum):
    """How an event is shown where what has happened is played to a player: with what went before it, for a moment of
    its own, or until he has seen it."""

    WITH_OTHERS = "with others"
    MOMENT = "moment"
    PAUSE = "pause"


@frozen(eq=False, repr=False)
class Report(Alike):
    """An event in words: one line, then what it opens into - dice, modifiers, rule - and where it happened.

    play: how it is shown where what has happened is played; unit: whose move it is, so that pieces of one move are
    told as one there.
    """

    text: str
    rule: str
    tone: str = ""
    rolls: tuple[Roll, ...] = ()
    tally: tuple[Reason, ...] = ()
    details: tuple[str, ...] = ()
    hexes: tuple[Hex, ...] = ()
    level: int = 1  # 0 = phase heading, 1 = result, 2 = detail
    play: Play = Play.WITH_OTHERS
    unit: str = ""


@frozen(eq=False, repr=False)
class OddsReport(Alike):
    """Chances of an order, with the tallies that lead to them.

    outcomes: what may come of it, with its chance, in the rulebook's order; path: hexes that a move begun runs
    through, the first one left out; ghost: what is drawn of it on the map while it is weighed; facts: rows that stand
    behind the tallies.
    """

    title: str
    outcomes: tuple[tuple[str, float], ...]
    rows: tuple[Row, ...] = ()
    tally: tuple[Reason, ...] = ()
    path: tuple[Hex, ...] = ()
    ghost: Overlay | None = None
    facts: tuple[Row, ...] = ()


@frozen(eq=False, repr=False)
class Argument(Alike):
    """What speaks for an order (points above 0) or against it, in a short sentence in the words of the rules.

    points: what it counts for, in victory points or what a system weighs in; None where nothing was counted. rule:
    the rule that it rests on, "" = none.
    """

    text: str
    points: float | None = None
    rule: str = ""


@frozen(eq=False, repr=False)
class Standing(Alike):
    """The score of one side, with what it is made of.

    level: what the side has reached so far, in words, where points of the two sides are not to be compared.
    """

    side: str
    points: int
    parts: tuple[Row, ...] = ()
    level: str = ""

    @property
    def told(self) -> str:
        """The score in a word: the level, or else the points."""
        return self.level or str(self.points)


@frozen(eq=False, repr=False)
class Outcome(Alike):
    """How a game ended: the winning side (None for a draw), the level in words, and why."""

    winner: str | None
    level: str
    text: str
    rule: str


@frozen(eq=False, repr=False)
class Status(Alike):
    """The headline of a game: turn of turns, phase, step, and who is to act.

    won: how the game would end if it ended now; None where nothing is to be said of that.
    """

    title: str
    turn: int
    turns: int
    phase: str
    step: str
    acting: tuple[str, ...]
    extra: str = ""
    won: Outcome | None = None
