"""The advanced and optional rules of Panzer War, each a switch of its own."""

from __future__ import annotations

from enum import Enum
from typing import Final

from attrs import frozen


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


@frozen
class Row:
    """What the screen of options says of a switch. tier: "advanced" or "optional"."""

    title: str
    tier: str
    rule: str
    about: str
    needs: frozenset[Switch] = frozenset()


ROWS: Final = {
    Switch.TURRETS: Row("Turret rotation", "advanced", "pw:6.16", "Turning a turret far costs to-hit and segments."),
    Switch.SLOPE: Row("Ground slope", "advanced", "pw:6.17", "Climbing costs by the angle of the ground."),
    Switch.REALISTIC_FIRE: Row(
        "Realistic firing", "advanced", "pw:8.14", "Moving targets are met half-way in the first fire segments."
    ),
    Switch.JAMS: Row("Gun jams", "advanced", "pw:8.14.7", "A to-hit roll of 1 may jam the gun."),
    Switch.TILT: Row("Tilted positions", "advanced", "pw:8.15", "A gun on a side slope hits less."),
    Switch.DEPRESSION: Row("Gun depression", "advanced", "pw:8.16", "A gun cannot fire at what lies below its limit."),
    Switch.SHORT_RANGE: Row("Short-range accuracy", "advanced", "pw:9.21", "Size and aiming count half up to 300."),
    Switch.ALLOCATION: Row("Artillery allocation", "advanced", "pw:10.9", "Targets decide how long batteries fire."),
    Switch.OVERWATCH: Row("Overwatch", "optional", "pw:7.9", "Fire at first sight at a marked point."),
    Switch.ORDERS_CHITS: Row("Orders chits", "optional", "pw:4.12", "A chit beside the unit fixes its movement."),
    Switch.DOUBLE_TURNS: Row("Double-length turns", "optional", "pw:6.15", "Twice the movement until contact."),
    Switch.AIMED_FIRE: Row("Aimed fire", "optional", "pw:9.20", "Aim high or low."),
    Switch.SIDE_LOCATIONS: Row("Detailed side locations", "optional", "pw:9.5.5", "Where a side hit strikes."),
    Switch.HULL_GUNNER: Row("Hull gunner", "optional", "pw:9.11", "The hull gunner can be lost."),
    Switch.MODELLED_TERRAIN: Row("Modelled terrain", "optional", "pw:9.17.8", "Hull down as the ground shows it."),
    Switch.AGGREGATE: Row("Aggregate chances", "optional", "pw:2.4", "One roll for many small chances."),
    Switch.ONE_SEGMENT: Row(
        "Infantry in one segment", "optional", "pw:SC.1", "Infantry far from the enemy moves all at once."
    ),
}
