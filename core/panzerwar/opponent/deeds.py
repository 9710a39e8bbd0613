"""Which events of Panzer War are attacks (pw:8.4, pw:12.11.4)."""

from __future__ import annotations

from typing import Final

from core.conduct.deeds import Deed, Deeds
from core.panzerwar.combat.events import Fired
from core.panzerwar.infantry.events import Assaulted


def _attack(event: Fired | Assaulted) -> Deed:
    return Deed(side=event.side, by=(event.element,), at=(event.target,))


DEEDS: Final = Deeds(near=20, told={Fired: _attack, Assaulted: _attack})
