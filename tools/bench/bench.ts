import { mkdir, writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { batches } from "./batches.ts";
import { claims } from "./claims.ts";
import { deliveries } from "./deliveries.ts";
import { downloads } from "./downloads.ts";
import { fairness } from "./fairness.ts";
import type { Figure } from "./figures.ts";
import { imports } from "./imports.ts";
import { artefact } from "./in-and-out/artefact.ts";
import { beside } from "./in-and-out/beside.ts";
import { bucket } from "./in-and-out/bucket.ts";
import { exportFormats } from "./in-and-out/export-formats.ts";
import { folder } from "./in-and-out/folder.ts";
import { parquetRows } from "./in-and-out/parquet.ts";
import { version } from "./in-and-out/version.ts";
import { lead } from "./lead.ts";
import { describeMachine, type Machine } from "./machine.ts";
import { modelServers } from "./model-servers.ts";
import { modelPredictions, modelReports } from "./models.ts";
import type { Part } from "./part.ts";
import { NODE_OPTIONS } from "./process.ts";
import { quality } from "./quality.ts";
import { reads } from "./reads.ts";
import { scale } from "./scale.ts";
import { withDataDir, withService } from "./service.ts";
import { soak } from "./soak.ts";
import { starts } from "./starts.ts";
import { streams } from "./streams.ts";
import { submits } from "./submits.ts";
import { toTable } from "./table.ts";
import { workbench } from "./workbench.ts";

const PARTS: readonly Part[] = [
  starts,
  reads,
  claims,
  submits,
  batches,
  imports,
  downloads,
  deliveries,
  streams,
  quality,
  lead,
  workbench,
];
/** Run only if they are named: they take up to an hour. */
const BY_NAME: readonly Part[] = [soak, scale, fairness];
/** Groups run by their name, and each of their parts by its own. */
const GROUPS: Readonly<Record<string, readonly Part[]>> = {
  data: [folder, bucket, parquetRows, exportFormats, version, artefact, beside],
  models: [modelPredictions, modelServers, modelReports],
};
const OUTPUT = new URL("../../bench-output/", import.meta.url);

/** Measures the named parts, all of them by default; see docs/performance.md. */
async function main(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      quick: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
      minutes: { type: "string" },
    },
  });
  const report = await measure(choose(positionals), values.quick, minutesOf(values.minutes));
  const text = `${JSON.stringify(report, null, 2)}\n`;
  await mkdir(OUTPUT, { recursive: true });
  const file = new URL(`${report.machine.date.replaceAll(":", "-")}.json`, OUTPUT);
  await writeFile(file, text);
  const { cpu, cores, memory_mib, node, postgres, date } = report.machine;
  say(values.json ? text : `\n${toTable(report.figures)}\n`);
  say(
    `${cores} × ${cpu}, ${memory_mib} MiB, Node ${node}, PostgreSQL ${postgres}, ${date}; ${file.pathname}\n`,
  );
}

interface Report {
  readonly machine: Machine;
  readonly quick: boolean;
  readonly figures: readonly Figure[];
}

function minutesOf(text: string | undefined): number | undefined {
  const minutes = text === undefined ? undefined : Number(text);
  if (minutes !== undefined && !(minutes > 0))
    throw new Error(`--minutes must be a positive number (got ${text})`);
  return minutes;
}

function choose(names: readonly string[]): readonly Part[] {
  const all = [...PARTS, ...BY_NAME, ...Object.values(GROUPS).flat()];
  const isMeant = (part: Part, name: string) => part.name === name || GROUPS[name]?.includes(part) === true;
  const unknown = names.find((name) => !all.some((part) => isMeant(part, name)));
  if (unknown !== undefined) {
    throw new Error(
      `there is no part ${unknown}; there are ${[...Object.keys(GROUPS), ...all.map(({ name }) => name)].join(", ")}`,
    );
  }
  return names.length === 0 ? PARTS : all.filter((part) => names.some((name) => isMeant(part, name)));
}

async function measure(parts: readonly Part[], quick: boolean, minutes: number | undefined): Promise<Report> {
  const figures: Figure[] = [];
  let machine: Machine | undefined;
  for (const part of parts) {
    const begun = performance.now();
    await withDataDir(async (dataDir) => {
      figures.push(...(await part.measure(dataDir, quick, minutes)));
      machine ??= await withService(dataDir, ({ db }) => describeMachine(db, NODE_OPTIONS));
    });
    process.stderr.write(`${part.name}: ${Math.round((performance.now() - begun) / 1000)} s\n`);
  }
  if (machine === undefined) throw new Error("nothing to measure");
  return { machine, quick, figures };
}

function say(text: string): void {
  process.stdout.write(text);
}

await main(process.argv.slice(2));
