import {
  annotateAll,
  auditAll,
  bodyOf,
  claim,
  givenBatch,
  givenProject,
  submit,
} from "@assay/server/test/given.ts";
import { givenPerson, type Person } from "@assay/server/test/people.ts";
import { startReceiver } from "@assay/server/test/receiver.ts";
import { untilHolds } from "@assay/server/test/until.ts";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPage } from "../browser.ts";
import { cookiesOf } from "../cookies.ts";
import { enter, tabTo, type } from "../keys.ts";
import { serve } from "./serve.ts";

const { origin, service } = await serve();
const { request, runJobs } = service;
const receiver = await startReceiver();
afterAll(() => receiver.close());

const ONE = { quality_policy: { overlap: 1, gold_share: 0 } };
const PHONE = { width: 390, height: 640 };
/** Runs in the page: by how much what is in the dialog is wider than it. */
const BEYOND_DIALOG = `(([of]) => of.scrollWidth - of.clientWidth)([...document.querySelectorAll("[role=dialog]")].slice(-1))`;
/** Runs in the page: scrolls the dialog and all in it to the end. */
const TO_THE_END = `for (const each of document.querySelectorAll(":has(> [role=dialog]), [role=dialog] *")) each.scrollTop = 1e6`;

/** What the dialogs are about; made once. */
let owner: Person;
let member: Person;
const paths = {
  ...{ members: "/members", projects: "/projects", account: "/settings/account" },
  ...{ keys: "/settings/keys", webhooks: "/settings/webhooks", models: "/settings/models" },
  ...{ datasets: "", filtered: "", items: "", decided: "" },
  open: "",
  completed: "",
  certified: "",
  failed: "",
  project: "",
  webhook: "",
  work: "",
  dataset: "",
  waiting: "",
  asked: "",
  known: "",
};

beforeAll(async () => {
  owner = await givenPerson(service, { role: "owner" });
  member = await givenPerson(service, { role: "annotator" });
  bodyOf(await request("PATCH", `/v1/members/${member.member_id}`, { name: "Grace" }), 200);
  bodyOf(await request("POST", "/v1/api-keys", { name: "nightly" }), 201);
  const hook = bodyOf(await request("POST", "/v1/webhooks", { url: receiver.url }), 201);
  bodyOf(await request("POST", `/v1/webhooks/${hook.id}/test`, { type: "batch.created" }), 200);
  paths.webhook = `/settings/webhooks/${hook.id}`;

  const open = await givenBatch(service, { settings: { ...ONE, quality_level: "none" } });
  paths.open = `/batches/${open.id}`;
  paths.project = `/projects/${open.project_id}`;
  paths.datasets = `${paths.project}?tab=datasets`;
  paths.items = `/items?project=${open.project_id}`;
  paths.filtered = `${paths.items}&state=open`;
  paths.work = `/work?batch=${open.id}&kinds=annotate`;
  const [{ id: item_id }] = bodyOf(await request("GET", `/v1/items?batch_id=${open.id}`), 200).data;
  bodyOf(await request("POST", "/v1/comments", { item_id, text: "Which one?" }), 201);
  paths.asked = `/questions?batch=${open.id}`;
  const known = await givenBatch(service, {
    settings: { quality_policy: { overlap: 1, gold_share: 1, feedback: true } },
  });
  const gold = ["1", "2", "3"].map((external_id) => ({ external_id, result: { label: "yes" } }));
  bodyOf(await request("POST", `/v1/batches/${known.id}/gold`, { gold }), 200);
  paths.known = `/work?batch=${known.id}&kinds=annotate`;
  const model = {
    name: "sign-finder",
    version: "1",
    kind: "pushed",
    annotation_types: ["text_classification"],
  };
  bodyOf(await request("POST", "/v1/models", model), 201);
  const completed = await givenBatch(service, { settings: { ...ONE, quality_level: "none" } });
  await annotateAll(service, completed.id, ["ann"]);
  paths.completed = `/batches/${completed.id}`;
  const begun = await givenBatch(service, { settings: { ...ONE, quality_level: "none" } });
  await submit(service, await claim(service, "ann", { batch_id: begun.id }), "yes");
  paths.decided = `/items?batch=${begun.id}`;
  const query = { project_id: completed.project_id, statuses: ["completed"] };
  const dataset = bodyOf(await request("POST", "/v1/datasets", { name: "all", query }), 201);
  bodyOf(await request("POST", `/v1/datasets/${dataset.id}/versions`), 202);
  paths.dataset = `/datasets/${dataset.id}`;
  const waiting = await givenBatch(service, {
    settings: { quality_policy: { overlap: 1, challenge: "nonce" } },
  });
  await annotateAll(service, waiting.id, ["ann"]);
  paths.waiting = `/batches/${waiting.id}`;
  const [certified, failed] = [
    await givenBatch(service, { settings: ONE }),
    await givenBatch(service, { settings: ONE }),
  ];
  for (const [{ id }, label] of [
    [certified, "yes"],
    [failed, "no"],
  ] as const) {
    await annotateAll(service, id, ["ann"]);
    await runJobs();
    await auditAll(service, id, "eve", () => label);
    await runJobs();
  }
  paths.certified = `/batches/${certified.id}`;
  paths.failed = `/batches/${failed.id}`;
});

