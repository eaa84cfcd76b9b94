import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { toBase64 } from "@assay/domain/log/bytes.ts";
import { addChallenge } from "@assay/server/src/draws/steps.ts";
import { findDraw } from "@assay/server/src/draws/store.ts";
import { proveInclusion } from "@assay/server/src/log/checkpoint.ts";
import { listEntries } from "@assay/server/src/log/store.ts";
import { addJob } from "@assay/server/src/platform/jobs/jobs.ts";
import { annotateAll, auditAll, bodyOf, givenBatch } from "@assay/server/test/given.ts";
import { givenCertified } from "@assay/server/test/given-dataset.ts";
import { startService } from "@assay/server/test/service.ts";
import { unzip } from "@assay/server/test/unzip.ts";
import { afterAll, expect, test } from "vitest";
import { redraw } from "./verify-draw.ts";

const service = await startService();
const folder = await mkdtemp(join(tmpdir(), "assay-redraw-"));
afterAll(async () => rm(folder, { recursive: true }));
let copies = 0;

async function download(id: string, name: string): Promise<string> {
  const path = `/v1/batches/${id}/download?format=jsonl&bundle=true`;
  bodyOf(await service.request("GET", path), 200);
  const { bytes } = await service.request("GET", path);
  for (const [file, content] of await unzip(bytes)) {
    await mkdir(dirname(join(folder, name, file)), { recursive: true });
    await writeFile(join(folder, name, file), content);
  }
  return join(folder, name);
}

const other = await givenBatch(service, { texts: 3 });
const batch = await givenCertified(service, {
  texts: 30,
  verdict: (text) => (text === "text 7" ? "no" : "yes"),
  settings: { quality_level: "basic" },
});
const bundle = await download(batch.id, "bundle");

interface Statement {
  predicate: {
    sample: Record<string, unknown> & {
      log: Record<string, unknown> & { entries: Record<string, unknown>[] };
    };
  };
}

/** A copy of the bundle with the statement or a file changed; `redraw` leaves the signature to its caller. */
async function changed(
  change: (statement: Statement) => void,
  file?: string,
  edit?: (text: string) => string,
): Promise<string> {
  copies += 1;
  const copy = join(folder, `copy-${copies}`);
  await cp(bundle, copy, { recursive: true });
  const path = join(copy, "certificate.dsse.json");
  const envelope = JSON.parse(await readFile(path, "utf8"));
  const statement = JSON.parse(String(Buffer.from(envelope.payload, "base64")));
  change(statement);
  await writeFile(
    path,
    `${JSON.stringify({ ...envelope, payload: Buffer.from(JSON.stringify(statement)).toString("base64") })}\n`,
  );
  if (file !== undefined && edit !== undefined)
    await writeFile(join(copy, file), edit(await readFile(join(copy, file), "utf8")));
  return copy;
}

async function checkpointOf(copy: string): Promise<string> {
  const { payload } = JSON.parse(await readFile(join(copy, "certificate.dsse.json"), "utf8"));
  const statement: Statement = JSON.parse(String(Buffer.from(payload, "base64")));
  return String(statement.predicate.sample.log.checkpoint);
}

const keep = () => undefined;

/** The text with its character at `at` replaced by another of the same alphabet. */
function flip(text: string, at: number): string {
  const character = text[at] === "0" ? "1" : "0";
  return text.slice(0, at) + character + text.slice(at + 1);
}

test("the sample of a bundle is drawn again, and corrections of its audit are counted", async () => {
  const { faults, drawn, corrected } = await redraw(bundle);
  expect(faults).toEqual([]);
  expect(drawn).toBeGreaterThan(5);
  expect(corrected).toBeLessThanOrEqual(1);
});

test.each(["seed", "seed_sha256", "root", "nonce"])(
  "every changed character of %s is named",
  async (name) => {
    const text = await changed(keep).then(async (copy) =>
      readFile(join(copy, "certificate.dsse.json"), "utf8"),
    );
    const statement: Statement = JSON.parse(String(Buffer.from(JSON.parse(text).payload, "base64")));
    const value = String(statement.predicate.sample[name]);
    for (let at = 0; at < value.length; at += 7) {
      const copy = await changed(({ predicate: { sample } }) => {
        sample[name] = flip(value, at);
      });
      expect((await redraw(copy)).faults.join()).toMatch(
        /the seed is not|says something else|does not give the root/,
      );
    }
  },
);

