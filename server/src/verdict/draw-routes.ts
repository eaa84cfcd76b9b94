import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { type BatchRow, getBatch, lockBatch } from "../batches/store.ts";
import type { Deps } from "../deps.ts";
import { beaconOf } from "../draws/evidence.ts";
import { type DrawRow, listDraws } from "../draws/store.ts";
import { callerOf } from "../platform/auth/auth.ts";
import { errorResponses } from "../platform/http/error-handler.ts";
import { idempotent } from "../platform/http/idempotency.ts";
import { IdParams } from "../platform/http/wire.ts";
import { addNonce } from "./draw.ts";
import { AddChallenge, Draw, DrawList } from "./draw-schemas.ts";

const tags = ["batches"];

/** How the sample of each round was drawn, and the buyer's part in it. */
export const drawRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  const { db } = deps;

  app.get(
    "/batches/:id/draws",
    {
      config: { scope: "batches:read" },
      schema: {
        operationId: "listDraws",
        summary: "List how the random sample of each round was drawn",
        tags,
        params: IdParams,
        response: { 200: DrawList, ...errorResponses(401, 403, 404, 429) },
      },
    },
    async (request) => {
      const batch = await getBatch(db, callerOf(request).account_id, request.params.id);
      return { data: (await listDraws(db, batch)).map((draw) => toDraw(batch, draw)) };
    },
  );

  app.post(
    "/batches/:id/challenge",
    {
      config: { scope: "batches:write" },
      schema: {
        operationId: "addChallenge",
        summary: "Add the nonce of the random sample, once the labels are fixed",
        tags,
        params: IdParams,
        body: AddChallenge,
        response: { 200: Draw, ...errorResponses(400, 401, 403, 404, 409, 415, 422, 429) },
      },
    },
    async (request, reply) =>
      idempotent(deps, { request, reply }, async (tx) => {
        const batch = await lockBatch(tx, callerOf(request).account_id, request.params.id);
        return { status: 200, body: toDraw(batch, await addNonce(deps, tx, batch, request.body.nonce)) };
      }),
  );
};

/** The seed is public once the round has its verdict: until then it tells what is drawn next. */
function toDraw({ round, stage }: BatchRow, draw: DrawRow): Draw {
  const { seed_sha256, root, items, source, nonce, seed, committed_at, fixed_at, challenged_at } = draw;
  const isJudged = draw.round < round || stage === "certified" || stage === "failed";
  return {
    round: draw.round,
    ...{ seed_sha256, root, items },
    challenge: source === null || nonce === null ? null : { source, nonce, beacon: beaconOf(draw) },
    seed: isJudged ? seed : null,
    log: { committed_at, fixed_at, challenged_at },
  };
}
