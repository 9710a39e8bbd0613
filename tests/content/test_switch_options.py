"""na:5.0, or:7.0: the rules of the Advanced Game and the Optional Rules are modular; players may leave some out and
bring others in."""

import pytest
from attrs import evolve

from content import catalogue
from content.kit.load import ContentError, Proof
from content.panzer.scenarios.advanced import modules
from content.panzer.scenarios.scenarios import scenario
from content.panzer.scenarios.switch_options import chosen, offered, refusal, told
from content.panzer.tables.tables import basic_tables
from core.panzer.pieces.edition import HEX, MINIATURES
from core.panzer.pieces.optional.notes import GROUPS, Book
from core.panzer.pieces.switches import ADVANCED, NOTES, OPTIONAL, Switch, clash, completed, without


def test_the_basic_game_has_nothing_to_leave_out() -> None:
    assert not [id_ for id_ in offered(()) if id_.startswith("without-")]
    assert chosen(scenario("the-bridge"), ()).switches == frozenset()


def test_an_optional_rule_is_offered_where_what_it_needs_is_there() -> None:
    """or:7.0: each on its own, with what it needs."""
    assert "dual-controls" in offered(())
    assert "ce-ammo" not in offered(()), "there is no GP fire in the Basic Game"
    assert "ce-ammo" in offered(ADVANCED)
    assert "without-ce-ammo" in offered({*ADVANCED, Switch.CE_AMMO})
    assert chosen(scenario("the-bridge"), ("dual-controls",)).switches == {Switch.DUAL_CONTROLS}
    row = {o.id: o for o in told(ADVANCED)}["dual-controls"]
    assert (row.rule, row.group) == ("or:7.33", NOTES[Switch.DUAL_CONTROLS].group)
    assert "Adds to a turn: nothing." in row.about


@pytest.mark.parametrize("id_", [info.id for info in catalogue.scenarios("panzer") if "advanced" not in info.layers])
def test_what_an_optional_rule_brings_into_the_basic_game_has_its_tables(id_: str) -> None:
    """or:7.29: bogging down looks at a column of the Terrain Effects Table that the Basic Game never asks for."""
    played = chosen(scenario(id_), ("bogging-down",))
    assert played.advanced is not None
    assert played.advanced.bog["soft-sand"] > 0


def test_what_does_not_go_together_is_refused_with_what_would() -> None:
    refused = refusal(ADVANCED, ("ce-ammo", "without-grades"))
    assert refused == ""
    refused = refusal((), ("ce-ammo",))
    assert refused.startswith("CE ammunition in GP Direct Fire (or:7.15) needs GP fire and suppression (na:5.10a)")
    with pytest.raises(ContentError, match="morale-of-iron"):
        catalogue.open_system("the-bridge", ("morale-of-iron",))
    with pytest.raises(ValueError, match="needs"):
        chosen(scenario("the-bridge"), ("ce-ammo",))


def test_turrets_are_no_option_where_they_face_a_way_of_their_own_in_every_game() -> None:
    """or:7.8, min:8.2.1.1: a file that names them is mistaken; what needs them is there without them (min:20.12)."""
    assert {"turrets", "long-guns"} <= {*offered(ADVANCED)}
    assert {"turrets", "long-guns"} & {*offered(ADVANCED, OPTIONAL, MINIATURES)} == {"long-guns"}
    (long_guns,) = [row for row in told(ADVANCED, OPTIONAL, MINIATURES) if row.id == "long-guns"]
    assert "Turrets" not in long_guns.about
    assert refusal(ADVANCED, ("long-guns",), MINIATURES) == ""
    assert not {"turrets", "without-turrets"} & {row.id for row in told(ADVANCED, OPTIONAL, MINIATURES)}
    assert "min:8.2.1.1" in refusal(ADVANCED, ("turrets",), MINIATURES)
    assert refusal(ADVANCED, ("turrets",)) == ""
    with pytest.raises(ValueError, match="no option in the miniatures edition"):
        chosen(scenario("the-bridge-50m"), ("turrets",))
    proof = Proof("x.toml")
    modules(("advanced", "turrets"), proof, MINIATURES.id)
    with pytest.raises(ContentError, match=r"modules\[2\].*min:8\.2\.1\.1"):
        proof.done()


def test_options_stand_under_one_heading_each() -> None:
    headings = [row.group for row in told(ADVANCED, OPTIONAL)]
    once = [group for at, group in enumerate(headings) if not at or headings[at - 1] != group]
    assert len(once) == len(set(once)) > 3
    on_hexes = OPTIONAL.difference(HEX.instead, HEX.lacks)
    assert {row.id for row in told(ADVANCED, OPTIONAL)} >= {switch.value for switch in on_hexes}


def test_every_optional_rule_says_what_it_does() -> None:
    for switch in OPTIONAL:
        notes = NOTES[switch]
        assert notes.about.endswith("."), switch
        assert notes.adds, switch
        assert notes.group in GROUPS, switch
        assert any(rule.startswith(("or:", "min:")) for rule in notes.rules), switch
        assert all(NOTES[other].book is not Book.WEATHER for other in notes.needs)
        assert clash({switch, *notes.excludes}) or not notes.excludes


