import { outlinesOf } from "./areas.ts";
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
  typeToRead,
} from "./importer.ts";
import {
  isJsonObject,
  type JsonObject,
  listAt,
  numberAt,
  numbersAt,
  objectAt,
  optionalList,
  pairsAt,
  parseJson,
  textAt,
} from "./json-value.ts";
import { rleAt } from "./runs.ts";

const TYPES = ["object_detection", "polygon", "semantic_segmentation", "keypoint"];

/** What an annotation's `attributes` may say besides the attributes of a box. */
const ROTATION = "rotation";

/** What of an image is read, or follows from its file; COCO's own facts of an image, such as its license, are metadata. */
const KNOWN = new Set([
  ...["id", "file_name", "width", "height"],
  ...["status", "assay_id", "external_id", "file_id", "original_file_name"], // of our own exports
]);

/** What of an annotation is read, or follows from what is. */
const READ = new Set([
  ...["id", "image_id", "category_id", "bbox", "area", "iscrowd", "attributes"],
  ...["segmentation", "keypoints", "num_keypoints"],
]);

interface Category {
  readonly name: string;
  readonly keypoints: readonly string[];
}

/** One COCO file, with its annotations by image. */
interface CocoFile {
  readonly path: string;
  readonly images: readonly unknown[];
  readonly categories: ReadonlyMap<number, Category>;
  readonly annotationsOf: ReadonlyMap<number, readonly Annotation[]>;
  /** Annotations whose image is not in the file. */
  readonly orphans: readonly ForeignFault[];
  readonly skeleton: readonly (readonly [string, string])[];
}

interface Annotation {
  readonly at: string;
  readonly fields: JsonObject;
}

/**
 * COCO files of boxes, polygons, masks or keypoints. A box's `attributes` stay, and their `rotation` turns it, as in CVAT's and
 * our own files. An object of several polygons becomes one object for each. Read as polygons, a mask becomes the
 * outlines of its pixels. Source: cocodataset.org/#format-data.
 */
export const coco: Importer = {
  name: "coco",
  aliases: ["coco_json", "coco_detection", "coco_keypoints"],
  types: TYPES,
  async read(folder, wanted) {
    const files = await readFiles(folder);
    const type = typeToRead(coco, wanted, typeOf(files));
    const categories = files.flatMap((file) => [...file.categories.values()]);
    const keypoints = [...new Set(categories.flatMap((category) => category.keypoints))];
    const options = { keypoints, skeleton: files.flatMap(({ skeleton }) => skeleton) };
    return {
      annotation_type: type,
      labels: [...new Set(categories.map(({ name }) => name))],
      type_options: type === "keypoint" && keypoints.length > 0 ? options : {},
      items: () => itemsOf(files, type),
    } satisfies ForeignDataset;
  },
};

async function readFiles(folder: Folder): Promise<readonly CocoFile[]> {
  const files: CocoFile[] = [];
  for (const path of folder.paths.filter((name) => name.toLowerCase().endsWith(".json"))) {
    const value = parseJson(path, await folder.text(path));
    if (isJsonObject(value) && Array.isArray(value.images) && "annotations" in value)
      files.push(toFile(path, value));
  }
  if (files.length === 0)
    throw new ImportFault("coco", "no .json file has the lists `images` and `annotations`");
  // COCO's own folders have files that only list the images.
  const annotated = files.filter(({ annotationsOf }) => annotationsOf.size > 0);
  const chosen = annotated.length > 0 ? annotated : files.slice(0, 1);
  const fileOf = new Map<unknown, string>();
  for (const { path, images } of chosen) {
    for (const name of images.map((image) => (isJsonObject(image) ? image.file_name : undefined))) {
      const other = fileOf.get(name) ?? path;
      if (other !== path) throw new ImportFault(path, `names the same image as ${other}: import one of them`);
      fileOf.set(name, path);
    }
  }
  return chosen;
}

