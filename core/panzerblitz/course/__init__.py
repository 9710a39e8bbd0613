"""Set-up, the Game-Turn, victory, secrets (pb:PB-SETUP-1, pb:PB-SEQ-0, pb:PB-WIN-1)."""
