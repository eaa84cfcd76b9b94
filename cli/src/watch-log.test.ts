import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { appendToLog } from "@assay/server/src/log/append.ts";
import type { LogEntry } from "@assay/server/src/log/entry.ts";
import { type Service, startService } from "@assay/server/test/service.ts";
import { afterAll, expect, test } from "vitest";
import { run } from "./run.ts";
import { fetchBytes } from "./watch-log.ts";

const service = await startService();
await service.app.listen({ port: 0, host: "127.0.0.1" });
const folder = await mkdtemp(join(tmpdir(), "assay-watch-"));
afterAll(async () => rm(folder, { recursive: true }));

async function append({ db, deps }: Service, count: number, name: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (let at = 0; at < count; at += 1)
      await appendToLog(tx, { at: deps.now(), type: "revocation", certificate_id: `cert_${name}_${at}` });
  });
}

async function watch({ app }: Service, file: string) {
  const out: string[] = [];
  const notes: string[] = [];
  const terminal = {
    env: {},
    print: (text: string) => out.push(text),
    note: (text: string) => notes.push(text),
  };
  const args = ["log", "watch", `${app.listeningOrigin}/log`, "--file", join(folder, file)];
  return { code: await run(args, terminal), out: out.join("\n"), notes: notes.join("\n") };
}

/** A service restored from a backup that has the first `size` entries of the log. */
async function givenRestored(size: number): Promise<Service> {
  const restored = await startService();
  await restored.app.listen({ port: 0, host: "127.0.0.1" });
  const key = await service.db.selectFrom("log_key").selectAll().executeTakeFirstOrThrow();
  await restored.db.insertInto("log_key").values(key).execute();
  const entries = await service.db
    .selectFrom("log_entries")
    .selectAll()
    .where("position", "<", size)
    .execute();
  await restored.db.insertInto("log_entries").values(entries).execute();
  const hashes = await service.db.selectFrom("log_hashes").selectAll().execute();
  const complete = hashes.filter(({ level, position }) => (position + 1) * 2 ** level <= size);
  await restored.db.insertInto("log_hashes").values(complete).execute();
  return restored;
}

test("a log that grows is followed, over the borders of tiles", async () => {
  expect(await watch(service, "grows.json")).toMatchObject({ code: 0, out: "ok: 0 entries, first seen" });
  let before = 0;
  for (const count of [1, 7, 250, 300]) {
    await append(service, count, "grows");
    const { code, out } = await watch(service, "grows.json");
    expect([code, out]).toEqual([
      0,
      `ok: ${before + count} entries, consistent with the ${before} entries seen before`,
    ]);
    before += count;
  }
  const again = await watch(service, "grows.json");
  expect(again.out).toBe(`ok: ${before} entries, consistent with the ${before} entries seen before`);
});

test("a restored backup that is older than what was seen is a fork, before and after it grows again", async () => {
  expect((await watch(service, "fork.json")).code).toBe(0);
  const { checkpoint } = JSON.parse(await readFile(join(folder, "fork.json"), "utf8"));
  const restored = await givenRestored(500);
  const shorter = await watch(restored, "fork.json");
  await append(restored, 58, "others");
  const same = await watch(restored, "fork.json");
  await append(restored, 100, "others");
  const longer = await watch(restored, "fork.json");

  expect([shorter.code, shorter.out]).toEqual([1, "FORK the log had 558 entries and now has 500"]);
  expect([same.code, same.out]).toEqual([1, "FORK the log shows other 558 entries than before"]);
  expect([longer.code, longer.out]).toEqual([
    1,
    "FORK the first 558 of now 658 entries are not those that the log showed before",
  ]);
  expect(longer.notes).toMatch(/both signed states are in .*fork\.json\.fork-658\.txt/);
  const evidence = await readFile(join(folder, "fork.json.fork-658.txt"), "utf8");
  expect(evidence).toContain(checkpoint);
  expect(JSON.parse(await readFile(join(folder, "fork.json"), "utf8")).checkpoint).toBe(checkpoint);
  expect((await readdir(folder)).filter((name) => name.startsWith("fork.json.fork-"))).toHaveLength(3);
});

