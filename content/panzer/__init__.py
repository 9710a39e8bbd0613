"""Panzer as data: rules, tables, units, weapons, boards and scenarios, and what reads them."""
