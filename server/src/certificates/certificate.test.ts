import { createHash, verify } from "node:crypto";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { csv } from "@assay/domain/formats/csv.ts";
import { expect, test } from "vitest";
import { bodyOf, givenBatch } from "../../test/given.ts";
import { givenCertified, givenCertifiedOfType } from "../../test/given-dataset.ts";
import { startService } from "../../test/service.ts";
import { unzip } from "../../test/unzip.ts";
import { findBatch } from "../batches/store.ts";
import { bundle } from "../exports/file/bundle.ts";
import { newId } from "../platform/ids.ts";
import { readPredicate, readSubjects, signStatement } from "./envelope.ts";
import { loadSigner } from "./keys.ts";
import { markRevoked } from "./of-any-account.ts";
import { insertCertificate } from "./store.ts";

const service = await startService();
const { request, anonymous, db, runJobs } = service;
const labels = [{ name: "yes" }, { name: "no" }];
const batch = await givenCertified(service, { texts: 40, settings: { labels, name: "Reviews" } });

const NO_OTHERS = { certified: 0, failed: 0, abandoned: 0, open: 0 };

interface Envelope {
  readonly payloadType: string;
  readonly payload: string;
  readonly signatures: readonly { readonly keyid: string; readonly sig: string }[];
}

async function certificateOf(id: string, query = "") {
  return bodyOf(await request("GET", `/v1/batches/${id}/certificate${query}`), 200);
}

/** The statement, after OpenSSL has verified its signature with a key of the published set. */
async function statementOf({ payloadType, payload, signatures: [signature] }: Envelope) {
  const { keys } = bodyOf(await anonymous("GET", "/.well-known/assay-keys.json"), 200);
  const key = keys.find(({ kid }: { kid: string }) => kid === signature?.keyid);
  const body = Buffer.from(payload, "base64");
  const signed = Buffer.from(`DSSEv1 ${payloadType.length} ${payloadType} ${body.length} ${body}`);
  expect(verify(null, signed, key.pem, Buffer.from(signature?.sig ?? "", "base64"))).toBe(true);
  return JSON.parse(String(body));
}

test("a certificate states what was checked and found, and is signed by a published key", async () => {
  const certificate = await certificateOf(batch.id);

  expect(certificate).toMatchObject({
    payloadType: "application/vnd.in-toto+json",
    id: expect.stringMatching(/^cert_/),
    batch_id: batch.id,
    revision: 1,
    superseded_by: null,
    revoked_at: null,
    page_url: `http://localhost:8080/certificates/${certificate.id}`,
  });
  const statement = await statementOf(certificate);
  expect(statement).toMatchObject({
    _type: "https://in-toto.io/Statement/v1",
    predicateType: "tag:assay,2026:/annotation-certificate/v1",
  });
  const stored = await findBatch(db, service.accountId, batch.id);
  const [look] = stored?.looks ?? [];
  expect(statement.predicate).toEqual({
    id: certificate.id,
    batch: { id: batch.id, items: 40 },
    project: { id: batch.project_id, name: "Reviews", annotation_type: "text_classification" },
    revision: 1,
    policy: stored?.policy,
    judging_rules: { sha256: expect.stringMatching(/^[0-9a-f]{64}$/), rules: stored?.judging_rules },
    score: stored?.quality_score,
    level: stored?.certification_level,
    mode: "verify",
    independent: true,
    independence: "declared",
    auditors: [
      {
        ...{ auditor: "auditor_1", audits: look?.n, wrong: 0, changed: 0, slice_audits: 0 },
        ...{ signed_in: false, annotated: false },
      },
    ],
    N: 40,
    n: look?.n,
    d: 0,
    alpha: 0.0375,
    looks: [look],
    earlier: [],
    earlier_rounds: 0,
    labels: [
      { label: "yes", delivered: 40, audited: look?.n, wrong: 0 },
      { label: "no", delivered: 0, audited: 0, wrong: 0 },
    ],
    consensus: {
      ...{ version: 1, round: 1, method: "majority", reason: "nothing_to_learn", model_version: 3 },
      ...{ items: 40, answers: 80, annotators: 2, labels: 1, known: 0, changed: 0 },
    },
    agreement: {
      ...{ items: 40, unanimous_items: 40, pairs: 40, agreeing_pairs: 40, raw: 1 },
      ...{ alpha: null, alpha_low: null, alpha_high: null, fleiss_kappa: null, gwet_ac1: null },
    },
    annotators: [
      { annotator: "annotator_1", answers: 40, audited: look?.n, wrong: 0 },
      { annotator: "annotator_2", answers: 40, audited: look?.n, wrong: 0 },
    ],
    origins: [{ origin: "consensus", model: null, version: null, items: 40, audited: look?.n, wrong: 0 }],
    auto_accepts: [],
    model_answers: [],
    groups: null,
    skipped_audits: { skips: 0, items: 0, checked: 0, counted_wrong: 0 },
    other_batches: { project: NO_OTHERS, account: NO_OTHERS },
    limits: [],
    guideline_versions: [1],
    excluded: 0,
    software: { name: "assay", version: "0.1.0" },
    issued_at: "2026-11-21T03:00:00.000Z",
    sample: {
      round: 1,
      seed_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      seed: expect.stringMatching(/^[0-9a-f]{64}$/),
      root: expect.stringMatching(/^[0-9a-f]{64}$/),
      items: 40,
      source: "log",
      beacon: null,
      nonce: expect.any(String),
      log: {
        key: expect.stringMatching(/^localhost:8080\/log\+/),
        checkpoint: expect.stringMatching(/^localhost:8080\/log\n/),
        entries: ["commitment", "labels", "challenge"].map((type) => ({
          index: expect.any(Number),
          entry: expect.stringContaining(`"type":"${type}"`),
          proof: expect.any(Array),
        })),
      },
    },
    supersedes: null,
  });
});

