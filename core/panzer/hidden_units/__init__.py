"""Hidden Units: groups of units under numbered counters, some of which are fakes (or:7.2)."""
