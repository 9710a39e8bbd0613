"""The name of the game in large letters, drawn from one set of pixels in half blocks or in ASCII."""

from __future__ import annotations

from typing import Final

#: Six rows of five pixels for each letter of the name.
_LETTERS: Final = {
    "P": ("####.", "#...#", "#...#", "####.", "#....", "#...."),
    "A": (".###.", "#...#", "#...#", "#####", "#...#", "#...#"),
    "N": ("#...#", "##..#", "##..#", "#.#.#", "#..##", "#...#"),
    "Z": ("#####", "...#.", "..#..", ".#...", "#....", "#####"),
    "E": ("#####", "#....", "####.", "#....", "#....", "#####"),
    "R": ("####.", "#...#", "#...#", "####.", "#..#.", "#...#"),
    "H": ("#...#", "#...#", "#####", "#...#", "#...#", "#...#"),
    "X": ("#...#", ".#.#.", "..#..", "..#..", ".#.#.", "#...#"),
}
_BLOCKS: Final = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}


def lettering(name: str, *, ascii_only: bool = False) -> tuple[str, ...]:
    """The rows of `name` in large letters: 6 cells a letter, 3 rows of half blocks or 6 rows of "#"."""
    pixels = tuple(" ".join(_LETTERS[letter][row] for letter in name) for row in range(6))
    if ascii_only:
        return tuple(row.replace(".", " ") for row in pixels)
    return tuple(
        "".join(_BLOCKS[a == "#", b == "#"] for a, b in zip(upper, lower, strict=True))
        for upper, lower in zip(pixels[::2], pixels[1::2], strict=True)
    )
