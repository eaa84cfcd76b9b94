import { setTimeout as sleep } from "node:timers/promises";
import { request } from "undici";
import { startReceiver } from "../../server/test/receiver.ts";
import { type Figure, measured } from "./figures.ts";
import { givenProject } from "./given.ts";
import { proportionalMiB, residentMiB } from "./memory.ts";
import { type Part, untilReady } from "./part.ts";
import { type Service, withService } from "./service.ts";

const MEMORY_MIB = { atMost: 300 };
const SLOPE_MIB_PER_HOUR = { atMost: 10 };
const ANNOTATORS = 16;
const AUDITORS = 4;
const LINES_OF_AN_UPLOAD = 300;
/** Batches in work at the same time, and batches kept after their verdict. */
const OPEN_BATCHES = 3;
const KEPT_BATCHES = 5;
const MINUTE_MS = 60_000;

/** The shared state of the loops. */
interface Soak {
  readonly service: Service;
  readonly project_id: string;
  readonly isOver: () => boolean;
  /** Batches, the oldest first. */
  readonly batches: string[];
}

interface Sample {
  readonly minute: number;
  readonly service: number;
  readonly database: number;
}

/**
 * A team's work in a loop: uploads, batches, answers, audits, verdicts, exports, downloads, deletions and
 * webhooks by 20 simulated people, each of whom sends one request at a time. Prints the memory every minute.
 */
export const soak: Part = {
  name: "soak",
  measure: (dataDir, quick, minutes = quick ? 2 : 60) =>
    withService(dataDir, async (service) => {
      const receiver = await startReceiver();
      await service.call("POST", "/v1/webhooks", { url: receiver.url });
      const end = performance.now() + minutes * MINUTE_MS;
      const isOver = () => performance.now() >= end;
      const work = { service, project_id: await givenProject(service), isOver, batches: [] };
      const samples: Sample[] = [];
      await Promise.all([
        manage(work),
        ...Array.from({ length: ANNOTATORS }, (_, index) => annotate(work, `annotator ${index}`)),
        ...Array.from({ length: AUDITORS }, (_, index) => audit(work, `auditor ${index}`)),
        watch(work, samples),
      ]);
      await receiver.close();
      return figuresOf(minutes, samples);
    }),
};

/** Keeps some batches open; exports each once after its verdict, and deletes the oldest. */
async function manage(work: Soak): Promise<void> {
  const { service, project_id, batches, isOver } = work;
  const exported = new Set<string>();
  while (!isOver()) {
    let open = 0;
    for (const id of [...batches]) {
      const { status } = await service.call("GET", `/v1/batches/${id}`);
      if (status !== "certified" && status !== "failed") open += 1;
      else if (!exported.has(id)) {
        exported.add(id);
        await exportBatch(service, id);
      }
    }
    if (open < OPEN_BATCHES) batches.push(await createBatch(service, project_id));
    const [oldest] = batches;
    if (oldest !== undefined && batches.length > OPEN_BATCHES + KEPT_BATCHES && exported.has(oldest)) {
      await service.call("DELETE", `/v1/batches/${oldest}`);
      batches.shift();
      exported.delete(oldest);
    }
    await sleep(500);
  }
}

async function createBatch(service: Service, project_id: string): Promise<string> {
  const lines = Array.from({ length: LINES_OF_AN_UPLOAD }, (_, n) =>
    JSON.stringify({ text: `Text number ${n}${", which goes on for a while".repeat(4)}` }),
  );
  const answer = await request(`${service.origin}/v1/uploads`, {
    method: "POST",
    headers: { ...service.headers, "content-type": "application/x-ndjson" },
    body: `${lines.join("\n")}\n`,
  });
  const { id: upload_id } = JSON.parse(await answer.body.text());
  await untilReady(service, `/v1/uploads/${upload_id}`);
  return (await service.call("POST", "/v1/batches", { project_id, upload_ids: [upload_id] })).id;
}

