"""Adjustment, Full Cover, Suppression (na:4.6, na:5.10, na:6.1.4.2, na:6.8)."""
