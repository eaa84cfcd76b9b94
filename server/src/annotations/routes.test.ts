import { expect, test } from "vitest";
import { annotateAll, bodyOf, claim, givenBatch, submit } from "../../test/given.ts";
import { startService } from "../../test/service.ts";

const service = await startService();
const { request, db, runJobs } = service;

async function itemOf(batch_id: string, external_id: string): Promise<string> {
  const { body } = await request("GET", `/v1/items?batch_id=${batch_id}&external_id=${external_id}`);
  return body.data[0].id;
}

test("an item's annotations are every answer with its history, and the resulting label", async () => {
  const { id: batch_id } = await givenBatch(service, { texts: 2 });
  const task = await claim(service, "ann", { batch_id });
  await submit(service, task, "no");
  bodyOf(await request("POST", `/v1/tasks/${task.id}/reopen`, {}), 200);
  await submit(service, task, "yes");
  const url = `/v1/items/${task.item.id}/annotations`;
  expect((await request("GET", url)).body).toMatchObject({ status: "open", consensus: null });

  await annotateAll(service, batch_id, ["bob"]);

  const { status, body } = await request("GET", url);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    item_id: task.item.id,
    status: "accepted",
    consensus: { label: { label: "yes" }, support: 1, origin: "consensus", fields: null },
  });
  expect(body.data).toMatchObject([
    { version: 1, result: { label: "no" }, superseded_at: expect.any(String) },
    { version: 2, result: { label: "yes" }, superseded_at: null },
    { version: 1, result: { label: "yes" }, superseded_at: null },
  ]);
});

test("audits are hidden before the verdict, by item and in the stream, and shown afterwards", async () => {
  const { id: batch_id } = await givenBatch(service, { texts: 12 });
  await annotateAll(service, batch_id, ["ann", "bob"]);
  await runJobs();
  const audit = await claim(service, "eve", { batch_id, kinds: ["audit"] });
  await submit(service, audit, "no", { verdict: "wrong", reason: "It says no." });
  const kinds = async () => {
    const { body } = await request("GET", `/v1/items/${audit.item.id}/annotations`);
    const stream = await request("GET", `/v1/batches/${batch_id}/annotations`);
    const told = (body.data as { kind: string }[]).map(({ kind }) => kind);
    return { told, streamed: stream.body.includes('"kind":"audit"'), audits: body.audits };
  };

  expect(await kinds()).toEqual({ told: ["annotate", "annotate"], streamed: false, audits: [] });
  await db.updateTable("batches").set({ status: "certified" }).where("id", "=", batch_id).execute();
  expect(await kinds()).toEqual({
    ...{ told: ["annotate", "annotate", "audit"], streamed: true },
    audits: [
      {
        annotation_id: expect.any(String),
        acceptable: false,
        reason: "It says no.",
        delivered: { label: "yes" },
      },
    ],
  });
});

test("a batch's answers stream as JSON lines in every state, in the form of an import", async () => {
  const { id } = await givenBatch(service, { texts: 3 });
  const url = `/v1/batches/${id}/annotations`;
  expect(await request("GET", url)).toMatchObject({ status: 200, body: "" });

  await annotateAll(service, id, ["ann", "bob"], (text) => (text === "text 2" ? "no" : "yes"));

  const { body, headers } = await request("GET", url);
  expect(headers["content-type"]).toBe("application/x-ndjson");
  const lines = body
    .trimEnd()
    .split("\n")
    .map((line: string) => JSON.parse(line));
  expect(lines).toHaveLength(6);
  expect(lines.map((line: { annotator: string }) => line.annotator)).toEqual([
    "ann",
    "ann",
    "ann",
    "bob",
    "bob",
    "bob",
  ]);
  expect(lines.filter((line: { external_id: string }) => line.external_id === "2")).toMatchObject([
    { result: { label: "no" }, kind: "annotate", round: 1, version: 1, superseded_at: null },
    { result: { label: "no" }, batch_id: id },
  ]);
  expect(await request("HEAD", url)).toMatchObject({ status: 200, bytes: Buffer.alloc(0) });

  const copy = await givenBatch(service, { texts: 3 });
  const annotations = lines.map(({ external_id, annotator, result }: Record<string, unknown>) => ({
    external_id,
    annotator,
    result,
  }));
  const imported = await request("POST", `/v1/batches/${copy.id}/annotations`, { annotations });
  expect(imported.body).toEqual({ imported: 6, items_accepted: 3 });
});

