"""Ad-hoc formations: what is exchanged, given away, left out of a TO&E before its units are fielded (min:21.1.2 to
min:21.1.4)."""

from __future__ import annotations

import re
from typing import Final

from content.kit.load import near
from core.panzer.forces.organization import (
    ForceError,
    Formation,
    Organization,
    Path,
    exchanged,
    transferred,
    units,
    walk,
    without,
    without_units,
)

#: How a change is written, as a form tells it.
ABOUT: Final = (
    "Changes of the TO&E, with ; between them: A <> B (exchanged), A > B (A is given to B), without A, "
    "without 2 CARD of A."
)
#: Who gave sub-formations away one way, and exchanged none (min:21.1.2).
_ONE_WAY: Final = frozenset({"Soviet"})
_UNITS: Final = re.compile(r"([1-9]\d*)\s+(.+)\s+of\s+(.+)")


def base(name: str) -> str:
    """The name of a formation without its number among its like."""
    return name.rstrip("0123456789").rstrip()


def words_of(path: Path) -> str:
    """A path in words, without the numbers of formations among their like."""
    return "/".join(map(base, path))


def path_of(organization: Organization, formation: Formation, words: str) -> Path:
    """The path of the first formation that is called so from the top down, or by its own name alone; () for no words,
    and for the name of the whole.

    ForceError names those that are there.
    """
    if not words or words == formation.name:
        return ()
    paths = [path for path, _ in walk(formation) if path]
    for path in paths:
        if words in (words_of(path), "/".join(path)):
            return path
    for path in paths:
        if words.lower() in (path[-1].lower(), base(path[-1]).lower()):
            return path
    known = ", ".join(list(dict.fromkeys(base(path[-1]) for path in paths))[:12])
    raise ForceError(f"{organization.id} has no {words!r}; it has {known} ...", "min:21.1.1")


def changed(organization: Organization, formation: Formation, changes: str) -> Formation:
    """The formation of a TO&E with changes made in their order, as `ABOUT` has them. ForceError says which of them
    cannot be made, and why."""
    for change in filter(None, map(str.strip, changes.split(";"))):
        formation = _changed(organization, formation, change)
    return formation


def _changed(organization: Organization, formation: Formation, change: str) -> Formation:
    def path(words: str) -> Path:
        return path_of(organization, formation, words.strip())

    one, exchanges, other = change.partition("<>")
    if exchanges:
        if organization.nation in _ONE_WAY:
            reason = f"{organization.nation} formations exchanged nothing; one gave to the other: {one.strip()} > ..."
            raise ForceError(reason, "min:21.1.2")
        return exchanged(formation, path(one), path(other))
    given, gives, to = change.partition(">")
    if gives:
        return transferred(formation, path(given), path(to))
    word, _, lacks = change.partition(" ")
    if word != "without" or not lacks.strip():
        raise ForceError(f"{change!r} changes nothing. {ABOUT}", "min:21.1.2")
    if (found := _UNITS.fullmatch(lacks.strip())) is not None:
        number, card, there = found.groups()
        at = path(there)
        return without_units(formation, at, _card(formation, at, card), int(number))
    return without(formation, path(lacks))


def _card(formation: Formation, at: Path, words: str) -> str:
    """The card of a unit of a formation by its id or its name. ForceError names those that are there."""
    cards = {members.card.id: members.card.name for path, members in units(formation) if path == at}
    for id_, name in cards.items():
        if words.lower() in (id_.lower(), name.lower()):
            return id_
    like = near(words, cards.values())
    there = ", ".join(cards.values()) or "no units of its own"
    raise ForceError(f"no {words!r} is there: {there}{f'; {like}' if like else ''}", "min:21.1.3")
