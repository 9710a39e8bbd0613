"""Formations of a TO&E, their chain of command, and ad-hoc, under-strength and over-strength ones (min:21.1)."""

from __future__ import annotations

import pytest

from content.panzer.cards.cards import unit
from content.panzer.toe.toes import toe
from core.panzer.forces.fielding import fielded
from core.panzer.forces.organization import (
    ForceError,
    Formation,
    Members,
    Strength,
    chain_of_command,
    exchanged,
    part_at,
    spread,
    transferred,
    units,
    walk,
    with_part,
    with_units,
    without,
    without_units,
)
from core.panzer.pieces.scenario import Label, Level


@pytest.fixture
def kampfgruppe() -> Formation:
    return fielded(toe("GF20"), toe("GF20").first).formation


@pytest.fixture
def brigade() -> Formation:
    return fielded(toe("SF4"), toe("SF4").first).formation


def names(formation: Formation) -> list[str]:
    return [part.title for part in formation.parts]


def count(formation: Formation) -> int:
    return sum(members.count for _, members in units(formation))


def test_formations_nest_and_are_told_apart(kampfgruppe: Formation) -> None:
    """min:21.1, min:21.1.1: three of one are three; siblings of one name are numbered."""
    assert part_at(kampfgruppe, ("Panzer Battalion 2", "Panzer Company 3", "Panzer Platoon 4")).units[0].count == 5
    paths = [path for path, _ in walk(kampfgruppe)]
    assert len(set(paths)) == len(paths)
    assert spread(kampfgruppe) == kampfgruppe
    with pytest.raises(ForceError, match="it has Recon Panzer Platoon, Panzer Company 1, Panzer Company 2"):
        part_at(kampfgruppe, ("Panzer Battalion 1", "Panzer Company 9"))


def test_levels_follow_from_the_headquarters(kampfgruppe: Formation, brigade: Formation) -> None:
    """min:21.1.1.1"""
    assert (kampfgruppe.level, brigade.level) == (Level.REGIMENT, Level.REGIMENT)
    assert part_at(kampfgruppe, ("Panzer Battalion 1",)).level is Level.BATTALION
    assert part_at(brigade, ("Anti-Tank Battery",)).level is Level.COMPANY
    assert part_at(brigade, ("Sapper Platoon",)).level is None


def test_the_chain_of_command(kampfgruppe: Formation) -> None:
    """min:21.1.1.1: company, battalion, regiment; those of one column answer to the same headquarters."""
    company = ("Panzer Battalion 1", "Panzer Company 1")
    assert chain_of_command(kampfgruppe, (*company, "Panzer Platoon 2")) == (company, company[:1], ())
    assert chain_of_command(kampfgruppe, ("Heavy Panzer Platoon",)) == ((),)


def test_only_command_units_command(brigade: Formation) -> None:
    """min:21.1.1.2, min:21.1.1.2.1 to min:21.1.1.2.4: the rest of a headquarters, OP and security squads, does not."""
    assert [members.card.id for members in brigade.commanders] == ["s57-infantry-squad-1-2-squad"]
    labels = {label for _, members in units(brigade) for label in members.labels}
    assert labels == {Label.COMMAND, Label.FO, Label.RECON, Label.ENGINEER}
    both = [m.labels for _, m in units(toe("GF20").formation) if len(m.labels) == 2]
    assert frozenset({Label.RECON, Label.ENGINEER}) in both


def test_cross_attachment_of_the_book(kampfgruppe: Formation) -> None:
    """min:21.1.2: taking back what GF20 has exchanged gives the pure battalions."""
    panzers, grenadiers = "Panzer Battalion 1", "Panzer Grenadier Battalion (gepanzert)"
    one, other = (panzers, "Panzer Grenadier Company (gepanzert)"), (grenadiers, "Panzer Company 1")
    pure = exchanged(kampfgruppe, one, other)
    assert names(part_at(pure, (panzers,))) == [
        "Recon Panzer Platoon",
        *(f"Panzer Company {number}" for number in (1, 2, 3, 4)),
    ]
    assert all(part.strength is Strength.FULL for _, part in walk(pure))
    assert count(pure) == count(kampfgruppe)
    assert names(part_at(pure, (grenadiers,))) == [
        "Attached Artillery",
        "Panzer Grenadier Company (gepanzert)",
        "Panzer Grenadier Company (gepanzert) 2",
        "Panzer Company 2",
        "Heavy Weapons Company",
    ]


