"""TOML that people have edited: read, or refused in words, whatever stands there."""

from __future__ import annotations

import pytest

from core.text.toml_text import TomlError, toml_of

#: What Python's own reader fails at with something else than an error of TOML.
NASTY = {
    "nested lists": "x = " + "[" * 20_000 + "]" * 20_000,
    "nested tables": "x = " + "{a=" * 5_000 + "1" + "}" * 5_000,
    "nested keys": ".".join(["theme"] * 2_000) + " = 1",
    "lists that Python can read": "x = " + "[" * 60 + "]" * 60,
    "a long number": "x = " + "9" * 6_000,
}


@pytest.mark.parametrize("text", NASTY.values(), ids=NASTY)
def test_what_nobody_means_is_refused_in_words(text: str) -> None:
    with pytest.raises(TomlError, match=r"within each other|digits"):
        toml_of(text)


def test_where_a_mistake_stands_is_told() -> None:
    with pytest.raises(TomlError, match="line 2"):
        toml_of("a = 1\nb = \n")


def test_the_mark_of_some_editors_and_their_line_ends_are_no_mistake() -> None:
    assert toml_of('\ufeffa = "b"\r\nc = 1\r\n') == {"a": "b", "c": 1}


@pytest.mark.parametrize("order", ["\\u001b]0;title", "\\u0007", "\\b", "\x9b2J", "\u202e", "\\u2066"])
@pytest.mark.parametrize("place", ['title = "{}"', '[a]\nb = [{{ name = "x{}" }}]', '"{}" = 1', 'a = """\n{}"""'])
def test_no_text_orders_a_terminal_about(place: str, order: str) -> None:
    """Scenarios, boards and keys are passed on; what they say is printed and drawn."""
    with pytest.raises(TomlError, match="control character"):
        toml_of(place.format(order))


def test_lines_and_tabs_are_no_orders() -> None:
    assert toml_of('a = """b\n\tc\\u00e9"""\n') == {"a": "b\n\tcé"}
