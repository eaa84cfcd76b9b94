"""Compares exports of images, object by object, with the records that they were made from.

    python tools/readers/images.py FOLDER

FOLDER is what sample.ts wrote: `<type>.jsonl` are the records, and every folder `<type>.<format>` that has a reader
here is read by it. Prints a line for each; exits with 1 where something differs, or where there was nothing to read.
"""

import contextlib
import csv
import io
import json
import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image
from pycocotools import mask as mask_utils
from pycocotools.coco import COCO
from ultralytics_check import verify_image_label

warnings.simplefilter("ignore")
import supervision  # noqa: E402
from datumaro.components.annotation import AnnotationType  # noqa: E402
from datumaro.components.dataset import Dataset  # noqa: E402
from datumaro.components.dataset_base import DatasetItem  # noqa: E402

Item = dict[str, Any]
Objects = list[tuple[Any, ...]]

NEAR = 0.006
"""Pixels: datumaro rounds outlines and points to hundredths, supervision reads 32 bits."""


def require(condition: bool, message: str) -> None:
    if not condition:
        raise AssertionError(message)


def require_same(given: Any, read: Any, where: str) -> None:
    """Equal, but for numbers that differ by less than a reader's rounding."""
    if isinstance(given, list | tuple):
        require(isinstance(read, list | tuple), f"{where}: {read!r} instead of {given!r}")
        require(len(read) == len(given), f"{where}: {len(read)} values instead of {len(given)}: {read} {given}")
        for place, (one, other) in enumerate(zip(given, read, strict=True)):
            require_same(one, other, f"{where}[{place}]")
    elif isinstance(given, dict):
        require_same(sorted(given), sorted(read), f"names of {where}")
        for name, value in given.items():
            require_same(value, read[name], f"{where}.{name}")
    elif isinstance(given, np.ndarray):
        require(bool(np.array_equal(given, read)), f"{where}: other pixels, {given.sum()} and {np.sum(read)}")
    elif isinstance(given, float | int) and not isinstance(given, bool):
        require(abs(float(read) - given) < NEAR, f"{where}: {read} instead of {given}")
    else:
        require(read == given, f"{where}: {read!r} instead of {given!r}")


def objects_of(item: Item) -> list[dict[str, Any]]:
    return (item["result"] or {}).get("objects", [])


def accepted(items: list[Item]) -> list[Item]:
    return [item for item in items if item["status"] == "accepted"]


def compare(items: list[Item], read: dict[str, Objects], given: Callable[[Item], Objects]) -> str:
    """The objects that a reader found, by the stem of the image, are those of the items."""
    by_id = {stem_id(stem): objects for stem, objects in read.items()}
    require(len(by_id) == len(read), "two images have one item")
    require(by_id.keys() == {item["id"] for item in items}, f"it has the items {sorted(by_id)}")
    count = 0
    for item in items:
        expected = given(item)
        require_same(expected, by_id[item["id"]], item["id"])
        count += len(expected)
    return f"{len(items)} images, {count} objects"


def stem_id(stem: str) -> str:
    """Every name begins with the id of the item: `item_3_street`."""
    return "_".join(stem.split("_")[:2])


def corners(bbox: dict[str, float]) -> np.ndarray:
    """The corners of a box, clockwise from the one at the top left before it is turned."""
    angle = np.radians(bbox.get("rotation", 0))
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    half = np.array([bbox["width"], bbox["height"]]) / 2
    signs = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
    return np.array([bbox["x"], bbox["y"]]) + half + (signs * half) @ turn.T


def upright(item: Item, bbox: dict[str, float]) -> tuple[float, ...]:
    """Left, top, right and bottom of the upright box around a box, cut at the edge of the image."""
    points = corners(bbox)
    sides = [item["file"]["width"], item["file"]["height"]]
    low, high = np.clip(points.min(axis=0), 0, sides), np.clip(points.max(axis=0), 0, sides)
    return (*low.tolist(), *high.tolist())


