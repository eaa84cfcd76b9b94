import { expect, test } from "vitest";
import { bodyOf, claim, givenBatch, givenProject } from "../../test/given.ts";
import { answersOf, importAnswers, NDJSON } from "../../test/import-answers.ts";
import { startService } from "../../test/service.ts";
import { givenImage, givenZip, sendRaw } from "../../test/upload-bodies.ts";
import { newId } from "../platform/ids.ts";

const service = await startService();
const { request, db } = service;

const messageOf = ({ status, body }: { status: number; body: { message?: string } }) => [
  status,
  body.message,
];
const send = (batch_id: string, kind: string, lines: readonly object[], query = "") =>
  request(
    "POST",
    `/v1/batches/${batch_id}/${kind}${query}`,
    lines.map((line) => JSON.stringify(line)).join("\n"),
    NDJSON,
  );

/** A batch of object detection with images of these names, 100 pixels wide and 80 high. */
async function givenImages(...names: readonly string[]): Promise<string> {
  return givenImagesOf({}, ...names);
}

async function givenImagesOf(label: object, ...names: readonly string[]): Promise<string> {
  const content = await givenImage("png", 100, 80);
  const entries = names.map((name) => ({ name, content }));
  const upload = bodyOf(await sendRaw(request, "images.zip", givenZip(entries)), 201);
  const labels = [{ name: "car", ...label }];
  const project = await givenProject(service, { annotation_type: "object_detection", labels });
  const sent = { project_id: project.id, upload_ids: [upload.id] };
  return bodyOf(await request("POST", "/v1/batches", sent), 201).id;
}

const carAt = (x: number, y: number, width: number, height: number, more: object = {}) => ({
  objects: [{ label: "car", bbox: { x, y, width, height, ...more } }],
});

test("a line can name its item by its uploaded file name", async () => {
  const id = await givenImages("a.png", "street/b.png", "cafe\u0301.png");
  const result = carAt(1, 1, 5, 5);

  const lines = ["a.png", "street/b.png", "cafe\u0301.png"].map((filename) => ({
    filename,
    model: "m",
    result,
  }));
  expect(await send(id, "predictions", lines)).toMatchObject({ status: 200, body: { imported: 3 } });
  expect(await send(id, "gold", [{ filename: "a.png", result }])).toMatchObject({ status: 200 });
  const answers = [{ filename: "street/b.png", annotator: "ann", result }];
  expect(await importAnswers(service, id, answers)).toMatchObject({ status: 200, body: { imported: 1 } });

  const answered = await db
    .selectFrom("annotations")
    .innerJoin("items", "items.id", "annotations.item_id")
    .innerJoin("files", "files.id", "items.file_id")
    .select("files.filename")
    .where("annotations.batch_id", "=", id)
    .execute();
  expect(answered).toEqual([{ filename: "street/b.png" }]);
});

test("a file name that is unknown or ambiguous in the batch is a fault", async () => {
  const id = await givenImages("a.png", "a.png", "b.png");
  const result = carAt(1, 1, 5, 5);
  const lines = [
    { filename: "a.png", model: "m", result },
    { filename: "c.png", model: "m", result },
    { filename: "street/c.png", model: "m", result },
    { filename: "b.png", external_id: "1", model: "m", result },
  ];

  expect(messageOf(await send(id, "predictions", lines))).toEqual([
    400,
    [
      'line 1: the batch has several files with the name "a.png": name the item by item_id',
      'line 2: the batch has no item with the filename "c.png" (a file of an archive is named with its path there)',
      'line 3: the batch has no item with the filename "street/c.png"',
      "line 4: exactly one of item_id, external_id and filename is needed",
    ].join("; "),
  ]);
});

test("the name of an uploaded list of lines names no item", async () => {
  const { id } = await givenBatch(service, { texts: 1 });
  const line = { filename: "lines.jsonl", model: "m", result: { label: "yes" } };
  expect(messageOf(await send(id, "predictions", [line]))).toEqual([
    400,
    'line 1: the batch has no item with the filename "lines.jsonl" (a file of an archive is named with its path there)',
  ]);
});

