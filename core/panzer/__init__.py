"""Panzer: the rules of the hex edition, one module per chapter of the rulebook.

The general rules (na:3.0) have no module of their own; they stand where they bite.
"""
