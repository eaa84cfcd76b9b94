import { isUtf8 } from "node:buffer";
import { buffer } from "node:stream/consumers";
import { ServiceError } from "@assay/domain/errors.ts";
import { readCsv } from "../formats/csv.ts";
import { readArray } from "../formats/json-list.ts";
import { readJsonl } from "../formats/jsonl.ts";
import type { Kind } from "../formats/kind.ts";
import { itemTextFault, type Line, MAX_TEXT_BYTES, type OnLineFault } from "../formats/line.ts";
import { readTraces } from "../formats/otlp.ts";
import { readLines } from "../formats/parquet/parquet.ts";
import type { Details, Part } from "../formats/part.ts";

type Named = Pick<Part, "filename" | "blob" | "details">;

/**
 * The lines of a file for file_lines, in order; of images and recordings their details, if they have some. Faulty lines go to `onFault`; a fault that
 * makes the whole file useless throws while it is read.
 */
export function linesOf(
  file: Named & { readonly kind: Kind },
  onFault: OnLineFault,
): AsyncIterable<readonly Line[]> {
  const { kind, blob } = file;
  switch (kind) {
    case "text":
      return wholeText(file);
    case "jsonl":
      return readJsonl(blob.open(), onFault);
    case "json":
      return objectsOf(file, onFault);
    case "otlp":
      return tracesOf(file, onFault);
    case "csv":
    case "tsv":
      return readCsv(blob.open(), kind, onFault);
    case "parquet":
    case "arrow":
      return readLines(file, kind, onFault);
    default:
      return detailsOf(file);
  }
}

const NO_CONTENT = { line: 0, text: null, url: null, conversation: null };
const NO_DETAILS: Details = { external_id: null, group: null, priority: 0, metadata: {} };

/** The details of an image or a recording as a line without content. */
async function* detailsOf({ details }: Named): AsyncGenerator<readonly Line[]> {
  if (details !== undefined) yield [{ ...NO_CONTENT, ...details }];
}

async function* objectsOf({ blob }: Named, onFault: OnLineFault): AsyncGenerator<readonly Line[]> {
  yield readArray(await buffer(blob.open()), onFault);
}

async function* tracesOf({ blob }: Named, onFault: OnLineFault): AsyncGenerator<readonly Line[]> {
  yield await readTraces(await buffer(blob.open()), onFault);
}

/** A text file as the single line in which it is stored. */
async function* wholeText(part: Named): AsyncGenerator<readonly Line[]> {
  const text = await readText(part);
  yield [{ ...NO_CONTENT, text, ...(part.details ?? NO_DETAILS) }];
}

/** The text of a file. Throws `invalid_request` that names it. */
export async function readText({ filename, blob }: Named): Promise<string> {
  if (blob.size_bytes > MAX_TEXT_BYTES) throw fault(filename, "is a text of more than a million characters");
  const bytes = await buffer(blob.open());
  if (!isUtf8(bytes) || bytes.includes(0)) {
    throw fault(
      filename,
      "is neither an image that can be annotated nor a recording nor UTF-8 text without NUL",
    );
  }
  const text = bytes.toString("utf8").replace(/^\ufeff/, "");
  const found = itemTextFault(text);
  if (found !== undefined) throw fault(filename, `cannot be an item: ${found}`);
  return text;
}

function fault(filename: string, what: string): ServiceError {
  return new ServiceError("invalid_request", `${filename} ${what}`);
}
