"""What the screen of a set-up shows: the map with what is in hand, the list of the force, what the keys do."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Final

from textual.binding import Binding
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from core.order import IllegalOrder
from core.presentation import OddsReport, Overlay, comes
from tui.game.drawing import Drawing
from tui.game.set_up.force import Member
from tui.game.set_up.hand import Hand
from tui.game.set_up.roster import Roster
from tui.game.stage import Stage
from tui.game.table import Table
from tui.keys.bindings import SET_UP
from tui.keys.held import keys_of
from tui.kit.beside import work_beside
from tui.kit.foot import clicked
from tui.kit.printed import caller, hex_name
from tui.kit.text import MUTED
from tui.widgets.cards import CardPane
from tui.widgets.header import MENU
from tui.widgets.legend import OverlayLegend
from tui.widgets.messages import MessageLine

#: What the keys do, by the ids of their actions, those first that are pressed most.
KEYS = (
    ("enter", "puts"),
    ("set-up.pick-up", "picks up"),
    ("set-up.turn-left set-up.turn-right", "turn"),
    ("set-up.formation", "formation"),
    ("set-up.mirror", "mirror"),
    ("set-up.for-me", "for me"),
    ("game.next-unit", "next"),
    ("set-up.keep set-up.open", "keep, open"),
    ("game.undo", "undo"),
    ("set-up.end", "end"),
    ("set-up.later", "later"),
    ("everywhere.help", "keys"),
)
#: What each of them does, for a click on it.
DOES: Final = {
    "enter": "put",
    "esc": "back",
    **{binding.id: binding.action for binding in Binding.make_bindings(SET_UP) if binding.id},
}
#: Cells of two lines that may stay empty.
ROUGH = 12
#: More units than these are not named one by one.
FEW = 4
#: The same where what comes on later is looked at.
LOOKING = (
    ("set-up.later", "the next that comes on"),
    ("game.overlays", "overlays"),
    ("game.card", "card"),
    ("everywhere.help", "keys"),
    ("esc", "back"),
)


class Showing:
    """Draws a set-up from its stage and its hand."""

    weighed: OddsReport | None = None

    def __init__(
        self, screen: Screen[Any], table: Table, stage: Stage, drawing: Drawing, hand: Hand, *, looks: bool
    ) -> None:
        """looks: nothing is placed now, and what comes on later is only looked at."""
        self._screen = screen
        self._table = table
        self._stage = stage
        self._drawing = drawing
        self._hand = hand
        self._looks = looks

    def force(self) -> None:
        """Something has been placed, or taken into hand."""
        hand = self._hand
        self._stage.look()
        bodies = () if self._looks else hand.bodies
        self._screen.query_one(Roster).show(
            (*bodies, *hand.position.later), hand.body, hand.unit, caller(hand.position.system)
        )
        look, status = self._table.look(hand.side), self._stage.face.status(self._table.view)
        left = len(hand.left)
        count = f"{left} of {len(hand.members)} to place" if left else "all are placed"
        if left and hand.end is not None and hand.end.legal:
            count = f"{left} may still be placed, or held back"
        title = Content.assemble((look.name, "bold"), f" sets up · {status.title} · ", (count, "bold $text-accent"))
        if self._looks:
            title = Content.assemble(
                (look.name, "bold"), f" · {status.title} · ", ("what comes on", "bold $text-accent")
            )
        menu = clicked(Content.styled(MENU, "bold $text-accent"), "actions")
        self._screen.query_one("#title", Static).update(Content.assemble(title, " ", menu))
        self.cursor()

    def cursor(self) -> None:
        """What is pointed at has changed."""
        stage, hand = self._stage, self._hand
        stage.ghost = hand.overlay(stage.cursor)
        self._drawing.scene(stage.scene(), stage.cursor)
        self._screen.query_one("#hand", Static).update(self._prompt())
        pane = self._screen.query_one(CardPane)
        if pane.display:
            unit = hand.unit if hand.unit and not any(c.id == stage.shown for c in stage.stack(stage.cursor)) else None
            cards = stage.cards()
            if unit is not None:
                cards = stage.face.unit_card(self._table.view, unit), cards[1]
            self._drawing.cards(stage.stack(stage.cursor), self._table.looks, stage.shown, cards)

    def _prompt(self) -> Content:
        room = self._screen.query_one("#hand", Static).content_size.width or 80
        lines: list[list[Content]] = [[]]
        held = keys_of(self._screen)
        for ids, what in LOOKING if self._looks else self._keys():
            names = [
                clicked(Content.styled(held.told(id_) if "." in id_ else id_, "bold $text-accent"), DOES[id_])
                for id_ in ids.split()
            ]
            key = Content.assemble(Content(" ").join(names), clicked(Content(f" {what}"), DOES[ids.split()[0]]))
            if lines[-1] and sum(one.cell_length + 2 for one in lines[-1]) + key.cell_length > room:
                lines.append([])  # a key stays with what it does
            lines[-1].append(key)
        # Words that go on below may leave some cells of a line empty.
        in_hand = self._held().truncate(2 * room - ROUGH, ellipsis=True)
        return Content("\n").join([in_hand, *(Content("  ").join(line) for line in lines)])

    def _keys(self) -> Iterator[tuple[str, str]]:
        """The keys while units are placed; in a step that has more to it they do not end it, escape goes back to it."""
        for ids, what in KEYS:
            if ids != "set-up.end" or self._hand.end is not None:
                yield ids, what
            else:
                yield "esc", "back"

    def _held(self) -> Content:
        """What is in hand, and what comes of it in the cursor's hex."""
        stage, hand = self._stage, self._hand
        at = stage.cursor
        here = ", ".join(member.name for member in hand.here(at))
        ground = stage.cards()[1]
        place = hex_name(self._table, at) + (f" ({ground.subtitle})" if ground is not None and ground.subtitle else "")
        if hand.later is not None:
            later = hand.later
            by = f" by {min(later.hexes)}" if len(later.hexes) == 1 else " by the hexes marked"
            choice = f"; {later.choice} " if later.choice else " "
            head = (comes(later.when), "bold $text-accent")
            return Content.assemble(head, by, choice, (later.rule, MUTED), f": {who(later.members)}")
        if hand.whole:
            body = hand.formation
            wishes = hand.wishes(at)
            able = sum(wish.post.hex in hand.position.spots(wish.unit.id) for wish in wishes)
            if body is None:
                return Content(place)
            told = f" {'moves' if hand.anchor is not None else 'gathers'} to {place}: {able} of {len(wishes)} fit"
            return Content.assemble(("In hand: ", MUTED), (body.name, "bold $text-accent"), told)
        member = hand.member
        if self._looks:
            return Content(place)
        if member is None:
            told = f"{place}: {here}" if here else place
            return Content.assemble(("Nothing in hand: ", MUTED), told)
        said = Content.assemble(("In hand: ", MUTED), (member.name, "bold $text-accent"), f" to {place}")
        try:
            partial = hand.order(at, hand.how)
        except IllegalOrder as error:
            return Content.assemble(said, "  ", (f"not here: {error.reason} ", "$text-warning"), (error.rule, MUTED))
        now = hand.position.choices(partial[:2]).options if len(partial) > 2 else ()
        facing = next((f", facing {c.label}" for c in now if c.pick == partial[2]), "")
        ways = hand.ways(at)
        how = next((words for tail, words in ways if f"{at}{tail}" == partial[1]), "").removeprefix(str(at))
        other = (
            Content.assemble("  ", (keys_of(self._screen).told("set-up.otherwise"), "bold $text-accent"), " otherwise")
            if len(ways) > 1
            else Content("")
        )
        beside = Content.styled(f"  with {here}", MUTED) if here and member not in hand.here(at) else Content("")
        return Content.assemble(said, f"{how}{facing}", other, beside)

    def hint(self, text: str) -> None:
        """Say what needs not be kept: a key had nothing to do."""
        self._screen.query_one(MessageLine).hint(text)

    # -- layers -----------------------------------------------------------------------------------

    def layers(self) -> None:
        """Compute the layers that are on, beside the screen, and lay them over the map."""
        screen, stage = self._screen, self._stage
        draw = stage.layers.drawing(self._table.view, self._table.here, stage.cursor, stage.layer_unit, stage.unit)
        work_beside(screen, "layers", draw, self._lay, "The overlay could not be computed", instead=tuple)

    def _lay(self, overlays: tuple[Overlay, ...]) -> None:
        if self._screen.is_running:
            self._stage.overlays = overlays
            self.legend()
            self._drawing.scene(self._stage.scene(), self._stage.cursor)

    def legend(self) -> None:
        """What the layers that are on say of the cursor's hex."""
        self._screen.query_one(OverlayLegend).show(self._stage.overlays, self._stage.why_here())


def who(members: Sequence[Member]) -> str:
    """Units by name; of many of the same name how many there are."""
    if len(members) <= FEW:
        return ", ".join(member.name for member in members)
    stems = Counter(re.sub(r" \d+$", "", member.name) for member in members)
    return ", ".join(f"{count} {stem}" if count > 1 else stem for stem, count in stems.items())
