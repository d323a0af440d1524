"""Runs commands of tablesim in forks of one process, each ended in a way of its own.

A program: it reads jobs from standard input, one JSON object in a line, and answers each with one::

    {"folder": "...", "words": ["ask", ...]}    where, and what is run
     "signal": 9, "seconds": 0.2                sent after so many seconds
     "signal": 9, "step": 3                     sent before the third thing done to a file there
     "bytes": 100                               no file takes more: the disk is full
     "bytes": 100, "fatal": true                the process is killed when it writes more
    {"code": -9, "said": "...", "steps": 0, "seconds": 0.3}     how it ended

What all commands import is imported once, so that a fork takes a hundredth of a second.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import pkgutil
import resource
import select
import signal
import sys
import time
import traceback
from pathlib import Path

import tablesim
from tablesim.cli import main

CHANGING = {"open", "os.rename", "os.remove"}
"""What Python tells its audit hooks of files that change."""

OPTIONAL = {"widget"}
"""Modules of tablesim that need a package that tests need not have."""


def child(job, output):
    """Run a command as a process of its own would; never returns."""
    os.chdir(job["folder"])
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(output, 1)
    os.dup2(output, 2)
    sys.stdin = os.fdopen(0, encoding="utf-8")
    sys.stdout, sys.stderr = (os.fdopen(each, "w", encoding="utf-8") for each in (1, 2))
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    seen = count_steps(job)
    if "bytes" in job:
        fatal = signal.SIG_DFL if job.get("fatal") else signal.SIG_IGN
        signal.signal(signal.SIGXFSZ, fatal)
        resource.setrlimit(resource.RLIMIT_FSIZE, (job["bytes"], resource.RLIM_INFINITY))
    code = 99
    try:
        code = main(job["words"])
    except BaseException:
        traceback.print_exc()
    sys.stdout.flush()
    sys.stderr.flush()
    os.write(2, f"\n{len(seen)}".encode())
    os._exit(code)


def count_steps(job):
    """Note what is done to the files of the folder, and send the signal at its step."""
    folder, seen = Path(job["folder"]).resolve(), []

    def hook(event, arguments):
        if event not in CHANGING or not isinstance(arguments[0], str | os.PathLike):
            return
        if event == "open" and arguments[1] in ("r", "rb"):
            return
        if Path(arguments[0]).resolve().parent == folder:
            seen.append(event)
            if len(seen) == job.get("step"):
                os.kill(os.getpid(), job["signal"])

    sys.addaudithook(hook)
    return seen


def parent(job, pid, source):
    """Read what a child says until it ends, and send it its signal when the time has come."""
    begin = time.monotonic()
    moment = begin + job["seconds"] if "seconds" in job else None
    said = b""
    while True:
        wait = None if moment is None else max(0.0, moment - time.monotonic())
        if not select.select([source], [], [], wait)[0]:
            os.kill(pid, job["signal"])
            moment = None
        elif text := os.read(source, 1 << 16):
            said += text
        else:
            break
    os.close(source)
    code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    words, _, steps = said.decode().rpartition("\n")
    if code < 0 or not steps.isdigit():
        words, steps = said.decode(), 0
    seconds = time.monotonic() - begin
    return {"code": code, "said": words, "steps": int(steps), "seconds": seconds}


def serve():
    for module in pkgutil.walk_packages(tablesim.__path__, "tablesim."):
        if module.name.rpartition(".")[2] not in {*OPTIONAL, "__main__"}:
            importlib.import_module(module.name)
    for name in ("agg", "pdf"):
        importlib.import_module(f"matplotlib.backends.backend_{name}")
    with contextlib.suppress(ImportError):  # of the extra `batch`
        importlib.import_module("pyarrow.parquet")
    for line in sys.stdin:
        job = json.loads(line)
        source, output = os.pipe()
        pid = os.fork()
        if pid == 0:
            child(job, output)
        os.close(output)
        print(json.dumps(parent(job, pid, source)), flush=True)


if __name__ == "__main__":
    serve()
