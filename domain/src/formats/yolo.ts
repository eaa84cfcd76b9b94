import { categoryFinder } from "./categories.ts";
import type { ExportContext, ExportFile, ExportItem, Format } from "./format.ts";
import { imageName, imageStem } from "./images.ts";
import { INDEX, indexTable } from "./item-index.ts";
import { labelFolders } from "./label-names.ts";
import { fieldsLost } from "./loss.ts";
import { boxesOf, isBoxes, labelOf } from "./results.ts";
import { yoloLine } from "./yolo-line.ts";

type Items = () => AsyncIterable<ExportItem>;

/** Readers of YOLO know files by these types' extensions only: they skip other images silently, or stop. */
const SKIPPED: ReadonlySet<string> = new Set(["image/avif", "image/gif"]);

const CARRIED = new Set(Object.keys(INDEX));

/**
 * The folders that Ultralytics trains from.
 *
 * Detection: `data.yaml`, and for each item `labels/train/<stem>.txt` with a line per box, empty if the image
 * has no objects, and if media is included `images/train/<stem>.<extension>`. Classification:
 * `train/<label>/<image>`, always with the images, because they are the data; `labelFolders` defines the
 * folder of a label. Everything is in `train`: the reader chooses how to split.
 *
 * `items.csv` maps each image's path to its item and file. Only accepted items are included: a reader would
 * take an open item's missing labels for an image without objects. Source:
 * docs.ultralytics.com/datasets/detect and /classify.
 */
export const yolo: Format = {
  name: "yolo",
  aliases: ["ultralytics", "yolov8"],
  types: ["object_detection", "image_classification"],
  media_type: "application/zip",
  extension: "zip",
  single: false,
  files: (context, items) => {
    const accepted = () => onlyAccepted(items());
    return context.project.annotation_type === "object_detection"
      ? detection(context, accepted)
      : classification(context, accepted);
  },
  loss,
};

async function* detection({ categories, media }: ExportContext, items: Items): AsyncGenerator<ExportFile> {
  const findCategory = categoryFinder(categories);
  const imagePath = (item: ExportItem) => `images/train/${imageName(item)}`;
  const columns = { path: imagePath, ...INDEX };

  yield { path: "data.yaml", content: only(dataYaml(categories)) };
  yield { path: "items.csv", content: indexTable(columns, items()) };
  for await (const item of items()) {
    const lines = boxesOf(item.result).map((box) => yoloLine(item, findCategory(item, box.label), box.bbox));
    yield { path: `labels/train/${imageStem(item)}.txt`, content: only(lines.join("")) };
    if (media) yield { path: imagePath(item), media: { sha256: item.file.sha256 } };
  }
}

async function* classification({ categories }: ExportContext, items: Items): AsyncGenerator<ExportFile> {
  const findCategory = categoryFinder(categories);
  const folders = labelFolders(categories);
  const label = (item: ExportItem) => labelOf(item.result) ?? "";
  const imagePath = (item: ExportItem) =>
    `train/${folders[findCategory(item, label(item))]}/${imageName(item)}`;

  yield { path: "items.csv", content: indexTable({ path: imagePath, label, ...INDEX }, items()) };
  for await (const item of items()) {
    yield { path: imagePath(item), media: { sha256: item.file.sha256 } };
  }
}

async function* onlyAccepted(items: AsyncIterable<ExportItem>): AsyncGenerator<ExportItem> {
  for await (const item of items) if (item.status === "accepted") yield item;
}

async function* only(text: string): AsyncGenerator<string> {
  yield text;
}

/** Without `path`, which Ultralytics would resolve against its working directory, not against this file. */
function dataYaml(categories: readonly string[]): string {
  const names = categories.map((label, index) => `  ${index}: ${yamlString(label)}\n`).join("");
  return [
    "# All images are in train. Split off a validation set of your own before you trust its figures.\n",
    "train: images/train\nval: images/train\n",
    `nc: ${categories.length}\n`,
    names === "" ? "names: {}\n" : `names:\n${names}`,
  ].join("");
}

/** A double-quoted YAML 1.2 scalar in ASCII: some readers decode the file by their locale, or drop emoji. */
function yamlString(text: string): string {
  return JSON.stringify(text).replace(/[^\x20-\x7e]/gu, (character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16);
    return code.length > 4 ? `\\U${code.padStart(8, "0")}` : `\\u${code.padStart(4, "0")}`;
  });
}

function loss(item: ExportItem): string[] {
  const lost = fieldsLost(item, CARRIED);
  if (item.status !== "accepted") return ["status", ...lost];
  if (SKIPPED.has(item.file.content_type)) lost.push("image");
  if (!isBoxes(item.result)) return lost;
  const { objects } = item.result;
  if (objects.some(({ bbox }) => bbox.rotation)) lost.push("rotation");
  if (objects.some(({ attributes }) => Object.keys(attributes ?? {}).length > 0)) lost.push("attributes");
  return lost;
}
