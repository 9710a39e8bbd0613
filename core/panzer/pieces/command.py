"""The Command and Initiative Phases and the standing instructions of a side (na:4.2, na:4.3, na:4.4.2, or:7.42)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from attrs import field, frozen

from core.alike import Alike
from core.event import SideId, UnitId
from core.secrecy import ALL, OWN_SIDE, Share, keeps_secrets, known

_ALL: Final = known(ALL)

#: What a side may instruct for a hidden MOVE or SHORT HALT, and for a shot exactly between the aspects.
SHOWING = ("show", "decline", "ask")
ASPECT_WISHES = ("thicker", "ask")
#: Types of targets in words (na:6.5.2.3).
TARGET_TYPES: Final = {"A": "armored", "P": "protected", "S": "soft"}


@frozen(eq=False, repr=False)
class Instructions(Alike):
    """Standing instructions of a side for questions that come in the middle of the enemy's actions.

    show_moving: what to do when a hidden MOVE or SHORT HALT would make the unit harder to hit (na:4.4.3.2.2b);
    aspect: whether to take the thicker armor or be asked when the line runs exactly between the aspects
    (na:4.4.3.2.4); overwatch_from: be asked for Overwatch Fire only if the chance to damage is at least this
    many percent, 0 = if there is any, above 100 = never; silent: units for which it is never asked; spared: the types
    of targets, A, P or S, for which it is not asked (na:6.5.2.3).
    """

    show_moving: str = "show"  # "show", "decline" or "ask"
    aspect: str = "thicker"  # "thicker" or "ask"
    overwatch_from: int = 0
    silent: tuple[UnitId, ...] = ()
    spared: tuple[str, ...] = ()


NO_INSTRUCTIONS = Instructions()


@keeps_secrets
@frozen(slots=False, eq=False, repr=False)
class Commands(Alike):
    """All that the Command and Initiative Phases add to the state of a game; the commands stand in the units.

    done: sides that have ended their placing; available: unique commands of each formation, by "side/name"
    (na:6.2.1); moving: how many of them at most may be MOVE and SHORT HALT, of those formations that are limited
    (or:7.52a); initiative_winner: who chooses (na:4.3.1); first_player: who was chosen, of this turn (na:3.1);
    instructions: the standing instructions that sides have given. Of Smoke Dischargers: went_first: the First Player of
    the turn before; discharged: who has tried in this turn (or:7.9).
    """

    done: frozenset[SideId] = field(default=frozenset(), metadata=_ALL)
    available: Mapping[str, int] = field(factory=dict, metadata=_ALL)
    moving: Mapping[str, int] = field(factory=dict, metadata=_ALL)
    initiative_winner: SideId | None = field(default=None, metadata=_ALL)
    first_player: SideId | None = field(default=None, metadata=_ALL)
    instructions: Mapping[SideId, Instructions] = field(factory=dict, metadata=known(OWN_SIDE))
    went_first: SideId | None = field(default=None, metadata=_ALL)
    discharged: frozenset[UnitId] = field(default=frozenset(), metadata=_ALL)

    def standing(self, side: SideId) -> Instructions:
        """The standing instructions of a side."""
        return self.instructions.get(side, NO_INSTRUCTIONS)


#: At the beginning of a game.
NO_COMMANDS: Final = Commands()


@frozen(eq=False, repr=False)
class Available(Alike):
    """What a formation has in this turn (na:6.2.1): its key "side/name", how many active units and unique commands."""

    formation: str
    active: int
    commands: int


def _that_it_is_named(state: Any, named: Mapping[SideId, str], side: str | None) -> Mapping[SideId, str]:
    """That a side has named one is known to all, which one to that side alone."""
    return {one: formation if one == side else "" for one, formation in named.items()}


@keeps_secrets
@frozen(slots=False, eq=False, repr=False)
class Staggered(Alike):
    """All that staggered initiative adds to the state of a game. Formation units are named "side/name".

    named: the formation that each side has named for the next roll, "" = one that is not known; winner: who has won
    that roll, None = it has not been rolled; active: the formation that won last, or that moves now; order: those that
    have won, in this order, to_move: those of them that have yet to move, the last one next (or:7.42.2).
    """

    named: Mapping[SideId, str] = field(factory=dict, metadata=known(Share(_that_it_is_named)))
    winner: SideId | None = field(default=None, metadata=_ALL)
    active: str | None = field(default=None, metadata=_ALL)
    order: tuple[str, ...] = field(default=(), metadata=_ALL)
    to_move: tuple[str, ...] = field(default=(), metadata=_ALL)


#: At the beginning of a turn.
NOT_STAGGERED: Final = Staggered()
