import Type from "typebox";
import { Value } from "typebox/value";
import type { Beacon } from "../config.ts";
import { isSignedRound } from "../platform/drand.ts";
import type { Outbound } from "../platform/network/outbound.ts";
import { sha256 } from "../platform/sha256.ts";

const Round = Type.Object({
  round: Type.Integer(),
  signature: Type.String({ pattern: "^[0-9a-f]{96}$" }),
});

const TOTAL_MS = 15_000;
/** A round has about 230 bytes. */
const MAX_BYTES = 4_096;

/**
 * The signature of a round in hexadecimal, fetched and verified. Throws if the beacon does not answer with it; the job
 * that asks is repeated.
 */
export async function fetchRound(outbound: Outbound, beacon: Beacon, round: number): Promise<string> {
  const url = `${beacon.url}/${beacon.hash}/public/${round}`;
  const { status, body } = await outbound.get(url, AbortSignal.timeout(TOTAL_MS));
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new Error("the beacon's answer is too large");
    chunks.push(chunk);
  }
  if (status !== 200) throw new Error(`the beacon answered ${status} for round ${round}`);
  const answer: unknown = JSON.parse(Buffer.concat(chunks).toString());
  if (!Value.Check(Round, answer) || answer.round !== round)
    throw new Error(`the beacon's answer is not its round ${round}`);
  if (!isSignedRound(sha256, beacon.publicKey, answer))
    throw new Error(`the signature of the beacon's round ${round} is not by its key`);
  return answer.signature;
}
