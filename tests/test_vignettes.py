"""Every worked example of the folder, one test each; and that their format is what its description says."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import attrs
import pytest

from content.kit.load import ContentError
from content.vignette import ASKS, make_vignette, read_vignette
from core.book import vignette as runner
from core.book.vignette import differences
from core.event import EVENTS
from core.order import ORDERS

FOLDER = Path(__file__).parent / "vignettes"
FILES = sorted(FOLDER.rglob("*.toml"))
README = (FOLDER / "README.md").read_text("utf-8")


@pytest.mark.parametrize("path", FILES, ids=[p.stem for p in FILES])
def test_vignette(path: Path) -> None:
    vignette = read_vignette(path)
    assert vignette.id == path.stem, "the file is named like the example"
    misses = runner.run(vignette)
    assert not misses, "\n".join(map(str, misses))


def test_there_are_vignettes() -> None:
    assert FILES


# -- the description -------------------------------------------------------------------------------


def described(name: str, heading: str) -> str:
    """The line of the table under a heading that begins with a name."""
    for line in README[README.index(f"### {heading}") :].splitlines():
        if line.startswith("| ") and f"`{name}`" in line.split("|")[1]:
            return line
    raise AssertionError(f"the README has no line for {name}")


def of_panzer(kinds: dict[str, type[Any]]) -> list[str]:
    return [n for n, cls in kinds.items() if cls.__module__.startswith(("core.panzer.", "core.event"))]


@pytest.mark.parametrize("name", of_panzer({**ORDERS, **EVENTS}))
def test_every_order_and_event_is_described(name: str) -> None:
    cls: Any = ORDERS.get(name) or EVENTS[name]
    line = described(name, "Orders")
    for attribute in attrs.fields(cls):
        if attribute.name not in ("rolls", "tally"):
            assert re.search(rf"\b{attribute.name}\b", line), (name, attribute.name)


@pytest.mark.parametrize("name", sorted(ASKS["panzer"]))
def test_every_question_is_described(name: str) -> None:
    cells = described(name, "Questions").split("|")
    arguments = {a.name.rstrip("_"): a.default is attrs.NOTHING for a in attrs.fields(ASKS["panzer"][name])}
    told = re.sub(r":[^,]*", "", cells[2])
    optional = " ".join(re.findall(r"\[(.*?)\]", told))
    needed = re.sub(r"\[.*?\]", "", told)
    assert set(re.findall(r"\w+", optional)) == {a for a, must in arguments.items() if not must}
    assert set(re.findall(r"\w+", needed)) == {a for a, must in arguments.items() if must}


def test_the_example_of_the_description_runs(tmp_path: Path) -> None:
    block = re.search(r"(?:^    .*\n|^\n)+", README[README.index("    id = ") :], re.MULTILINE)
    assert block
    path = tmp_path / "a-hit.toml"
    path.write_text("\n".join(line[4:] for line in block[0].splitlines()), "utf-8")
    assert not runner.run(read_vignette(path))


# -- what is reported ------------------------------------------------------------------------------

HEAD = {"id": "x", "title": "x", "rules": ["na:4.1"], "given": "x"}
TANKS = [
    {"id": "g1", "card": "g11-pzkpfw-iii-j", "hex": "A1", "facing": "S", "command": "FIRE"},
    {"id": "b1", "card": "na-crusader-i", "hex": "A3", "command": "MOVE"},
]
FIELD = {"board": {"grid": ".\n.\n."}, "unit": TANKS, "situation": {"step": "first-fire", "first": "german"}}
SHOT = {"order": {"order": "fire", "target": "b1", "shots": ["g1"]}}


def misses(*steps: dict[str, Any], **changes: Any) -> list[str]:
    made = make_vignette({**HEAD, **FIELD, **changes, "step": list(steps)}, "x.toml")
    return [str(miss) for miss in runner.run(made)]


@pytest.mark.parametrize(
    ("step", "words"),
    [
        ({**SHOT, "dice": []}, "no scripted die left"),
        ({**SHOT, "dice": [100, 5]}, "the dice [5] were not rolled; 1 of 2 were"),
        ({**SHOT, "dice": [100], "expect": [{"event": "ap-fire-resolved", "result": "KO"}]}, "result is 'miss'"),
        ({**SHOT, "dice": [100], "expect": [{"event": "turn-begun"}]}, "no turn-begun happened; what happened:"),
        ({**SHOT, "dice": [100], "absent": ["fire-announced"]}, "fire-announced happened"),
        ({**SHOT, "dice": [100], "refused": {"rule": "na:4.4.1b"}}, "the order was accepted"),
        ({"order": {"order": "pass"}, "refused": {"rule": "na:4.2d"}}, "refused by na:4.4.1a"),
        ({"order": {"order": "pass"}, "refused": {"reason": "sunday"}}, "expected the words 'sunday'"),
        ({"order": {"order": "pass"}}, "refused: pass is not possible"),
        ({"ask": "unit", "unit": "g1", "expect": {"hull": 3}}, "there is no hull; there is id"),
        ({"ask": "unit", "unit": "g1", "expect": {"spot": "SPOT/FIRE"}}, "spot is none, expected 'SPOT/FIRE'"),
        ({"ask": "unit", "unit": "g1", "expect": {"damaged": 0}}, "damaged is false, expected 0"),
        (
            {"ask": "hit-number", "shooter": "g1", "target": "b1", "expect": {"tally": {"target size": 1}}},
            "tally is {'target moving': -2}",
        ),
        ({"ask": "may-move", "unit": "g1", "expect": {}}, "refused: PzKpfw III/J has FIRE"),
        (
            {"ask": "hit-number", "shooter": "g1", "target": "b1", "weapon": 7, "expect": {}},
            "this cannot be answered",
        ),
    ],
)
def test_what_comes_out_otherwise_is_told(step: dict[str, Any], words: str) -> None:
    changes: dict[str, Any] = {}
    if step.get("ask") == "hit-number":
        changes["unit"] = [TANKS[0], {**TANKS[1], "face": "revealed"}]
    found = misses(step, **changes)
    assert len(found) >= 1
    assert found[0].startswith("step 1 (")
    assert words in found[0], found


def test_an_example_ends_with_its_first_miss() -> None:
    assert len(misses({**SHOT, "dice": [100], "expect": [{"event": "turn-begun"}]}, {"begin": True, "dice": [1]})) == 1


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"rules": ["na:4.1.3z"]}, "rules[1]: found 'na:4.1.3z'; allowed: the id of a rule"),
        ({"unit": [{**TANKS[0], "hex": "Z9"}]}, "unit[1].hex: found Z9, which is not on the board; allowed: A1 to A3"),
        ({"unit": [{**TANKS[0], "card": "PzKpfw XII"}]}, "unit[1].card: found 'PzKpfw XII'"),
        ({"unit": [{**TANKS[0], "command": "fire"}]}, "did you mean 'FIRE'?"),
        ({"unit": [{**TANKS[0], "armour": 3}]}, "unit[1].armour: found the unknown key 'armour'"),
        ({"situation": {"step": "combat"}}, "situation.step: found the step 'combat'"),
        ({"board": {"grid": ". ?"}}, "board.grid B1: found '?'"),
        ({"titel": "x"}, "titel: found the unknown key 'titel'"),
        ({"system": "chess"}, "system: found 'chess'; allowed: panzer"),
        ({"step": [{"ask": "weather", "expect": {}}]}, "step[1].ask: found the question 'weather'"),
        ({"step": [{"ask": "unit", "unit": "g9", "expect": {}}]}, "step[1].unit: found the unit 'g9'"),
        ({"step": [{"ask": "unit", "expect": {}}]}, "step[1].unit: found nothing"),
        ({"step": [{"ask": "unit", "unit": "g1"}]}, "step[1]: found neither; allowed: expect or refused"),
        ({"step": [{"ask": "range", "from": "A1", "to": "B9", "expect": {}}]}, "step[1].to: found B9"),
        ({"step": [{"note": "nothing"}]}, "step[1]: found nothing to do; allowed: one of begin, order, picks, ask"),
        ({"step": [{"order": {"order": "retreat"}}]}, "step[1].order.order: found the order 'retreat'"),
        (
            {"step": [{"order": {"order": "fire", "targets": "b1"}}]},
            "step[1].order: found an order that cannot be",
        ),
        ({"step": [{**SHOT, "expect": [{"event": "boom"}]}]}, "step[1].expect[1].event: found the event 'boom'"),
        ({"step": [{**SHOT, "expect": [{"event": "turn-begun", "day": 1}]}]}, "step[1].expect[1].day"),
        ({"step": [{**SHOT, "side": "french"}]}, "step[1].side: found the side 'french'"),
        ({"step": []}, "step: found no step"),
        ({"scenario": "the-brigde", "board": "", "unit": []}, "did you mean 'the-bridge'"),
    ],
)
def test_mistakes_are_reported_with_their_place(changes: dict[str, Any], words: str) -> None:
    with pytest.raises(ContentError) as caught:
        make_vignette({**HEAD, **FIELD, "step": [{"begin": True}], **changes}, "x.toml")
    assert words in str(caught.value), str(caught.value)


def test_what_is_compared() -> None:
    assert not list(differences({"a": {"b": [1, {"c": "none"}]}}, {"a": {"b": [1, {"c": None, "d": 2}]}, "e": 3}))
    assert list(differences([1, 2], [1, 2, 3]))
    assert not list(differences({"facing": "SE"}, {"facing": 2}))
    assert not list(differences({"reason": "is armed"}, {"reason": "It IS ARMED now"}))
    assert list(differences({"name": "armed"}, {"name": "is armed"}))
    assert not list(differences(0.21, 0.2104))
    assert list(differences(True, 1))
    tally = [{"label": "x", "amount": -2, "rule": "r"}, {"label": "y", "amount": 1, "rule": "r"}]
    assert not list(differences({"x": -2, "y": 1}, tally))
    assert list(differences({"x": -2}, tally))
    assert not list(differences([{"label": "x"}, {"amount": 1}], tally))
