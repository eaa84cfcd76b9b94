import { strings as all } from "#strings/projects.ts";
import type { Plan, UploadStep } from "./draft.ts";

const strings = all.api;

const SHOWN_FILES = 4;

/** The plan as shell commands with `curl` and `jq`; `ASSAY_KEY` is an API key. */
export function curlOf({ project, batch, uploads }: Plan, origin: string): string {
  const steps = uploads.map((step, index) => uploadCall(step, `UPLOAD_${index + 1}`, origin));
  // ids are shell variables between single-quoted parts
  const ids = uploads.map((_, index) => `"'$UPLOAD_${index + 1}'"`).join(",");
  const more = batch.name === undefined ? "" : `,"name":${escaped(JSON.stringify(batch.name))}`;
  return [
    `PROJECT=$(${post(origin, "/v1/projects", `-d ${quoted(JSON.stringify(project, null, 2))}`)} | jq -r .id)`,
    ...steps,
    ...(uploads.length === 0
      ? [strings.thenUpload]
      : [
          strings.whenReady,
          post(origin, "/v1/batches", `-d '{"project_id":"'$PROJECT'","upload_ids":[${ids}]${more}}'`),
        ]),
  ].join("\n\n");
}

function uploadCall(step: UploadStep, variable: string, origin: string): string {
  if (step.kind === "json") {
    return `${variable}=$(${post(origin, "/v1/uploads", `-d ${quoted(JSON.stringify(step.body))}`)} | jq -r .id)`;
  }
  if (step.kind === "form") {
    const shown = step.files.slice(0, SHOWN_FILES).map(({ name }) => `-F ${quoted(`file=@${name}`)}`);
    const more = step.files.length - shown.length;
    const note = more > 0 ? strings.moreFiles(more) : "";
    return `${variable}=$(curl -s ${origin}/v1/uploads \\
  -H "Authorization: Bearer $ASSAY_KEY" \\
  ${shown.join(" \\\n  ")} | jq -r .id)${note}`;
  }
  const { name, size } = step.file;
  const body = quoted(JSON.stringify({ filename: name, size_bytes: size }));
  return `ANSWER=$(${post(origin, "/v1/uploads", `-d ${body}`)})
${variable}=$(jq -r .id <<< "$ANSWER")
curl -T ${quoted(name)} "$(jq -r .upload_url <<< "$ANSWER")"`;
}

function post(origin: string, path: string, body: string): string {
  return `curl -s ${origin}${path} \\
  -H "Authorization: Bearer $ASSAY_KEY" \\
  -H "Content-Type: application/json" \\
  ${body}`;
}

/** Quotes any text as one word of a shell. */
function quoted(text: string): string {
  return `'${escaped(text)}'`;
}

/** A text as a part of a word in single quotes. */
function escaped(text: string): string {
  return text.replaceAll("'", "'\\''");
}
