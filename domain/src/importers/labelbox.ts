import { fileNameIn } from "./addresses.ts";
import { timesOf } from "./answer-times.ts";
import { toCodePoints } from "./code-point-offsets.ts";
import {
  answerOf,
  type ForeignAnswer,
  type ForeignDataset,
  type ForeignItem,
  type Importer,
  ImportFault,
  typeToRead,
} from "./importer.ts";
import { itemsOfLines, linesOf, validOf } from "./json-lines.ts";
import {
  isJsonObject,
  type JsonObject,
  listAt,
  numberAt,
  objectAt,
  optionalList,
  textAt,
} from "./json-value.ts";

const KIND_OF_TYPE: Readonly<Record<string, string>> = {
  object_detection: "bounding_box",
  polygon: "polygon",
  named_entity_recognition: "location",
};

/**
 * Labelbox's export v2, a line of NDJSON for each data row: boxes, polygons, spans of texts and a class for the whole row, of every
 * labeler. Masks are addresses that expire, and are named as lost. Source: docs.labelbox.com/reference/label-export.
 */
export const labelbox: Importer = {
  name: "labelbox",
  aliases: ["labelbox_ndjson"],
  types: [...Object.keys(KIND_OF_TYPE), "image_classification", "text_classification"],
  async read(folder, wanted) {
    const lines = await linesOf(folder, "labelbox");
    const rows = validOf(lines);
    const labels = rows.flatMap((row) => labelsOf(row).map(({ fields }) => annotationsOf(fields)));
    const objects = labels.flatMap((one) => one.objects).filter(isJsonObject);
    const type = typeToRead(labelbox, wanted, typeFound(rows, objects));
    const answers = labels
      .flatMap((one) => one.classifications)
      .filter(isJsonObject)
      .map(choiceOf);
    const names = type in KIND_OF_TYPE ? objects.map(({ name }) => name) : answers;
    return {
      annotation_type: type,
      labels: [...new Set(names.filter((name) => typeof name === "string"))],
      type_options: {},
      items: () => itemsOfLines(lines, (at, fields) => itemOf(at, fields, type)),
    } satisfies ForeignDataset;
  },
};

function typeFound(rows: readonly JsonObject[], objects: readonly JsonObject[]): string {
  const found = Object.keys(KIND_OF_TYPE).find((type) =>
    objects.some(
      (object) =>
        isJsonObject(object[KIND_OF_TYPE[type] ?? ""]) || Array.isArray(object[KIND_OF_TYPE[type] ?? ""]),
    ),
  );
  if (found !== undefined) return found;
  const [row] = rows;
  const media = isJsonObject(row?.media_attributes) ? row.media_attributes.mime_type : undefined;
  return String(media).startsWith("text/") ? "text_classification" : "image_classification";
}

/** The labels of all projects. */
function labelsOf({ projects }: JsonObject): { readonly project: string; readonly fields: JsonObject }[] {
  return Object.entries(isJsonObject(projects) ? projects : {}).flatMap(([project, value]) => {
    const labels = isJsonObject(value) && Array.isArray(value.labels) ? value.labels : [];
    return labels.filter(isJsonObject).map((fields) => ({ project, fields }));
  });
}

function annotationsOf({ annotations }: JsonObject): {
  readonly objects: readonly unknown[];
  readonly classifications: readonly unknown[];
} {
  const { objects, classifications } = isJsonObject(annotations) ? annotations : {};
  return {
    objects: Array.isArray(objects) ? objects : [],
    classifications: Array.isArray(classifications) ? classifications : [],
  };
}

function choiceOf({ radio_answer }: JsonObject): unknown {
  return isJsonObject(radio_answer) ? (radio_answer.name ?? radio_answer.value) : undefined;
}

function itemOf(at: string, row: JsonObject, type: string): ForeignItem {
  const data = objectAt(`${at}: data_row`, row.data_row);
  const source = textAt(`${at}: data_row.row_data`, data.row_data);
  const isText = type === "named_entity_recognition" || type === "text_classification";
  if (isText && /^https?:\/\/\S+$/.test(source))
    throw new ImportFault(
      `${at}: data_row.row_data`,
      "is the address of a text; export the texts themselves",
    );
  const external = data.external_id ?? data.global_key;
  const name = typeof external === "string" ? external : fileNameIn(source);
  const lost = new Set<string>();
  return {
    at,
    media: isText ? null : name,
    text: isText ? source : null,
    external_id: typeof external === "string" ? external : null,
    metadata: metadataOf(row),
    answers: labelsOf(row).flatMap(({ project, fields }) =>
      answersOf(`${at}: projects.${project}`, fields, { type, text: source, lost }),
    ),
    lost: [...lost],
  };
}

function metadataOf({ metadata_fields }: JsonObject): JsonObject {
  const fields = (Array.isArray(metadata_fields) ? metadata_fields : []).filter(isJsonObject);
  return Object.fromEntries(fields.map(({ schema_name, value }) => [String(schema_name), value]));
}

interface Context {
  readonly type: string;
  readonly text: string;
  readonly lost: Set<string>;
}

function answersOf(at: string, label: JsonObject, context: Context): ForeignAnswer[] {
  const details = isJsonObject(label.label_details) ? label.label_details : {};
  const performance = isJsonObject(label.performance_details) ? label.performance_details : {};
  const said = {
    annotator: typeof details.created_by === "string" ? details.created_by : null,
    ...timesOf({ at: details.created_at, seconds: performance.seconds_to_create }, context.lost),
  };
  const { objects, classifications } = annotationsOf(label);
  const kind = KIND_OF_TYPE[context.type];
  if (kind === undefined) {
    const [answer, ...others] = classifications.filter(isJsonObject).map(choiceOf);
    if (objects.length > 0) context.lost.add("objects");
    if (others.length > 0) context.lost.add("further classifications");
    return typeof answer === "string" ? [answerOf({ label: answer }, said)] : [];
  }
  if (classifications.length > 0) context.lost.add("classifications");
  const found = objects.flatMap((value, index) =>
    objectOf(`${at}.objects[${index}]`, objectAt(`${at}.objects[${index}]`, value), kind, context),
  );
  return [answerOf(kind === "location" ? { spans: found } : { objects: found }, said)];
}

function objectOf(at: string, object: JsonObject, kind: string, { text, lost }: Context): object[] {
  const value = object[kind];
  if (value === undefined) {
    lost.add(`objects of kind ${object.annotation_kind ?? "unknown"}`);
    return [];
  }
  if (optionalList(`${at}.classifications`, object.classifications).length > 0)
    lost.add("classifications of objects");
  const label = textAt(`${at}.name`, object.name);
  if (kind === "polygon")
    return [
      {
        label,
        points: listAt(`${at}.polygon`, value).map((point, index) =>
          pointOf(`${at}.polygon[${index}]`, point),
        ),
      },
    ];
  const shape = objectAt(`${at}.${kind}`, value);
  const number = (name: string) => numberAt(`${at}.${kind}.${name}`, shape[name]);
  if (kind === "bounding_box")
    return [
      {
        label,
        bbox: { x: number("left"), y: number("top"), width: number("width"), height: number("height") },
      },
    ];
  const offset = toCodePoints(text);
  return [{ label, start: offset(number("start")), end: offset(number("end") + 1) }]; // its end is the last character
}

function pointOf(at: string, value: unknown): [number, number] {
  const point = objectAt(at, value);
  return [numberAt(`${at}.x`, point.x), numberAt(`${at}.y`, point.y)];
}
