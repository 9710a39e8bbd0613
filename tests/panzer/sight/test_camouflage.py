"""or:7.24: camouflaged units are announced when they could be spotted, found by a roll, and give themselves away."""

from __future__ import annotations

from typing import Any

import pytest

from content.catalogue import open_system
from content.panzer.situations.situation import situation
from core.dice import ScriptedDice, SeededDice
from core.event import Event, SideId, UnitId
from core.order import IllegalOrder
from core.panzer.chapters import BOOK
from core.panzer.face.cards import unit_card
from core.panzer.firing.events import CommandRevealed
from core.panzer.opponent import camouflage as opponent
from core.panzer.pieces.unit import Command, Presence
from core.panzer.sight import camouflage
from core.panzer.sight.events import CamouflageAnnounced, CamouflageTested, FireWatched
from core.panzer.sight.face import marks
from core.panzer.sight.orders import CamouflageUnit
from core.panzer.sight.spotting import spots, spotted
from core.panzer.state import PanzerState
from core.play.game import Game
from core.secrecy import view

HIDDEN, NEAR, FAR, LAST = UnitId("s1"), UnitId("g1"), UnitId("g2"), UnitId("g3")
GERMAN, SOVIET = SideId("german"), SideId("soviet")


def posed(how: str = "secret", *, on: bool = True, step: str = "spotting", ground: str = "G") -> PanzerState:
    """A Soviet squad in a Grove at the top of a column; Germans at ranges 2, 3 and 9."""
    german = {"side": "german", "card": "g12-pzkpfw-iii-m", "facing": "N"}
    stated: dict[str, Any] = {
        "modules": ["leg-and-towed", *(["camouflage"] if on else [])],
        "board": {"grid": "\n".join((ground, *"." * 9))},
        "side": [{"id": "german", "nation": "German"}, {"id": "soviet", "nation": "Soviet", "camouflage": 1}],
        "unit": [
            {
                "id": "s1",
                "side": "soviet",
                "card": "s57-rifle-squad-1-2-squad",
                "hex": "A1",
                "facing": "S",
                "camouflage": how,
            },
            {**german, "id": "g1", "hex": "A3"},
            {**german, "id": "g2", "hex": "A4"},
            {**german, "id": "g3", "hex": "A10"},
        ],
        "situation": {"step": step, "first": "german", "spotting": False},
    }
    return situation(stated, "x", "x", "x.toml").initial()


def run(state: PanzerState, events: Any) -> list[Event]:
    """What happens, which changes the state event by event."""
    found = []
    for event in events:
        BOOK.evolve(state, event)
        BOOK.report(state, event)
        found.append(event)
    return found


def phase(state: PanzerState, *dice: int) -> list[Event]:
    """All that the Spotting Phase brings, what comes before it too."""
    events = []
    for event in BOOK.advance(state, ScriptedDice(dice)):
        BOOK.evolve(state, event)
        events.append(event)
        if event.name == "spotting-checked":
            break
    return events


def of(events: list[Event], kind: type[Any]) -> list[Any]:
    return [event for event in events if isinstance(event, kind)]


def reach(state: PanzerState) -> int:
    made = camouflage.attempt(state, HIDDEN)
    assert made is not None
    return made.spotting_range


def test_it_is_announced_then_rolled_for_by_the_best_spotter() -> None:
    state = posed()
    within = reach(state)
    assert 3 <= within < 9, "the far tank is out of range"
    events = phase(state, within)
    assert of(events, CamouflageAnnounced) == [CamouflageAnnounced(unit=HIDDEN, camouflaged=True)]
    (tested,) = of(events, CamouflageTested)
    assert (tested.spotter, tested.range, tested.spotting_range, tested.spotted) == (FAR, 3, within, True)
    assert spots(state, FAR, HIDDEN)
    assert spots(state, NEAR, HIDDEN), "handed on to who is no farther away"
    assert not spots(state, LAST, HIDDEN)


def test_who_is_farther_away_is_told_nothing() -> None:
    state = posed()
    state.change(FAR, suppression=None, hex=state.board.hex("A9"))
    phase(state, 1)
    state.change(FAR, hex=state.board.hex("A4"))
    assert state.camouflage.found[HIDDEN].range == 2
    assert spots(state, NEAR, HIDDEN)
    assert not spots(state, FAR, HIDDEN)


def test_a_failed_roll_leaves_it_unseen_for_the_turn() -> None:
    state = posed()
    (tested,) = of(phase(state, reach(state) + 1), CamouflageTested)
    assert not tested.spotted
    assert not spotted(state, GERMAN, HIDDEN)
    assert HIDDEN not in {target for seen in state.sighted.values() for target in seen}
    assert list(camouflage.tested(state, ScriptedDice([]))) == [], "one roll in a turn"
    assert "next turn" in str(unit_card(state, state.units[HIDDEN]))