def drawn(item: Item, rings: list[list[list[float]]]) -> np.ndarray:
    """The pixels whose center is within an odd number of the rings."""
    height, width = item["file"]["height"], item["file"]["width"]
    y, x = np.mgrid[0:height, 0:width] + 0.5
    inside = np.zeros((height, width), dtype=bool)
    for ring in rings:
        for (x1, y1), (x2, y2) in zip(ring, ring[1:] + ring[:1], strict=True):
            if x1 != x2:
                beneath = y1 + (x - x1) * (y2 - y1) / (x2 - x1) <= y
                inside ^= ((x1 <= x) != (x2 <= x)) & beneath
    return inside


def voc(folder: Path, items: list[Item]) -> str:
    """supervision and datumaro read the same boxes, which count from 1."""
    dataset = supervision.DetectionDataset.from_pascal_voc(
        str(folder / "JPEGImages"), str(folder / "Annotations")
    )
    read = {}
    for path, _, found in dataset:
        names = [dataset.classes[place] for place in found.class_id]
        read[Path(path).stem] = list(zip(names, map(tuple, found.xyxy.tolist()), strict=True))
    compare(accepted(items), read, lambda item: [(o["label"], upright(item, o["bbox"])) for o in objects_of(item)])

    def with_attributes(item: Item) -> Objects:
        return [(o["label"], upright(item, o["bbox"]), as_texts(o.get("attributes"))) for o in objects_of(item)]

    dataset = Dataset.import_from(str(folder), "voc_detection", coordinate_mode="voc-one-based")
    labels = names_of(dataset)
    flags = {"difficult": False, "truncated": False, "occluded": False}
    read = {}
    for item in dataset:
        require(item.media is not None and item.media.data is not None, f"{item.id} has no image")
        boxes = [(labels[box.label], tuple(box.points), dict(box.attributes)) for box in item.annotations]
        require(all(box[2].items() >= flags.items() for box in boxes), "a flag is set")
        read[item.id] = [(*box[:2], {k: v for k, v in box[2].items() if k not in flags}) for box in boxes]
    return compare(accepted(items), read, with_attributes)


def as_texts(attributes: dict[str, Any] | None) -> dict[str, str]:
    """Attributes as the formats write them that know texts only."""
    return {name: value if isinstance(value, str) else json.dumps(value) for name, value in (attributes or {}).items()}


def yolo_boxes(folder: Path, items: list[Item]) -> str:
    dataset = supervision.DetectionDataset.from_yolo(
        str(folder / "images/train"), str(folder / "labels/train"), str(folder / "data.yaml")
    )
    read = {}
    for path, _, found in dataset:
        names = [dataset.classes[place] for place in found.class_id]
        read[Path(path).stem] = list(zip(names, map(tuple, found.xyxy.tolist()), strict=True))
    return compare(accepted(items), read, lambda item: [(o["label"], upright(item, o["bbox"])) for o in objects_of(item)])


def yolo_oriented(folder: Path, items: list[Item]) -> str:
    """supervision reads the corners; Ultralytics' own check takes every label file."""
    dataset = supervision.DetectionDataset.from_yolo(
        str(folder / "images/train"), str(folder / "labels/train"), str(folder / "data.yaml"), is_obb=True
    )
    read = {}
    for path, _, found in dataset:
        names = [dataset.classes[place] for place in found.class_id]
        boxes = found.data.get("xyxyxyxy", np.empty((0, 4, 2))).tolist()
        read[Path(path).stem] = list(zip(names, boxes, strict=True))
    ultralytics(folder)
    return compare(
        accepted(items), read, lambda item: [(o["label"], corners(o["bbox"]).tolist()) for o in objects_of(item)]
    )


def ultralytics(folder: Path, pose: bool = False) -> dict[str, tuple[list[str], Any, Any]]:
    """Classes, outlines and keypoints by the stem of the image, as Ultralytics checks and reads them."""
    data = supervision.dataset.formats.yolo._read_data_yaml(str(folder / "data.yaml"))
    names = list(data["names"].values())
    points, values = data["kpt_shape"] if pose else (0, 0)
    if pose:
        require(sorted(data["flip_idx"]) == list(range(points)), f"flip_idx is {data['flip_idx']}")
    read = {}
    for image in sorted((folder / "images/train").iterdir()):
        label = folder / f"labels/train/{image.stem}.txt"
        found = verify_image_label((str(image), str(label), "", pose, len(names), points, values, False))
        file, boxes, shape, segments, keypoints, missing, _, _, corrupt, message = found
        require(file is not None and not missing and not corrupt and not message, f"Ultralytics says: {message}")
        sides = np.array(shape[::-1])
        segments = [(segment * sides).tolist() for segment in segments]
        if keypoints is not None:
            keypoints = (keypoints * [*sides, 1]).tolist()
        read[image.stem] = ([names[int(place)] for place in boxes[:, 0]], segments, keypoints)
    return read


