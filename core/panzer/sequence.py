"""The sequence of play (na:4.0), with the steps that the modules of the Advanced Game bring in (na:6.0)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from core.event import SideId
from core.panzer.modules import Module
from core.panzer.state import PanzerState
from core.sequence import Acting, Step

SET_UP = "set-up"
SPOTTING = "spotting"
AVAILABLE = "available-commands"
COMMANDS = "commands"
INITIATIVE = "initiative"
FIRST_AIR = "first-air"
FIRST_INDIRECT = "first-indirect"
SECOND_INDIRECT = "second-indirect"
FIRST_FIRE = "first-fire"
SECOND_FIRE = "second-fire"
OVERWATCH = "overwatch"
FIRST_ASSAULT = "first-assault"
SECOND_ASSAULT = "second-assault"
SECOND_MOVE = "second-move"
FIRST_MOVE = "first-move"
SECOND_AIR = "second-air"
PIVOT = "pivot"
FULL_COVER = "full-cover"
SUPPRESSIONS = "suppressions"
ADJUST = "adjust"
END_TURN = "end-turn"

SEQUENCE: Final = (
    Step(
        SET_UP,
        "Set-up",
        "Set up the forces",
        Acting.SETTING_UP,
        ("choose-zone", "place-unit", "place-rest", "finish-set-up"),
        "na:2.0",
        done="every unit is placed and the set-up is ended",
    ),
    Step(SPOTTING, "Spotting", "Who spots whom", Acting.NOBODY, (), "na:4.1"),
    Step(
        COMMANDS,
        "Command",
        "Place Commands",
        Acting.BOTH,
        ("place-command", "place-commands", "share-command", "finish-commands"),
        "na:4.2",
        done="both sides have ended their placing",
    ),
    Step(
        INITIATIVE,
        "Initiative",
        "Choose the First Player",
        Acting.WINNER,
        ("choose-first-player",),
        "na:4.3.1",
        done="the winner of the roll has chosen",
    ),
    Step(
        FIRST_FIRE,
        "Combat",
        "Direct Fire: First Player",
        Acting.FIRST,
        ("fire", "fire-smoke", "hold-fire", "show-command", "choose-aspect"),
        "na:4.4.1a",
        done="every FIRE and SHORT HALT vehicle has fired",
    ),
    Step(
        SECOND_FIRE,
        "Combat",
        "Direct Fire: Second Player",
        Acting.SECOND,
        ("fire", "fire-smoke", "hold-fire", "show-command", "choose-aspect"),
        "na:4.4.1a",
        done="every FIRE and SHORT HALT vehicle has fired",
    ),
    Step(
        OVERWATCH,
        "Combat",
        "Overwatch Fire",
        Acting.ALTERNATE,
        ("overwatch-fire", "pass", "show-command", "choose-aspect"),
        "na:4.4.2a",
        done="both sides pass in a row",
    ),
    Step(
        SECOND_MOVE,
        "Movement",
        "Second Player",
        Acting.SECOND,
        ("move", "finish-movement", "overwatch-fire", "pass", "show-command", "choose-aspect"),
        "na:4.5a",
        done="every MOVE and SHORT HALT vehicle has moved, or the rest stays in place",
    ),
    Step(
        FIRST_MOVE,
        "Movement",
        "First Player",
        Acting.FIRST,
        ("move", "finish-movement", "overwatch-fire", "pass", "show-command", "choose-aspect"),
        "na:4.5a",
        done="every MOVE and SHORT HALT vehicle has moved, or the rest stays in place",
    ),
    Step(ADJUST, "Adjustment", "Adjust & Remove Counters", Acting.NOBODY, (), "na:4.6.1a"),
    Step(END_TURN, "Adjustment", "End Turn", Acting.NOBODY, (), "na:4.6.2"),
)

#: Steps that a module of the Advanced Game brings in, by the step that they come before. One of several modules
#: is enough.
ADVANCED: Final[Mapping[str, tuple[tuple[Step, frozenset[Module]], ...]]] = {
    COMMANDS: (
        (
            Step(
                AVAILABLE,
                "Command",
                "Determine Available Commands",
                Acting.NOBODY,
                (),
                "na:6.2.1",
                layer="advanced",
            ),
            frozenset({Module.COMMAND_CONTROL}),
        ),
    ),
    ADJUST: (
        (
            Step(
                PIVOT,
                "Adjustment",
                "Pivot",
                Acting.BOTH,
                ("pivot", "finish-adjustment"),
                "na:6.8.1",
                done="both sides have ended it",
                layer="advanced",
            ),
            frozenset({Module.LEG_AND_TOWED}),
        ),
        (
            Step(
                FULL_COVER,
                "Adjustment",
                "Adjust Full Cover",
                Acting.BOTH,
                ("full-cover", "finish-adjustment"),
                "na:6.8.2",
                done="both sides have ended it",
                layer="advanced",
            ),
            frozenset({Module.FULL_COVER}),
        ),
        (
            Step(
                SUPPRESSIONS,
                "Adjustment",
                "Adjust & Remove Suppressions",
                Acting.NOBODY,
                (),
                "na:6.8.3",
                layer="advanced",
            ),
            frozenset({Module.GP_FIRE}),
        ),
    ),
}

FIRE_STEPS: Final = (FIRST_FIRE, SECOND_FIRE)
MOVE_STEPS: Final = (SECOND_MOVE, FIRST_MOVE)

BY_ID: Final = {step.id: step for step in (*SEQUENCE, *(s for steps in ADVANCED.values() for s, _ in steps))}


@lru_cache
def steps(modules: frozenset[Module]) -> tuple[Step, ...]:
    """The steps of a turn with these modules, set-up first."""
    found: list[Step] = []
    for step in SEQUENCE:
        found += [extra for extra, needs in ADVANCED.get(step.id, ()) if needs & modules]
        found.append(step)
    return tuple(found)


def following(state: PanzerState) -> str:
    """The step after the present one; after the last step of a turn the first of the next."""
    ids = [s.id for s in steps(state.scenario.modules)]
    index = ids.index(state.step) + 1
    return ids[index] if index < len(ids) else SPOTTING


def player_of(state: PanzerState) -> SideId | None:
    """The phasing player of a step labelled First or Second Player (na:4.3.2); None in other steps."""
    acting = BY_ID[state.step].acting
    if acting is Acting.FIRST:
        return state.first
    if acting is Acting.SECOND:
        return state.second
    return None
