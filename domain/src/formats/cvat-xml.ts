import { areaOf, boxOf, decodeRle, type Runs } from "../run-length.ts";
import { type Attributes, attributeText, losesTypes } from "./attribute-text.ts";
import { categoryFinder } from "./categories.ts";
import { bands, paint, polygonRuns } from "./fill.ts";
import type { ExportContext, ExportItem, Format, Items } from "./format.ts";
import { imageName, isImage, sidesOf, withImages } from "./images.ts";
import { keypointNames, valuesOf } from "./keypoint-names.ts";
import { fieldsLost } from "./loss.ts";
import { itemsThat, textOfEach } from "./pages.ts";
import {
  boxesOf,
  hasHoles,
  isBoxes,
  type LabeledBox,
  type LabeledPoints,
  type LabeledPolygon,
  labelOf,
  labelsOf,
  masksOf,
  pointsOf,
  polygonsOf,
} from "./results.ts";
import { xmlAttributes, xmlText } from "./xml.ts";

/** The shapes of an item as XML. */
type Shapes = (item: ExportItem) => Iterable<{ readonly label: string; readonly xml: string }>;

const CARRIED = new Set(["id", "file.width", "file.height"]);

const SHAPES: Readonly<Record<string, Shapes>> = {
  image_classification: ({ result }) => {
    const label = labelOf(result);
    return label === null ? [] : [{ label, xml: element("tag", { label, source: "manual" }) }];
  },
  multilabel_classification: ({ result }) =>
    labelsOf(result).map((label) => ({ label, xml: element("tag", { label, source: "manual" }) })),
  object_detection: ({ result }) => boxesOf(result).map((box) => ({ label: box.label, xml: boxXml(box) })),
  polygon: (item) =>
    polygonsOf(item.result).map((polygon) => ({ label: polygon.label, xml: polygonXml(item, polygon) })),
  semantic_segmentation: (item) =>
    masksOf(item.result).map(({ label, rle }) => ({ label, xml: maskXml(item, label, decodeRle(rle)) })),
};

/** The kind of each label in CVAT. */
const KINDS: Readonly<Record<string, string>> = {
  image_classification: "tag",
  multilabel_classification: "tag",
  object_detection: "rectangle",
  polygon: "any",
  semantic_segmentation: "mask",
  keypoint: "skeleton",
};

/**
 * CVAT for images 1.1: one file, and if media is included the images in `images/` beside it.
 *
 * Every image of the export is in it, also without a label; `name` begins with the item's id. Boxes keep
 * their rotation (degrees clockwise, from 0 up to 360); a boolean attribute `occluded` is CVAT's. An outline
 * with holes, which CVAT's polygons cannot have, is written as a mask of the pixels whose centers it encloses.
 * A mask is the box around it and the lengths of its runs along the rows, the first of background. An object
 * with keypoints is a skeleton; hidden points are occluded, those not labeled are outside. Texts, which have
 * no image, are omitted. Source: docs.cvat.ai/docs/dataset_management/formats/xml_format.
 */
export const cvatXml: Format = {
  name: "cvat_xml",
  aliases: ["cvat"],
  types: Object.keys(KINDS),
  media_type: "application/xml",
  extension: "cvat.xml",
  single: true,
  files: (context, items) =>
    withImages({ path: "dataset.cvat.xml", content: dataset(context, items) }, context, items),
  loss,
};

async function* dataset(context: ExportContext, items: Items): AsyncGenerator<string> {
  const { project, categories } = context;
  const isPose = project.annotation_type === "keypoint";
  const names = isPose ? await keypointNames(context, items) : [];
  const shapesOf = isPose ? skeletons(names) : SHAPES[project.annotation_type];
  if (!shapesOf) throw new RangeError(`cvat_xml cannot carry ${project.annotation_type}`);
  const findCategory = categoryFinder(categories);

  yield '<?xml version="1.0" encoding="utf-8"?>\n<annotations>\n<version>1.1</version>\n';
  yield `<meta>\n<task>\n<name>${xmlText(project.name)}</name>\n<mode>annotation</mode>\n<labels>\n`;
  for (const label of categories) yield labelXml(label, KINDS[project.annotation_type] ?? "any");
  for (const label of categories) for (const name of names) yield labelXml(name, "points", label);
  yield "</labels>\n</task>\n</meta>\n";
  let id = 0;
  yield* textOfEach(itemsThat(items(), isImage), (item) => {
    let text = `<image${xmlAttributes({ id, name: imageName(item), ...sidesOf(item) })}>\n`;
    for (const { label, xml } of shapesOf(item)) {
      findCategory(item, label);
      text += xml;
    }
    id += 1;
    return `${text}</image>\n`;
  });
  yield "</annotations>\n";
}

