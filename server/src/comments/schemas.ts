import Type, { type Static } from "typebox";
import { ItemName } from "../items/schemas.ts";
import { PageQuery } from "../platform/http/paging.ts";
import { iso, isoOrNull, nullable, Timestamp } from "../platform/http/wire.ts";
import type { CommentRecord } from "./store.ts";

const Id = Type.String({ maxLength: 50 });
const Text = Type.String({ minLength: 1, maxLength: 10_000 });
const Annotator = Type.String({
  minLength: 1,
  maxLength: 200,
  description:
    "The member that an API key acts for: a member id or an external id. Default: the key's own member",
});
const Offset = Type.Integer({ minimum: 0, maximum: 1_000_000_000 });
const Coordinate = Type.Number({ minimum: -1_000_000, maximum: 1_000_000 });

const Place = Type.Object(
  {
    object: Type.Optional(
      Type.Union([Offset, Type.String({ minLength: 1, maxLength: 200 })], {
        description: "The object, span or segment of the answer: its index from 0, or its id",
      }),
    ),
    span: Type.Optional(
      Type.Object(
        { start: Offset, end: Offset },
        { additionalProperties: false, description: "Code points of the text" },
      ),
    ),
    time: Type.Optional(Type.Number({ minimum: 0, maximum: 86_400, description: "Seconds of a recording" })),
    point: Type.Optional(
      Type.Object(
        { x: Coordinate, y: Coordinate },
        { additionalProperties: false, description: "Pixels of the upright image" },
      ),
    ),
  },
  {
    additionalProperties: false,
    minProperties: 1,
    description: "The items to change; an item must match all of these",
  },
);

export const CreateComment = Type.Object(
  {
    item_id: Id,
    annotation_id: Type.Optional({ ...Id, description: "The answer that the comment is about" }),
    reply_to: Type.Optional({ ...Id, description: "Any comment of the thread" }),
    place: Type.Optional(Place),
    text: Text,
    annotator: Type.Optional(Annotator),
  },
  {
    additionalProperties: false,
    title: "CreateComment",
    examples: [
      { item_id: "item_01JD3W8Q9V6T2R4M5N7P8X0YZC", place: { time: 12.5 }, text: "Who speaks here?" },
    ],
  },
);
export type CreateComment = Static<typeof CreateComment>;

export const ChangeComment = Type.Object(
  {
    text: Type.Optional({ ...Text, description: "Only its author may change it" }),
    resolved: Type.Optional(
      Type.Boolean({ description: "Whether the thread is resolved; only on its first comment" }),
    ),
    annotator: Type.Optional(Annotator),
  },
  { additionalProperties: false, title: "ChangeComment", examples: [{ resolved: true }] },
);
export type ChangeComment = Static<typeof ChangeComment>;

export const CommentQuery = Type.Object({
  ...PageQuery.properties,
  project_id: Type.Optional(Id),
  batch_id: Type.Optional(Id),
  item_id: Type.Optional(Id),
  annotation_id: Type.Optional(Id),
  thread_id: Type.Optional({ ...Id, description: "The first comment and all replies" }),
  annotator: Type.Optional({
    ...Annotator,
    description:
      "Comments on this member's answers, in threads that the member started, or by an auditor of their returned items",
  }),
  resolved: Type.Optional(Type.Boolean({ description: "Of the thread" })),
});

export type CommentQuery = Static<typeof CommentQuery>;

export const Comment = Type.Object(
  {
    id: Type.String({ examples: ["cmt_01JD3W8Q9V6T2R4M5N7P8X0YZC"] }),
    thread_id: Type.String({
      description: "The id of the first comment of the thread, which may be this one",
    }),
    project_id: Type.String(),
    batch_id: Type.String(),
    item_id: Type.String(),
    annotation_id: nullable(Type.String()),
    author: Type.Object({ id: Type.String(), name: Type.String() }),
    place: nullable(Place),
    text: Type.String(),
    resolved: Type.Boolean(),
    resolved_at: nullable(Timestamp),
    resolved_by: nullable(Type.String({ description: "A member's id" })),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { title: "Comment" },
);

export const ListedComment = Type.Object(
  {
    ...Comment.properties,
    item: ItemName,
    unread: Type.Boolean({
      description:
        "Whether somebody else wrote it and the signed-in person has not marked it as read; false for API keys",
    }),
  },
  { title: "ListedComment" },
);

export const MarkRead = Type.Object(
  { comment_ids: Type.Array(Id, { minItems: 1, maxItems: 100 }) },
  {
    additionalProperties: false,
    title: "MarkCommentsRead",
    examples: [{ comment_ids: ["cmt_01JD3W8Q9V6T2R4M5N7P8X0YZC"] }],
  },
);

export const MarkedRead = Type.Object(
  { count: Type.Integer({ minimum: 0, description: "How many of them were unread" }) },
  { title: "MarkedCommentsRead" },
);

/** A comment for a response. */
export function toComment(row: CommentRecord): Static<typeof Comment> {
  return {
    id: row.id,
    thread_id: row.thread_id ?? row.id,
    project_id: row.project_id,
    batch_id: row.batch_id,
    item_id: row.item_id,
    annotation_id: row.annotation_id,
    author: { id: row.member_id, name: row.author_name },
    place: row.place,
    text: row.text,
    resolved: row.thread_resolved_at !== null,
    resolved_at: isoOrNull(row.thread_resolved_at),
    resolved_by: row.thread_resolved_by,
    created_at: iso(row.created_at),
    updated_at: iso(row.updated_at),
  };
}
