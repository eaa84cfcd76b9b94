import { isDeepStrictEqual } from "node:util";
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { expect, test } from "vitest";
import { FULL_ITEMS } from "../../test/full-items.ts";
import { exportedBytes, givenContext } from "../../test/given-export.ts";
import { readParquet } from "../../test/read-parquet.ts";
import type { ExportItem } from "./format.ts";
import { fieldsLost } from "./loss.ts";
import { formatsFor } from "./registry.ts";

/** What a reader finds of an item, by the paths of `loss.json` and `result`. */
type Found = Readonly<Record<string, unknown>>;

type Files = Readonly<Record<string, Buffer>>;

/** How a reader of each format finds items again, by their id. Tests compare that with the items and with the loss. */
const READERS: Readonly<Record<string, (files: Files, type: string) => Promise<Found[]> | Found[]>> = {
  jsonl: (files) => lines(files["dataset.jsonl"]).map(ofRecord),
  json: (files) => json<ExportItem[]>(files["dataset.json"]).map(ofRecord),
  csv: (files) => rowsOf(files["dataset.csv"]),
  parquet: async (files) =>
    (await readParquet(files["dataset.parquet"] ?? Buffer.alloc(0))).rows.map(ofColumns),
  hf_dataset: async (files) =>
    (await readParquet(files["data/train-00000.parquet"] ?? Buffer.alloc(0))).rows.map(ofColumns),
  spacy: (files, type) => lines<Line>(files["docs.jsonl"]).map((line) => ofDoc(line, type)),
};

/** A line of spaCy's `docs.jsonl`. */
interface Line {
  readonly text: string;
  readonly spans?: readonly object[];
  readonly cats: Readonly<Record<string, number>>;
  readonly meta: ExportItem & { readonly relations?: readonly object[] };
}

function ofDoc({ text, spans, cats, meta }: Line, type: string): Found {
  const { relations, ...record } = meta;
  const labels = Object.keys(cats).filter((label) => cats[label] === 1);
  const ofLabels = type === "text_classification" ? { label: labels[0] } : { labels };
  const result = spans === undefined ? ofLabels : { spans, ...(relations ? { relations } : {}) };
  return ofRecord({ ...record, text, result });
}

function ofRecord({ file, ...record }: ExportItem): Found {
  return {
    ...record,
    ...Object.fromEntries(Object.entries(file).map(([name, value]) => [`file.${name}`, value])),
  };
}

const FILE = { file_id: "id", filename: "filename", content_type: "content_type", sha256: "sha256" };
const SIZES = { image_width: "width", image_height: "height", duration: "duration" };
const JSON_COLUMNS = new Set(["metadata", "conversation", "result", "fields", "answers"]);

/** A row whose columns are the item's fields, with lists and objects as JSON. */
function ofColumns(row: Readonly<Record<string, unknown>>): Found {
  const names: Readonly<Record<string, string>> = { ...FILE, ...SIZES };
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      const path = names[name] === undefined ? name : `file.${names[name]}`;
      return [path, JSON_COLUMNS.has(name) && typeof value === "string" ? JSON.parse(value) : value];
    }),
  );
}

const NUMBERS = new Set(["line", "support", ...Object.keys(SIZES)]);

/** The items of a CSV file, each with the rows of its result. */
function rowsOf(table: Buffer | undefined): Found[] {
  const rows: Record<string, string>[] = parse(table ?? "", { columns: true, record_delimiter: "\n" });
  const byItem = Map.groupBy(rows, ({ id }) => id);
  return [...byItem.values()].map((rows) => {
    const values = Object.entries(rows[0] ?? {}).map(([name, value]) => {
      if (value === "") return [name, null];
      return [name, NUMBERS.has(name) ? Number(value) : value];
    });
    return { ...ofColumns(Object.fromEntries(values)), result: resultOf(rows) };
  });
}

function resultOf(rows: readonly Record<string, string>[]): unknown {
  const [first = {}] = rows;
  if (first.span !== undefined) return { spans: rows.filter(({ span }) => span).map(spanOf) };
  if (first.segment !== undefined) return { segments: rows.filter(({ segment }) => segment).map(segmentOf) };
  if (first.object !== undefined) return { objects: rows.filter(({ object }) => object).map(objectOf) };
  if (first.labels !== undefined) return { labels: JSON.parse(first.labels) };
  if (first.label !== undefined) return { label: first.label };
  if (first.scale !== undefined)
    return { ratings: Object.fromEntries(rows.map((row) => [row.scale, Number(row.value)])) };
  if (first.rank !== undefined) return rankingOf(rows);
  return { text: first.transcript ?? first.generated_text };
}

