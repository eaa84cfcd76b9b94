import { untilHolds } from "@assay/server/test/until.ts";
import type { Page, Route } from "playwright-core";
import { expect, test } from "vitest";
import { openPage } from "../browser.ts";
import { cookiesOf } from "../cookies.ts";
import { givenLivedIn } from "./lived-in.ts";
import { serve } from "./serve.ts";

const { origin, service } = await serve();
const { owner, screens, project_id, open_batch_id } = await givenLivedIn(service);

const refuse = (route: Route) =>
  route.fulfill({ status: 503, json: { error: "unavailable", message: "The database does not answer." } });

/** The owner's page, on which requests for data hang, then fail, then succeed, as `trouble` says. */
async function openTroubled() {
  const page: Page = await openPage("about:blank");
  await page.context().addCookies(cookiesOf(owner.cookie, origin));
  const held: Route[] = [];
  let trouble: "hang" | "fail" | "none" = "hang";
  await page.route("**/v1/**", async (route) => {
    if (trouble === "none" || route.request().url().endsWith("/v1/stream")) return route.continue();
    if (trouble === "fail") return refuse(route);
    held.push(route);
  });
  return {
    page,
    /** Opens a screen, whose requests hang. */
    open: async (path: string) => {
      trouble = "hang";
      await page.goto(origin + path);
    },
    /** Refuses what hangs and what is asked from now on. */
    fail: async () => {
      trouble = "fail";
      await Promise.all(held.splice(0).map(refuse));
    },
    mend: () => {
      trouble = "none";
    },
  };
}

test("a screen says that it loads, and once its requests fail why, with a button that loads them", async () => {
  const { page, open, fail, mend } = await openTroubled();
  const until = (words: string, path: string) =>
    page
      .getByText(words)
      .first()
      .waitFor()
      .catch(() => expect.fail(`${path} does not say: ${words}`));
  const work = `batch=${open_batch_id}&kinds=annotate`;
  for (const [path, words] of [
    ...screens,
    [`/work/grid?${work}`, "These items do not fit into a grid"],
    [`/work?${work}`, "a-photograph"],
  ] as const) {
    await open(path);
    await until("Loading", path);
    expect(await page.getByText("My work report").isVisible(), path).toBe(false); // the projects would push it down
    await fail();
    await until("The database does not answer.", path);
    const again = page.getByRole("button", { name: "Try again" });
    await again
      .first()
      .waitFor()
      .catch(() => expect.fail(`${path} cannot be tried again`));
    mend();
    await untilHolds(async () => {
      for (const button of await again.all()) await button.click({ timeout: 1_000 }).catch(() => undefined);
      expect(await again.count(), path).toBe(0);
    });
    await until(words, path);
  }
});

test("without a connection, a screen says so instead of that it loads", async () => {
  const { page, mend } = await openTroubled();
  mend();
  await page.goto(`${origin}/members`);
  await page.getByText("christopher").waitFor();
  await page.context().setOffline(true);
  const lost = page.getByRole("status").filter({ hasText: "You are offline" });
  await lost.waitFor();
  await page.getByText("Show deactivated").click();
  await page.getByText("No connection. This loads once you are online again.").waitFor();
  await page.context().setOffline(false);
  await page.getByText("christopher").waitFor();
  await lost.waitFor({ state: "detached" });
});

test("without a connection, a search and a filter say so, and what cannot be saved says why at once", async () => {
  const { page, mend } = await openTroubled();
  mend();
  const offline = page.getByText("No connection. This loads once you are online again.");
  await page.goto(`${origin}/projects`);
  await page.getByText("Tone of messages").waitFor();
  await page.context().setOffline(true);
  await page.getByRole("searchbox").fill("tone");
  await offline.waitFor(); // above the projects of before the search
  await page.context().setOffline(false);
  await page.getByText("Cars").waitFor({ state: "detached" });
  expect(await offline.count()).toBe(0);

  await page.goto(`${origin}/items?batch=${open_batch_id}`);
  await page.getByText("3 items").waitFor();
  await page.context().setOffline(true);
  await page.getByRole("button", { name: "Gallery" }).click();
  await page.getByRole("textbox", { name: "Text or file name" }).fill("none");
  await page.keyboard.press("Enter");
  await offline.waitFor();
  await page.context().setOffline(false);
  await page.getByText("No items match").waitFor();

  await page.goto(`${origin}/projects/${project_id}?tab=settings`);
  await page.getByLabel("Name", { exact: true }).fill("Tone");
  await page.context().setOffline(true);
  const save = page.getByRole("button", { name: "Save", exact: true });
  await save.click();
  await page.getByText("Assay does not respond. Check your connection and try again.").waitFor();
  await page.context().setOffline(false);
  await save.click();
  await page.getByText("Saved.").waitFor();
});

test("a screen whose code cannot load without a connection says so, and loads by itself once there is one", async () => {
  const { page, mend } = await openTroubled();
  mend();
  await page.goto(`${origin}/members`);
  await page.getByText("christopher").waitFor();
  await page.context().setOffline(true);
  await page.getByRole("link", { name: "Questions" }).click();
  await page.getByText("A part of Assay did not load. This page loads again once you are online.").waitFor();
  await page.context().setOffline(false);
  await page.getByRole("heading", { name: "Questions", level: 1 }).waitFor();
});
