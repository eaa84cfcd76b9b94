import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { FastifyBaseLogger } from "fastify";
import { sql } from "kysely";
import Type from "typebox";
import type { Deps } from "./deps.ts";
import { inTime } from "./platform/in-time.ts";

/** Of the storage: a load balancer takes a process that does not answer `/readyz` in time for one that is not ready. */
const LIMIT_MS = 1_000;

const Check = Type.Enum(["ok", "failed"]);
const Ready = Type.Object({
  status: Type.Enum(["ok", "degraded", "failed"], {
    description: "`degraded`: only requests that read or write files fail",
  }),
  checks: Type.Object({ database: Check, storage: Check }),
});

/**
 * `/healthz` (the process responds) and `/readyz` (it can work); neither needs a key. Without its storage a process is ready:
 * most requests need none, and all processes share it, so that a load balancer would have none left (ADR 0071).
 */
export const healthRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, { db, blobs }) => {
  app.get(
    "/healthz",
    {
      schema: {
        operationId: "health",
        summary: "Check that the process responds",
        tags: ["health"],
        response: { 200: Type.Object({ status: Type.Literal("ok") }) },
      },
    },
    async () => ({ status: "ok" as const }),
  );

  const database = watched("the database", () => sql`select 1`.execute(db), app.log);
  const storage = watched(
    "the storage",
    inTime(() => blobs.assertReady(), LIMIT_MS),
    app.log,
  );
  app.get(
    "/readyz",
    {
      schema: {
        operationId: "readiness",
        summary: "Check that the service is ready for requests",
        tags: ["health"],
        response: { 200: Ready, 503: Ready },
      },
    },
    async (_request, reply) => {
      const [ofDatabase, ofStorage] = await Promise.all([database(), storage()]);
      const checks = { database: ofDatabase, storage: ofStorage };
      if (checks.database === "failed" || app.isDraining) {
        return reply
          .code(503)
          .header("retry-after", "5")
          .send({ status: "failed" as const, checks });
      }
      return reply.send({
        status: checks.storage === "ok" ? ("ok" as const) : ("degraded" as const),
        checks,
      });
    },
  );
};

/**
 * Calls during a check share it: anybody may ask, and each check of an object store is a request to it. The log says when
 * `what` begins to fail, and why, and when it works again.
 */
function watched(
  what: string,
  check: () => Promise<unknown>,
  log: FastifyBaseLogger,
): () => Promise<"ok" | "failed"> {
  let running: Promise<"ok" | "failed"> | undefined;
  let last: "ok" | "failed" = "ok";
  const ended = (outcome: "ok" | "failed", err?: unknown): "ok" | "failed" => {
    if (outcome !== last && outcome === "failed") log.warn({ err }, `${what} does not work`);
    if (outcome !== last && outcome === "ok") log.info(`${what} works again`);
    running = undefined;
    last = outcome;
    return outcome;
  };
  return () => {
    running ??= check().then(
      () => ended("ok"),
      (fault: unknown) => ended("failed", fault),
    );
    return running;
  };
}