def yolo_outlines(folder: Path, items: list[Item]) -> str:
    """Ultralytics reads the outlines; a hole is left out where what is enclosed an odd number of times is filled."""
    read = {}
    for stem, (names, segments, _) in ultralytics(folder).items():
        read[stem] = list(zip(names, segments, strict=True))

    def given(item: Item) -> Objects:
        found = read[next(stem for stem in read if stem_id(stem) == item["id"])]
        expected = []
        for one, (_, segment) in zip(objects_of(item), found, strict=True):
            if one.get("holes"):
                pixels = drawn(item, [one["points"], *one["holes"]])
                require_same(pixels, drawn(item, [segment]), f"{item['id']} with a hole")
            expected.append((one["label"], segment if one.get("holes") else one["points"]))
        return expected

    return compare(accepted(items), read, given)


def yolo_pose(folder: Path, items: list[Item]) -> str:
    read = {}
    for stem, (names, _, keypoints) in ultralytics(folder, pose=True).items():
        read[stem] = list(zip(names, keypoints, strict=True))
    return compare(accepted(items), read, lambda item: [(o["label"], keypoints_of(o)) for o in objects_of(item)])


KEYPOINTS = ["nose", "left eye", "tail"]
"""As in sample-items.ts."""


def keypoints_of(one: dict[str, Any]) -> list[list[float]]:
    return [one["points"].get(name, [0, 0, 0]) for name in KEYPOINTS]


def names_of(dataset: Dataset) -> list[str]:
    return [label.name for label in dataset.categories()[AnnotationType.label].items]


def with_image(item: DatasetItem) -> DatasetItem:
    require(item.media is not None and item.media.data is not None, f"{item.id} has no image")
    return item


def images(items: list[Item]) -> list[Item]:
    return [item for item in items if item["file"]["content_type"].startswith("image/")]


def pixels(item: Item, one: dict[str, Any]) -> np.ndarray:
    """The pixels of an outline or of a mask."""
    if "points" in one:
        return drawn(item, [one["points"], *one.get("holes", [])])
    rle = one["rle"]
    return mask_utils.decode({**rle, "counts": rle["counts"].encode()}).astype(bool)


def given_labels(item: Item) -> Objects:
    result = item["result"] or {}
    labels = [result["label"]] if "label" in result else result.get("labels", [])
    return [("label", label) for label in labels]


def given_boxes(item: Item, in_cvat: bool) -> Objects:
    found: Objects = []
    for one in objects_of(item):
        bbox, attributes = one["bbox"], one.get("attributes", {})
        turn = bbox.get("rotation", 0) % 360
        if in_cvat:
            texts = as_texts(attributes)
            attributes = {name: text == "true" if text in ("true", "false") else text for name, text in texts.items()}
        elif "rotation" in bbox:
            attributes = {**attributes, "rotation": bbox["rotation"]}
        kind = "rotated_bbox" if turn and in_cvat else "bbox"
        if kind == "bbox":
            place = [bbox["x"], bbox["y"], bbox["x"] + bbox["width"], bbox["y"] + bbox["height"]]
        else:
            center = corners(bbox).mean(axis=0).tolist()
            place = [*center, bbox["width"], bbox["height"], turn]
        found.append((kind, one["label"], place, attributes))
    return found


def given_areas(item: Item) -> Objects:
    """Outlines without holes as they are, everything else as pixels."""
    return [
        ("polygon", one["label"], [value for point in one["points"] for value in point])
        if "points" in one and not one.get("holes")
        else ("mask", one["label"], pixels(item, one))
        for one in objects_of(item)
    ]


def given_points(item: Item) -> Objects:
    return [("points", one["label"], keypoints_of(one)) for one in objects_of(item)]


