"""or:7.2.2.3: who fights is revealed, and so is what is attacked from afar."""

from __future__ import annotations

import pytest

from core.dice import ScriptedDice
from core.event import UnitId
from core.order import IllegalOrder
from core.panzer.chapters import BOOK
from core.panzer.direct_fire.events import WindowOpened
from core.panzer.direct_fire.step import direct_targets
from core.panzer.face.cards import hex_card, unit_card
from core.panzer.ground.fires import burned
from core.panzer.hidden_units import revealing
from core.panzer.hidden_units.events import HiddenCommanded, HiddenMoved, HiddenRevealed
from core.panzer.hidden_units.orders import PlaceRevealed, RevealHidden
from core.panzer.hidden_units.spotting import struck
from core.panzer.opponent.hidden_units import answer, place
from core.panzer.pieces.clouds import Cloud, CloudKind
from core.panzer.pieces.direct_fire import Window
from core.panzer.pieces.unit import Command, CommandFace, Presence
from core.panzer.state import PanzerState
from core.secrecy import view
from tests.panzer.hidden_units.posed import (
    GERMAN,
    GUN,
    RIFLES,
    SECOND,
    SOVIET,
    T34,
    TANK,
    follows,
    hidden,
    names,
    ordered,
    plain,
)


def waiting(command: Command, step: str, *units: str, row: int = 14) -> PanzerState:
    """A counter in a grove with a command, in a step."""
    state = hidden(plain(step=step, tank=f"A{row}", ground={2: "G ."}), 1, *units)  # type: ignore[arg-type]
    BOOK.evolve(state, HiddenCommanded(side=SOVIET, number=1, command=command))
    return state


def test_who_fires_is_revealed_first_and_then_has_the_command_of_his_counter() -> None:
    state = waiting(Command.FIRE, "second-fire", T34, RIFLES)
    assert BOOK.due(state, ScriptedDice([])) is None, "the step waits for the counter"
    pick = next(c for c in BOOK.offers(state, SOVIET, ()).options if c.pick == "reveal:1")
    assert "T-34" in pick.label
    ordered(state, SOVIET, BOOK.made(state, SOVIET, (pick.pick,)))
    while state.hidden.revealed is not None:
        ordered(state, SOVIET, place(state, SOVIET))
    for unit in (T34, RIFLES):
        now = state.units[unit]
        assert (now.command, now.command_face) == (Command.FIRE, CommandFace.DOWN)
        assert now.group == T34 == min(T34, RIFLES), "they share the command of the counter"
    assert state.sighted[T34] == {TANK}, "it spots from where it is placed"
    assert f"fire:{TANK}" in {c.pick for c in BOOK.offers(state, SOVIET, ()).options}


@pytest.mark.parametrize(
    ("command", "step"),
    [
        (Command.MOVE, "second-fire"),
        (Command.FIRE, "second-move"),
        (Command.NONE, "second-fire"),
        (Command.FIRE, "first-fire"),
    ],
)
def test_nobody_is_revealed_but_to_carry_out_his_command(command: Command, step: str) -> None:
    state = waiting(command, step, T34)
    with pytest.raises(IllegalOrder) as wrong:
        ordered(state, SOVIET, RevealHidden(number=1))
    assert wrong.value.rule in ("or:7.2.2.3", "na:3.1")


def test_who_has_move_is_revealed_to_assault_or_to_overrun() -> None:
    """or:7.2.2.3: he acts like any other with MOVE."""
    for step in ("second-assault", "second-move"):
        state = hidden(plain(step=step, modules=("close-combat", "overrun")), 1, T34)
        BOOK.evolve(state, HiddenCommanded(side=SOVIET, number=1, command=Command.MOVE))
        ordered(state, SOVIET, RevealHidden(number=1))
        ordered(state, SOVIET, place(state, SOVIET))
        assert (state.units[T34].command, state.units[T34].moved) == (Command.MOVE, False)


def window(*units: str, command: Command = Command.OVERWATCH) -> PanzerState:
    """A chance for the Soviet side to answer the German tank, which has moved before a counter."""
    state = waiting(command, "first-move", *units, row=10)
    state.change(TANK, moved=True, command=Command.MOVE, command_face=CommandFace.REVEALED)
    BOOK.evolve(state, WindowOpened(window=Window(acting=SOVIET, mover=TANK)))
    return state


@pytest.mark.parametrize("units", [(T34,), ()])
def test_overwatch_fire_out_of_a_counter(units: tuple[str, ...]) -> None:
    """or:7.2.2.3: it is asked for every counter with OVERWATCH, fakes too, which tell nothing by being passed over."""
    state = window(*units)
    assert BOOK.due(state, ScriptedDice([])) is None
    assert {"pass", "reveal:1"} <= {c.pick for c in BOOK.offers(state, SOVIET, ()).options}
    assert (answer(state, SOVIET) is not None) == bool(units), "a computer player shows no fake"
    ordered(state, SOVIET, BOOK.made(state, SOVIET, ("reveal:1",)))
    if units:
        ordered(state, SOVIET, place(state, SOVIET))
        picks = {c.pick for c in BOOK.offers(state, SOVIET, ()).options}
        assert any(pick.startswith("overwatch") for pick in picks)


def test_no_chance_without_overwatch() -> None:
    assert names(follows(window(T34, command=Command.FIRE))) == ["window-closed"]


