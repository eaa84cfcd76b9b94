import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { auditToVerdict, bodyOf, givenLines, givenProject } from "@assay/server/test/given.ts";
import { startService } from "@assay/server/test/service.ts";
import { unzip } from "@assay/server/test/unzip.ts";
import { afterAll, expect, test } from "vitest";
import { run } from "./run.ts";

const service = await startService();
const { request, runJobs } = service;
const folder = await mkdtemp(join(tmpdir(), "assay-version-"));
afterAll(() => rm(folder, { recursive: true }));

const BATCHES = 20;
const ITEMS = 5;

test("one sample certifies twenty small batches as a version, and its bundle verifies offline", async () => {
  const settings = { quality_level: "none", quality_policy: { overlap: 1 } };
  const { id: project_id } = await givenProject(service, settings);
  for (let n = 1; n <= BATCHES; n += 1) {
    const texts = Array.from({ length: ITEMS }, (_, item) => `text ${n}.${item + 1}`);
    const lines = texts.map((text) => ({ text, external_id: text }));
    const body = { project_id, upload_ids: [await givenLines(service, service, lines)] };
    const { id } = bodyOf(await request("POST", "/v1/batches", body), 201);
    const annotations = texts.map((external_id) => ({
      ...{ external_id, annotator: "ann" },
      result: { label: external_id === "text 7.1" ? "no" : "yes" },
    }));
    bodyOf(await request("POST", `/v1/batches/${id}/annotations`, { annotations }), 200);
  }
  await runJobs();
  const query = { project_id, statuses: ["completed"] };
  const dataset = bodyOf(await request("POST", "/v1/datasets", { name: "all", query }), 201);
  const path = `/v1/datasets/${dataset.id}/versions`;
  bodyOf(await request("POST", path), 202);
  await runJobs();
  const asked = { quality_level: "standard" };
  const { id } = bodyOf(await request("POST", `${path}/1/certification`, asked), 201);
  await runJobs();
  const audits = await auditToVerdict(service, id, "eve");
  await runJobs();

  // Alone, each batch of five would need five audits.
  expect(audits).toBeLessThan(40);
  const version = bodyOf(await request("GET", `${path}/1`), 200);
  expect(version).toMatchObject({
    counts: { items: BATCHES * ITEMS, batches: BATCHES },
    certification: { batch_id: id, status: "certified" },
  });
  const page = await request("GET", `/certificates/${version.certification.certificate_id}`);
  expect(String(page.bytes)).toContain(`from ${BATCHES} batches as version 1 of ${dataset.id}`);

  const { bytes } = await request("GET", `/v1/batches/${id}/download?format=csv&bundle=true`);
  for (const [name, content] of await unzip(bytes)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  const out: string[] = [];
  const notes: string[] = [];
  const keys = bodyOf(await service.anonymous("GET", "/.well-known/assay-keys.json"), 200);
  const keysFile = join(tmpdir(), `assay-version-keys-${process.pid}.json`);
  await writeFile(keysFile, JSON.stringify(keys));
  const code = await run(["verify", folder, "--keys", keysFile], {
    env: {},
    print: (text) => out.push(text),
    note: (text) => notes.push(text),
  });
  await rm(keysFile);
  expect([code, notes]).toEqual([0, []]);
  expect(out.join("\n")).toMatch(
    /^sample drawn again: exactly these \d+ were audited, and the labels are those fixed before(; audits corrected 1 of them since)?$/m,
  );
  expect(out.join("\n")).toMatch(/^the log has the certificate as entry \d+$/m);

  const records = (await readFile(join(folder, "dataset.jsonl"), "utf8"))
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  expect(records).toHaveLength(BATCHES * ITEMS);
  const ofVersion = String((await request("GET", `${path}/1/download?format=jsonl`)).bytes);
  const originals = ofVersion
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  const known = (list: { id: string; copy_of?: { item_id: string }; text: string; split: string }[]) =>
    list.map(({ id: own, copy_of, text, split }) => [copy_of?.item_id ?? own, text, split]).sort();
  expect(known(records)).toEqual(known(originals));

  await writeFile(join(folder, "dataset.jsonl"), "{}\n");
  expect(await run(["verify", folder], { env: {}, print: () => undefined, note: () => undefined })).toBe(1);
}, 60_000);
