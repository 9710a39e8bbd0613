"""Battles of one's own that cannot be played are refused in words, and nothing of them is written (min:23.2)."""

from __future__ import annotations

from pathlib import Path

import pytest

from content import catalogue
from content.kit.load import Proof
from content.panzer.battles.builder import build
from content.panzer.scenarios.advanced import modules
from core.panzer.pieces.edition import EDITIONS


@pytest.mark.parametrize(
    ("lines", "line", "told"),
    [
        ({"points": "10"}, "points", "a whole number from 300 to 10000 (min:23.2.2)"),
        ({"points": "many"}, "points", "'many' points: a whole number"),
        ({"points": "force"}, "points", "a force by points needs a number of points"),
        ({"date": "1947-01"}, "date", "Ukraine saw fighting from 1941-06 to 1944-05"),
        ({"date": "soon"}, "date", "'soon' is no date such as 1943-07 (min:22.3)"),
        ({"theatre": "tundra"}, "theatre", "'tundra' is no theatre; choose bocage, desert"),
        ({"attacker": "Italian"}, "attacker", "Italian forces did not fight in Ukraine: German, Soviet"),
        ({"attacker": "Soviet", "defender": "Soviet"}, "defender", "both sides are of one nation"),
        ({"attitude": "ambush"}, "attitude", "'ambush' is no attitude; choose meeting"),
        ({"attacker-grade": "Heroic"}, "attacker-grade", "'Heroic' is no attacker grade"),
        ({"size": "8x8"}, "size", "a board of 8 x 8 hexes of 100 m; 12x12 to 104x100 can be made (min:23.1.6)"),
        (
            {"size": "20x40", "edition": "miniatures"},
            "size",
            "hexes of 50 m; 24x24 to 104x100 can be made (min:23.1.6)",
        ),
        ({"edition": "second"}, "edition", "'second' is no edition; choose hex, miniatures"),
        ({"board": "trigh", "edition": "miniatures"}, "board", "trigh does not have the hexes of 50 m of the edition"),
        ({"board": "3+44"}, "board", "ponyri-50m does not have the hexes of 100 m of the edition"),
        ({"overlays": "E4(6)", "edition": "miniatures"}, "overlays", "overlays are for hexes of 100 m"),
        ({"mines": "5"}, "mines", "only a defender buys them (min:23.2.3d)"),
        ({"mines": "90", "attitude": "delay"}, "mines", "a whole number from 0 to 25 (min:23.2.3d)"),
        ({"mines": "5", "attitude": "delay", "rules": "basic"}, "mines", "the Basic Game has no mines"),
        (
            {"mines": "1", "attitude": "delay", "points": "500"},
            "mines",
            "buy no hex of hasty mines, which costs 15; more points or percent (min:23.2.3d)",
        ),
        (
            {"mines": "1", "attitude": "delay", "rules": "basic", "edition": "miniatures"},
            "mines",
            "play the Advanced Game (min:20.6)",
        ),
        (
            {"attitude": "counterattack", "defender-reserve": "25@3"},
            "defender-reserve",
            "the relief group is what comes later of the defender; no reserve beside it (min:23.2.2.4)",
        ),
        ({"mine-kind": "nuclear"}, "mine-kind", "'nuclear' is no mine kind; choose hasty, deliberate"),
        ({"mine-types": "all"}, "mine-types", "choose anti-vehicular, anti-personnel, both"),
        (
            {"attacker-missions": "2", "points": "300"},
            "attacker-missions",
            "German planned missions: the force has no battery off the map to fire; none, or another force",
        ),
        (
            {"defender-registered": "2", "rules": "basic", "edition": "miniatures"},
            "defender-registered",
            "the force has none in the Basic Game; none, or another force (min:16.5.1.7)",
        ),
        ({"attacker-missions": "28"}, "attacker-missions", "a whole number from 0 to 27 (na:6.5.1.11.1)"),
        (
            {"morale": "rolled", "rules": "basic"},
            "morale",
            "the Basic Game has no Morale; play the Advanced Game",
        ),
        ({"morale": "high"}, "morale", "'high' is no morale; choose no, rolled"),
        ({"size": "wide"}, "size", "'wide' is no size such as 36x24"),
        ({"size": "12x12", "points": "5000"}, "size", "where there is room for"),
        ({"size": "12x12", "attitude": "meeting", "edge": "north", "points": "4000"}, "size", "(min:23.1.3)"),
        ({"works": "10"}, "works", "only a defender buys them (min:23.2.3d)"),
        ({"turn": "3"}, "turn", "a whole number from 6 to 16 (min:23.2.4.4)"),
        ({"board": "atlantis"}, "board", "'atlantis'"),
        ({"board": "1+2"}, "board", "boards that fit edge to edge"),
        ({"board": "7+8"}, "board", "the number of a board"),
        ({"board": "trigh", "overlays": "XX9 E4(6)"}, "overlays", "XX9"),
        ({"board": "beda-fomm", "points": "10000"}, "board", "where there is room for"),
        ({"attacker-force": "GF20"}, "attacker-force", "is that of late-43 to mid-44, not of late-42 (min:21.1.1)"),
        ({"attacker-force": "GF99"}, "attacker-force", "GF99"),
        ({"attacker-force": "SF4", "date": "1943-09"}, "attacker-force", "SF4 is Soviet, not German (min:21.0)"),
        (
            {"attacker-force": "GF20/Panzer Company", "date": "1943-11"},
            "points",
            "costs 2,300 points, 1,300 over 1,000: more points, or a smaller formation (min:23.2.2)",
        ),
        ({"attacker-force": "GF20/Kitchen", "date": "1943-11"}, "attacker-force", "GF20 has no 'Kitchen'; it has"),
        (
            {"defender-force": "SF4/Tank Battalion", "date": "1943-11"},
            "defender-force",
            "are no Meeting Engagement: the defender has",
        ),
        ({"toe": "GF99"}, "attacker-force", "there is no TO&E 'GF99'; there is GF20"),
        (
            {"attacker-force": "GF20/Heavy Panzer Platoon", "date": "1943-11", "attacker-reserve": "50@5"},
            "attacker-force",
            "has no second company to come later",
        ),
        ({"pionts": "500"}, "pionts", "there is no line 'pionts'; did you mean 'points'?"),
        (
            {"attacker-force": "GF20", "attacker-pick:sub:g20-pzkpfw-v-panther": "g38-jagdtiger", "date": "1943-11"},
            "attacker-force",
            "may not stand for",
        ),
    ],
)
def test_what_cannot_be_played_is_refused(lines: dict[str, str], line: str, told: str) -> None:
    """Over the points, before its date, too small a map ...: told with the rule and what would be right; no files."""
    plan = build({"seed": "1", **lines})
    assert not plan.files
    assert line in {one.line for one in plan.refused}
    assert told in " | ".join(map(str, plan.refused))
    assert plan.lines, "the form stays as it is"


