import { expect, test } from "vitest";
import { bodyOf, givenBatch, givenProject } from "../../test/given.ts";
import { startService } from "../../test/service.ts";
import { givenImage, givenZip, sendRaw } from "../../test/upload-bodies.ts";
import { runJob } from "../jobs.ts";

const service = await startService();
const { request } = service;
const RAW = { "content-type": "application/octet-stream" };

async function givenImages(annotation_type: string, count: number): Promise<string> {
  const content = await givenImage("png", 100, 80);
  const files = Array.from({ length: count }, (_, index) => ({ name: `${index}.png`, content }));
  const upload = bodyOf(await sendRaw(request, "a.zip", givenZip(files)), 201);
  const project = await givenProject(service, { annotation_type, labels: [{ name: "car" }] });
  return bodyOf(
    await request("POST", "/v1/batches", { project_id: project.id, upload_ids: [upload.id] }),
    201,
  ).id;
}

/** Uploads a dataset in the way of a large file, and returns the id of the upload once that is ready. */
async function givenDataset(filename: string, text: string | Buffer): Promise<string> {
  const bytes = Buffer.from(text);
  const announced = { filename, size_bytes: bytes.length };
  const { id, upload_url } = bodyOf(await request("POST", "/v1/uploads?content=dataset", announced), 201);
  const { pathname, search } = new URL(upload_url);
  expect((await request("PUT", `${pathname}${search}`, bytes, RAW)).status).toBeLessThan(300);
  await service.runJobs();
  return id;
}

const ask = (id: string, body: object) => request("POST", `/v1/uploads/${id}/import`, body);

async function imported(id: string, body: object) {
  bodyOf(await ask(id, body), 202);
  await service.runJobs();
  return bodyOf(await request("GET", `/v1/uploads/${id}/import`), 200).last;
}

const coco = (count: number, label = "car") => {
  const all = Array.from({ length: count }, (_, index) => index);
  return {
    annotations: all.map((image_id) => ({
      id: image_id,
      image_id,
      category_id: 1,
      bbox: [1, 2, 3, 4 + image_id],
    })),
    images: all.map((id) => ({ id, file_name: `${id}.png`, width: 100, height: 80 })),
    categories: [{ id: 1, name: label }],
  };
};

const stored = (batch_id: string) =>
  service.db
    .selectFrom("predictions")
    .innerJoin("items", "items.id", "predictions.item_id")
    .innerJoin("files", "files.id", "items.file_id")
    .select(["files.filename", "predictions.result"])
    .where("predictions.batch_id", "=", batch_id)
    .orderBy("files.filename")
    .execute();

test("an uploaded COCO file is rehearsed, then imported, and each image gets its own annotations", async () => {
  const batch_id = await givenImages("object_detection", 3);
  const id = await givenDataset("instances.json", JSON.stringify(coco(3), null, 2));
  const asked = { batch_id, format: "coco", kind: "predictions" };

  const rehearsed = await imported(id, { ...asked, dry_run: true });
  expect(await stored(batch_id)).toEqual([]);
  const done = await imported(id, asked);

  expect(rehearsed).toMatchObject({
    ...{ upload_id: id, batch_id, format: "coco", kind: "predictions", dry_run: true, status: "finished" },
    ...{ lines: 3, result: { imported: 0, would_import: 3 }, error: null },
  });
  expect(done).toMatchObject({ status: "finished", dry_run: false, result: { imported: 3 } });
  expect(await stored(batch_id)).toEqual(
    [0, 1, 2].map((index) => ({
      filename: `${index}.png`,
      result: { objects: [{ label: "car", bbox: { x: 1, y: 2, width: 3, height: 4 + index } }] },
    })),
  );
});

test("answers count for the annotators that the dataset names, and complete the batch", async () => {
  const { id: batch_id } = await givenBatch(service, { texts: 2 });
  const choice = (value: string) => [{ type: "choices", value: { choices: [value] } }];
  const tasks = [1, 2].map((id) => ({
    ...{ id, data: { text: "any" } },
    annotations: ["a", "b", "c"].map((who) => ({
      completed_by: { email: `${who}@acme.test` },
      result: choice("yes"),
    })),
  }));
  const id = await givenDataset("export.json", JSON.stringify(tasks));

  const done = await imported(id, {
    batch_id,
    format: "label_studio",
    kind: "annotations",
    on_error: "skip",
  });

  expect(done).toMatchObject({ status: "finished", result: { items_accepted: 2 } });
  expect((await request("GET", `/v1/batches/${batch_id}`)).body.status).not.toBe("created");
  const { data } = (await request("GET", "/v1/members?limit=100")).body;
  expect(data.map(({ external_id }: { external_id: string }) => external_id)).toContain("a@acme.test");
});

