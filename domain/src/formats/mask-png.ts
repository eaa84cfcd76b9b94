import { coveredBy, decodeRle, type Runs } from "../run-length.ts";
import { areInstances } from "../types/semantic-segmentation/instances.ts";
import { only, onlyAccepted } from "./accepted.ts";
import { categoryFinder } from "./categories.ts";
import { polygonRuns } from "./fill.ts";
import type { ExportContext, ExportFile, ExportItem, Format, Items } from "./format.ts";
import { imageName, imageStem, isSkippedImage, sidesOf } from "./images.ts";
import { INDEX } from "./item-index.ts";
import { fieldsLost } from "./loss.ts";
import { filesOfEach } from "./pages.ts";
import { tableAndStems } from "./pascal-voc.ts";
import { labelColor, maskPng } from "./png.ts";
import { isPolygons, masksOf, polygonsOf } from "./results.ts";

const CARRIED = new Set(Object.keys(INDEX));

/** The pixels of one object. */
interface Area {
  readonly label: string;
  readonly runs: Runs;
}

/**
 * Masks in the layout of PASCAL VOC, as CVAT's "Segmentation mask": for each accepted item
 * `SegmentationClass/<stem>.png`, whose pixels are the number of the category from 1, 0 for background; for
 * outlines and for masks that are instances also `SegmentationObject/<stem>.png`, whose pixels are the number of the object from 1 in the
 * order of the result; and if media is included `JPEGImages/<stem>.<extension>`.
 *
 * An object covers those before it. An outline covers the pixels whose centers it encloses. The numbers are
 * indexes into a palette of VOC's colors; from 256 on they are 16-bit grays instead. `dataset_meta.json` has
 * the labels, whose place is the number, and their colors; `items.csv` maps each path to its item and file.
 * Source: Everingham and Winn, "The PASCAL VOC2012 Development Kit".
 */
export const maskPngs: Format = {
  name: "mask_png",
  aliases: ["png_mask", "segmentation_mask"],
  types: ["semantic_segmentation", "polygon"],
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
  const path = (item: ExportItem) => `SegmentationClass/${imageStem(item)}.png`;

  function* filesOf(item: ExportItem): Generator<ExportFile> {
    const areas = areasOf(item);
    const classes = areas.map(({ label }) => findCategory(item, label) + 1);
    yield { path: path(item), content: painted(item, areas, classes, categories.length) };
    if (project.annotation_type === "polygon" || areInstances(project)) {
      const objects = areas.map((_, index) => index + 1);
      const content = painted(item, areas, objects, areas.length);
      yield { path: `SegmentationObject/${imageStem(item)}.png`, content };
    }
    if (media) yield { path: `JPEGImages/${imageName(item)}`, media: item.file };
  }
  yield [{ path: "dataset_meta.json", content: only(metaJson(categories)) }];
  yield* tableAndStems({ path, ...INDEX }, accepted(), "ImageSets/Segmentation/train.txt");
  for await (const page of accepted()) yield filesOfEach(page, filesOf);
}

function areasOf(item: ExportItem): readonly Area[] {
  return isPolygons(item.result)
    ? polygonsOf(item.result).map((polygon) => ({ label: polygon.label, runs: polygonRuns(item, polygon) }))
    : masksOf(item.result).map(({ label, rle }) => ({ label, runs: decodeRle(rle) }));
}

/** The PNG of an item in which each area has its number. */
function painted(
  item: ExportItem,
  areas: readonly Area[],
  numbers: readonly number[],
  highest: number,
): Iterable<Uint8Array> {
  const layers = areas.map(({ runs }, index) => ({ runs, number: numbers[index] ?? 0 }));
  return maskPng(sidesOf(item), highest, layers);
}

/** As Datumaro and CVAT read it. A category with the name of the background does not take its place. */
function metaJson(categories: readonly string[]): string {
  let background = "background";
  while (categories.includes(background)) background += "_";
  const labels = [background, ...categories];
  const label_map = Object.fromEntries(labels.map((label, number) => [number, label]));
  const segmentation_colors = labels.map((_, number) => labelColor(number));
  return `${JSON.stringify({ labels, label_map, segmentation_colors, background_label: "0" })}\n`;
}

function loss(
  item: ExportItem,
  project: Parameters<typeof areInstances>[0] = { type_options: {} },
): string[] {
  const lost = fieldsLost(item, CARRIED);
  if (item.status !== "accepted") return ["status", ...lost];
  if (isSkippedImage(item)) lost.push("image");
  if (isPolygons(item.result) && item.result.objects.length > 0) lost.push("points");
  if (isAnyCovered(item, areInstances(project))) lost.push("overlaps");
  return lost;
}

/** Whether an object covers a part of another. Masks with one label are one region, unless they are instances. */
function isAnyCovered(item: ExportItem, hasInstances: boolean): boolean {
  if ((isPolygons(item.result) ? polygonsOf(item.result) : masksOf(item.result)).length < 2) return false;
  const areas = areasOf(item);
  if (isPolygons(item.result) || hasInstances) return sharedOf(areas.map(({ runs }) => runs)).length > 0;
  const labels = [...new Set(areas.map(({ label }) => label))];
  const regions = labels.map((label) =>
    coveredBy(
      areas.filter((area) => area.label === label).map(({ runs }) => runs),
      1,
    ),
  );
  return sharedOf(regions).length > 0;
}

function sharedOf(areas: readonly Runs[]): Runs {
  return coveredBy(areas, 2);
}
