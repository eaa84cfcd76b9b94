import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import sharp from "sharp";
import { expect, test, vi } from "vitest";
import { bodyOf } from "../../test/given.ts";
import { givenOriented, seenAsStored, UPRIGHT, uprightSides } from "../../test/oriented.ts";
import { startService } from "../../test/service.ts";
import { damage, stagedNames, storedNames } from "../../test/stored.ts";
import { givenImage, givenWav, sendRaw } from "../../test/upload-bodies.ts";
import { decodingBytes } from "../images/decoder.ts";
import { contentUrl } from "./content-url.ts";
import { MAX_WAITING } from "./image-renditions.ts";

const service = await startService();
const { request, anonymous, deps, db, advance, accountId, givenAccount, requestWith, runJobs } = service;

async function givenFile(filename: string, bytes: Buffer): Promise<{ id: string; upload_id: string }> {
  const upload = bodyOf(await sendRaw(request, filename, bytes), 201);
  return { id: upload.files[0].id, upload_id: upload.id };
}

/** The path of something made of a file, with the signature of its `content_url`. */
function signed(id: string, made: "thumbnail" | "upright"): string {
  return contentUrl(deps, id).replace(deps.config.baseUrl, "").replace("/content?", `/${made}?`);
}

const rowsOf = (file_id: string) =>
  db.selectFrom("renditions").selectAll().where("file_id", "=", file_id).execute();

const photo = await givenFile("street.large.jpg", await givenImage("jpeg", 1200, 600));

test.each([
  ["?size=128", 128, 64],
  ["", 512, 256],
  ["?size=2048", 1200, 600],
])("the thumbnail%s is a WebP of %i × %i pixels", async (query, width, height) => {
  const response = await request("GET", `/v1/files/${photo.id}/thumbnail${query}`);

  expect(response).toMatchObject({
    status: 200,
    headers: {
      "content-type": "image/webp",
      "content-disposition": expect.stringContaining('filename="street.large.webp"'),
      "cache-control": "private, max-age=3600, immutable",
      etag: `"sha256-${createHash("sha256").update(response.bytes).digest("hex")}"`,
    },
  });
  expect(await sharp(response.bytes).metadata()).toMatchObject({ width, height, format: "webp" });
});

test.each(UPRIGHT)(
  "the thumbnail of a photo of EXIF orientation %i is upright",
  async (orientation, corners) => {
    const { id } = await givenFile("turned.jpg", await givenOriented("jpeg", orientation));

    const { bytes } = await request("GET", `/v1/files/${id}/thumbnail?size=128`);

    expect(await seenAsStored(bytes)).toEqual({ ...uprightSides(orientation), corners });
  },
);

test.each([
  ["jpeg", "image/jpeg"],
  ["png", "image/png"],
  ["webp", "image/webp"],
  ["tiff", "image/png"],
] as const)("an upright %s is a %s with the pixels of all orientations", async (format, type) => {
  for (const [orientation, corners] of UPRIGHT) {
    const { id } = await givenFile(`turned.${format}`, await givenOriented(format, orientation));

    const { bytes, headers } = await request("GET", `/v1/files/${id}/upright`);

    expect(headers["content-type"]).toBe(type);
    expect(await seenAsStored(bytes)).toEqual({ ...uprightSides(orientation), corners });
  }
});

test.each(["jpeg", "png", "webp", "gif", "avif"] as const)(
  "a %s without an orientation is served as it was uploaded",
  async (format) => {
    const bytes = await givenImage(format, 31, 17);
    const { id } = await givenFile("plain", bytes);

    expect(await request("GET", `/v1/files/${id}/upright`)).toMatchObject({
      bytes,
      headers: { "content-type": `image/${format}` },
    });
  },
);

test("a thumbnail is made once, also for requests at the same time, and kept", async () => {
  const { id } = await givenFile("once.png", await givenImage("png", 900, 300));
  const path = `/v1/files/${id}/thumbnail?size=128`;
  const stage = vi.spyOn(deps.blobs, "stage");

  const [first, ...others] = await Promise.all(Array.from({ length: 8 }, () => request("GET", path)));

  expect(stage).toHaveBeenCalledOnce();
  const rows = await rowsOf(id);
  advance(60_000);
  const later = await request("GET", path, undefined, { "if-none-match": String(first?.headers.etag) });
  expect(rows).toMatchObject([{ kind: "thumbnail_128", account_id: accountId }]);
  expect(new Set(others.map(({ headers }) => headers.etag))).toEqual(new Set([first?.headers.etag]));
  expect(later.status).toBe(304);
  expect(await rowsOf(id)).toEqual(rows);
  expect(await stagedNames(deps)).toEqual([]);
});

test("a thumbnail whose bytes are gone is made again", async () => {
  const { id } = await givenFile("again.png", await givenImage("png", 300, 900));
  const path = `/v1/files/${id}/thumbnail?size=128`;
  const { bytes } = await request("GET", path);
  for (const { sha256 } of await rowsOf(id)) await damage(deps, sha256, undefined);

  expect(await request("GET", path)).toMatchObject({ status: 200, bytes });
});

test("ranges are served, and impossible ones refused", async () => {
  const path = `/v1/files/${photo.id}/thumbnail`;
  const { bytes } = await request("GET", path);

  expect(await request("GET", path, undefined, { range: "bytes=4-7" })).toMatchObject({
    status: 206,
    bytes: bytes.subarray(4, 8),
  });
  for (const made of [path, `/v1/files/${photo.id}/upright`])
    expect(await request("GET", made, undefined, { range: "bytes=9999999-" })).toMatchObject({ status: 416 });
  const whole = await request("GET", `/v1/files/${photo.id}/upright`, undefined, { range: "bytes=0-1" });
  expect(whole).toMatchObject({ status: 206, bytes: Buffer.from([0xff, 0xd8]) });
  const { etag = "" } = whole.headers;
  const known = { "if-none-match": String(etag) };
  expect(await request("GET", `/v1/files/${photo.id}/upright`, undefined, known)).toMatchObject({
    status: 304,
  });
});

