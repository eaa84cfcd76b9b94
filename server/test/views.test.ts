import { type Role, SCOPES, type Scope, scopesWithin } from "@assay/domain/member.ts";
import { beforeAll, expect, test } from "vitest";
import { insertKey } from "../src/accounts/store.ts";
import { newApiKey } from "../src/platform/auth/keys.ts";
import {
  type ApiDocument,
  type Operation,
  operationsOf,
  bodyOf as sampleOf,
  unknownId,
  urlOf,
} from "./operations.ts";
import { givenPerson } from "./people.ts";
import { givenPhase, type Kind, KNOWN, MARK, PHASES, type Phase, type Prepared } from "./phases.ts";
import { type Request, type Response, startService } from "./service.ts";
import { startUndoing } from "./undo.ts";
import { type Class, classOf, SHOWS, type Shows } from "./views.ts";

const service = await startService();
const undoing = await startUndoing(service);
const document: ApiDocument = (await service.anonymous("GET", "/openapi.json")).body;

/** Every operation except the stream of events, which never ends; its events are those of /v1/events. */
const operations = operationsOf(document).filter(({ operationId }) => operationId !== "streamEvents");

/** A role, a manager limited to the projects of all phases or to another one, a key's only scope, and strangers. */
const PEOPLE = ["owner", "manager", "reviewer", "annotator", "viewer", "limited", "elsewhere"] as const;
const CALLERS = [...PEOPLE, ...SCOPES, "stranger", "nobody"] as const;
type Who = (typeof CALLERS)[number];

interface Caller {
  readonly scopes: readonly Scope[];
  readonly request: Request;
}

const prepared = new Map<Phase, Prepared>();
const callers = new Map<Who, Caller>();
/** What somebody saw, by operation. */
const shown = new Map<string, Set<Class>>();

beforeAll(async () => {
  const annotator = await givenPerson(service, { role: "annotator" });
  const reviewer = await givenPerson(service, { role: "reviewer" });
  const given = (phase: Phase) => givenPhase(service, { annotator, reviewer }, phase);
  for (const phase of PHASES) prepared.set(phase, await given(phase));
  const elsewhere = await given("created");
  const add = (who: Who, token: string | undefined, scopes: readonly Scope[]) =>
    callers.set(who, { scopes, request: undoing(token) });
  const addPerson = async (who: Who, role: Role, project_ids?: readonly string[]) => {
    const { token } = await givenPerson(service, { role, ...(project_ids && { project_ids }) });
    add(who, token, scopesWithin(role, project_ids ?? null));
  };
  add("annotator", annotator.token, scopesWithin("annotator", null));
  add("reviewer", reviewer.token, scopesWithin("reviewer", null));
  for (const role of ["owner", "manager", "viewer"] as const) await addPerson(role, role);
  const all = [...prepared.values()].map(({ project_id }) => project_id);
  await addPerson("limited", "manager", all);
  await addPerson("elsewhere", "manager", [elsewhere.project_id]);
  const { db, deps, accountId: account_id } = service;
  for (const scope of SCOPES) {
    const key = newApiKey();
    await insertKey(db, { key, account_id, name: scope, scopes: [scope], created_at: deps.now() });
    add(scope, key, [scope]);
  }
  add("stranger", (await service.givenAccount()).key, SCOPES);
  add("nobody", undefined, []);
}, 120_000);

const isKey = (who: Who) => SCOPES.some((scope) => scope === who);
const isOutside = (who: Who) => ["elsewhere", "stranger", "nobody"].includes(who);

/** Who may see what of an item in which phase. `isOpen`: annotators may still be given the item. */
function maySee(who: Who, kind: Kind, { phase }: Prepared, isOpen: boolean): boolean {
  if (phase === "deleted" || phase === "abandoned" || isOutside(who)) return false;
  if (kind === who) return true; // their own answer
  if (who === "annotator") return false;
  const isOfOpenAudit = ["verify", "verifymore", "blind"].includes(phase);
  // The API shows no verdict of an open audit. A comment is text; keys act for every member, its author too.
  if (kind === "judged" && isOfOpenAudit) return false;
  if (kind === "remark" && isOfOpenAudit) return isKey(who);
  if (who === "reviewer" && isOpen) return false;
  return phase !== "blind" || who === "viewer" || isKey(who);
}

