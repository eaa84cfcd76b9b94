"""Reads Label Studio's files with the SDK of Label Studio.

    python tools/readers/label_studio.py FOLDER

Every folder below FOLDER with `tasks.json` and `label_config.xml`: the SDK must find the configuration valid and every
annotation valid for it, and each annotation must be the answer that the native export beside it has
(`dataset.jsonl` in the folder, or `<type>.jsonl` beside it). It needs packages of its own: label-studio.txt.
Exits with 1 where a check failed or where there was nothing to check.
"""

import json
import math
import sys
from pathlib import Path

import numpy as np
from label_studio_sdk.converter.brush import decode_rle
from label_studio_sdk.label_interface import LabelInterface
from pycocotools import mask as coco_mask


def require(condition: bool, message: str) -> None:
    if not condition:
        raise AssertionError(message)


def check(folder: Path) -> str:
    interface = LabelInterface((folder / "label_config.xml").read_text("utf-8"))
    interface.validate()
    tasks = json.loads((folder / "tasks.json").read_bytes())
    source = folder / "dataset.jsonl"
    if not source.is_file():
        source = folder.with_suffix(".jsonl")
    records = [json.loads(line) for line in source.read_bytes().splitlines()]
    require([task["meta"]["assay"]["id"] for task in tasks] == [record["id"] for record in records], "other items")
    answers = 0
    for task, record in zip(tasks, records, strict=True):
        for annotation in task["annotations"]:
            # as a prediction is checked likewise, but with the reasons
            faults = interface.validate_prediction(annotation, return_errors=True)
            require(interface.validate_annotation(annotation), f"{record['id']}: {faults}")
        answers += compare(task, record)
    return f"{len(tasks)} tasks, {answers} answers, each as in {source.name}"


def compare(task: dict, record: dict) -> int:
    delivered = [one for one in task["annotations"] if one["ground_truth"] or one["was_cancelled"]]
    require(len(delivered) == (record["result"] is not None or record["status"] == "excluded"), "another label")
    given = [one for one in task["annotations"] if one not in delivered]
    pairs = [(one, record["result"]) for one in delivered if not one["was_cancelled"]]
    pairs += [(one, answer["result"]) for one, answer in zip(given, record["answers"], strict=True)]
    for annotation, result in pairs:
        found = result_of(annotation["result"], result)
        require(same(found, expected(result)), f"{record['id']}: {found} is not {result}")
    data = task["data"]
    if record["text"] is not None:
        require(data["text"] == record["text"], f"{record['id']}: another text")
    if record["conversation"] is not None:
        require(data["conversation"] == record["conversation"]["messages"], f"{record['id']}: another conversation")
        texts = [(one["id"], one["body"]) for one in data["responses"]]
        require(texts == [(one["id"], one["text"]) for one in record["conversation"]["responses"]], "other responses")
    for name in ("external_id", "group", "metadata", "file", "line", "status", "excluded_reason", "fields", "support"):
        require(task["meta"]["assay"][name] == record[name], f"{record['id']}: another {name}")
    return len(pairs)


def expected(result: dict) -> dict:
    """Without what Label Studio cannot have (`loss.json` says so) and what means nothing; masks as pixels."""
    if "objects" not in result:
        return result
    objects = []
    for one in result["objects"]:
        one = {key: value for key, value in one.items() if key != "holes"}
        if "rle" in one:
            one["mask"] = coco_mask.decode(one.pop("rle")).tolist()
        if isinstance(one.get("points"), dict):
            one["points"] = {name: point for name, point in one["points"].items() if point[2] > 0}
        objects.append(one)
    return {"objects": objects}


def result_of(regions: list[dict], result: dict) -> dict:
    """The answer in Assay's form; `result` says which form that is."""
    values = [region["value"] for region in regions if region["type"] != "relation"]
    if "label" in result:
        return {"label": values[0]["choices"][0]}
    if "labels" in result:
        return {"labels": [label for value in values for label in value["choices"]]}
    if "text" in result:
        return {"text": values[0]["text"][0]}
    if "ranking" in result:
        (region,) = regions
        (ranking,) = region["value"]["ranker"].values()
        return {"ranking": ranking, **region.get("meta", {})}
    if "ratings" in result:
        names = [one["from_name"].removeprefix("rating ").removesuffix(f"_{one['to_name']}") for one in regions]
        return {"ratings": dict(zip(names, (value["number"] for value in values), strict=True))}
    if "spans" in result:
        return entities(regions)
    if "segments" in result:
        return {"segments": segments(regions)}
    return {"objects": objects(regions)}