function labelXml(name: string, type: string, parent?: string): string {
  const of = parent === undefined ? "" : `<parent>${xmlText(parent)}</parent>`;
  return `<label><name>${xmlText(name)}</name><type>${type}</type><attributes></attributes>${of}</label>\n`;
}

function element(name: string, attributes: Readonly<Record<string, string | number>>, content = ""): string {
  return `<${name}${xmlAttributes(attributes)}>${content}</${name}>\n`;
}

/** The attributes that every shape begins with. */
function shape(label: string, isOccluded = false) {
  return { label, source: "manual", occluded: isOccluded ? 1 : 0 };
}

function boxXml({ label, bbox, attributes = {} }: LabeledBox): string {
  const { x, y, width, height, rotation = 0 } = bbox;
  const corners = { xtl: x, ytl: y, xbr: x + width, ybr: y + height };
  const degrees = ((rotation % 360) + 360) % 360;
  const turn = degrees === 0 ? {} : { rotation: degrees };
  const others = Object.entries(withoutOccluded(attributes)).map(([name, value]) =>
    element("attribute", { name }, xmlText(attributeText(value))),
  );
  const all = { ...shape(label, attributes.occluded === true), ...corners, ...turn, z_order: 0 };
  return element("box", all, others.join(""));
}

/** CVAT has a flag of its own for a boolean `occluded`. */
function withoutOccluded(attributes: Attributes = {}): Attributes {
  const { occluded, ...others } = attributes;
  return typeof occluded === "boolean" ? others : attributes;
}

function polygonXml(item: ExportItem, polygon: LabeledPolygon): string {
  const { label, points, holes = [] } = polygon;
  if (holes.length > 0) return maskXml(item, label, polygonRuns(item, polygon));
  const pairs = points.map((point) => point.join(",")).join(";");
  return element("polygon", { ...shape(label), points: pairs, z_order: 0 });
}

function maskXml(item: ExportItem, label: string, runs: Runs): string {
  const { height: imageHeight } = sidesOf(item);
  const [left, top, width, height] = boxOf(runs, imageHeight);
  const lengths: number[] = [];
  let [length, last] = [0, 0];
  for (const { pixels } of bands({ left, top, width, height }, (band) => paint(runs, imageHeight, band, 1))) {
    for (const pixel of pixels) {
      if (pixel !== last) {
        lengths.push(length);
        [length, last] = [0, pixel];
      }
      length += 1;
    }
  }
  if (areaOf(runs) > 0) lengths.push(length);
  const place = { rle: lengths.join(", "), left, top, width, height, z_order: 0 };
  return element("mask", { ...shape(label), ...place });
}

function skeletons(names: readonly string[]): Shapes {
  return ({ result }) =>
    pointsOf(result).map((object) => ({ label: object.label, xml: skeletonXml(object, names) }));
}

function skeletonXml({ label, points }: LabeledPoints, names: readonly string[]): string {
  const elements = valuesOf(points, names).map(([x = 0, y = 0, visibility = 0], index) => {
    const seen = { outside: visibility === 0 ? 1 : 0, occluded: visibility === 1 ? 1 : 0 };
    return element("points", { label: names[index] ?? "", source: "manual", ...seen, points: `${x},${y}` });
  });
  return element("skeleton", { label, source: "manual", z_order: 0 }, `\n${elements.join("")}`);
}

function loss(item: ExportItem): string[] {
  const lost = fieldsLost(item, CARRIED);
  if (item.status !== "accepted" || !isImage(item)) lost.unshift("status");
  const { result } = item;
  if (hasHoles(result)) lost.push("points");
  if (isBoxes(result) && result.objects.some(({ attributes }) => losesTypes(withoutOccluded(attributes)))) {
    lost.push("attributes");
  }
  return lost;
}
