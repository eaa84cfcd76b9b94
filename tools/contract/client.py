"""Generates a Python client from the service's OpenAPI document, and lists projects with it.

    python tools/contract/client.py FOLDER

The client is written to FOLDER, which must not hold one yet.
"""

import compileall
import importlib
import subprocess
import sys
from pathlib import Path

from service import running_service

HERE = Path(__file__).parent

WITHOUT_IMPORT = {"create_upload"}
"""Modules in which openapi-python-client 0.29.1 names `Unset` without importing it: those whose body is a form too."""


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
            if module.stem in WITHOUT_IMPORT:
                continue
            importlib.import_module(".".join(module.relative_to(folder).with_suffix("").parts))
        print(f"{len(modules)} modules compile, all but {len(WITHOUT_IMPORT)} can be imported")

        from assay_client import AuthenticatedClient
        from assay_client.api.projects import create_project, list_projects
        from assay_client.models import CreateProject

        client = AuthenticatedClient(base_url=service.origin, token=service.key)
        made = create_project.sync(client=client, body=CreateProject(annotation_type="text_classification"))
        listed = [project.id for project in list_projects.sync(client=client).data]
        if listed != [made.id]:
            raise SystemExit(f"made {made.id}, listed {listed}")
        print(f"the client made and listed {made.id}")


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
