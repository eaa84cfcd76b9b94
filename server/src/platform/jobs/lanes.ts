import type { JobName } from "./jobs.ts";

/** The lane of each job. Jobs of one lane share its slots and never wait for those of another. */
export const LANE_OF = {
  judge_batch: "verdicts",
  prepare_draw: "verdicts",
  auto_accept: "changes",
  add_batch_files: "changes",
  fill_batch: "changes",
  remove_items: "changes",
  process_upload: "uploads",
  make_peaks: "uploads",
  make_sound: "uploads",
  import_dataset: "exports",
  fetch_urls: "fetches",
  sync_source: "fetches",
  fetch_objects: "fetches",
  measure_objects: "measures",
  compute_suspicions: "measures",
  build_export: "exports",
  build_artefact: "exports",
  build_dataset_version: "exports",
  build_dataset_file: "exports",
  copy_dataset_version: "changes",
  push_dataset_version: "fetches",
  run_model: "models",
  order_queue: "models",
  bulk_items: "changes",
  requeue_paused: "changes",
  release_leases: "changes",
  end_deliveries: "housekeeping",
  erase_batch: "housekeeping",
  erase_dataset: "housekeeping",
  erase_uploads: "housekeeping",
  erase_member: "housekeeping",
  send_mail: "housekeeping",
  send_invitation: "housekeeping",
  send_digest: "housekeeping",
} as const satisfies Readonly<Record<JobName, string>>;

/** Jobs that nobody can ask for again, and without which a batch or an erasure would never end: they never run out of attempts. */
export const NEVER_GIVEN_UP = [
  "judge_batch",
  "prepare_draw",
  "auto_accept",
  "remove_items",
  "copy_dataset_version",
  "bulk_items",
  "requeue_paused",
  "release_leases",
  "end_deliveries",
  "erase_batch",
  "erase_dataset",
  "erase_uploads",
  "erase_member",
] as const satisfies readonly JobName[];

export type Lane = (typeof LANE_OF)[JobName];

/** Jobs that run at once in each lane of a process; a lane with 0 is left to other workers. */
export type Slots = Readonly<Record<Lane, number>>;

/**
 * Two where people wait for the result. Uploads, fetches, fills and bulk changes let each other pass. The sizes of 100,000 images by
 * reference take minutes, for which the next sync of the same account would wait in their lane. A run of a
 * model waits for the model most of the time, and keeps its slot meanwhile.
 */
const DEFAULT_SLOTS: Slots = {
  verdicts: 2,
  uploads: 2,
  fetches: 1,
  measures: 1,
  models: 8,
  exports: 1,
  changes: 1,
  housekeeping: 1,
};

/** All lanes. */
export const LANES = Object.keys(DEFAULT_SLOTS) as readonly Lane[];

/** The lanes of a worker that have free slots, and how many. */
export type FreeSlots = ReadonlyMap<Lane, number>;

/** The names of all jobs of `lanes`. */
export function jobsOf(lanes: { readonly has: (lane: Lane) => boolean }): JobName[] {
  return (Object.keys(LANE_OF) as JobName[]).filter((name) => lanes.has(LANE_OF[name]));
}

/** The default slots, changed by pairs such as `uploads=4,exports=0`. Throws for anything else. */
export function parseSlots(text: string): Slots {
  const pairs = text.split(",").filter((part) => part.trim() !== "");
  const changed = pairs.map((pair): [Lane, number] => {
    const [name = "", count = ""] = pair.split("=").map((part) => part.trim());
    const lane = LANES.find((known) => known === name);
    if (lane === undefined || !/^\d{1,2}$/.test(count))
      throw new Error(
        `must be LANE=NUMBER pairs with numbers from 0 to 99, separated by commas; the lanes are ${LANES.join(", ")}`,
      );
    return [lane, Number(count)];
  });
  return { ...DEFAULT_SLOTS, ...Object.fromEntries(changed) };
}
