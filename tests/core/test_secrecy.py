"""Who may know what is said where a thing is made; what does not say it cannot be made."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from attrs import define, evolve, field, frozen

from core import secrecy
from core.event import Event, OrderGiven, SideId, TakenBack, UnitId, event
from core.order import Order, order
from core.secrecy import (
    ALL,
    IN_DOUBT,
    NOBODY,
    NOTHING,
    OWN_SIDE,
    OWN_UNITS,
    OWNER,
    PARTS,
    TO_OTHERS,
    UNLESS_SECRET,
    Tells,
    Without,
    each,
    keeps_secrets,
    known,
)

RED, BLUE = SideId("red"), SideId("blue")
TANK, GUN = UnitId("tank"), UnitId("gun")


# -- what says nothing is refused ------------------------------------------------------------------


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a test makes is forgotten after it."""
    monkeypatch.setattr("core.event.EVENTS", {})
    monkeypatch.setattr("core.order.ORDERS", {})
    monkeypatch.setattr("core.secrecy.SECRETS", dict(secrecy.SECRETS))


@frozen(kw_only=True)
class Crept(Event):
    """A unit went somewhere."""

    unit: UnitId
    to: str = ""


@frozen(kw_only=True)
class Rang(Event):
    """Of nobody."""


@frozen(kw_only=True)
class Creep(Order):
    """Go somewhere."""


def test_an_event_that_does_not_say_who_may_know_it_cannot_be_made() -> None:
    with pytest.raises(TypeError, match="known"):
        event("crept")  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="Crept: who may know it"):
        event("crept", known=None)(Crept)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="Rang has no owner"):
        event("rang", known=OWNER)(Rang)
    with pytest.raises(TypeError, match="Crept has no field whither"):
        event("crept", known=Without(whither=""))(Crept)
    assert event("crept", known=Without(to=""))(Crept).known


def test_an_order_that_does_not_say_who_may_know_it_cannot_be_made() -> None:
    with pytest.raises(TypeError, match="known"):
        order("creep")  # type: ignore[call-arg]
    for wrong in (None, Without(to="")):
        with pytest.raises(TypeError, match="Creep: who may know"):
            order("creep", known=wrong)(Creep)  # type: ignore[arg-type]
    assert order("creep", known=OWNER)(Creep).known is OWNER


def test_a_state_with_a_field_that_does_not_say_who_may_know_it_cannot_be_made() -> None:
    @define
    class Bare:
        turn: int = field(default=0, metadata=known(ALL))
        plan: str = ""

    with pytest.raises(TypeError, match=r"Bare\.plan: who may know it"):
        keeps_secrets(Bare)

    @define
    class Unsaid:
        plan: str = field(default="", metadata=known(None))  # type: ignore[arg-type]

    with pytest.raises(TypeError, match=r"Unsaid\.plan: who may know it"):
        keeps_secrets(Unsaid)

    @define
    class Nobodys:
        plan: str = field(default="", metadata=known(OWNER, ""))

    with pytest.raises(TypeError, match=r"Nobodys\.plan has no owner"):
        keeps_secrets(Nobodys)


def test_a_part_with_secrets_is_not_shown_whole() -> None:
    for who, hint in ((ALL, "dict[UnitId, Piece]"), (ALL, "Piece | None"), (PARTS, "dict[UnitId, str]")):
        made = define(type("Whole", (), {"__annotations__": {"pieces": hint}, "pieces": field(metadata=known(who))}))
        made.__module__ = __name__
        with pytest.raises(TypeError, match=r"Whole\.pieces: the parts of it say"):
            keeps_secrets(made)


# -- what is said is kept --------------------------------------------------------------------------


def _shown(state: Any, piece: Any, side: str | None) -> bool:
    return bool(piece.shown)


@keeps_secrets
@frozen(slots=False)
class Piece:
    """A unit with a word that may be shown."""

    side: SideId = field(metadata=known(ALL))
    word: str = field(default="", metadata=known(OWNER, "", also=_shown))
    shown: bool = field(default=False, metadata=known(ALL))


def _guard(state: Any, camp: Any, side: str | None) -> bool:
    return bool(side == state.guard)


@keeps_secrets
@frozen
class Camp:
    """A part that keeps what a function names."""

    unit: UnitId = field(metadata=known(ALL))
    stores: int = field(default=0, metadata=known(OWNER, 0))
    watched: bool = field(default=False, metadata=known(_guard, False))
    heard: frozenset[UnitId] = field(default=frozenset(), metadata=known(OWN_UNITS))


def _open(state: Any, note: Any, side: str | None) -> bool:
    return not note.startswith("!")


