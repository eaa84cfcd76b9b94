import { untilHolds } from "@assay/server/test/until.ts";
import type { Page, Route } from "playwright-core";
import { expect, test } from "vitest";
import { openPage } from "./browser.ts";
import { cookiesOf } from "./cookies.ts";
import { givenLivedIn } from "./lived-in.ts";
import { serve } from "./serve.ts";

const { origin, service } = await serve();
const { owner, screens: all } = await givenLivedIn(service);
const screens = all.filter(([path]) => path !== "/questions");

/** The requests for what screens show; who is signed in is known. */
const DATA = "**/v1/**";

/** The owner's page, and a way to each screen on which requests for data do as they are told. */
async function openTroubled(
  handle: (route: Route) => unknown,
): Promise<{ page: Page; go: (path: string) => Promise<void> }> {
  const page = await openPage("about:blank");
  await page.context().addCookies(cookiesOf(owner.cookie, origin));
  await page.route(DATA, (route) =>
    /\/v1\/(stream|members\/me)/.test(route.request().url()) ? route.continue() : handle(route),
  );
  return {
    page,
    go: async (path) => {
      await page.goto("about:blank"); // ends what hangs on the screen before
      await page.goto(origin + path);
    },
  };
}

test("a screen says that it loads while a request hangs", async () => {
  const { page, go } = await openTroubled(() => undefined);
  for (const [path] of screens) {
    await go(path);
    const words = page.getByRole("status").filter({ hasText: "Loading" }).first();
    await words.waitFor().catch(() => expect.fail(`${path} says nothing: ${page.url()}`));
  }
});

test("a screen whose data fail to load says why and offers to try again, which loads them", async () => {
  let isBroken = true;
  const { page, go } = await openTroubled((route) =>
    isBroken
      ? route.fulfill({
          status: 503,
          json: { error: "unavailable", message: "The database does not answer." },
        })
      : route.continue(),
  );
  for (const [path, words] of screens) {
    isBroken = true;
    await go(path);
    await page
      .getByText("The database does not answer.")
      .first()
      .waitFor()
      .catch(() => expect.fail(path));
    const again = page.getByRole("button", { name: "Try again" });
    await again
      .first()
      .waitFor()
      .catch(() => expect.fail(`${path} has no way to try again`));
    isBroken = false;
    await untilHolds(async () => {
      for (const button of await again.all()) await button.click({ timeout: 1_000 }).catch(() => undefined);
      expect(await again.count(), path).toBe(0);
    });
    await page
      .getByText(words)
      .first()
      .waitFor()
      .catch(() => expect.fail(`${path} does not show ${words}`));
  }
});

test("without a connection, a screen says so instead of that it loads", async () => {
  const { page, go } = await openTroubled((route) => route.continue());
  await go("/members");
  await page.getByText("christopher").waitFor();
  await page.context().setOffline(true);
  await page.getByText("Show deactivated").click();
  await page.getByText("No connection. This loads once you are online again.").waitFor();
  await page.context().setOffline(false);
  await page.getByText("christopher").waitFor();
});
