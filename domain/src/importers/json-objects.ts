import { type Folder, ImportFault } from "./importer.ts";
import { type JsonLine, linesOfText } from "./json-lines.ts";
import { isJsonObject, parseShallow } from "./json-value.ts";

/** The objects of all .jsonl, .ndjson and .json files: lines, members of a list, or a file that is one object. Throws an ImportFault if there is none. */
export async function objectsOf(folder: Folder, importer: string): Promise<readonly JsonLine[]> {
  const found: JsonLine[] = [];
  for (const path of folder.paths.filter((name) => /\.(jsonl|ndjson|json)$/i.test(name))) {
    const text = await folder.text(path);
    const whole = wholeObject(text);
    if (whole !== undefined) found.push({ at: path, fields: () => whole });
    // As arguments of one push, 120,000 lines overflow the stack.
    else for (const line of linesOfText(path, text)) found.push(line);
  }
  if (found.length === 0) throw new ImportFault(importer, "there is no .jsonl or .json file with an object");
  return found;
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
