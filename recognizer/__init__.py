"""Pixels → `Reading`: where the tiles of a photograph are, which they are, and how sure that is."""

import os

# NumPy's BLAS starts a thread for each core, each with memory of its own, when NumPy is loaded.
# No large matrices are multiplied here.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
