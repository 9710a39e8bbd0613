"""The chapters of PanzerBlitz, each building on those before it, and what comes before what while it lasts.

A chapter asks nothing of the rules of chapters after it; what comes later in a turn is told by events.
"""

from __future__ import annotations

from typing import Final

from core.book.chapter import Course
from core.book.rulebook import Rulebook
from core.panzerblitz import sequence
from core.panzerblitz.close import chapter as close
from core.panzerblitz.course import chapter as course
from core.panzerblitz.course.turn import next_step
from core.panzerblitz.fire import chapter as fire
from core.panzerblitz.ground import chapter as ground
from core.panzerblitz.mines import chapter as mines
from core.panzerblitz.movement import chapter as movement
from core.panzerblitz.sight import chapter as sight
from core.panzerblitz.state import BlitzState

CHAPTERS: Final = (
    ground.CHAPTER,
    sight.CHAPTER,
    fire.CHAPTER,
    mines.CHAPTER,
    movement.CHAPTER,
    close.CHAPTER,
    course.CHAPTER,
)

#: What interrupts a step, by name: the first that lasts comes first.
INTERRUPTS: Final = ("found-out", "contact", "overrun")

BOOK: Final = Rulebook[BlitzState](
    Course(
        title="PanzerBlitz",
        rule="pb:PB-SEQ-0",
        step=sequence.step_of,
        rules=lambda state: sequence.kind_of(state.step).value,
        over=lambda state: state.outcome is not None,
        next=next_step,
        # What a replica must know before it goes on is a matter of what is hidden, not of the step.
        half=lambda state: None,
    ),
    CHAPTERS,
    INTERRUPTS,
)
