"""The sequence of play (pb:PB-SEQ-0), and that of impulse movement and return fire (pb:PB-EXP-IMP-1)."""

from __future__ import annotations

from enum import Enum
from functools import lru_cache
from typing import Final

from core.event import SideId
from core.panzerblitz.pieces.options import IMPULSE_MOVEMENT
from core.panzerblitz.state import BlitzState
from core.sequence import Acting, Step

SET_UP: Final = "set-up"
TURN_RECORD: Final = "turn-record"


class Kind(Enum):
    """What is done in a step, whoever's Player-Turn it is."""

    SET_UP = "set-up"
    MINES = "mines"
    IMPULSE_A = "impulse-a"
    RETURN_FIRE = "return-fire"
    RETURN_RESOLVE = "return-resolve"
    FIRE = "fire"
    RESOLVE = "resolve"
    VEHICLES = "vehicles"
    OTHERS = "others"
    IMPULSE_D = "impulse-d"
    ASSAULT = "assault"
    RECOVERY = "recovery"
    RECORD = "turn-record"


ANNOUNCING: Final = (Kind.FIRE, Kind.RETURN_FIRE)
MOVING: Final = (Kind.VEHICLES, Kind.OTHERS, Kind.IMPULSE_A, Kind.IMPULSE_D)

_PLACING = ("pb-place", "pb-place-rest", "pb-load", "pb-unload", "finish-step")
_FIRING = ("pb-announce", "pb-withdraw", "pb-clear-mines", "pb-resolve")
_RETURNING = ("pb-announce", "pb-withdraw", "pb-resolve")
_DRIVING = ("pb-move", "pb-overrun", "pb-load", "pb-unload", "finish-step")
_WALKING = ("pb-move", "finish-step")
_IMPULSE = ("pb-move", "pb-load", "pb-unload", "finish-step")
_ASSAULTING = ("pb-close-assault", "finish-step")

_SET_UP = Step(
    SET_UP,
    "Set-up",
    "Set up the forces",
    Acting.SETTING_UP,
    _PLACING,
    "pb:PB-SETUP-1",
    done="every counter is placed and the set-up is ended",
)
_RECORD = Step(TURN_RECORD, "Turn Record", "Mark the Game-Turn", Acting.NOBODY, (), "pb:PB-SEQ-8")

_TURN: Final = (
    (Kind.MINES, "Minefields", "Minefield attacks", (), "pb:PB-SEQ-1", ""),
    (Kind.FIRE, "Combat", "Announce attacks", _FIRING, "pb:PB-SEQ-2", "all attacks are announced"),
    (Kind.RESOLVE, "Combat", "Resolve attacks", (), "pb:PB-SEQ-3", ""),
    (Kind.VEHICLES, "Movement", "Vehicles move and overrun", _DRIVING, "pb:PB-SEQ-4", "no vehicle is to move any more"),
    (Kind.OTHERS, "Movement", "Other units move", _WALKING, "pb:PB-SEQ-5", "no unit is to move any more"),
    (Kind.ASSAULT, "Close Assault", "Close Assaults", _ASSAULTING, "pb:PB-CAT-B", "no assault is to be made any more"),
    (Kind.RECOVERY, "Recovery", "All units face up", (), "pb:PB-SEQ-6", ""),
)
_IMPULSE_RULE = "pb:PB-EXP-IMP-1"
_IMPULSES: Final = (
    (Kind.MINES, "Impulse A", "Minefield attacks", (), _IMPULSE_RULE, ""),
    (Kind.IMPULSE_A, "Impulse A", "Units move", _IMPULSE, _IMPULSE_RULE, "no unit is to move any more"),
    (Kind.RETURN_FIRE, "Impulse B", "Announce return fire", _RETURNING, _IMPULSE_RULE, "all attacks are announced"),
    (Kind.RETURN_RESOLVE, "Impulse B", "Resolve return fire", (), _IMPULSE_RULE, ""),
    (Kind.FIRE, "Impulse C", "Announce attacks", _FIRING, _IMPULSE_RULE, "all attacks are announced"),
    (Kind.RESOLVE, "Impulse C", "Resolve attacks", (), _IMPULSE_RULE, ""),
    (Kind.IMPULSE_D, "Impulse D", "Units that did not fire move", _DRIVING, _IMPULSE_RULE, "no unit is to move"),
    (Kind.ASSAULT, "Impulse E", "Close Assaults", _ASSAULTING, _IMPULSE_RULE, "no assault is to be made any more"),
    (Kind.RECOVERY, "Impulse E", "All units face up", (), _IMPULSE_RULE, ""),
)

