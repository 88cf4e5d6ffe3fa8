"""Sphinx configuration; pages under reference/generated are written from the program at each build."""

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))
sys.path.insert(0, str(HERE / "_ext"))

import generated  # noqa: E402

import mkbalance  # noqa: E402

project = "mkbalance"
author = "mkbalance contributors"
copyright = "mkbalance contributors"
version = release = mkbalance.__version__
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.autosummary", "numpydoc", "run"]
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3
exclude_patterns = ["_build"]
html_theme = "pydata_sphinx_theme"
html_title = "mkbalance"
html_static_path = ["_static"]
html_css_files = ["wide.css"]
html_theme_options = {"show_prev_next": True, "navigation_with_keys": False, "secondary_sidebar_items": ["page-toc"]}
html_sidebars = {"index": []}
autodoc_typehints = "none"
autodoc_member_order = "bysource"
numpydoc_show_class_members = False
numpydoc_xref_param_type = False
nitpicky = False
suppress_warnings = ["myst.xref_missing"]  # links to files of the repository beside the documentation

generated.write(HERE / "reference" / "generated")
