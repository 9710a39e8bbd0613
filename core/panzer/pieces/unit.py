"""One unit in play: where it is, what it is ordered to do, what has befallen it (na:3.4, na:5.10a)."""

from __future__ import annotations

from enum import Enum
from typing import Any, Final

from attrs import field, frozen

from core.event import SideId, UnitId
from core.hexes import Hex
from core.panzer.pieces.cards import LegStep
from core.panzer.pieces.weapons import Malfunction
from core.secrecy import ALL, OWNER, keeps_secrets, known

_ALL: Final = known(ALL)


class Command(Enum):
    """The five commands (na:1.7.2).

    FIRE fires (na:4.2a), MOVE moves (na:4.2b), SHORT HALT fires, then moves (na:4.2c), OVERWATCH may answer
    (na:4.2d), NONE does nothing (na:4.2e).
    """

    # by identity: rules ask of every unit which it has, and the hash of Enum is worked out anew
    __hash__ = object.__hash__

    FIRE = "FIRE"
    MOVE = "MOVE"
    SHORT_HALT = "SHORT HALT"
    OVERWATCH = "OVERWATCH"
    NONE = "N/C"


#: The commands that move, and those that fire in one's own Combat Phase (na:4.2a to na:4.2c).
MOVING: Final = frozenset({Command.MOVE, Command.SHORT_HALT})
FIRING: Final = frozenset({Command.FIRE, Command.SHORT_HALT})


class CommandFace(Enum):
    """What the enemy knows of a command: nothing, shown but not yet executed, or revealed for its action."""

    DOWN = "down"
    SHOWN = "shown"
    REVEALED = "revealed"


class Spot(Enum):
    """The state of a SPOT counter, by its active edge (na:3.4a), written as the rules write it (na:3.4c).

    A unit has at most one; the later action replaces the earlier (na:4.1.3e). SMALL_ARMS: it fired Small Arms only
    (na:6.1.3b).
    """

    # by identity: what a unit shows is kept by it, and the hash of Enum is worked out anew
    __hash__ = object.__hash__

    FIRE = "SPOT/FIRE"
    MOVE = "SPOT/MOVE"
    SMALL_ARMS = "SPOT/FIRE SA"


class Presence(Enum):
    """Where a unit is: not yet on the map, on it, carried by another unit (na:6.6.7), eliminated, gone for good over
    the edge (na:4.5.1.1.9), never on it: batteries and aircraft (na:5.3, na:6.7.2), or, of a Portée and its parts,
    replaced by the other counter (na:5.2.1b), or under a HIDDEN UNIT counter, which only its owner knows (or:7.2)."""

    # by identity: as that of commands
    __hash__ = object.__hash__

    WAITING = "waiting"
    ON_MAP = "on map"
    CARRIED = "carried"
    ELIMINATED = "eliminated"
    EXITED = "exited"
    OFF_MAP = "off map"
    REPLACED = "replaced"
    HIDDEN = "hidden"


class Wreck(Enum):
    """The wreck counter of a hex, at most one (na:4.1.4.1.8); a BU smokes for good (na:4.1.4.1.9).

    An inch of the miniatures edition has room for one vehicle, so that it holds one wreck as well (min:5.5.1.22).
    """

    KO = "KO"
    BU = "BU"


class Suppression(Enum):
    """The side of a SUPPRESSION counter: ON in the turn in which it came, then OFF until recovery (na:5.10a)."""

    ON = "SUPPRESSION/ON"
    OFF = "SUPPRESSION/OFF"


class Shaken(Enum):
    """The morale counter of a unit, ON in the turn in which it came, then OFF until recovery; the mildest first
    (or:7.1.5)."""

    HESITATION_OFF = "HESITATION/OFF"
    HESITATION_ON = "HESITATION/ON"
    BREAK_OFF = "BREAK/OFF"
    BREAK_ON = "BREAK/ON"


#: What the counters turn to in the Adjust/Remove Counters Step (na:6.8.4), and by a move (or:7.1.5.1, or:7.1.5.2).
TURNED_OFF: Final = {Shaken.HESITATION_ON: Shaken.HESITATION_OFF, Shaken.BREAK_ON: Shaken.BREAK_OFF}
TURNED_ON: Final = {off: on for on, off in TURNED_OFF.items()}


