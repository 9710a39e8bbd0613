"""A rule system small enough to know by heart, for tests of the screens.

Two sides, North and South, with two tanks each on a board of 12 x 10 hexes. A turn has two steps. In the first
both sides give each tank "go" or "wait" in secret; when both have finished, the orders are shown. In the second
the sides, North first, move their "go" tanks hex by hex (up to 3 hexes) or fire at any enemy (d10, 7 or less hits).
The game ends after two turns or when a side has no tank left.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy

from attrs import define, field, frozen

from core.board import Board, Cell
from core.choice import Choice, Choices, Partial, Refusal
from core.dice import Dice
from core.door import Doors
from core.event import Event, OrderGiven, SideId, event
from core.hexes import Hex, distance, hex_from_id
from core.order import IllegalOrder, Order, order
from core.presentation import (
    Card,
    Counter,
    Mark,
    OddsReport,
    Outcome,
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
)
from core.secrecy import ALL, OWNER
from core.sequence import Acting, Step
from core.system import Face
from core.tally import Reason

NORTH, SOUTH = SideId("north"), SideId("south")
REACH = 3


@order("toy-secret", known=OWNER)
@frozen(kw_only=True)
class Secret(Order):
    """Give a tank a secret word."""

    unit: str
    word: str


@order("toy-done", known=ALL)
@frozen(kw_only=True)
class Done(Order):
    """End one's part of a step."""


@order("toy-move", known=ALL)
@frozen(kw_only=True)
class Move(Order):
    """Move a tank along hexes."""

    unit: str
    hexes: tuple[Hex, ...]


@order("toy-fire", known=ALL)
@frozen(kw_only=True)
class Fire(Order):
    """Fire at an enemy tank."""

    unit: str
    target: str


@event("toy-word-placed", known=OWNER)
@frozen(kw_only=True)
class WordPlaced(Event):
    """A tank was given a word, in secret."""

    unit: str
    word: str


@event("toy-step-done", known=ALL)
@frozen(kw_only=True)
class StepDone(Event):
    """A side has ended its part of a step."""

    side: SideId


@event("toy-words-shown", known=ALL, reveals=True)
@frozen(kw_only=True)
class WordsShown(Event):
    """All words are shown."""


@event("toy-moved", known=ALL)
@frozen(kw_only=True)
class Moved(Event):
    """A tank moved."""

    unit: str
    to: Hex


@event("toy-shot", known=ALL)
@frozen(kw_only=True)
class Shot(Event):
    """A tank fired."""

    unit: str
    target: str
    hit: bool


@define
class Tank:
    """A tank of the toy game."""

    id: str
    side: SideId
    name: str
    hex: Hex
    word: str | None = None
    spent: bool = False
    dead: bool = False


@define
class ToyState:
    """Everything there is to know of a toy game."""

    tanks: dict[str, Tank]
    turn: int = 1
    step: str = "words"
    done: set[SideId] = field(factory=set)


def _board() -> Board:
    cells = {}
    for col in range(1, 13):
        for row in range(1, 11):
            terrain = "woods" if col in (4, 5) and row in (4, 5, 6) else "clear"
            cells[Hex(col, row)] = Cell(terrain, level=1 if col >= 10 else 0)
    return Board("toy", "Toy board", 12, 10, cells)


class ToyFace:
    """How the toy game shows itself."""

    def terrain(self) -> Mapping[str, TerrainLook]:
        """Two kinds of terrain."""
        return {
            "clear": TerrainLook("clear", "Clear", "open", " ", " ", "c"),
            "woods": TerrainLook("woods", "Woods", "woods", "♣", "%", "w"),
        }

    def status(self, view: ToyState) -> Status:
        """The headline."""
        step = "Secret words" if view.step == "words" else "Action"
        return Status("Toy War", view.turn, 2, step, "", tuple(_active(view)))

    def prompt(self, view: ToyState, side: SideId | None) -> Prompt:
        """What is asked."""
        if side is None or side not in _active(view):
            return Prompt("Wait", "Wait", "the other side acts", "toy:1")
        left = self.undone(view, side)
        text = "give each tank a word" if view.step == "words" else "move or fire with tanks told to go"
        return Prompt("Step", text.capitalize(), "", "toy:2", f"{len(left)} tanks", "pick Done")

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
        mine = [t for t in view.tanks.values() if t.side == side and not t.dead]
        if view.step == "words":
            return tuple(t.id for t in mine if t.word is None)
        return tuple(t.id for t in mine if t.word == "go" and not t.spent)

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

    def sight(self, view: ToyState, origin: Hex, target: Hex) -> tuple[Row, ...]:
        """Woods block everything."""
        return (Row("blocked", f"woods between {origin} and {target}", "toy:4", tone="bad"),)

    def report(self, state: ToyState, event: Event) -> Report | None:
        """Events in words."""
        if isinstance(event, WordPlaced):
            return Report(f"{state.tanks[event.unit].name} is told to {event.word}", "toy:2")
        if isinstance(event, WordsShown):
            return Report("All words are shown", "toy:2", level=0)
        if isinstance(event, Moved):
            return Report(f"{state.tanks[event.unit].name} moves to {event.to}", "toy:3", hexes=(event.to,))
        if isinstance(event, Shot):
            text = (
                f"{state.tanks[event.unit].name} {'hits' if event.hit else 'misses'} {state.tanks[event.target].name}"
            )
            return Report(text, "toy:5", rolls=event.rolls, tally=event.tally, hexes=(state.tanks[event.target].hex,))
        return None


