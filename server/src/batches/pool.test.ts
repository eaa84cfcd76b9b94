import { expect, test } from "vitest";
import { GIVEN_SOURCE } from "../../test/every-resource.ts";
import { bodyOf, givenProject } from "../../test/given.ts";
import { givenPerson } from "../../test/people.ts";
import { startService, untilSomeoneWaits } from "../../test/service.ts";

const service = await startService();
const { request, db } = service;

const TEXTS = Array.from({ length: 12 }, (_, index) => `${index < 6 ? "day" : "night"}/${index}.txt`);

async function givenUpload(filenames = TEXTS): Promise<string> {
  const files = filenames.map((filename) => ({ filename, text: filename }));
  return bodyOf(await request("POST", "/v1/uploads", { files }), 201).id;
}

const create = (project_id: string, from: object) => request("POST", "/v1/batches", { project_id, from });

async function filesIn(batch_id: string): Promise<string[]> {
  const { body } = await request("GET", `/v1/batches/${batch_id}/files?limit=100`);
  return body.data.map(({ filename }: { filename: string }) => filename).toSorted();
}

async function draw(project_id: string, from: object): Promise<string[]> {
  return filesIn(bodyOf(await create(project_id, from), 201).id);
}

test("a sample is the same for the same seed, in another order of uploads too, and another for another seed", async () => {
  const { id } = await givenProject(service);
  const pool = { upload_ids: [await givenUpload()], sample: 5 };
  const [first, again, other] = [
    await draw(id, { ...pool, seed: "a" }),
    await draw(id, { ...pool, seed: "a" }),
    await draw(id, { ...pool, seed: "b" }),
  ];
  const reversed = await draw(id, {
    upload_ids: [await givenUpload(TEXTS.toReversed())],
    sample: 5,
    seed: "a",
  });

  expect(first).toHaveLength(5);
  expect(again).toEqual(first);
  expect(reversed).toEqual(first);
  expect(other).not.toEqual(first);
});

test("draws of unused files give each file once to a project, until none is left", async () => {
  const { id } = await givenProject(service);
  const pool = { upload_ids: [await givenUpload()], unused: true, sample: 5 };
  const drawn = [await draw(id, pool), await draw(id, pool), await draw(id, pool)];

  expect(drawn.map(({ length }) => length)).toEqual([5, 5, 2]);
  expect(drawn.flat().toSorted()).toEqual(TEXTS.toSorted());
  expect(await create(id, pool)).toMatchObject({
    status: 400,
    body: { error: "invalid_request", message: "no file of the pool is left" },
  });
  expect(await draw((await givenProject(service)).id, pool)).toHaveLength(5);
});

test("a draw of unused files waits for another one of the project, and gets none of its files", async () => {
  const { id } = await givenProject(service);
  const pool = { upload_ids: [await givenUpload()], unused: true, sample: 6 };
  const answers = await db.transaction().execute(async (tx) => {
    await tx.selectFrom("projects").select("id").where("id", "=", id).forUpdate().execute();
    const both = [create(id, pool), create(id, pool)];
    await untilSomeoneWaits(db);
    return both;
  });
  const batches = await Promise.all(answers);
  const drawn = await Promise.all(batches.map((answer) => filesIn(bodyOf(answer, 201).id)));

  expect(drawn.flat().toSorted()).toEqual(TEXTS.toSorted());
});

test("unused files wait until another batch of the project has recorded its own", async () => {
  const { id } = await givenProject(service);
  const upload_ids = [await givenUpload()];
  const other = bodyOf(await request("POST", "/v1/batches", { project_id: id, upload_ids }), 201);
  const filling = JSON.stringify({ items: 1, place: 1, line: 0, turn: 0, files: 1 });
  await db.updateTable("batches").set({ filling }).where("id", "=", other.id).execute();

  expect(await create(id, { upload_ids, unused: true })).toMatchObject({
    status: 409,
    body: { error: "invalid_state", message: `the batch ${other.id} is still taking its files; try again` },
  });
});

test("a filter chooses by medium and by the beginning of names, and without one the whole pool is taken", async () => {
  const { id } = await givenProject(service);
  const upload_ids = [await givenUpload()];

  expect(await draw(id, { upload_ids, filter: { medium: "text", prefix: "night/" } })).toEqual(
    TEXTS.filter((name) => name.startsWith("night/")).toSorted(),
  );
  expect(await draw(id, { upload_ids })).toHaveLength(12);
  expect(await create(id, { upload_ids, filter: { medium: "image" } })).toMatchObject({
    status: 400,
    body: { message: "no file of the pool matches from.filter" },
  });
});

test("the files of a source are those of its uploads; one without files and an unknown one are refused", async () => {
  const { id } = await givenProject(service);
  const source = bodyOf(await request("POST", "/v1/sources", GIVEN_SOURCE), 201);
  expect(await create(id, { source_id: source.id })).toMatchObject({
    status: 400,
    body: { message: `the source ${source.id} has no files yet: sync it first` },
  });

  const upload_id = await givenUpload();
  await db.updateTable("uploads").set({ source_id: source.id }).where("id", "=", upload_id).execute();
  expect(await draw(id, { source_id: source.id })).toHaveLength(12);
  await db.updateTable("uploads").set({ status: "processing" }).where("id", "=", upload_id).execute();
  expect(await create(id, { source_id: source.id, sample: 1 })).toMatchObject({
    status: 409,
    body: { error: "upload_not_ready" },
  });
  expect(await create(id, { source_id: "src_x" })).toMatchObject({ status: 404 });
});

test.each([
  [{}, "from needs either source_id or upload_ids"],
  [{ source_id: "src_x", upload_ids: ["upl_x"] }, "from needs either source_id or upload_ids"],
  [{ upload_ids: ["upl_x"], seed: "a" }, "from.seed needs from.sample"],
])("the pool %j is refused", async (from, message) => {
  const { id } = await givenProject(service);
  expect(await create(id, from)).toMatchObject({ status: 400, body: { message } });
});

test("a pool stands alone, and is not another account's", async () => {
  const { id } = await givenProject(service);
  const upload_ids = [await givenUpload()];
  const both = await request("POST", "/v1/batches", { project_id: id, upload_ids, from: { upload_ids } });
  expect(both).toMatchObject({
    status: 400,
    body: { message: "send either from, or upload_ids and file_ids" },
  });

  const other = await service.givenAccount();
  const project = await givenProject(other);
  const body = { project_id: project.id, from: { upload_ids, sample: 1 } };
  expect(await other.request("POST", "/v1/batches", body)).toMatchObject({ status: 404 });
});

test("a manager of one project draws no files of others' uploads and sources", async () => {
  const { id } = await givenProject(service);
  const manager = await givenPerson(service, { role: "manager", project_ids: [id] });
  const source = bodyOf(await request("POST", "/v1/sources", GIVEN_SOURCE), 201);
  for (const from of [{ upload_ids: [await givenUpload()] }, { source_id: source.id }]) {
    const [field] = Object.values(from).flat();
    expect(await manager.request("POST", "/v1/batches", { project_id: id, from })).toMatchObject({
      status: 404,
      body: { message: `there is no ${field}` },
    });
  }
});
