import { SCOPES } from "@assay/domain/member.ts";
import { expect, test } from "vitest";
import { startService, untilSomeoneWaits } from "../../test/service.ts";
import type { KeyCaller } from "../platform/auth/auth.ts";
import type { Change } from "../platform/database/tables.ts";
import { newId } from "../platform/ids.ts";
import { actingMember } from "./acting.ts";
import { isAlone } from "./store.ts";

const service = await startService();
const { deps, db, advance } = service;

async function givenCaller(): Promise<KeyCaller> {
  const { accountId: account_id } = await service.givenAccount();
  const key = await db
    .selectFrom("api_keys")
    .selectAll()
    .where("account_id", "=", account_id)
    .executeTakeFirstOrThrow();
  return {
    kind: "key",
    account_id,
    payer: account_id,
    key_id: key.id,
    key_name: key.name,
    scopes: new Set(SCOPES),
    plan: "enterprise",
    rate_limit_per_minute: 100,
  };
}

async function change(id: string, values: Change<"members">): Promise<void> {
  await db.updateTable("members").set(values).where("id", "=", id).execute();
}

function count({ account_id }: KeyCaller): Promise<number> {
  return db
    .selectFrom("members")
    .select("id")
    .where("account_id", "=", account_id)
    .execute()
    .then((rows) => rows.length);
}

test("without an annotator a key works for its own member, created on first use as a reviewer", async () => {
  const caller = await givenCaller();

  const first = await actingMember(deps, caller);
  const second = await actingMember(deps, caller);

  expect(second).toEqual(first);
  expect(first).toMatchObject({
    role: "reviewer",
    origin: "key",
    key_id: caller.key_id,
    name: caller.key_name,
  });
  expect(await count(caller)).toBe(2);
});

test("an external id names one member within its account", async () => {
  const [here, there] = [await givenCaller(), await givenCaller()];

  const first = await actingMember(deps, here, "rater-7");
  const again = await actingMember(deps, here, "rater-7");
  const foreign = await actingMember(deps, there, "rater-7");

  expect(first).toMatchObject({
    role: "reviewer",
    origin: "external",
    external_id: "rater-7",
    name: "rater-7",
  });
  expect(again.id).toBe(first.id);
  expect(foreign.id).not.toBe(first.id);
});

test("a member id names that member; an unknown one is a 404 that names it", async () => {
  const [here, there] = [await givenCaller(), await givenCaller()];
  const member = await actingMember(deps, here, "rater-7");

  expect((await actingMember(deps, here, member.id)).id).toBe(member.id);
  for (const id of [newId("member"), (await actingMember(deps, there)).id]) {
    await expect(actingMember(deps, here, id)).rejects.toMatchObject({
      code: "not_found",
      message: expect.stringContaining(id),
    });
  }
  expect(await count(here)).toBe(2);
});

test("the last activity of a member is written once a minute", async () => {
  const caller = await givenCaller();
  const made = await actingMember(deps, caller, "rater-7");

  advance(59_999);
  expect((await actingMember(deps, caller, "rater-7")).last_active_at).toEqual(made.last_active_at);
  advance(1);
  expect((await actingMember(deps, caller, "rater-7")).last_active_at).toEqual(deps.now());
  const stored = await db
    .selectFrom("members")
    .selectAll()
    .where("id", "=", made.id)
    .executeTakeFirstOrThrow();
  expect(stored.last_active_at).toEqual(deps.now());
});

test("two concurrent first uses create one member", async () => {
  const caller = await givenCaller();

  const { second, first } = await db.transaction().execute(async (tx) => {
    const first = await actingMember({ db: tx, now: deps.now }, caller, "rater-7");
    const second = actingMember(deps, caller, "rater-7");
    await untilSomeoneWaits(db);
    return { first, second };
  });

  expect((await second).id).toBe(first.id);
});

test("a deactivated member is refused; a deleted one is unknown", async () => {
  const caller = await givenCaller();
  const { id } = await actingMember(deps, caller, "rater-7");

  const later = () => ({ ...caller }); // looked up again
  await change(id, { active: false });
  await expect(actingMember(deps, later(), "rater-7")).rejects.toMatchObject({ code: "forbidden" });
  await expect(actingMember(deps, later(), id)).rejects.toMatchObject({ code: "forbidden" });

  await change(id, { deleted_at: deps.now(), external_id: null });
  await expect(actingMember(deps, later(), id)).rejects.toMatchObject({ code: "not_found" });
});

test("a member is read once per caller, and again for a caller that is looked up again", async () => {
  const caller = await givenCaller();
  const { id } = await actingMember(deps, caller, "rater-8");
  await actingMember(deps, caller, id);
  await change(id, { name: "Renamed" });

  expect((await actingMember(deps, caller, id)).name).toBe("rater-8");
  expect((await actingMember(deps, { ...caller }, id)).name).toBe("Renamed");
});

test.each(["", "x".repeat(201), "a\0b", "\ud800"])("the annotator %j is refused", async (annotator) => {
  await expect(actingMember(deps, await givenCaller(), annotator)).rejects.toMatchObject({
    code: "invalid_request",
  });
});

test("a member is alone until another active member may answer", async () => {
  const caller = await givenCaller();
  const { id } = await actingMember(deps, caller);
  const { id: other } = await actingMember(deps, caller, "rater-7");
  const alone = () => isAlone(db, caller.account_id, id);

  expect(await alone()).toBe(false);
  await change(other, { role: "viewer" });
  expect(await alone()).toBe(true);
  await change(other, { role: "annotator", active: false });
  expect(await alone()).toBe(true);

  const owner = await db
    .selectFrom("members")
    .select("id")
    .where("account_id", "=", caller.account_id)
    .where("origin", "=", "account")
    .executeTakeFirstOrThrow();
  await change(owner.id, { last_active_at: deps.now() });
  expect(await alone()).toBe(false);
});

test("an account with strict_annotators refuses a name that it does not have and tells similar ones", async () => {
  const caller = await givenCaller();
  for (const name of ["bob", "Rob", "rater-7", "rober"]) await actingMember(deps, caller, name);
  await db
    .updateTable("accounts")
    .set({ strict_annotators: true })
    .where("id", "=", caller.account_id)
    .execute();

  await expect(actingMember(deps, caller, "zoë-2020")).rejects.toMatchObject({
    code: "invalid_request",
    message:
      'annotator: the account has no member with the external_id "zoë-2020", and strict_annotators is on: add the member first',
  });
  await expect(actingMember(deps, caller, "rater_7")).rejects.toThrow(/first; did you mean "rater-7"\?$/);
  await expect(actingMember(deps, caller, "robb")).rejects.toThrow(
    /did you mean "Rob" or "bob" or "rober"\?$/,
  );
  expect(await actingMember(deps, caller, "bob")).toMatchObject({ external_id: "bob" });
  expect(await actingMember(deps, caller)).toMatchObject({ origin: "key" });
});
