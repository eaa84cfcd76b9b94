import { findAnnotationType } from "../types/registry.ts";
import { timesOf } from "./answer-times.ts";
import { conversationIn } from "./conversation.ts";
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
import { labelsIn, typeOfResult } from "./result-type.ts";

/** Our own `dataset.jsonl`: the delivered labels, or every annotator's answers where the export has them. */
export const assayJsonl: Importer = {
  name: "jsonl",
  aliases: ["ndjson", "assay"],
  types: [],
  async read(folder, wanted) {
    const lines = await linesOf(folder, "jsonl");
    const valid = validOf(lines);
    const name = wanted ?? typeFound(valid);
    if (name === undefined)
      throw new ImportFault(
        "jsonl",
        "no line has a result that tells the annotation type: name it with --type",
      );
    const type = findAnnotationType(name);
    if (type === undefined) throw new ImportFault("jsonl", `there is no annotation type ${name}`);
    const results = valid.flatMap(({ result, answers }) => [
      result,
      ...(Array.isArray(answers) ? answers : []).map((answer) =>
        isJsonObject(answer) ? answer.result : null,
      ),
    ]);
    return {
      annotation_type: type.name,
      labels: [...new Set(results.filter(isJsonObject).flatMap((result) => labelsIn(type, result)))],
      type_options: {},
      items: () => itemsOfLines(lines, itemOf),
    } satisfies ForeignDataset;
  },
};

function typeFound(lines: readonly JsonObject[]): string | undefined {
  for (const { result, text, conversation, messages } of lines) {
    const isText = [text, conversation, messages].some(
      (content) => content !== undefined && content !== null,
    );
    const found = typeOfResult(result, isText);
    if (found !== undefined) return found;
  }
  return undefined;
}

function itemOf(at: string, line: JsonObject): ForeignItem {
  const given = Array.isArray(line.answers) ? line.answers : [];
  const lost = new Set<string>();
  const answers = given.map((value, index) => answerIn(`${at}: answers[${index}]`, value, lost));
  const delivered = line.result === null || line.result === undefined ? [] : [answerOf(line.result)];
  return {
    at,
    ...contentOf(at, line),
    external_id:
      typeof line.external_id === "string" ? line.external_id : typeof line.id === "string" ? line.id : null,
    metadata: isJsonObject(line.metadata) ? line.metadata : {},
    answers: answers.length > 0 ? answers : delivered,
    lost: [...lost],
  };
}

function contentOf(at: string, line: JsonObject): Pick<ForeignItem, "media" | "text" | "conversation"> {
  if (typeof line.text === "string") return { media: null, text: line.text };
  const conversation = conversationIn(line.conversation ?? line);
  if (conversation !== undefined) return { media: null, text: null, conversation };
  const { filename } = isJsonObject(line.file) ? line.file : {};
  if (typeof filename === "string") return { media: filename, text: null };
  throw new ImportFault(at, "has no text, no conversation and no file.filename");
}

function answerIn(at: string, value: unknown, lost: Set<string>): ForeignAnswer {
  const answer = objectAt(at, value);
  return answerOf(answer.result, {
    annotator: typeof answer.annotator === "string" ? answer.annotator : null,
    ...timesOf({ at: answer.answered_at ?? answer.created_at }, lost),
  });
}