async function exportBatch(service: Service, batch_id: string): Promise<void> {
  const wanted = { batch_id, format: "jsonl", include: "all_answers" };
  const { id } = await service.call("POST", "/v1/exports", wanted);
  await untilReady(service, `/v1/exports/${id}`);
  const { body } = await request(`${service.origin}/v1/exports/${id}/download`, { headers: service.headers });
  await body.dump({ limit: Number.POSITIVE_INFINITY });
  await service.call("GET", `/v1/batches/${batch_id}/quality`);
}

function annotate(work: Soak, annotator: string): Promise<void> {
  return answerTasks(work, { project_id: work.project_id, annotator, kinds: ["annotate"] });
}

function audit(work: Soak, annotator: string): Promise<void> {
  return answerTasks(work, { project_id: work.project_id, annotator, kinds: ["audit", "adjudicate"] });
}

async function answerTasks({ service, isOver }: Soak, claim: object): Promise<void> {
  while (!isOver()) {
    const { data } = await service.call("POST", "/v1/tasks/claim", claim);
    if (data.length === 0) await sleep(500);
    for (const { id } of data) {
      await answerTask(service, id).catch(unlessCanceled);
      await sleep(20);
    }
  }
}

async function answerTask({ call }: Service, id: string): Promise<void> {
  await call("PUT", `/v1/tasks/${id}/draft`, { draft: { label: "positive" } });
  const answer = { result: { label: "positive" }, client_id: id, active_ms: 2_500 };
  await call("POST", `/v1/tasks/${id}/submit`, answer);
}

/** A verdict cancels the repeated audits that are still in progress. */
function unlessCanceled(fault: unknown): void {
  if (!String(fault).includes("is canceled")) throw fault;
}

/** Measures at the start, after each minute, and at the end. */
async function watch({ service: { pid, postmaster }, isOver }: Soak, samples: Sample[]): Promise<void> {
  for (let minute = 0; ; minute += 1) {
    const sample = {
      minute,
      service: await residentMiB(pid),
      database: await proportionalMiB(postmaster),
    };
    samples.push(sample);
    const shown = [sample.service, sample.database, sample.service + sample.database].map(Math.round);
    process.stderr.write(
      `minute ${minute}: service ${shown[0]}, database ${shown[1]}, together ${shown[2]} MiB\n`,
    );
    if (isOver()) return;
    for (let second = 0; second < 60 && !isOver(); second += 1) await sleep(1_000);
  }
}

function figuresOf(minutes: number, samples: readonly Sample[]): readonly Figure[] {
  const later = samples.slice(Math.floor(samples.length / 2));
  const together = samples.map(({ service, database }) => service + database);
  const work = `${minutes} minutes of mixed work by ${ANNOTATORS + AUDITORS} people`;
  return [
    {
      work: `${work}, memory of service and database`,
      unit: "MiB",
      measured: measured([Math.max(...together)]),
      ceiling: undefined,
      target: MEMORY_MIB,
      details: Object.fromEntries(together.map((size, minute) => [`minute_${minute}`, Math.round(size)])),
    },
    {
      work: `${work}, its growth in the second half`,
      unit: "MiB/h",
      measured: measured([slopePerHour(later)]),
      ceiling: undefined,
      target: SLOPE_MIB_PER_HOUR,
    },
  ];
}

/** By least squares. */
function slopePerHour(samples: readonly Sample[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const minutes = samples.map(({ minute }) => minute);
  const sizes = samples.map(({ service, database }) => service + database);
  const [middle, size] = [mean(minutes), mean(sizes)];
  const spread = minutes.reduce((sum, minute) => sum + (minute - middle) ** 2, 0);
  if (spread === 0) return 0;
  const shared = samples.reduce(
    (sum, { minute, service, database }) => sum + (minute - middle) * (service + database - size),
    0,
  );
  return (60 * shared) / spread;
}
