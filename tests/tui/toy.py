"""A rule system small enough to know by heart, for tests of the screens.

Two sides, North and South, with two tanks each on a board of 12 x 10 hexes. A turn has two steps. In the first
both sides give each tank "go" or "wait" in secret; when both have finished, the orders are shown. In the second
the sides, North first, move their "go" tanks hex by hex (up to 3 hexes) or fire at any enemy (d10, 7 or less hits).
The game ends after two turns or when a side has no tank left.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Final

from attrs import frozen

from core.board import Board
from core.book.book_system import Judgement, RulebookSystem
from core.choice import Partial
from core.event import Event, OrderGiven, SideId
from core.hexes import Hex, distance
from core.presentation import (
    Card,
    Counter,
    Formation,
    Mark,
    OddsReport,
    Overlay,
    OverlayCell,
    OverlayKind,
    Prompt,
    Report,
    Row,
    Section,
    Sheet,
    SheetKind,
    SideLook,
    Standing,
    Status,
    TerrainLook,
    Trail,
)
from core.sequence import Step
from core.tally import Reason
from tests.tui.toy_book import BOOK, JUDGEMENTS, SEQUENCE
from tests.tui.toy_table import (
    BOARD,
    NORTH,
    REACH,
    SOUTH,
    TANKS,
    ToyState,
    WordPlaced,
)

LOOKS: Final = {
    "clear": TerrainLook("clear", "Clear", "open", " ", " ", "c"),
    "woods": TerrainLook("woods", "Woods", "woods", "♣", "%", "w"),
}


class ToyFace:
    """How the toy game shows itself."""

    def terrain(self) -> Mapping[str, TerrainLook]:
        """Two kinds of terrain."""
        return LOOKS

    def status(self, view: ToyState) -> Status:
        """The headline."""
        step = "Secret words" if view.step == "words" else "Action"
        return Status("Toy War", view.turn, 2, step, "", BOOK.acting(view))

    def prompt(self, view: ToyState, side: SideId | None) -> Prompt:
        """What is asked."""
        if side is None or side not in BOOK.acting(view):
            return Prompt("Wait", "Wait", "the other side acts", "toy:1")
        left = BOOK.undone(view, side)
        text = "give each tank a word" if view.step == "words" else "move or fire with tanks told to go"
        return Prompt("Step", text.capitalize(), "", "toy:2", f"{len(left)} tanks", "pick Done")

    def trails(self, view: ToyState) -> tuple[Trail, ...]:
        """Nobody's ways are followed."""
        return ()

    def counters(self, view: ToyState) -> Sequence[Counter]:
        """The tanks."""
        return tuple(
            Counter(t.id, "unit", t.hex, t.side, "T", t.name, 0, (_mark(t.word),) if t.word else ())
            for t in view.tanks.values()
            if not t.dead
        )

    def unit_card(self, view: ToyState, unit: str) -> Card:
        """A tank."""
        tank = view.tanks[unit]
        return Card(tank.name, tank.side, tank.side, (Section("Orders", (Row("word", tank.word or "none", "toy:2"),)),))

    def hex_card(self, view: ToyState, hex_: Hex) -> Card:
        """A hex."""
        return Card(hex_.id, "", None, (Section("Terrain", (Row("kind", BOARD[hex_].terrain, "toy:3"),)),))

    def undone(self, view: ToyState, side: SideId) -> tuple[str, ...]:
        """Tanks with something to do."""
        return BOOK.undone(view, side)

    def overlay_kinds(self) -> tuple[OverlayKind, ...]:
        """One layer by unit, one by hex."""
        return (OverlayKind("reach", "Reach", "r", "unit"), OverlayKind("near", "Near", "n", "hex"))

    def overlay(self, view: ToyState, side: SideId | None, kind: str, hex_: Hex | None, unit: str | None) -> Overlay:
        """Hexes within three."""
        centre = view.tanks[unit].hex if unit else hex_
        assert centre is not None
        cells = {h: OverlayCell("good", str(distance(centre, h))) for h in BOARD.cells if distance(centre, h) <= REACH}
        return Overlay(kind, kind.capitalize(), cells, (("good", "within three hexes"),))

    def sheet_kinds(self) -> tuple[SheetKind, ...]:
        """A list of the tanks."""
        return (SheetKind("tanks", "Tanks", "t"),)

    def sheet(self, view: ToyState, side: SideId | None, kind: str) -> Sheet:
        """Every tank with its word, as far as it is known."""
        rows = tuple(Row(t.name, t.word or "no word", "toy:2", unit=t.id, hex=t.hex) for t in view.tanks.values())
        return Sheet("Tanks", "toy:2", (Card("All tanks", sections=(Section("", rows),)),), "Enter goes to a tank")

    def sight(
        self, view: ToyState, origin: Hex, target: Hex, unit: str | None = None, other: str | None = None
    ) -> tuple[Row, ...]:
        """Woods block everything."""
        return (Row("blocked", f"woods between {origin} and {target}", "toy:4", tone="bad"),)

    def report(self, state: ToyState, event: Event) -> Report | None:
        """Events in words."""
        return BOOK.report(state, event)


def _mark(word: str) -> Mark:
    return Mark(word, word[0].upper(), word[0].upper(), f"told to {word}", "good" if word == "go" else "muted")


@frozen
class War:
    """The one scenario."""

    id: str = "toy"
    edition: str = "toy"
    title: str = "Toy War"
    board: Board = BOARD
    sides: tuple[SideLook, ...] = (SideLook("north", "Northland", "blue"), SideLook("south", "Southland", "red"))


@frozen(eq=False)
class ToySystem(RulebookSystem[ToyState, War]):
    """The rules of the toy game (a core.system.RuleSystem)."""

    id = "toy"
    book = BOOK

    def judgements(self) -> Mapping[str, Judgement]:
        return JUDGEMENTS

    def formations(self) -> tuple[Formation, ...]:
        return ()

    @property
    def sequence(self) -> tuple[Step, ...]:
        return SEQUENCE

    @property
    def face(self) -> ToyFace:
        return ToyFace()

    def initial(self) -> ToyState:
        """Four tanks."""
        return ToyState({tank.id: deepcopy(tank) for tank in TANKS})

    def weighs(self, view: ToyState, side: SideId, partial: Partial) -> OddsReport | None:
        """Seven in ten."""
        if len(partial) == 3 and partial[0] == "fire":
            return OddsReport("Hit", (("hit", 0.7), ("miss", 0.3)), tally=(Reason("gun", 7, "toy:5"),))
        return None

    def view(self, state: ToyState, side: SideId | None) -> ToyState:
        """Words of others are hidden until they are shown."""
        view = state.copy()
        if state.step == "words":
            for tank in view.tanks.values():
                if tank.side != side:
                    tank.word = None
        return view

    def redact(self, state: ToyState, event: Event, side: SideId | None) -> Event | None:
        """Words of others are not even known to have been given."""
        if isinstance(event, WordPlaced) and state.tanks[event.unit].side != side:
            return None
        if isinstance(event, OrderGiven) and event.side != side:
            return None
        return event

    def final(self, state: ToyState, event: Event, side: SideId) -> bool:
        return False

    def standings(self, state: ToyState) -> tuple[Standing, ...]:
        """Tanks left."""
        return tuple(Standing(side, len(state.of(side))) for side in (NORTH, SOUTH))


def toy_war() -> ToySystem:
    """The rules of the one scenario."""
    return ToySystem(War(), LOOKS)
