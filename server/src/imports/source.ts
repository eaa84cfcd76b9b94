import { Readable } from "node:stream";
import { ServiceError } from "@assay/domain/errors.ts";
import type { FastifyRequest } from "fastify";
import type { Deps } from "../deps.ts";
import { storageFault } from "../platform/http/json.ts";
import { LIMITS } from "../platform/limits.ts";
import { isObject } from "../uploads/formats/line.ts";
import { readBlocks } from "../uploads/formats/line-blocks.ts";
import { asRequestFault } from "../uploads/receiving/limits.ts";
import type { LineFaults } from "./faults.ts";
import { type ImportLine, type LineForm, readLine } from "./line.ts";

/** The maximum bytes of a result; a line has little more. */
const MAX_LINE_BYTES = 5 * 1024 * 1024;

/** The maximum of one step of an import: lines, and their characters of JSON. */
const MAX_LINES = 1_000;
const MAX_CHARACTERS = 4_000_000;

/** The lines of a request, which can be read repeatedly. */
export interface LineSource {
  /** Identifies the request. */
  readonly fingerprint: string;
  /** The JSON value of each line with its number from 1; reports lines that are not JSON to `onFault`. */
  readonly read: (onFault: (line: number, fault: string) => void) => AsyncIterable<SentLine>;
  /** How messages name a line; absent for `line 17`. */
  readonly placeOf?: (line: number) => string;
  /** Deletes the received lines. */
  readonly discard: () => Promise<void>;
}

interface SentLine {
  readonly line: number;
  readonly value: unknown;
  /** Length of its JSON; 0 if it came in a JSON body, which is small. */
  readonly characters: number;
}

/**
 * Receives the body of an import: JSON with the single field `name`, a list, or JSON lines. Lines go to the
 * disk first, so that a slow sender holds no transaction open. Throws `invalid_request` and
 * `payload_too_large`; discard the result after use.
 */
export async function receiveLines(
  { blobs }: Deps,
  { body }: FastifyRequest,
  name: string,
): Promise<LineSource> {
  if (!(body instanceof Readable)) return listSource(body, name);
  // The stream must survive an early refusal: destroying it would close the socket before the response.
  const chunks = body.iterator({ destroyOnReturn: false });
  const staged = await blobs.stage(chunks, LIMITS.annotations_request_bytes).catch((fault: unknown) => {
    throw asRequestFault(fault);
  });
  return {
    fingerprint: staged.sha256,
    read: (onFault) => readSent(staged.open(), onFault),
    discard: () => blobs.discard([staged]),
  };
}

/** The lines that match `form`, in groups; reports the others to `faults`. */
export async function* readLines(
  source: LineSource,
  form: LineForm,
  faults: LineFaults,
): AsyncGenerator<readonly ImportLine[]> {
  let lines: ImportLine[] = [];
  let characters = 0;
  for await (const sent of source.read(faults.add)) {
    const line = readLine(form, sent.line, sent.value);
    if (typeof line === "string") faults.add(sent.line, line);
    else lines.push(line);
    characters += sent.characters;
    if (lines.length < MAX_LINES && characters < MAX_CHARACTERS) continue;
    yield lines;
    lines = [];
    characters = 0;
  }
  if (lines.length > 0) yield lines;
}

function listSource(body: unknown, name: string): LineSource {
  const list = isObject(body) ? body[name] : undefined;
  if (!isObject(body) || !Array.isArray(list) || Object.keys(body).length > 1) {
    const message = `send {"${name}": [...]} as application/json, or a line of JSON for each as application/x-ndjson`;
    throw new ServiceError("invalid_request", message);
  }
  return {
    fingerprint: JSON.stringify(body),
    async *read() {
      for (const [index, value] of list.entries()) yield { line: index + 1, value, characters: 0 };
    },
    discard: async () => undefined,
  };
}

async function* readSent(
  sent: Readable,
  onFault: (line: number, fault: string) => void,
): AsyncGenerator<SentLine> {
  for await (const { first, bytes } of readBlocks(sent, MAX_LINE_BYTES)) {
    let line = first - 1;
    for (const text of bytes.toString("utf8").split("\n")) {
      line += 1;
      if (text.trim() === "") continue;
      const result = parse(text);
      if ("fault" in result) onFault(line, result.fault);
      else yield { line, value: result.value, characters: text.length };
    }
  }
}

function parse(text: string): { readonly value: unknown } | { readonly fault: string } {
  try {
    const value: unknown = JSON.parse(text);
    const fault = storageFault(value);
    return fault === undefined ? { value } : { fault };
  } catch {
    return { fault: "the line is not valid JSON" };
  }
}