test.each([0, 1, 2])("a changed log entry, index or proof is named (entry %i)", async (at) => {
  const entryOf = (statement: Statement) =>
    statement.predicate.sample.log.entries[at] ?? expect.fail("no entry");
  const entry = await changed((statement) => {
    const one = entryOf(statement);
    one.entry = String(one.entry).replace("round", "Round");
  });
  expect((await redraw(entry)).faults.join()).toMatch(/the log's entry \d+ is not in the tree/);
  const proof = await changed((statement) => {
    const one = entryOf(statement);
    one.proof = Array.isArray(one.proof) ? one.proof.slice(1) : [];
  });
  expect((await redraw(proof)).faults.join()).toMatch(/is not in the tree/);
  const index = await changed((statement) => {
    entryOf(statement).index = 1_000_000;
  });
  expect((await redraw(index)).faults.join()).toMatch(/is not in the tree/);
});

test("a seed that was committed to for another batch or round is named", async () => {
  const { secrets, db } = service.deps;
  const { seed_encrypted, seed_sha256, committed_at } = await db
    .selectFrom("draws")
    .select(["seed_encrypted", "seed_sha256", "committed_at"])
    .where("batch_id", "=", other.id)
    .executeTakeFirstOrThrow();
  const [entry] = await listEntries(db, committed_at, 1);
  const size = Number(/\n(\d+)\n/.exec(await checkpointOf(bundle))?.[1]);
  const proof = (await proveInclusion(db, committed_at, size)).map(toBase64);
  const chosen = await changed(({ predicate: { sample } }) => {
    sample.seed = secrets.decrypt(seed_encrypted);
    sample.seed_sha256 = seed_sha256;
    sample.log.entries[0] = { index: committed_at, entry: String(entry), proof };
  });
  const fault = "the log's entries are not all of this round of one batch";
  expect((await redraw(chosen)).faults).toEqual([fault]);
  const round = await changed(({ predicate: { sample } }) => {
    sample.round = 2;
  });
  expect((await redraw(round)).faults).toEqual([fault]);
});

test("a changed checkpoint or key is named", async () => {
  const size = await changed(({ predicate: { sample } }) => {
    sample.log.checkpoint = String(sample.log.checkpoint).replace(/\n(\d+)\n/, "\n9$1\n");
  });
  expect((await redraw(size)).faults).toEqual([
    expect.stringMatching(/^the signature of .* does not fit the note$/),
  ]);
  const key = await changed(({ predicate: { sample } }) => {
    sample.log.key = String(sample.log.key).replace("localhost", "otherhost");
  });
  expect((await redraw(key)).faults).toEqual(["the key's id does not fit its name and bytes"]);
});

test("audits in another order, or of another item, are named", async () => {
  const swapped = await changed(keep, "audit.csv", (text) =>
    text.replace(/^1,/m, "X,").replace(/^2,/m, "1,").replace(/^X,/m, "2,"),
  );
  expect((await redraw(swapped)).faults).toEqual([
    expect.stringMatching(/^the sample was not drawn by .*: rank 1 is item_/),
  ]);
  const missing = await changed(keep, "audit.csv", (text) => text.replace(/^1,.*\n/m, ""));
  expect((await redraw(missing)).faults).toEqual([expect.stringMatching(/rank 1 is item_/)]);
});

test("a label, a content or an item that is not that of the root is named", async () => {
  const label = await changed(keep, "dataset.jsonl", (text) =>
    text.replace('"result":{"label":"yes"}', '"result":{"label":"no"}'),
  );
  expect((await redraw(label)).faults).toEqual([
    expect.stringMatching(/^the label of item_\w+ is not the one that was fixed/),
  ]);
  const content = await changed(keep, "dataset.jsonl", (text) =>
    text.replace('"text":"text 3"', '"text":"text three"'),
  );
  expect((await redraw(content)).faults).toEqual([expect.stringMatching(/^the content of item_\w+ is not/)]);
  const item = await changed(keep, "dataset.jsonl", (text) => text.slice(text.indexOf("\n") + 1));
  expect((await redraw(item)).faults[0]).toMatch(/has 29 labeled items; the sample was drawn from 30/);
  const population = await changed(keep, "population.jsonl", (text) => text.slice(text.indexOf("\n") + 1));
  expect((await redraw(population)).faults).toEqual([
    expect.stringMatching(/^population.jsonl does not give the root/),
  ]);
});

/** The bundle of a batch whose operator logged `nonce` as the state of the log. */
async function givenChosen(name: string, nonce: string): Promise<string> {
  const quality_policy = { overlap: 1, challenge: "nonce" };
  const { id } = await givenBatch(service, { texts: 6, settings: { quality_policy } });
  await annotateAll(service, id, ["ann"]);
  await service.runJobs();
  await service.db.transaction().execute(async (tx) => {
    const draw =
      (await findDraw(tx, { account_id: service.accountId, batch_id: id, round: 1 })) ??
      expect.fail("no draw");
    await addChallenge(service.deps, tx, draw, { source: "log", nonce });
    await addJob(tx, service.accountId, "judge_batch", { batch_id: id });
  });
  await service.runJobs();
  await auditAll(service, id, "eve");
  await service.runJobs();
  return download(id, name);
}

test("a nonce that is said to be the log's root and is another text is named", async () => {
  expect((await redraw(await givenChosen("chosen", "a-nonce-that-the-operator-chose"))).faults).toEqual([
    "the nonce is not the root of the log before the challenge",
  ]);
});

test("a certificate that names another source of the nonce than the log is named", async () => {
  const copy = await changed(({ predicate: { sample } }) => {
    sample.source = "nonce";
  });
  expect((await redraw(copy)).faults).toEqual([
    "the log's entry for the challenge says something else than the certificate",
  ]);
});

test("the round of a beacon is checked: its signature, its digest, and that the labels were fixed before", async () => {
  // published by quicknet in 2023, long before the labels
  const beacon = {
    chain: "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971",
    round: 1_000,
    signature:
      "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39",
  };
  const nonce = "fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd";
  const faultsWith = async (sent: object) => {
    const copy = await changed(({ predicate: { sample } }) => {
      Object.assign(sample, { source: "beacon", nonce, beacon }, sent);
    });
    return (await redraw(copy)).faults.filter((fault) => /beacon/.test(fault));
  };
  const late = "the labels were fixed after the beacon's round";
  const wrong = (round: number) => `the signature is not that of round ${round} of the beacon quicknet`;
  expect(await faultsWith({})).toEqual([late]);
  expect(await faultsWith({ nonce: flip(nonce, 3) })).toEqual([
    "the nonce is not the digest of the beacon's signature",
    late,
  ]);
  expect(await faultsWith({ beacon: { ...beacon, round: 999 } })).toEqual([wrong(999), late]);
  expect(await faultsWith({ beacon: { ...beacon, round: 10_000_000_000 } })).toEqual([wrong(10_000_000_000)]);
  expect(await faultsWith({ beacon: null })).toEqual(["the certificate does not have the beacon's round"]);
});

test("a label renamed after the root was made is delivered under the name in the root", async () => {
  const settings = { labels: [{ name: "yes" }, { name: "no" }], quality_policy: { overlap: 1 } };
  const { id, project_id } = await givenBatch(service, { texts: 6, settings });
  await annotateAll(service, id, ["ann"]);
  await service.runJobs();
  const { labels } = bodyOf(await service.request("GET", `/v1/projects/${project_id}`), 200);
  const renamed = labels.map((label: { name: string }) => ({
    ...label,
    ...(label.name === "yes" && { name: "positive" }),
  }));
  bodyOf(await service.request("PATCH", `/v1/projects/${project_id}`, { labels: renamed }), 200);
  await auditAll(service, id, "eve");
  await service.runJobs();

  const folder = await download(id, "renamed");
  expect(await readFile(join(folder, "dataset.jsonl"), "utf8")).toContain('"label":"yes"');
  expect((await redraw(folder)).faults).toEqual([]);
});
