"""What is needed to run a study or simulation again, as one versioned JSON document."""

from __future__ import annotations

import json
import platform
from importlib import metadata
from pathlib import Path

from mkbalance.errors import InvalidFile
from mkbalance.study.files import write_text

__all__ = ["SCHEMA_VERSION", "document", "environment", "read", "software_version", "write"]

SCHEMA_VERSION = 1
LIBRARIES = ("numpy", "scipy", "pandas", "pyarrow", "joblib", "pydantic")


def software_version() -> str:
    """Return the version of mkbalance."""
    import mkbalance

    return getattr(mkbalance, "__version__", "0.0.0")


def environment() -> dict[str, object]:
    """Return operating system, Python and library versions."""
    libraries = {}
    for name in LIBRARIES:
        try:
            libraries[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            libraries[name] = None
    return {
        "os": {"system": platform.system(), "release": platform.release(), "machine": platform.machine()},
        "python": {"implementation": platform.python_implementation(), "version": platform.python_version()},
        "libraries": libraries,
    }


def document(parameters: dict[str, object], **fields: object) -> dict[str, object]:
    """Return a provenance document.

    Parameters
    ----------
    parameters : dict
        The command and every argument that changes results: enough to call it again.
    **fields
        Further sections: content, build, cells, rows, complete, resources.
    """
    return {
        "schema_version": SCHEMA_VERSION,
        "software": {"name": "mkbalance", "version": software_version()},
        "parameters": parameters,
        "environment": environment(),
        **fields,
    }


def write(path: Path, content: dict[str, object]) -> None:
    """Write a provenance file whole or not at all."""
    write_text(path, json.dumps(content, indent=2, ensure_ascii=False) + "\n")


def read(path: Path) -> dict[str, object]:
    """Read a provenance file; refuse one that is damaged or of a later schema."""
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        version = content["schema_version"]
    except OSError as error:
        raise InvalidFile(f"cannot be read ({error.strerror})", str(path)) from error
    except (ValueError, KeyError, TypeError) as error:
        raise InvalidFile("is not a provenance file", str(path)) from error
    if version != SCHEMA_VERSION:
        raise InvalidFile(
            "was written by another version", f"{path}: schema_version", given=version, allowed=[SCHEMA_VERSION]
        )
    return content
