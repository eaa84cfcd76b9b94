import { join } from "node:path";
import packaged from "@sparticuz/chromium";
import type { LaunchOptions } from "playwright-core";

/**
 * Launch options for a Chromium without a GPU: the one of the npm package, unpacked into the system's temporary
 * folder, or the one at `CHROMIUM_PATH`. The sandbox is off, because containers lack the rights for it.
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
  // the package has its own fonts, for machines without any
  const fonts = join(executablePath, "..", "fonts");
  return { executablePath, args, env: { FONTCONFIG_PATH: fonts, ...process.env } };
}
