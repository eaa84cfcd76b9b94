"""Segment Anything (Kirillov et al. 2023) from weights in a folder, which this project does not contain.

The folder has `encoder.onnx` (input `image`, 1 × 3 × 1024 × 1024; output the embedding) and `decoder.onnx` as
`export_onnx_model.py` of github.com/facebookresearch/segment-anything writes it. Needs the package onnxruntime. Nobody has run this
with weights here: the check of these examples has none, and checks the refusal only.
"""

import importlib.util
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

SIDE = 1024
MEAN = np.array([123.675, 116.28, 103.53], dtype=np.float32)
DEVIATION = np.array([58.395, 57.12, 57.375], dtype=np.float32)
FILES = ("encoder.onnx", "decoder.onnx")


class WeightsMissingError(Exception):
    """The folder has no weights, or nothing that runs them is installed."""


class Sam:
    """Callable as a `Segmenter`; keeps the embedding of the last image."""

    def __init__(self, folder: Path) -> None:
        missing = [name for name in FILES if not (folder / name).is_file()]
        if missing:
            raise WeightsMissingError(
                f"{folder} has no {' and no '.join(missing)}: export them from a checkpoint of Segment Anything (see sam.py), "
                "or leave --sam out to use GrabCut"
            )
        if importlib.util.find_spec("onnxruntime") is None:
            raise WeightsMissingError("SAM needs the package onnxruntime: pip install onnxruntime")
        import onnxruntime

        self.encoder, self.decoder = (onnxruntime.InferenceSession(str(folder / name)) for name in FILES)
        self.embedded: tuple[int, Any] | None = None

    def __call__(self, image: NDArray[np.uint8], prompt: dict[str, Any]) -> NDArray[np.uint8]:
        """The most likely mask for points and a box."""
        height, width = image.shape[:2]
        scale = SIDE / max(height, width)
        coordinates, labels = prompts_of(prompt)
        masks, quality, _ = self.decoder.run(
            None,
            {
                "image_embeddings": self.embedding_of(image, scale),
                "point_coords": (coordinates * scale)[None].astype(np.float32),
                "point_labels": labels[None].astype(np.float32),
                "mask_input": np.zeros((1, 1, 256, 256), dtype=np.float32),
                "has_mask_input": np.zeros(1, dtype=np.float32),
                "orig_im_size": np.array([height, width], dtype=np.float32),
            },
        )
        return (masks[0, int(quality[0].argmax())] > 0).astype(np.uint8)

    def embedding_of(self, image: NDArray[np.uint8], scale: float) -> Any:
        """What the encoder makes of an image, once for each."""
        if self.embedded is None or self.embedded[0] != id(image):
            small = cv2.resize(cv2.cvtColor(image, cv2.COLOR_BGR2RGB), None, fx=scale, fy=scale).astype(np.float32)
            padded = np.zeros((SIDE, SIDE, 3), dtype=np.float32)
            padded[: small.shape[0], : small.shape[1]] = (small - MEAN) / DEVIATION
            [embedding, *_] = self.encoder.run(None, {"image": padded.transpose(2, 0, 1)[None]})
            self.embedded = id(image), embedding
        return self.embedded[1]


def prompts_of(prompt: dict[str, Any]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Coordinates and labels as the decoder has them: 1 and 0 for points, 2 and 3 for the corners of a box, -1 to pad."""
    points = [(point["x"], point["y"], float(point["positive"])) for point in prompt.get("points") or []]
    box = prompt.get("box")
    corners = [] if box is None else [(box["x"], box["y"], 2.0), (box["x"] + box["width"], box["y"] + box["height"], 3.0)]
    rows = np.array([*points, *(corners or [(0.0, 0.0, -1.0)])])
    return rows[:, :2], rows[:, 2]
