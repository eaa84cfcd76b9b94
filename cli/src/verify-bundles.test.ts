import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { readConfig } from "@assay/server/src/config.ts";
import { auditToVerdict, bodyOf, givenLines, givenProject } from "@assay/server/test/given.ts";
import { answersOf, importAnswers } from "@assay/server/test/import-answers.ts";
import { startService } from "@assay/server/test/service.ts";
import { startStandInBeacon } from "@assay/server/test/stand-in-beacon.ts";
import { unzip } from "@assay/server/test/unzip.ts";
import { afterAll, expect, test } from "vitest";
import { run } from "./run.ts";

const beacon = await startStandInBeacon();
const { url, hash, publicKey, genesis, period } = beacon.chain;
const config = readConfig({
  ASSAY_BEACON_URL: url,
  ASSAY_BEACON_CHAIN: hash,
  ASSAY_BEACON_PUBLIC_KEY: publicKey,
  ASSAY_BEACON_GENESIS: String(genesis),
  ASSAY_BEACON_PERIOD: String(period),
});
const service = await startService({ config });
const folder = await mkdtemp(join(tmpdir(), "assay-bundles-"));
afterAll(async () => {
  await beacon.close();
  await rm(folder, { recursive: true });
});

const ITEMS = 40;

/** A batch of items in groups of the given sizes, the rest without a group, whose labels are imported. */
async function givenLabeled(
  name: string,
  quality_policy: object,
  groups: readonly number[] = [],
): Promise<string> {
  const project = await givenProject(service, { quality_policy: { overlap: 1, ...quality_policy } });
  const groupOf = groups.flatMap((size, at) => Array.from({ length: size }, () => `group ${at}`));
  const lines = Array.from({ length: ITEMS }, (_, at) => {
    const group = groupOf[at];
    return { text: `${name} ${at}`, external_id: String(at + 1), ...(group !== undefined && { group }) };
  });
  const sent = { project_id: project.id, upload_ids: [await givenLines(service, service, lines)] };
  const { id } = bodyOf(await service.request("POST", "/v1/batches", sent), 201);
  bodyOf(await importAnswers(service, id, answersOf(ITEMS, ["ann"])), 200);
  await service.runJobs();
  return id;
}

/** What `assay verify` says about the bundle of a batch. */
async function verified(id: string) {
  const { bytes } = await service.request("GET", `/v1/batches/${id}/download?format=csv&bundle=true`);
  for (const [path, content] of await unzip(bytes)) {
    await mkdir(dirname(join(folder, id, path)), { recursive: true });
    await writeFile(join(folder, id, path), content);
  }
  const out: string[] = [];
  const notes: string[] = [];
  const terminal = {
    env: {},
    print: (text: string) => out.push(text),
    note: (text: string) => notes.push(text),
  };
  return {
    code: await run(["verify", join(folder, id)], terminal),
    out: out.join("\n"),
    notes: notes.join("\n"),
  };
}

test("a sample of groups is drawn again: each counts once, whatever its size", async () => {
  const id = await givenLabeled("in groups", {}, [2, 9, 3, 1]);
  await auditToVerdict(service, id, "eve");
  const { code, out } = await verified(id);
  const { n, N } = await service
    .request("GET", `/v1/batches/${id}/certificate`)
    .then(({ body }) => JSON.parse(String(Buffer.from(body.payload, "base64"))).predicate);
  expect(N).toBe(ITEMS - 15 + 4);
  expect([code, out]).toEqual([
    0,
    expect.stringContaining(`sample drawn again: exactly these ${n} were audited`),
  ]);
});

test("a sample drawn with a beacon is drawn again, and the beacon's round is printed", async () => {
  const id = await givenLabeled("with a beacon", { challenge: "beacon" });
  await auditToVerdict(service, id, "eve");
  const { code, out, notes } = await verified(id);
  expect([code, out]).toEqual([
    0,
    expect.stringMatching(new RegExp(`^nonce: round \\d+ of the beacon ${hash}$`, "m")),
  ]);
  expect(out).toMatch(/^sample drawn again: exactly these \d+ were audited/m);
  expect(notes).toContain("the signature of this beacon was not checked: its key is not known here");
});

const DAY = 86_400_000;

test.each([-400 * DAY, -1, 400 * DAY])(
  "a clock that jumps by %i ms between the steps of a draw changes neither their order nor the sample",
  async (jump) => {
    const id = await givenLabeled(`clock ${jump}`, { challenge: "nonce" });
    service.advance(jump);
    const nonce = "a-nonce-of-the-buyer";
    bodyOf(await service.request("POST", `/v1/batches/${id}/challenge`, { nonce }), 200);
    await service.runJobs();
    service.advance(-jump);
    await auditToVerdict(service, id, "eve");
    expect(await verified(id)).toMatchObject({ code: 0, out: expect.stringContaining("sample drawn again") });
  },
);
