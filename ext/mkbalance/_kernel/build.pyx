"""How the compiled core was built: read by ``mkbalance info`` and written into provenance."""

cdef extern from *:
    """
    #ifndef MKBALANCE_VARIANT
    #define MKBALANCE_VARIANT "unknown"
    #endif
    #if defined(__VERSION__)
    #define MKBALANCE_COMPILER __VERSION__
    #else
    #define MKBALANCE_COMPILER "unknown"
    #endif
    """
    const char *_VARIANT "MKBALANCE_VARIANT"
    const char *_COMPILER "MKBALANCE_COMPILER"

VARIANT = _VARIANT.decode("ascii")
COMPILER = _COMPILER.decode("ascii", "replace")
