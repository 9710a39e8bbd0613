"""or:7.7, or:7.7.1: what is more than a hex away is spotted by a roll, one for all who could spot it."""

from __future__ import annotations

from typing import Any

import pytest

from content.panzer.situations.situation import situation
from core.dice import ScriptedDice
from core.event import Event, SideId, UnitId
from core.hexes import Hex
from core.panzer.assault.orders import AnnounceAssault
from core.panzer.chapters import BOOK
from core.panzer.face.cards import unit_card
from core.panzer.pieces.close_combat import Attack
from core.panzer.sight.events import ContactLost, SpottingChecked, SpottingRolled
from core.panzer.sight.limited_spotting import attempt, occasion, spotting_phase
from core.panzer.sight.spotting import spots, spotted
from core.panzer.sight.spotting import spotting_phase as found_in_phase
from core.panzer.state import PanzerState

TANK, OTHER, TARGET = UnitId("g1"), UnitId("g2"), UnitId("s1")


def posed(*units: dict[str, Any], on: bool = True, step: str = "spotting") -> PanzerState:
    """A T-34 in a Medium Grove at the top of a column of nine hexes, which is spotted from 7 hexes; Germans below."""
    german = {"side": "german", "card": "g12-pzkpfw-iii-m", "facing": "N"}
    stated: dict[str, Any] = {
        "modules": ["grades", "leg-and-towed", *(["limited-spotting"] if on else [])],
        "board": {"grid": "\n".join(("G", *"." * 8))},
        "side": [{"id": "german", "nation": "German"}, {"id": "soviet", "nation": "Soviet"}],
        "unit": [
            {"id": "s1", "side": "soviet", "card": "s14-t-34-76-m42", "hex": "A1", "facing": "S"},
            *({**german, **unit} for unit in units),
        ],
        "situation": {"step": step, "first": "german"},
    }
    return situation(stated, "x", "x", "x.toml").initial()


def run(state: PanzerState, events: Any) -> list[Event]:
    """What happens, which changes the state event by event."""
    found = []
    for event in events:
        BOOK.evolve(state, event)
        found.append(event)
    return found


@pytest.mark.parametrize(
    ("hex_", "grade", "value"),
    [
        ("A4", "Veteran", 90),  # 3 is half of 7, rounded down
        ("A5", "Veteran", 60),
        ("A4", "Green", 60),
        ("A5", "Green", 30),
        ("A8", "Elite", 70),
    ],
)
def test_the_value_is_that_of_grade_and_distance(hex_: str, grade: str, value: int) -> None:
    made = attempt(posed({"id": "g1", "hex": hex_, "grade": grade}), TARGET)
    assert made is not None
    assert (made.value, made.spotting_range) == (value, 7)


def test_the_best_of_them_rolls_and_each_other_adds_ten() -> None:
    """or:7.7.1: the one for whom it is easiest, wherever it stands; nobody out of spotting range helps."""
    state = posed(
        {"id": "g1", "hex": "A5", "grade": "Veteran"},
        {"id": "g2", "hex": "A4", "grade": "Regulars"},
        {"id": "g3", "hex": "A9", "grade": "Elite"},
    )
    made = attempt(state, TARGET)
    assert made is not None
    assert (made.spotter, made.further, made.value) == (OTHER, 1, 80)
    assert attempt(posed({"id": "g1", "hex": "A9"}), TARGET) is None


def test_there_is_one_roll_and_what_is_found_is_handed_on() -> None:
    """or:7.7.1, na:4.1.1b."""
    state = posed({"id": "g1", "hex": "A5", "grade": "Veteran"}, {"id": "g2", "hex": "A6"}, {"id": "g3", "hex": "A9"})
    state.change(TARGET, spot=None)
    assert not spots(state, TANK, TARGET)
    events = run(state, occasion(state, (TARGET,), ScriptedDice([70])))
    assert [e.spotted for e in events if isinstance(e, SpottingRolled)] == [True]
    assert spots(state, TANK, TARGET)
    assert spots(state, OTHER, TARGET)
    assert not spots(state, UnitId("g3"), TARGET), "out of its own spotting range"
    assert run(state, occasion(state, (TARGET,), ScriptedDice([]))) == [], "it stays spotted without another roll"


def test_a_roll_too_high_spots_nobody() -> None:
    state = posed({"id": "g1", "hex": "A5", "grade": "Veteran"})
    (event,) = run(state, occasion(state, (TARGET,), ScriptedDice([61])))
    assert isinstance(event, SpottingRolled)
    assert not event.spotted
    assert not spotted(state, state.units[TANK].side, TARGET)
    assert TARGET not in dict(found_in_phase(state).sighted).get(TANK, ())


