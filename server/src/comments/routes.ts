import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { sql } from "kysely";
import Type from "typebox";
import type { Deps } from "../deps.ts";
import { findMember, keyOfAnnotator } from "../members/store.ts";
import { callerOf } from "../platform/auth/auth.ts";
import { inChange } from "../platform/http/changes.ts";
import { errorResponses } from "../platform/http/error-handler.ts";
import { assertIfMatch } from "../platform/http/etag.ts";
import { idempotent } from "../platform/http/idempotency.ts";
import { listPage, sendPage } from "../platform/http/paging.ts";
import { IdParams, page } from "../platform/http/wire.ts";
import { changeComment, createComment, deleteComment } from "./change.ts";
import { ChangeComment, Comment, CommentQuery, CreateComment, toComment } from "./schemas.ts";
import { concerns, getComment, lockComment, ofThread, selectComments } from "./store.ts";

const tags = ["comments"];
const read = { scope: "annotations:read" } as const;
const write = { scope: "annotations:write" } as const;

/** Routes of comments on items and on positions in them. */
export const commentRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  await app.register(reading, deps);
  await app.register(writing, deps);
};

const reading: FastifyPluginAsyncTypebox<Deps> = async (app, { db, config }) => {
  app.get(
    "/comments",
    {
      config: read,
      schema: {
        operationId: "listComments",
        summary: "List comments on items, with their threads",
        tags,
        querystring: CommentQuery,
        response: { 200: page(Comment), ...errorResponses(400, 401, 403, 429) },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const { annotator, ...filter } = request.query;
      const query = filtered(selectComments(db, caller), filter);
      const member = annotator && (await findMember(db, caller.account_id, keyOfAnnotator(annotator)));
      const found = annotator === undefined ? query : query.where(concerns(member ? member.id : ""));
      const comments = await listPage(request, found, "comments");
      return sendPage(config, request, reply, { ...comments, data: comments.data.map(toComment) });
    },
  );

  app.get(
    "/comments/:id",
    {
      config: read,
      schema: {
        operationId: "getComment",
        summary: "Read a comment",
        tags,
        params: IdParams,
        response: { 200: Comment, ...errorResponses(401, 403, 404, 429) },
      },
    },
    async (request) => toComment(await getComment(db, callerOf(request), request.params.id)),
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

const writing: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  app.post("/comments", { config: write, schema: createSchema }, async (request, reply) =>
    idempotent(deps, { request, reply }, async (tx) => {
      const caller = callerOf(request);
      const id = await createComment(deps, tx, caller, request.body);
      const comment = toComment(await getComment(tx, caller, id));
      return { status: 201, body: comment, location: `/v1/comments/${id}` };
    }),
  );

  app.patch("/comments/:id", { config: write, schema: changeSchema }, async (request) =>
    inChange(deps, request, async (tx) => {
      const caller = callerOf(request);
      const before = await lockComment(tx, caller, request.params.id);
      assertIfMatch(request, toComment(before));
      await changeComment(deps, tx, caller, before, request.body);
      return toComment(await getComment(tx, caller, before.id));
    }),
  );

  app.delete("/comments/:id", { config: write, schema: deleteSchema }, async (request, reply) => {
    await inChange(deps, request, async (tx) => {
      const caller = callerOf(request);
      const before = await lockComment(tx, caller, request.params.id);
      assertIfMatch(request, toComment(before));
      await deleteComment(deps, tx, caller, before, request.query.annotator);
    });
    return reply.code(204).send(null);
  });
};

const createSchema = {
  operationId: "createComment",
  summary: "Comment on an item, an answer or a place in it, or reply",
  tags,
  body: CreateComment,
  response: { 201: Comment, ...errorResponses(400, 401, 403, 404, 409, 415, 422, 429) },
};

const changeSchema = {
  operationId: "changeComment",
  summary: "Change the text of your comment, or resolve a thread",
  tags,
  params: IdParams,
  body: ChangeComment,
  response: { 200: Comment, ...errorResponses(400, 401, 403, 404, 412, 415, 429) },
};

const deleteSchema = {
  operationId: "deleteComment",
  summary: "Delete your own comment if it has no replies",
  tags,
  params: IdParams,
  querystring: Type.Object({ annotator: ChangeComment.properties.annotator }),
  response: { 204: Type.Null(), ...errorResponses(400, 401, 403, 404, 409, 412, 429) },
};
