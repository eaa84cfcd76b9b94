import { outlineOf } from "../outline.ts";
import { categoryFinder } from "./categories.ts";
import type { ExportContext, ExportItem, Format } from "./format.ts";
import { imageName, withImages } from "./images.ts";
import { fieldsLost } from "./loss.ts";
import { boxesOf, isPolygons, type LabelledBox, type LabelledPolygon, polygonsOf } from "./results.ts";

const CARRIED = new Set(["id", "external_id", "file.id", "file.filename", "file.width", "file.height"]);

/**
 * One COCO file of boxes or outlines.
 *
 * Categories count from 1 in the order of the context (COCO keeps 0 for background); images and
 * annotations count from 1 in the order of the items. A box is `[x, y, width, height]` in pixels. What
 * COCO has no place for stands where CVAT puts it, in the annotation's `attributes`: the box's own
 * attributes and its `rotation` (degrees clockwise; `bbox` and `area` are those of the box before
 * turning). An outline is one polygon of `segmentation`; `area` is exact; holes are lost. Every item is an image, boxes or not; `status` tells an open or excluded one from one in which
 * there is nothing to find, and `assay_id`, `external_id`, `file_id` and `original_file_name` lead back.
 *
 * COCO lists images before annotations, so the items are read twice.
 * Source: cocodataset.org/#format-data, "Object Detection".
 */
export const coco: Format = {
  name: "coco",
  aliases: ["coco_json", "coco_detection"],
  types: ["object_detection", "polygon"],
  media_type: "application/json",
  extension: "coco.json",
  single: true,
  files: (context, items) =>
    withImages({ path: "dataset.coco.json", content: dataset(context, items) }, context, items),
  loss: (item) => [...fieldsLost(item, CARRIED), ...holesLost(item)],
};

async function* dataset(
  context: ExportContext,
  items: () => AsyncIterable<ExportItem>,
): AsyncGenerator<string> {
  const { project, categories, certified } = context;
  const info = { description: project.name, project_id: project.id, certified };
  yield `{"info":${JSON.stringify(info)},\n"licenses":[],\n"categories":[`;
  yield* listed(categories.map((name, index) => ({ id: index + 1, name, supercategory: "" })));
  yield '],\n"images":[';
  yield* listed(images(items()));
  yield '],\n"annotations":[';
  yield* listed(annotations(context, items()));
  yield "]}\n";
}

async function* images(items: AsyncIterable<ExportItem>): AsyncGenerator<object> {
  let id = 0;
  for await (const item of items) {
    id += 1;
    yield {
      id,
      file_name: imageName(item),
      width: item.file.width,
      height: item.file.height,
      assay_id: item.id,
      external_id: item.external_id,
      file_id: item.file.id,
      original_file_name: item.file.filename,
      status: item.status,
    };
  }
}

async function* annotations(
  { project, categories }: ExportContext,
  items: AsyncIterable<ExportItem>,
): AsyncGenerator<object> {
  const annotationsOf = ANNOTATIONS[project.annotation_type];
  if (!annotationsOf) throw new RangeError(`coco cannot carry ${project.annotation_type}`);
  const findCategory = categoryFinder(categories);
  let image_id = 0;
  let id = 0;
  for await (const item of items) {
    image_id += 1;
    for (const { label, annotation } of annotationsOf(item.result)) {
      id += 1;
      yield { id, image_id, category_id: findCategory(item, label) + 1, ...annotation };
    }
  }
}

interface Annotation {
  readonly label: string;
  readonly annotation: object;
}

const ANNOTATIONS: Readonly<Record<string, (result: unknown) => Annotation[]>> = {
  object_detection: (result) => boxesOf(result).map(ofBox),
  polygon: (result) => polygonsOf(result).map(ofPolygon),
};

function ofBox({ label, bbox, attributes }: LabelledBox): Annotation {
  const { x, y, width, height, rotation } = bbox;
  const extra = { ...attributes, ...(rotation === undefined ? {} : { rotation }) };
  const annotation = {
    bbox: [x, y, width, height],
    area: width * height,
    iscrowd: 0,
    segmentation: [],
    ...(Object.keys(extra).length > 0 ? { attributes: extra } : {}),
  };
  return { label, annotation };
}

function ofPolygon({ label, points }: LabelledPolygon): Annotation {
  const { around, area } = outlineOf(points);
  const bbox = [around.x, around.y, around.width, around.height];
  return { label, annotation: { bbox, area, iscrowd: 0, segmentation: [points.flat()] } };
}

function holesLost({ result }: ExportItem): string[] {
  const hasHoles = isPolygons(result) && result.objects.some(({ holes = [] }) => holes.length > 0);
  return hasHoles ? ["holes"] : [];
}

/** The members of a JSON list, one a line. */
async function* listed(members: Iterable<object> | AsyncIterable<object>): AsyncGenerator<string> {
  let before = "\n";
  for await (const member of members) {
    yield before + JSON.stringify(member);
    before = ",\n";
  }
}