function givenIn(phase: Phase): Prepared {
  const given = prepared.get(phase);
  if (given === undefined) throw new Error(`${phase} is not prepared`);
  return given;
}

/** What a response shows and must not. */
function leaksIn(who: Who, shows: Shows, text: string): string[] {
  const leaks: string[] = [];
  for (const [mark, kind, phase, external_id = ""] of text.matchAll(MARK)) {
    const given = prepared.get(phase as Phase);
    const item = given?.items.get(external_id);
    const isAllowed =
      given !== undefined &&
      shows.classes.some((one) => one === classOf(kind as Kind)) &&
      (maySee(who, kind as Kind, given, item?.isOpen ?? true) || (shows.isTotal && !isOutside(who)));
    if (!isAllowed) leaks.push(mark);
  }
  if (isOutside(who))
    // an error repeats the id that was asked for
    for (const { project_id } of prepared.values()) if (text.includes(project_id)) leaks.push(project_id);
  // To annotators no response says that there are known answers, or labels that others agreed on.
  if (who === "annotator") leaks.push(...(text.match(/gold|known answer|consensus|"support":[^n]/gi) ?? []));
  return leaks;
}

/** Everything that a caller can send to an operation about a batch. */
function requestsTo(operation: Operation, given: Prepared, who: Who) {
  const ids: Readonly<Record<string, string | undefined>> = {
    ...{ batches: given.batch_id, projects: given.project_id, exports: given.export_id },
    ...{ datasets: given.dataset_id, versions: "1" },
    ...{ certificates: given.certificate_id, bulk: given.job_id },
  };
  const { path } = operation;
  const each: Readonly<Record<string, readonly (string | undefined)[]>> = {
    items: [...given.items].filter(([n]) => ["2", "6", "9"].includes(n)).map(([, { id }]) => id),
    tasks: who === "annotator" ? [...given.tasks.values()] : [given.reviewers],
    comments: given.comments.slice(1, 3),
  };
  const [collection = ""] = Object.keys(each).filter((one) => path.startsWith(`/v1/${one}/{`));
  const targets = each[collection] ?? [undefined];
  const inQuery = (operation.parameters ?? []).some(({ name }) => name === "batch_id");
  const queries = inQuery ? [`?batch_id=${given.batch_id}`] : [""];
  if (path === "/v1/items") queries.push(`${queries[0]}&answer=free`, `${queries[0]}&support_lt=0.9`);
  if (path === "/v1/work") queries.push("?group_by=batch,member");
  return targets.flatMap((target) =>
    queries.map((query) => ({
      url: urlOf(operation, (one) => (one === collection ? target : ids[one]) ?? unknownId(one)) + query,
      body: SHOWS[operation.operationId ?? ""]?.body?.(given) ?? sampleOf(document, operation),
    })),
  );
}

