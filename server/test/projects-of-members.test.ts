import { scopesWithin } from "@assay/domain/member.ts";
import { expect, test } from "vitest";
import { GIVEN_MODEL, GIVEN_SOURCE, givenEveryResource } from "./every-resource.ts";
import { type ApiDocument, bodyOf, type Operation, operationsOf, urlOf } from "./operations.ts";
import { givenPerson } from "./people.ts";
import { startService } from "./service.ts";

const service = await startService();
const document: ApiDocument = (await service.anonymous("GET", "/openapi.json")).body;
const mine = await givenEveryResource(service, service);
const theirs = await givenEveryResource(service, service);
const manager = await givenPerson(service, { role: "manager", project_ids: [mine.projects ?? ""] });
const scopes: readonly string[] = scopesWithin("manager", []);
const job = { action: "priority", priority: 1, filter: { batch_id: mine.batches } };
mine.sources = (await manager.request("POST", "/v1/sources", GIVEN_SOURCE)).body.id;
const model = (await manager.request("POST", "/v1/models", { ...GIVEN_MODEL, version: "mine" })).body;
mine.models = model.id;
mine.bulk = (await manager.request("POST", "/v1/items/bulk", job)).body.id;

const withId = operationsOf(document).filter(
  (operation) => operation.path.includes("{") && scopes.includes(operation["x-scope"] ?? ""),
);
const idIn = (of: Readonly<Record<string, string>>) => (collection: string) => of[collection] ?? "";

test.each(withId.map((operation) => [`${operation.method} ${operation.path}`, operation] as const))(
  "a manager of one project finds nothing of another by %s",
  async (_name, operation: Operation) => {
    const send = (of: Readonly<Record<string, string>>) =>
      manager.request(operation.method, urlOf(operation, idIn(of)), bodyOf(document, operation));

    expect(await send(theirs)).toMatchObject({ status: 404, body: { error: "not_found" } });
    const isOwnTask = operation.path.startsWith("/v1/tasks/"); // no other member's task is found
    if (
      operation.method === "GET" &&
      !isOwnTask &&
      !/(certificate|download|link|plan)$/.test(operation.path)
    ) {
      expect((await send(mine)).status).toBe(200);
    }
  },
);

test("a manager of one project lists its uploads and their own, and can neither read nor delete others", async () => {
  const text = { files: [{ filename: "own.txt", text: "own" }] };
  const own = (await manager.request("POST", "/v1/uploads", text)).body;

  const { data } = (await manager.request("GET", "/v1/uploads")).body;

  expect(data.map(({ id }: { id: string }) => id).toSorted()).toEqual([mine.uploads, own.id].toSorted());
  expect((await manager.request("GET", `/v1/files/${theirs.files}/content`)).status).toBe(404);
  expect((await manager.request("GET", `/v1/files/${mine.files}/content`)).status).toBe(200);
  expect((await manager.request("DELETE", `/v1/uploads/${theirs.uploads}`)).status).toBe(404);
  expect((await manager.request("DELETE", `/v1/uploads/${own.id}`)).status).toBe(204);
});

test.each(["upload_ids", "file_ids"] as const)(
  "a manager of one project makes no batch of others' %s",
  async (field) => {
    const unused = { files: [{ filename: "theirs.txt", text: "theirs" }] };
    const upload = (await service.request("POST", "/v1/uploads", unused)).body;
    const id = field === "upload_ids" ? upload.id : upload.files[0].id;
    const body = { [field]: [id] };

    const made = await manager.request("POST", "/v1/batches", { project_id: mine.projects, ...body });
    const added = await manager.request("POST", `/v1/batches/${mine.batches}/files`, body);

    for (const answer of [made, added]) {
      expect(answer).toMatchObject({ status: 404, body: { message: `there is no ${id}` } });
    }
  },
);
