"""The two editions of Panzer: what the miniatures edition, on hexes of an inch, does otherwise than the hex edition.

Most of what differs are numbers, and stands in the tables that a scenario of the edition brings. What is left are the
facts below, one line each, by the chapters of the book; those of the Optional Rules are in `optional/editions.py`.
A chapter asks `state.edition` for the fact, never which edition it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from attrs import field, frozen

from core.panzer.pieces.missions import FIRE_ON_HEXES, MINIATURE_FIRE, IndirectFacts
from core.panzer.pieces.optional.editions import OPTIONS_IN_MINIATURE, OPTIONS_ON_HEXES, OptionalFacts
from core.panzer.pieces.switch_ids import HEX_LACKS, MINIATURES_LACKS, Switch
from core.panzer.pieces.turrets import HEXSIDES, QUARTERS, Turrets


@frozen(kw_only=True, eq=False, repr=False)
class Edition:
    """What a chapter asks of the edition that is played.

    id: as scenario files name it; metres: width of a hex; measure: the unit of its distances, one to a hex, counted
    from centre to centre as hexes are (min:INTRO.c, min:4.5, min:4.5.1).
    """

    id: str
    name: str
    metres: int
    measure: str
    #: The ways in which turrets may face (or:7.8; min:8.2.1.1), and whether they do so in every game, not by the
    #: Optional Rule alone.
    turrets: Turrets = HEXSIDES
    turrets_face: bool = False
    #: Whether spotting ranges are multiplied for what both do (min:5.4.2.6), not shifted by rows (na:4.1.3b).
    multiplied_spotting: bool = False
    #: Width of front and rear Fields-of-Fire (na:4.4.3.1.4; min:8.2.1.4: a quadrant).
    arc_degrees: int = 60
    #: Whether vehicles that made no use of their MOVE pivot, and Suppressed units do not (min:10.1, min:19.1).
    vehicles_pivot: bool = False
    # -- command -------------------------------------------------------------------------------------
    #: The least commands of a formation (na:6.2.1.1.1; min:13.1.3 has none).
    least_commands: int = 1
    #: Whether a column on a road or path shares MOVE, inactive vehicles too (na:6.2.1.1.3; not min:13.2.1).
    columns_share: bool = True
    #: Whether an unarmed Recon unit has its command free only if another Recon unit activates it (min:13.2.1.2).
    recon_activates: bool = False
    #: Whether the better Force Grade wins a tie of the initiative (min:14.1); else ties are rolled again (na:6.3.1).
    grade_breaks_ties: bool = False
    # -- objectives ----------------------------------------------------------------------------------
    #: From how many hexes away a combat unit holds an objective, or contests it by a complete turn there (min:4.6);
    #: None: from its hexes alone, and what is captured stays captured (na:3.6b).
    holds_from: int | None = None
    #: Whether a Track hit counts as a loss where all combat units are to be lost (min:23.1.4.1; not na:3.6a).
    immobilized_are_beaten: bool = False
    # -- combat --------------------------------------------------------------------------------------
    #: Whether FIRE and SHORT HALT that find no target count as fire, to be seen and answered (min:6.1.3,
    #: min:8.1.1.2.4); else they are laid open, and that is all (na:4.4.1i).
    forgone_fire_counts: bool = False
    #: Whether fire announced before a vehicle was knocked out goes on until it burns (min:8.3.1); else it is wasted
    #: (na:4.4.1e).
    wrecks_are_fired_at: bool = False
    #: Whether a Track hit makes a vehicle stationary from the next step on (min:8.4.5.3.1; not na:6.5.2.2.1a).
    tracked_are_stationary: bool = False
    #: Whether minimum ranges hold in the Basic Game too (min:4.5.2; na:5.6 belongs to the Advanced Game).
    minimum_in_basic_game: bool = False
    #: Whether hits are counted and located in the Basic Game too (min:8.4; na:6.5.2 belongs to the Advanced Game).
    located_hits: bool = False
    #: Sections of the compass by which Hit Angles are told: six of 60 degrees (na:6.5.2.2), eight of 45 (min:8.4.5.1).
    hit_angle_sections: int = 6
    #: Whether hits beyond the first may go to other vehicles (na:6.5.2.1c; never by min:8.4.4.2.3).
    hits_spread: bool = True
    #: Whether Damage is of turret or hull (na:6.5.2.2.4), not of the whole vehicle (min:8.4.7.4).
    damaged_parts: bool = True
    #: How much lower Damage to an S-Type vehicle is looked up (na:6.5.2.5; min:8.4.7.2).
    soft_steps: int = 2
    #: Whether there is one Hull Down alone, which masks the locations marked * from all angles (min:8.4.5.5).
    one_hull_down: bool = False
    #: Up to how many hexes for each Height a vehicle above its shooter is Hull Down (na:6.1.4.1.3; min:5.5.3).
    hull_down_by_height: int = 1
    #: Whether rising and falling shots change Armor by a table (min:16.1.3.2), not by rows of the card (na:6.5.2.3.1).
    armor_by_table: bool = False
    #: Whether an ammo limit is in effect from a roll as high on (min:16.1.2.2.2), not above it (na:5.16.2b).
    limit_included: bool = False
    #: Whether special ammunition whose limit is in effect misfires (min:16.1.2.3.2); else AP is fired (na:5.16.2.2).
    special_misfires: bool = False
    #: Whether hand-held weapons fired at a vehicle strike its passengers by GP data (na:5.1.3.4; not min:16.2.2.1).
    launchers_strike_passengers: bool = True
    #: Whether who shares an Overwatch that others used shows SPOT (FIRE) too (min:16.1.4.2; na:6.2.1.1.4 is silent).
    shared_overwatch_shows: bool = False
    #: Whether passengers check for themselves when the crew stays in a vehicle that was hit (na:6.5.2.6.2a).
    passengers_check_hits: bool = True
    #: What is added to the roll of Suppressed passengers Under Cover, whose grade does not count (min:16.1.6.2.3);
    #: None = they stay in, and grades count (na:6.5.4.5).
    suppressed_under_cover: int | None = None
    #: How far a Brew Up Suppresses units of its own side, in hexes, and whether it spares passengers Under Cover
    #: (na:6.5.2.5d; min:8.4.7.6).
    brew_up_reach: int = 0
    brew_up_spares_under_cover: bool = True
    #: Whether smoke hinders fire from the moment at which it comes up (min:3.4.1), not from the next step on (na:5.11).
    smoke_at_once: bool = False
    #: Whether smoke of units on the map is an Open SHEAF (min:16.2.1.4), not a Closed one (na:6.1.4.3.10b).
    smoke_is_open: bool = False
    #: Whether Engineers make smoke in their own hex too (min:16.7.4.3), not in adjacent ones alone (na:6.1.4.3.10a).
    smoke_where_they_are: bool = False
    #: Whether all hindrances of a hex count (min:12.5), not the largest alone (na:5.11).
    hindrances_add_up: bool = False
    # -- movement ----------------------------------------------------------------------------------
    #: The least allowance that halving leaves a unit (na:3.7; min:9.2.1.1 has none).
    least_allowance: int = 1
    #: How many Heights any unit changes in one hex (min:9.3.3); None: by its kind (na:4.5.1.1.2b).
    heights_in_a_hex: int | None = None
    #: Whether Smoke, Barrages and Wrecks add to the cost of their hex, as Brew-Up Smoke does (min:9.3.4).
    clouds_cost: bool = False
    #: Whether one hex of Path makes the whole move one by Path (min:9.5.3), a bridge between both too (min:9.5.4);
    #: else the most hexes decide (na:4.5.1.1.5c), and the bridge is Road (na:4.5.1.1.6).
    path_prevails: bool = False
    #: Whether a vehicle has to face along the route where its move by Path or Road begins (min:9.5.1).
    faces_route: bool = False
    #: Whether vehicles may try to go into buildings in every game (min:9.7), not by rules of their own (na:6.6.3).
    vehicles_enter_buildings: bool = False
    #: Whether enemies and wrecks alone deny a route its allowance (min:9.5.5), not friends and what is abandoned.
    friends_share_route: bool = False
    #: How much of a hex is to be had, in quarters of an inch by an inch (min:9.9); None: any number of units (na:3.8).
    room: int | None = None
    #: Whether who searches for a Hull Down position under a Barrage is attacked by it (na:6.6.6; not min:17.2.5).
    searches_draw_barrages: bool = True
    #: Whether guns are pushed as far as their card says, by SHORT HALT too (min:17.2.4); else one hex (na:6.6.5).
    guns_by_allowance: bool = False
    #: Whether guns keep out of Wire in tow of tracked vehicles too (min:17.2.4.1.4; not na:6.6.5).
    guns_keep_out_of_wire: bool = False
    #: Whether units in Full Cover have neither MOVE nor SHORT HALT (min:17.2.6.2); else leg units crawl (na:6.6.4.3).
    full_cover_stays: bool = False
    #: Whether units take Full Cover on Bridges, in Fords and Streams too (min:17.2.6; not na:6.1.4.2a).
    full_cover_anywhere: bool = False
    #: Whether Engineers dig two turns' worth in what others began (min:17.2.7.1); else it is complete (na:6.6.8).
    engineers_dig_double: bool = False
    #: Whether squads and half-squads alone quickmarch, from clear ground, over any Height (min:17.2.3.2.1).
    squads_quickmarch: bool = False
    #: Whether squads and half-squads alone are on motorcycles (min:17.2.3.3), not sections too (na:6.6.4.4).
    squads_alone_ride: bool = False
    #: Whether a search finds one kind of Hull Down, unturned, at one chance for all (min:17.2.2.3.1, min:17.2.2.3.2).
    plain_search: bool = False
    #: Whether leg units stay outside of buildings, and guns go in (min:17.2.3.4, min:17.2.4.2; not na:6.1.4.3.1).
    beside_buildings: bool = False
    #: Whether vehicles that carry somebody, or back in, may try to go into buildings (min:9.7.1; not na:6.6.3).
    loaded_into_buildings: bool = False
    #: Whether vehicles roll for bogging down once for a stretch of ground (min:17.2.2.2.1); else in each hex (or:7.29).
    bogs_by_terrain: bool = False
    #: Whether those who share a MOVE with a vehicle that bogs down may leave it behind (or:7.29), as after a Track hit;
    #: else they end within Command Range of it too (min:17.2.1.1, min:17.2.2.4).
    bogged_are_left: bool = True
    # -- indirect fire -------------------------------------------------------------------------------
    #: What is other in indirect fire, fact by fact.
    indirect: IndirectFacts = FIRE_ON_HEXES
    # -- GP fire -------------------------------------------------------------------------------------
    #: Whether moving, Heat Haze and what hangs over a hex count against Indirect Fire for who is at the Target Point
    #: alone (min:16.7.2.1, min:16.7.2.6a, min:16.7.2.9 to min:16.7.2.11), and moving against aircraft for their target.
    counts_at_target_point: bool = False
    #: What Full Cover adds to the GP Defense of all (min:16.7.3.2.1); None: what the card says (na:6.5.4.2.2).
    full_cover_defense: int | None = None
    #: Whether Stone Buildings and Improved Positions alone are Heavy Cover of vehicles against GP fire (min:16.7.2.5);
    #: else all that the table says (na:6.5.4.3c).
    heavy_cover_is_built: bool = False
    #: Within how many hexes of a Block or Wreck leg and towed units have its Cover (min:16.7.3.2.4); 0: in the hex of a
    #: Block (na:6.1.4.3.3).
    shelter_reach: int = 0
    #: Whether Small Arms, anti-tank rifles and what is marked * leave a SPOT (MOVE) (min:16.7.4.2.1); else a marker of
    #: their own (na:6.1.3b).
    small_arms_show_moving: bool = False
    #: Whether tracks are safe from GP fire in an Improved Position and among stones or bricks (min:16.7.4.2.5.2).
    walls_save_tracks: bool = False
    #: Whether one Effective result of any weapon, Small Arms too, destroys terrain (min:16.7.4.2.16); else none of
    #: Small Arms and only a second one (na:6.5.4.4.3c).
    terrain_falls_at_once: bool = False
    #: Within how many hexes of its target fire strikes Blocks and Wire (min:16.1.8); 0: in its hex (na:6.5.4.2.5).
    obstacles_struck_within: int = 0
    #: Whether a destroyed building buries those inside it alone (min:16.7.4.2.16.1), not all in its hex
    #: (na:6.5.4.4.3d).
    ruins_spare_outside: bool = False
    #: Whether vehicles leave wrecks in a destroyed building (min:16.7.4.2.16.1), and whether the hex of a destroyed
    #: bridge is closed to all (na:6.5.4.4.3e; not min:16.7.4.2.16.2).
    ruins_leave_wrecks: bool = False
    fallen_bridges_close: bool = True
    # -- close combat --------------------------------------------------------------------------------
    #: Whether a Close Assault counts the GP Factors of data cards (min:16.9.2.1), and all of the defense
    #: (min:16.9.2.2); else fixed factors, and a defense of 5 at most (na:6.6.1.1.1).
    assault_by_card: bool = False
    #: Whether sections attack on foot (na:6.6.1.1, na:6.6.1.2; not min:16.9.1.1, min:16.10.1).
    sections_assault: bool = True
    #: Whether Dismount Attacks are made on who was spotted before the vehicle moved (na:6.6.1.1d; not min:16.9.1.10).
    dismounts_at_noted: bool = True
    #: Whether all attacks on foot, on terrain too, are announced before the first is fought (min:16.9.1.6), not those
    #: on one target.
    assaults_announced_first: bool = False
    #: How many attack one leg or towed unit together, each from where it stands, while all attack a vehicle apart
    #: (min:16.9.1.5, min:16.10); None: as many as stand in one hex, together (na:6.6.1.1b, na:6.6.1.2b).
    hand_to_hand_most: int | None = None
    #: Whether an Advancing Attack takes up to half of the allowance (min:16.9.1.4, min:16.10.1); else one hex
    #: (na:6.6.1.1a).
    advances_by_half: bool = False
    #: Whether abandoned vehicles fall without a roll, and attackers follow into their hex (na:6.6.1.1.3a,
    #: na:6.6.1.1.3b; neither by min:16.9.4.2.3).
    follows_into_hex: bool = True
    # -- aircraft ------------------------------------------------------------------------------------
    #: Whether attacks from the air and crashes have SHEAFs (min:15.3.2, min:15.3.3.1, min:15.4.2.2.2.2); else patterns
    #: of hexes from the target's on (na:6.7.3.2, na:6.7.3.3).
    sheafs_of_aircraft: bool = False
    #: Whether a dive strikes an acquired target wherever it is (min:15.3.3.1), not straight ahead alone (na:6.7.3.3).
    dives_on_target: bool = False
    #: What is rolled for the hexes that an aircraft flies before it crashes (na:6.7.4.2.1d; min:15.4.2.2.2.2).
    crash_die: str = "d10"
    #: The range of rockets, which are fired straight ahead (na:6.7.3.4), or anywhere into the front (min:15.3.4.2).
    rocket_range: tuple[int, int] = (2, 10)
    rockets_straight: bool = True
    #: Whether the Unit Grade counts for strafing as at Extreme range (na:6.7.3.5a); else by its factor (min:16.7.2.24).
    strafes_as_extreme: bool = True
    #: Whether Woods hide their units from aircraft as Groves do (min:15.3.1.1.5; na:6.7.3.1.2), and whoever is in
    #: either sees aircraft within 1 inch alone (min:15.4.1.1.3).
    woods_hide_from_air: bool = False
    #: Whether all anti-aircraft fire goes all round (min:15.4.1), with the modifiers of Overwatch (min:15.4.2.1); else
    #: into the Fields-of-Fire without (na:6.7.4.1.2, na:6.7.4.2).
    aa_all_round: bool = False
    #: Whether an Effective result that ends in 0 damages an aircraft too (na:6.7.4.2.1c; not min:15.4.2.2.2.1).
    tens_damage_aircraft: bool = True
    # -- overruns and fire from vehicles -------------------------------------------------------------
    #: Whether a vehicle drives on from whom it Overran (min:16.11.1, min:16.11.1.1); else it drives in (na:6.6.10).
    overruns_drive_through: bool = False
    #: Whether who is in an Improved Position is not Overrun (na:6.1.4.3.7a; not min:16.11.1).
    positions_save_from_overruns: bool = True
    #: Whether an Overrun turns SUPPRESSION/OFF to ON whatever comes of it (na:6.6.10.2; not min:16.11.4.1).
    overruns_renew_suppression: bool = True
    #: Whether passengers fire what is attached to them, also in an Overrun (min:16.12, min:16.11.2.1; not na:5.1.3).
    attached_fire_mounted: bool = False
    # -- transport -----------------------------------------------------------------------------------
    #: Whether every unit mounts from and dismounts to within 1 inch (min:17.2.8.2; not na:6.6.7.1.1a).
    mounts_within_an_inch: bool = False
    #: Whether only vehicles with MOVE or N/C take up and put down (min:17.2.8.2), and passengers need MOVE for it.
    carriers_move_or_stand: bool = False
    #: Whether Suppressed passengers cost a vehicle that moves its whole allowance (min:17.2.8.2.4).
    suppressed_cost_all: bool = False
    #: Whether who has dismounted has all of its allowance still (min:17.2.8.2.1 asks it for mounting alone; not
    #: na:6.6.7.1.1b).
    dismounted_move_on: bool = False
    #: Whether guns in tow, even several, cost as much as they need room, and reverse (min:17.2.8.1.1; not na:6.6.7.1).
    tows_by_capacity: bool = False
    #: Whether passengers bail out in the Adjustment Phase, too (min:16.1.6.3; not na:6.6.7.1.2).
    leaves_at_end: bool = False
    #: Whether Suppressed passengers bail out of a moving vehicle of their own will (min:16.1.6.3; not na:6.6.7.1.2).
    suppressed_bail_out: bool = False
    #: Whether passengers bail out of a vehicle with MOVE or SHORT HALT at any moment of their side's part of the step,
    #: its move over or its tracks gone (min:16.1.6.3); else during its move alone (na:6.6.7.1.2).
    bails_out_beside_move: bool = False
    #: Whether sections with attached weapons have a SHORT HALT (min:17.2.3.1.1).
    sections_short_halt: bool = False

    # -- options -------------------------------------------------------------------------------------
    #: What is other in the Optional Rules, fact by fact.
    optional: OptionalFacts = OPTIONS_ON_HEXES
    #: The Optional Rules that it has rules of its own for in every game, with these: there is no choosing them.
    instead: Mapping[Switch, str] = field(factory=dict, eq=False)
    #: The Optional Rules that its book does not have.
    lacks: frozenset[Switch] = frozenset()

    def __eq__(self, other: object) -> bool:
        """There are two, and their ids tell which it is."""
        return isinstance(other, Edition) and other.id == self.id

    def __hash__(self) -> int:
        return hash(self.id)

    def __repr__(self) -> str:
        return f"Edition({self.id!r})"

    @property
    def hexes_in_100_metres(self) -> int:
        """How many hexes are a hex of the hex edition."""
        return 100 // self.metres


#: "Panzer North Africa" and its Optional Rules: hexes of 100 m.
HEX: Final = Edition(
    id="hex",
    name="hex edition",
    metres=100,
    measure="hex",
    instead={Switch.SPECIAL_AMMO_LIMITS: "na:5.16.2.2", Switch.SEARCH_BY_SIZE: "na:6.6.9"},
    lacks=HEX_LACKS,
)
#: The table-top rules on hexes: 1 inch of the table is a hex of 50 m (min:INTRO.c, min:4.5.1).
MINIATURES: Final = Edition(
    id="miniatures",
    name="miniatures edition",
    metres=50,
    measure="inch",
    turrets=QUARTERS,
    turrets_face=True,
    vehicles_pivot=True,
    multiplied_spotting=True,
    arc_degrees=90,
    least_commands=0,
    columns_share=False,
    recon_activates=True,
    grade_breaks_ties=True,
    holds_from=1,
    immobilized_are_beaten=True,
    forgone_fire_counts=True,
    wrecks_are_fired_at=True,
    tracked_are_stationary=True,
    minimum_in_basic_game=True,
    located_hits=True,
    hit_angle_sections=8,
    hits_spread=False,
    damaged_parts=False,
    soft_steps=3,
    one_hull_down=True,
    hull_down_by_height=2,
    armor_by_table=True,
    limit_included=True,
    special_misfires=True,
    launchers_strike_passengers=False,
    shared_overwatch_shows=True,
    passengers_check_hits=False,
    suppressed_under_cover=10,
    brew_up_reach=2,
    brew_up_spares_under_cover=False,
    smoke_at_once=True,
    smoke_is_open=True,
    smoke_where_they_are=True,
    hindrances_add_up=True,
    least_allowance=0,
    heights_in_a_hex=2,
    clouds_cost=True,
    path_prevails=True,
    faces_route=True,
    vehicles_enter_buildings=True,
    friends_share_route=True,
    room=4,
    guns_by_allowance=True,
    full_cover_stays=True,
    full_cover_anywhere=True,
    engineers_dig_double=True,
    squads_quickmarch=True,
    squads_alone_ride=True,
    guns_keep_out_of_wire=True,
    sections_short_halt=True,
    plain_search=True,
    searches_draw_barrages=False,
    loaded_into_buildings=True,
    bogs_by_terrain=True,
    bogged_are_left=False,
    beside_buildings=True,
    indirect=MINIATURE_FIRE,
    counts_at_target_point=True,
    full_cover_defense=2,
    heavy_cover_is_built=True,
    shelter_reach=1,
    small_arms_show_moving=True,
    walls_save_tracks=True,
    terrain_falls_at_once=True,
    obstacles_struck_within=1,
    ruins_spare_outside=True,
    ruins_leave_wrecks=True,
    fallen_bridges_close=False,
    assault_by_card=True,
    sections_assault=False,
    dismounts_at_noted=False,
    assaults_announced_first=True,
    hand_to_hand_most=2,
    advances_by_half=True,
    follows_into_hex=False,
    sheafs_of_aircraft=True,
    dives_on_target=True,
    crash_die="d100",
    rocket_range=(1, 20),
    rockets_straight=False,
    strafes_as_extreme=False,
    woods_hide_from_air=True,
    aa_all_round=True,
    tens_damage_aircraft=False,
    overruns_drive_through=True,
    positions_save_from_overruns=False,
    overruns_renew_suppression=False,
    attached_fire_mounted=True,
    mounts_within_an_inch=True,
    carriers_move_or_stand=True,
    suppressed_cost_all=True,
    dismounted_move_on=True,
    tows_by_capacity=True,
    leaves_at_end=True,
    suppressed_bail_out=True,
    bails_out_beside_move=True,
    optional=OPTIONS_IN_MINIATURE,
    instead={Switch.TURRETS: QUARTERS.fires},
    lacks=MINIATURES_LACKS,
)
EDITIONS: Final = {one.id: one for one in (HEX, MINIATURES)}
