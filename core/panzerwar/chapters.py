"""The chapters of Panzer War, each building on those before it, and what comes before what while it lasts.

A chapter asks nothing of the rules of chapters after it; what comes later in a turn is told by events.
"""

from __future__ import annotations

from typing import Final

from core.book.chapter import Course
from core.book.rulebook import Rulebook
from core.panzerwar import sequence
from core.panzerwar.artillery import chapter as artillery
from core.panzerwar.combat import chapter as combat
from core.panzerwar.command import chapter as command
from core.panzerwar.communication import chapter as communication
from core.panzerwar.course import chapter as course
from core.panzerwar.course.turn import next_step
from core.panzerwar.damage import chapter as damage
from core.panzerwar.ground import chapter as ground
from core.panzerwar.infantry import chapter as infantry
from core.panzerwar.morale import chapter as morale
from core.panzerwar.movement import chapter as movement
from core.panzerwar.obstacles import chapter as obstacles
from core.panzerwar.ramming import chapter as ramming
from core.panzerwar.sighting import chapter as sighting
from core.panzerwar.smoke import chapter as smoke
from core.panzerwar.state import WarState

CHAPTERS: Final = (
    ground.CHAPTER,
    smoke.CHAPTER,
    damage.CHAPTER,
    infantry.CHAPTER,
    obstacles.CHAPTER,
    command.CHAPTER,
    communication.CHAPTER,
    sighting.CHAPTER,
    ramming.CHAPTER,
    movement.CHAPTER,
    combat.CHAPTER,
    artillery.CHAPTER,
    morale.CHAPTER,
    course.CHAPTER,
)

#: What interrupts a step, by name: the first that lasts comes first.
INTERRUPTS: Final = (
    "wind",
    "weather",
    "turn-length",
    "burning",
    "mines",
    "lost-from-sight",
    "contact",
    "moves-last",
    "contact-kept",
    "requests",
)

BOOK: Final = Rulebook[WarState](
    Course(
        title="Panzer War",
        rule="pw:3.0",
        step=sequence.step_of,
        rules=lambda state: state.step,
        over=lambda state: state.outcome is not None,
        next=next_step,
        # Nobody's machine knows both halves of what is hidden; see `core.panzerwar.system`.
        half=lambda state: None,
    ),
    CHAPTERS,
    INTERRUPTS,
)