async function openAs(person: Person, path: string, viewport = { width: 1280, height: 800 }): Promise<Page> {
  const page = await openPage("about:blank", { bypassCSP: true, viewport });
  await page.context().addCookies(cookiesOf(person.cookie, origin));
  await page.goto(origin + path);
  return page;
}

const untilFocused = (wanted: Locator) =>
  wanted.and(wanted.page().locator(":focus")).waitFor({ state: "attached" });

/** Presses a button that has the focus by Tab or by a skip over the page, and returns it. */
async function pressed(button: Locator): Promise<Locator> {
  await button.focus();
  await button.press("Enter");
  return button;
}

/** Chooses an entry of a menu by the keyboard, and returns the button of the menu. */
async function chosen(menu: Locator, entry: string): Promise<Locator> {
  const page = menu.page();
  await pressed(menu);
  const item = page.getByRole("menuitem", { name: entry, exact: true });
  await item.waitFor();
  await untilHolds(async () => {
    if ((await item.and(page.locator(":focus")).count()) === 1) return;
    await page.keyboard.press("ArrowDown");
    throw new Error(`the focus is not on ${entry} yet`);
  });
  await page.keyboard.press("Enter");
  return menu;
}

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const grace = (page: Page) => page.getByRole("row", { name: /^Grace/ }).getByRole("button", { name: "More" });

interface Dialog {
  readonly name: string;
  readonly at: keyof typeof paths;
  /** Opens it by keys; returns what must have the focus afterwards. */
  readonly open: (page: Page) => Promise<Locator>;
  /** What must have the focus at first. */
  readonly first: (dialog: Locator) => Locator;
}

const field = (name: string | RegExp) => (dialog: Locator) => dialog.getByRole("textbox", { name });
const action = (name: string) => (dialog: Locator) => dialog.getByRole("button", { name, exact: true });

