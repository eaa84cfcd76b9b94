import { createHash } from "node:crypto";
import { ServiceError } from "@assay/domain/errors.ts";
import { type BatchRow, findAndLockBatch, findBatch } from "../batches/store.ts";
import type { Beacon } from "../config.ts";
import type { Deps } from "../deps.ts";
import { fetchRound } from "../draws/beacon.ts";
import { addChallenge, commitSeed, fixLabels, nonceOfLog, type Population } from "../draws/steps.ts";
import { type DrawRow, findDraw } from "../draws/store.ts";
import { readPopulation } from "../exports/population.ts";
import type { Tx } from "../platform/database/db.ts";
import { roundAfter, timeOfRound } from "../platform/drand.ts";
import { addJob } from "../platform/jobs/jobs.ts";

/**
 * Fixes the labels of a completed round by their Merkle root, then adds the log's challenge unless the policy waits for
 * another; the verdict goes on from there. Safe to repeat, because it acts on the state that it finds.
 */
export async function prepareDraw(
  deps: Deps,
  { account_id, batch_id }: { account_id: string; batch_id: string },
): Promise<void> {
  const batch = await findBatch(deps.db, account_id, batch_id);
  if (batch === undefined || !isWaiting(batch)) return;
  const found = await findDraw(deps.db, { ...batch, batch_id });
  if (found?.root != null) return addBeaconRound(deps, found);
  const population = await readPopulation(deps, batch);
  await deps.db.transaction().execute(async (tx) => {
    const locked = await findAndLockBatch(tx, account_id, batch_id);
    if (locked === undefined || !isWaiting(locked) || locked.round !== batch.round) return;
    const draw = await findOrCommit(deps, tx, locked);
    if (draw.root !== null) return;
    if (locked.consensus.at(-1)?.version !== batch.consensus.at(-1)?.version)
      throw new Error("the labels were computed again meanwhile");
    if (locked.policy.challenge === "beacon") {
      await fixWithBeacon(deps, tx, { batch: locked, draw, population });
      return;
    }
    const fixed = await fixLabels(deps, tx, draw, population);
    if (locked.policy.challenge === "nonce") return;
    await addChallenge(deps, tx, fixed, { source: "log", nonce: await nonceOfLog(tx) });
    await addJob(tx, locked.account_id, "judge_batch", { batch_id });
  });
}

/** Fixes the labels and names a round of the beacon that does not exist yet; a job fetches it when it does. */
async function fixWithBeacon(
  deps: Deps,
  tx: Tx,
  { batch, draw, population }: { batch: BatchRow; draw: DrawRow; population: Population },
): Promise<void> {
  const beacon = beaconFrom(deps);
  const beacon_round = roundAfter(beacon, deps.now());
  await fixLabels(deps, tx, draw, population, { beacon_chain: beacon.hash, beacon_round });
  const payload = { batch_id: batch.id };
  await addJob(tx, batch.account_id, "prepare_draw", payload, timeOfRound(beacon, beacon_round));
}

/** Fetches the round of the beacon that the draw waits for, if any. Throws until there is one; the queue tries again. */
async function addBeaconRound(
  deps: Deps,
  { account_id, batch_id, round, beacon_chain, beacon_round, nonce }: DrawRow,
) {
  if (beacon_chain === null || beacon_round === null || nonce !== null) return;
  const beacon = beaconFrom(deps);
  if (beacon.hash !== beacon_chain)
    throw new Error(
      `the labels were fixed with the beacon ${beacon_chain}, and ASSAY_BEACON_CHAIN is another`,
    );
  const beacon_signature = await fetchRound(deps.outbound, beacon, beacon_round);
  const randomness = createHash("sha256").update(beacon_signature, "hex").digest("hex");
  await deps.db.transaction().execute(async (tx) => {
    const batch = await findAndLockBatch(tx, account_id, batch_id);
    const draw = await findDraw(tx, { account_id, batch_id, round });
    if (batch === undefined || !isWaiting(batch) || batch.round !== round || draw?.nonce !== null) return;
    await addChallenge(deps, tx, draw, { source: "beacon", nonce: randomness, beacon_signature });
    await addJob(tx, batch.account_id, "judge_batch", { batch_id });
  });
}

function beaconFrom({ config: { beacon } }: Deps): Beacon {
  if (beacon === undefined)
    throw new Error("the policy's challenge is beacon, and ASSAY_BEACON_URL is not set");
  return beacon;
}

function isWaiting({ stage, audit }: BatchRow): boolean {
  return stage === "completed" && audit === null;
}

/**
 * Adds the nonce that the policy waits for, and lets the audit begin. Throws `invalid_state` if the policy takes none, the
 * labels are not fixed yet, or the round has its nonce already.
 */
export async function addNonce(deps: Deps, tx: Tx, batch: BatchRow, nonce: string): Promise<DrawRow> {
  const { id: batch_id, round, policy, stage } = batch;
  const refuse = (why: string): never => {
    throw new ServiceError("invalid_state", why);
  };
  if (policy.challenge !== "nonce")
    return refuse("the batch takes no nonce: its quality_policy.challenge is not nonce");
  const draw = await findDraw(tx, { ...batch, batch_id });
  if (draw?.nonce != null) return refuse(`round ${round} has its nonce already; its sample is drawn`);
  if (stage !== "completed" || draw === undefined || draw.root === null)
    return refuse(
      `the labels of round ${round} are not fixed yet (the batch is ${stage}); send the nonce once GET /v1/batches/${batch_id}/draws shows their root`,
    );
  const challenged = await addChallenge(deps, tx, draw, { source: "nonce", nonce });
  await addJob(tx, batch.account_id, "judge_batch", { batch_id });
  return challenged;
}

/** A batch that an earlier version created, or that asked for a verdict later, commits now. */
async function findOrCommit(deps: Deps, tx: Tx, batch: BatchRow): Promise<DrawRow> {
  const key = { ...batch, batch_id: batch.id };
  const found = await findDraw(tx, key);
  if (found !== undefined) return found;
  await commitSeed(deps, tx, batch);
  return (await findDraw(tx, key)) ?? missing(batch.id);
}

function missing(id: string): never {
  throw new Error(`the round of ${id} has no draw`);
}
