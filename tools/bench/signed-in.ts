import { chromium, type Page } from "playwright-core";
import { chromiumOptions } from "../../workbench/test/chromium.ts";
import type { Service } from "./service.ts";

const REST_MS = 1_500;
const POLL_MS = 100;

/** Members who have joined, so that each has an address of their own. */
let members = 0;

/** The workbench in a browser, used by a signed-in person. */
export interface SignedIn {
  readonly page: Page;
  /** Opens a screen by its path, and waits until it is idle. */
  readonly open: (path: string) => Promise<void>;
  /** Milliseconds that each act took until it was painted, as `script` has written them to `window.times`. */
  readonly times: (count: number) => Promise<readonly number[]>;
}

/**
 * Opens the workbench of a service in a Chromium of its own, 1280 × 800, without a GPU, for a new member who has joined
 * by their link. `script` runs in each page before the workbench's own.
 */
export async function withSignedIn<T>(
  { call, origin }: Service,
  { role, script }: { readonly role: "annotator" | "owner"; readonly script: string },
  work: (signedIn: SignedIn) => Promise<T>,
): Promise<T> {
  members += 1;
  const own = origin.replace("127.0.0.1", "localhost"); // the service's own name for itself, as in signed URLs
  const { invitation } = await call("POST", "/v1/members", {
    name: "Ada",
    email: `${role}-${members}@bench.test`,
    role,
  });
  const browser = await chromium.launch(await chromiumOptions());
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    const joined = await page.request.post(`${own}/auth/invitations/${invitation.url.split("/").at(-1)}`, {
      headers: { origin: own },
      data: { name: "Ada", password: "correct horse battery" },
    });
    if (!joined.ok()) throw new Error(`nobody could join: ${joined.status()} ${await joined.text()}`);
    await page.addInitScript(script);
    return await work({
      page,
      async open(path) {
        await page.goto(`${own}${path}`);
        await page.waitForTimeout(REST_MS);
      },
      async times(count) {
        for (;;) {
          const times: unknown = await page.evaluate("times");
          if (Array.isArray(times) && times.length >= count) return times.map(Number);
          await page.waitForTimeout(POLL_MS);
        }
      },
    });
  } finally {
    await browser.close();
  }
}
