import { codePointLength } from "../code-points.ts";
import { ImportFault } from "./importer.ts";
import { isJsonObject, type JsonObject, listAt, numbersAt, objectAt, shown, textAt } from "./json-value.ts";
import { cell, jsonCell, numberCell, type TableRow, textCell } from "./table.ts";
import type { Columns, Shape } from "./table-columns.ts";

/** How the answers of a table are read. */
export interface Reading {
  readonly columns: Columns;
  readonly shape: Shape;
  /** The names of the classes of columns that hold their numbers. */
  readonly classes: ReadonlyMap<string, readonly string[]>;
  readonly isText: boolean;
}

/** The result of the rows of one answer, at least one; undefined if they hold none. Throws an ImportFault. */
export function resultOf(reading: Reading, rows: readonly TableRow[]): unknown {
  const { columns, shape, isText } = reading;
  const [row] = rows;
  if (row === undefined) return undefined;
  const objects = () => rows.flatMap((each) => objectOf(reading, each) ?? []);
  switch (shape) {
    case "answers":
    case "result":
      return jsonCell(row, columns.result) ?? undefined;
    case "tokens":
      return { spans: spansOf(reading, row) };
    case "objects":
      return { objects: boxesOf(reading, row) };
    case "stretches":
      return isText ? { spans: objects() } : { segments: objects() };
    case "ratings":
      return ratingsOf(columns, rows);
    case "ranks":
      return rankingOf(columns, rows);
    case "labels":
      return labelsOf(reading, row);
    case "transcript":
    case "generated_text": {
      const text = textCell(row, columns[shape]);
      return text === null ? undefined : { text };
    }
    case "label": {
      const label = classOf(reading, row, columns.label);
      return label === null ? undefined : { label };
    }
    default:
      return { objects: objects() };
  }
}

/** The name of the class that a cell names or numbers; null if it is empty. -1 means no label, as in Hugging Face's test splits. */
function classOf({ classes }: Reading, row: TableRow, column: string | undefined): string | null {
  const value = cell(row, column);
  const names = classes.get(column ?? "");
  if (names === undefined || value === null) return textCell(row, column);
  if (typeof value === "string" && names.includes(value)) return value;
  if (Number(value) === -1) return null;
  return classAt(`${row.at}: ${column}`, names, value);
}

function classAt(at: string, names: readonly string[], value: unknown): string {
  const name = names[Number(value)];
  if (name !== undefined) return name;
  throw new ImportFault(
    at,
    `must be the number of a class from 0 to ${names.length - 1}, not ${shown(value)}`,
  );
}

function labelsOf(reading: Reading, row: TableRow): object | undefined {
  const column = reading.columns.labels;
  const names = reading.classes.get(column ?? "");
  const value = cell(row, column);
  if (value === null) return undefined;
  const list =
    typeof value === "string" && !value.trimStart().startsWith("[")
      ? value.split(/[,;|]/)
      : jsonCell(row, column);
  const labels = listAt(`${row.at}: ${column}`, list).map((one, index) => {
    const at = `${row.at}: ${column}[${index}]`;
    if (names !== undefined && typeof one !== "string") return classAt(at, names, one);
    return textAt(at, typeof one === "string" ? one.trim() : one);
  });
  return { labels: [...new Set(labels)] };
}

/** One object of a table with a row for each; undefined if the row has none. */
function objectOf(reading: Reading, row: TableRow): object | undefined {
  const { columns, shape } = reading;
  const label = classOf(reading, row, columns.label);
  if (label === null) return undefined;
  const number = (role: keyof Columns): number => {
    const value = numberCell(row, columns[role]);
    if (value === null)
      throw new ImportFault(`${row.at}: ${columns[role]}`, "must be a number, and is empty");
    return value;
  };
  switch (shape) {
    case "corners": {
      const [x, y] = [number("left"), number("top")];
      return { label, bbox: { x, y, width: number("right") - x, height: number("bottom") - y } };
    }
    case "boxes": {
      const rotation = numberCell(row, columns.rotation);
      const attributes = jsonCell(row, columns.attributes);
      const sides = { x: number("x"), y: number("y"), width: number("width"), height: number("height") };
      return {
        label,
        bbox: { ...sides, ...(rotation === null || rotation === 0 ? {} : { rotation }) },
        ...(isJsonObject(attributes) ? { attributes } : {}),
      };
    }
    case "masks":
      return { label, rle: objectAt(`${row.at}: ${columns.rle}`, jsonCell(row, columns.rle)) };
    case "points": {
      const holes = jsonCell(row, columns.holes);
      return { label, points: jsonCell(row, columns.points), ...(holes === null ? {} : { holes }) };
    }
    default: {
      const text = textCell(row, columns.segment_text);
      return { start: number("start"), end: number("end"), label, ...(text === null ? {} : { text }) };
    }
  }
}

