"""The counters that lie on the map beside the units: wrecks, clouds and terrain counters (na:4.1.4.1.8, na:6.1.4.3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from attrs import field, frozen

from core.alike import Alike
from core.hexes import Hex
from core.panzer.pieces.clouds import Cloud, placed
from core.panzer.pieces.unit import Wreck
from core.panzer.pieces.works import Work
from core.replaced import replaced
from core.secrecy import ALL, keeps_secrets, known

_ALL: Final = known(ALL)


@keeps_secrets
@frozen(slots=False, eq=False, repr=False)
class Counters(Alike):
    """All of them.

    wrecks: the wreck counter of each hex that has one; fresh_smoke: hexes of the Brew-Ups of the current Player step
    (na:4.4.3.2.2f); clouds: what hangs over hexes for a while; works: terrain counters.
    """

    wrecks: Mapping[Hex, Wreck] = field(factory=dict, metadata=_ALL)
    fresh_smoke: frozenset[Hex] = field(default=frozenset(), metadata=_ALL)
    clouds: tuple[Cloud, ...] = field(default=(), metadata=_ALL)
    works: tuple[Work, ...] = field(default=(), metadata=_ALL)

    def with_cloud(self, cloud: Cloud) -> Counters:
        """The same with one more cloud, or one renewed (na:6.1.4.3.10d)."""
        return replaced(self, clouds=placed(self.clouds, cloud))

    def brew_up_smoke(self, *, fresh: bool = False) -> frozenset[Hex]:
        """Hexes whose Brew-Up Smoke counts now: those of the current Player step only if asked (na:4.4.3.2.2f)."""
        smoking = frozenset(h for h, w in self.wrecks.items() if w is Wreck.BU)
        return smoking if fresh else smoking - self.fresh_smoke


#: On an empty map.
NO_COUNTERS: Final = Counters()
