"""What a worked example of Panzer War states is proved, and its format is what its description says."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import attrs
import pytest

from content.kit.load import ContentError
from content.panzerwar.situations.situation_file import (
    CloudLine,
    ElementLine,
    FieldFile,
    ForceLine,
    MomentLine,
    UnitLine,
)
from content.vignette import make_vignette
from core.book.vignette import run
from core.panzerwar.chapters import BOOK

README = (Path(__file__).parents[1] / "vignettes" / "panzerwar" / "README.md").read_text("utf-8")
HEAD = {"id": "x", "title": "x", "system": "panzerwar", "rules": ["pw:8.4"], "given": "x"}
PANZER = {"id": "pz", "card": "pz4h", "at": "J18"}
TANK = {"id": "t34", "card": "t34-43", "at": "J10", "heading": 24}
FIELD: dict[str, Any] = {"element": [PANZER, TANK]}
LOOK = {"ask": "turn", "expect": {}}


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"element": [{**PANZER, "card": "pz4hh"}, TANK]}, "element[1].card: found the card 'pz4hh'"),
        ({"element": [{**PANZER, "at": "J"}, TANK]}, "element[1].at: found 'J'"),
        ({"element": [{**PANZER, "at": "J18+5"}, TANK]}, "element[1].at: found 'J18+5'"),
        ({"element": [PANZER, TANK, PANZER]}, "pz"),
        ({"element": [PANZER]}, "two sides"),
        ({"element": [{**PANZER, "grade": "good"}, TANK]}, "element[1].grade: found 'good'"),
        ({"element": [{**PANZER, "travel": {"moved": 1, "speed": 2}}, TANK]}, "element[1].travel.speed"),
        ({"element": [{**PANZER, "travel": {"motion": "fast"}}, TANK]}, "element[1].travel"),
        ({"board": {"hex": [{"hexes": "J10", "terrain": "jungle"}]}}, "hex[1].terrain"),
        ({"cloud": [{"source": "fog", "puffs": ["J14"]}]}, "cloud[1].source: found 'fog'"),
        ({"side": [{"id": "german", "nation": "Prussia"}]}, "side german.nation"),
        ({"situation": {"step": "e9"}}, "situation.step"),
        ({"situation": {"switches": ["magic"]}}, "situation.switches[1]"),
        ({"situation": {"see": "pz kv"}}, "situation.see"),
        ({"situation": {"weather": "hail"}}, "situation.weather"),
        (
            {"step": [{"ask": "may-fire", "unit": "kv", "target": "pz", "expect": {}}]},
            "step[1].unit: found the unit 'kv'",
        ),
    ],
)
def test_mistakes_are_reported_with_their_place(changes: dict[str, Any], words: str) -> None:
    with pytest.raises(ContentError) as caught:
        make_vignette({**HEAD, **FIELD, "step": [LOOK], **changes}, "x.toml")
    assert words in str(caught.value), str(caught.value)


def test_orders_may_name_points() -> None:
    plan = {"element": "pz", "legs": [{"to": "J17+0,10"}]}
    steps = [
        {"side": "german", "order": {"order": "pw-plan", "plan": plan}, "expect": [{"event": "pw-planned"}]},
        {"ask": "plan", "unit": "pz", "legs": "J17", "expect": {"motion": "shift", "spent": 25.0, "allowed": True}},
        {"ask": "speed", "unit": "pz", "expect": {"shift": 25}},
        {"ask": "turn-cost", "drive": "tracks", "degrees": 90, "expect": {"cost": 50}},
        {"ask": "turn-cost", "drive": "wheels", "degrees": 90, "expect": {"cost": 25}},
    ]
    vignette = make_vignette({**HEAD, **FIELD, "situation": {"step": "plan"}, "step": steps}, "x.toml")
    assert not run(vignette)


@pytest.mark.parametrize("kind", [ElementLine, UnitLine, ForceLine, CloudLine, MomentLine, FieldFile])
def test_all_keys_are_described(kind: type[Any]) -> None:
    for attribute in attrs.fields(kind):
        assert re.search(rf"\b{attribute.name}\b", README), attribute.name


@pytest.mark.parametrize("name", sorted(BOOK.asks))
def test_every_question_is_described(name: str) -> None:
    line = next(line for line in README.splitlines() if line.startswith(f"| `{name}` |"))
    for attribute in attrs.fields(BOOK.asks[name]):
        assert re.search(rf"\b{attribute.name.rstrip('_')}\b", line.split("|")[2]), attribute.name