function ratingsOf(columns: Columns, rows: readonly TableRow[]): object | undefined {
  const ratings = rows.flatMap((row): [string, number][] => {
    const [scale, value] = [textCell(row, columns.scale), numberCell(row, columns.value)];
    return scale === null || value === null ? [] : [[scale, value]];
  });
  return ratings.length === 0 ? undefined : { ratings: Object.fromEntries(ratings) };
}

/** Rows of responses with their ranks, 1 for the best; responses of the same rank are tied. */
function rankingOf(columns: Columns, rows: readonly TableRow[]): object | undefined {
  const ranked = rows.flatMap((row) => {
    const [rank, response] = [numberCell(row, columns.rank), textCell(row, columns.response)];
    return rank === null || response === null ? [] : [{ rank, response }];
  });
  if (ranked.length === 0) return undefined;
  ranked.sort((a, b) => a.rank - b.rank);
  const tied = [...Map.groupBy(ranked, ({ rank }) => rank).values()].filter((same) => same.length > 1);
  const ties = tied.map((same) => same.map(({ response }) => response));
  return { ranking: ranked.map(({ response }) => response), ...(ties.length > 0 ? { ties } : {}) };
}

/**
 * Boxes as Hugging Face's guides write them: `bbox` is a list of `[x, y, width, height]` in pixels, and `categories` or `category` of
 * classes; or a list of objects. Source: huggingface.co/docs/datasets/image_dataset, "Object detection".
 */
function boxesOf(reading: Reading, row: TableRow): object[] {
  const column = reading.columns.objects;
  const at = `${row.at}: ${column}`;
  const value = jsonCell(row, column);
  if (value === null) return [];
  const names = reading.classes.get(column ?? "");
  const className = (place: string, one: unknown) =>
    names !== undefined && typeof one !== "string"
      ? classAt(place, names, one)
      : textAt(place, typeof one === "number" || typeof one === "bigint" ? String(one) : one);
  const boxOf = (place: string, bbox: unknown, label: unknown) => {
    const [x, y, width, height] = numbersAt(`${place}.bbox`, bbox, 4);
    return { label: className(`${place}.category`, label), bbox: { x, y, width, height } };
  };
  if (Array.isArray(value)) {
    return value.map((one, index) => {
      const object = objectAt(`${at}[${index}]`, one);
      return boxOf(`${at}[${index}]`, object.bbox, object.category ?? object.categories ?? object.label);
    });
  }
  const lists = objectAt(at, value);
  const classes = listAt(`${at}.categories`, lists.categories ?? lists.category ?? lists.label);
  const boxes = listAt(`${at}.bbox`, lists.bbox);
  if (classes.length !== boxes.length) throw new ImportFault(at, "must have as many categories as boxes");
  return boxes.map((bbox, index) => boxOf(`${at}[${index}]`, bbox, classes[index]));
}

/** The text of a row of tokens: they are joined by blanks. */
export function tokensText(row: TableRow, column: string | undefined): string {
  return tokensOf(row, column).join(" ");
}

function tokensOf(row: TableRow, column: string | undefined): string[] {
  const at = `${row.at}: ${column}`;
  return listAt(at, jsonCell(row, column)).map((token, index) => {
    if (typeof token === "string") return token;
    throw new ImportFault(`${at}[${index}]`, `must be a text, not ${shown(token)}`);
  });
}

/** Spans of `B-`, `I-` and `O` tags, as CoNLL's. An `I-` without its `B-` begins a span, as `seqeval` reads it. */
function spansOf(reading: Reading, row: TableRow): object[] {
  const tokens = tokensOf(row, reading.columns.tokens);
  const tags = tagsOf(reading, row);
  if (tags.length !== tokens.length)
    throw new ImportFault(`${row.at}: ${reading.columns.tags}`, "must have as many tags as there are tokens");
  const spans: { start: number; end: number; readonly label: string }[] = [];
  let place = 0;
  let open: (typeof spans)[number] | undefined;
  for (const [index, tag] of tags.entries()) {
    const end = place + codePointLength(tokens[index] ?? "");
    const [, kind = "O", label = ""] = /^([BIES])-(.+)$/s.exec(tag) ?? [];
    if (open?.label === label && "IE".includes(kind)) open.end = end;
    else open = kind === "O" ? undefined : { start: place, end, label };
    if (open !== undefined && open !== spans.at(-1)) spans.push(open);
    place = end + 1;
  }
  return spans;
}

function tagsOf({ columns, classes }: Reading, row: TableRow): string[] {
  const at = `${row.at}: ${columns.tags}`;
  const names = classes.get(columns.tags ?? "");
  return listAt(at, jsonCell(row, columns.tags)).map((tag, index) => {
    const place = `${at}[${index}]`;
    return names !== undefined && typeof tag !== "string" ? classAt(place, names, tag) : textAt(place, tag);
  });
}

/** An entry of a column of answers, as Assay's exports have them. */
export function answersOf(row: TableRow, column: string | undefined): readonly JsonObject[] {
  const at = `${row.at}: ${column}`;
  const value = jsonCell(row, column);
  return value === null ? [] : listAt(at, value).map((answer, index) => objectAt(`${at}[${index}]`, answer));
}
