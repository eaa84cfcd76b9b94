import { setTimeout as sleep } from "node:timers/promises";
import type { Figure } from "./figures.ts";
import type { Service } from "./service.ts";

/** A group of figures that are measured together, on a separate data folder. */
export interface Part {
  readonly name: string;
  /** `minutes` is for parts that run for a given time. */
  readonly measure: (dataDir: string, quick: boolean, minutes?: number) => Promise<readonly Figure[]>;
}

/** Runs `work` `times` times, one after the other. */
export async function repeat<T>(times: number, work: (index: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let index = 0; index < times; index += 1) results.push(await work(index));
  return results;
}

/** The text of a size, as in 100k or 1M. */
export function count(size: number): string {
  return size >= 1_000_000 ? `${size / 1_000_000}M` : `${size / 1_000}k`;
}

const POLL_MS = 20;

/** Polls a batch until all of its items exist; throws if it becomes `failed`. */
export async function untilFilled({ call }: Service, batch_id: string): Promise<void> {
  for (;;) {
    const batch = await call("GET", `/v1/batches/${batch_id}`);
    if (batch.status === "failed") throw new Error(`${batch_id} failed: ${batch.sentence}`);
    if (batch.items_ready === batch.item_count) return;
    await sleep(POLL_MS);
  }
}

/** Polls a batch every `pollMs` until `isSo`. */
export async function untilBatch(
  { call }: Service,
  id: string,
  // biome-ignore lint/suspicious/noExplicitAny: the service's own contract says what a batch holds
  isSo: (batch: any) => boolean,
  pollMs: number,
): Promise<void> {
  while (!isSo(await call("GET", `/v1/batches/${id}`))) await sleep(pollMs);
}

/** Polls a resource until its status is `ready`; throws if it becomes `failed`. */
export async function untilReady({ call }: Service, path: string): Promise<void> {
  for (;;) {
    const { status, error } = await call("GET", path);
    if (status === "ready") return;
    if (status === "failed") throw new Error(`${path} failed: ${JSON.stringify(error)}`);
    await sleep(POLL_MS);
  }
}
