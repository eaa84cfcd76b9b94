import { encodeRle } from "@assay/domain/run-length.ts";
import sharp from "sharp";
import { givenProject } from "../given.ts";
import { upload } from "../imports.ts";
import { untilFilled, untilReady } from "../part.ts";
import type { Service } from "../service.ts";

/** Items of one annotation type, all with the same label. */
export interface Kind {
  readonly annotation_type: string;
  /** `image` and `audio` are a file each, `text` and `conversation` a line each of one file. */
  readonly content: "image" | "audio" | "text" | "conversation";
  readonly result: unknown;
  readonly type_options?: Readonly<Record<string, unknown>>;
}

const WIDTH = 320;
const HEIGHT = 240;
const box = { label: "car", bbox: { x: 12.5, y: 30, width: 100.25, height: 60 } };
const columns = Float64Array.from({ length: 80 }, (_, n) => {
  const column = 40 + Math.floor(n / 2);
  return HEIGHT * column + (n % 2 === 0 ? 50 : 170);
});

/** What a person says about one image, text, recording or conversation; the first of them that a format has is exported to it. */
export const KINDS: readonly Kind[] = [
  { annotation_type: "text_classification", content: "text", result: { label: "car" } },
  {
    annotation_type: "object_detection",
    content: "image",
    result: { objects: [box, { ...box, label: "person" }] },
  },
  {
    annotation_type: "keypoint",
    content: "image",
    result: { objects: [{ label: "person", points: { nose: [40, 50.5, 2], tail: [90, 100, 1] } }] },
    type_options: { keypoints: ["nose", "tail"], skeleton: [["nose", "tail"]] },
  },
  {
    annotation_type: "semantic_segmentation",
    content: "image",
    result: { objects: [{ label: "car", rle: encodeRle(columns, [HEIGHT, WIDTH]) }] },
  },
  { annotation_type: "image_classification", content: "image", result: { label: "car" } },
  {
    annotation_type: "named_entity_recognition",
    content: "text",
    result: {
      spans: [
        { start: 0, end: 4, label: "car" },
        { start: 5, end: 11, label: "person" },
      ],
    },
  },
  {
    annotation_type: "transcription",
    content: "audio",
    result: { text: "What was said, in some words that are one sentence." },
  },
  { annotation_type: "ranking", content: "conversation", result: { ranking: ["b", "a"] } },
  {
    annotation_type: "text_generation",
    content: "conversation",
    result: { text: "What somebody wrote, in some words." },
  },
];

const CONVERSATION = JSON.stringify({
  messages: [{ role: "user", content: "What is the question, and how long does it go on?" }],
  responses: [
    { id: "a", text: "It is this one." },
    { id: "b", text: "It is another one, and it goes on for a while." },
  ],
});

/**
 * A batch of `size` items of a kind, all labeled. Only the upload of one image and the batch go through the API: all images are
 * that one, by other names, and SQL inserts their rows and the labels. Returns the batch's id.
 */
export async function givenLabeled(service: Service, kind: Kind, size: number): Promise<string> {
  const { annotation_type, result, type_options = {} } = kind;
  const labels = [{ name: "car" }, { name: "person" }];
  const project_id = await givenProject(service, { annotation_type, labels, type_options });
  const upload_id = await insertContent(service, kind, size);
  const { id } = await service.call("POST", "/v1/batches", { project_id, upload_ids: [upload_id] });
  await untilFilled(service, id);
  await service.db.query(
    `update items set status = 'accepted', answer_count = 2, open_slots = 0, result = $2,
       guideline_version = 1, support = 1, origin = 'consensus'
     where batch_id = $1`,
    [id, JSON.stringify(result)],
  );
  await service.db.query("vacuum analyze");
  return id;
}

async function insertContent(service: Service, { content }: Kind, size: number): Promise<string> {
  const { db } = service;
  const stored = await uploadImage(service);
  const { rows } = await db.query<{ ulid: string }>(
    "select to_char(count(*), 'FM00000000000000000000000000') as ulid from uploads",
  );
  const ulid = rows[0]?.ulid;
  const isFileEach = content === "image" || content === "audio";
  await db.query(
    `insert into uploads (id, account_id, status, file_count, created_at, updated_at)
     select 'upl_' || $1, id, 'ready', $2, now(), now() from accounts`,
    [ulid, isFileEach ? size : 1],
  );
  if (isFileEach) {
    const [extension, type, ...sides] =
      content === "image" ? ["png", "image/png", WIDTH, HEIGHT, null] : ["wav", "audio/wav", null, null, 9.5];
    await db.query(
      `insert into files (id, account_id, upload_id, position, filename, content_type, size_bytes, sha256, medium,
         width, height, duration, status, created_at)
       select 'file_' || right($1, 18) || to_char(n, 'FM00000000'), account_id, 'upl_' || $1, n - 1, 'file-' || n || '.' || $2,
         $3, size_bytes, sha256, $4, $5, $6, $7, 'ready', now()
       from files, generate_series(1, $8::integer) as n where id = $9`,
      [ulid, extension, type, content, ...sides, size, stored],
    );
    return `upl_${ulid}`;
  }
  await db.query(
    `insert into files (id, account_id, upload_id, position, filename, content_type, size_bytes, sha256,
       medium, line_count, status, created_at)
     select 'file_' || $1, id, 'upl_' || $1, 0, 'lines.jsonl', 'application/x-ndjson', 0, '', 'lines', $2, 'ready', now()
     from accounts`,
    [ulid, size],
  );
  await db.query(
    `insert into file_lines (account_id, file_id, line, text, conversation, external_id)
     select accounts.id, 'file_' || $1, n,
       case when $3::jsonb is null then 'Text number ' || n || repeat(', which goes on for a while', 4) end, $3, 'doc-' || n
     from accounts, generate_series(1, $2::integer) as n`,
    [ulid, size, content === "conversation" ? CONVERSATION : null],
  );
  return `upl_${ulid}`;
}

/** Uploads an image of a few hundred bytes; returns the id of its file. */
async function uploadImage(service: Service): Promise<string> {
  const create = { width: WIDTH, height: HEIGHT, channels: 3, background: "red" } as const;
  const bytes = await sharp({ create }).png().toBuffer();
  const id = await upload(service, bytes, {
    "content-type": "image/png",
    "content-disposition": 'attachment; filename="a.png"',
  });
  await untilReady(service, `/v1/uploads/${id}`);
  return (await service.call("GET", `/v1/uploads/${id}`)).files[0].id;
}
