"""Panzer: the rules of the hex edition, one module per chapter of the rulebook."""
