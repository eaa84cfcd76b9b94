import { categoryFinder } from "./categories.ts";
import type { ExportContext, ExportItem } from "./format.ts";
import { imageName } from "./images.ts";

/** The fields of an item that COCO can represent. */
export const COCO_CARRIED: ReadonlySet<string> = new Set([
  "id",
  "external_id",
  "file.id",
  "file.filename",
  "file.width",
  "file.height",
]);

/** One object: its label, and the fields of its annotation besides `id`, `image_id` and `category_id`. */
export interface Annotation {
  readonly label: string;
  readonly annotation: object;
}

/** The differences between the kinds of COCO files. */
export interface CocoKind {
  /** The fields of each category besides id, name and supercategory. */
  readonly category?: object;
  readonly annotationsOf: (item: ExportItem) => Iterable<Annotation>;
}

/**
 * The text of a COCO file. COCO lists images before annotations, so the items are read twice.
 * Source: cocodataset.org/#format-data.
 */
export async function* cocoDataset(
  { project, categories, certified }: ExportContext,
  items: () => AsyncIterable<ExportItem>,
  { category = {}, annotationsOf }: CocoKind,
): AsyncGenerator<string> {
  const info = { description: project.name, project_id: project.id, certified };
  yield `{"info":${JSON.stringify(info)},\n"licenses":[],\n"categories":[`;
  yield* listed(categories.map((name, index) => ({ id: index + 1, name, supercategory: "", ...category })));
  yield '],\n"images":[';
  yield* listed(images(items()));
  yield '],\n"annotations":[';
  yield* listed(annotations(categories, items(), annotationsOf));
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
  annotationsOf: CocoKind["annotationsOf"],
): AsyncGenerator<object> {
  const findCategory = categoryFinder(categories);
  let image_id = 0;
  let id = 0;
  for await (const item of items) {
    image_id += 1;
    for (const { label, annotation } of annotationsOf(item)) {
      id += 1;
      yield { id, image_id, category_id: findCategory(item, label) + 1, ...annotation };
    }
  }
}

/** The members of a JSON list, one a line. */
async function* listed(members: Iterable<object> | AsyncIterable<object>): AsyncGenerator<string> {
  let before = "\n";
  for await (const member of members) {
    yield before + JSON.stringify(member);
    before = ",\n";
  }
}
