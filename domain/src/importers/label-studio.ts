import { timesOf } from "./answer-times.ts";
import {
  answerOf,
  type Folder,
  type ForeignAnswer,
  type ForeignDataset,
  type ForeignFault,
  type ForeignItem,
  type Importer,
  ImportFault,
  partOf,
  typeToRead,
} from "./importer.ts";
import { isJsonObject, type JsonObject, most, objectAt, optionalList, parseJson } from "./json-value.ts";
import { readSettings, type Settings } from "./label-studio-config.ts";
import { keypointNames } from "./label-studio-points.ts";
import { type Context, choicesOf, labelsOf, type Pair, valueIn } from "./label-studio-region.ts";
import { resultOf, scaleOf } from "./label-studio-regions.ts";
import { sourceOf } from "./label-studio-source.ts";
import { namesOfDataset } from "./relation-types.ts";
import { createMaskMaker } from "./runs.ts";

/** The type of a region, with the annotation type that it stands for; the first that occurs decides. */
const TYPE_OF_REGION: Readonly<Record<string, string>> = {
  keypointlabels: "keypoint",
  rectanglelabels: "object_detection",
  polygonlabels: "polygon",
  brushlabels: "semantic_segmentation",
  labels: "named_entity_recognition",
  hypertextlabels: "named_entity_recognition",
  choices: "text_classification",
  textarea: "transcription",
  rating: "rating",
  number: "rating",
  ranker: "ranking",
  pairwise: "ranking",
};

/** A task, and the key of `data` that is annotated. */
interface Task {
  readonly at: string;
  readonly fields: JsonObject;
}

/**
 * The tasks of Label Studio's JSON export, with all annotations and predictions: boxes, polygons, brush masks, keypoints, spans and relations of
 * texts, segments of recordings, choices, texts, rankings, ratings by stars and by numbers; images, recordings, texts and dialogues. Coordinates there are percents of the image, and offsets of texts count code
 * points, as here. Source: labelstud.io/guide/task_format and labelstud.io/guide/export.
 */
export const labelStudio: Importer = {
  name: "label_studio",
  aliases: ["label_studio_json"],
  types: [
    ...["object_detection", "polygon", "semantic_segmentation", "keypoint"],
    ...["named_entity_recognition", "audio_segmentation", "transcription"],
    ...["text_classification", "image_classification", "multilabel_classification"],
    ...["text_generation", "ranking", "rating"],
  ],
  async read(folder, wanted) {
    const tasks = await tasksIn(folder);
    const settings = await readSettings(folder);
    const regions = tasks.flatMap(({ fields }) => regionsOfAll(fields));
    const type = typeToRead(labelStudio, wanted, wanted ?? typeFound(tasks, regions, settings));
    const project = settings?.projectOf(type);
    const named = (project?.labels ?? []).map(({ name }) => name);
    return {
      annotation_type: type,
      ...namesOfDataset(
        [...named, ...labelsUsed(type, regions)],
        type === "named_entity_recognition"
          ? [...(settings?.relations ?? []), ...relationNames(regions)]
          : [],
      ),
      type_options: optionsOf(type, regions, settings),
      ...(project === undefined ? {} : { project }),
      items: () => itemsOf(tasks, { type, pair: pairOf(regions, settings) }),
    } satisfies ForeignDataset;
  },
};

async function tasksIn(folder: Folder): Promise<readonly Task[]> {
  const tasks: Task[] = [];
  for (const path of folder.paths.filter((name) => name.toLowerCase().endsWith(".json"))) {
    const value = parseJson(path, await folder.text(path));
    for (const [index, task] of (Array.isArray(value) ? value : [value]).entries()) {
      const at = `${path}: [${index}]`;
      if (isJsonObject(task) && isJsonObject(task.data)) tasks.push({ at, fields: task });
    }
  }
  if (tasks.length > 0) return tasks;
  throw new ImportFault("label_studio", "no .json file has a list of tasks with `data`");
}

