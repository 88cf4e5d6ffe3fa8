"""Build the compiled core: ``ext/mkbalance/**/*.pyx`` -> ``mkbalance.*``, module names by path.

``MKBALANCE_BUILD``     ``release`` (default), ``debug``, ``sanitize`` or ``gcov``; ``none`` compiles nothing, for an
                        editable install whose core ``make build`` compiles in place
``MKBALANCE_ANNOTATE``  ``1`` writes Cython's annotated HTML under ``build/``
``MKBALANCE_NATIVE``    ``1`` adds ``-march=native`` (never for wheels)

Everything else about the distribution stands in pyproject.toml.
"""

import contextlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

SOURCE = Path("ext")
VARIANT = os.environ.get("MKBALANCE_BUILD", "release")
NATIVE = os.environ.get("MKBALANCE_NATIVE") == "1"
CHECKED = VARIANT != "release"
JOBS = os.cpu_count() or 1

FLAGS = {  # variant: (compile, link)
    "release": (["-O3", "-g0"], []),
    "debug": (["-O1", "-g"], []),
    "sanitize": (
        [
            "-O1",
            "-g",
            "-fno-omit-frame-pointer",
            "-fsanitize=bounds,shift,integer-divide-by-zero",
            "-fno-sanitize-recover=all",
        ],
        ["-fsanitize=undefined"],
    ),
    "gcov": (["-O0", "-g", "--coverage"], ["--coverage"]),
    "none": ([], []),
}
if VARIANT not in FLAGS:
    raise SystemExit(f"MKBALANCE_BUILD={VARIANT!r}: expected one of {', '.join(FLAGS)}")

DIRECTIVES = {
    "language_level": "3",
    "boundscheck": CHECKED,
    "wraparound": CHECKED,
    "initializedcheck": CHECKED,
    "nonecheck": CHECKED,
    "cdivision": True,
    "embedsignature": True,
    "freethreading_compatible": True,
}


def extension(path: Path) -> Extension:
    """Describe the extension module of one source file."""
    macros = [("NPY_NO_DEPRECATED_API", "NPY_2_0_API_VERSION"), ("MKBALANCE_VARIANT", f'"{VARIANT}"')]
    if not CHECKED:
        macros.append(("CYTHON_WITHOUT_ASSERTIONS", "1"))
    compile_args, link_args = FLAGS[VARIANT]
    if sys.platform == "win32":
        compile_args, link_args = (["/Od", "/Zi"] if CHECKED else ["/O2"]), []
    elif NATIVE:
        compile_args = [*compile_args, "-march=native"]
    return Extension(
        ".".join(path.relative_to(SOURCE).with_suffix("").parts),
        [path.as_posix()],
        define_macros=macros,
        undef_macros=["NDEBUG"] if CHECKED else [],
        extra_compile_args=compile_args,
        extra_link_args=link_args,
    )


@contextlib.contextmanager
def build_lock() -> Iterator[None]:
    """Let one build at a time write below ``build/``; the next one waits, then finds most of its work done."""
    try:
        import fcntl
    except ImportError:  # not a POSIX system
        yield
        return
    Path("build").mkdir(exist_ok=True)
    with Path("build/lock").open("w") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield


class BuildCore(build_ext):
    """Translate with Cython when compiling, not for every packaging hook."""

    def finalize_options(self) -> None:
        """Compile on every processor unless told otherwise."""
        super().finalize_options()
        self.parallel = self.parallel or JOBS

    def run(self) -> None:
        """Translate what changed, then compile what changed; everything when the variant is another one."""
        with build_lock():
            self.translate_and_compile()

    def translate_and_compile(self) -> None:
        """Do the work of ``run`` while no other build does."""
        import numpy as np
        from Cython.Build import cythonize

        stamp = Path("build/variant")
        wanted = f"{VARIANT}{'-native' if NATIVE else ''}"
        if not stamp.exists() or stamp.read_text() != wanted:
            self.force = True
            stamp.unlink(missing_ok=True)  # an interrupted build leaves no stamp: the next one starts over
        translated = cythonize(
            self.extensions,
            include_path=[SOURCE.as_posix()],
            build_dir=f"build/cython-{VARIANT}",
            compiler_directives=DIRECTIVES,
            emit_linenums=CHECKED,
            annotate=os.environ.get("MKBALANCE_ANNOTATE") == "1",
            nthreads=JOBS,
        )
        by_name = {ext.name: ext for ext in translated}
        for ext in self.extensions:
            ext.sources = by_name[ext.name].sources
            ext.depends = by_name[ext.name].depends
            ext.include_dirs = [np.get_include()]
        super().run()
        stamp.parent.mkdir(exist_ok=True)
        stamp.write_text(wanted)


if __name__ == "__main__":
    setup(
        cmdclass={"build_ext": BuildCore},
        ext_modules=[] if VARIANT == "none" else [extension(path) for path in sorted(SOURCE.rglob("*.pyx"))],
    )
