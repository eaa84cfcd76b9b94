import { createHash, createPublicKey, hash, verify } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { drawOrder } from "@assay/domain/draw/order.ts";
import {
  contentDigest,
  labelDigest,
  type PopulationItem,
  populationRoot,
  readPopulationLine,
} from "@assay/domain/draw/population.ts";
import type { ExportItem } from "@assay/domain/formats/format.ts";
import { fromBase64, LogFault, type Sha256, toBase64, utf8 } from "@assay/domain/log/bytes.ts";
import { readCheckpoint } from "@assay/domain/log/checkpoint.ts";
import { type IsSigned, openNote, readVerifierKey } from "@assay/domain/log/note.ts";
import { isIncluded, leafHash, rootBefore } from "@assay/domain/log/tree.ts";
import { findAnnotationType } from "@assay/domain/types/registry.ts";
import { isSignedRound, QUICKNET, timeOfRound } from "@assay/server/src/platform/drand.ts";
import { parse } from "csv-parse/sync";

interface Predicate {
  readonly project: { readonly annotation_type: string };
  readonly sample?: Sample | null;
}

/** `sample` of a certificate, as the service signs it. */
interface Sample {
  readonly round: number;
  readonly seed_sha256: string;
  readonly seed: string;
  readonly root: string;
  readonly items: number;
  readonly source: string;
  readonly nonce: string;
  /** Absent in certificates of earlier versions. */
  readonly beacon?: BeaconRound | null;
  readonly renamed: Readonly<Record<string, string>>;
  readonly log: {
    readonly key: string;
    readonly checkpoint: string;
    readonly entries: readonly {
      readonly index: number;
      readonly entry: string;
      readonly proof: readonly string[];
    }[];
  };
}

/** The round of a public beacon whose signature gave the nonce. */
export interface BeaconRound {
  /** Its hash, in hexadecimal. */
  readonly chain: string;
  readonly round: number;
  readonly signature: string;
}

/** The outcome of drawing the sample of a bundle again. */
export interface Redrawn {
  /** Empty if exactly the audited items were drawn, in this order, and all labels are those of the root. */
  readonly faults: readonly string[];
  /** Items in the sample, or groups; null if the certificate has no draw. */
  readonly drawn: number | null;
  /** Labels that an audit corrected after the root was fixed. */
  readonly corrected: number;
  /** The beacon that gave the nonce; null if another source did. */
  readonly beacon: (BeaconRound & { readonly isVerified: boolean }) | null;
}

/** Its place among the entries of the certificate. */
const CHALLENGE = 2;

const sha256: Sha256 = (bytes) => hash("sha256", bytes, "buffer");

/** Whether `signature` is one of Ed25519. */
export const isSigned: IsSigned = (publicKey, text, signature) => {
  const x = Buffer.from(publicKey).toString("base64url");
  const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
  return verify(null, text, key, signature);
};

/**
 * Draws the sample of an unpacked bundle again, from the seed and the nonce in its certificate, whose signature the caller
 * has verified. Checks that exactly these items were audited, and that the labels are those of the logged root.
 */
export async function redraw(folder: string): Promise<Redrawn> {
  const envelope: { payload: string } = JSON.parse(
    await readFile(join(folder, "certificate.dsse.json"), "utf8"),
  );
  const statement: { predicate: Predicate } = JSON.parse(Buffer.from(envelope.payload, "base64").toString());
  const { sample } = statement.predicate;
  if (sample == null) return { faults: [], drawn: null, corrected: 0, beacon: null };
  const lines = (await readFile(join(folder, "population.jsonl"), "utf8")).split("\n").slice(0, -1);
  const audited = await readAudited(folder);
  const faults = [...logFaults(sample), ...beaconFaults(sample), ...rootFaults(sample, lines)];
  const beacon = sample.beacon == null ? null : { ...sample.beacon, isVerified: isKnown(sample.beacon) };
  if (faults.length > 0) return { faults, drawn: audited.length, corrected: 0, beacon };
  const population = lines.map(readPopulationLine);
  const renamed = new Map(Object.entries(sample.renamed));
  const type = findAnnotationType(statement.predicate.project.annotation_type);
  const nameThen = (result: unknown) =>
    renamed.size === 0 || type === undefined || result === null
      ? result
      : type.mapLabels(result, (name) => renamed.get(name) ?? name);
  const labels = await labelFaults(folder, population, nameThen);
  return {
    faults: [...drawFaults(sample, population, audited), ...labels.faults],
    drawn: audited.length,
    corrected: labels.corrected,
    beacon,
  };
}

