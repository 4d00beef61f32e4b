"""Pixels → `Reading`: where the tiles of a photograph are, which they are, and how sure that is."""
