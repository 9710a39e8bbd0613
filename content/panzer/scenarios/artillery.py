"""What files state of indirect fire: attachments, Pre-Registered Points, planned missions, missions in force."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from attrs import frozen

from content.kit.grids import read_hex
from content.kit.load import Proof
from core.board import Board
from core.event import SideId, UnitId
from core.hexes import DIRECTION_NAMES, Hex
from core.panzer.indirect.planned import plot_refusal
from core.panzer.pieces.advanced_tables import Attachment
from core.panzer.pieces.cards import BatteryCard, CounterBatteryCard, UnitCard
from core.panzer.pieces.edition import HEX, Edition
from core.panzer.pieces.missions import Aim, FireType, Mission, Plan, RegisteredPoint, Sheaf
from core.panzer.pieces.scenario import ScenarioUnit


@frozen(eq=False, repr=False)
class RegisteredPointLine:
    """A Pre-Registered Point of a side and its batteries (na:6.5.1.4)."""

    side: str
    hex: str
    batteries: tuple[str, ...]


@frozen(eq=False, repr=False)
class PlotLine:
    """Some turns of a plot alike: type "GP", "Smoke", "Illumination"; sheaf "Closed", "Open", "Closed Linear".

    hex: as before, if left out; direction: in which a Closed Linear SHEAF runs.
    """

    turns: int = 1
    type: str = "GP"
    sheaf: str = "Closed"
    hex: str = ""
    direction: str = "N"


@frozen(eq=False, repr=False)
class PlannedMissionLine:
    """A planned mission of a battery: the plotted turn, and its plot; begun: the turn in which it was announced."""

    side: str
    battery: str
    turn: int
    plot: tuple[PlotLine, ...]
    begun: int = 0


@frozen(eq=False, repr=False)
class MissionLine:
    """A called mission in force, in which units fired in the turn before; since: and in each turn since this one."""

    side: str
    observer: str
    sources: tuple[str, ...]
    hex: str
    type: str = "GP"
    sheaf: str = "Closed"
    direction: str = "N"
    number: int = 1
    danger_close: bool = False
    since: int = 0


def attachment(text: str, card: UnitCard, key: str, proof: Proof) -> Attachment | None:
    """How a battery stands to its formation: Attached, if nothing is said, or Organic (na:6.5.1.3.1, na:6.5.1.3.2)."""
    if not isinstance(card, BatteryCard) or isinstance(card, CounterBatteryCard):
        if text:
            proof.mistake(key, repr(text), "nothing: only off-map batteries that are called are Attached or Organic")
        return None
    allowed = (Attachment.ATTACHED.value, Attachment.ORGANIC.value)
    if text and text not in allowed:
        proof.mistake(key, repr(text), " or ".join(allowed))
        return Attachment.ATTACHED
    return Attachment(text) if text else Attachment.ATTACHED


def self_propelled(card: UnitCard, key: str, proof: Proof, *, stated: bool) -> bool:
    """Whether a battery is self-propelled (or:7.28.2); of other units their card says it."""
    if stated and not isinstance(card, BatteryCard):
        proof.mistake(key, "true", "nothing: only off-map batteries state it")
    return stated


class Artillery:
    """The batteries, plots and missions of a file, read against its map and units."""

    def __init__(
        self, board: Board, units: Mapping[UnitId, ScenarioUnit], proof: Proof, edition: Edition = HEX
    ) -> None:
        self.edition = edition
        self.board = board
        self.units = units
        self.proof = proof

    def points(self, lines: Sequence[RegisteredPointLine]) -> Iterator[RegisteredPoint]:
        """The Pre-Registered Points."""
        for at, line in enumerate(lines, 1):
            key = f"registered_point[{at}]"
            hex_ = read_hex(line.hex, f"{key}.hex", self.board, self.proof)
            owned = tuple(self._unit(b, line.side, f"{key}.batteries", battery=True) for b in line.batteries)
            if not line.batteries:
                self.proof.mistake(f"{key}.batteries", "nothing", "at least one battery of the side")
            if hex_ is not None:
                yield RegisteredPoint(SideId(line.side), hex_, owned)

    def plans(self, lines: Sequence[PlannedMissionLine], turns: int) -> Iterator[Plan]:
        """The planned missions, their plots legal (na:6.5.1.11.1, na:6.5.1.11.3)."""
        numbers: dict[str, int] = {}
        for at, line in enumerate(lines, 1):
            key = f"planned_mission[{at}]"
            numbers[line.side] = numbers.get(line.side, 0) + 1
            battery = self._unit(line.battery, line.side, f"{key}.battery", battery=True)
            if not 1 <= line.turn <= turns:
                self.proof.mistake(f"{key}.turn", str(line.turn), f"1 to {turns}")
            aims = tuple(self._aims(line.plot, key))
            refused = plot_refusal(self.board, aims, self.edition)
            if refused is not None:
                self.proof.mistake(f"{key}.plot", refused.reason, f"what {refused.rule} allows")
            yield Plan(f"{line.side}-{numbers[line.side]}", SideId(line.side), battery, line.turn, aims, line.begun)

    def missions(self, lines: Sequence[MissionLine], turn: int) -> Iterator[Mission]:
        """Called missions of the turn before; their Barrages are counters of their own."""
        for at, line in enumerate(lines, 1):
            key = f"mission[{at}]"
            aim = self._aim(line.type, line.sheaf, line.direction, line.hex, None, key)
            if aim is not None:
                yield Mission(
                    number=line.number,
                    side=SideId(line.side),
                    aim=aim,
                    sources=tuple(self._unit(s, line.side, f"{key}.sources") for s in line.sources),
                    observer=self._unit(line.observer, line.side, f"{key}.observer"),
                    turn=turn - 1,
                    danger_close=line.danger_close,
                )

    def _aims(self, lines: Sequence[PlotLine], key: str) -> Iterator[Aim]:
        before: Hex | None = None
        for at, line in enumerate(lines, 1):
            aim = self._aim(line.type, line.sheaf, line.direction, line.hex, before, f"{key}.plot[{at}]")
            if aim is not None:
                before = aim.hex
                yield from (aim for _ in range(line.turns))

    def _aim(self, type_: str, sheaf: str, direction: str, text: str, before: Hex | None, key: str) -> Aim | None:
        for name, value, kind in (("type", type_, FireType), ("sheaf", sheaf, Sheaf)):
            if value not in [str(member.value) for member in kind]:
                self.proof.mistake(f"{key}.{name}", repr(value), ", ".join(str(member.value) for member in kind))
                return None
        if direction not in DIRECTION_NAMES:
            self.proof.mistake(f"{key}.direction", repr(direction), ", ".join(DIRECTION_NAMES))
            return None
        hex_ = read_hex(text, f"{key}.hex", self.board, self.proof) if text else before
        if hex_ is None:
            if not text:
                self.proof.mistake(f"{key}.hex", "nothing", "the Target Point")
            return None
        return Aim(hex_, FireType(type_), Sheaf(sheaf), DIRECTION_NAMES.index(direction))

    def _unit(self, text: str, side: str, key: str, *, battery: bool = False) -> UnitId:
        unit = self.units.get(UnitId(text))
        fitting = unit is not None and unit.side == side and (not battery or isinstance(unit.card, BatteryCard))
        if not fitting:
            able = [u.id for u in self.units.values() if u.side == side]
            what = [u for u in able if not battery or isinstance(self.units[u].card, BatteryCard)]
            kind = "batteries" if battery else "units"
            self.proof.mistake(key, repr(text), f"{kind} of {side}: {', '.join(what) or 'there are none'}")
        return UnitId(text)
