"""What the book of the miniatures edition tells of its lost cards, in its examples, stands on those that are played."""

from __future__ import annotations

import pytest

from content.panzer.cards.cards import unit
from core.panzer.pieces.cards import TowedCard, VehicleCard
from core.panzer.pieces.edition import MINIATURES
from core.panzer.pieces.weapons import ApRow, GpRow, Weapon


def weapon(card: str, index: int = 0) -> Weapon:
    return unit(card, MINIATURES.id).weapons[index].weapon


def ap_row(card: str, ammo: str) -> ApRow:
    return next(row for row in weapon(card).ap if row.type == ammo)


@pytest.mark.parametrize(
    ("card", "ammo", "range_", "factor"),
    [
        ("g18-pzkpfw-iv-h", "AP", 7, "P"),  # the PzKpfw IV/H answers
        ("s15-t-34-76-m43", "AP", 7, "S"),  # its example
        ("s30-su-85-m43", "AP", 23, "M"),  # min:8.4.1.2
        ("s30-su-85-m43", "AP", 42, "E"),  # min:4.5.2
        ("s30-su-85-m43", "AP", 43, ""),
        ("s30-su-85-m43", "HVAP", 23, "L"),
        ("s30-su-85-m43", "HVAP", 34, "E"),
        ("s30-su-85-m43", "HVAP", 35, ""),
    ],
)
def test_ap_range_factors(card: str, ammo: str, range_: int, factor: str) -> None:
    """min:8.4.1.2, min:4.5.2: the column of the first range that reaches as far."""
    found = ap_row(card, ammo).at(range_)
    assert (found.name if found else "") == factor


@pytest.mark.parametrize(
    ("card", "index", "range_", "factor", "gp"),
    [
        ("s30-su-85-m43", 0, 18, None, 5),  # min:16.7.1.2
        ("s30-su-85-m43", 0, 60, "E", None),  # min:4.5.2
        ("s16-t-34-85-m44", 0, 1, "P", 6),  # min:16.11.5
        ("s27-su-76m-m43", 0, 4, "P", 5),  # min:16.7.4
        ("g85-rifle-squad-1-2-squad", 0, 4, "S", 9),
        ("s57-smg-squad-1-2-squad", 0, 1, "P", 12),
        ("g86-hmg-section", 1, 12, None, 3),
        ("g74-medium-artillery-battery", 0, 26, "S", 8),  # min:16.6.4
        ("g74-medium-artillery-battery", 0, 27, "M", 7),
    ],
)
def test_gp_factors(card: str, index: int, range_: int, factor: str | None, gp: int | None) -> None:
    """min:16.7.1.2, min:16.7.1.3."""
    row: GpRow | None = weapon(card, index).gp or weapon(card, index).gp_if
    assert row is not None
    found = row.at(range_)
    assert found is not None
    assert factor in (None, found.name)
    assert gp in (None, row.factor[found.value])


def test_what_else_is_told() -> None:
    """min:9.2, min:16.11.5, min:17.2.8.1, min:4.5.2, min:8.4.7.1: allowances, room, minimum range, D."""
    su_85, t_34_85 = (unit(card, MINIATURES.id) for card in ("s30-su-85-m43", "s16-t-34-85-m44"))
    assert isinstance(su_85, VehicleCard)
    assert isinstance(t_34_85, VehicleCard)
    assert (su_85.move, t_34_85.move[0]) == ((11, 14, 22), 11)
    flak = unit("g80-8-8cm-flak-36-a-atg", MINIATURES.id)
    assert isinstance(flak, TowedCard)
    assert (flak.needs.towed, flak.needs.leg) == (3, 3)
    assert weapon("g86-8cm-grw-34-mortar-section", 1).min_range == 5
    assert (ap_row(su_85.id, "AP").d, ap_row(su_85.id, "HVAP").d) == (0, -1)
