import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { sql } from "kysely";
import Type from "typebox";
import type { Deps } from "./deps.ts";

const Check = Type.Enum(["ok", "failed"]);
const Ready = Type.Object({
  status: Check,
  checks: Type.Object({ database: Check, storage: Check }),
});

/** `/healthz` (the process responds) and `/readyz` (it can work); neither needs a key. */
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

  const database = shared(() => outcome(sql`select 1`.execute(db)));
  const storage = shared(() => outcome(blobs.assertReady()));
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
      const checks = { database: await database(), storage: await storage() };
      const works = Object.values(checks).every((check) => check === "ok");
      const status = works && !app.isDraining ? "ok" : "failed";
      if (status === "failed") reply.code(503).header("retry-after", "5");
      return reply.send({ status, checks });
    },
  );
};

function outcome(check: Promise<unknown>): Promise<"ok" | "failed"> {
  return check.then(
    () => "ok" as const,
    () => "failed" as const,
  );
}

/** Calls during a check share it: anybody may ask, and each check of an object store is a request to it. */
function shared<T>(check: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  return () => {
    running ??= check().finally(() => {
      running = undefined;
    });
    return running;
  };
}
