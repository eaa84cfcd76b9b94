/**
 * Whether this page reaches the object store to which the service's signed URLs lead. Without such URLs it counts as
 * reached. It holds as long as the page is open.
 */
let reach: "untried" | "reached" | "unreached" = "untried";
let trial: Promise<void> | undefined;

/** False if everything must pass the service. */
export function reachesStore(): boolean {
  return reach !== "unreached";
}

/** The path of the same content, without a redirect to the store. */
export function throughService(path: string): string {
  return `${path}&redirect=false`;
}

/** Whether nothing was sent to the store or read from it yet. */
export function isStoreUntried(): boolean {
  return reach === "untried";
}

/** Notes whether the store answered a request of this page. */
export function noteStore(isReached: boolean): void {
  reach = isReached ? "reached" : "unreached";
}

/**
 * Finds out whether the store is reached, by one byte of the content at `path` (with its query), which may lead to the store. A
 * lost connection, with which the service does not answer either, decides nothing. Calls at the same time share one trial.
 */
export function tryStore(path: string): Promise<void> {
  trial ??= probe(path).finally(() => {
    trial = undefined;
  });
  return trial;
}

async function probe(path: string): Promise<void> {
  if (!reachesStore()) return;
  if (await isAnswered(path)) noteStore(true);
  else if (await isAnswered(throughService(path))) noteStore(false);
}

/** Whether any answer arrives that this page may read; without a CORS rule it may read none of the store. */
async function isAnswered(path: string): Promise<boolean> {
  try {
    const { body } = await fetch(path, { headers: { range: "bytes=0-0" } });
    await body?.cancel();
    return true;
  } catch {
    return false;
  }
}
