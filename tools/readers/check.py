"""Reads exports with the programs that people read them with.

    python tools/readers/check.py FOLDER

Every `*.coco.json`, `*.json`, `*.jsonl`, `*.csv`, `*.parquet` and `*.conll` below FOLDER, every folder in the layout
of Ultralytics, Hugging Face or spaCy, every certificate with what stands beside it, and the same inside every zip is read; a line is printed
for each. Exits with 1 where a check
failed or where there was nothing to check.
"""

import contextlib
import io
import json
import sys
import tempfile
import warnings
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pandas as pd
import spacy
import webvtt
from certificates import check_certificate, check_croissant, check_score
from documents import check_spacy
from pycocotools.coco import COCO
from pycocotools.cocoeval import COCOeval
from records import require
from spacy.cli.convert import convert
from spacy.tokens import DocBin
from tables import check_hf_dataset, check_parquet

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # it says at length that it does without OpenCV
    import supervision

STATUSES = {"open", "accepted", "excluded"}

SIDECARS = {"assay-keys.json", "audit.csv", "certificate-log.json", "loss.json", "population.jsonl"}
"""What a bundle holds beside the dataset."""

PARTS = {"metadata.jsonl", "docs.jsonl", "tasks.json"}
"""Files that are read with the folder that they are in."""

COLUMNS = {
    ".trl": ("prompt", "chosen", "rejected"),
    ".openai": ("input", "preferred_output", "non_preferred_output"),
    ".kto": ("prompt", "completion", "label"),
    ".sft": ("messages",),
}
"""What each format of lines for training has, by the part of its name before `.jsonl`."""

Check = Callable[[Path], str]


def check_coco(path: Path) -> str:
    """The file evaluated against itself has every image and box, and an average precision of 1."""
    coco = COCO(str(path))
    images, boxes = coco.dataset["images"], coco.dataset["annotations"]
    require(len(coco.getImgIds()) == len(images), "two images have one id")
    require(len({image["file_name"] for image in images}) == len(images), "two images have one file name")
    require(all(box["category_id"] in coco.cats for box in boxes), "a box has no category")
    require(all(box["image_id"] in coco.imgs for box in boxes), "a box has no image")
    if boxes:
        require_perfect(coco, "bbox")
    if any("keypoints" in box for box in boxes):
        require_perfect(coco, "keypoints")
    if any(box["segmentation"] for box in boxes):
        require_perfect(coco, "segm")
        require_masks(coco)
    return f"{len(images)} images, {len(boxes)} objects"


