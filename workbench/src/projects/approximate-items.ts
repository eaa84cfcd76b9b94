/** Files with an item per line, or per row below a line of titles. */
const LINES = /\.(?:jsonl|ndjson|csv|tsv)$/i;
const WITH_TITLES = /\.[ct]sv$/i;
/** Files whose items only the service counts. */
const UNKNOWN = /\.(?:json|zip|tar|gz|tgz|parquet|arrow|arrows|feather)$/i;
/** How much of a file is read: the rest is assumed to have lines as long. */
const READ_BYTES = 1024 * 1024;

/** Roughly how many items files have; null if one is of a kind whose items only the service counts. */
export async function approximateItems(files: readonly File[]): Promise<number | null> {
  if (files.some(({ name }) => UNKNOWN.test(name))) return null;
  const counts = await Promise.all(files.map((file) => (LINES.test(file.name) ? linesIn(file) : 1)));
  return counts.reduce((sum, count) => sum + count, 0);
}

async function linesIn(file: File): Promise<number> {
  const read = file.slice(0, READ_BYTES);
  const lines = (await read.text()).split("\n").filter((line) => line.trim() !== "").length;
  const all = Math.round((lines * file.size) / Math.max(1, read.size));
  return Math.max(0, all - Number(WITH_TITLES.test(file.name)));
}
