"""Why a computer player does nothing more in a step, the same way in all rule systems."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from core.presentation import Argument

#: What is said at the end of a step, and the rule that it rests on, by the name of what is judged in the step.
Ends = Mapping[str, tuple[str, str]]


def why_ended(ends: Ends, judgement: str) -> Iterator[Argument]:
    """Why a step is ended in which `judgement` decides; nothing where that is not told."""
    if judgement in ends:
        text, rule = ends[judgement]
        yield Argument(text, rule=rule)