@pytest.mark.parametrize("units", [(T34, RIFLES), ()])
def test_what_is_attacked_from_afar_is_revealed_first(units: tuple[str, ...]) -> None:
    """or:7.2.2.3: a fake is removed."""
    state = hidden(plain(), 1, *units)  # type: ignore[arg-type]
    assert struck(state, (state.board.hex("A9"),)) is None
    event = struck(state, (state.board.hex("A2"),))
    assert event is not None
    BOOK.evolve(state, event)
    assert BOOK.needs(state) is None
    (shown,) = follows(state)
    assert isinstance(shown, HiddenRevealed)
    assert (shown.units, shown.spotter) == (units, None)
    report = BOOK.report(state, shown)
    assert report is not None
    assert report.rule == "or:7.2.2.3"
    assert state.hidden.counters == ()


def test_units_under_a_counter_are_shown_to_their_owner_alone() -> None:
    """or:7.2.1: on his card a unit says where it is; the hex says the same of every counter to all others."""
    state = hidden(hidden(plain(), 1, T34), 2)
    hex_, mine, theirs = state.board.hex("A2"), view(state, SOVIET), view(state, GERMAN)
    assert "under HIDDEN UNIT 1 in A2" in str(unit_card(mine, mine.units[T34]))
    assert "A2" not in str(unit_card(theirs, theirs.units[T34]))
    rows = [r for s in hex_card(theirs, hex_).sections for r in s.rows if r.label.startswith("HIDDEN")]
    assert len({row.text for row in rows}) == 1
    assert "T-34" in str(hex_card(mine, hex_))
    assert "T-34" not in str(hex_card(theirs, hex_))
    assert state.units[T34].presence is Presence.HIDDEN


def aflame(*units: UnitId, since: int) -> PanzerState:
    """The end of the second turn: a counter in A2, the enemy far away, and A2 has burned since a turn."""
    state = hidden(plain(step="adjust", turn=2), 1, *units)
    fire = Cloud(CloudKind.FIRE, frozenset({state.board.hex("A2")}), since=since)
    state.counters = state.counters.with_cloud(fire)
    return state


def test_a_counter_that_stays_in_a_fire_is_revealed_and_loses_who_is_there() -> None:
    """or:7.35.2, or:7.2.2: one of its units is in its hex and is lost; the others are placed where nothing burns."""
    state = aflame(RIFLES, SECOND, since=1)
    assert names(follows(state)) == ["hidden-revealed"]
    hexes = revealing.hexes_for(state, RIFLES)
    assert [h.id for h in hexes] == ["A2"]
    ordered(state, SOVIET, PlaceRevealed(unit=RIFLES, hex=hexes[0], facing=3))
    assert "A2" not in {h.id for h in revealing.hexes_for(state, SECOND)}
    ordered(state, SOVIET, PlaceRevealed(unit=SECOND, hex=state.board.hex("A3"), facing=3))
    lost = {event.unit for event in burned(state)}
    assert lost >= {RIFLES}
    assert SECOND not in lost


def test_a_fake_in_a_fire_is_gone_and_a_fresh_fire_shows_nobody() -> None:
    state = aflame(since=1)
    assert names(follows(state)) == ["hidden-revealed"]
    assert state.hidden.counters == ()
    assert "hidden-revealed" not in names(follows(aflame(RIFLES, since=2)))


def ambush(die: int, *units: UnitId) -> PanzerState:
    """A counter with FIRE, revealed twelve hexes before a tank, where spotting takes rolls."""
    state = hidden(plain(step="second-fire", tank="A14", modules=("limited-spotting",)), 1, *units)
    state = hidden(state, 2, *(unit for unit in (RIFLES, SECOND, GUN) if unit not in units))
    BOOK.evolve(state, HiddenCommanded(side=SOVIET, number=1, command=Command.FIRE))
    ordered(state, SOVIET, RevealHidden(number=1))
    while state.hidden.revealed is not None:
        last = len(state.hidden.revealed.units) == 1
        ordered(state, SOVIET, place(state, SOVIET), *((die, 100) if last else ()))
    return state


def test_who_is_revealed_to_fire_looks_for_his_target() -> None:
    """or:7.2.2.3, or:7.7.1: one roll for all of the counter, +10 for the second of them; then they may fire."""
    assert direct_targets(ambush(70, T34), T34) == (TANK,)
    assert direct_targets(ambush(71, T34), T34) == ()
    assert direct_targets(ambush(80, T34, RIFLES), T34) == (TANK,)


@pytest.mark.parametrize("moved", [False, True])
def test_who_is_placed_from_under_a_counter_of_the_set_up_began_the_game_there(moved: bool) -> None:
    """na:5.16.2.4a, or:7.2.2: his ammunition lies there, unless the counter has moved."""
    state = plain()
    state.turn = 0
    hidden(state, 1, GUN)
    state.turn = 1
    if moved:
        BOOK.evolve(state, HiddenMoved(side=SOVIET, number=1, hex=state.board.hex("A2"), fast=False))
    BOOK.evolve(state, struck(state, (state.board.hex("A2"),)))
    follows(state)
    ordered(state, SOVIET, PlaceRevealed(unit=GUN, hex=state.board.hex("A2"), facing=3))
    assert state.units[GUN].started == (None if moved else state.board.hex("A2"))
