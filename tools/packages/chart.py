"""The Helm chart: it lints, its manifests fit Kubernetes' schemas, and what its values promise is in them.

    python tools/packages/chart.py HELM KUBECONFORM

The schemas are those of the package `kubernetes-validate`. Prints a line for each check that passed; exits with 1 at the
first that fails.
"""

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import kubernetes_validate
import yaml

ROOT = Path(__file__).parents[2]
CHART = ROOT / "deploy/helm/assay"
NEWEST = "1.37.0"
OLDEST = "1.27.0"
SCHEMAS = Path(kubernetes_validate.__file__).parent / "kubernetes-json-schema"
DEFINITIONS = "/api/_definitions.json#"

NEEDED: dict[str, Any] = {"baseUrl": "https://assay.test", "existingSecret": "assay-secrets"}
EVERYTHING: dict[str, Any] = {
    **NEEDED,
    "image": {"repository": "registry.test/assay", "tag": "1.2.3"},
    "imagePullSecrets": [{"name": "pull"}],
    "settings": {"ASSAY_TRUST_PROXY": "10.0.0.0/8", "ASSAY_SAMPLE": "0"},
    "sharedData": {"existingClaim": "assay-data"},
    "drainSeconds": 25,
    "stopSeconds": 90,
    "worker": {"autoscaling": {"enabled": True, "maxReplicas": 9}},
    "ingress": {"enabled": True, "host": "assay.test", "tlsSecret": "assay-tls"},
    "networkPolicy": {"apiFrom": [{"namespaceSelector": {"matchLabels": {"name": "ingress"}}}]},
    "serviceAccount": {"name": "assay"},
    "nodeSelector": {"disk": "ssd"},
    "tolerations": [{"key": "assay", "operator": "Exists"}],
}
LITTLE: dict[str, Any] = {
    **NEEDED,
    "api": {"replicas": 3, "autoscaling": {"enabled": False}},
    "networkPolicy": {"enabled": False},
    "migration": {"enabled": False},
}

Manifest = dict[str, Any]


def main(helm: str, kubeconform: str) -> None:
    """Lints, renders and checks."""
    for name, values in {"defaults": NEEDED, "everything": EVERYTHING, "little": LITTLE}.items():
        run([helm, "lint", "--strict", "--kube-version", NEWEST, str(CHART)], values)
        for version in (OLDEST, NEWEST):
            conforms(kubeconform, render(helm, values, version), version)
        ok(f"{name}: lints, and fits Kubernetes {OLDEST} and {NEWEST}")
    for name, values in {"defaults": NEEDED, "everything": EVERYTHING, "little": LITTLE}.items():
        check_pods(render(helm, values, NEWEST), values)
        ok(f"{name}: every pod is locked down, probed, drained and selected by its service, budget and policy")
    check_values(helm)
    check_refusals(helm)


def run(command: list[str], values: dict[str, Any]) -> str:
    """The output of a command of Helm with these values."""
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(values, file)
        file.flush()
        done = subprocess.run([*command, "--values", file.name], capture_output=True, text=True, check=False)
    require(done.returncode == 0, f"{' '.join(command[1:3])} succeeds: {done.stdout}{done.stderr}")
    return done.stdout


def render(helm: str, values: dict[str, Any], version: str) -> list[Manifest]:
    """The chart's manifests."""
    text = run([helm, "template", "release", str(CHART), "--kube-version", version], values)
    return [manifest for manifest in yaml.safe_load_all(text) if manifest]


