"""The rows of the Optional Rules among the switches (or:7.0)."""
