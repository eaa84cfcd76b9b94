import { expect, test } from "vitest";
import { annotateAll, bodyOf, claimByRank, givenBatch, submit } from "./given.ts";
import { type ApiDocument, operationsOf, urlOf } from "./operations.ts";
import { givenPerson } from "./people.ts";
import { type Request, type Response, startService, type TestAccount } from "./service.ts";

const service = await startService();
const document: ApiDocument = (await service.anonymous("GET", "/openapi.json")).body;
const reads = operationsOf(document).filter(
  ({ method, ...operation }) => method === "GET" && operation["x-scope"] !== undefined,
);
const ROLES = ["owner", "manager", "reviewer", "annotator"] as const;

/** Queries that read more than the plain address does. */
const QUERIES: Readonly<Record<string, readonly string[]>> = {
  "/v1/items": ["?batch_id=B&state=accepted", "?batch_id=B&label=no", "?batch_id=B&max_support=0.9"],
  "/v1/work": ["?group_by=member", "?group_by=project,day"],
  "/v1/comments": ["?batch_id=B"],
};

/** An account with a batch under audit: of the audits of ranks 1 to 5, the first `wrong` found a wrong label. */
async function givenOpenAudit(settings: object, wrong: number) {
  const account = await service.givenAccount();
  const { id, project_id } = await givenBatch(service, { account, texts: 30, settings });
  await annotateAll(account, id, ["ann", "bob"]);
  await service.runJobs();
  const claimed = (await claimByRank(account, service.db, id)).slice(0, 5);
  for (const [index, task] of claimed.entries()) {
    bodyOf(await submit(account, task, index < wrong ? "no" : "yes"), 200);
  }
  await service.runJobs();
  const made = [];
  for (const include of ["accepted", "all_answers"]) {
    made.push(
      bodyOf(await account.request("POST", "/v1/exports", { batch_id: id, format: "jsonl", include }), 202),
    );
  }
  await service.runJobs();
  const { data: items } = bodyOf(await account.request("GET", `/v1/items?batch_id=${id}`), 200);
  const { data: members } = bodyOf(await account.request("GET", "/v1/members"), 200);
  const ids = { batches: id, projects: project_id, items: items[0].id, members: members[0].id };
  return { account, ids, exports: made.map((one: { id: string }) => one.id) };
}

/** Everything that a caller reads, by its address. */
async function readAll(
  request: Request,
  { ids, exports }: Awaited<ReturnType<typeof givenOpenAudit>>,
): Promise<Record<string, string>> {
  const seen: Record<string, string> = {};
  for (const operation of reads) {
    const url = urlOf(operation, (collection) =>
      collection === "exports" ? (exports[1] ?? "") : (Reflect.get(ids, collection) ?? "none"),
    );
    for (const query of ["", ...(QUERIES[operation.path] ?? [])]) {
      if (operation.path === "/v1/stream") continue; // never ends; its events are those of /v1/events
      seen[`${operation.path}${query}`] = comparable(
        await request("GET", url + query.replace("=B", `=${ids.batches}`)),
      );
    }
  }
  for (const id of exports) {
    const name = `export ${exports.indexOf(id)}`;
    seen[name] = comparable(await request("GET", `/v1/exports/${id}/download`));
  }
  return seen;
}

/** A response without what differs between any two accounts: ids, signatures, random draws, and which items a page shows first. */
function comparable({ status, bytes }: Response): string {
  const text = String(bytes)
    .replaceAll(/\b([a-z]{2,8})_[0-9A-HJKMNP-TV-Z]{26}/g, "$1")
    .replaceAll(/(expires|signature)=[\w-]+/g, "$1")
    .replaceAll(/"(prefix|last4)":"\w+"/g, '"$1":""')
    .replaceAll(/[0-9a-f]{64}/g, "digest")
    .replaceAll(/"nonce":"[^"]*"/g, '"nonce":""')
    .replaceAll(/_at":\d+/g, '_at":0')
    .replaceAll(/person-\d+/g, "person")
    .replaceAll(/text \d+/g, "text")
    .replaceAll(/"external_id":"\d+"/g, '"external_id":"1"');
  const lines =
    text.startsWith("{") && !text.includes("\n") ? [sorted(JSON.parse(text))] : text.split("\n").sort();
  return `${status} ${lines.join("\n")}`;
}

function sorted(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sorted).sort().join()}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  return `{${Object.entries(value)
    .filter(([name]) => !["position", "size_bytes", "sha256", "next_cursor"].includes(name))
    .map(([name, inner]) => `${name}:${sorted(inner)}`)
    .join()}}`;
}

async function requestAs(account: TestAccount, role: (typeof ROLES)[number] | "key"): Promise<Request> {
  return role === "key" ? account.request : (await givenPerson(service, { role }, account)).request;
}

test.each(["verify", "blind"])(
  "while a %s audit is open, nobody can tell whether a label was wrong",
  { timeout: 120_000 },
  async (audit_mode) => {
    const settings = { quality_policy: { audit_mode, overlap: 2 } };
    const right = await givenOpenAudit(settings, 0);
    const wrong = await givenOpenAudit(settings, 1);
    service.advance(60_000); // reports of work end before now

    for (const role of ["key", ...ROLES] as const) {
      const [one, other] = [await requestAs(right.account, role), await requestAs(wrong.account, role)];
      const expected = await readAll(one, right);
      const found = await readAll(other, wrong);
      const differing = Object.keys(expected).filter((path) => found[path] !== expected[path]);
      expect(
        differing.map((path) => [path, expected[path], found[path]]),
        role,
      ).toEqual([]);
      if (role === "key") expect(expected["/v1/batches/{id}"]).toContain("done:5");
      if (role === "key") expect(expected["/v1/work?group_by=member"]).toContain("accepted:30");
    }
  },
);
