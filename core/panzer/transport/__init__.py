"""Transporting, Portées (na:6.6.7, na:5.2.1)."""
