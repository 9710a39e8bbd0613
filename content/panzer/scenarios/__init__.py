"""Scenarios: the readers stand here, beside the files of the scenarios."""
