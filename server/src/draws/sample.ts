import Type, { type Static } from "typebox";
import { Value } from "typebox/value";

const Digest = Type.String({ pattern: "^[0-9a-f]{64}$" });

/** An entry of the log, with the proof that it is in the tree of a checkpoint. */
export const LoggedEntry = Type.Object({
  index: Type.Integer({ minimum: 0 }),
  /** Its bytes: a line of JSON. */
  entry: Type.String(),
  /** The inclusion proof (RFC 6962) in base64, from the leaf to the root. */
  proof: Type.Array(Type.String()),
});
export type LoggedEntry = Static<typeof LoggedEntry>;

/** The round of a public beacon whose signature gave the nonce. */
const BeaconEvidence = Type.Object({
  chain: Type.String(),
  round: Type.Integer({ minimum: 1 }),
  /** In hexadecimal; its SHA-256 is the nonce. */
  signature: Type.String({ pattern: "^([0-9a-f]{2})+$" }),
});
export type BeaconEvidence = Static<typeof BeaconEvidence>;

/** That the log has the three steps of a draw: seed committed, labels fixed, challenge added. */
const LogEvidence = Type.Object({
  /** A verifier key (c2sp.org/signed-note). */
  key: Type.String(),
  /** A signed note (c2sp.org/tlog-checkpoint). */
  checkpoint: Type.String(),
  /** In that order. */
  entries: Type.Array(LoggedEntry, { minItems: 3, maxItems: 3 }),
});
export type LogEvidence = Static<typeof LogEvidence>;

/** How the sample of the deciding round was drawn; anybody can draw it again from this and `population.jsonl`. */
export const Sample = Type.Object({
  round: Type.Integer({ minimum: 1 }),
  /** Digests, root and seed are in hexadecimal. */
  seed_sha256: Digest,
  seed: Digest,
  root: Digest,
  items: Type.Integer({ minimum: 0 }),
  source: Type.Enum(["nonce", "beacon", "log"]),
  nonce: Type.String(),
  /** Null unless the source is the beacon; absent in certificates of earlier versions. */
  beacon: Type.Optional(Type.Union([BeaconEvidence, Type.Null()])),
  log: LogEvidence,
});
export type Sample = Static<typeof Sample>;

/** `value` as a sample, or the first of its fields that has another form, with the reason. */
export function readSample(value: unknown): Sample | { readonly fault: string } {
  if (Value.Check(Sample, value)) return value;
  const [error] = Value.Errors(Sample, value);
  const field = `sample${error?.instancePath ?? ""}`.replaceAll("/", ".");
  return { fault: `the certificate's ${field} ${error?.message ?? "has another form"}` };
}
