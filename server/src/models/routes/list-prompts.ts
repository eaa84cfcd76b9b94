import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import Type from "typebox";
import type { Deps } from "../../deps.ts";
import { callerOf } from "../../platform/auth/auth.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { IdParams, iso } from "../../platform/http/wire.ts";
import { listPrompts } from "../prompt-store.ts";
import { PromptVersion } from "../schemas.ts";
import { getModel } from "../store.ts";

/** `GET /v1/models/{id}/prompts` */
export const listPromptsRoute: FastifyPluginAsyncTypebox<Deps> = async (app, { db }) => {
  app.get(
    "/models/:id/prompts",
    {
      config: { scope: "projects:read" },
      schema: {
        operationId: "listModelPrompts",
        summary: "List the prompts that a language model had, the newest first, 100 and 8 MB at most",
        tags: ["models"],
        params: IdParams,
        response: {
          200: Type.Object({ data: Type.Array(PromptVersion) }, { title: "ModelPromptVersions" }),
          ...errorResponses(401, 403, 404, 429),
        },
      },
    },
    async (request) => {
      const model = await getModel(db, callerOf(request).account_id, request.params.id);
      const prompts = await listPrompts(db, model);
      return {
        data: prompts.map(({ version, prompt, created_at }) => ({
          version,
          prompt,
          created_at: iso(created_at),
        })),
      };
    },
  );
};
