import type { AnnotationType } from "../types/annotation-type.ts";
import { findAnnotationType } from "../types/registry.ts";
import {
  answerOf,
  type ForeignAnswer,
  type ForeignDataset,
  type ForeignItem,
  type Importer,
  ImportFault,
} from "./importer.ts";
import { itemsOfLines, linesOf, validOf } from "./json-lines.ts";
import { isJsonObject, type JsonObject, objectAt } from "./json-value.ts";

/** Our own `dataset.jsonl`: the delivered labels, or every annotator's answers where the export has them. */
export const assayJsonl: Importer = {
  name: "jsonl",
  aliases: ["ndjson", "assay"],
  types: [],
  async read(folder, wanted) {
    const lines = await linesOf(folder, "jsonl");
    if (wanted === undefined)
      throw new ImportFault("jsonl", "a line does not say its annotation type: name it with --type");
    const type = findAnnotationType(wanted);
    if (type === undefined) throw new ImportFault("jsonl", `there is no annotation type ${wanted}`);
    const results = validOf(lines).flatMap(({ result }) => (isJsonObject(result) ? [result] : []));
    return {
      annotation_type: type.name,
      labels: [...new Set(results.flatMap((result) => labelsIn(type, result)))],
      type_options: {},
      items: () => itemsOfLines(lines, itemOf),
    } satisfies ForeignDataset;
  },
};

function labelsIn(type: AnnotationType, result: unknown): readonly string[] {
  try {
    return type.labels(result);
  } catch (thrown) {
    if (thrown instanceof TypeError) return []; // of another type: the service names its line
    throw thrown;
  }
}

function itemOf(at: string, line: JsonObject): ForeignItem {
  const file = isJsonObject(line.file) ? line.file : {};
  const given = Array.isArray(line.answers) ? line.answers : [];
  const answers = given.map((value, index): ForeignAnswer => {
    const answer = objectAt(`${at}: answers[${index}]`, value);
    return answerOf(answer.result, {
      annotator: typeof answer.annotator === "string" ? answer.annotator : null,
      created_at: typeof answer.created_at === "string" ? answer.created_at : null,
    });
  });
  const delivered = line.result === null || line.result === undefined ? [] : [answerOf(line.result)];
  const text = typeof line.text === "string" ? line.text : null;
  if (text === null && typeof file.filename !== "string")
    throw new ImportFault(at, "has neither text nor file.filename");
  return {
    at,
    media: text === null ? String(file.filename) : null,
    text,
    external_id:
      typeof line.external_id === "string" ? line.external_id : typeof line.id === "string" ? line.id : null,
    metadata: isJsonObject(line.metadata) ? line.metadata : {},
    answers: answers.length > 0 ? answers : delivered,
    lost: line.conversation === null || line.conversation === undefined ? [] : ["conversation"],
  };
}
