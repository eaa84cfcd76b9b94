import { createReadStream, createWriteStream } from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { request } from "undici";
import { copyOut, timeCopyIn } from "./copy.ts";
import { type Figure, measured } from "./figures.ts";
import { givenProject } from "./given.ts";
import { peakMiB, resetPeak } from "./memory.ts";
import { count, type Part, repeat, untilFilled, untilReady } from "./part.ts";
import { type Service, withService } from "./service.ts";

const SHARE = { share: 0.85 };
const PEAK = { atMost: 250 };

/** A JSONL file sent to the API, until its lines are the items of a batch. */
export const imports: Part = {
  name: "imports",
  async measure(dataDir, quick) {
    const sizes = quick ? [5_000, 20_000] : [100_000, 1_000_000];
    const figures: Figure[] = [];
    for (const size of sizes) {
      const times = quick || size >= 1_000_000 ? 1 : 3;
      figures.push(...(await withService(dataDir, (service) => measureSize(service, dataDir, size, times))));
    }
    return figures;
  },
};

/** A file of rows that became the items of a batch. */
export interface Import {
  /** Rows that were read, until the upload is `ready`. */
  readonly readPerSecond: number;
  /** Rows that were read and became items. */
  readonly rowsPerSecond: number;
  readonly copiedPerSecond: number;
  readonly peakMiB: number;
}

async function measureSize(
  service: Service,
  dataDir: string,
  size: number,
  times: number,
): Promise<readonly Figure[]> {
  const project_id = await givenProject(service);
  const file = path.join(dataDir, "lines.jsonl");
  await pipeline(Readable.from(lines(size)), createWriteStream(file));
  const runs = await repeat(times, () => importOnce(service, project_id, file, size));
  return [
    {
      work: `import ${count(size)} text items`,
      unit: "items/s",
      measured: measured(runs.map(({ rowsPerSecond }) => rowsPerSecond)),
      ceiling: {
        ...measured(runs.map(({ copiedPerSecond }) => copiedPerSecond)),
        of: "COPY of the same rows",
      },
      target: SHARE,
    },
    {
      work: `import ${count(size)} text items, peak memory of the service`,
      unit: "MiB",
      measured: measured(runs.map((run) => run.peakMiB)),
      ceiling: undefined,
      target: PEAK,
    },
  ];
}

/** Some 10 kB at a time. */
export function* lines(size: number): Generator<string> {
  for (let first = 1; first <= size; first += 50) {
    let text = "";
    for (let n = first; n < first + 50 && n <= size; n += 1) {
      const line = {
        text: `Text number ${n}${", which goes on for a while".repeat(4)}`,
        external_id: `doc-${n}`,
      };
      text += `${JSON.stringify(line)}\n`;
    }
    yield text;
  }
}

/** Sends a file of `size` rows as an upload, and makes a batch of them; then measures the ceiling. */
export async function importOnce(
  service: Service,
  project_id: string,
  file: string,
  size: number,
  content_type = "application/x-ndjson",
): Promise<Import> {
  const { db, pid, call } = service;
  await resetPeak(pid);
  const begun = performance.now();
  const upload_id = await upload(service, createReadStream(file), { "content-type": content_type });
  await untilReady(service, `/v1/uploads/${upload_id}`);
  const readIn = (performance.now() - begun) / 1000;
  const batch = await call("POST", "/v1/batches", { project_id, upload_ids: [upload_id] });
  await untilFilled(service, batch.id);
  const seconds = (performance.now() - begun) / 1000;
  const peak = await peakMiB(pid);
  const files = `(select id from files where upload_id = '${upload_id}')`;
  const copied = [
    await copyOut(db, "file_lines", `file_id in ${files}`, `${file}.file_lines`),
    await copyOut(db, "items", `batch_id = '${batch.id}'`, `${file}.items`),
  ];
  return {
    readPerSecond: size / readIn,
    rowsPerSecond: size / seconds,
    copiedPerSecond: size / (await timeCopyIn(db, copied)),
    peakMiB: peak,
  };
}

/** Sends one file as an upload; returns its id. `described` are the headers that say what it is. */
export async function upload(
  { origin, headers }: Service,
  body: Readable | Buffer,
  described: Readonly<Record<string, string>>,
): Promise<string> {
  const answer = await request(`${origin}/v1/uploads`, {
    method: "POST",
    headers: { ...headers, ...described },
    body,
    headersTimeout: 600_000,
  });
  const text = await answer.body.text();
  if (answer.statusCode >= 300) throw new Error(`the upload was answered with ${answer.statusCode} ${text}`);
  return JSON.parse(text).id;
}
