"""Battles of one's own: from the lines of a form to a scenario file (min:23.2)."""
