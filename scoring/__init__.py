"""The scoring engine: what happened at the table, and who pays whom."""
