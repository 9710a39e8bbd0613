"""The advanced and optional rules of Panzer War, each a switch of its own.

An engagement plays with a set of them; players bring others in by their id, and leave those out by "without-" and the
id.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import Final

from attrs import frozen

from core.alike import Alike


class Switch(Enum):
    """A rule that may be switched on; its value is its id in journals and on the command line."""

    TURRETS = "turret-rotation"
    SLOPE = "ground-slope"
    REALISTIC_FIRE = "realistic-firing"
    JAMS = "gun-jams"
    TILT = "tilted-positions"
    DEPRESSION = "gun-depression"
    SHORT_RANGE = "short-range-accuracy"
    ALLOCATION = "artillery-allocation"
    OVERWATCH = "overwatch"
    ORDERS_CHITS = "orders-chits"
    DOUBLE_TURNS = "double-length-turns"
    AIMED_FIRE = "aimed-fire"
    SIDE_LOCATIONS = "detailed-side-locations"
    HULL_GUNNER = "hull-gunner"
    MODELLED_TERRAIN = "modelled-terrain"
    AGGREGATE = "aggregate-chances"
    ONE_SEGMENT = "infantry-in-one-segment"


#: What leaves a rule out, before its id.
WITHOUT: Final = "without-"
#: Headings on the screen of options.
COMMAND: Final = "Command"
MOVEMENT: Final = "Movement"
SIGHTING: Final = "Sighting"
FIRE: Final = "Fire"
DAMAGE: Final = "Damage"
ARTILLERY: Final = "Artillery"
#: In this order.
GROUPS: Final = (COMMAND, MOVEMENT, SIGHTING, FIRE, DAMAGE, ARTILLERY)


@frozen(kw_only=True, eq=False, repr=False)
class Row(Alike):
    """What the screen of options says of a switch.

    tier: "advanced" or "optional"; group: its heading; rules: those of the book that it brings in, its own first;
    about: what it does, in a sentence; adds: what a turn has more by it; needs: the switches that it cannot do without;
    excludes: those that it does not go with.
    """

    title: str
    tier: str
    group: str
    rules: tuple[str, ...]
    about: str
    adds: str = "nothing"
    needs: frozenset[Switch] = frozenset()
    excludes: frozenset[Switch] = frozenset()

    @property
    def rule(self) -> str:
        """Its own rule."""
        return self.rules[0]


ROWS: Final = {
    Switch.TURRETS: Row(
        title="Turret rotation",
        tier="advanced",
        group=FIRE,
        rules=(
            "pw:6.16",
            "pw:6.16.1",
            "pw:6.16.1.1",
            "pw:6.16.1.2",
            "pw:6.16.1.3",
            "pw:6.16.1.4",
            "pw:6.16.2",
            "pw:6.16.3",
            "pw:6.16.3.5",
            "pw:6.16.4",
            "pw:6.16.5",
        ),
        about="A turret that turns far fires later and hits less, by its class of rotation, and points one way a turn.",
        adds="where turrets point, in the plan of each vehicle",
    ),
    Switch.SLOPE: Row(
        title="Ground slope",
        tier="advanced",
        group=MOVEMENT,
        rules=("pw:6.17",),
        about="Climbing costs by the angle of the ground along the vehicle, instead of the caps of hills.",
    ),
    Switch.REALISTIC_FIRE: Row(
        title="Realistic firing",
        tier="advanced",
        group=FIRE,
        rules=(
            "pw:8.14",
            "pw:8.14.1",
            "pw:8.14.2",
            "pw:8.14.3",
            "pw:8.14.4",
            "pw:8.14.5",
            "pw:8.14.6",
        ),
        about="Who fires early meets a moving target half-way, who fires late where it ends.",
    ),
    Switch.JAMS: Row(
        title="Gun jams",
        tier="advanced",
        group=FIRE,
        rules=("pw:8.14.7", "pw:8.14.7.1", "pw:8.14.7.2"),
        about="A natural 1 to hit may jam the gun, some guns more easily than others.",
        adds="a second die for each 1, and a roll to clear each jam",
    ),
    Switch.TILT: Row(
        title="Tilted positions",
        tier="advanced",
        group=FIRE,
        rules=("pw:8.15.1", "pw:8.15.2"),
        about="Armour keeps off side slopes of 30 degrees, and hits less from gentler ones.",
    ),
    Switch.DEPRESSION: Row(
        title="Main gun depression",
        tier="advanced",
        group=FIRE,
        rules=("pw:8.16.0",),
        about="A main gun cannot be laid on what lies below the limit of its mount.",
    ),
    Switch.SHORT_RANGE: Row(
        title="Short-range accuracy",
        tier="advanced",
        group=FIRE,
        rules=("pw:9.21",),
        about="Up to 300, with a base of 1, aiming and the size of the target count half.",
    ),
    Switch.ALLOCATION: Row(
        title="Artillery allocation",
        tier="advanced",
        group=ARTILLERY,
        rules=("pw:10.9", "pw:10.9.1", "pw:10.9.2", "pw:10.9.5"),
        about="The target decides for how many turns a battery fires, or that it does not; then it rests six turns.",
    ),
    Switch.ORDERS_CHITS: Row(
        title="Orders chits",
        tier="optional",
        group=COMMAND,
        rules=("pw:4.12", "pw:4.12.1", "pw:4.12.2", "pw:4.12.3"),
        about="A chit beside a unit holds how much it moves, face down until it does.",
        adds="a chit for each unit, with its order",
    ),
    Switch.DOUBLE_TURNS: Row(
        title="Double-length turns",
        tier="optional",
        group=MOVEMENT,
        rules=("pw:6.15", "pw:6.15.1", "pw:6.15.2"),
        about="Until the sides are in sight and range of each other, a turn has twice its movement and one of orders.",
    ),
    Switch.ONE_SEGMENT: Row(
        title="Infantry in one segment",
        tier="optional",
        group=MOVEMENT,
        rules=("pw:SC.1",),
        about="Infantry that meets no enemy makes all its movement in one segment.",
    ),
    Switch.OVERWATCH: Row(
        title="Overwatch",
        tier="optional",
        group=SIGHTING,
        rules=("pw:7.9", "pw:7.9.1", "pw:7.9.2", "pw:7.9.3"),
        about="Under Cover, who watches a mark fires at first sight at what comes near to it.",
        adds="marks, in the communications phase",
    ),
    Switch.AIMED_FIRE: Row(
        title="Aimed fire",
        tier="optional",
        group=FIRE,
        rules=(
            "pw:9.20",
            "pw:9.20.1",
            "pw:9.20.2",
            "pw:9.20.3",
            "pw:9.20.4",
            "pw:9.20.5",
            "pw:9.20.6",
            "pw:9.20.7",
            "pw:9.20.8",
        ),
        about="Who stands still may aim at the turret or at the tracks, and hits less.",
        adds="high or low, with a declaration of fire",
    ),
    Switch.SIDE_LOCATIONS: Row(
        title="Detailed side locations",
        tier="optional",
        group=DAMAGE,
        rules=("pw:9.5.5",),
        about="A die says whether a hit in the side of the hull meets driver, fighting room or engine.",
        adds="a D6 for each such hit",
    ),
    Switch.HULL_GUNNER: Row(
        title="Hull gunner",
        tier="optional",
        group=DAMAGE,
        rules=("pw:9.11",),
        about="The gunner in the hull can be lost, and with him the gun there.",
    ),
    Switch.MODELLED_TERRAIN: Row(
        title="Modelled terrain",
        tier="optional",
        group=DAMAGE,
        rules=("pw:9.17.8",),
        about="How far a vehicle is hull down is read from the ground as it stands.",
    ),
    Switch.AGGREGATE: Row(
        title="Aggregate chances",
        tier="optional",
        group=DAMAGE,
        rules=("pw:2.4",),
        about="One roll of a D100 stands for many of the same small chance: hits of area fire, mines that are tripped.",
    ),
}


def rows(group: str) -> tuple[Switch, ...]:
    """The switches under a heading, in the order of the list."""
    return tuple(switch for switch, row in ROWS.items() if row.group == group)


def played(there: Iterable[str], options: Iterable[str]) -> frozenset[str]:
    """The ids of the switches that are on: those of the engagement, less what players leave out, and what they bring
    in."""
    ids = frozenset(options)
    return (frozenset(there) | {id_ for id_ in ids if not id_.startswith(WITHOUT)}) - {
        id_.removeprefix(WITHOUT) for id_ in ids if id_.startswith(WITHOUT)
    }


def clash(on: Iterable[str]) -> str:
    """Why some switches do not go together, "" if they do."""
    ids = frozenset(on)
    for switch, row in ROWS.items():
        if switch.value not in ids:
            continue
        missing = sorted(ROWS[other].title for other in row.needs if other.value not in ids)
        if missing:
            return f"{row.title} ({row.rule}) needs {' and '.join(missing)}: switch both on, or leave it out"
        against = sorted(ROWS[other].title for other in row.excludes if other.value in ids)
        if against:
            return f"{row.title} ({row.rule}) does not go with {against[0]}: choose one of the two"
    return ""
