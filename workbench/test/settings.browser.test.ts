import { text } from "node:stream/consumers";
import { createClient } from "@assay/sdk/client.ts";
import { startReceiver } from "@assay/server/test/receiver.ts";
import { untilHolds } from "@assay/server/test/until.ts";
import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { expectSound } from "./accessible.ts";
import { invite, join, npmStart } from "./alone.ts";
import { openPage } from "./browser.ts";

const [installation, receiver] = await Promise.all([npmStart(), startReceiver()]);
const { baseUrl, key } = installation;
afterAll(() => Promise.all([installation.stop(), receiver.close()]));
const api = createClient({ baseUrl, apiKey: key });
const owner = await join(installation, "owner");

async function openAt(path: string): Promise<Page> {
  const page = await openPage("about:blank", { bypassCSP: true });
  await page.context().addCookies(owner.cookies);
  await page.goto(baseUrl + path);
  return page;
}

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

async function choose(page: Page, menu: string, entry: string): Promise<void> {
  await press(page, menu);
  await page.getByRole("menuitem", { name: entry }).click();
}

async function givenProject(name: string): Promise<string> {
  const body = { name, annotation_type: "text_classification", labels: [{ name: "yes" }] };
  return (await api.POST("/v1/projects", { body })).data.id;
}

/** A batch of one text. */
async function givenBatch(name: string, project_id?: string): Promise<void> {
  const content_base64 = Buffer.from('{"text":"one"}\n').toString("base64");
  const files = [{ filename: "a.jsonl", content_base64 }];
  const { data: upload } = await api.POST("/v1/uploads", { body: { files } });
  const of = project_id ?? (await givenProject(name));
  await api.POST("/v1/batches", { body: { name, project_id: of, upload_ids: [upload.id] } });
}

test("an API key is shown once, has the chosen scopes, and is revoked", async () => {
  const page = await openAt("/settings/keys");
  await press(page, "New key");
  await page.getByLabel("Name").fill("nightly upload");
  expect(await page.getByRole("button", { name: "Create key" }).isDisabled()).toBe(true); // no scope chosen: no key is created
  await press(page, "Receive results");
  expect(await page.getByRole("checkbox", { checked: true }).count()).toBe(2);
  await page.getByText("All scopes").click();
  await page.getByText("keys:write").click();
  await expectSound(page, "new key");
  await press(page, "Create key");
  const secret = (await page.getByText(/^assay_live_\w{20,}$/).textContent()) ?? "";
  await expectSound(page, "the key, once");
  const stored = async () => {
    const { data } = await api.GET("/v1/api-keys");
    return data.data.find(({ name }) => name === "nightly upload");
  };
  expect((await stored())?.scopes).not.toContain("keys:write");
  expect((await stored())?.expires_at).not.toBeNull();
  const used = await fetch(`${baseUrl}/v1/projects`, { headers: { authorization: `Bearer ${secret}` } });
  expect(used.status).toBe(200);
  await page.reload();
  await page.getByRole("button", { name: "Revoke nightly upload" }).waitFor();
  expect(await page.getByText(secret).count()).toBe(0);

  await press(page, "Revoke nightly upload");
  await press(page, "Revoke");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  expect(await stored()).toBeUndefined();
});