function toFile(path: string, file: JsonObject): CocoFile {
  const images = listAt(`${path}: images`, file.images);
  const all = listAt(`${path}: categories`, file.categories).map((value, index) =>
    toCategory(`${path}: categories[${index}]`, value),
  );
  const categories = new Map(all.map(({ id, category }) => [id, category]));
  const skeleton = all.flatMap((each) => each.skeleton);
  return { path, images, categories, skeleton, ...toAnnotations(path, images, file.annotations) };
}

function toCategory(at: string, value: unknown) {
  const category = objectAt(at, value);
  const keypoints = optionalList(`${at}.keypoints`, category.keypoints);
  const names = keypoints.map((name, place) => textAt(`${at}.keypoints[${place}]`, name));
  const skeleton = optionalList(`${at}.skeleton`, category.skeleton).flatMap((pair): [string, string][] => {
    const [from, to] = numbersAt(`${at}.skeleton`, pair, 2).map((place) => names[place - 1]);
    return from === undefined || to === undefined ? [] : [[from, to]];
  });
  const named = { name: textAt(`${at}.name`, category.name), keypoints: names };
  return { id: numberAt(`${at}.id`, category.id), category: named, skeleton };
}

function toAnnotations(path: string, images: readonly unknown[], value: unknown) {
  const known = new Set(images.map((image) => (isJsonObject(image) ? image.id : undefined)));
  const annotationsOf = new Map<number, Annotation[]>();
  const orphans: ForeignFault[] = [];
  for (const [index, each] of listAt(`${path}: annotations`, value).entries()) {
    const at = `${path}: annotations[${index}]`;
    const image = isJsonObject(each) ? each.image_id : undefined;
    if (!isJsonObject(each) || typeof image !== "number" || !known.has(image)) {
      orphans.push({ at, fault: `its image_id ${JSON.stringify(image)} is no id in images` });
      continue;
    }
    const some = annotationsOf.get(image) ?? [];
    annotationsOf.set(image, some);
    some.push({ at, fields: each });
  }
  return { annotationsOf, orphans };
}

function typeOf(files: readonly CocoFile[]): string {
  const annotations = files.flatMap(({ annotationsOf }) => [...annotationsOf.values()].flat());
  if (annotations.some(({ fields }) => Array.isArray(fields.keypoints))) return "keypoint";
  const hasPolygon = ({ fields: { segmentation } }: Annotation) =>
    Array.isArray(segmentation) && segmentation.length > 0;
  if (annotations.some(hasPolygon)) return "polygon";
  const hasMask = ({ fields }: Annotation) => fields.iscrowd !== 1 && isJsonObject(fields.segmentation);
  return annotations.some(hasMask) ? "semantic_segmentation" : "object_detection";
}

async function* itemsOf(
  files: readonly CocoFile[],
  type: string,
): AsyncGenerator<ForeignItem | ForeignFault> {
  for (const file of files) {
    for (const [index, value] of file.images.entries()) {
      const at = `${file.path}: images[${index}]`;
      yield partOf(at, () => itemOf(file, type, at, objectAt(at, value)));
    }
    yield* file.orphans;
  }
}

function itemOf(file: CocoFile, type: string, at: string, image: JsonObject): ForeignItem {
  const annotations = file.annotationsOf.get(numberAt(`${at}.id`, image.id)) ?? [];
  const lost = new Set<string>();
  const objects = annotations.flatMap((annotation) => objectsOf(file, type, annotation, lost));
  const external_id = typeof image.external_id === "string" ? image.external_id : null;
  // Our own export says which items nobody has answered; other tools have no such word.
  const isAnswered = image.status === undefined || image.status === "accepted";
  return {
    at,
    // Our own export names the file as it was uploaded too: so it is called in the batch that exists.
    ...(typeof image.original_file_name === "string"
      ? { media: image.original_file_name, exported_media: textAt(`${at}.file_name`, image.file_name) }
      : { media: textAt(`${at}.file_name`, image.file_name) }),
    text: null,
    external_id,
    metadata: Object.fromEntries(Object.entries(image).filter(([name]) => !KNOWN.has(name))),
    answers: isAnswered ? [answerOf({ objects })] : [],
    lost: [...lost],
  };
}

