"""Watches a game, and counts how each side behaves in it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Final

from attrs import define, field, frozen

from core.conduct.deeds import Deed
from core.event import SideId, UnitId
from core.hexes import Hex, distance
from core.play.game import Game

#: Turns in a row in which a unit does nothing before it counts as idle.
_IDLE: Final = 2
#: Who stands so near to an objective holds it.
_NEAR: Final = 1


@frozen
class Conduct:
    """How a side behaved in a game.

    present: units on the map at the end of a turn, summed over its turns; idle: those of them that for two turns had
    neither left their hex nor attacked, away from any objective. attacks: announced ones; outnumbered: those at a place
    where the enemy had more units; worst: the lowest ratio of own units to his in an attack, 0 without one. answered:
    units fired at while they moved; lost: those of them that were gone when the turn was over. vain: of those present,
    who stood by for the enemy in that turn and fired at nobody, away from any objective.
    """

    present: int = 0
    idle: int = 0
    attacks: int = 0
    outnumbered: int = 0
    worst: float = 0.0
    answered: int = 0
    lost: int = 0
    vain: int = 0

    def numbers(self) -> dict[str, float]:
        """As plain values."""
        return {
            "present": self.present,
            "idle": self.idle,
            "attacks": self.attacks,
            "outnumbered": self.outnumbered,
            "worst": round(self.worst, 2),
            "answered": self.answered,
            "lost": self.lost,
            "vain": self.vain,
        }


@define
class _Side:
    present: int = 0
    idle: int = 0
    attacks: int = 0
    outnumbered: int = 0
    ratios: list[float] = field(factory=list)
    answered: int = 0
    lost: int = 0
    vain: int = 0
    still: dict[UnitId, int] = field(factory=dict)

    def conduct(self) -> Conduct:
        worst = min(self.ratios, default=0.0)
        return Conduct(
            self.present, self.idle, self.attacks, self.outnumbered, worst, self.answered, self.lost, self.vain
        )


@define
class Watch:
    """Counts at the end of each turn (`turn_over`) what has happened in it.

    Where units stand is taken as it was at the end of the turn before: what an attacker could go by.
    """

    _sides: dict[str, _Side] = field(factory=dict)
    _where: dict[str, dict[UnitId, Hex]] = field(factory=dict)
    _read: int = 0

    def turn_over(self, game: Game[Any]) -> None:
        """Count a turn that is over."""
        deeds = game.system.deeds()
        new = game.journal[self._read :]
        found = [deed for event in new if (deed := deeds.of(event)) is not None]
        waited = {unit for event in new for unit in deeds.in_vain(event)}
        self._read = len(game.journal)
        now = {look.id: _units(game, look.id) for look in game.system.sides}
        goals = _goals(game)
        before = self._where or now
        for deed in found:
            self._attack(deed, before, now, deeds.near)
        acted = {unit for deed in found for unit in deed.by}
        for side, units in now.items():
            self._rest(side, units, before.get(side, {}), acted, goals)
            self._of(side).vain += sum(unit in waited and not _holds(hex_, goals) for unit, hex_ in units.items())
        self._where = now

    def conduct(self) -> dict[str, Conduct]:
        """How the sides have behaved so far."""
        return {side: one.conduct() for side, one in self._sides.items()}

    def _of(self, side: str) -> _Side:
        return self._sides.setdefault(side, _Side())

    def _attack(
        self, deed: Deed, before: Mapping[str, Mapping[UnitId, Hex]], now: Mapping[str, Mapping[UnitId, Hex]], near: int
    ) -> None:
        mine = self._of(deed.side)
        theirs = next((side for side in now if side != deed.side), deed.side)
        if deed.in_answer:
            his = self._of(theirs)
            his.answered += len(deed.at)
            his.lost += sum(unit in before[theirs] and unit not in now[theirs] for unit in deed.at)
            return
        if not deed.by:
            return  # mines, and what else has no unit
        mine.attacks += 1
        places = [before[theirs][unit] for unit in deed.at if unit in before[theirs]]
        if not places:
            return
        own, foes = (
            sum(any(distance(hex_, place) <= near for place in places) for hex_ in before[side].values())
            for side in (deed.side, theirs)
        )
        # Who attacks from afar is there himself.
        own = max(own, len(set(deed.by)))
        mine.ratios.append(own / max(1, foes))
        mine.outnumbered += own < foes

    def _rest(
        self,
        side: str,
        units: Mapping[UnitId, Hex],
        before: Mapping[UnitId, Hex],
        acted: Collection[UnitId],
        goals: Collection[Hex],
    ) -> None:
        mine = self._of(side)
        still: dict[UnitId, int] = {}
        for unit, hex_ in units.items():
            if before.get(unit) == hex_ and unit not in acted and not _holds(hex_, goals):
                still[unit] = mine.still.get(unit, 0) + 1
            mine.idle += still.get(unit, 0) >= _IDLE
        mine.present += len(units)
        mine.still = still


def _units(game: Game[Any], side: str) -> dict[UnitId, Hex]:
    """Where the units of a side stand, as it knows it itself."""
    counters = game.system.face.counters(game.view(SideId(side)))
    return {UnitId(one.id): one.hex for one in counters if one.kind == "unit" and one.side == side}


def _holds(hex_: Hex, goals: Collection[Hex]) -> bool:
    return any(distance(hex_, goal) <= _NEAR for goal in goals)


def _goals(game: Game[Any]) -> frozenset[Hex]:
    return frozenset(one.hex for one in game.system.face.counters(game.view(None)) if one.kind == "objective")
