/** Large enough that a write is cheap, small enough to use little memory. */
const CHUNK = 65_536;

/**
 * Text as UTF-8 in chunks of at least 64 Ki characters, and bytes unchanged. Each text must be well-formed by
 * itself. A chunk before bytes or at the end may be shorter.
 */
export async function* encoded(
  parts: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>,
): AsyncGenerator<Buffer> {
  let texts: string[] = [];
  let length = 0;
  for await (const part of parts) {
    const isText = typeof part === "string";
    if (isText) {
      texts.push(part);
      length += part.length;
    }
    if (length >= CHUNK || (!isText && length > 0)) {
      yield Buffer.from(texts.join(""), "utf8");
      texts = [];
      length = 0;
    }
    if (!isText) yield asBuffer(part);
  }
  if (length > 0) yield Buffer.from(texts.join(""), "utf8");
}

/** Text as UTF-8; bytes as they are, without a copy. */
export function asBuffer(part: string | Uint8Array): Buffer {
  if (typeof part === "string") return Buffer.from(part, "utf8");
  return Buffer.from(part.buffer, part.byteOffset, part.byteLength);
}

/** The lines of text, without their line feeds; a last line must end in one too. */
export async function* readLines(text: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const lines of readLineGroups(text)) yield* lines;
}

/** The same, those together that end in the same part of the text. */
export async function* readLineGroups(text: AsyncIterable<string>): AsyncGenerator<readonly string[]> {
  let begun: string[] = [];
  for await (const chunk of text) {
    const end = chunk.lastIndexOf("\n");
    if (end !== -1) {
      yield [...begun, chunk.slice(0, end)].join("").split("\n");
      begun = [];
    }
    begun.push(chunk.slice(end + 1));
  }
}

/** All bytes; undefined if there are more than `mostBytes`. */
export async function readSmall(
  source: AsyncIterable<Buffer>,
  mostBytes: number,
): Promise<Buffer | undefined> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of source) {
    parts.push(part);
    size += part.length;
    if (size > mostBytes) return undefined;
  }
  return Buffer.concat(parts, size);
}
