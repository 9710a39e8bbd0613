"""What may not be done: said with its rule, which can then be read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from textual.screen import Screen

from core.choice import Choice
from tui.keys.held import keys_of


def rule_read_by(screen: Screen[Any], rule: str) -> str:
    """A rule, and the key that reads it."""
    return f"{rule} - {keys_of(screen).told('game.rule')} reads the rule"


class Refusals:
    """Tells the player why something may not be done. rule: the id behind what was said last, "" if there is none.

    explains: tells a reason and its rule in other words; whether it did.
    """

    def __init__(self, screen: Screen[Any], explains: Callable[[str, str], bool]) -> None:
        self._screen = screen
        self._explains = explains
        self.rule = ""

    def say(self, reason: str, rule: str) -> None:
        """Say what is wrong and by which rule; a key reads it."""
        self.rule = rule
        if self._explains(reason, rule):
            return
        text = f"{reason}\n{rule_read_by(self._screen, rule)}" if rule else reason
        self._screen.notify(text, title="Not allowed", severity="warning", markup=False)

    def of(self, choice: Choice) -> None:
        """Say why a choice may not be picked."""
        if choice.refusal is not None:
            self.say(f"{choice.label}: {choice.refusal.reason}", choice.refusal.rule)

    def forget(self) -> str:
        """Keep nothing of what was said; returns its rule."""
        rule, self.rule = self.rule, ""
        return rule