def entities(regions: list[dict]) -> dict:
    spans = [region for region in regions if region["type"] == "labels"]
    places = {region["id"]: place for place, region in enumerate(spans)}
    found = [{**pick(one["value"], "start", "end"), "label": one["value"]["labels"][0]} for one in spans]
    relations = [
        {"from": places[one["from_id"]], "to": places[one["to_id"]], "label": one["labels"][0]}
        for one in regions
        if one["type"] == "relation"
    ]
    return {"spans": found, "relations": relations} if relations else {"spans": found}


def segments(regions: list[dict]) -> list[dict]:
    found: dict[str, dict] = {}
    for region in regions:
        value = region["value"]
        segment = found.setdefault(region["id"], pick(value, "start", "end"))
        if region["type"] == "labels":
            segment["label"] = value["labels"][0]
        else:
            segment["text"] = value["text"][0]
    return list(found.values())


def objects(regions: list[dict]) -> list[dict]:
    if any(region["type"] == "keypointlabels" for region in regions):
        return poses(regions)
    return [object_of(region) for region in regions]


def object_of(region: dict) -> dict:
    value, width, height = region["value"], region["original_width"], region["original_height"]
    if region["type"] == "brushlabels":
        # four channels a pixel, row by row
        pixels = np.reshape(decode_rle(value["rle"]), (height, width, 4))
        require(bool((pixels == pixels[..., :1]).all()), "the channels of a mask differ")
        return {"label": value["brushlabels"][0], "mask": (pixels[..., 0] // 255).tolist()}
    if region["type"] == "polygonlabels":
        points = [[x * width / 100, y * height / 100] for x, y in value["points"]]
        return {"label": value["polygonlabels"][0], "points": points}
    return {"label": value["rectanglelabels"][0], "bbox": box(value, width, height), **region.get("meta", {})}


def box(value: dict, width: int, height: int) -> dict:
    """Turned about its center, where Label Studio turns it about the corner at (x, y)."""
    x, y = value["x"] * width / 100, value["y"] * height / 100
    w, h = value["width"] * width / 100, value["height"] * height / 100
    angle = math.radians(value["rotation"])
    center_x = x + w / 2 * math.cos(angle) - h / 2 * math.sin(angle)
    center_y = y + w / 2 * math.sin(angle) + h / 2 * math.cos(angle)
    found = {"x": center_x - w / 2, "y": center_y - h / 2, "width": w, "height": h}
    return {**found, "rotation": value["rotation"]} if value["rotation"] else found


def poses(regions: list[dict]) -> list[dict]:
    found: dict[int, dict] = {}
    for region in regions:
        value, meta = region["value"], region["meta"]
        pose = found.setdefault(meta["object"], {"label": meta["label"], "points": {}})
        x, y = value["x"] * region["original_width"] / 100, value["y"] * region["original_height"] / 100
        pose["points"][value["keypointlabels"][0]] = [x, y, meta["visibility"]]
    return list(found.values())


def pick(value: dict, *names: str) -> dict:
    return {name: value[name] for name in names}


def same(found: object, wanted: object) -> bool:
    """Equal, but for the last digits of numbers that were percent."""
    if isinstance(found, dict) and isinstance(wanted, dict):
        return found.keys() == wanted.keys() and all(same(found[key], wanted[key]) for key in found)
    if isinstance(found, list) and isinstance(wanted, list):
        return len(found) == len(wanted) and all(map(same, found, wanted))
    if isinstance(found, float | int) and isinstance(wanted, float | int):
        return math.isclose(found, wanted, rel_tol=1e-12, abs_tol=1e-9)
    return found == wanted


def main() -> int:
    if len(sys.argv) != 2:
        print(__doc__)
        return 2
    folders = [path.parent for path in sorted(Path(sys.argv[1]).rglob("tasks.json"))]
    failed = 0
    for folder in folders:
        try:
            print(f"ok {folder.name}: label-studio-sdk: {check(folder)}")
        except Exception as fault:  # whatever the reader raises is what we came to see
            failed += 1
            print(f"FAILED {folder.name}: label-studio-sdk: {type(fault).__name__}: {fault}")
    print(f"{len(folders) - failed} passed, {failed} failed")
    return 0 if folders and not failed else 1


if __name__ == "__main__":
    sys.exit(main())
