import { crc32, deflateRawSync } from "node:zlib";
import sharp from "sharp";
import type { Request, Response, Service } from "./service.ts";
import { storedNames } from "./stored.ts";

export type ImageFormat = "jpeg" | "png" | "webp" | "gif" | "tiff" | "avif";

/** An image of noise, so that it does not compress to nothing. */
export async function givenImage(format: ImageFormat, width = 40, height = 20): Promise<Buffer> {
  const noise = { type: "gaussian", mean: 128, sigma: 40 } as const;
  const image = sharp({ create: { width, height, channels: 3, background: "red", noise } });
  return image[format]().toBuffer();
}

/** Silence of `seconds` as a WAV of 8 bits mono. */
export function givenWav(seconds: number, rate = 8_000): Buffer {
  const size = seconds * rate;
  const head = Buffer.alloc(44);
  head.write("RIFF", 0);
  head.writeUInt32LE(36 + size, 4);
  head.write("WAVEfmt ", 8);
  head.writeUInt32LE(16, 16);
  for (const [place, value] of [1, 1].entries()) head.writeUInt16LE(value, 20 + 2 * place);
  for (const [place, value] of [rate, rate].entries()) head.writeUInt32LE(value, 24 + 4 * place);
  for (const [place, value] of [1, 8].entries()) head.writeUInt16LE(value, 32 + 2 * place);
  head.write("data", 36);
  head.writeUInt32LE(size, 40);
  return Buffer.concat([head, Buffer.alloc(size, 128)]);
}

export interface FormPart {
  readonly name: string;
  readonly content: string | Buffer;
  /** Absent for a field. */
  readonly filename?: string;
  readonly type?: string;
}

/** A form as a browser writes it, and its Content-Type. */
export function givenForm(parts: readonly FormPart[]): { body: Buffer; headers: { "content-type": string } } {
  const boundary = "----a-boundary";
  const chunks = parts.flatMap(({ name, content, filename, type }) => [
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"`,
    filename === undefined ? "" : `; filename="${filename}"`,
    type === undefined ? "\r\n\r\n" : `\r\ncontent-type: ${type}\r\n\r\n`,
    content,
    "\r\n",
  ]);
  const body = Buffer.concat([...chunks, `--${boundary}--\r\n`].map((chunk) => Buffer.from(chunk)));
  return { body, headers: { "content-type": `multipart/form-data; boundary=${boundary}` } };
}

export interface ZipEntry {
  readonly name: string;
  readonly content?: string | Buffer;
  /** Unix mode, such as 0o120777 for a symbolic link. */
  readonly mode?: number;
  /** Bit 0 says encrypted. */
  readonly flags?: number;
  readonly method?: number;
  /** What the directory claims, where that is not the truth. */
  readonly claimedSize?: number;
}

/** A zip archive, also one that no honest program writes. Source: APPNOTE.TXT 6.3.10, sections 4.3 and 4.4. */
export function givenZip(entries: readonly ZipEntry[]): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content = "", mode = 0o100644, flags = 0, method = 8, claimedSize } of entries) {
    const bytes = Buffer.from(content);
    const packed = method === 8 ? deflateRawSync(bytes) : bytes;
    const filename = Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(flags | 0x800, 2);
    common.writeUInt16LE(method, 4);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(claimedSize ?? bytes.length, 18);
    common.writeUInt16LE(filename.length, 22);
    const local = Buffer.concat([Buffer.from("PK\x03\x04", "latin1"), common, filename, packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(mode * 0x10000, 6);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from("PK\x01\x02\x14\x03", "latin1"), common, rest, filename]));
    bodies.push(local);
    offset += local.length;
  }
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(Buffer.concat(directory).length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...bodies, ...directory, Buffer.from("PK\x05\x06", "latin1"), end]);
}

/** Sends bytes as the body of an upload. */
export function sendRaw(
  request: Request,
  filename: string,
  content: string | Buffer,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return request("POST", "/v1/uploads", content, {
    "content-type": "application/octet-stream",
    "content-disposition": `attachment; filename="${filename}"`,
    ...headers,
  });
}

/** How many rows and blobs there are. */
export interface Traces {
  readonly uploads: number;
  readonly files: number;
  readonly lines: number;
  readonly keys: number;
  readonly blobs: number;
}

/** What uploads have left in the database and on disk: a refused one adds nothing. */
export async function traces({ db, deps }: Service): Promise<Traces> {
  const count = async (table: "uploads" | "files" | "file_lines" | "idempotency_keys") =>
    (await db.selectFrom(table).selectAll().execute()).length;
  return {
    uploads: await count("uploads"),
    files: await count("files"),
    lines: await count("file_lines"),
    keys: await count("idempotency_keys"),
    blobs: (await storedNames(deps)).length,
  };
}
