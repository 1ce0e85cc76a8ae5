"""The examples in the README run, and the documents name things that exist."""

import re
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]


def test_python_examples_run() -> None:
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
    assert len(blocks) == 2
    for block in blocks:
        scope: dict[str, Any] = {}
        exec(compile(block, "README.md", "exec"), scope)
        assert scope["position"].ply > 0


@pytest.mark.parametrize("document", ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"])
def test_links_and_paths_lead_somewhere(document: str) -> None:
    text = (ROOT / document).read_text()
    for target in re.findall(r"\]\(([^)#:]+)\)", text):
        assert (ROOT / target).exists(), target
    for path in re.findall(r"`((?:src|tests|benchmarks|docs|kernels|games)/[\w./-]+)`", text):
        if "NAME" in path or path.startswith(("benchmarks/results", "docs/papers")):
            continue
        assert (ROOT / path).exists() or (ROOT / "src" / "ludogen" / path).exists(), path


def test_the_map_names_every_room() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text()
    rooms = {path.name for path in (ROOT / "src" / "ludogen").iterdir() if not path.name.startswith(("_", "py.typed"))}
    for room in rooms:
        assert f"`{room}`" in text or f"`{room}/`" in text, room
