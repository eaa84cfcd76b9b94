import { MAX_KEYPOINTS } from "../types/keypoint/schema.ts";
import { isBoxAround } from "./box-around.ts";
import {
  answerOf,
  type Folder,
  type ForeignDataset,
  type ForeignFault,
  type ForeignItem,
  type Importer,
  ImportFault,
  partOf,
  type Size,
  typeToRead,
} from "./importer.ts";
import { isJsonObject, type JsonObject, listAt, numberAt, textAt } from "./json-value.ts";
import { IMAGE_NAME } from "./media-names.ts";
import { parseYaml } from "./yaml.ts";

const BOX_NUMBERS = 4;
const CORNERS = 8;

/** A line of a label file: its class and its other numbers. */
interface Line {
  readonly at: string;
  readonly category: number;
  readonly values: readonly number[];
}

/** What `data.yaml` says. */
interface Data {
  /** By their numbers. */
  readonly names: ReadonlyMap<number, string>;
  /** Keypoints of an object, and numbers of each (2 or 3); null if there are none. */
  readonly kptShape: readonly [number, number] | null;
  readonly keypointNames: readonly string[];
}

/**
 * Ultralytics' folders: `data.yaml`, and a label file beside or below `labels/` for each image. Boxes, polygons, keypoints and
 * oriented boxes; for classification a folder of images for each class. An image without a label file is background, as in
 * training. Source: docs.ultralytics.com/datasets.
 */
export const yolo: Importer = {
  name: "yolo",
  aliases: ["ultralytics", "yolov8"],
  types: ["object_detection", "polygon", "keypoint", "image_classification"],
  async read(folder, wanted) {
    const images = folder.paths.filter((path) => IMAGE_NAME.test(path));
    const labels = labelFiles(folder);
    const yaml = folder.paths.find((path) => /(^|\/)data\.ya?ml$/.test(path));
    if (yaml === undefined && labels.size === 0) return classification(images, wanted);
    if (yaml === undefined) throw new ImportFault("data.yaml", "is missing: it names the classes");
    const data = readData(yaml, parseYaml(yaml, await folder.text(yaml)));
    const found = data.kptShape === null ? await objectsFound(folder, labels) : "keypoint";
    const type = typeToRead(yolo, wanted, found);
    return {
      annotation_type: type,
      labels: [...new Set(data.names.values())],
      type_options: type === "keypoint" ? { keypoints: data.keypointNames } : {},
      items: () => itemsOf(folder, { images, labels, data, type }),
    } satisfies ForeignDataset;
  },
};

/** Label files by the image's path without its extension, as Ultralytics pairs them: `/images/` becomes `/labels/`. */
function labelFiles({ paths }: Folder): ReadonlyMap<string, string> {
  const files = paths.filter((path) => /(^|\/)labels\/.*\.txt$/.test(path));
  return new Map(files.map((path) => [path.replace(/\.txt$/, ""), path]));
}

/** Of the folders that divide a dataset. */
const SPLIT = /(?:^|\/)(train|val|valid|validation|test)\//;

/** What the folders of an image say of its split: nothing if all images are in the same one. */
function splitFinder(images: readonly string[]): (image: string) => { readonly split?: string } {
  const splitOf = (image: string) => SPLIT.exec(image)?.[1];
  const isDivided = new Set(images.map(splitOf)).size > 1;
  return (image) => {
    const split = splitOf(image);
    return isDivided && split !== undefined ? { split } : {};
  };
}

function labelPathOf(image: string): string {
  const stem = image.replace(/\.[^./]*$/, "");
  const place = `/${stem}`.lastIndexOf("/images/");
  return place === -1
    ? `labels/${stem.split("/").at(-1)}`
    : `${`/${stem}`.slice(1, place + 1)}labels/${`/${stem}`.slice(place + 8)}`;
}

/** A list, or an object of the names by their numbers, in which some may be missing. */
function namesIn(at: string, value: unknown): ReadonlyMap<number, string> {
  if (!Array.isArray(value) && !isJsonObject(value))
    throw new ImportFault(at, "is missing: it names the classes");
  return new Map(
    Object.entries(value).map(([number, name]) => {
      if (!/^\d{1,9}$/.test(number)) throw new ImportFault(at, `${number} is no number of a class`);
      return [Number(number), textAt(`${at}[${number}]`, typeof name === "number" ? String(name) : name)];
    }),
  );
}

