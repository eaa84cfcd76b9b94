import { categoryFinder } from "./categories.ts";
import type { ExportContext, ExportItem, Items } from "./format.ts";
import { imageName } from "./images.ts";
import { listOfEach } from "./pages.ts";

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
  items: Items,
  { category = {}, annotationsOf }: CocoKind,
): AsyncGenerator<string> {
  const info = { description: project.name, project_id: project.id, certified };
  yield `{"info":${JSON.stringify(info)},\n"licenses":[],\n"categories":[`;
  const listed = categories.map((name, index) =>
    JSON.stringify({ id: index + 1, name, supercategory: "", ...category }),
  );
  if (listed.length > 0) yield `\n${listed.join(",\n")}`;
  yield '],\n"images":[';
  yield* listOfEach(items(), createImages());
  yield '],\n"annotations":[';
  yield* listOfEach(items(), createAnnotations(categories, annotationsOf));
  yield "]}\n";
}

function createImages(): (item: ExportItem) => readonly string[] {
  let id = 0;
  return (item) => {
    id += 1;
    const image = {
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
    return [JSON.stringify(image)];
  };
}

function createAnnotations(
  categories: readonly string[],
  annotationsOf: CocoKind["annotationsOf"],
): (item: ExportItem) => Generator<string> {
  const findCategory = categoryFinder(categories);
  let image_id = 0;
  let id = 0;
  return function* (item) {
    image_id += 1;
    for (const { label, annotation } of annotationsOf(item)) {
      id += 1;
      yield JSON.stringify({ id, image_id, category_id: findCategory(item, label) + 1, ...annotation });
    }
  };
}
