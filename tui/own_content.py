"""Boards and scenarios of the player's own: the folder ``content`` of the data directory."""

from __future__ import annotations

from saves.library import data_directory


def read_own_content() -> None:
    """Let the catalogue read the player's own content beside the shipped one, if there is any."""
    folder = data_directory() / "content"
    if folder.is_dir():
        from content.kit.folders import add_folder

        add_folder(folder)
