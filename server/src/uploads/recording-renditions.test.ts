import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { MU_LAW } from "@assay/domain/mu-law.ts";
import type { Peaks } from "@assay/domain/peaks.ts";
import { expect, test } from "vitest";
import { bodyOf } from "../../test/given.ts";
import { startService } from "../../test/service.ts";
import { stagedNames, storedNames } from "../../test/stored.ts";
import { givenImage, givenWav, sendRaw } from "../../test/upload-bodies.ts";
import { contentUrl } from "./content-url.ts";

const service = await startService();
const { request, anonymous, deps, db, givenAccount, requestWith, runJobs } = service;

async function givenFile(filename: string, bytes: Buffer): Promise<{ id: string; upload_id: string }> {
  const upload = bodyOf(await sendRaw(request, filename, bytes), 201);
  return { id: upload.files[0].id, upload_id: upload.id };
}

const tone = (type: string) => readFile(join(import.meta.dirname, "../../test/audio", `tone.${type}`));

async function peaksOf(id: string): Promise<Peaks> {
  const path = `/v1/files/${id}/peaks`;
  if ((await request("GET", path)).status === 202) await runJobs();
  return bodyOf(await request("GET", path), 200);
}

async function soundOf(id: string, headers: Record<string, string> = {}): Promise<Buffer> {
  const path = `/v1/files/${id}/sound`;
  if ((await request("GET", path)).status === 202) await runJobs();
  const { status, bytes, headers: sent } = await request("GET", path, undefined, headers);
  expect([status, sent["content-type"]]).toEqual([headers.range === undefined ? 200 : 206, "audio/basic"]);
  return bytes;
}

/** Gives the file other bytes than it was uploaded with. */
async function replaceBytes(id: string, bytes: Buffer): Promise<void> {
  const { sha256, size_bytes } = await deps.blobs.receive(Readable.from([bytes]), bytes.length + 1);
  await db.updateTable("files").set({ sha256, size_bytes }).where("id", "=", id).execute();
}

interface Stored {
  readonly kind: number;
  readonly bits: number;
  readonly write: (bytes: Buffer, value: number, at: number) => void;
}

/** A WAV of two channels of 8,000 samples: the left one is silent, the right one swings between these values. */
function givenSwing({ kind, bits, write }: Stored, values: readonly number[]): Buffer {
  const frame = (2 * bits) / 8;
  const format = Buffer.alloc(40);
  const fields = [kind, 2, 8_000, 0, 8_000 * frame, 0, frame, bits];
  for (const [place, value] of fields.entries()) {
    if ([2, 4].includes(place)) format.writeUInt32LE(value, place * 2);
    else if (![3, 5].includes(place)) format.writeUInt16LE(value, place * 2);
  }
  const sound = Buffer.alloc(8_000 * frame, bits === 8 ? 128 : 0);
  for (let at = 0; at < 8_000; at += 1) write(sound, values[at % values.length] ?? 0, at * frame + frame / 2);
  const chunk = (id: string, data: Buffer) => {
    const head = Buffer.alloc(8);
    head.write(id);
    head.writeUInt32LE(data.length, 4);
    return Buffer.concat([head, data]);
  };
  const body = [
    Buffer.from("WAVE"),
    chunk("LIST", Buffer.from("no sound")),
    chunk("fmt ", format.subarray(0, 16)),
  ];
  return chunk("RIFF", Buffer.concat([...body, chunk("data", sound)]));
}

test("peaks are computed by a job at the first request, and kept", async () => {
  const { id } = await givenFile("call.wav", givenWav(2));
  const path = `/v1/files/${id}/peaks`;

  const first = await request("GET", path);
  expect(first).toMatchObject({ status: 202, body: { status: "building" }, headers: { "retry-after": "1" } });
  await runJobs();

  const { body, headers } = await request("GET", path);
  expect(headers).toMatchObject({
    "content-type": "application/json",
    "content-disposition": expect.stringContaining('filename="call.json"'),
  });
  expect(body).toEqual({
    version: 2,
    channels: 1,
    sample_rate: 8_000,
    samples_per_pixel: 64,
    bits: 8,
    length: 250,
    data: Array(500).fill(0),
  });
  const known = { "if-none-match": String(headers.etag) };
  expect(await request("GET", path, undefined, known)).toMatchObject({ status: 304 });
  expect(await request("GET", path, undefined, { range: "bytes=11-11" })).toMatchObject({ status: 206 });
  expect(await request("GET", path, undefined, { range: "bytes=99999-" })).toMatchObject({ status: 416 });
});

