"""Settings by which numerical libraries take one thread each: what is timed in one process has one."""

SETTINGS = tuple(
    f"{library}_NUM_THREADS" for library in ("OMP", "OPENBLAS", "MKL", "BLIS", "VECLIB_MAXIMUM", "NUMEXPR", "RAYON")
)