test("with clip, boxes up to 10 pixels outside are clipped to the image", async () => {
  const id = await givenImages("a.png");
  const line = (result: object) => ({ filename: "a.png", model: "m", result });

  expect((await send(id, "predictions", [line(carAt(-0.3, 70, 20, 20))])).status).toBe(400);
  const clipped = await send(id, "predictions", [line(carAt(-0.3, 70, 20, 20))], "?clip=true");

  expect(clipped).toMatchObject({ status: 200, body: { imported: 1, clipped: 1 } });
  const { result } = await db
    .selectFrom("predictions")
    .select("result")
    .where("batch_id", "=", id)
    .executeTakeFirstOrThrow();
  expect(result).toEqual(carAt(0, 70, 19.7, 10));
});

test("with clip, boxes far or wholly outside and rotated boxes are still faults; boxes inside do not change", async () => {
  const id = await givenImages("a.png");
  const sent = async (result: object) =>
    send(id, "predictions", [{ filename: "a.png", model: "m", result }], "?clip=true");

  expect((await sent(carAt(-8, 0, 5, 5))).status).toBe(400);
  expect((await sent(carAt(-10.5, 0, 50, 5))).status).toBe(400);
  expect((await sent(carAt(-1, 0, 50, 5, { rotation: 30 }))).status).toBe(400);
  expect((await sent({ objects: "none" })).status).toBe(400);
  expect(await sent(carAt(1, 0, 50, 5))).toMatchObject({ status: 200, body: { clipped: 0 } });
});

test("attributes are checked in answers and submits; in predictions and gold none is required", async () => {
  const attributes = [
    { name: "kind", type: "choice", options: ["taxi", "van"], required: true },
    { name: "doors", type: "number" },
  ];
  const id = await givenImagesOf({ attributes }, "a.png", "b.png");
  const car = (attributes?: object) => ({
    objects: [{ ...carAt(1, 1, 5, 5).objects[0], ...(attributes && { attributes }) }],
  });
  const line = (result: object) => [{ filename: "a.png", result }];
  const missing =
    'result.objects.0.attributes.kind is missing; the label "car" requires it, one of taxi, van';
  const unknown = 'result.objects.0.attributes.kind must be one of taxi, van for the label "car"';

  expect(messageOf(await send(id, "annotations", line(car())))).toEqual([400, `line 1: ${missing}`]);
  expect(messageOf(await send(id, "gold", line(car({ kind: "bus" }))))).toEqual([400, `line 1: ${unknown}`]);
  const predicted = await send(id, "predictions", [
    { ...line(car({ doors: "4", pose: "left" }))[0], model: "m" },
  ]);
  expect(predicted).toMatchObject({ status: 200, body: { imported: 1 } });
  expect((await send(id, "annotations", line(car({ kind: "van", doors: "4" })))).status).toBe(200);

  const stored = await db
    .selectFrom("predictions")
    .select("result")
    .where("batch_id", "=", id)
    .executeTakeFirstOrThrow();
  expect(stored.result).toEqual(car({ doors: 4, pose: "left" }));

  const task = await claim(service, "ann", { batch_id: id });
  const draft = await request("PUT", `/v1/tasks/${task.id}/draft`, { draft: car() }, { "if-match": '"0"' });
  expect(draft.status).toBe(200);
  const sent = await request("POST", `/v1/tasks/${task.id}/submit`, { result: car() });
  expect(messageOf(sent)).toEqual([400, missing]);
  const answered = await request("POST", `/v1/tasks/${task.id}/submit`, { result: car({ kind: "taxi" }) });
  expect(answered.status).toBe(200);
});

