import { randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { afterAll, expect, test } from "vitest";
import { fileBody } from "./file-body.ts";

const folder = await mkdtemp(join(tmpdir(), "assay-body-"));
afterAll(() => rm(folder, { recursive: true }));
const path = join(folder, "file");
const bytes = randomBytes(1_000_001);
await writeFile(path, bytes);

const untilFree = async (): Promise<void> => undefined;
const all = { start: 0, end: bytes.length - 1 };

test("all chunks for a response that passes each on at once are in the same memory", async () => {
  const memories = new Set<ArrayBufferLike>();
  const copies: Buffer[] = [];
  const response = new Writable({
    write(chunk: Buffer, _encoding, done) {
      memories.add(chunk.buffer);
      copies.push(Buffer.from(chunk));
      done();
    },
  });

  await pipeline(fileBody(path, all, { response, untilFree }), response);

  expect(memories.size).toBe(1);
  expect(Buffer.concat(copies).equals(bytes)).toBe(true);
});

test("a chunk that is not sent yet stays as it is while the next ones are read", async () => {
  const held: Buffer[] = [];
  let sendOn: (() => void) | undefined;
  const response = new Writable({
    highWaterMark: 2 * bytes.length, // takes all chunks without asking to wait
    write(chunk: Buffer, _encoding, done) {
      held.push(chunk);
      sendOn = done;
    },
    writev(chunks, done) {
      held.push(...chunks.map(({ chunk }) => chunk));
      done();
    },
  });
  const body = fileBody(path, { start: 5, end: bytes.length - 3 }, { response, untilFree });
  body.once("end", () => sendOn?.());

  await pipeline(body, response);

  expect(held.length).toBeGreaterThan(3);
  expect(Buffer.concat(held).equals(bytes.subarray(5, -2))).toBe(true);
});

test("a body that is destroyed during a read ends with no other fault", async () => {
  const response = new Writable({ write: (_chunk, _encoding, done) => done() });
  const body = fileBody(path, all, { response, untilFree: async () => void body.destroy() });

  await expect(pipeline(body, response)).rejects.toThrow("Premature close");
});

test("a file that is missing fails the body before its first byte", async () => {
  const response = new Writable();
  const body = fileBody(join(folder, "none"), all, { response, untilFree });

  await expect(pipeline(body, response)).rejects.toThrow("ENOENT");
});
