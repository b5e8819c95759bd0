"""Tables of any length: their columns, and the rows that show."""
