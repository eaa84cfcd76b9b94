import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { claimUntil } from "../batches.ts";
import { type Figure, measured, quantile } from "../figures.ts";
import { givenBatch, givenProject } from "../given.ts";
import { lines, upload } from "../imports.ts";
import { count, type Part, repeat, untilFilled, untilReady } from "../part.ts";
import { type NodeProcess, spawnNode } from "../process.ts";
import { KEY, type Service, withService } from "../service.ts";
import { givenArtefact } from "./large-artefact.ts";

const DOWNLOADS = 3;
const UNDISTURBED_MS = 10_000;

/** The claims of one annotator while three clients download and one imports. */
export const beside: Part = {
  name: "data-beside",
  measure: (dataDir, quick) =>
    withService(dataDir, async (service): Promise<readonly Figure[]> => {
      const project_id = await givenProject(service);
      const batch_id = await givenBatch(service, project_id, 10_000);
      const { url } = await givenArtefact(service, dataDir, quick ? 100 : 1_024);
      const before = await claimUntil(service, batch_id, sleep(quick ? 1_000 : UNDISTURBED_MS));
      const size = quick ? 5_000 : 500_000;
      const during = await withDownloads(url, () =>
        claimUntil(service, batch_id, importLines(service, project_id, size)),
      );
      const undisturbed = quantile(before, 0.95);
      return [
        {
          work: `claims beside ${DOWNLOADS} downloads and an import of ${count(size)} lines, p95`,
          unit: "ms",
          measured: measured([quantile(during, 0.95)]),
          ceiling: { ...measured([undisturbed]), of: "undisturbed" },
          target: { atMost: 2 * undisturbed },
          details: { p50: quantile(during, 0.5), undisturbed_p50: quantile(before, 0.5) },
        },
      ];
    }),
};

/** Each download in a process of its own, as fast as the service sends. */
async function withDownloads<T>(url: string, work: () => Promise<T>): Promise<T> {
  const all: NodeProcess[] = await repeat(DOWNLOADS, () =>
    spawnNode("tools/bench/in-and-out/drain.ts", [url, KEY]),
  );
  try {
    return await work();
  } finally {
    for (const { stop } of all) await stop();
  }
}

/** Until the lines are the items of a batch. */
async function importLines(service: Service, project_id: string, size: number): Promise<void> {
  const id = await upload(service, Readable.from(lines(size)), { "content-type": "application/x-ndjson" });
  await untilReady(service, `/v1/uploads/${id}`);
  const batch = await service.call("POST", "/v1/batches", { project_id, upload_ids: [id] });
  await untilFilled(service, batch.id);
}
