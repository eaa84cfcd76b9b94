import { writeFile } from "node:fs/promises";
import { type BrowserContext, chromium, type Page } from "playwright-core";
import sharp from "sharp";
import { freePort } from "../../server/test/free-port.ts";
import { chromiumOptions } from "../../workbench/test/chromium.ts";
import { spawnService } from "../bench/process.ts";
import { withDataDir } from "../bench/service.ts";
import { until } from "../tour/waiting.ts";

const FOLDER = new URL("../../docs/images/", import.meta.url);
const VIEW = { width: 1280, height: 800 };
const WIDTH = 960;
const STARTS_WITHIN_MS = 60_000;
const NEXT_WITHIN_MS = 30_000;
/** A verdict on the sample batch needs nine right labels. */
const AUDITS = 9;

/** A screen, and how many milliseconds it stays. */
interface Frame {
  readonly image: Buffer;
  readonly delay: number;
}

/**
 * Makes pictures of the sample batch of photographs in a service of its own: the moving one of the README, an audit from its start to its
 * verdict, and those of `docs/workbench.md`. Run it with `node tools/pictures/screens.ts` after the workbench was built, when the
 * screens have changed.
 */
async function main(): Promise<void> {
  await withDataDir(async (dataDir) => {
    const port = await freePort();
    const service = await spawnService({ PORT: `${port}`, ASSAY_DATA_DIR: dataDir, ASSAY_LOG_LEVEL: "warn" });
    let said = "";
    service.child.stdout?.on("data", (text) => {
      said += text;
    });
    const link = await until({ what: "the sign-in link", withinMs: STARTS_WITHIN_MS }, async () =>
      said.includes("Assay is running") ? /http\S+\/join\/\S+/.exec(said)?.[0] : undefined,
    );
    const browser = await chromium.launch(await chromiumOptions());
    try {
      const context = await browser.newContext({ viewport: VIEW, reducedMotion: "reduce" });
      await save(await framesOf(context, link));
    } finally {
      await browser.close();
      await service.stop();
    }
  });
}

async function framesOf(context: BrowserContext, link: string): Promise<readonly Frame[]> {
  const page = await context.newPage();
  await page.goto(link);
  await page.getByLabel("Your name").fill("Ada");
  await page.getByLabel("E-mail").fill("ada@acme.test");
  await page.getByLabel("Password").fill("a password of these pictures");
  await page.getByRole("button", { name: "Join" }).click();
  await page.getByRole("link", { name: /objects in photographs/ }).click();
  await page.getByRole("link", { name: "To audit" }).click();
  const audit = page.locator("a, button").getByText("Audit", { exact: true });
  await audit.waitFor();
  const frames = [await frameOf(page, 2_000)];
  const batch = page.url();
  await audit.click();
  await page.getByRole("button", { name: "I have read them" }).click();
  for (let done = 0; done < AUDITS; done += 1) {
    const name = await page.locator("header").first().innerText();
    await page.locator("canvas").first().waitFor();
    await page.waitForLoadState("networkidle");
    frames.push(await frameOf(page, done === 0 ? 1_500 : 700));
    await page.keyboard.press("a");
    if (done < AUDITS - 1)
      await until({ what: "the next item", withinMs: NEXT_WITHIN_MS }, async () =>
        (await page.locator("header").first().innerText()) === name ? undefined : true,
      );
  }
  await page.goto(batch);
  await page
    .getByText(/With 95 % confidence/)
    .first()
    .waitFor();
  frames.push(await frameOf(page, 5_000));
  await page.getByRole("link", { name: "Open certificate" }).waitFor();
  await page.setViewportSize({ ...VIEW, height: 1000 });
  await savePage(page, "certified.webp");
  await page.setViewportSize(VIEW);
  await page.getByRole("link", { name: "Items", exact: true }).click();
  await page.getByText("angelfish.jpg").first().waitFor();
  await page.waitForLoadState("networkidle");
  await savePage(page, "items.webp");
  return frames;
}

async function savePage(page: Page, name: string): Promise<void> {
  const { image } = await frameOf(page, 0);
  await writeFile(new URL(name, FOLDER), await sharp(image).webp({ quality: 80, effort: 6 }).toBuffer());
}

async function frameOf(page: Page, delay: number): Promise<Frame> {
  return {
    image: await sharp(await page.screenshot())
      .resize(WIDTH)
      .png()
      .toBuffer(),
    delay,
  };
}

async function save(frames: readonly Frame[]): Promise<void> {
  const images = frames.map(({ image }) => image);
  const moving = sharp(images, { join: { animated: true } });
  const delay = frames.map((frame) => frame.delay);
  await writeFile(
    new URL("audit.webp", FOLDER),
    await moving.webp({ delay, loop: 0, quality: 70, effort: 6 }).toBuffer(),
  );
}

await main();
