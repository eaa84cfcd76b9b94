import { type Command, countOf, type Input, JSON_OPTION, printResult, type Terminal } from "./command.ts";
import { type Row, table } from "./table.ts";

/** The options of commands that print a list. */
export const LIST_OPTIONS: Command["options"] = {
  limit: { type: "string", help: "print at most so many; default: 100" },
  ...JSON_OPTION,
};

const USUAL_LIMIT = 100;

/** Prints the first entries of a list as a table, or whole with `--json`. */
export async function printList<T>(
  input: Input,
  terminal: Terminal,
  entries: AsyncIterable<T>,
  rowOf: (entry: T) => Row,
): Promise<void> {
  const limit = countOf(input, "limit") ?? USUAL_LIMIT;
  const shown: T[] = [];
  let more = false;
  for await (const entry of entries) {
    more = shown.length === limit;
    if (more) break;
    shown.push(entry);
  }
  if (shown.length === 0 && input.values.json !== true) return terminal.note("There are none");
  printResult(input, terminal, shown, table(shown.map(rowOf)));
  if (more) terminal.note(`There are more than ${limit}: --limit N prints more`);
}
