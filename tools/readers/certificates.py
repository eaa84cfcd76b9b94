"""Checks the certificate of a bundle, and what stands beside it, with programs that know nothing of Assay."""

import base64
import hashlib
import json
import subprocess
import sys
import tempfile
from pathlib import Path

import mlcroissant
import pandas as pd
from plans import chance_by
from records import require
from securesystemslib.dsse import Envelope
from securesystemslib.exceptions import VerificationError
from securesystemslib.signer import SSlibKey


def statement_of(path: Path) -> dict:
    return json.loads(Envelope.from_dict(json.loads(path.read_bytes())).payload)


def check_certificate(path: Path) -> str:
    """The signature fits for both, and does not once a byte is another; every file has the digest that was signed."""
    folder = path.parent
    keys = {key["kid"]: key for key in json.loads((folder / "assay-keys.json").read_bytes())["keys"]}
    envelope = Envelope.from_dict(json.loads(path.read_bytes()))
    (keyid,) = envelope.signatures
    public = bytes_of(keys[keyid]["x"])
    key = SSlibKey(keyid, "ed25519", "ed25519", {"public": public.hex()})
    envelope.verify([key], 1)
    signature = bytes.fromhex(envelope.signatures[keyid].signature)
    require(openssl_verifies(keys[keyid]["pem"], envelope.pae(), signature), "openssl refuses the signature")

    envelope.payload = envelope.payload.replace(b'"score":', b'"score":9')
    try:
        envelope.verify([key], 1)
        require(False, "securesystemslib takes another score")
    except VerificationError:
        pass
    require(not openssl_verifies(keys[keyid]["pem"], envelope.pae(), signature), "openssl takes another score")

    statement = statement_of(path)
    require(statement["_type"] == "https://in-toto.io/Statement/v1", "it is no in-toto statement")
    for subject in statement["subject"]:
        found = hashlib.sha256((folder / subject["name"]).read_bytes()).hexdigest()
        require(found == subject["digest"]["sha256"], f"{subject['name']} has another digest")
    return f"{len(statement['subject'])} files"


def bytes_of(base64url: str) -> bytes:
    return base64.urlsafe_b64decode(base64url + "=")


def openssl_verifies(pem: str, signed: bytes, signature: bytes) -> bool:
    with tempfile.TemporaryDirectory() as folder:
        files = {"key.pem": pem.encode(), "signed": signed, "signature": signature}
        for name, content in files.items():
            (Path(folder) / name).write_bytes(content)
        command = "openssl pkeyutl -verify -rawin -pubin -inkey key.pem -in signed -sigfile signature"
        return subprocess.run(command.split(), cwd=folder, capture_output=True).returncode == 0


def check_score(path: Path) -> str:
    """The score follows from audit.csv, the number of items, alpha and the stages of the plan."""
    predicate = statement_of(path)["predicate"]
    if predicate["mode"] == "agreement":
        return "by agreement, nothing was audited"
    look = predicate["looks"][-1]
    N, alpha, stages = look["N"], look["alpha"], look["stages"]

    # One row an item; the items of a cluster have one rank, and it is acceptable when all of them are.
    wrong = 1 - pd.read_csv(path.parent / "audit.csv").groupby("rank")["acceptable"].min().to_numpy()
    d = next((d for d, n in enumerate(stages) if wrong[:n].sum() <= d), None)
    require(d is not None, f"audit.csv has {wrong.sum()} wrong labels, and no stage of {stages} certifies")
    n = stages[d]
    require([n, d] == [predicate["n"], predicate["d"]], f"audit.csv has n = {n}, d = {d}")
    most_wrong = max(D for D in range(d, N - n + d + 1) if D == d or chance_by(N, D, stages, d) > alpha)
    score = 100 * (N - most_wrong) // N
    require(score == predicate["score"], f"the score is {score}, certified was {predicate['score']}")
    return f"N = {N}, n = {n}, d = {d}: score {score}"


def check_croissant(path: Path) -> str:
    """`mlcroissant validate` takes it, and reads as many records as the dataset has lines, and none after a change."""
    program = [str(Path(sys.executable).with_name("mlcroissant")), "validate", "--jsonld", str(path)]
    validated = subprocess.run(program, capture_output=True, text=True)
    require(validated.returncode == 0, f"mlcroissant validate says {validated.stderr}")
    dataset = mlcroissant.Dataset(str(path))
    faults = dataset.metadata.ctx.issues.errors
    require(not faults, f"mlcroissant says {faults}")
    collection = dataset.metadata.to_json().get("rai:dataLimitations")
    require(bool(collection), "mlcroissant finds no field for responsible AI")
    records = list(dataset.records("items"))
    lines = len((path.parent / "dataset.jsonl").read_bytes().splitlines())
    require(len(records) == lines, f"mlcroissant reads {len(records)} records of {lines}")
    require_refused_if_changed(path)
    return f"{len(records)} records"


def require_refused_if_changed(path: Path) -> None:
    """Not one record is read from a dataset of which a byte is another."""
    content = bytearray((path.parent / "dataset.jsonl").read_bytes())
    content[-3] ^= 1
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder, path.name)
        copy.write_bytes(path.read_bytes())
        Path(folder, "dataset.jsonl").write_bytes(content)
        try:
            next(iter(mlcroissant.Dataset(str(copy)).records("items")))
        except mlcroissant.GenerationError as fault:
            require("Hash" in str(fault.__cause__), f"mlcroissant refuses a changed dataset, but for {fault.__cause__}")
        else:
            require(False, "mlcroissant reads a dataset that was changed")