function readData(path: string, value: unknown): Data {
  const data: JsonObject = isJsonObject(value) ? value : {};
  const kptShape = data.kpt_shape === undefined ? null : listAt(`${path}: kpt_shape`, data.kpt_shape);
  const [points = 0, numbers = 0] =
    kptShape === null ? [] : kptShape.map((each) => numberAt(`${path}: kpt_shape`, each));
  if (!Number.isInteger(points) || points < 0 || points > MAX_KEYPOINTS)
    throw new ImportFault(`${path}: kpt_shape`, `must begin with a number of points up to ${MAX_KEYPOINTS}`);
  const named = isJsonObject(data.kpt_names) ? Object.values(data.kpt_names)[0] : undefined;
  return {
    names: namesIn(`${path}: names`, data.names),
    kptShape: kptShape === null ? null : [points, numbers],
    keypointNames: Array.from({ length: points }, (_, index) =>
      Array.isArray(named) && typeof named[index] === "string" ? named[index] : `point_${index + 1}`,
    ),
  };
}

/** By the first line that tells: a box has four numbers, an outline six or more. */
async function objectsFound(folder: Folder, labels: ReadonlyMap<string, string>): Promise<string> {
  for (const path of labels.values()) {
    const [line] = (await folder.text(path)).split("\n");
    const count = (line ?? "").trim().split(/\s+/).length - 1;
    if (count > BOX_NUMBERS + 1) return "polygon";
    if (count >= BOX_NUMBERS) return "object_detection";
  }
  return "object_detection";
}

interface Detection {
  readonly images: readonly string[];
  readonly labels: ReadonlyMap<string, string>;
  readonly data: Data;
  readonly type: string;
}

async function* itemsOf(
  folder: Folder,
  { images, labels, data, type }: Detection,
): AsyncGenerator<ForeignItem | ForeignFault> {
  const used = new Set<string>();
  const metadataOf = splitFinder(images);
  for (const image of images) {
    const path = labels.get(labelPathOf(image));
    if (path !== undefined) used.add(path);
    yield await partOf(path ?? image, async () => {
      const lines = path === undefined ? [] : readLines(path, await folder.text(path));
      const size = lines.length === 0 ? { width: 1, height: 1 } : await sizeOf(folder, image);
      const lost = new Set<string>();
      const objects = lines.map((line) => objectOf(line, data, type, size, lost));
      const answers = [answerOf({ objects })];
      return {
        at: path ?? image,
        media: image,
        text: null,
        external_id: null,
        metadata: metadataOf(image),
        answers,
        lost: [...lost],
      };
    });
  }
  for (const path of labels.values()) {
    if (!used.has(path)) yield { at: path, fault: "there is no image of this name in the folder" };
  }
}

async function sizeOf(folder: Folder, image: string): Promise<Size> {
  const size = await folder.size(image);
  if (size === null)
    throw new ImportFault(image, "its size cannot be read, and YOLO's numbers are shares of it");
  return size;
}

function readLines(path: string, text: string): Line[] {
  return text.split("\n").flatMap((line, index) => {
    if (line.trim() === "") return [];
    const at = `${path}: line ${index + 1}`;
    const numbers = line.trim().split(/\s+/).map(Number);
    if (numbers.some((each) => !Number.isFinite(each)))
      throw new ImportFault(at, "has something that is not a number");
    const [category = 0, ...values] = numbers;
    return [{ at, category, values }];
  });
}

function objectOf(line: Line, data: Data, type: string, size: Size, lost: Set<string>): object {
  const { at, category } = line;
  const label = data.names.get(category);
  if (label === undefined) throw new ImportFault(at, `class ${category} is not named in data.yaml`);
  if (type === "keypoint") {
    const points = keypointsOf(line, data, size);
    const { x, y, width, height } = boxOf({ ...line, values: line.values.slice(0, BOX_NUMBERS) }, size);
    if (!isBoxAround([x, y, width, height], Object.values(points))) lost.add("boxes beside keypoints");
    return { label, points };
  }
  if (type === "polygon") return { label, points: pointsOf(line, size) };
  if (line.values.length === BOX_NUMBERS + 1) lost.add("confidence");
  return { label, bbox: boxOf(line, size) };
}

