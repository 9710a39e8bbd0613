"""What a worked example of PanzerBlitz states is proved, and its format is what its description says."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import attrs
import pytest

from content.kit.load import ContentError
from content.panzerblitz.boards.board_file import SketchFile
from content.panzerblitz.situations.situation_file import CounterLine, MomentLine
from content.vignette import ASKS, make_vignette, read_vignette
from core.book.vignette import run

README = (Path(__file__).parents[1] / "vignettes" / "panzerblitz" / "README.md").read_text("utf-8")
HEAD = {"id": "x", "title": "x", "system": "panzerblitz", "rules": ["pb:PB-WEC-1"], "given": "x"}
UNITS = [
    {"id": "g1", "type": "Panther", "hex": "A1"},
    {"id": "r1", "type": "Reconnaissance", "hex": "A3"},
]
FIELD: dict[str, Any] = {"board": {"grid": ".\n.\n."}, "unit": UNITS}
LOOK = {"ask": "turn", "expect": {}}


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"unit": [{"id": "a", "type": "Rifle", "hex": "A1"}]}, "write German Rifle or Russian Rifle"),
        ({"unit": [{"id": "a", "type": "Pantherr", "hex": "A1"}]}, "unit[1].type: found 'Pantherr'"),
        ({"unit": [{**UNITS[0], "hex": "Z9"}, UNITS[1]]}, "unit[1].hex: found 'Z9'"),
        ({"unit": [*UNITS, UNITS[0]]}, "unit[3].id: found 'g1' again"),
        ({"unit": [{**UNITS[0], "carrier": "g7"}, UNITS[1]]}, "unit[1].carrier: found the counter 'g7'"),
        (
            {"unit": [{**UNITS[0], "operation": "eaten"}, UNITS[1]]},
            "unit[1].operation: found 'eaten'; allowed: loaded, unloaded",
        ),
        ({"board": {"grid": ". ?"}}, "board.grid B1: found '?'"),
        ({"board": {"grid": ".3"}}, "board.grid A1: found '.3'"),
        ({"board": {"grid": ".\n.", "hexside": [{"kind": "pink", "sides": "A1/S"}]}}, "board.hexside[1].kind"),
        ({"board": {"grid": ".\n.", "road": [{"hexes": "A1 A9"}]}}, "board.road[1].hexes: found A9"),
        ({"board": "9"}, "board"),
        ({"scenario": "vyasma", "board": None, "unit": []}, "did you mean 'vyazma'"),
        ({"situation": {"step": "combat"}}, "situation.step: found the step 'combat'"),
        ({"situation": {"options": ["magic"]}}, "situation.options: found the option 'magic'"),
        ({"situation": {"player": "french"}}, "situation.player: found the side 'french'"),
        ({"situation": {"wrecks": {"A2": ["french"]}}}, "situation.wrecks.A2: found the side 'french'"),
        ({"step": [{"ask": "may-fire", "unit": "g7", "hex": "A1", "expect": {}}]}, "step[1].unit: found the unit 'g7'"),
    ],
)
def test_mistakes_are_reported_with_their_place(changes: dict[str, Any], words: str) -> None:
    stated = {k: v for k, v in {**HEAD, **FIELD, "step": [LOOK], **changes}.items() if v is not None}
    with pytest.raises(ContentError) as caught:
        make_vignette(stated, "x.toml")
    assert words in str(caught.value), str(caught.value)


def test_a_situation_of_the_content_may_be_changed() -> None:
    changed = {"id": "g-rifle-1", "dispersed": True}
    step = {"ask": "unit", "unit": "g-rifle-1", "expect": {"dispersed": True}}
    vignette = make_vignette({**HEAD, "scenario": "vyazma", "unit": [changed], "step": [step]}, "x.toml")
    assert not run(vignette)


def test_the_example_of_the_description_runs(tmp_path: Path) -> None:
    block = re.search(r"(?:^    .*\n|^\n)+", README[README.index("    id = ") :], re.MULTILINE)
    assert block
    path = tmp_path / "a-tank-against-infantry.toml"
    path.write_text("\n".join(line[4:] for line in block[0].splitlines()), "utf-8")
    assert not run(read_vignette(path))


@pytest.mark.parametrize("cls", [CounterLine, MomentLine, SketchFile])
def test_every_key_is_described(cls: Any) -> None:
    for attribute in attrs.fields(cls):
        assert re.search(rf"`[^`]*\b{attribute.name}\b[^`]*`", README), attribute.name


@pytest.mark.parametrize("name", [n for n, c in ASKS["panzerblitz"].items() if c.__module__.startswith("core.panzerb")])
def test_every_question_is_described(name: str) -> None:
    questions = README[README.index("## Questions") :]
    line = next(line for line in questions.splitlines() if line.startswith(f"| `{name}` |"))
    told = re.sub(r": each.*", "", line.split("|")[2])
    optional = " ".join(re.findall(r"\[(.*?)\]", told))
    arguments = {a.name.rstrip("_"): a.default is attrs.NOTHING for a in attrs.fields(ASKS["panzerblitz"][name])}
    assert set(re.findall(r"\w+", optional)) == {a for a, must in arguments.items() if not must}
    assert set(re.findall(r"\w+", re.sub(r"\[.*?\]", "", told))) == {a for a, must in arguments.items() if must}
