"""The rules of the toy game: what its orders do, how they are built and told, its book of two chapters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from core.book.book_system import Judgement
from core.book.chapter import Chapter, Course, OrderKind, Picks, StepRules
from core.book.rulebook import Rulebook
from core.choice import Choice, Choices, Partial, Refusal
from core.dice import Dice
from core.event import Event, OrderGiven, SideId, UnitId
from core.hexes import hex_from_id
from core.order import IllegalOrder, Order
from core.presentation import (
    Report,
)
from core.sequence import Acting, Step
from core.tally import Reason
from tests.tui.toy_table import (
    BOARD,
    NORTH,
    REACH,
    SOUTH,
    TANKS,
    Done,
    Fire,
    Move,
    Moved,
    Secret,
    Shot,
    StepDone,
    Tank,
    ToyState,
    WordPlaced,
    WordsShown,
)

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
