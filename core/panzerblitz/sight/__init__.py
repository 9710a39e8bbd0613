"""Lines of sight, spotting, hidden units (pb:PB-LOS-1, pb:PB-SPOT-1)."""
