import { openCertificate } from "@assay/sdk/certificate.ts";
import { type LogProof, readLogged } from "@assay/server/src/certificates/log-proof.ts";
import { readSample, type Sample } from "@assay/server/src/draws/sample.ts";
import { annotateAll, auditAll, bodyOf, givenBatch } from "@assay/server/test/given.ts";
import { startService } from "@assay/server/test/service.ts";
import { unzip } from "@assay/server/test/unzip.ts";
import { expect, test } from "vitest";
import { evidenceFaults } from "./verify-log.ts";
import { loggedFaults } from "./verify-logged.ts";

const service = await startService();
const { request, runJobs } = service;

/** A certified batch whose buyer sent the nonce: its bundle's certificate, and the proof that the log has it. */
async function givenCertified() {
  const quality_policy = { overlap: 1, challenge: "nonce" };
  const { id } = await givenBatch(service, { texts: 6, settings: { quality_policy } });
  await annotateAll(service, id, ["ann"]);
  await runJobs();
  bodyOf(await request("POST", `/v1/batches/${id}/challenge`, { nonce: "a-nonce-of-the-buyer" }), 200);
  await runJobs();
  await auditAll(service, id, "eve");
  await runJobs();
  const { bytes } = await request("GET", `/v1/batches/${id}/download?format=csv&bundle=true`);
  const files = await unzip(bytes);
  const { certificate } = openCertificate(
    files.get("certificate.dsse.json") ?? expect.fail("no certificate"),
  );
  const logged = readLogged(String(files.get("certificate-log.json"))) ?? expect.fail("no proof");
  return { id, certificate, logged, sample: sampleIn(certificate.predicate.sample) };
}

function sampleIn(value: unknown): Sample {
  const sample = readSample(value);
  return "fault" in sample ? expect.fail(sample.fault) : sample;
}

const { id, certificate, logged, sample } = await givenCertified();

/** Each text that differs from `text` in one bit of one character. */
function* flippedTexts(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += 1) {
    const flipped = String.fromCharCode(text.charCodeAt(at) ^ 1);
    yield text.slice(0, at) + flipped + text.slice(at + 1);
  }
}

function faultsOf(value: unknown): readonly string[] {
  const read = readSample(value);
  return "fault" in read ? [read.fault] : evidenceFaults(read);
}

function withEntry(at: number, change: Partial<Sample["log"]["entries"][number]>): Sample {
  const entries = sample.log.entries.map((entry, index) => (index === at ? { ...entry, ...change } : entry));
  return { ...sample, log: { ...sample.log, entries } };
}

test("the evidence of a draw and the proof of a certificate are accepted", () => {
  expect(evidenceFaults(sample)).toEqual([]);
  expect(loggedFaults(logged, certificate)).toEqual([]);
});

const KEY = /^the key must be NAME|^the key's id does not fit/;
const NOTE = /^the (note|signature|checkpoint)|^a signature line of the note must be/;

test.each([
  ["seed", sample.seed, (seed: string) => ({ ...sample, seed }), /^the seed is not|sample\.seed must match/],
  [
    "digest of the seed",
    sample.seed_sha256,
    (seed_sha256: string) => ({ ...sample, seed_sha256 }),
    /^the seed is not|sample\.seed_sha256 must match/,
  ],
  [
    "root",
    sample.root,
    (root: string) => ({ ...sample, root }),
    /^the log's entry for the labels says|sample\.root must match/,
  ],
  [
    "nonce",
    sample.nonce,
    (nonce: string) => ({ ...sample, nonce }),
    /^the log's entry for the challenge says/,
  ],
  ["key", sample.log.key, (key: string) => ({ ...sample, log: { ...sample.log, key } }), KEY],
  [
    "checkpoint",
    sample.log.checkpoint,
    (checkpoint: string) => ({ ...sample, log: { ...sample.log, checkpoint } }),
    NOTE,
  ],
])("every flipped character of the %s is named", (_, text, change, fault) => {
  for (const flipped of flippedTexts(text)) expect(faultsOf(change(flipped))[0]).toMatch(fault);
});