@pytest.mark.parametrize(("hex_", "on"), [("A2", True), ("A1", True), ("A5", False)])
def test_within_a_hex_and_without_the_rule_no_roll_is_made(hex_: str, on: bool) -> None:
    """or:7.7."""
    state = posed({"id": "g1", "hex": hex_}, on=on)
    events = run(state, occasion(state, (TARGET,), ScriptedDice([])))
    assert not [roll for event in events for roll in event.rolls]
    assert bool(events) is on
    assert spots(state, TANK, TARGET)


def test_what_is_spotted_within_a_hex_is_handed_on_and_stays_so() -> None:
    """or:7.7, or:7.7.1: those within their spotting range need no roll either; nor does who has spotted it, farther
    off."""
    state = posed({"id": "g1", "hex": "A2"}, {"id": "g2", "hex": "A6"}, {"id": "g3", "hex": "A9"})
    assert not spots(state, OTHER, TARGET)
    run(state, occasion(state, (TARGET,), ScriptedDice([])))
    assert spots(state, OTHER, TARGET)
    assert not spots(state, UnitId("g3"), TARGET), "out of its own spotting range"
    state.change(TANK, hex=Hex(1, 5))
    assert run(state, occasion(state, (TARGET,), ScriptedDice([]))) == []
    assert spots(state, TANK, TARGET)


def test_what_nobody_could_spot_any_more_is_lost() -> None:
    state = posed({"id": "g1", "hex": "A5"})
    run(state, occasion(state, (TARGET,), ScriptedDice([1])))
    state.change(TANK, hex=Hex(1, 9))
    assert run(state, occasion(state, (TARGET,), ScriptedDice([]))) == [ContactLost(unit=TARGET)]
    state.change(TANK, hex=Hex(1, 5))
    assert not spots(state, TANK, TARGET), "it must be rolled for again"


def test_both_sides_try_in_the_spotting_phase() -> None:
    state = posed({"id": "g1", "hex": "A5", "spot": "SPOT/FIRE"})
    events = run(state, spotting_phase(state, ScriptedDice([100, 1])))
    assert {e.target: e.spotted for e in events if isinstance(e, SpottingRolled)} == {TARGET: False, TANK: True}
    (checked,) = run(state, iter((found_in_phase(state),)))
    assert isinstance(checked, SpottingChecked)
    assert checked.sighted == ((TARGET, (TANK,)),)


def test_a_card_says_what_it_takes_to_spot_a_unit() -> None:
    told = {on: posed({"id": "g1", "hex": "A5", "grade": "Veteran"}, on=on) for on in (True, False)}
    with_it, without = (repr(unit_card(state, state.units[TARGET])) for state in told.values())
    assert "not yet; 60%" in with_it
    assert "not yet" not in without


def test_who_advances_to_attack_may_be_spotted_on_the_way() -> None:
    """or:7.7.1, na:6.6.1.1a: it enters a hex, which those on Overwatch may answer once they have spotted it."""
    squad = {"card": "g85-rifle-squad-1-2-squad", "grade": "Seasoned", "facing": "S"}
    stated: dict[str, Any] = {
        "modules": ["advanced", "limited-spotting"],
        "board": {"grid": "\n".join("." * 9)},
        "side": [{"id": "german", "nation": "German"}, {"id": "soviet", "nation": "Soviet"}],
        "unit": [
            {**squad, "id": "g1", "side": "german", "hex": "A1", "command": "MOVE"},
            {"id": "s1", "side": "soviet", "card": "g73-light-truck", "hex": "A3", "command": "N/C"},
            {"id": "s2", "side": "soviet", "card": "s14-t-34-76-m42", "hex": "A4", "command": "OVERWATCH"},
        ],
        "situation": {"step": "first-assault", "first": "german"},
    }
    state = situation(stated, "x", "x", "x.toml").initial()
    state.made_out = {TARGET: frozenset({TANK})}
    order = AnnounceAssault(target=TARGET, attacks=(Attack(TANK, (), state.board.hex("A2")),))
    BOOK.refuse(state, SideId("german"), order)
    events = run(state, BOOK.decide(state, SideId("german"), order, ScriptedDice([])))
    events += run(state, BOOK.advance(state, ScriptedDice([50])))
    (rolled,) = [event for event in events if isinstance(event, SpottingRolled)]
    assert (rolled.target, rolled.spotter, rolled.spotted) == (TANK, UnitId("s2"), True)
    assert state.fire.window is not None
