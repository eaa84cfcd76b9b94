import type { Format } from "@assay/domain/formats/format.ts";
import { FORMATS } from "@assay/domain/formats/registry.ts";
import { timeCopyOut } from "../copy.ts";
import { type Figure, measured } from "../figures.ts";
import { peakMiB, resetPeak, residentMiB } from "../memory.ts";
import { count, type Part, repeat, untilReady } from "../part.ts";
import { type Service, withService } from "../service.ts";
import { givenLabeled, KINDS, type Kind } from "./typed.ts";

const PER_SECOND = { atLeast: 30_000 };
const GROWTH = { atMost: 100 };

/** Every export format of a batch of labeled items, each from the request until its file is ready. */
export const exportFormats: Part = {
  name: "data-formats",
  measure: (dataDir, quick) =>
    withService(dataDir, async (service) => {
      const size = quick ? 2_000 : 100_000;
      const figures: Figure[] = [];
      const growths: number[] = [];
      for (const kind of KINDS) {
        const batch_id = await givenLabeled(service, kind, size);
        for (const format of FORMATS.filter((each) => kindOf(each) === kind)) {
          const before = await residentMiB(service.pid);
          const runs = await repeat(quick ? 1 : 3, () => exportOnce(service, batch_id, format.name, size));
          const growth = Math.max(...runs.map(({ peak }) => peak)) - before;
          growths.push(growth);
          figures.push(figureOf(format, kind, size, runs, growth));
        }
      }
      figures.push({
        work: `export ${count(size)} items, highest growth of the service's memory in one format`,
        unit: "MiB",
        measured: measured([Math.max(...growths)]),
        ceiling: undefined,
        target: GROWTH,
      });
      return figures;
    }),
};

interface Run {
  readonly perSecond: number;
  readonly copiedPerSecond: number;
  readonly peak: number;
}

/** The first kind that a format has. */
function kindOf({ name, types }: Format): Kind {
  const kind = KINDS.find(({ annotation_type }) => types.includes(annotation_type));
  if (kind === undefined) throw new Error(`there is no kind of items for the format ${name}`);
  return kind;
}

async function exportOnce(service: Service, batch_id: string, format: string, size: number): Promise<Run> {
  await resetPeak(service.pid);
  const begun = performance.now();
  const { id } = await service.call("POST", "/v1/exports", { batch_id, format });
  await untilReady(service, `/v1/exports/${id}`);
  const seconds = (performance.now() - begun) / 1000;
  const peak = await peakMiB(service.pid);
  await service.call("DELETE", `/v1/exports/${id}`);
  return {
    perSecond: size / seconds,
    copiedPerSecond: size / (await timeCopyOut(service.db, rowsOf(batch_id))),
    peak,
  };
}

/** What an export reads, as its ceiling reads it. */
function rowsOf(batch_id: string): string {
  return `select items.*, files.*, file_lines.text, file_lines.conversation
    from items join files on files.id = items.file_id
    left join file_lines on file_lines.file_id = items.file_id and file_lines.line = items.line
    where items.batch_id = '${batch_id}' order by items.position`;
}

function figureOf(
  format: Format,
  { annotation_type }: Kind,
  size: number,
  runs: readonly Run[],
  growth: number,
): Figure {
  return {
    work: `export ${count(size)} items as ${format.name} (${annotation_type.replaceAll("_", " ")})`,
    unit: "items/s",
    measured: measured(runs.map(({ perSecond }) => perSecond)),
    ceiling: {
      ...measured(runs.map(({ copiedPerSecond }) => copiedPerSecond)),
      of: "COPY of the same rows",
    },
    target: PER_SECOND,
    details: { growth_mib: growth },
  };
}
