"""Which events of PanzerBlitz are attacks (pb:PB-CRT-1)."""

from __future__ import annotations

from typing import Final

from core.conduct.deeds import Deed, Deeds
from core.panzerblitz.fire.events import AttackResolved


def _attack(event: AttackResolved) -> Deed:
    return Deed(side=event.side, by=event.attackers, at=event.targets)


DEEDS: Final = Deeds(near=4, told={AttackResolved: _attack})
