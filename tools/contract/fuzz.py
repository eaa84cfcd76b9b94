"""Runs schemathesis with all of its checks and phases against a service that given.py fills.

    python tools/contract/fuzz.py [OPTION OF schemathesis...]
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from service import running_service

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
        command = ["schemathesis", "--config-file", str(HERE / "schemathesis.toml")]
        command += ["run", f"{service.origin}/openapi.json"]
        command += ["--exclude-path", "/v1/stream"]  # it never ends
        # Its signed URL is sent to a model only; server/src/models/run.test.ts tries it.
        command += ["--exclude-path", "/v1/model-requests/{id}/reply"]
        key = ["--header", f"Authorization: Bearer {service.key}"]
        return subprocess.run(
            [*command, *key, "--seed", SEED, *sys.argv[1:]],
            cwd=folder,
            env={
                **os.environ,
                "ASSAY_ORIGIN": service.origin,
                "ASSAY_KEY": service.key,
                "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
                "PYTHONPATH": str(HERE),
                "SCHEMATHESIS_HOOKS": "hooks",
                "NO_COLOR": "1",
            },
        ).returncode


if __name__ == "__main__":
    sys.exit(main())
