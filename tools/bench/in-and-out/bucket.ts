import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import sharp from "sharp";
import { S3_CREDENTIALS, type StartedS3, startS3 } from "../../../server/test/s3.ts";
import { type Figure, measured } from "../figures.ts";
import { givenProject } from "../given.ts";
import { peakMiB, resetPeak } from "../memory.ts";
import { count, type Part, untilFilled } from "../part.ts";
import { type Service, withService } from "../service.ts";

const PER_SECOND = { atLeast: 2_000 };
const SECOND_SYNC = { atMost: 60 };
const PEAK = { atMost: 300 };
const OBJECTS_OF_FOLDER = 1_000;
const POLL_MS = 100;
const LABELS = [{ name: "car" }, { name: "person" }];

/** The images of an S3 bucket by reference, until they are the items of a batch, and a second sync without news. */
export const bucket: Part = {
  name: "data-bucket",
  async measure(dataDir, quick) {
    const size = quick ? 2_000 : 500_000;
    const disk = path.join(dataDir, "buckets");
    const store = await startS3({ disk });
    try {
      await writeObjects(path.join(disk, store.s3.bucket), size);
      return await withService(dataDir, (service) => measureBucket(service, store, size), {
        ASSAY_ALLOW_NETWORKS: "127.0.0.0/8",
      });
    } finally {
      await store.stop();
    }
  },
};

async function measureBucket(
  service: Service,
  { s3: { bucket, endpoint, region } }: StartedS3,
  size: number,
): Promise<readonly Figure[]> {
  const { call, pid } = service;
  const project_id = await givenProject(service, { annotation_type: "object_detection", labels: LABELS });
  const source = await call("POST", "/v1/sources", {
    ...{ kind: "s3", mode: "reference", name: "bench" },
    config: { bucket, endpoint, region, path_style: true },
    credentials: {
      access_key_id: S3_CREDENTIALS.AWS_ACCESS_KEY_ID,
      secret_access_key: S3_CREDENTIALS.AWS_SECRET_ACCESS_KEY,
    },
  });
  await resetPeak(pid);
  const begun = performance.now();
  await sync(service, source.id);
  const listed = performance.now() - begun;
  const batch = await call("POST", "/v1/batches", { project_id, from: { source_id: source.id } });
  await untilFilled(service, batch.id);
  const seconds = (performance.now() - begun) / 1000;
  if (batch.item_count !== size) throw new Error(`the bucket gave ${batch.item_count} items`);
  const again = performance.now();
  const { added } = await sync(service, source.id);
  const secondSync = (performance.now() - again) / 1000;
  if (added !== 0) throw new Error(`the second sync added ${added} objects`);
  const work = `${count(size)} objects of a bucket`;
  return [
    {
      ...figure(`${work}, by reference, until they are items`, "objects/s", size / seconds, PER_SECOND),
      details: { sync_s: listed / 1000 },
    },
    figure(`${work}, a second sync without news`, "s", secondSync, SECOND_SYNC),
    figure(`${work}, peak memory of the service`, "MiB", await peakMiB(pid), PEAK),
  ];
}

async function sync({ call }: Service, id: string) {
  await call("POST", `/v1/sources/${id}/sync`);
  for (;;) {
    const source = await call("GET", `/v1/sources/${id}`);
    if (source.status === "failed") throw new Error(JSON.stringify(source.error));
    if (source.status === "idle") return source;
    await sleep(POLL_MS);
  }
}

/** The same small image under `size` keys, as files of the folder that the store serves. */
async function writeObjects(to: string, size: number): Promise<void> {
  const image = await sharp({ create: { width: 64, height: 48, channels: 3, background: "red" } })
    .jpeg()
    .toBuffer();
  for (let first = 0; first < size; first += OBJECTS_OF_FOLDER) {
    const folder = path.join(to, `day-${first}`);
    await mkdir(folder, { recursive: true });
    const names = Array.from({ length: Math.min(OBJECTS_OF_FOLDER, size - first) }, (_, n) => `${n}.jpg`);
    await Promise.all(names.map((name) => writeFile(path.join(folder, name), image)));
  }
}

function figure(work: string, unit: string, value: number, target: Figure["target"]): Figure {
  return { work, unit, measured: measured([value]), ceiling: undefined, target };
}
