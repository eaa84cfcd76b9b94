import { categoryFinder } from "./categories.ts";
import { polygonRle } from "./fill.ts";
import type { ExportContext, ExportFile, ExportItem, Format, Items } from "./format.ts";
import { imageName, imageStem, isImage, sidesOf } from "./images.ts";
import { jsonLine } from "./json-line.ts";
import { jointsOf, keypointNames, valuesOf } from "./keypoint-names.ts";
import { fieldsLost } from "./loss.ts";
import { itemsThat, listOfEach } from "./pages.ts";
import { boxesOf, hasHoles, labelOf, labelsOf, masksOf, pointsOf, polygonsOf } from "./results.ts";
import { losesRotationAttribute, turnedAttributes } from "./turned-attributes.ts";

/** One annotation: its label, and what stands beside the label's number. */
interface Annotation {
  readonly label: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

type AnnotationsOf = (item: ExportItem, keypoints: readonly string[]) => readonly Annotation[];

const IMAGE = 2;

const CARRIED = new Set(["id", "batch_id", "external_id", "group", "metadata", "file.id", "file.filename"]);
for (const path of ["file.content_type", "file.sha256", "file.width", "file.height", "excluded_reason"]) {
  CARRIED.add(path);
}
for (const path of ["fields", "support", "origin", "model"]) CARRIED.add(path);

const ANNOTATIONS: Readonly<Record<string, AnnotationsOf>> = {
  image_classification: ({ result }) => {
    const label = labelOf(result);
    return label === null ? [] : [{ label, fields: { type: "label" } }];
  },
  multilabel_classification: ({ result }) =>
    labelsOf(result).map((label) => ({ label, fields: { type: "label" } })),
  object_detection: ({ result }) =>
    boxesOf(result).map((box) => {
      const { label, bbox } = box;
      const { x, y, width, height } = bbox;
      return {
        label,
        fields: { type: "bbox", attributes: turnedAttributes(box), bbox: [x, y, width, height] },
      };
    }),
  polygon: (item) =>
    polygonsOf(item.result).map((polygon) => ({
      label: polygon.label,
      fields: polygon.holes?.length
        ? { type: "mask", rle: polygonRle(item, polygon) }
        : { type: "polygon", points: polygon.points.flat() },
    })),
  semantic_segmentation: ({ result }) =>
    masksOf(result).map(({ label, rle }) => ({ label, fields: { type: "mask", rle } })),
  keypoint: ({ result }, keypoints) =>
    pointsOf(result).map(({ label, points }) => {
      const values = valuesOf(points, keypoints);
      return {
        label,
        fields: {
          type: "points",
          points: values.flatMap((value) => value.slice(0, 2)),
          visibility: values.map(([, , visibility]) => visibility),
        },
      };
    }),
};

/**
 * Datumaro's own JSON, `annotations/train.json`, and if media is included `images/train/<image>`.
 *
 * Every image of the export is in it, also without a label. Labels are numbered from 0 in the order of the
 * categories. A box has its `rotation` (degrees clockwise) in its attributes, as in CVAT's files; Datumaro's
 * JSON has no rotated boxes. An outline with holes, which it cannot have either, is a mask of the pixels
 * whose centers it encloses. `attr` of an item has its ids, its status and its further facts. Texts, which
 * have no image, are omitted. Source: open-edge-platform.github.io/datumaro, "Datumaro format", and its
 * reader.
 */
export const datumaro: Format = {
  name: "datumaro",
  aliases: ["datumaro_json"],
  types: Object.keys(ANNOTATIONS),
  media_type: "application/zip",
  extension: "zip",
  single: false,
  files,
  loss,
};

async function* files(context: ExportContext, items: Items): AsyncGenerator<readonly ExportFile[]> {
  yield [{ path: "annotations/train.json", content: dataset(context, items) }];
  if (!context.media) return;
  for await (const images of itemsThat(items(), isImage))
    yield images.map((item) => ({ path: `images/train/${imageName(item)}`, media: item.file }));
}

async function* dataset(context: ExportContext, items: Items): AsyncGenerator<string> {
  const { project, categories, certified } = context;
  const annotationsOf = ANNOTATIONS[project.annotation_type];
  if (!annotationsOf) throw new RangeError(`datumaro cannot carry ${project.annotation_type}`);
  const isPose = project.annotation_type === "keypoint";
  const keypoints = isPose ? await keypointNames(context, items) : [];
  const findCategory = categoryFinder(categories);

  const infos = { project: project.name, project_id: project.id, certified };
  yield `{"dm_format_version":"1.0","media_type":${IMAGE},"infos":${jsonLine(infos)},\n"categories":`;
  const labels = categories.map((name) => ({ name, parent: "", attributes: [] }));
  const label = { labels, label_groups: [], attributes: [] };
  yield jsonLine(isPose ? { label, points: pointCategories(context, keypoints) } : { label });
  yield ',\n"items":[';
  yield* listOfEach(itemsThat(items(), isImage), (item) => {
    const annotations = annotationsOf(item, keypoints).map(({ label: name, fields }, index) => ({
      ...{ id: index, attributes: {}, group: 0, label_id: findCategory(item, name), z_order: 0 },
      ...fields,
    }));
    return [jsonLine(itemOf(item, annotations))];
  });
  yield "]}\n";
}

function itemOf(item: ExportItem, annotations: readonly object[]): object {
  const { width, height } = sidesOf(item);
  const { id, batch_id, external_id, group, metadata, file, status, excluded_reason } = item;
  const { fields, support, origin, model } = item;
  return {
    id: imageStem(item),
    annotations,
    attr: {
      ...{ id, batch_id, external_id, group, metadata, status, excluded_reason, fields, support, origin },
      ...(model && { model }),
      file: { id: file.id, filename: file.filename, content_type: file.content_type, sha256: file.sha256 },
    },
    image: { path: imageName(item), size: [height, width] },
  };
}

/** Every label has the same points; `joints` count from 1, as COCO's. */
function pointCategories(context: ExportContext, keypoints: readonly string[]): object {
  const joints = jointsOf(context, keypoints);
  const items = context.categories.map((_, label_id) => ({
    label_id,
    labels: keypoints,
    joints,
    positions: [],
  }));
  return { items };
}

function loss(item: ExportItem): string[] {
  const lost = fieldsLost(item, CARRIED);
  if (!isImage(item)) lost.unshift("status");
  if (hasHoles(item.result)) lost.push("points");
  if (losesRotationAttribute(item.result)) lost.push("attributes");
  return lost;
}
