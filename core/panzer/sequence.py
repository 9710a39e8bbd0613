"""The sequence of play (na:4.0), with the steps that the modules of the Advanced Game bring in (na:6.0).

The miniatures edition has the same (min:3.0, min:11.0) with a Pivot and an Adjust Turret Step in every game, which come
first in its Adjustment Phase (min:3.6, min:3.6.1, min:3.6.2, min:10.0, min:11.7.1, min:19.0); Overruns are made in the
Movement Step (min:11.5.2).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Set
from functools import lru_cache
from typing import Final

from attrs import frozen

from core.alike import Alike
from core.event import SideId
from core.panzer import step_orders as orders
from core.panzer.formation_turns import (
    FORMATION_FIRE,
    FORMATION_MOVE,
    FORMATION_STEPS,
    NAMING,
    NEXT_FORMATION,
    left_out,
    side_of,
)
from core.panzer.pieces.edition import HEX, Edition
from core.panzer.pieces.switches import Switch
from core.panzer.state import PanzerState
from core.sequence import Acting, Step

SET_UP = "set-up"
SPOTTING = "spotting"
HIDING = "hiding"
AVAILABLE = "available-commands"
DISCHARGERS = "dischargers"
COMMANDS = "commands"
REPAIRS = "repairs"
INITIATIVE = "initiative"
PLOTTING = "plotting"
MINEFIELDS = "minefields"
CAMOUFLAGE = "camouflage"
FIRST_AIR = "first-air"
FIRST_INDIRECT = "first-indirect"
SECOND_INDIRECT = "second-indirect"
FIRST_FIRE = "first-fire"
SECOND_FIRE = "second-fire"
OVERWATCH = "overwatch"
FUEL = "fuel"
FIRST_ASSAULT = "first-assault"
SECOND_ASSAULT = "second-assault"
SECOND_MOVE = "second-move"
FIRST_MOVE = "first-move"
SECOND_AIR = "second-air"
FIRES = "fires"
PIVOT = "pivot"
TURRETS = "turrets"
SET_TURRETS = "set-turrets"
FULL_COVER = "full-cover"
SUPPRESSIONS = "suppressions"
MORALE = "morale"
ADJUST = "adjust"
END_TURN = "end-turn"

_PLACED: Final = "every unit is placed and the set-up is ended"
_FIRED: Final = "every unit with FIRE or SHORT HALT has fired"
_MOVED: Final = "every MOVE and SHORT HALT vehicle has moved, or the rest stays in place"
_ENDED: Final = "both sides have ended it"
_NAMED: Final = "each side has named a formation, and one has won the roll"
_FLOWN: Final = "no aircraft is left to fly, or its player ends it"
_CALLED: Final = "nothing is left to call or to announce, or the player ends it"
_ASSAULTED: Final = "nobody can attack any more, or the player ends it"

_FIRST: Final = (Acting.FIRST, "First Player")
_SECOND: Final = (Acting.SECOND, "Second Player")


Played = Callable[[Set[Switch]], bool]


def _staggered(modules: Set[Switch]) -> bool:
    return Switch.STAGGERED_INITIATIVE in modules


def _one_by_one(modules: Set[Switch]) -> bool:
    return not _staggered(modules)


def _moves_staggered(modules: Set[Switch]) -> bool:
    """Unless the Movement Phase is streamlined (or:7.42.3)."""
    return _staggered(modules) and Switch.STREAMLINED_MOVEMENT not in modules


def _moves_one_by_one(modules: Set[Switch]) -> bool:
    return not _moves_staggered(modules)


def _always(modules: Set[Switch]) -> bool:
    return True


@frozen(eq=False, repr=False)
class Line(Alike):
    """A line of the sequence of play, and the modules that bring it in, one of which is enough; none = always there.

    edition: says of an edition that has the line whatever the modules, None = modules alone decide.
    played: whether it is played with these modules, or another line in its place (or:7.42).
    """

    step: Step
    needs: frozenset[Switch] = frozenset()
    edition: Callable[[Edition], bool] | None = None
    played: Played = _always

    def belongs(self, modules: frozenset[Switch], edition: Edition) -> bool:
        """Whether the line is played."""
        if self.edition is not None and self.edition(edition):
            return True
        there = bool(self.needs & modules) or not (self.needs or self.edition)
        return there and self.played(modules)


def _basic(
    id_: str,
    phase: str,
    title: str,
    acting: Acting,
    orders: tuple[str, ...],
    rule: str,
    done: str = "",
    played: Played = _always,
) -> Line:
    return Line(Step(id_, phase, title, acting, orders, rule, done=done), played=played)


def _advanced(
    id_: str, phase: str, title: str, acting: Acting, orders: tuple[str, ...], rule: str, needs: Switch, done: str = ""
) -> Line:
    return Line(Step(id_, phase, title, acting, orders, rule, "advanced", done), frozenset({needs}))


def _indirect(id_: str, acting: Acting, player: str) -> Line:
    title = f"Indirect Fire: {player}"
    return _advanced(id_, "Combat", title, acting, orders.CALLING, "na:6.5.1", Switch.INDIRECT_FIRE, _CALLED)


def _fire(id_: str, acting: Acting, player: str) -> Line:
    return _basic(id_, "Combat", f"Direct Fire: {player}", acting, orders.FIRING, "na:4.4.1a", _FIRED, _one_by_one)


def _assault(id_: str, acting: Acting, player: str) -> Line:
    title = f"Close Assault/Hand-to-Hand: {player}"
    return _advanced(id_, "Movement", title, acting, orders.ASSAULTING, "na:6.6.1", Switch.CLOSE_COMBAT, _ASSAULTED)


def _move(id_: str, acting: Acting, player: str) -> Line:
    return _basic(id_, "Movement", player, acting, orders.MOVING, "na:4.5a", _MOVED, _moves_one_by_one)


def _formations(
    id_: str, phase: str, title: str, acting: Acting, orders: tuple[str, ...], rule: str, done: str
) -> Line:
    """A line of staggered initiative (or:7.42)."""
    return Line(Step(id_, phase, title, acting, orders, rule, "advanced", done), played=_staggered)


def _air(id_: str, phase: str, rule: str) -> Line:
    return _advanced(id_, phase, "Aircraft", Acting.ONE, orders.FLYING, rule, Switch.AIR, _FLOWN)


#: The sequence of play, as it is played.
SEQUENCE: Final = (
    _advanced(
        PLOTTING, "Set-up", "Plot artillery", Acting.BOTH, orders.PLOTTING, "na:6.5.1.4", Switch.INDIRECT_FIRE, _ENDED
    ),
    _advanced(MINEFIELDS, "Set-up", "Lay minefields", Acting.BOTH, orders.LAYING, "or:7.31.1", Switch.MINES, _ENDED),
    _advanced(
        CAMOUFLAGE, "Set-up", "Camouflage", Acting.BOTH, orders.CAMOUFLAGING, "or:7.24", Switch.CAMOUFLAGE, _ENDED
    ),
    _basic(SET_UP, "Set-up", "Set up the forces", Acting.SETTING_UP, orders.SETTING_UP, "na:2.0", _PLACED),
    _advanced(
        SET_TURRETS,
        "Set-up",
        "Set turrets",
        Acting.BOTH,
        ("adjust-turret", "finish-step"),
        "or:7.8",
        Switch.TURRETS,
        _ENDED,
    ),
    _basic(SPOTTING, "Spotting", "Who spots whom", Acting.NOBODY, (), "na:4.1"),
    _advanced(
        HIDING,
        "Spotting",
        "Hide units",
        Acting.BOTH,
        (*orders.HIDING, "finish-step"),
        "or:7.2.3",
        Switch.HIDDEN_UNITS,
        _ENDED,
    ),
    _advanced(
        AVAILABLE,
        "Command",
        "Determine Available Commands",
        Acting.NOBODY,
        (),
        "na:6.2.1",
        Switch.COMMAND_CONTROL,
    ),
    _advanced(
        DISCHARGERS,
        "Command",
        "Smoke Dischargers",
        Acting.ONE,
        ("discharge-smoke", "finish-step"),
        "or:7.9",
        Switch.SMOKE_DISCHARGERS,
        "nobody is left who could discharge smoke, or the player ends it",
    ),
    _basic(
        COMMANDS,
        "Command",
        "Place Commands",
        Acting.BOTH,
        orders.PLACING,
        "na:4.2",
        "both sides have ended their placing",
    ),
    _advanced(REPAIRS, "Command", "Repair Weapons", Acting.NOBODY, (), "or:7.25", Switch.WEAPON_MALFUNCTION),
    _basic(
        INITIATIVE,
        "Initiative",
        "Choose the First Player",
        Acting.WINNER,
        ("choose-first-player",),
        "na:4.3.1",
        "the winner of the roll has chosen",
        _one_by_one,
    ),
    _formations(NAMING, "Initiative", "Name formations", Acting.BOTH, orders.NAMING, "or:7.42.1", _NAMED),
    _air(FIRST_AIR, "1st Air", "na:6.4"),
    _indirect(FIRST_INDIRECT, *_FIRST),
    _indirect(SECOND_INDIRECT, *_SECOND),
    _fire(FIRST_FIRE, *_FIRST),
    _fire(SECOND_FIRE, *_SECOND),
    _formations(FORMATION_FIRE, "Combat", "Direct Fire", Acting.ONE, orders.FIRING, "or:7.42.1.2", _FIRED),
    _formations(
        NEXT_FORMATION, "Combat", "Name the next formations", Acting.BOTH, orders.NAMING, "or:7.42.1.1", _NAMED
    ),
    _basic(
        OVERWATCH,
        "Combat",
        "Overwatch Fire",
        Acting.ALTERNATE,
        orders.ANSWERING,
        "na:4.4.2a",
        "both sides pass in a row",
    ),
    _advanced(FUEL, "Movement", "Fuel Damage", Acting.NOBODY, (), "or:7.23.4", Switch.COLLATERAL_DAMAGE),
    _assault(FIRST_ASSAULT, *_FIRST),
    _assault(SECOND_ASSAULT, *_SECOND),
    _move(SECOND_MOVE, *_SECOND),
    _move(FIRST_MOVE, *_FIRST),
    Line(
        Step(FORMATION_MOVE, "Movement", "Movement", Acting.ONE, orders.MOVING, "or:7.42.2", "advanced", _MOVED),
        played=_moves_staggered,
    ),
    _air(SECOND_AIR, "2nd Air", "na:6.7"),
    _advanced(FIRES, "Adjustment", "Start Fires", Acting.NOBODY, (), "or:7.35.1", Switch.FIRES),
    Line(
        Step(PIVOT, "Adjustment", "Pivot", Acting.BOTH, orders.PIVOTING, "na:6.8.1", "advanced", _ENDED),
        frozenset({Switch.LEG_AND_TOWED}),
        lambda edition: edition.vehicles_pivot,
    ),
    Line(
        Step(
            TURRETS,
            "Adjustment",
            "Adjust Turret",
            Acting.BOTH,
            ("adjust-turret", "finish-step"),
            "min:10.2",
            "basic",
            _ENDED,
        ),
        edition=lambda edition: edition.turrets_face,
    ),
    _advanced(
        TURRETS,
        "Adjustment",
        "Adjust Turret",
        Acting.BOTH,
        ("adjust-turret", "finish-step"),
        "or:7.8.1",
        Switch.TURRETS,
        _ENDED,
    ),
    _advanced(
        FULL_COVER,
        "Adjustment",
        "Adjust Full Cover",
        Acting.BOTH,
        ("full-cover", "cover-hidden", "finish-step"),
        "na:6.8.2",
        Switch.FULL_COVER,
        _ENDED,
    ),
    _advanced(
        SUPPRESSIONS,
        "Adjustment",
        "Adjust & Remove Suppressions",
        Acting.NOBODY,
        (),
        "na:6.8.3",
        Switch.GP_FIRE,
    ),
    _advanced(MORALE, "Adjustment", "Adjust & Remove Morale Counters", Acting.NOBODY, (), "or:7.1.6", Switch.MORALE),
    _basic(ADJUST, "Adjustment", "Adjust & Remove Counters", Acting.NOBODY, (), "na:4.6.1a"),
    _basic(END_TURN, "Adjustment", "End Turn", Acting.NOBODY, (), "na:4.6.2"),
)

INDIRECT_STEPS: Final = (FIRST_INDIRECT, SECOND_INDIRECT)
FIRE_STEPS: Final = (FIRST_FIRE, SECOND_FIRE, FORMATION_FIRE)
MOVE_STEPS: Final = (SECOND_MOVE, FIRST_MOVE, FORMATION_MOVE)
AIR_STEPS: Final = (FIRST_AIR, SECOND_AIR)
ASSAULT_STEPS: Final = (FIRST_ASSAULT, SECOND_ASSAULT)

#: All steps; of the two lines of the Adjust Turret Step that of the Optional Rule.
BY_ID: Final = {line.step.id: line.step for line in SEQUENCE}


@lru_cache
def steps(modules: frozenset[Switch], edition: Edition = HEX) -> tuple[Step, ...]:
    """The steps of a turn with these modules in an edition, set-up first."""
    return tuple(line.step for line in SEQUENCE if line.belongs(modules, edition))


@lru_cache
def _played(modules: frozenset[Switch], edition: Edition) -> Mapping[str, Step]:
    """The steps of a turn by their ids."""
    return {step.id: step for step in steps(modules, edition)}


def following(state: PanzerState) -> str:
    """The step after the present one; after the last step of a turn the first of the next."""
    if state.step == NEXT_FORMATION:
        return FORMATION_FIRE
    ids = [s.id for s in steps(state.scenario.switches, state.edition)]
    index = ids.index(state.step)
    rest = ids[index if state.step == FORMATION_MOVE else index + 1 :]
    return next((id_ for id_ in rest if not left_out(state, id_)), SPOTTING)


def player_of(state: PanzerState) -> SideId | None:
    """The phasing player of a step labelled First or Second Player (na:4.3.2); the one whose formation it is (or:7.42);
    None in other steps."""
    if state.step in FORMATION_STEPS:
        return side_of(state.staggered.active) if state.staggered.active is not None else None
    acting = BY_ID[state.step].acting
    if acting is Acting.FIRST:
        return state.commands.first_player
    if acting is Acting.SECOND:
        return state.second
    return None


def step_of(state: PanzerState) -> Step:
    """The line of the sequence in which the game is."""
    return _played(state.scenario.switches, state.edition).get(state.step, BY_ID[state.step])


def phasing(state: PanzerState) -> tuple[SideId, ...]:
    """The player of a step labelled First or Second Player (na:4.3.2); nobody in other steps."""
    player = player_of(state)
    return (player,) if player else ()