def conforms(kubeconform: str, manifests: list[Manifest], version: str) -> None:
    """No unknown field, and none missing, by the schemas of that version."""
    minor = ".".join(version.split(".")[:2])
    [packaged] = SCHEMAS.glob(f"v{minor}.*-local-strict")
    with tempfile.TemporaryDirectory() as folder:
        # The package's schemas refer to their definitions by an address; here each file has its own.
        definitions = packaged.joinpath("_definitions.json").read_text().replace(DEFINITIONS, "#")
        for name in {schema_name(manifest) for manifest in manifests}:
            schema = json.loads(packaged.joinpath(name).read_text().replace(DEFINITIONS, "#"))
            Path(folder, name).write_text(json.dumps({**schema, "$defs": json.loads(definitions)["$defs"]}))
        location = f"{folder}/{{{{ .ResourceKind }}}}{{{{ .KindSuffix }}}}.json"
        command = [kubeconform, "-strict", "-summary", "-schema-location", location, "-kubernetes-version", version]
        done = subprocess.run(command, input=yaml.safe_dump_all(manifests), capture_output=True, text=True, check=False)
    require(done.returncode == 0, f"kubeconform accepts the manifests: {done.stdout}{done.stderr}")
    require(f"Valid: {len(manifests)}" in done.stdout, f"kubeconform skips none of {len(manifests)}: {done.stdout}")


def schema_name(manifest: Manifest) -> str:
    """`deployment-apps-v1.json` for a Deployment of apps/v1."""
    group, _, version = manifest["apiVersion"].rpartition("/")
    return "-".join(filter(None, [manifest["kind"].lower(), group.split(".")[0], version])) + ".json"


def check_pods(manifests: list[Manifest], values: dict[str, Any]) -> None:
    """What holds for every pod, whatever the values."""
    drain, stop = values.get("drainSeconds", 10), values.get("stopSeconds", 25)
    workloads = of(manifests, "Deployment") + of(manifests, "Job")
    for workload in workloads:
        pod = workload["spec"]["template"]["spec"]
        [container] = pod["containers"]
        require(pod["securityContext"]["runAsNonRoot"] is True, "runs as no root")
        require(pod["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"}, "has a seccomp profile")
        own = container["securityContext"]
        require(own["readOnlyRootFilesystem"] is True and own["allowPrivilegeEscalation"] is False, "is read-only")
        require(own["capabilities"] == {"drop": ["ALL"]}, "has no capability")
        require(container["envFrom"] == [{"secretRef": {"name": "assay-secrets"}}], "reads the existing secret")
        require("/tmp" in [mount["mountPath"] for mount in container["volumeMounts"]], "can write temporary files")
        require({mount["name"] for mount in container["volumeMounts"]} == {volume["name"] for volume in pod["volumes"]},
                "mounts its volumes")  # fmt: skip
        require("limits" in container["resources"], "has a limit of memory")
    for deployment in of(manifests, "Deployment"):
        template = deployment["spec"]["template"]
        [container] = template["spec"]["containers"]
        settings = {one["name"]: one["value"] for one in container["env"]}
        role = settings["ASSAY_ROLE"]
        require(settings["ASSAY_DRAIN_SECONDS"] == str(drain), "drains as its value says")
        require(settings["ASSAY_STOP_SECONDS"] == str(stop), "stops as its value says")
        require(template["spec"]["terminationGracePeriodSeconds"] >= drain + stop + 5, "is not killed before it ends itself")
        require(container["livenessProbe"]["httpGet"] == {"path": "/healthz", "port": "metrics"}, "is probed")
        ready = container.get("readinessProbe")
        require((ready is not None) == (role == "api"), "only the API has a readiness probe")
        if ready:
            slowest = ready["periodSeconds"] * ready["failureThreshold"]
            require(ready["httpGet"] == {"path": "/readyz", "port": "http"} and slowest < drain, "is drained in time")
        labels = template["metadata"]["labels"]
        require(selects(deployment["spec"]["selector"]["matchLabels"], labels), "is selected by its deployment")
        budgets = [one for one in of(manifests, "PodDisruptionBudget")
                   if selects(one["spec"]["selector"]["matchLabels"], labels)]  # fmt: skip
        require(len(budgets) == 1, "has one disruption budget")
        [service] = of(manifests, "Service")
        require(selects(service["spec"]["selector"], labels) == (role == "api"), "only the API has a service")
        policies = [one for one in of(manifests, "NetworkPolicy")
                    if selects(one["spec"]["podSelector"]["matchLabels"], labels)]  # fmt: skip
        has_policy = values.get("networkPolicy", {}).get("enabled", True)
        require(len(policies) == (1 if has_policy else 0), "has a network policy unless that is off")


