import { createWriteStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { type Command, JSON_ALWAYS, textOf, UsageError } from "../command.ts";
import { assayAt } from "../connecting.ts";
import { assertFile, assertWritable } from "../files.ts";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/** `assay api` */
export const api: Command = {
  usage: "api METHOD PATH [BODY] [-o FILE] [--json]",
  summary: "Send one request to the API and print the response",
  options: {
    output: { type: "string", short: "o", help: "the file to write the response to, as it is" },
    "idempotency-key": { type: "string", help: "makes a repeated POST take effect once; default: a new key" },
    ...JSON_ALWAYS,
  },
  examples: [
    "assay api GET '/v1/batches?status=failed'",
    `assay api POST /v1/projects '{"annotation_type": "text_classification"}'`,
    "assay api PATCH /v1/projects/proj_… @project.json",
  ],
  async run(input, terminal) {
    const [given = "", path = "", body, ...others] = input.positionals;
    const method = given.toUpperCase();
    if (!METHODS.includes(method))
      throw new UsageError(`METHOD must be ${METHODS.join(", ")} (got ${given})`);
    if (!path.startsWith("/v1/")) throw new UsageError(`PATH must begin with /v1/ (got ${path})`);
    if (others.length > 0) throw new UsageError(`unexpected argument: ${others.join(" ")}`);
    const output = textOf(input, "output");
    if (output !== undefined) await assertWritable(output);
    const idempotencyKey = textOf(input, "idempotency-key");
    const response = await assayAt(terminal).request({
      ...{ method, path, idempotencyKey },
      ...(body !== undefined && { json: await jsonOf(body) }),
    });
    if (output !== undefined) await pipeline(response.body ?? [], createWriteStream(output));
    else terminal.print(shown(await response.text()));
  },
};

async function jsonOf(body: string): Promise<unknown> {
  if (body.startsWith("@")) await assertFile(body.slice(1));
  const text = body.startsWith("@") ? await readFile(body.slice(1), "utf8") : body;
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new UsageError("BODY must be JSON, or @ and the name of a file with JSON", { cause });
  }
}

/** JSON on many lines, and everything else as it is. */
function shown(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text.replace(/\n$/, "");
  }
}
