"""Movement, transport, coming on (pb:PB-MOVE-C, pb:PB-TRANS-1, pb:PB-SETUP-1)."""