/** The phases that matter to an operation: one if it names no batch. */
function phasesOf(operation: Operation, { scopes }: Caller): readonly Phase[] {
  const { operationId = "", path, parameters = [], "x-scope": scope } = operation;
  const isRefused = scope !== undefined && !scopes.some((one) => one === scope);
  const isOfBatch =
    /\/(batches|projects|items|tasks|bulk|exports|datasets|certificates|comments)\/\{/.test(path) ||
    parameters.some(({ name }) => name === "batch_id") ||
    SHOWS[operationId]?.body !== undefined;
  return isOfBatch && !isRefused ? PHASES : ["verify"];
}

/** The text of a response, with that of the file to which it links. */
async function textOf({ bytes, body }: Response): Promise<string> {
  if (typeof body?.url !== "string" || !body.url.includes("signature=")) return String(bytes);
  const { pathname, search } = new URL(body.url);
  return `${bytes}\n${(await service.anonymous("GET", pathname + search)).bytes}`;
}

test("the table says of every operation what it shows, and of no other", () => {
  const ids = operations.map(({ operationId = "" }) => operationId);
  expect(Object.keys(SHOWS).sort()).toEqual(ids.sort());
});

/** What a caller must not see and does, over all requests to an operation about a batch. */
async function leaksOf(
  operation: Operation,
  given: Prepared,
  who: Who,
  { request }: Caller,
): Promise<string[]> {
  const { operationId = "", method, path } = operation;
  const shows = SHOWS[operationId] ?? { classes: [] };
  const leaks: string[] = [];
  for (const { url, body } of requestsTo(operation, given, who)) {
    const response = await request(method, url, body);
    const text = await textOf(response);
    for (const [, kind] of text.matchAll(MARK))
      shown.set(operationId, (shown.get(operationId) ?? new Set()).add(classOf(kind as Kind)));
    const asked = `${url}${JSON.stringify(body)}`;
    leaks.push(...leaksIn(who, shows, text).filter((leak) => !asked.includes(leak)));
    if (response.status >= 500) leaks.push(`status ${response.status}`);
    if (who === "nobody") service.advance(2_500); // callers without a key have a small rate limit; all together less than the hour of a token
  }
  return [...new Set(leaks)].map((leak) => `${given.phase} ${method} ${path}: ${leak}`);
}

test.each(CALLERS)("what %s sees in every phase is in the table", { timeout: 180_000 }, async (who) => {
  const caller = callers.get(who);
  if (caller === undefined) throw new Error(`${who} is not prepared`);
  const leaks: string[] = [];
  for (const operation of operations) {
    // Where a key lacks the scope: scopes.test.ts.
    if (isKey(who) && operation["x-scope"] !== who) continue;
    for (const phase of phasesOf(operation, caller))
      leaks.push(...(await leaksOf(operation, givenIn(phase), who, caller)));
  }
  expect(leaks).toEqual([]);
});

/** What of a response may differ between any two tasks. */
function comparable({ status, body }: Response): unknown {
  const text = JSON.stringify(body)
    .replaceAll(/\b([a-z]+)_[0-9A-HJKMNP-TV-Z]{26}/g, "$1")
    .replaceAll(/"text":"[^"]*"/g, '"text":""')
    .replaceAll(/"external_id":"\d+"/g, '"external_id":""')
    .replaceAll(/"(position|line)":\d+/g, '"$1":0')
    .replaceAll(/(expires|signature)=[\w-]+/g, "$1")
    .replaceAll(MARK, "$1");
  return [status, text];
}

test.each(PHASES)(
  "in the phase %s an annotator's gold task responds like any other to every operation",
  async (phase) => {
    const caller = callers.get("annotator");
    const given = givenIn(phase);
    for (const [ordinary = "", gold = ""] of [
      ["1", "2"],
      ["3", "4"],
    ]) {
      for (const operation of operations) {
        const { operationId = "", method, path } = operation;
        if (!/^\/v1\/(tasks\/\{|comments$)/.test(path) || !given.tasks.has(gold)) continue;
        const ask = async (n: string) => {
          const body =
            operationId === "createComment"
              ? { item_id: given.items.get(n)?.id, text: "Blurred?" }
              : SHOWS[operationId]?.body?.(given);
          const query = operationId === "listComments" ? `?item_id=${given.items.get(n)?.id}` : "";
          const url = urlOf(operation, () => given.tasks.get(n) ?? "") + query;
          return caller && comparable(await caller.request(method, url, body));
        };
        expect([operationId, await ask(gold)]).toEqual([operationId, await ask(ordinary)]);
      }
    }
  },
);

test("the table allows nothing that nobody sees", () => {
  const found = Object.keys(SHOWS).map((id) => [id, [...(shown.get(id) ?? [])].sort()]);
  expect(found).toEqual(Object.entries(SHOWS).map(([id, { classes }]) => [id, [...classes].sort()]));
});

test("a reviewer finds decided items by their labels, and no open item", async () => {
  const { batch_id, items } = givenIn("processing");
  const find = async (n: string) => {
    const label = `${KNOWN.includes(n) ? "known" : "answer"}7processing7${n}x`;
    const found = await callers
      .get("reviewer")
      ?.request("GET", `/v1/items?batch_id=${batch_id}&label=${label}&support_lt=2`);
    return found?.body.data.map(({ external_id }: { external_id: string }) => external_id);
  };

  expect([await find("6"), await find("8")]).toEqual([["6"], []]);
  expect([items.get("6")?.isOpen, items.get("8")?.isOpen]).toEqual([false, true]);
});
