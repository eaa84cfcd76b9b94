import { annotateAll, bodyOf, givenBatch } from "@assay/server/test/given.ts";
import { givenPerson, PASSWORD, type Person } from "@assay/server/test/people.ts";
import { untilHolds } from "@assay/server/test/until.ts";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectSound } from "../accessible.ts";
import { openPage } from "../browser.ts";
import { cookiesOf } from "../cookies.ts";
import { serve } from "./serve.ts";

const { origin, service } = await serve();
const { request, runJobs } = service;
const [owner, reviewer, annotator] = await Promise.all(
  (["owner", "reviewer", "annotator"] as const).map((role) => givenPerson(service, { role })),
);

/** Opens a member's page at a screen. */
async function openAt(person: Person | undefined, path: string): Promise<Page> {
  const page = await openPage("about:blank", { bypassCSP: true });
  if (person !== undefined) await page.context().addCookies(cookiesOf(person.cookie, origin));
  await page.goto(origin + path);
  return page;
}

const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).first().click();

test("the frame, settings, members and their dialogs pass the accessibility checks", async () => {
  const { id } = bodyOf(
    await request("POST", "/v1/webhooks", { url: "https://hooks.acme.test/", events: ["batch.failed"] }),
    201,
  );
  const page = await openAt(owner, "/members");
  await page.getByText("(you)").waitFor();
  await expectSound(page, "members");
  await press(page, "Invite");
  await page.getByRole("dialog").waitFor();
  await expectSound(page, "invite");
  await page.keyboard.press("Escape");
  await press(page, "Import CSV");
  await page.getByRole("dialog").waitFor();
  await expectSound(page, "invite from CSV");

  for (const [path, words] of [
    ["/settings/account", "Bytes fetched by URL per upload"],
    ["/settings/keys", "first key"],
    ["/settings/webhooks", "hooks.acme.test"],
    ["/settings/work", "No work in this period"],
    ["/settings/audit-log", "Assay keeps changes for 400 days."],
    [`/settings/webhooks/${id}`, "No deliveries yet"],
    ["/work/mine", "My work"],
    ["/batches/batch_none", "Page not found"],
    ["/settings/webhooks/wh_none", "Page not found"],
    ["/projects/a/b", "Page not found"],
  ] as const) {
    await page.goto(origin + path);
    await page.getByText(words).filter({ visible: true }).first().waitFor();
    await expectSound(page, path);
  }
});

test("on a telephone every control is large enough for a finger, and the list of places fits", async () => {
  const page = await openPage("about:blank", {
    ...{ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } },
  });
  await page.context().addCookies(cookiesOf(owner?.cookie ?? "", origin));
  for (const path of ["/projects", "/members", "/settings/account", "/work/mine"]) {
    await page.goto(origin + path);
    await page.getByRole("heading", { level: 1 }).waitFor();
    const controls = page.locator("main").locator("button, input, [role=tab]");
    await controls.or(page.getByText("Nothing to do")).first().waitFor();
    expect(await page.evaluate(SMALL_CONTROLS), path).toEqual([]);
  }
  const beyond = await page.evaluate(
    "(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('nav'))",
  );
  expect(beyond).toBeLessThanOrEqual(0);
  await page.locator("header").getByRole("button").last().tap();
  const lowest = page.getByRole("menuitem", { name: "Documentation" });
  expect((await lowest.boundingBox())?.height).toBeGreaterThanOrEqual(44);

  const { id } = await givenBatch(service, { texts: 1 });
  await page.goto(`${origin}/work?batch=${id}&kinds=annotate`);
  for (const name of ["Undo", "Redo", "Skip", "Submit"]) {
    const box = await page.getByRole("button", { name, exact: true }).boundingBox();
    expect(box?.width, name).toBeGreaterThanOrEqual(44);
    expect(box?.height, name).toBeGreaterThanOrEqual(44);
  }
  await page.goto(`${origin}/items?batch=${id}&view=gallery`);
  const name = page.getByRole("region", { name: "Items" }).getByRole("link");
  expect((await name.boundingBox())?.width, "room for the name of a tile").toBeGreaterThanOrEqual(130);
});

