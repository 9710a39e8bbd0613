"""Recipes of terrain and their theatres: what is shipped, and the mistakes of their files (min:23.1.6)."""

from __future__ import annotations

import pytest

from content.kit.load import ContentError
from content.panzer.recipes.recipes import theatre, theatre_ids
from content.panzer.toe.toes import establishment, establishments

from .conftest import Write

RECIPE = """
id = "marsh"
name = "Marsh"
place = "Pripyat"
first = "1941-06"
last = "1944-07"
nations = ["German", "Soviet"]

[[water]]
terrain = "stream"

[[cover]]
terrain = "scrub"
number = [2, 3]
size = [4, 8]

[villages]
number = [1, 2]
buildings = [3, 5]
of = {wood-building = 1}
"""


def test_theatres_that_are_shipped() -> None:
    """min:23.1.1: where and when there was fighting, and whose."""
    found = {id_: (theatre(id_).first, theatre(id_).last, theatre(id_).nations) for id_ in theatre_ids()}
    assert found == {
        "bocage": ("1944-06", "1944-08", ("British", "German")),
        "desert": ("1940-06", "1943-05", ("British", "German", "Italian")),
        "forest": ("1941-06", "1944-12", ("German", "Soviet")),
        "steppe": ("1941-06", "1944-05", ("German", "Soviet")),
    }
    for id_ in theatre_ids():
        assert set(theatre(id_).nations) <= set(establishments())
        assert all(establishment(nation).nation == nation for nation in theatre(id_).nations)
    assert [id_ for id_ in theatre_ids() if theatre(id_).desert_buildings] == ["desert"]


@pytest.mark.parametrize(
    ("date", "fought"),
    [
        ("1943-07", True),
        ("1943-07-12", True),
        ("1943", True),
        ("1944-05", True),
        ("1944-06", False),
        ("1941-05", False),
    ],
)
def test_when_there_was_fighting(date: str, fought: bool) -> None:
    assert theatre("steppe").was_fought(date) is fought


def test_a_recipe_of_ones_own(write: Write) -> None:
    write("recipes", "marsh", RECIPE)
    assert "marsh" in theatre_ids()
    made = theatre("marsh")
    assert (made.place, made.recipe.cover[0].terrain, made.recipe.hills.number.lowest) == ("Pripyat", "scrub", 3)


@pytest.mark.parametrize(
    ("right", "wrong", "told"),
    [
        ('terrain = "scrub"', 'terrain = "shrub"', "cover[1].terrain: found the terrain 'shrub'"),
        ('terrain = "stream"', 'terrain = "river"', "water[1].terrain: found the terrain 'river'"),
        ("number = [2, 3]", "number = [3, 2]", "cover[1].number: found 3 to 2"),
        ("size = [4, 8]", "size = [0, 8]", "cover[1].size: found 0 to 8"),
        ("size = [4, 8]", "size = [4]", "cover[1].size"),
        ("size = [4, 8]", 'size = [4, 8]\non = "roofs"', "cover[1].on: found where it is 'roofs'"),
        ("{wood-building = 1}", "{tent = 1}", "villages.of: found the building 'tent'"),
        ("{wood-building = 1}", "{wood-building = 0}", "villages.of: found"),
        ('last = "1944-07"', 'last = "1940-07"', "last: found '1940-07'"),
        ('first = "1941-06"', 'first = "summer"', "first: found 'summer'"),
        ('["German", "Soviet"]', '["German"]', "nations: found ['German']"),
        ("[villages]", '[roads]\nthrough = "motorway"\n[villages]', "roads.through: found the route 'motorway'"),
        ("[villages]", "[fields]\nsize = 1\nhedged = 200\n[villages]", "fields.size: found 1"),
        ("[villages]", "[hills]\ncrests = 101\n[villages]", "hills.crests: found 101"),
    ],
)
def test_mistakes(write: Write, right: str, wrong: str, told: str) -> None:
    assert right in RECIPE
    write("recipes", "marsh", RECIPE.replace(right, wrong, 1))
    with pytest.raises(ContentError) as refused:
        theatre("marsh")
    assert told in str(refused.value)