/** The audited items of each rank, from the first. */
async function readAudited(folder: string): Promise<string[][]> {
  const rows: { rank: string; item: string }[] = parse(await readFile(join(folder, "audit.csv")), {
    columns: true,
  });
  const ranks = Map.groupBy(rows, ({ rank }) => Number(rank));
  return [...ranks]
    .sort(([one], [other]) => one - other)
    .map(([, unit]) => unit.map(({ item }) => item).sort());
}

/** The seed is the one that was committed to, and the log has the three steps of the draw. */
function logFaults(sample: Sample): string[] {
  const { seed, seed_sha256 } = sample;
  const digest = createHash("sha256").update(Buffer.from(seed, "hex")).digest("hex");
  const isCommitted = /^[0-9a-f]{64}$/.test(seed) && digest === seed_sha256;
  return [
    ...(isCommitted ? [] : ["the seed is not the one that was committed to"]),
    ...treeFaults(sample),
    ...stepFaults(sample),
  ];
}

/**
 * Seed, root and nonce are those that the log has for one round of one batch, in the order committed, fixed, challenged.
 * With entries of several batches an operator could commit to many seeds and choose among them after the challenge.
 */
function stepFaults(sample: Sample): string[] {
  const { round, seed_sha256, root, items, source, nonce, log } = sample;
  const faults: string[] = [];
  const expected = [
    { type: "commitment", seed_sha256 },
    { type: "labels", root, items, ...fixedRound(sample) },
    { type: "challenge", source, nonce_sha256: createHash("sha256").update(nonce).digest("hex") },
  ];
  const entries = log.entries.map(({ entry }) => JSON.parse(entry));
  for (const [at, fields] of expected.entries()) {
    const isLogged = Object.entries(fields).every(([name, value]) => entries[at]?.[name] === value);
    if (!isLogged)
      faults.push(`the log's entry for the ${fields.type} says something else than the certificate`);
  }
  const batch = entries[0]?.batch;
  const isOfRound = entries.every((entry) => entry.batch === batch && entry.round === round);
  if (typeof batch !== "string" || !isOfRound)
    faults.push("the log's entries are not all of this round of one batch");
  const [committed, fixed, challenged] = log.entries.map(({ index }) => index);
  const isInOrder =
    committed !== undefined && fixed !== undefined && committed < fixed && fixed < (challenged ?? 0);
  if (!isInOrder)
    faults.push("the challenge was logged before the labels were fixed, or these before the seed");
  return faults;
}

/** The entries are in the tree of the checkpoint, and a nonce of the log is the root before the challenge. */
function treeFaults({ source, nonce, log }: Sample): string[] {
  const faults: string[] = [];
  try {
    const { size, root } = readCheckpoint(
      openNote(sha256, isSigned, log.checkpoint, readVerifierKey(sha256, log.key)),
    );
    for (const [at, { index, entry, proof: lines }] of log.entries.entries()) {
      const proof = lines.map((line) => fromBase64(line) ?? new Uint8Array());
      const leaf = leafHash(sha256, utf8(entry));
      if (!isIncluded(sha256, { index, size, leaf, proof, root }))
        faults.push(`the log's entry ${index} is not in the tree of the checkpoint`);
      else if (
        at === CHALLENGE &&
        source === "log" &&
        toBase64(rootBefore(sha256, { index, size, proof })) !== nonce
      )
        faults.push("the nonce is not the root of the log before the challenge");
    }
  } catch (fault) {
    if (!(fault instanceof LogFault)) throw fault;
    faults.push(fault.message);
  }
  return faults;
}

