"""What the Optional Rules (or:7.0) are in the two editions, fact by fact: the hex edition, and min:20.0."""

from __future__ import annotations

from typing import Final

from attrs import frozen

from core.alike import Alike


@frozen(kw_only=True, eq=False, repr=False)
class OptionalFacts(Alike):
    """What the editions do otherwise in the Optional Rules, one fact a line, with what the hex edition does."""

    #: Whether Limited Spotting takes a roll beyond half of the spotting range alone, by the best spotter for all
    #: (min:20.14.1), not from a hex on and with the help of others (or:7.7.1).
    spots_within_half: bool = False
    #: By how many dice the penetration of a hit varies (or:7.12; min:20.16).
    penetration_dice: int = 2
    #: What twice the D of Small Arms, and of who has no GP weapon, counts for against tracks (or:7.21; min:20.19).
    least_against_tracks: int = 1
    #: Whether weapons fired from the hand always tell on tracks, and whether GP fire may be too light for them
    #: (or:7.21; neither by min:20.19).
    hand_held_breaks_tracks: bool = True
    gp_spares_tracks: bool = True
    #: Whether Engineer squads and half-squads attack all terrain that can be destroyed, Buildings too, from where they
    #: stand (min:20.5); else sections too, not Buildings, and with an advance (or:7.19).
    all_terrain_attacked: bool = False
    #: Whether guns on platforms turn to aircraft too (or:7.16; not min:20.18).
    platforms_turn_to_aircraft: bool = True
    #: Whether cautious movement halves every allowance, of leg and towed units and on routes too (min:20.13.2); else
    #: that of vehicles across country, on routes only where visibility is limited (or:7.36.2).
    all_cautious: bool = False
    #: Whether long guns pivot among trees and in buildings only as their turret turns back (min:20.12.2, min:20.12.3).
    long_guns_bind_pivots: bool = False
    #: Whether minefields are plots that bar Buildings, water, Ditches and Improved Positions alone, may lie around them
    #: and never overlap (min:20.6.1); else adjacent hexes of which more are barred, two types to a hex (or:7.31.1).
    minefields_plotted: bool = False
    #: Over how many hexes of a move a minefield attacks once (min:20.6.2); in each, and at each move in it (or:7.31.2).
    mine_stretch: int = 1
    #: Whether all mines of a field in a SHEAF are attacked as one area (min:20.6.3.1), not hex by hex (or:7.31.3.1).
    minefields_fall_as_areas: bool = False
    #: Whether Indirect Fire and crashes attack hidden mines too (min:20.6.3.1), not known ones alone (or:7.31.3.1).
    hidden_mines_are_struck: bool = False
    #: Whether what aircraft drop clears mines (or:7.31.3.2; not min:20.6.3).
    bombs_clear_mines: bool = True
    #: Whether what comes from the air starts fires (or:7.35; not min:20.11).
    aircraft_start_fires: bool = True
    #: Whether a building catches fire by what strikes those inside it alone (min:20.11), not all in its hex (or:7.35).
    fires_need_target_inside: bool = False
    #: Whether camouflage is seen through by the range that the table lists, multiplied by nothing, for all of a side
    #: (min:20.8.1); else by the range as modified, for those no farther away (or:7.24).
    camouflage_by_table: bool = False
    #: Whether any FIRE, shot on Overwatch or pivot ends camouflage (min:20.8.2), not fire before enemies alone
    #: (or:7.24).
    camouflage_ends_at_once: bool = False
    #: Whether mud doubles what terrain costs (min:20.13.3.2), not the range in which it bogs vehicles down (or:7.36.3).
    mud_costs: bool = False
    #: Whether water that bars others takes amphibious vehicles a whole move (or:7.34), not twice a stream (min:20.10).
    floats_one_hex: bool = True
    #: Whether Indirect Fire sinks a vehicle afloat whatever comes of it (min:20.10.2).
    indirect_sinks: bool = False
    # -- morale --------------------------------------------------------------------------------------
    #: Whether Broken units, as Suppressed ones, spot ahead only (min:5.2).
    broken_look_ahead: bool = False
    #: Whether Broken units are active (min:13.1.1; not or:7.1.5.2).
    broken_are_active: bool = False
    #: How far spotted enemies are close, and at most near, in a Morale Check (or:7.1.4; min:20.1.1.3.12,
    #: min:20.1.1.3.13), and whether only the worse of the two counts.
    enemies_close: int = 2
    enemies_near: int = 5
    enemies_count_once: bool = False
    #: Within how many hexes a Brew Up, and losses in close combat, call for checks (or:7.1.2; min:20.1.1.2.1).
    companions_within: int = 0
    #: Whether vehicles are checked too when others of their formation are lost in close combat, once it is worn down
    #: (min:20.1.1.2.1; not or:7.1.2).
    vehicles_have_companions: bool = False


#: The facts of the hex edition, and of the miniatures edition.
OPTIONS_ON_HEXES: Final = OptionalFacts()
OPTIONS_IN_MINIATURE: Final = OptionalFacts(
    spots_within_half=True,
    penetration_dice=1,
    least_against_tracks=2,
    hand_held_breaks_tracks=False,
    gp_spares_tracks=False,
    all_terrain_attacked=True,
    platforms_turn_to_aircraft=False,
    all_cautious=True,
    long_guns_bind_pivots=True,
    minefields_plotted=True,
    mine_stretch=2,
    minefields_fall_as_areas=True,
    hidden_mines_are_struck=True,
    bombs_clear_mines=False,
    aircraft_start_fires=False,
    fires_need_target_inside=True,
    camouflage_by_table=True,
    camouflage_ends_at_once=True,
    mud_costs=True,
    floats_one_hex=False,
    indirect_sinks=True,
    broken_look_ahead=True,
    broken_are_active=True,
    enemies_close=5,
    enemies_near=10,
    enemies_count_once=True,
    companions_within=2,
    vehicles_have_companions=True,
)
