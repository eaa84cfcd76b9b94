import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { ServiceError } from "@assay/domain/errors.ts";
import { sql } from "kysely";
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { startService } from "../../test/service.ts";
import { givenZip, sendRaw, traces } from "../../test/upload-bodies.ts";
import type { Deps } from "../deps.ts";
import type { Blobs, ReadableBlob } from "../platform/blobs/blobs.ts";
import { addJob } from "../platform/jobs/jobs.ts";
import { fetchUrls } from "./fetch-urls.ts";
import { processUpload } from "./process.ts";
import { sweepUploads } from "./sweep.ts";

const service = await startService();
const { request, db, deps, advance } = service;

const asked: string[] = [];
const server = createServer((incoming, outgoing) => {
  asked.push(incoming.url ?? "");
  outgoing.writeHead(200).end(`the text of ${incoming.url}`);
}).listen(0, "127.0.0.1");
const origin = await new Promise<string>((resolve) => {
  server.once("listening", () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
});
afterAll(() => server.close());

beforeEach(async () => {
  await sql`delete from graphile_worker._private_jobs`.execute(db);
});

/** A process that dies: after `bytes` of a stored file that it reads after `reads` others, or once it has stored `staged`. */
function dying({ bytes = Infinity, reads = 0, staged = Infinity }): Deps {
  const { blobs } = deps;
  let left = staged;
  let whole = reads;
  const stage: Blobs["stage"] = async (...args) => {
    left -= 1;
    if (left < 0) throw new ServiceError("insufficient_storage", "killed");
    return blobs.stage(...args);
  };
  const kept = (blob: Parameters<Blobs["kept"]>[0]): ReadableBlob => {
    const file = blobs.kept(blob);
    const open: ReadableBlob["open"] = (range) => {
      if (range !== undefined) return file.open(range);
      whole -= 1;
      return whole < 0 ? cutOff(file.open(), bytes) : file.open();
    };
    return { ...file, open };
  };
  return { ...deps, blobs: { ...blobs, stage, kept } };
}

function cutOff(source: Readable, bytes: number): Readable {
  let left = bytes;
  const chunks = async function* () {
    for await (const chunk of source) {
      left -= chunk.length;
      if (left < 0) throw new Error("killed");
      yield chunk;
    }
  };
  return Readable.from(chunks());
}

/** Lines over two transactions of the job. */
const LINES = Array.from({ length: 30_000 }, (_, index) => ({
  text: `${index} is the number of this text and it has some more words`,
  external_id: `${index}`,
}));
const LIST = LINES.map((line) => JSON.stringify(line)).join("\n");
const CSV = `external_id,text\n${LINES.map(({ text, external_id }) => `${external_id},${text}`).join("\n")}`;

const rowOf = (id: string) =>
  db.selectFrom("uploads").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

test.each([
  ["list.jsonl", LIST, 1],
  ["list.csv", CSV, 2],
])(
  "lines of %s that a dead worker stored stay, and another stores the others once",
  async (filename, list, first) => {
    const { body } = await sendRaw(request, filename, list);
    const size = Buffer.byteLength(list);

    await expect(
      processUpload(dying({ bytes: size * 0.9, reads: 2 - first }), {
        account_id: service.accountId,
        upload_id: body.id,
      }),
    ).rejects.toThrow("killed");
    const { status, progress } = await rowOf(body.id);
    expect(status).toBe("processing");
    expect(progress?.lines.count).toBeGreaterThan(0); // as many as two seconds allow, at most 20,000
    expect((await request("GET", `/v1/uploads/${body.id}/files`)).body.data).toEqual([]);
    const { rows: before } = await sql<{ file_id: string }>`
    select distinct file_id from file_lines where external_id = '7' and text like '7 is%' and file_id not in (select id from files)`.execute(
      db,
    );
    await processUpload(deps, { account_id: service.accountId, upload_id: body.id });

    const upload = (await request("GET", `/v1/uploads/${body.id}`)).body;
    expect(upload).toMatchObject({
      status: "ready",
      file_count: 1,
      skipped: 0,
      files: [{ id: before[0]?.file_id }],
    });
    const stored = await db
      .selectFrom("file_lines")
      .select(["line", "text", "external_id"])
      .where("file_id", "=", upload.files[0].id)
      .orderBy("line")
      .execute();
    expect(stored).toEqual(LINES.map((line, index) => ({ ...line, line: index + first })));
    expect(await rowOf(body.id)).toMatchObject({ progress: null, source: null });
    expect(await db.selectFrom("upload_steps").select("kind").execute()).toEqual([]);
  },
);

test("the skips that a dead worker recorded are listed once", async () => {
  const faulty = `nonsense\n${LIST}\n{}\n`;
  const sent = await request("POST", "/v1/uploads?on_error=skip", Buffer.from(faulty), {
    "content-type": "application/x-ndjson",
    "content-disposition": 'attachment; filename="a.jsonl"',
  });
  const { id } = sent.body;

  await expect(
    processUpload(dying({ bytes: faulty.length * 0.9, reads: 1 }), {
      account_id: service.accountId,
      upload_id: id,
    }),
  ).rejects.toThrow();
  expect((await rowOf(id)).progress?.skips).toBe(1);
  await processUpload(deps, { account_id: service.accountId, upload_id: id });

  const { bytes } = await request("GET", `/v1/uploads/${id}/skipped`);
  const lines = bytes.toString().trimEnd().split("\n");
  expect(lines.map((line) => JSON.parse(line).line)).toEqual([1, 30_002]);
});

test("files that a dead worker unpacked are not unpacked again", async () => {
  const entries = Array.from({ length: 250 }, (_, nth) => ({
    name: `${nth}.txt`,
    content: `archived ${nth}`,
  }));
  const { body } = await sendRaw(request, "all.zip", givenZip(entries));
  const before = await traces(service);

  await expect(
    processUpload(dying({ staged: 180 }), { account_id: service.accountId, upload_id: body.id }),
  ).rejects.toThrow("killed");
  const { files: read = 0, next } = (await rowOf(body.id)).progress ?? {};
  expect(read).toBeGreaterThan(0); // as many as two seconds allow, at most 100 a step
  expect(next).toEqual({ part: 0, entry: read });
  await processUpload(dying({ staged: 250 - read }), { account_id: service.accountId, upload_id: body.id });

  const files = await db
    .selectFrom("files")
    .select(["filename", "position"])
    .where("upload_id", "=", body.id)
    .orderBy("position")
    .execute();
  expect(files).toEqual(entries.map(({ name }, position) => ({ filename: name, position })));
  expect((await traces(service)).blobs).toBe(before.blobs - 1 + 250);
});

test("links that a dead worker fetched are not fetched again", async () => {
  const urls = Array.from({ length: 30 }, (_, nth) => `/linked/${nth}`);
  const list = urls.map((url) => JSON.stringify({ url: `${origin}${url}` })).join("\n");
  const { body } = await sendRaw(request, "links.jsonl", list);
  await processUpload(deps, { account_id: service.accountId, upload_id: body.id }); // leaves the links to the other job
  asked.length = 0;

  await expect(
    fetchUrls(dying({ staged: 12 }), { account_id: service.accountId, upload_id: body.id }),
  ).rejects.toThrow("killed");
  const stored = await db.selectFrom("upload_steps").select("result").where("kind", "=", "link").execute();
  expect(stored).toHaveLength(12);
  asked.length = 0;
  await service.runJobs();

  expect(asked).toHaveLength(18);
  const upload = (await request("GET", `/v1/uploads/${body.id}`)).body;
  expect(upload).toMatchObject({ status: "ready", file_count: 1 });
  const lines = await db
    .selectFrom("file_lines")
    .select("text")
    .where("file_id", "=", upload.files[0].id)
    .orderBy("line")
    .execute();
  expect(lines.map(({ text }) => text)).toEqual(urls.map((url) => `the text of ${url}`));
});

test("a run that another has overtaken stores nothing and looks again later", async () => {
  const { body } = await sendRaw(request, "list.jsonl", `{"text":"a"}\n${" ".repeat(1024 * 1024)}`);
  await sql`delete from graphile_worker._private_jobs`.execute(db);
  const gate = Promise.withResolvers<void>();
  const { blobs } = deps;
  const kept = (blob: Parameters<Blobs["kept"]>[0]): ReadableBlob => {
    const file = blobs.kept(blob);
    const late = async function* () {
      await gate.promise;
      yield* file.open();
    };
    return { ...file, open: (range) => (range === undefined ? Readable.from(late()) : file.open(range)) };
  };
  const overtaken = processUpload(
    { ...deps, blobs: { ...blobs, kept } },
    { account_id: service.accountId, upload_id: body.id },
  );

  await processUpload(deps, { account_id: service.accountId, upload_id: body.id });
  gate.resolve();
  await overtaken;

  expect(await rowOf(body.id)).toMatchObject({ status: "ready", file_count: 1 });
  const { rows } = await sql`select run_at > now() as is_later from graphile_worker.jobs`.execute(db);
  expect(rows).toEqual([{ is_later: true }]);
});

test("a long upload lets one of another account pass, and goes on if nobody waits", async () => {
  const now = () => {
    advance(11_000);
    return deps.now();
  };
  const slow = { ...deps, now };
  const first = (await sendRaw(request, "list.jsonl", LIST)).body.id;
  await processUpload(slow, { account_id: service.accountId, upload_id: first });
  expect((await rowOf(first)).status).toBe("ready");

  const { body } = await sendRaw(request, "list.jsonl", LIST);
  await sql`delete from graphile_worker._private_jobs`.execute(db);
  await addJob(db, "acc_other", "process_upload", { upload_id: "upl_other" });
  await processUpload(slow, { account_id: service.accountId, upload_id: body.id });
  expect(await rowOf(body.id)).toMatchObject({ status: "processing", progress: { next: null } });
  await service.runJobs();

  expect(await rowOf(body.id)).toMatchObject({ status: "ready" });
});

test("each turn stores lines, however long it takes to read over those that are stored", async () => {
  const { body } = await sendRaw(request, "list.jsonl", LIST);
  await sql`delete from graphile_worker._private_jobs`.execute(db);
  await addJob(db, "acc_other", "process_upload", { upload_id: "upl_other" });
  let time = performance.now();
  vi.spyOn(performance, "now").mockImplementation(() => {
    time += 3_000; // longer than a step
    return time;
  });
  onTestFinished(() => void vi.restoreAllMocks());
  const now = () => {
    advance(11_000); // longer than a turn
    return deps.now();
  };
  const counts: unknown[] = [];

  for (let turn = 0; turn < 4; turn += 1) {
    await processUpload({ ...deps, now }, { account_id: service.accountId, upload_id: body.id });
    counts.push((await rowOf(body.id)).progress?.lines.count);
  }

  expect(counts).toEqual([...new Set(counts)].sort((a, b) => Number(a) - Number(b)));
  expect(counts.at(-1)).toBeGreaterThan(0);
  vi.restoreAllMocks();
  await service.runJobs();
  expect(await rowOf(body.id)).toMatchObject({ status: "ready" });
});

test.each(["deleted", "expired"])("nothing stays of an upload that is %s before it is ready", async (how) => {
  const before = await traces(service);
  const { body } = await sendRaw(request, "list.jsonl", `${LIST} `); // other bytes than those of the uploads above
  await expect(
    processUpload(dying({ bytes: LIST.length * 0.9, reads: 1 }), {
      account_id: service.accountId,
      upload_id: body.id,
    }),
  ).rejects.toThrow();
  await sql`delete from graphile_worker._private_jobs`.execute(db);

  if (how === "deleted") await request("DELETE", `/v1/uploads/${body.id}`);
  else advance(8 * 24 * 3_600_000);
  await sweepUploads(deps);
  await service.runJobs();

  const left = await traces(service);
  expect({ ...left, uploads: 0 }).toEqual({ ...before, uploads: 0 });
  expect(await db.selectFrom("upload_steps").select("kind").execute()).toEqual([]);
  const { rows } =
    await sql`select from file_lines where file_id not in (select id from files) limit 1`.execute(db);
  expect(rows).toEqual([]);
});
