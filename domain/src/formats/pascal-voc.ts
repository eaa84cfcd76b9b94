import { bounds, type RotatedBox } from "../rotated-box.ts";
import { only, onlyAccepted } from "./accepted.ts";
import { type Attributes, attributeText, losesTypes } from "./attribute-text.ts";
import { categoryFinder } from "./categories.ts";
import type { ExportContext, ExportFile, ExportItem, Format, Items, Pages } from "./format.ts";
import { imageName, imageStem, isSkippedImage, sidesOf } from "./images.ts";
import { INDEX, type IndexColumns, indexTable } from "./item-index.ts";
import { fieldsLost } from "./loss.ts";
import { filesOfEach } from "./pages.ts";
import { boxesOf, isBoxes, type LabeledBox } from "./results.ts";
import { xmlText } from "./xml.ts";

const CARRIED = new Set(Object.keys(INDEX));

/** Attributes that VOC has elements of its own for, if they are boolean. */
const FLAGS = ["truncated", "occluded", "difficult"];

/**
 * The folders of the PASCAL VOC challenges: for each accepted item `Annotations/<stem>.xml`, and if media is
 * included `JPEGImages/<stem>.<extension>`; `ImageSets/Main/train.txt` lists the stems.
 *
 * Pixels count from 1 and a box includes its last: `xmin` is `x` + 1, `xmax` is `x` + `width`. They are
 * decimal numbers, as most readers expect. A rotated box is written as the upright box around it, clipped to
 * the image. Boolean attributes `truncated`, `occluded` and `difficult` are VOC's flags; others are texts in
 * `attributes`, as in CVAT's files. `dataset_meta.json` has the labels in the order of the categories, and
 * `items.csv` maps each image's path to its item and file. Source: Everingham and Winn, "The PASCAL VOC2012
 * Development Kit".
 */
export const pascalVoc: Format = {
  name: "pascal_voc",
  aliases: ["voc"],
  types: ["object_detection"],
  media_type: "application/zip",
  extension: "zip",
  single: false,
  files,
  loss,
};

async function* files(
  { project, categories, media }: ExportContext,
  items: Items,
): AsyncGenerator<Iterable<ExportFile>> {
  const findCategory = categoryFinder(categories);
  const accepted = () => onlyAccepted(items());
  const path = (item: ExportItem) => `JPEGImages/${imageName(item)}`;
  function* filesOf(item: ExportItem): Generator<ExportFile> {
    const boxes = boxesOf(item.result);
    for (const { label } of boxes) findCategory(item, label);
    const content = only(annotation(item, project.name, boxes));
    yield { path: `Annotations/${imageStem(item)}.xml`, content };
    if (media) yield { path: path(item), media: item.file };
  }
  yield [{ path: "dataset_meta.json", content: only(`${JSON.stringify({ labels: categories })}\n`) }];
  yield* tableAndStems({ path, ...INDEX }, accepted(), "ImageSets/Main/train.txt");
  for await (const page of accepted()) yield filesOfEach(page, filesOf);
}

/**
 * `items.csv` with `columns`, and after it the list of a subset: the stems of its images, one a line. They are noted
 * while the table is written, because reading all items again takes longer.
 */
export function* tableAndStems(
  columns: IndexColumns,
  items: Pages,
  list: string,
): Generator<readonly ExportFile[]> {
  const pages: Uint8Array[] = [];
  yield [{ path: "items.csv", content: indexTable(columns, noted(items, pages)) }];
  yield [{ path: list, content: pages }];
}

const encoder = new TextEncoder();

async function* noted(items: Pages, pages: Uint8Array[]): Pages {
  for await (const page of items) {
    let text = "";
    for (const item of page) text += `${imageStem(item)}\n`;
    pages.push(encoder.encode(text));
    yield page;
  }
}

function annotation(item: ExportItem, database: string, boxes: readonly LabeledBox[]): string {
  const { width, height } = sidesOf(item);
  let objects = "";
  for (const { label, bbox, attributes } of boxes) {
    const said = attributes === undefined ? NO_FLAGS : flags(attributes);
    const more = attributes === undefined ? "" : others(attributes);
    objects += `\t<object>\n\t\t<name>${xmlText(label)}</name>\n${said}${bndbox(item, bbox)}${more}\t</object>\n`;
  }
  return (
    `<annotation>\n\t<folder>JPEGImages</folder>\n\t<filename>${imageName(item)}</filename>\n` +
    `\t<source><database>${xmlText(database)}</database></source>\n` +
    `\t<size><width>${width}</width><height>${height}</height><depth>3</depth></size>\n` +
    `\t<segmented>0</segmented>\n${objects}</annotation>\n`
  );
}

function bndbox(item: ExportItem, box: RotatedBox): string {
  const sides = sidesOf(item);
  const { x, y, width, height } = bounds(box);
  const xs = [Math.max(0, x) + 1, Math.min(sides.width, x + width)];
  const ys = [Math.max(0, y) + 1, Math.min(sides.height, y + height)];
  return (
    `\t\t<bndbox><xmin>${xs[0]}</xmin><ymin>${ys[0]}</ymin>` +
    `<xmax>${xs[1]}</xmax><ymax>${ys[1]}</ymax></bndbox>\n`
  );
}

function flags(attributes: Attributes): string {
  return FLAGS.map((name) => `\t\t<${name}>${attributes[name] === true ? 1 : 0}</${name}>\n`).join("");
}

const NO_FLAGS = flags({});

function others(attributes: Attributes): string {
  const written = Object.entries(withoutFlags(attributes)).map(
    ([name, value]) =>
      `<attribute><name>${xmlText(name)}</name><value>${xmlText(attributeText(value))}</value></attribute>`,
  );
  return written.length === 0 ? "" : `\t\t<attributes>${written.join("")}</attributes>\n`;
}

function withoutFlags(attributes: Attributes = {}): Attributes {
  const kept = Object.entries(attributes).filter(
    ([name, value]) => !(FLAGS.includes(name) && typeof value === "boolean"),
  );
  return Object.fromEntries(kept);
}

function loss(item: ExportItem): string[] {
  const lost = fieldsLost(item, CARRIED);
  if (item.status !== "accepted") return ["status", ...lost];
  if (isSkippedImage(item)) lost.push("image");
  if (!isBoxes(item.result)) return lost;
  const { objects } = item.result;
  if (objects.some(({ bbox }) => bbox.rotation)) lost.push("rotation");
  if (objects.some(({ attributes }) => losesTypes(withoutFlags(attributes)))) lost.push("attributes");
  return lost;
}
