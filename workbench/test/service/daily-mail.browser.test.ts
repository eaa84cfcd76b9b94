import { createRequire } from "node:module";
import { sweepDigests } from "@assay/server/src/digests/sweep.ts";
import { annotateAll, bodyOf, givenBatch, itemOf } from "@assay/server/test/given.ts";
import { givenPerson } from "@assay/server/test/people.ts";
import { expect, test } from "vitest";
import { expectSound } from "../accessible.ts";
import { openPage } from "../browser.ts";
import { cookiesOf } from "../cookies.ts";
import { serve } from "./serve.ts";

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const DAY_MS = 24 * 3_600_000;
let late = 0;
const { origin, service } = await serve(() => new Date(Date.now() + late));

test("an annotator turns the daily mail on in the menu, and off by the link in it", async () => {
  const ada = await givenPerson(service, { role: "annotator" });
  const page = await openPage("about:blank", { bypassCSP: true });
  await page.context().addCookies(cookiesOf(ada.cookie, origin));
  await page.goto(`${origin}/work/mine`);
  const open = async () => {
    await page.getByRole("button", { name: "Ada" }).click();
    await page.getByRole("menuitem", { name: "Daily mail" }).click();
    await page.getByRole("radiogroup", { name: `Mails to ${ada.email}` }).waitFor();
  };
  await open();
  expect(await page.getByRole("radio", { name: "None" }).isChecked()).toBe(true);
  await page.getByText("Mail is not set up on this service").waitFor();
  await page.getByText("One mail a day").click();
  await expectSound(page, "daily mail");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.reload();
  await open();
  expect(await page.getByRole("radio", { name: /One mail a day/ }).isChecked()).toBe(true);
  await page.getByRole("button", { name: "Cancel" }).click();
  const proposed = await page.evaluate("Intl.DateTimeFormat().resolvedOptions().timeZone");
  expect(bodyOf(await ada.request("GET", "/v1/digest"), 200)).toEqual({
    ...{ frequency: "daily", time_zone: proposed, email: ada.email },
  });

  const { id } = await givenBatch(service, { texts: 1, settings: { quality_level: "none" } });
  await annotateAll(service, id, ["bob"]);
  const item_id = (await itemOf(service, id, "1")).id;
  const sent = { item_id, text: "Is a van a car?", annotator: ada.member_id };
  const { id: reply_to } = bodyOf(await service.request("POST", "/v1/comments", sent), 201);
  const answer = { item_id, reply_to, text: "Yes", annotator: "bob" };
  bodyOf(await service.request("POST", "/v1/comments", answer), 201);
  late = 2 * DAY_MS;
  await sweepDigests(service.deps);
  await service.runJobs();
  const mail = service.mails.find(({ to }) => to === ada.email);
  expect(mail?.text).toContain("1 thread with unread comments");

  const { pathname } = new URL(mail?.unsubscribe ?? "");
  const elsewhere = await openPage(origin + pathname, { bypassCSP: true });
  await elsewhere.getByRole("heading", { name: "Stop the daily mail?" }).waitFor();
  await elsewhere.addScriptTag({ path: AXE });
  for (const colorScheme of ["light", "dark"] as const) {
    await elsewhere.emulateMedia({ colorScheme });
    const { SCREENSHOTS: folder } = process.env;
    if (folder) await elsewhere.screenshot({ path: `${folder}/unsubscribe-${colorScheme}.png` });
    const violations = "axe.run().then(({ violations }) => violations.map(({ id }) => id))";
    expect(await elsewhere.evaluate(violations), colorScheme).toEqual([]);
  }
  await elsewhere.getByRole("button", { name: "Stop the daily mail" }).click();
  await elsewhere.getByRole("heading", { name: "You get no daily mail" }).waitFor();
  expect(await service.db.selectFrom("digests").selectAll().execute()).toEqual([]);
});
