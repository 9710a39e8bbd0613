"""The chapters of Panzer in the order of the rulebook, and what comes before what while it lasts.

A chapter asks nothing of the rules of chapters after it; what comes later in a turn is told by events.
"""

from __future__ import annotations

from typing import Final

from core.book.chapter import Course
from core.book.rulebook import Rulebook
from core.panzer import sequence
from core.panzer.adjustment import chapter as adjustment
from core.panzer.air import chapter as air
from core.panzer.ap import chapter as ap
from core.panzer.assault import chapter as assault
from core.panzer.command import chapter as command
from core.panzer.counter_battery import chapter as counter_battery
from core.panzer.course import chapter as course
from core.panzer.course.turn import next_step
from core.panzer.direct_fire import chapter as direct_fire
from core.panzer.fires import chapter as fires
from core.panzer.firing import chapter as firing
from core.panzer.formations import chapter as formations
from core.panzer.gp import chapter as gp
from core.panzer.ground import chapter as ground
from core.panzer.hidden_units import chapter as hidden_units
from core.panzer.indirect import chapter as indirect
from core.panzer.minefields import chapter as minefields
from core.panzer.morale import chapter as morale
from core.panzer.movement import chapter as movement
from core.panzer.sight import chapter as sight
from core.panzer.state import PanzerState
from core.panzer.transport import chapter as transport

CHAPTERS: Final = (
    ground.CHAPTER,
    sight.CHAPTER,
    formations.CHAPTER,
    hidden_units.CHAPTER,
    firing.CHAPTER,
    adjustment.CHAPTER,
    gp.CHAPTER,
    indirect.CHAPTER,
    counter_battery.CHAPTER,
    ap.CHAPTER,
    direct_fire.CHAPTER,
    movement.CHAPTER,
    transport.CHAPTER,
    assault.CHAPTER,
    air.CHAPTER,
    command.CHAPTER,
    minefields.CHAPTER,
    fires.CHAPTER,
    morale.CHAPTER,
    course.CHAPTER,
)

#: What interrupts a step, by name: the first that lasts comes first.
INTERRUPTS: Final = (
    "hits",
    "primary",
    "danger-close",
    "showing",
    "inquiry",
    "revealed",
    "hidden",
    "counter-battery-fire",
    "counter-battery",
    "camouflage",
    "hidden-watched",
    "mines",
    "announced",
    "cohesion",
    "malfunction",
    "morale",
    "relief",
    "end",
    "window",
    "dust",
    "demolition",
    "assault",
    "positions",
    "assaults",
    "mounting",
    "overrun",
    "passengers",
)

BOOK: Final = Rulebook[PanzerState](
    Course(
        title="Panzer",
        rule="na:4.0",
        step=sequence.step_of,
        rules=lambda state: state.step,
        over=lambda state: state.outcome is not None,
        next=next_step,
        half=lambda state: state.half_of,
    ),
    CHAPTERS,
    INTERRUPTS,
)
