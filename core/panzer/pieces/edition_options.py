"""Which Optional Rules are no option in an edition: it has rules of its own for them, or its book has none of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from core.panzer.pieces.switch_ids import Switch
from core.panzer.pieces.turrets import QUARTERS

#: Those for which an edition has rules in every game, with these.
HEX_INSTEAD: Final[Mapping[Switch, str]] = {
    Switch.SPECIAL_AMMO_LIMITS: "na:5.16.2.2",
    Switch.SEARCH_BY_SIZE: "na:6.6.9",
}
MINIATURES_INSTEAD: Final[Mapping[Switch, str]] = {Switch.TURRETS: QUARTERS.fires}
#: Those of the hex edition alone: chapter 20 of the miniatures book has none of them.
MINIATURES_LACKS: Final = frozenset(
    {
        Switch.CE_AMMO,
        Switch.CE_TYPES,
        Switch.BU_MODIFIER,
        Switch.FIRE_PRIORITY,
        Switch.LOWER_HULL,
        Switch.COMMAND_SPAN,
        Switch.WITHOUT_RADIO,
        Switch.SMOKE_DISCHARGERS,
        Switch.ATTACHED_WEAPON_LOSS,
        Switch.INDIRECT_SCATTER,
        Switch.BOMB_SCATTER,
        Switch.RECON_BY_FIRE,
        Switch.TANK_FRIGHT,
        Switch.INFANTRY_SMOKE,
        Switch.COLLATERAL_DAMAGE,
        Switch.WEAPON_MALFUNCTION,
    }
)
