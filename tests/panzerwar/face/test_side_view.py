"""The small side view of a vehicle, and what of its damage is seen on it (pw:9.5, pw:9.13)."""

from __future__ import annotations

import pytest

from content.panzerwar.cards.units import cards
from core.panzerwar.face import side_view
from core.panzerwar.face.cards import unit_card
from core.panzerwar.pieces.harm import Damage, Harm
from tests.panzerwar.kit import BLUE, a_state, an_element

VEHICLES = cards().vehicles


def test_a_tank_that_is_whole() -> None:
    assert side_view.side_view(VEHICLES["pz4h"], Harm()) == (
        "        __o__",
        "      _/     \\_=======",
        " ____/_________\\____",
        "/     ##         -\\",
        "\\(o)(o)(o)(o)(o)(o)/ right",
        "\\(o)(o)(o)(o)(o)(o)/ left",
    )


def test_a_tank_that_is_not() -> None:
    harm = Harm(damage=frozenset({Damage.GUN, Damage.FIRE, Damage.LEFT_TRACK, Damage.COMMANDER}))
    assert side_view.side_view(VEHICLES["pz4h"], harm) == (
        "  ^^^   __x__",
        "  ^^^ _/     \\_xxxxxxx",
        " ____/_________\\____",
        "/     ##         -\\",
        "\\(o)(o)(o)(o)(o)(o)/ right",
        "\\(o)(x) x  x (x)(o)/ left",
    )


SHOWN = sorted({Damage.GUN, Damage.COMMANDER, Damage.MOBILITY, Damage.HULL_GUNNER, Damage.FIRE}, key=lambda d: d.value)


@pytest.mark.parametrize("damage", [*SHOWN, Damage.LEFT_TRACK, Damage.RIGHT_TRACK])
def test_every_damage_is_seen_and_named(damage: Damage) -> None:
    card = VEHICLES["pz4h"]
    whole, hurt = (side_view.section(card, Harm(damage=frozenset(d))) for d in ((), (damage,)))
    assert whole.rows != hurt.rows
    assert side_view.side_view(card, Harm()) != side_view.side_view(card, Harm(damage=frozenset({damage})))
    assert len(hurt.rows) == len(whole.rows) + 1
    assert hurt.rows[-1].rule == "pw:9.13"


@pytest.mark.parametrize("id_", sorted(VEHICLES))
def test_every_vehicle_has_a_view(id_: str) -> None:
    """Small, of printable ASCII, its lines of one length where a card shows them, so that none is shifted."""
    section = side_view.section(VEHICLES[id_], Harm(damage=frozenset(Damage)))
    drawn = [row.cells[0] for row in section.rows if row.cells]
    assert 4 <= len(drawn) <= 8
    assert len({len(line) for line in drawn}) == 1
    assert len(drawn[0]) <= 30
    assert all(line.isascii() and line.isprintable() for line in drawn)


def test_the_card_of_a_unit_shows_it() -> None:
    tank = an_element("b1", "pz4h", BLUE, "C3", harm=Harm(damage=frozenset({Damage.GUN})))
    card = unit_card(a_state(tank), tank)
    view = next(section for section in card.sections if section.title == "Side view")
    assert any("xxxxxxx" in cell for row in view.rows for cell in row.cells)
