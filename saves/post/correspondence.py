"""The file of a correspondence: an invitation on the first line, then a letter on each line, which follow one another.

Reading checks all that can be checked without a secret.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from attrs import field, frozen

from core.play.replica import Stop
from saves.post import saying
from saves.post.keys import OpenedKeys, PostError, PublicKeys, follows
from saves.post.letter import Invitation, Letter, invitation_of, is_signed, letter_of

#: The ending of the files that are sent.
SUFFIX: Final = ".turn"
#: No file is larger by far; a larger one is none of ours.
LARGEST: Final = 64 << 20


@frozen
class Correspondence:
    """A file as it was read and found good.

    keys: of each side that has written; opened: those that a side has opened; links: the last value for dice of each
    side; courses: how many courses of dice were opened.
    """

    invitation: Invitation
    letters: tuple[Letter, ...] = ()
    keys: Mapping[str, PublicKeys] = field(factory=dict)
    opened: Mapping[str, OpenedKeys] = field(factory=dict)
    links: Mapping[str, str] = field(factory=dict)
    courses: int = 0

    @property
    def lines(self) -> tuple[bytes, ...]:
        """The lines of the file, without line feeds."""
        return (self.invitation.line, *(letter.line for letter in self.letters))

    @property
    def data(self) -> bytes:
        """The file."""
        return b"".join(line + b"\n" for line in self.lines)

    @property
    def last(self) -> Invitation | Letter:
        """What was written last."""
        return self.letters[-1] if self.letters else self.invitation

    @property
    def taken(self) -> bool:
        """Whether both have agreed to go on at a host's table. Then no letter follows but those that open the seals."""
        pairs = zip(self.letters, self.letters[1:], strict=False)
        return any(saying.leaves(b.says, saying.asked(a)) for a, b in pairs)

    @property
    def open_course(self) -> str:
        """The value that the last letter opened a course of dice with; "" if it opened none."""
        return self.letters[-1].opens if self.letters else ""

    def with_letter(self, letter: Letter) -> Correspondence:
        """The correspondence with one more letter. PostError if it does not follow."""
        where = f"letter {letter.n}"
        if letter.n != len(self.letters) + 1:
            raise PostError(f"letter {len(self.letters) + 1} is missing; found letter {letter.n}")
        if letter.prev != self.last.digest:
            raise PostError(f"{where} does not follow the one before: one of the two was changed")
        if letter.by == self.last.by:
            raise PostError(f"{where} is by {letter.by} like the one before; the sides write in turn")
        if letter.n > 1 and letter.by not in self.keys:
            raise PostError(f"{where} is by {letter.by}, who does not play this game")
        if (letter.keys is not None) != (letter.n == 1):
            raise PostError(f"{where}: the invited side names its keys in its first letter, and only there")
        if bool(letter.half) != (letter.n == 1 and self.invitation.before is not None):
            raise PostError(
                f"{where}: the invited side seals its half of the table in its first letter, and only there"
            )
        keys, links, opened = dict(self.keys), dict(self.links), dict(self.opened)
        if letter.keys is not None:
            keys[letter.by], links[letter.by] = letter.keys, letter.keys.chain
        if not is_signed(letter.line, keys[letter.by]):
            raise PostError(f"{where} is not signed by the key of {letter.by}: it was changed")
        saying.check(letter, self.letters[-1] if self.letters else None, len(letter.events))
        if bool(letter.answers) != bool(self.open_course):
            raise PostError(f"{where} has to answer dice that were opened, and no others")
        for value in filter(None, (letter.answers, letter.opens)):
            if follows(bytes.fromhex(value)).hex() != links[letter.by]:
                raise PostError(f"{where}: the value for the dice is not the one that {letter.by} is bound to")
            links[letter.by] = value
        if (self.opened and letter.stop is not Stop.OVER) or (self.taken and letter.opened is None):
            raise PostError(f"{where} goes on after the game was over")
        if letter.opened is not None:
            if letter.opened.public() != (keys[letter.by].seal, keys[letter.by].chain):
                raise PostError(f"{where}: the keys that are opened are not those of the seals and dice of this game")
            opened[letter.by] = letter.opened
        return Correspondence(
            self.invitation, (*self.letters, letter), keys, opened, links, self.courses + bool(letter.opens)
        )


def invited(invitation: Invitation) -> Correspondence:
    """The correspondence that an invitation begins. PostError if it is not signed."""
    if not is_signed(invitation.line, invitation.keys):
        raise PostError("line 1, the invitation, is not signed by its own key: it was changed")
    return Correspondence(invitation, (), {invitation.by: invitation.keys}, {}, {invitation.by: invitation.keys.chain})


def data_of(path: Path) -> bytes:
    """The bytes of a file that came, as far as it can be one of ours: what is larger is refused when it is read.

    OSError if it cannot be opened.
    """
    with path.expanduser().open("rb") as file:
        return file.read(LARGEST + 1)


def read_invitation(data: bytes) -> Invitation:
    """The first line of a file. PostError if it is none of ours; the rules of its scenario need not be open."""
    if len(data) > LARGEST:
        raise PostError("the file is too large to be a game by file")
    first, feed, _ = data.partition(b"\n")
    if not feed:
        raise PostError("this is no game by file, or its beginning was lost")
    return invitation_of(first)


def read(data: bytes, known: Correspondence | None = None) -> Correspondence:
    """Read a file from its bytes; the rules of its scenario must be open, so that its events are known. PostError says
    what is wrong with it.

    known: what was read before; as far as the file is the same, it is not checked again.
    """
    read_invitation(data)
    *lines, tail = data.split(b"\n")
    if tail:
        raise PostError(f"line {len(lines) + 1} breaks off: the file is not complete, have it sent again")
    if known is not None and tuple(lines[: len(known.lines)]) == known.lines:
        found = known
    else:
        found = invited(invitation_of(lines[0]))
    for line in lines[len(found.lines) :]:
        found = found.with_letter(letter_of(line, found.invitation.schema))
    return found