def test_from_the_next_hex_it_is_spotted_of_itself() -> None:
    state = posed()
    state.change(NEAR, hex=state.board.hex("A2"))
    phase(state, 10)
    assert spots(state, NEAR, HIDDEN)
    assert not spots(state, FAR, HIDDEN)


def test_a_spotting_range_of_ten_needs_no_roll() -> None:
    state = posed(ground=".")
    state.change(FAR, hex=state.board.hex("A10"))
    made = camouflage.Attempt(HIDDEN, FAR, 9, 10)
    assert made.chance == 1
    assert camouflage._tested(made, ScriptedDice([])).spotted


def test_without_the_switch_it_is_spotted_as_ever() -> None:
    state = posed(on=False)
    assert not of(phase(state), CamouflageAnnounced)
    assert spots(state, FAR, HIDDEN)


def test_a_unit_that_has_none_is_said_to_have_none() -> None:
    state = posed("")
    assert of(phase(state), CamouflageAnnounced) == [CamouflageAnnounced(unit=HIDDEN, camouflaged=False)]
    assert spots(state, FAR, HIDDEN)
    assert not camouflage.may_be(state, HIDDEN)


@pytest.mark.parametrize("command", [Command.MOVE, Command.SHORT_HALT])
def test_who_moves_loses_it(command: Command) -> None:
    state = posed("announced")
    run(state, [CommandRevealed(unit=HIDDEN, command=command)])
    assert not state.camouflage.has(HIDDEN)
    assert spots(state, FAR, HIDDEN)


@pytest.mark.parametrize(("eyes", "lost"), [(True, True), (False, False)])
def test_who_fires_loses_it_before_eyes_that_could_spot_it(eyes: bool, lost: bool) -> None:
    state = posed("announced", step="first-fire")
    for unit in (NEAR, FAR) if not eyes else ():
        state.change(unit, hex=state.board.hex("A10"))
    run(state, [CommandRevealed(unit=HIDDEN, command=Command.FIRE)])
    assert camouflage.due(state)
    (watched,) = run(state, camouflage.happens(state, ScriptedDice([])))
    assert watched == FireWatched(unit=HIDDEN, seen=lost)
    assert state.camouflage.has(HIDDEN) is not lost


def test_whether_it_has_any_is_told_to_nobody_before() -> None:
    """Two games that differ in that alone are the same to all but the owner."""
    for unit in (NEAR, FAR):
        camouflaged, bare = posed(), posed("")
        for state in (camouflaged, bare):
            state.change(unit, presence=Presence.WAITING, hex=None)
            state.change(NEAR if unit is FAR else FAR, presence=Presence.WAITING, hex=None)
        for side in (GERMAN, None):
            one, other = view(camouflaged, side), view(bare, side)
            assert one == other
            assert unit_card(one, one.units[HIDDEN]) == unit_card(other, other.units[HIDDEN])
            assert marks(one, one.units[HIDDEN]) == ()
        assert marks(camouflaged, view(camouflaged, SOVIET).units[HIDDEN])


def chosen(*orders: tuple[SideId, Any]) -> Game[PanzerState]:
    game: Game[PanzerState] = Game(open_system("halfaya-pass", ("camouflage",)), SeededDice("x"))
    game.begin()
    for side, order in orders:
        game.submit(side, order)
    return game


def test_it_is_chosen_in_secret_before_the_set_up() -> None:
    axis = SideId("axis")
    while_plotting = chosen()
    state = while_plotting.state
    state.step = "camouflage"
    assert camouflage.CHOOSING.choosing(state) == (axis,)
    gun, rider = UnitId("a10"), UnitId("b1")
    camouflage.check(state, axis, CamouflageUnit(unit=gun))
    run(state, camouflage.camouflage(state, axis, CamouflageUnit(unit=gun), ScriptedDice([])))
    assert camouflage.camouflaged(state, axis) == (gun,)
    assert view(state, SideId("british")).camouflage.secret == frozenset()
    with pytest.raises(IllegalOrder):
        camouflage.check(state, SideId("british"), CamouflageUnit(unit=rider))
    for _ in range(5):
        order = opponent.choose(view(state, axis), axis)
        assert isinstance(order, CamouflageUnit)
        camouflage.check(state, axis, order)
        run(state, camouflage.camouflage(state, axis, order, ScriptedDice([])))
    left = next(u for u in camouflage.eligible(state, axis) if not state.camouflage.has(u))
    with pytest.raises(IllegalOrder, match="no more than 6"):
        camouflage.check(state, axis, CamouflageUnit(unit=left))
    run(state, camouflage.camouflage(state, axis, CamouflageUnit(unit=gun, on=False), ScriptedDice([])))
    assert gun not in camouflage.camouflaged(state, axis)
