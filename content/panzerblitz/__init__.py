"""Content of PanzerBlitz: rules, tables, unit counters, geomorphic boards and Situations."""
