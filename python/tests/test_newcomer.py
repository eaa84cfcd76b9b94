"""What a new user does, who has Node and Python and no checkout: from a COCO dataset to a model, by the packages alone."""

import json
import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pycocotools import mask
from pycocotools.coco import COCO
from service import ROOT, Service
from sklearn.datasets import load_digits
from sklearn.linear_model import LogisticRegression

import assay
import png
from assay import Assay, models
from work import audit, work

IMAGES, SIDE, DIGIT = 120, 24, 8
WRONG_EVERY = 10
"""The dataset says the wrong digit of each tenth image."""
CHANCE = 0.1

digits = load_digits()


def place_of(image: int) -> tuple[int, int]:
    """Where the digit is in an image: x, y."""
    return image * 5 % (SIDE - DIGIT), image * 3 % (SIDE - DIGIT)


def pixels_of(image: int) -> Any:
    x, y = place_of(image)
    canvas = np.zeros((SIDE, SIDE), dtype=np.uint8)
    canvas[y : y + DIGIT, x : x + DIGIT] = digits.images[image] * 15
    return canvas


def write_coco(folder: Path) -> Path:
    """Images with a digit each, and their boxes in COCO, whose sizes pycocotools computed and which it reads again."""
    dataset: dict[str, list[dict[str, Any]]] = {"images": [], "annotations": []}
    dataset["categories"] = [{"id": digit + 1, "name": str(digit)} for digit in range(10)]
    (folder / "images").mkdir()
    for image in range(IMAGES):
        pixels, (x, y) = pixels_of(image), place_of(image)
        name = f"{image:04}.png"
        (folder / "images" / name).write_bytes(png.gray(pixels.tolist()))
        covered = np.zeros((SIDE, SIDE), dtype=np.uint8, order="F")
        covered[y : y + DIGIT, x : x + DIGIT] = 1
        shape = mask.encode(covered)
        said = (digits.target[image] + (image % WRONG_EVERY == 0)) % 10
        dataset["images"].append({"id": image + 1, "file_name": name, "width": SIDE, "height": SIDE})
        dataset["annotations"].append(
            {
                "id": image + 1,
                "image_id": image + 1,
                "category_id": int(said) + 1,
                "bbox": mask.toBbox(shape).tolist(),
                "area": int(mask.area(shape)),
                "iscrowd": 0,
            }
        )
    coco = COCO()
    coco.dataset = dataset
    coco.createIndex()
    path = folder / "instances.json"
    path.write_text(json.dumps(coco.dataset))
    assert len(COCO(path).getAnnIds()) == IMAGES
    return path


def corrected(task: models.Task) -> dict[str, Any]:
    """The digit that a person sees, in the box of the pre-label. A tenth of the items show none, so the person draws it."""
    assert task.item.file is not None
    image = int(task.item.file.filename[:4])
    x, y = place_of(image)
    drawn = {"bbox": {"x": x, "y": y, "width": DIGIT, "height": DIGIT}}
    shown = [prediction.result["objects"] for prediction in task.item.predictions]
    [box] = shown[0] if shown else [drawn]
    return {"objects": [box | {"label": str(digits.target[image])}]}


def install_cli(folder: Path) -> Callable[..., str]:
    """Packs the command line and installs it in the folder alone; returns what runs it there with the system's Node."""
    environment = {"PATH": os.environ["PATH"], "HOME": str(folder)}
    npm = shutil.which("npm") or "npm"

    def run(*command: str, cwd: Path = folder, given: str = "") -> str:
        done = subprocess.run(
            command, cwd=cwd, env=environment, input=given, capture_output=True, text=True, timeout=300, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    run(npm, "pack", "--pack-destination", str(folder), cwd=ROOT / "cli")
    [package] = folder.glob("*.tgz")
    (folder / "package.json").write_text('{ "private": true }\n')
    run(npm, "install", "--no-audit", "--no-fund", "--offline", package.name)
    return lambda *args, given="": run("npx", "--no-install", "assay", *args, given=given)


def test_a_coco_dataset_is_imported_corrected_certified_and_trains_a_model(
    service: Service, client: Assay, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cli = install_cli(tmp_path)
    write_coco(tmp_path)
    cli("login", "--url", service.origin, given=service.key)
    batch_id = cli("import", "coco", "instances.json", "--media", "images", "--new", "Digits")

    for annotator in ("ann", "bob"):
        work(client, batch_id, annotator, "annotate", corrected)
    client.batches.wait_for(batch_id, "completed", timeout=180)
    audit(client, batch_id, corrected)
    assert cli("batch", "watch", batch_id).startswith("certified: ")
    bundle = cli("download", batch_id, "--format", "coco", "--bundle", "-o", "digits.zip")
    shutil.unpack_archive(tmp_path / bundle, tmp_path / "digits")
    assert cli("verify", "digits").startswith("ok: ")
    assert assay.verify_certificate(tmp_path / "digits", keys=client.certificates.list_keys()).ok

    monkeypatch.setenv("ASSAY_API_KEY", service.key)
    monkeypatch.setenv("ASSAY_URL", service.origin)

    def table(split: str) -> tuple[list[Any], list[str]]:
        found = [(record["file"]["filename"], record["result"]["objects"]) for record in assay.load(batch_id, split=split)]
        crops, labels = [], []
        for name, [box] in found:
            x, y = int(box["bbox"]["x"]), int(box["bbox"]["y"])
            crops.append(pixels_of(int(name[:4]))[y : y + DIGIT, x : x + DIGIT].ravel())
            labels.append(box["label"])
            assert box["label"] == str(digits.target[int(name[:4])])
        return crops, labels

    (train, train_labels), (test, test_labels) = table("train"), table("test")
    assert len(train) > IMAGES / 2
    model = LogisticRegression(max_iter=2_000).fit(train, train_labels)
    assert model.score(test, test_labels) > 5 * CHANCE
