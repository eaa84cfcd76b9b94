import { expect, test } from "vitest";
import { bodyOf } from "../../../test/given.ts";
import { startService } from "../../../test/service.ts";
import { givenImage } from "../../../test/upload-bodies.ts";

const { app, request, runJobs } = await startService();
const image = await givenImage("png", 8, 8);
const item = { external_id: "7", group: "cam2", priority: 3, metadata: { night: true, at: { lat: 1 } } };

/** The items of a batch of an upload. */
async function itemsOf(upload_id: string) {
  const project = { annotation_type: "text_generation", type_options: {} };
  const project_id = bodyOf(await request("POST", "/v1/projects", project), 201).id;
  const { id } = bodyOf(
    await request("POST", "/v1/batches", { project_id, upload_ids: [upload_id], name: "A" }),
    201,
  );
  await runJobs();
  const { data } = bodyOf(await request("GET", `/v1/items?batch_id=${id}`), 200);
  return Promise.all(
    data.map(async (each: { id: string }) => (await request("GET", `/v1/items/${each.id}`)).body),
  );
}

test("files in JSON have ids, groups, priorities and metadata, which their items get", async () => {
  const files = [
    { filename: "a.png", content_base64: image.toString("base64"), item },
    { filename: "b.txt", text: "A text", item: { external_id: "8" } },
    { filename: "c.txt", text: "Another" },
  ];
  const created = await request("POST", "/v1/uploads", { files });

  expect(await itemsOf(bodyOf(created, 201).id)).toMatchObject([
    { file: { filename: "a.png" }, ...item },
    { file: { filename: "b.txt" }, external_id: "8", group: null, priority: 0, metadata: {} },
    { file: { filename: "c.txt" }, external_id: null, metadata: {} },
  ]);
});

test("a file that is announced has them too, until its job has read it", async () => {
  const announced = { filename: "a.png", size_bytes: image.length, item };
  const { id, upload_url } = bodyOf(await request("POST", "/v1/uploads", announced), 201);
  const { pathname, search } = new URL(upload_url);
  await app.inject({ method: "PUT", url: pathname + search, payload: image });
  await runJobs();

  expect(await itemsOf(id)).toMatchObject([{ file: { filename: "a.png" }, ...item }]);
});

test("two requests whose files differ only in them are different requests", async () => {
  const headers = { "idempotency-key": "k1" };
  const send = (group: string) =>
    request("POST", "/v1/uploads", { files: [{ filename: "a.txt", text: "A", item: { group } }] }, headers);

  expect([(await send("a")).status, (await send("a")).status, (await send("b")).status]).toEqual([
    201, 201, 422,
  ]);
});

test("what cannot be kept is refused with its place", async () => {
  const file = { filename: "a.txt", text: "A" };
  const refusalOf = async (body: object) => {
    const refused = await request("POST", "/v1/uploads", body);
    return [refused.status, refused.body.message];
  };
  const long = { metadata: { a: "x".repeat(1024 * 1024) } };
  const list = { filename: "a.jsonl", text: '{"text":"A"}' };
  const many = Object.fromEntries(Array.from({ length: 51 }, (_, index) => [index, 1]));

  expect(await refusalOf({ files: [{ ...file, item: long }] })).toEqual([
    400,
    "a.txt: item is longer than 1 MiB of JSON",
  ]);
  expect(await refusalOf({ files: [{ ...list, item }] })).toEqual([
    400,
    expect.stringMatching(/^a\.jsonl can hold many items: /),
  ]);
  expect(await refusalOf({ url: "https://data.acme.test/a.png", item })).toEqual([
    400,
    "item is allowed only with size_bytes; in files, set it for each file",
  ]);
  expect((await refusalOf({ files: [{ ...file, item: { metadata: many } }] }))[0]).toBe(400);
  expect((await refusalOf({ files: [{ ...file, item: { metadata: { a: "\0" } } }] }))[0]).toBe(400);
});

test("details of an item are refused beside a dataset, which becomes no item", async () => {
  const item = { external_id: "7" };
  const refused = [400, expect.stringContaining("item cannot be combined with content=dataset")];
  for (const body of [
    { filename: "a.json", size_bytes: 2, item },
    { files: [{ filename: "a.json", text: "{}", item }] },
  ]) {
    const { status, body: answer } = await request("POST", "/v1/uploads?content=dataset", body);
    expect([status, answer.message]).toEqual(refused);
  }
});
