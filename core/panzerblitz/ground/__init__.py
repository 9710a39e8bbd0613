"""Terrain and stacking (pb:PB-TERR-1, pb:PB-STACK-A)."""
