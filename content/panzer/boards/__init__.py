"""Boards and overlays: the readers stand here, beside the files of the boards."""
