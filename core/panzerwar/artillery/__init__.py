"""Artillery: area fire, direct and indirect, and who calls for it (pw:10)."""
