import { createHash } from "node:crypto";
import { drawOrder } from "@assay/domain/draw/order.ts";
import { afterAll, beforeEach, expect, test } from "vitest";
import { annotateAll, auditAll, bodyOf, givenBatch } from "../../test/given.ts";
import { startService } from "../../test/service.ts";
import { startStandInBeacon } from "../../test/stand-in-beacon.ts";
import { readConfig } from "../config.ts";
import { sha256 } from "../platform/sha256.ts";
import { prepareDraw } from "./draw.ts";

const beacon = await startStandInBeacon();
afterAll(beacon.close);
const { url, hash, publicKey, genesis, period } = beacon.chain;
const config = readConfig({
  ASSAY_BEACON_URL: url,
  ASSAY_BEACON_CHAIN: hash,
  ASSAY_BEACON_PUBLIC_KEY: publicKey,
  ASSAY_BEACON_GENESIS: String(genesis),
  ASSAY_BEACON_PERIOD: String(period),
});
const service = await startService({ config });
const { request, db, runJobs } = service;
const settings = { quality_policy: { overlap: 1, challenge: "beacon" } };

const truthful = beacon.answer;
beforeEach(() => {
  beacon.answer = truthful;
});

async function givenCompleted(): Promise<string> {
  const { id } = await givenBatch(service, { texts: 12, settings });
  await annotateAll(service, id, ["ann"]);
  await runJobs();
  return id;
}

async function drawOf(id: string) {
  return bodyOf(await request("GET", `/v1/batches/${id}/draws`), 200).data[0];
}

test("the round is logged with the labels before it exists, and its verified randomness is the nonce", async () => {
  const id = await givenCompleted();
  const { challenge, log } = await drawOf(id);
  const row = await db
    .selectFrom("log_entries")
    .select("entry")
    .where("position", "=", log.fixed_at)
    .executeTakeFirstOrThrow();
  const labels = JSON.parse(String(row.entry));
  const seconds = Date.parse(labels.at) / 1_000;
  expect(labels).toMatchObject({ beacon_chain: hash, beacon_round: challenge.beacon.round });
  expect(genesis + (challenge.beacon.round - 1) * period).toBeGreaterThan(seconds + period);
  expect(challenge).toMatchObject({ source: "beacon", beacon: { chain: hash } });
  expect(challenge.nonce).toBe(createHash("sha256").update(challenge.beacon.signature, "hex").digest("hex"));

  await auditAll(service, id, "eve");
  await runJobs();
  const { seed } = await drawOf(id);
  const items = await db
    .selectFrom("items")
    .select("id")
    .where("batch_id", "=", id)
    .orderBy("position")
    .execute();
  const audits = await db
    .selectFrom("audits")
    .select("item_id")
    .where("batch_id", "=", id)
    .orderBy("rank")
    .execute();
  const drawn = drawOrder(
    sha256,
    { seed: Buffer.from(seed, "hex"), nonce: challenge.nonce },
    items,
    audits.length,
  );
  expect(audits.map(({ item_id }) => item_id)).toEqual(drawn.map((item) => item.id));
});

test.each([
  [
    "a flipped signature",
    (body: string) =>
      body.replace(/(?<="signature":"..)../, (byte) =>
        (255 - parseInt(byte, 16)).toString(16).padStart(2, "0"),
      ),
    /is not by its key/,
  ],
  ["another round", (body: string) => body.replace(/"round":/, '"round":1'), /is not its round/],
  ["a body of another form", () => "{}", /is not its round/],
  ["a body that is too large", (body: string) => body + " ".repeat(5_000), /too large/],
])("%s adds no nonce; the batch waits, and a later answer begins the audit", async (_, change, fault) => {
  beacon.answer = (signed) => ({ status: 200, body: change(JSON.stringify(signed)) });
  const batch_id = await givenCompleted();
  await expect(prepareDraw(service.deps, { account_id: service.accountId, batch_id })).rejects.toThrow(fault);
  expect(await drawOf(batch_id)).toMatchObject({ root: expect.any(String), challenge: null });
  const { sentence, awaits_challenge } = bodyOf(await request("GET", `/v1/batches/${batch_id}`), 200);
  expect(sentence).toMatch(/^The labels are fixed. The audit begins with round \d+ of the public beacon\.$/);
  expect(awaits_challenge).toBe(false);

  beacon.answer = truthful;
  await prepareDraw(service.deps, { account_id: service.accountId, batch_id });
  await runJobs();
  expect(await drawOf(batch_id)).toMatchObject({ challenge: { source: "beacon" } });
  const { audit } = bodyOf(await request("GET", `/v1/batches/${batch_id}`), 200);
  expect(audit.required).toBeGreaterThan(0);
});

test("a round that does not exist yet is asked for again", async () => {
  beacon.answer = () => ({ status: 404, body: "" });
  const batch_id = await givenCompleted();
  await expect(prepareDraw(service.deps, { account_id: service.accountId, batch_id })).rejects.toThrow(
    /answered 404 for round/,
  );
});
