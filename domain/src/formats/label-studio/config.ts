import type { ExportContext, ExportItem } from "../format.ts";
import { isEntities, pointsOf, ratingsOf, relationsOf, scalesOf, skeletonOf } from "../results.ts";
import { type Medium, mediumOf, TAGS } from "./medium.ts";
import { controlOf } from "./regions.ts";

/** The tags that ask for the result of each annotation type; `name` is the control's. */
const CONTROLS: Readonly<
  Record<string, (context: ExportContext, medium: Medium, names: readonly string[]) => string[]>
> = {
  image_classification: ({ categories }, medium) => [choices(categories, medium, "single")],
  text_classification: ({ categories }, medium) => [choices(categories, medium, "single")],
  multilabel_classification: ({ categories }, medium) => [choices(categories, medium, "multiple")],
  object_detection: ({ categories }, medium) => [labels("RectangleLabels", categories, medium)],
  polygon: ({ categories }, medium) => [labels("PolygonLabels", categories, medium)],
  semantic_segmentation: ({ categories }, medium) => [labels("BrushLabels", categories, medium)],
  keypoint: (_, medium, names) => [labels("KeyPointLabels", names, medium)],
  named_entity_recognition: ({ categories, project: { relation_types = [] } }, medium, names) => [
    labels(
      "Labels",
      categories.filter((name) => !relation_types.includes(name)),
      medium,
    ),
    ...(names.length === 0 ? [] : [listed("Relations", "", "Relation", names)]),
  ],
  transcription: (_, medium) => [textArea(medium)],
  text_generation: (_, medium) => [textArea(medium)],
  audio_segmentation: ({ categories }, medium) => [
    labels("Labels", categories, medium),
    textArea(medium, ' perRegion="true"'),
  ],
  ranking: (_, medium) => [
    '<List name="responses" value="$responses"/>',
    `<Ranker name="${controlOf("ranking", medium)}" toName="responses"/>`,
  ],
  rating: (_, medium, names) =>
    names.map(
      (scale) => `<Number name="${quoted(controlOf(`rating ${scale}`, medium))}" toName="${medium}"/>`,
    ),
};

/**
 * The labeling interface (`<View>`) of a project in Label Studio that shows the items that were added, and has a place for each
 * of their results. Source: labelstud.io/tags.
 */
export class LabelConfig {
  readonly #context: ExportContext;
  readonly #media = new Set<Medium>();
  /** Keypoints, scales and the labels of relations: the project's, then others in the order of the items. */
  readonly #names: Set<string>;

  constructor(context: ExportContext) {
    this.#context = context;
    this.#names = new Set(projectNames(context.project));
  }

  add(item: ExportItem): void {
    this.#media.add(mediumOf(item));
    const read = NAMES[this.#context.project.annotation_type];
    if (read === undefined) return;
    for (const { result } of [item, ...item.answers]) for (const name of read(result)) this.#names.add(name);
  }

  /** Throws a RangeError if Label Studio cannot carry the annotation type. */
  text(): string {
    const { annotation_type } = this.#context.project;
    const controls = CONTROLS[annotation_type];
    if (controls === undefined) throw new RangeError(`label_studio cannot carry ${annotation_type}`);
    const names = [...this.#names];
    const tags = [...this.#media].flatMap((medium) => [
      TAGS[medium],
      ...controls(this.#context, medium, names),
    ]);
    return `<View>\n${tags.map((tag) => `  ${tag}\n`).join("")}</View>\n`;
  }
}

function projectNames(project: ExportContext["project"]): readonly string[] {
  const { annotation_type, type_options, relation_types = [] } = project;
  if (annotation_type === "named_entity_recognition") return relation_types;
  if (annotation_type === "keypoint") return skeletonOf(type_options).keypoints ?? [];
  if (annotation_type !== "rating") return [];
  return scalesOf(type_options).map(({ name }) => name);
}

const NAMES: Readonly<Record<string, (result: unknown) => readonly string[]>> = {
  keypoint: (result) => pointsOf(result).flatMap(({ points }) => Object.keys(points)),
  named_entity_recognition: (result) =>
    isEntities(result) ? relationsOf(result).map(({ label }) => label) : [],
  rating: (result) => Object.keys(ratingsOf(result)),
};

function choices(categories: readonly string[], medium: Medium, choice: "single" | "multiple"): string {
  const attributes = ` name="${controlOf("label", medium)}" toName="${medium}" choice="${choice}"`;
  return listed("Choices", attributes, "Choice", categories);
}

function labels(tag: string, names: readonly string[], medium: Medium): string {
  return listed(tag, ` name="${controlOf("label", medium)}" toName="${medium}"`, "Label", names);
}

function textArea(medium: Medium, more = ""): string {
  return `<TextArea name="${controlOf("text", medium)}" toName="${medium}"${more}/>`;
}

function listed(tag: string, attributes: string, member: string, names: readonly string[]): string {
  const members = names.map((name) => `    <${member} value="${quoted(name)}"/>\n`).join("");
  return `<${tag}${attributes}>\n${members}  </${tag}>`;
}

function quoted(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll('"', "&quot;")
    .replace(/[\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`);
}
