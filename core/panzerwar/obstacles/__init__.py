"""Obstacles: mines, buildings, bunkers (pw:15.0)."""
