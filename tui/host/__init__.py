"""The host: players come over SSH into one process; who may come in, what they may take, what is served to them."""
