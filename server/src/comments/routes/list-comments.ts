import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { sql } from "kysely";
import type { Deps } from "../../deps.ts";
import { findMember, keyOfAnnotator } from "../../members/store.ts";
import { callerOf } from "../../platform/auth/auth.ts";
import { errorResponses } from "../../platform/http/error-handler.ts";
import { listPage, sendPage } from "../../platform/http/paging.ts";
import { page } from "../../platform/http/wire.ts";
import { isUnread } from "../reads.ts";
import { type CommentQuery, ListedComment, CommentQuery as Query, toComment } from "../schemas.ts";
import { concerns, ITEM_NAMED, ofThread, selectComments } from "../store.ts";

/** `GET /v1/comments` */
export const listCommentsRoute: FastifyPluginAsyncTypebox<Deps> = async (app, { db, config }) => {
  app.get(
    "/comments",
    {
      config: { scope: "annotations:read" },
      schema: {
        operationId: "listComments",
        summary: "List comments on items, with their threads",
        tags: ["comments"],
        querystring: Query,
        response: { 200: page(ListedComment), ...errorResponses(400, 401, 403, 429) },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const { annotator, ...filter } = request.query;
      const query = filtered(selectComments(db, caller), filter);
      const member = annotator && (await findMember(db, caller.account_id, keyOfAnnotator(annotator)));
      const found = annotator === undefined ? query : query.where(concerns(member ? member.id : ""));
      const comments = await listPage(
        request,
        found.select([isUnread(caller).as("unread"), ITEM_NAMED.as("item")]),
        "comments",
      );
      const data = comments.data.map((row) => ({ ...toComment(row), item: row.item, unread: row.unread }));
      return sendPage(config, request, reply, { ...comments, data });
    },
  );
};

function filtered(query: ReturnType<typeof selectComments>, filter: Omit<CommentQuery, "annotator">) {
  const { project_id, batch_id, item_id, annotation_id, thread_id, resolved } = filter;
  const equal = [
    ["batches.project_id", project_id],
    ["comments.batch_id", batch_id],
    ["comments.item_id", item_id],
    ["comments.annotation_id", annotation_id],
  ] as const;
  let found = query;
  for (const [column, id] of equal) if (id !== undefined) found = found.where(column, "=", id);
  if (thread_id !== undefined) found = found.where(sql`coalesce(thread_id, comments.id)`, "=", thread_id);
  if (resolved !== undefined) found = found.where(ofThread("resolved_at"), resolved ? "is not" : "is", null);
  return found;
}
