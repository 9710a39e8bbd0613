"""One order for several units: who is marked, what each would do, the window that shows it, the giving of it."""