def require_perfect(coco: COCO, kind: str) -> None:
    boxes = coco.dataset["annotations"]
    # without the segmentation, loadRes takes the object for a box, and with it makes the box anew
    left_out = {"bbox": ("segmentation", "keypoints"), "segm": ("bbox",), "keypoints": ("bbox", "segmentation")}[kind]
    given = [{name: value for name, value in box.items() if name not in left_out} for box in boxes]
    if kind == "segm":  # results are masks
        given = [{**box, "segmentation": coco.annToRLE(box)} for box in given]
    evaluation = COCOeval(coco, coco.loadRes([{**box, "score": 1.0} for box in given]), kind)
    if kind == "keypoints":
        evaluation.params.kpt_oks_sigmas = np.full(len(boxes[0]["keypoints"]) // 3, 0.05)
        evaluation.params.maxDets = [max(100, len(boxes))]
    else:
        evaluation.params.maxDets = [1, 10, max(100, len(boxes))]
    evaluation.evaluate()
    evaluation.accumulate()
    precision = evaluation.eval["precision"][..., -1]  # the others stop at 1 and at 10 boxes an image
    average = precision[precision > -1].mean()
    require(average > 1 - 1e-9, f"evaluated against itself it has {kind} AP {average}")


def require_masks(coco: COCO) -> None:
    """The pixels that pycocotools draws are as many as `area` says, but for those that an outline cuts."""
    for box in coco.dataset["annotations"]:
        mask = coco.annToMask(box)
        image = coco.imgs[box["image_id"]]
        require(mask.shape == (image["height"], image["width"]), "a mask is not of the image's size")
        cut = 2 * (box["bbox"][2] + box["bbox"][3]) + 2
        pixels = int(mask.sum())
        require(abs(pixels - box["area"]) <= cut, f"{pixels} pixels are drawn for an area of {box['area']}")


def check_csv(path: Path) -> str:
    table = pd.read_csv(path, dtype={"id": str, "text": str, "label": str}, keep_default_na=False)
    require("id" in table and bool(table["id"].astype(bool).all()), "a row has no id")
    index = table.get("path", table.get("file_name"))
    if index is not None:  # the table of a folder of files
        require(index.is_unique, "two items have one path")
    else:
        require(set(table["status"]) <= STATUSES, f"the statuses are {set(table['status'])}")
        metadata = table["metadata"].map(json.loads)
        require(all(isinstance(value, dict) for value in metadata), "an item's metadata is no JSON object")
    return f"{len(table)} rows of {table['id'].nunique()} items"


def check_jsonl(path: Path) -> str:
    if path.stat().st_size == 0:
        return "no items"
    return check_records(pd.read_json(path, lines=True, dtype={"id": str, "external_id": str}))


def check_json(path: Path) -> str:
    return check_records(pd.DataFrame(json.loads(path.read_bytes())))


def check_records(table: pd.DataFrame) -> str:
    if len(table):
        require(table["id"].is_unique, "two items have one id")
        require(set(table["status"]) <= STATUSES, f"the statuses are {set(table['status'])}")
        accepted = table[table["status"] == "accepted"]
        have_results = accepted["result"].map(lambda result: isinstance(result, dict))
        require(bool(have_results.all()), "an accepted item has no result")
    return f"{len(table)} items"


def check_lines(path: Path) -> str:
    """Message lists and the columns that trainers ask for, in every line."""
    columns = COLUMNS[Path(path.stem).suffix]
    lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    table = pd.DataFrame(lines)
    require(len(lines) > 0, "it has no line")
    require(set(table.columns) == set(columns), f"its columns are {sorted(table.columns)}")
    for column in columns:
        for value in table[column]:
            messages = value["messages"] if isinstance(value, dict) else value
            if isinstance(messages, bool):
                continue
            require(len(messages) > 0, f"{column} is empty")
            for message in messages:
                require(set(message) == {"role", "content"}, f"a message of {column} has {sorted(message)}")
    return f"{len(lines)} lines"


def check_conll(path: Path) -> str:
    """spaCy finds the documents with a token, the tokens and the entities that the lines have."""
    text = path.read_text("utf-8")
    rows = [line.split() for line in text.split("\n") if line and not line.startswith("-DOCSTART-")]
    require(all(len(row) == 4 for row in rows), "a line does not have four columns")
    documents = [part for part in text.split("-DOCSTART- -X- O O") if part.strip()]

    with tempfile.TemporaryDirectory() as folder:
        convert(path, folder, file_type="spacy", converter="ner")
        (written,) = Path(folder).iterdir()
        docs = list(DocBin().from_disk(written).get_docs(spacy.blank("xx").vocab))
    entities = [entity for doc in docs for entity in doc.ents]

    require(len(docs) == len(documents), f"spaCy finds {len(docs)} documents, not {len(documents)}")
    tokens = [token.text for doc in docs for token in doc]
    require(tokens == [row[0] for row in rows], "spaCy finds other tokens")
    begun = [row[3][2:] for row in rows if row[3].startswith("B-")]
    require([entity.label_ for entity in entities] == begun, "spaCy finds other entities")
    return f"{len(docs)} documents, {len(tokens)} tokens, {len(entities)} entities"


def check_yolo_detection(folder: Path) -> str:
    labels = sorted((folder / "labels/train").glob("*.txt"))
    lines = [line for path in labels for line in path.read_text("ascii").splitlines()]
    if not (folder / "images/train").is_dir():
        return f"{len(labels)} label files without images, {len(lines)} boxes"

    dataset = supervision.DetectionDataset.from_yolo(
        str(folder / "images/train"), str(folder / "labels/train"), str(folder / "data.yaml")
    )
    stems = sorted(Path(path).stem for path in dataset.image_paths)
    require(stems == [path.stem for path in labels], "images and label files do not pair")
    are_upright = all(len(line.split()) == 5 for line in lines)  # the corners of others may be outside
    boxes = 0
    for _, image, found in dataset:
        height, width = image.shape[:2]
        boxes += len(found)
        if are_upright:
            require(bool((found.xyxy >= -0.01).all()), "a box begins outside its image")
            require(bool((found.xyxy <= [[width + 0.01, height + 0.01] * 2]).all()), "a box ends outside its image")
        require(all(place < len(dataset.classes) for place in found.class_id), "a box has no class")
    require(boxes == len(lines), f"supervision finds {boxes} boxes, not {len(lines)}")
    return f"{len(dataset)} images, {boxes} boxes, {len(dataset.classes)} classes"


def check_yolo_classification(folder: Path) -> str:
    dataset = supervision.ClassificationDataset.from_folder_structure(str(folder / "train"))
    index = pd.read_csv(folder / "items.csv", keep_default_na=False)
    paths = {Path(path).relative_to(folder).as_posix() for path in dataset.image_paths}
    require(paths == set(index["path"]), "supervision finds other images than items.csv names")
    require(len(dataset.classes) == index["label"].nunique(), "there are not as many folders as labels")
    require(all(image.size > 0 for _, image, _ in dataset), "an image is empty")
    return f"{len(dataset)} images, {len(dataset.classes)} classes"


def check_webvtt(folder: Path) -> str:
    """webvtt-py finds the cues that the files have, within their recording and in the order of time."""
    index = pd.read_csv(folder / "items.csv", keep_default_na=False)
    paths = {path.relative_to(folder).as_posix() for path in (folder / "captions").glob("*.vtt")}
    require(paths == set(index["path"]), "there are other captions than items.csv names")
    cues = 0
    for path, duration in zip(index["path"], index["file_duration"], strict=True):
        captions = webvtt.read(str(folder / path)).captions
        written = (folder / path).read_text("utf-8").count(" --> ")
        require(len(captions) == written, f"webvtt-py finds {len(captions)} cues, not {written}")
        starts = [caption.start_in_seconds for caption in captions]
        require(starts == sorted(starts), "cues are not in the order of time")
        require(all(caption.end_in_seconds <= duration + 1 for caption in captions), "a cue ends after its recording")
        cues += written
    return f"{len(index)} files, {cues} cues"


def checks_of(path: Path) -> Iterator[tuple[str, Check]]:
    """The checks that suit `path`: the reader's name and the function."""
    if path.is_dir():
        if (path / "data.yaml").is_file():
            yield "supervision", check_yolo_detection
        elif (path / "items.csv").is_file() and (path / "train").is_dir():
            yield "supervision", check_yolo_classification
        elif (path / "items.csv").is_file() and (path / "captions").is_dir():
            yield "webvtt-py", check_webvtt
        elif (path / "docs.jsonl").is_file():
            yield "spacy", check_spacy
        elif is_hf_dataset(path):
            yield "datasets", check_hf_dataset
    elif path.name == "certificate.dsse.json":
        yield "securesystemslib and openssl", check_certificate
        yield "scipy", check_score
    elif path.name == "croissant.json":
        yield "mlcroissant", check_croissant
    elif path.name in SIDECARS | PARTS:
        return
    elif path.name.endswith(".coco.json"):
        yield "pycocotools", check_coco
    elif path.suffix == ".json" and path.read_bytes().lstrip()[:1] == b"[":
        yield "pandas", check_json
    elif Path(path.stem).suffix in COLUMNS:
        yield "pandas", check_lines
    elif path.suffix == ".jsonl":
        yield "pandas", check_jsonl
    elif path.suffix == ".csv":
        yield "pandas", check_csv
    elif path.suffix == ".conll":
        yield "spacy", check_conll
    elif path.suffix == ".parquet" and path.parent.name != "data":
        yield "pyarrow, pandas and duckdb", check_parquet


def is_hf_dataset(folder: Path) -> bool:
    card = folder / "README.md"
    return card.is_file() and "data_files:" in card.read_text("utf-8")


def run(name: str, reader: str, check: Check, path: Path) -> bool:
    """Prints one line; what the readers print themselves is kept back."""
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            found = check(path)
    except Exception as fault:  # whatever a reader raises is what we came to see
        print(f"FAILED {name}: {reader}: {type(fault).__name__}: {fault}")
        return False
    print(f"ok {name}: {reader}: {found}")
    return True


def check_folder(folder: Path, prefix: str = "") -> list[bool]:
    outcomes = []
    for path in [folder, *sorted(folder.rglob("*"))]:
        name = prefix + path.relative_to(folder).as_posix()
        outcomes += [run(name, reader, check, path) for reader, check in checks_of(path)]
        if path.suffix == ".zip":
            outcomes += check_zip(path, name)
    return outcomes


def check_zip(path: Path, name: str) -> list[bool]:
    with tempfile.TemporaryDirectory() as folder, zipfile.ZipFile(path) as archive:
        archive.extractall(folder)
        return check_folder(Path(folder), f"{name}!")


def main() -> int:
    if len(sys.argv) != 2:
        print(__doc__)
        return 2
    outcomes = check_folder(Path(sys.argv[1]))
    print(f"{outcomes.count(True)} passed, {outcomes.count(False)} failed")
    return 0 if outcomes and all(outcomes) else 1


if __name__ == "__main__":
    sys.exit(main())
