"""The notebook runs from its first cell to its last, and its model has learned."""

import re
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient
from service import Service

NOTEBOOK = Path(__file__).parents[1] / "examples" / "train.ipynb"
CHANCE = 10
"""Per cent of right guesses."""


# The kernel's sockets are closed by its end, which Python notices later.
@pytest.mark.filterwarnings("default::ResourceWarning", "default::DeprecationWarning")
def test_a_model_learns_from_certified_labels(service: Service, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ASSAY_API_KEY", service.key)
    monkeypatch.setenv("ASSAY_URL", service.origin)
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path / "ipython"))
    notebook = nbformat.reads(NOTEBOOK.read_text(), as_version=4)  # type: ignore[no-untyped-call]
    NotebookClient(notebook, timeout=300, resources={"metadata": {"path": str(tmp_path)}}).execute()
    printed = "".join(output.text for cell in notebook.cells for output in cell.get("outputs", []) if "text" in output)
    found = re.search(r"(\d+) certified labels, (\d+)% of (\d+) right", printed)
    assert found is not None, printed
    trained, accuracy, tested = map(int, found.groups())
    assert 150 < trained < 240
    assert tested > 0
    assert accuracy > 5 * CHANCE
