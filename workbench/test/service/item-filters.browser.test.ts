import { annotateAll, bodyOf, givenBatch } from "@assay/server/test/given.ts";
import { givenPerson } from "@assay/server/test/people.ts";
import { expect, test } from "vitest";
import { expectSound } from "../accessible.ts";
import { openPage } from "../browser.ts";
import { cookiesOf } from "../cookies.ts";
import { serve } from "./serve.ts";

const { origin, service } = await serve();
const owner = await givenPerson(service, { role: "owner" });

test("the filters list what the items have with its number, which loads when a list opens, and are saved under a name", async () => {
  const settings = { quality_level: "none", quality_policy: { overlap: 1 } };
  const { id } = await givenBatch(service, { texts: 4, settings });
  await annotateAll(service, id, ["ann"], (text) => (text === "text 3" ? "no" : "yes"));
  await service.runJobs();
  const page = await openPage("about:blank", { bypassCSP: true });
  await page.context().addCookies(cookiesOf(owner.cookie, origin));
  const reports: string[] = [];
  page.on("request", (one) => {
    if (one.url().endsWith("/quality")) reports.push(one.url());
  });
  const { annotators } = bodyOf(await service.request("GET", `/v1/batches/${id}/quality`), 200);
  await page.goto(`${origin}/items?batch=${id}&annotator=${annotators[0].member_id}`);
  const filter = (name: string) => page.getByRole("button", { name, exact: false });
  const options = page.getByRole("option");
  await page.getByRole("link", { name: "4", exact: true }).waitFor();
  await filter("ann Annotator").waitFor();
  expect(reports).toEqual([]);
  await page.getByRole("button", { name: "Clear", exact: true }).click();

  const body = page.locator("body");
  await body.press("/");
  const words = page.getByRole("textbox", { name: "Text or file name" });
  await words.and(page.locator(":focus")).waitFor();
  await page.keyboard.press("?"); // a sign in the text
  expect(await page.getByRole("dialog").count()).toBe(0);
  await words.fill("");
  await words.press("Tab");
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Keys" }).getByText("Search the list").waitFor();
  await page.keyboard.press("Escape");

  await filter("Any Annotator").click();
  await options.getByText("ann (4)").waitFor();
  await page.keyboard.press("Escape");
  await filter("Any Label").click();
  await options.getByText("no (1)").waitFor();
  expect(await options.allInnerTexts()).toEqual(["Any", "yes (3)", "no (1)"]);
  await expectSound(page, "a filter by label");
  await options.getByText("no (1)").click();
  await page.getByRole("link", { name: "4", exact: true }).waitFor({ state: "detached" });
  await page.getByRole("link", { name: "3", exact: true }).waitFor();
  expect(reports).toHaveLength(1);

  await page.getByRole("button", { name: "Save these filters" }).click();
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Refused");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Refused", pressed: true }).waitFor();
  await expectSound(page, "saved filters");
  await page.getByRole("button", { name: "Clear", exact: true }).click();
  await page.getByRole("link", { name: "4", exact: true }).waitFor();
  await page.reload();
  await page.getByRole("button", { name: "Refused", exact: true, pressed: false }).click();
  await page.getByRole("link", { name: "4", exact: true }).waitFor({ state: "detached" });
  await filter("no (1) Label").or(filter("no Label")).waitFor();
  await page.getByRole("button", { name: "Remove Refused" }).click();
  await page.getByRole("button", { name: "Refused", exact: true }).waitFor({ state: "detached" });

  // what is no filter is refused, because the list would show all items as if they matched
  await page.getByRole("button", { name: "More filters", exact: true }).click();
  await page.getByRole("textbox", { name: "Metadata" }).fill("cam2");
  await page.keyboard.press("Enter");
  await page.getByText("Write key=value, such as sensor=cam2.").waitFor();
  await page.getByRole("textbox", { name: "Metadata" }).fill("");
  await page.getByRole("textbox", { name: "Agreement below" }).fill("70");
  await page.keyboard.press("Enter");
  await page.getByText("A number above 0 and up to 1, such as 0.7.").waitFor();
  expect(page.url()).not.toMatch(/metadata|support/);
  await page.getByRole("textbox", { name: "Agreement below" }).fill("0.7");
  await page.keyboard.press("Enter");
  await page.getByText("No items match").waitFor();
  await page.getByRole("button", { name: "More filters (1)" }).waitFor();
  await page.getByRole("button", { name: "Clear", exact: true }).click();
  await page.getByRole("link", { name: "4", exact: true }).waitFor();

  await page.setViewportSize({ width: 390, height: 800 });
  await page.getByRole("textbox", { name: "Text or file name" }).waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "Show filters" }).click();
  await page.getByRole("textbox", { name: "Text or file name" }).waitFor();
  await page.getByRole("button", { name: "Hide filters" }).click();
  await page.setViewportSize({ width: 1280, height: 800 });

  await filter("Any Waits for").click();
  await options.getByText("Adjudication").click();
  await page.getByText("No items match").waitFor();
  await page.getByRole("button", { name: "Clear", exact: true }).click();

  await filter("Any State").click();
  await options.getByText("Open").click();
  await page.getByText("No items match").waitFor();
  await filter("Sort").click();
  await options.getByText("Lowest agreement first").click();
  await page.getByText("Accepted labels with the lowest agreement").waitFor();
  await page.getByText("No items match").waitFor(); // the order has accepted items only, and the filter open ones
  await page.getByRole("button", { name: "Clear", exact: true }).click();
  await page.getByRole("link", { name: "4", exact: true }).waitFor();
  await filter("Any Label").click();
  await options.getByText("no (1)").click();
  await page.getByRole("link", { name: "4", exact: true }).waitFor({ state: "detached" });
  await page.getByRole("link", { name: "3", exact: true }).waitFor();
  await expectSound(page, "items by agreement");
  const agreement = page.getByRole("columnheader", { name: "Agreement" });
  await agreement.getByRole("button").click(); // back to the order of the batch
  await page.getByText("Accepted labels with the lowest agreement").waitFor({ state: "detached" });
  await agreement.getByRole("button").click();
  await page.getByText("Accepted labels with the lowest agreement").waitFor();
  expect(await agreement.getAttribute("aria-sort")).toBe("ascending");
  const undecided = page.getByRole("link", { name: "those for an adjudicator" });
  expect(await undecided.getAttribute("href")).toContain("waits=adjudication");
  await filter("Sort").click();
  await options.getByText("Likely errors first").click();
  await page.getByRole("heading", { name: "Likely label errors" }).waitFor();
  expect(new URL(page.url()).searchParams.get("label")).toBe("no");
});

