"""The phase prompt: what is asked of whom, what is left, how to finish, and the rule that asks."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from attrs import evolve, frozen
from textual import events
from textual.content import Content
from textual.style import Style

from core.alike import Alike
from core.choice import Choice, Choices
from core.presentation import Prompt
from tui.game.ahead import Ahead
from tui.game.ordering import Ordering, Way
from tui.kit.steady_text import SteadyText
from tui.kit.text import LABEL, MUTED, cut, rule_content

#: The actions that give the last order once more: to the unit pointed at, to all.
AGAIN: Final = ("game.again", "game.again-for-all")
#: What a part of the prompt does when it is clicked, in the meta data of its style.
DOES: Final = "does"
#: What stands between the parts of the second line, and the fewest cells of one that say anything.
BETWEEN: Final = " · "
STUMP: Final = 10
#: A question that has no more answers than these names them all; what kinds of choices are answers.
FEW: Final = 4
ANSWERS: Final = ("option", "number", "weapon")
#: Lines below the question that tell how the step ends and what is left; with more the map would have too few.
BELOW: Final = 2
#: Cells of a line that has room for all of it, and of a label there.
WIDE: Final = 96
LONG: Final = 40
#: From this rank on a part says nothing, or something else, when more than a third of it is cut.
_AS_A_WHOLE: Final = 3
#: How many there are in what is left, where it is of one kind.
_NUMBER: Final = re.compile(r"left: \d+(?: of \d+)?(?= \D*$)")


class PhasePrompt(SteadyText):
    """Always there: the question on the first line, below it the order in hand or what is left and how to finish."""

    DEFAULT_CSS = """
    PhasePrompt {
        height: auto; min-height: 2; max-height: 4; padding: 0 1; background: $boost;
        border-left: thick $accent;
    }
    """

    async def on_click(self, event: events.Click) -> None:
        """What is named by its key is done by a click too."""
        action = event.style.meta.get(DOES)
        if action is not None:
            event.stop()
            await self.screen.run_action(action)

    def show(
        self,
        prompt: Prompt,
        who: str,
        in_hand: Content | None,
        end: Ending | None = None,
        unit: Content | None = None,
        *,
        goes: Content | None = None,
        cut_short: bool = False,
    ) -> None:
        """Show a prompt addressed to `who` ("" = everybody) and the order in hand, if one is begun.

        end: how the player ends the step; unit: what the letters of the unit pointed at do; goes: what enter does with
        it; cut_short: whether the second line stays one line.
        """
        head = f"{who}: " if who and who != prompt.title else ""
        first = Content.assemble(
            (head, "bold $text-accent"),
            (prompt.title, "bold"),
            " — " if prompt.text else "",
            prompt.text,
            " ",
            rule_content(prompt.rule),
        )
        if in_hand is None:
            in_hand = self._below(prompt, end, unit, goes, cut_short=cut_short)
        self.put(Content("\n").join([first, in_hand]))

    def _below(
        self, prompt: Prompt, end: Ending | None, unit: Content | None, goes: Content | None, *, cut_short: bool
    ) -> Content:
        """How the step ends and what is left, in one line where it is cut short, else in no more than `BELOW`."""
        width = self.content_size.width

        def told(ending: Content | None, room: int | None = None) -> Content:
            return fitted(_what_is_left(prompt, ending, unit, goes, unit_first=0 < width < WIDE), room)

        if end is None:
            return told(None, width if cut_short and width else None)
        if cut_short and width:
            # The prompt may not grow and shrink as the cursor goes from unit to unit: the map would jump.
            short = _length(filter(None, (goes, unit, end.whole))) > width
            return told(end.short if short else end.whole, width)
        tries = map(told, end.shorter())
        fits = next((t for t in tries if not width or t.get_height({}, width) <= BELOW), None)
        return told(end.short, BELOW * width - STUMP) if fits is None else fits


@frozen(eq=False, repr=False)
class Ending(Alike):
    """How a step ends, whole and in few cells; why: whether the whole says besides why it cannot be ended yet, which
    may be cut: the key that ends it is answered with all of it."""

    whole: Content
    short: Content
    why: bool = False

    def shorter(self) -> Iterator[Content]:
        """All of it, then less and less, the shortest last."""
        yield self.whole
        if self.why:
            for room in range(self.whole.cell_length - STUMP, self.short.cell_length + STUMP, -STUMP):
                yield self.whole.truncate(room, ellipsis=True)
        yield self.short


def finish_line(choice: Choice | None, keys: Mapping[str, Choice]) -> Ending | None:
    """The key that ends the step, or why it cannot be ended yet; None if it ends by itself."""
    if choice is None:
        return None
    if choice.refusal is not None:
        first = f"{choice.label}: not yet"
        whole = Content.assemble((f"{first}, ", MUTED), choice.refusal.reason)
        return Ending(whole, Content.styled(first, MUTED), why=True)
    key = next((key for key, behind in keys.items() if behind is choice), "")
    whole, short = (
        clicked(key, f" {label}", f"letter({key!r})") for label in (choice.label, choice.label.split(":")[0])
    )
    return Ending(Content.assemble(whole, (" (for good)" * choice.irreversible, MUTED)), short)


def set_up_line(end: Ending | None, key: str, what: str) -> Ending:
    """The key that sets up on a screen of its own, and what it does, before how the step ends."""
    opens = clicked(key, f" {what}", "set_up")
    if end is None:
        return Ending(opens, opens)
    between = Content.styled(BETWEEN, MUTED)
    return Ending(between.join([opens, end.whole]), between.join([opens, end.short]), end.why)


def clicked(key: str, words: str, action: str) -> Content:
    """A key and what it does, which a click on it does too; action: of the screen."""
    return does(Content.assemble((key, "bold $text-accent"), words), action)


def does(words: Content, action: str) -> Content:
    """Words on which a click does an action of the screen. They look as they did: the prompt is no list of links."""
    return words.stylize(Style.from_meta({DOES: action}))


@frozen(eq=False, repr=False)
class AsBefore(Alike):
    """The unit whose last order another may have too, and the keys that give it to that, and to all."""

    unit: str
    again: str = "z"
    for_all: str = "Z"


def unit_line(unit: Ahead | None, but: str = "", as_was: AsBefore | None = None, *, room: int = 0) -> Content | None:
    """The letters of the unit pointed at, all but one that has been named; the turns have theirs too, but only the menu
    has room for them. room: cells for them, 0 = as many as it takes; where it is too little, what stands in brackets is
    left out, and what is as before comes last."""
    whole = _unit_line(unit, but, as_was, brief=False)
    if whole is None or not room or whole.cell_length <= room:
        return whole
    return _unit_line(unit, but, as_was, brief=True)


def _unit_line(unit: Ahead | None, but: str, as_was: AsBefore | None, *, brief: bool) -> Content | None:
    if unit is None:
        return None
    labels = ((key, c.label.split(" (")[0] if brief else c.label) for key, c in unit.keys.items() if c.kind != "facing")
    said = [(key, cut(label)) for key, label in labels if key != but]
    before = []
    if as_was is not None:
        before.append(clicked(as_was.again, f" as {as_was.unit}", "again"))
        before.append(clicked(as_was.for_all, " all", "again_for_all"))
    letters = [clicked(key, f" {label}", f"letter({key!r})") for key, label in said]
    letters = [*letters, *before] if brief else [*before, *letters]
    named = unit.way[-1]
    if named.hex is None and letters:
        # Of who waits off the map the letters alone would say no more than that he may stay there.
        if unit.end:
            return Content("  ").join([clicked("enter", f" brings {named.label} on", "go"), *letters])
        return Content.assemble((f"{named.label}, off map: ", MUTED), Content("  ").join(letters))
    if not letters:
        return None
    # Without a word nobody knows that a hex can be pointed at before anything is picked.
    first = "point at a hex  " if unit.leads else ""
    return Content.assemble((f"{named.label}: ", MUTED), first, Content("  ").join(letters))


def answers_line(choices: Choices, keys: Mapping[str, Choice], room: int) -> Content | None:
    """The keys of a question that has few answers, none of them on the map; None where there is another. room: cells
    of the line, 0 = as many as it takes."""
    asked = {key: choice for key, choice in keys.items() if choice.kind in ANSWERS and choice.hex is None}
    if not asked or len(asked) > FEW or len(asked) < len(choices.legal):
        return None
    whole = sum(len(key) + len(choice.label) + 3 for key, choice in asked.items())
    wide = not room or whole <= room
    shown = [(key, choice.label if wide else cut(choice.label.split(" (")[0])) for key, choice in asked.items()]
    return Content("  ").join([clicked(key, f" {label}", f"letter({key!r})") for key, label in shown])


def marked_line(count: int, unit: Content | None) -> Content:
    """How many units an order is offered to, before what the unit pointed at may do."""
    told = Content.assemble(
        (f"{count} marked", "bold $text-accent"), does(Content.styled(" (esc clears)", MUTED), "back")
    )
    return told if unit is None else Content.assemble(told, " ", unit)


def enter_line(unit: Choice, step: Choice, key: str = "") -> Content:
    """What enter does with a unit whose order is not begun: it goes to a hex, or ends what it has begun."""
    last = " (for good)" * step.irreversible
    keys = Content.styled(f"enter or {key}" if key else "enter", "bold $text-accent")
    cost = (f" {step.cost}" if step.cost else "", "bold")
    return does(Content.assemble(keys, f" {unit.label}: {step.label}", cost, (last, MUTED)), "go")


def pick_line(choice: Choice, room: int = 0, *, among: int = 0) -> Content:
    """What enter picks: a target, a hex; named in few cells where the line has not much room. among: it asks first
    which of so many in the hex."""
    told = f" asks which of {among} here" if among else f" picks {cut(choice.label, LONG if room >= WIDE else LABEL)}"
    return does(Content.assemble(("enter", "bold $text-accent"), told), "go")


def _what_is_left(
    prompt: Prompt, end: Content | None, unit: Content | None, goes: Content | None, *, unit_first: bool
) -> list[tuple[int, Content]]:
    """How the step ends, what the unit pointed at may do, what is left, each with how soon it is cut where there is no
    room: the key that ends the step never is, when it ends by itself is first. A narrow screen says first what the unit
    may do."""
    when = Content.assemble(("ends when ", MUTED), prompt.finish) if end is None and prompt.finish else None
    left = Content.assemble(("left: ", MUTED), prompt.remaining) if prompt.remaining else None
    last = ((3, left), (4, when)) if unit_first else ((4, when), (3, left))
    order = ((2, unit), (1, goes), (0, end), *last) if unit_first else ((1, goes), (0, end), (2, unit), *last)
    return [(rank, part) for rank, part in order if part is not None]


def _length(parts: Iterable[Content]) -> int:
    """The cells of parts of a line."""
    each = [part.cell_length for part in parts]
    return sum(each) + len(BETWEEN) * max(0, len(each) - 1)


def fitted(parts: Sequence[tuple[int, Content]], width: int | None) -> Content:
    """Parts of a line, cut to a width: first those of the highest rank, until only a stump would stay of them."""
    kept = list(parts)
    while kept and width is not None:
        over = _length(part for _, part in kept) - width
        if over <= 0:
            break
        at = max(range(len(kept)), key=lambda i: kept[i][0])
        rank, part = kept[at]
        room = part.cell_length - over
        if rank >= _AS_A_WHOLE and (few := _NUMBER.match(part.plain)) is not None:
            # How many are left says enough without what they are to do.
            part = part[: few.end()]
            if part.cell_length <= room:
                kept[at] = rank, part
                break
            del kept[at]
            continue
        least = max(STUMP, part.cell_length * 2 // 3) if rank >= _AS_A_WHOLE else STUMP
        if room >= least or len(kept) == 1:
            kept[at] = rank, _cut(part, room)
            break
        del kept[at]
    return Content.styled(BETWEEN, MUTED).join([part for _, part in kept])


def _cut(part: Content, room: int) -> Content:
    """A part in few cells: of several keys those go whole for which there is no room."""
    whole = part.plain[: room - 1].rpartition("  ")[0]
    return part[: len(whole)] + Content("  …") if len(whole) >= STUMP else part.truncate(room, ellipsis=True)


def in_hand(
    ordering: Ordering,
    keys: Mapping[str, Choice] = MappingProxyType({}),
    back: str = "u",
    way: Way = (),
    *,
    among: int = 0,
) -> Content:
    """The order begun: what was picked, what it costs so far, and what the keys do now. keys: those of the choices;
    back: that which takes a pick back; way: what is pointed at and enter picks first, such as a kind of order and a hex
    for it; among: it asks which of so many in its hex."""
    pointed = evolve(way[-1], label=": ".join(choice.label for choice in way)) if way else None
    labels = [
        *(cut(choice.label) for choice in ordering.picked[:-1]),
        *(c.label.removesuffix(" ...") for c in ordering.picked[-1:]),
    ]
    steps = " › ".join(labels if len(labels) <= 8 else [*labels[:2], "…", *labels[-5:]])
    cost = next((choice.cost for choice in reversed(ordering.picked) if choice.cost), "")
    if ordering.choices.confirm and ordering.choices.complete:
        # What is about to be given says more than the way to it.
        steps, cost = ordering.choices.prompt, ""
    parts = [Content.assemble((steps, "bold $text-accent"), (f"  {cost}" if cost else "", "bold"))]
    if ordering.choices.complete:
        warning = " - for good, it cannot be taken back" if ordering.for_good else ""
        what = f"asks which of {among} here to add" if among else f"adds {cut(pointed.label)}" if pointed else ""
        adds = f" {what}, once more gives it" if what else " gives it"
        gives = does(Content.assemble(("enter", "bold"), (adds, MUTED)), "go")
        parts.append(Content.assemble(gives, (warning, "bold $text-warning")))
    elif pointed is not None and pointed.kind == "unit":
        parts.append(pick_line(pointed, among=among))
    else:
        asked = ordering.choices.prompt
        if asked.startswith(f"{steps}:"):
            # The question says whose order it is, and more of it than what was picked.
            parts = [Content.assemble((steps, "bold $text-accent"), asked.removeprefix(steps))]
        elif asked:
            parts.append(Content(asked))
        if pointed is not None and pointed.kind == "hex":
            goes = Content.assemble(
                ("enter", "bold $text-accent"), f" {pointed.label}", (f"  {pointed.cost}" * bool(pointed.cost), MUTED)
            )
            parts.append(does(goes, "go"))
        elif any(choice.kind == "hex" and choice.hex is not None for choice in ordering.choices.legal):
            parts.append(Content("point at a hex"))
    end = next(((key, choice) for key, choice in keys.items() if choice.kind == "done"), None)
    if end is not None:
        done = Content.assemble((end[0], "bold"), (f" {end[1].label}", MUTED))
        parts.append(does(done, f"letter({end[0]!r})"))
    parts.append(does(Content.assemble((back, "bold"), (" one step back", MUTED)), "back"))
    return Content.styled(" · ", MUTED).join(parts)
