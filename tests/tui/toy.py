"""A rule system small enough to know by heart, for tests of the screens.

Two sides, North and South, with two tanks each on a board of 12 x 10 hexes. A turn has two steps. In the first
both sides give each tank "go" or "wait" in secret; when both have finished, the orders are shown. In the second
the sides, North first, move their "go" tanks hex by hex (up to 3 hexes) or fire at any enemy (d10, 7 or less hits).
The game ends after two turns or when a side has no tank left.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from typing import Final

from attrs import define, field, frozen

from core.board import Board, Cell
from core.book_system import Judgement, RulebookSystem
from core.choice import Choice, Choices, Partial, Refusal
from core.dice import Dice
from core.event import Event, OrderGiven, SideId, UnitId, event
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
from core.rulebook import Chapter, Course, OrderKind, Picks, Rulebook, StepRules
from core.secrecy import ALL, OWNER
from core.sequence import Acting, Step
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

    def copy(self) -> ToyState:
        """A deep copy."""
        return deepcopy(self)

    def of(self, side: SideId) -> list[Tank]:
        """The tanks that a side has left."""
        return [tank for tank in self.tanks.values() if tank.side == side and not tank.dead]

    @property
    def outcome(self) -> Outcome | None:
        """After two turns, or when a side has no tank left, the side with more tanks has won."""
        left = {side: len(self.of(side)) for side in (NORTH, SOUTH)}
        if self.turn <= 2 and all(left.values()):
            return None
        winner = max(left, key=lambda s: left[s]) if left[NORTH] != left[SOUTH] else None
        return Outcome(
            winner, "victory" if winner else "draw", "more tanks left" if winner else "as many tanks", "toy:6"
        )


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

    def sight(self, view: ToyState, origin: Hex, target: Hex) -> tuple[Row, ...]:
        """Woods block everything."""
        return (Row("blocked", f"woods between {origin} and {target}", "toy:4", tone="bad"),)

    def report(self, state: ToyState, event: Event) -> Report | None:
        """Events in words."""
        return BOOK.report(state, event)


BOARD = _board()


def _mark(word: str) -> Mark:
    return Mark(word, word[0].upper(), word[0].upper(), f"told to {word}", "good" if word == "go" else "muted")


# -- rules -------------------------------------------------------------------------------------------


def _acting(state: ToyState) -> tuple[SideId, ...]:
    left = tuple(side for side in (NORTH, SOUTH) if side not in state.done)
    return left if state.step == "words" else left[:1]


def _always(state: ToyState, side: SideId, order: Order) -> None:
    """Everything built from choices is legal."""


def _check_done(state: ToyState, side: SideId, order: Done) -> None:
    silent = state.step == "words" and all(tank.word is None for tank in state.tanks.values() if tank.side == side)
    if silent and not state.done and side == NORTH:
        raise IllegalOrder("give at least one tank a word first", "toy:2")


def _check_move(state: ToyState, side: SideId, order: Move) -> None:
    if any(BOARD[h].terrain == "woods" for h in order.hexes):
        raise IllegalOrder("tanks do not enter woods; go round them", "toy:3")


def _tell_word(state: ToyState, side: SideId, order: Secret, dice: Dice) -> Iterator[Event]:
    yield WordPlaced(unit=order.unit, word=order.word)


def _end(state: ToyState, side: SideId, order: Done, dice: Dice) -> Iterator[Event]:
    yield StepDone(side=side)


def _move(state: ToyState, side: SideId, order: Move, dice: Dice) -> Iterator[Event]:
    yield Moved(unit=order.unit, to=order.hexes[-1])


def _fire(state: ToyState, side: SideId, order: Fire, dice: Dice) -> Iterator[Event]:
    roll = dice.roll("d10", "hit", "toy:5")
    yield Shot(
        unit=order.unit, target=order.target, hit=roll.result <= 7, rolls=(roll,), tally=(Reason("gun", 7, "toy:5"),)
    )


def _show(state: ToyState, dice: Dice) -> Iterator[Event] | None:
    return iter((WordsShown(),)) if len(state.done) == 2 else None


# -- what events do ----------------------------------------------------------------------------------


def _order_given(state: ToyState, event: OrderGiven) -> None:
    """An order changes nothing by itself."""


def _word_placed(state: ToyState, event: WordPlaced) -> None:
    state.tanks[event.unit].word = event.word


def _words_shown(state: ToyState, event: WordsShown) -> None:
    state.step, state.done = "act", set()


def _moved(state: ToyState, event: Moved) -> None:
    state.tanks[event.unit].hex, state.tanks[event.unit].spent = event.to, True


def _shot(state: ToyState, event: Shot) -> None:
    state.tanks[event.unit].spent = True
    state.tanks[event.target].dead = event.hit


def _step_done(state: ToyState, event: StepDone) -> None:
    state.done.add(event.side)
    if state.step == "act" and len(state.done) == 2:
        state.turn, state.step, state.done = state.turn + 1, "words", set()
        for tank in state.tanks.values():
            tank.word, tank.spent = None, False


# -- choices -----------------------------------------------------------------------------------------


def _ready(state: ToyState, side: SideId) -> list[Tank]:
    return [tank for tank in state.of(side) if tank.word == "go" and not tank.spent]


def _words(state: ToyState, side: SideId, partial: Partial) -> Choices:
    if partial:
        return Choices("End the step", "toy:2", complete=True)
    tanks = tuple(Choice(t.id, t.name, "unit", t.hex, t.id, cost=t.word or "") for t in state.of(side))
    return Choices("Which tank?", "toy:2", (*tanks, Choice("done", "Done", "done", key="d")))


def _told(state: ToyState, side: SideId, partial: Partial) -> Choices:
    if len(partial) > 1:
        return Choices("Tell it", "toy:2", complete=True)
    words = (Choice("go", "Go", "option", key="e"), Choice("wait", "Wait", "option", key="t"))
    return Choices("What is it told?", "toy:2", words)


def _actions(state: ToyState, side: SideId, partial: Partial) -> Choices:
    if partial:
        return Choices("End the step", "toy:2", complete=True)
    none = {rule: None if _ready(state, side) else Refusal("no tank left", rule) for rule in ("toy:3", "toy:5")}
    orders = (
        Choice("move", "Move", "order", key="m", refusal=none["toy:3"]),
        Choice("fire", "Fire", "order", key="f", refusal=none["toy:5"]),
        Choice("done", "Done", "done", key="d"),
    )
    return Choices("What now?", "toy:2", orders)


def _which(state: ToyState, side: SideId) -> Choices:
    return Choices(
        "Which tank?", "toy:3", tuple(Choice(t.id, t.name, "unit", t.hex, t.id) for t in _ready(state, side))
    )


def _ways(state: ToyState, side: SideId, partial: Partial) -> Choices:
    if len(partial) == 1:
        return _which(state, side)
    path = partial[2:]
    at = hex_from_id(path[-1]) if path else state.tanks[partial[1]].hex
    steps = () if len(path) >= REACH else tuple(h for h in at.neighbours() if h in BOARD)
    woods = Refusal("tanks do not enter woods", "toy:3")
    cost = f"{len(path) + 1} of {REACH}"
    options = (
        Choice(h.id, h.id, "hex", h, cost=cost, refusal=woods if BOARD[h].terrain == "woods" else None) for h in steps
    )
    return Choices("Where to?", "toy:3", tuple(options), complete=bool(path))


def _aims(state: ToyState, side: SideId, partial: Partial) -> Choices:
    if len(partial) == 1:
        return _which(state, side)
    if len(partial) > 2:
        return Choices("Fire", "toy:5", complete=True)
    enemies = state.of(SOUTH if side == NORTH else NORTH)
    targets = (Choice(t.id, t.name, "unit", t.hex, t.id, odds=0.7, irreversible=True) for t in enemies)
    return Choices("At which?", "toy:5", tuple(targets))


def _made(state: ToyState, side: SideId, partial: Partial) -> Order | None:
    match partial:
        case ("done",):
            return Done()
        case ("move", unit, first, *rest):
            return Move(unit=unit, hexes=tuple(map(hex_from_id, (first, *rest))))
        case ("fire", unit, target):
            return Fire(unit=unit, target=target)
        case (unit, word):
            return Secret(unit=unit, word=word)
    return None


# -- in words ----------------------------------------------------------------------------------------


def _report_word(state: ToyState, event: WordPlaced) -> Report:
    return Report(f"{state.tanks[event.unit].name} is told to {event.word}", "toy:2")


def _report_shown(state: ToyState, event: WordsShown) -> Report:
    return Report("All words are shown", "toy:2", level=0)


def _report_moved(state: ToyState, event: Moved) -> Report:
    return Report(f"{state.tanks[event.unit].name} moves to {event.to}", "toy:3", hexes=(event.to,))


def _report_shot(state: ToyState, event: Shot) -> Report:
    target = state.tanks[event.target]
    text = f"{state.tanks[event.unit].name} {'hits' if event.hit else 'misses'} {target.name}"
    return Report(text, "toy:5", rolls=event.rolls, tally=event.tally, hexes=(target.hex,))


# -- the book ----------------------------------------------------------------------------------------

TANKS: Final = (
    Tank("n1", NORTH, "Fox", hex_from_id("C3")),
    Tank("n2", NORTH, "Hare", hex_from_id("F3")),
    Tank("s1", SOUTH, "Wolf", hex_from_id("C8")),
    Tank("s2", SOUTH, "Bear", hex_from_id("F8")),
)
SEQUENCE: Final = (
    Step("words", "Words", "Secret words", Acting.BOTH, ("toy-secret", "toy-done"), "toy:2"),
    Step("act", "Action", "Action", Acting.ALTERNATE, ("toy-move", "toy-fire", "toy-done"), "toy:3"),
)
WORDS: Final = Chapter[ToyState](
    name="words",
    orders=(OrderKind(Secret, _always, _tell_word), OrderKind(Done, _check_done, _end)),
    picks=(
        Picks(heads=tuple(tank.id for tank in TANKS), make=_made, go_on=_told),
        Picks(heads=("done",), make=_made),
    ),
    steps={
        "words": StepRules(
            acting=_acting,
            happens=_show,
            choices=_words,
            undone=lambda state, side: tuple(UnitId(t.id) for t in state.of(side) if t.word is None),
            suggest="words",
        )
    },
    apply={
        OrderGiven: _order_given,
        WordPlaced: _word_placed,
        WordsShown: _words_shown,
        StepDone: _step_done,
    },
    tell={WordPlaced: _report_word, WordsShown: _report_shown},
)
ACTION: Final = Chapter[ToyState](
    name="action",
    orders=(OrderKind(Move, _check_move, _move), OrderKind(Fire, _always, _fire)),
    picks=(
        Picks(heads=("move",), make=_made, go_on=_ways),
        Picks(heads=("fire",), make=_made, go_on=_aims),
    ),
    steps={
        "act": StepRules(
            acting=_acting,
            choices=_actions,
            undone=lambda state, side: tuple(UnitId(t.id) for t in _ready(state, side)),
            suggest="act",
        )
    },
    apply={Moved: _moved, Shot: _shot},
    tell={Moved: _report_moved, Shot: _report_shot},
)
BOOK: Final = Rulebook[ToyState](
    Course(
        title="Toy War",
        rule="toy:1",
        step=lambda state: SEQUENCE[0 if state.step == "words" else 1],
        rules=lambda state: state.step,
        over=lambda state: state.outcome is not None,
        next=lambda state: iter(()),
        half=lambda state: None,
    ),
    (WORDS, ACTION),
)


def _first_word(state: ToyState, side: SideId, dice: Dice) -> Order:
    """Words for all tanks."""
    silent = BOOK.undone(state, side)
    return Secret(unit=silent[0], word="go") if silent else Done()


JUDGEMENTS: Final[Mapping[str, Judgement]] = {"words": _first_word, "act": lambda state, side, dice: Done()}
LOOKS: Final = {
    "clear": TerrainLook("clear", "Clear", "open", " ", " ", "c"),
    "woods": TerrainLook("woods", "Woods", "woods", "♣", "%", "w"),
}


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
