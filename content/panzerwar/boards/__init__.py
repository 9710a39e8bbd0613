"""The boards of Panzer War, from ``boards/*.toml``: lists of terrain in GSU, laid upon hexes."""
