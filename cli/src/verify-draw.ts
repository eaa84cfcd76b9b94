import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { drawOrder } from "@assay/domain/draw/order.ts";
import {
  contentDigest,
  labelDigest,
  type PopulationItem,
  readPopulationLine,
} from "@assay/domain/draw/population.ts";
import type { ExportItem } from "@assay/domain/formats/format.ts";
import { LogFault, toHex } from "@assay/domain/log/bytes.ts";
import { growingTree, leafHash } from "@assay/domain/log/tree.ts";
import { type Certificate, openCertificate } from "@assay/sdk/certificate.ts";
import { CERTIFICATE } from "@assay/sdk/verify.ts";
import { type BeaconEvidence, readSample, type Sample } from "@assay/server/src/draws/sample.ts";
import { sha256 } from "@assay/server/src/platform/sha256.ts";
import { parse } from "csv-parse/sync";
import { linesOf } from "./lines.ts";
import { evidenceFaults, isKnown } from "./verify-log.ts";

/** The outcome of drawing the sample of a bundle again. */
export interface Redrawn {
  /** Empty if exactly the audited items were drawn, in this order, and all labels are those of the root. */
  readonly faults: readonly string[];
  /** Items in the sample, or groups; null if the certificate has no draw. */
  readonly drawn: number | null;
  /** Labels that an audit corrected after the root was fixed. */
  readonly corrected: number;
  /** The beacon that gave the nonce; null if another source did. */
  readonly beacon: (BeaconEvidence & { readonly isVerified: boolean }) | null;
}

/**
 * Draws the sample of an unpacked bundle again, from the seed and the nonce in its certificate, whose signature the caller
 * has verified. Checks that exactly these items were audited, and that the labels are those of the logged root.
 */
export async function redraw(folder: string): Promise<Redrawn> {
  const { predicate } = await readCertificate(folder);
  const nothing = { faults: [], drawn: null, corrected: 0, beacon: null };
  if (predicate.sample == null) return nothing;
  const sample = readSample(predicate.sample);
  if ("fault" in sample) return { ...nothing, faults: [sample.fault] };
  const audited = await readAudited(folder);
  const beacon = sample.beacon == null ? null : { ...sample.beacon, isVerified: isKnown(sample.beacon) };
  const { population, faults } = await readPopulation(folder, sample);
  const evidence = [...evidenceFaults(sample), ...faults];
  if (evidence.length > 0) return { faults: evidence, drawn: audited.length, corrected: 0, beacon };
  const labels = await labelFaults(folder, population);
  return {
    faults: [...drawFaults(sample, population, audited), ...labels.faults],
    drawn: audited.length,
    corrected: labels.corrected,
    beacon,
  };
}

/** The certificate of an unpacked bundle. */
export async function readCertificate(folder: string): Promise<Certificate> {
  return openCertificate(await readFile(join(folder, CERTIFICATE))).certificate;
}

/** The audited items of each rank, from the first. */
async function readAudited(folder: string): Promise<string[][]> {
  const rows: { rank: string; item: string }[] = parse(await readFile(join(folder, "audit.csv")), {
    columns: true,
  });
  const ranks = Map.groupBy(rows, ({ rank }) => Number(rank));
  return [...ranks]
    .sort(([one], [other]) => one - other)
    .map(([, unit]) => unit.map(({ item }) => item).sort());
}

/** The items of `population.jsonl`; a fault unless its lines give the root and every line has the right form. */
async function readPopulation(
  folder: string,
  { root, items }: Sample,
): Promise<{ readonly population: readonly PopulationItem[]; readonly faults: readonly string[] }> {
  const population: PopulationItem[] = [];
  const tree = growingTree(sha256);
  try {
    for await (const lines of linesOf(join(folder, "population.jsonl"))) {
      for (const line of lines) {
        tree.add(leafHash(sha256, line));
        population.push(readPopulationLine(line));
      }
    }
  } catch (fault) {
    if (!(fault instanceof LogFault)) throw fault;
    return { population: [], faults: [fault.message] };
  }
  const isLogged = population.length === items && toHex(tree.root()) === root;
  const fault = "population.jsonl does not give the root that was logged before the sample was drawn";
  return { population, faults: isLogged ? [] : [fault] };
}

function drawFaults(
  { seed, nonce }: Sample,
  population: readonly PopulationItem[],
  audited: readonly (readonly string[])[],
): string[] {
  const units = unitsOf(population);
  const drawn = drawOrder(sha256, { seed: Buffer.from(seed, "hex"), nonce }, units, audited.length);
  const other = audited.findIndex((items, at) => items.join() !== drawn[at]?.items.sort().join());
  if (other === -1) return [];
  const [got, expected] = [audited[other]?.join(", "), drawn[other]?.items.join(", ")];
  return [
    `the sample was not drawn by the seed and the nonce: rank ${other + 1} is ${got}, drawn was ${expected}`,
  ];
}

interface DrawnUnit {
  /** The first of its items. */
  readonly id: string;
  readonly items: string[];
}

/** What is drawn as one: the items of a group, or an item without a group. */
function unitsOf(population: readonly PopulationItem[]): DrawnUnit[] {
  const units: DrawnUnit[] = [];
  const groups = new Map<string, DrawnUnit>();
  for (const { id, group } of population) {
    const known = group === null ? undefined : groups.get(group);
    if (known !== undefined) {
      known.items.push(id);
      continue;
    }
    const unit = { id, items: [id] };
    units.push(unit);
    if (group !== null) groups.set(group, unit);
  }
  return units;
}

const MAX_NAMED = 5;

/** The labeled items of `dataset.jsonl` are those of the population, with the same contents and labels. */
async function labelFaults(
  folder: string,
  population: readonly PopulationItem[],
): Promise<{ readonly faults: readonly string[]; readonly corrected: number }> {
  const faults: string[] = [];
  let corrected = 0;
  let labeled = 0;
  for await (const lines of linesOf(join(folder, "dataset.jsonl"))) {
    for (const item of lines.map((line): ExportItem => JSON.parse(line))) {
      if (item.status !== "accepted") continue;
      const difference = differenceOf(item, population[labeled]);
      labeled += 1;
      if (difference === "corrected") corrected += 1;
      else if (difference !== null) faults.push(DIFFERENCES[difference](item.id, labeled));
    }
  }
  if (labeled !== population.length)
    faults.unshift(
      `dataset.jsonl has ${labeled} labeled items; the sample was drawn from ${population.length}`,
    );
  const more = faults.length - MAX_NAMED;
  return { faults: more > 0 ? [...faults.slice(0, MAX_NAMED), `… and ${more} more`] : faults, corrected };
}

const DIFFERENCES = {
  item: (id: string, at: number) => `${id} is not item ${at} of population.jsonl`,
  content: (id: string) => `the content of ${id} is not the one that was labeled`,
  label: (id: string) => `the label of ${id} is not the one that was fixed before the sample was drawn`,
};

function differenceOf(
  item: ExportItem,
  fixed: PopulationItem | undefined,
): keyof typeof DIFFERENCES | "corrected" | null {
  if (fixed?.id !== item.id) return "item";
  if (contentDigest(sha256, item) !== fixed.content) return "content";
  if (labelDigest(sha256, item) === fixed.label) return null;
  return CORRECTED.has(item.origin) ? "corrected" : "label";
}

/** Files of earlier versions have the second name. */
const CORRECTED: ReadonlySet<string | null> = new Set(["correction", "audit"]);
