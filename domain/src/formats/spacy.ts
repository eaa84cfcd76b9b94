import type { ExportContext, ExportFile, ExportItem, Format, Items, Pages } from "./format.ts";
import { jsonLine } from "./json-line.ts";
import { fieldsLost } from "./loss.ts";
import { itemsThat, textOfEach } from "./pages.ts";
import { inParts } from "./parts.ts";
import { recordOf } from "./record.ts";
import { isEntities, labelOf, labelsOf, relationsOf, spansOf } from "./results.ts";
import { type Doc, DocBin } from "./spacy/doc-bin.ts";

/** A `.spacy` file ends with the document that takes it to so many UTF-16 units, or is the last of so many. */
const MAX_LENGTH = 1_000_000;
const MAX_DOCS = 10_000;

type Labeling = Pick<Doc, "spans" | "cats">;

const NOTHING: Labeling = { spans: null, cats: {} };

/** What each annotation type gives a document. An item without a label has neither spans nor categories. */
const LABELINGS: Readonly<Record<string, (result: unknown, categories: readonly string[]) => Labeling>> = {
  named_entity_recognition: (result) => ({ spans: result === null ? null : spansOf(result), cats: {} }),
  text_classification: (result, categories) =>
    result === null ? NOTHING : catsOf([labelOf(result) ?? ""], categories),
  multilabel_classification: (result, categories) =>
    result === null ? NOTHING : catsOf(labelsOf(result), categories),
};

/**
 * Documents for `spacy train`: `train/<n>.spacy` (`DocBin`), and the same as lines of JSON in `docs.jsonl`.
 *
 * Entities are in `doc.spans["sc"]`, all of them, and in `doc.ents` those that do not overlap an earlier one.
 * Labels are `doc.cats`, 1 or 0 for each of the categories. Tokens are cut so that every span is exact; the text
 * of the tokens is the text of the item. An item without a label is a document whose entities are missing
 * values. `doc.user_data["assay"]` and `meta` have the rest of the record. Items without a text are omitted.
 */
export const spacy: Format = {
  name: "spacy",
  aliases: ["spacy_jsonl"],
  types: Object.keys(LABELINGS),
  media_type: "application/zip",
  extension: "zip",
  single: false,
  files,
  loss: (item) => (item.text === null ? ["status", ...fieldsLost(item, new Set())] : []),
};

async function* files(context: ExportContext, items: Items): AsyncGenerator<readonly ExportFile[]> {
  yield [{ path: "docs.jsonl", content: lines(context, withText(items())) }];
  let count = 0;
  for await (const part of inParts(withText(items()), createIsLast)) {
    const path = `train/${String(count).padStart(5, "0")}.spacy`;
    yield [{ path, content: docBin(context, part) }];
    count += 1;
  }
}

function createIsLast(): (item: ExportItem) => boolean {
  let [docs, length] = [0, 0];
  return ({ text }) => {
    docs += 1;
    length += text?.length ?? 0;
    return docs === MAX_DOCS || length >= MAX_LENGTH;
  };
}

function withText(items: Pages): Pages {
  return itemsThat(items, ({ text }) => text !== null);
}

async function* docBin(context: ExportContext, items: Pages): AsyncGenerator<Uint8Array> {
  const bin = new DocBin();
  for await (const page of items) {
    for (const item of page) {
      const user_data = { assay: JSON.stringify(metaOf(item)) };
      bin.add({ text: item.text ?? "", ...labelingOf(context, item), user_data });
    }
  }
  yield* bin.bytes();
}

function lines(context: ExportContext, items: Pages): AsyncGenerator<string> {
  return textOfEach(items, (item) => {
    const { spans, cats } = labelingOf(context, item);
    const doc = { text: item.text, ...(spans === null ? {} : { spans }), cats, meta: metaOf(item) };
    return `${jsonLine(doc)}\n`;
  });
}

function labelingOf({ project, categories }: ExportContext, { result }: ExportItem): Labeling {
  const read = LABELINGS[project.annotation_type];
  if (read === undefined) throw new RangeError(`spacy cannot carry ${project.annotation_type}`);
  return read(result, categories);
}

function catsOf(labels: readonly string[], categories: readonly string[]): Labeling {
  return {
    spans: null,
    cats: Object.fromEntries(categories.map((label) => [label, labels.includes(label) ? 1 : 0])),
  };
}

/** The record without what a document has itself, and the relations. */
function metaOf(item: ExportItem): object {
  const { text: _, result, ...meta } = recordOf(item);
  return { ...meta, ...(isEntities(result) && result.relations ? { relations: relationsOf(result) } : {}) };
}
