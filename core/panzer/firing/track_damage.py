"""Whether a gun is heavy enough for the tracks of what it hits (or:7.21, na:6.5.2.2.1)."""

from __future__ import annotations

from core.event import UnitId
from core.panzer.armament import armament
from core.panzer.pieces.cards import VehicleCard
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.weapons import MountedWeapon
from core.panzer.state import PanzerState


def spares_tracks(state: PanzerState, target: VehicleCard, effectiveness: int) -> bool:
    """Whether a Track Hit does nothing: twice the maximum GP Effectiveness Factor of the firing unit does not come up
    to the number of the target's GP Defense. Of Small Arms, and of whoever has no GP weapon, that counts 1 (or:7.21),
    or its D counts 1 (min:20.19).
    """
    tells = max(state.edition.optional.least_against_tracks, 2 * effectiveness)
    return state.has(Switch.VARIABLE_TRACK_DAMAGE) and tells < target.gp_defense


def shot_spares_tracks(state: PanzerState, shooter: UnitId, mounted: MountedWeapon, target: VehicleCard) -> bool:
    """The same of a weapon that fires AP, by the GP weapons of its unit; those fired from the hand always tell, but in
    the miniatures edition."""
    if mounted.hand_held and state.edition.optional.hand_held_breaks_tracks:
        return False
    rows = (one.weapon.gp for one in armament(state, shooter))
    return spares_tracks(state, target, max((row.effectiveness for row in rows if row is not None), default=0))
