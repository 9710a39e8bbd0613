"""Which events of Panzer are attacks (na:4.4, na:6.6.1, na:6.6.10), and which tell who waited in vain (na:4.6.1a)."""

from __future__ import annotations

from typing import Final

from core.conduct.deeds import Deed, Deeds
from core.event import UnitId
from core.panzer.adjustment.events import CommandsRemoved
from core.panzer.assault.events import AssaultAnnounced, OverrunsAnnounced
from core.panzer.direct_fire.events import FireAnnounced
from core.panzer.pieces.unit import Command


def _fire(event: FireAnnounced) -> Deed:
    by = tuple(shot.shooter for shot in event.shots)
    return Deed(side=event.side, by=by, at=(event.target,), in_answer=event.overwatch)


def _assault(event: AssaultAnnounced) -> Deed:
    by = tuple(unit for one in event.attacks for unit in (one.primary, *one.others))
    return Deed(side=event.side, by=by, at=(event.target,))


def _overruns(event: OverrunsAnnounced) -> Deed:
    return Deed(side=event.side, by=event.units, at=(event.target,))


def _unused(event: CommandsRemoved) -> tuple[UnitId, ...]:
    """Whose OVERWATCH was turned over only when all commands were."""
    return tuple(unit for unit, command in event.revealed if command is Command.OVERWATCH)


DEEDS: Final = Deeds(
    near=10,
    told={FireAnnounced: _fire, AssaultAnnounced: _assault, OverrunsAnnounced: _overruns},
    waited={CommandsRemoved: _unused},
)
