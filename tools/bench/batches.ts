import { setTimeout as sleep } from "node:timers/promises";
import { copyOut, timeCopyIn } from "./copy.ts";
import { type Figure, measured, quantile } from "./figures.ts";
import { givenBatch, givenProject, insertUpload } from "./given.ts";
import { count, type Part, untilFilled } from "./part.ts";
import { type Service, withService } from "./service.ts";

const ANSWER_MS = { atMost: 200 };
const READY_PER_SECOND = { atLeast: 40_000 };
/** Claims of another batch run at least this long before, and as long as the batch is filled. */
const UNDISTURBED_MS = 4_000;
const CLAIM_EVERY_MS = 50;

/**
 * A batch of lines of an existing upload: the response, then the job that adds its items; and claims
 * meanwhile.
 */
export const batches: Part = {
  name: "batches",
  measure: (dataDir, quick) =>
    withService(dataDir, (service) => measureBatch(service, dataDir, quick ? 50_000 : 1_000_000)),
};

async function measureBatch(service: Service, dataDir: string, size: number): Promise<readonly Figure[]> {
  const { call, db } = service;
  const project_id = await givenProject(service);
  const other = await givenBatch(service, project_id, 10_000);
  const upload_id = await insertUpload(db, size);
  await db.query("vacuum analyze");
  const before = await claimUntil(service, other, sleep(UNDISTURBED_MS));

  const begun = performance.now();
  const { id } = await call("POST", "/v1/batches", { project_id, upload_ids: [upload_id] });
  const answered = performance.now() - begun;
  const meanwhile = await claimUntil(service, other, untilFilled(service, id));
  const seconds = (performance.now() - begun) / 1000;
  const copied = await copyOut(db, "items", `batch_id = '${id}'`, `${dataDir}/items`);
  const copySeconds = await timeCopyIn(db, [copied]);
  const work = `create a batch of ${count(size)} items`;
  const p95 = quantile(meanwhile, 0.95);
  return [
    figure(`${work}, until the answer`, "ms", answered, ANSWER_MS),
    {
      ...figure(`${work}, until all exist`, "items/s", size / seconds, READY_PER_SECOND),
      ceiling: { ...measured([size / copySeconds]), of: "COPY of the same rows" },
    },
    {
      ...figure("claims of another batch meanwhile, p95", "ms", p95, {
        atMost: 1.3 * quantile(before, 0.95),
      }),
      ceiling: { ...measured([quantile(before, 0.95)]), of: "undisturbed" },
    },
  ];
}

/** The milliseconds of each claim, one after the other, until `end`. */
export async function claimUntil(
  { call }: Service,
  batch_id: string,
  end: Promise<unknown>,
): Promise<number[]> {
  const took: number[] = [];
  let isOver = false;
  const over = end.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    const begun = performance.now();
    await call("POST", "/v1/tasks/claim", { batch_id, annotator: "ann" });
    took.push(performance.now() - begun);
    await sleep(CLAIM_EVERY_MS);
  }
  await over;
  return took;
}

function figure(work: string, unit: string, value: number, target: Figure["target"]): Figure {
  return { work, unit, measured: measured([value]), ceiling: undefined, target };
}
