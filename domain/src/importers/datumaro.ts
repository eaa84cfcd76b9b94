import { isReadAs, outlinesOf } from "./areas.ts";
import {
  answerOf,
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

/** The types of annotations there, each with the annotation type that it stands for; the first that occurs decides. */
const TYPE_OF_KIND: Readonly<Record<string, string>> = {
  skeleton: "keypoint",
  points: "keypoint",
  polygon: "polygon",
  mask: "semantic_segmentation",
  rotated_bbox: "object_detection",
  bbox: "object_detection",
  label: "image_classification",
};

interface Categories {
  readonly labels: readonly string[];
  /** Names of the points of an object, by the place of its label. */
  readonly points: ReadonlyMap<number, readonly string[]>;
}

/** Datumaro's own JSON: `annotations/<subset>.json`. Source: the documentation of Datumaro 1.x, "Datumaro format". */
export const datumaro: Importer = {
  name: "datumaro",
  aliases: [],
  types: [...new Set(Object.values(TYPE_OF_KIND)), "multilabel_classification"],
  async read(folder, wanted) {
    const files: {
      readonly path: string;
      readonly items: readonly unknown[];
      readonly categories: Categories;
    }[] = [];
    for (const path of folder.paths.filter((name) => name.toLowerCase().endsWith(".json"))) {
      const value = parseJson(path, await folder.text(path));
      if (!isJsonObject(value) || !isJsonObject(value.categories) || !Array.isArray(value.items)) continue;
      files.push({ path, items: value.items, categories: categoriesOf(path, value.categories) });
    }
    if (files.length === 0)
      throw new ImportFault("datumaro", "no .json file has `categories` and a list of `items`");
    const found = typeFound(files.flatMap(({ items }) => items.map(kindsOf)));
    const type = typeToRead(datumaro, wanted, found);
    const keypoints = [...new Set(files.flatMap(({ categories }) => [...categories.points.values()].flat()))];
    async function* items(): AsyncGenerator<ForeignItem | ForeignFault> {
      for (const { path, items: some, categories } of files) {
        for (const [index, value] of some.entries()) {
          const at = `${path}: items[${index}]`;
          const subset = files.length > 1 ? { subset: subsetOf(path) } : {};
          yield partOf(at, () => itemOf(at, objectAt(at, value), categories, type, subset));
        }
      }
    }
    return {
      annotation_type: type,
      labels: [...new Set(files.flatMap(({ categories }) => categories.labels))],
      type_options: type === "keypoint" && keypoints.length > 0 ? { keypoints } : {},
      items,
    } satisfies ForeignDataset;
  },
};

function categoriesOf(path: string, { label, points }: JsonObject): Categories {
  const labels = isJsonObject(label) ? listAt(`${path}: categories.label.labels`, label.labels) : [];
  const names = labels.map((one, index) => {
    const at = `${path}: categories.label.labels[${index}]`;
    return textAt(`${at}.name`, objectAt(at, one).name);
  });
  const skeletons = isJsonObject(points)
    ? optionalList(`${path}: categories.points.items`, points.items)
    : [];
  const named = skeletons
    .filter(isJsonObject)
    .map((one): [number, string[]] => [
      Number(one.label_id),
      optionalList(`${path}: categories.points.items`, one.labels).map(String),
    ]);
  return { labels: names, points: new Map(named) };
}

/** From the types of the annotations of each item. */
function typeFound(ofItems: readonly (readonly unknown[])[]): string {
  const kinds = new Set(ofItems.flat());
  const kind = Object.keys(TYPE_OF_KIND).find((name) => kinds.has(name)) ?? "bbox";
  const isMany = kind === "label" && ofItems.some((some) => some.length > 1);
  return isMany ? "multilabel_classification" : (TYPE_OF_KIND[kind] ?? "object_detection");
}

function kindsOf(item: unknown): unknown[] {
  const annotations = isJsonObject(item) && Array.isArray(item.annotations) ? item.annotations : [];
  return annotations.map((annotation) => (isJsonObject(annotation) ? annotation.type : undefined));
}

/** A file of annotations is named after its subset. */
function subsetOf(path: string): string {
  return (path.split("/").at(-1) ?? path).replace(/\.json$/i, "");
}

function itemOf(
  at: string,
  item: JsonObject,
  categories: Categories,
  type: string,
  subset: { readonly subset?: string },
): ForeignItem {
  const lost = new Set<string>();
  const annotations = optionalList(`${at}.annotations`, item.annotations).flatMap((value, index) => {
    const place = `${at}.annotations[${index}]`;
    const fields = objectAt(place, value);
    if (isReadAs(TYPE_OF_KIND[String(fields.type)], type)) return [{ at: place, fields }];
    lost.add(`annotations of type ${fields.type}`);
    return [];
  });
  const facts = factsOf(at, item);
  const of = { at, ...facts, metadata: { ...subset, ...facts.metadata } };
  for (const name of ["related_images", "point_cloud"]) if (name in item) lost.add(name);
  // Our own export says which items nobody has answered; other tools have no such word.
  if (isOpen(item)) return { ...of, answers: [], lost: [...lost] };
  if (type.endsWith("classification")) {
    if (annotations.some(({ fields }) => hasAttributes(fields))) lost.add("attributes");
    const labels = [...new Set(annotations.map((one) => labelOf(one.at, one.fields, categories)))];
    if (type === "multilabel_classification")
      return { ...of, answers: [answerOf({ labels })], lost: [...lost] };
    const [label, ...others] = labels;
    if (others.length > 0) lost.add("further labels");
    return { ...of, answers: label === undefined ? [] : [answerOf({ label })], lost: [...lost] };
  }
  const objects = annotations.flatMap((annotation) => objectsOf(annotation, categories, type, lost));
  return { ...of, answers: [answerOf({ objects })], lost: [...lost] };
}

function factsOf(
  at: string,
  item: JsonObject,
): Pick<ForeignItem, "media" | "exported_media" | "text" | "external_id" | "metadata"> {
  const id = textAt(`${at}.id`, item.id);
  const path = isJsonObject(item.image) ? item.image.path : undefined;
  const media = typeof path === "string" && path !== "" ? path : id;
  const attributes = isJsonObject(item.attr) ? item.attr : {};
  const { file, metadata, external_id } = attributes;
  if (!isJsonObject(file) || typeof file.filename !== "string" || !isJsonObject(metadata))
    return { media, text: null, external_id: id, metadata: attributes };
  // Our own export: so the file is called in the batch that was exported.
  const named =
    typeof external_id === "string" ? external_id : typeof attributes.id === "string" ? attributes.id : id;
  return { media: file.filename, exported_media: media, text: null, external_id: named, metadata };
}

function hasAttributes({ attributes }: JsonObject): boolean {
  return isJsonObject(attributes) && Object.keys(attributes).length > 0;
}

function isOpen({ attr }: JsonObject): boolean {
  return isJsonObject(attr) && typeof attr.status === "string" && attr.status !== "accepted";
}

function labelOf(at: string, { label_id }: JsonObject, { labels }: Categories): string {
  const label = labels[numberAt(`${at}.label_id`, label_id)];
  if (label === undefined)
    throw new ImportFault(`${at}.label_id`, `${label_id} is no label of the categories`);
  return label;
}

function objectsOf(
  { at, fields }: { readonly at: string; readonly fields: JsonObject },
  categories: Categories,
  type: string,
  lost: Set<string>,
): object[] {
  const label = labelOf(at, fields, categories);
  const attributes = isJsonObject(fields.attributes) ? fields.attributes : {};
  if (typeof fields.group === "number" && fields.group !== 0) lost.add("group");
  if (typeof fields.z_order === "number" && fields.z_order !== 0) lost.add("z_order");
  if (!String(fields.type).endsWith("bbox") && hasAttributes(fields)) lost.add("attributes");
  switch (fields.type) {
    case "bbox":
      return [{ label, ...boxOf(at, fields, attributes) }];
    case "rotated_bbox":
      return [{ label, ...rotatedBoxOf(at, fields, attributes) }];
    case "polygon":
      return [{ label, points: pairsAt(`${at}.points`, fields.points) }];
    case "mask": {
      const rle = rleAt(`${at}.rle`, fields.rle);
      return type === "polygon" ? outlinesOf(`${at}.rle`, label, rle, lost) : [{ label, rle }];
    }
    default:
      return [{ label, points: keypointsOf(at, fields, categories) }];
  }
}

/** A number among its attributes that is named `rotation` turns a box, as in CVAT's files. */
function boxOf(at: string, fields: JsonObject, attributes: JsonObject): object {
  const [x, y, width, height] = numbersAt(`${at}.bbox`, fields.bbox, 4);
  const { rotation, ...others } = attributes;
  if (typeof rotation !== "number") return withAttributes({ x, y, width, height }, attributes);
  return withAttributes({ x, y, width, height, ...(rotation === 0 ? {} : { rotation }) }, others);
}

/** `[center x, center y, width, height, degrees]`. */
function rotatedBoxOf(at: string, fields: JsonObject, attributes: JsonObject): object {
  const [cx = 0, cy = 0, width = 0, height = 0, rotation = 0] = numbersAt(
    `${at}.rotated_bbox`,
    fields.rotated_bbox ?? fields.bbox,
    5,
  );
  return withAttributes({ x: cx - width / 2, y: cy - height / 2, width, height, rotation }, attributes);
}

function withAttributes(bbox: object, attributes: JsonObject): object {
  return { bbox, ...(Object.keys(attributes).length > 0 ? { attributes } : {}) };
}

/** A skeleton lists points as `elements`, other points stand side by side with their visibility (0 absent, 1 hidden, 2 visible). */
function keypointsOf(at: string, fields: JsonObject, { points }: Categories): object {
  const elements = optionalList(`${at}.elements`, fields.elements).map((value, index) =>
    objectAt(`${at}.elements[${index}]`, value),
  );
  const parts = elements.length > 0 ? elements : [fields];
  const coordinates = parts.flatMap((part) => pairsAt(`${at}.points`, part.points));
  const seen = parts.flatMap((part) => optionalList(`${at}.visibility`, part.visibility).map(Number));
  const names = points.get(Number(fields.label_id)) ?? [];
  const named = coordinates.map(
    ([x, y], index) => [names[index] ?? `point_${index + 1}`, [x, y, seen[index] ?? 2]] as const,
  );
  return Object.fromEntries(named.filter(([, [, , visibility = 0]]) => visibility > 0));
}
