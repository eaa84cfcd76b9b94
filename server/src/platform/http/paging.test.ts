import { expect, test } from "vitest";
import { givenProject } from "../../../test/given.ts";
import { startService, type TestAccount } from "../../../test/service.ts";
import { newId } from "../ids.ts";
import { isPosition, readCursor, writeCursor } from "./paging.ts";

const service = await startService();
const { db, deps } = service;

async function givenMembers(
  { accountId: account_id }: TestAccount,
  count: number,
  at = deps.now(),
): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId("member"));
  const times = { created_at: at, updated_at: at };
  const rows = ids.map((id) => ({
    id,
    account_id,
    name: "x",
    role: "annotator" as const,
    origin: "external" as const,
    ...times,
  }));
  await db.insertInto("members").values(rows).execute();
  return ids;
}

/** Every row of a list, page by page, as a client reads it. */
async function follow(
  { request }: TestAccount,
  url: string,
  between: () => Promise<unknown> = async () => undefined,
) {
  const seen: string[] = [];
  for (let cursor: string | null = ""; cursor !== null; await between()) {
    const { body } = await request("GET", cursor === "" ? url : `${url}&cursor=${cursor}`);
    expect(body.has_more).toBe(body.next_cursor !== null);
    seen.push(...body.data.map(({ id }: { id: string }) => id));
    cursor = body.next_cursor;
  }
  return seen;
}

test.each(["created_at", "-created_at", "updated_at", "-updated_at"])(
  "by %s, rows of one millisecond appear exactly once while others are inserted",
  async (sort) => {
    const account = await service.givenAccount();
    const ids = await givenMembers(account, 50);

    const seen = await follow(account, `/v1/members?role=annotator&limit=7&sort=${sort}`, () =>
      givenMembers(account, 1),
    );

    const old = seen.filter((id) => ids.includes(id));
    expect(old).toHaveLength(50);
    expect(old).toEqual(sort.startsWith("-") ? ids.toSorted().reverse() : ids.toSorted());
    expect(new Set(seen).size).toBe(seen.length);
  },
);

test("a page has 20 rows by default, newest first, and links to the next", async () => {
  const account = await service.givenAccount();
  await givenMembers(account, 21, new Date("2026-01-01T00:00:00Z"));

  const { body, headers } = await account.request("GET", "/v1/members?active=true");

  expect(body.data).toHaveLength(20);
  expect(body.data[0].role).toBe("owner");
  const link = `http://localhost:8080/v1/members?active=true&cursor=${body.next_cursor}`;
  expect(headers.link).toBe(`<${link}>; rel="next"`);
  const next = await account.request("GET", link);
  expect(next.body).toMatchObject({ has_more: false, next_cursor: null });
  expect(next.body.data).toHaveLength(2);
  expect(next.headers).not.toHaveProperty("link");
});

test("the link has the configured address, whatever the request's host", async () => {
  const account = await service.givenAccount();
  await givenMembers(account, 1);

  const { headers } = await account.request("GET", "/v1/members?limit=1", undefined, {
    host: "127.0.0.1:9000",
  });

  expect(headers.link).toMatch(/^<http:\/\/localhost:8080\/v1\/members\?limit=1&cursor=/);
});

test("filters by time of creation", async () => {
  const account = await service.givenAccount();
  const [early, late] = ["2026-01-01T00:00:00.000Z", "2026-01-02T00:00:00.000Z"];
  const [first] = await givenMembers(account, 1, new Date(early));
  await givenMembers(account, 1, new Date(late));

  const between = `created_after=2025-12-31T23:59:59Z&created_before=${encodeURIComponent("2026-01-02T01:00:00+01:00")}`;

  const { body } = await account.request("GET", `/v1/members?${between}`);
  expect(body.data.map(({ id }: { id: string }) => id)).toEqual([first]);
});

