import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type Figure, measured } from "../figures.ts";
import { count, repeat } from "../part.ts";
import { NODE_OPTIONS } from "../process.ts";
import { LABELS, makeAnswers, WORKERS } from "./answers.ts";

/** The report of a process that computed labels. */
export interface Fit {
  /** From the columns of answers to the labels. */
  readonly seconds: number;
  /** The most memory that the whole process had, its runtime included. */
  readonly peak_mib: number;
  /** By item. */
  readonly labels: readonly number[];
}

const SECONDS = { atMost: 2 };
const MEMORY = { atMost: 300 };
/**
 * How much more than ten times the time ten times the answers may take: the small fit includes the start of
 * the runtime.
 */
const LINEAR = { atMost: 12 };
/** Compared with crowd-kit's accuracy; two models differ in some items. */
const ACCURACY = { share: 0.998 };
const MOST_OUTPUT = 64 * 2 ** 20;

const run = promisify(execFile);
const fileNamed = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const CROWD_KIT = fileURLToPath(new URL("../../../bench-output/crowd-kit/", import.meta.url));

/**
 * The consensus of Assay (`auto`, with its choice of a model) and crowd-kit's Dawid–Skene on the same answers, in alternation,
 * each in a separate process.
 */
export async function measureFits(dataDir: string, quick: boolean): Promise<readonly Figure[]> {
  const python = await installCrowdKit();
  const [small, large] = quick ? ([10_000, 100_000] as const) : ([100_000, 1_000_000] as const);
  const times = quick ? 1 : 3;
  const few = await fitBoth(dataDir, python, small, times);
  const many = await fitBoth(dataDir, python, large, times);
  const ofWhat = "crowd-kit's Dawid–Skene";
  const work = `consensus of ${count(large)} answers, ${LABELS} labels, ${WORKERS} annotators`;
  const pair = (values: (runs: readonly Run[]) => readonly number[]) => ({
    measured: measured(values(many.ours)),
    ceiling: { ...measured(values(many.theirs)), of: ofWhat },
  });
  return [
    { work, unit: "s", ...pair((runs) => runs.map(({ seconds }) => seconds)), target: SECONDS },
    {
      work: `${work}, peak memory`,
      unit: "MiB",
      ...pair((runs) => runs.map(({ peak_mib }) => peak_mib)),
      target: MEMORY,
    },
    {
      work: `${work}, right labels`,
      unit: "share",
      ...pair((runs) => runs.map(({ accuracy }) => accuracy)),
      target: ACCURACY,
    },
    {
      work: `time for ${count(large)} answers to that for ${count(small)}`,
      unit: "times",
      measured: measured(many.ours.map(({ seconds }, index) => seconds / (few.ours[index]?.seconds ?? 0))),
      ceiling: {
        ...measured(many.theirs.map(({ seconds }, index) => seconds / (few.theirs[index]?.seconds ?? 0))),
        of: ofWhat,
      },
      target: LINEAR,
    },
  ];
}

type Run = Omit<Fit, "labels"> & { readonly accuracy: number };

async function fitBoth(dataDir: string, python: string, answers: number, times: number) {
  const { item, worker, label, truth } = makeAnswers(answers);
  const file = path.join(dataDir, `${answers}.answers`);
  await writeFile(file, Buffer.concat([item, worker, label].map((column) => new Uint8Array(column.buffer))));
  const runOf = async (program: string, args: readonly string[]): Promise<Run> => {
    const { stdout } = await run(program, [...args, file], { maxBuffer: MOST_OUTPUT });
    const { labels, ...spent }: Fit = JSON.parse(stdout);
    if (labels.length !== truth.length) throw new Error(`${program} gave ${labels.length} labels`);
    return {
      ...spent,
      accuracy: labels.filter((each, index) => each === truth[index]).length / truth.length,
    };
  };
  const pairs = await repeat(times, async () => ({
    ours: await runOf(process.execPath, [...NODE_OPTIONS, fileNamed("./fit.ts")]),
    theirs: await runOf(python, [fileNamed("./crowd_kit.py")]),
  }));
  return { ours: pairs.map(({ ours }) => ours), theirs: pairs.map(({ theirs }) => theirs) };
}

/**
 * Installs crowd-kit into a folder of the benchmark, once; returns its Python. Needs python3 with venv, and
 * its registry.
 */
async function installCrowdKit(): Promise<string> {
  const python = path.join(CROWD_KIT, "bin/python");
  if (!existsSync(path.join(CROWD_KIT, "installed"))) {
    await run("python3", ["-m", "venv", CROWD_KIT]);
    await run(python, ["-m", "pip", "install", "--quiet", "-r", fileNamed("./requirements.txt")]);
    await writeFile(path.join(CROWD_KIT, "installed"), "");
  }
  return python;
}
