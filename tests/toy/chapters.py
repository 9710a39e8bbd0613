"""The table of contents: one chapter, and how the sequence of play runs."""

from __future__ import annotations

from typing import Final

from core.book.chapter import Course
from core.book.rulebook import Rulebook
from tests.toy import running
from tests.toy.state import STEP, RaceState

BOOK: Final = Rulebook[RaceState](
    Course(
        title="The Race",
        rule="toy:1",
        step=lambda state: STEP,
        rules=lambda state: STEP.id,
        over=lambda state: state.outcome is not None,
        next=lambda state: iter(()),
        half=lambda state: None,
    ),
    (running.CHAPTER,),
)