class HullDown(Enum):
    """What is masked of a vehicle against AP Direct Fire (na:6.1.4.1)."""

    FULL = "Hull Down"
    PARTIAL = "Partial Hull Down"


def _face_up(state: Any, unit: Unit, side: str | None) -> bool:
    """Whether everybody knows the command of a unit."""
    return unit.command_face is not CommandFace.DOWN


class Collateral(Enum):
    """What a hit breaks that penetrates and does No Damage, by what it is called (or:7.23)."""

    OPTICS = "optics"
    COAX = "coaxial MG"
    TURRET = "turret ring"
    RADIO = "radio"
    RUNNING_GEAR = "running gear"
    FUEL = "fuel"
    OUT_OF_FUEL = "out of fuel"


@keeps_secrets
@frozen(slots=False)
class Unit:
    """One unit in play. Its card and value stand in the scenario.

    spot:      the SPOT counter that governs now; new_spot_fire: a SPOT/FIRE gained in this Direct Fire that
               governs only from Overwatch Fire on (na:4.4.1h); new_spot_small_arms: it is a SPOT/FIRE SA (na:6.1.3b).
    fired:     it has fired this turn (na:4.4.1c); moved: its move of this turn is complete or forgone. Which half
               of a revealed SHORT HALT has been carried out follows from these two (na:3.4b).
    fate:      how it was eliminated, "KO" or "BU"; left_from: the hex from which it left the map.

    Of the Advanced Game:
    size:      what is left of a leg unit (na:5.1); suppression: its counter (na:5.10a).
    track_hit: it neither moves nor pivots any more (na:6.5.2.2.1); turret_damaged, hull_damaged: na:6.5.2.2.4, where
               `damaged` is of the Basic Game; bailed_out: abandoned for good (na:5.15c).
    under_fire: it was fired at this turn (na:6.8.3.1.2).
    full_cover: na:6.1.4.2a; hull_down: a position that it found (na:6.6.9), backed_in if in reverse.
    inside:    in the building of its hex, not in the alley (na:6.1.4.3.1b); floor: storeys up (na:6.1.4.3.1e).
    outside:   the Building hex in which a leg unit stays outside, None = it is inside by itself (min:17.2.3.4).
    carrier:   the vehicle that carries it; it is then not on the map by itself (na:6.6.7); dismounted_in: the turn in
               which it last got out.
    group:     with whom it shares its command, "" = with nobody (na:6.2.1.1.3b).
    started:   the hex in which it stood when the game began, where its ammunition lies (na:5.16.2.4a).

    Of Optional Rules:
    lost_weapons: which of its attached weapons are destroyed, by their place among those it began with (or:7.17).
    made_smoke: it has made smoke in this step and may still use its attached weapons (or:7.22.1).
    malfunctions: its weapons that have failed (or:7.25).
    collateral: what hits have broken that did No Damage (or:7.23); turret_turned: by how many hexsides its turret is
               turned that sticks, clockwise from the front of the hull, None = it turns.
    bogged_in: the turn in which it last bogged down (or:7.29).
    morale:    its morale counter (or:7.1.5).
    watched:   the targets that it is to keep in sight before all others (or:7.7.2).
    turret:    by how much its turret is turned clockwise against its hull, 0 = ahead: in hexsides (or:7.8), in quarters
               where the edition has these in every game (min:8.2.1.1); buttoned: it is Buttoned Up (or:7.8.3).
    smoke_screen: it is in the smoke of its dischargers; smoked_in: the turn in which it last laid it (or:7.9).
    """

    id: UnitId = field(metadata=_ALL)
    side: SideId = field(metadata=_ALL)
    hex: Hex | None = field(default=None, metadata=_ALL)
    facing: int = field(default=0, metadata=_ALL)
    presence: Presence = field(default=Presence.WAITING, metadata=_ALL)
    damaged: bool = field(default=False, metadata=_ALL)
    spot: Spot | None = field(default=None, metadata=_ALL)
    new_spot_fire: bool = field(default=False, metadata=_ALL)
    command: Command | None = field(default=None, metadata=known(OWNER, also=_face_up, of_part=True))
    command_face: CommandFace = field(default=CommandFace.DOWN, metadata=_ALL)
    fired: bool = field(default=False, metadata=_ALL)
    moved: bool = field(default=False, metadata=_ALL)
    fate: Wreck | None = field(default=None, metadata=_ALL)
    left_from: Hex | None = field(default=None, metadata=_ALL)
    size: LegStep | None = field(default=None, metadata=_ALL)
    suppression: Suppression | None = field(default=None, metadata=_ALL)
    track_hit: bool = field(default=False, metadata=_ALL)
    turret_damaged: bool = field(default=False, metadata=_ALL)
    hull_damaged: bool = field(default=False, metadata=_ALL)
    bailed_out: bool = field(default=False, metadata=_ALL)
    under_fire: bool = field(default=False, metadata=_ALL)
    full_cover: bool = field(default=False, metadata=_ALL)
    hull_down: HullDown | None = field(default=None, metadata=_ALL)
    backed_in: bool = field(default=False, metadata=_ALL)
    inside: bool = field(default=False, metadata=_ALL)
    floor: int = field(default=0, metadata=_ALL)
    outside: Hex | None = field(default=None, metadata=_ALL)
    carrier: UnitId | None = field(default=None, metadata=_ALL)
    dismounted_in: int = field(default=0, metadata=_ALL)
    group: str = field(default="", metadata=known(OWNER, ""))
    started: Hex | None = field(default=None, metadata=_ALL)
    new_spot_small_arms: bool = field(default=False, metadata=_ALL)
    lost_weapons: tuple[int, ...] = field(default=(), metadata=_ALL)
    collateral: tuple[Collateral, ...] = field(default=(), metadata=_ALL)
    turret_turned: int | None = field(default=None, metadata=_ALL)
    made_smoke: bool = field(default=False, metadata=_ALL)
    malfunctions: tuple[Malfunction, ...] = field(default=(), metadata=_ALL)
    bogged_in: int = field(default=0, metadata=_ALL)
    morale: Shaken | None = field(default=None, metadata=_ALL)
    watched: tuple[UnitId, ...] = field(default=(), metadata=_ALL)
    turret: int = field(default=0, metadata=_ALL)
    buttoned: bool = field(default=False, metadata=_ALL)
    smoke_screen: bool = field(default=False, metadata=_ALL)
    smoked_in: int = field(default=0, metadata=_ALL)

    @property
    def suppressed(self) -> bool:
        """Whether it is Suppressed; both sides of the counter mean the same (na:5.10a)."""
        return self.suppression is not None

    @property
    def hesitating(self) -> bool:
        """Whether it is Hesitating; both sides of the counter mean the same (or:7.1.5, or:7.1.5.1, min:20.1.1.4.2)."""
        return self.morale in (Shaken.HESITATION_ON, Shaken.HESITATION_OFF)

    @property
    def broken(self) -> bool:
        """Whether it is Broken; both sides of the counter mean the same (or:7.1.5, or:7.1.5.2, min:20.1.1.4.1)."""
        return self.morale in (Shaken.BREAK_ON, Shaken.BREAK_OFF)

    @property
    def hurt(self) -> bool:
        """Whether it is Damaged in any way: one more Damaged result is a KO (na:4.4.3.2.6a, na:6.5.2.2.4)."""
        return self.damaged or self.turret_damaged or self.hull_damaged

    def bogged_down(self, turn: int) -> bool:
        """Whether it has bogged down in a turn and stays where it is to the end of it (or:7.29)."""
        return self.bogged_in == turn > 0

    @property
    def has_radio(self) -> bool:
        """Whether it keeps what its labels let it command and report (or:7.23.2)."""
        return Collateral.RADIO not in self.collateral

    @property
    def on_map(self) -> bool:
        """Whether it stands on the map."""
        return self.presence is Presence.ON_MAP
