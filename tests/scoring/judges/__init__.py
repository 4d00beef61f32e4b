"""Slow, independently written judges of the rule sets, which the engine is held against."""
