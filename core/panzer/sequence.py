"""The sequence of play (na:4.0), with the steps that the modules of the Advanced Game bring in (na:6.0)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from core.event import SideId
from core.panzer.pieces.modules import Module
from core.panzer.state import PanzerState
from core.sequence import Acting, Step

SET_UP = "set-up"
SPOTTING = "spotting"
AVAILABLE = "available-commands"
COMMANDS = "commands"
INITIATIVE = "initiative"
PLOTTING = "plotting"
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

#: What passengers do in the Movement Step (na:6.6.7.1.1, na:6.6.7.1.2, na:5.2.1).
_TRANSPORT: Final = ("mount", "dismount", "bail-out", "mount-portee", "dismount-portee")
#: Orders of close combat within the Movement Step (na:6.6.1.1d, na:6.6.10).
_CLOSE_COMBAT: Final = ("overrun", "dismount-attack", "advance-after-assault", "choose-primary")
_ANSWERING: Final = ("overwatch-fire", "pass", "show-command", "choose-aspect")

SEQUENCE: Final = (
    Step(
        SET_UP,
        "Set-up",
        "Set up the forces",
        Acting.SETTING_UP,
        ("choose-zone", "place-unit", "place-rest", "choose-load", "finish-set-up"),
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
        ("fire", "fire-smoke", "hold-fire", "finish-fire", "show-command", "choose-aspect"),
        "na:4.4.1a",
        done="every unit with FIRE or SHORT HALT has fired",
    ),
    Step(
        SECOND_FIRE,
        "Combat",
        "Direct Fire: Second Player",
        Acting.SECOND,
        ("fire", "fire-smoke", "hold-fire", "finish-fire", "show-command", "choose-aspect"),
        "na:4.4.1a",
        done="every unit with FIRE or SHORT HALT has fired",
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
        ("move", "search-hull-down", *_TRANSPORT, *_CLOSE_COMBAT, "finish-movement", *_ANSWERING),
        "na:4.5a",
        done="every MOVE and SHORT HALT vehicle has moved, or the rest stays in place",
    ),
    Step(
        FIRST_MOVE,
        "Movement",
        "First Player",
        Acting.FIRST,
        ("move", "search-hull-down", *_TRANSPORT, *_CLOSE_COMBAT, "finish-movement", *_ANSWERING),
        "na:4.5a",
        done="every MOVE and SHORT HALT vehicle has moved, or the rest stays in place",
    ),
    Step(ADJUST, "Adjustment", "Adjust & Remove Counters", Acting.NOBODY, (), "na:4.6.1a"),
    Step(END_TURN, "Adjustment", "End Turn", Acting.NOBODY, (), "na:4.6.2"),
)

#: The two Air Phases, which are alike (na:6.4, na:6.7).
_AIR: Final = tuple(
    (
        Step(
            id_,
            title,
            "Aircraft",
            Acting.ONE,
            (
                "begin-flight",
                "fly",
                "acquire-target",
                "air-attack",
                "finish-air",
                "aa-fire",
                "hold-aa-fire",
                "show-command",
            ),
            rule,
            layer="advanced",
            done="no aircraft is left to fly, or its player ends it",
        ),
        frozenset({Module.AIR}),
    )
    for id_, title, rule in ((FIRST_AIR, "1st Air", "na:6.4"), (SECOND_AIR, "2nd Air", "na:6.7"))
)

#: Steps that a module of the Advanced Game brings in, by the step that they come before. One of several modules
#: is enough.
ADVANCED: Final[Mapping[str, tuple[tuple[Step, frozenset[Module]], ...]]] = {
    SET_UP: (
        (
            Step(
                PLOTTING,
                "Set-up",
                "Plot artillery",
                Acting.BOTH,
                ("register-point", "plan-mission", "remove-plot", "finish-plotting"),
                "na:6.5.1.4",
                layer="advanced",
                done="both sides have ended it",
            ),
            frozenset({Module.INDIRECT_FIRE}),
        ),
    ),
    FIRST_FIRE: (
        *_AIR[:1],
        *(
            (
                Step(
                    id_,
                    "Combat",
                    f"Indirect Fire: {title}",
                    acting,
                    (
                        "call-fire",
                        "continue-mission",
                        "adjust-mission",
                        "check-mission",
                        "announce-plan",
                        "redirect-fire",
                        "finish-indirect",
                        "show-command",
                    ),
                    "na:6.5.1",
                    done="nothing is left to call or to announce, or the player ends it",
                    layer="advanced",
                ),
                frozenset({Module.INDIRECT_FIRE}),
            )
            for id_, title, acting in (
                (FIRST_INDIRECT, "First Player", Acting.FIRST),
                (SECOND_INDIRECT, "Second Player", Acting.SECOND),
            )
        ),
    ),
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
    SECOND_MOVE: tuple(
        (
            Step(
                id_,
                "Movement",
                f"Close Assault/Hand-to-Hand: {title}",
                acting,
                (
                    "announce-assault",
                    "advance-after-assault",
                    "finish-assaults",
                    "choose-primary",
                    "overwatch-fire",
                    "pass",
                    "show-command",
                    "choose-aspect",
                ),
                "na:6.6.1",
                done="nobody can attack any more, or the player ends it",
                layer="advanced",
            ),
            frozenset({Module.CLOSE_COMBAT}),
        )
        for id_, title, acting in (
            (FIRST_ASSAULT, "First Player", Acting.FIRST),
            (SECOND_ASSAULT, "Second Player", Acting.SECOND),
        )
    ),
    ADJUST: (
        *_AIR[1:],
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

INDIRECT_STEPS: Final = (FIRST_INDIRECT, SECOND_INDIRECT)
FIRE_STEPS: Final = (FIRST_FIRE, SECOND_FIRE)
MOVE_STEPS: Final = (SECOND_MOVE, FIRST_MOVE)
AIR_STEPS: Final = (FIRST_AIR, SECOND_AIR)
ASSAULT_STEPS: Final = (FIRST_ASSAULT, SECOND_ASSAULT)

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
