"""What a replay says: of the event, of where it is, of eyes to watch through and ways to play on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from textual.content import Content

from core.ai.levels import DEFAULT_LEVEL
from core.presentation import Report, SideLook
from saves.audience import Audience
from saves.notes import Note
from tui.kit.text import tone_style
from tui.replay.reel import Eye

MUTED: Final = "$text-muted"


def caption_of(n: int, report: Report | None, bookmarks: Sequence[Note], notes: Sequence[Note]) -> Content:
    """The event of moment n in words, with the bookmark and the notes that were put there."""
    parts = [Content.styled(report.text, tone_style(report.tone) or "bold")] if report else []
    parts += [Content.styled(f"◆ {mark.text}", "bold $text-accent") for mark in bookmarks if mark.at == n]
    parts += [Content.styled(f"note: {note.text}", "italic $text-accent") for note in notes if note.at == n]
    if parts:
        return Content("  ").join(parts)
    start = "Before the first event. Space plays, the arrow keys step."
    return Content.styled("Nothing that this view is told of." if n else start, MUTED)


def facts_of(*, playing: bool, speed: float, n: int, length: int, eye: str, step: str) -> Content:
    """Where the replay is and how it goes on, in one line."""
    return Content.assemble(
        ("playing" if playing else "paused", "bold $text-success" if playing else "bold"),
        (f" {speed:g}/s", MUTED),
        (" · event ", MUTED),
        (f"{n}/{length}", "bold"),
        (" · ", MUTED),
        eye,
        (f" · {step}" if step else "", MUTED),
    )


def eye_lines(eyes: Sequence[Eye], now: Eye, who: Audience) -> list[tuple[str, Content]]:
    """The eyes to watch through; in a game that is not over those that see secrets say so."""
    lines = []
    for eye in eyes:
        secrets = who.tells(eye.side, everything=eye.all)
        warning = ("  shows secrets of a game in progress" if secrets else "", "$text-warning")
        lines.append(("", Content.assemble(eye.name, ("  (now)" if eye is now else "", "$text-muted"), warning)))
    return lines


def ways_to_sit(sides: Sequence[SideLook], seats: Mapping[str, str]) -> list[tuple[str, dict[str, str]]]:
    """Who may play on from a moment: words, and the seats by side."""
    return [
        ("as in this game", dict(seats)),
        ("by players at this keyboard", {side.id: "human" for side in sides}),
        *(
            (
                f"{side.name} by a player, the rest by the computer",
                {other.id: "human" if other is side else f"ai:{DEFAULT_LEVEL}" for other in sides},
            )
            for side in sides
        ),
    ]
