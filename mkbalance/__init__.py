"""Monte Carlo toolkit for the board game Mage Knight: simulate, compare, study, report.

The public names are loaded when first used, so that ``import mkbalance`` stays cheap.
"""

from importlib import import_module
from importlib.metadata import PackageNotFoundError, version

_API = "mkbalance.api"
_PUBLIC = (
    *("Comparison", "Game", "Results", "Study", "campaign", "chance", "compare", "knockout", "plan", "run"),
    *("scenario", "sensitivity", "simulate", "tune", "verify"),
)

__all__ = [*_PUBLIC, "__version__"]


def __getattr__(name: str) -> object:
    if name in _PUBLIC:
        value = getattr(import_module(_API), name)
    elif name == "__version__":
        try:
            value = version("mkbalance")
        except PackageNotFoundError:  # a source tree that was never installed
            value = "0.0.0"
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
