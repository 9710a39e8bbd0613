"""Optional Rules of movement and ground, of the time of day and the weather (or:7.20, or:7.29 to or:7.36)."""

from __future__ import annotations

from typing import Final

from core.panzer.pieces.optional.notes import CONDITIONS, MOVEMENT, optional
from core.panzer.pieces.switch_ids import Switch

GROUND_RULES: Final = {
    Switch.LONG_GUNS: optional(
        MOVEMENT,
        "Long guns",
        "or:7.20",
        about="Vehicles with a long gun move among houses and trees with the turret ahead or astern, but on roads; in "
        "the miniatures edition they pivot there only as the turret turns back.",
        needs=(Switch.TURRETS,),
    ),
    Switch.SEARCH_BY_SIZE: optional(
        MOVEMENT,
        "Hull Down search by size",
        "min:20.20",
        about="Small vehicles find a Hull Down position more easily than large ones.",
        needs=(Switch.HULL_DOWN,),
    ),
    Switch.DUAL_CONTROLS: optional(
        MOVEMENT,
        "Dual driving controls",
        "or:7.33",
        about="A vehicle with a driver at each end pays in reverse what it pays ahead.",
    ),
    Switch.NARROW_ROADS: optional(
        MOVEMENT,
        "Narrow roads and paths",
        "or:7.30",
        "or:7.30a",
        "or:7.30b",
        about="On roads that the scenario calls narrow nobody drives past vehicles, towed units or wrecks; heavy "
        "tracked vehicles may push what cannot move onto the shoulder.",
        adds="a roll for each vehicle that pushes",
        asked="narrow roads",
    ),
    Switch.WEIGHT_LIMITS: optional(
        MOVEMENT,
        "Weight limits",
        "or:7.32",
        about="Bridges, and the ice of frozen streams, bear so many tons as the scenario says; who is heavier keeps "
        "off them, and crosses ice at Fords alone.",
        asked="bridges or ice with a limit",
    ),
    Switch.AMPHIBIOUS: optional(
        MOVEMENT,
        "Amphibious vehicles",
        "or:7.34",
        about="Amphibious vehicles that tow nothing go into water that is closed to others, one hex a turn; whatever "
        "harms them there sinks them.",
    ),
    Switch.BOGGING_DOWN: optional(
        MOVEMENT,
        "Bogging down",
        "or:7.29",
        about="Vehicles may stick fast as they leave rough, soft or wet ground, or move about in it.",
        adds="a roll for each hex of difficult ground that a vehicle leaves off the roads",
    ),
    Switch.MINES: optional(
        MOVEMENT,
        "Mines and minefields",
        "or:7.31",
        "or:7.31.1",
        "or:7.31.2",
        "or:7.31.2.1",
        "or:7.31.2.2",
        "or:7.31.3",
        about="Minefields are laid in secret before the set-up; whoever drives or walks into those of the enemy is "
        "attacked, until indirect fire, bombs or Engineers have cleared them.",
        adds="a roll for each unit that comes into a minefield",
        needs=(Switch.LEG_AND_TOWED, Switch.GP_FIRE),
        asked="minefields",
    ),
    Switch.FIRES: optional(
        MOVEMENT,
        "Fires",
        "or:7.35",
        "or:7.35.1",
        "or:7.35.2",
        "or:7.35.4",
        about="Buildings and rubble that were fired at may catch fire, and woods where the scenario says so; what "
        "stays in them is lost.",
        adds="a roll for each building or rubble hex under GP fire, at the beginning of the Adjustment Phase",
        needs=(Switch.BUILDINGS, Switch.GP_FIRE),
    ),
    Switch.ROCKET_FIRES: optional(
        MOVEMENT,
        "Hand-held anti-tank rockets and fires",
        "or:7.35.3",
        about="Rockets from the shoulder that miss a vehicle may set the building or rubble behind it on fire.",
        needs=(Switch.FIRES, Switch.ADVANCED_AP),
    ),
    Switch.LIMITED_VISIBILITY: optional(
        CONDITIONS,
        "Limited Visibility",
        "or:7.36",
        "or:7.36.1",
        about="Dusk, twilight, fog or moonlight: everything is spotted by -1 to -5, as the scenario says; by -2, which "
        "is twilight, where it says nothing.",
    ),
    Switch.CAUTIOUS_MOVEMENT: optional(
        CONDITIONS,
        "Cautious Movement",
        "or:7.36.2",
        about="Vehicles have half of their Movement Factor and nobody quickmarches; with Limited Visibility half on "
        "Paths and Roads too, and no more than across country where it is very limited. In the miniatures edition all "
        "units have half.",
    ),
    Switch.SNOW: optional(
        CONDITIONS,
        "Snow",
        "or:7.36.3",
        about="Each hex costs 1 more to enter, on the whole map or where the scenario says; who tows bogs down sooner.",
    ),
    Switch.MUD: optional(
        CONDITIONS,
        "Mud",
        "or:7.36.3",
        about="Difficult ground bogs vehicles down twice as often, on the whole map or where the scenario says; who "
        "tows sooner still.",
        needs=(Switch.BOGGING_DOWN,),
    ),
    Switch.FROZEN_STREAMS: optional(
        CONDITIONS,
        "Frozen streams",
        "or:7.36.3",
        about="Streams and their Fords are frozen and crossed as Clear ground.",
    ),
    Switch.OVERFLOWING_STREAMS: optional(
        CONDITIONS,
        "Overflowing streams",
        "or:7.36.3",
        about="Streams and their Fords overflow and are impassable; bridges are not.",
        excludes=(Switch.FROZEN_STREAMS,),
    ),
}
