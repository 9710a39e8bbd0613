"""What hangs over hexes for a while: smoke, barrages, dust and fires, which hinder fire through them
(na:6.1.4.3.10c), and illumination (or:7.27)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum
from typing import Final

from attrs import evolve, field, frozen

from core.alike import Alike
from core.hexes import Hex
from core.replaced import replaced
from core.secrecy import ALL, keeps_secrets, known

_ALL: Final = known(ALL)


class CloudKind(Enum):
    """What it is: na:6.1.4.3.10c, na:6.1.4.3.12c, na:6.1.4.3.5c; ILLUMINATION hinders nothing, but lights (or:7.27)."""

    SMOKE = "smoke"
    BARRAGE = "barrage"
    DUST = "dust"
    FIRE = "fire"
    ILLUMINATION = "illumination"


#: What turns from ON to OFF and is then removed (na:6.8.4, or:7.27); a barrage ends with its mission, a fire burns on.
_THINNING = frozenset({CloudKind.SMOKE, CloudKind.DUST, CloudKind.ILLUMINATION})


@frozen(eq=False, repr=False)
class Cloud(Alike):
    """One occurrence, of one SHEAF or one hex.

    open: of an Open SHEAF, else Closed; on: which side of its counter is up (na:6.1.4.3.10d); fresh: it came in the
    current step and does not count before that is over (na:6.1.4.3.10e); since: the turn in which a fire broke out, 0 =
    before the first (na:6.1.4.3.5b).
    """

    kind: CloudKind
    hexes: frozenset[Hex]
    open: bool = False
    on: bool = True
    fresh: bool = True
    since: int = 0


def placed(clouds: tuple[Cloud, ...], new: Cloud) -> tuple[Cloud, ...]:
    """The clouds with a new one, which renews one of its kind on the same hexes (na:6.1.4.3.10d).

    What is renewed has hung there before: it counts at once, and grows no thinner.
    """
    before = [c for c in clouds if c.kind is new.kind and c.hexes == new.hexes]
    fresh = new.fresh and all(c.fresh for c in before)
    thin = new.open and all(c.open for c in before)
    return (*(c for c in clouds if c not in before), evolve(new, fresh=fresh, open=thin))


def settled(clouds: tuple[Cloud, ...]) -> tuple[Cloud, ...]:
    """The clouds once a step is over: none is fresh any more (na:6.1.4.3.10e)."""
    return tuple(evolve(c, fresh=False) if c.fresh else c for c in clouds)


def thinned(clouds: tuple[Cloud, ...]) -> tuple[Cloud, ...]:
    """The clouds after the Adjust & Remove Counters Step: OFF is removed, ON turned to OFF (na:6.8.4,
    min:16.1.7.1)."""
    return tuple(evolve(c, on=False) if c.kind in _THINNING else c for c in clouds if c.on or c.kind not in _THINNING)


def burning(clouds: tuple[Cloud, ...]) -> frozenset[Hex]:
    """The hexes that are ON FIRE (na:6.1.4.3.5a)."""
    return frozenset(h for c in clouds if c.kind is CloudKind.FIRE for h in c.hexes)


# -- what may set hexes on fire (or:7.35.1) ------------------------------------------------------------


@frozen(eq=False, repr=False)
class BurningWoods(Alike):
    """How woods of a kind burn in a scenario: like which building, by its line of the Terrain Effects Table, and what
    is added to the roll (or:7.35.4)."""

    like: str
    modifier: int = 0


@keeps_secrets
@frozen(slots=False, eq=False, repr=False)
class Kindling(Alike):
    """All that fires add to the state of a game besides the fires themselves, which are clouds.

    struck: the largest single GP Factor directed at each hex in this turn, Small Arms left out; flames: hexes in which
    a flamethrower was used; pattern, factor: the impact pattern of an aircraft whose attack is under way, and its GP
    Factor, 0 for Small Arms.
    """

    struck: Mapping[Hex, int] = field(factory=dict, metadata=_ALL)
    flames: frozenset[Hex] = field(default=frozenset(), metadata=_ALL)
    pattern: tuple[Hex, ...] = field(default=(), metadata=_ALL)
    factor: int = field(default=0, metadata=_ALL)

    def under(self, hexes: Iterable[Hex], gp: int) -> Kindling:
        """The same with one more GP Factor directed at some hexes."""
        fresh = {hex_: gp for hex_ in hexes if gp > self.struck.get(hex_, 0)}
        return replaced(self, struck={**self.struck, **fresh}) if fresh else self


#: At the beginning of a turn.
NO_KINDLING: Final = Kindling()
