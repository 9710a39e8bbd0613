"""The rulebook of Panzer War as text is whole."""

from __future__ import annotations

import re
from collections import Counter

from content.kit import folders
from content.kit.rulebook import find_rules, rules


def test_every_rule_is_there() -> None:
    found = rules("panzerwar")
    assert len(found) == 752
    assert Counter(one.tier for one in found.values()) == {
        "basic": 656,
        "advanced": 30,
        "optional": 27,
        "glossary": 17,
        "component": 14,
        "design": 8,
    }
    assert len(folders.files("panzerwar", "rules")) == 17
    assert all(id_.startswith("pw:") for id_ in found)


def test_chapters_stand_in_the_order_of_the_book() -> None:
    chapters = [re.match(r"pw:(\d+|[A-Z]+)", id_)[1] for id_ in rules("panzerwar")]
    assert list(dict.fromkeys(chapters)) == [*map(str, range(16)), "SC", "DN"]


def test_every_rule_says_something_and_where_it_stands() -> None:
    for one in rules("panzerwar").values():
        assert one.title, one.id
        assert one.text.strip(), one.id
        assert one.source[0] <= one.source[1], one.id
        assert not one.ambiguity, one.id


def test_what_the_book_leaves_open_has_a_reading() -> None:
    found = rules("panzerwar")
    assert sum(bool(one.reading) for one in found.values()) == 156
    assert not [one.id for one in found.values() if "ecommended" in one.reading]
    assert "Played" in found["pw:8.12"].reading


def test_words_find_rules() -> None:
    assert next(iter(find_rules("bolted armour", rules("panzerwar").values()))).id == "pw:DN.bolted"
