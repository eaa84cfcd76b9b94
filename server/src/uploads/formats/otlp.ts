import { type ForeignFault, type ForeignItem, ImportFault } from "@assay/domain/importers/importer.ts";
import { otel } from "@assay/domain/importers/otel.ts";
import { decoded, invalid, lengthFault } from "./json-list.ts";
import { itemFault, toLine } from "./jsonl.ts";
import { type Line, type OnLineFault, refuseLine } from "./line.ts";

const PATH = "spans.json";

/**
 * The conversations of a file with spans of OpenTelemetry, a trace each, numbered from 1. The file is read as a whole, because the spans of
 * a trace stand on any of its lines. Faulty lines, `line 17: …`, and traces, `trace 2: …`, go to `onFault`. Throws `invalid_request` if the file has no span.
 */
export async function readTraces(bytes: Buffer, onFault: OnLineFault = refuseLine): Promise<Line[]> {
  const text = decoded(bytes);
  const lines: Line[] = [];
  let trace = 0;
  for await (const found of await itemsOf(text)) {
    if ("fault" in found) {
      const line = Number(/^spans\.json: line (\d+)/.exec(found.at)?.[1] ?? 1);
      const at = found.at.replace(`${PATH}: `, "").replace(PATH, "the file");
      onFault(line, invalid(`${at}: ${found.fault.replace(`${found.at}: `, "")}`));
      continue;
    }
    trace += 1;
    const { conversation, external_id, metadata } = found;
    const value = { messages: conversation?.messages, external_id, metadata };
    const fault = itemFault(value) ?? lengthFault(value);
    if (fault === undefined) lines.push(toLine(trace, value));
    else onFault(trace, invalid(`trace ${external_id}: ${fault}`));
  }
  return lines;
}

/** The conversations that the reader of imports finds. */
async function itemsOf(text: string): Promise<AsyncIterable<ForeignItem | ForeignFault>> {
  const none = () => Promise.reject(new Error("spans have no tables"));
  const folder = { paths: [PATH], text: async () => text, table: none, size: async () => null };
  try {
    return (await otel.read(folder)).items();
  } catch (fault) {
    if (fault instanceof ImportFault)
      throw invalid(fault.message.replace(/^otel: /, "").replaceAll(`${PATH}: `, ""), fault);
    throw fault;
  }
}
