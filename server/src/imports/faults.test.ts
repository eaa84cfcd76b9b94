import { expect, test } from "vitest";
import { givenBatch, givenProject } from "../../test/given.ts";
import { answersOf, importAnswers, NDJSON } from "../../test/import-answers.ts";
import { startService } from "../../test/service.ts";

const service = await startService();
const { request, db } = service;
const send = (batch_id: string, lines: readonly object[]) => importAnswers(service, batch_id, lines);

test("the first 20 faults are reported by line, in order", async () => {
  const { id } = await givenBatch(service, { texts: 1 });
  const lines = [
    "nothing",
    "[]",
    JSON.stringify({ result: { label: "yes" } }),
    JSON.stringify({ external_id: "1", item_id: "x", result: { label: "yes" } }),
    JSON.stringify({ external_id: "1" }),
    JSON.stringify({ external_id: "1", result: { label: "yes" }, label: "yes" }),
    JSON.stringify({ external_id: "77", result: { label: "yes" } }),
    JSON.stringify({ item_id: "item_77", result: { label: "yes" } }),
    JSON.stringify({ external_id: "1", result: { label: "perhaps" } }),
    JSON.stringify({ external_id: "1", result: { label: "yes" }, fields: { tone: "dry" } }),
    JSON.stringify({ external_id: "1", result: { label: "yes" }, annotator: "" }),
    JSON.stringify({
      external_id: "1",
      result: { label: "yes" },
      annotator: "mem_01JD3W8Q9V6T2R4M5N7P8X0YZC",
    }),
    JSON.stringify({ external_id: "1\u0000", result: { label: "yes" } }),
    ...Array.from({ length: 30 }, () => "{"),
  ];

  const { status, body } = await request("POST", `/v1/batches/${id}/annotations`, lines.join("\r\n"), NDJSON);

  expect(status).toBe(400);
  expect(body.message.split("; ")).toEqual([
    "line 1: the line is not valid JSON",
    "line 2: the line must be a JSON object",
    "line 3: exactly one of item_id, external_id and filename is needed",
    "line 4: exactly one of item_id, external_id and filename is needed",
    "line 5: result is missing",
    'line 6: unknown field "label" (a line may have item_id, external_id, filename, annotator, result, fields, answered_at, active_ms)',
    'line 7: the batch has no item with the external_id "77"',
    "line 8: the batch has no item with the id item_77",
    `line 9: result.label must be one of the project's labels (yes, no), not "perhaps"`,
    "line 10: fields.tone is not a field of the project",
    "line 11: annotator must be a string of 1 to 200 characters",
    "line 12: annotator: there is no member mem_01JD3W8Q9V6T2R4M5N7P8X0YZC",
    "line 13: text must not contain NUL (\\u0000)",
    ...[14, 15, 16, 17, 18, 19, 20].map((line) => `line ${line}: the line is not valid JSON`),
  ]);
});

test("answers of viewers, deactivated members and members of other projects are refused", async () => {
  const { id } = await givenBatch(service, { texts: 1 });
  const other = await givenProject(service);
  for (const annotator of ["viewer", "gone", "stranger"])
    await send(id, [{ external_id: "none", annotator, result: {} }]);
  const change = (name: string) => db.updateTable("members").where("external_id", "=", name);
  await change("viewer").set({ role: "viewer" }).execute();
  await change("gone").set({ active: false }).execute();
  await change("stranger")
    .set({ project_ids: [other.id] })
    .execute();

  const { body } = await send(id, answersOf(1, ["viewer", "gone", "stranger"]));

  expect(body.message.split("; ")).toEqual([
    "line 1: annotator: viewer has the role viewer, which may not annotate",
    expect.stringMatching(/^line 2: annotator: .*gone is deactivated$/),
    "line 3: annotator: stranger does not belong to the project",
  ]);
});

test("a repeat with the same Idempotency-Key gets the first response; another body is refused", async () => {
  const { id } = await givenBatch(service, { texts: 1 });
  const url = `/v1/batches/${id}/annotations`;
  const headers = { ...NDJSON, "idempotency-key": "import-1" };
  const line = JSON.stringify({ external_id: "1", annotator: "ann", result: { label: "yes" } });

  const first = await request("POST", url, line, headers);
  const repeat = await request("POST", url, line, headers);
  const other = await request("POST", url, line.replace("yes", "no"), headers);

  expect(repeat).toMatchObject({ status: 200, body: first.body, headers: { "idempotent-replayed": "true" } });
  expect(other).toMatchObject({ status: 422, body: { error: "idempotency_key_reused" } });
});

test("refuses answers to a completed batch, an unknown batch, and other bodies", async () => {
  const { id } = await givenBatch(service, { texts: 1 });
  await send(id, answersOf(1, ["ann", "bob"]));
  const stranger = await service.givenAccount();
  const url = `/v1/batches/${id}/annotations`;

  expect(await send(id, answersOf(1, ["cyd"]))).toMatchObject({
    status: 409,
    body: { error: "invalid_state" },
  });
  expect(await send("batch_none", [])).toMatchObject({ status: 404 });
  expect(await stranger.request("POST", url, "{}", NDJSON)).toMatchObject({ status: 404 });
  expect(await request("POST", url, "a,b", { "content-type": "text/csv" })).toMatchObject({ status: 415 });
  expect(await request("POST", url, { annotation: [] })).toMatchObject({ status: 400 });
  expect(await request("POST", url)).toMatchObject({ status: 400 });
  expect(await request("POST", `${url}?dry_run=perhaps`, { annotations: [] })).toMatchObject({ status: 400 });
  const tooLarge = { ...NDJSON, "content-length": String(257 * 1024 * 1024) };
  expect(await request("POST", url, "{}", tooLarge)).toMatchObject({ status: 413 });
});

test("a line that is too long or not UTF-8 is named", async () => {
  const { id } = await givenBatch(service, { texts: 1 });
  const url = `/v1/batches/${id}/annotations`;
  const long = `\n{"external_id":"1","result":{"label":"${"x".repeat(6 * 1024 * 1024)}"}}`;

  expect((await request("POST", url, long, NDJSON)).body.message).toBe(
    "line 2: the line is longer than 5 MiB",
  );
  const broken = Buffer.concat([Buffer.from('{}\n{"a":"'), Buffer.from([0xff]), Buffer.from('"}')]);
  expect((await request("POST", url, broken, NDJSON)).body.message).toBe("line 2: the line is not UTF-8");
});