const DIALOGS: readonly Dialog[] = [
  {
    ...{ name: "Invite a member", at: "members", first: field("E-mail") },
    open: (page) => pressed(button(page, "Invite")),
  },
  {
    ...{ name: "Invite from a CSV file", at: "members", first: (of) => of.getByLabel("CSV file") },
    open: (page) => pressed(button(page, "Import CSV")),
  },
  {
    ...{ name: "Edit Grace", at: "members", first: field("Name") },
    open: (page) => chosen(grace(page), "Edit…"),
  },
  {
    ...{ name: "Pay rates of Grace", at: "members", first: field("Amount") },
    open: (page) => chosen(grace(page), "Pay rates…"),
  },
  {
    ...{ name: "New password for Grace", at: "members", first: action("Done") },
    open: (page) => chosen(grace(page), "Send password link…"),
  },
  {
    ...{ name: "Delete Grace?", at: "members", first: field(/to confirm/) },
    open: (page) => chosen(grace(page), "Delete…"),
  },
  {
    ...{ name: "New API key", at: "keys", first: field("Name") },
    open: (page) => pressed(button(page, "New key")),
  },
  {
    ...{ name: "Revoke nightly?", at: "keys", first: action("Keep key") },
    open: (page) => pressed(button(page, "Revoke nightly")),
  },
  {
    ...{ name: "New webhook", at: "webhooks", first: field("URL") },
    open: (page) => pressed(button(page, "New webhook")),
  },
  {
    ...{ name: "Edit webhook", at: "webhook", first: field("URL") },
    open: (page) => chosen(button(page, "More"), "Edit…"),
  },
  {
    ...{ name: "Delete this webhook?", at: "webhook", first: action("Keep webhook") },
    open: (page) => chosen(button(page, "More"), "Delete…"),
  },
  {
    ...{ name: "Attempts", at: "webhook", first: action("Close") },
    open: (page) => pressed(button(page, "Attempts").first()),
  },
  {
    ...{ name: "Connect a model", at: "models", first: field("Name") },
    open: (page) => pressed(button(page, "Connect a model")),
  },
  {
    ...{ name: "Delete sign-finder", at: "models", first: field(/to confirm/) },
    open: (page) => pressed(button(page, "Delete sign-finder")),
  },
  {
    ...{ name: "Known answer to", at: "known", first: action("Close") },
    open: async (page) => {
      await page.getByRole("button", { name: "no" }).waitFor();
      await page.keyboard.press("2");
      await page.keyboard.press("Control+Enter");
      const show = button(page, "Show the known answer");
      await show.waitFor();
      return pressed(show);
    },
  },
  {
    ...{
      name: "Daily mail",
      at: "projects",
      first: (of) => of.getByRole("radio", { name: "None" }),
    },
    open: (page) => chosen(button(page, "Ada"), "Daily mail"),
  },
  {
    ...{ name: "Batch settings", at: "open", first: field("Name") },
    open: (page) => chosen(button(page, "More"), "Edit or delete…"),
  },
  {
    ...{
      name: "Export now",
      at: "open",
      first: (of) => of.getByRole("button", { name: /Format$/ }),
    },
    open: (page) => chosen(button(page, "More"), "Export now"),
  },
  {
    // leaves the dialog open from which it came, so it is the last of its screen
    ...{ name: "Delete this batch", at: "open", first: field(/to confirm/) },
    open: async (page) => {
      await chosen(button(page, "More"), "Edit or delete…");
      const boxOf = (name: RegExp) => page.getByRole("dialog").getByRole("button", { name }).boundingBox();
      const [remove, cancel] = [await boxOf(/^Delete/), await boxOf(/^Cancel/)];
      if (remove === null || cancel === null) throw new Error("a button is missing");
      expect(cancel.x - remove.x - remove.width, "far from what one presses often").toBeGreaterThan(60);
      return pressed(page.getByRole("dialog").getByRole("button", { name: /^Delete/ }));
    },
  },
  {
    ...{ name: "Start an audit", at: "completed" },
    first: (of) => of.getByRole("radio", { name: /^Standard/ }),
    open: (page) => pressed(button(page, "Start an audit")),
  },
  {
    ...{ name: "Add a challenge", at: "waiting", first: field("Challenge") },
    open: (page) => pressed(button(page, "Add challenge")),
  },
  {
    ...{ name: "Certify version 1", at: "dataset" },
    first: (of) => of.getByRole("radio", { name: /^Standard/ }),
    open: (page) => pressed(button(page, "Certify version 1…")),
  },
  {
    ...{ name: "Download version 1", at: "dataset" },
    first: (of) => of.getByRole("button", { name: /Format$/ }),
    open: (page) => pressed(button(page, "Download version 1…")),
  },
  {
    ...{ name: "Amend labels", at: "certified" },
    first: (of) => of.getByRole("link", { name: "Choose items" }),
    open: (page) => chosen(button(page, "More"), "Amend labels…"),
  },
  {
    ...{ name: "Send back to annotators", at: "failed", first: field("Reason") },
    open: (page) => pressed(button(page, "Send back to annotators")),
  },
  {
    ...{ name: "Add data", at: "project", first: field("Batch name") },
    open: (page) => pressed(button(page, "Add data")),
  },
  {
    ...{ name: "New dataset", at: "datasets", first: field("Name") },
    open: (page) => pressed(button(page, "New dataset")),
  },
  {
    ...{ name: "Save these filters", first: field("Name") },
    at: "filtered",
    open: (page) => pressed(button(page, "Save these filters")),
  },
  {
    ...{ name: "Set priority", first: field(/^Priority/) },
    at: "items",
    open: async (page) => {
      await page.getByLabel("Select all loaded items").press("Space");
      return chosen(button(page, "Change"), "Set priority");
    },
  },
  {
    ...{ name: "Send back to annotators", at: "decided", first: field("Reason (optional)") },
    open: async (page) => {
      await page.getByLabel("Select all loaded items").press("Space");
      return chosen(button(page, "Change"), "Send back to annotators");
    },
  },
  {
    ...{ name: "Why do you skip this item?", at: "work" },
    first: (of) => of.getByRole("button").first(),
    open: (page) => pressed(button(page, "Skip")),
  },
  {
    ...{ name: "All actions", at: "work" },
    first: (of) => of.getByRole("combobox"),
    open: (page) => pressed(page.getByRole("button", { name: /^All actions/ })),
  },
  {
    ...{ name: "Keys", at: "work", first: (of) => of.getByRole("searchbox") },
    open: async (page) => {
      const skip = button(page, "Skip");
      await skip.focus();
      await page.keyboard.press("?");
      return skip;
    },
  },
  {
    ...{ name: "Keys", at: "asked", first: (of) => of.getByRole("searchbox") },
    open: async (page) => {
      const row = page.getByRole("listitem").filter({ hasText: "Which one?" });
      await untilFocused(row);
      await page.keyboard.press("?");
      return row;
    },
  },
  {
    ...{ name: "Waiting to be sent", at: "work", first: action("Send now") },
    open: async (page) => {
      await page.route("**/submit", (route) => route.abort());
      await button(page, "Submit").waitFor();
      await page.keyboard.press("1");
      await page.keyboard.press("Control+Enter");
      return pressed(button(page, "Sending: 1"));
    },
  },
  {
    ...{ name: "Sign in again", at: "account", first: field("E-mail") },
    open: async (page) => {
      const over = { status: 401, json: { error: "unauthorized", message: "over" } };
      await page.getByLabel("Name").fill("Never saved");
      await page.route(/\/auth\/token|\/v1\/account$/, (route) => route.fulfill(over));
      return pressed(button(page, "Save"));
    },
  },
];

