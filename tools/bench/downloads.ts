import { timeCopyOut } from "./copy.ts";
import { measured } from "./figures.ts";
import { givenBatch, givenProject } from "./given.ts";
import { peakMiB, resetPeak, residentMiB } from "./memory.ts";
import { count, type Part, repeat, untilReady } from "./part.ts";
import { type Service, withService } from "./service.ts";

const SHARE = { share: 0.8 };
const GROWTH = { atMost: 60 };

/** An export of every item with its label and both answers, until its file is ready. */
export const downloads: Part = {
  name: "downloads",
  measure: (dataDir, quick) =>
    withService(dataDir, async (service) => {
      const size = quick ? 10_000 : 100_000;
      const batch_id = await givenBatch(service, await givenProject(service), size);
      await annotate(service, batch_id);
      const before = await residentMiB(service.pid);
      const runs = await repeat(3, async () => ({
        ...(await exportOnce(service, batch_id, size)),
        copiedPerSecond: size / (await timeCopyOut(service.db, rowsOf(batch_id))),
      }));
      const work = `build a download of ${count(size)} annotated items`;
      return [
        {
          work,
          unit: "items/s",
          measured: measured(runs.map(({ rowsPerSecond }) => rowsPerSecond)),
          ceiling: {
            ...measured(runs.map(({ copiedPerSecond }) => copiedPerSecond)),
            of: "COPY of the same rows",
          },
          target: SHARE,
        },
        {
          work: `${work}, growth of the service's memory`,
          unit: "MiB",
          measured: measured(runs.map(({ peak }) => peak - before)),
          ceiling: undefined,
          target: GROWTH,
        },
      ];
    }),
};

async function exportOnce(service: Service, batch_id: string, size: number) {
  await resetPeak(service.pid);
  const begun = performance.now();
  const wanted = { batch_id, format: "jsonl", include: "all_answers" };
  const { id } = await service.call("POST", "/v1/exports", wanted);
  await untilReady(service, `/v1/exports/${id}`);
  const rowsPerSecond = (1000 * size) / (performance.now() - begun);
  return { rowsPerSecond, peak: await peakMiB(service.pid) };
}

/**
 * Inserts the answers of two annotators who agree on every item, by SQL and without tasks, which exports do
 * not read.
 */
async function annotate({ call, db }: Service, batch_id: string): Promise<void> {
  for (const annotator of ["first", "second"]) {
    const { data } = await call("POST", "/v1/tasks/claim", { batch_id, annotator });
    await db.query(
      `insert into annotations (id, account_id, batch_id, item_id, member_id, kind, round, version,
         guideline_version, result, active_ms, created_at)
       select 'ann_' || upper(right(replace(gen_random_uuid()::text, '-', ''), 26)), items.account_id, batch_id,
         items.id, $2, 'annotate', 1, 1, 1, '{"label": "positive"}', 2500, batches.created_at
       from items join batches on batches.id = batch_id where batch_id = $1`,
      [batch_id, data[0].member_id],
    );
  }
  await db.query(
    `update items set status = 'accepted', answer_count = 2, open_slots = 0, result = '{"label": "positive"}',
       guideline_version = 1, support = 1, origin = 'consensus'
     where batch_id = $1`,
    [batch_id],
  );
  await db.query("vacuum analyze");
}

function rowsOf(batch_id: string): string {
  return `select items.*, file_lines.text, array_agg(annotations.result)
    from items join file_lines on file_lines.file_id = items.file_id and file_lines.line = items.line
    join annotations on annotations.item_id = items.id
    where items.batch_id = '${batch_id}' group by items.id, file_lines.text order by items.position`;
}
