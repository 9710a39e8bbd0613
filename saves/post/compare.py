"""A host's game that was played by file before, compared with its letters."""

from __future__ import annotations

from pathlib import Path

from attrs import evolve

from core.play.aside import Aside, LettersBrought
from saves.post.correspondence import Correspondence
from saves.post.keys import PostError
from saves.post.letter import Letter
from saves.post.places import read_mail
from saves.post.table import judged, taken_along
from saves.reading import Fault, read_journal
from saves.session import OpenSystem
from saves.verify import Verification


def compare_letters(found: Verification, path: Path, letters: bytes, open_system: OpenSystem) -> Verification:
    """What came of verifying a journal, with what comes of comparing it with the letters, which both have opened."""
    if not found.good:
        return found
    events = read_journal(path).events
    at = next((n for n, event in enumerate(events) if isinstance(event, LettersBrought)), None)
    try:
        if at is None:
            raise PostError("the game was not played by file before")
        said = events[at]
        assert isinstance(said, LettersBrought)
        system, mail = read_mail(letters, open_system)
        proved = judged(system, mail)
        if not proved.good or not proved.whole:
            raise PostError(f"the letters are not good, or not open: {proved.words}")
        if _taken_with(mail) != (said.letter, said.digest):
            raise PostError("the letters are those of another game, or end elsewhere")
        before = taken_along(system, mail)
        here = tuple(event for event in events[at + 1 :] if not isinstance(event, Aside))[: len(before)]
        if here != before or said.dice != sum(len(event.rolls) for event in before):
            raise PostError("what the journal tells of the game by file is not what stands in the letters")
    except PostError as error:
        return evolve(found, fault=Fault((at or 0) + 2, "letters", str(error)))
    return evolve(found, compared=True)


def _taken_with(mail: Correspondence) -> tuple[int, str]:
    """The letter in which both agreed to go on at a host's table."""
    last: Letter | None = None
    for letter in mail.letters:
        if letter.opened is None:
            last = letter
    return (last.n, last.digest) if last is not None else (0, "")
