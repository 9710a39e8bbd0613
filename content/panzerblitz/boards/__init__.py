"""The geomorphic boards: the readers stand here, beside the files of the boards."""