test.each<[string, Stored]>([
  ["8 bits", { kind: 1, bits: 8, write: (bytes, value, at) => bytes.writeUInt8(128 + value * 127, at) }],
  ["16 bits", { kind: 1, bits: 16, write: (bytes, value, at) => bytes.writeInt16LE(value * 32_767, at) }],
  ["24 bits", { kind: 1, bits: 24, write: (bytes, value, at) => bytes.writeIntLE(value * 8_388_607, at, 3) }],
  [
    "32 bits",
    { kind: 1, bits: 32, write: (bytes, value, at) => bytes.writeInt32LE(value * 2_147_483_647, at) },
  ],
  ["floats", { kind: 3, bits: 32, write: (bytes, value, at) => bytes.writeFloatLE(value, at) }],
  ["doubles", { kind: 3, bits: 64, write: (bytes, value, at) => bytes.writeDoubleLE(value, at) }],
])("the loudest channel of a WAV of %s counts", async (_what, stored) => {
  const { id } = await givenFile("swing.wav", givenSwing(stored, [0.5, -1, 0.25]));

  const { length, sample_rate, data } = await peaksOf(id);

  expect([length, sample_rate]).toEqual([125, 8_000]);
  for (let at = 0; at < data.length; at += 2) {
    expect(Math.abs((data[at] ?? 0) + 127)).toBeLessThan(2);
    expect(Math.abs((data[at + 1] ?? 0) - 63)).toBeLessThan(2);
  }
});

test.each(["mp3", "flac", "ogg"])("a second of a tone as %s has its loudness all along", async (type) => {
  const { id } = await givenFile(`tone.${type}`, await tone(type));

  const { length, sample_rate, samples_per_pixel, data } = await peaksOf(id);

  expect((length * samples_per_pixel) / sample_rate).toBeCloseTo(1, 1);
  const middle = data.slice(data.length / 4, (3 * data.length) / 4);
  expect(Math.max(...middle)).toBeGreaterThan(25);
  expect(Math.max(...middle)).toBeLessThan(36);
  expect(Math.min(...middle)).toBeLessThan(-25);
});

test("an M4A, whose sound the service does not decode, is refused", async () => {
  const { id } = await givenFile("tone.m4a", await tone("m4a"));

  expect(await request("GET", `/v1/files/${id}/peaks`)).toMatchObject({
    status: 400,
    body: { message: "tone.m4a has no peaks: the service does not decode audio/mp4" },
  });
});

test("a recording by reference has no peaks", async () => {
  const { id } = await givenFile("far.wav", givenWav(4));
  await db.updateTable("files").set({ sha256: null }).where("id", "=", id).execute();

  expect(await request("GET", `/v1/files/${id}/peaks`)).toMatchObject({
    status: 400,
    body: { message: "far.wav has no peaks: it is in a bucket only" },
  });
});

test("an image has no peaks", async () => {
  const { id } = await givenFile("a.png", await givenImage("png"));

  expect(await request("GET", `/v1/files/${id}/peaks`)).toMatchObject({
    status: 400,
    body: { message: "a.png is not a recording" },
  });
});

test.each(["wav", "mp3", "flac", "ogg"])("a broken %s has the peaks up to the fault", async (type) => {
  const bytes = type === "wav" ? givenWav(1) : await tone(type);
  for (const broken of [
    Buffer.alloc(0),
    Buffer.from("no sound at all"),
    bytes.subarray(0, 100),
    Buffer.concat([bytes.subarray(0, 400), Buffer.alloc(3_000, 0xff)]),
    Buffer.concat([bytes.subarray(0, 50), Buffer.alloc(70_000, 0x5a)]),
  ]) {
    const { id } = await givenFile(`tone.${type}`, bytes);
    await replaceBytes(id, broken);

    const { length, data } = await peaksOf(id);

    expect(data).toHaveLength(2 * length);
  }
  expect(await stagedNames(deps)).toEqual([]);
});

