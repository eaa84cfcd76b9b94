import { type Folder, ImportFault } from "./importer.ts";
import { type JsonLine, linesOfText } from "./json-lines.ts";
import { isJsonObject, parseShallow } from "./json-value.ts";

/** The objects of all .jsonl, .ndjson and .json files: lines, members of a list, or a file that is one object. Throws an ImportFault if there is none. */
export async function objectsOf(folder: Folder, importer: string): Promise<readonly JsonLine[]> {
  const found: JsonLine[] = [];
  for await (const line of eachObject(folder, importer)) found.push(line);
  return found;
}

/** The same one after the other: a line of two bytes takes a hundred as a member of a list. */
export async function* eachObject(folder: Folder, importer: string): AsyncGenerator<JsonLine> {
  let isEmpty = true;
  for (const path of folder.paths.filter((name) => /\.(jsonl|ndjson|json)$/i.test(name))) {
    const text = await folder.text(path);
    const whole = wholeObject(text);
    for (const line of whole === undefined ? linesOfText(path, text) : [{ at: path, fields: () => whole }]) {
      isEmpty = false;
      yield line;
    }
  }
  if (isEmpty) throw new ImportFault(importer, "there is no .jsonl or .json file with an object");
}

/** A text that is one JSON object on several lines; of many lines this reads the first only. */
function wholeObject(text: string) {
  try {
    const value = parseShallow(text);
    return isJsonObject(value) ? value : undefined;
  } catch (thrown) {
    if (thrown instanceof SyntaxError) return undefined;
    throw thrown;
  }
}
