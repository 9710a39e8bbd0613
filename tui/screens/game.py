"""The game screen: draws what the player at the keyboard may know, and sends orders. It holds no rule."""

from __future__ import annotations

from textual.screen import Screen

#: Seconds between two orders of a computer player, so that each can be seen.
BEAT = 0.25


class GameScreen(Screen[None]):
    """Frame of a game: headline, map, cards, odds, orders, prompt, log."""
