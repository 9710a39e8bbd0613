"""Minefields (pb:PB-MINE-B)."""