test("an item leads to its neighbors in the list from which it was opened, and back to that list", async () => {
  const settings = { quality_level: "none", quality_policy: { overlap: 1 } };
  const { id } = await givenBatch(service, { texts: 4, settings });
  await annotateAll(service, id, ["ann"], (text) => (text === "text 3" ? "no" : "yes"));
  await service.runJobs();
  const page = await openPage("about:blank", { bypassCSP: true });
  await page.context().addCookies(cookiesOf(owner.cookie, origin));
  await page.goto(`${origin}/items?batch=${id}&label=yes`);
  await page.getByText("text 2").waitFor();
  expect(await page.getByRole("columnheader", { name: "Content" }).count()).toBe(0); // texts have no picture
  const heightOfRow = async () => (await page.getByRole("row").nth(1).boundingBox())?.height;
  expect(await heightOfRow()).toBe(48);
  for (const [density, height] of [
    ["Compact rows", 40],
    ["Comfortable rows", 48],
  ] as const) {
    await page.getByRole("banner").getByRole("button").click();
    await page.getByRole("menuitem", { name: density }).click();
    await expect.poll(heightOfRow).toBe(height);
  }

  await page.getByRole("link", { name: "2", exact: true }).click();
  const title = (name: string) => page.getByRole("heading", { level: 1, name, exact: true });
  await title("2").waitFor();
  await page.getByRole("button", { name: "Next item" }).click();
  await title("4").waitFor(); // 3 is no yes
  await page.getByText("3 of 3", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Next item", disabled: true }).waitFor();
  await page.keyboard.press("Control+ArrowLeft");
  await title("2").waitFor();
  await expectSound(page, "an item with its neighbors");
  await page.goBack();
  await expect.poll(() => page.evaluate("document.activeElement.textContent")).toBe("2");
  await page.keyboard.press("Enter");
  await title("2").waitFor();
  await page.reload();
  await page.getByText("2 of 3", { exact: true }).waitFor();
  await page.getByRole("link", { name: "Items", exact: true }).click();
  await page.getByRole("link", { name: "4", exact: true }).waitFor();
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ batch: id, label: "yes" });
  expect(await page.getByRole("link", { name: "3", exact: true }).count()).toBe(0);

  const { data } = bodyOf(await service.request("GET", `/v1/items?batch_id=${id}&limit=1`), 200);
  await page.goto(`${origin}/items/${data[0].id}`);
  await title("1").waitFor();
  expect(await page.getByRole("button", { name: "Next item" }).count()).toBe(0); // it was opened from no list
  await page.getByRole("link", { name: "Items", exact: true }).click();
  await page.getByRole("link", { name: "3", exact: true }).waitFor();
});
