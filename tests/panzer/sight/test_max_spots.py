"""or:7.7.2: a unit keeps so many targets in sight at once, by its Unit Grade; its player says which."""

from __future__ import annotations

from typing import Any

import pytest

from content.panzer.situations.situation import situation
from core.dice import ScriptedDice
from core.event import SideId, UnitId
from core.order import IllegalOrder
from core.panzer.chapters import BOOK
from core.panzer.command.placing import fire_targets
from core.panzer.face.cards import unit_card
from core.panzer.sight.events import SpottingChecked
from core.panzer.sight.orders import KeepSpots
from core.panzer.sight.spotting import candidates, most_spots, spots, spotted, spotting_phase
from core.panzer.state import PanzerState

GERMAN, SOVIET = SideId("german"), SideId("soviet")
TANK, NEAR, MIDDLE, FAR = (UnitId(u) for u in ("g1", "s3", "s2", "s1"))


def posed(*, on: bool = True, grade: str = "Regulars", step: str = "commands") -> PanzerState:
    """A German tank with three T-34s before it, which all have been spotted."""
    tank = {"side": "soviet", "card": "s14-t-34-76-m42", "facing": "S"}
    stated: dict[str, Any] = {
        "modules": ["limited-spotting", *(["max-spots"] if on else [])],
        "board": {"grid": "\n".join("." * 6)},
        "unit": [
            {"id": "g1", "side": "german", "card": "g12-pzkpfw-iii-m", "hex": "A6", "facing": "N", "grade": grade},
            *({**tank, "id": id_, "hex": hex_} for id_, hex_ in (("s1", "A1"), ("s2", "A2"), ("s3", "A3"))),
        ],
        "situation": {"step": step},
    }
    state = situation(stated, "x", "x", "x.toml").initial()
    state.made_out = dict.fromkeys((NEAR, MIDDLE, FAR), frozenset({TANK}))
    seen(state)
    return state


def seen(state: PanzerState) -> set[UnitId]:
    """Whom the tank spots in the Spotting Phase, which is recorded; the same as it spots now."""
    checked = spotting_phase(state)
    assert isinstance(checked, SpottingChecked)
    BOOK.evolve(state, checked)
    found = set(dict(checked.sighted).get(TANK, ()))
    assert found == {u for u in (NEAR, MIDDLE, FAR) if spots(state, TANK, u)}
    return found


def keep(state: PanzerState, *targets: UnitId) -> None:
    order = KeepSpots(unit=TANK, targets=targets)
    BOOK.refuse(state, GERMAN, order)
    for event in BOOK.decide(state, GERMAN, order, ScriptedDice([])):
        assert BOOK.report(state, event) is not None
        BOOK.evolve(state, event)


@pytest.mark.parametrize(
    ("grade", "most"), [("Elite", 5), ("Veteran", 4), ("Seasoned", 3), ("Regulars", 2), ("Green", 1)]
)
def test_how_many_hangs_on_the_grade(grade: str, most: int) -> None:
    state = posed(grade=grade)
    assert most_spots(state, TANK) == most
    assert seen(state) == set((NEAR, MIDDLE, FAR)[:most]), "the nearest"
    assert len(candidates(state, TANK)) == 3
    assert not spotted(state, GERMAN, FAR) or most > 2


def test_without_the_rule_it_keeps_all() -> None:
    assert seen(posed(on=False, grade="Green")) == {NEAR, MIDDLE, FAR}
    with pytest.raises(IllegalOrder):
        keep(posed(on=False, grade="Green"), FAR)


def test_its_player_names_those_that_it_keeps() -> None:
    state = posed()
    keep(state, FAR)
    assert {u for u in (NEAR, MIDDLE, FAR) if spots(state, TANK, u)} == {FAR, NEAR}, "that one, then the nearest"
    assert set(fire_targets(state, TANK)) == {FAR, NEAR}, "commands go by it at once"
    assert seen(state) == {FAR, NEAR}, "and so does the next Spotting Phase"
    state.change(FAR, hex=None)
    assert {u for u in (NEAR, MIDDLE) if spots(state, TANK, u)} == {NEAR, MIDDLE}


@pytest.mark.parametrize("targets", [(), (FAR, FAR), (NEAR, MIDDLE, FAR), (TANK,)])
def test_what_it_cannot_keep(targets: tuple[UnitId, ...]) -> None:
    with pytest.raises(IllegalOrder) as refused:
        keep(posed(), *targets)
    assert refused.value.rule == "or:7.7.2"


def test_who_keeps_all_has_nothing_to_choose() -> None:
    with pytest.raises(IllegalOrder):
        keep(posed(grade="Seasoned"), FAR)
    assert not _heads(posed(grade="Seasoned"))


def _heads(state: PanzerState) -> list[str]:
    return [c.pick for c in BOOK.offers(state, GERMAN, ()).options if c.pick.startswith("keep-spots")]


def test_the_order_is_built_pick_by_pick() -> None:
    state = posed()
    assert _heads(state) == ["keep-spots:g1"]
    picks = ("keep-spots:g1",)
    assert [c.pick for c in BOOK.offers(state, GERMAN, picks).options] == ["s1", "s2", "s3"]
    assert BOOK.offers(state, GERMAN, (*picks, "s1")).complete
    assert BOOK.made(state, GERMAN, (*picks, "s1", "s2")) == KeepSpots(unit=TANK, targets=(FAR, MIDDLE))
    assert not BOOK.offers(state, GERMAN, (*picks, "s1", "s2")).options


def test_a_card_says_whom_it_keeps() -> None:
    told = repr(unit_card(posed(), posed().units[TANK]))
    assert "2 at most" in told
    assert "at most" not in repr(unit_card(posed(on=False), posed(on=False).units[TANK]))
