"""Minefields that are laid, and what sides know of them (pw:15.1 to pw:15.5)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from attrs import evolve, field, frozen

from core.alike import Alike
from core.event import SideId, UnitId
from core.hexes import Hex
from core.secrecy import OWN_SIDE, Share, keeps_secrets, known

#: Of every field: anti-tank or anti-personnel mines (pw:15.1.5).
ANTI_TANK: Final = "AT"
ANTI_PERSONNEL: Final = "AP"
#: The two kinds in words.
IN_WORDS: Final = {ANTI_TANK: "anti-tank", ANTI_PERSONNEL: "anti-personnel"}


@frozen(kw_only=True, eq=False, repr=False)
class Laid(Alike):
    """A minefield on the table. grade: its class, 1 to 4, 0 = it is a dummy, None = not known to who looks; kind: "AT"
    or "AP", "" = not known; marked: all see where it is (pw:15.1, pw:15.1.1, pw:15.1.4, pw:15.1.5)."""

    id: str
    side: SideId
    grade: int | None
    kind: str
    hexes: frozenset[Hex]
    marked: bool


@frozen(kw_only=True, eq=False, repr=False)
class Probe(Alike):
    """An element that digs around the mines of a marked field: since which turn (pw:15.5)."""

    field: str
    since: int


@frozen(kw_only=True, eq=False, repr=False)
class Found(Alike):
    """What a side has found of an enemy minefield: hexes of a hidden one; dug: it has dug there, and knows whether it
    is a dummy (pw:15.4, pw:15.5)."""

    hexes: frozenset[Hex] = frozenset()
    dug: bool = False


def as_found(laid: Laid, found: Found, *, open_: bool = False) -> Laid:
    """A minefield as its enemy knows it: where it is, of one that is hidden what he has found of it."""
    dummy = found.dug and laid.grade == 0
    return evolve(laid, grade=0 if dummy else None, kind="", hexes=laid.hexes if open_ else found.hexes)


def _laid(state: Any, value: Mapping[str, Laid], side: str | None) -> Mapping[str, Laid]:
    """All of one's own; of the enemy's where they are, once they are marked and set-up is over, or found."""
    shown: dict[str, Laid] = {}
    for id_, one in value.items():
        if one.side == side:
            shown[id_] = one
            continue
        found = Found() if side is None else state.mines.found_by(SideId(side), id_)
        open_ = one.marked and state.turn > 0
        if open_ or found.hexes:
            shown[id_] = as_found(one, found, open_=open_)
    return shown


def _own(state: Any, value: Mapping[UnitId, Any], side: str | None) -> Mapping[UnitId, Any]:
    return {e: one for e, one in value.items() if e in state.elements and state.elements[e].side == side}


@keeps_secrets
@frozen(kw_only=True, eq=False, repr=False)
class Mines(Alike):
    """laid: all minefields by id; found: of each side what it has found of the enemy's; noticed: the last turn in which
    an element has noticed hidden mines (pw:15.4); probes: who digs around marked mines (pw:15.5)."""

    laid: Mapping[str, Laid] = field(factory=dict, metadata=known(Share(_laid)))
    found: Mapping[SideId, Mapping[str, Found]] = field(factory=dict, metadata=known(OWN_SIDE))
    noticed: Mapping[UnitId, int] = field(factory=dict, metadata=known(Share(_own)))
    probes: Mapping[UnitId, Probe] = field(factory=dict, metadata=known(Share(_own)))

    def found_by(self, side: SideId, id_: str) -> Found:
        """What a side has found of a minefield."""
        return self.found.get(side, {}).get(id_, Found())

    def finds(self, side: SideId, id_: str, hexes: frozenset[Hex] = frozenset(), *, dug: bool = False) -> Mines:
        """The same when a side has found more of one."""
        before = self.found_by(side, id_)
        after = Found(hexes=before.hexes | hexes, dug=before.dug or dug)
        return evolve(self, found={**self.found, side: {**self.found.get(side, {}), id_: after}})
