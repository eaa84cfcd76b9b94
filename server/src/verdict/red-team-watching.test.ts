import { expect, test } from "vitest";
import { auditAll, bodyOf, claim, submit } from "../../test/given.ts";
import { givenPerson } from "../../test/people.ts";
import { givenLabeled, textsOf } from "../../test/red-team.ts";
import { type Request, startService, type TestAccount } from "../../test/service.ts";

const service = await startService();

/** Each value of a body by its path, and the ETag of the response. */
async function valuesOf(request: Request, url: string): Promise<Map<string, string>> {
  const { body, headers } = await request("GET", url);
  const values = new Map([[`${url} ETag`, String(headers.etag)]]);
  const walk = (value: unknown, path: string) => {
    if (typeof value !== "object" || value === null) return void values.set(path, String(value));
    for (const [name, inner] of Object.entries(value)) walk(inner, `${path}.${name}`);
  };
  walk(body, url);
  return values;
}

/** The paths at which a caller sees another value after `audit`. The clock moves meanwhile. */
async function changedBy(
  request: Request,
  urls: readonly string[],
  audit: () => Promise<void>,
): Promise<string[]> {
  const read = async () =>
    new Map((await Promise.all(urls.map((url) => valuesOf(request, url)))).flatMap((m) => [...m]));
  const before = await read();
  service.advance(60_000);
  await audit();
  await service.runJobs();
  const after = await read();
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths].filter((path) => before.get(path) !== after.get(path)).sort();
}

/**
 * A batch whose first rank is still open, so that no stage can end; what changes by one more audit, of a rank that
 * nobody audits again.
 */
async function watch(account: TestAccount, request: Request, label: string): Promise<string[]> {
  const { id, project_id } = await givenLabeled(service, textsOf("watched", 40), {}, account);
  const audits = await service.db
    .selectFrom("audits")
    .select(["task_id", "rank"])
    .where("batch_id", "=", id)
    .execute();
  const repeated = new Set(audits.flatMap(({ task_id, rank }) => (rank % 10 === 1 ? [task_id] : [])));
  let task = await claim(account, "eve", { batch_id: id, kinds: ["audit"] });
  while (repeated.has(task.id)) task = await claim(account, "eve", { batch_id: id, kinds: ["audit"] });
  const { data } = bodyOf(await account.request("GET", `/v1/items?batch_id=${id}&limit=100`), 200);
  const urls = [
    `/v1/batches/${id}`,
    `/v1/batches?project_id=${project_id}`,
    `/v1/batches/${id}/report`,
    `/v1/batches/${id}/draws`,
    `/v1/projects/${project_id}`,
    `/v1/projects/${project_id}?include=progress`,
    `/v1/items?batch_id=${id}&limit=100`,
    `/v1/items/${task.item.id}`,
    `/v1/items/${task.item.id}/annotations`,
    `/v1/batches/${id}/annotations`,
    "/v1/events?limit=100",
    "/v1/members",
    "/log/checkpoint",
  ];
  const place = data.findIndex((item: { id: string }) => item.id === task.item.id);
  const changed = await changedBy(request, urls, async () => {
    bodyOf(await submit(account, task, label), 200);
  });
  return changed.map((path) =>
    path
      .replaceAll(id, "BATCH")
      .replaceAll(project_id, "PROJECT")
      .replaceAll(task.item.id, "ITEM")
      .replace(`/v1/items?batch_id=BATCH&limit=100.data.${place}.`, "/v1/items.data.AUDITED."),
  );
}

test.each(["key", "owner", "manager", "reviewer"] as const)(
  "times, ETags and counts change the same way for the role %s by a right and by a wrong audit",
  async (role) => {
    const seen: string[][] = [];
    for (const label of ["yes", "no"]) {
      const account = await service.givenAccount();
      const request =
        role === "key" ? account.request : (await givenPerson(service, { role }, account)).request;
      seen.push(await watch(account, request, label));
    }
    expect(seen[1]).toEqual(seen[0]);
    if (role === "key") expect(seen[0]).toContain("/v1/batches/BATCH.audit.done");
  },
);

test("a wrong label adds no entry to the log before the verdict", async () => {
  const { id } = await givenLabeled(service, textsOf("measured", 40));
  const size = async () =>
    Number(String((await service.anonymous("GET", "/log/checkpoint")).bytes).split("\n")[1]);
  const before = await size();
  const wish = { batch_id: id, kinds: ["audit"] };
  bodyOf(await submit(service, await claim(service, "eve", wish), "no"), 200);
  await service.runJobs();
  expect(await size()).toBe(before);
});

test("that a stage goes on tells that a label was wrong, and nothing more", async () => {
  const { id } = await givenLabeled(service, textsOf("goes on", 40));
  const { audit } = bodyOf(await service.request("GET", `/v1/batches/${id}`), 200);
  let wrong = 1;
  await auditAll(service, id, "eve", () => (wrong-- > 0 ? "no" : "yes"));
  await service.runJobs();
  const open = bodyOf(await service.request("GET", `/v1/batches/${id}`), 200);
  expect(open.audit.required).toBeGreaterThan(audit.required);
  expect(Object.keys(open.audit).sort()).toEqual(Object.keys(audit).sort());
});
