import { findAnnotationType } from "../types/registry.ts";
import {
  type ForeignDataset,
  type ForeignFault,
  type ForeignItem,
  type Importer,
  ImportFault,
  typeToRead,
} from "./importer.ts";
import { isJsonObject, type JsonObject } from "./json-value.ts";
import { labelsIn, typeOfResult } from "./result-type.ts";
import { columnsOf, isOurs, type Shape, shapeOf } from "./table-columns.ts";
import { type GivenTable, itemsOfTable, type TableReading } from "./table-items.ts";

type Items = () => AsyncIterable<ForeignItem | ForeignFault>;

/** What a shape of answers is for files, and for texts; null where the answers themselves tell. */
const TYPES: Readonly<Record<Shape, readonly [string | null, string | null]>> = {
  answers: [null, null],
  result: [null, null],
  tokens: ["named_entity_recognition", "named_entity_recognition"],
  objects: ["object_detection", "object_detection"],
  corners: ["object_detection", "object_detection"],
  boxes: ["object_detection", "object_detection"],
  masks: ["semantic_segmentation", "semantic_segmentation"],
  points: [null, null],
  stretches: ["audio_segmentation", "named_entity_recognition"],
  ratings: ["rating", "rating"],
  ranks: ["ranking", "ranking"],
  labels: ["multilabel_classification", "multilabel_classification"],
  transcript: ["transcription", "transcription"],
  generated_text: ["text_generation", "text_generation"],
  label: ["image_classification", "text_classification"],
};

/** The annotation types that tables can hold. */
export const TABLE_TYPES: readonly string[] = [
  ...new Set(
    [...Object.values(TYPES).flat(), "polygon", "keypoint", "ranking"].filter((type) => type !== null),
  ),
];

/** The dataset of tables; their rows are read as often as needed. Throws an ImportFault. */
export async function readTables(
  importer: Pick<Importer, "name" | "types">,
  given: readonly GivenTable[],
  wanted: string | undefined,
  named: Readonly<Record<string, string>> | undefined,
): Promise<ForeignDataset> {
  const readings = given.map((each): TableReading => {
    const columns = columnsOf(each.table.path, each.table.columns, named);
    return { ...each, columns, shape: shapeOf(columns), isOurs: isOurs(each.table.columns) };
  });
  const items = () => itemsOfAll(readings);
  const type = typeToRead(importer, wanted, wanted ?? (await typeFound(importer.name, readings, items)));
  return { annotation_type: type, ...(await namesOf(type, readings, items)), items };
}

async function* itemsOfAll(readings: readonly TableReading[]): AsyncGenerator<ForeignItem | ForeignFault> {
  const names = new Set<string>();
  for (const reading of readings) yield* itemsOfTable(reading, names);
}

async function typeFound(name: string, readings: readonly TableReading[], items: Items): Promise<string> {
  for await (const item of items()) {
    const found = "fault" in item ? undefined : typeOf(item, readings[0]);
    if (found !== undefined) return found;
  }
  throw new ImportFault(name, "no row has an answer that tells the annotation type: name it with --type");
}

/** The type that the columns tell, or the item's answer; undefined if neither does. */
function typeOf({ media, answers }: ForeignItem, reading: TableReading | undefined): string | undefined {
  const isText = media === null;
  const { shape, columns } = reading ?? { shape: undefined, columns: {} };
  const known = TYPES[shape ?? "label"][Number(isText)];
  if (known !== null && known !== undefined) return known;
  const found = typeOfResult(answers[0]?.result, isText);
  if (found !== "transcription" && found !== "text_generation") return found;
  if (columns.generated_text !== undefined) return "text_generation";
  return columns.transcript === undefined ? found : "transcription";
}

/** The labels and options of the type: from the classes where the dataset names them, else from all answers. */
async function namesOf(
  name: string,
  readings: readonly TableReading[],
  items: Items,
): Promise<Pick<ForeignDataset, "labels" | "type_options">> {
  const classes = readings.flatMap((reading) => classesOf(reading));
  if (classes.length > 0) return { labels: [...new Set(classes)], type_options: {} };
  const type = findAnnotationType(name);
  const labels = new Set<string>();
  const options = createOptions();
  for await (const item of items()) {
    if ("fault" in item) continue;
    for (const { result } of item.answers) {
      for (const label of labelsIn(type, result)) labels.add(label);
      options.add(name, result);
    }
  }
  return { labels: [...labels], type_options: options.found(name) };
}

/** The classes of the column that is the answer, without the `B-` and `I-` of tags. */
function classesOf({ columns, shape, classes }: TableReading): string[] {
  const column =
    shape === "tokens"
      ? columns.tags
      : shape === "labels" || shape === "objects"
        ? columns[shape]
        : columns.label;
  const names = classes.get(column ?? "") ?? [];
  return shape === "tokens" ? names.flatMap((name) => /^[BIES]-(.+)$/s.exec(name)?.[1] ?? []) : [...names];
}

/** Collects the options that answers need: the names of keypoints, or the scales of ratings with all their values. */
function createOptions() {
  const keypoints = new Set<string>();
  const scales = new Map<string, { min: number; max: number }>();
  const rate = (name: string, value: unknown) => {
    const { min, max } = scales.get(name) ?? { min: 1, max: 5 };
    const number = typeof value === "number" ? value : min;
    scales.set(name, { min: Math.min(min, number), max: Math.max(max, number) });
  };
  return {
    add(type: string, result: unknown): void {
      if (!isJsonObject(result)) return;
      if (type === "keypoint") for (const name of pointNames(result)) keypoints.add(name);
      if (type !== "rating" || !isJsonObject(result.ratings)) return;
      for (const [name, value] of Object.entries(result.ratings)) rate(name, value);
    },
    found(type: string): JsonObject {
      if (type === "keypoint") return { keypoints: [...keypoints] };
      return type === "rating" ? { scales: [...scales].map(([name, range]) => ({ name, ...range })) } : {};
    },
  };
}

function pointNames({ objects }: JsonObject): string[] {
  return (Array.isArray(objects) ? objects : []).flatMap((object) =>
    isJsonObject(object) && isJsonObject(object.points) ? Object.keys(object.points) : [],
  );
}
