"""What happens in Close Assaults and Hand-to-Hand combats (na:6.6.1)."""

from __future__ import annotations

from attrs import frozen

from core.event import Event, SideId, UnitId, event
from core.hexes import Hex
from core.panzer.pieces.close_combat import Attack, Way
from core.panzer.pieces.results import Result
from core.secrecy import ALL
from core.tally import Reason


@event("assault-announced", known=ALL, reveals=True)
@frozen(kw_only=True, eq=False, repr=False)
class AssaultAnnounced(Event):
    """All attacks on one target were announced (na:6.6.1.1b, na:6.6.1.2b).

    hex: of the target; attacks: each with its hex; advancing: who moves next to it first, and how
    (na:6.6.1.1a); dismount: a Dismount Attack (na:6.6.1.1d); waits: until all others have been announced
    (min:16.9.1.6).
    """

    side: SideId
    target: UnitId
    hex: Hex
    attacks: tuple[Attack, ...]
    advancing: tuple[Way, ...] = ()
    dismount: bool = False
    waits: bool = False


@event("assault-begun", known=ALL)
@frozen(kw_only=True, eq=False, repr=False)
class AssaultBegun(Event):
    """All assaults have been announced, and the attacks on this target are fought now (min:16.9.1.6)."""

    target: UnitId


@event("terrain-attack-announced", known=ALL, reveals=True)
@frozen(kw_only=True, eq=False, repr=False)
class TerrainAttackAnnounced(Event):
    """Engineers announced an attack on terrain in a hex (or:7.19). waits: until all others have been announced
    (min:16.9.1.6)."""

    side: SideId
    hex: Hex
    terrain: str
    attack: Attack
    waits: bool = False


@event("terrain-attack-begun", known=ALL)
@frozen(kw_only=True, eq=False, repr=False)
class TerrainAttackBegun(Event):
    """All attacks on foot have been announced, and that of this unit on terrain is fought now (min:16.9.1.6)."""

    unit: UnitId
    hex: Hex
    terrain: str


@event("terrain-attack-ended", known=ALL, reveals=True)
@frozen(kw_only=True, eq=False, repr=False)
class TerrainAttackEnded(Event):
    """An attack on terrain is over; or some of the attackers cannot advance any more (or:7.19).

    units: who has attacked; dropped: who is left behind, while the attack goes on.
    """

    units: tuple[UnitId, ...] = ()
    dropped: tuple[UnitId, ...] = ()


@event("unit-advanced", known=ALL, reveals=True)
@frozen(kw_only=True, eq=False, repr=False)
class UnitAdvanced(Event):
    """A unit moved one hex of its Advancing Attack (na:6.6.1.1a). left: the hex; spent: allowance for the whole way."""

    unit: UnitId
    hex: Hex
    left: Hex
    facing: int
    spent: int = 1


@event("attackers-dropped", known=ALL, reveals=True)
@frozen(kw_only=True, eq=False, repr=False)
class AttackersDropped(Event):
    """Attackers cannot attack any more: Overwatch Fire Suppressed or eliminated them (na:6.6.1.1a, na:6.6.1.2a)."""

    units: tuple[UnitId, ...]


@event("primary-named", known=ALL, reveals=True)
@frozen(kw_only=True, eq=False, repr=False)
class PrimaryNamed(Event):
    """It is settled who leads an attack after losses (na:6.6.1.2.3c)."""

    unit: UnitId


@event("close-assault-resolved", known=ALL, reveals=True)
@frozen(kw_only=True, eq=False, repr=False)
class CloseAssaultResolved(Event):
    """One Close Assault was resolved (na:6.6.1.1.3).

    gp: GP Factor by the size of the primary attacker; defense: GP Defense Factor, at most 5; type: A, P or S; n_effect,
    s_effect: the cell; net: Net Modifier; total: the modified result, None against a Bailed Out vehicle
    (na:6.6.1.1.3a); second_damage: whether damage became a KO; flamethrower: whether one was in the attack.
    """

    primary: UnitId
    others: tuple[UnitId, ...] = ()
    target: UnitId
    hex: Hex
    gp: int
    defense: int
    type: str
    n_effect: int
    s_effect: int
    net: int
    total: int | None
    result: Result
    second_damage: bool = False
    flamethrower: bool = False


