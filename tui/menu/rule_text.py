"""A rule as text: its id, its words with links to the rules they name, its reading, where it stands."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

from textual.content import Content

from tui.shelf import RuleLine

BOOKS: Final[Mapping[str, str]] = {
    "na": "Panzer, hex edition",
    "or": "Panzer, optional rules",
    "min": "Panzer, miniatures edition",
    "pb": "PanzerBlitz",
    "pw": "Panzer War",
}
MUTED: Final = "$text-muted"
#: What looks like a rule id in a text: with a book's prefix, or a number of at least two parts, or "Intro.a".
CITED: Final = re.compile(r"(?:\b[a-z]{2,3}:)?(?:\b\d{1,2}(?:\.\d{1,2}){1,6}[a-z]{0,2}\b|\bIntro\.[a-z]\b)")


def parents(rule: RuleLine) -> Iterable[str]:
    """The numbers that a rule may stand under, the nearest first: 4.4.1a under 4.4.1, 4.4, 4.0, 4."""
    number = rule.number
    while number:
        shorter = number[:-1] if number[-1].isalpha() and number[:-1] else number.rpartition(".")[0]
        if not shorter:
            return
        number = shorter
        yield number
        if "." not in number:
            yield f"{number}.0"


def link(label: str, rule: str) -> Content:
    """A label that goes to a rule when it is clicked."""
    return Content.styled(label, f"underline $text-accent @click=app.show_rule({rule!r})")


def linked(text: str, book: str, known: Mapping[str, RuleLine]) -> Content:
    """A text in which the ids of rules that are known are links."""
    parts: list[Content] = []
    at = 0
    for match in CITED.finditer(text):
        cited = match.group()
        id_ = cited if ":" in cited else f"{book}:{cited}"
        if id_ in known:
            parts += [Content(text[at : match.start()]), link(cited, id_)]
            at = match.end()
    return Content("").join([*parts, Content(text[at:])])


def rule_text(rule: RuleLine, known: Mapping[str, RuleLine], state: str = "") -> Content:
    """A rule as it is read: number and title, text, reading, what is left open, where it stands."""
    book = BOOKS.get(rule.book, rule.book)
    head = [rule.tier, *((f"{rule.phase} phase",) if rule.phase not in ("", "general") else ())]
    if state:
        head.append(state)
    parts = [
        Content.assemble((rule.number, "bold $text-accent"), "  ", (rule.title, "bold")),
        Content.styled(f"{book} · {' · '.join(head)}", MUTED),
        Content(""),
        linked(rule.text, rule.book, known),
    ]
    more = (
        ("How this program reads it", rule.reading),
        ("What the book leaves open", rule.ambiguity),
        ("Beside the hex edition", rule.hex),
    )
    for title, text in more:
        if text:
            parts += [Content(""), Content.styled(title, "bold $text-accent"), linked(text, rule.book, known)]
    if rule.needs:
        parts += [Content(""), Content.assemble(("Tables: ", MUTED), ", ".join(rule.needs))]
    if rule.source:
        parts += [Content(""), Content.styled(rule.source, MUTED)]
    return Content("\n").join(parts)
