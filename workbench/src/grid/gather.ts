import type { DraftStore } from "../drafts/store.ts";
import { claim, listInHand } from "../work/ahead.ts";
import { releaseAll } from "../work/deliver.ts";
import type { Opened } from "../work/opened.ts";
import { type Prepared, prepare } from "../work/prepare.ts";
import type { Task, WorkScope } from "../work/task.ts";
import { fitsGrid } from "../work/use-stream.ts";
import type { Writer } from "../work/writer.ts";
import { isOfOneProject } from "./answers.ts";

/** As many tasks as one request can claim. */
const MOST_TILES = 20;

interface Wish {
  readonly store: DraftStore;
  readonly scope: WorkScope;
  readonly writer: Writer;
  /** The tasks that the grid has, whether it shows them or not. */
  readonly known: ReadonlySet<string>;
  /** A tile of the grid, whose labels all tiles have; undefined if it is empty. */
  readonly first: Pick<Opened, "task" | "guidelines"> | undefined;
}

interface Gathered {
  readonly fit: readonly Prepared[];
  /** Leased tasks that the grid cannot show. */
  readonly unfit: readonly Task[];
}

/**
 * Gets tasks for a grid until it has twenty: those that the member has, such as those of a tab that crashed, and new ones. If the tab stops
 * writing meanwhile, releases the new ones and returns none.
 */
export async function gather({ store, scope, writer, known, first }: Wish): Promise<Gathered> {
  const none: Gathered = { fit: [], unfit: [] };
  if (known.size >= MOST_TILES || !writer.isWriting) return none;
  const listed = await listInHand(store, scope);
  const inHand = listed.filter(({ id }) => !known.has(id)).slice(0, MOST_TILES - known.size);
  const room = MOST_TILES - known.size - inHand.length;
  const claimed = room > 0 ? await claim(scope, room) : [];
  const tasks = [...inHand, ...claimed.filter(({ id }) => !listed.some((task) => task.id === id))];
  const prepared = await Promise.all(tasks.map((task) => prepare(store, task, false)));
  if (!writer.isWriting) {
    releaseAll(claimed);
    return none;
  }
  const pattern = first ?? prepared.find(fitsGrid);
  const fit = prepared.filter((one) => pattern && fitsGrid(one) && isOfOneProject(one, pattern));
  return { fit, unfit: prepared.filter((one) => !fit.includes(one)).map(({ task }) => task) };
}
