"""Formations exchanged, given away, left out of a TO&E before a battle of one's own (min:21.1.2 to min:21.1.4)."""

from __future__ import annotations

import pytest

from content.panzer.battles.builder import build

BATTALION = "Panzer Grenadier Battalion (gepanzert)"


def german(changes: str, force: str = "GF20/Panzer Battalion") -> dict[str, str]:
    """The lines of a defence by Germans of a TO&E with these changes."""
    return {
        "date": "1943-11",
        "attitude": "defence",
        "attacker": "Soviet",
        "defender": "German",
        "attacker-force": "SF4/Tank Battalion",
        "points": "force",
        "defender-force": force,
        "defender-ad-hoc": changes,
        "share": "most",
    }


def formations(lines: dict[str, str]) -> dict[str, str]:
    """The units of each formation of the defender in words, as the order of battle has them."""
    plan = build(lines)
    force = plan.forces[1]
    return {section.title: ", ".join(row.text for row in section.rows) for section in force.card.sections}


def test_companies_are_exchanged_one_for_one() -> None:
    """min:21.1.2: a Panzer Company for a company of Panzer Grenadiers; neither battalion is under or over strength."""
    change = f"Panzer Battalion 1/Panzer Company 1 <> {BATTALION}/Panzer Grenadier Company (gepanzert)"
    before, after = formations(german("")), formations(german(change))
    assert "20 PzKpfw V Panther" in before["Panzer Company 1"]
    assert "Panzer Company 1" not in after
    assert [title for title in after if title.startswith("Panzer Grenadier Company")] == [
        "Panzer Grenadier Company (gepanzert) 2",
        "Panzer Grenadier Company (gepanzert)",
    ]
    assert "Panzer Battalion 1" in after


def test_a_section_is_given_to_a_company() -> None:
    """min:21.1.2, min:21.1.4: it stays whole and answers to the headquarters there, which is over strength."""
    after = formations(german("SP FlaK Section > Panzer Battalion 1/Panzer Company 2"))
    assert after["Panzer Company 2 (+)"].endswith("2 2cm Flakvierling Zgkw 8t")
    assert "Flakvierling" not in after["Panzer Company 1"]


def test_what_is_missing_is_under_strength() -> None:
    """min:21.1.3: a whole company, and single tanks of a platoon; one change after the other."""
    platoon = "Panzer Battalion 1/Panzer Company 1/Panzer Platoon 1"
    after = formations(german(f"without Panzer Company 3; without 2 PzKpfw V Panther of {platoon}"))
    assert "Panzer Company 3" not in after
    assert "18 PzKpfw V Panther" in after["Panzer Company 1"]
    assert "Panzer Battalion 1 (-)" in after


def test_points_are_spent_on_what_the_changed_toe_has() -> None:
    """min:23.1.2: a force by points out of a TO&E that has no heavy weapons any more."""
    for changes, heavy in (("", True), ("without Heavy Weapons Company", False)):
        found = formations({**german(changes, "GF20*"), "points": "3000"})
        assert any(title.startswith("Heavy Weapons Company") for title in found) is heavy


def test_the_file_of_the_battle_says_so() -> None:
    """The same lines build the same battle again."""
    plan = build({**german("without Panzer Company 3"), "attacker-force": "", "points": "10000"})
    assert not plan.refused
    heading, _, text = plan.files["scenarios", plan.id].partition("\n")
    assert "'--defender-ad-hoc=without Panzer Company 3'" in heading
    assert "Panzer Company 2" in text
    assert "Panzer Company 3" not in text


@pytest.mark.parametrize(
    ("changes", "force", "told"),
    [
        ("swap", "GF20", "'swap' changes nothing. Changes of the TO&E, with ; between them: A <> B (exchanged)"),
        ("Panzer Company <> Panzer Platoon", "GF20", "exchange a company for a company (min:21.1.2)"),
        ("Panzer Company > Rifle Platoon", "GF20", "Rifle Platoon 1 has no headquarters to answer to"),
        ("Tigers > Panzer Company", "GF20", "GF20 has no 'Tigers'; it has Organic Artillery"),
        ("without 3 Tiger of Panzer Battalion 1", "GF20", "no 'Tiger' is there: PzKpfw V Panther (min:21.1.3)"),
        ("without 9 PzKpfw V Panther of Panzer Battalion 1", "GF20", "has 3 PzKpfw V Panther, not 9 (min:21.1.3)"),
        ("without 0 PzKpfw V Panther of Panzer Battalion 1", "GF20", "GF20 has no '0 PzKpfw V Panther of"),
        ("without Panzer Company", "", "choose a TO&E or one of its formations (min:21.1.2)"),
    ],
)
def test_what_cannot_be_changed_is_refused(changes: str, force: str, told: str) -> None:
    refused = build({**german(changes, force), "points": "1000"}).refused
    assert any(one.line == "defender-force" and told in str(one) for one in refused), [str(one) for one in refused]


def test_soviet_formations_gave_one_way() -> None:
    """min:21.1.2."""
    lines = {**german(""), "attacker-ad-hoc": "Tank Battalion 1/Tank Company 1 <> Motorized Rifle Battalion"}
    assert any("Soviet formations exchanged nothing" in str(one) for one in build(lines).refused)
    given = {**german(""), "attacker-ad-hoc": "Reconnaissance Platoon > Tank Battalion"}
    assert any("(+)" in section.title for section in build(given).forces[0].card.sections)
