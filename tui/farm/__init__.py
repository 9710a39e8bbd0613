"""Games between computers by the hundred: in processes here or on a cluster, each result kept at once."""