test("on a telephone the lists of actions and of keys scroll, and close by touch", async () => {
  const page = await openPage("about:blank", {
    ...{ hasTouch: true, isMobile: true, bypassCSP: true, viewport: { width: 390, height: 844 } },
  });
  await page.context().addCookies(cookiesOf(owner?.cookie ?? "", origin));
  const { id } = await givenBatch(service, { texts: 1 });
  await page.goto(`${origin}/work?batch=${id}&kinds=annotate`);
  const dialog = page.getByRole("dialog");
  const all = page.getByRole("button", { name: "All actions", exact: true });
  await all.tap();
  await dialog.waitFor();
  await page.touchscreen.tap(195, 4); // beside the list
  await dialog.waitFor({ state: "detached" });
  await all.tap();
  await page.getByRole("option", { name: "Keys", exact: true }).tap();
  await page.getByRole("dialog", { name: "Keys" }).waitFor();
  await page.setViewportSize({ width: 390, height: 480 });
  const close = dialog.getByRole("button", { name: "Close" });
  const isInSight = async () => {
    const box = await close.boundingBox();
    return box !== null && box.y >= 0 && box.y + box.height <= 480;
  };
  expect(await isInSight()).toBe(true); // though the list is longer than the screen
  const rows = dialog.locator("dl > div");
  await rows.last().scrollIntoViewIfNeeded();
  expect((await rows.last().boundingBox())?.y).toBeLessThan(480);
  expect((await rows.first().boundingBox())?.y).toBeLessThan(0);
  expect(await isInSight()).toBe(true);
  await expectSound(page, "keys on a telephone");
  await close.tap();
  await dialog.waitFor({ state: "detached" });
});

/** Runs in the page: the links of the frame, buttons, inputs and tabs under 44 px in height. */
const SMALL_CONTROLS = `
  [...document.querySelectorAll("header nav a, main button, main input, main [role=tab]")]
    .map((control) => control.closest("label") ?? control)
    .filter((control) => control.checkVisibility() && control.getBoundingClientRect().height < 44)
    .map((control) => control.outerHTML)`;

