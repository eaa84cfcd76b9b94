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
  "a %s limited to one project sees nothing of another",
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

test("a member limited to no project sees none", async () => {
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

test("a manager limited to certain projects changes nothing elsewhere, and cannot create projects", async () => {
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

test("owners cannot be limited, and another account's ids are still a 404", async () => {
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
  "annotators see and decide nothing except their tasks: %s %s",
  async (method, path, body) => {
    const annotator = await givenPerson(service);
    const reviewer = await givenPerson(service, { role: "reviewer" });

    const answer = await annotator.request(method, path, body);

    expect(answer).toMatchObject({
      status: 403,
      body: { message: "the role annotator may only work through /v1/tasks" },
    });
    expect((await reviewer.request(method, path, body)).status).toBe(method === "GET" ? 200 : 403);
    if (body === undefined) return;
    expect(await annotator.request(method, path, "no JSON")).toMatchObject({ status: 403 });
  },
);

async function givenNightProject() {
  const place = await givenBatch(service, { texts: 4, settings: { groups: ["night shift", "weekend"] } });
  const item: string = bodyOf(await request("GET", `/v1/items?batch_id=${place.id}`), 200).data[0].id;
  return { ...place, item };
}
const night = await givenNightProject();

test("a project with groups gives tasks only to members of these groups, even if an API key claims for them", async () => {
  const rater = async (external_id: string, groups: readonly string[]) => {
    bodyOf(await request("POST", "/v1/members", { name: external_id, external_id, groups }), 201);
    return (body: object) =>
      request("POST", "/v1/tasks/claim", { annotator: external_id, count: 20, ...body });
  };
  const member = await rater("night-1", ["night shift"]);
  const stranger = await rater("day-1", ["day shift"]);
  const waiting = async (annotator: string) =>
    bodyOf(await request("GET", `/v1/tasks/waiting?annotator=${annotator}`), 200).data.map(
      ({ batch_id }: { batch_id: string }) => batch_id,
    );

  expect(await waiting("night-1")).toContain(night.id);
  expect(await waiting("day-1")).toEqual(expect.not.arrayContaining([night.id]));
  for (const scope of [{ batch_id: night.id }, { project_id: night.project_id }]) {
    expect(bodyOf(await stranger(scope), 200).data).toEqual([]);
  }
  expect(bodyOf(await member({ batch_id: night.id, count: 2 }), 200).data).toHaveLength(2);
  const everywhere = bodyOf(await stranger({}), 200).data;
  expect(new Set(everywhere.map(({ batch_id }: { batch_id: string }) => batch_id))).toEqual(
    new Set([mine.id, theirs.id]),
  );
});

test("imported answers must come from members of the project's groups too", async () => {
  const lines = { annotations: [{ item_id: night.item, annotator: "passer-by", result: { label: "yes" } }] };

  expect(await request("POST", `/v1/batches/${night.id}/annotations`, lines)).toMatchObject({
    status: 400,
    body: { message: "line 1: annotator: passer-by does not belong to the project" },
  });
});

test.each(["annotator", "reviewer"] as const)(
  "a person with the role %s finds nothing of a project for other groups, until they join one of them",
  async (role) => {
    const person = await givenPerson(service, { role });
    const claim = () => person.request("POST", "/v1/tasks/claim", { batch_id: night.id });
    const comment = { item_id: night.item, text: "Dark." };
    const { id } = bodyOf(await request("POST", "/v1/comments", { ...comment, annotator: "night-2" }), 201);
    const finds = async () => (await person.request("GET", `/v1/comments?batch_id=${night.id}`)).status;

    expect((await claim()).status).toBe(404);
    expect((await person.request("POST", "/v1/comments", comment)).status).toBe(404);
    expect((await person.request("GET", `/v1/comments/${id}`)).status).toBe(404);
    expect((await person.request("GET", "/v1/comments")).body.data).toEqual([]);
    expect(await finds()).toBe(404);

    await request("PATCH", `/v1/members/${person.member_id}`, { groups: ["weekend"] });

    const [task] = bodyOf(await claim(), 200).data;
    expect(task.batch_id).toBe(night.id);
    expect(await finds()).toBe(200);
    const own = async () => (await person.request("GET", "/v1/tasks?status=leased")).body.data.length;
    expect(await own()).toBe(1);

    await request("PATCH", `/v1/members/${person.member_id}`, { groups: [] });

    expect(await own()).toBe(0);
    expect((await person.request("GET", `/v1/tasks/${task.id}`)).status).toBe(404);
  },
);

test("groups limit work only: managers and viewers see the project, and a manager sets its groups", async () => {
  const manager = await givenPerson(service, { role: "manager" });
  const viewer = await givenPerson(service, { role: "viewer" });
  const path = `/v1/projects/${night.project_id}`;

  expect((await viewer.request("GET", path)).body.groups).toEqual(["night shift", "weekend"]);
  const groups = ["weekend"];
  expect(bodyOf(await manager.request("PATCH", path, { groups }), 200)).toMatchObject({ groups });
  const [event] = bodyOf(await request("GET", "/v1/events?type=project.updated&limit=1"), 200).data;
  expect(event.data).toMatchObject({
    changed_fields: ["groups"],
    previous: { groups: ["night shift", "weekend"] },
  });
  const claimed = await manager.request("POST", "/v1/tasks/claim", { project_id: night.project_id });
  expect(bodyOf(claimed, 200).data).toEqual([]);
});

test("every one of many ids in a request is checked", async () => {
  const person = await givenPerson(service, { role: "manager", project_ids });
  const item_ids = [mine.item, theirs.item];
  const bulk = (ids: readonly string[]) =>
    person.request("POST", "/v1/items/bulk", {
      ...{ filter: { batch_id: mine.id, item_ids: ids }, action: "priority", priority: 1, dry_run: true },
    });

  expect(await bulk(item_ids)).toMatchObject({
    status: 404,
    body: { message: `there is no ${theirs.item}` },
  });
  expect((await bulk([mine.item, mine.item])).status).toBe(200);
});
