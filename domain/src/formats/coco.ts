import { categoryFinder } from "./categories.ts";
import type { ExportContext, ExportItem, Format } from "./format.ts";
import { imageName, withImages } from "./images.ts";
import { fieldsLost } from "./loss.ts";
import { boxesOf, type LabelledBox } from "./results.ts";

const CARRIED = new Set(["id", "external_id", "file.id", "file.filename", "file.width", "file.height"]);

/**
 * One COCO detection file.
 *
 * Categories count from 1 in the order of the context (COCO keeps 0 for background); images and
 * annotations count from 1 in the order of the items. A box is `[x, y, width, height]` in pixels. What
 * COCO has no place for stands where CVAT puts it, in the annotation's `attributes`: the box's own
 * attributes and its `rotation` (degrees clockwise; `bbox` and `area` are those of the box before
 * turning). Every item is an image, boxes or not; `status` tells an open or excluded one from one in which
 * there is nothing to find, and `assay_id`, `external_id`, `file_id` and `original_file_name` lead back.
 *
 * COCO lists images before annotations, so the items are read twice.
 * Source: cocodataset.org/#format-data, "Object Detection".
 */
export const coco: Format = {
  name: "coco",
  aliases: ["coco_json", "coco_detection"],
  types: ["object_detection"],
  media_type: "application/json",
  extension: "coco.json",
  single: true,
  files: (context, items) =>
    withImages({ path: "dataset.coco.json", content: dataset(context, items) }, context, items),
  loss: (item) => fieldsLost(item, CARRIED),
};

async function* dataset(
  { project, categories, certified }: ExportContext,
  items: () => AsyncIterable<ExportItem>,
): AsyncGenerator<string> {
  const info = { description: project.name, project_id: project.id, certified };
  yield `{"info":${JSON.stringify(info)},\n"licenses":[],\n"categories":[`;
  yield* listed(categories.map((name, index) => ({ id: index + 1, name, supercategory: "" })));
  yield '],\n"images":[';
  yield* listed(images(items()));
  yield '],\n"annotations":[';
  yield* listed(annotations(categories, items()));
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
  categories: readonly string[],
  items: AsyncIterable<ExportItem>,
): AsyncGenerator<object> {
  const findCategory = categoryFinder(categories);
  let image_id = 0;
  let id = 0;
  for await (const item of items) {
    image_id += 1;
    for (const box of boxesOf(item.result)) {
      id += 1;
      yield { id, image_id, category_id: findCategory(item, box.label) + 1, ...annotation(box) };
    }
  }
}

function annotation({ bbox, attributes }: LabelledBox): object {
  const { x, y, width, height, rotation } = bbox;
  const extra = { ...attributes, ...(rotation === undefined ? {} : { rotation }) };
  return {
    bbox: [x, y, width, height],
    area: width * height,
    iscrowd: 0,
    segmentation: [],
    ...(Object.keys(extra).length > 0 ? { attributes: extra } : {}),
  };
}

/** The members of a JSON list, one a line. */
async function* listed(members: Iterable<object> | AsyncIterable<object>): AsyncGenerator<string> {
  let before = "\n";
  for await (const member of members) {
    yield before + JSON.stringify(member);
    before = ",\n";
  }
}
