import { outlineOf } from "../outline.ts";
import { areaOf, boxOf, decodeRle } from "../run-length.ts";
import type { SegmentationResult } from "../types/semantic-segmentation/schema.ts";
import { type Annotation, COCO_CARRIED, cocoDataset } from "./coco-dataset.ts";
import { polygonRle } from "./fill.ts";
import type { ExportContext, ExportItem, Format, Items } from "./format.ts";
import { withImages } from "./images.ts";
import { fieldsLost } from "./loss.ts";
import { boxesOf, hasHoles, type LabeledBox, type LabeledPolygon, masksOf, polygonsOf } from "./results.ts";
import { losesRotationAttribute, turnedAttributes } from "./turned-attributes.ts";

type Mask = SegmentationResult["objects"][number];

/**
 * One COCO file of boxes, polygons or masks.
 *
 * Categories count from 1 in the order of the context (COCO keeps 0 for background); images and annotations
 * count from 1 in the order of the items. A box is `[x, y, width, height]` in pixels. Fields that COCO lacks
 * are in the annotation's `attributes`, as in CVAT's files: the box's own attributes and its `rotation`
 * (degrees clockwise; `bbox` and `area` are those of the box before rotation). A polygon is one list in
 * `segmentation`, or with holes the run lengths of the pixels whose centers it encloses; `area` is exact. A
 * mask is written unchanged, with `iscrowd` 0, because
 * evaluations skip crowds. Every item has an image, with or without objects; `status` distinguishes an open
 * or excluded item from one without objects, and `assay_id`, `external_id`, `file_id` and
 * `original_file_name` identify the source. Source: cocodataset.org/#format-data, "Object Detection".
 */
export const coco: Format = {
  name: "coco",
  aliases: ["coco_json", "coco_detection"],
  types: ["object_detection", "polygon", "semantic_segmentation"],
  media_type: "application/json",
  extension: "coco.json",
  single: true,
  files: (context, items) =>
    withImages({ path: "dataset.coco.json", content: dataset(context, items) }, context, items),
  loss: (item) => [
    ...fieldsLost(item, COCO_CARRIED),
    ...(hasHoles(item.result) ? ["points"] : []),
    ...(losesRotationAttribute(item.result) ? ["attributes"] : []),
  ],
};

function dataset(context: ExportContext, items: Items): AsyncGenerator<string> {
  const annotationsOf = ANNOTATIONS[context.project.annotation_type];
  if (!annotationsOf) throw new RangeError(`coco cannot carry ${context.project.annotation_type}`);
  return cocoDataset(context, items, { annotationsOf });
}

const ANNOTATIONS: Readonly<Record<string, (item: ExportItem) => Annotation[]>> = {
  object_detection: ({ result }) => boxesOf(result).map(ofBox),
  polygon: (item) => polygonsOf(item.result).map((polygon) => ofPolygon(item, polygon)),
  semantic_segmentation: ({ result }) => masksOf(result).map(ofMask),
};

function ofBox(box: LabeledBox): Annotation {
  const { label, bbox } = box;
  const { x, y, width, height } = bbox;
  const extra = turnedAttributes(box);
  const annotation = {
    bbox: [x, y, width, height],
    area: width * height,
    iscrowd: 0,
    segmentation: [],
    ...(Object.keys(extra).length > 0 ? { attributes: extra } : {}),
  };
  return { label, annotation };
}

function ofPolygon(item: ExportItem, polygon: LabeledPolygon): Annotation {
  const { label, points, holes } = polygon;
  const { around, area } = outlineOf(points, holes);
  const bbox = [around.x, around.y, around.width, around.height];
  const segmentation = holes?.length ? polygonRle(item, polygon) : [points.flat()];
  return { label, annotation: { bbox, area, iscrowd: 0, segmentation } };
}

function ofMask({ label, rle }: Mask): Annotation {
  const runs = decodeRle(rle);
  const bbox = boxOf(runs, rle.size[0]);
  return { label, annotation: { bbox, area: areaOf(runs), iscrowd: 0, segmentation: rle } };
}
