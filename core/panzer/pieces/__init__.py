"""What lies on the table: values, no rule (na:1, na:3.4, na:5.1 to 5.9)."""
