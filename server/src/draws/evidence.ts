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
import { listEntries } from "../log/store.ts";
import { sha256 } from "../platform/sha256.ts";
import type { BeaconEvidence, LogEvidence, LoggedEntry, Sample } from "./sample.ts";
import type { DrawRow } from "./store.ts";

/** The certificate's part about a draw, with the proofs that the log has its steps. Null before its challenge. */
export async function sampleOf(needs: LogNeeds, draw: DrawRow): Promise<Sample | null> {
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
  const entries: LoggedEntry[] = [];
  for (const index of positions) {
    const [entry] = await listEntries(db, index, 1);
    const proof = (await proveInclusion(db, index, head.size)).map(toBase64);
    entries.push({ index, entry: String(entry), proof });
  }
  const key = verifierKey(sha256, noteKey(await loadKey(needs)));
  return { key, checkpoint: await signCheckpoint(needs, head), entries };
}
