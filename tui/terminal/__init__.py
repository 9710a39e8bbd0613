"""The terminal, and the insides of Textual, rich and asyncssh: no other room touches what these keep for themselves."""
