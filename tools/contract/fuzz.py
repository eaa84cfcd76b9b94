"""Runs schemathesis with all of its checks and phases against a service that holds something of everything.

    python tools/contract/fuzz.py [OPTION OF schemathesis...]
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from service import Service, given_batch, running_service, until

HERE = Path(__file__).parent
SEED = "20261121"


def main() -> int:
    """The exit code of schemathesis."""
    with (
        tempfile.TemporaryDirectory() as folder,  # it remembers what it found, and would begin with that
        running_service(
            ASSAY_TRUST_PROXY="127.0.0.1/32",  # see hooks.py
            ASSAY_ALLOW_NETWORKS="127.0.0.0/8",
        ) as service,
    ):
        ids = given_resources(service)
        command = ["schemathesis", "--config-file", str(HERE / "schemathesis.toml")]
        command += ["run", f"{service.origin}/openapi.json"]
        key = ["--header", f"Authorization: Bearer {service.key}"]
        return subprocess.run(
            [*command, *key, "--seed", SEED, *sys.argv[1:]],
            cwd=folder,
            env={
                **os.environ,
                **ids,
                "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
                "PYTHONPATH": str(HERE),
                "SCHEMATHESIS_HOOKS": "hooks",
                "NO_COLOR": "1",
            },
        ).returncode


def given_resources(service: Service) -> dict[str, str]:
    """Makes what no single request can, for the requests that need it to get anywhere."""
    webhook = service.post("/v1/webhooks", {"url": "http://127.0.0.1:9/hook"})
    batch = given_batch(service, 40)
    task = service.post("/v1/tasks/claim", {"batch_id": batch["id"]})["data"][0]
    export = service.post("/v1/exports", {"batch_id": batch["id"], "format": "jsonl"})
    until(lambda: service.get(f"/v1/exports/{export['id']}")["status"] == "ready", 60)
    job = service.post(
        "/v1/items/bulk", {"filter": {"batch_id": batch["id"]}, "action": "priority", "priority": 1}
    )
    file = service.get(f"/v1/files/{task['item']['file']['id']}")
    deliveries = f"/v1/webhooks/{webhook['id']}/deliveries"
    return {
        "OWN_KEY_ID": service.get("/v1/api-keys")["data"][0]["id"],
        "WEBHOOK_ID": webhook["id"],
        "PROJECT_ID": batch["project_id"],
        "BATCH_ID": batch["id"],
        "TASK_ID": task["id"],
        "ITEM_ID": task["item"]["id"],
        "UPLOAD_ID": file["upload_id"],
        "FILE_ID": file["id"],
        "EXPORT_ID": export["id"],
        "JOB_ID": job["id"],
        "DELIVERY_ID": service.get(deliveries)["data"][0]["id"],
    }


if __name__ == "__main__":
    sys.exit(main())