def check_values(helm: str) -> None:
    """What single values change."""
    all_of_it = render(helm, EVERYTHING, NEWEST)
    by_name = {(one["kind"], one["metadata"]["name"]): one for one in all_of_it}
    worker = by_name["Deployment", "release-assay-worker"]["spec"]
    require("replicas" not in worker, "an autoscaled deployment leaves its replicas to the autoscaler")
    scaler = by_name["HorizontalPodAutoscaler", "release-assay-worker"]["spec"]
    require((scaler["minReplicas"], scaler["maxReplicas"]) == (2, 9), "the autoscaler has its bounds")
    [container] = worker["template"]["spec"]["containers"]
    require(container["image"] == "registry.test/assay:1.2.3", "the image is that of the values")
    require({"name": "ASSAY_SAMPLE", "value": "0"} in container["env"], "settings reach the process as texts")
    volumes = {volume["name"]: volume for volume in worker["template"]["spec"]["volumes"]}
    require(volumes["data"]["persistentVolumeClaim"] == {"claimName": "assay-data"}, "the shared claim is mounted")
    [migration] = of(all_of_it, "Job")
    hooks = migration["metadata"]["annotations"]["helm.sh/hook"]
    require(hooks == "pre-install,pre-upgrade", "the migration runs before the first new pod")
    [step] = migration["spec"]["template"]["spec"]["containers"]
    require(step["args"] == ["assay", "migrate"], "the migration migrates")
    [rule, _] = by_name["NetworkPolicy", "release-assay-api"]["spec"]["ingress"]
    require(rule["from"] == EVERYTHING["networkPolicy"]["apiFrom"], "only the ingress reaches the API")

    little = render(helm, LITTLE, NEWEST)
    [api] = [one for one in of(little, "Deployment") if one["metadata"]["name"] == "release-assay-api"]
    require(api["spec"]["replicas"] == 3, "without an autoscaler the replicas are those of the values")
    require(not of(little, "HorizontalPodAutoscaler") and not of(little, "Job"), "what is off is not there")
    ok("single values change what they say")


def check_refusals(helm: str) -> None:
    """Values that cannot work are refused, and the message names them."""
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"existingSecret": "s"}, "baseUrl"),
        ({"baseUrl": "https://assay.test"}, "existingSecret"),
        ({**NEEDED, "baseUrl": "https://assay.test/v1"}, "baseUrl"),
        ({**NEEDED, "settings": {"ASSAY_MASTER_KEY": "in clear"}}, "ASSAY_MASTER_KEY"),
        ({**NEEDED, "settings": {"ASSAY_STOP_SECONDS": "90"}}, "ASSAY_STOP_SECONDS"),
        ({**NEEDED, "stopSeconds": 0}, "stopSeconds"),
        ({**NEEDED, "api": {"replicas": 0}}, "replicas"),
        ({**NEEDED, "replicas": 3}, "replicas"),
        ({**NEEDED, "ingress": {"enabled": True}}, "host"),
    ]
    for values, name in wrong:
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            json.dump(values, file)
            file.flush()
            command = [helm, "template", "release", str(CHART), "--kube-version", NEWEST, "--values", file.name]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
        require(done.returncode != 0 and re.search(name, done.stderr) is not None, f"{values} is refused by {name}")
    ok(f"{len(wrong)} wrong values are refused by name")


def of(manifests: list[Manifest], kind: str) -> list[Manifest]:
    """Those of a kind."""
    return [manifest for manifest in manifests if manifest["kind"] == kind]


def selects(selector: dict[str, str], labels: dict[str, str]) -> bool:
    """Whether a selector takes a pod with these labels."""
    return all(labels.get(name) == value for name, value in selector.items())


def require(holds: bool, what: str) -> None:
    """Ends the program if a check fails."""
    if not holds:
        raise SystemExit(f"FAILED: {what}")


def ok(what: str) -> None:
    """A line for what was found to hold."""
    print(f"ok: {what}", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:3])
