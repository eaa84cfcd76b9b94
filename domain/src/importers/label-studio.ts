import { decoded, fileNameIn } from "./addresses.ts";
import { timesOf } from "./answer-times.ts";
import {
  answerOf,
  type ForeignAnswer,
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
  most,
  objectAt,
  optionalList,
  parseJson,
  textAt,
} from "./json-value.ts";
import { readSettings, type Settings } from "./label-studio-config.ts";
import { type Context, choicesOf, labelsOf, resultOf, valueIn } from "./label-studio-regions.ts";

/** The type of a region, with the annotation type that it stands for; the first that occurs decides. */
const TYPE_OF_REGION: Readonly<Record<string, string>> = {
  rectanglelabels: "object_detection",
  polygonlabels: "polygon",
  brushlabels: "semantic_segmentation",
  labels: "named_entity_recognition",
  hypertextlabels: "named_entity_recognition",
  choices: "text_classification",
  textarea: "transcription",
  rating: "rating",
};

/** A task, and the key of `data` that is annotated. */
interface Task {
  readonly at: string;
  readonly fields: JsonObject;
}

/**
 * The tasks of Label Studio's JSON export, with all annotations and predictions: boxes, polygons, brush masks, spans and relations of
 * texts, segments of recordings, choices, texts and ratings. Coordinates there are percents of the image, and offsets of texts count code
 * points, as here. Source: labelstud.io/guide/task_format and labelstud.io/guide/export.
 */
export const labelStudio: Importer = {
  name: "label_studio",
  aliases: ["label_studio_json"],
  types: [
    ...[
      "object_detection",
      "polygon",
      "semantic_segmentation",
      "named_entity_recognition",
      "audio_segmentation",
    ],
    ...[
      "text_classification",
      "image_classification",
      "multilabel_classification",
      "transcription",
      "text_generation",
      "rating",
    ],
  ],
  async read(folder, wanted) {
    const tasks: Task[] = [];
    for (const path of folder.paths.filter((name) => name.toLowerCase().endsWith(".json"))) {
      const value = parseJson(path, await folder.text(path));
      for (const [index, task] of (Array.isArray(value) ? value : [value]).entries()) {
        const at = `${path}: [${index}]`;
        if (isJsonObject(task) && isJsonObject(task.data)) tasks.push({ at, fields: task });
      }
    }
    if (tasks.length === 0)
      throw new ImportFault("label_studio", "no .json file has a list of tasks with `data`");
    const settings = await readSettings(folder);
    const regions = tasks.flatMap(({ fields }) => regionsOfAll(fields));
    const type = typeToRead(labelStudio, wanted, wanted ?? typeFound(tasks, regions, settings));
    const project = settings?.projectOf(type);
    const named = (project?.labels ?? []).map(({ name }) => name);
    const used = regions.filter(
      (region) => TYPE_OF_REGION[String(region.type)] === TYPE_OF_REGION[kindOf(type)],
    );
    return {
      annotation_type: type,
      labels: [...new Set([...named, ...used.flatMap(labelsOf)])],
      type_options: type === "rating" ? ratingOptions(regions, settings) : {},
      ...(project === undefined ? {} : { project }),
      items: () => itemsOf(tasks, type),
    } satisfies ForeignDataset;
  },
};

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
  if (found !== "text_classification") return found;
  const isMany = regions.some((region) => region.type === "choices" && choicesOf(region).length > 1);
  if (isMany) return "multilabel_classification";
  return typeof data.image === "string" ? "image_classification" : "text_classification";
}

function ratingOptions(regions: readonly JsonObject[], settings: Settings | undefined): JsonObject {
  if (settings?.type === "rating") return settings.type_options;
  const rated = regions.filter(({ type }) => type === "rating");
  const names = [...new Set(rated.map(({ from_name }) => String(from_name)))];
  const valuesOf = (name: string) =>
    rated.filter((one) => String(one.from_name) === name).map((one) => Number(valueIn(one).rating));
  return { scales: names.map((name) => ({ name, min: 1, max: most(5, valuesOf(name)) })) };
}

