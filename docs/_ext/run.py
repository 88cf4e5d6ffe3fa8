"""The directive ``run``: a command or Python of the page is run when the page is built, and its output shown.

So an example never shows what the program no longer says. The lines of one page share a folder, and Python blocks of a
page share their names.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

from docutils import nodes
from docutils.parsers.rst import Directive, directives

ROOT = Path(__file__).parents[2]
_FOLDERS: dict[str, tempfile.TemporaryDirectory] = {}
_NAMES: dict[str, dict] = {}


class Run(Directive):
    """Run the commands (``$ mkbalance …``) or the Python of the block and show both.

    ``:keep:`` shows that many lines of output; ``:file:`` writes the block to a file of that name in place of running.
    """

    has_content = True
    option_spec = {"keep": directives.nonnegative_int, "file": directives.unchanged, "language": directives.unchanged}

    def run(self) -> list[nodes.Node]:
        """Return the literal blocks."""
        page = self.state.document.settings.env.docname
        folder = Path(_FOLDERS.setdefault(page.rpartition("/")[0], tempfile.TemporaryDirectory()).name)
        text = "\n".join(self.content)
        if "file" in self.options:
            (folder / self.options["file"]).write_text(text + "\n")
            return [_block(text, self.options.get("language", "toml"))]
        if text.startswith("$"):
            out = "\n".join(self._command(line, folder) for line in text.splitlines())
            return [_block(out, "console")]
        return [_block(text, "python"), _block(self._python(text, page, folder), "text")]

    def _command(self, line: str, folder: Path) -> str:
        words = shlex.split(line.removeprefix("$").strip())
        words = [sys.executable, "-m", *words] if words[0] == "mkbalance" else words
        env = {**os.environ, "PYTHONPATH": str(ROOT), "NO_COLOR": "1", "COLUMNS": "100"}
        done = subprocess.run(words, cwd=folder, env=env, capture_output=True, text=True)
        if done.returncode not in (0, 2, 3, 4):
            raise self.error(f"{line}: {done.stderr}")
        return f"{line}\n{self._cut(done.stdout or done.stderr)}"

    def _python(self, text: str, page: str, folder: Path) -> str:
        names, out, here = _NAMES.setdefault(page, {}), io.StringIO(), Path.cwd()
        try:
            os.chdir(folder)
            with contextlib.redirect_stdout(out):
                exec(compile(text, page, "exec"), names)
        finally:
            os.chdir(here)
        return self._cut(out.getvalue())

    def _cut(self, text: str) -> str:
        text = re.sub(r"speed .*", "speed …", text).rstrip()
        lines = text.splitlines()
        keep = self.options.get("keep", len(lines))
        return "\n".join(lines[:keep] + ["…"] * (len(lines) > keep))


def _block(text: str, language: str) -> nodes.Node:
    block = nodes.literal_block(text, text)
    block["language"] = language
    return block


def setup(app) -> dict:
    """Register the directive."""
    app.add_directive("run", Run)
    return {"parallel_read_safe": False}
