"""Indirect fire and Barrages (na:6.5.1, na:6.6.6)."""