test("predictions are stored once per item and model, and shown with the item", async () => {
  const { id } = await givenBatch(service, { texts: 2 });
  const url = `/v1/batches/${id}/predictions`;
  const line = (external_id: string, model: string, label: string, score?: number | null) => ({
    external_id,
    model,
    result: { label },
    ...(score === undefined ? {} : { score }),
  });

  const first = {
    predictions: [line("1", "a", "no", 0.25), line("1", "b", "no"), line("2", "a", "yes", null)],
  };
  expect(await request("POST", url, first)).toMatchObject({ status: 200, body: { imported: 3 } });
  const dry = await request("POST", `${url}?dry_run=true`, { predictions: [line("1", "c", "no")] });
  expect(dry.body).toEqual({ imported: 0, would_import: 1 });
  await request("POST", url, { predictions: [line("1", "a", "no", 1), line("1", "a", "yes", 0.5)] });
  await request("POST", url, { predictions: [line("1", "c", "no", 1e-60)] });

  const item = await request("GET", `/v1/items/${await itemOf(id, "1")}`);
  expect(item.body.predictions).toMatchObject([
    { model: "a", score: 0.5, result: { label: "yes" } },
    { model: "b", score: null, result: { label: "no" } },
    { model: "c", score: 0, result: { label: "no" } },
  ]);
});

test("a faulty prediction is refused with its line, and none is stored", async () => {
  const { id } = await givenBatch(service, {
    texts: 1,
    settings: { fields: [{ name: "why", type: "text", required: true }] },
  });
  const predictions = [
    { external_id: "1", model: "a", result: { label: "yes" } },
    { external_id: "1", model: "a", result: { label: "perhaps" } },
    { external_id: "1", model: "a", score: 1.5, result: { label: "yes" } },
    { external_id: "1", result: { label: "yes" } },
    { external_id: "9", model: "a", result: { label: "yes" } },
  ];

  const { status, body } = await request("POST", `/v1/batches/${id}/predictions`, { predictions });

  expect(status).toBe(400);
  expect(body.message.split("; ")).toEqual([
    `line 2: result.label must be one of the project's labels (yes, no), not "perhaps"`,
    "line 3: score must be a number from 0 to 1",
    "line 4: model is missing",
    'line 5: the batch has no item with the external_id "9"',
  ]);
  expect(await db.selectFrom("predictions").select("id").where("batch_id", "=", id).execute()).toEqual([]);
});

test("gold is one answer per item; its fields are optional and validated", async () => {
  const fields = [{ name: "why", type: "choice", options: ["a", "b"], required: true }];
  const { id } = await givenBatch(service, { texts: 2, settings: { fields } });
  const url = `/v1/batches/${id}/gold`;
  const gold = [
    { external_id: "1", result: { label: "no" } },
    { external_id: "2", result: { label: "no" }, fields: { why: "b" } },
    { external_id: "1", result: { label: "yes" } },
  ];

  expect(await request("POST", url, { gold })).toMatchObject({ status: 200, body: { imported: 3 } });
  const faulty = await request("POST", url, {
    gold: [{ external_id: "1", result: { label: "no" }, fields: { why: "c" } }],
  });

  expect(faulty.body.message).toBe("line 1: fields.why must be one of a, b");
  const kept = await db
    .selectFrom("gold_answers")
    .select(["result", "fields"])
    .where("batch_id", "=", id)
    .execute();
  expect(kept).toEqual(
    expect.arrayContaining([
      { result: { label: "yes" }, fields: null },
      { result: { label: "no" }, fields: { why: "b" } },
    ]),
  );
  expect(kept).toHaveLength(2);
});

test("ids of another account, unknown ones and malformed ones are not found", async () => {
  const { id } = await givenBatch(service, { texts: 1 });
  const item = await itemOf(id, "1");
  const stranger = await service.givenAccount();

  for (const path of [`/v1/items/${item}/annotations`, `/v1/batches/${id}/annotations`]) {
    expect((await stranger.request("GET", path)).status).toBe(404);
  }
  for (const path of ["predictions", "gold"]) {
    const body = { [path]: [] };
    expect((await stranger.request("POST", `/v1/batches/${id}/${path}`, body)).status).toBe(404);
  }
  expect((await request("GET", "/v1/items/item_none/annotations")).status).toBe(404);
  expect((await request("GET", "/v1/batches/none/annotations")).status).toBe(404);
});