BOARD = _board()


def _mark(word: str) -> Mark:
    return Mark(word, word[0].upper(), word[0].upper(), f"told to {word}", "good" if word == "go" else "muted")


def _active(state: ToyState) -> list[SideId]:
    if state.turn > 2 or any(all(t.dead for t in state.tanks.values() if t.side == s) for s in (NORTH, SOUTH)):
        return []
    left = [s for s in (NORTH, SOUTH) if s not in state.done]
    return left if state.step == "words" else left[:1]


class ToySystem(Doors[ToyState]):
    """The rules of the toy game (a core.system.RuleSystem)."""

    id = "toy"
    edition = "toy"
    scenario = "toy"
    title = "Toy War"
    options: tuple[str, ...] = ()
    board = BOARD
    sides: tuple[SideLook, ...] = (SideLook("north", "Northland", "blue"), SideLook("south", "Southland", "red"))
    sequence: tuple[Step, ...] = (
        Step("words", "Words", "Secret words", Acting.BOTH, ("toy-secret", "toy-done"), "toy:2"),
        Step("act", "Action", "Action", Acting.ALTERNATE, ("toy-move", "toy-fire", "toy-done"), "toy:3"),
    )
    face: Face[ToyState] = ToyFace()

    def initial(self) -> ToyState:
        """Four tanks."""
        tanks = [
            Tank("n1", NORTH, "Fox", hex_from_id("C3")),
            Tank("n2", NORTH, "Hare", hex_from_id("F3")),
            Tank("s1", SOUTH, "Wolf", hex_from_id("C8")),
            Tank("s2", SOUTH, "Bear", hex_from_id("F8")),
        ]
        return ToyState({t.id: t for t in tanks})

    def copy(self, state: ToyState) -> ToyState:
        """A deep copy."""
        return deepcopy(state)

    def active(self, state: ToyState) -> tuple[SideId, ...]:
        """Who may order."""
        return tuple(_active(state))

    def step(self, state: ToyState) -> Step:
        """The step of the turn."""
        return self.sequence[0 if state.step == "words" else 1]

    def offers(self, view: ToyState, side: SideId, partial: Partial) -> Choices:
        """What may be picked."""
        state = view
        mine = [t for t in state.tanks.values() if t.side == side and not t.dead]
        if state.step == "words":
            return self._words(mine, partial)
        ready = [t for t in mine if t.word == "go" and not t.spent]
        match partial:
            case ():
                orders = (
                    Choice(
                        "move", "Move", "order", key="m", refusal=None if ready else Refusal("no tank left", "toy:3")
                    ),
                    Choice(
                        "fire", "Fire", "order", key="f", refusal=None if ready else Refusal("no tank left", "toy:5")
                    ),
                    Choice("done", "Done", "done", key="d"),
                )
                return Choices("What now?", "toy:2", orders)
            case ("done",):
                return Choices("End the step", "toy:2", (), complete=True)
            case (_,):
                return Choices("Which tank?", "toy:3", tuple(Choice(t.id, t.name, "unit", t.hex, t.id) for t in ready))
            case ("fire", _):
                enemies = [t for t in state.tanks.values() if t.side != side and not t.dead]
                return Choices(
                    "At which?",
                    "toy:5",
                    tuple(Choice(t.id, t.name, "unit", t.hex, t.id, odds=0.7, irreversible=True) for t in enemies),
                )
            case ("fire", _, _):
                return Choices("Fire", "toy:5", (), complete=True)
            case ("move", unit, *path):
                at = hex_from_id(path[-1]) if path else state.tanks[unit].hex
                steps = () if len(path) >= REACH else tuple(h for h in at.neighbours() if h in BOARD)
                options = tuple(
                    Choice(h.id, h.id, "hex", h, cost=f"{len(path) + 1} of {REACH}", refusal=self._no_entry(h))
                    for h in steps
                )
                return Choices("Where to?", "toy:3", options, complete=bool(path))
        raise IllegalOrder("no such order", "toy:1")

    def _no_entry(self, hex_: Hex) -> Refusal | None:
        return Refusal("tanks do not enter woods", "toy:3") if BOARD[hex_].terrain == "woods" else None

    def _words(self, mine: Sequence[Tank], partial: Partial) -> Choices:
        match partial:
            case ():
                tanks = tuple(Choice(t.id, t.name, "unit", t.hex, t.id, cost=t.word or "") for t in mine)
                return Choices("Which tank?", "toy:2", (*tanks, Choice("done", "Done", "done", key="d")))
            case ("done",):
                return Choices("End the step", "toy:2", (), complete=True)
            case (_,):
                return Choices(
                    "What is it told?",
                    "toy:2",
                    (Choice("go", "Go", "option", key="e"), Choice("wait", "Wait", "option", key="t")),
                )
            case (_, _):
                return Choices("Tell it", "toy:2", (), complete=True)
        raise IllegalOrder("no such order", "toy:1")

    def made(self, view: ToyState, side: SideId, partial: Partial) -> Order:
        """The order of a partial."""
        if not self.offers(view, side, partial).complete:
            raise IllegalOrder("the order is not complete", "toy:1")
        match partial:
            case ("done",):
                return Done()
            case ("move", unit, *path):
                return Move(unit=unit, hexes=tuple(hex_from_id(p) for p in path))
            case ("fire", unit, target):
                return Fire(unit=unit, target=target)
            case (unit, word):
                return Secret(unit=unit, word=word)
        raise IllegalOrder("no such order", "toy:1")

    def weighs(self, view: ToyState, side: SideId, partial: Partial) -> OddsReport | None:
        """Seven in ten."""
        if len(partial) == 3 and partial[0] == "fire":
            return OddsReport("Hit", (("hit", 0.7), ("miss", 0.3)), tally=(Reason("gun", 7, "toy:5"),))
        return None

    def refuse(self, view: ToyState, side: SideId, order: Order) -> None:
        """Everything built from choices is legal; only a far jump is not."""
        if isinstance(order, Move) and any(BOARD[h].terrain == "woods" for h in order.hexes):
            raise IllegalOrder("tanks do not enter woods; go round them", "toy:3")
        silent = all(t.word is None for t in view.tanks.values() if t.side == side)
        if isinstance(order, Done) and view.step == "words" and not view.done and side == NORTH and silent:
            raise IllegalOrder("give at least one tank a word first", "toy:2")

    def decide(self, state: ToyState, side: SideId, order: Order, dice: Dice) -> Iterator[Event]:
        """What comes of an order."""
        if isinstance(order, Secret):
            yield WordPlaced(unit=order.unit, word=order.word)
        elif isinstance(order, Done):
            yield StepDone(side=side)
        elif isinstance(order, Move):
            yield Moved(unit=order.unit, to=order.hexes[-1])
        elif isinstance(order, Fire):
            roll = dice.roll("d10", "hit", "toy:5")
            yield Shot(
                unit=order.unit,
                target=order.target,
                hit=roll.result <= 7,
                rolls=(roll,),
                tally=(Reason("gun", 7, "toy:5"),),
            )

    def advance(self, state: ToyState, dice: Dice) -> Iterator[Event]:
        """Show the words when both have finished."""
        if state.step == "words" and len(state.done) == 2:
            yield WordsShown()

    def evolve(self, state: ToyState, event: Event) -> None:
        """Apply an event."""
        if isinstance(event, WordPlaced):
            state.tanks[event.unit].word = event.word
        elif isinstance(event, WordsShown):
            state.step, state.done = "act", set()
        elif isinstance(event, Moved):
            state.tanks[event.unit].hex, state.tanks[event.unit].spent = event.to, True
        elif isinstance(event, Shot):
            state.tanks[event.unit].spent = True
            state.tanks[event.target].dead = event.hit
        elif isinstance(event, StepDone):
            state.done.add(event.side)
            if state.step == "act" and len(state.done) == 2:
                state.turn, state.step, state.done = state.turn + 1, "words", set()
                for tank in state.tanks.values():
                    tank.word, tank.spent = None, False

    def view(self, state: ToyState, side: SideId | None) -> ToyState:
        """Words of others are hidden until they are shown."""
        view = self.copy(state)
        if state.step == "words":
            for tank in view.tanks.values():
                if tank.side != side:
                    tank.word = None
        return view

    def final(self, state: ToyState, event: Event, side: SideId) -> bool:
        return False

    def redact(self, state: ToyState, event: Event, side: SideId | None) -> Event | None:
        """Words of others are not even known to have been given."""
        if isinstance(event, WordPlaced) and state.tanks[event.unit].side != side:
            return None
        if isinstance(event, OrderGiven) and event.side != side:
            return None
        return event

    def outcome(self, state: ToyState) -> Outcome | None:
        """The side with more tanks wins."""
        if _active(state):
            return None
        left = {s: sum(not t.dead for t in state.tanks.values() if t.side == s) for s in (NORTH, SOUTH)}
        winner = max(left, key=lambda s: left[s]) if left[NORTH] != left[SOUTH] else None
        return Outcome(
            winner, "victory" if winner else "draw", "more tanks left" if winner else "as many tanks", "toy:6"
        )

    def standings(self, state: ToyState) -> tuple[Standing, ...]:
        """Tanks left."""
        return tuple(Standing(s, sum(not t.dead for t in state.tanks.values() if t.side == s)) for s in (NORTH, SOUTH))

    def suggest(self, view: ToyState, side: SideId, dice: Dice) -> Order:
        """Words for all tanks, then nothing."""
        for unit in self.face.undone(view, side):
            if view.step == "words":
                return Secret(unit=unit, word="go")
        return Done()