_HALVES: Final = {"first": Acting.FIRST, "second": Acting.SECOND}
_OTHER: Final = {Acting.FIRST: Acting.SECOND, Acting.SECOND: Acting.FIRST}


def _steps(turn: tuple[tuple[Kind, str, str, tuple[str, ...], str, str], ...], layer: str) -> tuple[Step, ...]:
    steps = [_SET_UP]
    for half, player in _HALVES.items():
        for kind, phase, title, orders, rule, done in turn:
            acting = player if orders else Acting.NOBODY
            if kind is Kind.RETURN_FIRE:
                acting = _OTHER[player]
            steps.append(Step(f"{half}-{kind.value}", phase, title, acting, orders, rule, layer, done))
    return (*steps, _RECORD)


#: The sequence of the rules folder; steps of the first and of the second Player-Turn of a Game-Turn.
SEQUENCE: Final = _steps(_TURN, "basic")
#: The sequence in impulses.
IMPULSE_SEQUENCE: Final = _steps(_IMPULSES, "experimental")

_BY_ID: Final = {step.id: step for step in (*IMPULSE_SEQUENCE, *SEQUENCE)}


def steps(options: frozenset[str]) -> tuple[Step, ...]:
    """The sequence of play under these options: that of the rules, or in impulses (pb:PB-EXP-IMP-1)."""
    return IMPULSE_SEQUENCE if IMPULSE_MOVEMENT in options else SEQUENCE


def step_of(state: BlitzState) -> Step:
    """The step in which the game is."""
    if state.has(IMPULSE_MOVEMENT):
        return next(s for s in IMPULSE_SEQUENCE if s.id == state.step)
    return _BY_ID[state.step]


@lru_cache(maxsize=64)
def kind_of(step: str) -> Kind:
    """What is done in a step."""
    if step in (SET_UP, TURN_RECORD):
        return Kind(step)
    return Kind(step.partition("-")[2])


def following(state: BlitzState) -> str:
    """The step after this one; the turn record is the last of a Game-Turn."""
    ids = [s.id for s in steps(state.options)]
    return ids[ids.index(state.step) + 1]


def opening(state: BlitzState) -> str:
    """The first step of a Game-Turn."""
    return steps(state.options)[1].id


def phasing(state: BlitzState) -> SideId | None:
    """The side whose Player-Turn it is; who takes the first one stands in the Situation (pb:PB-SEQ-0)."""
    first = state.situation.first
    if state.step.startswith("first-"):
        return first
    return state.situation.enemy(first) if state.step.startswith("second-") else None


def player_of(state: BlitzState) -> SideId | None:
    """The side that acts in a step of a Player-Turn: the phasing one, but for return fire (pb:PB-COMBAT-B)."""
    side = phasing(state)
    if side is not None and kind_of(state.step) in (Kind.RETURN_FIRE, Kind.RETURN_RESOLVE):
        return state.situation.enemy(side)
    return side


def players(state: BlitzState) -> tuple[SideId, ...]:
    """The player of the step, as all those who act in it; nobody outside of Player-Turns."""
    player = player_of(state)
    return (player,) if player else ()


def at_work(state: BlitzState, side: SideId) -> bool:
    """Whether it is a side's step, and it has not ended it."""
    return player_of(state) == side and side not in state.ended