test.each(["peaks", "sound"])("access to the %s is that to the content", async (made) => {
  const { id } = await givenFile("call.wav", givenWav(3));
  const path = `/v1/files/${id}/${made}`;
  await request("GET", path);
  await runJobs();
  const signed = contentUrl(deps, id).replace(deps.config.baseUrl, "").replace("/content?", `/${made}?`);
  const scopes = ["projects:read"];
  const { key } = bodyOf(await request("POST", "/v1/api-keys", { name: "no files", scopes }), 201);
  const stranger = await givenAccount();

  expect(await anonymous("GET", signed)).toMatchObject({ status: 200 });
  expect(await anonymous("GET", path)).toMatchObject({ status: 401 });
  expect(await anonymous("GET", `${path}?expires=99999999999&signature=wrong`)).toMatchObject({
    status: 403,
  });
  expect(await requestWith(key)("GET", path)).toMatchObject({ status: 403 });
  expect(await stranger.request("GET", path)).toMatchObject({ status: 404 });
});

test("peaks are erased with their file, also if it is deleted before they are computed", async () => {
  const { id, upload_id } = await givenFile("gone.wav", givenWav(5));
  await peaksOf(id);
  const { sha256 } = await db
    .selectFrom("renditions")
    .select("sha256")
    .where("file_id", "=", id)
    .executeTakeFirstOrThrow();
  const late = await givenFile("late.wav", givenWav(7));
  bodyOf(await request("GET", `/v1/files/${late.id}/peaks`), 202);

  for (const gone of [upload_id, late.upload_id]) bodyOf(await request("DELETE", `/v1/uploads/${gone}`), 204);
  await runJobs();

  const rows = await db
    .selectFrom("renditions")
    .select("file_id")
    .where("file_id", "in", [id, late.id])
    .execute();
  expect(rows).toEqual([]);
  expect((await storedNames(deps)).filter((name) => name.includes(sha256))).toEqual([]);
});

test.each(["mp3", "flac", "ogg"])(
  "a %s is there as plain samples, of which a range can be had",
  async (type) => {
    const { id } = await givenFile(`tone.${type}`, await tone(type));
    const { length, samples_per_pixel, sample_rate } = await peaksOf(id);

    const bytes = await soundOf(id);
    const loudest = bytes.reduce((most, byte) => Math.max(most, Math.abs(MU_LAW[byte] ?? 0)), 0);

    expect(Math.abs(bytes.length / 8_000 - (length * samples_per_pixel) / sample_rate)).toBeLessThan(0.1);
    expect(loudest).toBeGreaterThan(0.1);
    expect(await soundOf(id, { range: "bytes=100-199" })).toEqual(bytes.subarray(100, 200));
    const path = `/v1/files/${id}/sound`;
    const etag = String((await request("GET", path)).headers.etag);
    expect((await request("GET", path, undefined, { "if-none-match": etag })).status).toBe(304);
    const beyond = { range: `bytes=${bytes.length}-` };
    expect((await request("GET", path, undefined, beyond)).status).toBe(416);
  },
);

test("the sound is made by a job at the first request, refused where it cannot be, and erased with its file", async () => {
  const { id, upload_id } = await givenFile("tone.mp3", await tone("mp3"));
  const first = await request("GET", `/v1/files/${id}/sound`);
  expect([first.status, first.body.status, first.headers["retry-after"]]).toEqual([202, "building", "1"]);
  await soundOf(id);
  const other = await givenFile("tone.m4a", await tone("m4a"));
  expect((await request("GET", `/v1/files/${other.id}/sound`)).body.message).toBe(
    "tone.m4a has no sound: the service does not decode audio/mp4",
  );
  const stranger = await givenAccount();
  expect((await stranger.request("GET", `/v1/files/${id}/sound`)).status).toBe(404);

  bodyOf(await request("DELETE", `/v1/uploads/${upload_id}`), 204);
  await runJobs();
  expect(await db.selectFrom("renditions").select("kind").where("file_id", "=", id).execute()).toEqual([]);
});
