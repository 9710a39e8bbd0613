"""Attacks by fire: methods, factors, results (pb:PB-COMBAT-A, pb:PB-CRT-1)."""