function labelsUsed(type: string, regions: readonly JsonObject[]): readonly string[] {
  if (type === "keypoint") return keypointNames(regions).labels;
  const kind = TYPE_OF_REGION[kindOf(type)];
  return regions.filter((region) => TYPE_OF_REGION[String(region.type)] === kind).flatMap(labelsOf);
}

/** A relation without a label is called "related", as in its answer. */
function relationNames(regions: readonly JsonObject[]): string[] {
  return regions
    .filter(({ type }) => type === "relation")
    .map(({ labels }) => (Array.isArray(labels) ? labels[0] : undefined) ?? "related")
    .filter((name) => typeof name === "string");
}

function optionsOf(type: string, regions: readonly JsonObject[], settings: Settings | undefined): JsonObject {
  if (type === "rating") return ratingOptions(regions, settings);
  if (type !== "keypoint") return {};
  const names = [...(settings?.keypoints ?? []), ...keypointNames(regions).keypoints];
  return { keypoints: [...new Set(names)] };
}

/** The regions of all annotations and predictions, where they have the right form. */
function regionsOfAll({ annotations, completions, predictions }: JsonObject): JsonObject[] {
  const all = [annotations, completions, predictions].flatMap((list) => (Array.isArray(list) ? list : []));
  const results = all.flatMap((one) => (isJsonObject(one) && Array.isArray(one.result) ? one.result : []));
  return results.filter(isJsonObject);
}

/** The type of the regions of an annotation type. */
function kindOf(type: string): string {
  if (type === "audio_segmentation") return "labels";
  if (type.endsWith("classification")) return "choices";
  if (type === "text_generation") return "textarea";
  return Object.keys(TYPE_OF_REGION).find((kind) => TYPE_OF_REGION[kind] === type) ?? type;
}

function typeFound(
  tasks: readonly Task[],
  regions: readonly JsonObject[],
  settings: Settings | undefined,
): string {
  const found = typeOfRegions(tasks, regions);
  if (found === undefined && settings?.type !== undefined) return settings.type;
  if (found === undefined)
    throw new ImportFault(
      "label_studio",
      `no region is of a type that can be read: ${Object.keys(TYPE_OF_REGION).join(", ")}`,
    );
  const isChoice = found === "text_classification" || found === "image_classification";
  return isChoice && settings?.isMany === true ? "multilabel_classification" : found;
}

function typeOfRegions(tasks: readonly Task[], regions: readonly JsonObject[]): string | undefined {
  const kinds = new Set(regions.map(({ type }) => type));
  const kind = Object.keys(TYPE_OF_REGION).find((name) => kinds.has(name));
  const found = kind === undefined ? undefined : TYPE_OF_REGION[kind];
  if (found === undefined) return undefined;
  const data = objectAt("data", tasks[0]?.fields.data);
  const isText = kind === "hypertextlabels" || typeof data.text === "string";
  if (found === "named_entity_recognition" && !isText) return "audio_segmentation";
  if (found === "transcription" && (isText || !hasFile(data))) return "text_generation";
  if (found !== "text_classification") return found;
  const isMany = regions.some((region) => region.type === "choices" && choicesOf(region).length > 1);
  if (isMany) return "multilabel_classification";
  return typeof data.image === "string" ? "image_classification" : "text_classification";
}

function hasFile(data: JsonObject): boolean {
  return ["image", "audio", "ocr", "url"].some((key) => typeof data[key] === "string");
}

