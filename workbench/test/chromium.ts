import { join } from "node:path";
import packaged from "@sparticuz/chromium";
import type { LaunchOptions } from "playwright-core";

/**
 * How Playwright starts a Chromium without a GPU: the one of the npm package, which is unpacked into the system's
 * folder for temporary files, or the one that `CHROMIUM_PATH` names. Sandboxes need rights that a container lacks.
 */
export async function chromiumOptions(): Promise<LaunchOptions> {
  const args = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-webgl",
    "--disable-dev-shm-usage",
    "--force-color-profile=srgb",
  ];
  const { CHROMIUM_PATH: given } = process.env;
  if (given) return { executablePath: given, args };
  const executablePath = await packaged.executablePath();
  // the package brings its own fonts, for machines without any
  const fonts = join(executablePath, "..", "fonts");
  return { executablePath, args, env: { FONTCONFIG_PATH: fonts, ...process.env } };
}