test.each(["thumbnail", "upright"] as const)("access to a %s is that to the content", async (made) => {
  const path = `/v1/files/${photo.id}/${made}`;
  const stranger = await givenAccount();
  const key = bodyOf(
    await request("POST", "/v1/api-keys", { name: "no files", scopes: ["projects:read"] }),
    201,
  );

  expect(await anonymous("GET", signed(photo.id, made))).toMatchObject({ status: 200 });
  expect(await anonymous("GET", path)).toMatchObject({ status: 401 });
  expect(await anonymous("GET", `${path}?expires=99999999999&signature=wrong`)).toMatchObject({
    status: 403,
  });
  expect(await requestWith(key.key)("GET", path)).toMatchObject({ status: 403 });
  expect(await stranger.request("GET", path)).toMatchObject({ status: 404, body: { error: "not_found" } });
});

test("a size that is not offered is refused with those that are", async () => {
  const response = await request("GET", `/v1/files/${photo.id}/thumbnail?size=100`);

  expect(response).toMatchObject({ status: 400, body: { error: "invalid_request" } });
  expect(response.body.message).toContain("128, 512, 2048");
});

test.each(["thumbnail", "upright"] as const)("a recording has no %s", async (made) => {
  const { id } = await givenFile("call.wav", givenWav(1));

  expect(await request("GET", `/v1/files/${id}/${made}`)).toMatchObject({
    status: 400,
    body: { error: "invalid_request", message: "call.wav is not an image" },
  });
});

const turned = async (width: number, height: number): Promise<Buffer> =>
  sharp(await givenImage("jpeg", width, height))
    .withMetadata({ orientation: 6 })
    .toBuffer();

const jpeg = await turned(400, 300);
const hostile: readonly (readonly [what: string, bytes: Buffer])[] = [
  ["cut off", jpeg.subarray(0, 2_000)],
  ["of random bytes", Buffer.concat([jpeg.subarray(0, 800), Buffer.alloc(5_000, 0xa7)])],
  ["of another type", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>")],
  ["empty", Buffer.alloc(0)],
];

test.each(hostile)("stored bytes that are %s are a 400, and leave nothing behind", async (_what, bytes) => {
  const { id } = await givenFile("broken.jpg", jpeg);
  const { sha256, size_bytes } = await deps.blobs.receive(Readable.from([bytes]), 1_000_000);
  await db.updateTable("files").set({ sha256, size_bytes }).where("id", "=", id).execute();

  for (const made of ["thumbnail", "upright"])
    expect(await request("GET", `/v1/files/${id}/${made}`)).toMatchObject({
      status: 400,
      body: { message: "broken.jpg cannot be decoded: it is corrupt or cut off" },
    });
  expect(await rowsOf(id)).toEqual([]);
  expect(await stagedNames(deps)).toEqual([]);
});

test("an image of more than 100 megapixels is refused before it is decoded", async () => {
  const { id } = await givenFile("bomb.png", await givenImage("png"));
  const bomb = await sharp({
    create: { width: 20_000, height: 5_001, channels: 3, background: "red" },
    limitInputPixels: false,
  })
    .png({ compressionLevel: 9 })
    .toBuffer();
  const { sha256, size_bytes } = await deps.blobs.receive(Readable.from([bomb]), 10_000_000);
  await db.updateTable("files").set({ sha256, size_bytes }).where("id", "=", id).execute();

  expect(await request("GET", `/v1/files/${id}/thumbnail`)).toMatchObject({
    status: 400,
    body: { message: "bomb.png has more than 100 megapixels" },
  });
});

test("thumbnails and upright images are erased with their file", async () => {
  const { id, upload_id } = await givenFile("erased.jpg", await turned(333, 77));
  await request("GET", `/v1/files/${id}/thumbnail`);
  await request("GET", `/v1/files/${id}/upright`);
  const digests = (await rowsOf(id)).map(({ sha256 }) => sha256);
  expect(digests).toHaveLength(2);

  bodyOf(await request("DELETE", `/v1/uploads/${upload_id}`), 204);
  await runJobs();

  expect(await rowsOf(id)).toEqual([]);
  const names = (await storedNames(deps)).join("\n");
  expect(digests.filter((sha256) => names.includes(sha256))).toEqual([]);
  expect(await request("GET", `/v1/files/${id}/thumbnail`)).toMatchObject({ status: 404 });
});

test("if too many images wait for the decoder, a further request is told to try again, and the others get theirs", async () => {
  const { id } = await givenFile("late.png", await givenImage("png", 40, 30));
  const held = Promise.withResolvers<void>();
  const holding = decodingBytes(Buffer.alloc(0), () => held.promise);
  const all = Array.from({ length: MAX_WAITING + 1 }, () => request("GET", `/v1/files/${id}/thumbnail`));

  expect(await Promise.race(all)).toMatchObject({
    status: 503,
    headers: { "retry-after": "5" },
    body: { message: "200 images wait to be decoded; try again" },
  });
  held.resolve();
  await holding;

  const statuses = (await Promise.all(all)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(MAX_WAITING);
  expect((await request("GET", `/v1/files/${id}/thumbnail`)).status).toBe(200);
});