const DECIDED =
  "The labels of 40 items were decided together from 80 answers of 2 annotators, by the majority of each item&#39;s answers. This method was chosen because the answers do not show which annotators are more accurate. This changed 0 labels (version 1).";

test("page and datasheet state how labels were decided, unless the certificate does not", async () => {
  const certificate = await certificateOf(batch.id);
  const { bytes } = await request("GET", `/v1/batches/${batch.id}/download?format=csv&bundle=true`);
  const datasheet = String((await unzip(bytes)).get("DATASHEET.md"));
  expect(datasheet).toContain(DECIDED.replace("&#39;", "'"));
  expect((await anonymous("GET", `/certificates/${certificate.id}`)).body).toContain(DECIDED);

  const row = await db
    .selectFrom("certificates")
    .selectAll()
    .where("id", "=", certificate.id)
    .executeTakeFirstOrThrow();
  const { consensus, ...earlier } = readPredicate(row.envelope);
  expect(consensus).toBeDefined();
  const signer = await loadSigner(service.deps);
  const envelope = JSON.stringify(signStatement(signer, readSubjects(row.envelope), earlier));
  const old = { ...row, id: newId("certificate"), revision: 99, envelope };
  await insertCertificate(db, old);
  const page = await anonymous("GET", `/certificates/${old.id}`);
  expect(page.status).toBe(200);
  expect(page.body).not.toContain("decided together");
});

test("its subjects are the frozen files; a bundle's certificate has the same predicate and all files of the bundle", async () => {
  const { bytes } = await request("GET", `/v1/batches/${batch.id}/download?format=csv&bundle=true`);
  const files = await unzip(bytes);
  const digestOf = (path: string) =>
    createHash("sha256")
      .update(files.get(path) ?? "")
      .digest("hex");
  const named = ({ subject }: { subject: readonly { name: string; digest: object }[] }) =>
    Object.fromEntries(subject.map(({ name, digest }) => [name, digest]));

  const own = await statementOf(await certificateOf(batch.id));
  const bundled = await statementOf(JSON.parse(String(files.get("certificate.dsse.json"))));

  expect(Object.keys(named(own))).toEqual(["dataset.jsonl", "audit.csv", "population.jsonl", "loss.json"]);
  expect(named(own)["dataset.jsonl"]).toEqual({ sha256: digestOf("dataset.jsonl") });
  expect(named(own)["audit.csv"]).toEqual({ sha256: digestOf("audit.csv") });
  expect(bundled.predicate).toEqual(own.predicate);
  const covered = [...files.keys()].filter((path) => path !== "certificate.dsse.json");
  expect(named(bundled)).toEqual(
    Object.fromEntries(covered.map((path) => [path, { sha256: digestOf(path) }])),
  );
});

