"""The Python of the README and of the quickstart runs, block after block in one session, as a reader would."""

import os
import re
import subprocess
import sys
from pathlib import Path

from service import Service

PYTHON = Path(__file__).parents[1]


def run_blocks(page: Path, at_least: int, service: Service, tmp_path: Path) -> str:
    """Runs the Python of a page, which has that many blocks or more; returns what it prints."""
    blocks = re.findall(r"^```python\n(.*?)^```$", page.read_text(), re.S | re.M)
    assert len(blocks) >= at_least
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", "\n".join(blocks)],
        cwd=tmp_path,
        env={**os.environ, "ASSAY_API_KEY": service.key, "ASSAY_URL": service.origin},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_python_of_the_readme_runs(service: Service, tmp_path: Path) -> None:
    assert "batch.deleted" in run_blocks(PYTHON / "README.md", 6, service, tmp_path)


def test_the_python_of_the_projects_readme_runs(service: Service, tmp_path: Path) -> None:
    run_blocks(PYTHON.parent / "README.md", 1, service, tmp_path)


def test_the_python_of_the_quickstart_runs(service: Service, tmp_path: Path) -> None:
    printed = run_blocks(PYTHON.parent / "docs" / "quickstart.md", 1, service, tmp_path)
    assert printed.startswith("certified ")
    assert len((tmp_path / "labels.jsonl").read_text().splitlines()) == 30
