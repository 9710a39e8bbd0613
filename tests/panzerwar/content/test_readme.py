"""The README of the content names every key that a file may have."""

from __future__ import annotations

import re

import attrs
import pytest

from content.kit import folders, rulebook
from content.panzerwar.boards import board_file
from content.panzerwar.cards import card_file
from content.panzerwar.charts import chart_file
from content.panzerwar.scenarios import scenario_file

README = (folders.OWN / "panzerwar" / "README.md").read_text(encoding="utf-8")
FORMS = (
    *(one for one in vars(board_file).values() if attrs.has(one)),
    *(one for one in vars(card_file).values() if attrs.has(one)),
    *(one for one in vars(scenario_file).values() if attrs.has(one)),
    chart_file.Table,
    chart_file.NumberEntry,
)


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.__name__)
def test_every_key_is_named(form: type) -> None:
    words = set(re.findall(r"\w+", README))
    keys = {attribute.name for attribute in attrs.fields(form)} - {"certainty"}
    assert keys <= words, keys - words


def test_rules_are_written_as_it_says() -> None:
    assert {"title", "tier", "phase", "text", "reading", "needs"} <= {a.name for a in attrs.fields(rulebook.Rule)}
    assert all(f'"{tier}"' in README or tier in README for tier in rulebook.TIERS)
