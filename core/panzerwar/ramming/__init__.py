"""Ramming, overrunning, pushing aside (pw:14, pw:6.8)."""
