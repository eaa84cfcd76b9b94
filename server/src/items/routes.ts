import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { Deps } from "../deps.ts";
import { callerOf } from "../platform/auth/auth.ts";
import { errorResponses } from "../platform/http/error-handler.ts";
import { sendPage } from "../platform/http/paging.ts";
import { IdParams, page } from "../platform/http/wire.ts";
import { ItemQuery, listItems } from "./list.ts";
import { Item, ItemSummary, toItem } from "./schemas.ts";
import { getItem } from "./store.ts";

const tags = ["items"];
const read = { scope: "annotations:read" } as const;

/** Routes of items and their progress. */
export const itemRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  const { db, config } = deps;

  app.get(
    "/items",
    {
      config: read,
      schema: {
        operationId: "listItems",
        summary: "List the items of a project or batch",
        description:
          "By batch id and position. `metadata.<key>=<value>` filters by metadata, compared as text. A request " +
          "with filters looks at 50,000 items at most (external_id: at all). `q`, `label`, `answer` and `metadata` read 16 MB " +
          "at most, and a page ends where its labels get very large: it may hold fewer items than `limit`, even none, " +
          "while `has_more` is true. For people who may audit, items of a batch under a blind audit have no label, and " +
          "`label`, `answer` and `support_lt` find none.",
        tags,
        querystring: ItemQuery,
        response: { 200: page(ItemSummary), ...errorResponses(400, 401, 403, 404, 429) },
      },
    },
    async (request, reply) => {
      const items = await listItems(deps, callerOf(request), { ...request.query });
      return sendPage(config, request, reply, items);
    },
  );

  app.get(
    "/items/:id",
    {
      config: read,
      schema: {
        operationId: "getItem",
        summary: "Read an item with its content",
        tags,
        params: IdParams,
        response: { 200: Item, ...errorResponses(401, 403, 404, 429) },
      },
    },
    async (request) => toItem(deps, await getItem(db, callerOf(request), request.params.id)),
  );
};
