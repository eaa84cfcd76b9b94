"""A segmenter for polygons: contours for whole images, GrabCut or SAM for what a person points at.

MODEL_SECRET=whsec_... python segmenter.py [--port 8000] [--sam FOLDER]
"""

import argparse
import functools
import os
import sys
import urllib.request
from pathlib import Path
from typing import Any, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from model_server import model_server
from sam import Sam, WeightsMissingError

Image = NDArray[np.uint8]
Mask = NDArray[np.uint8]
"""1 where an object is, of the image's size."""

MOST_IMAGE_BYTES = 50 * 1024 * 1024
SMALLEST = 0.001
"""Contours of a smaller share of the image are noise."""

REACH = 0.2
"""How far from the points the object may be, as a share of the image, if there is no box."""


class Segmenter(Protocol):
    """Finds the object that a person means."""

    def __call__(self, image: Image, prompt: dict[str, Any]) -> Mask:
        """`prompt`: points, and a box if there is one."""
        ...


@functools.lru_cache(maxsize=8)
def fetched(url: str) -> Image:
    """The pixels of an image in BGR, upright. The last ones are kept, for `prepare`."""
    with urllib.request.urlopen(url, timeout=20) as answer:
        data = np.frombuffer(answer.read(MOST_IMAGE_BYTES), dtype=np.uint8)
    image = cv2.imdecode(data, cv2.IMREAD_COLOR)
    if image is None:
        raise ValueError("the image cannot be decoded")
    return image


def polygons(mask: Mask) -> list[list[list[float]]]:
    """The outlines of a mask's parts, the largest first."""
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    smooth = [cv2.approxPolyDP(each, 1.0, closed=True)[:, 0, :] for each in contours]
    large = [each for each in smooth if len(each) >= 3 and cv2.contourArea(each) >= SMALLEST * mask.size]
    return [each.astype(float).tolist() for each in sorted(large, key=cv2.contourArea, reverse=True)]


def foreground(image: Image) -> Mask:
    """What is brighter than the rest, by Otsu's threshold."""
    _, mask = cv2.threshold(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), 0, 1, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    return mask.astype(np.uint8)


def grab_cut(image: Image, prompt: dict[str, Any]) -> Mask:
    """GrabCut (Rother et al. 2004) from points and a box."""
    height, width = image.shape[:2]
    points = prompt.get("points") or []
    box = prompt.get("box") or around(points, width, height)
    left, top = max(0, int(box["x"])), max(0, int(box["y"]))
    right, bottom = min(width, int(box["x"] + box["width"])), min(height, int(box["y"] + box["height"]))
    mask = np.full((height, width), cv2.GC_BGD, dtype=np.uint8)
    mask[top:bottom, left:right] = cv2.GC_PR_FGD
    radius = max(1, min(width, height) // 50)
    for point in points:
        sure = cv2.GC_FGD if point["positive"] else cv2.GC_BGD
        cv2.circle(mask, (round(point["x"]), round(point["y"])), radius, sure, thickness=-1)
    if (mask == cv2.GC_BGD).all() or (mask != cv2.GC_BGD).all():
        return (mask != cv2.GC_BGD).astype(np.uint8)
    models = np.zeros((1, 65)), np.zeros((1, 65))
    cv2.grabCut(image, mask, None, *models, 3, cv2.GC_INIT_WITH_MASK)
    return np.isin(mask, (cv2.GC_FGD, cv2.GC_PR_FGD)).astype(np.uint8)


def around(points: list[dict[str, Any]], width: int, height: int) -> dict[str, float]:
    """A box about the positive points; the whole image without any."""
    positive = [(point["x"], point["y"]) for point in points if point["positive"]]
    if not positive:
        return {"x": 0, "y": 0, "width": width, "height": height}
    (left, top), (right, bottom) = np.min(positive, axis=0), np.max(positive, axis=0)
    reach = REACH * max(width, height)
    return {"x": left - reach, "y": top - reach, "width": right - left + 2 * reach, "height": bottom - top + 2 * reach}


def answer(request: dict[str, Any], segment: Segmenter = grab_cut) -> dict[str, Any]:
    """Answers requests of all types."""
    if request["type"] == "predict":
        return {"predictions": [predicted(item, request["project"]) for item in request["items"]]}
    image = fetched(request["item"]["media_url"])
    if request["type"] == "prepare":
        return {}
    prompt = request["prompt"]
    label = prompt.get("label") or request["project"]["labels"][0]["name"]
    return {"objects": [{"label": label, "points": points} for points in polygons(segment(image, prompt))[:1]]}


def predicted(item: dict[str, Any], project: dict[str, Any]) -> dict[str, Any]:
    """Every bright object, with the first label; the score is the share of the image's contrast between the two parts."""
    image = fetched(item["media_url"])
    mask = foreground(image)
    gray = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY).astype(float) / 255
    inside, outside = gray[mask == 1], gray[mask == 0]
    score = float(inside.mean() - outside.mean()) if inside.size and outside.size else 0.0
    label = project["labels"][0]["name"]
    objects = [{"label": label, "points": points} for points in polygons(mask)]
    return {"item_id": item["id"], "result": {"objects": objects}, "score": score}


def main() -> None:
    """Serves until it is stopped."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--sam", type=Path, help="a folder with encoder.onnx and decoder.onnx of Segment Anything")
    given = parser.parse_args()
    try:
        segment = grab_cut if given.sam is None else Sam(given.sam)
    except WeightsMissingError as missing:
        sys.exit(str(missing))
    server = model_server(functools.partial(answer, segment=segment), os.environ["MODEL_SECRET"], given.port)
    print(f"listening on port {server.server_port}", flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
