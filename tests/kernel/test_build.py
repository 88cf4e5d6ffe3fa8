"""The build: what it says of itself, the names of the modules, imports that stay cheap, layers that stay apart."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from mkbalance._kernel import build

ROOT = Path(__file__).parents[2]
EXT = ROOT / "ext"
STRUCT = re.compile(r"^cdef (?:packed )?struct (\w+):.*\n((?:    .*\n|\n)+)", re.MULTILINE)


def test_the_core_names_its_variant():
    assert build.VARIANT in {"release", "debug", "sanitize", "gcov"}
    assert build.COMPILER


def test_importing_the_package_loads_nothing_heavy():
    code = "import sys, mkbalance; print(sorted({'pandas', 'scipy', 'numpy', 'pyarrow'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout.strip() == "[]"


def test_an_unknown_public_name_is_an_attribute_error():
    import mkbalance

    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        mkbalance.nonsense  # noqa: B018


@pytest.mark.skipif(not EXT.is_dir(), reason="needs the source tree")
def test_the_kernel_knows_no_game():
    for path in [*EXT.glob("mkbalance/_kernel/*.pxd"), *EXT.glob("mkbalance/_kernel/*.pyx")]:
        assert "_mageknight" not in path.read_text(), path.name


@pytest.mark.skipif(not EXT.is_dir(), reason="needs the source tree")
def test_a_fixed_array_is_never_the_last_member_of_a_struct():
    # the sanitizer takes a trailing array for a flexible one and checks nothing
    structs = 0
    for path in EXT.rglob("*.pxd"):
        for name, body in STRUCT.findall(path.read_text()):
            members = [line.split("#")[0].strip() for line in body.splitlines()]
            members = [line for line in members if line]
            structs += 1
            assert not members[-1].endswith("]"), f"{path.relative_to(ROOT)}: {name} ends in {members[-1]}"
    assert structs >= 2
