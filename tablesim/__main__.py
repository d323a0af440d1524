"""``tablesim`` and ``python -m tablesim``: the command line as a program of its own."""

from __future__ import annotations

import signal
import sys


def main() -> int:
    """Run the command that the process was started with, and return its exit code."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        # Ctrl-C ends it without a word where nothing is begun yet, and where all is done.
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from .cli import main as run

    try:
        return run()
    except KeyboardInterrupt:  # between the two
        return 130


if __name__ == "__main__":
    sys.exit(main())
