import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { Deps } from "../../deps.ts";
import { changeCommentRoute } from "./change-comment.ts";
import { createCommentRoute } from "./create-comment.ts";
import { deleteCommentRoute } from "./delete-comment.ts";
import { getCommentRoute } from "./get-comment.ts";
import { listCommentsRoute } from "./list-comments.ts";
import { markCommentsReadRoute } from "./mark-comments-read.ts";

/** Comments on items and on positions in them, and what each person has read of them. */
export const commentRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  for (const route of [
    createCommentRoute,
    listCommentsRoute,
    markCommentsReadRoute,
    getCommentRoute,
    changeCommentRoute,
    deleteCommentRoute,
  ])
    await app.register(route, deps);
};