def test_a_module_takes_those_along_that_need_it() -> None:
    assert without(ADVANCED, (Switch.GRADES,)) == ADVANCED - {Switch.GRADES, Switch.COMMAND_CONTROL}
    about = {o.id: o for o in told(ADVANCED)}["without-grades"]
    assert "and so without command control" in about.about
    assert about.rule in NOTES[Switch.GRADES].rules


#: All switches that go together: those that do not go with another are left out.
TOGETHER = frozenset(switch for switch in Switch if not NOTES[switch].excludes)


@pytest.mark.parametrize("option", [id_ for id_ in offered(TOGETHER) if id_.startswith("without-")])
def test_what_is_left_is_whole(option: str) -> None:
    """na:5.0: no module stays that cannot do without one that is left out."""
    made = evolve(scenario("the-bridge"), switches=TOGETHER)
    modules = chosen(made, (option,)).switches
    assert Switch(option.removeprefix("without-")) not in modules
    assert completed(modules) == modules


def test_several_are_left_out_together() -> None:
    made = evolve(scenario("the-bridge"), switches=ADVANCED)
    modules = chosen(made, ("without-air", "without-smoke", "rule-7")).switches
    assert modules == ADVANCED - {Switch.AIR, Switch.SMOKE}


def test_units_and_their_fire_cannot_be_left_out() -> None:
    assert not {"without-leg-and-towed", "without-gp-fire", "without-transport"} & set(offered(Switch))


#: The Optional Rules of chapter 20 of the miniatures book that the program has, and those of the hex edition alone.
IN_MINIATURE = {
    "special-ammo-limits",
    "no-german-apcr",
    "scarce-german-apcr",
    "scarcer-german-apcr",
    "platoon-command",
    "pinning-fire",
    "terrain-attacks",
    "mines",
    "dual-controls",
    "fires",
    "rocket-fires",
    "long-guns",
    "limited-spotting",
    "max-spots",
    "camouflage",
    "variable-penetration",
    "soviet-shells",
    "platform-mounts",
    "variable-track-damage",
    "search-by-size",
    "soviet-communications",
    "counter-battery",
    "weight-limits",
    "amphibious",
    "limited-visibility",
    "cautious-movement",
    "snow",
    "mud",
    "frozen-streams",
    "overflowing-streams",
    "illumination",
    "morale",
    "vary-cohesion",
    "delayed-cohesion",
}


def test_each_edition_offers_the_optional_rules_of_its_own_book() -> None:
    """min:20.0: what is standard in an edition, or not in its book, is no option there (min:17.2.2.2, na:6.6.9)."""
    there = modules(("advanced",), Proof("x.toml"), MINIATURES.id)
    assert {id_ for id_ in offered(there, OPTIONAL, MINIATURES) if not id_.startswith("without-")} == IN_MINIATURE
    assert "bogging-down" in {switch.value for switch in there}
    on_hexes = {id_ for id_ in offered(ADVANCED, OPTIONAL) if not id_.startswith("without-")}
    alone = {"special-ammo-limits", "search-by-size", "no-german-apcr", "scarce-german-apcr", "scarcer-german-apcr"}
    assert on_hexes == {switch.value for switch in OPTIONAL} - alone


def test_what_the_book_does_not_have_is_refused() -> None:
    assert "no rule of the miniatures edition" in refusal(ADVANCED, ("smoke-dischargers",), MINIATURES)
    assert "na:6.6.9" in refusal(ADVANCED, ("search-by-size",))
    with pytest.raises(ValueError, match="no rule of the miniatures edition"):
        chosen(scenario("the-bridge-50m"), ("weapon-malfunction",))


@pytest.mark.parametrize("id_", [one.id for one in catalogue.scenarios("panzer") if one.edition == MINIATURES.id])
def test_no_scenario_of_the_book_grants_camouflage(id_: str) -> None:
    """min:20.8: only if so allowed by the rules of the scenario; so it is no option of theirs."""
    info = catalogue.scenario_info(id_)
    assert "camouflage" not in info.options
    with pytest.raises(ContentError, match="camouflage"):
        catalogue.open_system(id_, ("camouflage",))


def test_options_of_the_miniatures_edition_cite_its_book() -> None:
    """min:20.0"""
    cited = {one.id: one.rule for one in catalogue.scenario_info("the-bridge-1a-50m").told}
    assert (cited["fires"], cited["without-overrun"]) == ("min:20.11", "min:16.11.1")
    assert not {id_: rule for id_, rule in cited.items() if rule in basic_tables(MINIATURES.id).rule_names}


@pytest.mark.parametrize(
    ("scenario", "option", "why"),
    [
        ("ponyri-50m", "turrets", "no option in the miniatures edition, which has rules of its own"),
        ("ponyri-50m", "tank-fright", "no rule of the miniatures edition"),
        ("ponyri", "camouflage", "Camouflage (or:7.24) needs a scenario with camouflage for a side; this one has none"),
        ("twilight", "mines", "(or:7.31) needs a scenario with minefields; this one has none"),
        ("the-bridge", "morale", "Morale (or:7.1) needs GP fire and suppression (na:5.10a)"),
    ],
)
def test_what_a_scenario_cannot_have_is_refused_with_what_it_needs(scenario: str, option: str, why: str) -> None:
    """or:7.0"""
    assert option not in catalogue.scenario_info(scenario).options
    assert why in catalogue.options_refused(scenario, (option,))