function ratingOptions(regions: readonly JsonObject[], settings: Settings | undefined): JsonObject {
  if (settings?.type_options.scales !== undefined) return settings.type_options;
  const rated = regions.filter(({ type }) => type === "rating" || type === "number");
  const byScale = Map.groupBy(rated, scaleOf);
  return {
    scales: [...byScale].map(([name, given]) => {
      const values = given.map((region) => Number(valueIn(region)[String(region.type)]));
      const decimals = most(
        0,
        values.map((value) => String(value).split(".")[1]?.length ?? 0),
      );
      const least = -most(
        -1,
        values.map((value) => -value),
      );
      const step = decimals > 0 ? { step: 10 ** -Math.min(decimals, MOST_DECIMALS) } : {};
      return { name, min: Math.floor(least), max: Math.ceil(most(5, values)), ...step };
    }),
  };
}

/** Of a rating: more are the rounding of a number. */
const MOST_DECIMALS = 6;

type Reading = Pick<Context, "type" | "pair">;

/** What the first `<Pairwise>` compares: the configuration says where its texts come from; without it, their names are keys of `data`. */
function pairOf(regions: readonly JsonObject[], settings: Settings | undefined): Pair | undefined {
  const { to_name } = regions.find(({ type }) => type === "pairwise") ?? {};
  const names = Array.isArray(to_name) ? to_name.map(String) : String(to_name ?? "").split(",");
  const [left = "", right = ""] = names.map((name) => name.trim());
  return settings?.pair ?? (left === "" || right === "" ? undefined : [left, right]);
}

async function* itemsOf(
  tasks: readonly Task[],
  reading: Reading,
): AsyncGenerator<ForeignItem | ForeignFault> {
  for (const { at, fields } of tasks) yield partOf(at, () => itemOf(at, fields, reading));
}

function itemOf(at: string, task: JsonObject, reading: Reading): ForeignItem {
  const data = objectAt(`${at}.data`, task.data);
  const lost = new Set<string>();
  const context = { ...reading, lost, makeMask: createMaskMaker() };
  const answers = optionalList(`${at}.annotations`, task.annotations ?? task.completions).flatMap(
    (value, index) => answersOf(`${at}.annotations[${index}]`, value, context),
  );
  const predictions = optionalList(`${at}.predictions`, task.predictions).flatMap((value, index) =>
    predictionsOf(`${at}.predictions[${index}]`, value, context),
  );
  if (optionalList(`${at}.drafts`, task.drafts).length > 0) lost.add("drafts");
  if (typeof task.comment_count === "number" && task.comment_count > 0) lost.add("comments");
  return {
    at,
    ...sourceOf(at, task, data, reading),
    answers: [...answers, ...predictions],
    lost: [...lost],
  };
}

function answersOf(at: string, value: unknown, context: Context): ForeignAnswer[] {
  const annotation = objectAt(at, value);
  if (annotation.was_cancelled === true) {
    context.lost.add("canceled annotations");
    return [];
  }
  const { completed_by, ground_truth } = annotation;
  for (const review of optionalList(`${at}.reviews`, annotation.reviews))
    context.lost.add(
      isJsonObject(review) && review.accepted === false ? "reviews that reject" : "reviews that accept",
    );
  const person = isJsonObject(completed_by) ? (completed_by.email ?? completed_by.id) : completed_by;
  const result = resultOf(at, annotation, context);
  if (result === undefined) context.lost.add("annotations without a value");
  const said = {
    annotator: person === undefined || person === null ? null : String(person),
    ...(ground_truth === true ? { is_known: true } : {}),
    ...timesOf({ at: annotation.created_at, seconds: annotation.lead_time }, context.lost),
  };
  return result === undefined ? [] : [answerOf(result, said)];
}

function predictionsOf(at: string, value: unknown, context: Context): ForeignAnswer[] {
  const prediction = objectAt(at, value);
  const { score, model_version } = prediction;
  const result = resultOf(at, prediction, context);
  if (result === undefined) {
    context.lost.add("predictions without a value");
    return [];
  }
  const said = {
    model: typeof model_version === "string" && model_version !== "" ? model_version : "label_studio",
    score: typeof score === "number" && score >= 0 && score <= 1 ? score : null,
  };
  return [answerOf(result, said)];
}
