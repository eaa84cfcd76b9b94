import { givenPerson } from "@assay/server/test/people.ts";
import { expect, test } from "vitest";
import { expectSound } from "../accessible.ts";
import { openPage } from "../browser.ts";
import { cookiesOf } from "../cookies.ts";
import { serve } from "./serve.ts";

const { origin, service } = await serve();

test("the documentation is searched and read without signing in", async () => {
  const page = await openPage("about:blank");
  const faults: string[] = [];
  const strangers: string[] = [];
  page.on("console", (line) => line.type() === "error" && faults.push(line.text()));
  page.on("request", (request) => request.url().startsWith(origin) || strangers.push(request.url()));
  await page.goto(`${origin}/docs`);

  await page.keyboard.press("/");
  await page.keyboard.type("who sees wh");
  const options = page.getByRole("option");
  await options.first().getByText("Who sees what of an item").waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.waitForURL(`${origin}/docs/security#who-sees-what-of-an-item`);
  await page.getByRole("heading", { name: "Who sees what of an item" }).waitFor();

  await page.getByRole("combobox", { name: "Search the documentation" }).fill("pgbouncer");
  await page.keyboard.press("Enter");
  await page.waitForURL(`${origin}/docs/search?q=pgbouncer`);
  await page.getByRole("main").getByRole("link").first().click();
  await page.waitForURL(/\/docs\/(operating|deploy)/);
  await page.getByRole("navigation", { name: "Contents" }).getByRole("link", { name: "Formats" }).click();
  await page.getByRole("heading", { level: 1, name: "Formats" }).waitFor();

  expect(faults).toEqual([]);
  expect(strangers).toEqual([]);
});

test("the menu of a member opens the documentation in a new tab", async () => {
  const { cookie } = await givenPerson(service, { role: "annotator" });
  const page = await openPage("about:blank");
  await page.context().addCookies(cookiesOf(cookie, origin));
  await page.goto(`${origin}/work/mine`);
  const opened = page.context().waitForEvent("page");

  await page.getByRole("button", { name: "Ada" }).click();
  await page.getByRole("menuitem", { name: "Documentation" }).click();

  await (await opened).waitForURL(`${origin}/docs`);
  await (await opened).getByRole("heading", { level: 1, name: "Guides" }).waitFor();
});

test.each(["/docs", "/docs/quickstart", "/docs/formats", "/docs/search?q=audit"])(
  "%s is sound in both themes, and no wider than a telephone",
  async (url) => {
    const page = await openPage(origin + url, { bypassCSP: true });
    await expectSound(page, url);
  },
);

test("the reference opens from the contents and shows the operations", { timeout: 120_000 }, async () => {
  const page = await openPage(`${origin}/docs`);

  await page
    .getByRole("navigation", { name: "Contents" })
    .getByRole("link", { name: "API reference" })
    .click();
  await page.locator('[data-path="/certificates/{id}"]').first().waitFor({ timeout: 90_000 }); // it draws all operations, which is ten seconds of computing
});
