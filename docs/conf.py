"""How the documentation is built: ``make docs``.  Nothing is fetched from the network."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx

from tablesim import __version__

project = "tablesim"
author = copyright = "The tablesim developers"
version = release = __version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
exclude_patterns = ["_build"]

myst_heading_anchors = 3

autodoc_typehints = "signature"
autodoc_member_order = "bysource"
autodoc_default_options = {"members": True}
# Long types in signatures are read more easily by the names that people know.
python_use_unqualified_type_names = True
napoleon_google_docstring = False

html_theme = "furo"
html_title = f"tablesim {version}"
html_show_sourcelink = False
html_copy_source = False


def setup(app: Sphinx) -> None:
    """Connect what follows."""
    app.connect("autodoc-process-docstring", _head_examples, priority=400)  # before napoleon
    app.connect("doctree-read", _leave_paths_alone)


def _head_examples(*event: Any) -> None:
    """Give the example that ends a docstring its heading; else it is taken for a parameter."""
    lines: list[str] = event[-1]
    for at, (before, line) in enumerate(pairwise(lines), 1):
        if not before and line.startswith(">>>"):
            lines[at:at] = ["Examples", "--------"]
            return


def _leave_paths_alone(_: Sphinx, doctree: nodes.document) -> None:
    """Link no name of a signature that several things have: ``Path`` is that of pathlib."""
    for link in list(doctree.findall(addnodes.pending_xref)):
        if link["reftarget"] in ("Path", "Judge", "Sector"):
            link.replace_self(nodes.Text(link["reftarget"]))