test("a second commitment, root or challenge of one round is named each time", async () => {
  const twice = await startService();
  await twice.app.listen({ port: 0, host: "127.0.0.1" });
  const step = { at: twice.deps.now(), batch_id: "batch_1", round: 1 };
  const log = (entry: LogEntry) => twice.db.transaction().execute((tx) => appendToLog(tx, entry));
  await log({ ...step, type: "commitment", seed_sha256: "00" });
  await log({ ...step, type: "commitment", round: 2, seed_sha256: "01" });
  await log({ ...step, type: "commitment", batch_id: "batch_2", seed_sha256: "02" });
  expect(await watch(twice, "twice.json")).toMatchObject({ code: 0 });
  await log({ ...step, type: "labels", root: "00", items: 1 });
  await log({ ...step, type: "challenge", source: "nonce", nonce_sha256: "00" });
  expect(await watch(twice, "twice.json")).toMatchObject({ code: 0 });
  await log({ ...step, type: "commitment", seed_sha256: "03" });
  await log({ ...step, type: "labels", root: "01", items: 1 });
  await log({ ...step, type: "challenge", source: "nonce", nonce_sha256: "01" });
  for (const time of ["first", "second"]) {
    const { code, out } = await watch(twice, "twice.json");
    expect([time, code, out.split("\n")]).toEqual([
      time,
      1,
      [
        expect.stringMatching(
          /^WRONG the log has a second entry commitment for round 1 of .*: entries 0 and 5$/,
        ),
        expect.stringMatching(/^WRONG the log has a second entry labels for round 1 of .*: entries 3 and 6$/),
        expect.stringMatching(
          /^WRONG the log has a second entry challenge for round 1 of .*: entries 4 and 7$/,
        ),
      ],
    ]);
  }
});

test("a copy of the entries that was changed is named", async () => {
  const path = join(folder, "grows.json.entries");
  const text = await readFile(path, "utf8");
  await writeFile(path, text.replace("revocation", "Revocation"));
  expect((await watch(service, "grows.json")).notes).toMatch(/do not give the root of its checkpoint/);
  await writeFile(path, text);
  expect((await watch(service, "grows.json")).code).toBe(0);
});

test("a log under another key, and a file of another form, are refused", async () => {
  const other = await startService();
  await other.app.listen({ port: 0, host: "127.0.0.1" });
  const { code, notes } = await watch(other, "grows.json");
  expect([code, notes]).toEqual([
    1,
    expect.stringMatching(/the note is not signed with the key localhost:8080\/log\+/),
  ]);
  await writeFile(join(folder, "form.json"), "{}");
  expect((await watch(service, "form.json")).notes).toMatch(/is not what assay log watch wrote/);
});

test("a request that came too fast is sent again after the time that the log asks for", async () => {
  const answers: number[] = [];
  const throttle = createServer(async (request, response) => {
    const isRefused = answers.at(-1) !== 429;
    const { status, body } = isRefused
      ? { status: 429, body: "" }
      : await fetch(`${service.app.listeningOrigin}${request.url}`).then(async (answer) => ({
          status: answer.status,
          body: await answer.text(),
        }));
    answers.push(status);
    response.writeHead(status, { "retry-after": "0" }).end(body);
  }).listen(0, "127.0.0.1");
  await once(throttle, "listening");
  const address = throttle.address();
  const port = address !== null && typeof address === "object" ? address.port : 0;

  const checkpoint = await fetchBytes(`http://127.0.0.1:${port}/log/checkpoint`);

  expect(answers).toEqual([429, 200]);
  expect(String(checkpoint)).toContain("\n\n\u2014 ");
  throttle.close();
});