test("a cursor works only for the list that returned it, with the same filters and order", async () => {
  const account = await service.givenAccount();
  const other = await service.givenAccount();
  await givenMembers(account, 2);
  const { body } = await account.request("GET", "/v1/members?limit=1&role=annotator");
  const get = (who: TestAccount, query: string) =>
    who.request("GET", `/v1/members?cursor=${body.next_cursor}&${query}`);

  expect((await get(account, "limit=5&role=annotator")).status).toBe(200);
  for (const query of [
    "role=owner",
    "",
    "role=annotator&sort=created_at",
    "role=annotator&created_before=2030-01-01T00:00:00Z",
  ]) {
    expect((await get(account, query)).status).toBe(400);
  }
  expect((await get(other, "role=annotator")).status).toBe(400);
});

test("a cursor of the version before is read, though this version filters by another statement", async () => {
  const account = await service.givenAccount();
  const [first, second] = (await givenMembers(account, 2)).sort();
  const url = "/v1/members?role=annotator&sort=created_at&limit=1";
  const { body } = await account.request("GET", url);
  const { f, ...before } = JSON.parse(Buffer.from(body.next_cursor, "base64url").toString("utf8"));
  const cursor = Buffer.from(JSON.stringify({ ...before, s: "created_at 12345678" })).toString("base64url");

  const next = await account.request("GET", `${url}&cursor=${cursor}`);

  expect([body.data[0].id, next.body.data[0].id]).toEqual([first, second]);
  expect(f).toMatch(/^[\w-]{8}$/);
  expect((await account.request("GET", `/v1/members?limit=1&cursor=${cursor}`)).status).toBe(400);
});

test("the page size and what a page includes may change from page to page", async () => {
  const account = await service.givenAccount();
  for (const name of ["a", "b"]) await givenProject(account, { name });
  const { body } = await account.request("GET", "/v1/projects?limit=1&sort=-created_at");

  const next = await account.request(
    "GET",
    `/v1/projects?limit=5&include=progress&cursor=${body.next_cursor}`,
  );

  expect([next.status, next.body.data.length]).toEqual([200, 1]);
});

test("no forged cursor reaches the database", async () => {
  const { body } = await service.request("GET", "/v1/members?limit=1&role=owner");
  const account = await service.givenAccount();
  await givenMembers(account, 2);
  const { next_cursor } = (await account.request("GET", "/v1/members?limit=1")).body;
  const given = JSON.parse(Buffer.from(next_cursor, "base64url").toString("utf8"));
  const keys = [
    ["-271821-04-20T00:00:00.000Z", "x"],
    ["2026-13-01T00:00:00.000Z", "x"],
    ["99999999", "x"],
    [null, null],
    ["2026-01-01T00:00:00.000Z", "\0"],
    "x",
  ];
  const forged = [...keys.map((k) => ({ ...given, k })), { ...given, v: 2 }, null, 7, []].map((value) =>
    JSON.stringify(value),
  );

  for (const text of [...forged, "{", "\0", "x".repeat(300)]) {
    const response = await account.request(
      "GET",
      `/v1/members?limit=1&cursor=${Buffer.from(text).toString("base64url")}`,
    );
    expect(response).toMatchObject({
      status: 400,
      body: { error: "invalid_request", message: expect.stringMatching(/^cursor/) },
    });
  }
  expect(body.next_cursor).toBeNull();
});

test("lists of immutable resources cannot be sorted by updated_at", async () => {
  const response = await service.request("GET", "/v1/api-keys?sort=updated_at");

  expect(response.body.message).toBe("query parameter sort must be one of created_at, -created_at");
});

test("a cursor by position contains a position", () => {
  const read = (time: string) => readCursor(writeCursor("files", { time, id: "x" }), "files", isPosition);

  expect(read("17")).toEqual({ time: "17", id: "x" });
  for (const time of ["", "-1", "1.5", "abc", "9".repeat(10)]) expect(() => read(time)).toThrow("cursor");
});
