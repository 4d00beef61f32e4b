"""How fast the scoring engine is: ``python -m tests.benchmarks`` prints one table."""
