import { isReadAs, tracedObjects } from "./areas.ts";
import { maskBoxOf, tracedInRows } from "./cvat-mask.ts";
import { type CvatMeta, readMeta } from "./cvat-meta.ts";
import {
  answerOf,
  type ForeignAnswer,
  type ForeignDataset,
  type ForeignFault,
  type ForeignItem,
  type ForeignProject,
  type Importer,
  ImportFault,
  partOf,
  type Size,
  typeToRead,
} from "./importer.ts";
import { createMaskMaker, type MaskMaker } from "./runs.ts";
import { attributeValue, childOf, type Element, elementsNamed, toNumber } from "./xml.ts";

/** The shapes of CVAT, each with the annotation type whose objects it is. */
const TYPE_OF_SHAPE: Readonly<Record<string, string>> = {
  skeleton: "keypoint",
  polygon: "polygon",
  mask: "semantic_segmentation",
  box: "object_detection",
  tag: "image_classification",
};

/**
 * CVAT for images 1.1: `annotations.xml`. Tracks of videos are no part of it. Source:
 * docs.cvat.ai/docs/manual/advanced/xml_format.
 */
export const cvatXml: Importer = {
  name: "cvat_xml",
  aliases: ["cvat"],
  types: [...Object.values(TYPE_OF_SHAPE), "multilabel_classification"],
  async read(folder, wanted) {
    const files: { readonly path: string; readonly root: Element }[] = [];
    for (const path of folder.paths.filter((name) => name.toLowerCase().endsWith(".xml"))) {
      const [root] = elementsNamed(path, await folder.text(path), "annotations");
      if (root !== undefined) files.push({ path, root });
    }
    if (files.length === 0) throw new ImportFault("cvat_xml", "no .xml file has <annotations>");
    const tracks = files.find(({ root }) => childOf(root, "track") !== undefined);
    if (tracks !== undefined)
      throw new ImportFault(
        tracks.path,
        "has <track>s of a video, which are not read; export the task as “CVAT for images 1.1”",
      );
    const images = files.flatMap(({ path, root }) => imagesOf(root).map((image) => ({ path, image })));
    const shapes = images.flatMap(({ image }) => image.children);
    const type = typeToRead(
      cvatXml,
      wanted,
      typeFound(
        images.map(({ image }) => image),
        shapes,
      ),
    );
    const metas = new Map(files.map(({ path, root }) => [path, readMeta(root)]));
    const project = projectOf([...metas.values()].map((meta) => meta.project));
    const named = files.flatMap(({ root }) => labelsOf(root));
    const used = shapes
      .filter(({ name }) => isReadAs(TYPE_OF_SHAPE[name], type))
      .map(({ attributes }) => attributes.label ?? "");
    const points = shapes.flatMap(({ name, children }) => (name === "skeleton" ? children : []));
    const keypoints = [...new Set(points.map(({ attributes }) => attributes.label ?? ""))];
    async function* items(): AsyncGenerator<ForeignItem | ForeignFault> {
      for (const { path, image } of images) {
        const at = `${path}: line ${image.line}`;
        yield partOf(at, () => itemOf(at, image, type, metas.get(path)?.assignees ?? new Map()));
      }
    }
    return {
      annotation_type: type,
      labels: [...new Set([...named, ...used])].filter((name) => name !== ""),
      type_options: type === "keypoint" ? { keypoints } : {},
      ...(project === undefined ? {} : { project }),
      items,
    } satisfies ForeignDataset;
  },
};

function typeFound(images: readonly Element[], shapes: readonly Element[]): string {
  const found =
    Object.keys(TYPE_OF_SHAPE).find((shape) => shapes.some(({ name }) => name === shape)) ?? "box";
  const isMany = (image: Element) => image.children.filter(({ name }) => name === "tag").length > 1;
  if (found === "tag" && images.some(isMany)) return "multilabel_classification";
  return TYPE_OF_SHAPE[found] ?? "object_detection";
}

function imagesOf({ children }: Element): Element[] {
  return children.filter(({ name }) => name === "image");
}

/** The labels of the task, without those of the points of a skeleton. */
function labelsOf(root: Element): string[] {
  const inner = (element: Element): Element[] => [element, ...element.children.flatMap(inner)];
  const labels = root.children
    .filter(({ name }) => name === "meta")
    .flatMap(inner)
    .filter(({ name }) => name === "label");
  return labels
    .filter((label) => childOf(label, "parent") === undefined)
    .flatMap((label) => childOf(label, "name")?.text ?? []);
}

/** The projects of several files as one; undefined if none says anything. */
function projectOf(projects: readonly ForeignProject[]): ForeignProject | undefined {
  const [first] = projects.filter(
    ({ name, labels, lost }) => name !== null || labels.length > 0 || lost.length > 0,
  );
  if (first === undefined) return undefined;
  const labels = new Map(projects.flatMap((each) => each.labels).map((label) => [label.name, label]));
  const lost = new Set(projects.flatMap((each) => each.lost));
  return { ...first, labels: [...labels.values()], lost: [...lost] };
}

