"""What is needed to run a study or simulation again, as one versioned JSON document."""

from __future__ import annotations

import json
import platform
from importlib import metadata
from pathlib import Path

from mkbalance.errors import InvalidFile
from mkbalance.study.files import write_text
from mkbalance.wording import key_path, words

__all__ = ["SCHEMA_VERSION", "document", "environment", "read", "schema", "software_version", "write"]

SCHEMA_VERSION = 1
MAX_BYTES = 100_000_000
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


def schema() -> dict[str, object]:
    """Return the JSON schema of a provenance document; docs/provenance.schema.json is a copy of it."""
    from mkbalance.study.provenance_schema import Provenance

    return Provenance.model_json_schema()


def read(path: Path) -> dict[str, object]:
    """Read a provenance file; refuse one that is damaged, too large or of another schema."""
    content = read_json(path, "a provenance file", MAX_BYTES)
    version = content.get("schema_version")
    if version != SCHEMA_VERSION:
        raise InvalidFile(
            "was written by another version", f"{path}: schema_version", given=version, allowed=[SCHEMA_VERSION]
        )
    from pydantic import ValidationError

    from mkbalance.study.provenance_schema import Provenance

    try:
        Provenance.model_validate(content)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = key_path(first["loc"])
        raise InvalidFile(f"is not a provenance file: {where} {words(first)[0]}", str(path)) from error
    return content


def read_json(path: Path, what: str, most: int) -> dict[str, object]:
    """Read a JSON object; refuse what is none, or larger than `most` bytes."""
    try:
        if path.stat().st_size > most:
            raise InvalidFile(f"is too large for {what}", str(path), allowed=f"at most {most:,} bytes")
        content = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InvalidFile(f"cannot be read ({error.strerror})", str(path)) from error
    except (ValueError, RecursionError) as error:
        raise InvalidFile(f"is not {what}", str(path)) from error
    if not isinstance(content, dict):
        raise InvalidFile(f"is not {what}", str(path))
    return content
