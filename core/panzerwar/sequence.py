"""The sequence of play: phases A to H, with the segments of movement (C) and fire (E) (pw:3.2)."""

from __future__ import annotations

from typing import Final

from core.panzerwar.state import SET_UP, WarState
from core.sequence import Acting, Step

ORDERS: Final = "orders"
COMMUNICATIONS: Final = "communications"
INITIATIVE: Final = "initiative"
PLAN: Final = "plan"
#: The movement segments in their order (pw:3.2).
C1: Final = "c1"
C2: Final = "c2"
C3: Final = "c3"
C4: Final = "c4"
C5: Final = "c5"
C6: Final = "c6"
SIGHTING: Final = "sighting"
E1: Final = "e1"
E2: Final = "e2"
E2A: Final = "e2a"
E3: Final = "e3"
E4: Final = "e4"
E5: Final = "e5"
FINAL_SIGHTING: Final = "final-sighting"
MORALE: Final = "morale"
DETAILS: Final = "details"

#: The fire segments by number.
FIRE: Final = {1: E1, 2: E2, 3: E3, 4: E4}
SEGMENT: Final = {step: number for number, step in FIRE.items()}

_PLACING: Final = (
    "pw-place",
    "pw-place-rest",
    "pw-dig",
    "pw-register",
    "pw-lay-mines",
    "pw-man-bunker",
    "pw-pre-plan",
    "finish-step",
)
_COMMANDING: Final = (
    "pw-tactical-order",
    "pw-appoint",
    "pw-general-order",
    "pw-merge",
    "pw-destroy-gun",
    "pw-place",
    "pw-place-rest",
    "pw-probe-mines",
    "pw-cancel-scatter",
    "finish-step",
)
_CALLING: Final = ("pw-call", "pw-correct", "pw-fire-for-effect", "pw-cease", "pw-mark", "finish-step")
_PLANNING: Final = ("pw-plan", "pw-no-plan", "pw-rout", "finish-step")
_SIGHTING: Final = ("pw-sight-together", "finish-step")
_FIRING: Final = (
    "pw-fire",
    "pw-suppress",
    "pw-smoke",
    "pw-discharge",
    "pw-grenades",
    "pw-area-fire",
    "pw-withdraw-fire",
    "pw-button-up",
    "finish-step",
)
_ASSAULTING: Final = ("pw-close-assault", "pw-withdraw-assault", "pw-button-up", "finish-step")

_BOTH, _NOBODY = Acting.BOTH, Acting.NOBODY


def _moving(id_: str, title: str) -> Step:
    return Step(id_, "C Movement", title, _NOBODY, (), "pw:3.2.C")


def _firing(id_: str, title: str) -> Step:
    return Step(id_, "E Combat", title, _BOTH, _FIRING, "pw:3.2.E", done="all fire of the segment is declared")


SEQUENCE: Final = (
    Step(SET_UP, "Set-up", "Set up the forces", _BOTH, _PLACING, "pw:3.3", done="every element is placed"),
    Step(ORDERS, "A Tactical orders", "Give tactical orders", _BOTH, _COMMANDING, "pw:3.2.A", done="orders are given"),
    Step(
        COMMUNICATIONS, "B Communications", "Communicate", _BOTH, _CALLING, "pw:3.2.B", done="all that calls has called"
    ),
    Step(INITIATIVE, "C Movement", "Initiative", _NOBODY, (), "pw:4.11.1"),
    Step(PLAN, "C Movement", "Plan the movement", _BOTH, _PLANNING, "pw:4.2", done="all movement is written down"),
    _moving(C1, "C1 Infantry, first movement"),
    _moving(C2, "C2 Vehicles close up or unbutton"),
    _moving(C3, "C3 Vehicles, full movement"),
    _moving(C4, "C4 Vehicles, half movement"),
    _moving(C5, "C5 Vehicles, shift movement"),
    _moving(C6, "C6 Infantry, second movement"),
    Step(SIGHTING, "D Sighting", "Sight the enemy", _BOTH, _SIGHTING, "pw:3.2.D", done="groups are formed"),
    _firing(E1, "E1 Stationary fire"),
    _firing(E2, "E2 Shift movement fire, old artillery"),
    Step(E2A, "E Combat", "E2a Sighting of those that fired", _NOBODY, (), "pw:7.5"),
    _firing(E3, "E3 Half movement fire"),
    _firing(E4, "E4 Full movement fire"),
    Step(
        E5, "E Combat", "E5 Close assault, new artillery", _BOTH, _ASSAULTING, "pw:3.2.E", done="assaults are declared"
    ),
    Step(
        FINAL_SIGHTING,
        "F Final sighting",
        "Sight those that fired",
        _BOTH,
        _SIGHTING,
        "pw:3.2.F",
        done="groups are formed",
    ),
    Step(MORALE, "G General morale", "Test general morale", _NOBODY, (), "pw:3.2.G"),
    Step(DETAILS, "H Final details", "Final details", _NOBODY, (), "pw:3.2.H"),
)

_BY_ID: Final = {step.id: step for step in SEQUENCE}
_IDS: Final = tuple(step.id for step in SEQUENCE)


def step_of(state: WarState) -> Step:
    """The step in which the game is."""
    return _BY_ID[state.step]


def following(step: str) -> str | None:
    """The step after this one; None after the last of a turn."""
    place = _IDS.index(step) + 1
    return _IDS[place] if place < len(_IDS) else None


def opening() -> str:
    """The first step of a turn."""
    return ORDERS


def segment(state: WarState) -> int:
    """The fire segment of the present step, 1 to 5; 0 outside of the combat phase."""
    return 5 if state.step == E5 else SEGMENT.get(state.step, 0)