test("one fault refuses the import with file and place, and stores nothing", async () => {
  const batch_id = await givenImages("object_detection", 3);
  const dataset = coco(3);
  const annotations = dataset.annotations.map((one) => (one.id === 1 ? { ...one, bbox: [1] } : one));
  const faulty = { ...dataset, annotations };
  const id = await givenDataset("instances.json", JSON.stringify(faulty));
  const asked = { batch_id, format: "coco", kind: "predictions" };

  const refused = await imported(id, asked);
  const nothing = await stored(batch_id);
  const partly = await imported(id, { ...asked, on_error: "skip" });

  const message =
    "instances.json: images[1]: instances.json: annotations[1].bbox: must have 4 numbers, not 1";
  expect(refused).toMatchObject({
    status: "failed",
    result: null,
    error: { code: "invalid_request", message },
  });
  expect(nothing).toEqual([]);
  expect(partly).toMatchObject({
    status: "finished",
    lines: 3,
    result: { imported: 2, refused: 1, faults: [message] },
  });
});

test.each([
  ["coco", "a.json", '{"images":[{"id":1}],\n"annotations":[{]}', "a.json: line 2: is not valid JSON"],
  [
    "coco",
    "a.json",
    JSON.stringify(coco(2)).slice(0, -9),
    "a.json: line 1: is not valid JSON (the file ends too early)",
  ],
  ["coco", "a.json", "\x89PNG", "a.json: line 1: is not valid JSON (no list or object)"],
  [
    "coco",
    "a.json",
    '{"images":[{"id":1},{"id":1}],"annotations":[]}',
    "a.json: images[1]: has the same id 1 as images[0]",
  ],
  [
    "label_studio",
    "a.json",
    '[{"data":{"image":"a"}},',
    "a.json: line 1: is not valid JSON (the file ends too early)",
  ],
  ["cvat_xml", "a.xml", '<annotations>\n<image name="a"><box/>', "a.xml: line 2: is not valid XML"],
  ["datumaro", "a.json", "[1]", "no .json file has `categories`"],
  ["labelbox", "a.ndjson", "", "a.ndjson: has no line"],
  ["csv", "a.csv", 'filename,label\n"a', "a.csv: line 2"],
  ["parquet", "a.parquet", "PAR1", "a.parquet: "],
])("a broken dataset of %s is refused with file and place: %j", async (format, filename, text, message) => {
  const batch_id = await givenImages("object_detection", 1);
  const id = await givenDataset(filename, text === "" ? "\n" : text);

  const refused = await imported(id, { batch_id, format, kind: "predictions" });

  expect([refused.status, refused.error?.code]).toEqual(["failed", "invalid_request"]);
  expect(refused.error.message).toContain(message);
});

test("an upload of items, one that is not ready, one that is being imported, and unknown ones are refused", async () => {
  const batch_id = await givenImages("object_detection", 1);
  const asked = { batch_id, format: "coco", kind: "predictions" };
  const items = bodyOf(await sendRaw(request, "a.txt", "text"), 201);
  const pending = bodyOf(
    await request("POST", "/v1/uploads?content=dataset", { filename: "a.json", size_bytes: 9 }),
    201,
  );
  const ready = await givenDataset("instances.json", JSON.stringify(coco(1)));

  expect(await ask(items.id, asked)).toMatchObject({
    status: 409,
    body: {
      message: `the upload ${items.id} has items, not a dataset: upload the file with content=dataset`,
    },
  });
  expect(await ask(pending.id, asked)).toMatchObject({
    status: 409,
    body: { message: `the upload ${pending.id} is pending; it must be ready` },
  });
  expect((await ask(ready, { ...asked, format: "yolo9" })).status).toBe(400);
  expect((await ask(ready, { ...asked, batch_id: "batch_none" })).status).toBe(404);
  expect((await request("GET", `/v1/uploads/${ready}/import`)).body).toEqual({ last: null });
  await service.db
    .updateTable("uploads")
    .set({ dataset_import: JSON.stringify({ status: "running" }) })
    .where("id", "=", ready)
    .execute();
  expect(await ask(ready, asked)).toMatchObject({
    status: 409,
    body: { message: `the upload ${ready} is being imported; wait until that has ended` },
  });
});

test("a dataset makes no items", async () => {
  const project = await givenProject(service);
  const id = await givenDataset("a.jsonl", '{"text":"a"}\n');

  const refused = await request("POST", "/v1/batches", { project_id: project.id, upload_ids: [id] });

  expect(refused.status).toBe(400);
});

test("a job that runs again after the import has ended changes nothing", async () => {
  const batch_id = await givenImages("object_detection", 1);
  const id = await givenDataset("instances.json", JSON.stringify(coco(1)));
  await imported(id, { batch_id, format: "coco", kind: "predictions" });
  await service.db.deleteFrom("predictions").where("batch_id", "=", batch_id).execute();

  const { account_id } = await service.db
    .selectFrom("uploads")
    .select("account_id")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  await runJob(service.deps, {
    ...{ id: "1", name: "import_dataset", payload: { upload_id: id }, account_id, attempt: 2, deaths: 0 },
  });

  expect(await stored(batch_id)).toEqual([]);
});
