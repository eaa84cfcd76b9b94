"""The README's Python runs, block after block in one session, as a reader would."""

import os
import re
import subprocess
import sys
from pathlib import Path

from service import Service

README = Path(__file__).parents[1] / "README.md"


def test_the_python_of_the_readme_runs(service: Service, tmp_path: Path) -> None:
    blocks = re.findall(r"^```python\n(.*?)^```$", README.read_text(), re.S | re.M)
    assert len(blocks) > 5
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
    assert "batch.deleted" in done.stdout
