"""What lies on the table: counters, charts, Situations: values, no rule (pb:PB-FACT-5, pb:PB-COMP-1)."""