@keeps_secrets
@define
class Position:
    """A state with a field of every kind."""

    units: dict[UnitId, Piece] = field(metadata=known(PARTS))
    guard: SideId = field(default=RED, metadata=known(ALL))
    camp: Camp | None = field(default=None, metadata=known(PARTS))
    camps: tuple[Camp, ...] = field(default=(), metadata=known(PARTS))
    facings: dict[UnitId, int] = field(factory=dict, metadata=known(OWN_UNITS))
    wishes: dict[SideId, str] = field(factory=dict, metadata=known(OWN_SIDE))
    pieces: tuple[Piece, ...] = field(default=(), metadata=known(OWN_SIDE))
    notes: dict[str, str] = field(factory=dict, metadata=known(each(_open, unless=lambda state: not state.secret)))
    asked: SideId | None = field(default=None, metadata=known(lambda state, part, side: state.asked == side))
    secret: bool = field(default=True, metadata=known(ALL))
    made_of_it: int = field(default=7, init=False)

    def shown(self, changes: Mapping[str, Any]) -> Position:
        """A copy."""
        made = evolve(self)
        for name, value in changes.items():
            setattr(made, name, value)
        return made

    def in_secret(self, side: SideId) -> bool:
        """Always or never."""
        return self.secret

    def in_doubt(self, side: SideId) -> bool:
        """Whether something is asked of the side; in its view alone it is seen to be."""
        return self.asked is not None


def position() -> Position:
    return Position(
        {TANK: Piece(RED, "go"), GUN: Piece(BLUE, "wait")},
        camp=Camp(GUN, 3, True, frozenset((TANK, GUN))),
        camps=(Camp(TANK, 1), Camp(GUN, 2)),
        facings={TANK: 1, GUN: 2},
        wishes={RED: "win", BLUE: "hold"},
        pieces=(Piece(RED), Piece(BLUE)),
        notes={"a": "open", "b": "!secret"},
        asked=BLUE,
    )


def test_each_side_sees_its_own() -> None:
    state = position()
    red = secrecy.view(state, RED)
    assert red.units == {TANK: Piece(RED, "go"), GUN: Piece(BLUE)}
    assert red.camp == Camp(GUN, 0, True, frozenset((TANK,)))
    assert red.camps == (Camp(TANK, 1), Camp(GUN, 0))
    assert (red.facings, red.wishes, red.pieces) == ({TANK: 1}, {RED: "win"}, (Piece(RED),))
    assert (red.notes, red.asked) == ({"a": "open"}, None)
    blue = secrecy.view(state, BLUE)
    assert blue.units == {TANK: Piece(RED), GUN: Piece(BLUE, "wait")}
    assert blue.camp == Camp(GUN, 3, False, frozenset((GUN,)))
    assert blue.asked == BLUE
    nobody = secrecy.view(state, None)
    assert (nobody.facings, nobody.wishes, nobody.pieces, nobody.asked) == ({}, {}, (), None)
    assert nobody.camp == Camp(GUN)
    assert state == position()


def test_a_view_of_a_view_is_that_view() -> None:
    for side in (RED, BLUE, None):
        shown = secrecy.view(position(), side)
        assert secrecy.view(shown, side) == shown


def test_what_everybody_knows_is_shown() -> None:
    state = position()
    state.units[GUN] = Piece(BLUE, "wait", shown=True)
    state.secret = False
    assert secrecy.view(state, RED).units[GUN] == state.units[GUN]
    assert secrecy.view(state, RED).notes is state.notes


def test_each_side_hears_of_its_own() -> None:
    state = position()
    crept = Crept(unit=TANK, to="the wood")
    cases = (
        (ALL, [crept, crept, crept]),
        (OWNER, [crept, None, None]),
        (NOBODY, [None, None, None]),
        (UNLESS_SECRET, [crept, None, None]),
        (Without(to=""), [crept, Crept(unit=TANK), Crept(unit=TANK)]),
        (lambda state, told, side: told if side == BLUE else None, [None, crept, None]),
    )
    for number, (said, heard) in enumerate(cases):
        event(f"crept-{number}", known=said)(Crept)
        assert [secrecy.redact(state, crept, side) for side in (RED, BLUE, None)] == heard


def test_orders_and_what_is_taken_back_are_heard_of_as_they_say() -> None:
    state = position()
    order("creep", known=OWNER)(Creep)
    given = OrderGiven(side=RED, order=Creep())
    assert [secrecy.redact(state, given, side) for side in (RED, BLUE, None)] == [given, None, None]
    back, agreed = TakenBack(side=RED, to=0), TakenBack(side=RED, to=0, agreed=(BLUE,))
    assert [secrecy.redact(state, back, side) for side in (RED, BLUE, None)] == [back, None, None]
    assert [secrecy.redact(state, agreed, side) for side in (RED, BLUE, None)] == [agreed] * 3
    state.secret = False
    assert [secrecy.redact(state, back, side) for side in (RED, BLUE, None)] == [back] * 3


def test_an_event_says_whether_it_tells_of_secrets() -> None:
    """A doubt is that of the side's own view: only BLUE sees that it is asked."""
    state, crept = position(), Crept(unit=TANK, to="the wood")
    cases: tuple[tuple[Tells, list[bool]], ...] = (
        (IN_DOUBT, [False, True]),
        (NOTHING, [False, False]),
        (TO_OTHERS, [False, True]),
        (lambda state, told, side: side == RED, [True, False]),
    )
    for number, (said, told) in enumerate(cases):
        event(f"crept-{number}", known=ALL, tells=said)(Crept)
        assert [secrecy.final(state, crept, side) for side in (RED, BLUE)] == told
