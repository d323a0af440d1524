"""Look for faults by hand, led by which code is reached: ``python -m tests.fuzz TARGET``.

Needs atheris (``pip install atheris``), which nothing else does.  Every input that comes to a fault
is written to ``build/fuzz/TARGET/found``, one for each place in the code; inputs that reach new
code are kept beside it, so that the next run goes on from there.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import importlib
import sys
import traceback
from pathlib import Path
from random import Random
from typing import Any

BUILD = Path("build") / "fuzz"


def main() -> None:
    """Fuzz one target for some time, and tell how many inputs it was given."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("target", metavar="TARGET", help="one of tests/fuzz/targets.py")
    parser.add_argument("--seconds", type=int, default=60, metavar="N", help="how long (60)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="which inputs (1)")
    args = parser.parse_args()
    atheris = importlib.import_module("atheris")
    with atheris.instrument_imports(include=["tablesim"], enable_loader_override=False):
        from .mutate import LONGEST, changed
        from .targets import TARGETS

        if args.target not in TARGETS:
            parser.error(f"no target {args.target!r}; there are {', '.join(TARGETS)}")
        target = TARGETS[args.target]
        home = BUILD / target.name
        for folder in ("reached", "found"):
            (home / folder).mkdir(parents=True, exist_ok=True)
        for raw in (*target.samples(), *(path.read_bytes() for path in target.corpus)):
            target.check(raw)  # which imports all that it needs
            (home / "reached" / _name(raw)).write_bytes(raw)
    seen: set[str] = set()

    def one(raw: bytes) -> None:
        try:
            target.check(raw)
        except BaseException as error:  # what it is, the place in the code tells
            if isinstance(error, KeyboardInterrupt):
                raise
            place = _place(error)
            if place not in seen:
                seen.add(place)
                (home / "found" / _name(raw)).write_bytes(raw)
                print(f"FOUND {_name(raw)} {place}: {error!s:.300}", flush=True)

    def mutated(raw: bytes, most: int, seed: int) -> bytes:
        rng = Random(seed)
        return changed(raw, target.changes, rng, rng.choice((1, 1, 2, 3, 5)))[:most]

    options = [
        f"-max_total_time={args.seconds}",
        f"-max_len={LONGEST}",
        f"-seed={args.seed}",
        "-timeout=60",  # ours is shorter, and tells where
        "-rss_limit_mb=3000",
        "-print_final_stats=1",
        f"-artifact_prefix={home}/found/",
    ]
    atheris.Setup([sys.argv[0], *options, str(home / "reached")], one, custom_mutator=mutated)
    atheris.Fuzz()


def _name(raw: bytes) -> str:
    return hashlib.sha256(raw).hexdigest()[:12]


def _place(error: BaseException) -> str:
    """Return where in the package an error, or what led to it, came from."""
    cause: Any = error.__cause__ or error
    frames = [f for f in traceback.extract_tb(cause.__traceback__) if "tablesim" in f.filename]
    frames = frames or list(traceback.extract_tb(error.__traceback__))
    last = frames[-1]
    return f"{type(cause).__name__} at {Path(last.filename).name}:{last.lineno}"


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):
        main()
