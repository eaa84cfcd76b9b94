import { only, onlyAccepted } from "./accepted.ts";
import { categoryFinder } from "./categories.ts";
import type { ExportContext, ExportFile, ExportItem, Format, Items } from "./format.ts";
import { imageName, imageStem, isSkippedImage } from "./images.ts";
import { INDEX, indexTable } from "./item-index.ts";
import { keypointNames, valuesOf } from "./keypoint-names.ts";
import { labelFolders } from "./label-names.ts";
import { fieldsLost } from "./loss.ts";
import { filesOfEach } from "./pages.ts";
import { boxesOf, hasHoles, isBoxes, labelOf, pointsOf, polygonsOf } from "./results.ts";
import { isCut, yoloLine, yoloOrientedLine, yoloOutlineLine, yoloPoseLine } from "./yolo-line.ts";
import { dataYaml, type YoloPose } from "./yolo-yaml.ts";

type FindCategory = ReturnType<typeof categoryFinder>;

/** The lines of an item's label file. */
type LinesOf = (item: ExportItem, findCategory: FindCategory) => readonly string[];

const CARRIED = new Set(Object.keys(INDEX));

/**
 * The folders that Ultralytics trains from.
 *
 * Detection, segmentation and pose: `data.yaml`, and for each item `labels/train/<stem>.txt` with a line per
 * object, empty if the image has no objects, and if media is included `images/train/<stem>.<extension>`.
 * Classification: `train/<label>/<image>`, always with the images, because they are the data; `labelFolders`
 * defines the folder of a label. Everything is in `train`: the reader chooses how to split.
 *
 * `items.csv` maps each image's path to its item and file. Only accepted items are included. Source:
 * docs.ultralytics.com/datasets/detect, /segment, /pose and /classify.
 */
export const yolo: Format = {
  name: "yolo",
  aliases: ["ultralytics", "yolov8"],
  types: ["object_detection", "polygon", "keypoint", "image_classification"],
  media_type: "application/zip",
  extension: "zip",
  single: false,
  files: (context, items) => {
    const accepted = () => onlyAccepted(items());
    switch (context.project.annotation_type) {
      case "object_detection":
        return labeled(context, accepted, boxLines);
      case "polygon":
        return labeled(context, accepted, outlineLines);
      case "keypoint":
        return pose(context, accepted);
      default:
        return classification(context, accepted);
    }
  },
  loss: (item) => [...folderLoss(item), ...(isTurned(item) ? ["rotation"] : [])],
};

/**
 * As `yolo` for boxes, but each line has the four corners of the box, clockwise from the one at the top left
 * before rotation. Source: docs.ultralytics.com/datasets/obb.
 */
export const yoloObb: Format = {
  name: "yolo_obb",
  aliases: ["ultralytics_obb", "yolov8_obb"],
  types: ["object_detection"],
  media_type: "application/zip",
  extension: "zip",
  single: false,
  files: (context, items) => labeled(context, () => onlyAccepted(items()), orientedLines),
  loss: (item) => [...folderLoss(item), ...(isAnyCut(item) ? ["bbox"] : [])],
};

const boxLines: LinesOf = (item, findCategory) =>
  boxesOf(item.result).map(({ label, bbox }) => yoloLine(item, findCategory(item, label), bbox));

const orientedLines: LinesOf = (item, findCategory) =>
  boxesOf(item.result).map(({ label, bbox }) => yoloOrientedLine(item, findCategory(item, label), bbox));

const outlineLines: LinesOf = (item, findCategory) =>
  polygonsOf(item.result).map(({ label, points, holes }) =>
    yoloOutlineLine(item, findCategory(item, label), points, holes),
  );

async function* pose(context: ExportContext, items: Items): AsyncGenerator<Iterable<ExportFile>> {
  const names = await keypointNames(context, items);
  const poseLines: LinesOf = (item, findCategory) =>
    pointsOf(item.result).map(({ label, points }) =>
      yoloPoseLine(item, findCategory(item, label), valuesOf(points, names)),
    );
  yield* labeled(context, items, poseLines, { names });
}

async function* labeled(
  { categories, media }: ExportContext,
  items: Items,
  linesOf: LinesOf,
  points?: YoloPose,
): AsyncGenerator<Iterable<ExportFile>> {
  const findCategory = categoryFinder(categories);
  const path = (item: ExportItem) => `images/train/${imageName(item)}`;
  function* filesOf(item: ExportItem): Generator<ExportFile> {
    const text = linesOf(item, findCategory).join("");
    yield { path: `labels/train/${imageStem(item)}.txt`, content: only(text) };
    if (media) yield { path: path(item), media: item.file };
  }
  yield [{ path: "data.yaml", content: only(dataYaml(categories, points)) }];
  yield [{ path: "items.csv", content: indexTable({ path, ...INDEX }, items()) }];
  for await (const page of items()) yield filesOfEach(page, filesOf);
}

async function* classification(
  { categories }: ExportContext,
  items: Items,
): AsyncGenerator<readonly ExportFile[]> {
  const findCategory = categoryFinder(categories);
  const folders = labelFolders(categories);
  const label = (item: ExportItem) => labelOf(item.result) ?? "";
  const imagePath = (item: ExportItem) =>
    `train/${folders[findCategory(item, label(item))]}/${imageName(item)}`;

  yield [{ path: "items.csv", content: indexTable({ path: imagePath, label, ...INDEX }, items()) }];
  for await (const page of items()) yield page.map((item) => ({ path: imagePath(item), media: item.file }));
}

/** What both formats lose. */
function folderLoss(item: ExportItem): string[] {
  const lost = fieldsLost(item, CARRIED);
  if (item.status !== "accepted") return ["status", ...lost];
  if (isSkippedImage(item)) lost.push("image");
  const { result } = item;
  if (isBoxes(result)) {
    const hasAttributes = result.objects.some(({ attributes = {} }) => Object.keys(attributes).length > 0);
    if (hasAttributes) lost.push("attributes");
  } else if (hasHoles(result)) lost.push("holes");
  return lost;
}

function isTurned({ status, result }: ExportItem): boolean {
  return status === "accepted" && isBoxes(result) && result.objects.some(({ bbox }) => bbox.rotation);
}

function isAnyCut(item: ExportItem): boolean {
  const { status, result } = item;
  return status === "accepted" && isBoxes(result) && result.objects.some(({ bbox }) => isCut(item, bbox));
}