test("the frame stands, and says that the page loads, before the first data come", async () => {
  const { id } = await givenBatch(service, { texts: 1 });
  const page = await openAt(owner, "/members");
  let letOn: (() => void) | undefined;
  const held = new Promise<void>((resolve) => {
    letOn = resolve;
  });
  await page.route("**/v1/batches/**", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${origin}/batches/${id}`);
  await page.getByRole("status").getByText("Loading this page").waitFor();
  await page.getByRole("link", { name: "Members" }).waitFor();
  letOn?.();
  await page.getByRole("tab", { name: "Overview" }).waitFor();
});

test("the sign-in and join pages pass the accessibility checks", async () => {
  const page = await openAt(undefined, "/projects");
  await page.getByLabel("E-mail").fill("nobody@acme.test");
  await page.getByLabel("Password").fill("no password at all");
  await page.keyboard.press("Enter");
  await page.getByRole("alert").waitFor();
  await expectSound(page, "sign-in");
  const signIn = page.getByRole("button", { name: "Sign in", exact: true });
  const at = (await signIn.boundingBox())?.y ?? 0;
  await page.getByLabel("E-mail").fill("nobody");
  await page.getByLabel("Password").fill("");
  await signIn.click();
  await page.getByText("Enter a valid e-mail address.").waitFor();
  expect((await signIn.boundingBox())?.y).toBeCloseTo(at, 0);
  const member = { name: "Eve", email: "eve@acme.test", role: "annotator" };
  const { invitation } = bodyOf(await request("POST", "/v1/members", member), 201);
  for (const [url, words] of [
    [`${origin}/join/none`, "This link does not work"],
    [invitation.url, "Your name"],
  ]) {
    await page.goto(url);
    await page.getByText(words).waitFor();
    await expectSound(page, words);
  }

  const join = page.getByRole("button", { name: "Join" });
  const place = (await join.boundingBox())?.y ?? 0;
  for (const [password, message] of [
    ["", "Please fill out this field."],
    ["short", "Enter at least 10 characters."],
    ["passwordpassword", /This password is too common/],
  ] as const) {
    await page.getByLabel("Password").fill(password);
    await join.click();
    await page.getByText(message).waitFor();
    expect((await join.boundingBox())?.y, `the button after “${message}”`).toBeCloseTo(place, 0);
  }
});

test("a member of two accounts switches in the menu, and a reload keeps the account", async () => {
  const ada = await givenPerson(service, { role: "reviewer" });
  const other = await service.givenAccount();
  bodyOf(await other.request("PATCH", "/v1/account", { name: "Other Ltd" }), 200);
  const member = { name: "Ada there", email: ada.email, role: "manager" };
  const { invitation } = bodyOf(await other.request("POST", "/v1/members", member), 201);
  const link = `/auth/invitations/${invitation.url.split("/").at(-1)}`;
  const joining = { name: "Ada there", password: PASSWORD };
  bodyOf(await service.anonymous("POST", link, joining, { origin: service.deps.config.baseUrl }), 204);
  const page = await openAt(ada, "/work/mine");
  const choose = async (menu: string, entry: string) => {
    await page.getByRole("button", { name: menu, exact: true }).click();
    await page.getByRole("menuitem", { name: entry }).click();
  };

  await choose("Ada", "Switch to Other Ltd");
  await page.getByRole("button", { name: "Ada there", exact: true }).waitFor();
  await page.reload();
  await page.getByRole("button", { name: "Ada there", exact: true }).waitFor();

  await choose("Ada there", "Switch to Acme");
  await page.getByRole("button", { name: "Ada", exact: true }).waitFor();
});

test("the sign-in never redirects to another site", async () => {
  const { email } = await givenPerson(service, { role: "owner" });
  const page = await openAt(undefined, `/sign-in?to=${encodeURIComponent("/\\elsewhere.test")}`);
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.keyboard.press("Enter");
  await page.waitForURL(`${origin}/projects`);
});

test("the work screen passes the accessibility checks, and keys do not reach behind a dialog", async () => {
  const settings = { quality_policy: { overlap: 1 }, instructions: "Say *yes*." };
  const { id } = await givenBatch(service, { texts: 3, settings });
  const page = await openAt(reviewer, `/work?batch=${id}&kinds=annotate`);
  await page.getByRole("button", { name: "I have read them" }).waitFor();
  for (const key of ["1", "Control+k", "Control+Enter", "Control+Shift+Space"])
    await page.keyboard.press(key);
  await expectSound(page, "guidelines");
  expect(await page.getByRole("dialog").count()).toBe(1); // another dialog would be open by now
  await press(page, "I have read them");
  await expectSound(page, "work");
  expect(await page.getByRole("button", { name: "Undo" }).isDisabled()).toBe(true);
  for (const [keys, title] of [
    ["Control+k", "All actions"],
    ["?", "Keys"],
    ["Control+Shift+Space", "Why do you skip this item?"],
  ] as const) {
    await page.keyboard.press(keys);
    await page.getByRole("dialog", { name: title }).waitFor();
    await expectSound(page, title);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
  }
  await page.keyboard.press("Control+k");
  const shown = page.getByRole("option");
  await shown.nth(1).hover(); // where the pointer goes, it chooses
  await page.getByRole("option", { selected: true }).and(shown.nth(1)).waitFor();
  const search = page.getByRole("combobox", { name: "Find an action" });
  const place = await search.boundingBox();
  await page.keyboard.type("skip");
  await expect.poll(() => shown.count()).toBeLessThan(5);
  expect(await search.boundingBox(), "the field stays where it is").toEqual(place);
  await page.keyboard.type("z");
  await page.getByText("No action here has “skipz”.").waitFor();
  await page.keyboard.press("Backspace");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Why do you skip this item?" }).waitFor();
  await page.keyboard.press("Escape");

  const audited = await givenBatch(service, { texts: 2, settings: { quality_policy: { overlap: 1 } } });
  await annotateAll(service, audited.id, ["ann"]);
  await runJobs();
  const mine = await openAt(reviewer, "/work/mine");
  await mine.getByRole("button", { name: /^Audit/ }).waitFor();
  await expectSound(mine, "my work");
  await press(mine, /^Audit/);
  await mine.getByText("Is “yes” right?").waitFor();
  await expectSound(mine, "audit");
  await press(mine, /^Wrong/);
  await mine.getByLabel("What is wrong with the label").waitFor();
  await expectSound(mine, "correction");

  const three = {
    quality_policy: { overlap: 2 },
    labels: ["yes", "no", "maybe"].map((name) => ({ name })),
  };
  const split = await givenBatch(service, { texts: 1, settings: three });
  const said: Readonly<Record<string, string>> = { ann: "yes", bob: "no", cat: "maybe" };
  await annotateAll(service, split.id, Object.keys(said), (_, who) => said[who] ?? "");
  const adjudication = await openAt(reviewer, `/work?batch=${split.id}&kinds=adjudicate`);
  await adjudication.getByRole("heading", { name: "Answers" }).waitFor();
  await expectSound(adjudication, "adjudication");
});

test("annotators start at My work and see only the sections that they may open", async () => {
  const page = await openAt(annotator, "/");
  await page.getByRole("heading", { name: "My work", level: 1 }).waitFor();
  expect(await page.getByRole("navigation", { name: "Main" }).getByRole("link").allTextContents()).toEqual([
    "My work",
    "Questions",
  ]);
  await page.goto(`${origin}/projects`);
  await page.getByRole("heading", { name: "Projects: not open to your role" }).waitFor();
  await expectSound(page, "projects of an annotator");
  expect(await page.getByRole("button", { name: "Try again" }).count()).toBe(0);
  await page.getByRole("main").getByRole("link", { name: "My work" }).click();
  await page.getByRole("heading", { name: "My work", level: 1 }).waitFor();
});

test("a screen that failed to load is retried, and typed text survives the end of the session", async () => {
  const { project_id } = await givenBatch(service, { texts: 1 });
  const page = await openAt(owner, "/projects");
  let isAway = true;
  await page.route("**/v1/projects/**", (route) => (isAway ? route.abort() : route.continue()));
  await page.goto(`${origin}/projects/${project_id}`);
  await page.getByText("Assay does not respond").waitFor();
  isAway = false;
  await press(page, "Try again");
  await page.getByRole("tab", { name: "Overview" }).waitFor();

  await page.goto(`${origin}/settings/account`);
  await page.getByLabel("Name").fill("Typed before");
  await service.db.deleteFrom("sessions").execute();
  await page.route("**/v1/account", (route) =>
    route.request().method() === "PATCH"
      ? route.fulfill({ status: 401, json: { error: "unauthorized", message: "over" } })
      : route.continue(),
  );
  await press(page, "Save");
  await page.getByRole("dialog", { name: "Sign in again" }).waitFor();
  await page.unroute("**/v1/account");
  await page.getByLabel("E-mail", { exact: true }).fill(owner?.email ?? "");
  await page.getByLabel("Password").fill(PASSWORD);
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await press(page, "Save");
  await untilHolds(async () => {
    expect(bodyOf(await request("GET", "/v1/account"), 200).name).toBe("Typed before");
  });
});

test("an insecure address shows a page that says so", async () => {
  const page = await openPage("about:blank", { bypassCSP: true });
  await page.addInitScript("Object.defineProperty(window, 'isSecureContext', { value: false })");
  await page.goto(`${origin}/projects`);

  await page.getByRole("heading", { name: "This address is not secure" }).waitFor();
  await expectSound(page, "insecure");
});

test("an internal error says what to do and names the request, and the focus goes on where the data come", async () => {
  const page = await openAt(await givenPerson(service, { role: "owner" }), "/projects"); // with a session of their own
  let fails = true;
  const broken = {
    ...{ status: 500, headers: { "x-request-id": "req_broken" } },
    json: { error: "internal_error", message: "internal error" },
  };
  await page.route("**/v1/api-keys**", (route) => (fails ? route.fulfill(broken) : route.continue()));
  await page.goto(`${origin}/settings/keys`);
  await page.getByText("give the operator of this service this id: req_broken").waitFor();
  await expectSound(page, "internal error");
  fails = false;
  await page.getByRole("button", { name: "Try again" }).press("Enter");
  await page.getByText("first key").waitFor();
  await page.locator("main :focus").waitFor();
});