async function* itemsOf(tasks: readonly Task[], type: string): AsyncGenerator<ForeignItem | ForeignFault> {
  for (const { at, fields } of tasks) yield partOf(at, () => itemOf(at, fields, type));
}

const TEXT_TYPES = new Set(["named_entity_recognition", "text_classification"]);

function itemOf(at: string, task: JsonObject, type: string): ForeignItem {
  const data = objectAt(`${at}.data`, task.data);
  const [key, source] = sourceOf(at, data, type);
  const isText = key === "text" || (TEXT_TYPES.has(type) && !looksLikeFile(source));
  const lost = new Set<string>();
  const context = { type, lost };
  const answers = optionalList(`${at}.annotations`, task.annotations ?? task.completions).flatMap(
    (value, index) => answersOf(`${at}.annotations[${index}]`, value, context),
  );
  const predictions = optionalList(`${at}.predictions`, task.predictions).map((value, index) =>
    predictionOf(`${at}.predictions[${index}]`, value, context),
  );
  if (optionalList(`${at}.drafts`, task.drafts).length > 0) lost.add("drafts");
  if (typeof task.comment_count === "number" && task.comment_count > 0) lost.add("comments");
  const { [key]: _source, ...metadata } = data;
  return {
    at,
    media: isText ? null : fileOf(source),
    text: isText ? source : null,
    external_id: task.id === undefined ? null : String(task.id),
    metadata: { ...metadata, ...(isJsonObject(task.meta) ? task.meta : {}) },
    answers: [...answers, ...predictions],
    lost: [...lost],
  };
}

/** What is annotated: the member of `data` of the usual name, else its first text. */
function sourceOf(at: string, data: JsonObject, type: string): readonly [string, string] {
  const usual = ["image", "audio", "text", "ocr", "url"].filter((key) => typeof data[key] === "string");
  const wanted = TEXT_TYPES.has(type) ? "text" : usual[0];
  const key =
    wanted !== undefined && typeof data[wanted] === "string"
      ? wanted
      : Object.keys(data).find((name) => typeof data[name] === "string");
  if (key === undefined)
    throw new ImportFault(`${at}.data`, "has no text and no address of an image or recording");
  return [key, textAt(`${at}.data.${key}`, data[key])];
}

function looksLikeFile(source: string): boolean {
  return /^([a-z0-9]+:\/\/|\/data\/)\S+$/i.test(source);
}

/** `/data/upload/1/0a1b2c3d-cat.jpg`, `/data/local-files/?d=cats/cat.jpg`, `s3://bucket/cats/cat.jpg` or a path. */
function fileOf(source: string): string {
  const local = /[?&]d=([^&]+)/.exec(source)?.[1];
  if (local !== undefined) return decoded(local);
  const upload = /^\/data\/upload\/(?:\d+\/)?(?:[0-9a-f]{8}-)?(.+)$/.exec(source)?.[1];
  if (upload !== undefined) return decoded(upload);
  const bucket = /^(?:s3|gs|azure-blob):\/\/[^/]+\/(.+)$/.exec(source)?.[1];
  if (bucket !== undefined) return bucket;
  return /^https?:/.test(source) ? fileNameIn(source) : source;
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
  const said = {
    annotator: person === undefined || person === null ? null : String(person),
    ...(ground_truth === true ? { is_known: true } : {}),
    ...timesOf({ at: annotation.created_at, seconds: annotation.lead_time }, context.lost),
  };
  return result === undefined ? [] : [answerOf(result, said)];
}

function predictionOf(at: string, value: unknown, context: Context): ForeignAnswer {
  const prediction = objectAt(at, value);
  const { score, model_version } = prediction;
  return answerOf(resultOf(at, prediction, context) ?? emptyOf(context.type), {
    model: typeof model_version === "string" && model_version !== "" ? model_version : "label_studio",
    score: typeof score === "number" && score >= 0 && score <= 1 ? score : null,
  });
}

function emptyOf(type: string): unknown {
  if (type === "named_entity_recognition") return { spans: [] };
  return type === "audio_segmentation" ? { segments: [] } : { objects: [] };
}
