"""Where the data files are: in an installed wheel, and in a checkout or editable install."""

from __future__ import annotations

from functools import cache
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


@cache
def folder(name: str) -> Path:
    """Return the folder ``templates`` or ``positions``.

    A wheel carries it inside the package; in a checkout it stands beside the package.

    Parameters
    ----------
    name
        ``"templates"`` or ``"positions"``.

    Raises
    ------
    FileNotFoundError
        If the installation is broken.

    >>> folder("templates").name
    'templates'
    """
    for place in (_PACKAGE / name, _PACKAGE.parent / name):
        if place.is_dir():
            return place
    msg = f"the folder {name!r} of tablesim is missing beside {_PACKAGE}: reinstall tablesim"
    raise FileNotFoundError(msg)