function objectsOf(
  { categories }: CocoFile,
  type: string,
  { at, fields }: Annotation,
  lost: Set<string>,
): object[] {
  const category = categories.get(numberAt(`${at}.category_id`, fields.category_id));
  if (category === undefined)
    throw new ImportFault(at, `its category_id ${fields.category_id} is no id in categories`);
  const label = category.name;
  noteLost(type, fields, lost);
  switch (type) {
    case "object_detection":
      return [boxOf(at, label, fields)];
    case "keypoint": {
      const points = pointsOf(at, category, fields);
      if (!isBoxAround(fields.bbox, Object.values(points))) lost.add("boxes beside keypoints");
      return [{ label, points }];
    }
    case "semantic_segmentation":
      return masksOf(at, label, fields.segmentation, lost);
    default:
      return polygonsOf(at, label, fields.segmentation, lost);
  }
}

function boxOf(at: string, label: string, fields: JsonObject): object {
  const [x, y, width, height] = numbersAt(`${at}.bbox`, fields.bbox, 4);
  const { [ROTATION]: rotation, ...attributes } = isJsonObject(fields.attributes) ? fields.attributes : {};
  const isTurn = typeof rotation === "number";
  const all = isTurn || rotation === undefined ? attributes : { ...attributes, [ROTATION]: rotation };
  return {
    label,
    bbox: { x, y, width, height, ...(isTurn && rotation !== 0 ? { rotation } : {}) },
    ...(Object.keys(all).length > 0 ? { attributes: all } : {}),
  };
}

/** Names what of an annotation no object of the type has. */
function noteLost(type: string, fields: JsonObject, lost: Set<string>): void {
  if (fields.iscrowd === 1) lost.add("iscrowd");
  const { attributes } = fields;
  if (type !== "object_detection" && isJsonObject(attributes) && Object.keys(attributes).length > 0)
    lost.add("attributes");
  for (const [name, value] of Object.entries(fields)) if (!READ.has(name) && value !== null) lost.add(name);
  if ((type === "object_detection" || type === "keypoint") && hasOutline(fields)) lost.add("segmentation");
  if (type !== "keypoint" && Array.isArray(fields.keypoints)) lost.add("keypoints");
}

function hasOutline({ segmentation }: JsonObject): boolean {
  return Array.isArray(segmentation) ? segmentation.length > 0 : isJsonObject(segmentation);
}

type KeypointsOf = Readonly<Record<string, readonly number[]>>;

function pointsOf(at: string, { keypoints }: Category, fields: JsonObject): KeypointsOf {
  const values = numbersAt(`${at}.keypoints`, fields.keypoints, 3 * keypoints.length);
  const triples = keypoints.map((name, index) => [name, values.slice(3 * index, 3 * index + 3)] as const);
  return Object.fromEntries(triples.filter(([, [, , visibility = 0]]) => visibility > 0));
}

function polygonsOf(at: string, label: string, segmentation: unknown, lost: Set<string>): object[] {
  if (isJsonObject(segmentation))
    return outlinesOf(`${at}.segmentation`, label, rleAt(`${at}.segmentation`, segmentation), lost);
  const rings = ringsOf(at, segmentation);
  if (rings.length === 0) lost.add("boxes beside polygons");
  if (rings.length > 1) lost.add("which polygons are one object");
  return rings.map((points) => ({ label, points }));
}

function masksOf(at: string, label: string, segmentation: unknown, lost: Set<string>): object[] {
  if (!isJsonObject(segmentation)) {
    lost.add("polygons beside masks");
    return [];
  }
  return [{ label, rle: rleAt(`${at}.segmentation`, segmentation) }];
}

function ringsOf(at: string, segmentation: unknown): [number, number][][] {
  return optionalList(`${at}.segmentation`, segmentation).map((ring, index) =>
    pairsAt(`${at}.segmentation[${index}]`, ring),
  );
}
