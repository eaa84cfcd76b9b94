import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { request } from "undici";
import { peakMiB, resetPeak } from "./memory.ts";
import { type Service, withDataDir, withService } from "./service.ts";

const MiB = 1024 * 1024;
const BLOCK = 512;
/** The largest upload that the service takes. */
const TOTAL = 5 * 1024 * MiB;
/** A recording of the archive: 25 minutes of a WAV, 16 bits, two channels. The last one is shorter. */
const RECORDING = 256 * MiB - 4 * BLOCK;
/** Pieces of the resumable upload. */
const PIECE = 64 * MiB;

const noise = randomBytes(MiB);

/** The sizes of the recordings of a tar of exactly `TOTAL` bytes: each has a header, and the archive ends with two blocks. */
function sizes(): number[] {
  const found: number[] = [];
  for (let left = TOTAL - 2 * BLOCK; left > 0; ) {
    const size = Math.min(RECORDING, left - BLOCK);
    found.push(size);
    left -= size + BLOCK;
  }
  return found;
}

/** The bytes of the archive from `start` to `end`. */
function* archive(start = 0, end = TOTAL): Generator<Buffer> {
  let at = 0;
  for (const chunk of chunks()) {
    const from = Math.max(0, start - at);
    const to = Math.min(chunk.length, end - at);
    if (from < to) yield chunk.subarray(from, to);
    at += chunk.length;
    if (at >= end) return;
  }
}

function* chunks(): Generator<Buffer> {
  for (const [place, size] of sizes().entries()) {
    yield tarHeader(`call-${place}.wav`, size);
    const head = wavHeader(size);
    yield head;
    for (let left = size - head.length; left > 0; left -= noise.length) yield noise.subarray(0, left);
  }
  yield Buffer.alloc(2 * BLOCK);
}

function tarHeader(name: string, size: number): Buffer {
  const header = Buffer.alloc(BLOCK);
  header.write(name);
  header.write("0000644\0", 100);
  header.write(`${size.toString(8).padStart(11, "0")}\0`, 124);
  header.write("        ", 148);
  header.write("0", 156);
  header.write("ustar\0", 257);
  header.write("00", 263);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return header;
}

function wavHeader(size: number): Buffer {
  const head = Buffer.alloc(44);
  head.write("RIFF");
  head.writeUInt32LE(size - 8, 4);
  head.write("WAVEfmt ", 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(2, 22);
  head.writeUInt32LE(44_100, 24);
  head.writeUInt32LE(176_400, 28);
  head.writeUInt16LE(4, 32);
  head.writeUInt16LE(16, 34);
  head.write("data", 36);
  head.writeUInt32LE(size - 44, 40);
  return head;
}

/** Sends the archive in one request to a signed URL. */
async function putWhole({ call }: Service): Promise<string> {
  const { id, upload_url } = await call("POST", "/v1/uploads", { filename: "calls.tar", size_bytes: TOTAL });
  const headers = { "content-length": String(TOTAL) };
  await sent(request(upload_url, { method: "PUT", headers, body: Readable.from(archive()) }));
  await call("POST", `/v1/uploads/${id}/complete`);
  return id;
}

/** Sends it in pieces by tus. */
async function sendByTus({ origin, headers }: Service): Promise<string> {
  const tus = { authorization: headers.authorization ?? "", "tus-resumable": "1.0.0" };
  const name = Buffer.from("calls.tar").toString("base64");
  const created = await request(`${origin}/v1/uploads`, {
    method: "POST",
    headers: { ...tus, "upload-length": String(TOTAL), "upload-metadata": `filename ${name}` },
  });
  if (created.statusCode !== 201) throw new Error(`${created.statusCode}: ${await created.body.text()}`);
  const path = new URL(String(created.headers.location), origin).pathname;
  for (let at = 0; at < TOTAL; at += PIECE) {
    const end = Math.min(TOTAL, at + PIECE);
    await sent(
      request(origin + path, {
        method: "PATCH",
        headers: {
          ...tus,
          "upload-offset": String(at),
          "content-type": "application/offset+octet-stream",
          "content-length": String(end - at),
        },
        body: Readable.from(archive(at, end)),
      }),
    );
  }
  return path.split("/").at(-1) ?? "";
}

async function sent(response: ReturnType<typeof request>): Promise<void> {
  const { statusCode, body } = await response;
  const text = await body.text();
  if (statusCode >= 300) throw new Error(`${statusCode}: ${text}`);
}

/** Waits until the upload is processed; returns its files. */
async function processed({ call }: Service, id: string): Promise<number> {
  for (;;) {
    const { status, file_count, error } = await call("GET", `/v1/uploads/${id}`);
    if (status === "ready") return file_count;
    if (status === "failed") throw new Error(JSON.stringify(error));
    await sleep(1_000);
  }
}

const seconds = (since: number) => `${((performance.now() - since) / 1_000).toFixed(0)} s`;

/**
 * Sends an archive of 5 GiB, the largest upload, and prints how much memory the service's process took at most, until its
 * recordings are files. `node tools/bench/large-upload.ts`; needs 16 GiB of disk.
 */
await withDataDir((dataDir) =>
  withService(dataDir, async (service) => {
    for (const [name, send] of [
      ["PUT to a signed URL", putWhole],
      ["tus in pieces of 64 MiB", sendByTus],
    ] as const) {
      await resetPeak(service.pid);
      const begun = performance.now();
      const id = await send(service);
      const [received, peak] = [seconds(begun), await peakMiB(service.pid)];
      const files = await processed(service, id);
      process.stdout.write(
        `${name}: received in ${received} with at most ${peak.toFixed(0)} MiB; ` +
          `${files} files in ${seconds(begun)} with at most ${(await peakMiB(service.pid)).toFixed(0)} MiB\n`,
      );
      await service.call("DELETE", `/v1/uploads/${id}`);
    }
  }),
);