def test_the_battalions_of_the_book_as_they_fought(kampfgruppe: Formation) -> None:
    """min:21.1.2, min:21.1.4, MIN-21.1.2-a: GF20 has exchanged companies, GF21 has been given assault guns."""
    grenadiers = "Panzer Grenadier Company (gepanzert)"
    for battalion in ("Panzer Battalion 1", "Panzer Battalion 2"):
        assert names(part_at(kampfgruppe, (battalion,))) == [
            "Recon Panzer Platoon",
            *(f"Panzer Company {number}" for number in (1, 2, 3)),
            grenadiers,
        ]
    assert names(part_at(kampfgruppe, ("Panzer Grenadier Battalion (gepanzert)",))) == [
        "Attached Artillery",
        grenadiers,
        "Panzer Company 1",
        "Panzer Company 2",
        "Heavy Weapons Company",
    ]
    infantry = [part for _, part in walk(toe("GF21").formation) if part.name.startswith("(mot) Infantry Battalion")]
    assert [(part.count, "(+)" in part.title) for part in infantry] == [(3, True)]
    assert names(infantry[0]).count("Assault Gun Platoon") == 1


def test_what_cannot_be_exchanged(kampfgruppe: Formation) -> None:
    """min:21.1.2"""
    with pytest.raises(ForceError, match="exchange a company for a company"):
        exchanged(kampfgruppe, ("Panzer Battalion 1",), ("Panzer Battalion 2", "Panzer Company 1"))
    with pytest.raises(ForceError, match="not of one level"):
        exchanged(kampfgruppe, (), ("Panzer Battalion 1",))


def test_the_soviets_gave_one_way(brigade: Formation) -> None:
    """min:21.1.2, min:21.1.3, min:21.1.4: a platoon given makes one company (-) and the other (+)."""
    one, other = ("Tank Battalion 1", "Tank Company 1"), ("Tank Battalion 1", "Tank Company 2")
    given = transferred(brigade, (*one, "Tank Platoon 3"), other)
    assert (part_at(given, one).title, part_at(given, other).title) == ("Tank Company 1 (-)", "Tank Company 2 (+)")
    assert names(part_at(given, one)) == ["Tank Platoon 1", "Tank Platoon 2"]
    assert names(part_at(given, other)) == [f"Tank Platoon {number}" for number in (1, 2, 3, 4)]
    assert count(given) == count(brigade)
    with pytest.raises(ForceError, match="given to itself"):
        transferred(brigade, one[:1], one)
    with pytest.raises(ForceError, match="no headquarters"):
        transferred(brigade, one, ("Sapper Platoon",))


def test_under_strength(brigade: Formation) -> None:
    """min:21.1.3"""
    assert without(brigade, ("Anti-Tank Battery",)).title == "Tank Brigade (-)"
    platoon = ("Tank Battalion 1", "Tank Company 1", "Tank Platoon 1")
    less = without_units(brigade, platoon, "s15-t-34-76-m43", 2)
    assert (part_at(less, platoon).title, count(brigade) - count(less)) == ("Tank Platoon 1 (-)", 2)
    assert part_at(without_units(brigade, platoon, "s15-t-34-76-m43", 3), platoon).units == ()
    with pytest.raises(ForceError, match="has 3 T-34/76 M43, not 4"):
        without_units(brigade, platoon, "s15-t-34-76-m43", 4)
    with pytest.raises(ForceError, match="nothing would be left"):
        without(brigade, ())


def test_over_strength(brigade: Formation) -> None:
    """min:21.1.4: single units go into sub-formations, sub-formations whole under a headquarters that fits."""
    guns = Members(count=2, card=unit("s30-su-85-m43"))
    platoon = Formation(name="SU Platoon", units=(guns,))
    company = ("Tank Battalion 1", "Tank Company 1")
    assert part_at(with_part(brigade, company, platoon), company).title == "Tank Company 1 (+)"
    assert part_at(with_units(brigade, ("Sapper Platoon",), guns), ("Sapper Platoon",)).title == "Sapper Platoon (+)"
    with pytest.raises(ForceError, match="give it to a company or more"):
        with_part(brigade, ("Sapper Platoon",), platoon)
