"""The TO&Es: every unit that the book lists, each with a card and to be had; mistakes of their files are told."""

from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path
from typing import Any, Final

import pytest

from content.kit.load import ContentError
from content.panzer.toe.toes import toe, toe_ids
from core.panzer.forces.fielding import fielded
from core.panzer.forces.organization import units
from core.panzer.pieces.cards import LegStep

from .conftest import Write

TOTALS: Final[list[dict[str, Any]]] = tomllib.loads(
    (Path(__file__).parent / "toe_totals.toml").read_text(encoding="utf-8")
)["toe"]


def test_the_four_of_the_book() -> None:
    """min:21.0: their periods as their notes have it."""
    made = [toe(id_) for id_ in toe_ids()]
    assert {one.id: (str(one.first), str(one.last)) for one in made} == {
        "GF20": ("late-43", "mid-44"),
        "GF21": ("late-43", "mid-44"),
        "SF4": ("mid-43", "None"),
        "SF13": ("early-43", "None"),
    }
    assert {one.nation for one in made} == {"German", "Soviet"}


@pytest.mark.parametrize("listed", TOTALS, ids=lambda listed: str(listed["id"]))
def test_every_unit_of_the_book_is_there(listed: dict[str, Any]) -> None:
    """min:21.GF20, min:21.GF21, min:21.SF4, min:21.SF13"""
    organization = toe(listed["id"])
    found: Counter[tuple[str, bool, bool]] = Counter()
    for _, members in units(fielded(organization, organization.first).formation):
        half = members.size is LegStep.HALF_SQUAD
        found[members.card.id, half, members.motorcycle] += members.count
    wanted: Counter[tuple[str, bool, bool]] = Counter()
    for line in listed["units"]:
        wanted[line["unit"], "size" in line, "motorcycle" in line] += line["count"]
    assert found == wanted


@pytest.mark.parametrize("id_", ["GF20", "GF21", "SF4", "SF13"])
def test_what_is_listed_first_was_there_from_the_beginning(id_: str) -> None:
    """min:22.3"""
    organization = toe(id_)
    assert fielded(organization, organization.first).missing == ()


def test_anti_tank_rifles_are_attached() -> None:
    """min:22.1: an Anti-Tank Rifle Section is a Section with its rifle."""
    rifles = [m for _, m in units(toe("SF4").formation) if m.card.id == "s58-section" and m.attached]
    assert [(m.count, m.attached[0].id) for m in rifles] == [(3, "s59-ptrd-41-atr")]


# -- mistakes --------------------------------------------------------------------------------------

BRIGADE: Final = """
id = "own"
name = "Brigade"
nation = "Soviet"
first = "early-43"
source = "judged"
headquarters_name = "Brigade HQ"
headquarters = [{count = 1, unit = "s14-t-34-76-m42", labels = ["Command"]}]

[[substitution]]
unit = "s16-t-34-85-m44"
replaces = "s14-t-34-76-m42"
first = "early-44"

[[issue]]
weapon = "s59-m1-bazooka"
units = ["s57-rifle-squad-1-2-squad"]
within = "Rifle Company"

[[part]]
name = "Rifle Company"
headquarters_name = "Company HQ"
headquarters = [{count = 1, unit = "s57-infantry-squad-1-2-squad", size = "half", labels = ["Command"]}]
units = [{count = 3, unit = "s57-rifle-squad-1-2-squad"}]
"""


def test_one_of_ones_own(write: Write) -> None:
    write("toe", "own", BRIGADE)
    assert "own" in toe_ids()
    assert toe("own").formation.parts[0].commanders[0].size is LegStep.HALF_SQUAD


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("T-34", "T-34", ""),
        ('first = "early-43"', 'first = "spring-43"', "first: found 'spring-43'; allowed: a period such as early-43"),
        ('source = "judged"', 'source = "me"', "source: found the source 'me'"),
        ('source = "judged"', 'source = "judged"\nlast = "late-42"', "last: found 'late-42'; allowed: a period that"),
        ('"s14-t-34-76-m42", labels', '"s14-t-34-76-m24", labels', "headquarters[1].unit: found the unit 's14-t-34"),
        ('"s14-t-34-76-m42", labels', '"g18-pzkpfw-iv-h", labels', "which is German; allowed: units that are Soviet"),
        ('labels = ["Command"]}]\n\n', 'labels = ["Chief"]}]\n\n', "headquarters[1].labels: found 'Chief'"),
        ('labels = ["Command"]}]\n\n', 'labels = ["Recon"]}]\n\n', "headquarters: found no command unit"),
        ('"Brigade HQ"', '"Army HQ"', "headquarters_name: found 'Army HQ'; allowed: Company HQ"),
        ('headquarters_name = "Company HQ"\n', "", "part[1].headquarters: found a name or units, not both"),
        ("{count = 3", "{count = 0", "part[1].units[1].count: found 0 to 0"),
        ("{count = 3", "{count = 3, most = 3", "part[1].units[1].count: found 3 to 3"),
        ('size = "half"', 'size = "section"', "part[1].headquarters[1].size: found 'section'; allowed: squad, half"),
        ('{count = 1, unit = "s14', '{size = "half", count = 1, unit = "s14', "nothing: that is for leg units"),
        ('-squad"}]', '-squad", attachment = "Organic"}]', "attachment: found 'Organic'; allowed: Attached or Organic"),
        ('-squad"}]', '-squad", attached = ["s59-zook"]}]', "part[1].units[1].attached: found the weapon 's59-zook'"),
        ('replaces = "s14-t-34-76-m42"', 'replaces = "s5-t-70-m42"', "found s5-t-70-m42; allowed: a unit of this TO&E"),
        ('first = "early-44"', 'first = "late-43"', "substitution[1].first: found late-43; allowed: early-44 or later"),
        ('within = "Rifle Company"', 'within = "Rifle Coy"', "did you mean 'Rifle Company'"),
        ('within = "Rifle Company"', "one_in = 3\neach = 1", "issue[1].one_in: found 3, each 1"),
        ('units = ["s57-rifle-squad-1-2-squad"]', 'units = ["s14-t-34-76-m42"]', "found s14-t-34-76-m42; allowed: leg"),
        ('name = "Rifle Company"', 'name = "Rifle Company"\nmix = ["Tanks"]', "part[1].mix: found the part 'Tanks'"),
        ('name = "Rifle Company"', 'name = "Rifle Company"\ncount = 0', "part[1].count: found 0; allowed: 1 or more"),
        ('name = "Rifle Company"', 'name = "Rifle Company"\nsise = 2', "part[1].sise: found the unknown key 'sise'"),
    ],
)  # fmt: skip
def test_mistakes_are_told(write: Write, old: str, new: str, told: str) -> None:
    """min:21.1.1, min:21.1.1.1, min:22.1"""
    assert old in BRIGADE or not told
    write("toe", "own", BRIGADE.replace(old, new))
    if not told:
        assert toe("own")
        return
    with pytest.raises(ContentError) as caught:
        toe("own")
    assert told in str(caught.value)


def test_a_toe_that_is_not_there() -> None:
    with pytest.raises(ContentError, match="did you mean 'GF2"):
        toe("GF22")


def test_a_part_without_anybody(write: Write) -> None:
    write("toe", "own", f'{BRIGADE}\n[[part]]\nname = "Ghosts"\n')
    with pytest.raises(ContentError, match=r"part\[2\]\.units: found nothing in 'Ghosts'"):
        toe("own")
