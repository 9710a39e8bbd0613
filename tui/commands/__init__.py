"""The commands of the command line, one module each: `add` describes a command, its `run` carries it out."""