@event("hand-to-hand-fought", known=ALL, reveals=True)
@frozen(kw_only=True, eq=False, repr=False)
class HandToHandFought(Event):
    """One roll-off of a Hand-to-Hand combat (na:6.6.1.2.3). The rolls are those of the attacker and of the defender.

    attack, defense: the modified results; attack_net, defense_net: Net Modifiers; tally: of the attacker,
    defense_tally: of the defender; loser: who is lower, None on a tie, which is rolled again; eliminated: whether it is
    removed, otherwise it is reduced to a half-squad.
    """

    primary: UnitId
    others: tuple[UnitId, ...] = ()
    target: UnitId
    hex: Hex
    attack: int
    defense: int
    attack_net: int
    defense_net: int
    defense_tally: tuple[Reason, ...] = ()
    loser: UnitId | None
    eliminated: bool = False


@event("assault-won", known=ALL, reveals=True)
@frozen(kw_only=True, eq=False, repr=False)
class AssaultWon(Event):
    """The target is gone; these attackers may move into its hex or stay (na:6.6.1.1.3b, na:6.6.1.2.3b)."""

    target: UnitId
    hex: Hex
    units: tuple[UnitId, ...]


@event("hex-taken", known=ALL, reveals=True)
@frozen(kw_only=True, eq=False, repr=False)
class HexTaken(Event):
    """Attackers moved into the hex of the target that they have eliminated, or stayed.

    facings: one for each; uncovered: those that give up Full Cover, since there is none; left: where each has stood, if
    mines attack whoever sets off among them (min:20.6.2).
    """

    hex: Hex
    units: tuple[UnitId, ...]
    facings: tuple[int, ...] = ()
    uncovered: tuple[UnitId, ...] = ()
    left: tuple[Hex, ...] = ()


@event("attack-lapsed", known=ALL, reveals=True)
@frozen(kw_only=True, eq=False, repr=False)
class AttackLapsed(Event):
    """The target was gone before this attack: its units attack nobody else, but may move normally (na:6.6.1.1b)."""

    units: tuple[UnitId, ...]
    target: UnitId


@event("assault-ended", known=ALL)
@frozen(kw_only=True, eq=False, repr=False)
class AssaultEnded(Event):
    """All attacks on a target have been fought."""

    target: UnitId


@event("overruns-announced", known=ALL, reveals=True)
@frozen(kw_only=True, eq=False, repr=False)
class OverrunsAnnounced(Event):
    """All Overruns of one target were announced (na:6.6.10)."""

    side: SideId
    target: UnitId
    units: tuple[UnitId, ...]


@event("overrun-begun", known=ALL, reveals=True)
@frozen(kw_only=True, eq=False, repr=False)
class OverrunBegun(Event):
    """A vehicle is about to drive into the hex of its target, without Overwatch Fire meanwhile (na:6.6.10b)."""

    unit: UnitId
    target: UnitId


@event("overrun-lapsed", known=ALL, reveals=True)
@frozen(kw_only=True, eq=False, repr=False)
class OverrunLapsed(Event):
    """A vehicle did not get to its target, so that there is no Overrun (na:6.6.10a). reason: in words."""

    unit: UnitId
    target: UnitId
    reason: str


@event("overrun-resolved", known=ALL, reveals=True)
@frozen(kw_only=True, eq=False, repr=False)
class OverrunResolved(Event):
    """A vehicle Overran a unit (na:6.6.10.2).

    gp: the GP Factors of its weapons at range 1 and of its passengers together, at most 15; parts: what they are, in
    words, with their GP Factors; defense: GP Defense Factor; n_effect, s_effect: the cell; net: Net Modifier; total:
    the modified result; short: whether its ammunition had run short (na:5.16.2.1).
    """

    unit: UnitId
    target: UnitId
    hex: Hex
    gp: int
    parts: tuple[tuple[str, int], ...] = ()
    defense: int
    n_effect: int
    s_effect: int
    net: int
    total: int
    result: Result
    short: bool = False
