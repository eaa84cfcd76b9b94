import { answerOf, type ForeignDataset, type ForeignItem, type Importer, typeToRead } from "./importer.ts";
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
import { namesOfDataset } from "./relation-types.ts";

const KNOWN = new Set(["id", "text", "data", "label", "labels", "entities", "relations", "cats", "Comments"]);

/**
 * doccano's JSONL: spans as `label: [[start, end, name]]` or as `entities` with `relations`, classes as `label: [name]`, and texts. Offsets
 * count code points. Source: doccano.github.io/doccano, "Export dataset".
 */
export const doccano: Importer = {
  name: "doccano",
  aliases: ["doccano_jsonl"],
  types: ["named_entity_recognition", "text_classification", "multilabel_classification", "text_generation"],
  async read(folder, wanted) {
    const lines = await linesOf(folder, "doccano");
    const valid = validOf(lines);
    const type = typeToRead(doccano, wanted, typeFound(valid));
    return {
      annotation_type: type,
      ...namesOfDataset(
        type === "text_generation" ? [] : valid.flatMap(namesIn),
        type === "named_entity_recognition" ? valid.flatMap(relationNamesIn) : [],
      ),
      type_options: {},
      items: () => itemsOfLines(lines, (at, fields) => itemOf(at, fields, type)),
    } satisfies ForeignDataset;
  },
};

function labelsIn({ label, labels }: JsonObject): readonly unknown[] {
  const value = label ?? labels;
  return Array.isArray(value) ? value : typeof value === "string" ? [value] : [];
}

function typeFound(lines: readonly JsonObject[]): string {
  const isSpans = (line: JsonObject) =>
    Array.isArray(line.entities) || labelsIn(line).some((one) => Array.isArray(one));
  if (lines.some(isSpans)) return "named_entity_recognition";
  return lines.some((line) => labelsIn(line).length > 1)
    ? "multilabel_classification"
    : "text_classification";
}

function namesIn(line: JsonObject): string[] {
  const entities = Array.isArray(line.entities) ? line.entities : [];
  const ofEntities = entities.map((entity) => (isJsonObject(entity) ? entity.label : undefined));
  const ofLabels = labelsIn(line).map((label) => (Array.isArray(label) ? label[2] : label));
  return [...ofEntities, ...ofLabels].filter((name) => typeof name === "string");
}

function relationNamesIn({ relations }: JsonObject): string[] {
  return (Array.isArray(relations) ? relations : [])
    .map((relation) => (isJsonObject(relation) ? relation.type : undefined))
    .filter((name) => typeof name === "string");
}

function itemOf(at: string, line: JsonObject, type: string): ForeignItem {
  const text = textAt(`${at}: text`, line.text ?? line.data);
  const result = resultOf(at, line, type);
  const metadata = Object.fromEntries(Object.entries(line).filter(([name]) => !KNOWN.has(name)));
  return {
    at,
    media: null,
    text,
    external_id: line.id === undefined ? null : String(line.id),
    metadata,
    answers: result === undefined ? [] : [answerOf(result)],
    lost: optionalList(`${at}: Comments`, line.Comments).length > 0 ? ["comments"] : [],
  };
}

/** Undefined if nobody has answered and the type needs an answer. */
function resultOf(at: string, line: JsonObject, type: string): unknown {
  const labels = labelsIn(line);
  switch (type) {
    case "named_entity_recognition":
      return Array.isArray(line.entities)
        ? entitiesOf(at, line)
        : { spans: labels.map((label, index) => spanOf(`${at}: label[${index}]`, label)) };
    case "multilabel_classification":
      return { labels: labels.map((label, index) => textAt(`${at}: label[${index}]`, label)) };
    case "text_generation":
      return labels.length === 0 ? undefined : { text: textAt(`${at}: label[0]`, labels[0]) };
    default:
      return labels.length === 0 ? undefined : { label: textAt(`${at}: label[0]`, labels[0]) };
  }
}

function spanOf(at: string, value: unknown): object {
  const [start, end, label] = listAt(at, value);
  return {
    start: numberAt(`${at}[0]`, start),
    end: numberAt(`${at}[1]`, end),
    label: textAt(`${at}[2]`, label),
  };
}

function entitiesOf(at: string, line: JsonObject): object {
  const places = new Map<unknown, number>();
  const spans = listAt(`${at}: entities`, line.entities).map((value, index) => {
    const place = `${at}: entities[${index}]`;
    const entity = objectAt(place, value);
    places.set(entity.id, index);
    return {
      start: numberAt(`${place}.start_offset`, entity.start_offset),
      end: numberAt(`${place}.end_offset`, entity.end_offset),
      label: textAt(`${place}.label`, entity.label),
    };
  });
  const relations = optionalList(`${at}: relations`, line.relations).flatMap((value, index) => {
    const relation = objectAt(`${at}: relations[${index}]`, value);
    const [from, to] = [places.get(relation.from_id), places.get(relation.to_id)];
    return from === undefined || to === undefined
      ? []
      : [{ from, to, label: textAt(`${at}: relations[${index}].type`, relation.type) }];
  });
  return { spans, ...(relations.length > 0 ? { relations } : {}) };
}
