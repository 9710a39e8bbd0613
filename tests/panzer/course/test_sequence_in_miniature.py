"""The sequence of play of the miniatures edition, without modules and with them (min:3, min:11)."""

from __future__ import annotations

from core.panzer import sequence as play
from core.panzer.pieces.edition import EDITIONS, HEX, MINIATURES
from core.panzer.pieces.optional.notes import Book
from core.panzer.pieces.switches import NOTES, Switch, completed
from tests.panzer.ap.in_miniature import posed

BASIC = (
    play.SPOTTING,
    play.COMMANDS,
    play.INITIATIVE,
    play.FIRST_FIRE,
    play.SECOND_FIRE,
    play.OVERWATCH,
    play.SECOND_MOVE,
    play.FIRST_MOVE,
    play.PIVOT,
    play.TURRETS,
    play.ADJUST,
    play.END_TURN,
)
#: The Air Phases, and all that the Advanced Game brings in besides.
AIR = (play.FIRST_AIR, play.SECOND_AIR)
ADVANCED = (
    play.SPOTTING,
    play.AVAILABLE,
    play.COMMANDS,
    play.INITIATIVE,
    play.FIRST_AIR,
    play.FIRST_INDIRECT,
    play.SECOND_INDIRECT,
    play.FIRST_FIRE,
    play.SECOND_FIRE,
    play.OVERWATCH,
    play.FIRST_ASSAULT,
    play.SECOND_ASSAULT,
    play.SECOND_MOVE,
    play.FIRST_MOVE,
    play.SECOND_AIR,
    play.PIVOT,
    play.TURRETS,
    play.FULL_COVER,
    play.SUPPRESSIONS,
    play.ADJUST,
    play.END_TURN,
)


def turn(*switches: Switch) -> tuple[str, ...]:
    """The steps of a turn in their order, with these modules and all that they need."""
    steps = [step.id for step in play.steps(completed(switches).difference(MINIATURES.instead), MINIATURES)]
    return tuple(steps[steps.index(play.SPOTTING) :])


def test_the_basic_game() -> None:
    """min:3.0, min:3.6, min:3.6.1, min:3.6.2, min:10.0: the Second Player moves first; vehicles pivot, then turrets
    turn, in every game. In the hex edition neither step is there."""
    assert turn() == BASIC
    assert not {play.PIVOT, play.TURRETS} & {step.id for step in play.steps(frozenset(), HEX)}


def test_the_advanced_game() -> None:
    """min:11.0, min:11.7.1, min:19.0, min:11.5.2: Overruns are orders of the Movement Steps."""
    modules = (
        Switch.COMMAND_CONTROL,
        Switch.AIR,
        Switch.INDIRECT_FIRE,
        Switch.CLOSE_COMBAT,
        Switch.FULL_COVER,
    )
    assert turn(*modules) == ADVANCED
    steps = {step.id: step for step in play.steps(completed(modules), MINIATURES)}
    assert all("overrun" in steps[id_].orders for id_ in (play.SECOND_MOVE, play.FIRST_MOVE))


def test_modules_drop_in_one_by_one() -> None:
    """min:AG.a, min:INTRO.b: without aircraft both Air Phases are skipped, and all else stays as it is."""
    modules = (Switch.COMMAND_CONTROL, Switch.INDIRECT_FIRE, Switch.CLOSE_COMBAT, Switch.FULL_COVER)
    assert turn(*modules) == tuple(step for step in ADVANCED if step not in AIR)
    for switch, notes in NOTES.items():
        if notes.book is Book.ADVANCED:
            assert [step for step in turn(switch) if step in BASIC] == list(BASIC)


def test_an_inch_is_50_metres() -> None:
    """min:INTRO.c, min:4.5, min:4.5.1: a hex of the board, half a hex of the hex edition."""
    edition = posed().edition
    assert edition is EDITIONS["miniatures"]
    assert (edition.metres, edition.measure, edition.hexes_in_100_metres) == (50, "inch", 2)