function spanOf({ start, end, label }: Record<string, string>): object {
  return { start: Number(start), end: Number(end), label };
}

function segmentOf({ start, end, label, segment_text: text }: Record<string, string>): object {
  return { start: Number(start), end: Number(end), label, ...(text ? { text } : {}) };
}

function objectOf({ label, points, holes, rle, attributes, ...box }: Record<string, string>): object {
  if (rle) return { label, rle: JSON.parse(rle) };
  if (points) return { label, points: JSON.parse(points), ...(holes ? { holes: JSON.parse(holes) } : {}) };
  const rotation = box.rotation ? { rotation: Number(box.rotation) } : {};
  const sides = { x: Number(box.x), y: Number(box.y), width: Number(box.width), height: Number(box.height) };
  return {
    label,
    bbox: { ...sides, ...rotation },
    ...(attributes ? { attributes: JSON.parse(attributes) } : {}),
  };
}

function rankingOf(rows: readonly Record<string, string>[]): object {
  const groups = [...Map.groupBy(rows, ({ rank }) => rank).values()].map((tied) =>
    tied.map(({ response }) => response),
  );
  const ties = groups.filter(({ length }) => length > 1);
  return { ranking: groups.flat(), ...(ties.length > 0 ? { ties } : {}) };
}

function lines<T = ExportItem>(text: Buffer | undefined): T[] {
  return String(text ?? "")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as T); // safe: the tests compare what it holds
}

function json<T>(text: Buffer | undefined): T {
  return JSON.parse(String(text ?? "")) as T; // safe: the tests compare what it holds
}

const pairs = Object.entries(FULL_ITEMS).flatMap(([type, full]) =>
  formatsFor(type).flatMap((format) => {
    const read = READERS[format.name];
    return read === undefined ? [] : [{ type, full, format, name: format.name, read }];
  }),
);

/** Any part of the record may be missing. */
const missing = fc.record(
  {
    external_id: fc.constant(null),
    group: fc.constant(null),
    metadata: fc.constant({}),
    fields: fc.constant(null),
    support: fc.constant(null),
    origin: fc.constant(null),
    line: fc.constant(null),
    answers: fc.constant([]),
  },
  { requiredKeys: [] },
);

test.each(pairs)(
  "what a reader does not find of $type in $name is what the loss names",
  async ({ type, full, format, read }) => {
    await fc.assert(
      fc.asyncProperty(missing, fc.boolean(), async (changes, isPlain) => {
        const item = { ...full, ...changes, ...(isPlain ? { result: without(full.result, PARTS) } : {}) };
        const files = await exportedBytes(format, givenContext(type, ["a", "b"]), [item]);

        const [found = {}, ...more] = await read(files, type);

        expect(more).toEqual([]);
        expect(found.status).toBe(item.status);
        expect(lostOf(item, found).toSorted()).toEqual(format.loss(item).toSorted());
      }),
      { numRuns: 20 },
    );
  },
);

/** Parts of a result that it may do without. */
const PARTS = ["relations", "holes", "rotation", "attributes", "ties"];

/** The paths of what `item` has and what was not found again. */
function lostOf(item: ExportItem, found: Found): string[] {
  const fields = fieldsLost(item, new Set()).filter(
    (path) => !isDeepStrictEqual(found[path], valueAt(item, path)),
  );
  if (isDeepStrictEqual(found.result, item.result)) return fields;
  const lost = PARTS.filter((part) => mentions(item.result, part) && !mentions(found.result, part));
  return [...fields, ...(isDeepStrictEqual(found.result, without(item.result, lost)) ? lost : ["result"])];
}

function valueAt(item: ExportItem, path: string): unknown {
  const flat: Readonly<Record<string, unknown>> = {
    ...item,
    ...Object.fromEntries(Object.entries(item.file).map(([name, value]) => [`file.${name}`, value])),
  };
  return flat[path];
}

function mentions(result: unknown, part: string): boolean {
  return JSON.stringify(result)?.includes(`"${part}":`) ?? false;
}

function without(result: unknown, parts: readonly string[]): unknown {
  return JSON.parse(JSON.stringify(result, (key, value) => (parts.includes(key) ? undefined : value)));
}
