"""The names of keys as a player writes them, and which keys can be had."""

from __future__ import annotations

from string import ascii_lowercase, digits
from typing import Final

from textual.binding import Binding
from textual.keys import key_to_character

#: Keys that go on doing what they do, and what that is.
FIXED: Final = {
    "enter": "it picks and gives orders",
    "escape": "it goes back",
    "backspace": "it goes back",
    "up": "it moves the cursor",
    "down": "it moves the cursor",
    "left": "it moves the cursor",
    "right": "it moves the cursor",
    "pageup": "it turns pages",
    "pagedown": "it turns pages",
    "ctrl+c": "it stops the program",
    "ctrl+p": "it lists all commands by name",
    "ctrl+g": "it goes to the game that waits for you",
}
#: Keys that terminals send in place of others: to the program they are the same.
_SAME: Final = {"ctrl+i": "tab", "ctrl+m": "enter", "ctrl+j": "enter", "ctrl+h": "backspace"}
_ALIASES: Final = {"esc": "escape", "del": "delete", "ins": "insert", "pgup": "pageup", "pgdn": "pagedown"}
_ALIASES_OF_MODIFIERS: Final = {"control": "ctrl", "meta": "alt", "option": "alt"}
_MOVING: Final = ("up", "down", "left", "right", "home", "end", "pageup", "pagedown", "insert", "delete")
_PLAIN: Final = ("space", "tab", "enter", "escape", "backspace", *_MOVING, *(f"f{n}" for n in range(1, 13)))
_KINDS: Final = (
    'a character ("k", "K", "?"), space, tab, shift+tab, insert, delete, home, end, f1 to f12, ctrl+ with a letter, '
    "ctrl+ or shift+ with an arrow"
)

#: Keys that have something of their own to do in some of the menus.
IN_MENUS: Final = ("f10", "ctrl+d", "ctrl+e", "ctrl+n", "ctrl+r")

#: What orders are picked by: the letters and signs that menus suggest, and all others that they give away.
ORDERS: Final = frozenset(ascii_lowercase + digits + "AEFGIMNOPSTW" + ".,/<>")


class KeyRefusedError(ValueError):
    """A key cannot be had; the text says why."""


def key_named(text: str) -> str:
    """The key of a name, as Textual calls it. KeyRefusedError if there is none, or if it cannot be had."""
    if len(text) == 1:
        if not text.isprintable() or text.isspace():
            raise KeyRefusedError(f"no key is called so; there is {_KINDS}")
        return name_of_character(text)
    *modifiers, last = text.lower().split("+") if text != "+" else [text]
    last = _ALIASES.get(last, last)
    modifiers = sorted({_ALIASES_OF_MODIFIERS.get(one, one) for one in modifiers})
    name = "+".join((*modifiers, last))
    if name in _SAME:
        raise KeyRefusedError(f"a terminal sends the same for {name} and for {_SAME[name]}")
    if name in FIXED:
        raise KeyRefusedError(f"{name} stays what it is: {FIXED[name]}")
    if _is_sent(modifiers, last):
        return name
    if not modifiers and (character := key_to_character(last)) is not None and character.isprintable():
        return name_of_character(character)
    if unknown := [one for one in modifiers if one not in ("ctrl", "alt", "shift", "super", "hyper")]:
        raise KeyRefusedError(f"there is no key {'+'.join(unknown)}+; there is {_KINDS}")
    if modifiers == ["alt"]:
        raise KeyRefusedError(f"many terminals send {name} as escape and then {last}")
    if modifiers == ["shift"] and len(last) == 1:
        raise KeyRefusedError(f'shift with a letter is its capital: write "{last.upper()}"')
    if modifiers and (len(last) == 1 or last in _PLAIN):
        raise KeyRefusedError(f"a terminal does not send {name} as a key of its own; there is {_KINDS}")
    raise KeyRefusedError(f"no key is called so; there is {_KINDS}")


def name_of_character(character: str) -> str:
    """What Textual calls the key of a character."""
    # A comma would part two keys.
    return "comma" if character == "," else next(iter(Binding.make_bindings([Binding(character, "")]))).key


def _is_sent(modifiers: list[str], last: str) -> bool:
    letter = len(last) == 1 and last in ascii_lowercase
    if not modifiers:
        return last in _PLAIN
    return (
        (modifiers == ["ctrl"] and letter)
        or (modifiers in (["ctrl"], ["shift"]) and last in _MOVING)
        or (modifiers == ["shift"] and last == "tab")
    )


def order_letter(key: str) -> str:
    """The character of a key if orders are picked by it, else ""."""
    character = key_to_character(key) or ""
    return character if character in ORDERS else ""
