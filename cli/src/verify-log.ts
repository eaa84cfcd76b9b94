import { createHash, createPublicKey, verify } from "node:crypto";
import { fromBase64, LogFault, toBase64 } from "@assay/domain/log/bytes.ts";
import { type Checkpoint, readCheckpoint } from "@assay/domain/log/checkpoint.ts";
import { type IsSigned, openNote, readVerifierKey } from "@assay/domain/log/note.ts";
import { isIncluded, leafHash, rootBefore } from "@assay/domain/log/tree.ts";
import type { BeaconEvidence, LoggedEntry, Sample } from "@assay/server/src/draws/sample.ts";
import { isSignedRound, QUICKNET, timeOfRound } from "@assay/server/src/platform/drand.ts";
import { sha256 } from "@assay/server/src/platform/sha256.ts";

/** Whether `signature` is one of Ed25519. */
export const isSigned: IsSigned = (publicKey, text, signature) => {
  const x = Buffer.from(publicKey).toString("base64url");
  const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
  return verify(null, text, key, signature);
};

/** The fields of a log's entry. Throws `LogFault`. */
export function readEntry({ index, entry }: Pick<LoggedEntry, "index" | "entry">): Record<string, unknown> {
  try {
    const fields: unknown = JSON.parse(entry);
    if (typeof fields === "object" && fields !== null) return { ...fields };
  } catch {
    // named below
  }
  throw new LogFault(`the log's entry ${index} is not a JSON object`);
}

/** The checkpoint in a note that the log's key signed. Throws `LogFault`. */
export function openCheckpoint(key: string, note: string): Checkpoint {
  return readCheckpoint(openNote(sha256, isSigned, note, readVerifierKey(sha256, key)));
}

/** The hashes of an inclusion proof of an entry. Throws `LogFault` unless it leads to the root of the checkpoint. */
export function assertIncluded(
  { size, root }: Checkpoint,
  { index, entry, proof }: LoggedEntry,
): Uint8Array[] {
  const hashes = proof.map((line, at) => {
    const bytes = fromBase64(line);
    if (bytes?.length === 32) return bytes;
    throw new LogFault(`hash ${at + 1} of the proof of the log's entry ${index} is not a SHA-256 in base64`);
  });
  if (!isIncluded(sha256, { index, size, leaf: leafHash(sha256, entry), proof: hashes, root }))
    throw new LogFault(`the log's entry ${index} is not in the tree of the checkpoint`);
  return hashes;
}

/**
 * Why the log does not prove the draw of a certificate: the seed is the one that was committed to, the log has the three
 * steps of the draw in their order, and a beacon's round gave the nonce. Empty if nothing is wrong.
 */
export function evidenceFaults(sample: Sample): string[] {
  const isCommitted = digestOf(Buffer.from(sample.seed, "hex")) === sample.seed_sha256;
  const seed = isCommitted ? [] : ["the seed is not the one that was committed to"];
  try {
    const steps = sample.log.entries.map(readEntry);
    return [...seed, ...treeFaults(sample), ...stepFaults(sample, steps), ...beaconFaults(sample, steps)];
  } catch (fault) {
    if (!(fault instanceof LogFault)) throw fault;
    return [...seed, fault.message];
  }
}

/** The entries are in the tree of the checkpoint, and a nonce of the log is the root before the challenge. */
function treeFaults({ source, nonce, log: { key, checkpoint: note, entries } }: Sample): string[] {
  const checkpoint = openCheckpoint(key, note);
  const proofs = entries.map((logged) => assertIncluded(checkpoint, logged));
  const [challenge, proof] = [entries.at(-1), proofs.at(-1)];
  if (source !== "log" || challenge === undefined || proof === undefined) return [];
  const before = rootBefore(sha256, { index: challenge.index, size: checkpoint.size, proof });
  return toBase64(before) === nonce ? [] : ["the nonce is not the root of the log before the challenge"];
}

/**
 * Seed, root and nonce are those that the log has for one round of one batch, in the order committed, fixed, challenged.
 * With entries of several batches an operator could commit to many seeds and choose among them after the challenge.
 */
function stepFaults(sample: Sample, steps: readonly Readonly<Record<string, unknown>>[]): string[] {
  const { round, seed_sha256, root, items, source, nonce, log } = sample;
  const faults: string[] = [];
  const expected = [
    { type: "commitment", seed_sha256 },
    { type: "labels", root, items, ...fixedRound(sample) },
    { type: "challenge", source, nonce_sha256: digestOf(nonce) },
  ];
  for (const [at, fields] of expected.entries()) {
    const isLogged = Object.entries(fields).every(([name, value]) => steps[at]?.[name] === value);
    if (!isLogged)
      faults.push(`the log's entry for the ${fields.type} says something else than the certificate`);
  }
  const batch = steps[0]?.batch;
  const isOfRound = steps.every((step) => step.batch === batch && step.round === round);
  if (typeof batch !== "string" || !isOfRound)
    faults.push("the log's entries are not all of this round of one batch");
  const isInOrder = log.entries.every(
    ({ index }, at) => at === 0 || index > (log.entries[at - 1]?.index ?? 0),
  );
  if (!isInOrder)
    faults.push("the challenge was logged before the labels were fixed, or these before the seed");
  return faults;
}

/** The beacon's round in the entry that fixes the labels; an entry with one allows no other source of the nonce. */
function fixedRound({ source, beacon }: Sample) {
  const fixed = source === "beacon" ? beacon : null;
  return { beacon_chain: fixed?.chain, beacon_round: fixed?.round };
}

/** Whether the key of the chain is known here, so that the signature is checked. */
export function isKnown({ chain }: BeaconEvidence): boolean {
  return chain === QUICKNET.hash;
}

/** The nonce is the digest of the round's signature, and the round was signed after the labels were fixed. */
function beaconFaults(
  { source, nonce, beacon }: Sample,
  [, labels]: readonly Readonly<Record<string, unknown>>[],
): string[] {
  if (source !== "beacon") return [];
  if (beacon == null) return ["the certificate does not have the beacon's round"];
  const faults: string[] = [];
  if (digestOf(Buffer.from(beacon.signature, "hex")) !== nonce)
    faults.push("the nonce is not the digest of the beacon's signature");
  if (!isKnown(beacon)) return faults;
  if (!isSignedRound(sha256, QUICKNET.publicKey, beacon))
    faults.push(`the signature is not that of round ${beacon.round} of the beacon quicknet`);
  const isLater = timeOfRound(QUICKNET, beacon.round).getTime() > Date.parse(String(labels?.at));
  if (!isLater) faults.push("the labels were fixed after the beacon's round");
  return faults;
}

/** SHA-256 in hexadecimal. */
export function digestOf(data: Buffer | string): string {
  return createHash("sha256").update(data).digest("hex");
}
