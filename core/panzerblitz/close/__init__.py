"""Overruns and Close Assaults (pb:PB-OVR-A, pb:PB-CAT-1)."""
