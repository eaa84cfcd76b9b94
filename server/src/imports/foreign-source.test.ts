import fc from "fast-check";
import { expect, test } from "vitest";
import { bodyOf, givenBatch, givenProject } from "../../test/given.ts";
import { startService } from "../../test/service.ts";
import { givenImage, givenZip, sendRaw } from "../../test/upload-bodies.ts";
import { FOREIGN_FORMATS } from "./foreign-source.ts";

const service = await startService();
const { request } = service;
const BYTES = { "content-type": "application/octet-stream" };

const send = (batch_id: string, kind: string, query: string, body: string | Buffer) =>
  request("POST", `/v1/batches/${batch_id}/${kind}?${query}`, body, BYTES);

async function givenImages(annotation_type: string, ...names: readonly string[]): Promise<string> {
  const content = await givenImage("png", 100, 80);
  const upload = bodyOf(
    await sendRaw(request, "a.zip", givenZip(names.map((name) => ({ name, content })))),
    201,
  );
  const project = await givenProject(service, { annotation_type, labels: [{ name: "car" }] });
  const sent = { project_id: project.id, upload_ids: [upload.id] };
  return bodyOf(await request("POST", "/v1/batches", sent), 201).id;
}

const task = (id: number, ...choices: readonly string[]) => ({
  id,
  data: { text: "any" },
  annotations: choices.map((choice, index) => ({
    ...{ completed_by: { email: `p${index}@acme.test` }, created_at: "2026-01-02T03:04:05Z", lead_time: 2 },
    result: [{ type: "choices", from_name: "c", to_name: "t", value: { choices: [choice] } }],
  })),
});

test("answers of Label Studio are imported by the service with their annotators and times", async () => {
  const { id } = await givenBatch(service, { texts: 2 });
  const body = JSON.stringify([task(1, "yes", "yes"), task(2, "no")]);

  expect(await send(id, "annotations", "format=label_studio&dry_run=true", body)).toMatchObject({
    status: 200,
    body: { imported: 0, would_import: 3, items_accepted: 1 },
  });
  expect(await send(id, "annotations", "format=label_studio", body)).toMatchObject({
    status: 200,
    body: { imported: 3, items_accepted: 1 },
  });

  const [item] = (await request("GET", `/v1/items?batch_id=${id}`)).body.data;
  const { data } = (await request("GET", `/v1/items/${item.id}/annotations`)).body;
  const said = { result: { label: "yes" }, answered_at: "2026-01-02T03:04:05.000Z", active_ms: 2_000 };
  expect(data).toMatchObject([said, said]);
});

const coco = (...names: readonly string[]) => ({
  images: names.map((file_name, index) => ({ id: index, file_name, width: 100, height: 80 })),
  categories: [{ id: 1, name: "car" }],
  annotations: names.map((_, index) => ({ id: index, image_id: index, category_id: 1, bbox: [1, 2, 3, 4] })),
});

test("boxes of COCO become predictions of the images of their names", async () => {
  const id = await givenImages("object_detection", "a.png", "b.png");

  const sent = await send(id, "predictions", "format=coco", JSON.stringify(coco("a.png", "b.png")));

  expect(sent).toMatchObject({ status: 200, body: { imported: 2 } });
  const stored = await service.db
    .selectFrom("predictions")
    .select(["model", "result"])
    .where("batch_id", "=", id)
    .execute();
  expect(stored[0]).toEqual({
    model: "coco",
    result: { objects: [{ label: "car", bbox: { x: 1, y: 2, width: 3, height: 4 } }] },
  });
});

test("rows of a CSV become known answers", async () => {
  const { id } = await givenBatch(service, { texts: 2 });

  const sent = await send(id, "gold", "format=csv", "id,text,label\n1,any,yes\n2,any,no\n");

  expect(sent).toMatchObject({ status: 200, body: { imported: 2 } });
});

