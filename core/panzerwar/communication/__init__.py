"""Communication: who can talk to whom, radio contact, linking time, changes of operational orders (pw:5)."""
