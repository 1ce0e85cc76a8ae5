"""A GTP engine that misbehaves in a way of its own: `bad_engine.py MODE FILE`. It adds its process id to the file.

Most modes begin when a move is asked for; until then, and in mode `good`, every command succeeds and every move is a
pass; `count` tells how many commands have come.
"""

import os
import signal
import subprocess
import sys
import time

MODE, PIDS = sys.argv[1:3]


def write(data: bytes, descriptor: int = 1) -> None:
    while data:
        data = data[os.write(descriptor, data) :]


def forever(data: bytes, descriptor: int) -> None:
    while True:
        write(data, descriptor)


def hang() -> None:
    while True:
        time.sleep(3600)


def note(pid: int) -> int:
    """Add a process id to the file; how many it holds now."""
    with open(PIDS, "a") as file:
        file.write(f"{pid}\n")
    with open(PIDS) as file:
        return len(file.readlines())


def move(number: str) -> None:  # noqa: PLR0912  # a list of cases
    """Answer a request for a move."""
    match MODE:
        case "silent":
            hang()
        case "garbage":
            write(b"Segmentation imminent, says \x1b[31mthe engine\n" * 200)
            hang()
        case "greets":
            write(f"Good evening.\n\n={number} pass\n\n".encode())
            return
        case "illegal":
            write(f"={number} A1\n\n".encode())
            return
        case "unreadable":
            write(f"={number} over there\n\n".encode())
            return
        case "long_move":
            write(f"={number} {'D4' * 10000}\n\n".encode())
            return
        case "resigns":
            write(f"={number} resign\n\n".encode())
            return
        case "refuses":
            write(f"?{number} no\n\n".encode())
            return
        case "dies":
            write(b"out of ideas\n", 2)
            os.kill(os.getpid(), signal.SIGSEGV)
        case "floods_stdout":
            forever(b"x" * 65536, 1)
        case "floods_answer":
            write(f"={number} ".encode())
            forever(b"x" * 65536, 1)
        case "floods_stderr":
            forever(b"so many words " * 4096, 2)
        case "chatty":
            write(b"info: thinking\n" * 300_000, 2)
        case "wrong_id":
            number = "777"
        case "no_id":
            number = ""
        case "never_ends":
            write(f"={number} pass\n".encode())
            hang()
        case "closes_stdout":
            os.close(1)
            hang()
        case "binary":
            forever(bytes(range(256)).replace(b"=", b"").replace(b"?", b""), 1)
        case "huge_line":
            write(f"={number} ".encode() + b"D4" * 1_000_000 + b"\n\n")
            hang()
    write(f"={number} pass\n\n".encode())


started = note(os.getpid())
if MODE == "dies_at_start":
    write(b"cannot find my net\n", 2)
    sys.exit(3)
if MODE == "stubborn":
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
if MODE == "has_child":
    note(subprocess.Popen([sys.executable, __file__, "stubborn", os.devnull]).pid)
if MODE == "dies_once":
    MODE = "dies" if started == 1 else "good"
for count, line in enumerate(sys.stdin):
    number, command = [*line.split(), "", ""][:2]
    if command == "genmove":
        move(number)
    elif command == "count":
        write(f"={number} {count}\n\n".encode())
    elif "quit" in line and MODE != "stubborn":
        break
    else:
        write(f"={number}\r\n\r\n".encode())
if MODE == "stubborn":
    hang()
