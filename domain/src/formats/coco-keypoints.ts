import { boxAround, type Point } from "../outline.ts";
import { type Annotation, COCO_CARRIED, cocoDataset } from "./coco-dataset.ts";
import type { ExportContext, ExportFile, Format, Items } from "./format.ts";
import { withImages } from "./images.ts";
import { jointsOf, keypointNames, valuesOf } from "./keypoint-names.ts";
import { fieldsLost } from "./loss.ts";
import { type LabeledPoints, pointsOf } from "./results.ts";

/**
 * One COCO file of keypoints, like `coco` except for its objects and categories.
 *
 * Each category has all `keypoints` of the project in their order and its `skeleton` (pairs that count from
 * 1). If a project names no keypoints, the file has those that occur, sorted, and the items are read once
 * more to find them. An object's `keypoints` are `x, y, v` for each of them, 0, 0, 0 if it is not labeled;
 * `bbox` and `area` are those of the box around the labeled ones. Source: cocodataset.org/#format-data,
 * "Keypoint Detection".
 */
export const cocoKeypoints: Format = {
  name: "coco_keypoints",
  aliases: [],
  types: ["keypoint"],
  media_type: "application/json",
  extension: "coco.json",
  single: true,
  files,
  loss: (item) => fieldsLost(item, COCO_CARRIED),
};

async function* files(context: ExportContext, items: Items): AsyncGenerator<readonly ExportFile[]> {
  const keypoints = await keypointNames(context, items);
  const content = cocoDataset(context, items, {
    category: { keypoints, skeleton: jointsOf(context, keypoints) },
    annotationsOf: ({ result }) => pointsOf(result).map((object) => annotationOf(object, keypoints)),
  });
  yield* withImages({ path: "dataset.coco.json", content }, context, items);
}

function annotationOf({ label, points }: LabeledPoints, names: readonly string[]): Annotation {
  const values = valuesOf(points, names);
  const labeled = values.filter(([, , visibility = 0]) => visibility > 0);
  const { x, y, width, height } = boxAround(labeled.map(([x = 0, y = 0]): Point => [x, y]));
  const annotation = {
    bbox: [x, y, width, height],
    area: width * height,
    iscrowd: 0,
    keypoints: values.flat(),
    num_keypoints: labeled.length,
    segmentation: [],
  };
  return { label, annotation };
}