def given_skeleton(item: Item) -> Objects:
    """datumaro reads each point of CVAT's skeletons by itself."""
    return [
        ("points", name, [x, y], visibility == 1)
        for one in objects_of(item)
        for name, (x, y, visibility) in zip(KEYPOINTS, keypoints_of(one), strict=True)
    ]


def read_annotation(annotation: Any, names: list[str], in_cvat: bool) -> tuple[Any, ...]:
    kind, label = annotation.type.name, names[annotation.label]
    attributes = dict(annotation.attributes)
    is_occluded = attributes.pop("occluded", False) if in_cvat else False
    if kind == "label":
        return (kind, label)
    if kind == "mask":
        return (kind, label, annotation.image.astype(bool))
    if kind == "points" and in_cvat:
        return (kind, label, list(annotation.points), is_occluded)
    if kind == "points":
        values = zip(annotation.points[::2], annotation.points[1::2], annotation.visibility, strict=True)
        return (kind, label, [[x, y, seen.value] for x, y, seen in values])
    if kind == "polygon":
        return (kind, label, list(annotation.points))
    return (kind, label, list(annotation.points), attributes)


def by_datumaro(kind: str, given: Callable[[Item], Objects]) -> Callable[[Path, list[Item]], str]:
    """Every image, also one without a label, with the annotations that datumaro finds."""

    def check(folder: Path, items: list[Item]) -> str:
        dataset = Dataset.import_from(str(folder), kind)
        names = names_of(dataset)
        read = {}
        for item in dataset:
            found = with_image(item).annotations
            read[item.id] = [read_annotation(annotation, names, kind == "cvat") for annotation in found]
            if kind == "datumaro":
                (record,) = (one for one in items if one["id"] == item.attributes["id"])
                kept = ("external_id", "batch_id", "status", "metadata", "support", "origin", "excluded_reason")
                require_same({k: record[k] for k in kept}, {k: item.attributes[k] for k in kept}, item.id)
                require(record["file"]["sha256"] == item.attributes["file"]["sha256"], "another file")
        return compare(images(items), read, given)

    return check


def masks(folder: Path, items: list[Item]) -> str:
    """Pillow and NumPy find the number of the class, and of the object, that was drawn last on each pixel."""
    labels = json.loads((folder / "dataset_meta.json").read_text("utf-8"))["labels"]
    count = 0
    for item in accepted(items):
        (path,) = [one for one in (folder / "SegmentationClass").iterdir() if stem_id(one.stem) == item["id"]]
        classes = np.array(Image.open(path))
        instances = folder / "SegmentationObject" / path.name
        expected, numbers = np.zeros_like(classes), np.zeros_like(classes)
        for number, one in enumerate(objects_of(item), start=1):
            inside = pixels(item, one)
            expected[inside], numbers[inside] = labels.index(one["label"]), number
            count += 1
        require_same(expected, classes, f"classes of {item['id']}")
        if "polygon" in folder.name:
            require_same(numbers, np.array(Image.open(instances)), f"objects of {item['id']}")
    names = {path.stem for path in (folder / "SegmentationClass").iterdir()}
    listed = (folder / "ImageSets/Segmentation/train.txt").read_text().split()
    require(sorted(names) == sorted(listed), "the list names other images")
    return f"{len(names)} images, {count} objects"


def masks_by_datumaro(folder: Path, items: list[Item]) -> str:
    """datumaro finds the same classes by the colors."""
    dataset = Dataset.import_from(str(folder), "voc_segmentation")
    names, count = names_of(dataset), 0
    for item in dataset:
        (record,) = (one for one in items if one["id"] == stem_id(item.id))
        expected = np.zeros((record["file"]["height"], record["file"]["width"]), dtype=int)
        for one in objects_of(record):
            expected[pixels(record, one)] = names.index(one["label"])
        found = np.zeros_like(expected)
        for annotation in with_image(item).annotations:
            found[annotation.image.astype(bool)] = annotation.label
            count += 1
        require_same(expected, found, item.id)
    return f"{len(dataset)} images, {count} regions"


