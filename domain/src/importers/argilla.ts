import { timesOf } from "./answer-times.ts";
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
import { isJsonObject, type JsonObject, most, numberAt, objectAt, textAt } from "./json-value.ts";

/**
 * Records of Argilla 2, as `dataset.records.to_json` writes them: `fields`, `responses` and `suggestions` by question. One question is read, the
 * first that has an answer; the others are named as lost. Offsets of spans count code points. Source: docs.argilla.io, "Import and export".
 */
export const argilla: Importer = {
  name: "argilla",
  aliases: [],
  types: [
    "text_classification",
    "multilabel_classification",
    "named_entity_recognition",
    "rating",
    "text_generation",
  ],
  async read(folder, wanted) {
    const lines = await linesOf(folder, "argilla");
    const said = validOf(lines).flatMap((record) => saidOf(record));
    const [question] = said;
    if (question === undefined) throw new ImportFault("argilla", "no record has a response or a suggestion");
    const values = said.filter(({ name }) => name === question.name).map(({ value }) => value);
    const type = typeToRead(argilla, wanted, typeFound(values));
    return {
      annotation_type: type,
      labels: type === "text_generation" || type === "rating" ? [] : [...new Set(values.flatMap(namesIn))],
      type_options:
        type === "rating"
          ? { scales: [{ name: question.name, min: 0, max: most(10, values.map(Number)) }] }
          : {},
      items: () => itemsOfLines(lines, (at, fields) => itemOf(at, fields, question.name, type)),
    } satisfies ForeignDataset;
  },
};

interface Said {
  readonly name: string;
  readonly value: unknown;
}

function saidOf({ responses, suggestions }: JsonObject): Said[] {
  const answered = Object.entries(isJsonObject(responses) ? responses : {}).flatMap(([name, list]) =>
    (Array.isArray(list) ? list : []).filter(isJsonObject).map(({ value }) => ({ name, value })),
  );
  const suggested = Object.entries(isJsonObject(suggestions) ? suggestions : {}).flatMap(([name, one]) =>
    isJsonObject(one) ? [{ name, value: one.value }] : [],
  );
  return [...answered, ...suggested];
}

function typeFound(values: readonly unknown[]): string {
  const value = values.find((one) => !Array.isArray(one) || one.length > 0) ?? [];
  if (typeof value === "number") return "rating";
  if (typeof value === "string") return new Set(values).size > 50 ? "text_generation" : "text_classification";
  return Array.isArray(value) && isJsonObject(value[0])
    ? "named_entity_recognition"
    : "multilabel_classification";
}

function namesIn(value: unknown): string[] {
  const names = (Array.isArray(value) ? value : [value]).map((one) => (isJsonObject(one) ? one.label : one));
  return names.filter((name) => typeof name === "string");
}

function itemOf(at: string, record: JsonObject, question: string, type: string): ForeignItem {
  const fields = objectAt(`${at}: fields`, record.fields);
  const [name = "", ...others] = Object.keys(fields).filter((key) => typeof fields[key] === "string");
  const lost = new Set(
    saidOf(record).flatMap((said) => (said.name === question ? [] : [`question ${said.name}`])),
  );
  const responses = isJsonObject(record.responses) ? record.responses[question] : undefined;
  const answers = (Array.isArray(responses) ? responses : []).flatMap((value, index): ForeignAnswer[] => {
    const place = `${at}: responses.${question}[${index}]`;
    const response = objectAt(place, value);
    const { user_id, status = "submitted", updated_at, inserted_at } = response;
    if (status !== "submitted") {
      lost.add(`responses with the status ${status}`);
      return [];
    }
    const annotator = typeof user_id === "string" ? user_id : null;
    const said = { annotator, ...timesOf({ at: updated_at ?? inserted_at }, lost) };
    return [answerOf(resultOf(`${place}.value`, response.value, question, type), said)];
  });
  const suggestion = isJsonObject(record.suggestions) ? record.suggestions[question] : undefined;
  const predictions = isJsonObject(suggestion)
    ? [predictionOf(`${at}: suggestions.${question}`, suggestion, question, type)]
    : [];
  return {
    at,
    media: null,
    text: textAt(`${at}: fields.${name}`, fields[name]),
    external_id: record.id === undefined || record.id === null ? null : String(record.id),
    metadata: {
      ...(isJsonObject(record.metadata) ? record.metadata : {}),
      ...Object.fromEntries(others.map((key) => [key, fields[key]])),
    },
    answers: [...answers, ...predictions],
    lost: [...lost],
  };
}

function predictionOf(
  at: string,
  { value, agent, score }: JsonObject,
  question: string,
  type: string,
): ForeignAnswer {
  return answerOf(resultOf(`${at}.value`, value, question, type), {
    model: typeof agent === "string" && agent !== "" ? agent : "argilla",
    score: typeof score === "number" && score >= 0 && score <= 1 ? score : null,
  });
}

function resultOf(at: string, value: unknown, question: string, type: string): unknown {
  const list = Array.isArray(value) ? value : [value];
  switch (type) {
    case "rating":
      return { ratings: { [question]: numberAt(at, value) } };
    case "text_generation":
      return { text: textAt(at, value) };
    case "multilabel_classification":
      return { labels: list.map((one, index) => textAt(`${at}[${index}]`, one)) };
    case "named_entity_recognition":
      return {
        spans: list.map((one, index) => {
          const span = objectAt(`${at}[${index}]`, one);
          return {
            start: numberAt(`${at}[${index}].start`, span.start),
            end: numberAt(`${at}[${index}].end`, span.end),
            label: textAt(`${at}[${index}].label`, span.label),
          };
        }),
      };
    default:
      return { label: textAt(at, value) };
  }
}
