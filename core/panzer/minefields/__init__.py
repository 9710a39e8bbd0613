"""Mines and minefields (or:7.31)."""