test("a webhook is tested, its deliveries are shown and resent, and it is disabled and enabled", async () => {
  const page = await openAt("/settings/webhooks");
  await press(page, "New webhook");
  await page.getByLabel("URL").fill("nowhere");
  await press(page, "Save");
  await page.getByRole("dialog").getByText("Must be an absolute https URL").waitFor(); // the form keeps the values
  await expectSound(page, "new webhook, refused");
  await page.getByLabel("URL").fill(receiver.url);
  await press(page, "Save"); // no event chosen: all
  await page.getByRole("link", { name: receiver.url }).click();
  const stored = async () => (await api.GET("/v1/webhooks")).data.data[0];
  expect(await stored()).toMatchObject({ all_events: true });
  await choose(page, "More", "Edit…");
  await page.getByText("batch.created").click();
  await press(page, "Save");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  expect(await stored()).toMatchObject({ url: receiver.url, events: ["batch.created"], enabled: true });

  receiver.answer(500);
  await choose(page, "Send a test", "batch.created");
  const testRow = page.getByRole("row").filter({ hasText: "batch.created (test)" });
  await testRow.getByText("failed HTTP 500").waitFor();
  await givenBatch("Told of");
  const row = page.getByRole("row").filter({ has: page.getByText("batch.created", { exact: true }) });
  await row.getByText("pending HTTP 500").waitFor();
  await page.reload();
  await page.getByText("failing: last delivery failed", { exact: true }).waitFor();
  receiver.answer(200);
  await row.getByRole("button", { name: "Resend" }).click();
  await row.getByText("delivered").waitFor();
  await testRow.getByRole("button", { name: "Test again" }).click();
  await testRow.getByText("delivered").waitFor();
  await page.getByText("enabled", { exact: true }).waitFor();
  await row.getByRole("button", { name: "Attempts" }).click();
  const attempts = page.getByRole("dialog").locator("section");
  await attempts.filter({ hasText: "1. HTTP 500" }).waitFor();
  await attempts.filter({ hasText: "2. HTTP 200" }).waitFor();
  await expectSound(page, "attempts of a delivery");
  await press(page, "Close");
  await page.getByRole("button", { name: "All deliveries Show" }).click();
  await page.getByRole("option", { name: "failed" }).click();
  await row.waitFor({ state: "detached" });
  await testRow.getByText("failed").waitFor();
  const told = receiver.requests.map(({ body }) => JSON.parse(body).type);
  expect(told).toEqual(["batch.created", "batch.created", "batch.created", "batch.created"]);

  await choose(page, "More", "Disable");
  await page.getByText("disabled").waitFor();
  expect((await stored())?.enabled).toBe(false);
  await press(page, "Enable");
  await page.getByText("enabled", { exact: true }).waitFor();
  expect((await stored())?.enabled).toBe(true);
  await choose(page, "More", "Delete…");
  await press(page, "Delete");
  await page.getByText("No webhooks yet").waitFor();
  expect(await stored()).toBeUndefined();
});

test("members are invited by a link, edited, deactivated and deleted", async () => {
  const page = await openAt("/members");
  const memberOf = async (email: string) => {
    const { data } = await api.GET("/v1/members", { params: { query: { limit: 100 } } });
    return data.data.find((member) => member.email === email);
  };
  await press(page, "Invite");
  await page.getByLabel("E-mail").fill("eve@acme.test");
  await page.getByLabel("Name").fill("Eve");
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^annotator/ })
    .click();
  await page.getByRole("option", { name: "reviewer" }).click();
  await page.getByRole("dialog").getByLabel("Name").press("Enter");
  const url =
    (await page
      .getByRole("dialog")
      .getByText(/\/join\//)
      .textContent()) ?? "";
  await page.getByText("Mail is not set up. Copy this link and send it to eve@acme.test.").waitFor();
  await press(page, "Done");
  expect(await memberOf("eve@acme.test")).toMatchObject({
    name: "Eve",
    role: "reviewer",
    sign_in: "invited",
  });
  const invitation = await openPage(url.trim());
  await invitation.getByText("Your role is reviewer. You sign in as eve@acme.test.").waitFor();

  expect(await invitation.getByLabel("Your name").inputValue()).toBe("Eve");

  const row = page.getByRole("row").filter({ hasText: "eve@acme.test" });
  const chooseOf = async (entry: string) => {
    await row.getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: entry }).click();
  };
  await chooseOf("Edit…");
  await page.getByLabel("Groups").fill("night, day");
  await expectSound(page, "a member changed");
  await press(page, "Save");
  await row.getByText("night, day").waitFor();
  await chooseOf("Deactivate");
  await row.waitFor({ state: "detached" });
  expect(await memberOf("eve@acme.test")).toMatchObject({ active: false, groups: ["night", "day"] });
  await page.getByText("Show deactivated").click();
  await chooseOf("Delete…");
  await page.getByLabel("Type “Eve” to confirm").fill("Eve");
  await expectSound(page, "a member deleted");
  await press(page, "Delete permanently");
  await row.waitFor({ state: "detached" });
  expect(await memberOf("eve@acme.test")).toBeUndefined();
});

