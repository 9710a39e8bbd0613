"""Where counters lie: by hex, those with men that are not carried, those without men, who is carried by whom."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import define, field

from core.event import UnitId
from core.hexes import Hex
from core.panzerblitz.pieces.situation import Situation
from core.panzerblitz.pieces.unit import Presence, Unit

Stacks = dict[Hex, tuple[Unit, ...]]
#: If so large a share of the counters has changed, all are sorted out anew.
_SHARE = 4


@define(eq=False)
class Lying:
    """The units of a state by where they lie. They change with `noted`; only the hexes concerned are sorted out anew.

    all: the counters in a hex; loose: its units with men that are not carried; markers: its counters without men.
    """

    _situation: Situation
    _units: Mapping[UnitId, Unit]
    _all: Stacks = field(factory=dict)
    _loose: Stacks = field(factory=dict)
    _markers: Stacks = field(factory=dict)
    _carriers: dict[UnitId, UnitId] | None = field(default=None)
    _before: dict[UnitId, Unit] | None = field(default=None)

    @property
    def all(self) -> Mapping[Hex, tuple[Unit, ...]]:
        """All counters in each hex, in the order of the Situation: carried ones, fortifications, mines, Blocks too."""
        if self._before is None or self._before:
            self._sort_out()
        return self._all

    @property
    def loose(self) -> Mapping[Hex, tuple[Unit, ...]]:
        """The units with men in each hex that are not carried."""
        if self._before is None or self._before:
            self._sort_out()
        return self._loose

    @property
    def markers(self) -> Mapping[Hex, tuple[Unit, ...]]:
        """The counters without men in each hex: fortification, minefield, Block."""
        if self._before is None or self._before:
            self._sort_out()
        return self._markers

    def passenger(self, carrier: UnitId) -> UnitId | None:
        """The unit that a carrier carries."""
        if self._carriers is None:
            self._carriers = {u.carrier: u.id for u in self._units.values() if u.carrier is not None}
        return self._carriers.get(carrier)

    def noted(self, before: Unit, after: Unit) -> None:
        """A unit has been put in the place of what it was."""
        if self._before is not None:
            self._before.setdefault(before.id, before)
        if before.carrier != after.carrier:
            self._carriers = None

    def copy(self, units: Mapping[UnitId, Unit]) -> Lying:
        """The same for a copy of the units."""
        if self._before:
            self._sort_out()
        before = None if self._before is None else dict[UnitId, Unit]()
        tables = self._all.copy(), self._loose.copy(), self._markers.copy()
        return Lying(self._situation, units, *tables, self._carriers, before)

    def _sort_out(self) -> None:
        """Sort out the hexes in which something has changed; all of them if that is much, or nothing is known yet."""
        before = self._before
        if before is None or _SHARE * len(before) > len(self._units):
            self._all, self._loose, self._markers = {}, {}, {}
            found: dict[Hex, list[Unit]] = {}
            for unit in self._units.values():
                if unit.hex is not None and unit.presence is Presence.ON_MAP:
                    found.setdefault(unit.hex, []).append(unit)
            for hex_, units in found.items():
                self._lay(hex_, units)
        else:
            rank = self._situation.rank
            now = [self._units[unit_id] for unit_id in before]
            for hex_ in {u.hex for u in (*before.values(), *now) if u.hex is not None}:
                units = [u for u in self._all.get(hex_, ()) if u.id not in before]
                units += [u for u in now if u.hex == hex_ and u.presence is Presence.ON_MAP]
                units.sort(key=lambda u: rank[u.id])
                self._lay(hex_, units)
        self._before = {}

    def _lay(self, hex_: Hex, units: list[Unit]) -> None:
        """The counters of one hex."""
        by_id = self._situation.by_id
        manned = [u for u in units if by_id[u.id].type.manned]
        loose = [u for u in manned if u.carrier is None]
        markers = [u for u in units if not by_id[u.id].type.manned] if len(manned) < len(units) else []
        for table, found in ((self._all, units), (self._loose, loose), (self._markers, markers)):
            if found:
                table[hex_] = tuple(found)
            else:
                table.pop(hex_, None)
