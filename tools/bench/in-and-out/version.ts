import { auditAllButOne, timed } from "../certification.ts";
import { type Figure, measured } from "../figures.ts";
import { givenBatch, givenProject } from "../given.ts";
import { peakMiB, resetPeak, residentMiB } from "../memory.ts";
import { count, type Part, repeat, untilBatch, untilReady } from "../part.ts";
import { type Service, withService } from "../service.ts";

const SECONDS = { atMost: 200 }; // ten times that of `certify`, for ten times as many items
const GROWTH = { atMost: 200 };
const BATCHES = 4;
const ANSWERS_AT_ONCE = 100_000;
const POLL_MS = 50;

/** A version of a dataset over four batches, from the request to certify it to its certificate, without the auditor's time. */
export const version: Part = {
  name: "data-version",
  measure: (dataDir, quick) =>
    withService(dataDir, async (service): Promise<readonly Figure[]> => {
      const size = quick ? 2_500 : 250_000;
      const project_id = await givenProject(service, {
        quality_level: "none",
        quality_policy: { overlap: 1 },
      });
      await repeat(BATCHES, () => givenAnswered(service, project_id, size));
      const query = { project_id, statuses: ["completed"] };
      const { id } = await service.call("POST", "/v1/datasets", { name: "all", query });
      return measureVersion(service, `/v1/datasets/${id}/versions`, size * BATCHES);
    }),
};

async function measureVersion(service: Service, path: string, items: number): Promise<readonly Figure[]> {
  const { call, pid } = service;
  const before = await residentMiB(pid);
  await resetPeak(pid);
  const built = await timed(async () => {
    await call("POST", path);
    await untilReady(service, `${path}/1`);
  });
  let batch_id = "";
  const drawn = await timed(async () => {
    ({ id: batch_id } = await call("POST", `${path}/1/certification`, { quality_level: "standard" }));
    await untilBatch(service, batch_id, ({ audit }) => audit !== null, POLL_MS);
  });
  const submitLast = await auditAllButOne(service, batch_id);
  const certified = await timed(async () => {
    await submitLast();
    await untilBatch(service, batch_id, ({ status }) => status === "certified", POLL_MS);
  });
  const work = `certify a version of ${count(items)} items in ${BATCHES} batches`;
  return [
    {
      work,
      unit: "s",
      measured: measured([drawn + certified]),
      ceiling: undefined,
      target: SECONDS,
      details: { build_s: built, to_sample_s: drawn, to_certificate_s: certified },
    },
    {
      work: `${work}, growth of the service's memory`,
      unit: "MiB",
      measured: measured([(await peakMiB(pid)) - before]),
      ceiling: undefined,
      target: GROWTH,
    },
  ];
}

/** A batch of which every item has one answer. */
async function givenAnswered(service: Service, project_id: string, size: number): Promise<void> {
  const id = await givenBatch(service, project_id, size);
  for (let first = 1; first <= size; first += ANSWERS_AT_ONCE) {
    const numbers = Array.from({ length: Math.min(ANSWERS_AT_ONCE, size + 1 - first) }, (_, n) => first + n);
    const annotations = numbers.map((n) => ({
      ...{ external_id: `doc-${n}`, annotator: "ann" },
      result: { label: n % 10 === 0 ? "negative" : "positive" },
    }));
    await service.call("POST", `/v1/batches/${id}/annotations`, { annotations });
  }
  await untilBatch(service, id, ({ status }) => status === "completed", POLL_MS);
}
