"""What plays each step for a computer player, by the name that the chapters give it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from core.book.book_system import Judgement
from core.panzerwar.opponent import assault, barrages, commands, fire, moves, set_up, watching

#: The judgement of each step and interrupt.
JUDGEMENTS: Final[Mapping[str, Judgement]] = {
    "set-up": set_up.place,
    "orders": commands.command,
    "calls": barrages.calls,
    "plan": moves.plan,
    "contact": moves.contact,
    "adapt": moves.adapt,
    "sight": watching.sight,
    "fire": fire.fire,
    "assault": assault.assault,
}