interface Box extends Size {
  readonly x: number;
  readonly y: number;
  readonly rotation?: number;
}

function boxOf({ at, values }: Line, size: Size): Box {
  if (values.length === CORNERS) return orientedBox(at, values, size);
  const [cx = 0, cy = 0, width = 0, height = 0] = values;
  if (values.length !== BOX_NUMBERS && values.length !== BOX_NUMBERS + 1)
    throw new ImportFault(
      at,
      `a box has ${BOX_NUMBERS} numbers after its class, an oriented one ${CORNERS}, not ${values.length}`,
    );
  return {
    x: (cx - width / 2) * size.width,
    y: (cy - height / 2) * size.height,
    width: width * size.width,
    height: height * size.height,
  };
}

/** Four corners, clockwise from the first: the box before its turn about its center. */
function orientedBox(at: string, values: readonly number[], size: Size): Box {
  const points = pointsOf({ at, category: 0, values }, size);
  const [[ax, ay], [bx, by], [cx, cy]] = points as [[number, number], [number, number], [number, number]];
  const width = Math.hypot(bx - ax, by - ay);
  const height = Math.hypot(cx - bx, cy - by);
  const [middleX, middleY] = [(ax + cx) / 2, (ay + cy) / 2];
  const rotation = (Math.atan2(by - ay, bx - ax) * 180) / Math.PI;
  return {
    x: middleX - width / 2,
    y: middleY - height / 2,
    width,
    height,
    ...(rotation === 0 ? {} : { rotation }),
  };
}

function pointsOf({ at, values }: Line, { width, height }: Size): [number, number][] {
  if (values.length < 6 || values.length % 2 !== 0)
    throw new ImportFault(
      at,
      `an outline has an even number of at least 6 numbers after its class, not ${values.length}`,
    );
  return Array.from({ length: values.length / 2 }, (_, index) => [
    (values[2 * index] ?? 0) * width,
    (values[2 * index + 1] ?? 0) * height,
  ]);
}

function keypointsOf(
  { at, values }: Line,
  { kptShape, keypointNames }: Data,
  { width, height }: Size,
): Readonly<Record<string, readonly number[]>> {
  const [points, numbers] = kptShape ?? [0, 0];
  const rest = values.slice(BOX_NUMBERS);
  if (rest.length !== points * numbers)
    throw new ImportFault(
      at,
      `has ${rest.length} numbers after its box; kpt_shape says ${points} × ${numbers}`,
    );
  const triples = keypointNames.map((name, index) => {
    const [x = 0, y = 0, visibility = x === 0 && y === 0 ? 0 : 2] = rest.slice(
      index * numbers,
      (index + 1) * numbers,
    );
    return [name, [x * width, y * height, visibility]] as const;
  });
  return Object.fromEntries(triples.filter(([, [, , visibility]]) => visibility > 0));
}

function classification(images: readonly string[], wanted: string | undefined): ForeignDataset {
  const labelOf = (path: string) => path.split("/").at(-2);
  const labeled = images.filter((path) => labelOf(path) !== undefined);
  if (labeled.length === 0)
    throw new ImportFault("yolo", "there is neither data.yaml nor a folder of images for each class");
  const metadataOf = splitFinder(labeled);
  async function* items(): AsyncGenerator<ForeignItem> {
    for (const path of labeled) {
      const answers = [answerOf({ label: labelOf(path) })];
      const metadata = metadataOf(path);
      yield { at: path, media: path, text: null, external_id: null, metadata, answers, lost: [] };
    }
  }
  return {
    annotation_type: typeToRead(yolo, wanted, "image_classification"),
    labels: [...new Set(labeled.map((path) => labelOf(path) ?? ""))].sort(),
    type_options: {},
    items,
  };
}