test("of many members fifty are shown at first, and the others are found by name", async () => {
  const csv = ["name", ...Array.from({ length: 60 }, (_, n) => `Person ${n + 1}`)].join("\n");
  await api.POST("/v1/members/import", { body: { csv } });
  const page = await openAt("/members");
  const rows = page.getByRole("table", { name: "Members" }).getByRole("row");
  await rows.nth(50).waitFor();
  expect(await rows.count()).toBe(51); // with the header
  await page.getByLabel("Search members").fill("person 6");
  await untilHolds(async () => expect(await rows.count()).toBe(3)); // 6 and 60
  await expectSound(page, "members found by name");
  await page.getByLabel("Search members").fill("nobody");
  await page.getByText("No member matches “nobody”").waitFor();
  await page.getByLabel("Search members").fill("");
  await press(page, "Show more");
  await rows.nth(60).waitFor();
});

test("a model is marked among the members, and an owner lets it annotate", async () => {
  const body = { name: "agent", kind: "model" } as const;
  const { id } = (await api.POST("/v1/members", { body })).data;
  const page = await openAt("/members");
  const row = page.getByRole("row").filter({ hasText: "agent" });
  await row.getByText("model, only predicts").waitFor();
  await row.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Let it annotate" }).click();
  await row.getByText("model that annotates").waitFor();
  await expectSound(page, "a model among the members");

  const { data } = await api.GET("/v1/members/{id}", { params: { path: { id } } });
  expect(data.may_annotate).toBe(true);
});

test("the account is renamed, the audit log lists it, and the work report is saved as CSV", async () => {
  const page = await openAt("/settings");
  await page.getByLabel("Name").fill("Acme Labs");
  await press(page, "Save");
  await untilHolds(async () => expect((await api.GET("/v1/account")).data.name).toBe("Acme Labs"));

  await page.getByRole("tab", { name: "Audit log" }).click();
  const log = page.getByRole("list", { name: "Audit log" });
  const told = log.getByRole("listitem").filter({ hasText: "Change account" });
  await told.getByText("Acme Labs").waitFor();
  await told.getByText("Kim", { exact: true }).waitFor();
  const project = await givenProject("Named");
  await page.getByLabel("Id of the object").fill(project);
  const made = log.getByRole("listitem").filter({ hasText: "Create project" });
  await made.getByRole("link", { name: "Named" }).waitFor();
  await made.getByRole("button", { name: /^Details: / }).click();
  await made.getByText(project).waitFor();
  await expectSound(page, "a change with its details");
  await page.getByRole("button", { name: "Any action Action" }).click();
  await page.getByRole("option", { name: "Delete project" }).click();
  await page.getByText("No change matches these filters.").waitFor();
  await press(page, "Show all changes");
  await page.getByRole("button", { name: "Anybody Who" }).click();
  await page.getByRole("option", { name: "Kim" }).first().click();
  await told.waitFor();
  expect(await made.count()).toBe(0); // a key made it
  await page.getByLabel("Until").fill("2020-01-01");
  await page.getByText("No change matches these filters.").waitFor();

  await page.getByRole("tab", { name: "Work report" }).click();
  await page.getByText("Project", { exact: true }).click();
  const [file] = await Promise.all([page.waitForEvent("download"), press(page, "Save as CSV")]);
  expect(await text(await file.createReadStream())).toMatch(/^member_id,.*project_id/);
});

test("the event stream alone keeps a screen up to date", async () => {
  const project = await givenProject("Live");
  const page = await openAt("/projects");
  await page.addInitScript("window.setInterval = () => 0"); // the fallback polling is off
  const open = page.waitForResponse("**/v1/stream");
  await page.goto(`${baseUrl}/projects/${project}`);
  await open;
  await page.getByText("No data yet").waitFor();
  await givenBatch("Appears", project);
  await page.getByRole("link", { name: "Appears" }).waitFor();
});

test("after a refused password, Join works at the next click", async () => {
  const { url } = await invite(installation, "annotator");
  const page = await openPage(url);
  await page.getByLabel("Your name").fill("Kim");
  await page.getByLabel("Password").fill("short");
  await press(page, "Join");
  await page.getByLabel("Password").fill("a much longer password");
  const button = await page.getByRole("button", { name: "Join" }).boundingBox();
  await page.mouse.move((button?.x ?? 0) + 20, (button?.y ?? 0) + 10);
  await page.mouse.down();
  await page.mouse.up();
  await page.getByRole("heading", { name: "My work", level: 1 }).waitFor();
});