test("a format of many files is signed at certification", async () => {
  const { id } = await givenCertifiedOfType(service, "object_detection", { labels, export_format: "yolo" });

  const files = await unzip((await request("GET", `/v1/batches/${id}/download`)).bytes);

  const statement = await statementOf(JSON.parse(String(files.get("certificate.dsse.json"))));
  expect(statement.predicate.id).toBe((await certificateOf(id)).id);
  expect(statement.predicate.consensus).toBeNull();
});

test("an uncertified export has no certificate, and nothing of its audit", async () => {
  const { body } = await request("POST", "/v1/exports", { batch_id: batch.id, format: "csv", bundle: true });
  await runJobs();

  const files = await unzip((await request("GET", `/v1/exports/${body.id}/download`)).bytes);

  expect([...files.keys()]).toEqual([
    "dataset.jsonl",
    "about.json",
    "croissant.json",
    "dataset.csv",
    "loss.json",
    "manifest.sha256",
  ]);
});

test("a request for the certificate of an uncertified batch gets an error that says so", async () => {
  const open = await givenBatch(service);

  expect(await request("GET", `/v1/batches/${open.id}/certificate`)).toMatchObject({
    status: 409,
    body: {
      error: "batch_not_certified",
      message: `Batch ${open.id} is created; only certified batches have a certificate.`,
    },
  });
  expect((await request("GET", `/v1/batches/${batch.id}/certificate?revision=2`)).status).toBe(404);
  expect((await request("GET", `/v1/batches/${batch.id}/certificate?revision=1000000`)).status).toBe(404);
  expect((await request("GET", `/v1/batches/${batch.id}/certificate?revision=2147483648`)).status).toBe(400);
  expect((await request("GET", `/v1/batches/${batch.id}/certificate?revision=0`)).status).toBe(400);
  const other = await service.givenAccount();
  expect((await other.request("GET", `/v1/batches/${batch.id}/certificate`)).status).toBe(404);
});

test("the certificate names agreement as the method of its evidence", async () => {
  const policy = { quality_level: "basic", quality_policy: { evidence: "agreement" }, labels: [] };
  const { id } = await givenCertified(service, { texts: 12, settings: policy });

  const { predicate } = await statementOf(await certificateOf(id));

  expect(predicate).toMatchObject({ mode: "agreement", level: "agreement", n: 12, d: 0 });
  expect(predicate.looks).toMatchObject([{ method: "clopper_pearson" }]);
  expect(predicate.labels).toEqual([{ label: null, delivered: 12, audited: 0, wrong: 0 }]);
});

test("a deleted batch keeps its certificate", async () => {
  const { id } = await givenCertified(service, { texts: 6 });
  const before = await certificateOf(id);
  bodyOf(await request("DELETE", `/v1/batches/${id}`), 204);
  await runJobs();

  expect(await certificateOf(id)).toEqual(before);
});

test("the page tells a buyer the claim, without a key, a script or an annotator's name", async () => {
  const settings = { labels: [...labels, { name: "<b>bold</b>" }], name: "<script>alert(1)</script>" };
  const { id } = await givenCertified(service, { texts: 30, settings });
  const certificate = await certificateOf(id);

  const page = await anonymous("GET", `/certificates/${certificate.id}`);

  const { body: found } = await request("GET", `/v1/batches/${id}`);
  expect(page.status).toBe(200);
  expect(page.headers["content-type"]).toBe("text/html; charset=utf-8");
  expect(page.headers["content-security-policy"]).toMatch(/^default-src 'none'; style-src 'sha256-[^']+';/);
  const style = /<style>([^<]*)<\/style>/.exec(page.body)?.[1] ?? "";
  const digest = createHash("sha256").update(style).digest("base64");
  expect(page.headers["content-security-policy"]).toContain(`'sha256-${digest}'`);
  expect(page.body).toContain(found.sentence.replaceAll("'", "&#39;"));
  expect(page.body).not.toMatch(/<script|<b>|annotator_|>ann<|>bob</);
  for (const { digest } of (await statementOf(certificate)).subject)
    expect(page.body).toContain(digest.sha256);
  expect(page.body).toMatch(/<text[^>]*class="score">\d+<\/text>/);
  expect(page.body).toContain("@page { size: A4");
});

