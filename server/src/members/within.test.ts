import { expect, test } from "vitest";
import { bodyOf, givenBatch } from "../../test/given.ts";
import { givenPerson } from "../../test/people.ts";
import { startService } from "../../test/service.ts";

const service = await startService();
const { request } = service;

async function givenPlaces() {
  const mine = await givenBatch(service, { texts: 2 });
  const theirs = await givenBatch(service, { texts: 2 });
  const item = async (batch_id: string): Promise<string> =>
    bodyOf(await request("GET", `/v1/items?batch_id=${batch_id}`), 200).data[0].id;
  const made = async (batch_id: string): Promise<string> =>
    bodyOf(await request("POST", "/v1/exports", { batch_id, format: "jsonl" }), 202).id;
  return {
    mine: { ...mine, item: await item(mine.id), export: await made(mine.id) },
    theirs: { ...theirs, item: await item(theirs.id), export: await made(theirs.id) },
  };
}

const { mine, theirs } = await givenPlaces();
const project_ids = [mine.project_id];

test.each(["manager", "reviewer", "viewer"] as const)(
  "a %s of one project sees nothing of another",
  async (role) => {
    const person = await givenPerson(service, { role, project_ids });
    const status = async (path: string) => (await person.request("GET", path)).status;
    const [own, other] = [
      [`/v1/items?batch_id=${mine.id}`, `/v1/items?project_id=${mine.project_id}`, `/v1/items/${mine.item}`],
      [
        `/v1/items?batch_id=${theirs.id}`,
        `/v1/items?project_id=${theirs.project_id}`,
        `/v1/items/${theirs.item}`,
      ],
    ];
    for (const path of own) expect([path, await status(path)]).toEqual([path, 200]);
    for (const path of other) expect([path, await status(path)]).toEqual([path, 404]);
    if (role === "reviewer") return;

    const listed = async (path: string) => bodyOf(await person.request("GET", path), 200).data;
    expect(await listed("/v1/projects")).toMatchObject([{ id: mine.project_id }]);
    expect(await listed("/v1/batches")).toMatchObject([{ id: mine.id }]);
    expect(await listed("/v1/exports")).toMatchObject([{ id: mine.export }]);
    for (const { id, project_id, export: made } of [mine, theirs]) {
      const expected = id === mine.id ? 200 : 404;
      for (const path of [
        `projects/${project_id}`,
        `batches/${id}`,
        `batches/${id}/quality`,
        `exports/${made}`,
      ]) {
        expect([path, await status(`/v1/${path}`)]).toEqual([path, expected]);
      }
    }
    for (const path of ["account", "members", "webhooks", "events", "api-keys"]) {
      expect([path, await status(`/v1/${path}`)]).toEqual([path, 403]);
    }
  },
);

test("who belongs to no project sees none", async () => {
  const viewer = await givenPerson(service, { role: "viewer", project_ids: [] });

  expect((await viewer.request("GET", "/v1/projects")).body.data).toEqual([]);
  expect((await viewer.request("GET", "/v1/batches")).body.data).toEqual([]);
});

test("a person claims from their projects only", async () => {
  const ada = await givenPerson(service, { project_ids });
  const claim = (body: object) => ada.request("POST", "/v1/tasks/claim", body);

  expect((await claim({ batch_id: theirs.id })).status).toBe(404);
  expect((await claim({ project_id: theirs.project_id })).status).toBe(404);
  const { data } = bodyOf(await claim({ count: 20 }), 200);
  expect(data.map(({ batch_id }: { batch_id: string }) => batch_id)).toEqual([mine.id, mine.id]);
});

test("a manager of some projects changes nothing elsewhere, and makes no project", async () => {
  const manager = await givenPerson(service, { role: "manager", project_ids });
  const hold = (id: string) => manager.request("PATCH", `/v1/batches/${id}`, { priority: "high" });
  const bulk = (filter: object) =>
    manager.request("POST", "/v1/items/bulk", { filter, action: "priority", priority: 1, dry_run: true });

  expect((await hold(theirs.id)).status).toBe(404);
  expect((await hold(mine.id)).status).toBe(200);
  expect((await bulk({ batch_id: theirs.id })).status).toBe(404);
  expect((await bulk({ batch_id: mine.id })).status).toBe(200);
  const project = { annotation_type: "text_classification", labels: [{ name: "yes" }] };
  expect((await manager.request("POST", "/v1/projects", project)).status).toBe(403);
});

test("an owner is bound to no projects, and what is another account's is a 404 as before", async () => {
  const account = await service.givenAccount();
  const owner = await givenPerson(service, { role: "owner", project_ids });

  expect((await owner.request("GET", `/v1/projects/${theirs.project_id}`)).status).toBe(200);
  const stranger = await givenPerson(service, { role: "manager" }, account);
  expect((await stranger.request("GET", `/v1/projects/${theirs.project_id}`)).status).toBe(404);
});

const OTHERS_WORK = [
  ["GET", `/v1/items?batch_id=${mine.id}`, undefined],
  ["GET", `/v1/items/${mine.item}`, undefined],
  ["GET", `/v1/items/${mine.item}/annotations`, undefined],
  ["GET", `/v1/batches/${mine.id}/annotations`, undefined],
  [
    "POST",
    "/v1/items/bulk",
    { filter: { batch_id: mine.id }, action: "priority", priority: 1, dry_run: true },
  ],
  ["POST", `/v1/batches/${mine.id}/gold`, { gold: [{ item_id: mine.item, result: { label: "yes" } }] }],
] as const;

test.each(OTHERS_WORK)(
  "annotators see and decide nothing but their tasks: %s %s",
  async (method, path, body) => {
    const annotator = await givenPerson(service);
    const reviewer = await givenPerson(service, { role: "reviewer" });

    const answer = await annotator.request(method, path, body);

    expect(answer).toMatchObject({ status: 403, body: { message: "annotators work by /v1/tasks only" } });
    expect((await reviewer.request(method, path, body)).status).toBe(method === "GET" ? 200 : 403);
  },
);
