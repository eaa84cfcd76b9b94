"""Ultralytics' own check of a label file, without PyTorch, which it does not use.

`import ultralytics` needs PyTorch, 900 MB or more, although the check of labels uses only NumPy and Pillow. So the source
of these functions, as installed, is run without the rest of the package.
"""

import ast
import importlib.util
import os
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image, ImageOps

_FUNCTIONS = {
    "data/utils.py": {"exif_size", "check_image", "verify_image_label"},
    "utils/ops.py": {"segments2boxes", "xyxy2xywh"},
}
_CONSTANTS = {"IMG_FORMATS", "VID_FORMATS", "FORMATS_HELP_MSG"}


def _functions() -> dict[str, Any]:
    spec = importlib.util.find_spec("ultralytics")
    if spec is None or spec.origin is None:
        raise ImportError("ultralytics is not installed")
    names: dict[str, Any] = {"np": np, "empty_like": np.empty_like, "os": os, "Image": Image, "ImageOps": ImageOps, "Path": Path}
    for file, functions in _FUNCTIONS.items():
        tree = ast.parse((Path(spec.origin).parent / file).read_text("utf-8"))
        tree.body = [
            node
            for node in tree.body
            if (isinstance(node, ast.FunctionDef) and node.name in functions)
            or (isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) in _CONSTANTS)
        ]
        for node in tree.body:
            if isinstance(node, ast.FunctionDef):
                node.returns = None
                for argument in node.args.args:
                    argument.annotation = None
        exec(compile(tree, file, "exec"), names)  # noqa: S102
    return names


verify_image_label = _functions()["verify_image_label"]
