"""The advanced and optional rules as switches."""
