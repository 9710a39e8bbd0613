"""What the game screen offers in the command palette: its choices, layers, zooms and actions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, cast

from textual.binding import Binding
from textual.command import DiscoveryHit, Hit, Hits, Provider

from tui.keys.held import keys_of, told
from tui.kit.help import is_live

if TYPE_CHECKING:
    from tui.game.screen import GameScreen


class GameCommands(Provider):
    """Everything that can be done on the game screen now."""

    async def discover(self) -> Hits:
        """All of it, before anything is typed."""
        for title, what, run in self._offers():
            yield DiscoveryHit(title, run, help=what)

    async def search(self, query: str) -> Hits:
        """What fits the words typed."""
        matcher = self.matcher(query)
        for title, what, run in self._offers():
            score = matcher.match(title)
            if score > 0:
                yield Hit(score, matcher.highlight(title), run, help=what)

    def _offers(self) -> Iterator[tuple[str, str, Callable[[], object]]]:
        screen = cast("GameScreen", self.screen)
        ordering = screen.stage.ordering
        if ordering is not None:
            for choice in ordering.choices.legal:
                about = "  ".join(filter(None, (ordering.choices.prompt, choice.cost)))
                yield f"Order: {choice.label}", about, partial(screen.picking.pick, (choice,))
            if screen.stage.complete:
                yield "Order: give it", "Give the order in hand", screen.picking.submit
        for kind in screen.stage.layers.kinds:
            word = "off" if kind.id in screen.stage.layers.on else "on"
            yield (
                f"Overlay {word}: {kind.title} ({kind.id})",
                "Lay it over the map or take it off",
                partial(screen.looking.toggle_layer, kind.id),
            )
        own = {binding.key for binding in screen.own_keys}
        keys = [b for b in screen.BINDINGS if isinstance(b, Binding) and b.key not in own]
        for binding in keys_of(screen).held((*screen.own_keys, *keys)):
            barred = binding.action == "resign" and not is_live(screen, binding)
            if binding.description and binding.action not in ("go", "back") and not barred:
                yield (
                    f"Game: {binding.description}",
                    f"key {binding.key_display or told(binding.key)}",
                    partial(self.app.call_later, screen.run_action, binding.action),
                )
