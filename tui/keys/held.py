"""The keys that hold: what bindings have for keys once a player's changes are made, and how keys are told."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from attrs import field, frozen
from textual.app import App
from textual.binding import Binding, BindingType
from textual.dom import DOMNode
from textual.keys import format_key, key_to_character

from core.alike import Alike

#: Keys that texts call by a word, not by a sign.
_IN_WORDS: Final = {"enter": "enter", "backspace": "backspace"}
#: In a text, the key of an action.
NAMED: Final = re.compile(r"\{([a-z-]+\.[a-z-]+)\}")


@frozen(eq=False, repr=False)
class Keys(Alike):
    """What a player has changed. changed: names of keys, as Textual calls them, by the id of an action."""

    changed: Mapping[str, tuple[str, ...]] = field(factory=dict)

    def held(self, bindings: Iterable[BindingType]) -> list[Binding]:
        """Bindings, one for each key, with the keys that hold."""
        held: list[Binding] = []
        moved: set[tuple[str, str]] = set()
        for binding in Binding.make_bindings(bindings):
            keys = self.changed.get(binding.id or "")
            if keys is None:
                held.append(binding)
            elif (binding.id or "", binding.action) not in moved:
                moved.add((binding.id or "", binding.action))
                held += [binding.with_key(key) for key in keys]
        return held

    def characters(self, bindings: Iterable[BindingType]) -> frozenset[str]:
        """The characters that bindings have for keys."""
        return frozenset(filter(None, (key_to_character(binding.key) for binding in self.held(bindings))))

    def of(self, id_: str) -> tuple[str, ...]:
        """The names of the keys of an action."""
        from tui.keys.catalogue import actions

        return self.changed.get(id_) or actions()[id_].keys

    def told(self, id_: str) -> str:
        """The first key of an action as a text names it."""
        return told(self.of(id_)[0])

    def among(self, id_: str, key: str) -> bool:
        """Whether a key, by its name or its character, is one of an action."""
        return any(key in (held, key_to_character(held)) for held in self.of(id_))

    def in_text(self, text: str) -> str:
        """A text in which keys stand by the ids of their actions, `{game.card}`, with the keys that hold."""
        from tui.keys.catalogue import actions

        return NAMED.sub(lambda found: self.told(found[1]) if found[1] in actions() else found[0], text)

    def pressed(self, keys: Sequence[str]) -> tuple[str, ...]:
        """Keys to be pressed in turn, of which some stand by the ids of their actions."""
        return tuple(self.of(key[1:-1])[0] if NAMED.fullmatch(key) else key for key in keys)


#: Those of the program as it comes.
AS_THEY_COME: Final = Keys()


def keys_of(node: DOMNode) -> Keys:
    """The keys that hold in the app of a screen or a widget."""
    return keys_in(node.app)


def keys_in(app: App[Any]) -> Keys:
    """The keys that hold in an app."""
    found = getattr(app, "held_keys", None)
    return found if isinstance(found, Keys) else AS_THEY_COME


def told(key: str) -> str:
    """The name of a key as every text says it, in prompts, bars and helps alike: its character, or a word."""
    modifiers, _, last = key.rpartition("+")
    return "+".join(filter(None, (modifiers, _IN_WORDS.get(last) or format_key(last))))