/** Opens a dialog on its screen, looks at it on a desk and a telephone, and closes it. */
async function expectDialog(page: Page, one: Dialog): Promise<void> {
  const opener = await one.open(page);
  const dialog = page.getByRole("dialog").last();
  const title = dialog.getByRole("heading", { level: 2 }).first(); // an answer that it shows may have more
  await title.waitFor();
  expect(await title.textContent()).toMatch(new RegExp(one.name.replace("?", "\\?")));
  await untilFocused(one.first(dialog));
  await takePictures(page, one.name);

  const before = { width: 1280, height: 800 };
  await page.setViewportSize(PHONE);
  const { width } = PHONE;
  await untilHolds(async () => {
    const beyond = await page.evaluate(BEYOND_DIALOG);
    expect([beyond, await page.evaluate("innerWidth")]).toEqual([0, width]);
  });
  for (const each of await dialog.locator("[class*=foot]").getByRole("button").all()) {
    const box = await each.boundingBox();
    expect(box, await each.innerText()).not.toBeNull();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(PHONE.height);
  }
  await page.evaluate(TO_THE_END);
  expect((await title.boundingBox())?.y, "the title stays in sight").toBeGreaterThan(0);

  await page.setViewportSize(before);
  await page.keyboard.press("Escape");
  await untilFocused(opener);
}

test.each([...Map.groupBy(DIALOGS, ({ at }) => at)])(
  "on the screen %s each dialog has the focus where one begins, and gives it back",
  async (at, dialogs) => {
    const page = await openAs(at === "work" || at === "known" ? member : owner, paths[at]);
    for (const one of dialogs) await expectDialog(page, one);
  },
);

/** Screenshots to look at; nothing compares them. */
async function takePictures(page: Page, name: string): Promise<void> {
  const { SCREENSHOTS: folder } = process.env;
  if (!folder) return;
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 800 });
      const file = name.replaceAll(/[^a-z]+/gi, "-");
      await page.screenshot({ path: `${folder}/${file}-${colorScheme}-${width}.png` });
    }
  }
  await page.emulateMedia({ colorScheme: "light" });
}

test("what is typed in a dialog outlives a click outside, and a refused field says why and has the focus", async () => {
  const page = await openAs(owner, "/settings/webhooks");
  await pressed(button(page, "New webhook"));
  const dialog = page.getByRole("dialog");
  await page.keyboard.type("nowhere");
  await page.mouse.click(5, 400);
  const url = dialog.getByRole("textbox", { name: "URL" });
  expect(await url.inputValue()).toBe("nowhere");
  await dialog.getByRole("button", { name: "Save" }).press("Enter");
  await untilFocused(url);
  expect(await url.getAttribute("aria-invalid")).toBe("true");
  const saying = await url.getAttribute("aria-describedby");
  await untilHolds(async () => expect(saying).not.toBeNull());
  await takePictures(page, "webhook refused");
});