def coco_masks(folder: Path, items: list[Item]) -> str:
    """pycocotools draws an outline with holes pixel by pixel as it was, and reads the others point by point."""
    coco = COCO(str(folder))
    read = {}
    for image in coco.dataset["images"]:
        found = coco.loadAnns(coco.getAnnIds(imgIds=image["id"]))
        read[Path(image["file_name"]).stem] = [
            ("mask", coco.cats[one["category_id"]]["name"], coco.annToMask(one).astype(bool))
            if isinstance(one["segmentation"], dict)
            else ("polygon", coco.cats[one["category_id"]]["name"], *one["segmentation"])
            for one in found
        ]
    return compare(items, read, given_areas)


def image_folder(folder: Path, items: list[Item]) -> str:
    """supervision finds the images in the folders that the table names; the label stands in the table."""
    dataset = supervision.ClassificationDataset.from_folder_structure(str(folder / "train"))
    with (folder / "train/metadata.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    found = {Path(path).relative_to((folder / "train").resolve()).as_posix() for path in
             map(lambda path: str(Path(path).resolve()), dataset.image_paths)}
    require(found == {row["file_name"] for row in rows}, "supervision finds other images")
    read = {Path(row["file_name"]).stem: [("label", row["label"])] for row in rows}
    by_folder = {(Path(row["file_name"]).parent, row["label"]) for row in rows}
    require(len(by_folder) == len({folder for folder, _ in by_folder}), "two labels share a folder")
    return compare(accepted(items), read, given_labels)


Check = Callable[[Path, list[Item]], str]

READERS: dict[str, list[tuple[str, Check]]] = {
    "object_detection.pascal_voc": [("supervision and datumaro", voc)],
    "object_detection.yolo": [("supervision", yolo_boxes)],
    "object_detection.yolo_obb": [("supervision and ultralytics", yolo_oriented)],
    "polygon.yolo": [("ultralytics", yolo_outlines)],
    "keypoint.yolo": [("ultralytics", yolo_pose)],
    "polygon.mask_png": [("Pillow", masks), ("datumaro", masks_by_datumaro)],
    "semantic_segmentation.mask_png": [("Pillow", masks), ("datumaro", masks_by_datumaro)],
    "polygon.coco.json": [("pycocotools", coco_masks)],
    "semantic_segmentation.coco.json": [("pycocotools", coco_masks)],
    "image_classification.imagefolder": [("supervision", image_folder)],
}
GIVEN: dict[str, Callable[[Item], Objects]] = {
    "image_classification": given_labels,
    "multilabel_classification": given_labels,
    "polygon": given_areas,
    "semantic_segmentation": given_areas,
}
for _type, _given in GIVEN.items():
    READERS[f"{_type}.cvat_xml"] = [("datumaro", by_datumaro("cvat", _given))]
    READERS[f"{_type}.datumaro"] = [("datumaro", by_datumaro("datumaro", _given))]
READERS["object_detection.cvat_xml"] = [("datumaro", by_datumaro("cvat", lambda item: given_boxes(item, True)))]
READERS["object_detection.datumaro"] = [("datumaro", by_datumaro("datumaro", lambda item: given_boxes(item, False)))]
READERS["keypoint.cvat_xml"] = [("datumaro", by_datumaro("cvat", given_skeleton))]
READERS["keypoint.datumaro"] = [("datumaro", by_datumaro("datumaro", given_points))]


def run(folder: Path, reader: str, check: Check) -> bool:
    """Prints one line; what the readers print themselves is kept back."""
    records = folder.with_name(f"{folder.name.split('.')[0]}.jsonl")
    try:
        items = [json.loads(line) for line in records.read_text("utf-8").splitlines()]
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            found = check(folder, items)
    except Exception as fault:  # whatever a reader raises is what we came to see
        print(f"FAILED {folder.name}: {reader}: {type(fault).__name__}: {fault}")
        return False
    print(f"ok {folder.name}: {reader}: {found}")
    return True


def main() -> int:
    if len(sys.argv) != 2:
        print(__doc__)
        return 2
    outcomes = [
        run(Path(sys.argv[1]) / name, reader, check) for name, checks in READERS.items() for reader, check in checks
    ]
    print(f"{outcomes.count(True)} passed, {outcomes.count(False)} failed")
    return 0 if all(outcomes) else 1


if __name__ == "__main__":
    sys.exit(main())
