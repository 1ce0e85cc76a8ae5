"""`ludogen doctor`: what is installed, what is missing, and how to get it."""

__all__ = ["doctor"]

# Debian package, program, what it is for
PROGRAMS = (
    ("gnugo", "gnugo", "Go opponent"),
    ("grhino", "gtp-rhino", "Othello opponent"),
    ("gcc", "gcc", "C yardstick of the benchmarks"),
    ("chromium", "chromium", "tests of the page"),
)


def doctor() -> None:
    """Show what is installed and how to get what is missing."""
    import platform
    from importlib.metadata import version

    from rich.console import Console
    from rich.table import Table

    from ludogen import __version__
    from ludogen.engines import find_program

    table = Table("part", "found", "for", title=f"ludogen {__version__}", title_justify="left")
    table.add_row("python", platform.python_version(), "")
    for package in ("numba", "numpy"):
        table.add_row(package, version(package), "compiled core")
    table.add_row("ray", _version_of("ray") or "missing", "evolution on a cluster: pip install 'ludogen[cluster]'")
    table.add_row("nicegui", _version_of("nicegui") or "missing", "the page: pip install 'ludogen[web]'")
    missing = []
    for package, program, purpose in PROGRAMS:
        path = find_program(program)
        table.add_row(program, path or "missing", purpose)
        if path is None:
            missing.append(package)
    Console().print(table)
    if missing:
        Console().print(f"To get what is missing: apt-get install {' '.join(missing)}", highlight=False)


def _version_of(package: str) -> str | None:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(package)
    except PackageNotFoundError:
        return None
