"""What there is to play and to read, and that looking at the list reads little."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from content import catalogue
from content.kit import folders
from content.kit.beginnings import beginnings
from content.kit.load import ContentError

from .conftest import BOARD, SCENARIO, Write


def test_info(write: Write) -> None:
    info = catalogue.scenario_info("skirmish")
    assert info in catalogue.scenarios("panzer")
    assert (info.units, info.turns, info.board_size) == (7, 6, (7, 4))
    assert [(side.id, side.units) for side in info.sides] == [("german", 4), ("soviet", 3)]
    assert info.layers == ("basic",)


@pytest.mark.parametrize("system", catalogue.systems())
def test_every_system_says_with_what_newcomers_begin(system: str) -> None:
    infos = catalogue.scenarios(system)
    ranks = [info.beginning.rank for info in infos if info.beginning]
    assert ranks == list(range(1, len(ranks) + 1))
    assert ranks
    assert [info.beginning is None for info in infos] == sorted(info.beginning is None for info in infos)
    first = infos[0]
    assert first.beginning is not None
    assert first.beginning.why.endswith(".")
    assert catalogue.scenario_info(first.id) == first
    # None is larger than what it begins with, of those with the fewest rules to know.
    assert first.units <= min(info.units for info in infos if info.layers == first.layers) * 1.5


def test_a_mistake_in_what_newcomers_begin_with_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "panzer" / "scenarios").mkdir(parents=True)
    file = tmp_path / "panzer" / "beginning.toml"
    file.write_text('[[begin]]\nscenario = "the-pimpel"\nwhy = "Small."\n', encoding="utf-8")
    monkeypatch.setattr(folders, "OWN", tmp_path)
    folders.forget()
    try:
        with pytest.raises(ContentError, match="did you mean 'the-pimple'"):
            beginnings("panzer")
    finally:
        folders.forget()


def test_a_broken_scenario_is_left_out_and_told_of(write: Write) -> None:
    write("scenarios", "broken", SCENARIO.replace("turns = 6", "turn = 6"))
    assert "broken" not in {info.id for info in catalogue.scenarios()}
    assert any("unknown key 'turn'" in str(m) and "did you mean 'turns'" in str(m) for m in catalogue.faults())
    with pytest.raises(ContentError, match="did you mean 'turns'"):
        catalogue.scenario_info("broken")


def test_a_file_that_another_hides_is_told_of(write: Write) -> None:
    path = write("boards", "bridge", BOARD)
    assert [str(m) for m in catalogue.faults()] == [
        f"{path}: id: found 'bridge' again; allowed: an id of its own; panzer/boards/bridge.toml has it"
    ]


def test_unknown_names(write: Write) -> None:
    with pytest.raises(ContentError, match="did you mean 'skirmish'"):
        catalogue.scenario("skirmsh")
    with pytest.raises(ContentError, match="did you mean 'panzer'"):
        catalogue.scenarios("panzers")
    with pytest.raises(ContentError, match=r"found the option 'or:7\.1'"):
        catalogue.open_system("skirmish", ("or:7.1",))


def test_open_system(write: Write) -> None:
    system = catalogue.open_system("skirmish")
    assert system.scenario == "skirmish"
    assert [side.id for side in system.sides] == ["german", "soviet"]
    assert system.board.name == "The Ford"
    assert system.face.terrain()["woods"].letter == "w"


def test_folders(tmp_path: Path) -> None:
    with pytest.raises(ContentError, match="no such folder"):
        catalogue.add_folder(tmp_path / "nowhere")
    catalogue.add_folder(tmp_path)
    folders.drop_folder(tmp_path)
    assert folders.label(folders.OWN / "panzer" / "terrain.toml") == "panzer/terrain.toml"


def test_content_hash_follows_what_is_used(write: Write) -> None:
    before = catalogue.content_hash("skirmish")
    write("scenarios", "other", SCENARIO.replace('"skirmish"', '"other"'))
    assert catalogue.content_hash("skirmish") == before
    write("boards", "ford", BOARD.replace("w2", "w1"))
    assert catalogue.content_hash("skirmish") != before
    write("boards", "ford", BOARD.replace("\n", "\r\n"))
    assert catalogue.content_hash("skirmish") == before, "line endings do not count"


def test_rules() -> None:
    assert len(catalogue.rules("panzer")) == 596 + 112 + 1052
    one = catalogue.rule("na:4.4.3.2.5")
    assert one == catalogue.rule("4.4.3.2.5")
    assert (one.tier, one.id) == ("basic", "na:4.4.3.2.5")
    assert catalogue.rule("na:3.6b").reading
    assert catalogue.rule("4.1.3a").chapter == "na:4.1.3"
    assert catalogue.rule("4.1.4.2.4").chapter == "na:4.1.4.2"
    with pytest.raises(ContentError, match=r"did you mean 'na:4\.1\.3[a-g]'"):
        catalogue.rule("4.1.3z")
    with pytest.raises(ContentError, match=r"it has the parts na:4\.1\.3a, na:4\.1\.3b"):
        catalogue.rule("4.1.3")


def test_find_rules() -> None:
    found = catalogue.find_rules("BLIND zone", "panzer")
    assert found[0].id == "na:4.1.4.2.4"
    assert all("blind" in f"{r.title} {r.text} {r.reading}".casefold() for r in found)
    assert catalogue.find_rules("") == ()
    assert catalogue.find_rules("submarine torpedo") == ()


def test_listing_reads_no_units_and_no_rules() -> None:
    code = (
        "from content import catalogue\n"
        "from content.kit import rulebook\n"
        "from content.panzer.cards import cards\n"
        "catalogue.scenarios()\n"
        "print(cards._units.cache_info().currsize, rulebook.chapter.cache_info().currsize)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["0", "0"]
