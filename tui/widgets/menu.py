"""The lines of the order menu: choices under their headings, long groups folded, what may not be had last."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from attrs import evolve, frozen
from textual.content import Content

from core.alike import Alike
from core.choice import Choice, Choices
from tui.game.ordering import LISTED_HEXES
from tui.kit.text import MUTED, chance_told, cut

#: More refused choices than these are folded into one line until they are asked for.
REFUSED_SHOWN: Final = 3
#: The order of the kinds of choices in a long menu: what concerns the whole step first, hexes last.
RANKS: Final = {"order": 0, "done": 1, "option": 2, "hex": 4}
#: A menu of more choices than these is long.
SHORT: Final = 9
#: A menu of more choices than these that are in groups shows one group at a time.
ROOMY: Final = 14
#: What the pair of chances behind a choice means, above the first of them.
PAIR: Final = "chances: kill / any effect"
#: Fewer cells of a cost say nothing.
STUMP: Final = 6
#: The id of the line behind which refused choices are folded.
FOLD: Final = "fold"


@frozen(eq=False, repr=False)
class Line(Alike):
    """One line of the menu. choice: what it stands for; group: the group that it belongs to; opens: whether it is the
    heading of a group that can be folded; fixed: whether it is only to be read; whole: what it says where it had to be
    cut, "" = it was not."""

    text: Content
    choice: Choice | None = None
    id: str = ""
    group: str = ""
    opens: bool = False
    fixed: bool = False
    whole: str = ""


def menu_lines(
    choices: Choices,
    keys: Mapping[str, Choice],
    *,
    refused: bool,
    begun: bool,
    opened: str | None = None,
    width: int = 0,
) -> tuple[Line, ...]:
    """The lines for choices with the keys that they have. refused: also all that may not be picked; begun: whether an
    order is in hand; opened: the one group that is shown where there are too many choices for all; width: cells of a
    line, 0 = as many as it takes."""
    return tuple(_lines(choices, keys, refused, begun, opened, width))


def _lines(
    choices: Choices, keys: Mapping[str, Choice], refused: bool, begun: bool, opened: str | None, width: int
) -> Iterator[Line]:
    key_of = {id(choice): key for key, choice in keys.items()}
    if any(c.chance is not None and "/" in chance_told(c, short=True) for c in choices.legal):
        yield Line(Content.styled(PAIR.rjust(width), MUTED), fixed=True)
    if choices.complete and begun:
        yield Line(Content.assemble(("⏎ ", "bold $text-success"), ("Give this order", "bold")))
    far = {id(c) for c in choices.legal if c.kind == "hex" and id(c) not in key_of}
    on_map = len(far) > LISTED_HEXES
    listed = [choice for choice in in_order(choices) if not (on_map and id(choice) in far)]
    headings = groups(choices)
    folding = len(listed) > ROOMY and len(headings) > 1
    for group in _in_turn(headings, opened if folding else None):
        mine = [c for c in listed if c.group == group and not (headings and c.kind == "done")]
        shut = folding and bool(group) and group != opened
        if group and mine:
            yield _heading(group, mine, choices, width, shut=shut, opens=folding)
        for choice in () if shut else mine:
            yield _choice_line(choice, key_of.get(id(choice), ""), width, group)
    for choice in listed:
        if headings and choice.kind == "done":
            yield _choice_line(choice, key_of.get(id(choice), ""), width)
    if on_map:
        text = f"· {len(far)} hexes: point at one on the map, enter picks it"
        if 0 < width < len(text):
            text = f"· {len(far)} hexes: enter picks on the map"
        yield Line(Content.styled(text, MUTED), fixed=True)
    barred = [c for c in choices.options if not c.legal]
    if len(barred) > REFUSED_SHOWN:
        text = "that may not be had now: fold" if refused else "more that may not be had now"
        yield Line(Content.styled(f"X {len(barred)} {text}", MUTED), id=FOLD)
        barred = barred if refused else []
    for choice in barred:
        yield Line(_refused_content(choice), choice)


def _in_turn(headings: Sequence[str], opened: str | None) -> tuple[str, ...]:
    """The groups in the order of the menu; one that is open comes last, so that all others stay in sight."""
    shut = tuple(group for group in headings if group != opened)
    return ("", *shut, *(group for group in headings if group == opened))


def under_heading(choice: Choice) -> Choice:
    """A choice that does not say again what its heading says already."""
    return evolve(choice, label=choice.label.removeprefix(f"{choice.group}: ")) if choice.group else choice


def _heading(group: str, mine: Sequence[Choice], choices: Choices, width: int, *, shut: bool, opens: bool) -> Line:
    """A heading: how many may be picked under it, how many may not be had."""
    barred = sum(choice.group == group and not choice.legal for choice in choices.options)
    sign = ("▸ " if shut else "▾ ") if opens else ""
    told = f"  {len(mine)}" + (f", {barred} refused" if barred else "")
    name = Content.styled(f"{sign}{group}", "bold $text-accent")
    if width:
        name = name.truncate(max(width - len(told), 4), ellipsis=True)
    text = Content.assemble(name, (told, MUTED))
    return Line(text, id=f"group-{group}" if opens else "", group=group, opens=opens, fixed=not opens)


def grouped(choices: Choices) -> list[Choice]:
    """What may be picked, as the menu lists it: under no heading, then under each, what ends the step last."""
    headings = groups(choices)
    if not headings:
        return in_order(choices)
    rank = {group: at for at, group in enumerate(("", *headings))}
    return sorted(in_order(choices), key=lambda c: len(rank) if c.kind == "done" else rank[c.group])


def groups(choices: Choices) -> tuple[str, ...]:
    """The headings of the choices, in the order in which they first come."""
    return tuple(dict.fromkeys(choice.group for choice in choices.options if choice.group))


def in_order(choices: Choices) -> list[Choice]:
    """What may be picked, in the order of the menu."""
    if sum(choice.kind != "hex" for choice in choices.legal) <= SHORT:
        return list(choices.legal)
    return sorted(choices.legal, key=lambda c: RANKS.get(c.kind, 3))


def choice_content(choice: Choice) -> Content:
    """A choice without its key: label, cost, odds, and whether it is for good."""
    parts: list[Content] = [Content(choice.label)]
    if choice.cost:
        parts.append(Content.styled(choice.cost, MUTED))
    if told := chance_told(choice):
        parts.append(Content.styled(told, "bold $text-accent"))
    if choice.irreversible:
        parts.append(Content.styled("for good", "$text-warning"))
    return Content("  ").join(parts)


def _choice_line(choice: Choice, key: str, width: int, group: str = "") -> Line:
    """A choice on one line, its chances or that it is for good at the end of it: of what is too long before them the
    cost is cut first, then the label, but for a number."""
    said = under_heading(choice)
    name = Content.assemble((f"{key or ' '} ", "bold $text-accent"), said.label)
    head = Content.assemble(name, (f"  {said.cost}", MUTED)) if said.cost else name
    chances = chance_told(said, short=True)
    tail = Content.styled(chances, "bold $text-accent")
    if said.irreversible and not (width and chances):
        # That shots are for good needs no words beside their chances.
        tail = Content("  ").join([*([tail] if tail else []), Content.styled("for good", "$text-warning")])
    room = width - (tail.cell_length + 2 if tail else 0)
    if not width or head.cell_length <= room:
        gap = (max(2, width - head.cell_length - tail.cell_length) if chances else 2) if tail else 0
        return Line(Content.assemble(head, " " * gap, tail), choice, group=group)
    whole = head.plain[2:]
    if name.cell_length > room:
        head = Content.assemble((f"{key or ' '} ", "bold $text-accent"), cut(said.label, max(room - 3, 4)))
    elif room - name.cell_length < STUMP:
        head = name
    else:
        head = head.truncate(room, ellipsis=True)
    gap = width - head.cell_length - tail.cell_length if tail else 0
    return Line(Content.assemble(head, " " * max(gap, 0), tail), choice, group=group, whole=whole)


def _refused_content(choice: Choice) -> Content:
    refusal = choice.refusal
    why = f"{refusal.reason} {refusal.rule}" if refusal else ""
    return Content.assemble(("✕ ", MUTED), (choice.label, MUTED), "\n   ", (why, f"italic {MUTED}"))
