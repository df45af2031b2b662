# SPDX-License-Identifier: BSD-2-Clause
"""How `make docs` makes HTML of the pages: Sphinx, which takes them as they are by MyST.

The source directory is the top of the tree. A link to a page, a heading or a file that does not
exist is an error. The search works without a server, and nothing is fetched from elsewhere.
"""
import pathlib

TOP = pathlib.Path(__file__).resolve().parent.parent

project = "Nocturne"
author = "The Nocturne authors"
project_copyright = "The Nocturne authors"
version = release = (TOP / "VERSION").read_text(encoding="ascii").strip()

extensions = ["myst_parser"]
myst_heading_anchors = 3
root_doc = "README"
include_patterns = ["*.md", "docs/**.md", "**/README.md"]
exclude_patterns = ["build", ".git", "tests", "bench"]

html_theme = "alabaster"
html_theme_options = {"description": f"version {version}", "page_width": "1180px",
                      "sidebar_width": "240px", "font_size": "16px", "code_font_size": "13px"}
html_sidebars = {"**": ["about.html", "searchbox.html", "navigation.html"]}
html_static_path = ["html.css"]
html_css_files = ["html.css"]
html_title = "Nocturne"
html_copy_source = False
html_show_sphinx = False
html_permalinks = True
html_show_search_summary = False  # it would read pages, which a browser forbids without a server

# The sidebar: what a group's pages are found by, in this order. A page is in the first that fits.
GROUPS = [
    ("Walks", ["docs/walks/*.md"]),
    ("To look things up", ["docs/reference.md", "docs/contract.md", "docs/glossary.md",
                           "docs/faq.md", "docs/versions.md", "CHANGELOG.md", "SECURITY.md"]),
    ("Your own", ["docs/*-files.md", "docs/own-*.md", "firmware/README.md", "CONTRIBUTING.md"]),
    ("The board", ["docs/board.md", "docs/registers.md", "docs/boards.md", "docs/gateware.md",
                   "docs/tracing.md"]),
    ("Findings", ["docs/sweeps.md", "docs/errata.md", "docs/figures.md", "docs/benchmarks.md"]),
    ("The code", ["docs/*.md", "*.md", "**/README.md"]),
]


def toctree(caption, pages):
    lines = "\n".join(f"/{page}" for page in pages)
    return f"\n```{{toctree}}\n:hidden:\n:caption: {caption}\n\n{lines}\n```\n"


def add_sidebar(app, docname, source):
    """The first page gets the list of all others; on their own, pages know nothing of Sphinx."""
    if docname != root_doc:
        return
    left = sorted(app.env.found_docs - {root_doc})
    for caption, patterns in GROUPS:
        taken = []
        for pattern in patterns:
            found = {str(p.relative_to(TOP).with_suffix("")) for p in TOP.glob(pattern)}
            taken += [name for name in left if name in found and name not in taken]
        left = [name for name in left if name not in taken]
        if taken:
            source[0] += toctree(caption, taken)


def setup(app):
    app.connect("source-read", add_sidebar)