test("with on_conflict=skip a second answer of an annotator to an item is skipped", async () => {
  const { id } = await givenBatch(service, { texts: 2 });
  bodyOf(await importAnswers(service, id, answersOf(1, ["ann", "bob"])), 200);

  const again = answersOf(2, ["ann", "bob"]);
  expect((await importAnswers(service, id, again)).status).toBe(400);
  const rest = await importAnswers(service, id, again, "?on_conflict=skip");

  expect(rest).toMatchObject({ status: 200, body: { imported: 2, skipped: 2, items_accepted: 1 } });
});

test("with on_conflict=skip the stored prediction and known answer stay", async () => {
  const { id } = await givenBatch(service, { texts: 2 });
  const line = (external_id: string, label: string) => ({ external_id, result: { label } });
  const predicted = (external_id: string, label: string) => ({ ...line(external_id, label), model: "m" });
  bodyOf(await send(id, "predictions", [predicted("1", "yes")]), 200);
  bodyOf(await send(id, "gold", [line("1", "yes")]), 200);

  const counts = { imported: 1, skipped: 2 };
  const predictions = [predicted("1", "no"), predicted("2", "yes"), predicted("2", "no")];
  expect(await send(id, "predictions", predictions, "?on_conflict=skip")).toMatchObject({ body: counts });
  const gold = [line("1", "no"), line("2", "yes"), line("2", "no")];
  expect(await send(id, "gold", gold, "?on_conflict=skip")).toMatchObject({ body: counts });

  for (const table of ["predictions", "gold_answers"] as const) {
    const rows = await db.selectFrom(table).select("result").where("batch_id", "=", id).execute();
    expect(rows).toEqual([{ result: { label: "yes" } }, { result: { label: "yes" } }]);
  }
});

test("with on_error=skip faulty lines are left out and named, and the others are stored", async () => {
  const { id } = await givenBatch(service, { texts: 3 });
  const sound = (external_id: string) => ({ external_id, result: { label: "yes" } });
  const faulty = [{ ...sound("77") }, { external_id: "2", result: { label: "perhaps" } }];
  const named = [
    expect.stringMatching(/^line 2: the batch has no item with the external_id "77"/),
    expect.stringMatching(/^line 3: result\.label must be one of/),
  ];
  const counts = { imported: 2, refused: 2, faults: named };
  for (const [kind, more] of [
    ["predictions", { model: "m" }],
    ["gold", {}],
    ["annotations", { annotator: "ann" }],
  ] as const) {
    const lines = [sound("1"), ...faulty, sound("3")].map((line) => ({ ...line, ...more }));

    expect((await send(id, kind, lines)).status).toBe(400);
    expect(await send(id, kind, lines, "?on_error=skip&dry_run=true")).toMatchObject({
      body: { imported: 0, would_import: 2, refused: 2, faults: named },
    });
    expect(await send(id, kind, lines, "?on_error=skip")).toMatchObject({ status: 200, body: counts });
  }
});

test("with on_error=skip lines of unknown members are left out, however many", async () => {
  const { id } = await givenBatch(service, { texts: 1 });
  const unknown = Array.from({ length: 1_020 }, () => newId("member"));
  const lines = answersOf(1, unknown);
  const { body } = await importAnswers(service, id, [...lines, ...answersOf(1, ["ann"])], "?on_error=skip");

  expect(body).toMatchObject({ imported: 1, refused: 1_020 });
  expect(body.faults).toHaveLength(1_000);
});

test("with on_error=skip an import in which no line can be stored is refused", async () => {
  const { id } = await givenBatch(service, { texts: 1 });
  const line = { external_id: "77", model: "m", result: { label: "yes" } };
  expect(messageOf(await send(id, "predictions", [line], "?on_error=skip"))).toEqual([
    400,
    expect.stringMatching(/^line 1: the batch has no item/),
  ]);
});

