import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import Type, { type Static } from "typebox";
import type { Deps } from "../deps.ts";
import { callerOf } from "../platform/auth/auth.ts";
import type { Row } from "../platform/database/tables.ts";
import { errorResponses } from "../platform/http/error-handler.ts";
import { CreatedPageQuery, listPage, sendPage } from "../platform/http/paging.ts";
import { iso, isoOrNull, nullable, page, Timestamp } from "../platform/http/wire.ts";

const Notification = Type.Object(
  {
    id: Type.String({ examples: ["note_01JD3W8Q9V6T2R4M5N7P8X0YZC"] }),
    recipient: nullable(Type.String({ description: "Null: the account had no e-mail address" })),
    subject: Type.String(),
    body: Type.String({ description: "Plain text" }),
    created_at: Timestamp,
    sent_at: nullable(Type.String({ format: "date-time", description: "When the mail was handed over" })),
  },
  { title: "Notification" },
);

/** Notifications of the account's owner, whether or not they could be mailed. */
export const notificationRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, { db, config }) => {
  app.get(
    "/account/notifications",
    {
      config: { scope: "account:read" },
      schema: {
        operationId: "listNotifications",
        summary: "List notifications to the account's owner",
        tags: ["account"],
        querystring: CreatedPageQuery,
        response: { 200: page(Notification), ...errorResponses(400, 401, 403, 429) },
      },
    },
    async (request, reply) => {
      const query = db
        .selectFrom("notifications")
        .selectAll()
        .where("account_id", "=", callerOf(request).account_id);
      const rows = await listPage(request, query, "notifications");
      return sendPage(config, request, reply, { ...rows, data: rows.data.map(toNotification) });
    },
  );
};

function toNotification(row: Row<"notifications">): Static<typeof Notification> {
  const { account_id: _, created_at, sent_at, ...notification } = row;
  return { ...notification, created_at: iso(created_at), sent_at: isoOrNull(sent_at) };
}
