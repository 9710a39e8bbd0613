"""What lies on the table of Panzer War: values, no rule."""
