import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdir, open, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { measured } from "../figures.ts";
import { peakMiB, resetPeak } from "../memory.ts";
import { count, type Part } from "../part.ts";
import { spawnNode } from "../process.ts";
import { KEY, type Service, withService } from "../service.ts";

const SHARE = { share: 0.8 };
const PEAK = { atMost: 300 };
/** Files that the ceiling writes at once, as many as the service syncs at once. */
const AT_ONCE = 32;
const FILES_OF_FOLDER = 1_000;

/** Small images in a folder that `assay push` uploads, beside a program that copies, hashes and syncs them. */
export const folder: Part = {
  name: "data-folder",
  measure: (dataDir, quick) =>
    withService(dataDir, async (service) => {
      const size = quick ? 1_000 : 100_000;
      const from = path.join(dataDir, "images");
      await writeImages(from, size);
      await resetPeak(service.pid);
      const seconds = await push(service, from);
      const peak = await peakMiB(service.pid);
      const copied = await copyAll(from, path.join(dataDir, "copies"));
      const work = `push a folder of ${count(size)} small images`;
      return [
        {
          work,
          unit: "images/s",
          measured: measured([size / seconds]),
          ceiling: { ...measured([size / copied]), of: "copied, hashed and synced" },
          target: SHARE,
        },
        {
          work: `${work}, peak memory of the service`,
          unit: "MiB",
          measured: measured([peak]),
          ceiling: undefined,
          target: PEAK,
        },
      ];
    }),
};

/** One image of 64 × 48 pixels, 2 kB, each with a comment of its own. */
async function writeImages(to: string, size: number): Promise<void> {
  const noise = { type: "gaussian", mean: 128, sigma: 40 } as const;
  const image = await sharp({ create: { width: 64, height: 48, channels: 3, background: "red", noise } })
    .jpeg()
    .toBuffer();
  for (let first = 0; first < size; first += FILES_OF_FOLDER) {
    const folder = path.join(to, String(first));
    await mkdir(folder, { recursive: true });
    const files = Array.from({ length: Math.min(FILES_OF_FOLDER, size - first) }, (_, n) => first + n);
    await Promise.all(
      files.map((n) => {
        const comment = Buffer.from(String(n).padStart(8, "0"));
        const segment = Buffer.from([0xff, 0xfe, 0, comment.length + 2, ...comment]);
        const bytes = Buffer.concat([image.subarray(0, 2), segment, image.subarray(2)]);
        return writeFile(path.join(folder, `${n}.jpg`), bytes);
      }),
    );
  }
}

/** Seconds of `assay push`, with the start of the program. */
async function push({ origin }: Service, from: string): Promise<number> {
  const begun = performance.now();
  const env = { ASSAY_BASE_URL: origin, ASSAY_API_KEY: KEY };
  const { child, stop } = await spawnNode("cli/src/main.ts", ["push", from], env);
  child.stdout?.resume();
  await once(child, "exit");
  const seconds = (performance.now() - begun) / 1000;
  await stop(); // throws if it ended with an error
  return seconds;
}

/** Seconds. */
async function copyAll(from: string, to: string): Promise<number> {
  const begun = performance.now();
  await mkdir(to);
  const names = (await readdir(from, { recursive: true })).filter((name) => name.endsWith(".jpg")).values();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const name of names) {
        const bytes = await readFile(path.join(from, name));
        const file = await open(path.join(to, createHash("sha256").update(bytes).digest("hex")), "wx");
        await file.writeFile(bytes);
        await file.sync();
        await file.close();
      }
    }),
  );
  const seconds = (performance.now() - begun) / 1000;
  await rm(to, { recursive: true });
  return seconds;
}