test.each([0, 1, 2])("every flipped character of entry %i and of its proof is named", (at) => {
  const { index, entry, proof } = sample.log.entries[at] ?? expect.fail("no entry");
  expect(proof.length).toBeGreaterThan(0);
  for (const flipped of flippedTexts(entry))
    expect(faultsOf(withEntry(at, { entry: flipped }))[0]).toMatch(
      /^the log's entry \d+ is not (in the tree of the checkpoint|a JSON object)$/,
    );
  for (const [step, line] of proof.entries())
    for (const flipped of flippedTexts(line))
      expect(faultsOf(withEntry(at, { proof: proof.with(step, flipped) }))[0]).toMatch(
        /^the log's entry \d+ is not in the tree|^hash \d+ of the proof of the log's entry \d+ is not a SHA-256/,
      );
  for (const other of [index - 1, index + 1, index + 2 ** 40, 0.5, -1, Number.MAX_VALUE])
    expect(faultsOf(withEntry(at, { index: other }))[0]).toMatch(
      /is not in the tree|sample\.log\.entries\.\d\.index must/,
    );
});

test.each([
  [{ ...sample, seed: undefined }, "the certificate's sample.seed must be string"],
  [{ ...sample, items: "6" }, "the certificate's sample.items must be integer"],
  [{ ...sample, source: "dice" }, /^the certificate's sample\.source must be/],
  [
    { ...sample, log: { ...sample.log, entries: [] } },
    /^the certificate's sample\.log\.entries must not have fewer/,
  ],
  [7, "the certificate's sample must be object"],
])("a sample of another form is named (%#)", (value, fault) => {
  expect(faultsOf(value)[0]).toMatch(fault);
});

const withLog = (log: Partial<LogProof>) => ({ ...logged, log: { ...logged.log, ...log } });

type Flip = readonly [string, string, (flipped: string) => typeof logged, RegExp];

test.each<Flip>([
  ["key", logged.log.key, (key: string) => withLog({ key }), KEY],
  ["checkpoint", logged.log.checkpoint, (checkpoint: string) => withLog({ checkpoint }), NOTE],
  [
    "entry",
    logged.log.entry,
    (entry: string) => withLog({ entry }),
    /^the log's entry \d+ is not in the tree/,
  ],
  [
    "payload",
    logged.payload.slice(0, 400),
    (begin: string) => ({ ...logged, payload: begin + logged.payload.slice(400) }),
    /^the digest in the log's entry is not that of the certificate|^the certificate in certificate-log.json: /,
  ],
  ...logged.log.proof.map(
    (line, at): Flip => [
      `hash ${at} of the proof`,
      line,
      (flipped: string) => withLog({ proof: logged.log.proof.with(at, flipped) }),
      /is not in the tree of the checkpoint|is not a SHA-256 in base64/,
    ],
  ),
])("every flipped character of the %s of a logged certificate is named", (_, text, change, fault) => {
  for (const flipped of flippedTexts(text))
    expect(loggedFaults(change(flipped), certificate)[0]).toMatch(fault);
});

test("a certificate that says something else than the one in the log is named", () => {
  const predicate = { ...certificate.predicate, score: 100 };
  expect(loggedFaults(logged, { ...certificate, predicate })).toEqual([
    "the certificate in the log says something else than the certificate of the bundle",
  ]);
  const files = new Map([...certificate.files, ["dataset.jsonl", "0".repeat(64)]]);
  expect(loggedFaults(logged, { ...certificate, files })).toEqual([
    "dataset.jsonl is not the file that the certificate in the log names",
  ]);
  expect(loggedFaults(logged, { ...certificate, revision: 2 })).toEqual([
    "the log's entry is not that of a certificate of this revision",
  ]);
});

test("the entry of another batch's certificate is named", async () => {
  const other = await givenCertified();
  expect(loggedFaults(other.logged, other.certificate)).toEqual([]);
  expect(loggedFaults(other.logged, certificate)).toEqual([
    "the log's entry for the certificate is not of the batch whose sample was drawn",
  ]);
});

test("a certificate has the same proof in its bundle and from the API, whatever was logged later", async () => {
  const { log, payload } = bodyOf(await request("GET", `/v1/batches/${id}/certificate`), 200);
  expect({ log, payload }).toEqual({ log: logged.log, payload: logged.payload });
});
