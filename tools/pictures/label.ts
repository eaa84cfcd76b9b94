import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, copyFile, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type Page } from "playwright-core";
import sharp from "sharp";
import { imageMouse } from "../../workbench/test/canvas.ts";
import { chromiumOptions } from "../../workbench/test/chromium.ts";
import { removeDataDir } from "../bench/service.ts";
import { until } from "../tour/waiting.ts";

const PICTURE = new URL("../../docs/images/label.webp", import.meta.url);
const MAIN = join(import.meta.dirname, "../../cli/src/main.ts");
const PHOTO = join(import.meta.dirname, "../../server/sample/images/cows.jpg");
const SIZE = [640, 480] as const;
/** The cows: two corners each, in pixels of the image. */
const COWS = [
  [163, 112, 266, 176],
  [502, 115, 570, 170],
  [146, 184, 580, 435],
] as const;
const STARTS_WITHIN_MS = 60_000;

/** Makes the picture of `docs/label.md`: `assay label` opened on a photograph, with its cows in boxes. Run it as `screens.ts`. */
async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "assay-picture-"));
  await chmod(folder, 0o755); // as root, PostgreSQL runs as another user, who needs access
  const [photos, dataDir] = [join(folder, "photos"), join(folder, "data")];
  await mkdir(photos);
  await copyFile(PHOTO, join(photos, "cows.jpg"));
  const child = spawn(process.execPath, [MAIN, "label", photos, "--no-open"], {
    env: { ...process.env, ASSAY_DATA_DIR: dataDir },
    stdio: ["ignore", "inherit", "pipe"],
  });
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text) => {
    said += text;
  });
  const browser = await chromium.launch(await chromiumOptions());
  try {
    const [link] = await until({ what: "the link", withinMs: STARTS_WITHIN_MS }, async () =>
      /http:\S+/.exec(said)?.slice(),
    );
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await page.goto(link ?? "");
    await drawCows(page);
    const picture = sharp(await page.screenshot()).webp({ quality: 80, effort: 6 });
    await writeFile(PICTURE, await picture.toBuffer());
  } finally {
    await browser.close();
    child.kill("SIGINT");
    await once(child, "close");
    await removeDataDir(dataDir);
    await rm(folder, { recursive: true, force: true });
  }
}

async function drawCows(page: Page): Promise<void> {
  const mouse = await imageMouse(page, ...SIZE);
  await page.getByLabel("Label", { exact: true }).fill("cow");
  await page.getByLabel("Label", { exact: true }).press("Enter");
  for (const [left, top, right, bottom] of COWS) await mouse.drag([left, top], [right, bottom]);
  await page.getByRole("heading", { name: "3 objects" }).waitFor();
  await page.getByText("Saved", { exact: true }).waitFor();
}

await main();
