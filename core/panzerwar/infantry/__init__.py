"""Infantry: killpower, morale states, contact, close assault, flame (pw:12)."""
