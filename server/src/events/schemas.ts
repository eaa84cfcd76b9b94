import { EVENT_TYPES, type EventType } from "@assay/domain/event-types.ts";
import Type, { type Static, type TSchema } from "typebox";
import { PageQuery, PositionQuery } from "../platform/http/paging.ts";
import { nullable, Timestamp } from "../platform/http/wire.ts";

const Id = Type.String();
const Count = Type.Integer({ minimum: 0 });

const MemberId = Type.String({ description: "A member's id" });

/** Names a comment, and says nothing of what it says: who reads events may not see every comment at every time. */
const OF_COMMENT = {
  comment_id: Id,
  thread_id: Type.String({ description: "The first comment of the thread, which may be this one" }),
  batch_id: Id,
  project_id: Id,
  item_id: Id,
  annotation_id: nullable(Type.String({ description: "The answer that the comment is about" })),
};

/** The `data` of each event type. Receivers must ignore unknown fields. */
export const EVENT_DATA: Readonly<Record<EventType, TSchema>> = {
  "batch.created": Type.Object({
    batch_id: Id,
    project_id: Id,
    status: Type.Literal("created"),
    name: Type.String(),
    file_count: Count,
    round: Count,
  }),
  "batch.processing": Type.Object({
    batch_id: Id,
    project_id: Id,
    status: Type.Literal("processing"),
    file_count: Count,
    round: Count,
    started_at: Timestamp,
    reason: nullable(Type.String({ description: "Why the batch was sent back to its annotators" })),
  }),
  "batch.completed": Type.Object({
    batch_id: Id,
    project_id: Id,
    status: Type.Literal("completed"),
    file_count: Count,
    annotation_count: Count,
    round: Count,
    completed_at: Timestamp,
  }),
  "batch.certified": Type.Object({
    batch_id: Id,
    project_id: Id,
    quality_score: Type.Integer({ minimum: 0, maximum: 100 }),
    certification_level: Type.String(),
    file_count: Count,
    download_url: Type.String(),
  }),
  "batch.failed": Type.Object({
    batch_id: Id,
    project_id: Id,
    status: Type.Literal("failed"),
    file_count: Count,
    quality_score: Type.Integer({ minimum: 0, maximum: 100 }),
    required_quality_score: Type.Integer({ minimum: 0, maximum: 100 }),
    round: Count,
    reasons: Type.Array(Type.Object({ code: Type.String(), message: Type.String(), count: Count })),
    failed_at: Timestamp,
  }),
  "project.updated": Type.Object({
    project_id: Id,
    changed_fields: Type.Array(Type.String()),
    previous: Type.Record(Type.String(), Type.Unknown()),
    project: Type.Record(Type.String(), Type.Unknown()),
  }),
  "comment.created": Type.Object({ ...OF_COMMENT, author_id: MemberId, commented_at: Timestamp }),
  "comment.resolved": Type.Object({ ...OF_COMMENT, resolved_by: MemberId, resolved_at: Timestamp }),
  "annotator.qualified": Type.Object({
    project_id: Id,
    member_id: MemberId,
    external_id: nullable(Type.String({ description: "Your own id of the member" })),
    basis: Type.Enum(["training", "manager"], { description: "manager: somebody let the member pass" }),
    attempt: Count,
    items: Count,
    right: Count,
    qualified_at: Timestamp,
  }),
};

/** The `webhooks` part of the OpenAPI document. */
export function webhookSchemas(): Record<string, unknown> {
  return Object.fromEntries(EVENT_TYPES.map((type) => [type, { post: delivery(type) }]));
}

/** An event as sent to webhooks and read by id. */
export const Event = Type.Unsafe<unknown>(Type.Union(EVENT_TYPES.map(payload)));

/** A single order: `created_before` and `sort` would let a reader miss events that are committed later. */
export const EventQuery = Type.Object({
  ...PositionQuery.properties,
  created_after: PageQuery.properties.created_after,
  type: Type.Optional(Type.Enum([...EVENT_TYPES])),
});
export type EventQuery = Static<typeof EventQuery>;

function payload(type: EventType) {
  const title = `${type.replace(/(?:^|\.)(.)/g, (_, letter: string) => letter.toUpperCase())}Event`;
  return Type.Object(
    { id: Id, type: Type.Literal(type), created_at: Timestamp, data: EVENT_DATA[type] },
    { title },
  );
}

function delivery(type: EventType): unknown {
  return {
    summary: `A ${type} event`,
    operationId: `on_${type.replace(".", "_")}`,
    security: [],
    requestBody: { required: true, content: { "application/json": { schema: payload(type) } } },
    responses: {
      "2XX": { description: "Any 2xx confirms the event; after any other response Assay retries" },
    },
  };
}