/** The beacon's round in the entry that fixes the labels; an entry with one allows no other source of the nonce. */
function fixedRound({ source, beacon }: Sample) {
  const fixed = source === "beacon" ? beacon : null;
  return { beacon_chain: fixed?.chain, beacon_round: fixed?.round };
}

/** Whether the key of the chain is known here, so that the signature is checked. */
function isKnown({ chain }: BeaconRound): boolean {
  return chain === QUICKNET.hash;
}

/** The nonce is the digest of the round's signature, and the round was signed after the labels were fixed. */
function beaconFaults({ source, nonce, beacon, log }: Sample): string[] {
  if (source !== "beacon") return [];
  if (beacon == null) return ["the certificate does not have the beacon's round"];
  const faults: string[] = [];
  if (createHash("sha256").update(beacon.signature, "hex").digest("hex") !== nonce)
    faults.push("the nonce is not the digest of the beacon's signature");
  if (!isKnown(beacon)) return faults;
  if (!isSignedRound(sha256, QUICKNET.publicKey, beacon))
    faults.push(`the signature is not that of round ${beacon.round} of the beacon quicknet`);
  const labels: { at?: string } = JSON.parse(log.entries[1]?.entry ?? "{}");
  const isLater = timeOfRound(QUICKNET, beacon.round).getTime() > Date.parse(labels.at ?? "");
  if (!isLater) faults.push("the labels were fixed after the beacon's round");
  return faults;
}

function rootFaults({ root, items }: Sample, lines: readonly string[]): string[] {
  if (lines.length === items && populationRoot(sha256, lines) === root) return [];
  return ["population.jsonl does not give the root that was logged before the sample was drawn"];
}

function drawFaults(
  { seed, nonce }: Sample,
  population: readonly PopulationItem[],
  audited: readonly (readonly string[])[],
): string[] {
  const groups = new Map<string, string[]>();
  for (const { id, group } of population) {
    const key = group === null ? `item ${id}` : `group ${group}`;
    const members = groups.get(key);
    if (members === undefined) groups.set(key, [id]);
    else members.push(id);
  }
  const units = [...groups.values()].map((items) => ({ id: items[0] ?? "", items }));
  const drawn = drawOrder(sha256, { seed: Buffer.from(seed, "hex"), nonce }, units, audited.length);
  const other = audited.findIndex((items, at) => items.join() !== drawn[at]?.items.sort().join());
  if (other === -1) return [];
  const [got, expected] = [audited[other]?.join(", "), drawn[other]?.items.join(", ")];
  return [
    `the sample was not drawn by the seed and the nonce: rank ${other + 1} is ${got}, drawn was ${expected}`,
  ];
}

const MAX_NAMED = 5;

async function labelFaults(
  folder: string,
  population: readonly PopulationItem[],
  nameThen: (result: unknown) => unknown,
): Promise<{ readonly faults: readonly string[]; readonly corrected: number }> {
  const items = (await readFile(join(folder, "dataset.jsonl"), "utf8"))
    .split("\n")
    .slice(0, -1)
    .map((line): ExportItem => JSON.parse(line))
    .filter(({ status }) => status === "accepted");
  const faults: string[] = [];
  let corrected = 0;
  if (items.length !== population.length)
    faults.push(
      `dataset.jsonl has ${items.length} labeled items; the sample was drawn from ${population.length}`,
    );
  for (const [at, item] of items.entries()) {
    const fixed = population[at];
    if (fixed?.id !== item.id) faults.push(`${item.id} is not item ${at + 1} of population.jsonl`);
    else if (contentDigest(sha256, item) !== fixed.content)
      faults.push(`the content of ${item.id} is not the one that was labeled`);
    else if (labelDigest(sha256, { ...item, result: nameThen(item.result) }) !== fixed.label) {
      if (item.origin === "audit") corrected += 1;
      else faults.push(`the label of ${item.id} is not the one that was fixed before the sample was drawn`);
    }
  }
  const more = faults.length - MAX_NAMED;
  return { faults: more > 0 ? [...faults.slice(0, MAX_NAMED), `… and ${more} more`] : faults, corrected };
}
