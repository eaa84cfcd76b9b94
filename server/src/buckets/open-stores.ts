import type { Deps } from "../deps.ts";
import type { Row } from "../platform/database/tables.ts";
import type { Outbound } from "../platform/network/outbound.ts";
import type { Bucket } from "./bucket.ts";
import type { HubRepository } from "./hub.ts";

type SourceRow = Row<"sources">;

/** What reads files by reference needs of their store. */
export type LinkedStore = Pick<Bucket, "open" | "link" | "close">;

/** A store that is kept open for others; give it back once nothing is read from it any more. */
export interface LentStore {
  readonly store: LinkedStore;
  readonly giveBack: () => void;
}

interface Open {
  readonly opening: Promise<LinkedStore>;
  /** Another store takes its place once they differ. */
  readonly credentials: Buffer | null;
  users: number;
  isReplaced: boolean;
}

/** Stores that stay open in a process: a client of the AWS SDK takes 10 ms and 1 MB, and each keeps its connections. */
const MOST = 50;

/** The open stores of each process, or of each service of a test, by their source; the one used last is last. */
const stores = new WeakMap<Outbound, Map<string, Open>>();

/**
 * Lends the store of a source, as `source` is stored now: opened once, and closed after a change of credentials, after 50 others
 * were used, or by `closeStores`, as soon as nobody reads from it. Throws like `openBucket`.
 */
export async function lendStore(
  deps: Pick<Deps, "outbound" | "secrets">,
  source: SourceRow,
): Promise<LentStore> {
  const open = stores.get(deps.outbound) ?? new Map<string, Open>();
  stores.set(deps.outbound, open);
  const entry = current(deps, open, source);
  entry.users += 1;
  try {
    const store = await entry.opening;
    return { store, giveBack: () => giveBack(entry) };
  } catch (fault) {
    if (open.get(source.id) === entry) open.delete(source.id); // the next request tries again
    throw fault;
  }
}

/** Closes the stores that a process keeps open, as soon as nobody reads from them. */
export function closeStores(outbound: Outbound): void {
  const open = stores.get(outbound);
  stores.delete(outbound);
  for (const entry of open?.values() ?? []) replace(entry);
}

function current(deps: Pick<Deps, "outbound" | "secrets">, open: Map<string, Open>, source: SourceRow): Open {
  const { id, credentials_encrypted: credentials } = source;
  const known = open.get(id);
  open.delete(id);
  const isSame = known !== undefined && isEqual(known.credentials, credentials);
  const entry = isSame
    ? known
    : { opening: openRemote(deps, source), credentials, users: 0, isReplaced: false };
  if (known !== undefined && !isSame) replace(known);
  open.set(id, entry);
  const [oldest] = open;
  if (open.size > MOST && oldest !== undefined) {
    open.delete(oldest[0]);
    replace(oldest[1]);
  }
  return entry;
}

function isEqual(one: Buffer | null, other: Buffer | null): boolean {
  return one === other || (one !== null && other !== null && one.equals(other));
}

function replace(entry: Open): void {
  entry.isReplaced = true;
  if (entry.users === 0) close(entry);
}

function giveBack(entry: Open): void {
  entry.users -= 1;
  if (entry.isReplaced && entry.users === 0) close(entry);
}

function close({ opening }: Open): void {
  opening.then((store) => store.close()).catch(() => undefined);
}

/** Opens the store of a source of the kind s3 or huggingface. Throws like `openBucket` and `openHub`. */
export async function openRemote(
  deps: Pick<Deps, "outbound" | "secrets">,
  source: SourceRow,
): Promise<HubRepository> {
  if (source.kind === "huggingface") return (await import("./hub.ts")).openHub(deps, source);
  const { openBucket } = await import("./bucket.ts"); // the AWS SDK takes time and memory to load
  return openBucket(deps, source);
}