test("an address without a certificate leads a browser on, and is an error as JSON for a program", async () => {
  const path = "/certificates/<b>";
  const page = await anonymous("GET", path, undefined, { accept: "text/html,*/*" });
  const program = await anonymous("GET", path);

  expect([page.status, page.headers["content-type"]]).toEqual([404, "text/html; charset=utf-8"]);
  expect(page.headers["content-security-policy"]).toContain("default-src 'none'");
  expect(page.body).toMatch(/no certificate <code>&lt;b&gt;<\/code>/);
  expect(page.body).toContain('<a href="/projects">');
  expect([program.status, program.body]).toMatchObject([404, { error: "not_found" }]);
});

test("the page of a superseded or revoked certificate begins with that, and the certificate names the newer one", async () => {
  const { id } = await givenCertified(service, { texts: 6 });
  const first = await certificateOf(id);
  const row = await db
    .selectFrom("certificates")
    .selectAll()
    .where("id", "=", first.id)
    .executeTakeFirstOrThrow();
  const later = { ...row, id: newId("certificate"), revision: 2, envelope: JSON.stringify(row.envelope) };
  await insertCertificate(db, later);
  await db.updateTable("batches").set({ revision: 2 }).where("id", "=", id).execute();
  await markRevoked(db, first.id, "mistaken", service.deps.now());

  expect(await certificateOf(id)).toMatchObject({ id: later.id, superseded_by: null });
  expect(await certificateOf(id, "?revision=1")).toMatchObject({ id: first.id, superseded_by: later.id });
  const { body } = await anonymous("GET", `/certificates/${first.id}`);
  expect(body).toMatch(/Revoked on 2026-11-21 03:00 UTC: do not rely on this certificate. mistaken/);
  expect(body).toContain(`<a href="/certificates/${later.id}">`);
});

test("processes that start together agree on one key, which is stored encrypted", async () => {
  const other = await startService();

  const signers = await Promise.all(Array.from({ length: 6 }, () => loadSigner(other.deps)));

  const rows = await other.db.selectFrom("signing_keys").selectAll().execute();
  expect(rows.map(({ id }) => id)).toEqual([...new Set(signers.map(({ id }) => id))]);
  const [{ private_key_encrypted: sealed, public_key } = { private_key_encrypted: Buffer.alloc(0) }] = rows;
  expect(String(sealed)).not.toContain("PRIVATE KEY");
  expect(other.deps.secrets.decrypt(sealed)).toContain("PRIVATE KEY");
  expect(public_key).not.toContain("PRIVATE");
});

test("the certificate of a bundle with very many files names the first ones, and the manifest for all", async () => {
  const { envelope } = await db
    .selectFrom("certificates")
    .selectAll()
    .where("batch_id", "=", batch.id)
    .executeTakeFirstOrThrow();
  const signer = await loadSigner(service.deps);
  const empty = { sha256: EMPTY, size_bytes: 0, open: () => Readable.from([]) };
  const predicate = readPredicate(envelope);
  const context = { certified: true, project: { ...predicate.project, type_options: {} }, categories: [] };
  const certification = { predicate, signer, keys: "{}", logged: null };
  const dataset = { context, records: empty, beside: [], note: null, certification };
  const format = { ...csv, files: manyFiles };

  const variant = { format, zipped: true, media: false };
  const stageReferenced = () => Promise.reject(new Error("no file is by reference"));
  const stores = { blobs: service.deps.blobs, stageReferenced };
  const files = await unzip(await buffer(bundle(stores, dataset, variant)));
  const paths = [...files.keys()];
  const last = files.get("certificate.dsse.json");

  const named = readSubjects(JSON.parse(String(last))).map(({ path }) => path);
  expect(paths).toHaveLength(5 + 1_500 + 2);
  expect(named).toEqual([...paths.slice(0, 999), "manifest.sha256"]);
});

const EMPTY = createHash("sha256").digest("hex");

async function* manyFiles() {
  for (let place = 0; place < 1_500; place += 1)
    yield [{ path: `${place}.txt`, content: Readable.from(["x"]) }];
}
