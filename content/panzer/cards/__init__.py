"""Data cards and weapons, from ``units/*.toml`` and ``weapons/*.toml``, and how they are laid out."""