test("a fault is named with its place in the dataset: nothing is imported, or the rest by choice", async () => {
  const { id } = await givenBatch(service, { texts: 3 });
  const body =
    '{"id":1,"text":"a","label":["yes"]}\nnonsense\n{"id":2,"text":"a","label":["maybe"]}\n{"id":9,"text":"a","label":["no"]}\n';

  const refused = await send(id, "predictions", "format=doccano", body);
  const partly = await send(id, "predictions", "format=doccano&on_error=skip", body);

  expect(refused.status).toBe(400);
  expect(refused.body.message).toMatch(
    /^body.jsonl: line 2: is not valid JSON.*; body.jsonl: line 3: result.label .*; body.jsonl: line 4: the batch has no item with the external_id "9"$/,
  );
  expect(partly).toMatchObject({ status: 200, body: { imported: 1, refused: 3 } });
  expect(partly.body.faults).toHaveLength(3);
});

test.each([
  ["label_studio", "{", "body.json: is not valid JSON"],
  ["coco", "[]", "coco: no .json file has the lists `images` and `annotations`"],
  ["coco", JSON.stringify(coco("a.png")), "coco: cannot be read as text_classification"],
  ["cvat_xml", "<annotations><image>", "body.xml: line 1: is not valid XML"],
  ["csv", 'text,label\n"a', "body.csv: line 2: a quoted cell is not closed"],
  ["parquet", "PAR1", "body.parquet: "],
  ["csv", "id,text,label\n1,any,yes\0\n", "body.csv: line 2: the line contains NUL"],
  ["argilla", '{"id":1,"fields":{"text":"a"},"responses":{"q":[{"value":"\\u0000"}]}}', "NUL"],
])("a dataset of %s that cannot be read is refused: %j", async (format, body, message) => {
  const { id } = await givenBatch(service, { texts: 1 });

  const refused = await send(id, "annotations", `format=${format}`, body);

  expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining(message)]);
});

test("a dataset is refused as JSON, above 16 MiB, in an unknown format, and with masks of packed pixels", async () => {
  const { id } = await givenBatch(service, { texts: 1 });
  const masks = await givenImages("semantic_segmentation", "a.png");

  const asJson = await request("POST", `/v1/batches/${id}/annotations?format=coco`, coco("a.png"));
  const large = await send(id, "annotations", "format=csv", Buffer.alloc(16 * 1024 * 1024 + 1, "a"));

  expect(asJson).toMatchObject({
    status: 400,
    body: { message: "send a dataset of another format as application/octet-stream" },
  });
  expect(large.status).toBe(413);
  expect((await send(id, "annotations", "format=yolo", "a")).status).toBe(400);
  expect(await send(masks, "predictions", "format=label_studio", "[]")).toMatchObject({
    status: 400,
    body: { message: expect.stringMatching(/^format: masks of label_studio are packed: upload the file/) },
  });
});

test("a damaged dataset of any format is imported or refused, and never fails the service", async () => {
  const { id } = await givenBatch(service, { texts: 2 });
  const samples = [
    JSON.stringify([task(1, "yes"), task(2, "no")]),
    "id,text,label\n1,any,yes\n2,any,no\n",
    '{"id":1,"text":"a","label":["yes"]}\n',
    JSON.stringify(coco("a.png")),
    '<annotations><image name="a.png" width="9" height="9"><tag label="yes"/></image></annotations>',
  ];
  const pieces = fc.constantFrom("", "\0", "{", '"', "<", "\ud800", "null", "9".repeat(400), "__proto__");
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...FOREIGN_FORMATS),
      fc.constantFrom(...samples),
      fc.double({ min: 0, max: 1, noNaN: true }),
      pieces,
      async (format, sample, at, piece) => {
        const place = Math.floor(at * sample.length);
        const body = Buffer.from(sample.slice(0, place) + piece + sample.slice(place));
        expect([200, 400]).toContain((await send(id, "predictions", `format=${format}`, body)).status);
      },
    ),
    { numRuns: 200 },
  );
});