test("a name that an import brings becomes an annotator; with strict_annotators it is a fault", async () => {
  const account = await service.givenAccount();
  const { id } = await givenBatch(service, { texts: 1, account });
  bodyOf(await importAnswers(account, id, answersOf(1, ["ann"])), 200);
  const { data } = bodyOf(await account.request("GET", "/v1/members?external_id=ann"), 200);
  expect(data).toMatchObject([{ external_id: "ann", role: "annotator" }]);

  bodyOf(await account.request("PATCH", "/v1/account", { strict_annotators: true }), 200);
  for (const query of ["", "?dry_run=true"]) {
    const { status, body } = await importAnswers(account, id, answersOf(1, ["anne"]), query);
    expect([status, body.message]).toEqual([
      400,
      expect.stringMatching(/^line 1: annotator: .*strict_annotators is on: .* did you mean "ann"\?$/),
    ]);
  }
});

test("a boolean parameter with a capital letter is refused with the values that it takes", async () => {
  const { id } = await givenBatch(service, { texts: 1 });
  expect(messageOf(await send(id, "predictions", [], "?clip=True"))).toEqual([
    400,
    "query parameter clip must be true or false",
  ]);
});

type Timed = { readonly answered_at?: string | null };
const byTime = (a: Timed, b: Timed) => (b.answered_at ?? "").localeCompare(a.answered_at ?? "");

test("an imported answer keeps its time and duration, in lists of answers and in exports", async () => {
  const { id } = await givenBatch(service, { texts: 1 });
  const answer = { external_id: "1", result: { label: "yes" } };
  const lines = [
    { ...answer, annotator: "ann", answered_at: "2026-01-02T05:04:05.678+02:00", active_ms: 12_500 },
    { ...answer, annotator: "bob" },
  ];

  expect(await importAnswers(service, id, lines)).toMatchObject({ status: 200, body: { imported: 2 } });

  const times = [
    { answered_at: "2026-01-02T03:04:05.678Z", active_ms: 12_500 },
    { answered_at: null, active_ms: null },
  ];
  const [{ id: item_id }] = (await request("GET", `/v1/items?batch_id=${id}`)).body.data;
  const { data } = (await request("GET", `/v1/items/${item_id}/annotations`)).body;
  // answers of one moment are in no order
  expect(data.toSorted(byTime)).toMatchObject(times);
  const asked = await request("POST", "/v1/exports", {
    batch_id: id,
    format: "jsonl",
    include: "all_answers",
  });
  await service.runJobs();
  const { body: text } = await request("GET", `/v1/exports/${bodyOf(asked, 202).id}/download`);
  const [first, second] = JSON.parse(text).answers.toSorted(byTime);
  expect(first).toMatchObject({ answered_at: "2026-01-02T03:04:05.678Z" });
  expect(second).not.toHaveProperty("answered_at");
});

test.each([
  [
    { answered_at: "yesterday" },
    "answered_at must be a time since 1970 with its offset, such as 2026-01-02T03:04:05Z",
  ],
  [
    { answered_at: "2026-01-02T03:04:05" },
    "answered_at must be a time since 1970 with its offset, such as 2026-01-02T03:04:05Z",
  ],
  [
    { answered_at: "2026-13-02T03:04:05Z" },
    "answered_at must be a time since 1970 with its offset, such as 2026-01-02T03:04:05Z",
  ],
  [
    { answered_at: "2999-01-02T03:04:05Z" },
    "answered_at must not be in the future (got 2999-01-02T03:04:05.000Z)",
  ],
  [{ active_ms: -1 }, "active_ms must be an integer from 0 to 86400000"],
  [{ active_ms: 1.5 }, "active_ms must be an integer from 0 to 86400000"],
])("a line with %j is refused", async (field, message) => {
  const { id } = await givenBatch(service, { texts: 1 });

  const refused = await importAnswers(service, id, [
    { external_id: "1", result: { label: "yes" }, ...field },
  ]);

  expect(messageOf(refused)).toEqual([400, `line 1: ${message}`]);
});
