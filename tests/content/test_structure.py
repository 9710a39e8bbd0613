"""What a file states is read as it is written, and all of its mistakes are told together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from attrs import field, frozen

from content.kit.load import ContentError, structure


@frozen
class Part:
    name: str
    share: float = 1.0


@frozen
class Form:
    id: str
    class_: str
    turns: int
    firm: bool = False
    pair: tuple[int, str] | None = None
    part: tuple[Part, ...] = ()
    by_name: Mapping[str, Part] = field(factory=dict)
    rest: Any = None


WHOLE = {
    "id": "x",
    "class": "heavy",
    "turns": 3,
    "pair": [1, "a"],
    "part": [{"name": "first", "share": 2}],
    "by_name": {"second": {"name": "s"}},
    "rest": [1, {"a": 2}],
}


def mistakes(**changes: Any) -> list[str]:
    data = {key: value for key, value in {**WHOLE, **changes}.items() if value is not None}
    with pytest.raises(ContentError) as caught:
        structure(data, Form, "x.toml")
    return [str(mistake) for mistake in caught.value.mistakes]


def test_a_form_is_read() -> None:
    assert structure(WHOLE, Form, "x.toml") == Form(
        "x", "heavy", 3, False, (1, "a"), (Part("first", 2),), {"second": Part("s")}, [1, {"a": 2}]
    )


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"turns": "3"}, "turns: found '3'; allowed: a whole number"),
        ({"turns": True}, "turns: found true; allowed: a whole number"),
        ({"firm": 1}, "firm: found 1; allowed: true or false"),
        ({"pair": [1]}, "pair: found [1]; allowed: a list of 2, each a whole number"),
        ({"pair": [1, 2]}, "pair[2]: found 2; allowed: a string"),
        ({"part": "first"}, "part: found 'first'; allowed: a list, each entry a table with name, share"),
        ({"part": [["first"]]}, "part[1]: found ['first']; allowed: a table with name, share"),
        ({"part": [{"name": "a"}, {"name": "b", "share": "2"}]}, "part[2].share: found '2'; allowed: a number"),
        ({"by_name": {"third": {}}}, "by_name.third.name: found nothing; allowed: a string; add this key"),
        ({"by_name": 3}, "by_name: found 3; allowed: a table"),
        (
            {"clas": 1},
            "clas: found the unknown key 'clas'; allowed: id, class, turns, firm, pair, part, by_name, rest; did",
        ),
        ({"id": None}, "id: found nothing; allowed: a string; add this key"),
    ],
)
def test_what_does_not_fit_is_told(changes: dict[str, Any], told: str) -> None:
    (mistake,) = mistakes(**changes)
    assert mistake.startswith(f"x.toml: {told}")


def test_all_mistakes_are_told_in_the_order_of_the_form_and_then_what_is_not_in_it() -> None:
    told = mistakes(other=1, rest=2, part=[{"name": 1}, {}], **{"class": None})
    assert [mistake.split(":")[1].strip() for mistake in told] == ["class", "part[1].name", "part[2].name", "other"]


def test_a_kind_of_which_no_file_can_state_a_value_is_refused() -> None:
    @frozen
    class Odd:
        value: frozenset[int]

    with pytest.raises(TypeError, match="nothing in a file is a frozenset"):
        structure({"value": [1]}, Odd, "x.toml")
