"""What a new user does, who has Node and Python and no checkout: from a COCO dataset to a model, by the packages alone."""

import json
import os
import re
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
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
    """What a person makes of the pre-label: the digit that they see."""
    assert task.item.file is not None
    [prelabel] = task.item.predictions
    [box] = prelabel.result["objects"]
    return {"objects": [box | {"label": str(digits.target[int(task.item.file.filename[:4])])}]}


@dataclass(frozen=True)
class Installed:
    """The command line in an empty folder, logged in to the service."""

    folder: Path
    run: Callable[..., str]


@pytest.fixture(scope="module")
def installed(service: Service, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """Packs the command line and installs it alone; the system's Node runs it."""
    folder = tmp_path_factory.mktemp("newcomer")
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

    def assay_(*args: str, given: str = "") -> str:
        return run("npx", "--no-install", "assay", *args, given=given)

    assay_("login", "--url", service.origin, given=service.key)
    return Installed(folder, assay_)


def test_a_coco_dataset_is_imported_corrected_certified_and_trains_a_model(
    service: Service, client: Assay, installed: Installed, monkeypatch: pytest.MonkeyPatch
) -> None:
    cli, folder = installed.run, installed.folder
    write_coco(folder)
    batch_id = cli("import", "coco", "instances.json", "--media", "images", "--new", "Digits")

    for annotator in ("ann", "bob"):
        work(client, batch_id, annotator, "annotate", corrected)
    client.batches.wait_for(batch_id, "completed", timeout=180)
    audit(client, batch_id, corrected)
    assert cli("batch", "watch", batch_id).startswith("certified: ")
    bundle = cli("download", batch_id, "--format", "coco", "--bundle", "-o", "digits.zip")
    shutil.unpack_archive(folder / bundle, folder / "digits")
    assert cli("verify", "digits").startswith("ok: ")
    assert assay.verify_certificate(folder / "digits", keys=client.certificates.list_keys()).ok

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


LABEL_STUDIO = """<View><Image name="img" value="$image"/><RectangleLabels name="box" toName="img">
<Label value="bus"/><Label value="car"/></RectangleLabels></View>"""
WIDTH, HEIGHT = 200, 100
FACTS = re.compile(r"batch_id|external_id|origin|support|file\..+")
"""What loss.json says of items and files, and not of labels."""


def shape(x: float, y: float, width: float, height: float, label: str, rotation: float = 0) -> dict[str, Any]:
    """A rectangle of Label Studio, in percent."""
    value = {"x": x, "y": y, "width": width, "height": height, "rotation": rotation, "rectanglelabels": [label]}
    fixed = {"type": "rectanglelabels", "from_name": "box", "to_name": "img"}
    return fixed | {"original_width": WIDTH, "original_height": HEIGHT, "value": value}


def write_label_studio(folder: Path) -> None:
    results = {
        "street": [shape(5, 20, 15, 40, "car"), shape(50, 10, 25, 50, "bus")],
        "turned": [shape(40, 40, 20, 20, "car", rotation=90)],
        "empty": [],
    }
    folder.mkdir()
    for place, name in enumerate(results):
        (folder / f"{name}.png").write_bytes(png.gray([[place * 40 + x % 7 for x in range(WIDTH)] for _ in range(HEIGHT)]))
    tasks = [
        {
            "id": place + 1,
            "data": {"image": f"/data/upload/1/0a1b2c3d-{name}.png"},
            "annotations": [
                {"completed_by": {"email": f"{who}@acme.test"}, "created_at": "2026-01-02T03:04:05Z", "result": result}
                for who in ("ann", "bob")
            ],
        }
        for place, (name, result) in enumerate(results.items())
    ]
    (folder / "tasks.json").write_text(json.dumps(tasks))
    (folder / "config.xml").write_text(LABEL_STUDIO)


def test_a_project_moves_through_four_formats_and_loses_only_what_loss_json_names(
    client: Assay, installed: Installed
) -> None:
    cli, folder = installed.run, installed.folder

    def moved(name: str, batch_id: str) -> tuple[str, dict[str, int]]:
        """Exports a batch and imports it again; gives the new batch and what is lost of its labels."""
        cli("export", "--batch", batch_id, "--format", name, "--bundle", "--media", "-o", f"{name}.zip")
        shutil.unpack_archive(folder / f"{name}.zip", folder / name)
        lost = json.loads((folder / name / "loss.json").read_text())["lost"]
        made = cli("import", name, name, "--new", name, "--as", "answers", "--annotator", "mover")
        return made, {what: count for what, count in lost.items() if FACTS.fullmatch(what) is None}

    def labels_of(batch_id: str) -> dict[str, list[tuple[Any, ...]]]:
        client.batches.wait_for(batch_id, "completed", timeout=180)
        path = cli("export", "--batch", batch_id, "--format", "jsonl", "-o", f"{batch_id}.jsonl")
        records = map(json.loads, (folder / path).read_text().splitlines())
        return {
            Path(record["file"]["filename"]).stem: sorted(
                (box["label"], *(round(box["bbox"].get(side, 0), 5) for side in ("x", "y", "width", "height", "rotation")))
                for box in record["result"]["objects"]
            )
            for record in records
        }

    write_label_studio(folder / "label-studio")
    first = cli("import", "label_studio", "label-studio", "--new", "Label Studio", "--as", "all")
    before = labels_of(first)
    second, lost_in_coco = moved("coco", first)
    third, lost_in_yolo = moved("yolo", second)

    street = [("bus", 100, 10, 50, 50, 0), ("car", 10, 20, 30, 40, 0)]
    assert before == {"street": street, "turned": [("car", 50, 50, 40, 20, 90)], "empty": []}
    assert (lost_in_coco, labels_of(second)) == ({}, before)
    assert lost_in_yolo == {"rotation": 1}
    # Without its rotation a box is the upright one around it.
    assert labels_of(third) == before | {"turned": [("car", 60, 40, 20, 40, 0)]}