def test_what_a_side_plots_is_held_against_its_own_force() -> None:
    """min:23.1.5: of an attacker who has no force nothing is said, and of the defender what is his."""
    lines = {"attacker-force": "GF20/Nobody", "defender-force": "SF4/Tank Battalion", "date": "1943-11"}
    plan = build({**lines, "attitude": "defence", "attacker-missions": "2", "defender-missions": "2"})
    told = [one.line for one in plan.refused]
    assert "attacker-force" in told
    assert "defender-missions" in told
    assert "attacker-missions" not in told


def test_units_and_ammunition_are_dated() -> None:
    """min:22.3, min:16.1.2.1: what is not to be had is listed with its period, a formation with it refused."""
    early = build({"date": "1943-02", "seed": "1", "attacker": "Soviet", "defender": "German"})
    assert "PzKpfw V Panther: from mid-43" in early.forces[1].missing
    assert any(section.title == "Not to be had yet" for section in early.forces[1].card.sections)
    assert "PzKpfw V Panther: from mid-43" in early.files["scenarios", early.id]
    shells = build({"date": "1943-07", "seed": "3", "points": "800", "attitude": "defence"})
    assert "85mm D-5S HVAP: from early-44" in shells.forces[1].missing
    lines = {"date": "1943-03", "attacker": "Soviet", "defender": "German", "points": "force", "attitude": "defence"}
    pick = {"attacker-pick:sub:s14-t-34-76-m42": "s15-t-34-76-m43"}
    refused = build({**lines, "attacker-force": "SF13/Tank Regiment", **pick})
    assert any("from mid-43" in str(one) for one in refused.refused)


def test_nothing_half_made(tmp_path: Path) -> None:
    """A refused battle writes nothing, and neither does one whose scenario cannot be written."""
    with pytest.raises(ValueError, match="a whole number from 300"):
        catalogue.keep_battle(build({"points": "1"}), tmp_path)
    plan = build({"seed": "1"})
    taken = tmp_path / "panzer" / "scenarios" / f"{plan.id}.toml"
    taken.parent.mkdir(parents=True)
    taken.write_text("here first", encoding="utf-8")
    with pytest.raises(FileExistsError, match="there already"):
        catalogue.keep_battle(plan, tmp_path)
    assert list(tmp_path.rglob("*.toml")) == [taken]
    assert taken.read_text(encoding="utf-8") == "here first"


def test_dust_is_weather_of_the_hex_edition_alone() -> None:
    """na:6.1.4.3.12: the miniatures book has none, so that its form offers none, nor reads a scenario with it."""
    plan = build({"edition": "miniatures", "weather": "dust"})
    assert [(one.line, one.reason) for one in plan.refused] == [
        ("weather", "'dust' is no weather; choose fair, heat"),
    ]
    offered = {
        edition: [word for word, _ in build({"edition": edition}).line("weather").values] for edition in EDITIONS
    }
    assert offered == {"hex": ["fair", "dust", "heat"], "miniatures": ["fair", "heat"]}
    proof = Proof("x.toml")
    modules(("advanced", "dust"), proof, "miniatures")
    assert "no rule of the" in str(proof.mistakes[0])
