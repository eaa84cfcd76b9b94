"""Generates a Python client from the service's OpenAPI document, and does a producer's work with it.

    python tools/contract/client.py FOLDER

The client is written to FOLDER, which must not hold one yet.
"""

import compileall
import importlib
import json
import subprocess
import sys
from io import BytesIO
from pathlib import Path

from service import running_service

HERE = Path(__file__).parent


def main(folder: Path) -> None:
    """Throws where the client cannot be made, does not compile, or reads something else than was made."""
    with running_service() as service:
        generate = [sys.executable, "-m", "openapi_python_client", "generate", "--meta", "none"]
        generate += ["--url", f"{service.origin}/openapi.json", "--config", str(HERE / "python-client.yaml")]
        subprocess.run([*generate, "--output-path", str(folder / "assay_client")], check=True)
        if not compileall.compile_dir(folder / "assay_client", quiet=1):
            raise SystemExit("the client does not compile")
        modules = sorted((folder / "assay_client").rglob("*.py"))
        sys.path.insert(0, str(folder))
        for module in modules:
            importlib.import_module(".".join(module.relative_to(folder).with_suffix("").parts))
        print(f"{len(modules)} modules can be imported")

        from assay_client import AuthenticatedClient
        from assay_client.api.annotations import import_predictions
        from assay_client.api.batches import create_batch
        from assay_client.api.projects import create_project, list_projects
        from assay_client.api.uploads import create_upload
        from assay_client.models import CreateBatch, CreateProject, UploadForm
        from assay_client.types import File

        client = AuthenticatedClient(base_url=service.origin, token=service.key)
        made = create_project.sync(client=client, body=CreateProject(annotation_type="text_classification"))
        listed = [project.id for project in list_projects.sync(client=client).data]
        if listed != [made.id]:
            raise SystemExit(f"made {made.id}, listed {listed}")
        print(f"the client made and listed {made.id}")

        form = UploadForm(file=[File(payload=BytesIO(b"The parcel came on time."), file_name="a.txt")])
        upload = create_upload.sync(client=client, body=form)
        batch = create_batch.sync(client=client, body=CreateBatch(project_id=made.id, upload_ids=[upload.id]))
        line = {"filename": "a.txt", "model": "m", "result": {"label": "good"}}
        lines = File(payload=BytesIO(json.dumps(line).encode()))
        imported = import_predictions.sync(batch.id, client=client, body=lines)
        if imported.imported != 1:
            raise SystemExit(f"imported {imported}")
        print(f"the client uploaded {upload.id} and imported a prediction")


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