/** Shapes of a model, as a prediction; those of people, as an answer of the person to whom the task was assigned. */
function saidBy(
  image: Element,
  shapes: readonly Element[],
  assignees: CvatMeta["assignees"],
): Partial<ForeignAnswer> {
  if (shapes.length > 0 && shapes.every(({ attributes }) => attributes.source === "auto"))
    return { model: "cvat" };
  return { annotator: assignees.get(image.attributes.task_id ?? "") ?? assignees.get("") ?? null };
}

function itemOf(at: string, image: Element, type: string, assignees: CvatMeta["assignees"]): ForeignItem {
  const { name: media } = image.attributes;
  if (media === undefined) throw new ImportFault(at, "<image> has no name");
  const lost = new Set<string>();
  const shapes = image.children.filter((shape) => {
    const isOfType = isReadAs(TYPE_OF_SHAPE[shape.name], type);
    if (!isOfType) lost.add(`<${shape.name}>`);
    return isOfType;
  });
  const sizeOf = () => ({
    width: toNumber(`${at}: width`, image.attributes.width),
    height: toNumber(`${at}: height`, image.attributes.height),
  });
  for (const shape of shapes) noteLost(shape, type, lost);
  const said = saidBy(image, shapes, assignees);
  const { subset } = image.attributes;
  const metadata = subset === undefined || subset === "" ? {} : { subset };
  const result = resultOf(at, shapes, { type, sizeOf, makeMask: createMaskMaker(), lost });
  return {
    at,
    media,
    text: null,
    external_id: null,
    metadata,
    answers: result === undefined ? [] : [answerOf(result, said)],
    lost: [...lost],
  };
}

/** Undefined if the type needs a tag and there is none. */
function resultOf(at: string, shapes: readonly Element[], of: Of): object | undefined {
  if (of.type === "multilabel_classification")
    return { labels: [...new Set(shapes.map((tag) => labelOf(at, tag)))] };
  if (of.type === "image_classification") {
    const [tag, ...others] = shapes;
    if (others.length > 0) of.lost.add("further tags");
    return tag === undefined ? undefined : { label: labelOf(at, tag) };
  }
  const objects = shapes.flatMap((shape) => {
    const place = `${at.replace(/line \d+$/, "")}line ${shape.line}`;
    return objectsOf(place, shape, of);
  });
  return { objects };
}

function noteLost(shape: Element, type: string, lost: Set<string>): void {
  if (type !== "object_detection") {
    if (shape.attributes.occluded === "1" && type !== "keypoint") lost.add("occluded");
    if (shape.children.some(({ name }) => name === "attribute")) lost.add("attributes");
  }
  if ((shape.attributes.z_order ?? "0") !== "0") lost.add("z_order");
  if ((shape.attributes.group_id ?? "0") !== "0") lost.add("group_id");
}

function labelOf(at: string, { name, attributes }: Element): string {
  if (attributes.label !== undefined && attributes.label !== "") return attributes.label;
  throw new ImportFault(at, `<${name}> has no label`);
}

/** As what the shapes of an image are read, its size, and what of it is lost. */
interface Of {
  readonly type: string;
  readonly sizeOf: () => Size;
  readonly makeMask: MaskMaker;
  readonly lost: Set<string>;
}

function objectsOf(at: string, shape: Element, { type, sizeOf, makeMask, lost }: Of): object[] {
  const label = labelOf(at, shape);
  switch (shape.name) {
    case "box":
      return [{ label, ...boxOf(at, shape) }];
    case "polygon":
      return [{ label, points: pointsOf(at, shape) }];
    case "mask": {
      const size = sizeOf();
      const box = maskBoxOf(at, shape, size);
      if (type === "polygon") return tracedObjects(at, label, () => tracedInRows(box), lost);
      return [{ label, rle: makeMask(at, box, size) }];
    }
    default:
      return [{ label, points: skeletonOf(at, shape) }];
  }
}

function boxOf(at: string, { attributes, children }: Element): object {
  const number = (name: string) => toNumber(`${at}: ${name}`, attributes[name]);
  const [x, y] = [number("xtl"), number("ytl")];
  const rotation = attributes.rotation === undefined ? 0 : number("rotation");
  const own = children
    .filter(({ name }) => name === "attribute")
    .map(({ attributes: { name }, text }): [string, string | boolean] => [name ?? "", attributeValue(text)]);
  const all = Object.fromEntries(attributes.occluded === "1" ? [...own, ["occluded", true]] : own);
  return {
    bbox: {
      x,
      y,
      width: number("xbr") - x,
      height: number("ybr") - y,
      ...(rotation === 0 ? {} : { rotation }),
    },
    ...(Object.keys(all).length > 0 ? { attributes: all } : {}),
  };
}

function pointsOf(at: string, { attributes }: Element): [number, number][] {
  return (attributes.points ?? "").split(";").map((pair) => {
    const [x, y] = pair.split(",");
    return [toNumber(`${at}: points`, x), toNumber(`${at}: points`, y)];
  });
}

/** Visible points are 2, occluded ones 1, and those outside are not there. */
function skeletonOf(at: string, { children }: Element): object {
  const points = children.filter(({ name, attributes }) => name === "points" && attributes.outside !== "1");
  return Object.fromEntries(
    points.map((point) => {
      const [[x, y] = [0, 0]] = pointsOf(at, point);
      return [labelOf(at, point), [x, y, point.attributes.occluded === "1" ? 1 : 2]];
    }),
  );
}