test("a key is created and revoked by keys alone: the secret, then the next row, has the focus", async () => {
  const page = await openAs(owner, "/settings/keys");
  await enter(page, button(page, "New key"));
  await page.keyboard.type("by keys");
  await tabTo(page, page.getByRole("checkbox", { name: "All scopes" }));
  await page.keyboard.press("Space");
  await page.keyboard.press("Enter"); // in a box to tick it submits
  const secret = page.getByRole("textbox", { name: "New API key" });
  await untilFocused(secret);
  await takePictures(page, "key once");
  expect(await page.evaluate("String(getSelection())")).toBe(await secret.textContent());
  const used = await fetch(`${origin}/v1/projects`, {
    headers: { authorization: `Bearer ${await secret.textContent()}` },
  });
  expect(used.status).toBe(200);

  await enter(page, button(page, "Revoke by keys"));
  await tabTo(page, button(page, "Revoke"));
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  expect(await page.locator(":focus").getAttribute("aria-label")).toMatch(/^(Revoke|API keys)/);
});

test("a webhook is created by keys alone, and its secret has the focus", async () => {
  const page = await openAs(owner, "/settings/webhooks");
  await enter(page, button(page, "New webhook"));
  await page.keyboard.type(`${receiver.url}/again`);
  await page.keyboard.press("Enter");
  const secret = page.getByRole("textbox", { name: "Signing secret" });
  await untilFocused(secret);
  expect(await secret.textContent()).toMatch(/^whsec_/);
  await takePictures(page, "webhook once");
});

test("a member is invited and paid by keys alone", async () => {
  const page = await openAs(owner, "/members");
  await enter(page, button(page, "Invite"));
  await page.keyboard.type("lin@acme.test");
  await page.keyboard.press("Enter");
  const done = page.getByRole("dialog").getByRole("button", { name: "Done" });
  await done.waitFor();
  await takePictures(page, "invited");
  expect(await page.getByRole("dialog").locator(":focus").count()).toBe(1);
  await page.keyboard.press("Escape");
  await untilFocused(button(page, "Invite"));

  const row = page.getByRole("row", { name: /lin@acme\.test/ });
  await chosen(row.getByRole("button", { name: "More" }), "Pay rates…");
  const dialog = page.getByRole("dialog");
  await page.keyboard.type("x");
  await page.keyboard.press("Enter");
  const amount = dialog.getByRole("textbox", { name: "Amount" });
  await untilHolds(async () => expect(await amount.getAttribute("aria-invalid")).toBe("true"));
  await untilFocused(amount);
  await takePictures(page, "rate refused");
  await type(page, amount, "18.50");
  await page.keyboard.press("Enter");
  await dialog.getByText(/^Saved: 18\.50 EUR per active hour/).waitFor();
  await untilFocused(amount);
  expect(await amount.inputValue()).toBe("");
  await takePictures(page, "rate saved");
  await enter(page, dialog.getByRole("button", { name: /^Delete the rate/ }));
  await dialog.getByText("No rate yet.").waitFor();
  await untilFocused(amount);
  await page.keyboard.press("Escape");
  await untilFocused(row.getByRole("button", { name: "More" }));

  const { data } = bodyOf(await request("GET", "/v1/members?limit=100"), 200);
  expect(data.map(({ email }: { email: string | null }) => email)).toContain("lin@acme.test");
});

test("after the last row of a list is deleted, the focus is on what is nearest", async () => {
  const project = await givenProject(service);
  await givenPerson(service, { project_ids: [project.id] });
  const zoe = bodyOf(await request("POST", "/v1/members", { name: "Zoe" }), 201);
  const page = await openAs(owner, "/members");
  const row = page.getByRole("row", { name: /^Zoe/ });
  await chosen(row.getByRole("button", { name: "More" }), "Delete…");
  await page.keyboard.type("Zoe");
  await page.keyboard.press("Enter");
  await row.waitFor({ state: "detached" });
  await untilFocused(page.getByRole("row").getByRole("button", { name: "More" }));
  bodyOf(await request("GET", `/v1/members/${zoe.id}`), 404);
});
