import { toBase64 } from "@assay/domain/log/bytes.ts";
import { verifierKey } from "@assay/domain/log/note.ts";
import {
  type LogNeeds,
  loadKey,
  noteKey,
  proveInclusion,
  readHead,
  signCheckpoint,
} from "../log/checkpoint.ts";
import { listEntries, sha256 } from "../log/store.ts";
import type { ChallengeSource } from "../platform/database/draw-tables.ts";
import type { DrawRow } from "./store.ts";

/** How the sample of the deciding round was drawn; anybody can draw it again from this and `population.jsonl`. */
export interface Sample {
  readonly round: number;
  /** Digests, root and seed are in hexadecimal. */
  readonly seed_sha256: string;
  readonly seed: string;
  readonly root: string;
  readonly items: number;
  readonly source: ChallengeSource;
  readonly nonce: string;
  /** Null unless the source is the beacon. */
  readonly beacon: BeaconEvidence | null;
  readonly log: LogEvidence;
  /** Labels that were renamed after the root was made: delivered name to the name that the root covers. */
  readonly renamed: Readonly<Record<string, string>>;
}

/** The round of a public beacon whose signature gave the nonce. */
export interface BeaconEvidence {
  readonly chain: string;
  readonly round: number;
  /** In hexadecimal; its SHA-256 is the nonce. */
  readonly signature: string;
}

/** That the log has the three steps of a draw: seed committed, labels fixed, challenge added. */
export interface LogEvidence {
  /** A verifier key (c2sp.org/signed-note). */
  readonly key: string;
  /** A signed note (c2sp.org/tlog-checkpoint). */
  readonly checkpoint: string;
  /** In that order, each with its inclusion proof in base64. */
  readonly entries: readonly {
    readonly index: number;
    readonly entry: string;
    readonly proof: readonly string[];
  }[];
}

/** The certificate's part about a draw, with the proofs that the log has its steps. Null before its challenge. */
export async function sampleOf(needs: LogNeeds, draw: DrawRow): Promise<Omit<Sample, "renamed"> | null> {
  const { round, seed_sha256, seed, root, items, source, nonce, committed_at, fixed_at, challenged_at } =
    draw;
  if (seed === null || root === null || items === null || source === null || nonce === null) return null;
  if (fixed_at === null || challenged_at === null) return null;
  const log = await evidenceOf(needs, [committed_at, fixed_at, challenged_at]);
  return { round, seed_sha256, seed, root, items, source, nonce, beacon: beaconOf(draw), log };
}

/** The round of a draw by the beacon, for its evidence. */
export function beaconOf({ beacon_chain, beacon_round, beacon_signature }: DrawRow): BeaconEvidence | null {
  if (beacon_chain === null || beacon_round === null || beacon_signature === null) return null;
  return { chain: beacon_chain, round: beacon_round, signature: beacon_signature };
}

async function evidenceOf(needs: LogNeeds, positions: readonly number[]): Promise<LogEvidence> {
  const { db } = needs;
  const head = await readHead(db);
  const entries: LogEvidence["entries"][number][] = [];
  for (const index of positions) {
    const [entry] = await listEntries(db, index, 1);
    const proof = (await proveInclusion(db, index, head.size)).map(toBase64);
    entries.push({ index, entry: String(entry), proof });
  }
  const key = verifierKey(sha256, noteKey(await loadKey(needs)));
  return { key, checkpoint: await signCheckpoint(needs, head), entries };
}
