"""Drills: what may go wrong at a table, done on purpose, with figures.  ``make drill``."""
